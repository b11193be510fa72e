package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/mergit-io/mergit/cmd/mergit/node"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/jslog"
	"github.com/mergit-io/mergit/events/eventlog/natsserver"
)

// AppendRatio compares the log's Append, which expects a revision, with raw
// synchronous publishes of the same payload and headers that expect nothing:
// same server, same connection, in turns.
type AppendRatio struct {
	Writers  int     `json:"writers"`
	AppendPS float64 `json:"appends_per_s"`
	RawPS    float64 `json:"raw_publishes_per_s"`
	// Ratio is the median of the rounds' ratios.
	Ratio float64 `json:"append_ratio"`
}

func appendRatios(ctx context.Context, dir string, always bool) (list []AppendRatio, err error) {
	server, err := natsserver.Start(natsserver.Config{Dir: dir, SyncAlways: always})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, server.Shutdown(context.WithoutCancel(ctx))) }()
	nc, err := server.Connect("bench")
	if err != nil {
		return nil, err
	}
	defer nc.Close()
	log, err := jslog.Open(ctx, nc, jslog.Config{})
	if err != nil {
		return nil, err
	}
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	for _, writers := range []int{1, 16} {
		r, err := appendRatio(ctx, log, js, writers, always)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}

const rounds = 9

func appendRatio(ctx context.Context, log eventlog.Log, js jetstream.JetStream, writers int, always bool) (AppendRatio, error) {
	n := 4000 / writers
	if always {
		n = 600 / writers
	}
	var appending, publishing time.Duration
	var ratios []float64
	ours, raws := make([]func() error, writers), make([]func() error, writers)
	for i := range writers {
		ours[i], raws[i] = appender(ctx, log), publisher(ctx, js)
	}
	for round := range rounds + 1 {
		a, errA := each(ours, n)
		p, errP := each(raws, n)
		if err := errors.Join(errA, errP); err != nil {
			return AppendRatio{}, err
		}
		if round == 0 {
			continue // warm-up
		}
		appending, publishing = appending+a, publishing+p
		ratios = append(ratios, p.Seconds()/a.Seconds())
	}
	slices.Sort(ratios)
	total := float64(rounds * n * writers)
	return AppendRatio{Writers: writers, AppendPS: total / appending.Seconds(), RawPS: total / publishing.Seconds(), Ratio: ratios[len(ratios)/2]}, nil
}

// each lets all writers write n times.
func each(writers []func() error, n int) (time.Duration, error) {
	began := time.Now()
	errs := make([]error, len(writers))
	var wg sync.WaitGroup
	for i, write := range writers {
		wg.Go(func() {
			for range n {
				if err := write(); err != nil {
					errs[i] = err
					return
				}
			}
		})
	}
	wg.Wait()
	return time.Since(began), errors.Join(errs...)
}

// sample is a record of an aggregate of its own, with 400 bytes of payload.
func sample() (eventlog.Record, error) {
	goal := uuid.NewString()
	stream := events.GoalStream("main", goal)
	fact := events.TaskStarted{Task: "a", Attempt: 1, Claim: uuid.NewString(), Worker: fmt.Sprintf("%0300d", 0)}
	body, err := events.Marshal(events.ID(goal), fact, nil)
	kind := events.KindOfFact(fact)
	return eventlog.Record{Kind: kind.Name, Subject: eventlog.Subject(stream, kind.Name), Body: body, Meta: events.Meta{
		ID: events.ID(goal), Stream: stream, Time: time.Now().UTC().Truncate(time.Microsecond), Source: "/mergit", Version: 1,
		Cause: goal, Correlation: goal, Actor: "executor:bench", Ordinal: 1,
	}}, err
}

func appender(ctx context.Context, log eventlog.Log) func() error {
	r, err := sample()
	part := eventlog.Part{Stream: r.Stream, Records: []eventlog.Record{r}}
	return func() error {
		if err != nil {
			return err
		}
		part.Records[0].ID = events.ID(node.NewID())
		part.After, err = log.Append(ctx, part)
		return err
	}
}

func publisher(ctx context.Context, js jetstream.JetStream) func() error {
	r, err := sample()
	m := &nats.Msg{Subject: r.Subject, Data: r.Body, Header: nats.Header{}}
	r.Headers(func(name, value string) { m.Header[name] = []string{value} })
	return func() error {
		if err != nil {
			return err
		}
		id := node.NewID()
		m.Header[eventlog.HeaderID], m.Header[nats.MsgIdHdr] = []string{id}, []string{id}
		_, err = js.PublishMsg(ctx, m)
		return err
	}
}
