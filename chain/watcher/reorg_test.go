package watcher_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/watcher"
	"github.com/mergit-io/mergit/events"
)

// hasty has a node call its latest block final, as one does whose finality is broken.
func hasty(c chaintest.Call, pass func(chaintest.Call) chaintest.Answer) chaintest.Answer {
	if len(c.Params) > 0 {
		c.Params = json.RawMessage(strings.ReplaceAll(string(c.Params), "finalized", "latest"))
	}
	return pass(c)
}

// newHastyWorld makes a world whose final blocks can go.
func newHastyWorld(t testing.TB) *world {
	t.Helper()
	w := newWorld(t, devchain.Config{Lag: 3})
	proxy := chaintest.NewProxy(t, w.Chain.HTTP())
	proxy.Lie(hasty)
	w.urls = []string{proxy.URL}
	return w
}

func (w *world) reorg(depth uint64) {
	w.Helper()
	if err := w.Chain.Reorg(depth); err != nil {
		w.Fatal(err)
	}
}

// removed counts the logs that were taken back.
func (w *world) removed() (n int) {
	w.Helper()
	for _, f := range w.read() {
		if _, ok := f.(events.LogRemoved); ok {
			n++
		}
	}
	return n
}

func TestLogsOfFinalBlocksThatGoAreTakenBack(t *testing.T) {
	t.Parallel()
	for depth := uint64(1); depth <= 3; depth++ {
		for _, cut := range []watcher.Point{"", watcher.AtRemoving, watcher.AtRewound, watcher.AtSaved, "while away"} {
			t.Run(fmt.Sprintf("depth %d, killed %s", depth, cut), func(t *testing.T) {
				t.Parallel()
				w := newHastyWorld(t)
				w.emit(1)
				w.emit(2, 3)
				w.emit(4)
				w.emit(5, 6)
				stop := w.watch(w.config())
				chaintest.Eventually(t, "all are observed", func() bool { return len(w.stands()) == 8 })
				stop()
				before := w.stands()
				ctx, kill := context.WithCancel(t.Context())
				defer kill()
				cfg := w.config()
				if cut == "while away" {
					cut = ""
				} else {
					cfg.At = (&killed{left: 1, name: cut, kill: kill}).at
				}
				w.reorg(depth)
				if cut != "" {
					if cut == watcher.AtSaved {
						w.emit(7) // there is something to save
					}
					if err := open(t, cfg).Run(ctx); !errors.Is(err, context.Canceled) {
						t.Fatalf("it ended with %v", err)
					}
				}
				w.watch(w.config())
				w.emit(8)
				w.final()
				w.agrees()
				gone := []int{0, 2, 3, 5}[depth]
				if n := w.removed(); n != gone {
					t.Errorf("%d logs were taken back, want %d", n, gone)
				}
				w.removedNewestFirst(before, gone)
			})
		}
	}
}

// removedNewestFirst checks what was taken back.
func (w *world) removedNewestFirst(before []events.LogObserved, n int) {
	w.Helper()
	at := len(before) - 1
	for _, f := range w.read() {
		if f, ok := f.(events.LogRemoved); ok {
			b := before[at]
			if f.At != b.At || f.Event != b.Event || string(f.Args) != string(b.Args) || !strings.HasPrefix(f.Canonical, "0x") || f.Canonical == f.At.BlockHash {
				w.Errorf("removed %+v, want %+v", f, b)
			}
			at--
		}
	}
}

// What a chain of one process does when it is killed and loses blocks: it is shorter than what was observed, and grows anew.
func TestAChainThatLostItsEndIsWaitedForAndThenTakenBack(t *testing.T) {
	t.Parallel()
	w := newHastyWorld(t)
	w.emit(1)
	proxy := chaintest.NewProxy(t, w.Chain.HTTP())
	w.urls = []string{proxy.URL}
	proxy.Lie(hasty)
	w.emit(2)
	stop := w.watch(w.config())
	chaintest.Eventually(t, "both are observed", func() bool { return len(w.stands()) == 4 })
	stop()
	// The node has forgotten the last block.
	latest, err := w.Node.BlockNumber(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var short atomic.Bool
	short.Store(true)
	proxy.Lie(func(c chaintest.Call, pass func(chaintest.Call) chaintest.Answer) chaintest.Answer {
		if short.Load() && len(c.Params) > 0 {
			params := strings.NewReplacer(`"finalized"`, fmt.Sprintf(`"0x%x"`, latest-1), `"latest"`, fmt.Sprintf(`"0x%x"`, latest-1)).Replace(string(c.Params))
			if strings.Contains(params, fmt.Sprintf(`"0x%x"`, latest)) {
				return chaintest.Null
			}
			c.Params = json.RawMessage(params)
		}
		return hasty(c, pass)
	})
	asked := proxy.Seen("eth_getBlockByNumber")
	w.watch(w.config())
	chaintest.Eventually(t, "it was looked at several times", func() bool { return proxy.Seen("eth_getBlockByNumber") > asked+10 })
	if n := w.removed(); n != 0 {
		t.Errorf("%d logs were taken back, and the node may only be behind", n)
	}
	w.reorg(1)
	short.Store(false)
	w.emit(3)
	w.final()
	w.agrees()
	if n := w.removed(); n != 1 {
		t.Errorf("%d logs were taken back, want 1", n)
	}
}

// A node that invents another history for a while is not able to have anything taken back that stands, as long as the one
// before it is right again when that is looked at.
func TestReorgsUnderLoadWithKills(t *testing.T) {
	t.Parallel()
	for name, honest := range map[string]bool{"finality holds": true, "finality is broken": false} {
		for seed := range uint64(3) {
			t.Run(fmt.Sprintf("%s, seed %d", name, seed), func(t *testing.T) {
				t.Parallel()
				r := rand.New(rand.NewPCG(seed, 7))
				w := newHastyWorld(t)
				if honest {
					w.urls = []string{w.Chain.HTTP(), w.Chain.HTTP()}
				}
				ctx, kill := context.WithCancel(t.Context())
				running := make(chan error, 1)
				start := func() {
					ctx, kill = context.WithCancel(t.Context())
					cfg := w.config()
					cfg.Range = 1 + r.Uint64N(4)
					cfg.At = (&killed{left: 5 + r.IntN(20), kill: kill}).at
					watching := open(t, cfg)
					within := ctx
					go func() { running <- watching.Run(within) }()
				}
				start()
				for step := range 60 {
					switch r.IntN(4) {
					case 0:
						w.reorg(1 + r.Uint64N(3))
					default:
						w.emit(byte(step), byte(step+100))
					}
					select {
					case err := <-running:
						if !errors.Is(err, context.Canceled) {
							t.Fatalf("it ended with %v", err)
						}
						start()
					default:
					}
				}
				kill()
				<-running
				w.final()
				w.emit(255)
				w.final()
				w.watch(w.config())
				w.agrees()
				if honest && w.removed() != 0 {
					t.Errorf("%d logs were taken back", w.removed())
				}
				if honest {
					w.once()
				}
			})
		}
	}
}

func TestABlockThatSeemsToBeGoneOnceOrTwiceIsLookedAtAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t, devchain.Config{})
	proxy := chaintest.NewProxy(t, w.Chain.HTTP())
	w.urls = []string{proxy.URL}
	w.emit(1)
	w.final()
	w.watch(w.config())
	w.agrees()
	var left atomic.Int32
	left.Store(2)
	proxy.Lie(func(c chaintest.Call, pass func(chaintest.Call) chaintest.Answer) chaintest.Answer {
		a := pass(c)
		if c.Method == "eth_getBlockByNumber" && strings.Contains(string(c.Params), `"0x`) && left.Add(-1) >= 0 {
			a.Result = json.RawMessage(strings.Replace(string(a.Result), `"hash":"0x`, `"hash":"0xbe`, 1))
			a.Result = json.RawMessage(shortHash.ReplaceAllString(string(a.Result), `$1"`))
		}
		return a
	})
	w.emit(2)
	w.final()
	w.agrees()
	w.once()
	if left.Load() >= 0 || w.removed() != 0 {
		t.Errorf("%d logs were taken back for a node that was wrong twice (%d lies left)", w.removed(), left.Load()+1)
	}
}

// shortHash takes the last two digits of a block's hash that got two in front.
var shortHash = regexp.MustCompile(`("hash":"0x[0-9a-f]{64})[0-9a-f]{2}"`)
