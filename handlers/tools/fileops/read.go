package fileops

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"unicode/utf8"

	"github.com/mergit-io/mergit/handlers/tools"
)

type fileContent struct {
	Path     string `json:"path"`
	Content  string `json:"content"`
	Encoding string `json:"encoding"`
	// Size and SHA256 are of the whole file. A file too large to be hashed in passing has no SHA256.
	Size       int64  `json:"size"`
	SHA256     string `json:"sha256,omitempty"`
	Offset     int64  `json:"offset"`
	Truncated  bool   `json:"truncated"`
	NextOffset int64  `json:"next_offset,omitempty"`
}

func (t *Tool) read(ctx context.Context, v *view, args arguments) (any, error) {
	p, err := v.at(args.Path)
	if err != nil {
		return nil, err
	}
	file, info, err := openRegular(p.root, p.rel)
	if err != nil {
		if info != nil && info.IsDir() {
			return nil, tools.BadArg("path", "%s is a folder; use list or collect", p.shown)
		}
		return nil, v.explain(err, p.shown)
	}
	defer file.Close()
	content, err := readPart(ctx, file, info, args.Offset, upTo(args.Length, 256<<10, maxRead))
	if err != nil {
		return nil, v.explain(err, p.shown)
	}
	content.Path = p.shown
	return content, nil
}

func readPart(ctx context.Context, file *os.File, info fs.FileInfo, offset, length int64) (fileContent, error) {
	part := make([]byte, 0, min(length, max(info.Size()-offset, 0)+1))
	buffer := bytes.NewBuffer(part)
	if _, err := io.Copy(buffer, io.NewSectionReader(file, offset, length)); err != nil {
		return fileContent{}, err
	}
	part = buffer.Bytes()
	out := fileContent{Size: max(info.Size(), offset+int64(len(part))), Offset: offset, Encoding: "utf-8"}
	if len(part) == 0 {
		out.Size = info.Size()
	}
	out.Truncated = offset > 0 || offset+int64(len(part)) < out.Size
	if text, ok := asText(part, offset+int64(len(part)) < out.Size); ok {
		part = text
		out.Content = string(text)
	} else {
		out.Encoding, out.Content = "base64", base64.StdEncoding.EncodeToString(part)
	}
	if end := offset + int64(len(part)); end < out.Size {
		out.NextOffset = end
	}
	if out.Size <= maxHashed {
		digest := sha256.New()
		if _, err := io.Copy(digest, stopping{ctx, io.NewSectionReader(file, 0, out.Size)}); err != nil {
			return fileContent{}, err
		}
		out.SHA256 = hex.EncodeToString(digest.Sum(nil))
	}
	return out, nil
}

// asText takes UTF-8 without NUL. Where the file goes on, a character cut at the end is left for the next part.
func asText(part []byte, more bool) ([]byte, bool) {
	if bytes.IndexByte(part, 0) >= 0 {
		return nil, false
	}
	if utf8.Valid(part) {
		return part, true
	}
	if more {
		for cut := 1; cut < utf8.UTFMax && cut < len(part); cut++ {
			if head := part[:len(part)-cut]; utf8.RuneStart(part[len(part)-cut]) && utf8.Valid(head) {
				return head, true
			}
		}
	}
	return nil, false
}

type collected struct {
	Path      string        `json:"path"`
	Files     []fileContent `json:"files"`
	Total     int           `json:"total"`
	Truncated bool          `json:"truncated"`
	Skipped   skipped       `json:"skipped"`
}

// collect reads the text files that match, those nearest to the start first within each folder, until the result is full.
func (t *Tool) collect(ctx context.Context, v *view, args arguments) (any, error) {
	if len(args.Glob) == 0 {
		return nil, tools.BadArg("glob", `is missing; name the files to collect, like ["*.md"]`)
	}
	match, err := args.Glob.compile(args.IgnoreCase)
	if err != nil {
		return nil, err
	}
	most, room := upTo(args.MaxFiles, 50, 500), int64(maxRead)
	w := t.walker(ctx, v, args)
	out := collected{Path: args.Path, Files: []fileContent{}, Skipped: w.skipped}
	w.visit = func(i item) error {
		if i.entry.IsDir() || !match.match(i) {
			return nil
		}
		out.Total++
		if len(out.Files) >= most || room <= 0 {
			out.Truncated = true
			return nil
		}
		file, info := i.open(w.skipped)
		if file == nil {
			return nil
		}
		defer file.Close()
		content, err := readPart(ctx, file, info, 0, min(upTo(args.Length, 64<<10, maxRead), room))
		switch {
		case err != nil && ctx.Err() != nil:
			return err
		case err != nil:
			w.skipped[skipUnreadable]++
			return nil
		case content.Encoding != "utf-8":
			w.skipped[skipBinary]++
			return nil
		}
		content.Path = i.shown
		room -= int64(len(content.Content))
		out.Files = append(out.Files, content)
		return nil
	}
	if err := w.walk(args.Path); err != nil {
		return nil, err
	}
	return out, nil
}

// stopping ends a long read with its context.
type stopping struct {
	ctx context.Context
	io.Reader
}

func (s stopping) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.Reader.Read(p)
}

// slurp reads a file into a buffer that is used again, up to most bytes.
func slurp(file io.Reader, buffer []byte, most int) (data []byte, whole bool, err error) {
	buffer = buffer[:0]
	for {
		if len(buffer) == cap(buffer) {
			buffer = append(buffer, 0)[:len(buffer)]
		}
		n, err := file.Read(buffer[len(buffer):min(cap(buffer), most+1)])
		buffer = buffer[:len(buffer)+n]
		switch {
		case errors.Is(err, io.EOF):
			return buffer, true, nil
		case err != nil:
			return buffer, false, fmt.Errorf("read: %w", err)
		case len(buffer) > most:
			return buffer, false, nil
		}
	}
}

// looksBinary is git's rule: a NUL near the beginning.
func looksBinary(head []byte) bool { return bytes.IndexByte(head[:min(len(head), 8000)], 0) >= 0 }
