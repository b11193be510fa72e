package memory

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// Follower remembers goals when they end. It follows the log and keeps no place of its own: it goes on after the newest end that is
// remembered, and what it had begun when it was killed is begun again. Any number of them may run.
type Follower struct {
	Library *Library
	Log     eventlog.Log
	Codec   eventlog.Codec
	Logger  *slog.Logger
}

// pause is how long it waits after a fault of the store.
const pause = 2 * time.Second

// ends are the subjects of goals' ends.
func ends() []string {
	return eventlog.KindFilters(events.FamilyGoal, slices.Sorted(maps.Keys(isEnd))...)
}

// folds are the subjects of all that is folded, of goals and of their runs.
func folds() (subjects []string) {
	for _, kind := range slices.Sorted(maps.Keys(folded)) {
		subjects = append(subjects, eventlog.KindFilter("*", events.FamilyGoal, "*", kind))
	}
	return subjects
}

// Run remembers until the context ends.
func (f *Follower) Run(ctx context.Context) error {
	last, err := f.catchUp(ctx)
	if err != nil {
		return err
	}
	goals := running{codec: f.Codec, folds: map[goalKey]*Fold{}}
	for r, err := range f.Log.Follow(ctx, eventlog.Query{After: last, Subjects: folds()}) {
		if err != nil {
			return err
		}
		episode, ok, known := goals.take(ctx, r)
		switch {
		case known && ok:
			err = f.remember(ctx, episode)
		case !known && isEnd[r.Kind]:
			err = f.insist(ctx, r)
		}
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// catchUp remembers the goals that ended while nobody looked, of each workspace the newest only.
func (f *Follower) catchUp(ctx context.Context) (last events.Revision, err error) {
	for {
		if last, err = f.Library.Last(ctx); err == nil {
			break
		}
		if err := f.wait(ctx, err); err != nil {
			return 0, err
		}
	}
	ended := map[string][]eventlog.Record{} // by workspace, without bodies
	for r, err := range f.Log.Read(ctx, eventlog.Query{After: last, Subjects: ends()}) {
		if err != nil {
			return 0, err
		}
		last, r.Body = r.Revision, nil
		list := append(ended[r.Stream.Workspace], r)
		if most := f.Library.cfg.Most; len(list) > 2*most {
			list = append([]eventlog.Record(nil), list[len(list)-most:]...)
		}
		ended[r.Stream.Workspace] = list
	}
	// In the order of the log over all workspaces, since the newest that is remembered says where to go on.
	for {
		var next string
		for workspace, list := range ended {
			if over := len(list) - f.Library.cfg.Most; over > 0 {
				list = list[over:]
				ended[workspace] = list
			}
			if len(list) > 0 && (next == "" || list[0].Revision < ended[next][0].Revision) {
				next = workspace
			}
		}
		if next == "" {
			return last, nil
		}
		if err := f.insist(ctx, ended[next][0]); err != nil {
			return 0, err
		}
		ended[next] = ended[next][1:]
	}
}

// insist remembers one end of a goal, which it reads, however long the log takes to answer: no end before a newer one is looked for
// again. A goal of which the log holds what cannot be read is left out, and said.
func (f *Follower) insist(ctx context.Context, end eventlog.Record) error {
	for {
		episode, ok, err := Read(ctx, f.Log, f.Codec, end.Stream, end.Revision)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil && ok:
			return f.remember(ctx, episode)
		case err == nil:
			return nil
		case unreadable(err):
			f.Logger.WarnContext(ctx, "a goal is not remembered", slog.String("goal", end.Stream.ID), slog.Any("err", err))
			return nil
		}
		if err := f.wait(ctx, err); err != nil {
			return err
		}
	}
}

// unreadable reports whether an error is about what the log holds: it comes again however often that is read.
func unreadable(err error) bool {
	if _, ok := errors.AsType[*keyError](err); ok {
		return false
	}
	if _, ok := errors.AsType[*openError](err); ok {
		return true
	}
	if _, ok := errors.AsType[*eventlog.MalformedRecordError](err); ok {
		return true
	}
	_, ok := errors.AsType[*eventlog.BrokenChainError](err)
	return ok
}

// openError says that a record could not be opened.
type openError struct{ err error }

func (e *openError) Error() string { return e.err.Error() }
func (e *openError) Unwrap() error { return e.err }

// keyError says that a key could not be had, which may be there.
type keyError struct{ err error }

func (e *keyError) Error() string { return "key: " + e.err.Error() }
func (e *keyError) Unwrap() error { return e.err }

// marked marks the errors of keys that may come.
type marked struct{ eventlog.Keys }

// Key implements eventlog.Keys.
func (m marked) Key(ctx context.Context, id string) (*events.Key, error) {
	key, err := m.Keys.Key(ctx, id)
	if err != nil && !lost(err) {
		err = &keyError{err}
	}
	return key, err
}

// remember keeps an episode, however long the store takes.
func (f *Follower) remember(ctx context.Context, e Episode) error {
	for {
		err := f.Library.Remember(ctx, e)
		if err == nil {
			return nil
		}
		if err := f.wait(ctx, err); err != nil {
			return err
		}
	}
}

// wait says what is wrong with the log or the store, and waits.
func (f *Follower) wait(ctx context.Context, fault error) error {
	if ctx.Err() == nil {
		f.Logger.WarnContext(ctx, "memory does not answer, trying again", slog.Any("err", fault))
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(pause):
		return nil
	}
}

// Read makes the episode of a goal as it stood at the revision of an end, of events whose chains it checks. It reports false if the
// goal's content is forgotten. How long it takes depends on the goal, not on the log.
func Read(ctx context.Context, log eventlog.Log, codec eventlog.Codec, goal events.StreamID, end events.Revision) (Episode, bool, error) {
	codec.Keys = marked{codec.Keys}
	var all []events.Envelope[events.Event]
	load := func(s events.StreamID) error {
		for r, err := range log.Load(ctx, s, 0) {
			if err != nil {
				return fmt.Errorf("load %s: %w", s, err)
			}
			if r.Revision > end {
				break
			}
			if !folded[r.Kind] {
				continue // the largest are results, which need not be opened
			}
			e, err := codec.Decode(ctx, r)
			if err != nil {
				return &openError{err}
			}
			all = append(all, e)
		}
		return nil
	}
	if err := load(goal); err != nil {
		return Episode{}, false, err
	}
	for _, task := range started(all) {
		if err := load(events.RunStream(goal.Workspace, goal.ID, task)); err != nil {
			return Episode{}, false, err
		}
	}
	slices.SortFunc(all, func(a, b events.Envelope[events.Event]) int { return cmp.Compare(a.Revision, b.Revision) })
	var fold Fold
	for _, e := range all {
		fold.Apply(e)
	}
	episode, ok := fold.Episode()
	return episode, ok, nil
}

// started lists the tasks that have runs.
func started(goal []events.Envelope[events.Event]) (tasks []string) {
	for _, e := range goal {
		if f, ok := e.Fact.(events.TaskStarted); ok && !slices.Contains(tasks, f.Task) {
			tasks = append(tasks, f.Task)
		}
	}
	return tasks
}
