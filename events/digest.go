package events

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"time"
)

// Digest is a SHA-256 value; its text form is 64 lower-case hex digits.
type Digest [sha256.Size]byte

// Sum digests bytes.
func Sum(data []byte) Digest { return sha256.Sum256(data) }

// IsZero reports whether nothing was digested.
func (d Digest) IsZero() bool { return d == Digest{} }

func (d Digest) String() string { return hex.EncodeToString(d[:]) }

// MarshalText writes hex; the zero digest is the empty text.
func (d Digest) MarshalText() ([]byte, error) {
	if d.IsZero() {
		return []byte{}, nil
	}
	return hex.AppendEncode(nil, d[:]), nil
}

// UnmarshalText reads hex, or nothing for the zero digest.
func (d *Digest) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*d = Digest{}
		return nil
	}
	if len(text) != hex.EncodedLen(len(d)) || bytes.ContainsAny(text, "ABCDEF") {
		return fmt.Errorf("digest %q: want %d lower-case hex digits", text, hex.EncodedLen(len(d)))
	}
	if _, err := hex.Decode(d[:], text); err != nil {
		return fmt.Errorf("digest %q: %w", text, err)
	}
	return nil
}

// ParseDigest reads 64 hex digits, or nothing for the zero digest.
func ParseDigest(text string) (d Digest, err error) { return d, d.UnmarshalText([]byte(text)) }

// TimeLayout is how event times are written, in headers and under the digest:
// RFC 3339 in UTC with at most six decimals (Postgres keeps microseconds).
const TimeLayout = "2006-01-02T15:04:05.999999Z07:00"

// FormatTime writes an event's time.
func FormatTime(t time.Time) string { return t.UTC().Format(TimeLayout) }

// ParseTime reads what FormatTime wrote. In this layout the library takes a
// sixth of the time; it reads any number of decimals in either.
func ParseTime(text string) (time.Time, error) { return time.Parse(time.RFC3339Nano, text) }

// EnvelopeDigest is the SHA-256 over the JSON Canonicalization Scheme (RFC 8785)
// form of the object
//
//	{actor, agent, body, cause, ce-dataschema, ce-id, ce-source, ce-time,
//	 ce-type, correlation, ordinal, previous, subject, version}
//
// where body and previous are hex digests (previous is "" for the first event
// of an aggregate), ordinal and version are numbers and the rest are strings.
// Sequences, Nats-* headers and traceparent are left out: they are unknown when
// the digest is made, or may differ between copies of the log.
func EnvelopeDigest(m Meta, subject, kind string, body []byte) Digest {
	b := make([]byte, 0, 1024)
	field := func(name, value string) {
		b = append(b, ',')
		b = appendCanonicalString(b, name)
		b = append(b, ':')
		b = appendCanonicalString(b, value)
	}
	number := func(name string, value uint64) {
		b = append(b, ',')
		b = appendCanonicalString(b, name)
		b = append(b, ':')
		b = strconv.AppendUint(b, value, 10)
	}
	sum := Sum(body)
	field("actor", m.Actor) // already in the order RFC 8785 sorts them
	field("agent", m.Agent)
	field("body", sum.String())
	field("cause", m.Cause)
	field("ce-dataschema", SchemaURI(kind, m.Version))
	field("ce-id", string(m.ID))
	field("ce-source", m.Source)
	field("ce-time", FormatTime(m.Time))
	field("ce-type", kind)
	field("correlation", m.Correlation)
	number("ordinal", m.Ordinal)
	previous := ""
	if !m.Previous.IsZero() {
		previous = m.Previous.String()
	}
	field("previous", previous)
	field("subject", subject)
	number("version", uint64(m.Version))
	b[0] = '{'
	return Sum(append(b, '}'))
}
