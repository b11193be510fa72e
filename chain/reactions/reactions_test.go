package reactions

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

const (
	chainID  = 1337
	passport = "0x00000000000000000000000000000000000000aa"
	ada      = "0x0000000000000000000000000000000000000001"
	bob      = "0x0000000000000000000000000000000000000002"
)

var hash = "0x" + strings.Repeat("5a", 32)

// world is a log and what is kept beside it.
type world struct {
	*testing.T
	chaintest.Store
	snapshots chaintest.Snapshots
	set       *commands.Set
	block     uint64
}

func newWorld(t *testing.T) *world {
	w := &world{T: t, Store: chaintest.Store{Log: new(memlog.Log), Keys: new(memlog.Keys), Blobs: new(memlog.Blobs)}}
	w.set = w.Commands()
	return w
}

func (w *world) run(c commands.Named) {
	w.Helper()
	if _, err := w.set.Dispatch(w.Context(), commands.Request{At: time.Now(), Actor: "test"}, c); err != nil {
		w.Fatal(err)
	}
}

func (w *world) register(agent, address string) {
	w.Helper()
	w.run(commands.RegisterAgent{AgentRef: agentRef(agent), AgentName: agent, Roles: []string{"researcher"},
		Capabilities: events.Capabilities{Tools: []string{"*"}, Trust: "standard"}, Address: address})
}

func agentRef(id string) commands.AgentRef { return commands.AgentRef{Workspace: "main", Agent: id} }

// emit has a log observed in a block of its own.
func (w *world) emit(event string, args map[string]any) events.LogObserved {
	w.Helper()
	w.block++
	l := observedAt(w.block, event, args)
	w.run(commands.ObserveLogs{ContractRef: contractRef, Logs: []events.LogObserved{l}})
	return l
}

var contractRef = commands.ContractRef{Workspace: "main", Contract: fmt.Sprintf("%d-%s", chainID, passport)}

func observedAt(block uint64, event string, args map[string]any) events.LogObserved {
	text, err := json.Marshal(args)
	if err != nil {
		panic(err)
	}
	return events.LogObserved{ContractName: "AgentPassport", Event: event, Args: text, Topics: []string{}, Data: "0x",
		At: events.OnChain{Chain: chainID, Contract: passport, Tx: "0x1", Block: block, BlockHash: fmt.Sprintf("0x%d", block)}}
}

func (w *world) issue(token, address string) events.LogObserved {
	w.Helper()
	return w.emit("PassportIssued", map[string]any{"agentId": token, "agent": address, "capabilityHash": hash})
}

func (w *world) passportEvent(event, token string) {
	w.Helper()
	w.emit("Passport"+event, map[string]any{"agentId": token})
}

// config is that of a process that knows nothing yet.
func (w *world) config() Config {
	return Config{Commands: w.Commands(), Snapshots: &w.snapshots, Now: time.Now, Log: slog.New(slog.DiscardHandler), Backoff: time.Millisecond}
}

// react runs a reactor until all that is in the log was reacted to.
func (w *world) react(cfg Config) {
	w.Helper()
	r, err := New(cfg)
	if err != nil {
		w.Fatal(err)
	}
	head, err := w.Log.Head(w.Context())
	if err != nil {
		w.Fatal(err)
	}
	ctx, cancel := context.WithCancel(w.Context())
	defer cancel()
	cfg.Commands.Log = endsAt{cfg.Commands.Log, head, cancel}
	if err := r.Run(ctx); !errors.Is(err, context.Canceled) {
		w.Fatalf("it ended with %v", err)
	}
}

// endsAt cancels whoever follows a log once it has taken in the records up to a revision.
type endsAt struct {
	eventlog.Log
	head   events.Revision
	cancel func()
}

func (l endsAt) Follow(ctx context.Context, q eventlog.Query) iter.Seq2[eventlog.Record, error] {
	return func(yield func(eventlog.Record, error) bool) {
		for r, err := range l.Read(ctx, q) {
			if r.Revision > l.head || !yield(r, err) {
				break
			}
		}
		l.cancel()
	}
}

// told lists the kinds in an agent's stream after its registration.
func (w *world) told(agent string) string {
	w.Helper()
	var kinds []string
	for r, err := range w.Log.Load(w.Context(), events.AgentStream("main", agent), 0) {
		if err != nil {
			w.Fatal(err)
		}
		if r.Kind != registered {
			kinds = append(kinds, r.Kind)
		}
	}
	return strings.Join(kinds, " ")
}

func (w *world) wantTold(agent string, kinds ...string) {
	w.Helper()
	if got, want := w.told(agent), strings.Join(kinds, " "); got != want {
		w.Errorf("agent %s was told %q, want %q", agent, got, want)
	}
}

func TestAnAgentIsToldOfItsPassport(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.register("ada", ada)
	w.register("bob", bob)
	at := w.issue("1", ada).At
	w.issue("2", bob)
	w.passportEvent("Deactivated", "1")
	w.passportEvent("Activated", "1")
	w.passportEvent("Revoked", "2")
	w.react(w.config())
	w.wantTold("ada", "passport.minted", "agent.deactivated", "agent.activated")
	w.wantTold("bob", "passport.minted", "agent.revoked")
	err := w.Commands().Agents.View(t.Context(), events.AgentStream("main", "ada"), true, func(a *commands.Agent, _ events.Revision) {
		if a.Passport.TokenID != "1" || a.Passport.At != at || "0x"+a.Passport.CapabilityHash.String() != hash {
			t.Errorf("its passport is %+v", a.Passport)
		}
	})
	if err != nil {
		t.Error(err)
	}
}

func TestEveryFactNamesTheLogThatLedToIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.register("ada", ada)
	w.issue("1", ada)
	w.react(w.config())
	var log events.ID
	for r, err := range w.Log.Read(t.Context(), eventlog.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		switch r.Kind {
		case "log.observed":
			log = r.ID
		case "passport.minted":
			if r.Cause != string(log) {
				t.Errorf("its cause is %q, not %q", r.Cause, log)
			}
		}
	}
}

func TestNothingIsToldTwiceHoweverOftenItIsReactedTo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.register("ada", ada)
	w.issue("1", ada)
	w.passportEvent("Deactivated", "1")
	w.react(w.config())
	w.react(w.config())
	w.snapshots = chaintest.Snapshots{} // it was lost
	w.react(w.config())
	w.passportEvent("Activated", "1")
	w.react(w.config()) // knows the token from the snapshot
	w.wantTold("ada", "passport.minted", "agent.deactivated", "agent.activated")
}

func TestALogWaitsForItsAgent(t *testing.T) {
	t.Parallel()
	for name, waiting := range map[string]int{"that is remembered": 10, "that is not remembered": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			cfg := func() Config {
				cfg := w.config()
				cfg.Waiting = waiting
				return cfg
			}
			w.issue("9", "0x0000000000000000000000000000000000000009")
			w.issue("1", ada)
			w.passportEvent("Deactivated", "1")
			w.react(cfg()) // and again in another process
			w.register("bob", bob)
			w.issue("2", bob)
			w.register("ada", ada)
			w.passportEvent("Activated", "1")
			w.react(cfg())
			w.wantTold("ada", "passport.minted", "agent.deactivated", "agent.activated")
			w.wantTold("bob", "passport.minted")
		})
	}
}

func TestASnapshotTooLargeIsReadFromTheLog(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.register("ada", ada)
	w.issue("1", ada)
	w.react(w.config())
	var s saved
	text, _ := w.snapshots.Load(t.Context(), snapshotName)
	if err := json.Unmarshal(text, &s); err != nil || s.At != 2 || len(s.Agents.Known) != 2 {
		t.Fatalf("the snapshot is %s: %v", text, err)
	}
	s.Agents = nil
	text, _ = json.Marshal(s)
	if err := w.snapshots.Save(t.Context(), snapshotName, text); err != nil {
		t.Fatal(err)
	}
	w.passportEvent("Deactivated", "1")
	w.react(w.config())
	w.wantTold("ada", "passport.minted", "agent.deactivated")
}

func TestASnapshotOfAnotherHistoryIsOfNoUse(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.register("ada", ada)
	w.issue("1", ada)
	for _, s := range []saved{{At: 2, Last: "of another log"}, {At: 99, Last: "beyond the end"}} {
		s.Agents = new(agents)
		text, _ := json.Marshal(s)
		if err := w.snapshots.Save(t.Context(), snapshotName, text); err != nil {
			t.Fatal(err)
		}
		w.react(w.config())
		w.wantTold("ada", "passport.minted")
	}
}

func TestTheFirstOfTwoAgentsWithOneAddressIsTold(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.register("ada", ada)
	w.register("eve", ada)
	w.issue("1", ada)
	w.react(w.config())
	w.wantTold("ada", "passport.minted")
	w.wantTold("eve")
}

func TestACommandThatDoesNotGuardItselfHasThePlaceOfTheLogAsID(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.register("ada", ada)
	w.issue("1", ada)
	for range 2 {
		cfg := w.config()
		cfg.table = index([]Reaction{On("AgentPassport", "PassportIssued", Rule[issued]{
			About: func(a issued, _ Log) Key { return Address(a.Agent) },
			Do: func(_ issued, _ Log, agent commands.AgentRef) commands.Named {
				return commands.ChangeCapabilities{AgentRef: agent, Trust: "low"}
			},
		})})
		w.snapshots = chaintest.Snapshots{}
		w.react(cfg)
	}
	w.wantTold("ada", "agent.capabilities_changed")
	for r, err := range w.Log.Load(t.Context(), events.AgentStream("main", "ada"), 0) {
		if id, _, ok := events.ParseCommandCause(r.Cause); err != nil || r.Kind != registered && (!ok || id != "log-1337-0x1-0") {
			t.Errorf("its cause is %q, %v", r.Cause, err)
		}
	}
}

func TestLogsThatAreTakenBackAreUndone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.register("ada", ada)
	l := w.issue("1", ada)
	w.run(commands.RemoveLogs{ContractRef: contractRef, Logs: []events.LogRemoved{{ContractName: l.ContractName, Event: l.Event, Args: l.Args, At: l.At}}})
	cfg := w.config()
	cfg.table = index([]Reaction{On("AgentPassport", "PassportIssued", Rule[issued]{
		About: func(a issued, _ Log) Key { return Address(a.Agent) },
		Undo: func(_ issued, l Log, agent commands.AgentRef) commands.Named {
			return commands.DeactivateAgent{AgentRef: agent, At: l.At}
		},
	})})
	w.react(cfg)
	w.wantTold("ada", "agent.deactivated")
}

// flaky fails every other append.
type flaky struct {
	eventlog.Log
	mu sync.Mutex
	n  int
}

func (f *flaky) Append(ctx context.Context, parts ...eventlog.Part) (events.Revision, error) {
	f.mu.Lock()
	f.n++
	fail := f.n%2 == 1
	f.mu.Unlock()
	if fail {
		return 0, errors.New("the log is away")
	}
	return f.Log.Append(ctx, parts...)
}

func TestAReactionIsTriedUntilTheLogHasIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.register("ada", ada)
	w.issue("1", ada)
	w.passportEvent("Deactivated", "1")
	cfg := w.config()
	cfg.Commands = chaintest.Store{Log: &flaky{Log: w.Log}, Keys: w.Keys, Blobs: w.Blobs}.Commands()
	w.react(cfg)
	w.wantTold("ada", "passport.minted", "agent.deactivated")
}

func TestATableHasOneReactionToAnEvent(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("two were taken")
		}
	}()
	index(identity, identity)
}
