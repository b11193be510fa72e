package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/mergit-io/mergit/cmd/mergit/node"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// Diamond is goals of 8 no-op tasks (1 → 6 → 1) with results of 400 bytes,
// through everything that `mergit up` runs.
type Diamond struct {
	P50      float64 `json:"p50_ms"` // one goal at a time, from submission to goal.completed
	P99      float64 `json:"p99_ms"`
	InFlight int     `json:"in_flight"`
	Goals    int     `json:"goals"`
	TasksPS  float64 `json:"tasks_per_s"` // with InFlight goals at a time
	// EventsPerTask counts everything in the log, proofs included.
	EventsPerTask float64 `json:"events_per_task"`
	// SyncedWritesPerTask counts writes to the log, and keys, where each is
	// synced; concurrent appends share one.
	SyncedWritesPerTask float64 `json:"synced_writes_per_task,omitempty"`
	CPUPer1000          float64 `json:"cpu_s_per_1000_tasks"` // this process and Postgres
	ConflictsPerAppend  float64 `json:"conflicts_per_append"`
}

// Agents is one goal of 50 parallel tasks that take 60 ms each and write, as
// agents do: are there conflict storms on the goal they share?
type Agents struct {
	Tasks              int     `json:"tasks"`
	Seconds            float64 `json:"seconds"`
	Conflicts          int64   `json:"conflicts"`
	ConflictsPerAppend float64 `json:"conflicts_per_append"`
}

// Proofs is how the goals of the run were proven.
type Proofs struct {
	Confirmed int     `json:"confirmed"`
	P50       float64 `json:"p50_s"` // from goal.completed to proof.confirmed
	P99       float64 `json:"p99_s"`
}

// machine is a running node that is measured.
type machine struct {
	in     node.Inside
	o      Options
	always bool

	mu     sync.Mutex
	waits  map[string]chan string
	ended  map[string]time.Time
	proven []time.Duration
	// confirmed are when, by the log's clock.
	confirmed []time.Time
}

func (m *machine) measure(ctx context.Context, s *Spine) error {
	m.waits, m.ended = map[string]chan string{}, map[string]time.Time{}
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	wg.Go(func() { m.tail(ctx) })
	var err error
	if s.Diamond, err = m.diamonds(ctx); err != nil {
		return err
	}
	m.o.note("sync %s: one goal of 50 tasks", s.Sync)
	if s.Agents, err = m.agents(ctx); err != nil {
		return err
	}
	if !m.o.NoChain {
		m.o.note("sync %s: proofs", s.Sync)
		if s.Proofs, err = m.proofs(ctx); err != nil {
			return err
		}
	}
	m.o.note("sync %s: rebuild", s.Sync)
	s.Rebuild, err = m.rebuild(ctx)
	return err
}

// tail learns from the log when goals end and are proven.
func (m *machine) tail(ctx context.Context) {
	subjects := eventlog.KindFilters(events.FamilyGoal, "goal.*", "proof.confirmed")
	for r, err := range m.in.Commands.Log.Follow(ctx, eventlog.Query{Subjects: subjects}) {
		if err != nil {
			return
		}
		goal := r.Stream.ID
		m.mu.Lock()
		switch r.Kind {
		case "goal.completed", "goal.failed", "goal.cancelled":
			m.ended[goal] = r.Time
			if wait, ok := m.waits[goal]; ok {
				wait <- r.Kind
				delete(m.waits, goal)
			}
		case "proof.confirmed":
			m.proven = append(m.proven, r.Time.Sub(m.ended[goal]))
			m.confirmed = append(m.confirmed, r.Time)
		}
		m.mu.Unlock()
	}
}

// run submits a goal with a plan and waits for its end.
func (m *machine) run(ctx context.Context, tasks []events.PlannedTask) (time.Duration, error) {
	plan, err := json.Marshal(map[string]any{"title": "bench", "tasks": planOf(tasks)})
	if err != nil {
		return 0, err
	}
	id := node.NewID()
	wait := make(chan string, 1)
	m.mu.Lock()
	m.waits[id] = wait
	m.mu.Unlock()
	began := time.Now()
	_, err = m.in.Commands.Goals.Run(ctx, commands.Request{ID: "submit-" + id, At: began, Actor: "user:bench", Correlation: id},
		commands.SubmitGoal{GoalRef: commands.GoalRef{Workspace: "main", Goal: id}, Title: "bench", Plan: plan})
	if err != nil {
		return 0, err
	}
	select {
	case <-ctx.Done():
		return 0, ctx.Err()
	case kind := <-wait:
		if kind != "goal.completed" {
			return 0, fmt.Errorf("goal %s: %s", id, kind)
		}
		return time.Since(began), nil
	}
}

func planOf(tasks []events.PlannedTask) []map[string]any {
	list := make([]map[string]any, len(tasks))
	for i, t := range tasks {
		list[i] = map[string]any{"id": t.ID, "role": t.Role, "tool": t.Tool}
		if len(t.Needs) > 0 {
			list[i]["needs"] = t.Needs
		}
	}
	return list
}

func (m *machine) diamonds(ctx context.Context) (d Diamond, err error) {
	plan := diamond("noop")
	alone, many := 300, m.o.Goals
	if m.always {
		alone, many = 100, m.o.Goals/5
	}
	m.o.note("diamonds one at a time")
	var took []time.Duration
	for i := range 30 + alone {
		t, err := m.run(ctx, plan)
		if err != nil {
			return d, err
		}
		if i >= 30 {
			took = append(took, t)
		}
	}
	d.P50, d.P99 = milliseconds(quantile(took, 0.5)), milliseconds(quantile(took, 0.99))

	m.o.note("diamonds %d in flight", m.o.InFlight)
	if err := m.many(ctx, plan, m.o.InFlight*2); err != nil { // warm-up
		return d, err
	}
	from, err := m.reading(ctx)
	if err != nil {
		return d, err
	}
	if err := m.many(ctx, plan, many); err != nil {
		return d, err
	}
	to, err := m.reading(ctx)
	if err != nil {
		return d, err
	}
	tasks := float64(many * len(plan))
	d.InFlight, d.Goals, d.TasksPS = m.o.InFlight, many, tasks/to.at.Sub(from.at).Seconds()
	d.EventsPerTask = float64(to.head-from.head) / tasks
	d.CPUPer1000 = (to.cpu - from.cpu).Seconds() / tasks * 1000
	d.ConflictsPerAppend = float64(to.conflicts-from.conflicts) / float64(to.appends-from.appends)
	if m.always {
		d.SyncedWritesPerTask = (float64(to.writes-from.writes) + float64(many)) / tasks // each goal makes a key
	}
	return d, nil
}

// many runs goals, InFlight at a time.
func (m *machine) many(ctx context.Context, plan []events.PlannedTask, goals int) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	slots := make(chan struct{}, m.o.InFlight)
	for range goals {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			if _, err := m.run(ctx, plan); err != nil {
				cancel(err)
			}
		})
	}
	wg.Wait()
	return context.Cause(ctx)
}

func (m *machine) agents(ctx context.Context) (a Agents, err error) {
	var tasks []events.PlannedTask
	for i := range 50 {
		tasks = append(tasks, events.PlannedTask{ID: fmt.Sprintf("t%d", i), Role: "coder", Tool: "agent_step"})
	}
	from, err := m.reading(ctx)
	if err != nil {
		return a, err
	}
	took, err := m.run(ctx, tasks)
	if err != nil {
		return a, err
	}
	to, err := m.reading(ctx)
	a = Agents{Tasks: len(tasks), Seconds: took.Seconds(), Conflicts: to.conflicts - from.conflicts}
	a.ConflictsPerAppend = float64(a.Conflicts) / float64(to.appends-from.appends)
	return a, err
}

// proofs waits until every goal that ended is proven.
func (m *machine) proofs(ctx context.Context) (*Proofs, error) {
	for {
		m.mu.Lock()
		proven, ended := slices.Clone(m.proven), len(m.ended)
		m.mu.Unlock()
		if len(proven) == ended {
			return &Proofs{Confirmed: len(proven), P50: quantile(proven, 0.5).Seconds(), P99: quantile(proven, 0.99).Seconds()}, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// quantile of durations; it sorts them.
func quantile(all []time.Duration, q float64) time.Duration {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[min(int(q*float64(len(all))), len(all)-1)]
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
