package sse_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/gateway/sse"
)

// bench is a hub over a log in memory.
type bench struct {
	t   testing.TB
	hub *sse.Hub
	log *memlog.Log
	set *commands.Set
	n   int
}

func newBench(t testing.TB, cfg sse.Config) *bench {
	t.Helper()
	log, keys := new(memlog.Log), new(memlog.Keys)
	cfg.Log, cfg.Keys = log, keys
	b := &bench{
		t: t, hub: sse.New(cfg), log: log,
		set: commands.NewSet(log, keys, commands.Config{NewID: func() string { return uuid.NewString() }}),
	}
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() { _ = b.hub.Run(ctx) })
	t.Cleanup(func() { cancel(); wg.Wait() })
	b.eventually(func() bool { return b.hub.Check(ctx) == nil })
	return b
}

func (b *bench) eventually(met func() bool) {
	b.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !met(); {
		if time.Now().After(deadline) {
			b.t.Fatal("it never came about")
		}
		<-time.NewTimer(time.Millisecond).C
	}
}

// append stores n events and waits until the tail has brought them.
func (b *bench) append(n int) {
	b.t.Helper()
	for range n {
		b.n++
		_, err := b.set.Dispatch(context.Background(), commands.Request{At: time.Now(), Actor: "user:test"},
			commands.SubmitGoal{GoalRef: commands.GoalRef{Workspace: "main", Goal: fmt.Sprintf("g%d", b.n)}, Title: "t"})
		if err != nil {
			b.t.Fatal(err)
		}
	}
	b.eventually(func() bool { return b.hub.Position() >= events.Revision(b.n) })
}

func (b *bench) open(after events.Revision) *sse.Stream {
	b.t.Helper()
	s, err := b.hub.Open(sse.Subscription{Owner: "me", Subjects: []string{eventlog.Prefix + "*.main.>"}, After: after, Open: true})
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { s.Close() })
	return s
}

// ids lists the sequences in a stream's text.
func ids(t testing.TB, text string) (list []uint64) {
	t.Helper()
	for line := range strings.Lines(text) {
		if id, ok := strings.CutPrefix(line, "id: "); ok {
			n, err := strconv.ParseUint(strings.TrimSpace(id), 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, n)
		}
	}
	return list
}

// readTo reads until an event came.
func readTo(t testing.TB, s io.Reader, want uint64) string {
	t.Helper()
	var text strings.Builder
	for lines := bufio.NewReader(s); ; {
		line, err := lines.ReadString('\n')
		text.WriteString(line)
		if err != nil {
			t.Fatalf("%v after %s", err, text.String())
		}
		if line == fmt.Sprintf("id: %d\n", want) {
			return text.String()
		}
	}
}

func checkDense(t testing.TB, list []uint64, first, last uint64) {
	t.Helper()
	if uint64(len(list)) != last-first+1 {
		t.Fatalf("%d events, want %d to %d: %v", len(list), first, last, list)
	}
	for i, n := range list {
		if n != first+uint64(i) {
			t.Fatalf("event %d where %d should be", n, first+uint64(i))
		}
	}
}

func TestSlowStreamReadsTheLogItself(t *testing.T) {
	t.Parallel()
	b := newBench(t, sse.Config{Queue: 4})
	b.append(3)
	s := b.open(0)
	checkDense(t, ids(t, readTo(t, s, 3)), 1, 3)
	for round := range 5 { // each time its queue overflows
		before := uint64(b.n)
		b.append(50 + round)
		checkDense(t, ids(t, readTo(t, s, uint64(b.n))), before+1, uint64(b.n))
	}
}

func TestStreamThatNeverCatchesUpIsCut(t *testing.T) {
	t.Parallel()
	b := newBench(t, sse.Config{Queue: 2, Strikes: 3})
	s := b.open(0)
	var text strings.Builder
	for buffer := make([]byte, 2048); ; {
		n, err := s.Read(buffer)
		text.Write(buffer[:n])
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		b.append(5) // five more whenever a line was read
		if b.n > 20000 {
			t.Fatal("it is never cut")
		}
	}
	if !strings.HasSuffix(text.String(), ": too slow for what happens; reconnect\n\n") {
		t.Errorf("it ends with %q", text.String()[max(0, text.Len()-200):])
	}
	list := ids(t, text.String())
	checkDense(t, list, 1, uint64(len(list))) // cut, but nothing was skipped
}

// Whatever a client does and whenever, it sees every event once and in order.
func TestAnyReaderSeesEveryEventOnce(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(seed, 7))
			b := newBench(t, sse.Config{Queue: 1 + random.IntN(12), Heartbeat: time.Microsecond, Strikes: 1 + random.IntN(20)})
			b.append(random.IntN(30))
			var list []uint64
			var text strings.Builder
			s := b.open(0)
			flush := func() { // only whole events count
				whole := text.String()
				whole = whole[:strings.LastIndex(whole, "\n\n")+1]
				list = append(list, ids(t, whole)...)
				text.Reset()
			}
			reopen := func() {
				flush()
				s.Close()
				s = b.open(events.Revision(len(list)))
			}
			for range 200 {
				switch random.IntN(6) {
				case 0:
					b.append(random.IntN(20))
				case 1:
					if random.IntN(6) == 0 {
						reopen()
					}
				default:
					buffer := make([]byte, 1+random.IntN(900))
					n, err := s.Read(buffer)
					text.Write(buffer[:n])
					if errors.Is(err, io.EOF) {
						reopen()
					} else if err != nil {
						t.Fatal(err)
					}
				}
			}
			b.append(1)
			flush()
			s.Close()
			rest := b.open(events.Revision(len(list)))
			list = append(list, ids(t, readTo(t, rest, uint64(b.n)))...)
			checkDense(t, list, 1, uint64(b.n))
		})
	}
}

func TestClosedHubOpensNothing(t *testing.T) {
	t.Parallel()
	b := newBench(t, sse.Config{PerPrincipal: 1})
	s := b.open(0)
	if _, err := b.hub.Open(sse.Subscription{Owner: "me"}); err == nil {
		t.Error("a second stream is allowed")
	}
	s.Close()
	s.Close()
	if n := b.hub.Streams(); n != 0 {
		t.Errorf("%d streams are open", n)
	}
	b.hub.Close()
	if _, err := b.hub.Open(sse.Subscription{Owner: "me"}); !errors.Is(err, sse.ErrClosing) {
		t.Errorf("a closed hub says %v", err)
	}
}
