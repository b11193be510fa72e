package capability

import (
	"crypto/ed25519"
	"fmt"
	"sync"
	"time"

	"github.com/mergit-io/mergit/events"
)

// deniedFor is how long a denial is remembered: an agent that asks for what it
// may not do in a loop costs a look into a map.
const deniedFor = time.Minute

// maxDenied bounds what is remembered.
const maxDenied = 10_000

// Revocations say what is void. A view of them is local: nothing is asked when a
// call is checked.
type Revocations interface {
	// Revoked reports whether what an agent could do at a revision is void. It
	// fails if the view may be older than it should be: then nothing is known,
	// and nothing may be allowed.
	Revoked(workspace, agent string, asOf events.Revision) (bool, error)
}

// Checker checks tokens where calls are made. It is safe for concurrent use.
type Checker struct {
	// Keys finds the public half of a signing key.
	Keys        func(id string) (ed25519.PublicKey, bool)
	Revocations Revocations
	Now         func() time.Time

	mu     sync.Mutex
	denied map[string]denial
}

type denial struct {
	err   *DeniedError
	until time.Time
}

// Check fails with *DeniedError unless a token allows a use, and with any other
// error if that cannot be told now.
func (c *Checker) Check(token string, u Use) (*Claims, error) {
	claims, err := parse(token, c.Keys, c.Now)
	if err != nil {
		return nil, err
	}
	h := claims.Holder()
	void, err := c.Revocations.Revoked(h.Workspace, h.Agent, claims.AsOf)
	if err != nil {
		return nil, fmt.Errorf("what is revoked: %w", err)
	}
	if void {
		return nil, &DeniedError{Code: Revoked, Agent: h.Agent, Reason: "its capabilities are revoked"}
	}
	key := claims.ID + " " + u.String()
	if d, ok := c.known(key); ok {
		return nil, d
	}
	if lacks := Missing(claims.Can, u); lacks != "" {
		d := &DeniedError{Code: Denied, Agent: h.Agent, Reason: "has no capability for " + lacks}
		c.remember(key, d)
		return nil, d
	}
	return claims, nil
}

func (c *Checker) known(key string) (*DeniedError, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	d, ok := c.denied[key]
	if ok && !c.Now().Before(d.until) {
		delete(c.denied, key)
		return nil, false
	}
	return d.err, ok
}

func (c *Checker) remember(key string, err *DeniedError) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.denied == nil || len(c.denied) >= maxDenied {
		c.denied = map[string]denial{}
	}
	c.denied[key] = denial{err, c.Now().Add(deniedFor)}
}
