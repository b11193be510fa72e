package bench

import (
	"context"
	"io"
	"log/slog"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/mergit-io/mergit/cmd/mergit/node"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/tools"
)

// ChainOptions of a run.
type ChainOptions struct {
	// Dir holds the data folder, which is removed afterwards. Defaults to the system's folder for temporary files.
	Dir string
	// Goals is how many are submitted one after another, Rate a second, to see how long a proof takes. Default to 300 and 10.
	Goals, Rate int
	// Burst is how many run with 50 in flight, to see how many proofs a second there are. Defaults to 1000.
	Burst int
	// Note is told what is being done.
	Note io.Writer
}

// Chain is what `mergit bench chain` reports.
type Chain struct {
	Gas     []Gas   `json:"gas"`
	Latency Latency `json:"latency"`
	Burst   Burst   `json:"burst"`
}

// Latency is how long proofs take on `mergit up`: its chain has blocks of a second, and the last is not final.
type Latency struct {
	Goals int     `json:"goals"`
	Rate  int     `json:"goals_per_s"`
	P50   float64 `json:"p50_s"` // from goal.completed to proof.confirmed, by the log's clock
	P99   float64 `json:"p99_s"`
	Max   float64 `json:"max_s"`
	// P50Limit and P99Limit are what is promised.
	P50Limit float64 `json:"p50_limit_s"`
	P99Limit float64 `json:"p99_limit_s"`
	Within   bool    `json:"within_limits"`
}

// Burst is how many proofs are confirmed while there is always something to prove.
type Burst struct {
	Goals    int     `json:"goals"`
	GoalsPS  float64 `json:"goals_per_s"`            // completed, while proofs are made beside
	ProofsPS float64 `json:"confirmed_proofs_per_s"` // from the first goal's end to the last confirmation
	P99      float64 `json:"p99_s"`
}

// The promise: completed to confirmed on blocks of a second with the last not final.
const (
	p50Limit = 3 * time.Second
	p99Limit = 5 * time.Second
)

// RunChain measures proofs: what they cost, how long they take and how many there are a second.
func RunChain(ctx context.Context, o ChainOptions) (c Chain, err error) {
	note := Options{Note: o.Note}.note
	note("gas")
	if c.Gas, err = gas(ctx); err != nil {
		return c, err
	}
	dir, err := os.MkdirTemp(o.Dir, "mergit-bench-")
	if err != nil {
		return c, err
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o711); err != nil { // Postgres runs as another user
		return c, err
	}
	config := node.Defaults()
	config.Data, config.Listen, config.Parallel, config.Version = dir+"/data", "127.0.0.1:0", 256, "bench"
	config.Tools = []tools.Tool{noop(resultSize)}
	config.Log = slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	err = node.RunInside(ctx, config, func(ctx context.Context, in node.Inside) error {
		m := &machine{in: in, o: Options{Note: o.Note, InFlight: 50}, always: true, waits: map[string]chan string{}, ended: map[string]time.Time{}}
		ctx, cancel := context.WithCancel(ctx)
		var wg sync.WaitGroup
		defer wg.Wait()
		defer cancel()
		wg.Go(func() { m.tail(ctx) })
		if _, err := m.prove(ctx, 1, 1); err != nil { // the contracts are deployed then
			return err
		}
		note("%d goals, %d a second", o.Goals, o.Rate)
		if c.Latency, err = m.latency(ctx, o.Goals, o.Rate); err != nil {
			return err
		}
		note("%d goals, 50 in flight", o.Burst)
		c.Burst, err = m.burst(ctx, o.Burst)
		return err
	})
	return c, err
}

// oneTask is the least a goal can be.
var oneTask = []events.PlannedTask{{ID: "only", Role: "coder", Tool: "noop"}}

// prove runs goals, so many a second, and waits until all are proven.
func (m *machine) prove(ctx context.Context, goals, rate int) ([]time.Duration, error) {
	m.forget()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	tick := time.NewTicker(time.Second / time.Duration(rate))
	defer tick.Stop()
	for range goals {
		select {
		case <-tick.C:
		case <-ctx.Done():
		}
		wg.Go(func() {
			if _, err := m.run(ctx, oneTask); err != nil {
				cancel(err)
			}
		})
	}
	wg.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if _, err := m.proofs(ctx); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.proven), nil
}

// forget begins a new count of goals.
func (m *machine) forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.ended, m.proven, m.confirmed = map[string]time.Time{}, nil, nil
}

func (m *machine) latency(ctx context.Context, goals, rate int) (Latency, error) {
	took, err := m.prove(ctx, goals, rate)
	if err != nil {
		return Latency{}, err
	}
	p50, p99 := quantile(took, 0.5), quantile(took, 0.99)
	return Latency{Goals: len(took), Rate: rate, P50: p50.Seconds(), P99: p99.Seconds(), Max: quantile(took, 1).Seconds(),
		P50Limit: p50Limit.Seconds(), P99Limit: p99Limit.Seconds(), Within: p50 <= p50Limit && p99 <= p99Limit}, nil
}

func (m *machine) burst(ctx context.Context, goals int) (b Burst, err error) {
	m.forget()
	began := time.Now()
	if err := m.many(ctx, oneTask, goals); err != nil {
		return b, err
	}
	done := time.Since(began)
	if _, err := m.proofs(ctx); err != nil {
		return b, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	var first, last time.Time
	for _, at := range m.ended {
		if first.IsZero() || at.Before(first) {
			first = at
		}
	}
	for _, at := range m.confirmed {
		if at.After(last) {
			last = at
		}
	}
	b = Burst{Goals: goals, GoalsPS: float64(goals) / done.Seconds(), P99: quantile(m.proven, 0.99).Seconds()}
	b.ProofsPS = float64(len(m.proven)) / last.Sub(first).Seconds()
	return b, nil
}
