package e2e

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/gateway/wire"
)

// caster asks a chain as its users do.
type caster struct {
	t   *testing.T
	url string
}

// cast runs a command of cast.
func (c caster) cast(args ...string) string {
	c.t.Helper()
	out, err := exec.CommandContext(c.t.Context(), chaintest.Foundry(c.t, "cast"), append(args, "--rpc-url", c.url)...).CombinedOutput()
	if err != nil {
		c.t.Fatalf("cast %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// call asks a contract.
func (c caster) call(at deploy.Contract, signature string, args ...string) string {
	c.t.Helper()
	return c.cast(append([]string{"call", at.Address.Hex(), signature}, args...)...)
}

func TestAnAgentEarnsABadgeAndAScoreOnTheDevelopmentChain(t *testing.T) {
	t.Parallel()
	s := up(t, dataDir(t), "--reputation-every", "1s")
	earns(t, s)
}

func TestAnAgentEarnsABadgeAndAScoreOnAForeignChain(t *testing.T) {
	t.Parallel()
	f := newForeign(t)
	chaintest.Rich(t, f.node, f.deployer, 100)
	f.deploy(f.named()...)
	for _, account := range f.roles {
		chaintest.Rich(t, f.node, account, 100)
	}
	earns(t, f.up(dataDir(t), "--reputation-every", "1s"))
}

// earns has an agent registered and five goals run by it, and reads all that becomes of it from the chain.
func earns(t *testing.T, s *server) {
	t.Cleanup(func() {
		if s.kill(); t.Failed() {
			t.Logf("the server said:\n%s", s.out)
		}
	})
	client := s.client()
	chain := caster{t, client.RPC}
	made := register(t, s, "--name", "Ada", "--role", "integrator", "--tool", "file_ops", "--path", "a.txt")
	at := deployedOn(t, client.Deployments, chain)
	var goals []wire.Goal
	for i := range 5 {
		request := list(fmt.Sprint("goal ", i))
		request["agent"] = made.Agent
		accepted := submit(t, s, request, "")
		if goal := await(t, s, accepted, "done", "failed"); goal.Status != "done" {
			t.Fatalf("goal %s %s: %s", goal.ID, goal.Status, goal.Error)
		}
		goals = append(goals, proven(t, s, accepted))
	}
	var known wire.Reputation
	until(t, "badge and score are seen on the chain", func() bool {
		var err error
		if known, err = get[wire.Reputation](t.Context(), s, "/reputation/"+made.Agent); err != nil {
			t.Fatal(err)
		}
		return known.OnChain != nil && !known.Pending && len(known.Badges) > 0
	})

	for _, goal := range goals {
		verifies(t, s, goal.ID)
		if said := chain.call(at.ProofOfWork, "bundle(bytes32)((bytes32,uint64,uint64,uint64))", "0x"+goal.Proof.Bundle); !strings.Contains(said, goal.Proof.Root) {
			t.Errorf("goal %s: cast reads %s; want the root %s", goal.ID, said, goal.Proof.Root)
		}
	}
	if stdout, stderr, code := run(t, s.Data, "verify", "score", made.Agent); code != 0 {
		t.Errorf("the score does not verify: %d\n%s%s", code, stdout, stderr)
	}
	if token := chain.call(at.AgentPassport, "passportOf(address)(uint256)", made.Address); word(token) != made.TokenID {
		t.Errorf("cast reads passport %s; want %s", token, made.TokenID)
	}
	if owner := chain.call(at.AgentPassport, "ownerOf(uint256)(address)", made.TokenID); common.HexToAddress(owner) != common.HexToAddress(made.Address) {
		t.Errorf("the passport is %s's, want %s", owner, made.Address)
	}
	until(t, "cast reads the score that the server has seen", func() bool { // it may just be moving
		latest := chain.call(at.ReputationRegistry, "latest(address)((bytes32,uint64,uint64,uint16))", made.Address)
		var err error
		if known, err = get[wire.Reputation](t.Context(), s, "/reputation/"+made.Agent); err != nil {
			t.Fatal(err)
		}
		return strings.HasPrefix(latest, "(0x"+known.OnChain.Hash+", ") && strings.HasSuffix(latest, fmt.Sprintf(", %d)", known.OnChain.Score))
	})
	kind := common.RightPadBytes([]byte(known.Badges[0].Badge), common.HashLength)
	if has := chain.call(at.Badges, "has(address,bytes32)(bool)", made.Address, hexutil.Encode(kind)); has != "true" {
		t.Errorf("cast reads that %s has the badge %s: %s", made.Address, known.Badges[0].Badge, has)
	}
}

// word is the first of a value as cast prints it, which adds how many digits there are.
func word(printed string) string {
	first, _, _ := strings.Cut(printed, " ")
	return first
}

// deployedOn reads where the contracts are on a server's chain.
func deployedOn(t *testing.T, dir string, chain caster) deploy.Addresses {
	t.Helper()
	var id uint64
	if _, err := fmt.Sscan(chain.cast("chain-id"), &id); err != nil {
		t.Fatal(err)
	}
	at, err := deploy.Read(dir, id)
	if err != nil {
		t.Fatal(err)
	}
	return at
}
