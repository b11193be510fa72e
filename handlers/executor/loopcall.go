package executor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/handlers/agent"
	"github.com/mergit-io/mergit/handlers/tools"
)

// loopCall is one call of a model's loop and what it came to: neither a result
// nor a failure where a person is asked first.
type loopCall struct {
	result *events.Content
	failed *failure
	took   time.Duration

	before   *loopCall     // the one before it, of those made beside it
	recorded bool          // that it is begun; set before over
	over     chan struct{} // it is recorded, or will not be
	once     sync.Once
}

// errUnrecorded ends a call because the one before it waits for something and
// is not recorded: it is made again with that one.
var errUnrecorded = errors.New("the call before it waits")

// end lets the next call be recorded.
func (c *loopCall) end(recorded bool) {
	c.once.Do(func() {
		c.recorded = recorded
		close(c.over)
	})
}

// deriveCall is the hold on one call of the loop: whatever is done for the call
// of a task is done for it, only that its outcome goes to the model.
func (e *execution) deriveCall(n int, u agent.Use) *execution {
	sub := *e
	sub.n, sub.of, sub.first = n, &loopCall{over: make(chan struct{})}, e.first && n == 1
	sub.task.Prompt, sub.task.Tool, sub.task.Args, sub.task.Effect = "", u.Name, u.Args, ""
	if u.Args == nil {
		sub.task.Args, _ = json.Marshal(u.Malformed) // a text always encodes
	}
	tool, ok := e.x.cfg.Tools.Lookup(u.Name)
	sub.task.Supervised = e.task.Supervised && ok && tool.Effect(sub.task.Args) == tools.Write // reading needs no leave
	return &sub
}

// alone reports whether a call must not be made beside others: a write, or one
// that a person may have to allow.
func (e *execution) alone() bool {
	tool, ok := e.x.cfg.Tools.Lookup(e.task.Tool)
	return ok && (tool.Effect(e.task.Args) == tools.Write || e.cautious())
}

// Use implements agent.Host: calls that only read are made side by side, writes
// one by one and in their order.
func (l *loopHost) Use(ctx context.Context, n int, uses []agent.Use) ([]agent.Outcome, error) {
	subs := make([]*execution, len(uses))
	for i, u := range uses {
		subs[i] = l.e.deriveCall(n+i, u)
	}
	for from := 0; from < len(subs); {
		to := from + 1
		for ; to < len(subs) && !subs[from].alone() && !subs[to].alone(); to++ {
		}
		if err := l.together(ctx, subs[from:to], uses[from:to]); err != nil {
			return nil, err
		}
		from = to
	}
	outcomes := make([]agent.Outcome, len(subs))
	for i, sub := range subs {
		if l.prior[sub.n] == nil {
			l.since = l.e.x.cfg.Now() // it may have waited for days: no model was down meanwhile
		}
		var err error
		if outcomes[i], err = sub.outcome(ctx); err != nil {
			return nil, err
		}
	}
	return outcomes, nil
}

// together makes calls at the same time. They are recorded in their order: what
// is recorded of a later one never stands before an earlier one.
func (l *loopHost) together(ctx context.Context, subs []*execution, uses []agent.Use) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var before *loopCall
	var wg sync.WaitGroup
	for i, sub := range subs {
		sub.of.before, before = before, sub.of
		alone, stop := context.WithCancelCause(ctx)
		sub.cancel = stop
		wg.Go(func() {
			defer stop(nil)
			defer sub.of.end(false)
			err := sub.do(alone, l.prior[sub.n], uses[i].Refused)
			if err != nil && !errors.Is(err, errUnrecorded) {
				cancel(err)
			}
		})
	}
	wg.Wait()
	if cause := context.Cause(ctx); cause != nil {
		return cause // the first of the errors; the others follow from it
	}
	for _, sub := range subs {
		if sub.of.result == nil && sub.of.failed == nil {
			return agent.ErrWaits
		}
	}
	return nil
}

// do does what the call needs, given what is recorded of it already.
func (e *execution) do(ctx context.Context, prior *commands.Call, no *agent.Failure) error {
	if prior == nil && no != nil {
		return e.refuse(ctx, failure{code: no.Code, message: no.Message})
	}
	if prior == nil && (e.task.Supervised || e.cautious()) {
		if asked, err := e.consent(ctx); asked || err != nil {
			return err
		}
	}
	if prior != nil {
		e.of.took = prior.Took
		e.of.end(true)
	}
	return e.tool(ctx, prior)
}

// inTurn records that a call is begun, after the one before it.
func (e *execution) inTurn(ctx context.Context, record func() error) error {
	if e.of == nil {
		return record()
	}
	if e.of.before != nil {
		select {
		case <-e.of.before.over:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		if !e.of.before.recorded {
			return errUnrecorded
		}
	}
	err := record()
	if err == nil {
		e.of.end(true)
	}
	return err
}

// came records what a call of the loop came to, and with it the call itself if
// begin is not stored yet.
func (e *execution) came(ctx context.Context, begin *commands.BeginCall, o commands.Outcome) error {
	runs := e.x.cfg.Commands.Runs
	// A write that was not made has no intent that stands alone: nobody is to look for it.
	whole := begin != nil && o.Failed != nil && begin.Call.Effect == string(tools.Write)
	if begin != nil {
		if whole {
			begin.Then = &o
		}
		err := e.inTurn(ctx, func() error {
			_, err := runs.Run(ctx, e.request(), *begin)
			return err
		})
		if err != nil {
			return err
		}
	}
	if !whole {
		if _, err := runs.Run(ctx, e.request(), commands.EndCall{RunRef: e.runRef(), Outcome: o}); err != nil {
			return err
		}
	}
	if o.Result != nil {
		e.of.result, e.of.took = &o.Result.Result, time.Duration(o.Result.DurationUS)*time.Microsecond
		return nil
	}
	f := failureOf(*o.Failed)
	e.of.failed, e.of.took = &f, time.Duration(o.Failed.DurationUS)*time.Microsecond
	return nil
}

// refuse records that a call was not made, and why; or takes over that it has
// failed, if that is recorded.
func (e *execution) refuse(ctx context.Context, f failure) error {
	recorded := false
	err := e.x.cfg.Commands.Runs.View(ctx, e.runRef().Stream(), false, func(r *commands.Run, _ events.Revision) {
		c, ok := r.Find(e.attempt, e.n)
		recorded = ok && c.Status == commands.CallFailed
	})
	if err != nil || recorded {
		e.of.failed = &f
		return err
	}
	c := &call{effect: tools.Read}
	if tool, ok := e.x.cfg.Tools.Lookup(e.task.Tool); ok {
		c.effect = tool.Effect(e.task.Args)
	}
	record, err := e.recordOf(ctx, c, e.task.Args)
	if err != nil { // such as a member that appears twice
		e.task.Args, _ = json.Marshal(string(e.task.Args))
		if record, err = e.recordOf(ctx, c, e.task.Args); err != nil {
			return err
		}
	}
	begin := commands.BeginCall{RunRef: e.runRef(), First: e.first, Call: record}
	failed := events.TaskToolFailed{Step: e.step(), Code: f.code, Error: f.message}
	return e.came(ctx, &begin, commands.Outcome{Failed: &failed})
}

// patient is how long a call may take before it counts as one that waits.
const patient = 2 * time.Second

// outcome is what the model is told.
func (e *execution) outcome(ctx context.Context) (agent.Outcome, error) {
	o := agent.Outcome{Waited: e.of.took >= patient}
	if f := e.of.failed; f != nil {
		o.Failed = &agent.Failure{Code: f.code, Message: f.message, Retryable: f.retryable}
		return o, nil
	}
	var err error
	o.Digest = e.of.result.Hash.String()
	o.Value, err = e.valueOf(ctx, *e.of.result)
	return o, err
}

// valueOf is the value of a recorded content, at hand or from the stores.
func (e *execution) valueOf(ctx context.Context, c events.Content) (json.RawMessage, error) {
	if value, ok := e.x.results.cached(resultKey{e.item.Goal, e.item.Task, c.Hash}); ok {
		return value, nil
	}
	value, err := eventlog.OpenContent(ctx, e.x.cfg.Commands.Codec.Keys, e.x.cfg.Blobs, e.item.Goal, c)
	if err != nil {
		return nil, fmt.Errorf("call %d of task %s: %w", e.n, e.item.Task, err)
	}
	return value, nil
}
