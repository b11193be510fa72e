package views

import (
	"context"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/store"
)

// Reputation is an agent's score with everything that belongs to it.
type Reputation struct {
	projections.ScoreRow
	Badges []projections.BadgeRow `json:"badges"`
	Standing
}

// Standing is an agent's place among those of its workspace that have a score.
type Standing struct {
	// Rank is one more than the agents with a higher score; 0 without a score.
	Rank int64 `json:"rank"`
	Of   int64 `json:"of"` // agents with a score
}

// Ranked is an agent of the leaderboard.
type Ranked struct {
	projections.ScoreRow
	Rank int64 `json:"rank"`
}

// Leaderboard is a page of it, the highest score first.
type Leaderboard struct {
	Agents []Ranked `json:"agents"`
	Of     int64    `json:"of"`             // agents with a score
	Next   string   `json:"next,omitempty"` // empty on the last page
}

// LeaderboardFilter selects a page.
type LeaderboardFilter struct {
	Workspace string
	Limit     int // defaults to 50 and is at most 500
	Cursor    string
}

// HistoryFilter selects what an agent's score was.
type HistoryFilter struct {
	Agent string
	// From and To bound it, To excluded. Zero does not.
	From, To time.Time
	// Resolution is "hour", "day" or "month": the last score of each. Empty is
	// every score.
	Resolution string
	// Limit defaults to 500; the newest are returned.
	Limit int
}

// maxHistory bounds a history.
const maxHistory = 5000

var (
	scoreCounts     = pgx.Identifier{store.ReadSchema, projections.ScoreCounts}.Sanitize()
	lockReputations = lockOf(projections.Reputation)
)

// Reputation returns an agent's score, badges and rank. The agent is named by its
// ID or the address of its key.
func (v *Views) Reputation(ctx context.Context, workspace, agent string) (Reputation, error) {
	var r Reputation
	column := "agent"
	if strings.HasPrefix(agent, "0x") {
		column, agent = "address", strings.ToLower(agent)
	}
	err := v.reading(ctx, lockReputations, func(tx pgx.Tx) error {
		found, err := v.rows(ctx, tx, "scores", " WHERE "+column+" = $1 AND workspace = $2 ORDER BY revision LIMIT 1", agent, workspace)
		if err != nil {
			return err
		}
		row, ok := first(found.Scores.All())
		if !ok {
			return ErrNotFound
		}
		r.ScoreRow = *row
		held, err := v.rows(ctx, tx, "badges", " WHERE agent = $1 ORDER BY issued, badge", row.Agent)
		if err != nil {
			return err
		}
		r.Badges = values(held.Badges.All())
		r.Standing, err = standing(ctx, tx, *row)
		return err
	})
	if err != nil {
		return Reputation{}, fmt.Errorf("reputation of %s: %w", agent, err)
	}
	return r, nil
}

// standing is a row's place.
func standing(ctx context.Context, tx pgx.Tx, row projections.ScoreRow) (s Standing, err error) {
	err = tx.QueryRow(ctx, `SELECT coalesce(sum(count) FILTER (WHERE score > $2), 0)::bigint + 1, coalesce(sum(count), 0)::bigint
		FROM `+scoreCounts+` WHERE workspace = $1`, row.Workspace, row.Score).Scan(&s.Rank, &s.Of)
	if !row.Scored {
		s.Rank = 0
	}
	return s, err
}

// Leaderboard lists agents, the highest score first; those with the same share a
// rank, and are in the order of their IDs.
func (v *Views) Leaderboard(ctx context.Context, f LeaderboardFilter) (Leaderboard, error) {
	limit := f.Limit
	if limit <= 0 {
		limit = defaultLimit
	}
	limit = min(limit, maxLimit)
	where, args := " WHERE workspace = $1 AND scored", []any{f.Workspace}
	if f.Cursor != "" {
		score, agent, err := afterOf(f.Cursor)
		if err != nil {
			return Leaderboard{}, err
		}
		where += " AND ((-score), agent) > ($2, $3)"
		args = append(args, -score, agent)
	}
	board := Leaderboard{Agents: []Ranked{}}
	err := v.reading(ctx, lockReputations, func(tx pgx.Tx) error {
		found, err := v.rows(ctx, tx, "scores", fmt.Sprintf("%s ORDER BY (-score), agent LIMIT %d", where, limit+1), args...)
		if err != nil {
			return err
		}
		var scores []int64
		for row := range found.Scores.All() {
			if len(board.Agents) == limit {
				last := board.Agents[limit-1]
				board.Next = fmt.Sprintf("%d.%s", last.Score, last.Agent)
				break
			}
			board.Agents = append(board.Agents, Ranked{ScoreRow: *row})
			scores = append(scores, row.Score)
		}
		if len(scores) == 0 {
			return nil
		}
		top, err := standing(ctx, tx, board.Agents[0].ScoreRow)
		if err != nil {
			return err
		}
		counts, err := countsOf(ctx, tx, f.Workspace, scores)
		if err != nil {
			return err
		}
		board.Of = top.Of
		rank := top.Rank
		for i := range board.Agents {
			if i > 0 && scores[i] != scores[i-1] {
				rank += counts[scores[i-1]]
			}
			board.Agents[i].Rank = rank
		}
		return nil
	})
	if err != nil {
		return Leaderboard{}, fmt.Errorf("leaderboard: %w", err)
	}
	return board, nil
}

// countsOf is how many agents have each of some scores.
func countsOf(ctx context.Context, tx pgx.Tx, workspace string, scores []int64) (map[int64]int64, error) {
	rows, err := tx.Query(ctx, "SELECT score, count FROM "+scoreCounts+" WHERE workspace = $1 AND score = ANY($2)", workspace, scores)
	if err != nil {
		return nil, err
	}
	counts := map[int64]int64{}
	var score, n int64
	_, err = pgx.ForEachRow(rows, []any{&score, &n}, func() error {
		counts[score] = n
		return nil
	})
	return counts, err
}

// afterOf reads a cursor of the leaderboard.
func afterOf(cursor string) (score int64, agent string, err error) {
	text, agent, ok := strings.Cut(cursor, ".")
	score, bad := strconv.ParseInt(text, 10, 64)
	if !ok || bad != nil || agent == "" {
		return 0, "", &CursorError{cursor}
	}
	return score, agent, nil
}

// ReputationHistory lists an agent's scores, oldest first.
func (v *Views) ReputationHistory(ctx context.Context, f HistoryFilter) ([]projections.SnapshotRow, error) {
	where, args := " WHERE agent = $1", []any{f.Agent}
	bound := func(op string, at time.Time) {
		if !at.IsZero() {
			args = append(args, at)
			where += fmt.Sprintf(" AND at %s $%d", op, len(args))
		}
	}
	bound(">=", f.From)
	bound("<", f.To)
	switch f.Resolution {
	case "":
	case "hour", "day", "month":
		where += fmt.Sprintf(` AND (at, revision) IN (SELECT DISTINCT ON (date_trunc('%[1]s', at, 'UTC')) at, revision FROM %[2]s%[3]s
			ORDER BY date_trunc('%[1]s', at, 'UTC') DESC, at DESC, revision DESC)`,
			f.Resolution, pgx.Identifier{store.ReadSchema, "score_snapshots"}.Sanitize(), where)
	default:
		return nil, fmt.Errorf("history of %s: resolution %q: want hour, day or month", f.Agent, f.Resolution)
	}
	limit := f.Limit
	if limit <= 0 {
		limit = defaultHistory
	}
	var list []projections.SnapshotRow
	err := v.reading(ctx, lockReputations, func(tx pgx.Tx) error {
		found, err := v.rows(ctx, tx, "score_snapshots", fmt.Sprintf("%s ORDER BY at DESC, revision DESC LIMIT %d", where, min(limit, maxHistory)), args...)
		if err != nil {
			return err
		}
		list = values(found.Snapshots.All())
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("history of %s: %w", f.Agent, err)
	}
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	return list, nil
}

const defaultHistory = 500

// rows reads rows of one of reputation's tables.
func (v *Views) rows(ctx context.Context, tx pgx.Tx, table, where string, args ...any) (*projections.AgentScore, error) {
	unit := new(projections.AgentScore)
	rows, err := tx.Query(ctx, v.selectFrom(table)+where, args...)
	if err != nil {
		return nil, err
	}
	_, err = collect(rows, table, unit)
	return unit, err
}

func first[R any](rows iter.Seq[R]) (row R, ok bool) {
	for row := range rows {
		return row, true
	}
	return row, false
}

// reading runs queries on one snapshot of a projection, as atOnce does.
func (v *Views) reading(ctx context.Context, lock string, query func(pgx.Tx) error) error {
	err := pgx.BeginTxFunc(ctx, v.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, lock); err != nil {
			return err
		}
		return query(tx)
	})
	return created(err)
}

// lockOf locks the views of a projection, in the order in which a switch replaces
// them.
func lockOf(p *projections.Projection) string {
	var names []string
	for _, t := range p.Tables() {
		names = append(names, pgx.Identifier{store.ReadSchema, t.Name()}.Sanitize())
		if sum := projections.LayoutOf(t).Summary; sum != nil {
			names = append(names, pgx.Identifier{store.ReadSchema, sum.Name}.Sanitize())
		}
	}
	return "LOCK TABLE " + strings.Join(names, ", ") + " IN ACCESS SHARE MODE"
}
