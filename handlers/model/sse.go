package model

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// readEvents hands over the data of each server-sent event (WHATWG HTML, 9.2) until use says that it was the last. Lines may be
// as long as the whole answer may be. A stream that ends before is reported as io.ErrUnexpectedEOF or the connection's error.
func readEvents(stream io.Reader, use func(data []byte) (last bool, err error)) error {
	lines := bufio.NewReaderSize(stream, 16<<10)
	var data []byte
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil { // an event that is not closed by an empty line never happened
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return err
		}
		line = bytes.TrimRight(line, "\r\n")
		switch {
		case len(line) == 0 && len(data) > 0:
			last, err := use(data)
			if last || err != nil {
				return err
			}
			data = data[:0]
		case bytes.HasPrefix(line, []byte("data:")):
			if len(data) > 0 {
				data = append(data, '\n')
			}
			data = append(data, bytes.TrimPrefix(line[len("data:"):], []byte(" "))...)
		}
	}
}
