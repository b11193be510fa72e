package sentence

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Version is of how texts become vectors: of the tokenizer, the pooling and what follows it here. Vectors of two versions are not
// compared, so a change of any of them is a change of it.
const Version = 1

// Limits of what is said between a process and its model's.
const (
	// MostTexts of one question, so that none takes long.
	MostTexts = 16
	// MostBytes of a text that are looked at: a model reads a few hundred tokens, which are a few thousand bytes.
	MostBytes = 64 << 10
	// MostDimensions of a vector.
	MostDimensions = 8192
	// mostFrame bounds a frame, in bytes: a number takes up to 15.
	mostFrame = MostTexts * MostDimensions * 16
)

// Hello is the first that a model's process says.
type Hello struct {
	Version int    `json:"version"`
	Digest  string `json:"digest"`
	// Dimensions of its vectors, and the Tokens that it reads of a text.
	Dimensions int `json:"dimensions"`
	Tokens     int `json:"tokens"`
	// Fault is why there is no model, and nothing will follow.
	Fault string `json:"fault,omitempty"`
}

// Question asks for the vectors of some texts.
type Question struct {
	Number uint64   `json:"number"`
	Texts  []string `json:"texts"`
}

// Answer is a vector of each text, of whatever length, and of how many bytes of the text it is.
type Answer struct {
	Number  uint64      `json:"number"`
	Vectors [][]float32 `json:"vectors,omitempty"`
	Read    []int       `json:"read,omitempty"`
	// Fault is why there are none; nothing will follow.
	Fault string `json:"fault,omitempty"`
}

// errFrame is what is no frame of this protocol.
var errFrame = errors.New("no frame")

// Write writes a frame: four bytes of length, most significant first, and JSON.
func Write(w io.Writer, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if len(b) > mostFrame {
		return fmt.Errorf("%w: %d bytes", errFrame, len(b))
	}
	_, err = w.Write(append(binary.BigEndian.AppendUint32(make([]byte, 0, 4+len(b)), uint32(len(b))), b...))
	return err
}

// ReadFrame reads a frame. Before the first byte of one its error is io.EOF where nothing follows.
func ReadFrame(r io.Reader, v any) error {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return err
	}
	n := binary.BigEndian.Uint32(head[:])
	if n > mostFrame {
		return fmt.Errorf("%w: it would have %d bytes", errFrame, n)
	}
	// What was announced is believed only as it comes.
	b, err := io.ReadAll(io.LimitReader(r, int64(n)))
	if err != nil {
		return err
	}
	if len(b) < int(n) {
		return io.ErrUnexpectedEOF
	}
	if err := json.Unmarshal(b, v); err != nil {
		return fmt.Errorf("%w: %w", errFrame, err)
	}
	return nil
}
