package jslog_test

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/jslog"
	"github.com/mergit-io/mergit/events/eventlog/logtest"
	"github.com/mergit-io/mergit/events/eventlog/natsserver"
)

// BenchmarkAppend compares Append of an encoded record with a plain PublishMsg
// of the same headers and payload, on the same connection and in turns. Each
// publisher has an aggregate of its own. The ratio is that of the rates.
func BenchmarkAppend(b *testing.B) {
	for _, always := range []bool{false, true} {
		for _, publishers := range []int{1, 16} {
			b.Run(fmt.Sprintf("always=%t/publishers=%d", always, publishers), func(b *testing.B) {
				nc := connect(b, serve(b, natsserver.Config{SyncAlways: always}))
				l := open(b, nc, jslog.Config{})
				js, err := jetstream.New(nc)
				if err != nil {
					b.Fatal(err)
				}
				var raws, ours []func(int)
				for range publishers {
					raws = append(raws, rawAppender(b, js))
					ours = append(ours, logAppender(b, l))
				}
				var raw, our time.Duration
				const round = 200
				for i := 0; b.Loop(); i++ {
					if i%2 == 0 {
						raw += timed(raws, round)
						our += timed(ours, round)
					} else {
						our += timed(ours, round)
						raw += timed(raws, round)
					}
				}
				n := float64(b.N * round * publishers)
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(n/our.Seconds(), "append/s")
				b.ReportMetric(n/raw.Seconds(), "publish/s")
				b.ReportMetric(raw.Seconds()/our.Seconds(), "ratio")
			})
		}
	}
}

// timed lets all appenders append n times each, at once.
func timed(appenders []func(n int), n int) time.Duration {
	start := time.Now()
	var wg sync.WaitGroup
	for _, appends := range appenders {
		wg.Go(func() { appends(n) })
	}
	wg.Wait()
	return time.Since(start)
}

var benchIDs atomic.Uint64

func benchID() string { return fmt.Sprintf("0192f3c0-0000-7000-8000-%012x", benchIDs.Add(1)) }

func logAppender(b *testing.B, l *jslog.Log) func(int) {
	a := logtest.NewGoal()
	records := a.Make(b, logtest.Some(0))
	part := eventlog.Part{Stream: a.Stream, Records: records}
	ctx := context.Background()
	return func(n int) {
		for range n {
			part.Records[0].ID = events.ID(benchID())
			at, err := l.Append(ctx, part)
			if err != nil {
				b.Error(err)
				return
			}
			part.After = at
		}
	}
}

func rawAppender(b *testing.B, js jetstream.JetStream) func(int) {
	a := logtest.NewGoal()
	r := a.Make(b, logtest.Some(0))[0]
	m := nats.NewMsg(r.Subject)
	m.Data = r.Body
	r.Headers(func(name, value string) { m.Header[name] = []string{value} })
	m.Header[jetstream.ExpectedLastSubjSeqSubjHeader] = []string{eventlog.Filter(a.Stream)}
	after := uint64(0)
	ctx := context.Background()
	return func(n int) {
		for range n {
			id := benchID()
			m.Header[eventlog.HeaderID], m.Header[nats.MsgIdHdr] = []string{id}, []string{id}
			m.Header[nats.ExpectedLastSubjSeqHdr] = []string{strconv.FormatUint(after, 10)}
			ack, err := js.PublishMsg(ctx, m)
			if err != nil {
				b.Error(err)
				return
			}
			after = ack.Sequence
		}
	}
}

// BenchmarkAppendBatch appends several records at once.
func BenchmarkAppendBatch(b *testing.B) {
	for _, always := range []bool{false, true} {
		b.Run(fmt.Sprintf("always=%t", always), func(b *testing.B) {
			l := open(b, connect(b, serve(b, natsserver.Config{SyncAlways: always})), jslog.Config{})
			a := logtest.NewGoal()
			for b.Loop() {
				a.Append(b, l, logtest.Some(0), logtest.Some(1), logtest.Some(2), logtest.Some(3), logtest.Some(4))
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "batches/s")
		})
	}
}

// BenchmarkLoad loads aggregates whose records are scattered among others.
func BenchmarkLoad(b *testing.B) {
	nc := connect(b, serve(b, natsserver.Config{}))
	l := open(b, nc, jslog.Config{})
	sizes := []int{1, 10, 100, 1000, 1001, 5000}
	all := make([]*logtest.Aggregate, len(sizes))
	for i := range all {
		all[i] = logtest.NewGoal()
	}
	other := logtest.NewGoal()
	for n := range sizes[len(sizes)-1] {
		for i, size := range sizes {
			if n < size {
				all[i].Append(b, l, logtest.Some(n))
			}
		}
		other.Append(b, l, logtest.Some(n), logtest.Some(n), logtest.Some(n))
	}
	for i, size := range sizes {
		b.Run(strconv.Itoa(size), func(b *testing.B) {
			for b.Loop() {
				if got := load(b, l, all[i]); len(got) != size {
					b.Fatalf("%d records", len(got))
				}
			}
		})
	}
}

// BenchmarkRead reads a log of small records from the start, over a connection
// whose library reads the headers and over one that leaves them unread.
func BenchmarkRead(b *testing.B) {
	server := serve(b, natsserver.Config{})
	nc := connect(b, server)
	reader, err := server.Connect("reader", jslog.RawHeaders())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(reader.Close)
	const n = 20_000
	a := logtest.NewGoal()
	l := open(b, nc, jslog.Config{})
	for i := range n {
		a.Append(b, l, logtest.Some(i))
	}
	for name, l := range map[string]*jslog.Log{"mapped": l, "raw": open(b, nc, jslog.Config{Reader: reader})} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				got := 0
				for _, err := range l.Read(context.Background(), eventlog.Query{}) {
					if err != nil {
						b.Fatal(err)
					}
					got++
				}
				if got != n {
					b.Fatalf("%d records", got)
				}
			}
			b.ReportMetric(float64(b.N*n)/b.Elapsed().Seconds(), "records/s")
		})
	}
}

// BenchmarkReadSelected reads some kinds of many goals, as those who react do.
func BenchmarkReadSelected(b *testing.B) {
	nc := connect(b, serve(b, natsserver.Config{}))
	l := open(b, nc, jslog.Config{})
	const goals, each = 1000, 20
	for i := range goals {
		a := logtest.NewGoal()
		for range each {
			a.Append(b, l, logtest.Some(i))
		}
	}
	for name, subjects := range map[string][]string{
		"all":          nil,
		"one pattern":  {"mergit.ev.*.*.goal.>"},
		"two patterns": {"mergit.ev.*.*.goal.>", "mergit.ev.*.*.agent.>"},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				got := 0
				for _, err := range l.Read(context.Background(), eventlog.Query{Subjects: subjects}) {
					if err != nil {
						b.Fatal(err)
					}
					got++
				}
				if got != goals*each {
					b.Fatalf("%d records", got)
				}
			}
			b.ReportMetric(float64(b.N*goals*each)/b.Elapsed().Seconds(), "records/s")
		})
	}
}
