package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// Step is one command on its way into the log, made by Runner.With.
type Step interface {
	stream() events.StreamID
	lock(context.Context) (unlock func(), err error)
	// decide fills what to append; nothing if the answer is already known.
	// before is what the steps ahead of it append.
	decide(ctx context.Context, before []eventlog.Part) (eventlog.Part, Answer, error)
	commit(eventlog.Part)
	// reload forgets or catches up after a lost race.
	reload(ctx context.Context) error
	conflicted()
	tries() int
}

// With prepares a command to be appended together with others.
func (r *Runner[S]) With(req Request, c Command[S]) Step { return &step[S]{r: r, req: req, c: c} }

// Together decides commands on different aggregates and appends what they lead
// to, all or none. If one is refused, none happens. The answer is the last
// command's.
func Together(ctx context.Context, log eventlog.Log, steps ...Step) (Answer, error) {
	// In one order, so that two callers never wait for each other.
	ordered := steps
	if len(steps) > 1 {
		ordered = slices.Clone(steps)
		slices.SortFunc(ordered, func(a, b Step) int { return cmp.Compare(a.stream().String(), b.stream().String()) })
	}
	for i, s := range ordered {
		if err := checkStream(s.stream()); err != nil {
			return Answer{}, err
		}
		if i > 0 && s.stream() == ordered[i-1].stream() {
			return Answer{}, fmt.Errorf("append to %s: one append takes one command of each aggregate", s.stream())
		}
	}
	for _, s := range ordered {
		unlock, err := s.lock(ctx)
		if err != nil {
			return Answer{}, fmt.Errorf("wait for %s: %w", s.stream(), err)
		}
		defer unlock()
	}
	for try := 1; ; try++ {
		answer, err := appendTogether(ctx, log, steps)
		conflict, lost := errors.AsType[*eventlog.ConflictError](err)
		if !lost {
			return answer, err
		}
		for _, s := range steps {
			if s.stream() == conflict.Stream || len(steps) > 1 {
				s.conflicted()
				if err := s.reload(ctx); err != nil {
					return Answer{}, err
				}
			}
		}
		if try >= steps[0].tries() {
			return Answer{}, err
		}
	}
}

func appendTogether(ctx context.Context, log eventlog.Log, steps []Step) (Answer, error) {
	parts := make([]eventlog.Part, 0, len(steps))
	owners := make([]Step, 0, len(steps))
	var answer Answer
	for _, s := range steps {
		part, known, err := s.decide(ctx, parts)
		if err != nil {
			return Answer{}, err
		}
		if answer = known; len(part.Records) > 0 {
			parts, owners = append(parts, part), append(owners, s)
		}
	}
	if len(parts) == 0 {
		return answer, nil
	}
	last, err := log.Append(ctx, parts...)
	if err != nil {
		return Answer{}, err
	}
	at := last // records of one append have consecutive revisions
	for _, p := range slices.Backward(parts) {
		for i := range slices.Backward(p.Records) {
			p.Records[i].Revision = at
			at--
		}
	}
	for i, s := range owners {
		s.commit(parts[i])
	}
	if owners[len(owners)-1] == steps[len(steps)-1] {
		answer = Answer{Revision: last}
	}
	return answer, nil
}

// follower is a command that names the record appended just before it.
type follower[S Aggregate] interface {
	Follow(eventlog.Part) Command[S]
}

// step is one command of one runner.
type step[S Aggregate] struct {
	r      *Runner[S]
	req    Request
	c      Command[S]
	e      *entry[S]
	fresh  bool                            // the state is as new as the log
	stored []events.Envelope[events.Event] // what was decided, as it will be read
}

func (s *step[S]) stream() events.StreamID { return s.c.Stream() }
func (s *step[S]) tries() int              { return s.r.cfg.Tries }

func (s *step[S]) conflicted() {
	if s.r.cfg.Conflict != nil {
		s.r.cfg.Conflict(s.stream())
	}
}

func (s *step[S]) lock(ctx context.Context) (func(), error) {
	s.e, s.fresh = s.r.cache.entry(s.stream()), false
	return s.e.unlock, s.e.lock(ctx)
}

func (s *step[S]) reload(ctx context.Context) error {
	s.fresh = true
	return s.r.load(ctx, s.stream(), s.e)
}

func (s *step[S]) decide(ctx context.Context, before []eventlog.Part) (eventlog.Part, Answer, error) {
	part, answer, err := s.attempt(ctx, before)
	// An append checks that the state is new enough. A refusal, or that nothing
	// is left to do, is checked by nobody: it may be what another process has
	// changed since.
	if _, refused := errors.AsType[*Refusal](err); !s.fresh && !answer.Repeated && (refused || err == nil && len(part.Records) == 0) {
		if err := s.reload(ctx); err != nil {
			return eventlog.Part{}, Answer{}, err
		}
		return s.attempt(ctx, before)
	}
	return part, answer, err
}

// attempt decides on the state as it is known.
func (s *step[S]) attempt(ctx context.Context, before []eventlog.Part) (eventlog.Part, Answer, error) {
	none := func(answer Answer, err error) (eventlog.Part, Answer, error) { return eventlog.Part{}, answer, err }
	if err := s.req.Check(); err != nil {
		return none(Answer{}, err)
	}
	if !s.e.loaded {
		if first, ok := s.c.(creator); ok && first.Creates() {
			s.r.empty(s.e)
		} else if err := s.reload(ctx); err != nil {
			return none(Answer{}, err)
		}
	}
	cause := s.req.Cause
	if s.req.ID != "" {
		request, err := requestDigest(s.c)
		if err != nil {
			return none(Answer{}, err)
		}
		if earlier, ok := s.e.state.Answered(s.req.ID); ok {
			if !events.RequestMatches(request, earlier.request) {
				return none(Answer{}, refuse(Invalid, ErrRequestDiffers.Code,
					"%s was sent before with the same idempotency key and another content; use a new key", s.c.Name()))
			}
			return none(earlier, nil)
		}
		cause = events.CommandCause(s.req.ID, request)
	}
	c := s.c
	if f, ok := c.(follower[S]); ok && len(before) > 0 {
		c = f.Follow(before[len(before)-1])
	}
	facts, err := c.Decide(s.e.state, s.req)
	if err != nil {
		return none(Answer{}, err)
	}
	answer := Answer{Revision: s.e.chain.Revision}
	if len(facts) == 0 {
		return none(answer, nil)
	}
	part := eventlog.Part{Stream: s.stream(), After: s.e.chain.Revision}
	part.Records, s.stored, err = s.r.encode(ctx, s.stream(), s.req, cause, s.e.chain, facts)
	return part, answer, err
}

func (s *step[S]) commit(p eventlog.Part) {
	s.e.loaded = false // until all is folded: half a state is none
	for i, record := range p.Records {
		fact := s.stored[i]
		fact.Revision = record.Revision
		s.e.state.Evolve(fact)
		s.e.chain = eventlog.Chain{Revision: fact.Revision, Ordinal: fact.Ordinal, Digest: fact.Digest}
		s.e.bytes += len(record.Body)
	}
	s.e.loaded = true
	s.r.cache.weigh(s.e)
	if s.r.cfg.Appended != nil {
		s.r.cfg.Appended(len(p.Records))
	}
}
