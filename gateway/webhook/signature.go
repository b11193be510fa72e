// Package webhook takes calls of other systems: it knows who called by an
// HMAC-SHA256 over what was sent, and has each call noted once.
package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"time"
)

// Window is how far a signed time may be from ours: an older call is a replay.
const Window = 5 * time.Minute

// Refusals of a call, to be compared with errors.Is.
var (
	ErrUnsigned = errors.New("the call is not signed: send X-Hub-Signature-256, or webhook-id, webhook-timestamp and webhook-signature")
	ErrForged   = errors.New("the signature is not right")
	ErrStale    = errors.New("the signed time is more than five minutes away")
)

// signed is what a right signature vouches for.
type signed struct {
	// key tells a call from its repetition: it is made of signed content alone.
	key string
	// delivery and event are what the source calls them. Not every scheme signs
	// them.
	delivery, event string
}

// verify checks a call against the secrets that are good now; there are two
// while one is being replaced. It knows two schemes: Standard Webhooks, and that
// of GitHub.
func verify(secrets [][]byte, header func(name string) string, body []byte, now time.Time) (signed, error) {
	if header("webhook-signature") != "" {
		return verifyStandard(secrets, header, body, now)
	}
	signature, ok := strings.CutPrefix(header("X-Hub-Signature-256"), "sha256=")
	if !ok {
		return signed{}, ErrUnsigned
	}
	have, err := hex.DecodeString(signature)
	if err != nil || !vouches(secrets, have, body) {
		return signed{}, ErrForged
	}
	// The delivery's ID is not signed: whoever repeats a call can change it. What
	// is signed is the body, and it has times in it.
	sum := sha256.Sum256(body)
	key := "body-" + hex.EncodeToString(sum[:])
	delivery := header("X-GitHub-Delivery")
	if delivery == "" {
		delivery = key
	}
	return signed{key: key, delivery: delivery, event: header("X-GitHub-Event")}, nil
}

// verifyStandard checks a call as https://www.standardwebhooks.com asks, version
// 1 with a symmetric key: HMAC-SHA256 over "id.timestamp.body". The header may
// hold several signatures, with a space between them.
func verifyStandard(secrets [][]byte, header func(name string) string, body []byte, now time.Time) (signed, error) {
	id, stamp := header("webhook-id"), header("webhook-timestamp")
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil || id == "" {
		return signed{}, ErrUnsigned
	}
	content := append([]byte(id+"."+stamp+"."), body...)
	right := false
	for signature := range strings.FieldsSeq(header("webhook-signature")) {
		text, ok := strings.CutPrefix(signature, "v1,")
		have, err := base64.StdEncoding.DecodeString(text)
		right = right || ok && err == nil && vouches(secrets, have, content)
	}
	if !right {
		return signed{}, ErrForged
	}
	if away := now.Sub(time.Unix(seconds, 0)).Abs(); away > Window {
		return signed{}, ErrStale
	}
	return signed{key: "id-" + id, delivery: id, event: header("webhook-event")}, nil
}

// vouches compares in constant time, with every secret.
func vouches(secrets [][]byte, have, content []byte) bool {
	right := 0
	for _, secret := range secrets {
		mac := hmac.New(sha256.New, secret)
		mac.Write(content)
		right |= subtle.ConstantTimeCompare(mac.Sum(nil), have)
	}
	return right == 1
}

// Secret reads a secret as an operator writes it: Standard Webhooks writes
// "whsec_" and base64, others any text.
func Secret(text string) ([]byte, error) {
	if encoded, ok := strings.CutPrefix(text, "whsec_"); ok {
		secret, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil {
			return nil, errors.New("what follows whsec_ is not base64")
		}
		text = string(secret)
	}
	if len(text) < minSecret {
		return nil, errors.New("a secret has at least 16 bytes")
	}
	return []byte(text), nil
}

// minSecret is the shortest secret, in bytes, that is accepted.
const minSecret = 16
