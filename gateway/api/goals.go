package api

import (
	"errors"
	"net/http"
	"strings"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway/wire"
)

var (
	goalStatuses      = []string{"pending", "planning", "executing", "awaiting_human", "done", "failed", "cancelled"}
	interruptStatuses = []string{"pending", "resolved", "expired", "cancelled"}
)

func (c *call) listGoals() error {
	limit, err := c.limit()
	if err != nil {
		return err
	}
	before, err := c.cursor("goals")
	if err != nil {
		return err
	}
	q := GoalQuery{Workspace: c.who.Workspace, Status: c.query["status"], Agent: c.query["agent"], Before: before, Limit: limit + 1}
	found, err := c.api.cfg.Views.Goals(c.ctx, q)
	if err != nil {
		return c.trouble("list goals", err)
	}
	page := wire.GoalList{Goals: []wire.GoalSummary{}}
	if len(found) > limit {
		found = found[:limit]
		page.Next = cursorAt("goals", found[limit-1].Submitted)
	}
	for _, g := range found {
		if c.sees(g.ID) {
			page.Goals = append(page.Goals, g)
		}
	}
	return c.ok(http.StatusOK, page)
}

// view reads the goal that the path names.
func (c *call) view() (wire.Goal, error) {
	id, err := c.goal()
	if err != nil {
		return wire.Goal{}, err
	}
	g, err := c.api.cfg.Views.Goal(c.ctx, c.who.Workspace, id)
	switch {
	case errors.Is(err, ErrNotFound):
		return wire.Goal{}, noGoal(id)
	case err != nil:
		return wire.Goal{}, c.trouble("read a goal", err)
	}
	return g, nil
}

func (c *call) getGoal() error {
	g, err := c.view()
	if err != nil {
		return err
	}
	g.Tasks, g.Interrupts = notNil(g.Tasks), notNil(g.Interrupts)
	for i := range g.Tasks {
		g.Tasks[i].Calls = notNil(g.Tasks[i].Calls)
	}
	for i := range g.Interrupts {
		g.Interrupts[i].Options = notNil(g.Interrupts[i].Options)
	}
	if g.Proof != nil {
		g.Proof.Tasks = notNil(g.Proof.Tasks)
	}
	return c.ok(http.StatusOK, g)
}

// notNil keeps an empty list from being written as null.
func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func (c *call) cancelGoal() error {
	id, err := c.goal()
	if err != nil {
		return err
	}
	wish := wire.CancelGoal{Reason: c.query["reason"]}
	if !c.noBody() {
		text, err := c.body()
		if err != nil {
			return err
		}
		var said wire.CancelGoal
		if err := decode(text, &said); err != nil {
			return err
		}
		if wish.Reason != "" && said.Reason != "" {
			return invalid(wire.Fault{Path: "reason", Reason: "is in the query too; give it once"})
		}
		wish.Reason += said.Reason
	}
	if len(wish.Reason) > commands.MaxDescription {
		return invalid(tooLong("reason", len(wish.Reason), commands.MaxDescription))
	}
	return c.change(id, commands.CancelGoal{GoalRef: c.ref(id), Reason: wish.Reason})
}

func (c *call) resumeGoal() error {
	id, err := c.goal()
	if err != nil {
		return err
	}
	text, err := c.body()
	if err != nil {
		return err
	}
	var said wire.ResumeGoal
	if err := decode(text, &said); err != nil {
		return err
	}
	var faults []wire.Fault
	if said.Interrupt == "" {
		faults = append(faults, wire.Fault{Path: "interrupt", Reason: "is missing; GET /interrupts lists what can be answered"})
	}
	if said.Decision == "" {
		faults = append(faults, wire.Fault{Path: "decision", Reason: "is missing; give one of the interrupt's options"})
	}
	if said.Decision == arrived {
		faults = append(faults, wire.Fault{Path: "decision", Reason: "is not for people to say: the task waits for another goal or system"})
	}
	if n := len(said.Feedback); n > commands.MaxDescription {
		faults = append(faults, tooLong("feedback", n, commands.MaxDescription))
	}
	if (said.Secret != "") != (said.Decision == provide) {
		faults = append(faults, wire.Fault{Path: "secret", Reason: "goes with the decision provide, and that with a secret"})
	}
	if len(faults) > 0 {
		return invalid(faults...)
	}
	defer c.api.answers.hold(id)()
	if said.Secret != "" {
		if err := c.confide(id, said.Interrupt, said.Secret); err != nil {
			return err
		}
	}
	return c.change(id, commands.ResolveInterrupt{GoalRef: c.ref(id), Interrupt: said.Interrupt, Decision: said.Decision, Feedback: said.Feedback})
}

const (
	// provide is the decision that comes with a secret.
	provide = "provide"
	// arrived is the only one where no person is asked. Said by one it would pass any call of another system off as the one that
	// a task waits for.
	arrived = "arrived"
)

// confide keeps a secret before the answer says that it was given. The answer itself never holds it.
func (c *call) confide(goal, interrupt, value string) error {
	if c.api.cfg.Secrets == nil {
		return wire.Refuse(http.StatusConflict, "SECRETS_NOT_KEPT", "this server keeps no secrets")
	}
	err := c.api.cfg.Secrets.Confide(c.ctx, c.who.Workspace, goal, interrupt, value)
	if refusal, ok := errors.AsType[*commands.Refusal](err); ok {
		return wire.Refuse(statusOf(refusal.Sort), refusal.Code, "%s", refusal.Message)
	}
	if err != nil {
		return c.trouble("keep a secret", err)
	}
	return nil
}

func (c *call) ref(id string) commands.GoalRef {
	return commands.GoalRef{Workspace: c.who.Workspace, Goal: id}
}

// change runs a command on a goal that is there.
func (c *call) change(id string, cmd commands.Named) error {
	key, err := c.idempotencyKey()
	if err != nil {
		return err
	}
	first, found, err := c.first(id)
	switch {
	case err != nil:
		return c.trouble("look for a goal", err)
	case !found:
		return noGoal(id)
	}
	req := commands.Request{ID: c.api.cfg.NewID(), At: c.now(), Correlation: rootOf(first.Meta)}
	if key != "" {
		req.ID = commandID(c.who, cmd.Name()+" "+id, key)
	}
	answer, err := c.dispatch(req, cmd)
	if err != nil {
		return err
	}
	return c.ok(http.StatusOK, wire.Accepted{ID: id, Revision: uint64(answer.Revision)})
}

// rootOf is the root goal of a goal, of which one event is given.
func rootOf(m events.Meta) string {
	if m.Correlation != "" {
		return m.Correlation
	}
	return m.Stream.ID
}

func (c *call) listInterrupts() error {
	limit, err := c.limit()
	if err != nil {
		return err
	}
	before, err := c.cursor("interrupts")
	if err != nil {
		return err
	}
	q := InterruptQuery{Workspace: c.who.Workspace, Status: c.query["status"], Before: before, Limit: limit + 1}
	if q.Status == "" {
		q.Status = "pending"
	}
	found, err := c.api.cfg.Views.Interrupts(c.ctx, q)
	if err != nil {
		return c.trouble("list interrupts", err)
	}
	page := wire.InterruptList{Interrupts: []wire.Interrupt{}}
	if len(found) > limit {
		found = found[:limit]
		page.Next = cursorAt("interrupts", found[limit-1].Raised)
	}
	for _, i := range found {
		if c.sees(i.Goal) {
			i.Options = notNil(i.Options)
			page.Interrupts = append(page.Interrupts, i)
		}
	}
	return c.ok(http.StatusOK, page)
}

func (c *call) retryProof() error {
	id, err := c.goal()
	if err != nil {
		return err
	}
	return c.change(id, commands.RetryProof{GoalRef: c.ref(id)})
}

func (c *call) listProofs() error {
	id, err := c.goal()
	if err != nil {
		return err
	}
	proof, err := c.api.cfg.Views.Proof(c.ctx, c.who.Workspace, id)
	switch {
	case errors.Is(err, ErrNotFound):
		if _, err := c.api.cfg.Views.Goal(c.ctx, c.who.Workspace, id); errors.Is(err, ErrNotFound) {
			return noGoal(id)
		} else if err != nil {
			return c.trouble("read a goal", err)
		}
		return c.ok(http.StatusOK, wire.ProofList{Proofs: []wire.Proof{}})
	case err != nil:
		return c.trouble("read a proof", err)
	}
	proof.Tasks = notNil(proof.Tasks)
	return c.ok(http.StatusOK, wire.ProofList{Proofs: []wire.Proof{proof}})
}

func (c *call) getProof() error {
	key := c.fiber.Params("key")
	goal, task, ok := strings.Cut(key, ".")
	if !ok || !events.IsToken(goal) || !events.IsToken(task) || !c.sees(goal) {
		return noProof()
	}
	proof, err := c.api.cfg.Views.Proof(c.ctx, c.who.Workspace, goal)
	switch {
	case errors.Is(err, ErrNotFound):
		return noProof()
	case err != nil:
		return c.trouble("read a proof", err)
	}
	proof.Tasks = notNil(proof.Tasks)
	for _, leaf := range proof.Leaves {
		if leaf.Task == task {
			return c.ok(http.StatusOK, wire.TaskProof{Key: key, Leaf: leaf, Proof: proof})
		}
	}
	return noProof()
}

func noProof() error {
	return wire.Refuse(http.StatusNotFound, "PROOF_NOT_FOUND", "there is no proof under this key, or not yet; a key is goal.task")
}
