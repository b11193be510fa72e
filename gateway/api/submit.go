package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/plan"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway/wire"
)

func (c *call) submitGoal() error {
	key, err := c.idempotencyKey()
	if err != nil {
		return err
	}
	text, err := c.body()
	if err != nil {
		return err
	}
	var wish wire.SubmitGoal
	if err := decode(text, &wish); err != nil {
		return err
	}
	req := commands.Request{ID: c.api.cfg.NewID(), At: c.now()}
	id := c.api.cfg.NewID()
	if key != "" {
		id, req.ID = goalID(c.who, key), commandID(c.who, commands.SubmitGoal{}.Name(), key)
	}
	for try := 1; ; try++ {
		known := false
		if key != "" {
			// A repeated request is made for the moment of the first one, so
			// that a deadline counted from it is the same.
			first, found, err := c.first(id)
			if err != nil {
				return c.trouble("look for a goal", err)
			}
			if known = found; found {
				req.At = first.Time
			}
		}
		cmd, err := c.wishFor(id, wish, &req)
		if err != nil {
			return err
		}
		answer, err := c.dispatch(req, cmd)
		if p, refused := errors.AsType[*wire.Problem](err); refused && key != "" && !known && try == 1 && p.Err.Code == commands.ErrRequestDiffers.Code {
			continue // the same request got there at the same time
		}
		if err != nil {
			return err
		}
		status := http.StatusCreated
		if answer.Repeated {
			status = http.StatusOK
		}
		c.fiber.Set("Location", "/goals/"+id)
		return c.ok(status, wire.Accepted{ID: id, Revision: uint64(answer.Revision)})
	}
}

// wishFor makes the command of a request, and refuses with everything that is
// wrong with it.
func (c *call) wishFor(id string, wish wire.SubmitGoal, req *commands.Request) (commands.SubmitGoal, error) {
	var faults []wire.Fault
	fault := func(path, reason string) { faults = append(faults, wire.Fault{Path: path, Reason: reason}) }
	wish.Plan = titled(wish.Plan, wish.Title)
	cmd := commands.SubmitGoal{
		GoalRef: c.ref(id), Title: wish.Title, Description: wish.Description, Parent: wish.Parent,
		Plan: compact(wish.Plan), Playbook: wish.Playbook, Params: compact(wish.Params), Agent: wish.Agent,
	}
	p, planFaults := c.checkPlan(wish)
	if cmd.Title == "" {
		cmd.Title = p.Title
	}
	switch {
	case strings.TrimSpace(cmd.Title) == "" && len(planFaults) == 0:
		fault("title", "is missing; say what is to be achieved")
	case len(cmd.Title) > commands.MaxTitle:
		faults = append(faults, tooLong("title", len(cmd.Title), commands.MaxTitle))
	}
	if n := len(wish.Description); n > commands.MaxDescription {
		faults = append(faults, tooLong("description", n, commands.MaxDescription))
	}
	faults = append(faults, planFaults...)
	faults = append(faults, c.checkPlaybook(wish)...)
	mounts, mountFaults := c.api.mount(wish.Mounts)
	cmd.Mounts = mounts
	faults = append(faults, mountFaults...)
	if wish.Agent != "" && !events.IsToken(wish.Agent) {
		fault("agent", "is not an agent's ID")
	}
	limits, limitFaults := limitsOf(wish.Limits, p.Limits, req.At)
	cmd.Limits = limits
	faults = append(faults, limitFaults...)
	req.Correlation = id
	if wish.Parent != "" {
		first, found, err := c.first(wish.Parent)
		switch {
		case err != nil:
			return cmd, c.trouble("look for the parent", err)
		case !found || !c.sees(wish.Parent):
			fault("parent", "there is no such goal")
		default:
			req.Correlation = rootOf(first.Meta)
			if agent := agentOf(first); cmd.Agent == "" {
				cmd.Agent = agent
			} else if agent != "" && cmd.Agent != agent {
				fault("agent", "the parent is run as agent "+agent+", and so are the goals that it spawns; leave it out")
			}
		}
	}
	if len(faults) == 0 {
		if err := c.checkAgent(cmd.Agent); err != nil {
			return cmd, err
		}
		faults = c.checkPlanning(cmd)
	}
	if len(faults) > 0 {
		return cmd, invalid(faults...)
	}
	return cmd, nil
}

// checkPlanning asks the planner whether it would refuse the goal, so that
// whoever submits it is told at once and nothing is stored.
func (c *call) checkPlanning(cmd commands.SubmitGoal) []wire.Fault {
	if c.api.cfg.Check == nil {
		return nil
	}
	err := c.api.cfg.Check(events.GoalSubmitted{
		Title: cmd.Title, Description: cmd.Description, Plan: cmd.Plan, Playbook: cmd.Playbook, Params: cmd.Params, Mounts: cmd.Mounts,
		Agent: cmd.Agent,
	})
	switch {
	case err == nil:
		return nil
	case len(cmd.Plan) > 0:
		return within("plan", err)
	}
	bad, ok := errors.AsType[*plan.InvalidError](err)
	if !ok {
		return []wire.Fault{{Path: "title", Reason: err.Error()}}
	}
	faults := make([]wire.Fault, len(bad.Faults))
	for i, f := range bad.Faults {
		if faults[i] = (wire.Fault{Path: f.Path, Reason: f.Reason}); !strings.HasPrefix(f.Path, "params") {
			faults[i].Path = "playbook"
		}
	}
	return faults
}

func tooLong(path string, have, most int) wire.Fault {
	return wire.Fault{Path: path, Reason: fmt.Sprintf("has %d bytes, at most %d are allowed", have, most)}
}

// compact takes out the space of JSON that was checked.
func compact(text json.RawMessage) json.RawMessage {
	if len(text) == 0 {
		return nil
	}
	out, err := json.Marshal(text)
	if err != nil {
		return text
	}
	return out
}

// titled gives a plan that says nothing of a title that of its goal. The rest stays as it was written, with its faults.
func titled(text json.RawMessage, title string) json.RawMessage {
	var fields map[string]json.RawMessage
	if strings.TrimSpace(title) == "" || len(text) > commands.MaxEvent || json.Unmarshal(text, &fields) != nil || len(fields) == 0 {
		return text
	}
	if _, has := fields["title"]; has {
		return text
	}
	quoted, err := json.Marshal(title)
	if err != nil {
		return text
	}
	_, rest, _ := bytes.Cut(text, []byte{'{'})
	return slices.Concat([]byte(`{"title":`), quoted, []byte{','}, rest)
}

// checkPlan finds what is wrong with an explicit plan and the values of its
// parameters.
func (c *call) checkPlan(wish wire.SubmitGoal) (plan.Plan, []wire.Fault) {
	if len(wish.Plan) == 0 {
		return plan.Plan{}, nil
	}
	if n := len(wish.Plan); n > commands.MaxEvent {
		return plan.Plan{}, []wire.Fault{tooLong("plan", n, commands.MaxEvent)}
	}
	p, err := plan.Parse(wish.Plan)
	if err != nil {
		return p, within("plan", err)
	}
	faults := within("plan", plan.Validate(p, c.api.cfg.Catalogue()))
	var params map[string]json.RawMessage
	if len(wish.Params) > 0 && json.Unmarshal(wish.Params, &params) != nil {
		return p, faults // said already: it must be an object
	}
	if _, err := plan.Bind(p, params); err != nil && (len(faults) == 0 || onlyParams(err)) {
		faults = append(faults, within("", err)...)
	}
	return p, faults
}

// onlyParams reports whether the faults of binding are about values and not
// about what validation has found already.
func onlyParams(err error) bool {
	bad, ok := errors.AsType[*plan.InvalidError](err)
	return ok && len(bad.Faults) > 0 && strings.HasPrefix(bad.Faults[0].Path, "params")
}

// within places faults of a plan in the request.
func within(path string, err error) []wire.Fault {
	if err == nil {
		return nil
	}
	bad, ok := errors.AsType[*plan.InvalidError](err)
	if !ok {
		return []wire.Fault{{Path: path, Reason: err.Error()}}
	}
	faults := make([]wire.Fault, len(bad.Faults))
	for i, f := range bad.Faults {
		at := f.Path
		switch {
		case at == "":
			at = "plan"
		case path != "", !strings.HasPrefix(at, "params"):
			at = "plan." + at
		}
		faults[i] = wire.Fault{Path: at, Reason: f.Reason}
	}
	return faults
}

func (c *call) checkPlaybook(wish wire.SubmitGoal) []wire.Fault {
	switch {
	case wish.Playbook == "":
		return nil // what the planner chooses takes the parameters, or refuses them
	case len(wish.Plan) > 0:
		return []wire.Fault{{Path: "playbook", Reason: "there is a plan too; give one of the two"}}
	case c.api.cfg.Playbooks == nil:
		return nil
	}
	known := c.api.cfg.Playbooks()
	for _, name := range known {
		if name == wish.Playbook {
			return nil
		}
	}
	return []wire.Fault{{Path: "playbook", Reason: "there is no such playbook; " + list(known)}}
}

// limitsOf puts a request's limits over those of its plan.
func limitsOf(wish *wire.Limits, ofPlan *plan.Limits, at time.Time) (events.Limits, []wire.Fault) {
	var l plan.Limits
	if ofPlan != nil {
		l = *ofPlan
	}
	var faults []wire.Fault
	if wish != nil {
		l, faults = over(l, *wish)
	}
	limits := events.Limits{Steps: int(l.Steps), Tokens: l.Tokens, Cost: l.CostMicros()}
	if l.Deadline > 0 {
		deadline := at.Add(time.Duration(l.Deadline)).UTC().Truncate(time.Microsecond)
		if deadline.Year() > 9999 {
			faults = append(faults, wire.Fault{Path: "limits.deadline", Reason: "is too far away"})
		}
		limits.Deadline = &deadline
	}
	return limits, faults
}

func over(l plan.Limits, wish wire.Limits) (plan.Limits, []wire.Fault) {
	var faults []wire.Fault
	fault := func(name, reason string) {
		faults = append(faults, wire.Fault{Path: "limits." + name, Reason: reason})
	}
	const negative = "is negative; leave it out for no limit"
	if wish.Steps != 0 {
		l.Steps = wish.Steps
	}
	if wish.Tokens != 0 {
		l.Tokens = wish.Tokens
	}
	if wish.Cost != 0 {
		l.Cost = wish.Cost
	}
	if len(wish.Deadline) > 0 {
		if err := json.Unmarshal(wish.Deadline, &l.Deadline); err != nil {
			fault("deadline", err.Error())
		}
	}
	switch {
	case l.Steps < 0:
		fault("steps", negative)
	case l.Steps > math.MaxInt32:
		fault("steps", "is too large")
	}
	if l.Tokens < 0 {
		fault("tokens", negative)
	}
	switch {
	case l.Cost < 0:
		fault("cost", negative)
	case l.Cost > 1e9:
		fault("cost", "is too large")
	}
	if l.Deadline < 0 {
		fault("deadline", negative)
	}
	return l, faults
}
