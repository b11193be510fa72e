package cache

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// Config of a Cache.
type Config struct {
	Store Store
	// Keys seal what is kept, and name it.
	Keys eventlog.Keys
	// Version is of the program: what it makes of a prompt may change with it. It is part of every key.
	Version string
	Now     func() time.Time
	Log     *slog.Logger
	// Hold is how long the computation of a process that was killed keeps others waiting. One that lives says so three times within
	// it. Defaults to 3 s.
	Hold time.Duration
}

// Cache answers from what is kept, or computes.
type Cache struct {
	cfg    Config
	counts counts

	mu       sync.Mutex
	flying   map[string]chan struct{} // what this process computes; closed at its end
	refreshs sync.WaitGroup
	stopping sync.Once
	stopped  chan struct{}
}

// New makes a cache. Close waits for what it does by itself.
func New(cfg Config) *Cache {
	if cfg.Hold <= 0 {
		cfg.Hold = 3 * time.Second
	}
	return &Cache{cfg: cfg, flying: map[string]chan struct{}{}, stopped: make(chan struct{})}
}

// Close waits until no answer is being renewed.
func (c *Cache) Close() { c.refreshs.Wait() }

// Ask is what is asked for.
type Ask struct {
	// Workspace is who may see the answer, and Goal under whose key it is sealed.
	Workspace, Goal string
	// Space sets kinds of answers apart, like tool-web_search or model-writer; a token. Figures are kept by it.
	Space string
	// Version is a digest of all that shapes an answer besides the question: prompts, definitions of tools.
	Version string
	// Question is the rest, in a canonical form.
	Question []byte
	// Stale is how much longer than its lifetime an answer may be served while a new one is computed. Defaults to never.
	Stale time.Duration
	// Similar is how long the answer may do for questions that mean the same, if they are asked of a Similar. Defaults to its lifetime.
	Similar time.Duration
}

// Answer is what a computation came to.
type Answer struct {
	Value []byte
	// Keep is how long it may stand in for another one. Zero is never.
	Keep time.Duration
	// Exact says that it may not do for another question, however much that means the same.
	Exact bool
	// Tokens is what it cost, and what a hit saves.
	Tokens int64
}

// Found is an answer and where it comes from.
type Found struct {
	Answer
	// Hit says that it was kept; Stale that its lifetime is over, and Similar that it answers another question that means the same.
	Hit, Stale, Similar bool
	// Age is since it was computed.
	Age time.Duration
}

// entry is how an answer is stored. What it says is sealed.
type entry struct {
	Goal   string    `json:"goal"`
	At     time.Time `json:"at"`
	Until  time.Time `json:"until"`
	Tokens int64     `json:"tokens,omitempty"`
	Box    []byte    `json:"box"`
}

// keyID is the key under which a workspace's cache is named.
func keyID(workspace string) string {
	sum := sha256.Sum256([]byte(workspace))
	return "cache-" + hex.EncodeToString(sum[:8])
}

// name is the stored key of a question: a digest under the workspace's key.
func (c *Cache) name(ctx context.Context, kind string, a Ask, what []byte) (string, error) {
	if !events.IsToken(a.Workspace) || !events.IsToken(a.Space) {
		return "", fmt.Errorf("workspace %q and space %q are tokens", a.Workspace, a.Space)
	}
	key, err := c.key(ctx, keyID(a.Workspace))
	if err != nil {
		return "", err
	}
	sum := key.Fingerprint("cache/"+kind+"/"+a.Space+"/"+c.cfg.Version+"/"+a.Version, what)
	return kind + "." + a.Workspace + "." + a.Space + "." + sum.String(), nil
}

// Do returns what is kept, or computes it: once at a time for each question, in all processes together. An error of compute is
// returned to whoever computed, and kept from nobody: the others compute themselves.
func (c *Cache) Do(ctx context.Context, a Ask, compute func(context.Context) (Answer, error)) (Found, error) {
	name, err := c.name(ctx, "answer", a, a.Question)
	if err != nil {
		return c.without(ctx, a, err, compute)
	}
	waited := false
	for wait := 5 * time.Millisecond; ; wait = min(2*wait, 250*time.Millisecond) {
		found, ok, err := c.read(ctx, name, a)
		if err != nil {
			return c.without(ctx, a, err, compute)
		}
		if ok && !found.Stale {
			c.counts.hit(a.Space, found, waited)
			return found, nil
		}
		landed, free, err := c.lift(ctx, name)
		switch {
		case err != nil:
			return c.without(ctx, a, err, compute)
		case free != nil && ok:
			c.renew(ctx, name, a, free, compute)
			c.counts.hit(a.Space, found, waited)
			return found, nil
		case free != nil:
			defer free()
			return c.compute(ctx, name, a, compute)
		case ok: // another one renews it
			c.counts.hit(a.Space, found, waited)
			return found, nil
		}
		waited = true
		timer := time.NewTimer(wait)
		select {
		case <-landed:
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return Found{}, ctx.Err()
		}
		timer.Stop()
	}
}

// without computes because the cache cannot be asked.
func (c *Cache) without(ctx context.Context, a Ask, err error, compute func(context.Context) (Answer, error)) (Found, error) {
	if ctx.Err() != nil {
		return Found{}, ctx.Err()
	}
	c.cfg.Log.WarnContext(ctx, "cache not used", slog.String("space", a.Space), slog.Any("err", err))
	c.counts.trouble(a.Space)
	answer, err := compute(ctx)
	return Found{Answer: answer}, err
}

// read returns what is kept and may be served, fresh or stale.
func (c *Cache) read(ctx context.Context, name string, a Ask) (Found, bool, error) {
	stored, err := c.cfg.Store.Get(ctx, name)
	if errors.Is(err, ErrMiss) {
		return Found{}, false, nil
	}
	if err != nil {
		return Found{}, false, err
	}
	var e entry
	if err := json.Unmarshal(stored.Value, &e); err != nil {
		return Found{}, false, fmt.Errorf("read %s: %w", name, err)
	}
	now := c.cfg.Now()
	stale := !now.Before(e.Until)
	if stale && !now.Before(e.Until.Add(a.Stale)) {
		return Found{}, false, nil
	}
	value, err := c.open(ctx, e.Goal, name, e.Box)
	if errors.Is(err, events.ErrForgotten) || errors.Is(err, eventlog.ErrNoKey) {
		return Found{}, false, nil // the goal that it was made for is forgotten, and so is this
	}
	if err != nil {
		return Found{}, false, err
	}
	return Found{Answer: Answer{Value: value, Keep: e.Until.Sub(now), Tokens: e.Tokens}, Hit: true, Stale: stale, Age: now.Sub(e.At)}, true, nil
}

func (c *Cache) open(ctx context.Context, goal, name string, box []byte) ([]byte, error) {
	key, err := c.cfg.Keys.Key(ctx, goal)
	if err != nil {
		return nil, err
	}
	return key.Open("cache/"+name, box)
}

// key makes a key only if there is none: that is a write.
func (c *Cache) key(ctx context.Context, id string) (*events.Key, error) {
	key, err := c.cfg.Keys.Key(ctx, id)
	if errors.Is(err, eventlog.ErrNoKey) {
		return c.cfg.Keys.Create(ctx, id)
	}
	return key, err
}

func (c *Cache) seal(ctx context.Context, goal, name string, plain []byte) ([]byte, error) {
	key, err := c.key(ctx, goal)
	if err != nil {
		return nil, err
	}
	return key.Seal("cache/"+name, plain), nil
}

// lift takes the right to compute, and returns what gives it back; nil if somebody has it. landed is closed once this process's own
// computation is over.
func (c *Cache) lift(ctx context.Context, name string) (landed <-chan struct{}, free func(), err error) {
	c.mu.Lock()
	if at, ok := c.flying[name]; ok {
		c.mu.Unlock()
		return at, nil, nil
	}
	mine := make(chan struct{})
	c.flying[name] = mine
	c.mu.Unlock()
	land := func() {
		c.mu.Lock()
		delete(c.flying, name)
		c.mu.Unlock()
		close(mine)
	}
	lock := "lock." + name
	revision, err := c.cfg.Store.Create(ctx, lock, []byte("1"), c.cfg.Hold)
	if err != nil {
		land()
		if errors.Is(err, ErrMoved) {
			return nil, nil, nil // another process has it
		}
		return nil, nil, err
	}
	give := c.hold(context.WithoutCancel(ctx), lock, revision)
	return nil, func() {
		// If it cannot be given back it runs out.
		release, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		if err := c.cfg.Store.Delete(release, lock, give()); err != nil {
			c.cfg.Log.WarnContext(ctx, "lock of the cache not given back", slog.Any("err", err))
		}
		land()
	}, nil
}

// hold keeps a lock from running out until it is given back, and then tells its newest revision. What has run out all the same, as
// when a machine sleeps, is another's now, and is left alone.
func (c *Cache) hold(ctx context.Context, lock string, revision uint64) (give func() uint64) {
	stop, done := make(chan struct{}), make(chan struct{})
	renew := func() error {
		ctx, cancel := context.WithTimeout(ctx, c.cfg.Hold) // later it has run out anyway
		defer cancel()
		next, err := c.cfg.Store.Replace(ctx, lock, []byte("1"), c.cfg.Hold, revision)
		if err == nil {
			revision = next
		}
		return err
	}
	go func() {
		defer close(done)
		every := time.NewTicker(c.cfg.Hold / 3)
		defer every.Stop()
		for {
			select {
			case <-stop:
				return
			case <-every.C:
				if errors.Is(renew(), ErrMoved) {
					return
				}
			}
		}
	}()
	return func() uint64 {
		close(stop)
		<-done // an answer that is on its way tells the newest revision
		return revision
	}
}

// mostRenewing bounds the computation of an answer that was served stale.
const mostRenewing = 2 * time.Minute

// compute asks for the answer and keeps it.
func (c *Cache) compute(ctx context.Context, name string, a Ask, compute func(context.Context) (Answer, error)) (Found, error) {
	c.counts.miss(a.Space)
	answer, err := compute(ctx)
	if err != nil {
		return Found{Answer: answer}, err
	}
	if answer.Keep > 0 {
		if err := c.keep(ctx, name, a, answer); err != nil {
			c.trouble(ctx, a, "answer not kept", err)
		}
	}
	return Found{Answer: answer}, nil
}

func (c *Cache) keep(ctx context.Context, name string, a Ask, answer Answer) error {
	box, err := c.seal(ctx, a.Goal, name, answer.Value)
	if err != nil {
		return err
	}
	now := c.cfg.Now()
	text, err := json.Marshal(entry{Goal: a.Goal, At: now, Until: now.Add(answer.Keep), Tokens: answer.Tokens, Box: box})
	if err != nil {
		return err
	}
	_, err = c.cfg.Store.Put(ctx, name, text, answer.Keep+a.Stale)
	if errors.Is(err, ErrTooLarge) {
		return nil // a large answer is simply computed anew
	}
	return err
}

// renew computes in the background what has just been served stale.
func (c *Cache) renew(ctx context.Context, name string, a Ask, free func(), compute func(context.Context) (Answer, error)) {
	ctx, cancel := context.WithTimeout(context.WithValue(context.WithoutCancel(ctx), renewingKey{}, true), mostRenewing)
	c.refreshs.Go(func() {
		defer cancel()
		defer free()
		over := make(chan struct{})
		defer close(over)
		go func() {
			select {
			case <-c.stopped:
				cancel()
			case <-over:
			}
		}()
		if _, err := c.compute(ctx, name, a, compute); err != nil {
			c.cfg.Log.DebugContext(ctx, "stale answer not renewed", slog.String("space", a.Space), slog.Any("err", err))
		}
	})
}
