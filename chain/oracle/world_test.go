package oracle_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/oracle"
	"github.com/mergit-io/mergit/chain/reactions"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/verify"
	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/contracts/bindings"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

// world is a log, a chain with the contracts, and a key that is their oracle.
type world struct {
	t testing.TB
	chaintest.Store
	url    string // of the node, or of a proxy before it
	node   txmgr.Node
	at     deploy.Addresses
	key    *wallet.Wallet // oracle
	minter *wallet.Wallet // mints, and is an oracle too
	set    *commands.Set  // of whoever is no oracle
	ago    time.Duration  // how long ago what is dispatched was wished
}

var (
	registry = bindings.NewReputationRegistry()
	passport = bindings.NewAgentPassport()
	issuer   = bindings.NewBadges()
)

func newWorld(t testing.TB) *world {
	t.Helper()
	key, minter := chaintest.Wallet(t), chaintest.Wallet(t)
	chain := chaintest.Open(t, devchain.Config{Period: 10 * time.Millisecond}, key, minter)
	chaintest.Seal(t, chain)
	return worldOn(t, chaintest.Node(t, chain.HTTP()), chain.HTTP(), key, minter)
}

// worldOn makes a world on a chain where the keys have money.
func worldOn(t testing.TB, node txmgr.Node, url string, key, minter *wallet.Wallet) *world {
	t.Helper()
	w := &world{
		t: t, Store: chaintest.Store{Log: new(memlog.Log), Keys: new(memlog.Keys), Blobs: new(memlog.Blobs)},
		url: url, node: node, key: key, minter: minter,
	}
	w.set = w.Commands()
	w.deploy()
	seen := *w // the chain that is watched stays the first
	chaintest.Background(t, seen.watch)
	chaintest.Background(t, func(ctx context.Context) error {
		r, err := reactions.New(reactions.Config{Commands: w.Commands(), Snapshots: new(chaintest.Snapshots), Now: time.Now, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			return err
		}
		return r.Run(ctx)
	})
	return w
}

// deploy puts the contracts on the node's chain: at the same addresses on any.
func (w *world) deploy() {
	w.t.Helper()
	at, err := deploy.Ensure(w.t.Context(), w.node, w.minter, w.t.TempDir(), deploy.Config{
		Contracts: []deploy.Name{deploy.AgentPassport, deploy.ReputationRegistry, deploy.Badges},
		Roles:     deploy.Roles{Oracle: w.key.Address()}, Poll: 5 * time.Millisecond,
	})
	if err != nil {
		w.t.Fatal(err)
	}
	w.at = at
}

// setup is how an oracle is started.
type setup struct {
	tx     txmgr.Config
	oracle oracle.Config
	key    *wallet.Wallet // nil: the world's
	// at is told of every point, with the context that ends when the oracle is stopped.
	at func(ctx context.Context, point string)
}

// start runs a manager and an oracle that know nothing of earlier ones, as after a crash.
func (w *world) start(s setup) (stop func()) {
	w.t.Helper()
	set, node, log := w.Commands(), chaintest.Node(w.t, w.url), slog.New(slog.DiscardHandler)
	tx, cfg := s.tx, s.oracle
	tx.Commands, tx.Chain, tx.ChainID, tx.Key, tx.Now, tx.Log = set, node, w.at.ChainID, w.key, time.Now, log
	if s.key != nil {
		tx.Key = s.key
	}
	tx.Poll, tx.ResendAfter, tx.Backoff = 5*time.Millisecond, 100*time.Millisecond, 2*time.Millisecond
	cfg.Commands, cfg.Chain, cfg.Log, cfg.Backoff = set, node, log, 2*time.Millisecond
	cfg.Contracts = oracle.Contracts{Reputation: w.at.ReputationRegistry.Address, Passport: w.at.AgentPassport.Address, Badges: w.at.Badges.Address}
	if cfg.Every == 0 {
		cfg.Every = 10 * time.Millisecond
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	if s.at != nil {
		tx.At, cfg.At = func(p txmgr.Point) { s.at(ctx, string(p)) }, func(p oracle.Point) { s.at(ctx, string(p)) }
	}
	manager, err := txmgr.New(tx)
	if err != nil {
		w.t.Fatal(err)
	}
	cfg.Manager = manager
	o, err := oracle.New(cfg)
	if err != nil {
		w.t.Fatal(err)
	}
	return chaintest.Background(w.t, func(stopped context.Context) error {
		defer context.AfterFunc(stopped, func() { cancel(stopped.Err()) })()
		var wg sync.WaitGroup
		defer wg.Wait()
		wg.Go(func() { cancel(manager.Run(ctx)) })
		wg.Go(func() { cancel(o.Run(ctx)) })
		<-ctx.Done()
		return context.Cause(ctx)
	})
}

// agent is one of the world.
type agent struct {
	ref     commands.AgentRef
	address common.Address
}

func (a agent) stream() events.StreamID { return a.ref.Stream() }

// register makes an agent known and gives it a passport.
func (w *world) register(id string) agent {
	w.t.Helper()
	a := agent{commands.AgentRef{Workspace: chaintest.Workspace, Agent: id}, chaintest.Wallet(w.t).Address()}
	w.dispatch(commands.RegisterAgent{AgentRef: a.ref, AgentName: id, Roles: []string{"researcher"},
		Capabilities: events.Capabilities{Tools: []string{"*"}, Trust: "standard"}, Address: strings.ToLower(a.address.Hex())})
	w.mint(a)
	return a
}

func (w *world) mint(a agent) {
	w.t.Helper()
	w.transact(w.minter, w.at.AgentPassport.Address, passport.PackRegister(a.address, [32]byte{1}))
}

func (w *world) dispatch(c commands.Named) {
	w.t.Helper()
	if _, err := w.set.Dispatch(w.t.Context(), commands.Request{At: time.Now().Add(-w.ago), Actor: "test"}, c); err != nil {
		w.t.Fatal(err)
	}
}

// transact has a call of a contract mined that no manager knows of.
func (w *world) transact(key *wallet.Wallet, to common.Address, data []byte) {
	w.t.Helper()
	nonce, err := w.node.PendingNonceAt(w.t.Context(), key.Address())
	if err != nil {
		w.t.Fatal(err)
	}
	id := new(big.Int).SetUint64(w.at.ChainID)
	tx, err := key.Sign(types.NewTx(&types.DynamicFeeTx{
		ChainID: id, Nonce: nonce, Gas: 1_000_000, To: &to, Value: new(big.Int), GasTipCap: big.NewInt(1e9), GasFeeCap: big.NewInt(1e12), Data: data,
	}), id)
	if err == nil {
		err = w.node.SendTransaction(w.t.Context(), tx)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	chaintest.Eventually(w.t, "a transaction is mined", func() bool {
		receipt, err := w.node.TransactionReceipt(w.t.Context(), tx.Hash())
		if err == nil && receipt.Status != types.ReceiptStatusSuccessful {
			w.t.Fatal("a transaction was reverted")
		}
		return err == nil
	})
}

// proven is a goal that an agent did, and its proof.
func (w *world) proven(a agent, tasks int) {
	w.t.Helper()
	goal := w.RunAs(w.t.Context(), w.t, w.set, a.ref.Agent, chaintest.Tasks(tasks)...)
	ref, ids := commands.GoalRef{Workspace: chaintest.Workspace, Goal: goal}, make([]string, tasks)
	for i, task := range chaintest.Tasks(tasks) {
		ids[i] = task.ID
	}
	bundle := events.Sum([]byte(goal))
	w.dispatch(commands.PendProof{GoalRef: ref, Bundle: bundle, Root: bundle, Tasks: ids})
	w.dispatch(commands.SubmitProof{GoalRef: ref, Chain: 1, Signer: "0x1", Tx: "0x2"})
	w.dispatch(commands.ConfirmProof{GoalRef: ref, Chain: 1, Tx: "0x2", Block: 1, BlockHash: "0x3"})
}

// failed is a goal of one task that an agent failed.
func (w *world) failed(a agent) {
	w.t.Helper()
	id := fmt.Sprintf("failed-%d", w.count("goal.submitted"))
	ref := commands.GoalRef{Workspace: chaintest.Workspace, Goal: id}
	w.dispatch(commands.SubmitGoal{GoalRef: ref, Title: "fail", Agent: a.ref.Agent})
	w.dispatch(commands.PlanGoal{GoalRef: ref, Tasks: []events.PlannedTask{{ID: "t", Role: "researcher", Tool: "file_ops", Args: []byte(`{}`)}}, Planner: events.Planner{Name: "explicit"}})
	w.dispatch(commands.StartTask{GoalRef: ref, Task: "t", Claim: "c", Worker: "test"})
	w.dispatch(commands.FailTask{GoalRef: ref, Task: "t", Claim: "c", Code: "test", Error: "it failed"})
}

// watch puts into the log what the contracts emitted, block by block as they become final.
func (w *world) watch(ctx context.Context) error {
	set, next := w.Commands(), uint64(0)
	for ctx.Err() == nil {
		head, err := w.node.Head(ctx, common.Address{})
		for ; err == nil && next <= head.Final.Number; next++ {
			for name, at := range map[string]common.Address{"ReputationRegistry": w.at.ReputationRegistry.Address, "Badges": w.at.Badges.Address, "AgentPassport": w.at.AgentPassport.Address} {
				logs, failed := w.node.Logs(ctx, at, next, next)
				if err = errors.Join(err, failed); err != nil {
					break
				}
				for i := range logs {
					observed, ok := observe(name, w.at.ChainID, &logs[i])
					if !ok {
						continue
					}
					ref := commands.ContractRef{Workspace: chaintest.Workspace, Contract: fmt.Sprintf("%d-%s", w.at.ChainID, observed.At.Contract)}
					if _, err := set.Dispatch(ctx, commands.Request{At: time.Now(), Actor: "test"}, commands.ObserveLogs{ContractRef: ref, Logs: []events.LogObserved{observed}}); err != nil && ctx.Err() == nil {
						return err
					}
				}
			}
		}
		if err != nil && ctx.Err() == nil {
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(5 * time.Millisecond):
		}
	}
	return nil
}

// observe is a log as the watcher would put it.
func observe(contract string, chain uint64, l *types.Log) (events.LogObserved, bool) {
	var name, args string
	if e, err := registry.UnpackScoreUpdatedEvent(l); err == nil {
		name = "ScoreUpdated"
		args = fmt.Sprintf(`{"agent":"%#x","index":"%d","previous":%d,"score":%d,"componentHash":"%#x"}`, e.Agent, e.Index, e.Previous, e.Score, e.ComponentHash)
	} else if e, err := issuer.UnpackBadgeIssuedEvent(l); err == nil {
		name = "BadgeIssued"
		args = fmt.Sprintf(`{"agent":"%#x","kind":"%#x","tokenId":"%s","evidence":"%#x"}`, e.Agent, e.Kind, e.TokenId, e.Evidence)
	} else if e, err := passport.UnpackPassportIssuedEvent(l); err == nil {
		name = "PassportIssued"
		args = fmt.Sprintf(`{"agentId":"%s","agent":"%#x","capabilityHash":"%#x"}`, e.AgentId, e.Agent, e.CapabilityHash)
	} else {
		return events.LogObserved{}, false
	}
	return events.LogObserved{ContractName: contract, Event: name, Args: []byte(args), Topics: []string{}, Data: "0x", At: events.OnChain{
		Chain: chain, Contract: fmt.Sprintf("%#x", l.Address), Tx: l.TxHash.Hex(), Block: l.BlockNumber, BlockHash: l.BlockHash.Hex(), LogIndex: uint64(l.Index),
	}}, true
}

// reputation is how an agent stands in the log.
func (w *world) reputation(a agent) (r commands.Reputation) {
	w.t.Helper()
	err := w.Commands().Agents.View(w.t.Context(), a.stream(), true, func(s *commands.Agent, _ events.Revision) { r = s.Reputation })
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

// settled waits until an agent's score is what its components say, in the log and on the chain.
func (w *world) settled(a agent, when func(events.ReputationComponents) bool) commands.Reputation {
	w.t.Helper()
	var r commands.Reputation
	chaintest.Eventually(w.t, "agent "+a.ref.Agent+" has its score on the chain", func() bool {
		r = w.reputation(a)
		return r.Next() > 0 && !r.Pending() && r.Anchored.Score == r.Updated.Components.Score && when(r.Updated.Components)
	})
	if on := w.latest(a); int64(on.Score) != r.Anchored.Score || events.Digest(on.ComponentHash) != r.Updated.ComponentHash {
		w.t.Errorf("on the chain is %+v, in the log %+v", on, r.Anchored)
	}
	return r
}

// verifies computes an agent's scores again from the log, and compares them with the chain.
func (w *world) verifies(a agent) {
	w.t.Helper()
	report, err := verify.Score(w.t.Context(), verify.ScoreSource{Log: w.Log, Chain: w.node, Registry: w.at.ReputationRegistry.Address}, a.ref.Workspace, a.ref.Agent)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, f := range report.Faults() {
		w.t.Error(f)
	}
}

func anyScore(events.ReputationComponents) bool { return true }

func (w *world) latest(a agent) bindings.IReputationRegistryUpdate {
	w.t.Helper()
	on, err := registry.UnpackLatest(w.call(w.at.ReputationRegistry.Address, registry.PackLatest(a.address)))
	if err != nil {
		w.t.Fatal(err)
	}
	return on
}

// scores are all that an agent has on the chain.
func (w *world) scores(a agent) (all []uint16) {
	w.t.Helper()
	on, err := registry.UnpackUpdates(w.call(w.at.ReputationRegistry.Address, registry.PackUpdates(a.address, 0, 1000)))
	if err != nil {
		w.t.Fatal(err)
	}
	for _, u := range on {
		all = append(all, u.Score)
	}
	return all
}

func (w *world) call(to common.Address, data []byte) []byte {
	w.t.Helper()
	answers, err := w.node.Call(w.t.Context(), to, false, data)
	if err != nil {
		w.t.Fatal(err)
	}
	return answers[0]
}

// facts are those of one kind in an agent's stream.
func facts[E events.Event](w *world, a agent) (all []E) {
	w.t.Helper()
	for r, err := range w.Log.Load(w.t.Context(), a.stream(), 0) {
		if err != nil {
			w.t.Fatal(err)
		}
		e, err := oracle.Open(r)
		if err != nil {
			w.t.Fatal(err)
		}
		if fact, ok := e.Fact.(E); ok {
			all = append(all, fact)
		}
	}
	return all
}

// count counts the events of a kind.
func (w *world) count(kind string) (n int) {
	w.t.Helper()
	for r, err := range w.Log.Read(w.t.Context(), eventlog.Query{}) {
		if err != nil {
			w.t.Fatal(err)
		}
		if r.Kind == kind {
			n++
		}
	}
	return n
}
