package cli

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/gateway/wire"
)

const anAgent = "0190a0b0-aaaa-7222-8333-444455556666"

// agents makes a fake server know one agent, and keeps what was asked of it.
type agents struct {
	*fake
	registered []wire.RegisterAgent
	changed    []map[string]any
	revoked    []wire.RevokeAgent
	problem    *wire.Problem
}

func newAgents(t *testing.T) *agents {
	f := &agents{fake: newFake(t)}
	one := wire.Agent{
		ID: anAgent, Name: "Ada", DID: "did:mergit:" + anAgent, Address: "0xa1", Status: "active", Roles: []string{"coder"},
		Capabilities: wire.Capabilities{Tools: []string{"*"}, Trust: "low"}, Created: submittedAt, CapabilityHash: "c0ffee",
		Passport: &wire.Passport{TokenID: "7", Chain: 1337, Tx: "0x71"}, Stats: &wire.AgentStats{Goals: 3, GoalsDone: 2, GoalsFailed: 1},
	}
	read := func(r *http.Request, into any) { _ = json.NewDecoder(r.Body).Decode(into) }
	f.handle("POST /agents", func(r *http.Request) (any, *wire.Problem) {
		var wish wire.RegisterAgent
		read(r, &wish)
		f.registered = append(f.registered, wish)
		return wire.RegisteredAgent{ID: anAgent, DID: one.DID, Address: one.Address, Revision: 1}, f.problem
	})
	f.handle("GET /agents", func(*http.Request) (any, *wire.Problem) { return wire.AgentList{Agents: []wire.Agent{one}}, nil })
	f.handle("GET /agents/{id}", func(r *http.Request) (any, *wire.Problem) {
		if r.PathValue("id") != anAgent {
			return nil, wire.Refuse(http.StatusNotFound, "AGENT_NOT_FOUND", "no agent %s", r.PathValue("id"))
		}
		return one, nil
	})
	f.handle("PATCH /agents/{id}/capabilities", func(r *http.Request) (any, *wire.Problem) {
		var wish map[string]any
		read(r, &wish)
		f.changed = append(f.changed, wish)
		return wire.Accepted{ID: anAgent, Revision: 4}, nil
	})
	f.handle("POST /agents/{id}/revoke", func(r *http.Request) (any, *wire.Problem) {
		var wish wire.RevokeAgent
		read(r, &wish)
		f.revoked = append(f.revoked, wish)
		return wire.Accepted{ID: anAgent, Revision: 5}, nil
	})
	for path, doc := range map[string]any{"/did": wire.DIDDocument{ID: one.DID}, "/registration.json": wire.Registration{Name: "Ada"}} {
		f.mux.HandleFunc("GET /agents/{id}"+path, func(w http.ResponseWriter, _ *http.Request) { _ = json.NewEncoder(w).Encode(doc) })
	}
	f.mux.HandleFunc("GET /stream/agents/{id}", f.stream)
	return f
}

func TestARegistrationWaitsForThePassport(t *testing.T) {
	t.Parallel()
	f := newAgents(t)
	f.happen("agent.registered", 0, map[string]any{"name": "Ada"})
	f.happen("passport.minted", 900, map[string]any{"token_id": "7", "at": map[string]any{"tx": "0x71", "block": 3}})
	r := f.cli("agent", "register", "--name", "Ada", "--role", "coder", "--role", "writer", "--tool", "file_ops", "--capability", "path:docs", "--host", "none", "--json")
	if r.code != exitDone {
		t.Fatalf("exit %d: %s", r.code, r.err)
	}
	want := map[string]any{"agent": anAgent, "did": "did:mergit:" + anAgent, "address": "0xa1", "token_id": "7", "tx": "0x71"}
	if got := r.last(t); !reflect.DeepEqual(got, want) {
		t.Errorf("the last line is %v, want %v", got, want)
	}
	if wish := f.registered[0]; wish.Name != "Ada" || strings.Join(wish.Roles, " ") != "coder writer" ||
		!reflect.DeepEqual(wish.Capabilities, &wire.CapabilityWish{Tools: []string{"file_ops"}, Hosts: []string{}, Paths: []string{"docs"}}) {
		t.Errorf("asked for %+v, %+v", wish, wish.Capabilities)
	}
	if r := f.cli("agent", "register", "--name", "Bo", "--role", "coder"); r.code != exitDone || !strings.Contains(r.out, "0x71") || !strings.Contains(r.err, "--agent "+anAgent) {
		t.Errorf("exit %d: %s%s", r.code, r.out, r.err)
	}
	if f.registered[1].Capabilities != nil {
		t.Errorf("restricted although no flag says so: %+v", f.registered[1].Capabilities)
	}
}

func TestARefusedRegistrationExitsWithThree(t *testing.T) {
	t.Parallel()
	f := newAgents(t)
	f.problem = wire.Refuse(http.StatusUnprocessableEntity, "VALIDATION_FAILED", "no").With(wire.Fault{Path: "roles[0]", Reason: "there is no role"})
	r := f.cli("agent", "register", "--name", "Ada", "--role", "pilot", "--json")
	if fault := r.last(t)["error"]; r.code != exitRefused || fault.(map[string]any)["code"] != "VALIDATION_FAILED" || !strings.Contains(r.err, "roles[0]") {
		t.Errorf("exit %d: %s%s", r.code, r.out, r.err)
	}
}

func TestAgentsAreShownByTheBeginningOfTheirID(t *testing.T) {
	t.Parallel()
	f := newAgents(t)
	for _, id := range []string{anAgent, anAgent[:8], "did:mergit:" + anAgent} {
		r := f.cli("agent", "show", id, "--json")
		shown := r.last(t)
		doc, _ := shown["did_document"].(map[string]any)
		if r.code != exitDone || shown["id"] != anAgent || doc["id"] != "did:mergit:"+anAgent || shown["registration"] == nil {
			t.Errorf("%s: exit %d: %s%s", id, r.code, r.out, r.err)
		}
	}
	if r := f.cli("agent", "show", anAgent); !strings.Contains(r.out, "Ada") || !strings.Contains(r.out, "3, of which 2 done and 1 failed") || !strings.Contains(r.out, "1337") {
		t.Errorf("shown as %s", r.out)
	}
	if r := f.cli("agent", "list"); !strings.Contains(r.out, anAgent) || !strings.Contains(r.out, "low") {
		t.Errorf("listed as %s", r.out)
	}
	if r := f.cli("agent", "list", "--json"); r.last(t)["agents"] != 1.0 {
		t.Errorf("listed as %s", r.out)
	}
	if r := f.cli("agent", "show", "0190b000-aaaa-7222-8333-444455556666"); r.code != exitRefused {
		t.Errorf("an agent that is not there: exit %d", r.code)
	}
}

func TestCapabilitiesThatNoFlagNamesStay(t *testing.T) {
	t.Parallel()
	f := newAgents(t)
	if r := f.cli("agent", "capabilities", anAgent, "--host", "a.org", "--host", "b.org", "--repo", "none", "--json"); r.code != exitDone || r.last(t)["agent"] != anAgent {
		t.Fatalf("exit %d: %s", r.code, r.err)
	}
	if want := map[string]any{"hosts": []any{"a.org", "b.org"}, "repos": []any{}}; !reflect.DeepEqual(f.changed[0], want) {
		t.Errorf("asked for %v, want %v", f.changed[0], want)
	}
	if r := f.cli("agent", "revoke", anAgent[:9], "--reason", "lost", "--json"); r.code != exitDone || r.last(t)["status"] != "revoked" || f.revoked[0].Reason != "lost" {
		t.Errorf("exit %d: %s", r.code, r.out)
	}
}

func TestMistakesAboutAgentsExitWithTwo(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"agent regster":                                         "did you mean register?",
		"agent register --role coder":                           "--name is missing",
		"agent register --name x":                               "--role is missing; name at least one of researcher",
		"agent register --name x --role coder --trust blind":    "want one of low, standard, high",
		"agent register --name x --role coder --capability x:y": "want tool:NAME",
		"agent register --name x --role c --tool none --tool y": "none stands alone",
		"agent show":                     "AGENT is missing",
		"agent capabilities abcd":        "say what changes",
		"agent list --status gone":       "want one of registered",
		"agent list --limit 0":           "want at least 1",
		"agent revoke":                   "AGENT is missing",
		"up --public-url ftp://x":        "want http://HOST",
		"up --public-url http://u:p@h/x": "want http://HOST",
	} {
		r := cli(t, "", append(strings.Fields(line), "--data", filepath.Join(t.TempDir(), "none"))...)
		if r.code != exitUsage || !strings.Contains(r.err, want) {
			t.Errorf("mergit %s: exit %d, want %q in:\n%s", line, r.code, want, r.err)
		}
	}
}

func TestAGoalIsRunAsTheAgentThatIsNamed(t *testing.T) {
	t.Parallel()
	f := newAgents(t)
	for i, said := range []string{anAgent, anAgent[:8], "did:mergit:" + anAgent, ""} {
		if r := f.cli("goal", "submit", "x", "--agent", said); r.code != exitDone {
			t.Fatalf("exit %d: %s", r.code, r.err)
		}
		if want := map[bool]string{true: "", false: anAgent}[said == ""]; f.posted[i].Agent != want {
			t.Errorf("--agent %s: run as %q", said, f.posted[i].Agent)
		}
	}
}
