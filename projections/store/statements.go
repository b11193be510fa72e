package store

import (
	"fmt"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"

	"github.com/mergit-io/mergit/projections"
)

// statements keeps the SQL of each table of each generation.
type statements struct{ made sync.Map } // of tableKey → *tableSQL

type tableKey struct{ schema, table string }

// tableSQL reads and writes one table. Statements take one array for each
// column, so that their text, and the plan Postgres keeps for it, does not
// depend on the number of rows.
type tableSQL struct {
	ident                  pgx.Identifier
	columns                []string
	all, keys, changing    []int     // columns that a statement's arrays are of
	load                   [3]string // by the depth of the unit's key
	upsert, update, remove string
}

func (s *statements) of(g projections.Generation, t projections.Table) *tableSQL {
	key := tableKey{g.Schema(), t.Name()}
	if have, ok := s.made.Load(key); ok {
		return have.(*tableSQL)
	}
	made, _ := s.made.LoadOrStore(key, newTableSQL(g.Schema(), t))
	return made.(*tableSQL)
}

func quoted(name string) string { return pgx.Identifier{name}.Sanitize() }

func newTableSQL(schema string, t projections.Table) *tableSQL {
	s := &tableSQL{ident: pgx.Identifier{schema, t.Name()}}
	columns := t.Columns()
	names := make([]string, len(columns))
	for i, c := range columns {
		s.columns, names[i] = append(s.columns, c.Name), quoted(c.Name)
		s.all = append(s.all, i)
		if i < t.Keys() {
			s.keys = append(s.keys, i)
		}
		if i < t.Keys() || !c.Fixed {
			s.changing = append(s.changing, i)
		}
	}
	arrays := func(of []int) string {
		parts := make([]string, len(of))
		for i, c := range of {
			parts[i] = fmt.Sprintf("$%d::%s[]", i+1, columns[c].Type)
		}
		return strings.Join(parts, ", ")
	}
	list := func(of []int, format string) []string {
		parts := make([]string, len(of))
		for i, c := range of {
			parts[i] = strings.ReplaceAll(format, "?", names[c])
		}
		return parts
	}
	match := strings.Join(list(s.keys, "t.? = n.?"), " AND ")
	from := func(of []int) string {
		return fmt.Sprintf("unnest(%s) AS n (%s)", arrays(of), strings.Join(list(of, "?"), ", "))
	}
	table := s.ident.Sanitize()
	rest, settable := s.all[t.Keys():], s.changing[t.Keys():]

	conflict := "NOTHING"
	if len(rest) > 0 {
		conflict = "UPDATE SET " + strings.Join(list(rest, "? = excluded.?"), ", ")
	}
	s.upsert = fmt.Sprintf("INSERT INTO %s (%s) SELECT * FROM %s ON CONFLICT (%s) DO %s",
		table, strings.Join(names, ", "), from(s.all), strings.Join(names[:t.Keys()], ", "), conflict)
	if len(settable) > 0 {
		s.update = fmt.Sprintf("UPDATE %s AS t SET %s FROM %s WHERE %s", table, strings.Join(list(settable, "? = n.?"), ", "), from(s.changing), match)
	} else {
		s.update, s.changing = s.upsert, s.all
	}
	for depth := 1; depth <= min(2, t.Keys()); depth++ {
		s.load[depth] = loadSQL(table, names, depth)
	}
	s.remove = fmt.Sprintf("DELETE FROM %s AS t USING %s WHERE %s", table, from(s.keys), match)
	return s
}

// loadSQL reads the rows of units by the leading columns of the key.
func loadSQL(table string, names []string, depth int) string {
	on, arrays, n := make([]string, depth), make([]string, depth), make([]string, depth)
	for i := range depth {
		arrays[i] = fmt.Sprintf("$%d::text[]", i+1)
		n[i] = fmt.Sprintf("k%d", i)
		on[i] = fmt.Sprintf("t.%s = n.k%d", names[i], i)
	}
	qualified := make([]string, len(names))
	for i, name := range names {
		qualified[i] = "t." + name
	}
	return fmt.Sprintf("SELECT %s FROM unnest(%s) AS n (%s) JOIN %s AS t ON %s",
		strings.Join(qualified, ", "), strings.Join(arrays, ", "), strings.Join(n, ", "), table, strings.Join(on, " AND "))
}
