// Package views answers questions about goals from the projections' tables.
//
// Nothing here checks who asks: a caller scopes lists by workspace and looks at
// the workspace of what it gets.
package views

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/store"
)

// ErrNotFound says that there is no such goal, task or proof, as far as the
// log was folded.
var ErrNotFound = errors.New("not found")

// Config says how views are read. Its zero value is useful.
type Config struct {
	// Progress is that of the runners in this process, so that WaitFor hears
	// of them at once. Defaults to none: Postgres is asked.
	Progress *projections.Progress
	// Poll is how often WaitFor asks Postgres. Defaults to 20 ms.
	Poll time.Duration
}

// Views reads the tables of the active generations.
type Views struct {
	pool     *pgxpool.Pool
	store    *store.Store
	progress *projections.Progress
	poll     time.Duration
	waiters  poller
	economy  poller   // those who wait for the economy
	registry poller   // those who wait for agents
	selects  sync.Map // of table name → its columns
}

// New reads from the database of a pool.
func New(pool *pgxpool.Pool, c Config) *Views {
	v := &Views{pool: pool, store: store.New(pool), progress: c.Progress, poll: c.Poll}
	if v.poll <= 0 {
		v.poll = 20 * time.Millisecond
	}
	if v.progress == nil {
		v.progress = &projections.Progress{}
	}
	return v
}

// Goal is a goal with everything that belongs to it.
type Goal struct {
	projections.GoalRow
	Tasks      []projections.TaskRow      `json:"tasks"`
	Calls      []projections.CallRow      `json:"calls"`
	Interrupts []projections.InterruptRow `json:"interrupts"`
	Proof      *projections.ProofRow      `json:"proof,omitempty"`
	Pulls      []projections.PullRow      `json:"pulls,omitempty"`
}

// GoalFilter selects goals; what is empty does not matter.
type GoalFilter struct {
	Workspace, Status, Agent, Submitter, Parent string
	// Limit defaults to 50 and is at most 500.
	Limit int
	// Cursor is the Next of the page before.
	Cursor string
}

// GoalPage is a page of goals, newest first.
type GoalPage struct {
	Goals []projections.GoalRow `json:"goals"`
	Next  string                `json:"next,omitempty"` // empty on the last page
}

// InterruptFilter selects interrupts; what is empty does not matter.
type InterruptFilter struct {
	Workspace, Goal, Status, Type string
	Limit                         int
	Cursor                        string
}

// InterruptPage is a page of interrupts, newest first.
type InterruptPage struct {
	Interrupts []projections.InterruptRow `json:"interrupts"`
	Next       string                     `json:"next,omitempty"`
}

const (
	defaultLimit = 50
	maxLimit     = 500
)

// CursorError says that a cursor is not one that a page gave out.
type CursorError struct{ Cursor string }

func (e *CursorError) Error() string { return fmt.Sprintf("cursor %q is not one of a page", e.Cursor) }

// ListGoals lists goals, newest first.
func (v *Views) ListGoals(ctx context.Context, f GoalFilter) (GoalPage, error) {
	q := query{order: "submitted"}
	q.equal("workspace", f.Workspace)
	q.equal("status", f.Status)
	q.equal("agent", f.Agent)
	q.equal("submitter", f.Submitter)
	q.equal("parent", f.Parent)
	var found projections.Goal
	more, err := v.page(ctx, q, "goals", f.Limit, f.Cursor, &found)
	if err != nil {
		return GoalPage{}, fmt.Errorf("list goals: %w", err)
	}
	page := GoalPage{Goals: values(found.Goals.All())}
	if more {
		page.Goals = page.Goals[:len(page.Goals)-1]
		page.Next = strconv.FormatInt(page.Goals[len(page.Goals)-1].Submitted, 10)
	}
	return page, nil
}

// GoalsByID finds those of a workspace's goals that are named, newest first; at most 500.
func (v *Views) GoalsByID(ctx context.Context, workspace string, ids []string) ([]projections.GoalRow, error) {
	q := query{order: "submitted"}
	q.equal("workspace", workspace)
	q.args = append(q.args, ids)
	q.where = append(q.where, fmt.Sprintf("%q = ANY($%d)", "id", len(q.args)))
	var found projections.Goal
	if _, err := v.page(ctx, q, "goals", maxLimit, "", &found); err != nil {
		return nil, fmt.Errorf("find goals: %w", err)
	}
	return values(found.Goals.All()), nil
}

// Interrupts lists what people were asked, newest first.
func (v *Views) Interrupts(ctx context.Context, f InterruptFilter) (InterruptPage, error) {
	q := query{order: "raised"}
	q.equal("workspace", f.Workspace)
	q.equal("goal", f.Goal)
	q.equal("status", f.Status)
	q.equal("type", f.Type)
	var found projections.Goal
	more, err := v.page(ctx, q, "interrupts", f.Limit, f.Cursor, &found)
	if err != nil {
		return InterruptPage{}, fmt.Errorf("list interrupts: %w", err)
	}
	page := InterruptPage{Interrupts: values(found.Interrupts.All())}
	if more {
		page.Interrupts = page.Interrupts[:len(page.Interrupts)-1]
		page.Next = strconv.FormatInt(page.Interrupts[len(page.Interrupts)-1].Raised, 10)
	}
	return page, nil
}

// query builds a list's conditions.
type query struct {
	where []string
	args  []any
	order string
}

func (q *query) equal(column, value string) {
	if value == "" {
		return
	}
	q.args = append(q.args, value)
	q.where = append(q.where, fmt.Sprintf("%q = $%d AND %q <> ''", column, len(q.args), column))
}

// page reads one row more than asked for, to know whether there is another page.
func (v *Views) page(ctx context.Context, q query, table string, limit int, cursor string, into any) (more bool, err error) {
	if limit <= 0 {
		limit = defaultLimit
	}
	limit = min(limit, maxLimit)
	if cursor != "" {
		before, err := strconv.ParseInt(cursor, 10, 64)
		if err != nil {
			return false, &CursorError{cursor}
		}
		q.args = append(q.args, before)
		q.where = append(q.where, fmt.Sprintf("%q < $%d", q.order, len(q.args)))
	}
	sql := v.selectFrom(table)
	if len(q.where) > 0 {
		sql += " WHERE " + strings.Join(q.where, " AND ")
	}
	sql += fmt.Sprintf(" ORDER BY %q DESC LIMIT %d", q.order, limit+1)
	rows, err := v.pool.Query(ctx, sql, q.args...)
	if err != nil {
		return false, created(err)
	}
	n, err := collect(rows, table, into)
	return n > limit, created(err)
}

// Goal returns a goal with all that belongs to it, as of one moment.
func (v *Views) Goal(ctx context.Context, id string) (Goal, error) {
	var (
		unit projections.Goal
		runs projections.Run
	)
	err := v.atOnce(ctx, func(b *pgx.Batch) {
		for table, sql := range map[string]string{
			"goals":      " WHERE id = $1",
			"tasks":      " WHERE goal = $1 ORDER BY position",
			"interrupts": " WHERE goal = $1 ORDER BY raised",
			"proofs":     " WHERE goal = $1",
		} {
			b.Queue(v.selectFrom(table)+sql, id).Query(func(rows pgx.Rows) error {
				_, err := collect(rows, table, &unit)
				return err
			})
		}
		b.Queue(v.selectFrom("calls")+" WHERE goal = $1 ORDER BY started, task, attempt, call", id).Query(func(rows pgx.Rows) error {
			_, err := collect(rows, "calls", &runs)
			return err
		})
	})
	if err != nil {
		return Goal{}, fmt.Errorf("goal %s: %w", id, err)
	}
	g := Goal{
		Tasks: values(unit.Tasks.All()), Calls: values(runs.Calls.All()), Interrupts: values(unit.Interrupts.All()),
	}
	for row := range unit.Goals.All() {
		g.GoalRow = *row
	}
	for row := range unit.Proofs.All() {
		g.Proof = row
	}
	if g.ID == "" {
		return Goal{}, fmt.Errorf("goal %s: %w", id, ErrNotFound)
	}
	if g.Pulls, err = v.pullsOf(ctx, id); err != nil {
		return Goal{}, err
	}
	return g, nil
}

// GoalRow returns a goal alone.
func (v *Views) GoalRow(ctx context.Context, id string) (projections.GoalRow, error) {
	var unit projections.Goal
	rows, err := v.pool.Query(ctx, v.selectFrom("goals")+" WHERE id = $1", id)
	if err == nil {
		_, err = collect(rows, "goals", &unit)
	}
	if err = created(err); err != nil {
		return projections.GoalRow{}, fmt.Errorf("goal %s: %w", id, err)
	}
	for row := range unit.Goals.All() {
		return *row, nil
	}
	return projections.GoalRow{}, fmt.Errorf("goal %s: %w", id, ErrNotFound)
}

// Status reports every generation of every projection, against the log's head.
func (v *Views) Status(ctx context.Context, head events.Revision) ([]store.Status, error) {
	return store.List(ctx, v.pool, head)
}
