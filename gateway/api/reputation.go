package api

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/gateway/auth"
	"github.com/mergit-io/mergit/gateway/wire"
)

// Reputations answers reads of agents' scores. What belongs to another workspace
// does not exist.
type Reputations interface {
	// Reputation returns an agent's score, by its ID or the address of its key,
	// or ErrNotFound.
	Reputation(ctx context.Context, workspace, agent string) (wire.Reputation, error)
	// Leaderboard lists agents, the highest score first, from a cursor on that
	// it gave out. It answers ErrCursor to another one.
	Leaderboard(ctx context.Context, workspace string, limit int, cursor string) (wire.Leaderboard, error)
	// ScoreHistory lists an agent's scores.
	ScoreHistory(ctx context.Context, q HistoryQuery) (wire.ScoreHistory, error)
}

// ErrCursor says that a cursor is not one that the list gave out.
var ErrCursor = errors.New("not a cursor of this list")

// HistoryQuery selects what an agent's score was. A zero time bounds nothing, an
// empty resolution is every score.
type HistoryQuery struct {
	Agent      string
	From, To   time.Time
	Resolution string
}

var resolutions = []string{"hour", "day", "month"}

// reputationRoutes are those of scores. The leaderboard comes before agents, none
// of which can have its name.
func reputationRoutes() []route {
	missing := []int{http.StatusNotFound, http.StatusServiceUnavailable}
	return []route{
		{
			method: http.MethodGet, path: "/reputation/leaderboard", name: "getLeaderboard", summary: "Agents by score, the highest first",
			scope: auth.Read, query: []param{limit, cursor}, replies: map[int]any{http.StatusOK: wire.Leaderboard{}},
			refusals: []int{http.StatusServiceUnavailable}, handle: (*call).leaderboard,
		},
		{
			method: http.MethodGet, path: "/reputation/:id", name: "getReputation", summary: "An agent's score: what it is made of, its rank, what stands on the chain, badges",
			scope: auth.Read, replies: map[int]any{http.StatusOK: wire.Reputation{}}, refusals: missing, handle: (*call).getReputation,
		},
		{
			method: http.MethodGet, path: "/reputation/:id/components", name: "getScoreComponents", summary: "What an agent's score was computed from; hashed, it is what the chain has",
			scope: auth.Read, replies: map[int]any{http.StatusOK: wire.ScoreComponents{}}, refusals: missing, handle: (*call).getComponents,
		},
		{
			method: http.MethodGet, path: "/reputation/:id/badges", name: "listBadges", summary: "The badges that an agent holds",
			scope: auth.Read, replies: map[int]any{http.StatusOK: wire.BadgeList{}}, refusals: missing, handle: (*call).listBadges,
		},
		{
			method: http.MethodGet, path: "/reputation/:id/history", name: "getScoreHistory", summary: "What an agent's score was, oldest first",
			scope: auth.Read, query: []param{
				{name: "from", doc: "time, RFC 3339 or a date: scores from then on"},
				{name: "to", doc: "time, RFC 3339 or a date: scores before"},
				{name: "resolution", enum: resolutions, doc: "only the last score of each, in UTC; default every score"},
			},
			replies: map[int]any{http.StatusOK: wire.ScoreHistory{}}, refusals: missing, handle: (*call).scoreHistory,
		},
	}
}

// scores are the reads of scores, refused if there are none.
func (c *call) scores() (Reputations, error) {
	if c.api.cfg.Reputations == nil {
		return nil, wire.Refuse(http.StatusServiceUnavailable, "REPUTATION_OFF", "this server keeps no scores")
	}
	return c.api.cfg.Reputations, nil
}

// reputation reads the agent that the path names.
func (c *call) reputation() (wire.Reputation, error) {
	reads, err := c.scores()
	if err != nil {
		return wire.Reputation{}, err
	}
	id := c.fiber.Params("id")
	if !events.IsToken(id) {
		return wire.Reputation{}, noAgent(id)
	}
	found, err := reads.Reputation(c.ctx, c.who.Workspace, id)
	switch {
	case errors.Is(err, ErrNotFound), err == nil && !c.seesAgent(found.Agent):
		return wire.Reputation{}, noAgent(id)
	case err != nil:
		return wire.Reputation{}, c.trouble("read a score", err)
	}
	return found, nil
}

// seesAgent reports whether the caller may see an agent of its workspace.
func (c *call) seesAgent(id string) bool {
	return c.who.Sees(eventlog.Filter(events.AgentStream(c.who.Workspace, id)))
}

func (c *call) getReputation() error {
	found, err := c.reputation()
	if err != nil {
		return err
	}
	return c.ok(http.StatusOK, found)
}

func (c *call) getComponents() error {
	found, err := c.reputation()
	if err != nil {
		return err
	}
	return c.ok(http.StatusOK, found.ScoreComponents)
}

func (c *call) listBadges() error {
	found, err := c.reputation()
	if err != nil {
		return err
	}
	return c.ok(http.StatusOK, wire.BadgeList{Badges: found.Badges})
}

func (c *call) leaderboard() error {
	reads, err := c.scores()
	if err != nil {
		return err
	}
	limit, err := c.limit()
	if err != nil {
		return err
	}
	board, err := reads.Leaderboard(c.ctx, c.who.Workspace, limit, c.query["cursor"])
	switch {
	case errors.Is(err, ErrCursor):
		return badQuery(wire.Fault{Path: "cursor", Reason: "is not one that this list gave out"})
	case err != nil:
		return c.trouble("read the leaderboard", err)
	}
	seen := []wire.RankedAgent{}
	for _, a := range board.Agents {
		if c.seesAgent(a.Agent) {
			seen = append(seen, a)
		}
	}
	board.Agents = seen
	return c.ok(http.StatusOK, board)
}

func (c *call) scoreHistory() error {
	found, err := c.reputation()
	if err != nil {
		return err
	}
	q := HistoryQuery{Agent: found.Agent, Resolution: c.query["resolution"]}
	var faults []wire.Fault
	for name, at := range map[string]*time.Time{"from": &q.From, "to": &q.To} {
		if text := c.query[name]; text != "" {
			if *at, err = parseMoment(text); err != nil {
				faults = append(faults, wire.Fault{Path: name, Reason: "want a time like 2026-03-01T12:00:00Z, or a date like 2026-03-01"})
			}
		}
	}
	if len(faults) == 0 && !q.To.IsZero() && !q.From.Before(q.To) {
		faults = append(faults, wire.Fault{Path: "to", Reason: "is not after from"})
	}
	if len(faults) > 0 {
		return badQuery(faults...)
	}
	history, err := c.api.cfg.Reputations.ScoreHistory(c.ctx, q)
	if err != nil {
		return c.trouble("read a history", err)
	}
	return c.ok(http.StatusOK, history)
}

// parseMoment reads a time, or a date as its beginning in UTC.
func parseMoment(text string) (time.Time, error) {
	if at, err := time.Parse(time.DateOnly, text); err == nil {
		return at, nil
	}
	return time.Parse(time.RFC3339Nano, strings.ToUpper(text))
}
