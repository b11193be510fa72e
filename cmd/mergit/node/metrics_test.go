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
	samples "github.com/prometheus/common/model"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/handlers/cache"
	"github.com/mergit-io/mergit/handlers/cache/memory"
	"github.com/mergit-io/mergit/handlers/model"
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
	n.asked.came(model.Ref{Provider: "openai", Model: "a"}, model.Answer{Reply: model.Reply{Usage: model.Usage{Input: 100, Cached: 60, CacheWrite: 30, Output: 7}}}, nil)
	for range 2 {
		n.asked.came(model.Ref{Provider: "openai", Model: "a"}, model.Answer{}, &model.Error{Code: model.CodeOverloaded})
	}
	got := scrape(t, write)
	for name, want := range map[string]float64{
		`mergit_build_info{version="v1"}`: 1, "mergit_log_appends_total": 1, "mergit_log_events_total": 3, "mergit_log_conflicts_total": 1,
		`mergit_cache_hits_total{space="model-writer", type="exact"}`: 2, `mergit_cache_hits_total{space="model-writer", type="similar"}`: 0,
		`mergit_cache_misses_total{space="model-writer"}`: 1, `mergit_cache_tokens_saved_total{space="model-writer"}`: 140,
		`mergit_cache_stale_served_total{space="model-writer"}`: 0, "mergit_cache_in_flight": 0,
		`mergit_model_answers_total{model="openai/a"}`: 1, `mergit_model_failures_total{code="overloaded", model="openai/a"}`: 2,
		`mergit_model_tokens_total{kind="input", model="openai/a"}`: 100, `mergit_model_tokens_total{kind="cached", model="openai/a"}`: 60,
		`mergit_model_tokens_total{kind="cache_write", model="openai/a"}`: 30, `mergit_model_tokens_total{kind="output", model="openai/a"}`: 7,
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
	decoder := &expfmt.SampleDecoder{Dec: expfmt.NewDecoder(&text, expfmt.NewFormat(expfmt.TypeTextPlain)), Opts: &expfmt.DecodeOptions{}}
	for {
		var some samples.Vector
		if err := decoder.Decode(&some); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		for _, s := range some {
			all[s.Metric.String()] = float64(s.Value)
		}
	}
}
