package shared_test

import (
	"context"
	"errors"
	"iter"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/jslog"
	"github.com/mergit-io/mergit/events/eventlog/logtest"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/events/eventlog/natsserver"
	"github.com/mergit-io/mergit/events/eventlog/shared"
)

// share shares a log for one test.
func share(t testing.TB, log eventlog.Log) *shared.Log {
	t.Helper()
	s := shared.New(log)
	ctx, stop := context.WithCancel(context.Background())
	var run sync.WaitGroup
	run.Go(func() {
		if err := s.Run(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("run: %v", err)
		}
	})
	t.Cleanup(func() { stop(); run.Wait() })
	return s
}

func TestASharedLogKeepsThePromisesOfTheLog(t *testing.T) {
	t.Parallel()
	logtest.Run(t, func(t *testing.T) eventlog.Log { return share(t, new(memlog.Log)) })
}

func TestASharedLogInJetStreamKeepsThePromisesOfTheLog(t *testing.T) {
	t.Parallel()
	logtest.Run(t, func(t *testing.T) eventlog.Log {
		server, err := natsserver.Start(natsserver.Config{Dir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = server.Shutdown(context.Background()) })
		nc, err := server.Connect("test")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(nc.Close)
		log, err := jslog.Open(t.Context(), nc, jslog.Config{})
		if err != nil {
			t.Fatal(err)
		}
		return share(t, log)
	})
}

// counted counts the followers of a log, and can end them all with an error.
type counted struct {
	eventlog.Log
	follows atomic.Int32
	reads   atomic.Int32
	faulty  atomic.Bool
	broken  atomic.Int32 // reads end with an error after as many records
}

func (c *counted) Read(ctx context.Context, q eventlog.Query) iter.Seq2[eventlog.Record, error] {
	c.reads.Add(1)
	most := int(c.broken.Swap(0))
	if most == 0 {
		return c.Log.Read(ctx, q)
	}
	return func(yield func(eventlog.Record, error) bool) {
		for r, err := range c.Log.Read(ctx, q) {
			if most--; most == 0 {
				r, err = eventlog.Record{}, errFault
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

var errFault = errors.New("no record")

func (c *counted) Follow(ctx context.Context, q eventlog.Query) iter.Seq2[eventlog.Record, error] {
	c.follows.Add(1)
	return func(yield func(eventlog.Record, error) bool) {
		for r, err := range c.Log.Follow(ctx, q) {
			if c.faulty.CompareAndSwap(true, false) {
				r, err = eventlog.Record{}, errFault
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// collect follows a goal until it has n records.
func collect(t *testing.T, l eventlog.Log, a *logtest.Aggregate, n int, each func(int)) {
	got := 0
	for r, err := range l.Follow(t.Context(), eventlog.Query{Subjects: []string{eventlog.Filter(a.Stream)}}) {
		if err != nil {
			t.Error(err)
			return
		}
		if got++; r.Ordinal != uint64(got) {
			t.Errorf("record %d has ordinal %d", got, r.Ordinal)
			return
		}
		if each != nil {
			each(got)
		}
		if got == n {
			return
		}
	}
	t.Errorf("ended after %d", got)
}

func TestAllFollowersShareOne(t *testing.T) {
	t.Parallel()
	inner := &counted{Log: new(memlog.Log)}
	l := share(t, inner)
	goals := []*logtest.Aggregate{logtest.NewGoal(), logtest.NewGoal(), logtest.NewGoal()}
	var wg sync.WaitGroup
	for _, a := range goals {
		for range 3 {
			wg.Go(func() { collect(t, l, a, 50, nil) })
		}
	}
	for i := range 50 {
		for _, a := range goals {
			a.Append(t, l, logtest.Some(i))
		}
	}
	wg.Wait()
	if n := inner.follows.Load(); n != 1 {
		t.Errorf("the log is followed %d times", n)
	}
}

func TestASlowFollowerReadsWhatItMissedAndJoinsAgain(t *testing.T) {
	t.Parallel()
	inner := &counted{Log: new(memlog.Log)}
	l := share(t, inner)
	a := logtest.NewGoal()
	const n = 10_000 // twice what is queued
	begun, written := make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		collect(t, l, a, n, func(got int) {
			if got == 1 {
				close(begun)
				<-written
			}
		})
	})
	a.Append(t, l, logtest.Some(0))
	<-begun
	for i := range n - 1 {
		a.Append(t, l, logtest.Some(i))
	}
	// The follower of the log has to have come by, so that something was lost.
	collect(t, l, a, n, nil)
	close(written)
	wg.Wait()
	if inner.reads.Load() == 0 {
		t.Error("it never fell behind")
	}
	if n := inner.follows.Load(); n != 1 {
		t.Errorf("the log is followed %d times", n)
	}
}

func TestEachGoesOnByItselfWhereTheSharedFollowerCannot(t *testing.T) {
	t.Parallel()
	inner := &counted{Log: new(memlog.Log)}
	l := share(t, inner)
	a := logtest.NewGoal()
	var wg sync.WaitGroup
	halfway := make(chan struct{})
	wg.Go(func() {
		collect(t, l, a, 20, func(got int) {
			if got == 10 {
				close(halfway)
			}
		})
	})
	for i := range 10 {
		a.Append(t, l, logtest.Some(i))
	}
	<-halfway
	inner.faulty.Store(true)
	for i := range 10 {
		a.Append(t, l, logtest.Some(i))
	}
	wg.Wait()
	if n := inner.follows.Load(); n != 2 {
		t.Errorf("the log is followed %d times", n)
	}
	collect(t, l, a, 20, nil) // as one does that comes later
}

// A read gives up after a while, where a server is away; who follows does not.
func TestAFollowerOutlivesAReadThatFails(t *testing.T) {
	t.Parallel()
	inner := &counted{Log: new(memlog.Log)}
	a := logtest.NewGoal()
	for i := range 20 {
		a.Append(t, inner, logtest.Some(i))
	}
	l := share(t, inner)
	for _, after := range []int32{1, 8} {
		inner.broken.Store(after)
		collect(t, l, a, 20, nil)
		if inner.broken.Load() != 0 {
			t.Error("nothing was read")
		}
	}
}
