package node

import (
	"io"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/common/expfmt"

	"github.com/mergit-io/mergit/handlers/cache"
)

// metrics writes what this process has counted, in Prometheus' text format.
func (n *node) metrics() (func(io.Writer) error, error) {
	registry := prometheus.NewPedanticRegistry()
	for _, c := range []prometheus.Collector{n.collector(), collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{})} {
		if err := registry.Register(c); err != nil {
			return nil, err
		}
	}
	return func(w io.Writer) error {
		families, err := registry.Gather()
		if err != nil {
			return err
		}
		to := expfmt.NewEncoder(w, expfmt.NewFormat(expfmt.TypeTextPlain))
		for _, f := range families {
			if err := to.Encode(f); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

// figure is one line, or several by a label.
type figure struct {
	desc *prometheus.Desc
	kind prometheus.ValueType
}

func counter(name, help string, labels ...string) figure {
	return figure{prometheus.NewDesc("mergit_"+name, help, labels, nil), prometheus.CounterValue}
}

func gauge(name, help string, labels ...string) figure {
	return figure{prometheus.NewDesc("mergit_"+name, help, labels, nil), prometheus.GaugeValue}
}

// figures are read where they are counted, when somebody asks.
type figures struct {
	n *node

	build, appends, appended, conflicts, writes, running       figure
	hits, misses, stale, waited, troubles, saved, renewed, fly figure
	answers, failures, tokens                                  figure
}

func (n *node) collector() *figures {
	return &figures{
		n:         n,
		build:     gauge("build_info", "The version of this program.", "version"),
		appends:   counter("log_appends_total", "Writes to the log that commands have made."),
		appended:  counter("log_events_total", "Events in them."),
		conflicts: counter("log_conflicts_total", "Writes that lost a race and were decided again."),
		writes:    counter("log_writes_acknowledged_total", "Writes that the log's server acknowledged."),
		running:   gauge("tasks_running", "Tasks that this process works on."),
		hits:      counter("cache_hits_total", "Questions answered from what is kept; type similar with the answer to another question.", "space", "type"),
		misses:    counter("cache_misses_total", "Questions whose answer was not kept.", "space"),
		stale:     counter("cache_stale_served_total", "Hits that were answered while the answer was renewed.", "space"),
		waited:    counter("cache_waited_total", "Hits whose answer was being computed when they came.", "space"),
		troubles:  counter("cache_troubles_total", "Questions for which the cache could not be used.", "space"),
		saved:     counter("cache_tokens_saved_total", "Tokens that the hits would have cost.", "space"),
		renewed:   counter("cache_tokens_renewed_total", "Tokens that renewing has cost, for which no goal pays.", "space"),
		fly:       gauge("cache_in_flight", "Answers that this process computes now."),
		answers:   counter("model_answers_total", "Questions that models have answered.", "model"),
		failures:  counter("model_failures_total", "Questions that they have not, by why.", "model", "code"),
		tokens:    counter("model_tokens_total", "Tokens of the answered ones; input holds those that were read from the provider's cache, cached, and written to it, cache_write.", "model", "kind"),
	}
}

func (f *figures) all() []figure {
	return []figure{f.build, f.appends, f.appended, f.conflicts, f.writes, f.running, f.hits, f.misses, f.stale, f.waited, f.troubles, f.saved, f.renewed, f.fly, f.answers, f.failures, f.tokens}
}

// Describe implements prometheus.Collector.
func (f *figures) Describe(to chan<- *prometheus.Desc) {
	for _, of := range f.all() {
		to <- of.desc
	}
}

// Collect implements prometheus.Collector.
func (f *figures) Collect(to chan<- prometheus.Metric) {
	say := func(of figure, value int64, labels ...string) {
		to <- prometheus.MustNewConstMetric(of.desc, of.kind, float64(value), labels...)
	}
	counts := f.n.counts
	say(f.build, 1, f.n.c.Version)
	say(f.appends, counts.Appends.Load())
	say(f.appended, counts.Events.Load())
	say(f.conflicts, counts.Conflicts.Load())
	say(f.writes, counts.Writes.Load())
	if f.n.executor != nil {
		say(f.running, int64(f.n.executor.Busy()))
	}
	for _, c := range f.n.asked.counts() {
		f.model(say, c)
	}
	if f.n.answers == nil {
		return
	}
	say(f.fly, int64(f.n.answers.InFlight()))
	for _, c := range f.n.answers.Counts() {
		f.cache(say, c)
	}
}

func (f *figures) cache(say func(figure, int64, ...string), c cache.Count) {
	say(f.hits, c.Hits-c.Similar, c.Space, "exact")
	say(f.hits, c.Similar, c.Space, "similar")
	say(f.misses, c.Misses, c.Space)
	say(f.stale, c.Stale, c.Space)
	say(f.waited, c.Waited, c.Space)
	say(f.troubles, c.Troubles, c.Space)
	say(f.saved, c.Saved, c.Space)
	say(f.renewed, c.Renewed, c.Space)
}

func (f *figures) model(say func(figure, int64, ...string), c modelCount) {
	say(f.answers, c.answers, c.model)
	for code, n := range c.failures {
		say(f.failures, n, c.model, code)
	}
	say(f.tokens, c.input, c.model, "input")
	say(f.tokens, c.cached, c.model, "cached")
	say(f.tokens, c.written, c.model, "cache_write")
	say(f.tokens, c.output, c.model, "output")
}
