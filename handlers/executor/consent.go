package executor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/tools"
)

// Supervised is the type of an interrupt that asks for leave to run a task.
const Supervised = "supervised_task"

// The answers to questions for leave.
const (
	approve = "approve"
	revise  = "revise" // not like this; the feedback says how
	reject  = "reject"
	allow   = "allow"
	block   = "block"
)

// options lists how a question of a kind can be answered.
func options(kind string) []string {
	switch kind {
	case tools.SecurityGate:
		return []string{allow, block}
	case tools.PRApproval:
		return []string{approve, revise, reject}
	}
	return []string{approve, reject}
}

// granted reports whether an answer allows what was asked about, and only that.
func granted(answer commands.Interrupt, what events.Digest) bool {
	return (answer.Decision == approve || answer.Decision == allow) && answer.Approves == what
}

// refused is why a call that was asked about will not be made, nil if that is
// not settled.
func refused(answer commands.Interrupt) *failure {
	said := ""
	if answer.Feedback != "" {
		said = ": " + answer.Feedback
	}
	switch {
	case answer.Expired:
		return &failure{code: "approval_expired", message: "nobody allowed it in time; retry the goal to ask again"}
	case answer.Decision == revise:
		return &failure{code: "revision_requested", message: answer.By + " wants it done otherwise" + said}
	case answer.Decision == reject, answer.Decision == block:
		return &failure{code: "rejected", message: answer.By + " did not allow it" + said}
	}
	return nil
}

// cautious reports whether the task's tool may want a call approved.
func (e *execution) cautious() bool {
	tool, _ := e.x.cfg.Tools.Lookup(e.task.Tool)
	_, ok := tool.(tools.Cautious)
	return ok || e.of != nil && e.trusted && mentions(e.task.Args)
}

// approval says whether and why a person must allow a call: the plan wants the
// task supervised, or the tool asks for it.
func (e *execution) approval(c *call) *tools.Approval {
	if cautious, ok := c.tool.(tools.Cautious); ok {
		if wanted := cautious.Approval(c.use.Args); wanted != nil {
			return wanted
		}
	}
	if e.of != nil && len(c.secrets) > 0 {
		return &tools.Approval{Kind: tools.SecurityGate, Reason: fmt.Sprintf("a model hands over %s, which the goal was given in confidence", strings.Join(c.secrets, ", "))}
	}
	if e.task.Supervised {
		return &tools.Approval{Kind: Supervised, Reason: e.actor.leave()}
	}
	return nil
}

// consent asks a person before a task acts that is supervised, or whose tool
// wants it. The grant is bound to the arguments that were shown: if they have
// changed, it is asked anew. It returns whether the attempt ends here.
func (e *execution) consent(ctx context.Context) (asked bool, err error) {
	c, failed := e.prepare(ctx)
	if failed != nil {
		// What is wrong with the call it will say itself; but a store that does not
		// answer now must not let it pass unasked.
		if retry := (*infrastructure)(nil); errors.As(failed.err, &retry) {
			return true, retry.err
		}
		return false, nil
	}
	wanted := e.approval(c)
	if wanted == nil {
		return false, nil
	}
	sum := events.Sum(fmt.Appendf(nil, "%s/%d/%d/%s", e.item.Task, e.attempt, e.n, c.record.ArgsHash))
	id := "consent-" + sum.String()[:16]
	answer, known := e.answer(id)
	if known {
		if granted(answer, c.record.ArgsHash) {
			return false, nil
		}
		if no := refused(answer); no != nil {
			return true, e.fail(ctx, *no)
		}
	}
	data, err := json.Marshal(map[string]any{"tool": e.task.Tool, "args": c.record.Args, "args_hash": c.record.ArgsHash})
	if err != nil {
		return true, err
	}
	description := fmt.Sprintf("May task %s call %s with %s?", e.item.Task, e.task.Tool, shown(c.record.Args))
	if wanted.Reason != "" {
		description += " It needs approval because " + wanted.Reason + "."
	}
	req := e.request()
	expires := req.At.Add(e.x.cfg.ApprovalFor)
	_, err = e.x.cfg.Commands.Goals.Run(ctx, req, commands.RaiseInterrupt{
		GoalRef: e.ref(), Interrupt: id, Type: wanted.Kind, Task: e.item.Task, Claim: e.claim, Call: e.n,
		Description: description,
		Data:        data, Approves: c.record.ArgsHash, Options: options(wanted.Kind), Expires: &expires,
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
