package executor

import (
	"context"
	"fmt"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/tools"
)

// mostWait bounds a call that waits and does not say for how long.
const mostWait = 7 * 24 * time.Hour

// waitID names the call's wait of a round: what wakes it may be too little, and
// then it waits again.
func (e *execution) waitID(round int) string {
	sum := events.Sum(fmt.Appendf(nil, "%s/%d/%d/wait %d", e.item.Task, e.attempt, e.n, round))
	return "wait-" + sum.String()[:16]
}

// woken finds what became known of what the call waited for, and how often it
// has waited.
func (e *execution) woken() (word string, round int, late *failure) {
	if e.first {
		return "", 0, nil
	}
	for ; ; round++ {
		answer, known := e.answer(e.waitID(round))
		switch {
		case !known || answer.Open():
			return word, round, nil
		case answer.Decision == tools.Reject:
			return "", round, refused(answer)
		case answer.Expired:
			return "", round, &failure{code: tools.CodeTimeout, message: "what the call waited for did not happen in time"}
		}
		word = answer.Feedback
	}
}

// await has the task wait without a worker. Only a call that may be made again
// can: its intent is worth nothing to whoever takes over.
func (e *execution) await(ctx context.Context, c *call, w *tools.Waiting) error {
	if c.effect == tools.Write {
		return e.fail(ctx, failure{code: tools.CodeFailed, message: fmt.Sprintf("tool %s waits in the middle of a write", e.task.Tool)})
	}
	_, round, _ := e.woken()
	req := e.request()
	most := w.Most
	if most <= 0 || most > mostWait {
		most = mostWait
	}
	expires := req.At.Add(most)
	if first, ok := e.answer(e.waitID(0)); ok && first.Expires != nil {
		expires = *first.Expires // waiting again does not make it longer
	}
	_, err := e.x.cfg.Commands.Goals.Run(ctx, req, commands.RaiseInterrupt{
		GoalRef: e.ref(), Interrupt: e.waitID(round), Type: w.Kind, Task: e.item.Task, Claim: e.claim, Call: e.n,
		Description: w.Text, Data: w.On, Options: waitOptions(w.Kind), Expires: &expires,
	})
	return err
}

// waitOptions lists how a wait of a kind can be answered.
func waitOptions(kind string) []string {
	if kind == tools.WaitSecret {
		return []string{tools.Provide, tools.Reject}
	}
	return []string{tools.Arrived}
}
