package registrar_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/big"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/params"

	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/registrar"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/contracts/bindings"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

// world is a log, a chain with the contract, and keys that may mint and revoke.
type world struct {
	chaintest.Store
	chain           *devchain.Chain // nil on another node
	id              uint64
	url             string // of the node, or of a proxy before it
	node            txmgr.Node
	contract        common.Address
	minter, revoker *wallet.Wallet
	snapshots       chaintest.Snapshots
	log             *logged
}

// newWorld makes a world whose chain seals on its own.
func newWorld(t testing.TB, cfg devchain.Config) *world {
	t.Helper()
	cfg.Period = 10 * time.Millisecond
	minter, revoker := chaintest.Wallet(t), chaintest.Wallet(t)
	chain := chaintest.Open(t, cfg, minter, revoker)
	chaintest.Seal(t, chain)
	w := &world{
		Store: chaintest.Store{Log: new(memlog.Log), Keys: new(memlog.Keys), Blobs: new(memlog.Blobs)},
		chain: chain, id: uint64(chain.ChainID()), url: chain.HTTP(), node: chaintest.Node(t, chain.HTTP()),
		minter: minter, revoker: revoker, log: &logged{},
	}
	w.deploy(t)
	return w
}

// deploy puts the contract on the chain.
func (w *world) deploy(t testing.TB) {
	t.Helper()
	passport := bindings.NewAgentPassport()
	code := append(common.FromHex(bindings.AgentPassportMetaData.Bin), passport.PackConstructor(
		w.revoker.Address(), new(big.Int), w.minter.Address(), w.revoker.Address(), w.revoker.Address())...)
	id := new(big.Int).SetUint64(w.id)
	tx, err := w.revoker.Sign(types.NewTx(&types.DynamicFeeTx{
		ChainID: id, Gas: 6_000_000, Data: code, GasTipCap: big.NewInt(params.GWei), GasFeeCap: big.NewInt(150 * params.GWei),
	}), id)
	if err == nil {
		err = w.node.SendTransaction(t.Context(), tx)
	}
	if err != nil {
		t.Fatal(err)
	}
	chaintest.Eventually(t, "the contract is deployed", func() bool {
		receipt, err := w.node.TransactionReceipt(t.Context(), tx.Hash())
		if err != nil {
			return false
		}
		w.contract = receipt.ContractAddress
		return receipt.Status == types.ReceiptStatusSuccessful
	})
}

// setup is how a worker is started.
type setup struct {
	registrar registrar.Config
	noRevoker bool
	// at is told of every point, with the context that ends when the worker is stopped.
	at func(ctx context.Context, point string)
}

// start runs managers, a registrar and an observer that know nothing of earlier ones, as after a crash.
func (w *world) start(t testing.TB, s setup) (stop func()) {
	t.Helper()
	node, log, set := chaintest.Node(t, w.url), slog.New(w.log), w.Commands()
	ctx, cancel := context.WithCancelCause(context.Background())
	tx := txmgr.Config{
		Commands: set, Chain: node, ChainID: w.id, Now: time.Now, Log: log,
		Poll: 5 * time.Millisecond, ResendAfter: 100 * time.Millisecond, Backoff: 2 * time.Millisecond,
	}
	cfg := s.registrar
	cfg.Commands, cfg.Chain, cfg.Contract, cfg.Snapshots, cfg.Now, cfg.Log = set, node, w.contract, &w.snapshots, time.Now, log
	if cfg.Backoff == 0 {
		cfg.Backoff = 2 * time.Millisecond
	}
	if s.at != nil {
		tx.At, cfg.At = func(p txmgr.Point) { s.at(ctx, "tx "+string(p)) }, func(p registrar.Point) { s.at(ctx, string(p)) }
	}
	manager := func(key *wallet.Wallet) *txmgr.Manager {
		tx.Key = key
		m, err := txmgr.New(tx)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	cfg.Minter = manager(w.minter)
	runs := []func(context.Context) error{cfg.Minter.Run, w.observe}
	if !s.noRevoker {
		cfg.Revoker = manager(w.revoker)
		runs = append(runs, cfg.Revoker.Run)
	}
	r, err := registrar.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return chaintest.Background(t, func(stopped context.Context) error {
		defer context.AfterFunc(stopped, func() { cancel(stopped.Err()) })()
		var wg sync.WaitGroup
		defer wg.Wait()
		for _, run := range append(runs, r.Run) {
			wg.Go(func() { cancel(run(ctx)) })
		}
		<-ctx.Done()
		return context.Cause(ctx)
	})
}

// observe says in the log what the contract emitted in final blocks, again and again: whoever observes may repeat itself.
func (w *world) observe(ctx context.Context) error {
	passport, set := bindings.NewAgentPassport(), w.Commands()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		head, err := w.node.Head(ctx, w.minter.Address())
		if err != nil {
			continue
		}
		logs, err := w.node.Logs(ctx, w.contract, 0, head.Final.Number)
		if err != nil {
			continue
		}
		holders := map[string]common.Address{}
		for i := range logs {
			l := &logs[i]
			at := events.OnChain{Chain: w.id, Contract: strings.ToLower(l.Address.Hex()), Tx: l.TxHash.Hex(), Block: l.BlockNumber, BlockHash: l.BlockHash.Hex(), LogIndex: uint64(l.Index)}
			req := commands.Request{At: time.Now(), Actor: "chain:observer"}
			if e, err := passport.UnpackPassportIssuedEvent(l); err == nil {
				holders[e.AgentId.String()] = e.Agent
				_, err = set.Dispatch(ctx, req, commands.SeePassport{AgentRef: refOf(e.Agent), Passport: events.PassportMinted{
					TokenID: e.AgentId.String(), CapabilityHash: e.CapabilityHash, At: at,
				}})
				if err != nil && ctx.Err() == nil {
					return err
				}
			}
			if e, err := passport.UnpackPassportRevokedEvent(l); err == nil {
				if _, err := set.Dispatch(ctx, req, commands.DeactivateAgent{AgentRef: refOf(holders[e.AgentId.String()]), At: at}); err != nil && ctx.Err() == nil {
					return err
				}
			}
		}
	}
}

// Agents of these tests are called by their addresses.
func refOf(address common.Address) commands.AgentRef {
	return commands.AgentRef{Workspace: chaintest.Workspace, Agent: strings.ToLower(address.Hex())}
}

// register registers agents.
func (w *world) register(t testing.TB, n int) []commands.AgentRef {
	t.Helper()
	set, agents := w.Commands(), make([]commands.AgentRef, n)
	for i := range agents {
		address := chaintest.Wallet(t).Address()
		agents[i] = refOf(address)
		w.do(t, set, commands.RegisterAgent{
			AgentRef: agents[i], AgentName: fmt.Sprint("Agent ", i), Roles: []string{"coder"}, Address: strings.ToLower(address.Hex()),
			Capabilities: events.Capabilities{Tools: []string{"*"}, Trust: commands.TrustStandard},
		})
	}
	return agents
}

func (w *world) do(t testing.TB, set *commands.Set, c commands.Named) {
	t.Helper()
	if _, err := set.Dispatch(t.Context(), commands.Request{At: time.Now(), Actor: "user:test"}, c); err != nil {
		t.Fatal(err)
	}
}

// kinds counts the events of one kind in each stream.
func (w *world) kinds(t testing.TB, kind string) map[string]int {
	t.Helper()
	counts := map[string]int{}
	for r, err := range w.Log.Read(t.Context(), eventlog.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		if r.Kind == kind {
			counts[r.Stream.ID]++
		}
	}
	return counts
}

// passport is an agent's, as the contract has it.
func (w *world) passport(t testing.TB, agent commands.AgentRef) (token *big.Int, known bindings.IAgentPassportPassport) {
	t.Helper()
	passport := bindings.NewAgentPassport()
	answers, err := w.node.Call(t.Context(), w.contract, false, passport.PackPassportOf(common.HexToAddress(agent.Agent)))
	if err == nil {
		token, err = passport.UnpackPassportOf(answers[0])
	}
	if err == nil {
		answers, err = w.node.Call(t.Context(), w.contract, false, passport.PackPassport(token))
	}
	if err == nil {
		known, err = passport.UnpackPassport(answers[0])
	}
	if err != nil {
		t.Fatal(err)
	}
	return token, known
}

// agent is what the log says.
func (w *world) agent(t testing.TB, ref commands.AgentRef) (said commands.Agent) {
	t.Helper()
	err := w.Commands().Agents.View(t.Context(), ref.Stream(), true, func(a *commands.Agent, _ events.Revision) { said = *a })
	if err != nil {
		t.Fatal(err)
	}
	return said
}

// minted waits until the log says of every agent that it has its passport, and compares that with the chain.
func (w *world) minted(t testing.TB, agents []commands.AgentRef) {
	t.Helper()
	chaintest.Eventually(t, "every agent has its passport", func() bool { return len(w.kinds(t, "passport.minted")) == len(agents) })
	tokens := map[string]bool{}
	for _, ref := range agents {
		said := w.agent(t, ref)
		token, known := w.passport(t, ref)
		if said.Passport.TokenID != token.String() || said.Passport.CapabilityHash != said.Registered.CapabilityHash ||
			known.CapabilityHash != [32]byte(said.Registered.CapabilityHash) || known.RegisteredAt == 0 {
			t.Errorf("agent %s: the log says %+v, the chain token %s %+v", ref.Agent, said.Passport, token, known)
		}
		tokens[token.String()] = true
	}
	if len(tokens) != len(agents) {
		t.Errorf("%d tokens for %d agents", len(tokens), len(agents))
	}
}

// settled waits until no transaction is open.
func (w *world) settled(t testing.TB) {
	t.Helper()
	chaintest.Eventually(t, "the outboxes are empty", func() bool {
		for id := range w.kinds(t, "tx.prepared") {
			left := 0
			err := w.Commands().Signers.View(t.Context(), events.SignerStream("main", id), true, func(s *commands.Signer, _ events.Revision) { left = len(s.Open()) })
			if err != nil {
				t.Fatal(err)
			}
			if left > 0 {
				return false
			}
		}
		return true
	})
}

// logged keeps the messages that were logged.
type logged struct {
	mu       sync.Mutex
	messages []slog.Record
}

func (l *logged) Enabled(context.Context, slog.Level) bool { return true }
func (l *logged) WithAttrs([]slog.Attr) slog.Handler       { return l }
func (l *logged) WithGroup(string) slog.Handler            { return l }

func (l *logged) Handle(_ context.Context, r slog.Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.messages = append(l.messages, r)
	return nil
}

// said lists the values of an attribute of messages.
func (l *logged) said(message, attribute string) (values []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range l.messages {
		if r.Message != message {
			continue
		}
		r.Attrs(func(a slog.Attr) bool {
			if a.Key == attribute {
				values = append(values, a.Value.String())
			}
			return true
		})
	}
	return values
}

// errors counts what was logged as an error.
func (l *logged) errors() (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range l.messages {
		if r.Level >= slog.LevelError {
			n++
		}
	}
	return n
}
