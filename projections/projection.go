// Package projections folds the log into tables that can be read.
//
// A fold is a function of the rows and the event, nothing else: no clock, no
// random source, no I/O. It works on rows in memory, those of one unit (a goal,
// a task's run), which are loaded before it runs and stored after it. So the
// same folds serve live events, a rebuild, and the check of a single goal, and
// the same log always gives the same rows.
package projections

import (
	"errors"
	"fmt"
	"slices"

	"github.com/mergit-io/mergit/events"
)

// Projection is a named, versioned set of routes from facts to rows. Raise the
// version whenever the rows of an old log would come out differently.
type Projection struct {
	Name     string
	Version  int
	Families []string

	models []*Model
	routes map[string]route // by kind
}

// Model is a set of tables that are folded together, one unit at a time.
type Model struct {
	depth  int // of the unit's key: 1 is the aggregate's ID, 2 adds its part
	tables []Table
	empty  func() any
	settle []func(unit any)
	routes []Route
}

// Tables lists a model's tables.
func (m *Model) Tables() []Table { return m.tables }

// Depth is how many columns make the key of a unit: 1 is the aggregate's ID, 2
// adds its part.
func (m *Model) Depth() int { return m.depth }

// NewUnit makes an empty unit.
func (m *Model) NewUnit() any { return m.empty() }

// Route says what a model does with one kind of fact.
type Route struct {
	kind *events.Kind
	fold func(unit any, e events.Envelope[events.Event]) error // nil: skip
}

type route struct {
	model *Model
	fold  func(unit any, e events.Envelope[events.Event]) error
}

// On routes a fact to the fold that changes rows of its unit.
func On[S any, E events.Event](fold func(rows *S, e events.Envelope[E]) error) Route {
	return Route{events.KindOf[E](), func(unit any, e events.Envelope[events.Event]) error {
		narrow, ok := events.Narrow[E](e)
		rows, fits := unit.(*S)
		if !ok || !fits {
			return fmt.Errorf("fold for %T over %T", e.Fact, unit)
		}
		return fold(rows, narrow)
	}}
}

// Skip says out loud that a fact does not matter here.
func Skip[E events.Event]() Route { return Route{kind: events.KindOf[E]()} }

// TableOf is a table of units S.
type TableOf[S any] interface {
	Table
	settle(unit any)
}

// OfAggregate is a model whose unit is an aggregate with all its runs.
func OfAggregate[S any](tables []TableOf[S], routes ...Route) *Model {
	return newModel(1, tables, routes)
}

// OfRun is a model whose unit is one stream: a task's run.
func OfRun[S any](tables []TableOf[S], routes ...Route) *Model {
	return newModel(2, tables, routes)
}

func newModel[S any](depth int, tables []TableOf[S], routes []Route) *Model {
	m := &Model{depth: depth, empty: func() any { return new(S) }, routes: routes}
	for _, t := range tables {
		m.tables = append(m.tables, t)
		m.settle = append(m.settle, t.settle)
	}
	return m
}

// Define builds a projection over whole families of facts and panics unless
// every kind in them is routed exactly once.
func Define(name string, version int, families []string, models ...*Model) *Projection {
	p := &Projection{Name: name, Version: version, Families: families, models: models, routes: map[string]route{}}
	var faults []error
	for _, m := range models {
		for _, t := range m.tables {
			if t.Keys() < m.depth {
				faults = append(faults, fmt.Errorf("table %s has %d key columns, its unit has %d: add the unit's first", t.Name(), t.Keys(), m.depth))
			}
		}
		for _, r := range m.routes {
			if _, taken := p.routes[r.kind.Name]; taken {
				faults = append(faults, fmt.Errorf("%s is routed twice: remove one On or Skip", r.kind.Name))
			}
			if !slices.Contains(families, r.kind.Family) {
				faults = append(faults, fmt.Errorf("%s is of family %s: declare the family or remove the route", r.kind.Name, r.kind.Family))
			}
			p.routes[r.kind.Name] = route{m, r.fold}
		}
	}
	for k := range events.Kinds() {
		if _, ok := p.routes[k.Name]; !ok && slices.Contains(families, k.Family) {
			faults = append(faults, fmt.Errorf("no route for %s: add On or Skip", k.Name))
		}
	}
	if err := errors.Join(faults...); err != nil {
		panic(fmt.Errorf("projection %s: %w", name, err))
	}
	return p
}

// Models lists the projection's models.
func (p *Projection) Models() []*Model { return p.models }

// Tables lists the tables of all models.
func (p *Projection) Tables() []Table {
	var tables []Table
	for _, m := range p.models {
		tables = append(tables, m.tables...)
	}
	return tables
}

// FoldError says that a fold refused an event: the log holds something that
// could not have been decided. The projection stops at it.
type FoldError struct {
	Projection string
	Revision   events.Revision
	Kind       string
	Err        error
}

func (e *FoldError) Error() string {
	return fmt.Sprintf("projection %s at sequence %d (%s): %v", e.Projection, e.Revision, e.Kind, e.Err)
}

func (e *FoldError) Unwrap() error { return e.Err }
