// Package filelog reads a copy of a part of the log from a file, as GET /goals/{id}/audit gives it: one record a line,
// exactly as it is stored.
package filelog

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// Log is an eventlog.Log that can be read and not written.
type Log struct {
	records []eventlog.Record // ascending
}

var _ eventlog.Log = (*Log)(nil)

// line is a record in a file.
type line struct {
	Sequence uint64            `json:"sequence"`
	Subject  string            `json:"subject"`
	Headers  map[string]string `json:"headers"`
	Body     []byte            `json:"body"` // base64
}

// maxLine bounds a line, in bytes. It is well above what an event may have.
const maxLine = 4 << 20

// LineError says which line of a file is no record.
type LineError struct {
	Line int
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

func (e *LineError) Unwrap() error { return e.Err }

// ErrReadOnly says that a file cannot be appended to.
var ErrReadOnly = errors.New("a copy of the log cannot be appended to")

// Open reads a file into memory. It fails with a *LineError if a line is no record, or is not where it belongs.
func Open(path string) (*Log, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	log, err := Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return log, nil
}

// Read is Open for what is not a file.
func Read(from io.Reader) (*Log, error) {
	log, scanner := &Log{}, bufio.NewScanner(from)
	scanner.Buffer(nil, maxLine)
	n := 0
	var last uint64
	for scanner.Scan() {
		n++
		if len(bytes.TrimSpace(scanner.Bytes())) == 0 {
			continue
		}
		r, err := parseLine(scanner.Bytes())
		if err == nil && uint64(r.Revision) <= last {
			err = fmt.Errorf("sequence %d follows %d", r.Revision, last)
		}
		if err != nil {
			return nil, &LineError{n, err}
		}
		last = uint64(r.Revision)
		log.records = append(log.records, r)
	}
	switch err := scanner.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, &LineError{n + 1, fmt.Errorf("has more than %d bytes", maxLine)}
	case err != nil:
		return nil, err
	}
	return log, nil
}

func parseLine(text []byte) (eventlog.Record, error) {
	var l line
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&l); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("the line is cut short")
		}
		return eventlog.Record{}, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return eventlog.Record{}, errors.New("there is something after the record")
	}
	if l.Sequence == 0 || l.Subject == "" || len(l.Headers) == 0 || l.Body == nil {
		return eventlog.Record{}, errors.New("want an object with sequence, subject, headers and body")
	}
	return eventlog.ParseRecord(events.Revision(l.Sequence), l.Subject, func(name string) string { return l.Headers[name] }, l.Body)
}

// AppendLine writes a record as a line of such a file.
func AppendLine(out []byte, r eventlog.Record) ([]byte, error) {
	l := line{Sequence: uint64(r.Revision), Subject: r.Subject, Headers: map[string]string{}, Body: r.Body}
	r.Headers(func(name, value string) { l.Headers[name] = value })
	text, err := json.Marshal(l)
	if err != nil {
		return out, fmt.Errorf("write record %d: %w", r.Revision, err)
	}
	return append(append(out, text...), '\n'), nil
}

// Append implements eventlog.Log: it fails with ErrReadOnly.
func (l *Log) Append(context.Context, ...eventlog.Part) (events.Revision, error) {
	return 0, ErrReadOnly
}

// Load implements eventlog.Log.
func (l *Log) Load(ctx context.Context, s events.StreamID, after events.Revision) iter.Seq2[eventlog.Record, error] {
	return func(yield func(eventlog.Record, error) bool) {
		var chain eventlog.Chain
		for r, err := range l.Read(ctx, eventlog.Query{Subjects: []string{eventlog.Filter(s)}}) {
			if err == nil {
				err = chain.Next(r)
			}
			if err != nil {
				yield(eventlog.Record{}, err)
				return
			}
			if r.Revision > after && !yield(r, nil) {
				return
			}
		}
	}
}

// Read implements eventlog.Log.
func (l *Log) Read(ctx context.Context, q eventlog.Query) iter.Seq2[eventlog.Record, error] {
	return func(yield func(eventlog.Record, error) bool) {
		for _, r := range l.records {
			if err := ctx.Err(); err != nil {
				yield(eventlog.Record{}, err)
				return
			}
			wanted := len(q.Subjects) == 0 || slices.ContainsFunc(q.Subjects, func(p string) bool { return eventlog.Matches(p, r.Subject) })
			if wanted && r.Revision > q.After && !yield(r, nil) {
				return
			}
		}
	}
}

// Follow implements eventlog.Log. Nothing is ever added.
func (l *Log) Follow(ctx context.Context, q eventlog.Query) iter.Seq2[eventlog.Record, error] {
	return func(yield func(eventlog.Record, error) bool) {
		for r, err := range l.Read(ctx, q) {
			if !yield(r, err) || err != nil {
				return
			}
		}
		<-ctx.Done()
		yield(eventlog.Record{}, ctx.Err())
	}
}

// At implements eventlog.Log.
func (l *Log) At(_ context.Context, at events.Revision) (eventlog.Record, error) {
	i, ok := slices.BinarySearchFunc(l.records, at, func(r eventlog.Record, at events.Revision) int { return int(r.Revision) - int(at) })
	if !ok {
		return eventlog.Record{}, eventlog.ErrNoRecord
	}
	return l.records[i], nil
}

// Head implements eventlog.Log.
func (l *Log) Head(context.Context) (events.Revision, error) {
	if len(l.records) == 0 {
		return 0, nil
	}
	return l.records[len(l.records)-1].Revision, nil
}
