package economy_test

import (
	"context"
	"errors"
	"math/big"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"

	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/economy"
	"github.com/mergit-io/mergit/chain/merkle"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/contracts/bindings"
)

// What the contracts of the tests are deployed with. Times are in seconds, and each block of the chain takes at least one.
const (
	unbonding = 60
	timeout   = 60
	window    = 60
)

var ether = big.NewInt(1e18)

func coins(n int64) *big.Int { return new(big.Int).Mul(big.NewInt(n), ether) }

// world is a chain with all contracts, and accounts with money.
type world struct {
	chain *devchain.Chain
	node  economy.Node
	at    economy.Contracts

	admin, payer, agent, challenger *wallet.Wallet
	dir                             string
	mu                              sync.Mutex
	steps                           []economy.Progress
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{admin: chaintest.Wallet(t), payer: chaintest.Wallet(t), agent: chaintest.Wallet(t), challenger: chaintest.Wallet(t), dir: t.TempDir()}
	w.chain = chaintest.Open(t, devchain.Config{Period: 5 * time.Millisecond}, w.admin, w.payer, w.agent, w.challenger)
	client, err := ethclient.DialContext(t.Context(), w.chain.HTTP())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	w.node, w.at.ChainID = economy.Node{Client: client}, 1337
	w.deploy(t)
	chaintest.Seal(t, w.chain)
	return w
}

// deploy puts the contracts on the chain, the admin having every role.
func (w *world) deploy(t *testing.T) {
	t.Helper()
	admin, none := w.admin.Address(), new(big.Int)
	var nonce uint64
	put := func(meta string, constructor []byte) common.Address {
		t.Helper()
		receipt := w.transact(t, nonce, nil, append(common.FromHex(meta), constructor...))
		nonce++
		return receipt.ContractAddress
	}
	w.at.Proofs = put(bindings.ProofOfWorkMetaData.Bin, bindings.NewProofOfWork().PackConstructor(admin, admin))
	w.at.Audit = put(bindings.AuditTrailMetaData.Bin, bindings.NewAuditTrail().PackConstructor(admin, admin))
	w.at.Stakes = put(bindings.StakeRegistryMetaData.Bin, bindings.NewStakeRegistry().PackConstructor(
		admin, none, admin, big.NewInt(unbonding), []*big.Int{coins(1), coins(10), coins(100)}))
	w.at.Challenges = put(bindings.ChallengeManagerMetaData.Bin, bindings.NewChallengeManager().PackConstructor(admin, none, admin, admin,
		bindings.IChallengeManagerSettings{Stakes: w.at.Stakes, Treasury: admin, Bond: ether, Timeout: big.NewInt(timeout), RewardBps: 4000}))
	w.at.Escrows = put(bindings.TaskEscrowMetaData.Bin, bindings.NewTaskEscrow().PackConstructor(admin, none, admin, w.at.Proofs, w.at.Challenges, window))
	slasher := crypto.Keccak256Hash([]byte("SLASHER_ROLE"))
	w.transact(t, nonce, &w.at.Stakes, bindings.NewStakeRegistry().PackGrantRole(slasher, w.at.Challenges))
}

// transact has the admin send a transaction while nobody else seals.
func (w *world) transact(t *testing.T, nonce uint64, to *common.Address, data []byte) *types.Receipt {
	t.Helper()
	id, limit := new(big.Int).SetUint64(w.at.ChainID), big.NewInt(4e9)
	if w.chain == nil {
		limit = big.NewInt(400e9) // where the base fee is that of Monad
	}
	tx, err := w.admin.Sign(types.NewTx(&types.DynamicFeeTx{
		ChainID: id, Nonce: nonce, Gas: 8_000_000, GasTipCap: big.NewInt(2e9), GasFeeCap: limit, To: to, Value: new(big.Int), Data: data,
	}), id)
	if err == nil {
		err = w.node.SendTransaction(t.Context(), tx)
	}
	if err != nil {
		t.Fatal(err)
	}
	if w.chain != nil { // others seal by themselves
		if _, err := w.chain.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	var receipt *types.Receipt
	chaintest.Eventually(t, "a set-up transaction is in a block", func() bool {
		receipt, err = w.node.TransactionReceipt(t.Context(), tx.Hash())
		return err == nil
	})
	if receipt.Status != types.ReceiptStatusSuccessful {
		t.Fatalf("set-up transaction: %+v, %v", receipt, err)
	}
	return receipt
}

// sender sends as an account.
func (w *world) sender(key economy.Key) *economy.Sender {
	return &economy.Sender{Chain: w.node, ChainID: w.at.ChainID, Key: key, Dir: w.dir, Poll: 5 * time.Millisecond, Resend: 4, Tell: func(p economy.Progress) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.steps = append(w.steps, p)
	}}
}

// do has an account make a call.
func (w *world) do(t *testing.T, key economy.Key, c economy.Call) economy.Sent {
	t.Helper()
	sent, err := w.try(t, key, c)
	if err != nil {
		t.Fatalf("%s: %v", c.Does, err)
	}
	return sent
}

func (w *world) try(t *testing.T, key economy.Key, c economy.Call) (economy.Sent, error) {
	t.Helper()
	return w.sender(key).Send(t.Context(), economy.Order{Intent: c.Does, Call: func(context.Context) (economy.Call, error) { return c, nil }})
}

// refuses expects a contract to refuse a call, and says why in words that hold some words.
func (w *world) refuses(t *testing.T, key economy.Key, c economy.Call, code string) {
	t.Helper()
	_, err := w.try(t, key, c)
	refused, ok := errors.AsType[interface {
		error
		Refused() string
	}](err)
	if !ok || refused.Refused() != code {
		t.Errorf("%s: %v; want %s", c.Does, err, code)
	}
}

// pass lets that many seconds go by on the chain.
func (w *world) pass(t *testing.T, seconds int) {
	t.Helper()
	until := w.now(t) + uint64(seconds)
	for w.now(t) < until {
		if _, err := w.chain.Commit(); err != nil {
			t.Fatal(err)
		}
	}
}

// now is the chain's time.
func (w *world) now(t *testing.T) uint64 {
	t.Helper()
	head, err := w.node.HeaderByNumber(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return head.Time
}

func (w *world) reader() economy.Reader { return economy.Reader{Chain: w.node, At: w.at} }

// balance is what an account has, in wei.
func (w *world) balance(t *testing.T, of common.Address) *big.Int {
	t.Helper()
	have, err := w.node.BalanceAt(t.Context(), of, nil)
	if err != nil {
		t.Fatal(err)
	}
	return have
}

// bundle are the leaves of a goal that the agent did, recorded on the chain.
func (w *world) bundle(t *testing.T, goal string, tasks ...string) []merkle.Leaf {
	t.Helper()
	leaves := make([]merkle.Leaf, len(tasks))
	for i, task := range tasks {
		leaves[i] = merkle.Leaf{Goal: goal, Task: task, Agent: w.agent.Address(), Result: [32]byte{byte(i + 1)}}
	}
	w.record(t, goal, leaves)
	return leaves
}

func (w *world) record(t *testing.T, goal string, leaves []merkle.Leaf) {
	t.Helper()
	data := bindings.NewProofOfWork().PackRecordBundle(merkle.BundleID(goal), merkle.Root(leaves), uint64(len(leaves)))
	w.do(t, w.admin, economy.Call{To: w.at.Proofs, Data: data, Value: new(big.Int), Does: "record bundle of " + goal})
}
