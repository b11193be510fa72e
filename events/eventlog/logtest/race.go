package logtest

import (
	"errors"
	"sync"
	"testing"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

var racePromises = []promise[eventlog.Log]{
	{"of two appenders exactly one wins each revision", func(t *testing.T, l eventlog.Log) { Race(t, l, l, 100) }},
	{"several appenders of batches lose and win as whole batches", func(t *testing.T, l eventlog.Log) {
		const writers, rounds = 4, 5
		a := NewGoal()
		var wg sync.WaitGroup
		for range writers {
			wg.Go(func() {
				for won := 0; won < rounds; {
					mine, err := reload(t, l, a.Stream)
					if err != nil {
						t.Error(err)
						return
					}
					_, err = l.Append(t.Context(), mine.Part(t, several(3)...))
					switch _, lost := errors.AsType[*eventlog.ConflictError](err); {
					case err == nil:
						won++
					case !lost:
						t.Error(err)
						return
					}
				}
			})
		}
		wg.Wait()
		if got := mustCollect(t, l.Load(t.Context(), a.Stream, 0)); len(got) != writers*rounds*3 {
			t.Fatalf("%d records", len(got))
		}
	}},
}

// reload makes an aggregate that stands where its stream is.
func reload(t testing.TB, l eventlog.Log, s events.StreamID) (*Aggregate, error) {
	a := &Aggregate{Stream: s}
	for r, err := range l.Load(t.Context(), s, 0) {
		if err != nil {
			return nil, err
		}
		a.Chain = eventlog.Chain{Revision: r.Revision, Ordinal: r.Ordinal, Digest: r.Digest()}
	}
	return a, nil
}

// Race lets two logs on the same store append to one stream at the same moment,
// round after round, and checks that each round has exactly one winner and that
// the loser is told.
func Race(t *testing.T, one, two eventlog.Log, rounds int) {
	t.Helper()
	a := NewGoal()
	for round := range rounds {
		var parts [2]eventlog.Part
		var at [2]events.Revision
		var errs [2]error
		var wg sync.WaitGroup
		start := make(chan struct{})
		for i, l := range []eventlog.Log{one, two} {
			mine := *a
			parts[i] = mine.Part(t, Some(round))
			wg.Go(func() {
				<-start
				at[i], errs[i] = l.Append(t.Context(), parts[i])
			})
		}
		close(start)
		wg.Wait()
		winner := 0
		if errs[0] != nil {
			winner = 1
		}
		if errs[winner] != nil {
			t.Fatalf("round %d: nobody won: %v; %v", round, errs[0], errs[1])
		}
		conflicts(t, errs[1-winner], a.Stream, a.Chain.Revision, at[winner])
		won := parts[winner].Records[0]
		a.Chain = eventlog.Chain{Revision: at[winner], Ordinal: won.Ordinal, Digest: won.Digest()}
	}
	if got := mustCollect(t, one.Load(t.Context(), a.Stream, 0)); len(got) != rounds {
		t.Fatalf("%d records after %d rounds", len(got), rounds)
	}
}
