package projections

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// ColumnInfo is a column's name and SQL type.
type ColumnInfo struct {
	Name, Type string
	// Fixed columns keep the value a row was added with, so they are not
	// written again when the row changes: long texts stay where they are.
	Fixed bool
	// Sealed columns hold content, which is lost with the goal's key.
	Sealed bool
}

// Column moves one column between rows and the store.
type Column[R any] struct {
	ColumnInfo
	value func(R) any        // to store one
	slice func(rows []R) any // to store many: a typed slice
	scan  func(R) any        // where to read to
}

func column[R, T any](name, sql string, at func(R) *T, out func(T) T) Column[R] {
	return Column[R]{
		ColumnInfo: ColumnInfo{Name: name, Type: sql},
		value:      func(r R) any { return out(*at(r)) },
		slice: func(rows []R) any {
			values := make([]T, len(rows))
			for i, r := range rows {
				values[i] = out(*at(r))
			}
			return values
		},
		scan: func(r R) any { return at(r) },
	}
}

// Fixed marks a column whose value never changes once its row was added.
func Fixed[R any](c Column[R]) Column[R] {
	c.ColumnInfo.Fixed = true
	return c
}

// Sealed marks a column of content.
func Sealed[R any](c Column[R]) Column[R] {
	c.ColumnInfo.Sealed = true
	return c
}

func same[T any](v T) T { return v }

// Text is a column of text. What Postgres cannot hold (NUL, invalid UTF-8), and
// content may contain, becomes U+FFFD.
func Text[R any](name string, at func(R) *string) Column[R] {
	return column(name, "text", at, storable)
}

// Number is a column of whole numbers.
func Number[R any](name string, at func(R) *int64) Column[R] {
	return column(name, "bigint", at, same[int64])
}

// Flag is a column of truth values.
func Flag[R any](name string, at func(R) *bool) Column[R] {
	return column(name, "boolean", at, same[bool])
}

// Time is a column of moments.
func Time[R any](name string, at func(R) *time.Time) Column[R] {
	c := column(name, "timestamptz", at, kept)
	c.scan = func(r R) any { return (*utc)(at(r)) }
	return c
}

// kept is what Postgres keeps of a moment: whole microseconds.
func kept(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }

// MaybeTime is a column of moments that may not have come.
func MaybeTime[R any](name string, at func(R) **time.Time) Column[R] {
	c := column(name, "timestamptz", at, func(t *time.Time) *time.Time {
		if t == nil {
			return nil
		}
		u := kept(*t)
		return &u
	})
	c.scan = func(r R) any { return maybeUTC{at(r)} }
	return c
}

// JSON is a column of JSON, stored as the text it is: jsonb refuses texts that
// are valid JSON (\u0000), and nothing searches inside.
func JSON[R any](name string, at func(R) *json.RawMessage) Column[R] {
	text := func(r R) string { return storable(string(*at(r))) }
	return Column[R]{
		ColumnInfo: ColumnInfo{Name: name, Type: "text"},
		value:      func(r R) any { return text(r) },
		slice: func(rows []R) any {
			values := make([]string, len(rows))
			for i, r := range rows {
				values[i] = text(r)
			}
			return values
		},
		scan: func(r R) any { return jsonScan{at(r)} },
	}
}

// List is a column of names, stored as a JSON array.
func List[R any](name string, at func(R) *[]string) Column[R] {
	text := func(r R) string { return listText(*at(r)) }
	return Column[R]{
		ColumnInfo: ColumnInfo{Name: name, Type: "text"},
		value:      func(r R) any { return text(r) },
		slice: func(rows []R) any {
			values := make([]string, len(rows))
			for i, r := range rows {
				values[i] = text(r)
			}
			return values
		},
		scan: func(r R) any { return listScan{at(r)} },
	}
}

func storable(s string) string {
	if strings.IndexByte(s, 0) < 0 && utf8.ValidString(s) {
		return s
	}
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}

func listText(list []string) string {
	if len(list) == 0 {
		return "[]"
	}
	text, _ := json.Marshal(list) // strings always encode
	return storable(string(text))
}

type utc time.Time

// Scan implements sql.Scanner.
func (u *utc) Scan(v any) error {
	t, ok := v.(time.Time)
	if !ok {
		return &scanError{"time", v}
	}
	*u = utc(t.UTC())
	return nil
}

type maybeUTC struct{ at **time.Time }

// Scan implements sql.Scanner.
func (m maybeUTC) Scan(v any) error {
	switch t := v.(type) {
	case nil:
		*m.at = nil
	case time.Time:
		u := t.UTC()
		*m.at = &u
	default:
		return &scanError{"time", v}
	}
	return nil
}

type jsonScan struct{ at *json.RawMessage }

// Scan implements sql.Scanner.
func (j jsonScan) Scan(v any) error {
	s, ok := v.(string)
	if !ok {
		return &scanError{"JSON text", v}
	}
	*j.at = nil
	if s != "" {
		*j.at = json.RawMessage(s)
	}
	return nil
}

type listScan struct{ at *[]string }

// Scan implements sql.Scanner.
func (l listScan) Scan(v any) error {
	s, ok := v.(string)
	if !ok {
		return &scanError{"JSON array", v}
	}
	*l.at = nil
	if s == "[]" {
		return nil
	}
	return json.Unmarshal([]byte(s), l.at)
}

type scanError struct {
	want string
	have any
}

func (e *scanError) Error() string { return fmt.Sprintf("column holds %T, want %s", e.have, e.want) }
