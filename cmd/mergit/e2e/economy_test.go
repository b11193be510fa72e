package e2e

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/crypto"

	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/gateway/wire"
)

// paid is the last line of a command that moves money.
type paid struct {
	Tx, Escrow, Challenge, Amount, Bonded, Agent string
	Block                                        uint64
	Repeated                                     bool
	ReleasableAt                                 time.Time `json:"releasable_at"`
	Error                                        struct{ Code, Message string }
}

// pay runs a command that must succeed.
func pay(t *testing.T, s *server, args ...string) paid {
	t.Helper()
	out, errs, code := run(t, s.Data, append(args, "--json")...)
	if code != 0 {
		t.Fatalf("mergit %s ended with %d\n%s%s", strings.Join(args, " "), code, out, errs)
	}
	return lastLine[paid](t, out)
}

// unpaid runs a command that must be refused, and returns why.
func unpaid(t *testing.T, s *server, code string, args ...string) string {
	t.Helper()
	out, errs, exit := run(t, s.Data, append(args, "--json")...)
	said := lastLine[paid](t, out)
	if exit != 3 || said.Error.Code != code {
		t.Errorf("mergit %s ended with %d, %+v; want %s\n%s", strings.Join(args, " "), exit, said.Error, code, errs)
	}
	return said.Error.Message
}

// stranger is a keystore of an account without money.
func stranger(t *testing.T) (keystore, password string) {
	t.Helper()
	dir := t.TempDir()
	keystore, password = filepath.Join(dir, "key.json"), filepath.Join(dir, "password")
	key, err := crypto.GenerateKey()
	if err == nil {
		err = wallet.Store(keystore, key, "secret words")
	}
	if err == nil {
		err = os.WriteFile(password, []byte("secret words\n"), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return keystore, password
}

// stakeTable has file_ops take stake, of which the built-in table takes none.
const stakeTable = `tiers: [1_000_000_000_000_000_000]
tools: [{tool: file_ops, tier: 1, effect: write}]
supervised_below: 0
`

func TestAnAgentStakesIsPaidAndIsChallenged(t *testing.T) {
	t.Parallel()
	stakes := filepath.Join(t.TempDir(), "stakes.yaml")
	if err := os.WriteFile(stakes, []byte(stakeTable), 0o644); err != nil {
		t.Fatal(err)
	}
	s := up(t, dataDir(t), "--stakes", stakes)
	agent := register(t, s, "--name", "Ada", "--role", "integrator")
	as := func(request object) object { request["agent"] = agent.Agent; return request }

	// Without stake the agent may not write.
	poor := await(t, s, submit(t, s, as(list("without stake")), ""), "done", "failed")
	if poor.Status != "failed" || !strings.Contains(poor.Error, "stake_too_low") || !strings.Contains(poor.Error, "deposit at least 1000000000000000000 wei more") {
		t.Fatalf("without stake the goal is %s: %s %s", poor.Status, poor.Code, poor.Error)
	}
	depositKilled(t, s, agent.Agent)
	until(t, "the server has seen the stake", func() bool {
		seen, err := get[wire.Stake](t.Context(), s, "/stakes/"+agent.Agent)
		return err == nil && seen.Bonded == "2000000000000000000" && seen.Tier == 1
	})
	work := submit(t, s, as(list("with stake")), "")
	if goal := proven(t, s, work); goal.Status != "done" || goal.Tasks[0].AgentAddress != agent.Address {
		t.Fatalf("with stake the goal is %s: %s; done by %q", goal.Status, goal.Error, goal.Tasks[0].AgentAddress)
	}

	escrow := pay(t, s, "escrow", "fund", work.ID, "only", agent.Agent, "0.5ether", "--deadline", "1h")
	if again := pay(t, s, "escrow", "fund", work.ID, "only", agent.Agent, "0.5ether", "--deadline", "1h"); !again.Repeated || again.Escrow != escrow.Escrow {
		t.Errorf("funded again: %+v, first %+v", again, escrow)
	}
	unpaid(t, s, "ESCROW_NOT_IN", "escrow", "release", work.ID, "only")
	unpaid(t, s, "NOT_REFUNDABLE", "escrow", "refund", escrow.Escrow)
	window := pay(t, s, "escrow", "prove", work.ID, "only")
	unpaid(t, s, "WINDOW_OPEN", "escrow", "release", work.ID, "only")

	number := challenge(t, s, work.ID, agent)
	unsigned(t, s, number, escrow.Escrow)
	until(t, "the window is over", func() bool { return time.Now().After(window.ReleasableAt) })
	unpaid(t, s, "ESCROW_FROZEN", "escrow", "release", work.ID, "only")
	pay(t, s, "challenge", "resolve", number, "--reject")
	pay(t, s, "escrow", "release", work.ID, "only")
	if again := pay(t, s, "escrow", "release", work.ID, "only"); !again.Repeated || again.Tx != "" {
		t.Errorf("released again: %+v", again)
	}
	if got := pay(t, s, "escrow", "withdraw", "--agent", agent.Agent[:8]); got.Amount != "500000000000000000" {
		t.Errorf("the agent was paid %s", got.Amount)
	}
	unpaid(t, s, "NOTHING_DUE", "escrow", "withdraw", "--agent", agent.Agent)
	until(t, "the server has seen it all", func() bool {
		e, err := get[wire.Escrow](t.Context(), s, "/escrows/"+escrow.Escrow)
		c, other := get[wire.Challenge](t.Context(), s, "/challenges/"+number)
		return err == nil && other == nil && e.Status == "released" && e.Task == "only" && c.Status == "rejected" && c.Answer != ""
	})
	if text, err := os.ReadFile(filepath.Join(s.Data, "client.json")); err != nil || strings.Contains(string(text), "secret words") {
		t.Errorf("the client's file: %v", err)
	}
}

// depositKilled deposits stake with a command that is killed once it has sent, and with another that does it again.
func depositKilled(t *testing.T, s *server, agent string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, "stake", "deposit", agent, "2ether", "--data", s.Data)
	told, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(told)
	for lines.Scan() && !strings.HasPrefix(lines.Text(), "sent ") {
	}
	sent, _, _ := strings.Cut(strings.TrimPrefix(lines.Text(), "sent "), ":")
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	if second := pay(t, s, "stake", "deposit", agent, "2ether"); second.Tx != sent || !second.Repeated {
		t.Errorf("the killed command sent %s, the next came to %+v", sent, second)
	}
	if have := pay(t, s, "stake", "show", agent[:8]); have.Agent != agent || have.Bonded != "2000000000000000000" {
		t.Errorf("%s wei were paid to %s", have.Bonded, have.Agent)
	}
	keystore, password := stranger(t)
	signed := []string{"--keystore", keystore, "--password-file", password}
	if why := unpaid(t, s, "INSUFFICIENT_FUNDS", append([]string{"stake", "deposit", agent, "1ether"}, signed...)...); !strings.Contains(why, "send it at least 1 ETH") {
		t.Errorf("an empty account is told %q", why)
	}
	unpaid(t, s, "STAKE_TOO_SMALL", append([]string{"stake", "unbond", agent, "1ether"}, signed...)...)
}

// unsigned has calls made for wallets and multisigs: by the command line and by the server alike, and nothing is sent.
func unsigned(t *testing.T, s *server, number, escrow string) {
	t.Helper()
	terms, err := get[wire.Economy](t.Context(), s, "/economy")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		line []string
		path string
		body object
		to   string
	}{
		{[]string{"challenge", "resolve", number, "--uphold", "--penalty", "1ether"}, "/challenges/calls",
			object{"action": "resolve", "challenge": number, "upheld": true, "penalty": "1ether"}, terms.Challenges},
		{[]string{"escrow", "release", escrow}, "/escrows/calls", object{"action": "release", "escrow": escrow}, terms.Escrows},
	} {
		out, errs, code := run(t, s.Data, append(c.line, "--unsigned", "--json")...)
		if code != 0 {
			t.Fatalf("mergit %v ended with %d\n%s%s", c.line, code, out, errs)
		}
		printed := lastLine[wire.UnsignedCall](t, out)
		made, err := send[wire.UnsignedCall](t.Context(), s, "POST", c.path, c.body, "")
		if err != nil || printed.To != c.to || printed.Data != made.Data || printed.To != made.To || printed.Value != made.Value || printed.Chain != terms.Chain {
			t.Errorf("%v: printed %+v, the server made %+v, %v", c.line, printed, made, err)
		}
	}
}

// challenge opens a challenge of a task, answers it as the agent, and returns its number.
func challenge(t *testing.T, s *server, goal string, agent registered) string {
	t.Helper()
	say := func(text string) string {
		document, err := json.Marshal(object{"type": "statement", "goal": goal, "task": "only", "agent": agent.Address, "text": text})
		path := filepath.Join(t.TempDir(), "evidence.json")
		if err == nil {
			err = os.WriteFile(path, document, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	opened := pay(t, s, "challenge", "open", "--evidence", say("the file is not what was asked for"))
	unpaid(t, s, "CHALLENGE_PENDING", "challenge", "expire", opened.Challenge)
	pay(t, s, "challenge", "check", opened.Challenge)
	pay(t, s, "challenge", "answer", opened.Challenge, "--agent", agent.Agent, "--evidence", say("it is: look again"))
	keystore, password := stranger(t)
	unpaid(t, s, "ACCESS_CONTROL_UNAUTHORIZED_ACCOUNT", "challenge", "resolve", opened.Challenge, "--reject", "--keystore", keystore, "--password-file", password)
	return opened.Challenge
}
