package commands

import (
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// StartTask claims a task for a worker.
type StartTask struct {
	GoalRef
	Task   string `json:"task"`
	Claim  string `json:"claim"` // random, never used before
	Worker string `json:"worker"`
	// Redelivered says that the worker before was lost: its lease ran out.
	Redelivered bool `json:"redelivered,omitempty"`
	// Supersedes is the claim of a worker known to be lost, "" if none is.
	Supersedes string `json:"supersedes,omitempty"`
}

// Name implements Command.
func (StartTask) Name() string { return "task.start" }

func (StartTask) guarded() bool { return true }

// Decide implements Command.
func (c StartTask) Decide(g *Goal, req Request) ([]events.Event, error) {
	if err := c.open(g); err != nil {
		return nil, err
	}
	if !events.IsToken(c.Claim) {
		return nil, refuse(Invalid, "INVALID_ID", "claim %q: an ID is 1 to 64 of A–Z, a–z, 0–9, _ and -", c.Claim)
	}
	t, ok := g.Task(c.Task)
	if !ok {
		return nil, refuse(NotFound, ErrTaskNotFound.Code, "goal %s has no task %s", c.Goal, c.Task)
	}
	started := events.TaskStarted{Task: c.Task, Attempt: max(t.Attempt, 1), Claim: c.Claim, Worker: c.Worker, Agent: g.Submitted.Agent, Budget: t.Granted}
	switch t.Status {
	case TaskPending:
		if !t.Ready() || req.At.Before(t.RetryAt) {
			return nil, refuse(Conflict, ErrTaskNotReady.Code, "task %s is not ready", c.Task)
		}
		switch {
		case c.Claim == t.Claim, c.Claim == t.Failed.Claim: // a start that arrives once more, too late
			return nil, refuse(Conflict, ErrClaimLost.Code, "task %s is not held by this claim any more", c.Task)
		case t.Claim != "": // a person answered: the same attempt goes on
			started.Supersedes = t.Claim
		default:
			if t.Attempt > 0 {
				started.Attempt = t.Attempt + 1
			}
			budget, err := g.grant(c.Goal, t)
			if err != nil {
				return nil, err
			}
			started.Budget = budget
		}
	case TaskRunning:
		if c.Claim == t.Claim {
			return nil, nil
		}
		if !c.Redelivered && c.Supersedes != t.Claim {
			return nil, refuse(Conflict, ErrTaskClaimed.Code, "task %s is held by %s", c.Task, t.Worker)
		}
		started.Supersedes = t.Claim
	case TaskWaiting, TaskDone, TaskFailed, TaskCancelled:
		return nil, refuse(Conflict, ErrTaskNotReady.Code, "task %s is %s", c.Task, t.Status)
	}
	return []events.Event{started}, nil
}

// CompleteTask says that a task has its result.
type CompleteTask struct {
	GoalRef
	Task         string        `json:"task"`
	Claim        string        `json:"claim"`
	Result       events.Digest `json:"result"`
	Size         int64         `json:"size"`
	ResultAt     uint64        `json:"result_at"`
	Preview      string        `json:"preview,omitempty"`
	AgentAddress string        `json:"agent_address,omitempty"`
	Run          events.Digest `json:"run"`
	Spent        events.Budget `json:"spent,omitzero"`
}

// Follow completes the command, appended together with the call that gave the
// result, with that call's place and digest.
func (c CompleteTask) Follow(run eventlog.Part) Command[*Goal] {
	last := run.Records[len(run.Records)-1]
	c.Run, c.ResultAt = last.Digest(), last.Ordinal
	return c
}

// Name implements Command.
func (CompleteTask) Name() string { return "task.complete" }

func (CompleteTask) guarded() bool { return true }

// Decide implements Command.
func (c CompleteTask) Decide(g *Goal, _ Request) ([]events.Event, error) {
	if t, ok := g.Task(c.Task); ok && t.Status == TaskDone && t.Done.Claim == c.Claim && t.Done.Result == c.Result {
		return nil, nil
	}
	t, err := c.held(g, c.Task, c.Claim)
	if err != nil {
		return nil, err
	}
	return []events.Event{events.TaskCompleted{
		Task: c.Task, Attempt: t.Attempt, Claim: c.Claim, Result: c.Result, Size: c.Size, ResultAt: c.ResultAt,
		Preview: c.Preview, AgentAddress: c.AgentAddress, Run: c.Run, Spent: c.Spent,
	}}, nil
}

// FailTask says that an attempt came to nothing. Whether there is another one
// is decided here, with the waiting time doubling from one second.
type FailTask struct {
	GoalRef
	Task      string        `json:"task"`
	Claim     string        `json:"claim"`
	Code      string        `json:"code"`
	Error     string        `json:"error,omitempty"`
	Retryable bool          `json:"retryable,omitempty"`
	NotBefore time.Duration `json:"not_before,omitempty"` // as the other side asks, nanoseconds
	Run       events.Digest `json:"run,omitzero"`
	Spent     events.Budget `json:"spent,omitzero"`
}

// Follow completes the command with the digest of the call that failed.
func (c FailTask) Follow(run eventlog.Part) Command[*Goal] {
	c.Run = run.Records[len(run.Records)-1].Digest()
	return c
}

// Name implements Command.
func (FailTask) Name() string { return "task.fail" }

func (FailTask) guarded() bool { return true }

// Decide implements Command.
func (c FailTask) Decide(g *Goal, req Request) ([]events.Event, error) {
	if t, ok := g.Task(c.Task); ok && c.Claim != "" && t.Failed.Claim == c.Claim {
		return nil, nil
	}
	t, err := c.held(g, c.Task, c.Claim)
	if err != nil {
		return nil, err
	}
	failed := events.TaskFailed{Task: c.Task, Attempt: t.Attempt, Claim: c.Claim, Code: c.Code, Error: c.Error, Run: c.Run, Spent: c.Spent}
	if tried := t.Attempt - t.earlier; c.Retryable && tried <= t.Retries {
		at := req.At.Add(max(backoff(tried), c.NotBefore)).UTC().Truncate(time.Microsecond)
		failed.RetryAt = &at
	}
	return []events.Event{failed}, nil
}

// maxBackoff bounds the wait before another attempt.
const maxBackoff = 5 * time.Minute

// backoff is 1 s, 2 s, 4 s … after attempts 1, 2, 3 ….
func backoff(attempt int) time.Duration {
	return min(time.Second<<min(attempt-1, 20), maxBackoff)
}

// held finds a task that a claim holds.
func (r GoalRef) held(g *Goal, task, claim string) (*Task, error) {
	if err := r.open(g); err != nil {
		return nil, err
	}
	t, ok := g.Task(task)
	switch {
	case !ok:
		return nil, refuse(NotFound, ErrTaskNotFound.Code, "goal %s has no task %s", r.Goal, task)
	case t.Status != TaskRunning || t.Claim != claim:
		return nil, refuse(Conflict, ErrClaimLost.Code, "task %s is not held by this claim any more", task)
	}
	return t, nil
}
