package projections

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/mergit-io/mergit/events"
)

// GoalRows are all rows of one goal.
type GoalRows struct {
	Goal *Goal
	Runs map[string]*Run // by task
	// Forgotten says that some content could not be opened any more.
	Forgotten bool
}

// FoldGoal folds one goal's events, those of its aggregate and of all its runs
// in the order of their revisions, without any store: what the tables must hold.
func FoldGoal(batch []Envelope) (GoalRows, error) {
	rows := GoalRows{Goal: new(Goal), Runs: map[string]*Run{}}
	if len(batch) == 0 {
		return rows, nil
	}
	rows.Forgotten = slices.ContainsFunc(batch, func(e Envelope) bool { return e.Forgotten })
	f := NewFolder(Goals, 1<<20)
	f.Missing(batch) // they begin empty
	if err := f.Fold(batch); err != nil {
		return GoalRows{}, err
	}
	for key, unit := range f.cache(Goals.models[0]).young {
		if goal, ok := unit.(*Goal); ok && key.id == batch[0].Stream.ID {
			rows.Goal = goal
		}
	}
	for key, unit := range f.cache(Goals.models[1]).young {
		if run, ok := unit.(*Run); ok && key.id == batch[0].Stream.ID {
			rows.Runs[key.part] = run
		}
	}
	return rows, nil
}

// Rows lists the rows of one of a model's tables by their key.
func (r GoalRows) Rows(m *Model, t Table) map[string][]any {
	if m.depth == 1 {
		return t.Rows(r.Goal)
	}
	all := map[string][]any{}
	for _, run := range r.Runs {
		maps.Copy(all, t.Rows(run))
	}
	return all
}

// FoldAggregate folds one aggregate's events, in the order of their revisions,
// without any store: the rows that a projection of whole aggregates must hold
// of it, by table and key.
func FoldAggregate(p *Projection, batch []Envelope) (map[string]map[string][]any, error) {
	rows := map[string]map[string][]any{}
	if len(batch) == 0 {
		return rows, nil
	}
	f := NewFolder(p, 1<<20)
	f.Missing(batch) // they begin empty
	if err := f.Fold(batch); err != nil {
		return nil, err
	}
	for _, m := range p.models {
		for key, unit := range f.cache(m).young {
			if key.id != batch[0].Stream.ID {
				continue
			}
			for _, t := range m.Tables() {
				rows[t.Name()] = t.Rows(unit)
			}
		}
	}
	return rows, nil
}

// Difference is one place in which stored rows are not what the log says.
type Difference struct {
	Table  string `json:"table"`
	Key    string `json:"key"`
	Task   string `json:"task,omitempty"` // the row belongs to
	Column string `json:"column,omitempty"`
	Stored string `json:"stored"`
	Folded string `json:"folded"`
}

func (d Difference) String() string {
	switch {
	case d.Column == "" && d.Stored == "":
		return fmt.Sprintf("%s %s is missing", d.Table, d.Key)
	case d.Column == "":
		return fmt.Sprintf("%s %s should not be there", d.Table, d.Key)
	}
	return fmt.Sprintf("%s %s: %s is %q, the log says %q", d.Table, d.Key, d.Column, d.Stored, d.Folded)
}

// CompareRows compares rows of one table by their key. If content was forgotten
// since the rows were stored, the columns that hold content do not count.
func CompareRows(t Table, stored, folded map[string][]any, forgotten bool) []Difference {
	var differences []Difference
	columns := t.Columns()
	for _, key := range slices.Sorted(maps.Keys(folded)) {
		want := folded[key]
		have, ok := stored[key]
		if !ok {
			differences = append(differences, Difference{Table: t.Name(), Key: key, Task: taskOf(t, want), Folded: "a row"})
			continue
		}
		for i := range want {
			if !(forgotten && columns[i].Sealed) && !sameValue(have[i], want[i]) {
				differences = append(differences, Difference{
					Table: t.Name(), Key: key, Task: taskOf(t, want), Column: columns[i].Name,
					Stored: ValueText(have[i]), Folded: ValueText(want[i]),
				})
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(stored)) {
		if _, ok := folded[key]; !ok {
			differences = append(differences, Difference{Table: t.Name(), Key: key, Task: taskOf(t, stored[key]), Stored: "a row"})
		}
	}
	return differences
}

// taskOf finds the task a row belongs to.
func taskOf(t Table, values []any) string {
	if i := t.TaskColumn(); i >= 0 {
		return ValueText(values[i])
	}
	return ""
}

func sameValue(a, b any) bool {
	if t, ok := a.(time.Time); ok {
		u, ok := b.(time.Time)
		return ok && t.Equal(u)
	}
	if t, ok := a.(*time.Time); ok {
		u, ok := b.(*time.Time)
		return ok && (t == nil) == (u == nil) && (t == nil || t.Equal(*u))
	}
	return reflect.DeepEqual(a, b)
}

// ValueText writes a stored value for people.
func ValueText(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	case bool:
		return strconv.FormatBool(v)
	case time.Time:
		return events.FormatTime(v)
	case *time.Time:
		if v == nil {
			return ""
		}
		return events.FormatTime(*v)
	case json.RawMessage:
		return string(v)
	}
	return fmt.Sprint(v)
}
