package gateway_test

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/views"
)

// rows answers reads by folding the log whenever it is asked.
type rows struct {
	log    *memlog.Log
	codec  eventlog.Codec
	behind atomic.Bool // WaitFor waits for ever
	broken atomic.Bool // reads fail
}

func (r *rows) all(ctx context.Context) (map[string]projections.GoalRows, []string, error) {
	if r.broken.Load() {
		return nil, nil, fmt.Errorf("postgres at secret-host:5432 is gone")
	}
	batches, order := map[string][]projections.Envelope{}, []string{}
	for record, err := range r.log.Read(ctx, eventlog.Query{Subjects: []string{eventlog.FamilyFilter(events.FamilyGoal, ">")}}) {
		if err != nil {
			return nil, nil, err
		}
		said, err := r.codec.Decode(ctx, record)
		if err != nil {
			return nil, nil, err
		}
		id := record.Stream.ID
		if batches[id] == nil {
			order = append([]string{id}, order...) // newest first
		}
		batches[id] = append(batches[id], said)
	}
	folded := map[string]projections.GoalRows{}
	for id, batch := range batches {
		f, err := projections.FoldGoal(batch)
		if err != nil {
			return nil, nil, err
		}
		folded[id] = f
	}
	return folded, order, nil
}

func (r *rows) Goal(ctx context.Context, id string) (views.Goal, error) {
	all, _, err := r.all(ctx)
	f, ok := all[id]
	if err != nil || !ok {
		return views.Goal{}, orNotFound(err)
	}
	var g views.Goal
	for row := range f.Goal.Goals.All() {
		g.GoalRow = *row
	}
	for row := range f.Goal.Tasks.All() {
		g.Tasks = append(g.Tasks, *row)
		if run, ok := f.Runs[row.ID]; ok {
			for c := range run.Calls.All() {
				g.Calls = append(g.Calls, *c)
			}
		}
	}
	for row := range f.Goal.Interrupts.All() {
		g.Interrupts = append(g.Interrupts, *row)
	}
	for row := range f.Goal.Proofs.All() {
		g.Proof = row
	}
	return g, nil
}

func orNotFound(err error) error {
	if err != nil {
		return err
	}
	return views.ErrNotFound
}

func (r *rows) ListGoals(ctx context.Context, f views.GoalFilter) (page views.GoalPage, err error) {
	all, order, err := r.all(ctx)
	for _, id := range order {
		for row := range all[id].Goal.Goals.All() {
			if row.Workspace == f.Workspace && (f.Status == "" || f.Status == row.Status) && (f.Agent == "" || f.Agent == row.Agent) &&
				older(row.Submitted, f.Cursor) && len(page.Goals) < f.Limit {
				page.Goals = append(page.Goals, *row)
			}
		}
	}
	return page, err
}

func (r *rows) GoalsByID(ctx context.Context, workspace string, ids []string) (found []projections.GoalRow, err error) {
	all, order, err := r.all(ctx)
	for _, id := range order {
		for row := range all[id].Goal.Goals.All() {
			if row.Workspace == workspace && slices.Contains(ids, row.ID) {
				found = append(found, *row)
			}
		}
	}
	return found, err
}

func older(revision int64, cursor string) bool {
	var before int64
	if _, err := fmt.Sscan(cursor, &before); err != nil {
		return true
	}
	return revision < before
}

func (r *rows) Interrupts(ctx context.Context, f views.InterruptFilter) (page views.InterruptPage, err error) {
	all, order, err := r.all(ctx)
	for _, id := range order {
		for row := range all[id].Goal.Interrupts.All() {
			if row.Workspace == f.Workspace && f.Status == row.Status && older(row.Raised, f.Cursor) && len(page.Interrupts) < f.Limit {
				page.Interrupts = append(page.Interrupts, *row)
			}
		}
	}
	return page, err
}

func (r *rows) Proof(ctx context.Context, goal string) (views.Proof, error) {
	all, _, err := r.all(ctx)
	f, ok := all[goal]
	if err != nil || !ok {
		return views.Proof{}, orNotFound(err)
	}
	for row := range f.Goal.Proofs.All() {
		p := views.Proof{ProofRow: *row}
		for leaf := range f.Goal.Leaves.All() {
			p.Leaves = append(p.Leaves, *leaf)
		}
		return p, nil
	}
	return views.Proof{}, views.ErrNotFound
}

func (r *rows) WaitFor(ctx context.Context, _ int, _ events.Revision) error {
	if r.behind.Load() {
		<-ctx.Done()
		return ctx.Err()
	}
	return nil
}
