package verify

import (
	"context"
	"errors"
	"fmt"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// errUnread says that a key is not at hand.
var errUnread = errors.New("the key is not at hand")

// decode reads what the records say. Content that does not open is a fault of its own check; the plain fields are read all
// the same.
func (v *verifier) decode(ctx context.Context) error {
	for i := range v.history {
		e := &v.history[i]
		unread := false
		open := func(kid string) (*events.Key, error) {
			key, err := v.key(ctx, kid)
			if errors.Is(err, errUnread) {
				unread, err = true, events.ErrForgotten
			}
			return key, err
		}
		fact, forgotten, err := events.Unmarshal(e.ID, e.Kind, e.Version, e.Body, open)
		if err != nil {
			if unknown := unknownKind(err, e.Revision); unknown != nil {
				return unknown
			}
			v.fault(ContentChanged, taskOf(e.Stream), e.Revision, "%s: %v", e.Kind, err)
			fact, _, err = events.Unmarshal(e.ID, e.Kind, e.Version, e.Body, forget)
		}
		if err != nil {
			continue // nothing of it can be read
		}
		if k := events.KindOfFact(fact); k.Family != e.Stream.Family || (k.Part == events.OfRun) != e.Stream.IsRun() {
			v.fault(Inserted, taskOf(e.Stream), e.Revision, "%s does not belong to %s", e.Kind, e.Stream)
			continue
		}
		e.fact, e.forgotten = fact, forgotten
		switch {
		case unread:
			v.report.Unread++
		case forgotten:
			v.report.Forgotten++
		}
	}
	detail := "all content opens"
	if v.report.Forgotten > 0 || v.report.Unread > 0 {
		detail = fmt.Sprintf("content of %d events is forgotten, of %d not readable here", v.report.Forgotten, v.report.Unread)
	}
	v.done("seals", "%s", detail)
	return nil
}

func forget(string) (*events.Key, error) { return nil, events.ErrForgotten }

// key finds the key of the goal; there is no other that its content may be sealed under.
func (v *verifier) key(ctx context.Context, kid string) (*events.Key, error) {
	if kid != v.report.Goal {
		return nil, fmt.Errorf("it is sealed under the key of %q", kid)
	}
	if v.Keys == nil {
		return nil, errUnread
	}
	key, err := v.Keys.Key(ctx, kid)
	if errors.Is(err, eventlog.ErrNoKey) {
		return nil, errUnread
	}
	return key, err
}

// unknownKind finds out that this binary is too old to judge.
func unknownKind(err error, at events.Revision) error {
	if kind, ok := errors.AsType[*events.UnknownKindError](err); ok {
		kind.Revision = at
		return err
	}
	if version, ok := errors.AsType[*events.UnknownVersionError](err); ok {
		version.Revision = at
		return err
	}
	return nil
}

// streams lists the goal's aggregates, each in the order of the log, its own first.
func (v *verifier) streams() (order []events.StreamID, of map[events.StreamID][]entry) {
	of = map[events.StreamID][]entry{}
	for _, e := range v.history {
		if _, ok := of[e.Stream]; !ok {
			order = append(order, e.Stream)
		}
		of[e.Stream] = append(of[e.Stream], e)
	}
	return order, of
}

// chains checks that each aggregate is a digest chain without a gap.
func (v *verifier) chains() {
	order, of := v.streams()
	for _, s := range order {
		v.chain(s, of[s])
	}
	v.done("chains", "%d aggregates, each a chain of digests", len(order))
}

func (v *verifier) chain(s events.StreamID, entries []entry) {
	task := taskOf(s)
	var last entry
	for i, e := range entries {
		switch {
		case e.Subject != eventlog.Subject(e.Stream, e.Kind):
			v.fault(Changed, task, e.Revision, "it stands under subject %s, not %s", e.Subject, eventlog.Subject(e.Stream, e.Kind))
		case e.Ordinal > last.Ordinal+1 && e.Ordinal == last.Ordinal+2:
			v.fault(Removed, task, e.Revision, "event %d, before this one, is gone", last.Ordinal+1)
		case e.Ordinal > last.Ordinal+1:
			v.fault(Removed, task, e.Revision, "events %d to %d, before this one, are gone", last.Ordinal+1, e.Ordinal-1)
		case e.Ordinal <= last.Ordinal:
			stranger := v.stranger(last, e, entries[i+1:])
			v.fault(Inserted, task, stranger.Revision, "there is another event %d, at sequence %d", stranger.Ordinal, other(stranger, last, e).Revision)
			if stranger.Revision == e.Revision {
				continue // the chain goes on from the one before
			}
		case e.Previous != last.digest && last.Ordinal == 0:
			v.fault(Changed, task, e.Revision, "it is the first event and names one before it")
		case e.Previous != last.digest:
			v.fault(Changed, task, last.Revision, "%s was changed: its successor, at sequence %d, names another digest", last.Kind, e.Revision)
		}
		last = e
	}
}

// stranger tells which of two events with one ordinal does not belong: the one that no successor names.
func (v *verifier) stranger(a, b entry, rest []entry) entry {
	for _, e := range rest {
		switch e.Previous {
		case a.digest:
			return b
		case b.digest:
			return a
		}
	}
	return b
}

func other(e, a, b entry) entry {
	if e.Revision == a.Revision {
		return b
	}
	return a
}

// runs checks that each task's end names the last event of its run at that time.
func (v *verifier) runs() {
	_, of := v.streams()
	ended := 0
	for _, e := range v.history {
		var task string
		var run events.Digest
		var resultAt uint64
		switch f := e.fact.(type) {
		case events.TaskCompleted:
			task, run, resultAt = f.Task, f.Run, f.ResultAt
		case events.TaskFailed:
			if task, run = f.Task, f.Run; run.IsZero() {
				continue // before anything was recorded
			}
		default:
			continue
		}
		ended++
		entries := of[events.RunStream(v.report.Workspace, v.report.Goal, task)]
		before := 0
		for before < len(entries) && entries[before].Revision < e.Revision {
			before++
		}
		v.ended(e, task, run, resultAt, entries[:before])
	}
	v.done("runs", "%d ends of tasks name the end of their run", ended)
}

func (v *verifier) ended(e entry, task string, run events.Digest, resultAt uint64, entries []entry) {
	if len(entries) == 0 {
		if !run.IsZero() {
			v.fault(Removed, task, e.Revision, "%s names the last event of a run that has none", e.Kind)
		}
		return
	}
	last := entries[len(entries)-1]
	if last.digest == run {
		return
	}
	for i, r := range entries[:len(entries)-1] {
		if r.digest == run {
			v.fault(Inserted, task, entries[i+1].Revision, "%s at sequence %d names the event before as the last of the run", e.Kind, e.Revision)
			return
		}
	}
	if last.Ordinal < resultAt {
		v.fault(Removed, task, e.Revision, "event %d of the run, which has the result, is gone", resultAt)
		return
	}
	v.fault(Changed, task, last.Revision, "%s at sequence %d names another digest for the last event of the run", e.Kind, e.Revision)
}
