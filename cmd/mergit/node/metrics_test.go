package node

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"testing"
	"time"

	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/handlers/cache"
	"github.com/mergit-io/mergit/handlers/cache/memory"
)

func TestMetricsAreWhatWasCounted(t *testing.T) {
	t.Parallel()
	n := &node{c: Config{Version: "v1"}, counts: new(Counts),
		answers: cache.New(cache.Config{Store: new(memory.Store), Keys: new(memlog.Keys), Now: time.Now, Log: slog.New(slog.DiscardHandler)})}
	write, err := n.metrics()
	if err != nil {
		t.Fatal(err)
	}
	n.counts.appended(3)
	n.counts.conflict(events.StreamID{})
	ask := cache.Ask{Workspace: "main", Goal: "g", Space: "model-writer", Question: []byte("q")}
	flying := make(chan float64, 1)
	for range 3 {
		if _, err := n.answers.Do(t.Context(), ask, func(context.Context) (cache.Answer, error) {
			flying <- scrape(t, write)["mergit_cache_in_flight"]
			return cache.Answer{Value: []byte("a"), Keep: time.Hour, Tokens: 70}, nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	got := scrape(t, write)
	for name, want := range map[string]float64{
		`mergit_build_info{version="v1"}`: 1, "mergit_log_appends_total": 1, "mergit_log_events_total": 3, "mergit_log_conflicts_total": 1,
		`mergit_cache_hits_total{space="model-writer", type="exact"}`: 2, `mergit_cache_hits_total{space="model-writer", type="similar"}`: 0,
		`mergit_cache_misses_total{space="model-writer"}`: 1, `mergit_cache_tokens_saved_total{space="model-writer"}`: 140,
		`mergit_cache_stale_served_total{space="model-writer"}`: 0, "mergit_cache_in_flight": 0,
	} {
		if value, ok := got[name]; !ok || value != want {
			t.Errorf("%s is %v (%v), want %v", name, value, ok, want)
		}
	}
	if f := <-flying; f != 1 {
		t.Errorf("%v in flight while one is computed", f)
	}
	if got["go_goroutines"] == 0 {
		t.Error("nothing of the process itself")
	}
}

// scrape parses what was written as Prometheus does.
func scrape(t *testing.T, write func(io.Writer) error) map[string]float64 {
	t.Helper()
	var text bytes.Buffer
	if err := write(&text); err != nil {
		t.Fatal(err)
	}
	all := map[string]float64{}
	samples := &expfmt.SampleDecoder{Dec: expfmt.NewDecoder(&text, expfmt.NewFormat(expfmt.TypeTextPlain)), Opts: &expfmt.DecodeOptions{}}
	for {
		var some model.Vector
		if err := samples.Decode(&some); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		for _, s := range some {
			all[s.Metric.String()] = float64(s.Value)
		}
	}
}
