package projections

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/mergit-io/mergit/events"
)

// Where an interrupt stands.
const (
	InterruptPending   = "pending"
	InterruptResolved  = "resolved"
	InterruptExpired   = "expired"
	InterruptCancelled = "cancelled" // its goal ended first
)

// InterruptRow is something a person is asked.
type InterruptRow struct {
	Goal        string          `json:"goal"`
	ID          string          `json:"id"`
	Workspace   string          `json:"workspace"`
	Task        string          `json:"task,omitempty"`
	Call        int64           `json:"call,omitempty"`
	Type        string          `json:"type"`
	Description string          `json:"description,omitempty"`
	Data        json.RawMessage `json:"data,omitempty"`
	Approves    string          `json:"approves,omitempty"`
	Options     []string        `json:"options,omitempty"`
	Status      string          `json:"status"`
	Decision    string          `json:"decision,omitempty"`
	Feedback    string          `json:"feedback,omitempty"`
	By          string          `json:"by,omitempty"`
	Expires     *time.Time      `json:"expires_at,omitempty"`
	Created     time.Time       `json:"created_at"`
	Resolved    *time.Time      `json:"resolved_at,omitempty"`
	Raised      int64           `json:"raised_revision"` // orders interrupts by age
}

// Key implements Keyed.
func (r *InterruptRow) Key() string { return r.ID }

var interruptTable = &table[Goal, *InterruptRow]{
	name: "interrupts", keys: 2, task: "task",
	indexes: []string{"(status, raised)"},
	rows:    func(g *Goal) *Rows[*InterruptRow] { return &g.Interrupts },
	empty:   func() *InterruptRow { return new(InterruptRow) },
	columns: []Column[*InterruptRow]{
		Text("goal", func(r *InterruptRow) *string { return &r.Goal }),
		Text("id", func(r *InterruptRow) *string { return &r.ID }),
		Fixed(Text("workspace", func(r *InterruptRow) *string { return &r.Workspace })),
		Fixed(Text("task", func(r *InterruptRow) *string { return &r.Task })),
		Fixed(Number("call", func(r *InterruptRow) *int64 { return &r.Call })),
		Fixed(Text("type", func(r *InterruptRow) *string { return &r.Type })),
		Sealed(Fixed(Text("description", func(r *InterruptRow) *string { return &r.Description }))),
		Sealed(Fixed(JSON("data", func(r *InterruptRow) *json.RawMessage { return &r.Data }))),
		Fixed(Text("approves", func(r *InterruptRow) *string { return &r.Approves })),
		Fixed(List("options", func(r *InterruptRow) *[]string { return &r.Options })),
		Text("status", func(r *InterruptRow) *string { return &r.Status }),
		Text("decision", func(r *InterruptRow) *string { return &r.Decision }),
		Sealed(Text("feedback", func(r *InterruptRow) *string { return &r.Feedback })),
		Text("by", func(r *InterruptRow) *string { return &r.By }),
		Fixed(MaybeTime("expires", func(r *InterruptRow) **time.Time { return &r.Expires })),
		Fixed(Time("created", func(r *InterruptRow) *time.Time { return &r.Created })),
		MaybeTime("resolved", func(r *InterruptRow) **time.Time { return &r.Resolved }),
		Fixed(Number("raised", func(r *InterruptRow) *int64 { return &r.Raised })),
	},
}

var interruptRoutes = []Route{
	On(interruptPending),
	On(interruptResolved),
	On(interruptExpired),
}

func interruptPending(g *Goal, e events.Envelope[events.InterruptPending]) error {
	row, err := g.goal(e.Meta)
	if err != nil {
		return err
	}
	f := e.Fact
	g.Interrupts.Put(&InterruptRow{
		Goal: e.Stream.ID, ID: f.Interrupt, Workspace: e.Stream.Workspace, Task: f.Task, Call: int64(f.Call), Type: f.Type,
		Description: f.Description, Data: present(f.Data), Approves: digestText(f.Approves), Options: some(f.Options),
		Status: InterruptPending, Expires: f.Expires, Created: e.Time, Raised: int64(e.Revision),
	})
	if f.Task != "" { // otherwise the goal as a whole waits
		t, err := g.task(e.Meta, f.Task)
		if err != nil {
			return err
		}
		t.Status, t.Interrupt = TaskWaiting, f.Interrupt
	}
	return g.settle(row)
}

func interruptResolved(g *Goal, e events.Envelope[events.InterruptResolved]) error {
	f := e.Fact
	return g.answer(e.Meta, f.Interrupt, func(i *InterruptRow) {
		i.Status, i.Decision, i.Feedback, i.By = InterruptResolved, f.Decision, f.Feedback, f.By
	})
}

func interruptExpired(g *Goal, e events.Envelope[events.InterruptExpired]) error {
	return g.answer(e.Meta, e.Fact.Interrupt, func(i *InterruptRow) { i.Status = InterruptExpired })
}

// answer closes an interrupt and lets the task that waited for it go on.
func (g *Goal) answer(e events.Meta, id string, set func(*InterruptRow)) error {
	row, err := g.goal(e)
	if err != nil {
		return err
	}
	i, ok := g.Interrupts.Edit(id)
	if !ok {
		return fmt.Errorf("goal %s asked nothing under %s", e.Stream.ID, id)
	}
	set(i)
	i.Resolved = moment(e.Time)
	if t, ok := g.Tasks.Get(i.Task); ok && t.Status == TaskWaiting && t.Interrupt == id {
		t, err := g.task(e, i.Task)
		if err != nil {
			return err
		}
		t.Status, t.Interrupt = TaskPending, ""
	}
	return g.settle(row)
}
