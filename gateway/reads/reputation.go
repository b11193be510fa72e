package reads

import (
	"context"
	"encoding/base64"
	"errors"

	"github.com/mergit-io/mergit/gateway/api"
	"github.com/mergit-io/mergit/gateway/wire"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/views"
)

// ReputationSource is where rows of scores come from; *views.Views is one.
type ReputationSource interface {
	Reputation(ctx context.Context, workspace, agent string) (views.Reputation, error)
	Leaderboard(context.Context, views.LeaderboardFilter) (views.Leaderboard, error)
	ReputationHistory(context.Context, views.HistoryFilter) ([]projections.SnapshotRow, error)
}

var _ ReputationSource = (*views.Views)(nil)

// Reputations is an api.Reputations.
type Reputations struct{ source ReputationSource }

var _ api.Reputations = (*Reputations)(nil)

// NewReputations answers from a source.
func NewReputations(source ReputationSource) *Reputations { return &Reputations{source} }

// Reputation implements api.Reputations.
func (r *Reputations) Reputation(ctx context.Context, workspace, agent string) (wire.Reputation, error) {
	found, err := r.source.Reputation(ctx, workspace, agent)
	if errors.Is(err, views.ErrNotFound) {
		return wire.Reputation{}, api.ErrNotFound
	}
	if err != nil {
		return wire.Reputation{}, err
	}
	row := found.ScoreRow
	out := wire.Reputation{
		Agent: row.Agent, Name: row.Name, Address: row.Address, Scored: row.Scored, Score: row.Score, Target: row.Target,
		Rank: found.Rank, Of: found.Of, Updated: row.Updated,
		ScoreComponents: wire.ScoreComponents{Components: row.Components, Hash: row.Hash, AsOf: uint64(row.AsOf), From: row.From, To: row.To, Scored: row.ScoredAt},
		Badges: each(found.Badges, func(b projections.BadgeRow) wire.Badge {
			return wire.Badge{Badge: b.Badge, TokenID: b.TokenID, Evidence: b.Evidence, Chain: uint64(b.Chain), Contract: b.Contract, Tx: b.Tx,
				Block: uint64(b.Block), Issued: b.Issued}
		}),
		Pending: row.Scored && !(row.OnChain && row.AnchoredScore == row.Score && row.AnchoredHash == row.Hash),
	}
	if row.OnChain {
		out.OnChain = &wire.OnChainScore{Score: row.AnchoredScore, Index: uint64(row.AnchoredIndex), Hash: row.AnchoredHash, Chain: uint64(row.Chain),
			Contract: row.Contract, Tx: row.Tx, Block: uint64(row.Block), BlockHash: row.BlockHash, Seen: row.AnchoredAt}
	}
	return out, nil
}

// Leaderboard implements api.Reputations.
func (r *Reputations) Leaderboard(ctx context.Context, workspace string, limit int, cursor string) (wire.Leaderboard, error) {
	at, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil {
		return wire.Leaderboard{}, api.ErrCursor
	}
	page, err := r.source.Leaderboard(ctx, views.LeaderboardFilter{Workspace: workspace, Limit: limit, Cursor: string(at)})
	if _, ok := errors.AsType[*views.CursorError](err); ok {
		return wire.Leaderboard{}, api.ErrCursor
	}
	if err != nil {
		return wire.Leaderboard{}, err
	}
	return wire.Leaderboard{
		Of: page.Of, Next: base64.RawURLEncoding.EncodeToString([]byte(page.Next)),
		Agents: each(page.Agents, func(a views.Ranked) wire.RankedAgent {
			return wire.RankedAgent{Rank: a.Rank, Agent: a.Agent, Name: a.Name, Address: a.Address, Score: a.Score, OnChain: a.AnchoredScore, Badges: a.Badges}
		}),
	}, nil
}

// longestHistory is how many scores one answer has.
const longestHistory = 1000

// ScoreHistory implements api.Reputations.
func (r *Reputations) ScoreHistory(ctx context.Context, q api.HistoryQuery) (wire.ScoreHistory, error) {
	list, err := r.source.ReputationHistory(ctx, views.HistoryFilter{Agent: q.Agent, From: q.From, To: q.To, Resolution: q.Resolution, Limit: longestHistory + 1})
	if err != nil {
		return wire.ScoreHistory{}, err
	}
	more := len(list) > longestHistory
	if more {
		list = list[1:]
	}
	return wire.ScoreHistory{More: more, Scores: each(list, func(s projections.SnapshotRow) wire.ScoreSnapshot {
		return wire.ScoreSnapshot{At: s.At, Score: s.Score, Target: s.Target, Index: uint64(s.Index), Hash: s.Hash}
	})}, nil
}
