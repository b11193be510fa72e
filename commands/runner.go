package commands

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// Runner loads, decides and appends for one kind of aggregate. State is cached:
// a command on a known aggregate costs one append, and only a lost race loads
// the tail that was missed.
type Runner[S Aggregate] struct {
	log   eventlog.Log
	codec eventlog.Codec
	cfg   Config
	fresh func() S
	cache *cache[S]
}

// Config of a Runner.
type Config struct {
	// NewID makes event IDs: UUIDv7 in text form. Required.
	NewID func() string
	// Workspace-independent URI reference of this process, ce-source.
	// Defaults to "/mergit".
	Source string
	// Tries is how often a lost race is decided again. Defaults to 16.
	Tries int
	// Cached is how many aggregates are remembered. Defaults to 16384.
	Cached int
	// CachedBytes bounds the payloads they were folded from. Defaults to
	// 256 MiB.
	CachedBytes int
	// Conflict is told of every lost race, for metrics. May be nil.
	Conflict func(events.StreamID)
	// Appended is told how many events an append stored. May be nil.
	Appended func(events int)
}

// NewRunner makes a runner for the aggregates that fresh makes empty.
func NewRunner[S Aggregate](log eventlog.Log, codec eventlog.Codec, cfg Config, fresh func() S) *Runner[S] {
	if cfg.Source == "" {
		cfg.Source = "/mergit"
	}
	if cfg.Tries == 0 {
		cfg.Tries = 16
	}
	if cfg.Cached == 0 {
		cfg.Cached = 1 << 14
	}
	if cfg.CachedBytes == 0 {
		cfg.CachedBytes = 256 << 20
	}
	return &Runner[S]{log: log, codec: codec, cfg: cfg, fresh: fresh, cache: newCache[S](cfg.Cached, cfg.CachedBytes)}
}

// Run executes one command, deciding again when another writer got there first.
// It returns a *Refusal if the command is refused.
func (r *Runner[S]) Run(ctx context.Context, req Request, c Command[S]) (Answer, error) {
	return Together(ctx, r.log, r.With(req, c))
}

// View hands the current state of an aggregate to look, which must not keep or
// change it, nor run a command, because it holds the aggregate. The state is as
// new as this process has seen; reload makes it as new as the log.
func (r *Runner[S]) View(ctx context.Context, s events.StreamID, reload bool, look func(S, events.Revision)) error {
	if err := checkStream(s); err != nil {
		return err
	}
	e := r.cache.entry(s)
	if err := e.lock(ctx); err != nil {
		return fmt.Errorf("view %s: %w", s, err)
	}
	defer e.unlock()
	if reload || !e.loaded {
		if err := r.load(ctx, s, e); err != nil {
			return err
		}
	}
	look(e.state, e.chain.Revision)
	return nil
}

// Observe tells the runner of a record that was read from the log elsewhere, so
// that its state follows at no cost. Records of one stream must come in order;
// what is known already is ignored, and what was missed is loaded. look is as
// for View.
func (r *Runner[S]) Observe(ctx context.Context, record eventlog.Record, look func(S, events.Revision)) error {
	e := r.cache.entry(record.Stream)
	if err := e.lock(ctx); err != nil {
		return fmt.Errorf("observe %s: %w", record.Stream, err)
	}
	defer e.unlock()
	var err error
	switch {
	case e.loaded && e.chain.Revision >= record.Revision:
	case e.loaded && e.chain.Ordinal+1 == record.Ordinal, !e.loaded && record.Ordinal == 1:
		if !e.loaded {
			r.empty(e)
		}
		e.loaded = false
		if err = r.fold(ctx, e, record); err != nil {
			return fmt.Errorf("observe %s: %w", record.Stream, err)
		}
		e.loaded = true
		r.cache.weigh(e)
	default:
		err = r.load(ctx, record.Stream, e)
	}
	if err == nil {
		look(e.state, e.chain.Revision)
	}
	return err
}

// Forget drops an aggregate's state, for example when its goal has ended.
func (r *Runner[S]) Forget(s events.StreamID) { r.cache.forget(s) }

// creator is a command that is usually an aggregate's first: it is decided on
// the empty state without looking into the log, which the expected revision
// then checks.
type creator interface{ Creates() bool }

// checkStream refuses IDs that cannot be part of a subject. It comes before
// anything is looked up: a wildcard would select other aggregates.
func checkStream(s events.StreamID) error {
	if err := s.Check(); err != nil {
		return refuse(Invalid, "INVALID_ID", "%v", err)
	}
	return nil
}

// empty makes an entry stand before the first event.
func (r *Runner[S]) empty(e *entry[S]) {
	e.state, e.chain, e.bytes = r.fresh(), eventlog.Chain{}, 0
}

// load brings an entry up to the log. The caller holds it.
func (r *Runner[S]) load(ctx context.Context, s events.StreamID, e *entry[S]) error {
	if !e.loaded {
		r.empty(e)
	}
	e.loaded = false // until all is folded: half a state is none
	for record, err := range r.log.Load(ctx, s, e.chain.Revision) {
		if err == nil {
			err = r.fold(ctx, e, record)
		}
		if err != nil {
			return fmt.Errorf("load %s: %w", s, err)
		}
	}
	e.loaded = true
	r.cache.weigh(e)
	return nil
}

// fold adds the record that follows to an entry's state.
func (r *Runner[S]) fold(ctx context.Context, e *entry[S], record eventlog.Record) error {
	if err := e.chain.Next(record); err != nil {
		return err
	}
	fact, err := r.codec.Decode(ctx, record)
	if err != nil {
		return err
	}
	e.state.Evolve(fact)
	e.bytes += len(record.Body)
	return nil
}

// MaxEvent bounds a stored payload, in bytes: with its headers it stays below
// what NATS carries by default.
const MaxEvent = 960 << 10

// encode makes the records of decided facts, each continuing the chain, and
// reads them back. So nothing is stored that could not be loaded again, and the
// state is folded from what the log holds, never from memory that whoever sent
// the command may go on to change.
func (r *Runner[S]) encode(ctx context.Context, s events.StreamID, req Request, cause string, chain eventlog.Chain, facts []events.Event) ([]eventlog.Record, []events.Envelope[events.Event], error) {
	records := make([]eventlog.Record, len(facts))
	stored := make([]events.Envelope[events.Event], len(facts))
	for i, fact := range facts {
		meta := events.Meta{
			ID: events.ID(r.cfg.NewID()), Stream: s, Time: req.At.UTC().Truncate(time.Microsecond),
			Source: r.cfg.Source, Cause: cause, Correlation: req.Correlation, Actor: req.Actor, Agent: req.Agent,
			Ordinal: chain.Ordinal + 1, Previous: chain.Digest, PreviousRevision: chain.Revision, TraceParent: req.TraceParent,
		}
		record, envelope, err := r.codec.Seal(ctx, meta, fact)
		if errors.Is(err, eventlog.ErrNoKey) && meta.Ordinal == 1 {
			if _, err = r.codec.Keys.Create(ctx, s.ID); err == nil {
				record, envelope, err = r.codec.Seal(ctx, meta, fact)
			}
		}
		if err != nil {
			return nil, nil, asRefusal(s, err)
		}
		if len(record.Body) > MaxEvent {
			return nil, nil, refuse(Invalid, "EVENT_TOO_LARGE", "%s would have %d bytes, at most %d are allowed", record.Kind, len(record.Body), MaxEvent)
		}
		records[i], stored[i] = record, envelope
		chain = eventlog.Chain{Ordinal: meta.Ordinal, Digest: stored[i].Digest}
	}
	return records, stored, nil
}

// asRefusal tells apart what will never be possible from what failed now.
func asRefusal(s events.StreamID, err error) error {
	if errors.Is(err, events.ErrForgotten) {
		return refuse(Conflict, ErrForgotten.Code, "the content of %s was forgotten on purpose: nothing can be added to it", s)
	}
	if _, ok := errors.AsType[*events.UnencodableError](err); ok {
		return refuse(Invalid, "COMMAND_INVALID", "%v", err)
	}
	return err
}
