package deploy_test

import (
	"errors"
	"math/big"
	"slices"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/profile"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/wallet"
)

// perform has an account make calls, as a multisig would.
func perform(t *testing.T, node txmgr.Node, w *wallet.Wallet, calls []deploy.Call) {
	t.Helper()
	for _, c := range calls {
		nonce, err := node.NonceAt(t.Context(), w.Address(), nil)
		if err != nil {
			t.Fatal(err)
		}
		id := big.NewInt(1337)
		tx, err := w.Sign(types.NewTx(&types.DynamicFeeTx{ChainID: id, Nonce: nonce, Gas: 200_000, To: &c.To, Value: new(big.Int),
			Data: hexutil.MustDecode(c.Data), GasTipCap: big.NewInt(1e9), GasFeeCap: big.NewInt(100e9)}), id)
		if err == nil {
			err = node.SendTransaction(t.Context(), tx)
		}
		if err != nil {
			t.Fatal(err)
		}
		chaintest.Eventually(t, c.What+" is done", func() bool {
			receipt, err := node.TransactionReceipt(t.Context(), tx.Hash())
			if err == nil && receipt.Status == 0 {
				t.Fatalf("%s was reverted", c.What)
			}
			return err == nil
		})
	}
}

func TestDeployerIsNobodyAfterTheHandOver(t *testing.T) {
	t.Parallel()
	owner, safe := chaintest.Wallet(t), chaintest.Wallet(t)
	chain := chaintest.Open(t, devchain.Config{Period: 5 * time.Millisecond}, owner, safe)
	chaintest.Seal(t, chain)
	node, dir, cfg := chaintest.Node(t, chain.HTTP()), t.TempDir(), quick
	prof, _ := profile.Known(1337)
	cfg.Roles = deploy.Roles{Recorder: common.Address{1}, Minter: common.Address{2}}
	if _, err := deploy.Ensure(t.Context(), node, owner, dir, cfg); err != nil { // the deployer has the other roles, too
		t.Fatal(err)
	}
	cfg.Roles = deploy.Roles{Oracle: common.Address{3}, Auditor: common.Address{4}, Admin: safe.Address()}
	a, err := deploy.Ensure(t.Context(), node, owner, dir, cfg)
	if err != nil {
		t.Fatal(err)
	}
	if want := (deploy.Roles{Recorder: common.Address{1}, Minter: common.Address{2}, Oracle: common.Address{3}, Auditor: common.Address{4}, Admin: safe.Address()}); a.Roles != want {
		t.Errorf("recorded roles %+v; want %+v", a.Roles, want)
	}
	calls, err := deploy.HandOver(t.Context(), node, owner, a, cfg)
	if err != nil {
		t.Fatal(err)
	}
	var slow []deploy.Name
	for _, c := range calls {
		slow = append(slow, c.Contract)
	}
	if want := []deploy.Name{deploy.AgentPassport, deploy.StakeRegistry, deploy.ChallengeManager, deploy.TaskEscrow}; !slices.Equal(slow, want) {
		t.Fatalf("left to the next admin: %v; want %v", slow, want)
	}
	all := holders(t, node, prof, a)
	if err := deploy.Check(all, a, a.Roles, owner.Address()); err != nil {
		t.Errorf("before the next admin took over: %v", err)
	}
	others, ok := errors.AsType[*deploy.OthersError](deploy.Check(all, a, a.Roles, common.Address{}))
	if !ok || len(others.Others) != len(slow) {
		t.Errorf("the deployer is still admin of %d: %v", len(slow), others)
	}
	sent := transactions(t, node, owner)
	if again, err := deploy.HandOver(t.Context(), node, owner, a, cfg); err != nil || len(again) != len(calls) || transactions(t, node, owner) != sent {
		t.Errorf("once more: %v, %v, %d transactions", again, err, transactions(t, node, owner)-sent)
	}
	perform(t, node, safe, calls)
	if left, err := deploy.HandOver(t.Context(), node, owner, a, cfg); err != nil || len(left) != 0 {
		t.Errorf("left then: %v, %v", left, err)
	}
	if _, err := deploy.Ensure(t.Context(), node, owner, dir, cfg); err != nil {
		t.Errorf("the next run: %v", err)
	}
	if err := deploy.Check(holders(t, node, prof, a), a, a.Roles, common.Address{}); err != nil {
		t.Error(err)
	}
	for _, h := range holders(t, node, prof, a) {
		if slices.Contains(h.Accounts, owner.Address()) {
			t.Errorf("the deployer has %s of %s", h.Role, h.Contract)
		}
	}
	cfg.Roles.Recorder = common.Address{9}
	refused, ok := errors.AsType[*deploy.AdminError](errOf(deploy.Ensure(t.Context(), node, owner, dir, cfg)))
	if !ok || len(refused.Calls) != 1 {
		t.Fatalf("the deployer granted a role: %v", refused)
	}
	perform(t, node, safe, refused.Calls)
	if _, err := deploy.Ensure(t.Context(), node, owner, dir, cfg); err != nil {
		t.Errorf("after the admin did what was asked for: %v", err)
	}
}

func errOf(_ deploy.Addresses, err error) error { return err }

func holders(t *testing.T, node txmgr.Node, prof profile.Profile, a deploy.Addresses) []deploy.Holder {
	t.Helper()
	prof.LogRange = 3 // so that there are several requests
	var done, of uint64
	all, err := deploy.Holders(t.Context(), node, prof, a, func(n, all uint64) { done, of = n, all })
	if err != nil {
		t.Fatal(err)
	}
	if done != of || of == 0 {
		t.Errorf("read %d of %d blocks", done, of)
	}
	return all
}

func TestAdminOnAPublicChainIsAContract(t *testing.T) {
	t.Parallel()
	owner := chaintest.Wallet(t)
	chain := chaintest.Open(t, devchain.Config{ChainID: profile.MonadTestnet, Period: 5 * time.Millisecond}, owner)
	chaintest.Seal(t, chain)
	node, cfg := chaintest.Node(t, chain.HTTP()), quick
	cfg.Contracts = []deploy.Name{deploy.ProofOfWork}
	a, err := deploy.Ensure(t.Context(), node, owner, t.TempDir(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, admin := range []common.Address{{5}, owner.Address()} {
		cfg.Roles.Admin = admin
		if _, err := deploy.Ensure(t.Context(), node, owner, t.TempDir(), cfg); (err == nil) != (admin == owner.Address()) {
			t.Errorf("deployed for the admin %s: %v", admin, err)
		}
		if _, err := deploy.HandOver(t.Context(), node, owner, a, cfg); err == nil {
			t.Errorf("handed over to %s", admin)
		}
	}
	cfg.Roles.Admin, cfg.AdminIsAccount = common.Address{5}, true
	if left, err := deploy.HandOver(t.Context(), node, owner, a, cfg); err != nil || len(left) != 0 {
		t.Errorf("an account that was asked for: %v, %v", left, err)
	}
}

func TestRotatedSignerIsTheOnlyOne(t *testing.T) {
	t.Parallel()
	owner, stranger := chaintest.Wallet(t), chaintest.Wallet(t)
	chain := chaintest.Open(t, devchain.Config{Period: 5 * time.Millisecond}, owner, stranger)
	chaintest.Seal(t, chain)
	node, cfg, old, next := chaintest.Node(t, chain.HTTP()), quick, common.Address{7}, common.Address{8}
	prof, _ := profile.Known(1337)
	cfg.Roles.Oracle = old
	a, err := deploy.Ensure(t.Context(), node, owner, t.TempDir(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	oracles := func() (all [][]common.Address) {
		for _, h := range holders(t, node, prof, a) {
			if h.Role == "ORACLE_ROLE" || h.Role == "STATS_ROLE" || h.Role == "ISSUER_ROLE" {
				all = append(all, h.Accounts)
			}
		}
		return all
	}
	lacks := func(account common.Address) int {
		lacks, err := deploy.Lacks(t.Context(), node, a, deploy.Oracle, account)
		if err != nil {
			t.Fatal(err)
		}
		return len(lacks)
	}
	if lacks(old) != 0 || lacks(next) != 3 {
		t.Errorf("the oracle lacks %d roles, the next one %d", lacks(old), lacks(next))
	}
	cfg.Roles = deploy.Roles{}
	for range 2 {
		if err := deploy.Rotate(t.Context(), node, owner, a, cfg, deploy.Oracle, next); err != nil {
			t.Fatal(err)
		}
	}
	for _, accounts := range oracles() {
		if !slices.Equal(accounts, []common.Address{old, next}) {
			t.Errorf("granted: %v", accounts)
		}
	}
	refused, ok := errors.AsType[*deploy.AdminError](deploy.Rotate(t.Context(), node, stranger, a, cfg, deploy.Oracle, next, old))
	if !ok || len(refused.Calls) != 3 {
		t.Fatalf("a stranger revoked roles: %v", refused)
	}
	if err := deploy.Rotate(t.Context(), node, owner, a, cfg, deploy.Oracle, next, old, next); err != nil {
		t.Fatal(err)
	}
	for _, accounts := range oracles() {
		if !slices.Equal(accounts, []common.Address{next}) {
			t.Errorf("revoked: %v", accounts)
		}
	}
	if len(oracles()) != 3 {
		t.Errorf("%d roles of the oracle", len(oracles()))
	}
	back := chaintest.Wallet(t).Address()
	for want := 6; want >= 0; want -= 6 { // three granted and three revoked, then nothing
		calls, err := deploy.RotateCalls(t.Context(), node, a, deploy.Oracle, back, next)
		if err != nil || len(calls) != want {
			t.Fatalf("%d calls, %v; want %d", len(calls), err, want)
		}
		perform(t, node, owner, calls)
	}
	for _, accounts := range oracles() {
		if !slices.Equal(accounts, []common.Address{back}) {
			t.Errorf("by calls: %v", accounts)
		}
	}
}
