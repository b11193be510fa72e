package executor

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// Supervised is the type of an interrupt that asks for leave to run a task.
const Supervised = "supervised_task"

// The answers to a Supervised interrupt.
const (
	approve = "approve"
	reject  = "reject"
)

// consent asks a person before a supervised task acts. The grant is bound to
// the arguments that were shown: if they have changed, it is asked anew. It
// returns whether the attempt ends here.
func (e *execution) consent(ctx context.Context) (asked bool, err error) {
	c, failed := e.prepare(ctx)
	if failed != nil {
		return false, nil // the call itself will say so
	}
	sum := events.Sum(fmt.Appendf(nil, "%s/%d/%s", e.item.Task, e.attempt, c.record.ArgsHash))
	id := "consent-" + sum.String()[:16]
	answer, known := e.answer(id)
	switch {
	case known && answer.Decision == approve && answer.Approves == c.record.ArgsHash:
		return false, nil
	case known && answer.Decision == reject:
		return true, e.fail(ctx, failure{code: "rejected", message: fmt.Sprintf("%s did not allow it: %s", answer.By, answer.Feedback)})
	}
	data, err := json.Marshal(map[string]any{"tool": e.task.Tool, "args": c.record.Args, "args_hash": c.record.ArgsHash})
	if err != nil {
		return true, err
	}
	_, err = e.x.cfg.Commands.Goals.Run(ctx, e.request(), commands.RaiseInterrupt{
		GoalRef: e.ref(), Interrupt: id, Type: Supervised, Task: e.item.Task, Claim: e.claim, Call: 1,
		Description: fmt.Sprintf("May task %s call %s with %s?", e.item.Task, e.task.Tool, shown(c.record.Args)),
		Data:        data, Approves: c.record.ArgsHash, Options: []string{approve, reject},
	})
	return true, err
}

// shown is what a question quotes of arguments.
func shown(args json.RawMessage) string {
	const most = 300
	if runes := []rune(string(args)); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return string(args)
}
