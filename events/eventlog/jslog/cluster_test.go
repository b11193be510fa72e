package jslog_test

import (
	"context"
	"sync"
	"testing"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/jslog"
	"github.com/mergit-io/mergit/events/eventlog/logtest"
	"github.com/mergit-io/mergit/events/eventlog/natsserver/cluster"
)

func TestOnThreeServersALostRaceIsAlwaysDetected(t *testing.T) {
	t.Parallel()
	c := cluster.Start(t, 3)
	one := open(t, c.Connect(t), jslog.Config{Replicas: 3})
	two := open(t, c.Connect(t), jslog.Config{Replicas: 3})
	logtest.Race(t, one, two, 200)
	dense(t, one)
}

// dense checks that no sequence is missing: refused appends use none up.
func dense(t *testing.T, l *jslog.Log) (n events.Revision) {
	t.Helper()
	for r, err := range l.Read(context.Background(), eventlog.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; r.Revision != n {
			t.Fatalf("%d follows %d", r.Revision, n-1)
		}
	}
	return n
}

func TestWhenTheLeaderIsLostWhatIsAcknowledgedIsStoredOnce(t *testing.T) {
	t.Parallel()
	const writers, before, after = 4, 30, 60
	c := cluster.Start(t, 3)
	l := open(t, c.Connect(t), jslog.Config{Replicas: 3})

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var followers, wg sync.WaitGroup
	followers.Go(func() {
		at := events.Revision(0)
		for r, err := range l.Follow(ctx, eventlog.Query{}) {
			if err != nil {
				t.Errorf("after %d: %v", at, err)
				return
			}
			if r.Revision != at+1 {
				t.Errorf("%d follows %d", r.Revision, at)
				return
			}
			if at = r.Revision; at == writers*(before+after) {
				return
			}
		}
	})
	aggregates := make([]*logtest.Aggregate, writers)
	var warm sync.WaitGroup
	warm.Add(writers)
	for w := range writers {
		a := logtest.NewGoal()
		aggregates[w] = a
		wg.Go(func() {
			isWarm := sync.OnceFunc(warm.Done)
			defer isWarm()
			for i := range before + after {
				if i == before {
					isWarm()
				}
				a.Append(t, l, logtest.Some(i))
			}
		})
	}
	warm.Wait()
	c.Stop(t, c.Leader(t, "EVENTS"))
	wg.Wait()
	followers.Wait()
	for _, a := range aggregates {
		if got := load(t, l, a); len(got) != before+after {
			t.Errorf("%s: %d records are stored, %d acknowledged", a.Stream, len(got), before+after)
		}
	}
	if n := dense(t, l); n != writers*(before+after) {
		t.Errorf("%d records are stored, %d acknowledged", n, writers*(before+after))
	}
}
