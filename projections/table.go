package projections

import (
	"slices"
	"strings"
)

// Table is one table of a model, seen by a store: it never learns the types of
// rows and units.
type Table interface {
	Name() string
	// Columns lists all columns; the first Keys of them are the primary key,
	// and the first of those are the unit's key.
	Columns() []ColumnInfo
	Keys() int
	// TaskColumn is the place of the column that names the task a row belongs
	// to, -1 if there is none.
	TaskColumn() int
	// Indexes lists secondary indexes as SQL has them, "(status, id)".
	Indexes() []string
	// Changes collects what changed in units.
	Changes(units []any) Changes
	// NewRow makes a row to read into, and what adds it to the unit it
	// belongs to once that is done.
	NewRow() (into []any, add func(unit func(key ...string) any))
	// Rows lists a unit's rows by their key, as stored values.
	Rows(unit any) map[string][]any
}

// Changes are the changed rows of one table.
type Changes struct {
	Table Table
	// Added are rows the table does not have, Changed those of which it has
	// an older one, with the same fixed columns, and Replaced those of which
	// it has another one. Deleted holds those to remove.
	Added, Changed, Replaced, Deleted Batch
}

// Empty reports whether nothing changed.
func (c Changes) Empty() bool {
	return c.Added.Len() == 0 && c.Changed.Len() == 0 && c.Replaced.Len() == 0 && c.Deleted.Len() == 0
}

// Batch is rows of one table.
type Batch interface {
	Len() int
	// Row returns the values of one row in the order of the table's columns.
	Row(i int, into []any) []any
	// Slice returns one column of all rows as a typed slice.
	Slice(column int) any
}

// table implements Table for rows R of units S.
type table[S any, R Keyed] struct {
	name    string
	keys    int
	task    string // column that names the task
	columns []Column[R]
	indexes []string
	layout  Layout
	rows    func(*S) *Rows[R]
	empty   func() R
}

func (t *table[S, R]) Name() string      { return t.name }
func (t *table[S, R]) Keys() int         { return t.keys }
func (t *table[S, R]) Indexes() []string { return t.indexes }

func (t *table[S, R]) TaskColumn() int {
	return slices.IndexFunc(t.columns, func(c Column[R]) bool { return c.Name == t.task })
}

func (t *table[S, R]) Columns() []ColumnInfo {
	infos := make([]ColumnInfo, len(t.columns))
	for i, c := range t.columns {
		infos[i] = c.ColumnInfo
	}
	return infos
}

func (t *table[S, R]) Changes(units []any) Changes {
	var added, changed, replaced, deleted []R
	for _, u := range units {
		rows := t.rows(u.(*S))
		for _, e := range rows.entries {
			switch e.state {
			case rowAdded:
				added = append(added, e.row)
			case rowChanged:
				changed = append(changed, e.row)
			case rowReplaced:
				replaced = append(replaced, e.row)
			case rowStored, rowGone:
			}
		}
		deleted = append(deleted, rows.deleted...)
	}
	batch := func(rows []R) Batch { return rowBatch[S, R]{t, rows} }
	return Changes{Table: t, Added: batch(added), Changed: batch(changed), Replaced: batch(replaced), Deleted: batch(deleted)}
}

func (t *table[S, R]) NewRow() (into []any, add func(unit func(key ...string) any)) {
	row := t.empty()
	into = make([]any, len(t.columns))
	for i, c := range t.columns {
		into[i] = c.scan(row)
	}
	return into, func(unit func(key ...string) any) {
		key := make([]string, 0, 2)
		for _, c := range t.columns[:min(t.keys, 2)] {
			text, _ := c.value(row).(string)
			key = append(key, text)
		}
		if u, ok := unit(key...).(*S); ok {
			t.rows(u).add(row, rowStored)
		}
	}
}

func (t *table[S, R]) Rows(unit any) map[string][]any {
	rows := map[string][]any{}
	for row := range t.rows(unit.(*S)).All() {
		values := make([]any, len(t.columns))
		for i, c := range t.columns {
			values[i] = c.value(row)
		}
		rows[KeyText(values[:t.keys])] = values
	}
	return rows
}

func (t *table[S, R]) settle(unit any) {
	rows := t.rows(unit.(*S))
	if t.layout.Logged {
		*rows = Rows[R]{}
		return
	}
	rows.settled()
}

type rowBatch[S any, R Keyed] struct {
	table *table[S, R]
	rows  []R
}

func (b rowBatch[S, R]) Len() int { return len(b.rows) }

func (b rowBatch[S, R]) Row(i int, into []any) []any {
	for _, c := range b.table.columns {
		into = append(into, c.value(b.rows[i]))
	}
	return into
}

func (b rowBatch[S, R]) Slice(column int) any { return b.table.columns[column].slice(b.rows) }

// KeyText writes a primary key for people: "0192….readme".
func KeyText(values []any) string {
	var b strings.Builder
	for i, v := range values {
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(ValueText(v))
	}
	return b.String()
}
