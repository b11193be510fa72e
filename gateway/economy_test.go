package gateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/gateway"
	"github.com/mergit-io/mergit/gateway/api"
	"github.com/mergit-io/mergit/gateway/wire"
)

// market is an economy without a chain: it knows one agent, and what it was asked for it says again.
type market struct{ away bool }

type mistaken struct{ code, text string }

func (m *mistaken) Error() string   { return m.text }
func (m *mistaken) Refused() string { return m.code }

func (m market) err() error {
	if m.away {
		return api.ErrNoContracts
	}
	return nil
}

func (m market) Terms(context.Context) (wire.Economy, error) {
	return wire.Economy{Chain: 1337, Coin: "ETH", Tiers: []string{"1"}, Requirements: []wire.StakeLimit{}}, m.err()
}

func (market) Tier(bonded string) int64 { return int64(len(bonded)) }

func (m market) Contract(_ context.Context, list string) (string, error) {
	return "1337-0x" + list, m.err()
}

func (m market) StakeCall(_ context.Context, workspace string, c wire.StakeCall) (wire.UnsignedCall, error) {
	switch {
	case c.Agent == "nobody":
		return wire.UnsignedCall{}, api.ErrNotFound
	case c.Action != "deposit":
		return wire.UnsignedCall{}, &mistaken{"CALL_INVALID", "action: want deposit"}
	}
	return wire.UnsignedCall{Chain: 1337, To: "0x1", Data: "0x", Value: c.Amount, Does: workspace + " deposits"}, m.err()
}

func (m market) ChallengeCall(_ context.Context, _ string, _ wire.ChallengeCall, document []byte) (wire.UnsignedCall, error) {
	return wire.UnsignedCall{To: "0x2", Data: "0x", Value: "0", Does: string(document)}, m.err()
}

func (m market) EscrowCall(_ context.Context, _ string, c wire.EscrowCall, e wire.Escrow, p wire.Proof) (wire.UnsignedCall, error) {
	return wire.UnsignedCall{To: "0x3", Data: "0x", Value: "0", Does: c.Action + " " + e.ID + " " + p.Root}, m.err()
}

func (market) Evidence(document []byte) ([]byte, error) {
	canonical, err := events.Canonical(document)
	if err != nil || !strings.Contains(string(canonical), `"type"`) {
		return nil, errors.New("evidence: type: is missing")
	}
	return canonical, nil
}

func (m market) CheckEvidence(context.Context, []byte) (wire.Finding, error) {
	return wire.Finding{Mechanical: true, Why: "it was looked at"}, m.err()
}

// books are accounts of one workspace.
type books struct{ behind bool }

func (b books) rows(q api.AccountQuery) (numbers []uint64) {
	for n := uint64(3); n > 0 && q.Workspace == "main"; n-- {
		id := fmt.Sprint(n)
		if (q.Before == 0 || n < q.Before) && (q.ID == "" || q.ID == id) && (q.Agent == "" || q.Agent == "a"+id) && len(numbers) < q.Limit {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

func (b books) Stakes(_ context.Context, q api.AccountQuery) (out []wire.Stake, _ error) {
	for _, n := range b.rows(q) {
		out = append(out, wire.Stake{Agent: fmt.Sprint("a", n), Bonded: "100", Unbonding: "0", Revision: n})
	}
	return out, nil
}

func (b books) Challenges(_ context.Context, q api.AccountQuery) (out []wire.Challenge, _ error) {
	for _, n := range b.rows(q) {
		out = append(out, wire.Challenge{Number: fmt.Sprint(n), Contract: q.Contract, Status: "open", Opened: n})
	}
	return out, nil
}

func (b books) Escrows(_ context.Context, q api.AccountQuery) (out []wire.Escrow, _ error) {
	for _, n := range b.rows(q) {
		e := wire.Escrow{ID: fmt.Sprint(n), Contract: q.Contract, Status: "funded", Funded: n}
		if n == 2 {
			e.TaskRef = wire.TaskRef{Goal: "unproven", Task: "t1"}
		}
		out = append(out, e)
	}
	return out, nil
}

func (b books) WaitForEconomy(ctx context.Context, _ int, _ events.Revision) error {
	if b.behind {
		<-ctx.Done()
		return ctx.Err()
	}
	return nil
}

// said is a request's body.
func said(v map[string]any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func withEconomy(m market, b books) func(*gateway.Config) {
	return func(c *gateway.Config) {
		c.API.Economy = api.EconomyConfig{Economy: m, Accounts: b, Evidence: new(memlog.Blobs)}
	}
}

func TestStakesChallengesAndEscrowsAreListedByPage(t *testing.T) {
	t.Parallel()
	w := newWorld(t, withEconomy(market{}, books{}))
	for _, list := range []string{"stakes", "challenges", "escrows"} {
		var pages []string
		for path := "/" + list + "?limit=2"; path != ""; {
			a := w.get(path, owner).want(http.StatusOK)
			var reply wire.Reply[map[string]json.RawMessage]
			if err := json.Unmarshal(a.body, &reply); err != nil {
				t.Fatal(err)
			}
			var rows []map[string]any
			if err := json.Unmarshal(reply.Data[list], &rows); err != nil {
				t.Fatal(err)
			}
			pages, path = append(pages, fmt.Sprint(len(rows))), ""
			if next := string(reply.Data["next_cursor"]); next != "" {
				path = "/" + list + "?limit=2&cursor=" + strings.Trim(next, `"`)
			}
		}
		if got := strings.Join(pages, "+"); got != "2+1" {
			t.Errorf("%s came as %s", list, got)
		}
		if a := w.get("/"+list, other).want(http.StatusOK); !strings.Contains(string(a.body), `"`+list+`":[]`) {
			t.Errorf("another workspace sees %s: %s", list, a.body)
		}
		w.get("/"+list+"?cursor=nonsense", owner).refused(http.StatusBadRequest, "PARAMETER_INVALID")
		w.get("/"+list, auditor).refused(http.StatusForbidden, "SCOPE_MISSING")
	}
	w.get("/escrows?task=t1", owner).refused(http.StatusBadRequest, "PARAMETER_INVALID")
	if a := w.get("/stakes/a2", owner).want(http.StatusOK); !strings.Contains(string(a.body), `"tier":3`) {
		t.Errorf("the stake is %s", a.body)
	}
	w.get("/stakes/nobody", owner).refused(http.StatusNotFound, "STAKE_NOT_FOUND")
	w.get("/challenges/2", owner).want(http.StatusOK)
	w.get("/challenges/9", owner).refused(http.StatusNotFound, "CHALLENGE_NOT_FOUND")
	w.get("/challenges/2", other).refused(http.StatusNotFound, "CHALLENGE_NOT_FOUND")
	w.get("/escrows/3", owner).want(http.StatusOK)
	w.get("/escrows/9", owner).refused(http.StatusNotFound, "ESCROW_NOT_FOUND")
	w.get("/economy", owner).want(http.StatusOK)
}

func TestCallsAreMadeAndNotSent(t *testing.T) {
	t.Parallel()
	w := newWorld(t, withEconomy(market{}, books{}))
	if a := w.post("/stakes/calls", owner, said(map[string]any{"action": "deposit", "agent": "a1", "amount": "5"})).want(http.StatusOK); !strings.Contains(string(a.body), `"does":"main deposits"`) {
		t.Errorf("the call is %s", a.body)
	}
	w.post("/stakes/calls", owner, said(map[string]any{"action": "deposit", "agent": "nobody"})).refused(http.StatusNotFound, "AGENT_NOT_FOUND")
	w.post("/stakes/calls", owner, said(map[string]any{"action": "burn"})).refused(http.StatusUnprocessableEntity, "CALL_INVALID")
	w.post("/stakes/calls", owner, said(map[string]any{"action": "deposit", "typo": 1})).refused(http.StatusUnprocessableEntity, "VALIDATION_FAILED")
	w.post("/escrows/calls", owner, said(map[string]any{"action": "release", "escrow": "3"})).want(http.StatusOK)
	w.post("/escrows/calls", owner, said(map[string]any{"action": "release", "escrow": "9"})).refused(http.StatusNotFound, "ESCROW_NOT_FOUND")
	w.post("/escrows/calls", owner, said(map[string]any{"action": "prove", "escrow": "3"})).refused(http.StatusNotFound, "PROOF_NOT_FOUND") // its goal is not known
	w.post("/escrows/calls", owner, said(map[string]any{"action": "prove", "escrow": "2"})).refused(http.StatusNotFound, "PROOF_NOT_FOUND")
}

func TestEvidenceIsKeptUnderItsHash(t *testing.T) {
	t.Parallel()
	w := newWorld(t, withEconomy(market{}, books{}))
	a := w.post("/evidence", owner, said(map[string]any{"document": map[string]any{"type": "statement", "a": 1}})).want(http.StatusOK)
	var kept wire.Reply[wire.Evidence]
	if err := json.Unmarshal(a.body, &kept); err != nil {
		t.Fatal(err)
	}
	if want := events.Sum([]byte(`{"a":1,"type":"statement"}`)).String(); kept.Data.Hash != want {
		t.Errorf("its hash is %s, want %s", kept.Data.Hash, want)
	}
	for _, hash := range []string{kept.Data.Hash, "0x" + kept.Data.Hash} {
		if a := w.get("/evidence/"+hash, owner).want(http.StatusOK); !strings.Contains(string(a.body), "it was looked at") {
			t.Errorf("it is read as %s", a.body)
		}
	}
	w.post("/challenges/calls", owner, said(map[string]any{"action": "open", "evidence": kept.Data.Hash})).want(http.StatusOK)
	w.post("/challenges/calls", owner, said(map[string]any{"action": "open", "evidence": strings.Repeat("ab", 32)})).refused(http.StatusNotFound, "EVIDENCE_NOT_FOUND")
	w.get("/evidence/"+strings.Repeat("ab", 32), owner).refused(http.StatusNotFound, "EVIDENCE_NOT_FOUND")
	w.get("/evidence/zz", owner).refused(http.StatusNotFound, "EVIDENCE_NOT_FOUND")
	w.post("/evidence", owner, said(map[string]any{"document": map[string]any{"a": 1}})).refused(http.StatusUnprocessableEntity, "VALIDATION_FAILED")
	w.post("/evidence", owner, said(map[string]any{})).refused(http.StatusUnprocessableEntity, "VALIDATION_FAILED")
	w.post("/evidence", viewer, said(map[string]any{"document": map[string]any{"type": "x"}})).refused(http.StatusForbidden, "SCOPE_MISSING")
}

func TestOtherBlobsAreNoEvidence(t *testing.T) {
	t.Parallel()
	blobs := new(memlog.Blobs)
	sealed, err := blobs.Put(t.Context(), []byte("sealed content of somebody's result"))
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, func(c *gateway.Config) {
		c.API.Economy = api.EconomyConfig{Economy: market{}, Accounts: books{}, Evidence: blobs}
	})
	w.get("/evidence/"+sealed.String(), owner).refused(http.StatusNotFound, "EVIDENCE_NOT_FOUND")
}

func TestAnEconomyThatIsNotThereSaysSo(t *testing.T) {
	t.Parallel()
	none := newWorld(t)
	away := newWorld(t, withEconomy(market{away: true}, books{}))
	for _, path := range []string{"/economy", "/stakes", "/challenges", "/escrows", "/stakes/a1", "/challenges/1", "/escrows/1", "/evidence/ab"} {
		none.get(path, owner).refused(http.StatusServiceUnavailable, "ECONOMY_OFF")
	}
	away.get("/economy", owner).refused(http.StatusServiceUnavailable, "ECONOMY_NOT_DEPLOYED")
	away.get("/challenges/1", owner).refused(http.StatusServiceUnavailable, "ECONOMY_NOT_DEPLOYED")
}

func TestAccountsWaitForARevision(t *testing.T) {
	t.Parallel()
	w := newWorld(t, withEconomy(market{}, books{behind: true}), func(c *gateway.Config) { c.API.Wait = 1 })
	goal := w.post("/goals", owner, said(map[string]any{"title": "x", "plan": map[string]any{"tasks": []any{map[string]any{"id": "a", "role": "researcher", "tool": "file_ops", "args": map[string]any{}}}}})).want(http.StatusCreated)
	var reply wire.Reply[wire.Accepted]
	if err := json.Unmarshal(goal.body, &reply); err != nil {
		t.Fatal(err)
	}
	w.get(fmt.Sprintf("/stakes?after=%d", reply.Data.Revision), owner).refused(http.StatusGatewayTimeout, "PROJECTION_BEHIND")
}
