package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/plan"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/gateway/wire"
)

// AgentViews answers reads about agents. What belongs to another workspace does not exist.
type AgentViews interface {
	// Agents lists agents, newest first, at most q.Limit.
	Agents(ctx context.Context, q AgentQuery) ([]wire.Agent, error)
	// Agent returns one agent with what was run as it, or ErrNotFound. An empty workspace is any.
	Agent(ctx context.Context, workspace, agent string) (wire.Agent, error)
	// WaitForAgents is Views.WaitFor for these reads.
	WaitForAgents(ctx context.Context, slot int, revision events.Revision) error
}

// AgentQuery selects agents. Empty fields select all.
type AgentQuery struct {
	Workspace, Status string
	Before            uint64 // registered_revision of the last agent seen; 0: from the newest
	Limit             int
}

var agentStatuses = []string{"registered", "active", "inactive", "revoked"}

// agent is the ID in the path, refused if the caller may not see it.
func (c *call) agent() (string, error) {
	id := c.fiber.Params("id")
	if stream := events.AgentStream(c.who.Workspace, id); stream.Check() != nil || !c.who.Sees(eventlog.Filter(stream)) {
		return "", noAgent(id)
	}
	return id, nil
}

func noAgent(id string) error {
	if !events.IsToken(id) {
		return wire.Refuse(http.StatusNotFound, commands.ErrAgentNotFound.Code, "there is no such agent; an ID is 1 to 64 of A–Z, a–z, 0–9, _ and -")
	}
	return wire.Refuse(http.StatusNotFound, commands.ErrAgentNotFound.Code, "no agent %s", id)
}

func (c *call) agentRef(id string) commands.AgentRef {
	return commands.AgentRef{Workspace: c.who.Workspace, Agent: id}
}

// registration returns how an agent was registered, by the log and not by reads that may be behind.
func (c *call) registration(id string) (events.AgentRegistered, bool, error) {
	stream := events.AgentStream(c.who.Workspace, id)
	for record, err := range c.api.cfg.Log.Read(c.ctx, eventlog.Query{Subjects: []string{eventlog.Filter(stream)}}) {
		if err != nil {
			return events.AgentRegistered{}, false, err
		}
		fact, _, err := events.Unmarshal(record.ID, record.Kind, record.Version, record.Body, nil)
		registered, ok := fact.(events.AgentRegistered)
		return registered, ok, err
	}
	return events.AgentRegistered{}, false, nil
}

func (c *call) registerAgent() error {
	key, err := c.idempotencyKey()
	if err != nil {
		return err
	}
	text, err := c.body()
	if err != nil {
		return err
	}
	var wish wire.RegisterAgent
	if err := decode(text, &wish); err != nil {
		return err
	}
	roles, can, faults := commands.CheckAgent(wish.Name, wish.Roles, granted(wish.Capabilities))
	if len(faults) > 0 {
		return invalid(faultsOf(faults, "")...)
	}
	id, req := c.api.cfg.NewID(), commands.Request{ID: c.api.cfg.NewID(), At: c.now()}
	if key != "" {
		id, req.ID = idFor("agent", c.who, key), commandID(c.who, commands.RegisterAgent{}.Name(), key)
	}
	answer, err := c.dispatch(req, commands.RegisterAgent{AgentRef: c.agentRef(id), AgentName: wish.Name, Roles: roles, Capabilities: can})
	if err != nil {
		return err
	}
	registered, found, err := c.registration(id)
	if err == nil && !found {
		err = errors.New("the log does not have the agent yet")
	}
	if err != nil {
		return c.trouble("look for an agent", err)
	}
	status := http.StatusCreated
	if answer.Repeated {
		status = http.StatusOK
	}
	c.fiber.Set("Location", "/agents/"+id)
	return c.ok(status, wire.RegisteredAgent{ID: id, DID: registered.DID, Address: registered.Address, Revision: uint64(answer.Revision)})
}

// granted are the capabilities of a new agent: what the wish does not name is not restricted.
func granted(wish *wire.CapabilityWish) events.Capabilities {
	if wish == nil {
		wish = &wire.CapabilityWish{}
	}
	all := func(list []string) []string {
		if list == nil {
			return []string{commands.Everything}
		}
		return list
	}
	can := events.Capabilities{Tools: all(wish.Tools), Repos: all(wish.Repos), Hosts: all(wish.Hosts), Paths: all(wish.Paths), Trust: wish.Trust}
	if can.Trust == "" {
		can.Trust = commands.TrustStandard
	}
	return can
}

// faultsOf places faults in the request, without a prefix.
func faultsOf(faults []plan.Fault, without string) []wire.Fault {
	out := make([]wire.Fault, len(faults))
	for i, f := range faults {
		out[i] = wire.Fault{Path: strings.TrimPrefix(f.Path, without), Reason: f.Reason}
	}
	return out
}

func (c *call) listAgents() error {
	if err := c.waitForAgents(); err != nil {
		return err
	}
	limit, err := c.limit()
	if err != nil {
		return err
	}
	before, err := c.cursor("agents")
	if err != nil {
		return err
	}
	found, err := c.api.cfg.Agents.Agents(c.ctx, AgentQuery{Workspace: c.who.Workspace, Status: c.query["status"], Before: before, Limit: limit + 1})
	if err != nil {
		return c.trouble("list agents", err)
	}
	page := wire.AgentList{Agents: []wire.Agent{}}
	if len(found) > limit {
		found = found[:limit]
		page.Next = cursorAt("agents", found[limit-1].Registered)
	}
	for _, a := range found {
		if c.who.Sees(eventlog.Filter(events.AgentStream(c.who.Workspace, a.ID))) {
			page.Agents = append(page.Agents, a)
		}
	}
	return c.ok(http.StatusOK, page)
}

// waitForAgents has reads of agents see the revision of ?after=, too.
func (c *call) waitForAgents() error {
	want := events.Revision(c.number("after"))
	if want == 0 {
		return nil
	}
	record, err := c.api.cfg.Log.At(c.ctx, want) // it is there: the goals' reads were waited for
	if err != nil {
		return c.trouble("look at a revision", err)
	}
	ctx, cancel := context.WithTimeout(c.ctx, c.api.cfg.Wait)
	defer cancel()
	err = c.api.cfg.Agents.WaitForAgents(ctx, eventlog.Slot(record.Stream), want)
	if err != nil && ctx.Err() != nil {
		return wire.Refuse(http.StatusGatewayTimeout, "PROJECTION_BEHIND", "reads have not reached revision %d yet; try again", want).Retryable()
	}
	if err != nil {
		return c.trouble("wait for the projections", err)
	}
	return nil
}

// viewAgent reads the agent that the path names.
func (c *call) viewAgent() (wire.Agent, error) {
	id, err := c.agent()
	if err != nil {
		return wire.Agent{}, err
	}
	if err := c.waitForAgents(); err != nil {
		return wire.Agent{}, err
	}
	return c.readAgent(c.who.Workspace, id)
}

func (c *call) readAgent(workspace, id string) (wire.Agent, error) {
	a, err := c.api.cfg.Agents.Agent(c.ctx, workspace, id)
	switch {
	case errors.Is(err, ErrNotFound):
		return a, noAgent(id)
	case err != nil:
		return a, c.trouble("read an agent", err)
	}
	return a, nil
}

func (c *call) getAgent() error {
	a, err := c.viewAgent()
	if err != nil {
		return err
	}
	return c.ok(http.StatusOK, a)
}

func (c *call) getPassport() error {
	a, err := c.viewAgent()
	switch {
	case err != nil:
		return err
	case a.Passport == nil:
		return wire.Refuse(http.StatusNotFound, "PASSPORT_NOT_FOUND", "the passport of agent %s was not seen on the chain yet", a.ID)
	}
	return c.ok(http.StatusOK, a.Passport)
}

func (c *call) changeCapabilities() error {
	id, err := c.agent()
	if err != nil {
		return err
	}
	text, err := c.body()
	if err != nil {
		return err
	}
	var wish wire.CapabilityWish
	if err := decode(text, &wish); err != nil {
		return err
	}
	if _, faults := commands.CheckCapabilities(granted(&wish)); len(faults) > 0 {
		return invalid(faultsOf(faults, "capabilities.")...)
	}
	set := func(list []string) *[]string {
		if list == nil {
			return nil
		}
		return &list
	}
	return c.changeAgent(id, commands.ChangeCapabilities{
		AgentRef: c.agentRef(id), Tools: set(wish.Tools), Repos: set(wish.Repos), Hosts: set(wish.Hosts), Paths: set(wish.Paths), Trust: wish.Trust,
	})
}

func (c *call) revokeAgent() error {
	id, err := c.agent()
	if err != nil {
		return err
	}
	var wish wire.RevokeAgent
	if !c.noBody() {
		text, err := c.body()
		if err != nil {
			return err
		}
		if err := decode(text, &wish); err != nil {
			return err
		}
	}
	if len(wish.Reason) > commands.MaxReason {
		return invalid(tooLong("reason", len(wish.Reason), commands.MaxReason))
	}
	return c.changeAgent(id, commands.RevokeAgent{AgentRef: c.agentRef(id), Reason: wish.Reason})
}

// changeAgent runs a command on an agent.
func (c *call) changeAgent(id string, cmd commands.Named) error {
	key, err := c.idempotencyKey()
	if err != nil {
		return err
	}
	req := commands.Request{ID: c.api.cfg.NewID(), At: c.now()}
	if key != "" {
		req.ID = commandID(c.who, cmd.Name()+" "+id, key)
	}
	answer, err := c.dispatch(req, cmd)
	if err != nil {
		return err
	}
	return c.ok(http.StatusOK, wire.Accepted{ID: id, Revision: uint64(answer.Revision)})
}

func (c *call) streamAgent() error {
	id, err := c.agent()
	if err != nil {
		return err
	}
	sub, err := c.subscription()
	if err != nil {
		return err
	}
	sub.Subjects = []string{eventlog.Filter(events.AgentStream(c.who.Workspace, id))}
	if _, found, err := c.registration(id); err != nil {
		return c.trouble("look for an agent", err)
	} else if !found {
		return noAgent(id)
	}
	return c.stream(sub)
}

// agentOf is the agent that a goal, of which the first event is given, is run as; empty if there is none.
func agentOf(first eventlog.Record) string {
	var submitted struct {
		Agent string `json:"agent"`
	}
	_ = json.Unmarshal(first.Body, &submitted) // content in it is sealed, the agent is not
	return submitted.Agent
}

// checkAgent refuses a goal that is to be run as an agent that may not act.
func (c *call) checkAgent(agent string) error {
	if agent == "" || c.api.cfg.MayAct == nil {
		return nil
	}
	err := c.api.cfg.MayAct(c.ctx, c.who.Workspace, agent)
	if refused, ok := errors.AsType[*commands.Refusal](err); ok {
		status := statusOf(refused.Sort)
		if refused.Sort == commands.NotFound {
			status = http.StatusUnprocessableEntity // the path is not what names it
		}
		return wire.Refuse(status, refused.Code, "%s", refused.Message)
	}
	if err != nil {
		return c.trouble("look for an agent", err)
	}
	return nil
}

// document answers with a document that has a form of its own.
func (c *call) document(media string, doc any) error {
	text, err := json.Marshal(doc)
	if err != nil {
		return err
	}
	c.fiber.Set("Content-Type", media)
	return c.fiber.Status(http.StatusOK).Send(text)
}
