// Package commandtest tests decisions as sentences: given these facts, when this
// is wished, then these facts follow, or it is refused. There is no log and no
// mock in it, only Evolve and Decide:
//
//	goal := commandtest.Given[commands.Goal]
//	goal(submitted).When(req, commands.CancelGoal{…}).Then(t, events.GoalCancelled{…})
package commandtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// The names that given facts are stored under.
const (
	Workspace = "main"
	Goal      = "g1"
	Task      = "t1"
	Signer    = "1-0xabc"
	Agent     = "a1"
	Contract  = "1-0xc0"
)

// Epoch is the time of the first given fact; each later one is a second later.
var Epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// gap lies between the revisions of two given facts, as if other aggregates had
// written in between.
const gap = 10

// Aggregate is a pointer to the struct that holds the state.
type Aggregate[T any] interface {
	*T
	commands.Aggregate
}

// Scenario is the past of one aggregate.
type Scenario[T any, S Aggregate[T]] struct {
	facts []events.Envelope[events.Event]
}

// Given starts from facts that happened, oldest first.
func Given[T any, S Aggregate[T]](facts ...events.Event) *Scenario[T, S] {
	s := new(Scenario[T, S])
	return s.And(facts...)
}

// And adds facts.
func (s *Scenario[T, S]) And(facts ...events.Event) *Scenario[T, S] {
	for _, fact := range facts {
		cause := ""
		if n := len(s.facts); n > 0 {
			cause = string(s.facts[n-1].ID)
		}
		s.add(fact, events.Meta{Cause: cause, Actor: "test", Time: Epoch.Add(time.Duration(len(s.facts)) * time.Second)})
	}
	return s
}

// Having adds what a command led to. It panics if that was refused: what is
// given must be possible.
func (s *Scenario[T, S]) Having(req commands.Request, c commands.Command[S]) *Scenario[T, S] {
	facts, err := c.Decide(s.State(), req)
	if err != nil {
		panic(fmt.Sprintf("commandtest: %s is given and was refused: %v", c.Name(), err))
	}
	for _, fact := range facts {
		s.add(fact, events.Meta{Cause: req.Cause, Actor: req.Actor, Time: req.At})
	}
	return s
}

// State folds the past.
func (s *Scenario[T, S]) State() S {
	state := S(new(T))
	for _, e := range s.facts {
		state.Evolve(e)
	}
	return state
}

// Revision is that of the n-th fact, counted from 1.
func Revision(n int) events.Revision { return events.Revision(n * gap) }

// add stores a fact as the log would.
func (s *Scenario[T, S]) add(fact events.Event, meta events.Meta) {
	n := len(s.facts)
	meta.ID = events.ID(fmt.Sprintf("event-%d", n+1))
	meta.Stream = streamOf(fact)
	meta.Version = events.KindOfFact(fact).Version
	meta.Ordinal, meta.Revision = uint64(n+1), Revision(n+1)
	if n > 0 {
		meta.Previous, meta.PreviousRevision = s.facts[n-1].Digest, s.facts[n-1].Revision
	}
	body, stored := roundTrip(meta.ID, fact)
	kind := events.KindOfFact(fact).Name
	record := eventlog.Record{Meta: meta, Kind: kind, Subject: eventlog.Subject(meta.Stream, kind), Body: body}
	s.facts = append(s.facts, events.Envelope[events.Event]{Meta: meta, Fact: stored, Digest: record.Digest()})
}

func streamOf(fact events.Event) events.StreamID {
	kind := events.KindOfFact(fact)
	s := events.StreamID{Workspace: Workspace, Family: kind.Family, ID: Goal, Part: events.Whole}
	switch kind.Family {
	case events.FamilySigner:
		s.ID = Signer
	case events.FamilyAgent:
		s.ID = Agent
	case events.FamilyAudit:
		s.ID = "log"
	case events.FamilyChain:
		s.ID = Contract
	}
	if kind.Part == events.OfRun {
		s.Part = Task
	}
	return s
}

// roundTrip reads a fact back from what would be stored.
func roundTrip(id events.ID, fact events.Event) ([]byte, events.Event) {
	body, err := events.Marshal(id, fact, nil)
	if err != nil {
		panic(fmt.Sprintf("commandtest: %v", err))
	}
	kind := events.KindOfFact(fact)
	stored, _, err := events.Unmarshal(id, kind.Name, kind.Version, body, nil)
	if err != nil {
		panic(fmt.Sprintf("commandtest: %v", err))
	}
	return body, stored
}

// Outcome is what a command came to.
type Outcome[T any, S Aggregate[T]] struct {
	given   *Scenario[T, S]
	command string
	facts   []events.Event
	err     error
	impure  string
}

// When decides a command. It is decided twice, because a decision may neither
// change the state nor depend on anything but its arguments.
func (s *Scenario[T, S]) When(req commands.Request, c commands.Command[S]) *Outcome[T, S] {
	o := &Outcome[T, S]{given: s, command: c.Name()}
	state := s.State()
	o.facts, o.err = c.Decide(state, req)
	if !reflect.DeepEqual(state, s.State()) {
		o.impure = "it changed the state"
	}
	if again, err := c.Decide(state, req); !reflect.DeepEqual(again, o.facts) || fmt.Sprint(err) != fmt.Sprint(o.err) {
		o.impure = "deciding again led elsewhere"
	}
	return o
}

// Then expects exactly these facts; none means that nothing was left to do.
func (o *Outcome[T, S]) Then(t testing.TB, want ...events.Event) {
	t.Helper()
	o.pure(t)
	if o.err != nil {
		t.Fatalf("%s was refused: %v", o.command, o.err)
	}
	if len(o.facts) != len(want) {
		t.Fatalf("%s led to %d facts, want %d\n got %s\nwant %s", o.command, len(o.facts), len(want), show(o.facts...), show(want...))
	}
	for i := range want {
		_, have := roundTrip("x", o.facts[i])
		if _, wish := roundTrip("x", want[i]); !reflect.DeepEqual(have, wish) {
			t.Fatalf("%s: fact %d\n got %s\nwant %s", o.command, i+1, show(have), show(wish))
		}
	}
}

// Refuses expects the command to be refused as errors.Is tells.
func (o *Outcome[T, S]) Refuses(t testing.TB, want error) *commands.Refusal {
	t.Helper()
	o.pure(t)
	refusal, ok := errors.AsType[*commands.Refusal](o.err)
	switch {
	case o.err == nil:
		t.Fatalf("%s led to %s, want it refused: %v", o.command, show(o.facts...), want)
	case !ok:
		t.Fatalf("%s failed, want it refused: %v", o.command, o.err)
	case !errors.Is(o.err, want):
		t.Fatalf("%s was refused with %s (%v), want %s", o.command, refusal.Code, refusal, want.(*commands.Refusal).Code)
	}
	return refusal
}

// State is what holds after the command, for tests of what follows from facts.
func (o *Outcome[T, S]) State(t testing.TB) S {
	t.Helper()
	o.pure(t)
	if o.err != nil {
		t.Fatalf("%s was refused: %v", o.command, o.err)
	}
	after := &Scenario[T, S]{facts: o.given.facts[:len(o.given.facts):len(o.given.facts)]}
	return after.And(o.facts...).State()
}

func (o *Outcome[T, S]) pure(t testing.TB) {
	t.Helper()
	if o.impure != "" {
		t.Fatalf("%s is not pure: %s", o.command, o.impure)
	}
}

func show(facts ...events.Event) string {
	out := ""
	for _, f := range facts {
		body, _ := json.Marshal(f)
		out += "\n      " + events.KindOfFact(f).Name + " " + string(body)
	}
	return out
}
