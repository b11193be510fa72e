package verify_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/verify"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

// story makes a goal's records of facts, whatever they say: each chain is whole, and content is what it should be.
func story(t *testing.T, facts ...events.Event) verify.Source {
	t.Helper()
	log, keys := new(memlog.Log), new(memlog.Keys)
	if _, err := keys.Create(t.Context(), "g"); err != nil {
		t.Fatal(err)
	}
	chains := map[events.StreamID]eventlog.Chain{}
	for i, fact := range facts {
		s := events.GoalStream(chaintest.Workspace, "g")
		if events.KindOfFact(fact).Part == events.OfRun {
			s.Part = "t"
		}
		if f, ok := fact.(events.TaskCompleted); ok {
			f.Run = chains[events.RunStream(chaintest.Workspace, "g", "t")].Digest
			fact = f
		}
		chain := chains[s]
		r, err := eventlog.Codec{Keys: keys}.Encode(t.Context(), events.Meta{
			ID: events.ID(fmt.Sprint("event-", i)), Stream: s, Time: time.Date(2026, 1, 2, 3, 4, i, 0, time.UTC), Source: "test",
			Actor: "user:test", Ordinal: chain.Ordinal + 1, Previous: chain.Digest,
		}, fact)
		if err != nil {
			t.Fatal(err)
		}
		at, err := log.Append(t.Context(), eventlog.Part{Stream: s, After: chain.Revision, Records: []eventlog.Record{r}})
		if err != nil {
			t.Fatal(err)
		}
		chains[s] = eventlog.Chain{Revision: at, Ordinal: r.Ordinal, Digest: r.Digest()}
	}
	return verify.Source{Log: log, Keys: keys}
}

func TestWhatNothingLedToIsNamed(t *testing.T) {
	t.Parallel()
	hash := events.Sum([]byte("x"))
	var (
		submitted = events.GoalSubmitted{Title: "t"}
		planned   = events.GoalPlanned{Version: 1, Tasks: []events.PlannedTask{{ID: "t"}, {ID: "u", Needs: []string{"t"}}}}
		started   = events.TaskStarted{Task: "t", Attempt: 1, Claim: "c"}
		step      = events.Step{Attempt: 1, Call: 1, Claim: "c", Started: 3}
		write     = events.TaskToolCall{Step: step, Tool: "x", Effect: "write"}
		read      = events.TaskToolCall{Step: step, Tool: "x", Effect: "read"}
		failed    = events.TaskToolFailed{Step: step, Code: "x"}
		doubt     = events.TaskToolInDoubt{Step: step}
		again     = events.TaskToolSettled{Step: step, Outcome: "again", By: "user:ann"}
		done      = events.TaskCompleted{Task: "t", Attempt: 1, Claim: "c", Result: hash}
		asked     = events.InterruptPending{Interrupt: "i", Task: "t"}
		answered  = events.InterruptResolved{Interrupt: "i", Decision: "yes", By: "user:ann"}
		cancelled = events.GoalCancelled{By: "user:ann"}
		broken    = events.GoalFailed{Code: "x"}
		retried   = events.GoalReplanned{Version: 2, Tasks: planned.Tasks}
		pending   = events.ProofPending{Bundle: commands.BundleID("g", 0), Root: hash}
		confirmed = events.ProofConfirmed{Bundle: hash}
	)
	for name, c := range map[string]struct {
		facts []events.Event
		class verify.Class
		task  string
		at    events.Revision
	}{
		"a plan without a goal":            {[]events.Event{planned}, verify.NoCause, "", 1},
		"a goal submitted twice":           {[]events.Event{submitted, submitted}, verify.Repeated, "", 2},
		"a goal planned twice":             {[]events.Event{submitted, planned, planned}, verify.Repeated, "", 3},
		"a new plan without an old one":    {[]events.Event{submitted, events.GoalReplanned{Version: 2}}, verify.NoCause, "", 2},
		"a task that is not planned":       {[]events.Event{submitted, started}, verify.NoCause, "t", 2},
		"a task before what it needs":      {[]events.Event{submitted, planned, events.TaskStarted{Task: "u", Attempt: 1, Claim: "d"}}, verify.NoCause, "u", 3},
		"a result of a task not started":   {[]events.Event{submitted, planned, done}, verify.NoCause, "t", 3},
		"a result by another claim":        {[]events.Event{submitted, planned, started, events.TaskCompleted{Task: "t", Attempt: 1, Claim: "d"}}, verify.NoCause, "t", 4},
		"a result of another attempt":      {[]events.Event{submitted, planned, started, events.TaskCompleted{Task: "t", Attempt: 2, Claim: "c"}}, verify.NoCause, "t", 4},
		"a task completed twice":           {[]events.Event{submitted, planned, started, done, done}, verify.Repeated, "t", 5},
		"a done task started":              {[]events.Event{submitted, planned, started, done, started}, verify.Repeated, "t", 5},
		"a failure of what is over":        {[]events.Event{submitted, planned, started, done, events.TaskFailed{Task: "t", Attempt: 1, Claim: "c"}}, verify.NoCause, "t", 5},
		"an outcome without an intent":     {[]events.Event{submitted, planned, started, failed}, verify.NoCause, "t", 4},
		"a second outcome":                 {[]events.Event{submitted, planned, started, read, failed, failed}, verify.NoCause, "t", 6},
		"a write made twice":               {[]events.Event{submitted, planned, started, write, write}, verify.Repeated, "t", 5},
		"a call made after its outcome":    {[]events.Event{submitted, planned, started, read, failed, read}, verify.Repeated, "t", 6},
		"a doubt without an intent":        {[]events.Event{submitted, planned, started, doubt}, verify.NoCause, "t", 4},
		"an answer without a doubt":        {[]events.Event{submitted, planned, started, write, again}, verify.NoCause, "t", 5},
		"an outcome while in doubt":        {[]events.Event{submitted, planned, started, write, doubt, failed}, verify.NoCause, "t", 6},
		"a call by a claim nobody gave":    {[]events.Event{submitted, planned, read}, verify.NoCause, "t", 3},
		"a model asked twice":              {[]events.Event{submitted, planned, started, events.TaskModelCall{Step: step}, events.TaskModelCall{Step: step}}, verify.Repeated, "t", 5},
		"an answer nobody asked for":       {[]events.Event{submitted, answered}, verify.NoCause, "", 2},
		"a second answer":                  {[]events.Event{submitted, planned, started, asked, answered, answered}, verify.NoCause, "", 6},
		"a question asked twice":           {[]events.Event{submitted, planned, started, asked, asked}, verify.Repeated, "t", 5},
		"a goal completed too early":       {[]events.Event{submitted, planned, started, done, events.GoalCompleted{Tasks: 2}}, verify.NoCause, "u", 5},
		"a goal ended twice":               {[]events.Event{submitted, cancelled, cancelled}, verify.Repeated, "", 3},
		"a proof before the end":           {[]events.Event{submitted, pending}, verify.NoCause, "", 2},
		"a proof announced twice":          {[]events.Event{submitted, cancelled, pending, pending}, verify.Repeated, "", 4},
		"a proof of another goal":          {[]events.Event{submitted, cancelled, events.ProofPending{Bundle: hash, Root: hash}}, verify.NoCause, "", 3},
		"a proof of the end before":        {[]events.Event{submitted, planned, broken, retried, broken, pending}, verify.NoCause, "", 6},
		"a proof confirmed out of nothing": {[]events.Event{submitted, cancelled, confirmed}, verify.NoCause, "", 3},
		"a proof confirmed twice":          {[]events.Event{submitted, cancelled, pending, confirmed, confirmed}, verify.Repeated, "", 5},
		"a proof of what was not done":     {[]events.Event{submitted, cancelled, pending}, verify.RootDiffers, "", 3},
		"a result that no run has":         {[]events.Event{submitted, planned, started, done}, verify.NoCause, "t", 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wants(t, check(t, story(t, c.facts...), "g"), c.class, c.task, c.at)
		})
	}
	for name, facts := range map[string][]events.Event{
		"a read run again":        {submitted, planned, started, read, read, failed},
		"a write settled and run": {submitted, planned, started, write, doubt, again, write, failed},
		"a lost worker replaced": {submitted, planned, started, write, events.TaskStarted{Task: "t", Attempt: 1, Claim: "d", Supersedes: "c"},
			events.TaskToolFailed{Step: events.Step{Attempt: 1, Call: 1, Claim: "d", Started: 5}, Code: "x"},
			events.TaskFailed{Task: "t", Attempt: 1, Claim: "d", Code: "x"}},
		"a question answered": {submitted, planned, started, asked, answered, cancelled},
		"a proof given up":    {submitted, cancelled, pending, events.ProofDeadLettered{}, pending, confirmed},
		"a goal retried":      {submitted, planned, broken, pending, retried, confirmed, broken, events.ProofPending{Bundle: commands.BundleID("g", 1)}, confirmed},
		"a proof taken back":  {submitted, cancelled, pending, events.ProofSubmitted{}, confirmed, events.ProofReorged{}, events.ProofSubmitted{}, confirmed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, f := range check(t, story(t, facts...), "g").Faults() {
				if f.Name == "causes" {
					t.Error(f)
				}
			}
		})
	}
}
