package txmgr_test

import (
	"context"
	"errors"
	"log/slog"
	"math/big"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/profile"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

// client counts what it is told.
type client struct {
	mu     sync.Mutex
	done   bool
	sent   map[string]bool // hash
	final  map[uint64]*types.Receipt
	closed map[uint64]bool
	fails  int // so often yet
}

func newClient() *client {
	return &client{sent: map[string]bool{}, final: map[uint64]*types.Receipt{}, closed: map[uint64]bool{}}
}

func (c *client) Done(context.Context, events.TxPrepared) (bool, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.done, nil
}

func (c *client) Sent(_ context.Context, _ events.TxPrepared, hash string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sent[hash] = true
	return nil
}

func (c *client) Final(_ context.Context, tx events.TxPrepared, r *types.Receipt) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.fails--; c.fails >= 0 {
		return errors.New("not now")
	}
	c.final[tx.Nonce] = r
	return nil
}

func (c *client) Closed(_ context.Context, tx events.TxPrepared) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.fails--; c.fails >= 0 {
		return errors.New("not now")
	}
	c.closed[tx.Nonce] = true
	return nil
}

func (c *client) Reorged(context.Context, events.TxPrepared, *types.Receipt) error { return nil }

func (c *client) through(n int) func() bool {
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return len(c.final) == n && len(c.closed) == n
	}
}

// world is a chain, a proxy before it, and a key.
type world struct {
	chain *devchain.Chain
	proxy *chaintest.Proxy
	key   *wallet.Wallet
	set   *commands.Set
}

func newWorld(t *testing.T) *world {
	t.Helper()
	key := chaintest.Wallet(t)
	chain := chaintest.Open(t, devchain.Config{Period: 10 * time.Millisecond}, key)
	store := chaintest.Store{Log: new(memlog.Log), Keys: new(memlog.Keys), Blobs: new(memlog.Blobs)}
	return &world{chain: chain, proxy: chaintest.NewProxy(t, chain.HTTP()), key: key, set: store.Commands()}
}

func (w *world) manager(t *testing.T, cfg txmgr.Config, c txmgr.Client) *txmgr.Manager {
	t.Helper()
	cfg.Commands, cfg.Chain, cfg.ChainID, cfg.Key = w.set, chaintest.Node(t, w.proxy.URL), 1337, w.key
	cfg.Now, cfg.Log = time.Now, slog.New(slog.DiscardHandler)
	cfg.Poll, cfg.Backoff = 5*time.Millisecond, 2*time.Millisecond
	if cfg.ResendAfter == 0 {
		cfg.ResendAfter = 50 * time.Millisecond
	}
	m, err := txmgr.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	m.Serve("test", c)
	return m
}

var pay = txmgr.Request{Purpose: "test", To: common.Address{0xee}}

func TestTransactionsAreFinalInTheOrderOfTheirNonces(t *testing.T) {
	t.Parallel()
	w, c := newWorld(t), newClient()
	c.fails = 5
	m := w.manager(t, txmgr.Config{}, c)
	chaintest.Seal(t, w.chain)
	chaintest.Background(t, m.Run)
	for want := range uint64(5) {
		tx, err := m.Send(t.Context(), pay)
		if err != nil || tx.Nonce != want {
			t.Fatalf("nonce %d, %v; want %d", tx.Nonce, err, want)
		}
	}
	chaintest.Eventually(t, "all are through", c.through(5))
	if len(c.sent) != 5 {
		t.Errorf("told of %d sendings", len(c.sent))
	}
}

func TestNoMoreAreInFlightThanAllowed(t *testing.T) {
	t.Parallel()
	w, c := newWorld(t), newClient()
	m := w.manager(t, txmgr.Config{InFlight: 2}, c)
	for range 2 {
		if err := m.Room(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := m.Send(t.Context(), pay); err != nil {
			t.Fatal(err)
		}
	}
	full, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := m.Room(full); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("there was room for a third: %v", err)
	}
	chaintest.Background(t, m.Run)
	chaintest.Seal(t, w.chain)
	if err := m.Room(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestFeesStayWithinTheirBounds(t *testing.T) {
	t.Parallel()
	w, c := newWorld(t), newClient()
	m := w.manager(t, txmgr.Config{MinTip: big.NewInt(2e9), MaxFee: big.NewInt(3e9)}, c)
	tx, err := m.Send(t.Context(), pay)
	if err != nil {
		t.Fatal(err)
	}
	raw := new(types.Transaction)
	if err := raw.UnmarshalBinary(hexutil.MustDecode(tx.Raw)); err != nil {
		t.Fatal(err)
	}
	if raw.GasTipCap().Int64() != 2e9 || raw.GasFeeCap().Int64() > 3e9 || raw.Gas() > 21_000*11/10 {
		t.Errorf("offers a tip of %d and at most %d for %d gas", raw.GasTipCap(), raw.GasFeeCap(), raw.Gas())
	}
	dear := w.manager(t, txmgr.Config{MinTip: big.NewInt(2e9), MaxFee: big.NewInt(1e9)}, c)
	if _, err := dear.Send(t.Context(), pay); err == nil || !strings.Contains(err.Error(), "at most 1000000000 are allowed") {
		t.Errorf("more than allowed was offered: %v", err)
	}
}

func TestFeesAreThoseThatTheChainExpects(t *testing.T) {
	t.Parallel()
	w, c := newWorld(t), newClient()
	monad, _ := profile.Known(profile.MonadTestnet)
	m := w.manager(t, txmgr.Config{Profile: monad}, c)
	if m.Cost() != nil {
		t.Errorf("a transaction cost %s before there was any", m.Cost())
	}
	tx, err := m.Send(t.Context(), pay)
	if err != nil {
		t.Fatal(err)
	}
	raw := new(types.Transaction)
	if err := raw.UnmarshalBinary(hexutil.MustDecode(tx.Raw)); err != nil {
		t.Fatal(err)
	}
	// The dev chain's base fee is nearly nothing and it suggests another tip.
	if raw.GasTipCap().Cmp(big.NewInt(2e9)) != 0 || raw.GasFeeCap().Cmp(big.NewInt(202e9)) != 0 {
		t.Errorf("offers a tip of %d and at most %d", raw.GasTipCap(), raw.GasFeeCap())
	}
	if n := w.proxy.Seen("eth_maxPriorityFeePerGas"); n != 0 {
		t.Errorf("the node was asked for a tip %d times, which is fixed", n)
	}
	if cost := m.Cost(); cost == nil || cost.Cmp(raw.Cost()) != 0 {
		t.Errorf("it may cost %s; the transaction says %s", cost, raw.Cost())
	}
}

func TestRevertedTransactionIsSettledAsOne(t *testing.T) {
	t.Parallel()
	w, c := newWorld(t), newClient()
	w.proxy.Lie(func(call chaintest.Call, pass func(chaintest.Call) chaintest.Answer) chaintest.Answer {
		if call.Method == "eth_estimateGas" {
			return chaintest.Answer{Result: []byte(`"0x20000"`)}
		}
		return pass(call)
	})
	m := w.manager(t, txmgr.Config{}, c)
	chaintest.Seal(t, w.chain)
	chaintest.Background(t, m.Run)
	// The beacon roots contract reverts on input that is not 32 bytes.
	_, err := m.Send(t.Context(), txmgr.Request{Purpose: "test", To: common.HexToAddress("0x000F3df6D732807Ef1319fB7B8bB8522d0Beac02"), Data: []byte{1}})
	if err != nil {
		t.Fatal(err)
	}
	chaintest.Eventually(t, "it is through", c.through(1))
	if r := c.final[0]; r.Status != types.ReceiptStatusFailed {
		t.Errorf("final as %+v", r)
	}
	w.proxy.Lie(nil)
	_, err = m.Send(t.Context(), txmgr.Request{Purpose: "test", To: common.HexToAddress("0x000F3df6D732807Ef1319fB7B8bB8522d0Beac02"), Data: []byte{1}})
	if reverted, ok := errors.AsType[*txmgr.RevertedError](err); !ok {
		t.Errorf("the estimate came to %v, %v", reverted, err)
	}
}

func TestWhatIsDoneAlreadyOnlyUsesItsNonce(t *testing.T) {
	t.Parallel()
	w, c := newWorld(t), newClient()
	w.proxy.Lie(func(call chaintest.Call, pass func(chaintest.Call) chaintest.Answer) chaintest.Answer {
		if call.Method == "eth_sendRawTransaction" {
			return chaintest.Drop
		}
		return pass(call)
	})
	tx, err := w.manager(t, txmgr.Config{}, c).Send(t.Context(), pay) // stored, and lost with its process
	if err != nil {
		t.Fatal(err)
	}
	w.proxy.Lie(nil)
	c.done = true
	chaintest.Background(t, w.manager(t, txmgr.Config{}, c).Run)
	chaintest.Seal(t, w.chain)
	chaintest.Eventually(t, "it is through", c.through(1))
	if r := c.final[0]; r.TxHash.Hex() == tx.Hash || r.GasUsed != 21_000 {
		t.Errorf("%s used %d gas; want another one, which does nothing", r.TxHash, r.GasUsed)
	}
}

func TestPurposeNobodyServesIsLeftOpen(t *testing.T) {
	t.Parallel()
	w, c := newWorld(t), newClient()
	m := w.manager(t, txmgr.Config{}, c)
	chaintest.Seal(t, w.chain)
	chaintest.Background(t, m.Run)
	if _, err := m.Send(t.Context(), txmgr.Request{Purpose: "other", To: common.Address{1}}); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Send(t.Context(), pay); err != nil {
		t.Fatal(err)
	}
	chaintest.Eventually(t, "the one after it is through", c.through(1))
	err := w.set.Signers.View(t.Context(), events.SignerStream("main", "1337-"+m.Signer()), true, func(s *commands.Signer, _ events.Revision) {
		if open := s.Open(); len(open) != 1 || open[0].Purpose != "other" {
			t.Errorf("open are %v", open)
		}
	})
	if err != nil {
		t.Error(err)
	}
}

func TestTwoProcessesWithOneKeyShareItsNonces(t *testing.T) {
	t.Parallel()
	w, c := newWorld(t), newClient()
	chaintest.Seal(t, w.chain)
	log, keys := w.set.Log, w.set.Codec.Keys
	var wg sync.WaitGroup
	for process := range byte(2) {
		w.set = chaintest.Store{Log: log, Keys: keys}.Commands()
		m := w.manager(t, txmgr.Config{}, c)
		chaintest.Background(t, m.Run)
		wg.Go(func() {
			mine := pay
			mine.To[0] = process // the same transaction signed twice is one
			for range 5 {
				if _, err := m.Send(t.Context(), mine); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	chaintest.Eventually(t, "all are through", c.through(10))
}

func TestMissingPartsAreAllNamed(t *testing.T) {
	t.Parallel()
	_, err := txmgr.New(txmgr.Config{InFlight: -1})
	for _, part := range []string{"Commands is missing", "Chain is missing", "ChainID is missing", "Key is missing", "Now is missing", "Log is missing", "-1 transactions"} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%q is not said in %v", part, err)
		}
	}
}
