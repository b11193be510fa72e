package gateway_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/gateway"
	"github.com/mergit-io/mergit/gateway/sse"
	"github.com/mergit-io/mergit/gateway/wire"
)

func TestStreamOfAGoalIsItsHistoryAndThenLive(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.submit(owner, "Watch me").ID
	w.submit(owner, "another")
	f := w.follow("/stream/goals/"+id+"?until=proven", owner)
	first := f.take(1)[0]
	if first.kind != "goal.submitted" || first.event.Aggregate != id || first.event.Sealed || !bytes.Contains(first.event.Data, []byte(`"Watch me"`)) {
		t.Errorf("first %+v", first)
	}
	w.finish("main", id)
	all := append([]shown{first}, f.rest()...)
	want := "goal.submitted goal.planned task.started task.tool_call task.tool_result task.completed task.started task.tool_call task.tool_result task.completed " +
		"goal.completed proof.pending proof.submitted proof.confirmed"
	if kinds(all) != want || f.why != "that was all" {
		t.Errorf("events %s, end %q", kinds(all), f.why)
	}
	if all[3].event.Task != "a" || all[3].event.Version != 1 {
		t.Errorf("call %+v", all[3].event)
	}
	for _, s := range all {
		text, err := json.Marshal(s.event)
		if err != nil {
			t.Fatal(err)
		}
		checkEvent(t, text)
	}
	ended := w.follow("/stream/goals/"+id+"?until=ended", owner).rest()
	if len(ended) != 11 {
		t.Errorf("until the end: %s", kinds(ended))
	}
	// Whoever comes back after that has nothing to wait for.
	for _, until := range []string{"ended", "proven"} {
		if a := w.get(fmt.Sprintf("/stream/goals/%s?until=%s&last_event_id=%d", id, until, all[13].event.Sequence), owner); a.status != http.StatusNoContent {
			t.Errorf("until=%s answers %d", until, a.status)
		}
	}
}

func TestStreamGoesOnAfterTheLastEvent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.submit(owner, "x").ID
	w.finish("main", id)
	for _, resume := range []func(uint64) *follower{
		func(n uint64) *follower {
			return w.follow("/stream/events", owner, "Last-Event-ID", fmt.Sprint(n))
		},
		func(n uint64) *follower {
			return w.follow(fmt.Sprintf("/stream/events?access_token=%s&last_event_id=%d&subject=mergit.ev.*.main.goal.*.%%3E", owner, n), "")
		},
		func(n uint64) *follower { // the header is newer than the address
			return w.follow("/stream/goals/"+id+"?last_event_id=1", owner, "Last-Event-ID", fmt.Sprint(n))
		},
	} {
		f := resume(9)
		if have := sequences(f.take(5)); !slices.Equal(have, []uint64{10, 11, 12, 13, 14}) {
			t.Errorf("events %v", have)
		}
		f.close()
	}
	f := w.follow("/stream/events?from=now", owner)
	w.submit(owner, "new")
	if s := f.take(1)[0]; s.event.Sequence != 15 {
		t.Errorf("from now on: %+v", s)
	}
}

func TestProofsOfTheWorkspaceAreOneStream(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := w.follow("/stream/proofs", owner)
	for range 2 {
		w.finish("other", w.submit(other, "not for you").ID)
		w.finish("main", w.submit(owner, "for you").ID)
	}
	want := "proof.pending proof.submitted proof.confirmed proof.pending proof.submitted proof.confirmed"
	if list := f.take(6); kinds(list) != want || list[5].event.Workspace != "main" {
		t.Errorf("proofs %s", kinds(list))
	}
}

func TestContentIsOpenedForThoseWhoMayReadIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.submit(owner, "between us").ID
	see := func(token string) wire.Event {
		f := w.follow("/stream/goals/"+id, token)
		defer f.close()
		return f.take(1)[0].event
	}
	if e := see(auditor); !e.Sealed || bytes.Contains(e.Data, []byte("between us")) || !bytes.Contains(e.Data, []byte("$sealed")) {
		t.Errorf("sealed: %+v %s", e, e.Data)
	}
	if e := see(viewer); e.Sealed || !bytes.Contains(e.Data, []byte("between us")) {
		t.Errorf("opened: %+v %s", e, e.Data)
	}
	if err := w.keys.Destroy(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if e := see(viewer); !e.Forgotten || !bytes.Contains(e.Data, []byte(events.Forgotten)) {
		t.Errorf("forgotten: %+v %s", e, e.Data)
	}
}

func TestStreamCarriesWhatThisBinaryDoesNotKnow(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := w.follow("/stream/events", owner)
	stream := events.GoalStream("main", "future")
	for i, body := range []string{"{\"new\":\n true}", "no JSON at all"} {
		r := eventlog.Record{Kind: "goal.dreamt", Subject: eventlog.Subject(stream, "goal.dreamt"), Body: []byte(body), Meta: events.Meta{
			ID: events.ID(newID()), Stream: stream, Time: time.Now().UTC(), Version: 9, Ordinal: uint64(i + 1),
		}}
		if _, err := w.log.Append(t.Context(), eventlog.Part{Stream: stream, After: events.Revision(i), Records: []eventlog.Record{r}}); err != nil {
			t.Fatal(err)
		}
	}
	list := f.take(2)
	if string(list[0].event.Data) != `{"new":true}` || !list[0].event.Sealed || list[0].event.Version != 9 {
		t.Errorf("first %+v", list[0])
	}
	if string(list[1].event.Data) != `{"base64":"bm8gSlNPTiBhdCBhbGw="}` {
		t.Errorf("second %s", list[1].event.Data)
	}
}

// feed is a source of transient events.
type feed chan sse.Transient

func (f feed) Follow(ctx context.Context, deliver func(sse.Transient)) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case t := <-f:
			deliver(t)
		}
	}
}

func TestProgressIsShownWithoutAnID(t *testing.T) {
	t.Parallel()
	live := make(feed)
	w := newWorld(t, func(c *gateway.Config) { c.Streams.Live = live })
	id := w.submit(owner, "x").ID
	mine, theirs := w.follow("/stream/goals/"+id, owner), w.follow("/stream/events", other)
	mine.take(1)
	// It is shown once a stream is live, and not before.
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	defer wg.Wait()
	defer stop()
	wg.Go(func() {
		for ctx.Err() == nil {
			select {
			case <-ctx.Done():
			case live <- sse.Transient{Workspace: "main", Goal: id, Task: "a", Kind: "task.progress", Data: json.RawMessage(`{"done":1}`)}:
			case live <- sse.Transient{Workspace: "main", Goal: id, Task: events.Whole, Kind: "goal.waiting", Data: json.RawMessage(`{"note":"n"}`)}:
			}
		}
	})
	s := mine.take(1)[0]
	for s.kind == "goal.waiting" {
		if s.id != "" || s.event.Task != "" || string(s.event.Data) != `{"note":"n"}` {
			t.Fatalf("of the goal itself: %+v", s)
		}
		s = mine.take(1)[0]
	}
	if s.id != "" || s.kind != "task.progress" || s.event.Task != "a" || string(s.event.Data) != `{"done":1}` || s.event.Sequence != 0 {
		t.Errorf("progress %+v", s)
	}
	w.submit(other, "theirs")
	if s := theirs.take(1)[0]; s.kind != "goal.submitted" {
		t.Errorf("somebody else's progress is shown: %+v", s)
	}
}

func TestSilenceIsFilledWithComments(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *gateway.Config) { c.Streams.Heartbeat = time.Millisecond })
	f := w.follow("/stream/proofs", owner)
	for n := 0; n < 3; {
		line, err := f.lines.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if line == ": still here\n" {
			n++
		}
	}
}

func TestStreamsOfOnePrincipalAreLimited(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *gateway.Config) { c.Streams.PerPrincipal = 2; c.Streams.Heartbeat = time.Millisecond })
	one, _ := w.follow("/stream/proofs", owner), w.follow("/stream/proofs", owner)
	w.get("/stream/proofs", owner).refused(http.StatusTooManyRequests, "TOO_MANY_STREAMS")
	w.follow("/stream/proofs", other)
	one.close() // which the server notices with the next heartbeat
	w.eventually(func() bool {
		f, _ := w.tryFollow("/stream/proofs", owner)
		return f != nil
	})
}

func TestStreamsEndCleanlyWithTheServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var all []*follower
	for range 20 {
		all = append(all, w.follow("/stream/events", owner))
	}
	w.submit(owner, "x")
	for _, f := range all {
		f.take(1)
	}
	w.stop()
	for _, f := range all {
		if list := f.rest(); len(list) != 0 || !strings.Contains(f.why, "stopping") {
			t.Errorf("after the end %s, said %q", kinds(list), f.why)
		}
	}
}

// shaky is a log whose follower and keys fail now and then.
type shaky struct {
	eventlog.Log
	fail atomic.Int32
}

func (s *shaky) Follow(ctx context.Context, q eventlog.Query) iter.Seq2[eventlog.Record, error] {
	return func(yield func(eventlog.Record, error) bool) {
		for r, err := range s.Log.Follow(ctx, q) {
			if s.fail.Add(-1) == 0 {
				yield(eventlog.Record{}, errors.New("the connection broke"))
				return
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

func TestTailThatBreaksLosesNothing(t *testing.T) {
	t.Parallel()
	var log *shaky
	w := newWorld(t, func(c *gateway.Config) {
		log = &shaky{Log: c.API.Log}
		c.API.Log = log
	})
	f := w.follow("/stream/events", owner)
	for i := range 60 {
		if i%20 == 5 {
			log.fail.Store(3)
		}
		w.submit(owner, fmt.Sprint(i))
	}
	for i, n := range sequences(f.take(60)) {
		if n != uint64(i+1) {
			t.Fatalf("event %d is %d", i+1, n)
		}
	}
}

// locked are keys that cannot be had for a while, or break.
type locked struct {
	eventlog.Keys
	down, broken atomic.Bool
}

func (l *locked) Key(ctx context.Context, id string) (*events.Key, error) {
	switch {
	case l.broken.Load():
		panic("a fault of our own")
	case l.down.Load():
		return nil, errors.New("no answer")
	}
	return l.Keys.Key(ctx, id)
}

func TestContentThatCannotBeOpenedNowIsNotSkipped(t *testing.T) {
	t.Parallel()
	var keys *locked
	w := newWorld(t, func(c *gateway.Config) {
		keys = &locked{Keys: c.Keys}
		c.Keys = keys
	})
	id := w.submit(owner, "x").ID
	path := "/stream/goals/" + id
	keys.down.Store(true)
	f := w.follow(path, owner)
	if list := f.rest(); len(list) != 0 || !strings.Contains(f.why, "cannot be opened") {
		t.Errorf("events %s, said %q", kinds(list), f.why)
	}
	keys.down.Store(false)
	keys.broken.Store(true)
	if s, err := w.follow(path, owner).next(); err == nil || s.kind != "" {
		t.Errorf("a stream that panicked goes on with %+v", s)
	}
	keys.broken.Store(false)
	if list := w.follow(path, owner).take(1); list[0].event.Sealed {
		t.Errorf("event %+v", list[0])
	}
}

// At the seam between history and live there is neither gap nor duplicate,
// however the two race.
func TestSeamHasNeitherGapNorDuplicate(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *gateway.Config) { c.Streams.Queue = 8 })
	const n, clients = 400, 24
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := range n {
			w.run(commands.SubmitGoal{GoalRef: commands.GoalRef{Workspace: "main", Goal: fmt.Sprintf("g%d", i)}, Title: "t"})
		}
	})
	for range clients {
		wg.Go(func() {
			f := w.follow("/stream/events", owner)
			defer f.close()
			for want := uint64(1); want <= n; want++ {
				s, err := f.next()
				if err != nil || s.event.Sequence != want {
					t.Errorf("event %d, want %d: %v (%s)", s.event.Sequence, want, err, f.why)
					return
				}
			}
		})
	}
	wg.Wait()
}
