package deploy_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/contracts/bindings"
)

var access = bindings.NewProofOfWork()

var quick = deploy.Config{Poll: 5 * time.Millisecond, Resend: 20 * time.Millisecond}

// transactions counts those of the owner so far.
func transactions(t *testing.T, node txmgr.Node, owner *wallet.Wallet) uint64 {
	t.Helper()
	nonce, err := node.NonceAt(t.Context(), owner.Address(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return nonce
}

// standing fails unless all contracts are there.
func standing(t *testing.T, node txmgr.Node, a deploy.Addresses) {
	t.Helper()
	for _, name := range deploy.Names {
		c := a.Of(name)
		if code, err := node.CodeAt(t.Context(), c.Address, new(big.Int).SetUint64(c.Block)); err != nil || len(code) == 0 || c.Block == 0 {
			t.Errorf("%s is at %+v with %d bytes of code, %v", name, *c, len(code), err)
		}
	}
}

// wired fails unless the contracts that were given addresses of others know the right ones.
func wired(t *testing.T, node txmgr.Node, a deploy.Addresses) {
	t.Helper()
	for _, w := range []struct {
		at   common.Address
		ask  []byte
		want common.Address
	}{
		{a.ReputationRegistry.Address, bindings.NewReputationRegistry().PackGetIdentityRegistry(), a.AgentPassport.Address},
		{a.TaskEscrow.Address, bindings.NewTaskEscrow().PackProofs(), a.ProofOfWork.Address},
		{a.TaskEscrow.Address, bindings.NewTaskEscrow().PackChallenges(), a.ChallengeManager.Address},
		{a.ChallengeManager.Address, bindings.NewChallengeManager().PackSettings(), a.StakeRegistry.Address}, // the first of them
	} {
		answers, err := node.Call(t.Context(), w.at, false, w.ask)
		if err != nil || common.BytesToAddress(answers[0][:32]) != w.want {
			t.Errorf("%s knows %x, %v; want %s", w.at, answers, err, w.want)
		}
	}
}

// nothing is what is left to do on chains that are set up.
const nothing = 0

func TestContractsAreDeployedOnce(t *testing.T) {
	t.Parallel()
	owner := chaintest.Wallet(t)
	chain := chaintest.Open(t, devchain.Config{Period: 5 * time.Millisecond}, owner)
	chaintest.Seal(t, chain)
	node := chaintest.Node(t, chain.HTTP())
	dir := filepath.Join(t.TempDir(), "deployments")
	if _, err := deploy.Read(dir, 1337); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("read before anything is there: %v", err)
	}
	first, err := deploy.Ensure(t.Context(), node, owner, dir, quick)
	if err != nil {
		t.Fatal(err)
	}
	standing(t, node, first)
	wired(t, node, first)
	sent := transactions(t, node, owner)
	if want := uint64(len(deploy.Names) + 1); sent != want { // the challenges slash
		t.Errorf("%d transactions; want %d", sent, want)
	}
	again, err := deploy.Ensure(t.Context(), node, owner, dir, quick)
	if err != nil || !reflect.DeepEqual(again, first) {
		t.Errorf("then %+v, %v; want %+v", again, err, first)
	}
	if more := transactions(t, node, owner) - sent; more != nothing {
		t.Errorf("%d more transactions", more)
	}
	if read, err := deploy.Read(dir, 1337); err != nil || !reflect.DeepEqual(read, first) {
		t.Errorf("the file says %+v, %v", read, err)
	}
}

func TestRolesAreThoseOfTheConfiguration(t *testing.T) {
	t.Parallel()
	owner := chaintest.Wallet(t)
	chain := chaintest.Open(t, devchain.Config{Period: 5 * time.Millisecond}, owner)
	chaintest.Seal(t, chain)
	node, dir := chaintest.Node(t, chain.HTTP()), t.TempDir()
	cfg := quick
	for round := range byte(2) { // first as they are deployed, then granted to others
		cfg.Roles = deploy.Roles{Recorder: common.Address{1, round}, Minter: common.Address{2, round}, Oracle: common.Address{3, round}, Auditor: common.Address{4, round}}
		a, err := deploy.Ensure(t.Context(), node, owner, dir, cfg)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range []struct {
			at   deploy.Contract
			role string
			who  common.Address
		}{
			{a.ProofOfWork, "RECORDER_ROLE", cfg.Roles.Recorder}, {a.AgentPassport, "MINTER_ROLE", cfg.Roles.Minter},
			{a.AgentPassport, "STATS_ROLE", cfg.Roles.Oracle}, {a.AgentPassport, "REVOKER_ROLE", owner.Address()},
			{a.ReputationRegistry, "ORACLE_ROLE", cfg.Roles.Oracle}, {a.Badges, "ISSUER_ROLE", cfg.Roles.Oracle},
			{a.AuditTrail, "WRITER_ROLE", cfg.Roles.Auditor}, {a.StakeRegistry, "SLASHER_ROLE", a.ChallengeManager.Address},
			{a.StakeRegistry, "PAUSER_ROLE", owner.Address()}, {a.ChallengeManager, "RESOLVER_ROLE", owner.Address()},
			{a.ChallengeManager, "PAUSER_ROLE", owner.Address()}, {a.TaskEscrow, "PAUSER_ROLE", owner.Address()},
		} {
			role := crypto.Keccak256Hash([]byte(h.role))
			answers, err := node.Call(t.Context(), h.at.Address, false, access.PackHasRole(role, h.who), access.PackHasRole(role, common.Address{0xee}))
			if err != nil {
				t.Fatal(err)
			}
			has, _ := access.UnpackHasRole(answers[0])
			stranger, _ := access.UnpackHasRole(answers[1])
			if !has || stranger {
				t.Errorf("%s of %s: %t, a stranger: %t", h.role, h.who, has, stranger)
			}
		}
	}
	stranger := chaintest.Wallet(t)
	chaintest.Give(t, node, 1337, owner, stranger.Address(), 1)
	cfg.Roles = deploy.Roles{Recorder: common.Address{9}}
	if _, err := deploy.Ensure(t.Context(), node, stranger, dir, cfg); err == nil {
		t.Error("somebody who is no admin granted a role")
	}
}

func TestSignersAreFunded(t *testing.T) {
	t.Parallel()
	owner := chaintest.Wallet(t)
	chain := chaintest.Open(t, devchain.Config{Period: 5 * time.Millisecond}, owner)
	chaintest.Seal(t, chain)
	node, dir, cfg := chaintest.Node(t, chain.HTTP()), t.TempDir(), quick
	cfg.Contracts = []deploy.Name{deploy.ProofOfWork}
	cfg.Roles = deploy.Roles{Recorder: common.Address{1}, Minter: common.Address{2}}
	cfg.Fund = big.NewInt(1e18)
	for range 2 {
		if _, err := deploy.Ensure(t.Context(), node, owner, dir, cfg); err != nil {
			t.Fatal(err)
		}
	}
	for _, account := range []common.Address{{1}, {2}} {
		if have, err := node.BalanceAt(t.Context(), account, nil); err != nil || have.Cmp(cfg.Fund) != 0 {
			t.Errorf("%s has %s, %v", account, have, err)
		}
	}
	if sent := transactions(t, node, owner); sent != 3 {
		t.Errorf("%d transactions; want a deployment and two payments", sent)
	}
}

func TestAccountThatCannotPayIsToldHowMuchIsMissing(t *testing.T) {
	t.Parallel()
	owner, poor := chaintest.Wallet(t), chaintest.Wallet(t)
	chain := chaintest.Open(t, devchain.Config{Period: 5 * time.Millisecond}, owner)
	chaintest.Seal(t, chain)
	node, dir := chaintest.Node(t, chain.HTTP()), t.TempDir()
	chaintest.Give(t, node, 1337, owner, poor.Address(), 1000)
	_, err := deploy.Ensure(t.Context(), node, poor, dir, quick)
	low, ok := errors.AsType[*deploy.BalanceError](err)
	if !ok || low.Have.Cmp(big.NewInt(1000)) != 0 || low.Need.Cmp(low.Have) <= 0 {
		t.Fatalf("came to %v", err)
	}
	if _, err := deploy.Read(dir, 1337); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("something was stored: %v", err)
	}
	missing := new(big.Int).Sub(low.Need, low.Have)
	if !strings.Contains(err.Error(), missing.String()+" wei") {
		t.Errorf("%v does not say that %s are missing", err, missing)
	}
	chaintest.Give(t, node, 1337, owner, poor.Address(), new(big.Int).Lsh(missing, 1).Int64()) // fees move
	if _, err := deploy.Ensure(t.Context(), node, poor, dir, quick); err != nil {
		t.Errorf("with what was missing: %v", err)
	}
}

// TestFolderOfTheFirstReleaseGetsTheOthers begins with files as they were when there was only ProofOfWork.
func TestFolderOfTheFirstReleaseGetsTheOthers(t *testing.T) {
	t.Parallel()
	for name, pending := range map[string]bool{"deployed": false, "on its way": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			owner, dir, cfg := chaintest.Wallet(t), t.TempDir(), quick
			chain := chaintest.Open(t, devchain.Config{Period: 5 * time.Millisecond}, owner)
			node := chaintest.Node(t, chain.HTTP())
			cfg.Contracts = []deploy.Name{deploy.ProofOfWork}
			old := map[string]any{"chain_id": 1337}
			if pending {
				ctx, die := context.WithCancel(t.Context())
				_, _ = deploy.Ensure(ctx, &crashing{Chain: node, die: die}, owner, dir, cfg)
				stored, err := deploy.Read(dir, 1337)
				if err != nil {
					t.Fatal(err)
				}
				p := stored.Pending[0]
				old["proof_of_work"], old["pending"], old["tx"] = p.Address, p.Raw, p.Hashes[0]
			}
			chaintest.Seal(t, chain)
			if !pending {
				first, err := deploy.Ensure(t.Context(), node, owner, dir, cfg)
				if err != nil {
					t.Fatal(err)
				}
				old["proof_of_work"], old["block"], old["tx"] = first.ProofOfWork.Address, first.ProofOfWork.Block, first.ProofOfWork.Tx
			}
			text, err := json.Marshal(old)
			if err == nil {
				err = os.WriteFile(deploy.File(dir, 1337), text, 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
			a, err := deploy.Ensure(t.Context(), node, owner, dir, quick)
			if err != nil {
				t.Fatal(err)
			}
			standing(t, node, a)
			wired(t, node, a)
			if want := old["proof_of_work"]; a.ProofOfWork.Address != want {
				t.Errorf("ProofOfWork is at %s, was at %s", a.ProofOfWork.Address, want)
			}
		})
	}
}

// crashing is a node under a process that dies when it sends its nth transaction.
type crashing struct {
	deploy.Chain
	die   context.CancelFunc
	nth   int
	after bool // the transaction was sent
}

func (c *crashing) SendTransaction(ctx context.Context, tx *types.Transaction) error {
	if c.nth > 0 {
		c.nth--
		return c.Chain.SendTransaction(ctx, tx)
	}
	var err error
	if c.after {
		err = c.Chain.SendTransaction(ctx, tx)
	}
	c.die()
	return errors.Join(err, ctx.Err())
}

func TestCrashWhileDeployingLeadsToTheSameAddresses(t *testing.T) {
	t.Parallel()
	for _, nth := range []int{0, 4, len(deploy.Names) - 1} {
		for name, after := range map[string]bool{"before": false, "after": true} {
			t.Run(fmt.Sprintf("%s transaction %d is sent", name, nth), func(t *testing.T) {
				t.Parallel()
				owner := chaintest.Wallet(t)
				chain := chaintest.Open(t, devchain.Config{Period: 5 * time.Millisecond}, owner)
				node, dir := chaintest.Node(t, chain.HTTP()), t.TempDir()
				ctx, die := context.WithCancel(t.Context())
				if _, err := deploy.Ensure(ctx, &crashing{node, die, nth, after}, owner, dir, quick); !errors.Is(err, context.Canceled) {
					t.Fatalf("the crash came to %v", err)
				}
				stored, err := deploy.Read(dir, 1337)
				if err != nil || len(stored.Pending) != len(deploy.Names) {
					t.Fatalf("stored %+v, %v; want what was to be sent", stored, err)
				}
				chaintest.Seal(t, chain)
				got, err := deploy.Ensure(t.Context(), node, owner, dir, quick)
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range stored.Pending {
					if at := got.Of(p.Contract).Address; at != p.Address {
						t.Errorf("%s went to %s; want %s", p.Contract, at, p.Address)
					}
				}
				standing(t, node, got)
				if sent := transactions(t, node, owner); sent != uint64(len(deploy.Names)+1) {
					t.Errorf("%d transactions", sent)
				}
			})
		}
	}
}

// TestStolenNonceLeadsToAnotherDeployment has somebody else use a nonce of one contract, so that those which were made with
// its address are of no use either.
func TestStolenNonceLeadsToAnotherDeployment(t *testing.T) {
	t.Parallel()
	for _, nth := range []int{0, 5} {
		owner := chaintest.Wallet(t)
		chain := chaintest.Open(t, devchain.Config{Period: 5 * time.Millisecond}, owner)
		node, dir := chaintest.Node(t, chain.HTTP()), t.TempDir()
		ctx, die := context.WithCancel(t.Context())
		if _, err := deploy.Ensure(ctx, &crashing{node, die, nth, false}, owner, dir, quick); !errors.Is(err, context.Canceled) {
			t.Fatalf("the crash came to %v", err)
		}
		stored, err := deploy.Read(dir, 1337)
		if err != nil {
			t.Fatal(err)
		}
		chaintest.Pay(t, node, 1337, owner, uint64(nth), 1e9)
		chaintest.Seal(t, chain)
		got, err := deploy.Ensure(t.Context(), node, owner, dir, quick)
		if err != nil {
			t.Fatal(err)
		}
		standing(t, node, got)
		wired(t, node, got)
		if stolen := stored.Pending[nth]; got.Of(stolen.Contract).Address == stolen.Address {
			t.Errorf("%s stands at %s, under a nonce that was used otherwise", stolen.Contract, stolen.Address)
		}
	}
}

// TestHigherBaseFeeRaisesTheOffer stores deployments that the chain does not take any more when they are sent.
func TestHigherBaseFeeRaisesTheOffer(t *testing.T) {
	t.Parallel()
	owner := chaintest.Wallet(t)
	chain := chaintest.Open(t, devchain.Config{Period: 5 * time.Millisecond}, owner)
	node, dir := chaintest.Node(t, chain.HTTP()), t.TempDir()
	ctx, die := context.WithCancel(t.Context())
	if _, err := deploy.Ensure(ctx, &crashing{node, die, 0, false}, owner, dir, quick); !errors.Is(err, context.Canceled) {
		t.Fatalf("the crash came to %v", err)
	}
	stored, err := deploy.Read(dir, 1337)
	if err != nil {
		t.Fatal(err)
	}
	chaintest.Seal(t, chain)
	got, err := deploy.Ensure(t.Context(), dear{node}, owner, dir, quick)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range stored.Pending {
		if c := got.Of(p.Contract); c.Address != p.Address || c.Tx == p.Hashes[0] {
			t.Errorf("%s is %+v; want it at %s by a transaction that pays more", p.Contract, *c, p.Address)
		}
	}
}

// dear is a node that names a high base fee.
type dear struct{ deploy.Chain }

func (d dear) HeaderByNumber(ctx context.Context, number *big.Int) (*types.Header, error) {
	head, err := d.Chain.HeaderByNumber(ctx, number)
	if err == nil {
		head.BaseFee = big.NewInt(100e9)
	}
	return head, err
}

func TestNewChainUnderAnOldFileIsDeployedTo(t *testing.T) {
	t.Parallel()
	owner, dir := chaintest.Wallet(t), t.TempDir()
	for range 2 {
		chain := chaintest.Open(t, devchain.Config{Period: 5 * time.Millisecond}, owner)
		chaintest.Seal(t, chain)
		node := chaintest.Node(t, chain.HTTP())
		got, err := deploy.Ensure(t.Context(), node, owner, dir, quick)
		if err != nil {
			t.Fatal(err)
		}
		standing(t, node, got)
	}
}

// The account that had deployed, and was the admin of all, is gone with its chain; a signer that was named is not.
func TestNewChainUnderAnOldFileObeysWhoDeploysToIt(t *testing.T) {
	t.Parallel()
	dir, oracle := t.TempDir(), chaintest.Wallet(t).Address()
	cfg := quick
	cfg.Roles.Oracle = oracle
	for range 2 {
		owner := chaintest.Wallet(t)
		chain := chaintest.Open(t, devchain.Config{Period: 5 * time.Millisecond}, owner)
		chaintest.Seal(t, chain)
		node := chaintest.Node(t, chain.HTTP())
		got, err := deploy.Ensure(t.Context(), node, owner, dir, cfg)
		if err != nil {
			t.Fatal(err)
		}
		standing(t, node, got)
		if want := (deploy.Roles{Recorder: owner.Address(), Minter: owner.Address(), Oracle: oracle, Auditor: owner.Address(), Admin: owner.Address()}); got.Roles != want {
			t.Errorf("roles are %+v, want %+v", got.Roles, want)
		}
		for role, account := range map[deploy.Role]common.Address{deploy.Admin: owner.Address(), deploy.Recorder: owner.Address(), deploy.Oracle: oracle} {
			if lacks, err := deploy.Lacks(t.Context(), node, got, role, account); err != nil || len(lacks) > 0 {
				t.Errorf("%s lacks %v, %v", role, lacks, err)
			}
		}
		cfg.Roles = deploy.Roles{} // as recorded
	}
}

// TestContractsOfAnotherSetAreRefused has a file name an escrow that trusts another challenge manager.
func TestContractsOfAnotherSetAreRefused(t *testing.T) {
	t.Parallel()
	owner := chaintest.Wallet(t)
	chain := chaintest.Open(t, devchain.Config{Period: 5 * time.Millisecond}, owner)
	chaintest.Seal(t, chain)
	node, dir := chaintest.Node(t, chain.HTTP()), t.TempDir()
	first, err := deploy.Ensure(t.Context(), node, owner, dir, quick)
	if err != nil {
		t.Fatal(err)
	}
	second, err := deploy.Ensure(t.Context(), node, owner, t.TempDir(), quick)
	if err != nil {
		t.Fatal(err)
	}
	mixed := first
	mixed.TaskEscrow = second.TaskEscrow
	if err := mixed.Write(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := deploy.Ensure(t.Context(), node, owner, dir, quick); err == nil || !strings.Contains(err.Error(), "works with the ProofOfWork at "+second.ProofOfWork.Address.Hex()) {
		t.Errorf("it came to %v", err)
	}
	mixed = first
	mixed.Badges = second.AuditTrail
	if err := mixed.Write(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := deploy.Ensure(t.Context(), node, owner, dir, quick); err == nil || !strings.Contains(err.Error(), "is not Badges") {
		t.Errorf("it came to %v", err)
	}
}

func TestUnreadableFileIsNotOverwritten(t *testing.T) {
	t.Parallel()
	owner, dir := chaintest.Wallet(t), t.TempDir()
	node := chaintest.Node(t, chaintest.Open(t, devchain.Config{}, owner).HTTP())
	for _, content := range []string{"{", `{"chain_id": 1}`} {
		if err := os.WriteFile(deploy.File(dir, 1337), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := deploy.Ensure(t.Context(), node, owner, dir, quick); err == nil {
			t.Errorf("%s: deployed as %+v", content, got)
		}
	}
}
