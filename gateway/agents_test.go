package gateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway"
	"github.com/mergit-io/mergit/gateway/wire"
)

// keyed gives each agent an address, as the process that keeps keys does.
type keyed struct{ commands.Dispatcher }

const agentAddress = "0x00000000000000000000000000000000000000a1"

func (k keyed) Dispatch(ctx context.Context, req commands.Request, c commands.Named) (commands.Answer, error) {
	if wish, ok := c.(commands.RegisterAgent); ok {
		wish.Address = agentAddress
		c = wish
	}
	return k.Dispatcher.Dispatch(ctx, req, c)
}

// newAgents makes a world that knows agents.
func newAgents(t testing.TB, change ...func(*gateway.Config)) *world {
	t.Helper()
	return newWorld(t, append([]func(*gateway.Config){func(cfg *gateway.Config) {
		set, _ := cfg.API.Commands.(*commands.Set)
		cfg.API.Commands = keyed{set}
		cfg.API.PublicURL = "https://mergit.test/"
		cfg.API.MayAct = func(ctx context.Context, workspace, agent string) (err error) {
			ref := commands.AgentRef{Workspace: workspace, Agent: agent}
			failed := set.Agents.View(ctx, ref.Stream(), true, func(a *commands.Agent, _ events.Revision) { err = ref.MayAct(a) })
			return errors.Join(failed, err)
		}
	}}, change...)...)
}

func (w *world) register(body string) wire.RegisteredAgent {
	w.t.Helper()
	return data[wire.RegisteredAgent](w.post("/agents", owner, body), http.StatusCreated)
}

func (w *world) mint(agent string) events.Revision {
	return w.run(commands.SeePassport{
		AgentRef: commands.AgentRef{Workspace: "main", Agent: agent},
		Passport: events.PassportMinted{TokenID: "7", At: events.OnChain{Chain: 1337, Contract: "0xc0", Tx: "0x71", Block: 9, BlockHash: "0xb9"}},
	})
}

func TestAnAgentIsRegisteredAndRead(t *testing.T) {
	t.Parallel()
	w := newAgents(t)
	made := w.register(`{"name":"Ada","roles":["writer","coder"],"capabilities":{"tools":["file_ops"],"hosts":[],"trust":"low"}}`)
	if made.DID != "did:mergit:"+made.ID || made.Address != agentAddress || made.Revision == 0 {
		t.Errorf("%+v", made)
	}
	path := "/agents/" + made.ID
	a := data[wire.Agent](w.get(path+fmt.Sprintf("?after=%d", made.Revision), owner), http.StatusOK)
	if a.Name != "Ada" || strings.Join(a.Roles, " ") != "coder writer" || a.Status != "registered" || a.Passport != nil || a.By != "user:owner" {
		t.Errorf("%+v", a)
	}
	if c := a.Capabilities; strings.Join(c.Tools, " ") != "file_ops" || len(c.Hosts) != 0 || strings.Join(c.Repos, " ") != "*" || c.Trust != "low" {
		t.Errorf("%+v", c)
	}
	w.get(path+"/passport", owner).refused(http.StatusNotFound, "PASSPORT_NOT_FOUND")
	w.mint(made.ID)
	p := data[wire.Passport](w.get(path+"/passport", owner), http.StatusOK)
	if p.TokenID != "7" || p.Owner != agentAddress || p.Chain != 1337 || p.Tx != "0x71" || p.CapabilityHash != a.CapabilityHash || !p.Active {
		t.Errorf("%+v", p)
	}
	w.get(path, other).refused(http.StatusNotFound, "AGENT_NOT_FOUND")
	w.get("/agents/nobody", owner).refused(http.StatusNotFound, "AGENT_NOT_FOUND")
	w.get(path, auditor).refused(http.StatusForbidden, "SCOPE_MISSING")
	w.post("/agents", viewer, `{}`).refused(http.StatusForbidden, "SCOPE_MISSING")
}

func TestEverythingWrongWithAnAgentIsSaidAtOnce(t *testing.T) {
	t.Parallel()
	w := newAgents(t)
	e := w.post("/agents", owner, `{"name":"","roles":["pilot"],"capabilities":{"paths":["../x"],"trust":"blind"}}`).refused(http.StatusUnprocessableEntity, "VALIDATION_FAILED")
	var places []string
	for _, f := range e.Details.Faults {
		places = append(places, f.Path)
	}
	if got := strings.Join(places, " "); got != "name roles[0] capabilities.paths[0] capabilities.trust" {
		t.Errorf("faults at %s", got)
	}
	made := w.register(`{"name":"Ada","roles":["coder"]}`)
	e = w.do(http.MethodPatch, "/agents/"+made.ID+"/capabilities", owner, strings.NewReader(`{"hosts":["a:80"]}`)).refused(http.StatusUnprocessableEntity, "VALIDATION_FAILED")
	if len(e.Details.Faults) != 1 || e.Details.Faults[0].Path != "hosts[0]" {
		t.Errorf("%+v", e.Details.Faults)
	}
	w.post("/agents", owner, `{"name":"Ada","roles":["coder"],"address":"0x1"}`).refused(http.StatusUnprocessableEntity, "VALIDATION_FAILED")
}

func TestOneKeyRegistersOneAgent(t *testing.T) {
	t.Parallel()
	w := newAgents(t)
	const body = `{"name":"Ada","roles":["coder"]}`
	first := data[wire.RegisteredAgent](w.post("/agents", owner, body, "Idempotency-Key", "k1"), http.StatusCreated)
	again := data[wire.RegisteredAgent](w.post("/agents", owner, body, "Idempotency-Key", "k1"), http.StatusOK)
	if first != again {
		t.Errorf("%+v, then %+v", first, again)
	}
	w.post("/agents", owner, `{"name":"Bo","roles":["coder"]}`, "Idempotency-Key", "k1").refused(http.StatusUnprocessableEntity, "IDEMPOTENCY_MISMATCH")
	if elsewhere := data[wire.RegisteredAgent](w.post("/agents", other, body, "Idempotency-Key", "k1"), http.StatusCreated); elsewhere.ID == first.ID {
		t.Error("another caller's key gave the same agent")
	}
}

func TestAgentsAreListedPageByPage(t *testing.T) {
	t.Parallel()
	w := newAgents(t)
	var made []string
	for i := range 5 {
		made = append([]string{w.register(fmt.Sprintf(`{"name":"Agent %d","roles":["coder"]}`, i)).ID}, made...)
	}
	var seen []string
	for path := "/agents?limit=2"; path != ""; {
		page := data[wire.AgentList](w.get(path, owner), http.StatusOK)
		for _, a := range page.Agents {
			seen = append(seen, a.ID)
		}
		if path = ""; page.Next != "" {
			path = "/agents?limit=2&cursor=" + page.Next
		}
	}
	if strings.Join(seen, " ") != strings.Join(made, " ") {
		t.Errorf("listed %v, want %v", seen, made)
	}
	w.mint(made[0])
	if page := data[wire.AgentList](w.get("/agents?status=active", owner), http.StatusOK); len(page.Agents) != 1 || page.Agents[0].ID != made[0] {
		t.Errorf("active: %+v", page)
	}
	w.get("/agents?status=gone", owner).refused(http.StatusBadRequest, "PARAMETER_INVALID")
	if page := data[wire.AgentList](w.get("/agents", other), http.StatusOK); len(page.Agents) != 0 {
		t.Errorf("another workspace sees %d", len(page.Agents))
	}
}

func TestCapabilitiesChangeAndAgentsAreRevoked(t *testing.T) {
	t.Parallel()
	w := newAgents(t)
	made := w.register(`{"name":"Ada","roles":["coder"]}`)
	path := "/agents/" + made.ID
	before := data[wire.Agent](w.get(path, owner), http.StatusOK)
	w.mint(made.ID)
	patch := func(body string) answer {
		return w.do(http.MethodPatch, path+"/capabilities", owner, strings.NewReader(body))
	}
	data[wire.Accepted](patch(`{"tools":["writer"],"repos":[]}`), http.StatusOK)
	after := data[wire.Agent](w.get(path, owner), http.StatusOK)
	if c := after.Capabilities; strings.Join(c.Tools, " ") != "writer" || len(c.Repos) != 0 || strings.Join(c.Hosts, " ") != "*" {
		t.Errorf("%+v", c)
	}
	if after.CapabilityHash == before.CapabilityHash || after.Passport.CapabilityHash != before.CapabilityHash {
		t.Errorf("hashes %s, %s and on the chain %s", before.CapabilityHash, after.CapabilityHash, after.Passport.CapabilityHash)
	}
	w.post(path+"/revoke", other, `{}`).refused(http.StatusNotFound, "AGENT_NOT_FOUND")
	data[wire.Accepted](w.post(path+"/revoke", owner, `{"reason":"lost"}`), http.StatusOK)
	data[wire.Accepted](w.do(http.MethodDelete, path, owner, nil), http.StatusOK) // again
	gone := data[wire.Agent](w.get(path, owner), http.StatusOK)
	if gone.Status != "revoked" || gone.Reason != "lost" || gone.RevokedBy != "user:owner" || gone.Revoked == nil || gone.Passport.Active {
		t.Errorf("%+v", gone)
	}
	patch(`{"tools":["*"]}`).refused(http.StatusConflict, "AGENT_REVOKED")
	w.do(http.MethodPatch, "/agents/nobody/capabilities", owner, strings.NewReader(`{}`)).refused(http.StatusNotFound, "AGENT_NOT_FOUND")
}

func TestWhoMeetsAnAgentLearnsWhoItIs(t *testing.T) {
	t.Parallel()
	w := newAgents(t)
	made := w.register(`{"name":"Ada","roles":["coder"],"capabilities":{"repos":["acme/secret"]}}`)
	path := "/agents/" + made.ID
	get := func(path string, into any) string {
		a := w.get(path, "").want(http.StatusOK)
		if err := json.Unmarshal(a.body, into); err != nil {
			t.Fatal(err)
		}
		return string(a.body)
	}
	var doc wire.DIDDocument
	var file wire.Registration
	get(path+"/did", &doc)
	if doc.ID != made.DID || len(doc.VerificationMethod) != 0 || doc.Service[0].Endpoint != "https://mergit.test"+path+"/registration.json" {
		t.Errorf("before it has a passport: %+v", doc)
	}
	w.mint(made.ID)
	text := get(path+"/did", &doc)
	text += get(path+"/registration.json", &file)
	if m := doc.VerificationMethod; len(m) != 1 || m[0].Account != "eip155:1337:"+agentAddress || m[0].Controller != made.DID || len(doc.Authentication) != 1 || doc.Authentication[0] != m[0].ID {
		t.Errorf("%+v", doc)
	}
	if file.Name != "Ada" || !file.Active || file.Services[0].Endpoint != made.DID || len(file.Registrations) != 1 ||
		file.Registrations[0] != (wire.RegistrationEntry{Agent: "7", Registry: "eip155:1337:0xc0"}) || !strings.Contains(text, `"agentId":7`) {
		t.Errorf("%+v", file)
	}
	if strings.Contains(text, "secret") {
		t.Errorf("what an agent may use is told to everybody: %s", text)
	}
	data[wire.Accepted](w.post(path+"/revoke", owner, `{}`), http.StatusOK)
	get(path+"/did", &doc)
	get(path+"/registration.json", &file)
	if len(doc.VerificationMethod) != 1 || len(doc.Authentication) != 0 || len(doc.AssertionMethod) != 0 || file.Active {
		t.Errorf("after it was revoked: %+v, %+v", doc, file)
	}
	w.get("/agents/nobody/did", "").refused(http.StatusNotFound, "AGENT_NOT_FOUND")
	w.get("/agents/a*b/registration.json", "").refused(http.StatusNotFound, "AGENT_NOT_FOUND")
}

func TestAGoalIsRunAsAnAgentInGoodStanding(t *testing.T) {
	t.Parallel()
	w := newAgents(t)
	made := w.register(`{"name":"Ada","roles":["coder"]}`)
	submit := func(agent string) answer {
		return w.post("/goals", owner, fmt.Sprintf(`{"title":"x","agent":%q,"plan":%s}`, agent, twoTasks))
	}
	accepted := data[wire.Accepted](submit(made.ID), http.StatusCreated)
	if g := data[wire.Goal](w.get("/goals/"+accepted.ID, owner), http.StatusOK); g.Agent != made.ID {
		t.Errorf("run as %q", g.Agent)
	}
	if a := data[wire.Agent](w.get("/agents/"+made.ID, owner), http.StatusOK); a.Stats == nil || a.Stats.Goals != 1 {
		t.Errorf("%+v", a.Stats)
	}
	if e := submit("nobody").refused(http.StatusUnprocessableEntity, "AGENT_NOT_FOUND"); !strings.Contains(e.Message, "nobody") {
		t.Errorf("%+v", e)
	}
	ref := commands.AgentRef{Workspace: "main", Agent: made.ID}
	w.run(commands.DeactivateAgent{AgentRef: ref, At: events.OnChain{Block: 3}})
	submit(made.ID).refused(http.StatusConflict, "AGENT_INACTIVE")
	w.run(commands.ActivateAgent{AgentRef: ref, At: events.OnChain{Block: 4}}, commands.RevokeAgent{AgentRef: ref})
	submit(made.ID).refused(http.StatusConflict, "AGENT_REVOKED")
	w.post("/goals", other, fmt.Sprintf(`{"title":"x","agent":%q,"plan":%s}`, made.ID, twoTasks)).refused(http.StatusUnprocessableEntity, "AGENT_NOT_FOUND")
}

func TestAGoalIsRunAsTheAgentOfItsParent(t *testing.T) {
	t.Parallel()
	w := newAgents(t)
	ada, bo := w.register(`{"name":"Ada","roles":["coder"]}`), w.register(`{"name":"Bo","roles":["coder"]}`)
	submit := func(parent, agent string) answer {
		return w.post("/goals", owner, fmt.Sprintf(`{"title":"x","parent":%q,"agent":%q,"plan":%s}`, parent, agent, twoTasks))
	}
	parent := data[wire.Accepted](submit("", ada.ID), http.StatusCreated).ID
	for _, agent := range []string{"", ada.ID} {
		child := data[wire.Accepted](submit(parent, agent), http.StatusCreated)
		if g := data[wire.Goal](w.get("/goals/"+child.ID, owner), http.StatusOK); g.Agent != ada.ID {
			t.Errorf("the child that names %q is run as %q", agent, g.Agent)
		}
	}
	if e := submit(parent, bo.ID).refused(http.StatusUnprocessableEntity, "VALIDATION_FAILED"); e.Details.Faults[0].Path != "agent" {
		t.Errorf("%+v", e)
	}
	nobody := data[wire.Accepted](submit("", ""), http.StatusCreated).ID
	child := data[wire.Accepted](submit(nobody, bo.ID), http.StatusCreated)
	if g := data[wire.Goal](w.get("/goals/"+child.ID, owner), http.StatusOK); g.Agent != bo.ID {
		t.Errorf("the child of nobody's goal is run as %q", g.Agent)
	}
}

func TestAnAgentsEventsAreStreamed(t *testing.T) {
	t.Parallel()
	w := newAgents(t)
	made, another := w.register(`{"name":"Ada","roles":["coder"]}`), w.register(`{"name":"Bo","roles":["coder"]}`)
	f := w.follow("/stream/agents/"+made.ID, owner)
	w.mint(another.ID)
	w.mint(made.ID)
	data[wire.Accepted](w.post("/agents/"+made.ID+"/revoke", owner, `{}`), http.StatusOK)
	if got := kinds(f.take(3)); got != "agent.registered passport.minted agent.revoked" {
		t.Errorf("streamed %s", got)
	}
	if _, a := w.tryFollow("/stream/agents/nobody", owner); a.t == nil {
		t.Error("nobody is streamed")
	} else {
		a.refused(http.StatusNotFound, "AGENT_NOT_FOUND")
	}
	if _, a := w.tryFollow("/stream/agents/"+made.ID, other); a.t == nil {
		t.Error("another workspace's agent is streamed")
	}
}
