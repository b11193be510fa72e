package projections

import (
	"fmt"
	"iter"
	"maps"

	"github.com/mergit-io/mergit/events"
)

// Envelope is an opened event of any kind.
type Envelope = events.Envelope[events.Event]

// unitKey names a unit: an aggregate's ID, and its part if that is a unit of
// its own.
type unitKey struct{ id, part string }

func (m *Model) unitOf(s events.StreamID) unitKey {
	if m.depth == 1 {
		return unitKey{id: s.ID}
	}
	return unitKey{id: s.ID, part: s.Part}
}

// begins reports whether an event is the first that its unit can have had.
func (m *Model) begins(e events.Meta) bool {
	return e.Ordinal == 1 && (m.depth == 2 || !e.Stream.IsRun())
}

// Missing are units of one model whose stored rows must be read before events
// can be folded into them.
type Missing struct {
	Model *Model
	// IDs and, for models of depth 2, Parts are the units' keys.
	IDs, Parts []string

	units map[unitKey]any
}

// Unit finds a missing unit by its key, to add rows to.
func (m *Missing) Unit(key ...string) any {
	k := unitKey{id: key[0]}
	if m.Model.depth == 2 {
		k.part = key[1]
	}
	return m.units[k]
}

// Units names units to be loaded: the aggregate itself, or, for models of depth
// 2, those of its parts.
func (m *Model) Units(id string, parts ...string) *Missing {
	missing := &Missing{Model: m, units: map[unitKey]any{}}
	if m.depth == 1 {
		parts = []string{""}
	}
	for _, part := range parts {
		missing.add(unitKey{id, part}, m.empty())
	}
	return missing
}

func (m *Missing) add(key unitKey, unit any) {
	m.IDs = append(m.IDs, key.id)
	if m.Model.depth == 2 {
		m.Parts = append(m.Parts, key.part)
	}
	m.units[key] = unit
}

// All yields the units, in no order.
func (m *Missing) All() iter.Seq[any] { return maps.Values(m.units) }

// Folder applies events to rows in memory. It keeps the units it has, so that
// in the long run few are loaded.
type Folder struct {
	projection *Projection
	caches     []*cache // by model
}

// NewFolder makes a folder that keeps about that many units of each model.
func NewFolder(p *Projection, units int) *Folder {
	f := &Folder{projection: p}
	for range p.models {
		f.caches = append(f.caches, &cache{limit: max(units/2, 1)})
	}
	return f
}

func (f *Folder) cache(m *Model) *cache {
	for i, have := range f.projection.models {
		if have == m {
			return f.caches[i]
		}
	}
	return nil
}

// Missing lists the units that events need and the folder does not have. They
// become part of it at once: whoever cannot load them must drop the folder.
func (f *Folder) Missing(batch []Envelope) []*Missing {
	var missing []*Missing
	for i, m := range f.projection.models {
		var want *Missing
		for j := range batch {
			e := &batch[j]
			if f.projection.routes[e.Kind().Name].model != m {
				continue
			}
			key := m.unitOf(e.Stream)
			if _, ok := f.caches[i].get(key); ok {
				continue
			}
			unit := m.empty()
			f.caches[i].put(key, unit)
			if m.begins(e.Meta) {
				continue
			}
			if want == nil {
				want = &Missing{Model: m, units: map[unitKey]any{}}
				missing = append(missing, want)
			}
			want.add(key, unit)
		}
	}
	return missing
}

// Fold applies events, for which nothing must be missing. After an error the
// folder must be dropped.
func (f *Folder) Fold(batch []Envelope) error {
	for i := range batch {
		e := batch[i]
		r, ok := f.projection.routes[e.Kind().Name]
		if !ok || r.fold == nil {
			continue
		}
		c := f.cache(r.model)
		key := r.model.unitOf(e.Stream)
		unit, ok := c.get(key)
		if !ok {
			return fmt.Errorf("projection %s: %s is not loaded", f.projection.Name, e.Stream)
		}
		c.touch(key, unit)
		if err := r.fold(unit, e); err != nil {
			return &FoldError{f.projection.Name, e.Revision, e.Kind().Name, err}
		}
	}
	return nil
}

// Changes collects what was folded since the last Stored.
func (f *Folder) Changes() []Changes {
	var changes []Changes
	for i, m := range f.projection.models {
		if len(f.caches[i].touched) == 0 {
			continue
		}
		for _, t := range m.tables {
			if c := t.Changes(f.caches[i].units); !c.Empty() {
				changes = append(changes, c)
			}
		}
	}
	return changes
}

// Stored says that the changes are in the store.
func (f *Folder) Stored() {
	for i, m := range f.projection.models {
		for _, unit := range f.caches[i].units {
			for _, settle := range m.settle {
				settle(unit)
			}
		}
		f.caches[i].stored()
	}
}

// cache keeps units; those not used for a while go first.
type cache struct {
	limit      int
	young, old map[unitKey]any
	touched    map[unitKey]struct{}
	units      []any // touched, in order
}

func (c *cache) get(key unitKey) (any, bool) {
	if u, ok := c.young[key]; ok {
		return u, true
	}
	if u, ok := c.old[key]; ok {
		delete(c.old, key)
		c.put(key, u)
		return u, true
	}
	return nil, false
}

func (c *cache) put(key unitKey, unit any) {
	if c.young == nil {
		c.young = map[unitKey]any{}
	}
	c.young[key] = unit
}

func (c *cache) touch(key unitKey, unit any) {
	if _, ok := c.touched[key]; ok {
		return
	}
	if c.touched == nil {
		c.touched = map[unitKey]struct{}{}
	}
	c.touched[key] = struct{}{}
	c.units = append(c.units, unit)
}

// stored forgets what was touched and, now that all units are as stored, those
// that were not used since the last time the cache was full.
func (c *cache) stored() {
	clear(c.touched)
	clear(c.units)
	c.units = c.units[:0]
	if len(c.young) > c.limit {
		c.old, c.young = c.young, nil
	}
}
