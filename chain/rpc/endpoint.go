package rpc

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mergit-io/mergit/chain/txmgr"
)

// endpoint is one node, and what is known of its health.
type endpoint struct {
	url, name string
	node      txmgr.Node

	mu       sync.Mutex
	checked  bool // it is of our chain
	failures int  // in a row
	delays   int  // answers in a row that were not waited for
	retry    time.Time
	latest   uint64 // the block it named last; 0 if it named none
}

// maxDoublings bounds how long a node is left alone: 64 times the first.
const maxDoublings = 6

// failed leaves a node alone for a while. It is logged once.
func (p *Pool) failed(ctx context.Context, e *endpoint, err error) {
	e.mu.Lock()
	e.failures++
	failures := e.failures
	e.retry, e.checked = p.cfg.Now().Add(p.cfg.Backoff<<min(failures-1, maxDoublings)), false
	e.mu.Unlock()
	if failures == 1 {
		p.cfg.Log.WarnContext(ctx, "chain node is left alone for a while", slog.String("node", e.name), slog.Any("err", err))
	}
}

// well notes that a node answers.
func (p *Pool) well(ctx context.Context, e *endpoint) {
	e.mu.Lock()
	failures := e.failures
	e.failures, e.delays, e.retry = 0, 0, time.Time{}
	e.mu.Unlock()
	if failures > 0 {
		p.cfg.Log.InfoContext(ctx, "chain node is well again", slog.String("node", e.name), slog.Int("failures", failures))
	}
}

// maxDelays is how often a node may be too late in a row.
const maxDelays = 3

// errLate says that a node is left alone because nobody waits for its answers anyway.
var errLate = errors.New("it answers long after the others")

// late notes that a node had not answered when others had.
func (p *Pool) late(ctx context.Context, e *endpoint) {
	e.mu.Lock()
	e.delays++
	often := e.delays >= maxDelays
	e.mu.Unlock()
	if often {
		p.failed(ctx, e, &NodeError{Node: e.name, Err: errLate})
	}
}

// reached notes which block a node is at.
func (e *endpoint) reached(block uint64) {
	e.mu.Lock()
	e.latest = block
	e.mu.Unlock()
}

// standing is what the choice of a node depends on.
type standing struct {
	e      *endpoint
	latest uint64
	retry  time.Time
	waits  bool
}

func (p *Pool) standings() (all []standing, best uint64) {
	now := p.cfg.Now()
	for _, e := range p.endpoints {
		e.mu.Lock()
		s := standing{e, e.latest, e.retry, now.Before(e.retry)}
		e.mu.Unlock()
		if all = append(all, s); !s.waits {
			best = max(best, s.latest)
		}
	}
	return all, best
}

// candidates are the nodes to ask, the best first: those that are well and not behind, then those that are behind, which may
// have caught up meanwhile. While all are left alone, the one whose time is nearest is asked all the same: somebody must find
// out.
func (p *Pool) candidates(need uint64) []*endpoint {
	all, best := p.standings()
	var ahead, behind []*endpoint
	for _, s := range all {
		switch {
		case s.waits:
		case s.latest > 0 && (s.latest < need || s.latest+p.cfg.Lag < best):
			behind = append(behind, s.e)
		default:
			ahead = append(ahead, s.e)
		}
	}
	if asked := append(ahead, behind...); len(asked) > 0 {
		return asked
	}
	return []*endpoint{slices.MinFunc(all, func(a, b standing) int { return a.retry.Compare(b.retry) }).e}
}

// NodeError says which node failed. It never shows more of its URL than the host: the rest may be a key.
type NodeError struct {
	Node string
	Err  error
}

func (e *NodeError) Error() string { return e.Node + ": " + e.Err.Error() }

func (e *NodeError) Unwrap() error { return e.Err }

// cleaned is an error whose text does not show a URL.
type cleaned struct {
	error
	text string
}

func (c cleaned) Error() string { return c.text }
func (c cleaned) Unwrap() error { return c.error }

// clean takes a URL out of an error's text.
func clean(address string, err error) error {
	text := strings.ReplaceAll(err.Error(), address, hostOf(address))
	if u, parseErr := url.Parse(address); parseErr == nil {
		text = strings.ReplaceAll(text, u.Redacted(), u.Host)
		for _, secret := range []string{u.RequestURI(), u.Path} {
			if len(secret) > 1 {
				text = strings.ReplaceAll(text, secret, "/…")
			}
		}
	}
	if text == err.Error() {
		return err
	}
	return cleaned{err, text}
}

// hostOf is as much of a URL as may be shown.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "a URL that cannot be parsed"
	}
	return cmp.Or(u.Host, "a URL without a host")
}
