package devchain_test

import (
	"bytes"
	"errors"
	"log/slog"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/params"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/mergit-io/mergit/chain/devchain"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(victimEnv); dir != "" {
		os.Exit(victim(dir))
	}
	os.Exit(m.Run())
}

func TestReopenedChainContinues(t *testing.T) {
	t.Parallel()
	cfg := devchain.Config{Dir: t.TempDir(), ChainID: 4242}
	chain := open(t, cfg)
	client := dial(t, chain.HTTP())
	tx := pay(t, client, chain.Key())
	block := commit(t, chain)
	key := chain.Key()
	if err := chain.Close(); err != nil {
		t.Fatal(err)
	}

	chain = open(t, cfg)
	client = dial(t, chain.HTTP())
	if !chain.Key().Equal(key) {
		t.Error("the key changed")
	}
	receipt, err := client.TransactionReceipt(t.Context(), tx)
	if err != nil || receipt.BlockHash != block.Hash() || receipt.Status != types.ReceiptStatusSuccessful {
		t.Errorf("receipt after reopening: %+v, %v; want it in %s", receipt, err, block.Hash())
	}
	next := pay(t, client, chain.Key())
	if got := commit(t, chain); got.ParentHash() != block.Hash() || got.Transactions()[0].Hash() != next {
		t.Errorf("block %d does not continue block %d", got.NumberU64(), block.NumberU64())
	}
}

func TestIdleChainConfirmsAndFallsSilent(t *testing.T) {
	t.Parallel()
	for _, lag := range []uint64{1, 3} {
		chain := open(t, devchain.Config{Period: 5 * time.Millisecond, Lag: lag})
		client := dial(t, chain.HTTP())
		run(t, chain)
		tx := pay(t, client, chain.Key())
		var sealed *types.Receipt
		eventually(t, "the payment is final", func() bool {
			var err error
			if sealed, err = client.TransactionReceipt(t.Context(), tx); err != nil {
				return false
			}
			return header(t, client, rpc.FinalizedBlockNumber).Number.Cmp(sealed.BlockNumber) >= 0
		})
		// The block that made it final is the last one: twenty periods bring no other.
		head := header(t, client, rpc.LatestBlockNumber).Number.Uint64()
		if want := sealed.BlockNumber.Uint64() + lag; head != want {
			t.Errorf("lag %d: head is %d, want %d", lag, head, want)
		}
		for range 20 {
			<-time.After(5 * time.Millisecond)
		}
		if now := header(t, client, rpc.LatestBlockNumber).Number.Uint64(); now != head {
			t.Errorf("lag %d: the idle chain grew from %d to %d", lag, head, now)
		}
	}
}

func TestTagsLagBehindTheHead(t *testing.T) {
	t.Parallel()
	chain := open(t, devchain.Config{Lag: 2})
	client := dial(t, chain.HTTP())
	for range 3 {
		commit(t, chain)
	}
	head := header(t, client, rpc.LatestBlockNumber).Number.Uint64()
	for _, tag := range []rpc.BlockNumber{rpc.SafeBlockNumber, rpc.FinalizedBlockNumber} {
		if got := header(t, client, tag).Number.Uint64(); got != head-2 {
			t.Errorf("%s is %d, want 2 behind %d", tag, got, head)
		}
	}
}

func TestTimestampsGrowWithEveryBlock(t *testing.T) {
	t.Parallel()
	chain := open(t, devchain.Config{})
	last := commit(t, chain)
	for range 5 {
		next := commit(t, chain)
		if next.Time() <= last.Time() {
			t.Fatalf("block %d is of %d, its parent of %d", next.NumberU64(), next.Time(), last.Time())
		}
		last = next
	}
}

func TestReorgedTransactionIsSealedAnew(t *testing.T) {
	t.Parallel()
	chain := open(t, devchain.Config{Lag: 3, Dir: t.TempDir()})
	client := dial(t, chain.HTTP())
	commit(t, chain)
	tx := pay(t, client, chain.Key())
	before := commit(t, chain)
	commit(t, chain)
	if err := chain.Reorg(2); err != nil {
		t.Fatal(err)
	}
	if _, err := client.TransactionReceipt(t.Context(), tx); !errors.Is(err, ethereum.NotFound) {
		t.Fatalf("receipt of a transaction that the reorg removed: %v", err)
	}
	if got := header(t, client, rpc.LatestBlockNumber).Number.Uint64(); got != before.NumberU64()+2 {
		t.Errorf("head is %d, want one above the old one", got)
	}
	eventually(t, "the transaction is sealed again", func() bool {
		commit(t, chain)
		receipt, err := client.TransactionReceipt(t.Context(), tx)
		return err == nil && receipt.BlockHash != before.Hash()
	})
}

func TestManyEmptyBlocksAreMinedAtOnce(t *testing.T) {
	t.Parallel()
	chain := open(t, devchain.Config{Lag: 2, Dir: t.TempDir()})
	client := dial(t, chain.HTTP())
	before := commit(t, chain)
	tx := pay(t, client, chain.Key())
	const blocks = 1500 // more than are adopted at a time
	if err := chain.Mine(blocks); err != nil {
		t.Fatal(err)
	}
	head := header(t, client, rpc.LatestBlockNumber)
	if want := before.NumberU64() + blocks; head.Number.Uint64() != want || header(t, client, rpc.FinalizedBlockNumber).Number.Uint64() != want-2 {
		t.Errorf("head is %d, want %d", head.Number, want)
	}
	if middle, err := client.HeaderByNumber(t.Context(), new(big.Int).SetUint64(before.NumberU64()+700)); err != nil || middle.TxHash != types.EmptyTxsHash {
		t.Errorf("a block in the middle: %+v, %v", middle, err)
	}
	sealed := commit(t, chain).Transactions()
	if len(sealed) != 1 || sealed[0].Hash() != tx {
		t.Errorf("%d transactions in the next block, want the one that was pending", len(sealed))
	}
}

func TestFinalizedBlockIsNotReorged(t *testing.T) {
	t.Parallel()
	chain := open(t, devchain.Config{})
	commit(t, chain)
	if err := chain.Reorg(1); err != nil {
		t.Errorf("reorg of the only block that is not finalized: %v", err)
	}
	if err := chain.Reorg(2); err == nil {
		t.Error("a finalized block was replaced")
	}
}

func TestFeesHoldOnALongIdleChain(t *testing.T) {
	t.Parallel()
	chain := open(t, devchain.Config{})
	client := dial(t, chain.HTTP())
	var base *big.Int
	for range 200 {
		base = commit(t, chain).BaseFee()
	}
	if base.Cmp(big.NewInt(100)) > 0 {
		t.Fatalf("the base fee is still %d wei; the test proves nothing", base)
	}
	tip, err := client.SuggestGasTipCap(t.Context())
	if err != nil || tip.Cmp(big.NewInt(params.GWei)) < 0 {
		t.Errorf("suggested tip is %d wei, %v; want at least 1 gwei", tip, err)
	}
	tx := pay(t, client, chain.Key())
	if got := commit(t, chain).Transactions(); len(got) != 1 || got[0].Hash() != tx {
		t.Errorf("a payment at the suggested fees was not sealed: %v", got)
	}
}

func TestClientsThatEstimateByHistoryAreServed(t *testing.T) {
	t.Parallel()
	chain := open(t, devchain.Config{})
	client := dial(t, chain.HTTP())
	tx := send(t, client, chain.Key(), 1, 10*params.GWei) // what cast offers on an empty chain
	if got := commit(t, chain).Transactions(); len(got) != 1 || got[0].Hash() != tx {
		t.Errorf("a payment with a tip of 1 wei was not sealed: %v", got)
	}
}

func TestUnaffordableTransactionDoesNotKeepTheChainBusy(t *testing.T) {
	t.Parallel()
	chain := open(t, devchain.Config{Period: time.Millisecond})
	client := dial(t, chain.HTTP())
	tx := send(t, client, chain.Key(), 1, 3)
	run(t, chain)
	var head *types.Header
	eventually(t, "the base fee is as low as it gets", func() bool {
		head = header(t, client, rpc.LatestBlockNumber)
		return head.BaseFee.Cmp(big.NewInt(7)) <= 0
	})
	for range 20 {
		<-time.After(time.Millisecond)
	}
	if now := header(t, client, rpc.LatestBlockNumber); now.Hash() != head.Hash() {
		t.Errorf("the chain grew from %d to %d", head.Number, now.Number)
	}
	if _, pending, err := client.TransactionByHash(t.Context(), tx); err != nil || !pending {
		t.Errorf("the transaction is pending: %t, %v", pending, err)
	}
}

func TestSecondOpenSaysThatTheFolderIsInUse(t *testing.T) {
	t.Parallel()
	cfg := devchain.Config{Dir: t.TempDir()}
	first := open(t, cfg)
	if second, err := devchain.Open(cfg); !errors.Is(err, devchain.ErrInUse) || !strings.Contains(err.Error(), cfg.Dir) {
		t.Errorf("second open: %v, %v; want ErrInUse with the folder's name", second, err)
	}
	if err := errors.Join(first.Close(), first.Close()); err != nil {
		t.Fatal(err)
	}
	open(t, cfg)
}

func TestFolderOpensOnlyAsTheChainItHolds(t *testing.T) {
	t.Parallel()
	cfg := devchain.Config{Dir: t.TempDir(), ChainID: 5}
	key := filepath.Join(cfg.Dir, "dev.key")
	if err := open(t, cfg).Close(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(key); err != nil || info.Mode() != 0o600 {
		t.Errorf("%s: %v, %v; want mode 0600", key, info, err)
	}
	other := cfg
	other.ChainID = 6
	if _, err := devchain.Open(other); err == nil || !strings.Contains(err.Error(), "another chain") {
		t.Errorf("opened with another chain ID: %v", err)
	}
	if err := os.Rename(key, key+".away"); err != nil {
		t.Fatal(err)
	}
	if _, err := devchain.Open(cfg); err == nil || !strings.Contains(err.Error(), "dev.key is gone") {
		t.Errorf("opened without its key: %v", err)
	}
	if err := os.Rename(key+".away", key); err != nil {
		t.Fatal(err)
	}
	open(t, cfg)
}

func TestEveryFaultOfAConfigIsNamed(t *testing.T) {
	t.Parallel()
	_, err := devchain.Open(devchain.Config{ChainID: -1, Period: -1, HTTPPort: -1, WSPort: 70000})
	for _, want := range []string{"chain ID -1", "period -1ns", "HTTP port -1", "WebSocket port 70000"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not name %s", err, want)
		}
	}
}

func TestFreshChainIsSmallQuietAndQuick(t *testing.T) {
	var log bytes.Buffer
	before := slog.Default()
	start := time.Now()
	cfg := devchain.Config{Dir: t.TempDir(), Log: slog.New(slog.NewTextHandler(&log, nil))}
	chain := open(t, cfg)
	took := time.Since(start)
	t.Logf("opened in %s, %d KiB on disk", took, diskUse(t, cfg.Dir)>>10)
	if took > 5*time.Second {
		t.Errorf("opening took %s", took)
	}
	if got := diskUse(t, cfg.Dir); got > 8<<20 {
		t.Errorf("a fresh chain takes %d bytes", got)
	}
	if err := chain.Close(); err != nil {
		t.Fatal(err)
	}
	if log.Len() > 0 {
		t.Errorf("logged: %s", log.String())
	}
	if slog.Default() != before {
		t.Error("slog's default logger was replaced")
	}
}

func TestWebSocketAnnouncesNewHeads(t *testing.T) {
	t.Parallel()
	chain := open(t, devchain.Config{})
	client := dial(t, chain.WS())
	heads := make(chan *types.Header, 8)
	sub, err := client.SubscribeNewHead(t.Context(), heads)
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Unsubscribe()
	block := commit(t, chain)
	select {
	case head := <-heads:
		if head.Hash() != block.Hash() {
			t.Errorf("announced %s, sealed %s", head.Hash(), block.Hash())
		}
	case err := <-sub.Err():
		t.Fatal(err)
	case <-t.Context().Done():
	}
}

func TestForeignHostNamesAreRefused(t *testing.T) {
	t.Parallel()
	chain := open(t, devchain.Config{})
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, chain.HTTP(), strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	req.Host = "rebound.example"
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusForbidden {
		t.Errorf("a request for a foreign host got %s", res.Status)
	}
}
