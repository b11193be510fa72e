// Package reads answers the gateway's reads from the projections.
package reads

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/gateway/api"
	"github.com/mergit-io/mergit/gateway/wire"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/views"
)

// Source is where rows come from; *views.Views is one.
type Source interface {
	AgentSource
	ListGoals(context.Context, views.GoalFilter) (views.GoalPage, error)
	GoalsByID(ctx context.Context, workspace string, ids []string) ([]projections.GoalRow, error)
	Goal(ctx context.Context, id string) (views.Goal, error)
	Proof(ctx context.Context, goal string) (views.Proof, error)
	Interrupts(context.Context, views.InterruptFilter) (views.InterruptPage, error)
	WaitFor(ctx context.Context, slot int, r events.Revision) error
}

var _ Source = (*views.Views)(nil)

// Reads is an api.Views.
type Reads struct{ source Source }

var _ api.Views = (*Reads)(nil)

// New answers from a source.
func New(source Source) *Reads { return &Reads{source} }

// Goals implements api.Views.
func (r *Reads) Goals(ctx context.Context, q api.GoalQuery) ([]wire.GoalSummary, error) {
	page, err := r.source.ListGoals(ctx, views.GoalFilter{
		Workspace: q.Workspace, Status: q.Status, Agent: q.Agent, Limit: q.Limit, Cursor: before(q.Before),
	})
	if err != nil {
		return nil, err
	}
	return each(page.Goals, summary), nil
}

// Goal implements api.Views.
func (r *Reads) Goal(ctx context.Context, workspace, id string) (wire.Goal, error) {
	g, err := r.source.Goal(ctx, id)
	if errors.Is(err, views.ErrNotFound) || err == nil && g.Workspace != workspace {
		return wire.Goal{}, api.ErrNotFound
	}
	if err != nil {
		return wire.Goal{}, err
	}
	return goal(g), nil
}

// Proof implements api.Views.
func (r *Reads) Proof(ctx context.Context, workspace, id string) (wire.Proof, error) {
	p, err := r.source.Proof(ctx, id)
	if errors.Is(err, views.ErrNotFound) || err == nil && p.Workspace != workspace {
		return wire.Proof{}, api.ErrNotFound
	}
	if err != nil {
		return wire.Proof{}, err
	}
	out := proof(p.ProofRow)
	out.Leaves = each(p.Leaves, func(l projections.LeafRow) wire.Leaf {
		return wire.Leaf{Task: l.Task, Index: l.Position, ResultHash: l.Result, AgentAddress: l.AgentAddress}
	})
	return out, nil
}

// Interrupts implements api.Views.
func (r *Reads) Interrupts(ctx context.Context, q api.InterruptQuery) ([]wire.Interrupt, error) {
	page, err := r.source.Interrupts(ctx, views.InterruptFilter{
		Workspace: q.Workspace, Status: q.Status, Limit: q.Limit, Cursor: before(q.Before),
	})
	if err != nil {
		return nil, err
	}
	list := each(page.Interrupts, interrupt)
	return list, r.entitle(ctx, q.Workspace, list)
}

// entitle says of each interrupt what its goal is called.
func (r *Reads) entitle(ctx context.Context, workspace string, list []wire.Interrupt) error {
	titles := map[string]string{}
	for _, i := range list {
		titles[i.Goal] = ""
	}
	if len(titles) == 0 {
		return nil
	}
	goals, err := r.source.GoalsByID(ctx, workspace, slices.Collect(maps.Keys(titles)))
	if err != nil {
		return err
	}
	for _, g := range goals {
		titles[g.ID] = g.Title
	}
	for n := range list {
		list[n].GoalTitle = titles[list[n].Goal]
	}
	return nil
}

// WaitFor implements api.Views.
func (r *Reads) WaitFor(ctx context.Context, slot int, revision events.Revision) error {
	return r.source.WaitFor(ctx, slot, revision)
}

// before is the cursor of what is older than a revision.
func before(revision uint64) string {
	if revision == 0 {
		return ""
	}
	return strconv.FormatUint(revision, 10)
}

func each[A, B any](list []A, make1 func(A) B) []B {
	out := make([]B, len(list))
	for i, a := range list {
		out[i] = make1(a)
	}
	return out
}

// lagTime is how far behind the log reads may be, and the server still be ready.
const lagTime = 2 * time.Second

// Lag checks that reads soon see what the log holds now.
func (r *Reads) Lag(log eventlog.Log) api.Check {
	return api.Check{Name: "projections", Run: func(ctx context.Context) error {
		head, err := log.Head(ctx)
		if err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(ctx, lagTime)
		defer cancel()
		if err := r.source.WaitFor(ctx, views.EverySlot, head); err != nil && ctx.Err() != nil {
			return fmt.Errorf("reads have not reached revision %d within %s", head, lagTime)
		} else if err != nil {
			return err
		}
		return nil
	}}
}
