package projections

import "iter"

// Keyed is a row that knows its key within its unit.
type Keyed interface {
	comparable
	Key() string
}

// Rows are the rows of one table that belong to one unit, in the order they
// were added. They remember what changed since they were last stored. The zero
// value is empty.
type Rows[R Keyed] struct {
	entries []entry[R]
	index   map[string]int // built once there are many
	deleted []R            // stored before, to be deleted
}

type entry[R Keyed] struct {
	row   R
	state rowState
}

type rowState uint8

const (
	rowStored   rowState = iota // as the table has it
	rowChanged                  // the table has an older one
	rowAdded                    // the table has none
	rowReplaced                 // the table has another one with the same key
	rowGone                     // deleted here
)

// indexFrom is the number of rows from which a map beats looking at each.
const indexFrom = 8

func (r *Rows[R]) find(key string) int {
	if r.index == nil && len(r.entries) >= indexFrom {
		r.index = make(map[string]int, 2*len(r.entries))
		for i, e := range r.entries {
			if e.state != rowGone {
				r.index[e.row.Key()] = i
			}
		}
	}
	if r.index != nil {
		if i, ok := r.index[key]; ok {
			return i
		}
		return -1
	}
	for i, e := range r.entries {
		if e.state != rowGone && e.row.Key() == key {
			return i
		}
	}
	return -1
}

// Get finds a row to look at. It must not be changed.
func (r *Rows[R]) Get(key string) (row R, ok bool) {
	if i := r.find(key); i >= 0 {
		return r.entries[i].row, true
	}
	return row, false
}

// Edit finds a row to change; it will be stored.
func (r *Rows[R]) Edit(key string) (row R, ok bool) {
	i := r.find(key)
	if i < 0 {
		return row, false
	}
	if r.entries[i].state == rowStored {
		r.entries[i].state = rowChanged
	}
	return r.entries[i].row, true
}

// Put adds a row, or replaces the one with its key.
func (r *Rows[R]) Put(row R) {
	key := row.Key()
	if i := r.find(key); i >= 0 {
		r.entries[i].row = row
		if r.entries[i].state != rowAdded {
			r.entries[i].state = rowReplaced
		}
		return
	}
	state := rowAdded
	for i, d := range r.deleted { // the table still has it
		if d.Key() == key {
			r.deleted = append(r.deleted[:i], r.deleted[i+1:]...)
			state = rowReplaced
			break
		}
	}
	r.add(row, state)
}

func (r *Rows[R]) add(row R, state rowState) {
	if r.index != nil {
		r.index[row.Key()] = len(r.entries)
	}
	r.entries = append(r.entries, entry[R]{row, state})
}

// Delete removes a row.
func (r *Rows[R]) Delete(key string) {
	i := r.find(key)
	if i < 0 {
		return
	}
	if r.entries[i].state != rowAdded {
		r.deleted = append(r.deleted, r.entries[i].row)
	}
	r.entries[i].state = rowGone
	delete(r.index, key)
}

// All yields every row to look at.
func (r *Rows[R]) All() iter.Seq[R] {
	return func(yield func(R) bool) {
		for _, e := range r.entries {
			if e.state != rowGone && !yield(e.row) {
				return
			}
		}
	}
}

// EditAll yields every row that want selects, to change.
func (r *Rows[R]) EditAll(want func(R) bool) iter.Seq[R] {
	return func(yield func(R) bool) {
		for i := range r.entries {
			e := &r.entries[i]
			if e.state == rowGone || !want(e.row) {
				continue
			}
			if e.state == rowStored {
				e.state = rowChanged
			}
			if !yield(e.row) {
				return
			}
		}
	}
}

// Len counts the rows.
func (r *Rows[R]) Len() int {
	n := 0
	for range r.All() {
		n++
	}
	return n
}

// settled says that every change was stored.
func (r *Rows[R]) settled() {
	kept := r.entries[:0]
	for _, e := range r.entries {
		if e.state != rowGone {
			kept = append(kept, entry[R]{e.row, rowStored})
		}
	}
	if len(kept) < len(r.entries) {
		clear(r.entries[len(kept):])
		r.index = nil
	}
	r.entries, r.deleted = kept, nil
}
