package events

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	jsonv2 "github.com/go-json-experiment/json"
)

// SaltSize is the length of a result's salt in bytes.
const SaltSize = 32

// ResultHash is SHA-256(salt ‖ JCS(value)): what a task's leaf commits to. The
// salt is sealed with the value, so that once the key is destroyed nobody can
// confirm a guess at it.
func ResultHash(salt []byte, value json.RawMessage) (Digest, error) {
	canonical, err := Canonical(value)
	if err != nil {
		return Digest{}, fmt.Errorf("result hash: %w", err)
	}
	h := sha256.New()
	h.Write(salt)
	h.Write(canonical)
	return Digest(h.Sum(nil)), nil
}

// NewContent makes the content of an event of a result value, inline if it is
// at most InlineSize bytes. Otherwise blob is what the caller must put into the
// object store, sealed under key, before it appends the event.
func NewContent(salt []byte, value json.RawMessage, key *Key) (c Content, blob []byte, err error) {
	hash, err := ResultHash(salt, value)
	if err != nil {
		return Content{}, nil, err
	}
	var compact bytes.Buffer // what is stored is what is counted
	if err := json.Compact(&compact, value); err != nil {
		return Content{}, nil, fmt.Errorf("result: %w", err)
	}
	value = compact.Bytes()
	c = Content{Hash: hash, Size: int64(len(value))}
	said := Said{Salt: hex.EncodeToString(salt), Value: value}
	if len(value) > InlineSize {
		blob = key.Seal(BlobPlace, value)
		c.Blob = Sum(blob)
		said = Said{Salt: said.Salt, Preview: Preview(value)}
	}
	c.Said, err = marshalPlain(said)
	return c, blob, err
}

// BlobPlace is what sealed blobs are bound to: their content may be referred to
// from several events of the goal.
const BlobPlace = "blob"

// Open reads the sealed half. It answers ErrForgotten if its key is destroyed.
func (c Content) Open() (Said, error) {
	var s Said
	if len(c.Said) == 0 || string(c.Said) == "null" {
		return s, ErrForgotten
	}
	if err := jsonv2.Unmarshal(c.Said, &s, asV1); err != nil {
		return s, fmt.Errorf("content %s: %w", c.Hash, err)
	}
	return s, nil
}

// Check reports whether a value, with the salt it was said with, is what the
// hash commits to.
func (c Content) Check(s Said, value json.RawMessage) error {
	salt, err := hex.DecodeString(s.Salt)
	if err != nil {
		return fmt.Errorf("content %s: salt: %w", c.Hash, err)
	}
	hash, err := ResultHash(salt, value)
	if err != nil {
		return err
	}
	if hash != c.Hash {
		return fmt.Errorf("content has hash %s, want %s", hash, c.Hash)
	}
	return nil
}

// Preview cuts JSON to at most PreviewSize bytes, at a whole character.
func Preview(value json.RawMessage) string {
	if len(value) <= PreviewSize {
		return string(value)
	}
	const ellipsis = "…"
	cut := PreviewSize - len(ellipsis)
	for cut > 0 && !utf8.RuneStart(value[cut]) {
		cut--
	}
	return string(value[:cut]) + ellipsis
}
