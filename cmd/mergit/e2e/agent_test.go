package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/contracts/bindings"
	"github.com/mergit-io/mergit/gateway/wire"
)

// passports is the contract on a server's chain, asked as anybody can.
type passports struct {
	t     *testing.T
	chain txmgr.Node
	at    common.Address
	*bindings.AgentPassport
}

func passportsOf(t *testing.T, s *server) *passports {
	t.Helper()
	var client struct {
		RPC string `json:"rpc_url"`
	}
	text, err := os.ReadFile(filepath.Join(s.Data, "client.json"))
	if err == nil {
		err = json.Unmarshal(text, &client)
	}
	if err != nil {
		t.Fatal(err)
	}
	chain, err := txmgr.Dial(t.Context(), client.RPC)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(chain.Close)
	id, err := chain.ChainID(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	at, err := deploy.Read(filepath.Join(s.Data, "deployments"), id.Uint64())
	if err != nil {
		t.Fatal(err)
	}
	return &passports{t, chain, at.AgentPassport.Address, bindings.NewAgentPassport()}
}

func (p *passports) call(data []byte) []byte {
	p.t.Helper()
	answers, err := p.chain.Call(p.t.Context(), p.at, false, data)
	if err != nil {
		p.t.Fatal(err)
	}
	return answers[0]
}

// of is an agent's token and passport.
func (p *passports) of(address string) (*big.Int, bindings.IAgentPassportPassport) {
	p.t.Helper()
	token, err := p.UnpackPassportOf(p.call(p.PackPassportOf(common.HexToAddress(address))))
	if err != nil {
		p.t.Fatal(err)
	}
	known, err := p.UnpackPassport(p.call(p.PackPassport(token)))
	if err != nil {
		p.t.Fatal(err)
	}
	return token, known
}

// registered is the last line of agent register --json.
type registered struct {
	Agent, DID, Address, Tx string
	TokenID                 string `json:"token_id"`
}

func register(t *testing.T, s *server, args ...string) registered {
	t.Helper()
	stdout, stderr, code := run(t, s.Data, append([]string{"agent", "register", "--json"}, args...)...)
	if code != 0 {
		t.Fatalf("registering ended with %d\n%s%s", code, stdout, stderr)
	}
	made := lastLine[registered](t, stdout)
	if made.Agent == "" || made.DID != "did:mergit:"+made.Agent || !strings.HasPrefix(made.Address, "0x") || made.TokenID == "" || !strings.HasPrefix(made.Tx, "0x") {
		t.Fatalf("registered %+v", made)
	}
	return made
}

func TestAnAgentWorksUnderItsPassportUntilItIsRevoked(t *testing.T) {
	t.Parallel()
	s := up(t, dataDir(t))
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(s.out)
		}
	})
	made := register(t, s, "--name", "Ada", "--role", "coder", "--role", "researcher", "--tool", "file_ops", "--path", "docs")
	chain := passportsOf(t, s)

	agent, err := get[wire.Agent](t.Context(), s, "/agents/"+made.Agent)
	if err != nil {
		t.Fatal(err)
	}
	token, known := chain.of(made.Address)
	if agent.Status != "active" || agent.Passport == nil || agent.Passport.Tx != made.Tx || token.String() != made.TokenID ||
		fmt.Sprintf("%x", known.CapabilityHash) != agent.CapabilityHash || !known.Active {
		t.Errorf("agent %+v\npassport %s %+v", agent, token, known)
	}
	for _, name := range []string{"signer.json", "signer.password"} {
		if info, err := os.Stat(filepath.Join(s.Data, "agents", "main", made.Agent, name)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}

	// Whoever finds the passport is led to who it is.
	uri, err := chain.UnpackTokenURI(chain.call(chain.PackTokenURI(token)))
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.Get(uri) //nolint:noctx // a test
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	var registration wire.Registration
	if err := json.Unmarshal(text, &registration); err != nil || registration.Name != "Ada" || len(registration.Registrations) != 1 || registration.Registrations[0].Agent.String() != made.TokenID {
		t.Errorf("%s leads to %s, %v", uri, text, err)
	}
	stdout, _, _ := run(t, s.Data, "agent", "show", made.Agent[:13], "--json")
	if shown := lastLine[struct {
		Doc wire.DIDDocument `json:"did_document"`
	}](t, stdout); shown.Doc.ID != made.DID || len(shown.Doc.Authentication) != 1 {
		t.Errorf("%+v", shown)
	}

	write := func(path string) string {
		return file(t, plan("writes", task("first", "file_ops", object{"op": "write", "path": path, "content": "x"}), task("then", "file_ops", object{"op": "read", "path": path}, "first")))
	}
	var goals []string
	for range 2 {
		stdout, stderr, code := run(t, s.Data, "goal", "run", "--plan", write("docs/a.txt"), "--agent", made.Agent, "--json")
		o := lastLine[outcome](t, stdout)
		if code != 0 || o.Proof == nil || !o.Proof.Confirmed {
			t.Fatalf("it ended with %d: %+v\n%s", code, o, stderr)
		}
		goal, err := get[wire.Goal](t.Context(), s, "/goals/"+o.Goal)
		if err != nil {
			t.Fatal(err)
		}
		for _, done := range goal.Tasks {
			if done.AgentAddress != made.Address || done.Agent != made.Agent {
				t.Errorf("task %s was done by %q at %q", done.ID, done.Agent, done.AgentAddress)
			}
		}
		verifies(t, s, o.Goal)
		goals = append(goals, o.Goal)
	}
	// What it may not use is refused when the goal is handed in, or when it is known what a task reaches.
	_, stderr, code := run(t, s.Data, "goal", "run", "--plan", file(t, plan("asks", task("a", "http_request", object{"method": "GET", "url": "http://x.test/"}))), "--agent", made.Agent)
	if code != 3 || !strings.Contains(stderr, "no capability for tool http_request") {
		t.Errorf("exit %d: %s", code, stderr)
	}
	_, stderr, code = run(t, s.Data, "goal", "run", "--plan", write("other.txt"), "--agent", made.Agent)
	if code != 1 || !strings.Contains(stderr, "no capability for path other.txt") {
		t.Errorf("exit %d: %s", code, stderr)
	}

	asks := task("a", "file_ops", object{"op": "write", "path": "docs/b.txt", "content": "x"})
	asks["supervised"] = true
	stdout, _, _ = run(t, s.Data, "goal", "submit", "--plan", file(t, plan("asks", asks)), "--agent", made.Agent, "--json")
	waits := lastLine[outcome](t, stdout).Goal
	ask := func() (list wire.InterruptList) {
		t.Helper()
		if list, err = get[wire.InterruptList](t.Context(), s, "/interrupts"); err != nil {
			t.Fatal(err)
		}
		return list
	}
	until(t, "a person is asked", func() bool { return len(ask().Interrupts) == 1 })
	if i := ask().Interrupts[0]; i.Goal != waits || i.GoalTitle != "asks" || i.Expires == nil {
		t.Errorf("asked %+v", i)
	}
	if _, stderr, code := run(t, s.Data, "agent", "revoke", made.Agent, "--reason", "the test is over"); code != 0 {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	until(t, "nobody is asked what would be refused", func() bool { return len(ask().Interrupts) == 0 })
	if ended, err := get[wire.Goal](t.Context(), s, "/goals/"+waits); err != nil || ended.Status != "failed" || ended.Code != "agent_revoked" {
		t.Errorf("the goal that waited: %+v, %v", ended, err)
	}
	if _, stderr, code := run(t, s.Data, "goal", "retry", waits); code != 3 || !strings.Contains(stderr, "submit the goal again as another agent") {
		t.Errorf("exit %d: %s", code, stderr)
	}
	stdout, _, code = run(t, s.Data, "goal", "run", "--plan", write("docs/a.txt"), "--agent", made.Agent, "--json")
	if fault := lastLine[struct{ Error struct{ Code string } }](t, stdout); code != 3 || fault.Error.Code != "AGENT_REVOKED" {
		t.Errorf("exit %d: %s", code, stdout)
	}
	until(t, "the passport is revoked on the chain", func() bool {
		_, known := chain.of(made.Address)
		return known.Revoked && !known.Active
	})
	for _, goal := range goals { // what it did stays
		verifies(t, s, goal)
	}
}

func TestAnAgentGetsItsOnePassportAlthoughTheServerIsKilled(t *testing.T) {
	t.Parallel()
	data := dataDir(t)
	s := up(t, data)
	const key = "one-agent"
	wish := object{"name": "Ada", "roles": []string{"coder"}}
	made, err := send[wire.RegisteredAgent](t.Context(), s, http.MethodPost, "/agents", wish, key)
	if err != nil {
		t.Fatal(err)
	}
	s.kill()
	s = up(t, data)
	again, err := send[wire.RegisteredAgent](t.Context(), s, http.MethodPost, "/agents", wish, key)
	if err != nil || again != made {
		t.Errorf("registered as %+v, then as %+v, %v", made, again, err)
	}
	var agent wire.Agent
	until(t, "the agent has its passport", func() bool {
		if agent, err = get[wire.Agent](t.Context(), s, fmt.Sprintf("/agents/%s?after=%d", made.ID, made.Revision)); err != nil {
			t.Fatal(err)
		}
		return agent.Passport != nil
	})
	if token, known := passportsOf(t, s).of(made.Address); token.String() != agent.Passport.TokenID || token.String() != "1" || !known.Active {
		t.Errorf("token %s, %+v; read as %+v", token, known, agent.Passport)
	}
}
