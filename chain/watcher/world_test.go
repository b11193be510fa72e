package watcher_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/rpc"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/watcher"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

// world is a contract that emits logs, and a log that they go to.
type world struct {
	*chaintest.Trail
	chaintest.Store
	snapshots chaintest.Snapshots
	urls      []string // of nodes, or of proxies before them
	contracts []watcher.Contract
}

func newWorld(t testing.TB, cfg devchain.Config) *world {
	t.Helper()
	trail := chaintest.NewTrail(t, cfg)
	return worldOf(trail, trail.Chain.HTTP())
}

func worldOf(trail *chaintest.Trail, url string) *world {
	return &world{
		Trail: trail, Store: chaintest.Store{Log: new(memlog.Log), Keys: new(memlog.Keys), Blobs: new(memlog.Blobs)}, urls: []string{url},
		contracts: []watcher.Contract{{Name: "AuditTrail", Address: trail.Address, From: trail.Block}},
	}
}

// emit has the contract emit logs, one for each payload, in one block, and makes it final.
func (w *world) emit(payloads ...byte) {
	w.Helper()
	for _, p := range payloads {
		w.Trail.Log(p)
	}
	w.Commit()
}

func (w *world) final() {
	w.Helper()
	for range 3 {
		w.Commit()
	}
}

// pool is the nodes, as a process sees them that has just started.
func (w *world) pool() *rpc.Pool {
	w.Helper()
	p, err := rpc.New(rpc.Config{URLs: w.urls, Now: time.Now, Log: slog.New(slog.DiscardHandler), Backoff: time.Millisecond, Grace: 10 * time.Second})
	if err != nil {
		w.Fatal(err)
	}
	w.Cleanup(p.Close)
	return p
}

// config is that of a process that has just started.
func (w *world) config() watcher.Config {
	w.Helper()
	return watcher.Config{
		Commands: w.Commands(), Chain: w.pool(), ChainID: w.ID, Contracts: w.contracts, Snapshots: &w.snapshots,
		Now: time.Now, Log: slog.New(slog.DiscardHandler), Poll: time.Millisecond, Backoff: time.Millisecond, SaveEvery: time.Nanosecond,
	}
}

// watch runs a watcher until it is stopped or the test ends.
func (w *world) watch(cfg watcher.Config) (stop func()) {
	w.Helper()
	return chaintest.Background(w.TB, open(w.TB, cfg).Run)
}

func open(t testing.TB, cfg watcher.Config) *watcher.Watcher {
	t.Helper()
	watching, err := watcher.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return watching
}

// read lists what the log holds of a contract's logs, in its order.
func (w *world) read() (facts []events.Event) {
	w.Helper()
	codec := w.Commands().Codec
	for r, err := range w.Store.Log.Read(w.Context(), eventlog.Query{Subjects: []string{eventlog.FamilyFilter(events.FamilyChain, events.Whole)}}) {
		if err != nil {
			w.Fatal(err)
		}
		e, err := codec.Decode(w.Context(), r)
		if err != nil {
			w.Fatal(err)
		}
		facts = append(facts, e.Fact)
	}
	return facts
}

// stands lists the logs that were observed and not removed.
func (w *world) stands() (logs []events.LogObserved) {
	w.Helper()
	for _, f := range w.read() {
		switch f := f.(type) {
		case events.LogObserved:
			logs = append(logs, f)
		case events.LogRemoved:
			found := false
			for i := range logs {
				if logs[i].At == f.At {
					logs, found = append(logs[:i:i], logs[i+1:]...), true
					break
				}
			}
			if !found {
				w.Fatalf("%+v was removed and did not stand", f.At)
			}
		}
	}
	return logs
}

// emitted lists what the chain says itself, up to the final block.
func (w *world) emitted() (logs []types.Log) {
	w.Helper()
	head, err := w.Node.Head(w.Context(), w.Key.Address())
	if err != nil {
		w.Fatal(err)
	}
	for _, c := range w.contracts {
		of, err := w.Node.Logs(w.Context(), c.Address, 0, head.Final.Number)
		if err != nil {
			w.Fatal(err)
		}
		logs = append(logs, of...)
	}
	return logs
}

// difference says how the log differs from the chain, nothing if it does not: each log once, and in order for each contract.
func (w *world) difference() string {
	w.Helper()
	byContract := map[string][]events.LogObserved{}
	n := 0
	for _, l := range w.stands() {
		byContract[l.At.Contract] = append(byContract[l.At.Contract], l)
		n++
	}
	want := w.emitted()
	if n != len(want) {
		return fmt.Sprintf("%d logs stand, the chain has %d", n, len(want))
	}
	for _, l := range want {
		contract := hexutil.Encode(l.Address.Bytes())
		have := byContract[contract]
		if len(have) == 0 {
			return fmt.Sprintf("log %d of block %d is missing", l.Index, l.BlockNumber)
		}
		at := events.OnChain{Chain: w.ID, Contract: contract, Tx: l.TxHash.Hex(), Block: l.BlockNumber, BlockHash: l.BlockHash.Hex(), LogIndex: uint64(l.Index)}
		if have[0].At != at || have[0].Data != hexutil.Encode(l.Data) || have[0].Time != l.BlockTimestamp {
			return fmt.Sprintf("%+v stands, the chain has %+v", have[0], at)
		}
		byContract[contract] = have[1:]
	}
	return ""
}

// agrees waits until the log holds what the chain has.
func (w *world) agrees() {
	w.Helper()
	last := ""
	defer func() {
		if w.Failed() {
			w.TB.Log(last)
		}
	}()
	chaintest.Eventually(w.TB, "the log is what the chain has", func() bool { last = w.difference(); return last == "" })
}

// observations counts how often each place was observed.
func (w *world) observations() map[events.OnChain]int {
	w.Helper()
	count := map[events.OnChain]int{}
	for _, f := range w.read() {
		if f, ok := f.(events.LogObserved); ok {
			count[f.At]++
		}
	}
	return count
}

// once fails if any log was observed twice.
func (w *world) once() {
	w.Helper()
	for at, n := range w.observations() {
		if n != 1 {
			w.Errorf("log %d of block %d was observed %d times", at.LogIndex, at.Block, n)
		}
	}
}

// killed ends a context at the n-th point that is passed, as kill -9 would.
type killed struct {
	mu   sync.Mutex
	left int
	name watcher.Point // "" is any
	kill context.CancelFunc
}

func (k *killed) at(p watcher.Point) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.name != "" && p != k.name {
		return
	}
	if k.left--; k.left == 0 {
		k.kill()
	}
}
