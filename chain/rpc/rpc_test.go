package rpc_test

import (
	"context"
	"errors"
	"log/slog"
	"math/big"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/rpc"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/contracts/bindings"
)

var _ deploy.Chain = (*rpc.Pool)(nil)

// world is a chain with a contract that anybody may watch, behind proxies that may lie.
type world struct {
	*chaintest.Trail
	proxies []*chaintest.Proxy
}

func newWorld(t *testing.T, proxies int) *world {
	t.Helper()
	w := &world{Trail: chaintest.NewTrail(t, devchain.Config{})}
	for range proxies {
		w.proxies = append(w.proxies, chaintest.NewProxy(t, w.Chain.HTTP()))
	}
	return w
}

// anchor has the contract emit a log in a block of its own.
func (w *world) anchor(size uint64) common.Hash {
	w.Helper()
	tx := w.Send(&w.Address, bindings.NewAuditTrail().PackAnchor(size, [32]byte{byte(size)}))
	w.Commit()
	return tx.Hash()
}

// config is that of a pool of all proxies.
func (w *world) config() rpc.Config {
	c := rpc.Config{Now: time.Now, Log: slog.New(slog.DiscardHandler), Backoff: time.Millisecond, Patience: 5 * time.Second, Grace: 10 * time.Second}
	for _, p := range w.proxies {
		c.URLs = append(c.URLs, p.URL)
	}
	return c
}

func (w *world) open(c rpc.Config) *rpc.Pool {
	w.Helper()
	p, err := rpc.New(c)
	if err != nil {
		w.Fatal(err)
	}
	w.Cleanup(p.Close)
	return p
}

func TestOneOfTwoNodesMayDoWhatItLikes(t *testing.T) {
	t.Parallel()
	for name := range chaintest.Lies() {
		for _, first := range []bool{true, false} {
			t.Run(name+map[bool]string{true: ", asked first", false: ", asked second"}[first], func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, 2)
				foreign := w.anchor(1)
				liar := w.proxies[1]
				if first {
					liar = w.proxies[0]
				}
				liar.Lie(chaintest.Lies()[name])
				pool := w.open(w.config())
				if _, err := pool.Head(t.Context(), w.Key.Address()); err != nil { // what stays stale begins here
					t.Fatal(err)
				}
				if _, err := pool.Receipts(t.Context(), foreign); err != nil {
					t.Fatal(err)
				}
				tx := w.Sign(&w.Address, bindings.NewAuditTrail().PackAnchor(2, [32]byte{2}))
				if err := pool.SendTransaction(t.Context(), tx); err != nil && !errors.Is(err, txmgr.ErrKnown) {
					t.Fatal(err)
				}
				chaintest.Eventually(t, "the transaction is pending", func() bool {
					n, err := w.Node.PendingTransactionCount(t.Context())
					return err == nil && n == 1
				})
				w.Commit()
				w.Commit()
				latest, err := w.Node.BlockNumber(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				head, err := pool.Head(t.Context(), w.Key.Address())
				if err != nil || head.Latest.Number != latest || head.Final.Number != latest-1 || head.Nonce != w.Nonce || head.FinalNonce != w.Nonce {
					t.Errorf("the head is %+v, %v; want block %d", head, err, latest)
				}
				receipts, err := pool.Receipts(t.Context(), tx.Hash(), foreign, common.Hash{1})
				if err != nil || receipts[0] == nil || receipts[0].TxHash != tx.Hash() || receipts[1] == nil || receipts[2] != nil {
					t.Errorf("the receipts are %v, %v", receipts, err)
				}
				hash, err := pool.BlockHash(t.Context(), head.Final.Number)
				if err != nil || hash != head.Final.Hash {
					t.Errorf("the final block is %s, %v", hash, err)
				}
				scanned, err := pool.Scan(t.Context(), []common.Address{w.Address}, w.Block, head.Final.Number)
				if err != nil || len(scanned.Logs) != 4 || scanned.End.Hash != hash || scanned.Logs[3].BlockTimestamp == 0 {
					t.Errorf("%d logs, want 4: %v", len(scanned.Logs), err)
				}
				answers, err := pool.Call(t.Context(), w.Address, true, bindings.NewAuditTrail().PackLatest())
				if err != nil || len(answers) != 1 || len(answers[0]) == 0 {
					t.Errorf("the contract says %v, %v", answers, err)
				}
				if gas, err := pool.Estimate(t.Context(), w.Key.Address(), w.Address, bindings.NewAuditTrail().PackAnchor(3, [32]byte{3})); err != nil || gas < 21000 {
					t.Errorf("gas %d, %v", gas, err)
				}
				var reverted *txmgr.RevertedError
				if _, err := pool.Estimate(t.Context(), w.Key.Address(), w.Address, bindings.NewAuditTrail().PackAnchor(1, [32]byte{9})); !errors.As(err, &reverted) {
					t.Errorf("an anchor that must be refused: %v", err)
				}
			})
		}
	}
}

func TestOfThreeNodesTheMajorityIsBelieved(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 3)
	w.proxies[0].Lie(otherBranch)
	head, err := w.open(w.config()).Head(t.Context(), w.Key.Address())
	if err != nil {
		t.Fatal(err)
	}
	hash, err := w.Node.BlockHash(t.Context(), head.Final.Number)
	if err != nil || head.Final.Hash != hash {
		t.Errorf("final is %s instead of %s, %v", head.Final.Hash, hash, err)
	}
}

var hashes = regexp.MustCompile(`"(hash|blockHash)":"0x[0-9a-f]{2}`)

// otherBranch has a node be on another branch.
func otherBranch(c chaintest.Call, pass func(chaintest.Call) chaintest.Answer) chaintest.Answer {
	a := pass(c)
	if c.Method == "eth_getBlockByNumber" || c.Method == "eth_getLogs" {
		a.Result = hashes.ReplaceAll(a.Result, []byte(`"$1":"0xbe`))
	}
	return a
}

func TestTwoNodesOfDifferentBranchesStopTheWork(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2)
	w.anchor(1)
	w.proxies[0].Lie(otherBranch)
	pool := w.open(w.config())
	var differ *rpc.DisagreeError
	if _, err := pool.Head(t.Context(), w.Key.Address()); !errors.As(err, &differ) {
		t.Errorf("the head came with %v", err)
	}
	if _, err := pool.Scan(t.Context(), []common.Address{w.Address}, w.Block, w.Block); err == nil {
		t.Error("a log was taken that only one branch has")
	}
	w.proxies[0].Lie(nil)
	if _, err := pool.Head(t.Context(), w.Key.Address()); err != nil {
		t.Errorf("they agree again: %v", err)
	}
}

func TestALogThatOnlyOneNodeHasIsNotBelieved(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2)
	w.anchor(1)
	w.proxies[1].Lie(func(c chaintest.Call, pass func(chaintest.Call) chaintest.Answer) chaintest.Answer {
		a := pass(c)
		if c.Method == "eth_getLogs" {
			a.Result = []byte(strings.ReplaceAll(string(a.Result), `"data":"0x01`, `"data":"0x02`)) // another root
		}
		return a
	})
	pool := w.open(w.config())
	var differ *rpc.DisagreeError
	if _, err := pool.Scan(t.Context(), []common.Address{w.Address}, w.Block, w.Block+1); !errors.As(err, &differ) || !strings.Contains(err.Error(), "log 0 of block") {
		t.Errorf("it was taken: %v", err)
	}
}

func TestAQuorumWaitsForAsManyNodes(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2)
	w.proxies[1].Lie(chaintest.Stale())
	cfg := w.config()
	cfg.Quorum = 2
	pool := w.open(cfg)
	before, err := pool.Head(t.Context(), w.Key.Address())
	if err != nil {
		t.Fatal(err)
	}
	w.Commit()
	w.Commit()
	after, err := pool.Head(t.Context(), w.Key.Address())
	if err != nil || after.Final.Hash != before.Final.Hash || after.Latest.Number != before.Latest.Number+2 {
		t.Errorf("the head is %+v, %v; final must stay %+v", after, err, before.Final)
	}
	if hash, err := pool.BlockHash(t.Context(), after.Final.Number); err != nil || hash != after.Final.Hash {
		t.Errorf("both know the final block, and the answer is %s, %v", hash, err)
	}
	if _, err := pool.BlockHash(t.Context(), after.Latest.Number); err == nil {
		t.Error("a block that only one knows was believed")
	}
	w.proxies[1].Lie(func(chaintest.Call, func(chaintest.Call) chaintest.Answer) chaintest.Answer { return chaintest.Drop })
	if _, err := pool.Head(t.Context(), w.Key.Address()); err == nil {
		t.Error("one of two is a quorum")
	}
	if _, err := pool.Scan(t.Context(), []common.Address{w.Address}, w.Block, w.Block); err == nil {
		t.Error("logs of one of two were believed")
	}
}

func TestANodeThatFailsIsLeftAloneForLongerEachTime(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2)
	var mu sync.Mutex
	now := time.Now()
	cfg := w.config()
	cfg.Backoff = time.Second
	cfg.Now = func() time.Time { mu.Lock(); defer mu.Unlock(); return now }
	pool := w.open(cfg)
	w.proxies[0].Lie(func(chaintest.Call, func(chaintest.Call) chaintest.Answer) chaintest.Answer { return chaintest.Drop })
	asked := func() int { return w.proxies[0].Seen("eth_chainId") }
	for i, want := range []int{1, 1, 2, 2, 3, 3} { // asked at 0 s, 1 s, 3 s
		if _, err := pool.BlockHash(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		if asked() != want {
			t.Errorf("look %d: asked %d times, want %d", i, asked(), want)
		}
		mu.Lock()
		now = now.Add([]time.Duration{0, 1001, 0, 2001, 0, 0}[i] * time.Millisecond)
		mu.Unlock()
	}
	w.proxies[0].Lie(nil)
	mu.Lock()
	now = now.Add(time.Minute)
	mu.Unlock()
	before := w.proxies[0].Seen("eth_getBlockByNumber")
	if _, err := pool.BlockHash(t.Context(), 1); err != nil || w.proxies[0].Seen("eth_getBlockByNumber") != before+1 {
		t.Errorf("it is well, and not asked: %v", err)
	}
}

func TestWhileAllAreDownSomebodyIsAskedAllTheSame(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2)
	cfg := w.config()
	cfg.Backoff = time.Hour
	pool := w.open(cfg)
	for _, p := range w.proxies {
		p.Lie(func(chaintest.Call, func(chaintest.Call) chaintest.Answer) chaintest.Answer { return chaintest.Drop })
	}
	if _, err := pool.Head(t.Context(), w.Key.Address()); err == nil || !strings.Contains(err.Error(), strings.TrimPrefix(w.proxies[0].URL, "http://")) {
		t.Errorf("nobody answers, and the error is %v", err)
	}
	for _, p := range w.proxies {
		p.Lie(nil)
	}
	if _, err := pool.Head(t.Context(), w.Key.Address()); err != nil {
		t.Errorf("they are back: %v", err)
	}
}

func TestALateNodeIsNotWaitedForTwice(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2)
	release := make(chan struct{})
	t.Cleanup(func() { close(release) })
	w.proxies[0].Lie(func(c chaintest.Call, pass func(chaintest.Call) chaintest.Answer) chaintest.Answer {
		if c.Method != "eth_chainId" {
			<-release
		}
		return pass(c)
	})
	cfg := w.config()
	cfg.Backoff, cfg.Patience, cfg.Grace = time.Hour, time.Second, 5*time.Millisecond
	pool := w.open(cfg)
	for range 4 {
		if _, err := pool.Head(t.Context(), w.Key.Address()); err != nil {
			t.Fatal(err)
		}
	}
	asked := w.proxies[0].Seen("eth_getBlockByNumber")
	if _, err := pool.BlockHash(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if now := w.proxies[0].Seen("eth_getBlockByNumber"); now != asked {
		t.Error("it is asked first, again")
	}
}

func TestARangeThatIsTooLongIsSaidToBe(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2)
	w.anchor(1)
	for _, p := range w.proxies {
		p.Lie(chaintest.ShortRanges(1))
	}
	pool := w.open(w.config())
	var long *rpc.RangeError
	if _, err := pool.Scan(t.Context(), []common.Address{w.Address}, w.Block, w.Block+1); !errors.As(err, &long) || long.From != w.Block || long.To != w.Block+1 {
		t.Errorf("two blocks: %v", err)
	}
	if got, err := pool.Scan(t.Context(), []common.Address{w.Address}, w.Block+1, w.Block+1); err != nil || len(got.Logs) != 1 {
		t.Errorf("one block: %d logs, %v", len(got.Logs), err)
	}
	w.proxies[1].Lie(nil)
	if got, err := pool.Scan(t.Context(), []common.Address{w.Address}, w.Block, w.Block+1); err != nil || len(got.Logs) != 3 {
		t.Errorf("another takes it: %d logs, %v", len(got.Logs), err)
	}
}

func TestATransactionIsHandedToAll(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 3)
	pool := w.open(w.config())
	tx := w.Sign(&common.Address{0xee})
	if err := pool.SendTransaction(t.Context(), tx); err != nil && !errors.Is(err, txmgr.ErrKnown) {
		t.Error(err)
	}
	for i, p := range w.proxies {
		if p.Seen("eth_sendRawTransaction") != 1 {
			t.Errorf("node %d has it %d times", i, p.Seen("eth_sendRawTransaction"))
		}
	}
	w.Commit()
	if err := pool.SendTransaction(t.Context(), tx); !errors.Is(err, txmgr.ErrNonceTooLow) {
		t.Errorf("a used nonce: %v", err)
	}
	poor, err := chaintest.Wallet(t).Sign(types.NewTx(&types.DynamicFeeTx{Gas: 21000, To: &common.Address{1}, GasFeeCap: big.NewInt(1e11), GasTipCap: big.NewInt(1e9)}), big.NewInt(1337))
	if err != nil {
		t.Fatal(err)
	}
	if err := pool.SendTransaction(t.Context(), poor); !errors.Is(err, txmgr.ErrFunds) {
		t.Errorf("no money: %v", err)
	}
}

func TestARefusalIsNotBelievedWhileAnotherMayTakeIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2)
	w.proxies[0].Lie(func(c chaintest.Call, pass func(chaintest.Call) chaintest.Answer) chaintest.Answer {
		return chaintest.Fault(-32000, "gas limit is not to my taste")
	})
	w.proxies[1].Lie(func(c chaintest.Call, pass func(chaintest.Call) chaintest.Answer) chaintest.Answer {
		return chaintest.Drop
	})
	pool := w.open(w.config())
	tx := w.Sign(&common.Address{0xee})
	if err := pool.SendTransaction(t.Context(), tx); err == nil || errors.Is(err, txmgr.ErrRefused) {
		t.Errorf("one refuses, one is silent: %v", err)
	}
}

func TestKeysInURLsAreNotShown(t *testing.T) {
	t.Parallel()
	const key = "sEcReTkEy"
	var said strings.Builder
	var mu sync.Mutex
	log := slog.New(slog.NewTextHandler(lockedWriter{&mu, &said}, nil))
	pool, err := rpc.New(rpc.Config{URLs: []string{"http://user:" + key + "@127.0.0.1:1/v2/" + key + "?k=" + key}, WS: []string{"ws://127.0.0.1:1/" + key},
		Now: time.Now, Log: log, Backoff: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	_, err = pool.Head(t.Context(), common.Address{})
	if err == nil || strings.Contains(err.Error(), key) || !strings.Contains(err.Error(), "127.0.0.1:1") {
		t.Errorf("the error is %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- pool.Wake(ctx, func() {}) }()
	chaintest.Eventually(t, "it says that nobody wakes", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return strings.Contains(said.String(), "no node tells of new blocks")
	})
	cancel()
	<-done
	_, err = rpc.New(rpc.Config{URLs: []string{"ftp://host/" + key}, WS: []string{"http://host/" + key}, Quorum: 3})
	for _, part := range []string{"want a URL", "Now is missing", "Log is missing", "quorum"} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%q is not in %v", part, err)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if all := said.String() + err.Error(); strings.Contains(all, key) {
		t.Errorf("the key is in %s", all)
	}
}

type lockedWriter struct {
	mu *sync.Mutex
	w  *strings.Builder
}

func (l lockedWriter) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(b)
}

func TestNewBlocksWake(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	cfg := w.config()
	cfg.WS = []string{"ws://127.0.0.1:1", w.Chain.WS()} // the first is down
	pool := w.open(cfg)
	woken := make(chan struct{}, 100)
	chaintest.Background(t, func(ctx context.Context) error { return pool.Wake(ctx, func() { woken <- struct{}{} }) })
	<-woken // subscribed
	w.Commit()
	<-woken
}

func TestWhatIsNowhereIsNotFound(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2)
	pool := w.open(w.config())
	if _, err := pool.TransactionReceipt(t.Context(), common.Hash{1}); !errors.Is(err, ethereum.NotFound) {
		t.Errorf("a receipt: %v", err)
	}
	if _, err := pool.BlockHash(t.Context(), 1000); !errors.Is(err, ethereum.NotFound) {
		t.Errorf("a block: %v", err)
	}
	if code, err := pool.CodeAt(t.Context(), common.Address{1: 9}, nil); err != nil || len(code) != 0 {
		t.Errorf("code: %x, %v", code, err)
	}
	if code, err := pool.CodeAt(t.Context(), w.Address, nil); err != nil || len(code) == 0 {
		t.Errorf("code of the contract: %v", err)
	}
}
