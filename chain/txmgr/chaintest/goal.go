package chaintest

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// Workspace is that of all goals of this package.
const Workspace = "main"

// Store is a log with its keys and blobs.
type Store struct {
	Log   eventlog.Log
	Keys  eventlog.Keys
	Blobs eventlog.Blobs
}

// Commands are runners of a process that knows nothing yet.
func (s Store) Commands() *commands.Set {
	return commands.NewSet(s.Log, s.Keys, commands.Config{NewID: func() string { return uuid.Must(uuid.NewV7()).String() }})
}

// Task is a task that a test has done.
type Task struct {
	ID     string
	Needs  []string
	Agent  string
	Result string // JSON; none leaves the task undone
}

// Tasks are some tasks that did something.
func Tasks(n int) []Task {
	tasks := make([]Task, n)
	for i := range tasks {
		tasks[i] = Task{ID: fmt.Sprint("task-", i), Result: fmt.Sprintf(`{"content":"what task %d found"}`, i)}
	}
	return tasks
}

// Run submits a goal, has its tasks done and ends it: completed, or failed if a task was left undone. It returns the goal's
// ID.
func (s Store) Run(ctx context.Context, t testing.TB, set *commands.Set, tasks ...Task) string {
	t.Helper()
	return s.RunAs(ctx, t, set, "", tasks...)
}

// RunAs is Run with all tasks run as an agent.
func (s Store) RunAs(ctx context.Context, t testing.TB, set *commands.Set, agent string, tasks ...Task) string {
	t.Helper()
	goal := uuid.Must(uuid.NewV7()).String()
	if err := s.run(ctx, set, goal, agent, tasks); err != nil {
		t.Fatal(err)
	}
	return goal
}

func (s Store) run(ctx context.Context, set *commands.Set, goal, agent string, tasks []Task) error {
	ref := commands.GoalRef{Workspace: Workspace, Goal: goal}
	req := commands.Request{At: time.Now(), Actor: "user:test", Correlation: goal}
	decide := func(c commands.Command[*commands.Goal]) error {
		_, err := set.Goals.Run(ctx, req, c)
		return err
	}
	planned := make([]events.PlannedTask, len(tasks))
	for i, task := range tasks {
		planned[i] = events.PlannedTask{ID: task.ID, Role: "researcher", Tool: "file_ops", Args: json.RawMessage(`{"op":"read"}`), Needs: task.Needs}
	}
	if err := decide(commands.SubmitGoal{GoalRef: ref, Title: "prove " + goal, Agent: agent}); err != nil {
		return err
	}
	if err := decide(commands.PlanGoal{GoalRef: ref, Tasks: planned, Planner: events.Planner{Name: "explicit"}}); err != nil {
		return err
	}
	undone := false
	for _, task := range tasks {
		if task.Result == "" {
			undone = true
			continue
		}
		if err := s.do(ctx, set, req, ref, task); err != nil {
			return err
		}
	}
	if undone {
		return decide(commands.FailGoal{GoalRef: ref, Code: "test", Error: "left undone"})
	}
	return decide(commands.CompleteGoal{GoalRef: ref})
}

// Retry has a goal that failed go on: these tasks, which were left undone, are done, and the goal is completed.
func (s Store) Retry(ctx context.Context, t testing.TB, set *commands.Set, goal string, tasks ...Task) {
	t.Helper()
	ref := commands.GoalRef{Workspace: Workspace, Goal: goal}
	req := commands.Request{At: time.Now(), Actor: "user:test", Correlation: goal}
	_, err := set.Goals.Run(ctx, req, commands.RetryGoal{GoalRef: ref})
	for _, task := range tasks {
		if err == nil {
			err = s.do(ctx, set, req, ref, task)
		}
	}
	if err == nil {
		_, err = set.Goals.Run(ctx, req, commands.CompleteGoal{GoalRef: ref})
	}
	if err != nil {
		t.Fatal(err)
	}
}

func (s Store) do(ctx context.Context, set *commands.Set, req commands.Request, ref commands.GoalRef, task Task) error {
	claim := uuid.NewString()
	started, err := set.Goals.Run(ctx, req, commands.StartTask{GoalRef: ref, Task: task.ID, Claim: claim, Worker: "test"})
	if err != nil {
		return err
	}
	key, err := s.Keys.Key(ctx, ref.Goal)
	if err != nil {
		return err
	}
	salt := events.Sum([]byte(ref.Goal + task.ID))
	content, blob, err := events.NewContent(salt[:], json.RawMessage(task.Result), key)
	if err == nil && blob != nil {
		_, err = s.Blobs.Put(ctx, blob)
	}
	if err != nil {
		return err
	}
	step := events.Step{Attempt: 1, Call: 1, Claim: claim, Started: started.Revision}
	args := json.RawMessage(`{"op":"read"}`)
	call := events.TaskToolCall{Step: step, Tool: "file_ops", Args: args, ArgsHash: key.Fingerprint("args", args), Effect: "read", TimeoutMS: 1000}
	result := events.TaskToolResult{Step: step, Result: content, DurationUS: 5}
	run := commands.RunRef{Workspace: ref.Workspace, Goal: ref.Goal, Task: task.ID}
	_, err = commands.Together(ctx, set.Log,
		set.Runs.With(req, commands.BeginCall{RunRef: run, First: true, Call: call, Then: &commands.Outcome{Result: &result}}),
		set.Goals.With(req, commands.CompleteTask{GoalRef: ref, Task: task.ID, Claim: claim, Result: content.Hash, Size: content.Size,
			Preview: events.Preview([]byte(task.Result)), AgentAddress: task.Agent}))
	return err
}

// Snapshots keeps states in memory. Its zero value is empty.
type Snapshots struct {
	mu     sync.Mutex
	states map[string][]byte
}

// Load returns what was saved.
func (s *Snapshots) Load(_ context.Context, name string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.states[name], nil
}

// Save keeps a state.
func (s *Snapshots) Save(_ context.Context, name string, state []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.states == nil {
		s.states = map[string][]byte{}
	}
	s.states[name] = state
	return nil
}
