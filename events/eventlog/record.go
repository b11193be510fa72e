package eventlog

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/mergit-io/mergit/events"
)

// Record is one event as stored: its envelope, and its body as opaque bytes.
type Record struct {
	events.Meta
	Kind    string // ce-type
	Subject string
	Body    []byte // JSON, content sealed
}

// Digest is what the record's successor names as its previous digest.
func (r Record) Digest() events.Digest {
	return events.EnvelopeDigest(r.Meta, r.Subject, r.Kind, r.Body)
}

// The headers of a stored record: CloudEvents 1.0 in binary mode, with our own
// as extension attributes.
const (
	HeaderSpec        = "ce-specversion"
	HeaderID          = "ce-id"
	HeaderType        = "ce-type"
	HeaderTime        = "ce-time"
	HeaderSource      = "ce-source"
	HeaderSubject     = "ce-subject"
	HeaderSchema      = "ce-dataschema"
	HeaderVersion     = "ce-version"
	HeaderCause       = "ce-cause"
	HeaderCorrelation = "ce-correlation"
	HeaderActor       = "ce-actor"
	HeaderAgent       = "ce-agent"
	HeaderOrdinal     = "ce-ordinal"
	HeaderPrevious    = "ce-previousdigest"
	HeaderPreviousAt  = "ce-previoussequence"
	HeaderContentType = "content-type"
	HeaderTrace       = "traceparent"
)

// Headers lists a record's headers; those without a value are left out.
func (r Record) Headers(set func(name, value string)) {
	optional := func(name, value string) {
		if value != "" {
			set(name, value)
		}
	}
	set(HeaderSpec, "1.0")
	set(HeaderContentType, "application/json")
	set(HeaderID, string(r.ID))
	set(HeaderType, r.Kind)
	set(HeaderTime, events.FormatTime(r.Time))
	set(HeaderSource, r.Source)
	set(HeaderSubject, r.Stream.String())
	set(HeaderSchema, events.SchemaURI(r.Kind, r.Version))
	set(HeaderVersion, strconv.Itoa(r.Version))
	set(HeaderOrdinal, strconv.FormatUint(r.Ordinal, 10))
	optional(HeaderCause, r.Cause)
	optional(HeaderCorrelation, r.Correlation)
	optional(HeaderActor, r.Actor)
	optional(HeaderAgent, r.Agent)
	optional(HeaderTrace, r.TraceParent)
	if !r.Previous.IsZero() {
		set(HeaderPrevious, r.Previous.String())
		set(HeaderPreviousAt, strconv.FormatUint(uint64(r.PreviousRevision), 10))
	}
}

// MalformedRecordError says that what is stored at a revision is no record:
// something other than Mergit wrote it, or it was changed.
type MalformedRecordError struct {
	Revision events.Revision
	Subject  string
	Err      error
}

func (e *MalformedRecordError) Error() string {
	return fmt.Sprintf("record at sequence %d on %s: %v", e.Revision, e.Subject, e.Err)
}

func (e *MalformedRecordError) Unwrap() error { return e.Err }

// ParseRecord reads a stored record. It checks the form, not the digest, and
// fails with *MalformedRecordError.
func ParseRecord(at events.Revision, subject string, header func(name string) string, body []byte) (Record, error) {
	fail := func(err error) (Record, error) {
		return Record{}, &MalformedRecordError{Revision: at, Subject: subject, Err: err}
	}
	r := Record{Kind: header(HeaderType), Subject: subject, Body: body}
	var err error
	if r.Stream, err = events.ParseStreamID(header(HeaderSubject)); err != nil {
		return fail(err)
	}
	if r.Time, err = events.ParseTime(header(HeaderTime)); err != nil {
		return fail(err)
	}
	if r.Version, err = strconv.Atoi(header(HeaderVersion)); err != nil {
		return fail(fmt.Errorf("version: %w", err))
	}
	if schema := header(HeaderSchema); !events.IsSchemaURI(schema, r.Kind, r.Version) {
		return fail(fmt.Errorf("schema %q is not that of %s version %d", schema, r.Kind, r.Version))
	}
	if r.Ordinal, err = strconv.ParseUint(header(HeaderOrdinal), 10, 64); err != nil {
		return fail(fmt.Errorf("ordinal: %w", err))
	}
	if r.Previous, err = events.ParseDigest(header(HeaderPrevious)); err != nil {
		return fail(fmt.Errorf("previous: %w", err))
	}
	if text := header(HeaderPreviousAt); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return fail(fmt.Errorf("previous sequence: %w", err))
		}
		r.PreviousRevision = events.Revision(n)
	}
	r.ID, r.Source, r.Cause = events.ID(header(HeaderID)), header(HeaderSource), header(HeaderCause)
	r.Correlation, r.Actor, r.Agent = header(HeaderCorrelation), header(HeaderActor), header(HeaderAgent)
	r.TraceParent, r.Revision = header(HeaderTrace), at
	if r.ID == "" {
		return fail(errors.New("no " + HeaderID))
	}
	return r, nil
}
