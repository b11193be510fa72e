package commands_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/commandtest"
	"github.com/mergit-io/mergit/events"
)

var (
	contract    = commandtest.Given[commands.Contract]
	contractRef = commands.ContractRef{Workspace: commandtest.Workspace, Contract: commandtest.Contract}
)

// placed is a log in a block of the chain's first history, or of another one.
func placed(block, index uint64, history ...string) events.OnChain {
	hash := fmt.Sprintf("0x%d", block)
	if len(history) > 0 {
		hash += history[0]
	}
	return events.OnChain{Chain: 1, Contract: "0xc0", Tx: "0x7", Block: block, BlockHash: hash, LogIndex: index}
}

func seen(at ...events.OnChain) []events.LogObserved {
	logs := make([]events.LogObserved, len(at))
	for i := range at {
		logs[i] = events.LogObserved{ContractName: "C", Event: "E", Args: json.RawMessage(`{}`), Topics: []string{}, Data: "0x", At: at[i]}
	}
	return logs
}

func gone(at ...events.OnChain) []events.LogRemoved {
	logs := make([]events.LogRemoved, len(at))
	for i := range at {
		logs[i] = events.LogRemoved{ContractName: "C", Event: "E", Args: json.RawMessage(`{}`), At: at[i]}
	}
	return logs
}

func facts[E events.Event](of []E) []events.Event {
	out := make([]events.Event, len(of))
	for i, e := range of {
		out[i] = e
	}
	return out
}

func observe(at ...events.OnChain) commands.ObserveLogs {
	return commands.ObserveLogs{ContractRef: contractRef, Logs: seen(at...)}
}

func remove(at ...events.OnChain) commands.RemoveLogs {
	return commands.RemoveLogs{ContractRef: contractRef, Logs: gone(at...)}
}

func TestALogIsObservedOnceAndInOrder(t *testing.T) {
	t.Parallel()
	chain := by("chain:watcher")
	a, b, c := placed(3, 0), placed(3, 4), placed(7, 1)
	contract().When(chain, observe(a, b)).Then(t, facts(seen(a, b))...)
	contract().When(chain, observe()).Then(t)
	contract().When(chain, observe(b, a)).Refuses(t, refusal("LOGS_UNORDERED"))
	contract().When(chain, observe(a, a)).Refuses(t, refusal("LOGS_UNORDERED"))

	past := contract(facts(seen(a, b))...)
	past.When(chain, observe(a, b)).Then(t)
	past.When(chain, observe(b, c)).Then(t, facts(seen(c))...)
	past.When(chain, observe(c)).Then(t, facts(seen(c))...)
	past.When(chain, observe(placed(3, 2))).Refuses(t, commands.ErrLogForeign)         // there was none between
	past.When(chain, observe(placed(3, 4, "'"))).Refuses(t, commands.ErrLogForeign)    // the block is another
	past.When(chain, observe(placed(3, 9, "'"))).Refuses(t, commands.ErrLogForeign)    // also beyond the last of it
	past.When(chain, observe(c, placed(7, 2, "'"))).Refuses(t, commands.ErrLogForeign) // in one command, too
	past.When(chain, observe(make([]events.OnChain, commands.MaxLogs+1)...)).Refuses(t, refusal("TOO_MANY_LOGS"))
	if last, ok := past.State().Last(); !ok || last != commands.KeyOf(b) {
		t.Errorf("the last is %+v", last)
	}
}

func TestLogsOfAReplacedBlockAreRemovedNewestFirst(t *testing.T) {
	t.Parallel()
	chain := by("chain:watcher")
	a, b, c := placed(3, 0), placed(4, 0), placed(4, 1)
	past := contract(facts(seen(a, b, c))...)
	past.When(chain, remove(c, b)).Then(t, facts(gone(c, b))...)
	past.When(chain, remove(b)).Refuses(t, refusal("LOG_NOT_LAST"))
	past.When(chain, remove(b, c)).Refuses(t, refusal("LOG_NOT_LAST"))
	past.When(chain, remove(placed(9, 9))).Then(t) // never observed, or removed before
	past.When(chain, remove(make([]events.OnChain, commands.MaxLogs+1)...)).Refuses(t, refusal("TOO_MANY_LOGS"))

	past.And(facts(gone(c, b))...)
	past.When(chain, remove(c, b)).Then(t) // the answer was lost
	again := placed(4, 0, "'")
	past.When(chain, observe(again)).Then(t, facts(seen(again))...)
	if s := past.State(); s.Observed != 1 {
		t.Errorf("%d logs stand, want 1", s.Observed)
	}
	all := contract(facts(seen(a))...).And(facts(gone(a))...)
	all.When(chain, observe(b)).Then(t, facts(seen(b))...) // all of it may go, while all is remembered
}

func TestAReorgDeeperThanTheMemoryIsForAPerson(t *testing.T) {
	t.Parallel()
	s := commands.NewContract()
	evolve := func(f events.Event) { s.Evolve(events.Envelope[events.Event]{Fact: f}) }
	const many = 3*commands.MaxRemovable + 5
	for i := range uint64(many) {
		evolve(seen(placed(i, 0))[0])
	}
	kept := s.Newest()
	if len(kept) < commands.MaxRemovable || len(kept) > 2*commands.MaxRemovable {
		t.Fatalf("%d logs are remembered", len(kept))
	}
	if facts, err := observe(placed(1, 0)).Decide(s, by("chain:watcher")); len(facts) != 0 || err != nil {
		t.Errorf("what is older than the memory: %d facts, %v", len(facts), err)
	}
	for _, k := range slices.Backward(kept[1:]) {
		evolve(gone(placed(k.Block, 0))[0])
	}
	_, err := remove(placed(kept[0].Block, 0)).Decide(s, by("chain:watcher"))
	if refused, ok := err.(*commands.Refusal); !ok || !refused.Is(commands.ErrReorgTooDeep) {
		t.Errorf("the last that is remembered: %v", err)
	}
}

// Whatever a watcher sends, and however often, what stands is one history of the chain.
func TestObservedLogsAreAlwaysOneHistory(t *testing.T) {
	t.Parallel()
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		s := commands.NewContract()
		var stands []events.OnChain // what the log says
		for range 60 {
			var at []events.OnChain
			for block, n := uint64(r.IntN(12)), r.IntN(4); n > 0; n-- {
				at = append(at, placed(block, uint64(r.IntN(3)), []string{"", "'"}[r.IntN(2)]))
				block += uint64(r.IntN(2))
			}
			var c commands.Command[*commands.Contract] = observe(at...)
			if r.IntN(3) == 0 {
				slices.Reverse(at)
				c = remove(at...)
			}
			decided, _ := c.Decide(s, by("chain:watcher"))
			for _, f := range decided {
				s.Evolve(events.Envelope[events.Event]{Fact: f})
				switch f := f.(type) {
				case events.LogObserved:
					stands = append(stands, f.At)
				case events.LogRemoved:
					if len(stands) == 0 || stands[len(stands)-1] != f.At {
						t.Fatalf("seed %d: removed %+v, which is not the newest of %+v", seed, f.At, stands)
					}
					stands = stands[:len(stands)-1]
				}
			}
		}
		for i := 1; i < len(stands); i++ {
			a, b := stands[i-1], stands[i]
			if a.Block > b.Block || a.Block == b.Block && (a.LogIndex >= b.LogIndex || a.BlockHash != b.BlockHash) {
				t.Fatalf("seed %d: %+v stands before %+v", seed, a, b)
			}
		}
		if s.Observed != uint64(len(stands)) {
			t.Fatalf("seed %d: %d logs stand, the state says %d", seed, len(stands), s.Observed)
		}
	}
}
