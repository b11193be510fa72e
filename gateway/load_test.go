package gateway_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/gateway"
)

// store submits a goal whose event has about that many bytes.
func (w *world) store(i, size int) {
	w.run(commands.SubmitGoal{
		GoalRef: commands.GoalRef{Workspace: "main", Goal: fmt.Sprintf("load-%d", i)}, Title: "load", Description: strings.Repeat("d", size),
	})
}

// narrow connections take little before their reader reads.
var narrow = &http.Transport{
	DisableKeepAlives: true, ReadBufferSize: 512,
	DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := new(net.Dialer).DialContext(ctx, network, address)
		if tcp, ok := c.(*net.TCPConn); ok && err == nil {
			err = tcp.SetReadBuffer(4 << 10)
		}
		return c, err
	},
}

// Under load every client sees every event of its subject once and in order:
// those that read at once, those that read in bursts with everything full
// meanwhile, and those that come and go.
func TestNoClientMissesAnythingUnderLoad(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *gateway.Config) {
		c.Streams.Queue = 32
		c.Streams.PerPrincipal = 1000
		c.Streams.Strikes = 1 << 20
	})
	const events, clients = 900, 48
	var stored atomic.Int64
	var wg sync.WaitGroup
	for c := range clients {
		wg.Go(func() {
			random := rand.New(rand.NewPCG(uint64(c), 1))
			sees := w.on(t)
			path := []string{"/stream/events", "/stream/events?subject=mergit.ev.*.main.goal.*._.goal.*", "/stream/events?subject=mergit.ev.*.main.goal.load-7.%3E"}[c%3]
			want := uint64(events)
			if c%3 == 2 {
				want = 1
			}
			var last, n uint64
			var f *follower
			for n < want {
				if f == nil {
					f = sees.follow(path, owner, "Last-Event-ID", fmt.Sprint(last))
				}
				if c%6 == 1 { // in bursts
					sees.eventually(func() bool { return uint64(stored.Load()) >= min(want, n/300*300+300) })
				}
				s, err := f.next()
				if err != nil {
					t.Errorf("client %d after %d: %v (%s)", c, last, err, f.why)
					return
				}
				if c%3 != 2 && s.event.Sequence != last+1 {
					t.Errorf("client %d: event %d after %d", c, s.event.Sequence, last)
					return
				}
				n, last = n+1, s.event.Sequence
				if c%6 == 4 && random.IntN(100) == 0 { // comes and goes
					f.close()
					f = nil
				}
			}
			if f != nil {
				f.close()
			}
		})
	}
	for i := range events {
		w.store(i, 400)
		stored.Add(1)
	}
	wg.Wait()
}

// A client that stops reading is cut when it does not accept what is written.
func TestClientThatStopsReadingIsCut(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *gateway.Config) {
		c.Streams.PerPrincipal, c.Streams.WriteTimeout, c.Streams.Heartbeat = 1, 20*time.Millisecond, time.Millisecond
	})
	r, err := narrow.RoundTrip(w.request(http.MethodGet, "/stream/events", owner, nil))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	for i := range 120 { // more than sockets hold
		w.store(i, 60<<10)
	}
	w.eventually(func() bool {
		f, _ := w.tryFollow("/stream/events?from=now", owner)
		if f != nil {
			f.close()
		}
		return f != nil
	})
}

// A thousand clients follow one log of a hundred events a second.
func BenchmarkStream(b *testing.B) {
	const clients, rate = 1000, 100
	w := newWorld(b, func(c *gateway.Config) { c.Streams.PerPrincipal = clients })
	before := memory()
	all := make([]*follower, clients)
	for i := range all {
		all[i] = w.follow("/stream/events", owner)
	}
	held := memory() - before // by both ends of each connection
	began := make([]atomic.Int64, b.N)
	var wg sync.WaitGroup
	var mu sync.Mutex
	var late []time.Duration
	var bytes atomic.Int64
	for _, f := range all {
		wg.Go(func() {
			own := make([]time.Duration, 0, b.N)
			for i := range b.N {
				line, n := "", 0
				for !strings.HasPrefix(line, "data: ") {
					var err error
					if line, err = f.lines.ReadString('\n'); err != nil {
						b.Error(err)
						return
					}
					n += len(line)
				}
				own = append(own, time.Duration(time.Now().UnixNano()-began[i].Load()))
				bytes.Add(int64(n))
			}
			mu.Lock()
			late = append(late, own...)
			mu.Unlock()
		})
	}
	tick := time.NewTicker(time.Second / rate)
	defer tick.Stop()
	b.ResetTimer()
	for i := range b.N {
		<-tick.C
		began[i].Store(time.Now().UnixNano())
		w.store(i, 300)
	}
	wg.Wait()
	b.StopTimer()
	if b.Failed() || len(late) != clients*b.N {
		b.Fatalf("%d of %d events came", len(late), clients*b.N)
	}
	slices.Sort(late)
	ms := func(share float64) float64 {
		return late[int(share*float64(len(late)-1))].Seconds() * 1000
	}
	b.ReportMetric(float64(held)/clients, "B/client")
	b.ReportMetric(ms(0.5), "p50-ms")
	b.ReportMetric(ms(0.99), "p99-ms")
	b.ReportMetric(float64(bytes.Load())/float64(len(late)), "B/event")
}

// memory is what this process holds.
func memory() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}
