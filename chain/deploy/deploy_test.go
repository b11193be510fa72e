package deploy_test

import (
	"context"
	"errors"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
)

var quick = deploy.Config{Poll: 5 * time.Millisecond, Resend: 20 * time.Millisecond}

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
	if code, err := node.CodeAt(t.Context(), first.ProofOfWork, nil); err != nil || len(code) == 0 || first.Block == 0 {
		t.Errorf("deployed as %+v with %d bytes of code, %v", first, len(code), err)
	}
	again, err := deploy.Ensure(t.Context(), node, owner, dir, quick)
	if err != nil || again.ProofOfWork != first.ProofOfWork {
		t.Errorf("then %+v, %v; want %+v", again, err, first)
	}
	if nonce, err := node.NonceAt(t.Context(), owner.Address(), nil); err != nil || nonce != 1 {
		t.Errorf("%d transactions, %v; want one", nonce, err)
	}
	if read, err := deploy.Read(dir, 1337); err != nil || read.ProofOfWork != first.ProofOfWork || len(read.Pending) > 0 {
		t.Errorf("the file says %+v, %v", read, err)
	}
}

func TestAnotherRecorderIsGrantedItsRole(t *testing.T) {
	t.Parallel()
	owner, recorder := chaintest.Wallet(t), chaintest.Wallet(t)
	chain := chaintest.Open(t, devchain.Config{Period: 5 * time.Millisecond}, owner, recorder)
	chaintest.Seal(t, chain)
	node, dir := chaintest.Node(t, chain.HTTP()), t.TempDir()
	if _, err := deploy.Ensure(t.Context(), node, owner, dir, quick); err != nil {
		t.Fatal(err)
	}
	granted := quick
	granted.Recorder = recorder.Address()
	for range 2 { // the second time there is nothing to do
		if _, err := deploy.Ensure(t.Context(), node, owner, dir, granted); err != nil {
			t.Fatal(err)
		}
	}
	if nonce, err := node.NonceAt(t.Context(), owner.Address(), nil); err != nil || nonce != 2 {
		t.Errorf("%d transactions, %v; want a deployment and a grant", nonce, err)
	}
	if _, err := deploy.Ensure(t.Context(), node, recorder, dir, deploy.Config{Recorder: common.Address{9}, Poll: quick.Poll}); err == nil {
		t.Error("somebody who is no admin granted a role")
	}
}

// crashing is a node under a process that dies.
type crashing struct {
	deploy.Chain
	die   context.CancelFunc
	after bool // the transaction was sent
}

func (c crashing) SendTransaction(ctx context.Context, tx *types.Transaction) error {
	var err error
	if c.after {
		err = c.Chain.SendTransaction(ctx, tx)
	}
	c.die()
	return err
}

func TestCrashWhileDeployingLeadsToTheSameAddress(t *testing.T) {
	t.Parallel()
	for name, after := range map[string]bool{"before it is sent": false, "after it is sent": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			owner := chaintest.Wallet(t)
			chain := chaintest.Open(t, devchain.Config{}, owner)
			node, dir := chaintest.Node(t, chain.HTTP()), t.TempDir()
			ctx, die := context.WithCancel(t.Context())
			if _, err := deploy.Ensure(ctx, crashing{node, die, after}, owner, dir, quick); !errors.Is(err, context.Canceled) {
				t.Fatalf("the crash came to %v", err)
			}
			stored, err := deploy.Read(dir, 1337)
			if err != nil || len(stored.Pending) == 0 {
				t.Fatalf("stored %+v, %v; want what was to be sent", stored, err)
			}
			chaintest.Background(t, func(ctx context.Context) error {
				for ctx.Err() == nil {
					if _, err := chain.Commit(); err != nil {
						return err
					}
				}
				return nil
			})
			got, err := deploy.Ensure(t.Context(), node, owner, dir, quick)
			if err != nil || got.ProofOfWork != stored.ProofOfWork {
				t.Errorf("went on to %+v, %v; want %s", got, err, stored.ProofOfWork)
			}
			if nonce, err := node.NonceAt(t.Context(), owner.Address(), nil); err != nil || nonce != 1 {
				t.Errorf("%d transactions, %v; want one", nonce, err)
			}
		})
	}
}

func TestStolenNonceLeadsToAnotherDeployment(t *testing.T) {
	t.Parallel()
	owner := chaintest.Wallet(t)
	chain := chaintest.Open(t, devchain.Config{Period: 5 * time.Millisecond}, owner)
	node, dir := chaintest.Node(t, chain.HTTP()), t.TempDir()
	ctx, die := context.WithCancel(t.Context())
	if _, err := deploy.Ensure(ctx, crashing{node, die, false}, owner, dir, quick); !errors.Is(err, context.Canceled) {
		t.Fatalf("the crash came to %v", err)
	}
	chaintest.Pay(t, node, 1337, owner, 0, 1e9)
	chaintest.Seal(t, chain)
	got, err := deploy.Ensure(t.Context(), node, owner, dir, quick)
	if err != nil {
		t.Fatal(err)
	}
	if code, err := node.CodeAt(t.Context(), got.ProofOfWork, nil); err != nil || len(code) == 0 {
		t.Errorf("no code at %s: %v", got.ProofOfWork, err)
	}
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
		if code, err := node.CodeAt(t.Context(), got.ProofOfWork, big.NewInt(int64(got.Block))); err != nil || len(code) == 0 {
			t.Errorf("no code at %s in block %d: %v", got.ProofOfWork, got.Block, err)
		}
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
