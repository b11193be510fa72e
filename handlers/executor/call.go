package executor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/work"
)

const (
	// defaultTimeout bounds a call whose tool and plan say nothing.
	defaultTimeout = 30 * time.Second
	// defaultMaxResult bounds a result whose tool says nothing, in bytes.
	defaultMaxResult = 16 << 20
	// shownAfter is how long a read may run before its call is recorded ahead
	// of its result, so that whoever watches sees what is being done.
	shownAfter = 50 * time.Millisecond
	// reportEvery thins out progress.
	reportEvery = 200 * time.Millisecond
)

// tool does what the task asks for, given what is recorded of it already.
func (e *execution) tool(ctx context.Context, prior *commands.Call) error {
	if prior != nil {
		switch prior.Status {
		case commands.CallDone:
			return e.complete(ctx, prior.Result)
		case commands.CallFailed:
			return e.fail(ctx, failureOf(prior.Failed))
		case commands.CallInDoubt:
			return e.settle(ctx, prior)
		case commands.CallBegun:
			if prior.Tool.Effect == string(tools.Write) {
				return e.look(ctx, prior)
			}
		case commands.CallAgain:
		}
	}
	c, failed := e.prepare(ctx)
	if failed != nil {
		if retry := (*infrastructure)(nil); errors.As(failed.err, &retry) {
			return retry.err
		}
		return e.fail(ctx, *failed)
	}
	var late *failure
	if c.use.Woken, _, late = e.woken(); late != nil {
		return e.fail(ctx, *late)
	}
	return e.perform(ctx, c)
}

// infrastructure marks an error that is not the task's fault.
type infrastructure struct{ err error }

func (i *infrastructure) Error() string { return i.err.Error() }

// call is one use of a tool, ready to be made.
type call struct {
	tool    tools.Tool
	use     tools.Call
	effect  tools.Effect
	timeout time.Duration
	until   time.Time // when it must be over; zero before it is known
	limit   int64
	record  events.TaskToolCall

	known   confidence
	secrets []string        // names of those in the arguments
	plain   json.RawMessage // arguments with the secrets in; nil if there are none
}

// prepare resolves and checks the arguments.
func (e *execution) prepare(ctx context.Context) (*call, *failure) {
	if e.task.Tool == "" {
		return nil, &failure{code: tools.CodeUnknownTool, message: "the task names no tool"}
	}
	tool, ok := e.x.cfg.Tools.Lookup(e.task.Tool)
	if !ok {
		return nil, &failure{code: tools.CodeUnknownTool, message: fmt.Sprintf("this worker has no tool %q", e.task.Tool)}
	}
	known, err := e.confide(ctx)
	if err != nil {
		return nil, &failure{err: &infrastructure{err}}
	}
	args, err := e.args(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return nil, &failure{err: &infrastructure{ctx.Err()}}
		}
		return nil, &failure{code: tools.CodeInvalidArgs, message: err.Error()}
	}
	if err := e.x.cfg.Tools.Check(e.task.Tool, args); err != nil {
		return nil, &failure{code: tools.CodeInvalidArgs, message: err.Error()}
	}
	if denied := e.allowed(ctx, tool, args); denied != nil {
		return nil, denied
	}
	spec := tool.Spec()
	c := &call{tool: tool, effect: tool.Effect(args), timeout: defaultTimeout, limit: defaultMaxResult, known: known}
	if mentions(e.task.Args) {
		var failed *failure
		if c.plain, c.secrets, failed = e.reveal(ctx, spec, known); failed != nil {
			return nil, failed
		}
	}
	if spec.Timeout > 0 {
		c.timeout = spec.Timeout
	}
	if e.task.TimeoutMS > 0 {
		c.timeout = time.Duration(e.task.TimeoutMS) * time.Millisecond
	}
	if spec.MaxResult > 0 {
		c.limit = spec.MaxResult
	}
	if e.task.Effect != "" {
		c.effect = tools.Effect(e.task.Effect)
	}
	if c.effect == tools.Write {
		// A write must be over before the lease is: then nobody looks for it
		// while it still runs.
		c.timeout = min(c.timeout, e.x.cfg.Queue.Lease()*9/10)
	}
	id := fmt.Sprintf("%s/%s/%d/%d", e.item.Goal, e.item.Task, e.attempt, e.n)
	key := e.idempotencyKey()
	c.use = tools.Call{ID: id, IdempotencyKey: key.String()[:32], Args: args,
		Workspace: e.x.workspace(e.item), Mounts: e.mounts(), MayReach: e.reach(), Progress: e.progress(),
		Caller: tools.Caller{Workspace: e.item.Workspace, Goal: e.item.Goal, Task: e.item.Task}}
	if c.record, err = e.recordOf(ctx, c, args); err != nil {
		return nil, &failure{err: &infrastructure{err}}
	}
	return c, nil
}

// idempotencyKey names the call to whoever honours it. Every attempt at a task's
// own call shares it: what an earlier one may have done is then not done again.
// A model may make another call the next time.
func (e *execution) idempotencyKey() events.Digest {
	if e.of != nil {
		return events.Sum(fmt.Appendf(nil, "%s/%s/%d/%d", e.item.Goal, e.item.Task, e.attempt, e.n))
	}
	return events.Sum(fmt.Appendf(nil, "%s/%s/1", e.item.Goal, e.item.Task))
}

// recordOf makes the fact that says what is called.
func (e *execution) recordOf(ctx context.Context, c *call, args json.RawMessage) (events.TaskToolCall, error) {
	canonical, err := events.Canonical(args)
	if err != nil {
		return events.TaskToolCall{}, err
	}
	r := events.TaskToolCall{Step: e.step(), Tool: e.task.Tool, Effect: string(c.effect), TimeoutMS: c.timeout.Milliseconds(), Args: args}
	key, err := e.x.cfg.Commands.Codec.Keys.Key(ctx, e.item.Goal)
	if err != nil {
		return r, err
	}
	r.ArgsHash = key.Fingerprint("args", canonical)
	if len(args) > events.InlineSize {
		if r.ArgsBlob, err = e.x.cfg.Blobs.Put(ctx, key.Seal(events.BlobPlace, args)); err != nil {
			return r, err
		}
		r.Args, err = json.Marshal(events.Preview(args))
	}
	return r, err
}

// perform makes the call and records what it came to. The intent of a write is
// stored before the act; of a read, when it takes long enough to be watched.
func (e *execution) perform(ctx context.Context, c *call) error {
	begin := commands.BeginCall{RunRef: e.runRef(), First: e.first, Call: c.record}
	if c.effect == tools.Write {
		if _, err := e.x.cfg.Commands.Runs.Run(ctx, e.request(), begin); err != nil {
			return err
		}
		c.until = time.Now().Add(c.timeout) // before the lease is looked at: it outlasts this moment
		if e.lease.left() < c.timeout {
			err := e.lease.renew(ctx)
			c.until = time.Now().Add(c.timeout)
			if err != nil || e.lease.left() < c.timeout {
				return fmt.Errorf("lease too short for a write of %s: %w", c.timeout, errors.Join(err, errLeaseLost))
			}
		}
		return e.record(ctx, c, nil, e.act(context.WithoutCancel(ctx), c))
	}
	acted := make(chan outcome, 1)
	go func() { acted <- e.act(ctx, c) }()
	timer := time.NewTimer(shownAfter)
	defer timer.Stop()
	select {
	case o := <-acted:
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return e.record(ctx, c, &begin, o)
	case <-timer.C:
	}
	if err := e.inTurn(ctx, func() error {
		_, err := e.x.cfg.Commands.Runs.Run(ctx, e.request(), begin)
		return err
	}); err != nil {
		e.cancel(err)
		<-acted
		return err
	}
	o := <-acted
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return e.record(ctx, c, nil, o)
}

// outcome is what a tool came to.
type outcome struct {
	value  json.RawMessage
	failed *failure
	took   time.Duration
	cached bool // it is what an equal call came to before
	waits  *tools.Waiting
}

// act runs the tool. A panic in a tool is the tool's failure, not ours.
func (e *execution) act(ctx context.Context, c *call) (o outcome) {
	began := time.Now()
	if c.until.IsZero() {
		c.until = began.Add(c.timeout)
	}
	ctx, cancel := context.WithDeadline(ctx, c.until)
	defer cancel()
	defer func() {
		o.took = time.Since(began)
		if p := recover(); p != nil {
			e.x.cfg.Log.ErrorContext(ctx, "tool panicked", "tool", e.task.Tool, "panic", c.known.cleaner.Text(fmt.Sprint(p)), "stack", string(debug.Stack()))
			o = outcome{failed: &failure{code: "tool_panicked", message: fmt.Sprintf("tool %s panicked", e.task.Tool), inDoubt: true}, took: o.took}
		}
	}()
	defer c.clean(&o)
	result, err := e.through(ctx, c, &o)
	if waits, ok := errors.AsType[*tools.Waiting](err); ok {
		o.waits = waits
		return o
	}
	switch {
	case err != nil:
		o.failed = failureFrom(err, c.timeout)
	case int64(len(result.Value)) > c.limit:
		o.failed = &failure{code: tools.CodeTooLarge, message: fmt.Sprintf("the result has %d bytes, at most %d are kept; ask the tool for less", len(result.Value), c.limit)}
	default:
		o.value = result.Value
	}
	return o
}

// progress passes on what the tool says about how far it is.
func (e *execution) progress() func(done, total int64, note string) {
	var last atomic.Int64 // tools may report from several goroutines
	began := time.Now()
	return func(done, total int64, note string) {
		now := int64(time.Since(began))
		if before := last.Load(); now-before >= int64(reportEvery) && last.CompareAndSwap(before, now) {
			e.x.cfg.Queue.Report(e.item.Workspace, work.Progress{Goal: e.item.Goal, Task: e.item.Task, Tool: e.task.Tool, Done: done, Total: total, Note: note})
		}
	}
}
