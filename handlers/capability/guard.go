package capability

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/mergit-io/mergit/events"
)

// Agents know what an agent may do now, from the log.
type Agents interface {
	// Can answers *DeniedError for an agent that may do nothing: it is unknown,
	// revoked or switched off.
	Can(ctx context.Context, workspace, agent string) (events.Capabilities, events.Revision, error)
}

// Issuer makes tokens.
type Issuer struct {
	Key    Key
	Agents Agents
	NewID  func() string
	Now    func() time.Time
}

// Issue makes a token of what an agent may do now.
func (i *Issuer) Issue(ctx context.Context, h Holder) (string, error) {
	can, at, err := i.Agents.Can(ctx, h.Workspace, h.Agent)
	if err != nil {
		return "", err
	}
	return sign(i.Key, i.NewID(), h, can, at, i.Now())
}

// Guard lets an agent's calls through or not: it holds a token for each task in
// hand and has each call checked by it. It is safe for concurrent use.
type Guard struct {
	Issue   func(ctx context.Context, h Holder) (string, error)
	Checker *Checker
	Now     func() time.Time

	mu   sync.Mutex
	held map[Holder]*held
}

// held is the token of one task.
type held struct {
	mu    sync.Mutex // held while a token is fetched: one fetch serves all
	token string
	fresh time.Time // until when it need not be fetched anew
}

// Allow fails with *DeniedError if an agent may not do this. A token that was
// voided because the agent may do other things than before is replaced, once.
func (g *Guard) Allow(ctx context.Context, h Holder, u Use) error {
	token, err := g.token(ctx, h, "")
	if err != nil {
		return err
	}
	_, err = g.Checker.Check(token, u)
	if denied, ok := errors.AsType[*DeniedError](err); ok && (denied.Code == Revoked || denied.Code == Expired) {
		if token, err = g.token(ctx, h, token); err != nil {
			return err
		}
		_, err = g.Checker.Check(token, u)
	}
	return err
}

// Token is what the task's calls carry where they leave this process.
func (g *Guard) Token(ctx context.Context, h Holder) (string, error) { return g.token(ctx, h, "") }

// Done forgets the token of a task.
func (g *Guard) Done(h Holder) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.held, h)
}

// token returns the task's token, and another one than stale. A token is
// replaced when four fifths of its life are over, so that a call never starts
// with one that is about to expire.
func (g *Guard) token(ctx context.Context, h Holder, stale string) (string, error) {
	g.mu.Lock()
	if g.held == nil {
		g.held = map[Holder]*held{}
	}
	t, ok := g.held[h]
	if !ok {
		t = &held{}
		g.held[h] = t
	}
	g.mu.Unlock()

	t.mu.Lock()
	defer t.mu.Unlock()
	if t.token != "" && t.token != stale && g.Now().Before(t.fresh) {
		return t.token, nil
	}
	now := g.Now()
	token, err := g.Issue(ctx, h)
	if err != nil {
		t.token = ""
		return "", err
	}
	t.token, t.fresh = token, now.Add(TTL*4/5)
	return token, nil
}
