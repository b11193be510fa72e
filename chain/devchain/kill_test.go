package devchain_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/params"

	"github.com/mergit-io/mergit/chain/devchain"
)

// victimEnv makes the test binary run a chain in the folder it names, and report, until it is killed.
const victimEnv = "MERGIT_TEST_CHAIN_VICTIM"

// TestKilledChainKeepsWhatItReported kills a sealing process again and again. Whatever the process said it had a receipt of
// must be there the next time, in the same block, with its state.
func TestKilledChainKeepsWhatItReported(t *testing.T) {
	t.Parallel()
	const kills = 12
	dir := t.TempDir()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	var last report
	for kill := range kills {
		if seen := killAfter(t, dir, random.IntN(30), time.Duration(random.IntN(5000))*time.Microsecond); seen.number > 0 {
			last = seen
		}
		if kill == kills-1 || random.IntN(2) == 0 { // looking closes cleanly, so some kills follow one another
			mustHold(t, dir, last)
		}
	}
	if last.number == 0 {
		t.Fatal("no process lived to report a block; the test proves nothing")
	}
	t.Logf("%d kills, %d blocks", kills, last.number)
}

// report is a line of a victim: the receipt it has just read.
type report struct {
	number uint64
	block  common.Hash
	tx     common.Hash
	nonce  uint64 // of the payer, after the transaction
}

// victim pays and prints each receipt once it has it.
func victim(dir string) int {
	err := func() error {
		chain, err := devchain.Open(devchain.Config{Dir: dir, Period: time.Millisecond})
		if err != nil {
			return err
		}
		ctx := context.Background()
		failed := make(chan error, 1)
		go func() { failed <- chain.Run(ctx) }()
		client, err := ethclient.Dial(chain.HTTP())
		if err != nil {
			return err
		}
		// Counted here, because both the pool's count and the head's follow the receipts by a moment.
		nonce, err := client.NonceAt(ctx, chain.Address(), nil)
		if err != nil {
			return fmt.Errorf("nonce: %w", err)
		}
		for ; ; nonce++ {
			tx := payment(chain.Key(), big.NewInt(chain.ChainID()), nonce, params.GWei, 3*params.GWei)
			if err := client.SendTransaction(ctx, tx); err != nil {
				return fmt.Errorf("pay: %w", err)
			}
			receipt, err := client.TransactionReceipt(ctx, tx.Hash())
			for ; errors.Is(err, ethereum.NotFound); receipt, err = client.TransactionReceipt(ctx, tx.Hash()) {
				select {
				case err := <-failed:
					return err
				default:
				}
			}
			if err != nil {
				return fmt.Errorf("receipt: %w", err)
			}
			fmt.Println(receipt.BlockNumber, receipt.BlockHash, tx.Hash(), nonce+1)
		}
	}()
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// killAfter kills a victim a moment after it has reported so many times, and returns its last report. A victim that is to
// report nothing is killed while it opens the chain.
func killAfter(t *testing.T, dir string, reports int, moment time.Duration) report {
	t.Helper()
	child := exec.CommandContext(t.Context(), os.Args[0])
	child.Env = append(os.Environ(), victimEnv+"="+dir)
	var complaints strings.Builder
	child.Stderr = &complaints
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	kill := func() { time.AfterFunc(moment, func() { _ = child.Process.Kill() }) }
	if reports == 0 {
		moment *= 100 // opening takes longer than a block
		kill()
	}
	var last report
	lines := bufio.NewScanner(out)
	for seen := 1; lines.Scan(); seen++ {
		var block, tx string
		if _, err := fmt.Sscan(lines.Text(), &last.number, &block, &tx, &last.nonce); err != nil {
			break // a line that the kill cut
		}
		last.block, last.tx = common.HexToHash(block), common.HexToHash(tx)
		if seen == reports {
			kill()
		}
	}
	_ = child.Wait() // killed
	if complaints.Len() > 0 {
		t.Fatalf("the process that was to be killed said: %s", complaints.String())
	}
	return last
}

func mustHold(t *testing.T, dir string, last report) {
	t.Helper()
	chain, err := devchain.Open(devchain.Config{Dir: dir})
	if err != nil {
		t.Fatalf("open after the kill: %v", err)
	}
	defer func() {
		if err := chain.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	}()
	if last.number == 0 {
		return
	}
	client := dial(t, chain.HTTP())
	head, err := client.BlockNumber(t.Context())
	if err != nil || head < last.number {
		t.Fatalf("head is %d, %v; block %d had been reported", head, err, last.number)
	}
	kept, err := client.HeaderByNumber(t.Context(), new(big.Int).SetUint64(last.number))
	if err != nil || kept.Hash() != last.block {
		t.Fatalf("block %d: %v, %v; %s had been reported", last.number, kept, err, last.block)
	}
	receipt, err := client.TransactionReceipt(t.Context(), last.tx)
	if err != nil || receipt.BlockHash != last.block || receipt.Status != types.ReceiptStatusSuccessful {
		t.Fatalf("receipt: %+v, %v; it had been in %s", receipt, err, last.block)
	}
	if nonce, err := client.NonceAt(t.Context(), chain.Address(), nil); err != nil || nonce < last.nonce {
		t.Fatalf("nonce is %d, %v; %d had been reported", nonce, err, last.nonce)
	}
}
