package executor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/tools"
)

// failure is why a task's attempt came to nothing.
type failure struct {
	code, message string
	retryable     bool
	after         time.Duration
	inDoubt       bool // it may have happened all the same
	err           error
}

func failureFrom(err error, timeout time.Duration) *failure {
	if typed, ok := errors.AsType[*tools.Error](err); ok {
		return &failure{code: typed.Code, message: typed.Error(), retryable: typed.Retryable, after: typed.RetryAfter, inDoubt: typed.InDoubt}
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return &failure{code: tools.CodeTimeout, message: fmt.Sprintf("no answer within %s", timeout), retryable: true, inDoubt: true}
	}
	return &failure{code: tools.CodeFailed, message: err.Error()}
}

func failureOf(f events.TaskToolFailed) failure {
	return failure{code: f.Code, message: f.Error, retryable: f.Retryable, after: time.Duration(f.RetryMS) * time.Millisecond}
}

// record stores what a call came to, and with it the call itself if begin is
// not stored yet, and has the goal know.
func (e *execution) record(ctx context.Context, c *call, begin *commands.BeginCall, o outcome) error {
	ctx = context.WithoutCancel(ctx) // what happened is recorded, whoever stops
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	if o.waits != nil {
		return e.await(ctx, c, o.waits)
	}
	if o.failed != nil {
		if o.failed.inDoubt {
			if c.effect == tools.Write {
				return e.doubt(ctx, commands.Call{Step: c.record.Step, Tool: c.record}, o.failed.message)
			}
			o.failed.retryable = true // it may be done twice, so it is tried again
		}
		failed := events.TaskToolFailed{Step: e.step(), Code: o.failed.code, Error: o.failed.message,
			Retryable: o.failed.retryable, RetryMS: o.failed.after.Milliseconds(), DurationUS: o.took.Microseconds()}
		return e.settleWith(ctx, begin, commands.Outcome{Failed: &failed}, e.failCommand(*o.failed))
	}
	content, err := e.content(ctx, o.value)
	if err != nil {
		return err
	}
	result := events.TaskToolResult{Step: e.step(), Result: content, DurationUS: o.took.Microseconds(), Cached: o.cached}
	e.x.results.put(e.item.Goal, e.item.Task, content.Hash, o.value)
	return e.settleWith(ctx, begin, commands.Outcome{Result: &result}, e.completeCommand(content, o.value))
}

// content seals a result, in the object store if it is large.
func (e *execution) content(ctx context.Context, value json.RawMessage) (events.Content, error) {
	key, err := e.x.cfg.Commands.Codec.Keys.Key(ctx, e.item.Goal)
	if err != nil {
		return events.Content{}, err
	}
	content, blob, err := events.NewContent(e.x.cfg.Salt(), value, key)
	if err == nil && blob != nil {
		_, err = e.x.cfg.Blobs.Put(ctx, blob)
	}
	return content, err
}

// settleWith appends the call, its outcome and what it means for the goal.
func (e *execution) settleWith(ctx context.Context, begin *commands.BeginCall, o commands.Outcome, then commands.Command[*commands.Goal]) error {
	if e.of != nil {
		return e.came(ctx, begin, o)
	}
	set, req := e.x.cfg.Commands, e.request()
	// One event at a time: an atomic batch costs far more than it saves where
	// writes are not synced one by one. A crash in between is recovered from
	// like any other.
	if begin != nil {
		if _, err := set.Runs.Run(ctx, req, *begin); err != nil {
			return err
		}
	}
	if _, err := set.Runs.Run(ctx, req, commands.EndCall{RunRef: e.runRef(), Outcome: o}); err != nil {
		return err
	}
	then, err := e.follow(ctx, then)
	if err == nil {
		_, err = set.Goals.Run(ctx, req, then)
	}
	return err
}

// follow fills in where the run ends, for a command that is appended by itself.
func (e *execution) follow(ctx context.Context, then commands.Command[*commands.Goal]) (commands.Command[*commands.Goal], error) {
	err := e.x.cfg.Commands.Runs.View(ctx, e.runRef().Stream(), false, func(r *commands.Run, _ events.Revision) {
		switch c := then.(type) {
		case commands.CompleteTask:
			c.Run = r.Last
			if made, ok := r.Find(e.attempt, e.n); ok {
				c.ResultAt = made.At
			}
			if e.task.Prompt != "" {
				c.Spent = r.Spent(e.attempt)
			}
			then = c
		case commands.FailTask:
			c.Run = r.Last
			if e.task.Prompt != "" {
				c.Spent = r.Spent(e.attempt)
			}
			then = c
		}
	})
	return then, err
}

func (e *execution) completeCommand(content events.Content, value json.RawMessage) commands.CompleteTask {
	return commands.CompleteTask{GoalRef: e.ref(), Task: e.item.Task, Claim: e.claim, Result: content.Hash, Size: content.Size,
		Preview: events.Preview(value), AgentAddress: e.actor.address, Spent: events.Budget{Steps: 1}}
}

func (e *execution) failCommand(f failure) commands.FailTask {
	return commands.FailTask{GoalRef: e.ref(), Task: e.item.Task, Claim: e.claim, Code: f.code, Error: events.Preview([]byte(f.message)),
		Retryable: f.retryable, NotBefore: f.after, Spent: events.Budget{Steps: 1}}
}

// complete tells the goal of a result that is recorded already.
func (e *execution) complete(ctx context.Context, content events.Content) error {
	if e.of != nil {
		e.of.result = &content
		return nil
	}
	value, err := e.valueOf(ctx, content)
	if err != nil {
		return err
	}
	then, err := e.follow(ctx, e.completeCommand(content, value))
	if err == nil {
		_, err = e.x.cfg.Commands.Goals.Run(ctx, e.request(), then)
	}
	return err
}

// fail tells the goal that the attempt came to nothing.
func (e *execution) fail(ctx context.Context, f failure) error {
	if e.of != nil {
		return e.refuse(ctx, f)
	}
	then, err := e.follow(ctx, e.failCommand(f))
	if err == nil {
		_, err = e.x.cfg.Commands.Goals.Run(ctx, e.request(), then)
	}
	return err
}
