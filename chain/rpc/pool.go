// Package rpc makes one chain of several nodes, none of which is to be trusted alone: any of them may be down, late, behind,
// out of its mind or of another chain at any time, and the work goes on with the others.
//
// A Pool asks whoever is well, in the order of its configuration. Who fails is left alone for a while, and who is behind is
// not asked until it has caught up. Answers are compared where that is cheap: which block is final, what contracts emitted,
// whose receipt it is. What a single node says of the future of the chain, its pending transactions and its fees, is taken
// for a hint, as everywhere.
package rpc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum"

	"github.com/mergit-io/mergit/chain/txmgr"
)

// Config of a Pool. URLs, Now and Log are required.
type Config struct {
	// URLs of the nodes, http or https, the preferred one first.
	URLs []string
	// WS are WebSocket URLs that tell of new blocks. They only wake; without any, or while none can be reached, one polls.
	WS []string
	// ChainID that all must be of. Defaults to that of the first node which answers.
	ChainID uint64
	// Now is the clock.
	Now func() time.Time
	Log *slog.Logger
	// Patience bounds one request. Defaults to 20 s, or to 4 s if there are others to ask.
	Patience time.Duration
	// Grace is how long all others may take once the first of several has answered. Defaults to 250 ms.
	Grace time.Duration
	// Backoff is how long a node is left alone after it failed; it doubles with each further failure, up to 64-fold. Defaults
	// to 1 s.
	Backoff time.Duration
	// Lag is how many blocks a node may be behind the best and still be asked. Defaults to 3.
	Lag uint64
	// Quorum is how many nodes must say that a block is final, which block that is, and what was emitted up to it. Defaults to
	// 1: one will do, as long as no other denies it.
	Quorum int
}

func (c Config) withDefaults() Config {
	patience := 20 * time.Second
	if len(c.URLs) > 1 {
		patience = 4 * time.Second
	}
	c.Patience = cmp.Or(c.Patience, patience)
	c.Grace = cmp.Or(c.Grace, 250*time.Millisecond)
	c.Backoff = cmp.Or(c.Backoff, time.Second)
	c.Lag = cmp.Or(c.Lag, 3)
	c.Quorum = cmp.Or(c.Quorum, 1)
	return c
}

func (c Config) validate() error {
	var faults []error
	for _, list := range []struct {
		urls    []string
		schemes string
	}{{c.URLs, "http https"}, {c.WS, "ws wss"}} {
		for _, text := range list.urls {
			u, err := url.Parse(text)
			if err != nil || u.Host == "" || !strings.Contains(list.schemes, u.Scheme) {
				faults = append(faults, fmt.Errorf("%q: want a URL with %s", hostOf(text), strings.ReplaceAll(list.schemes, " ", " or ")))
			}
		}
	}
	for what, missing := range map[string]bool{"URLs": len(c.URLs) == 0, "Now": c.Now == nil, "Log": c.Log == nil} {
		if missing {
			faults = append(faults, fmt.Errorf("%s is missing", what))
		}
	}
	if c.Quorum < 1 || c.Quorum > max(1, len(c.URLs)) {
		faults = append(faults, fmt.Errorf("quorum: %d of %d nodes cannot agree", c.Quorum, len(c.URLs)))
	}
	return errors.Join(faults...)
}

// Pool is several nodes of one chain. It may be used by many at a time.
type Pool struct {
	cfg       Config
	endpoints []*endpoint

	mu     sync.Mutex
	id     uint64      // of the chain; 0 until a node has said
	agreed txmgr.Block // the final block that was compared last
}

var _ txmgr.Chain = (*Pool)(nil)

// New makes a pool. Nothing is sent yet: all nodes may be down.
func New(cfg Config) (*Pool, error) {
	cfg = cfg.withDefaults()
	if err := cfg.validate(); err != nil {
		return nil, fmt.Errorf("chain nodes: %w", err)
	}
	p := &Pool{cfg: cfg, id: cfg.ChainID}
	for _, address := range cfg.URLs {
		node, err := txmgr.Dial(context.Background(), address) // over HTTP it only parses
		if err != nil {
			p.Close()
			return nil, fmt.Errorf("chain nodes: %s: %w", hostOf(address), clean(address, err))
		}
		p.endpoints = append(p.endpoints, &endpoint{url: address, name: hostOf(address), node: node})
	}
	return p, nil
}

// Close drops the connections.
func (p *Pool) Close() {
	for _, e := range p.endpoints {
		e.node.Close()
	}
}

// ErrChain says that a node is of another chain than the others.
var ErrChain = errors.New("the node is of another chain")

// errIncomplete says that a node lacks something that others may have.
var errIncomplete = errors.New("the node does not have it")

// errNull says that a node answered null where there must be something.
var errNull = errors.New("the node answers with nothing")

// ask asks one node, and notes how it fared.
func (p *Pool) ask(ctx context.Context, e *endpoint, f func(context.Context, txmgr.Node) error) error {
	within, cancel := context.WithTimeout(ctx, p.cfg.Patience)
	defer cancel()
	err := p.check(within, e)
	if err == nil {
		err = f(within, e.node)
	}
	if ctx.Err() != nil {
		return ctx.Err() // nobody waits for the answer; that is not the node's fault
	}
	if err == nil || isAnswer(err) {
		p.well(ctx, e)
		return err
	}
	err = &NodeError{Node: e.name, Err: clean(e.url, err)}
	p.failed(ctx, e, err)
	return err
}

// isAnswer tells errors of the thing asked for from those of the node.
func isAnswer(err error) bool {
	if _, ok := errors.AsType[*txmgr.RevertedError](err); ok {
		return true
	}
	if _, ok := errors.AsType[*RangeError](err); ok {
		return true
	}
	for _, verdict := range []error{
		ethereum.NotFound, errIncomplete, txmgr.ErrKnown, txmgr.ErrNonceTooLow, txmgr.ErrUnderpriced, txmgr.ErrFunds, txmgr.ErrRefused,
	} {
		if errors.Is(err, verdict) {
			return true
		}
	}
	return false
}

// first asks one node after the other until one answers well. need is the block that a node must have reached; 0 is none. If
// all fail it returns what is most telling: that the thing asked for is not there, or cannot be, over that nobody answers.
func (p *Pool) first(ctx context.Context, need uint64, f func(context.Context, txmgr.Node) error) error {
	var answer error
	var faults []error
	for _, e := range p.candidates(need) {
		err := p.ask(ctx, e, f)
		switch {
		case err == nil, ctx.Err() != nil:
			return err
		case isAnswer(err):
			answer = err
		default:
			faults = append(faults, err)
		}
	}
	if answer != nil {
		return answer
	}
	return errors.Join(faults...)
}

// check makes sure that a node is of our chain, at first and whenever it had failed.
func (p *Pool) check(ctx context.Context, e *endpoint) error {
	e.mu.Lock()
	checked := e.checked
	e.mu.Unlock()
	if checked {
		return nil
	}
	id, err := e.node.ChainID(ctx)
	if err != nil {
		return fmt.Errorf("chain ID: %w", err)
	}
	p.mu.Lock()
	if p.id == 0 && id.IsUint64() {
		p.id = id.Uint64()
	}
	want := p.id
	p.mu.Unlock()
	if !id.IsUint64() || id.Uint64() != want {
		return fmt.Errorf("%w: %s instead of %d", ErrChain, id, want)
	}
	e.mu.Lock()
	e.checked = true
	e.mu.Unlock()
	return nil
}
