package api

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"

	"github.com/google/uuid"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/gateway/auth"
	"github.com/mergit-io/mergit/gateway/wire"
)

// maxKey bounds an idempotency key, in bytes.
const maxKey = 128

// idempotencyKey reads the header; empty if there is none.
func (c *call) idempotencyKey() (string, error) {
	key := c.fiber.Get("Idempotency-Key")
	if len(key) > maxKey || strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", wire.Refuse(http.StatusBadRequest, "IDEMPOTENCY_KEY_INVALID", "Idempotency-Key: want 1 to %d visible ASCII characters", maxKey)
	}
	return key, nil
}

// derive digests what makes a request the same as another.
func derive(what string, who auth.Principal, key string) [sha256.Size]byte {
	return sha256.Sum256([]byte(strings.Join([]string{"mergit", what, who.Workspace, who.ID, key}, "\x00")))
}

// goalID is the goal that a caller's key stands for.
func goalID(who auth.Principal, key string) string { return idFor("goal", who, key) }

// idFor is the thing of some sort that a caller's key stands for.
func idFor(what string, who auth.Principal, key string) string {
	sum := derive(what, who, key)
	var id uuid.UUID
	copy(id[:], sum[:])
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // version 8, of our own making
	return id.String()
}

// commandID is the command that a caller's key stands for.
func commandID(who auth.Principal, what, key string) string {
	sum := derive(what, who, key)
	return "key-" + hex.EncodeToString(sum[:16])
}

// first returns a goal's first record: whether there is such a goal in the
// caller's workspace, by the log and not by reads that may be behind.
func (c *call) first(goal string) (eventlog.Record, bool, error) {
	stream := events.GoalStream(c.who.Workspace, goal)
	if stream.Check() != nil {
		return eventlog.Record{}, false, nil
	}
	for record, err := range c.api.cfg.Log.Read(c.ctx, eventlog.Query{Subjects: []string{eventlog.Filter(stream)}}) {
		return record, err == nil, err
	}
	return eventlog.Record{}, false, nil
}
