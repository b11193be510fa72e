package auditlog

import (
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"

	"github.com/mergit-io/mergit/events"
)

// Checkpoint is what a signed note says of a log, in the form of C2SP tlog-checkpoint: its first Size entries have this
// tree head.
type Checkpoint struct {
	Origin string // names the log; that of its key
	Size   uint64 // entries
	Root   events.Digest
}

// maxSize bounds a tree: proofs count entries in 63 bits.
const maxSize = math.MaxInt64

// Text is the note's text: origin, size in decimal and root in base64, each a line.
func (c Checkpoint) Text() string {
	return c.Origin + "\n" + strconv.FormatUint(c.Size, 10) + "\n" + base64.StdEncoding.EncodeToString(c.Root[:]) + "\n"
}

// ParseCheckpoint reads a note's text. Lines that extend it are allowed and not kept.
func ParseCheckpoint(text string) (Checkpoint, error) {
	fail := func(reason string) (Checkpoint, error) {
		return Checkpoint{}, errors.New("checkpoint: " + reason)
	}
	lines := strings.SplitAfter(text, "\n")
	if len(lines) < 4 || lines[len(lines)-1] != "" {
		return fail("want at least three lines")
	}
	for i, line := range lines[:len(lines)-1] {
		if lines[i] = strings.TrimSuffix(line, "\n"); lines[i] == "" {
			return fail("a line is empty")
		}
	}
	size, err := strconv.ParseUint(lines[1], 10, 63)
	if err != nil || strconv.FormatUint(size, 10) != lines[1] {
		return fail("the size is no decimal number")
	}
	root, err := base64.StdEncoding.Strict().DecodeString(lines[2])
	if err != nil || len(root) != len(events.Digest{}) {
		return fail("the root is not 32 bytes in base64")
	}
	return Checkpoint{Origin: lines[0], Size: size, Root: events.Digest(root)}, nil
}

// Open checks the signature of a note and reads what it says. key is the verifier key, "<name>+<hash>+<key>"; the log's
// origin must be its name.
func Open(signed, key string) (Checkpoint, error) {
	verifier, err := note.NewVerifier(key)
	if err != nil {
		return Checkpoint{}, fmt.Errorf("verifier key %q: %w", key, err)
	}
	n, err := note.Open([]byte(signed), note.VerifierList(verifier))
	if err != nil {
		return Checkpoint{}, fmt.Errorf("checkpoint: %w", err)
	}
	c, err := ParseCheckpoint(n.Text)
	if err == nil && c.Origin != verifier.Name() {
		err = fmt.Errorf("checkpoint: it is of log %q, its key of %q", c.Origin, verifier.Name())
	}
	return c, err
}
