package node

import (
	"encoding/hex"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/mergit-io/mergit/chain/economy"
	"github.com/mergit-io/mergit/chain/merkle"
	"github.com/mergit-io/mergit/gateway/wire"
)

var (
	payer = common.HexToAddress("0xbb")
	payee = common.HexToAddress("0xa1")
)

func hexOf(b [32]byte) string { return hex.EncodeToString(b[:]) }

// read is an escrow as a server answers it.
func read() wire.Escrow {
	terms := economy.Terms{Goal: merkle.BundleID("g1"), Task: merkle.BundleID("t1"), Payer: payer, Payee: payee, Deadline: 1767225600}
	return wire.Escrow{
		ID: terms.ID().Hex(), TaskRef: wire.TaskRef{GoalHash: hexOf(terms.Goal), TaskHash: hexOf(terms.Task)},
		Payer: strings.ToLower(payer.Hex()), Payee: strings.ToLower(payee.Hex()), Deadline: time.Unix(1767225600, 0).UTC(),
	}
}

func TestAnEscrowIsWhatItsIDStandsFor(t *testing.T) {
	t.Parallel()
	good := read()
	terms, err := TermsOf(good)
	if err != nil || terms.Payee != payee || terms.Deadline != 1767225600 {
		t.Fatalf("the terms are %+v, %v", terms, err)
	}
	for name, change := range map[string]func(*wire.Escrow){
		"another payee":    func(e *wire.Escrow) { e.Payee = payer.Hex() },
		"another payer":    func(e *wire.Escrow) { e.Payer = payee.Hex() },
		"another goal":     func(e *wire.Escrow) { e.GoalHash = e.TaskHash },
		"another deadline": func(e *wire.Escrow) { e.Deadline = e.Deadline.Add(time.Second) },
		"no hash":          func(e *wire.Escrow) { e.TaskHash = "xyz" },
		"a short hash":     func(e *wire.Escrow) { e.GoalHash = "ab" },
	} {
		lie := read()
		change(&lie)
		if terms, err := TermsOf(lie); err == nil {
			t.Errorf("%s: taken for %+v", name, terms)
		}
	}
}

func TestALeafIsTakenFromLeavesOfTheAnnouncedRoot(t *testing.T) {
	t.Parallel()
	leaves := []merkle.Leaf{{Goal: "g1", Task: "a", Agent: payee, Result: [32]byte{1}}, {Goal: "g1", Task: "b", Agent: payee, Result: [32]byte{2}}}
	proof := func() wire.Proof {
		p := wire.Proof{Goal: "g1", Bundle: hexOf(merkle.BundleID("g1")), Root: hexOf(merkle.Root(leaves))}
		for i, l := range leaves {
			p.Leaves = append(p.Leaves, wire.Leaf{Task: l.Task, Index: int64(i), ResultHash: hexOf(l.Result), AgentAddress: payee.Hex()})
		}
		return p
	}
	got, err := InclusionOf(proof(), "b")
	if err != nil || got.Index != 1 || !merkle.VerifyData(got.Leaf, got.Index, 2, got.Path, merkle.Root(leaves)) {
		t.Fatalf("it is %+v, %v", got, err)
	}
	for name, change := range map[string]func(*wire.Proof){
		"another agent":  func(p *wire.Proof) { p.Leaves[1].AgentAddress = payer.Hex() },
		"another result": func(p *wire.Proof) { p.Leaves[0].ResultHash = p.Leaves[1].ResultHash },
		"another order":  func(p *wire.Proof) { p.Leaves[0], p.Leaves[1] = p.Leaves[1], p.Leaves[0] },
		"no result":      func(p *wire.Proof) { p.Leaves[0].ResultHash = "" },
		"another root":   func(p *wire.Proof) { p.Root = p.Bundle },
		"no such task":   func(p *wire.Proof) { p.Leaves, p.Root = p.Leaves[:1], hexOf(merkle.Root(leaves[:1])) },
	} {
		lie := proof()
		change(&lie)
		if got, err := InclusionOf(lie, "b"); err == nil {
			t.Errorf("%s: taken for %+v", name, got)
		}
	}
	retried := proof()
	retried.Bundle = strings.Repeat("ab", 32)
	if _, err := InclusionOf(retried, "b"); err == nil {
		t.Error("the bundle of a later end is taken for that of the first")
	} else if r, ok := errors.AsType[*refused](err); !ok || r.Refused() != "GOAL_RETRIED" {
		t.Errorf("of a later end: %v", err)
	}
}

func TestATableOfStakesIsCheckedAtTheStart(t *testing.T) {
	t.Parallel()
	c := Defaults()
	c.Stakes = "no-such-file"
	if err := c.Check(); err == nil || !strings.Contains(err.Error(), "--stakes") {
		t.Errorf("a missing file: %v", err)
	}
}
