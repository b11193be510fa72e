package bus_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/bus"
)

// eager retries soon.
var eager = bus.ClientConfig{Try: 200 * time.Millisecond, Pause: time.Millisecond}

func TestCommandsRunSideBySide(t *testing.T) {
	t.Parallel()
	const n = 16
	ns := startNATS(t)
	var all sync.WaitGroup // none returns before all have come
	all.Add(n)
	serve(t, ns, through(func(context.Context, commands.Request, commands.Named) (commands.Answer, error) {
		all.Done()
		all.Wait()
		return commands.Answer{Revision: 1}, nil
	}), bus.Config{Workers: n})
	client := bus.NewClient(connect(t, ns), bus.ClientConfig{Try: 20 * time.Second})
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			if _, err := client.Dispatch(within(t, 20*time.Second), request("k"), submit(fmt.Sprintf("g%d", i))); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

func TestNoMoreCommandsRunThanThereAreWorkers(t *testing.T) {
	t.Parallel()
	ns := startNATS(t)
	var now, most atomic.Int64
	serve(t, ns, through(func(context.Context, commands.Request, commands.Named) (commands.Answer, error) {
		n := now.Add(1)
		defer now.Add(-1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		return commands.Answer{Revision: 1}, nil
	}), bus.Config{Workers: 3})
	client := bus.NewClient(connect(t, ns), bus.ClientConfig{})
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Go(func() {
			c := commands.Named(submit("g"))
			if i%2 == 0 {
				c = cancel("g")
			}
			if _, err := client.Dispatch(within(t, 20*time.Second), request("k"), c); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if m := most.Load(); m > 3 {
		t.Errorf("%d ran at a time", m)
	}
}

func TestAServerThatStopsFinishesWhatItTook(t *testing.T) {
	t.Parallel()
	ns, p := startNATS(t), new(place)
	set, took, release := p.set(), make(chan struct{}), make(chan struct{})
	s := serve(t, ns, through(func(ctx context.Context, req commands.Request, c commands.Named) (commands.Answer, error) {
		close(took)
		<-release
		return set.Dispatch(ctx, req, c)
	}), bus.Config{})
	client := bus.NewClient(connect(t, ns), bus.ClientConfig{})
	answered := make(chan error, 1)
	go func() {
		_, err := client.Dispatch(within(t, 20*time.Second), request("k"), submit("g1"))
		answered <- err
	}()
	<-took
	s.stop()
	// Once it has stopped listening, others find nobody.
	other := bus.NewClient(connect(t, ns), eager)
	for {
		_, err := other.Dispatch(within(t, 20*time.Millisecond), request(""), cancel("g9"))
		if failed, ok := errors.AsType[*bus.Error](err); ok && failed.Undelivered {
			break
		}
	}
	select {
	case err := <-s.done:
		t.Fatalf("stopped with a command running: %v", err)
	default:
	}
	close(release)
	if err := <-answered; err != nil {
		t.Errorf("the command that was taken: %v", err)
	}
	if err := s.wait(t); err != nil {
		t.Errorf("stopped with %v", err)
	}
}

func TestNothingIsLostWhileServersAreReplaced(t *testing.T) {
	t.Parallel()
	const writers, each = 8, 30
	ns, p := startNATS(t), new(place)
	var running sync.WaitGroup
	quit := make(chan struct{})
	running.Go(func() {
		old := serve(t, ns, p.set(), bus.Config{})
		for {
			select {
			case <-quit:
				old.stop()
				return
			default:
			}
			next := serve(t, ns, p.set(), bus.Config{})
			old.stop()
			if err := old.wait(t); err != nil {
				t.Errorf("stopped with %v", err)
			}
			old = next
		}
	})
	client := bus.NewClient(connect(t, ns), bus.ClientConfig{Try: 10 * time.Second})
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for i := range each {
				// Without an ID, a lost answer would not be retried and show.
				if _, err := client.Dispatch(within(t, 30*time.Second), request(""), submit(fmt.Sprintf("g%d-%d", w, i))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	close(quit)
	running.Wait()
	if at := head(t, p); at != writers*each {
		t.Errorf("%d events", at)
	}
}

func TestALostAnswerIsAskedForAgain(t *testing.T) {
	t.Parallel()
	ns, p := startNATS(t), new(place)
	var first *served
	var once sync.Once
	set, ready := p.set(), make(chan struct{})
	dies := through(func(ctx context.Context, req commands.Request, c commands.Named) (commands.Answer, error) {
		<-ready
		answer, err := set.Dispatch(ctx, req, c)
		once.Do(first.nc.Close)
		return answer, err
	})
	first = serve(t, ns, dies, bus.Config{})
	close(ready)
	client := bus.NewClient(connect(t, ns), eager)
	answered := make(chan commands.Answer, 1)
	go func() { answered <- must(t, client, request("k"), submit("g1")) }()
	if err := first.wait(t); !errors.Is(err, nats.ErrConnectionClosed) {
		t.Errorf("stopped with %v", err)
	}
	serve(t, ns, p.set(), bus.Config{})
	if answer := <-answered; !answer.Repeated || answer.Revision != 1 {
		t.Errorf("answered %+v", answer)
	}
	if at := head(t, p); at != 1 {
		t.Errorf("%d events", at)
	}
}

func TestAnAnswerThatCannotBeAskedForAgainIsReportedAsUnknown(t *testing.T) {
	t.Parallel()
	ns := startNATS(t)
	var runs atomic.Int64
	serve(t, ns, through(func(ctx context.Context, _ commands.Request, _ commands.Named) (commands.Answer, error) {
		runs.Add(1)
		<-ctx.Done() // ends with the client's patience
		return commands.Answer{}, ctx.Err()
	}), bus.Config{})
	client := bus.NewClient(connect(t, ns), eager)
	_, err := client.Dispatch(within(t, 20*time.Second), request(""), cancel("g1"))
	failed, ok := errors.AsType[*bus.Error](err)
	if !ok || failed.Undelivered || failed.Final || !failed.Temporary() || failed.Command != "goal.cancel" {
		t.Errorf("answered %v", err)
	}
	if n := runs.Load(); n != 1 {
		t.Errorf("it ran %d times", n)
	}
	// A command that guards itself may be sent again.
	ctx := within(t, 700*time.Millisecond)
	_, err = client.Dispatch(ctx, request(""), commands.StartTask{GoalRef: goalNamed("g1"), Task: "a", Claim: "c1"})
	if n := runs.Load(); err == nil || n < 3 {
		t.Errorf("it ran %d times: %v", n-1, err)
	}
}

func TestACommandWaitsForAServerToCome(t *testing.T) {
	t.Parallel()
	ns, p := startNATS(t), new(place)
	client := bus.NewClient(connect(t, ns), eager)
	_, err := client.Dispatch(within(t, 20*time.Millisecond), request(""), submit("g1"))
	if failed, ok := errors.AsType[*bus.Error](err); !ok || !failed.Undelivered || !errors.Is(err, nats.ErrNoResponders) {
		t.Fatalf("answered %v", err)
	}
	answered := make(chan error, 1)
	go func() {
		_, err := client.Dispatch(within(t, 20*time.Second), request(""), submit("g1"))
		answered <- err
	}()
	serve(t, ns, p.set(), bus.Config{})
	if err := <-answered; err != nil {
		t.Errorf("answered %v", err)
	}
}

func TestTroubleOnTheServerIsTriedAgain(t *testing.T) {
	t.Parallel()
	ns, p := startNATS(t), new(place)
	set, left := p.set(), atomic.Int64{}
	var logged bytes.Buffer
	serve(t, ns, through(func(ctx context.Context, req commands.Request, c commands.Named) (commands.Answer, error) {
		if left.Add(-1) >= 0 {
			return commands.Answer{}, errors.New("the log\r\nis not there")
		}
		return set.Dispatch(ctx, req, c)
	}), bus.Config{Log: slog.New(slog.NewTextHandler(&logged, nil)), Workers: 1})
	client := bus.NewClient(connect(t, ns), eager)
	left.Store(2)
	must(t, client, request("k1"), submit("g1"))
	left.Store(1)
	_, err := client.Dispatch(within(t, 20*time.Second), request(""), cancel("g1"))
	failed, ok := errors.AsType[*bus.Error](err)
	if !ok || failed.Final || failed.Undelivered || !strings.Contains(err.Error(), "the log\r\nis not there") {
		t.Errorf("answered %v", err)
	}
	if _, refused := errors.AsType[*commands.Refusal](err); refused {
		t.Error("trouble is no refusal")
	}
	must(t, client, request("k2"), cancel("g1"))
}

func TestAPanicEndsTheCommandOnly(t *testing.T) {
	t.Parallel()
	ns, p := startNATS(t), new(place)
	set, panics := p.set(), atomic.Int64{}
	serve(t, ns, through(func(ctx context.Context, req commands.Request, c commands.Named) (commands.Answer, error) {
		if c.Name() == "goal.cancel" {
			panics.Add(1)
			panic("secret detail")
		}
		return set.Dispatch(ctx, req, c)
	}), bus.Config{Workers: 1})
	client := bus.NewClient(connect(t, ns), eager)
	_, err := client.Dispatch(within(t, 20*time.Second), request("k"), cancel("g1"))
	if failed, ok := errors.AsType[*bus.Error](err); !ok || !failed.Final || strings.Contains(err.Error(), "secret") || panics.Load() != 1 {
		t.Errorf("answered %v after %d panics", err, panics.Load())
	}
	must(t, client, request("k"), submit("g1"))
}

func TestAServerThatCannotListenSaysSo(t *testing.T) {
	t.Parallel()
	nc := connect(t, startNATS(t))
	nc.Close()
	if err := bus.Serve(t.Context(), nc, new(place).set(), bus.Config{}); !errors.Is(err, nats.ErrConnectionClosed) {
		t.Errorf("answered %v", err)
	}
	if err := bus.Serve(t.Context(), nc, new(place).set(), bus.Config{Version: "no version"}); err == nil {
		t.Error("served under no version")
	}
	_, err := bus.NewClient(nc, eager).Dispatch(within(t, 10*time.Second), request("k"), submit("g1"))
	if failed, ok := errors.AsType[*bus.Error](err); !ok || !failed.Final {
		t.Errorf("answered %v", err)
	}
}
