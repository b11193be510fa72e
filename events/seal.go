package events

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// Forgotten stands where sealed text was whose key is destroyed.
const Forgotten = "[forgotten]"

// ErrForgotten says that content cannot be opened any more, on purpose.
var ErrForgotten = errors.New("content is forgotten: its key was destroyed")

// Key seals the content of one goal with AES-256-GCM.
type Key struct {
	ID    string // "kid" in sealed content; the goal's ID
	aead  cipher.AEAD
	nonce []byte // secret that derives nonces
}

// KeySize is the length of a key's secret in bytes.
const KeySize = 32

// NewKey makes a key of its stored secret.
func NewKey(id string, secret []byte) (*Key, error) {
	if len(secret) != KeySize {
		return nil, fmt.Errorf("key %s: secret has %d bytes, want %d", id, len(secret), KeySize)
	}
	block, err := aes.NewCipher(secret)
	if err != nil {
		return nil, fmt.Errorf("key %s: %w", id, err)
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return nil, fmt.Errorf("key %s: %w", id, err)
	}
	return &Key{ID: id, aead: aead, nonce: mac(secret, []byte("mergit nonce v1"))}, nil
}

func mac(key []byte, parts ...[]byte) []byte {
	h := hmac.New(sha256.New, key)
	for _, p := range parts {
		h.Write(strconv.AppendInt(nil, int64(len(p)), 10))
		h.Write([]byte{0})
		h.Write(p)
	}
	return h.Sum(nil)
}

// Seal encrypts plain, bound to the place it stands in: an event's ID and field,
// or "blob". The nonce is derived from key, place and plain text (as RFC 8452
// does to resist misuse), so sealing is deterministic: encoding a fact twice
// gives the same bytes, and the same blob is stored once.
func (k *Key) Seal(place string, plain []byte) []byte {
	nonce := mac(k.nonce, []byte(place), plain)[:k.aead.NonceSize()]
	return k.aead.Seal(nonce, nonce, plain, []byte(place))
}

// Fingerprint is a digest of content that tells nothing to whoever lacks the
// key, and nothing to anybody once it is destroyed: an HMAC-SHA256.
func (k *Key) Fingerprint(what string, content []byte) Digest {
	return Digest(mac(k.nonce, []byte("fingerprint"), []byte(what), content))
}

// Open decrypts what Seal made for the same place.
func (k *Key) Open(place string, sealed []byte) ([]byte, error) {
	return k.open(nil, place, sealed)
}

// open is Open, and puts what it decrypts behind dst, which may be where the
// ciphertext begins.
func (k *Key) open(dst []byte, place string, sealed []byte) ([]byte, error) {
	n := k.aead.NonceSize()
	if len(sealed) < n {
		return nil, fmt.Errorf("sealed content of %d bytes is cut short", len(sealed))
	}
	plain, err := k.aead.Open(dst, sealed[:n], sealed[n:], []byte(place))
	if err != nil {
		return nil, fmt.Errorf("sealed content for %s was changed or moved: %w", place, err)
	}
	return plain, nil
}

// sealed is how sealed content stands in a body.
type sealed struct {
	Box []byte `json:"$sealed"` // nonce ‖ ciphertext ‖ tag, base64
	KID string `json:"kid"`
}

var sealedMark = []byte(`{"$sealed":"`)

// sealJSON puts content into a box.
func (k *Key) sealJSON(place string, plain []byte) json.RawMessage {
	box := k.Seal(place, plain)
	out := make([]byte, 0, len(sealedMark)+base64.StdEncoding.EncodedLen(len(box))+len(k.ID)+12)
	out = append(out, sealedMark...)
	out = base64.StdEncoding.AppendEncode(out, box)
	out = append(out, `","kid":`...)
	out = appendCanonicalString(out, k.ID)
	return append(out, '}')
}

// parseSealed reads a box as sealJSON writes it, which is faster than reading
// any JSON by far.
func parseSealed(text []byte) (s sealed, ok bool) {
	const between = `","kid":"`
	box, rest, found := bytes.Cut(text[len(sealedMark):], []byte(between))
	kid, closed := bytes.CutSuffix(rest, []byte(`"}`))
	if !found || !closed || bytes.ContainsAny(kid, `"\\`) {
		return s, false
	}
	s.KID = string(kid)
	s.Box = make([]byte, base64.StdEncoding.DecodedLen(len(box)))
	n, err := base64.StdEncoding.Decode(s.Box, box)
	s.Box = s.Box[:n]
	return s, err == nil
}

// Opener finds the key that sealed something. It answers ErrForgotten if the
// key was destroyed.
type Opener func(kid string) (*Key, error)

// openJSON takes content out of its box; content that was stored plain (a log
// written without keys) is returned as it is.
func openJSON(open Opener, place string, text json.RawMessage) (json.RawMessage, error) {
	if !bytes.HasPrefix(text, sealedMark) {
		return text, nil
	}
	s, ok := parseSealed(text)
	if !ok {
		if err := json.Unmarshal(text, &s); err != nil {
			return nil, fmt.Errorf("sealed content for %s: %w", place, err)
		}
	}
	key, err := open(s.KID)
	if err != nil {
		return nil, err
	}
	// The box was made of the text just now, so nobody else reads it.
	return key.open(s.Box[min(key.aead.NonceSize(), len(s.Box)):][:0], place, s.Box)
}
