package executor

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/tools"
)

// look finds out what became of a write whose worker was lost. It waits until
// that worker can no longer be writing.
func (e *execution) look(ctx context.Context, prior *commands.Call) error {
	over := prior.Begun.Add(time.Duration(prior.Tool.TimeoutMS) * time.Millisecond)
	if wait := over.Sub(e.x.cfg.Now()); wait > 0 {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(wait):
		}
	}
	tool, ok := e.x.cfg.Tools.Lookup(prior.Tool.Tool)
	if !ok {
		return e.doubt(ctx, *prior, fmt.Sprintf("the worker was lost, and tool %q is not here to look", prior.Tool.Tool))
	}
	verifier, ok := tool.(tools.Verifier)
	if !ok {
		return e.doubt(ctx, *prior, "the worker was lost while the call was running, and the tool cannot tell what became of it")
	}
	c, failed := e.prepare(ctx)
	if failed != nil {
		return e.doubt(ctx, *prior, "the worker was lost, and the call cannot be made out again: "+failed.message)
	}
	looking, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	found, err := verifier.Verify(looking, c.use)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return e.doubt(ctx, *prior, "the worker was lost, and looking failed: "+err.Error())
	case !found.Known:
		return e.doubt(ctx, *prior, "the worker was lost, and looking cannot tell what became of the call")
	case !found.Happened:
		return e.again(ctx, prior, c)
	}
	content, err := e.content(ctx, found.Result.Value)
	if err != nil {
		return err
	}
	result := events.TaskToolResult{Step: e.stepOf(prior), Result: content, Found: true}
	e.x.results.put(e.item.Goal, e.item.Task, content.Hash, found.Result.Value)
	return e.settleWith(ctx, nil, commands.Outcome{Result: &result}, e.completeCommand(content, found.Result.Value))
}

// stepOf is a recorded call under this worker's claim.
func (e *execution) stepOf(prior *commands.Call) events.Step {
	step := prior.Step
	step.Claim, step.Started = e.claim, e.started
	return step
}

// again makes a write once more that was looked for and did not happen.
func (e *execution) again(ctx context.Context, prior *commands.Call, c *call) error {
	runs := e.x.cfg.Commands.Runs
	_, err := runs.Run(ctx, e.request(), commands.DoubtCall{RunRef: e.runRef(), Step: e.stepOf(prior), Reason: "the worker was lost while the call was running"})
	if err == nil {
		_, err = runs.Run(ctx, e.request(), commands.SettleCall{RunRef: e.runRef(), Step: e.stepOf(prior), Outcome: commands.Again, By: "tool:" + prior.Tool.Tool})
	}
	if err != nil {
		return err
	}
	return e.perform(ctx, c)
}

// doubt records that nothing can tell whether a write happened and asks a
// person. The task then waits without a worker.
func (e *execution) doubt(ctx context.Context, prior commands.Call, reason string) error {
	_, err := e.x.cfg.Commands.Runs.Run(ctx, e.request(), commands.DoubtCall{RunRef: e.runRef(), Step: e.stepOf(&prior), Reason: reason})
	if err != nil {
		return err
	}
	err = e.x.cfg.Commands.Runs.View(ctx, e.runRef().Stream(), false, func(r *commands.Run, _ events.Revision) {
		if c, ok := r.Find(prior.Step.Attempt, prior.Step.Call); ok {
			prior = *c // as recorded: it knows how often the call was made
		}
	})
	if err != nil {
		return err
	}
	return e.ask(ctx, prior, reason)
}

// question names what is asked about one run of a call: a call that is in doubt
// twice is asked about twice.
func (e *execution) question(prior commands.Call) string {
	sum := events.Sum(fmt.Appendf(nil, "%s/%d/%d/%d", e.item.Task, prior.Step.Attempt, prior.Step.Call, prior.Tool.Again))
	return "doubt-" + sum.String()[:16]
}

func (e *execution) ask(ctx context.Context, prior commands.Call, reason string) error {
	data, err := json.Marshal(map[string]any{"tool": prior.Tool.Tool, "args": prior.Tool.Args, "args_hash": prior.Tool.ArgsHash, "began": prior.Begun})
	if err != nil {
		return err
	}
	_, err = e.x.cfg.Commands.Goals.Run(ctx, e.request(), commands.RaiseInterrupt{
		GoalRef: e.ref(), Interrupt: e.question(prior), Type: commands.InDoubt, Task: e.item.Task, Claim: e.claim, Call: prior.Step.Call,
		Description: fmt.Sprintf("Did the %s call of task %s happen? %s", prior.Tool.Tool, e.item.Task, reason),
		Data:        data, Approves: prior.Tool.ArgsHash, Options: []string{commands.Happened, commands.DidNot, commands.Again},
	})
	return err
}

// settle goes on with a call in doubt once a person has answered; if nobody was
// asked yet, the worker before was lost in between.
func (e *execution) settle(ctx context.Context, prior *commands.Call) error {
	answer, asked := e.answer(e.question(*prior))
	if !asked {
		return e.ask(ctx, *prior, "the worker was lost while the call was running")
	}
	settled := commands.SettleCall{RunRef: e.runRef(), Step: e.stepOf(prior), Outcome: answer.Decision, By: answer.By}
	var value json.RawMessage
	if answer.Decision == commands.Happened {
		var err error
		value, err = json.Marshal(map[string]string{"settled": commands.Happened, "by": answer.By, "note": answer.Feedback})
		if err == nil {
			settled.Result, err = e.content(ctx, value)
		}
		if err != nil {
			return err
		}
	}
	if _, err := e.x.cfg.Commands.Runs.Run(ctx, e.request(), settled); err != nil {
		return err
	}
	switch answer.Decision {
	case commands.Happened:
		e.x.results.put(e.item.Goal, e.item.Task, settled.Result.Hash, value)
		return e.complete(ctx, settled.Result)
	case commands.DidNot:
		return e.fail(ctx, failure{code: "did_not_happen", message: answer.By + " said that it did not happen"})
	}
	c, failed := e.prepare(ctx)
	if failed != nil {
		return e.fail(ctx, *failed)
	}
	return e.perform(ctx, c)
}
