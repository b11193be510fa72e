// Package memstore keeps projections in memory, for tests.
package memstore

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/mergit-io/mergit/projections"
)

// Store is a projections.Store. Its zero value is empty.
type Store struct {
	mu         sync.Mutex
	generation map[string]*generation // active, by projection
}

type generation struct {
	projections.Generation
	at     projections.Position
	tables map[string]map[string][]any // by table and key
}

var _ projections.Store = (*Store)(nil)

// Open implements projections.Store.
func (s *Store) Open(_ context.Context, p *projections.Projection) (projections.Generation, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, ok := s.generation[p.Name]
	if !ok {
		if s.generation == nil {
			s.generation = map[string]*generation{}
		}
		g = &generation{Generation: projections.Generation{ID: 1, Projection: p.Name, Version: p.Version, Number: 1}, tables: map[string]map[string][]any{}}
		s.generation[p.Name] = g
	}
	if g.Version != p.Version {
		return g.Generation, &projections.VersionError{Projection: p.Name, Active: g.Version, Have: p.Version}
	}
	return g.Generation, nil
}

// Replace makes an empty generation the active one.
func (s *Store) Replace(p *projections.Projection) {
	s.mu.Lock()
	defer s.mu.Unlock()
	next := s.generation[p.Name].Generation
	next.ID++
	next.Number++
	s.generation[p.Name] = &generation{Generation: next, tables: map[string]map[string][]any{}}
}

// active finds a generation that is still written. The caller holds mu.
func (s *Store) active(g projections.Generation) (*generation, error) {
	if have, ok := s.generation[g.Projection]; ok && have.Generation == g {
		return have, nil
	}
	return nil, &projections.SupersededError{Generation: g}
}

// Position implements projections.Store.
func (s *Store) Position(_ context.Context, g projections.Generation) (projections.Position, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	have, err := s.active(g)
	if err != nil {
		return projections.Position{}, err
	}
	return have.at, nil
}

// Load implements projections.Store.
func (s *Store) Load(_ context.Context, g projections.Generation, units *projections.Missing) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	have, err := s.active(g)
	if err != nil {
		return err
	}
	for _, t := range units.Model.Tables() {
		if projections.LayoutOf(t).Logged {
			continue
		}
		for _, values := range have.tables[t.Name()] {
			if !wanted(units, values) {
				continue
			}
			into, add := t.NewRow()
			for i, v := range values {
				if err := assign(into[i], v); err != nil {
					return fmt.Errorf("%s.%s: %w", t.Name(), t.Columns()[i].Name, err)
				}
			}
			add(units.Unit)
		}
	}
	return nil
}

func wanted(units *projections.Missing, values []any) bool {
	for i, id := range units.IDs {
		if values[0] == id && (units.Model.Depth() == 1 || values[1] == units.Parts[i]) {
			return true
		}
	}
	return false
}

// assign does what a database driver does on reading.
func assign(into, v any) error {
	if t, ok := v.(*time.Time); ok {
		if v = nil; t != nil {
			v = *t
		}
	}
	switch into := into.(type) {
	case sql.Scanner:
		return into.Scan(v)
	case *string:
		*into, _ = v.(string)
	case *int64:
		*into, _ = v.(int64)
	case *bool:
		*into, _ = v.(bool)
	default:
		return fmt.Errorf("cannot read into %T", into)
	}
	return nil
}

// Commit implements projections.Store.
func (s *Store) Commit(_ context.Context, g projections.Generation, c projections.Commit) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	have, err := s.active(g)
	if err != nil {
		return err
	}
	for _, m := range c.Moves {
		if have.at.Slots[m.Slot].Revision != m.From {
			return &projections.StaleError{Generation: g}
		}
	}
	for _, m := range c.Moves {
		have.at.Slots[m.Slot] = m.To
	}
	for slot := range have.at.Seen {
		if c.Partition.Has(slot) {
			have.at.Seen[slot] = max(have.at.Seen[slot], c.Seen)
		}
	}
	for _, change := range c.Changes {
		have.write(change)
	}
	return nil
}

func (g *generation) write(c projections.Changes) {
	t := c.Table
	rows := g.tables[t.Name()]
	if rows == nil {
		rows = map[string][]any{}
		g.tables[t.Name()] = rows
	}
	each := func(b projections.Batch, do func(key string, values []any)) {
		for i := range b.Len() {
			values := b.Row(i, nil)
			do(projections.KeyText(values[:t.Keys()]), values)
		}
	}
	each(c.Deleted, func(key string, _ []any) { delete(rows, key) })
	each(c.Added, func(key string, values []any) { rows[key] = values })
	each(c.Replaced, func(key string, values []any) { rows[key] = values })
	each(c.Changed, func(key string, values []any) {
		old := rows[key]
		if old == nil {
			return
		}
		for i, column := range t.Columns() {
			if column.Fixed {
				values[i] = old[i]
			}
		}
		rows[key] = values
	})
}

// Goal returns the rows of one goal in one table, by key.
func (s *Store) Goal(p *projections.Projection, table, goal string) map[string][]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	rows := map[string][]any{}
	g, ok := s.generation[p.Name]
	if !ok {
		return rows
	}
	for key, values := range g.tables[table] {
		if key == goal || strings.HasPrefix(key, goal+".") {
			rows[key] = values
		}
	}
	return rows
}
