// Package memory remembers goals. Of each goal that ended it keeps an episode: what was wanted, how it was planned, what failed and
// how that was overcome. Lessons that several episodes teach are counted, not thought up. Before a goal is planned, the episodes
// that are like it and the lessons about their tools are told to the planner.
//
// What is remembered is advice: it is quoted to a model as data, it binds nobody, and a memory that fails costs nothing but
// itself. Episodes are made of the log alone, so that losing them loses nothing that cannot be made again, except what people had
// forgotten. They are sealed under their goals' keys: destroying a goal's key forgets its episode.
package memory

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/handlers/cache"
)

// Config of a Library.
type Config struct {
	Store Store
	// Keys seal episodes.
	Keys eventlog.Keys
	// Embed compares texts. Defaults to cache.Lexical.
	Embed cache.Embedder
	Now   func() time.Time
	Log   *slog.Logger
	// Most is how many episodes of a workspace are kept: the newest. Defaults to 5000.
	Most int
}

// Library finds episodes. It holds an index of all of them, which it brings up to date whenever it is asked.
type Library struct {
	cfg Config

	free    chan struct{}   // holds the right to use what follows
	seen    uint64          // the store's revision up to which it has read
	last    events.Revision // the newest end that is kept
	shelves map[string]*shelf
}

// New makes a library.
func New(cfg Config) *Library {
	if cfg.Embed == nil {
		cfg.Embed = cache.Lexical{}
	}
	if cfg.Most <= 0 {
		cfg.Most = 5000
	}
	l := &Library{cfg: cfg, free: make(chan struct{}, 1), shelves: map[string]*shelf{}}
	l.free <- struct{}{}
	return l
}

// lock waits for the index no longer than a caller has time: whoever has it may be waiting for the store. It brings the index up to
// date.
func (l *Library) lock(ctx context.Context) (unlock func(), err error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-l.free:
	}
	unlock = func() { l.free <- struct{}{} }
	if err := l.catchUp(ctx); err != nil {
		unlock()
		return nil, err
	}
	return unlock, nil
}

// Found is what is remembered that fits a query.
type Found struct {
	Episodes []Ranked
	// Insights are about the episodes' tools and roles.
	Insights []Insight
}

// Query asks a workspace's memory.
type Query struct {
	Workspace string
	// Text is what the episodes should be like. Without it the newest are found.
	Text string
	// Except is a goal that is left out.
	Except string
	// Limit of episodes. Defaults to 5.
	Limit int
	// Allow leaves out episodes of goals. Defaults to none.
	Allow func(goal string) bool
}

// Search finds episodes, the best first, and the lessons that go with them.
func (l *Library) Search(ctx context.Context, q Query) (Found, error) {
	if q.Limit <= 0 {
		q.Limit = 5
	}
	unlock, err := l.lock(ctx)
	if err != nil {
		return Found{}, err
	}
	defer unlock()
	s := l.shelves[q.Workspace]
	if s == nil {
		return Found{}, nil
	}
	ranked, err := l.candidates(ctx, s, q.Text)
	if err != nil {
		return Found{}, err
	}
	var found Found
	for _, r := range ranked {
		if len(found.Episodes) == q.Limit {
			break
		}
		if r.Goal == q.Except || q.Allow != nil && !q.Allow(r.Goal) {
			continue
		}
		alive, err := l.alive(ctx, s, r.Goal)
		if err != nil {
			return Found{}, err
		}
		if alive {
			found.Episodes = append(found.Episodes, r)
		}
	}
	found.Insights, err = l.insights(ctx, s, q, found.Episodes)
	return found, err
}

// candidates are all episodes that fit a text, or the newest.
func (l *Library) candidates(ctx context.Context, s *shelf, text string) ([]Ranked, error) {
	if text != "" {
		return s.rank(ctx, text, l.cfg.Now())
	}
	var all []Ranked
	for _, n := range s.newest() {
		all = append(all, Ranked{Episode: n.episode, kept: n.kept})
	}
	return all, nil
}

// insights are the lessons about the tools and roles of episodes.
func (l *Library) insights(ctx context.Context, s *shelf, q Query, about []Ranked) ([]Insight, error) {
	tools, roles := map[string]bool{}, map[string]bool{}
	for _, e := range about {
		for _, u := range e.Tools {
			tools[u.Tool] = true
		}
		for _, step := range e.Plan {
			roles[step.Role] = true
		}
	}
	var all []Episode
	for _, n := range s.newest() {
		if n.episode.Goal != q.Except && (q.Allow == nil || q.Allow(n.episode.Goal)) {
			all = append(all, n.episode)
		}
	}
	list := Distil(all)
	list = slices.DeleteFunc(list, func(i Insight) bool {
		if i.Tool != "" {
			return !tools[i.Tool]
		}
		return !roles[i.Roles[0]]
	})
	for i := range list { // the log still says in plain text that a tool failed; of which forgotten goal is not told
		var named []string
		for _, goal := range list[i].Evidence {
			alive, err := l.alive(ctx, s, goal)
			if err != nil {
				return nil, err
			}
			if alive {
				named = append(named, goal)
			}
		}
		list[i].Evidence = named
	}
	return list, nil
}

// alive reports whether a goal's key is still there, and takes its episode away if it is not.
func (l *Library) alive(ctx context.Context, s *shelf, goal string) (bool, error) {
	if s.books[goal] == nil {
		return false, nil
	}
	_, err := l.cfg.Keys.Key(ctx, goal)
	if lost(err) {
		s.take(goal)
		return false, nil
	}
	return err == nil, err
}

// lost reports whether a key is gone for good.
func lost(err error) bool {
	return errors.Is(err, events.ErrForgotten) || errors.Is(err, eventlog.ErrNoKey)
}

// catchUp reads what was kept since. What cannot be read is left out: it is advice. The index is locked.
func (l *Library) catchUp(ctx context.Context) error {
	for k, err := range l.cfg.Store.Since(ctx, l.seen) {
		if errors.Is(err, ErrNoEntry) {
			l.cfg.Log.WarnContext(ctx, "something else is in the memory", slog.Any("err", err))
			l.seen = k.Revision
			continue
		}
		if err != nil {
			return fmt.Errorf("read the memory: %w", err)
		}
		if err := l.add(ctx, k); err != nil {
			return err
		}
		l.seen, l.last = k.Revision, max(l.last, k.At)
	}
	return nil
}

func (l *Library) add(ctx context.Context, k Kept) error {
	s := l.shelves[k.Workspace]
	if s == nil {
		s = newShelf(l.cfg.Embed)
		l.shelves[k.Workspace] = s
	}
	if k.Forgotten {
		s.take(k.Goal)
		return nil
	}
	key, err := l.cfg.Keys.Key(ctx, k.Goal)
	if lost(err) {
		s.take(k.Goal)
		return nil
	}
	if err != nil {
		return fmt.Errorf("key of goal %s: %w", k.Goal, err)
	}
	e, err := k.Open(key)
	if err != nil {
		l.cfg.Log.WarnContext(ctx, "an episode cannot be read", slog.String("goal", k.Goal), slog.Any("err", err))
		return nil
	}
	return s.put(ctx, e, k)
}

// Last is the revision of the newest end that is remembered, or was.
func (l *Library) Last(ctx context.Context) (events.Revision, error) {
	unlock, err := l.lock(ctx)
	if err != nil {
		return 0, err
	}
	defer unlock()
	return l.last, nil
}

// Remember keeps an episode, and lets the oldest ones of a workspace that has too many go. Remembering again is as once.
func (l *Library) Remember(ctx context.Context, e Episode) error {
	key, err := l.cfg.Keys.Key(ctx, e.Goal)
	if lost(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("key of goal %s: %w", e.Goal, err)
	}
	k, err := Seal(e, key)
	if err != nil {
		return err
	}
	if _, err := l.cfg.Store.Keep(ctx, k); err != nil {
		return err
	}
	unlock, err := l.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	s := l.shelves[e.Workspace]
	if s == nil || len(s.books) <= l.cfg.Most {
		return nil
	}
	for _, old := range s.newest()[l.cfg.Most:] {
		if err := l.cfg.Store.Drop(ctx, old.kept); err != nil {
			return err
		}
		s.take(old.episode.Goal)
	}
	return nil
}

// Forget has a goal's episode forgotten for good: it is not remembered again, also if the goal is retried. It reports whether there
// was one.
func (l *Library) Forget(ctx context.Context, workspace, goal string) (bool, error) {
	unlock, err := l.lock(ctx)
	if err != nil {
		return false, err
	}
	defer unlock()
	s := l.shelves[workspace]
	if s == nil || s.books[goal] == nil {
		return false, nil
	}
	kept, err := l.cfg.Store.Keep(ctx, Kept{Workspace: workspace, Goal: goal, At: s.books[goal].kept.At, Forgotten: true})
	if err == nil {
		s.take(goal)
	}
	return kept, err
}
