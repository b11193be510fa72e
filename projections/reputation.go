package projections

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/mergit-io/mergit/events"
)

// Reputation is the projection of agents' scores: what they are now and were,
// what of them stands on the chain, and badges.
var Reputation = Define("reputation", 1, []string{events.FamilyAgent},
	OfAggregate([]TableOf[AgentScore]{scoreTable, snapshotTable, badgeTable}, scoreRoutes...),
)

// AgentScore is the unit of an agent.
type AgentScore struct {
	Scores    Rows[*ScoreRow] // one
	Snapshots Rows[*SnapshotRow]
	Badges    Rows[*BadgeRow]
}

// ScoreRow is an agent's score.
type ScoreRow struct {
	Agent     string `json:"agent"`
	Workspace string `json:"workspace"`
	Name      string `json:"name"`
	Address   string `json:"address"`

	// Scored says that there is a score.
	Scored     bool            `json:"scored"`
	Score      int64           `json:"score"`  // a step towards Target at most
	Target     int64           `json:"target"` // what the components come to
	Index      int64           `json:"index"`
	Components json.RawMessage `json:"components,omitempty"`
	Hash       string          `json:"component_hash,omitempty"`
	AsOf       int64           `json:"as_of,omitempty"`
	From       *time.Time      `json:"window_from,omitempty"`
	To         *time.Time      `json:"window_to,omitempty"`
	ScoredAt   *time.Time      `json:"scored_at,omitempty"`

	// OnChain says that a score was seen on the chain.
	OnChain       bool       `json:"on_chain"`
	AnchoredScore int64      `json:"anchored_score"`
	AnchoredIndex int64      `json:"anchored_index"`
	AnchoredHash  string     `json:"anchored_hash,omitempty"`
	Chain         int64      `json:"chain,omitempty"`
	Contract      string     `json:"contract,omitempty"`
	Tx            string     `json:"tx,omitempty"`
	Block         int64      `json:"block,omitempty"`
	BlockHash     string     `json:"block_hash,omitempty"`
	AnchoredAt    *time.Time `json:"anchored_at,omitempty"`

	Badges   int64     `json:"badges_total"`
	Updated  time.Time `json:"updated_at"`
	Revision int64     `json:"revision"`
}

// Key implements Keyed.
func (r *ScoreRow) Key() string { return r.Agent }

// SnapshotRow is a score as it was computed at a time.
type SnapshotRow struct {
	Agent      string          `json:"agent"`
	At         time.Time       `json:"at"`
	Revision   int64           `json:"revision"`
	Index      int64           `json:"index"`
	Score      int64           `json:"score"`
	Target     int64           `json:"target"`
	Components json.RawMessage `json:"components"`
	Hash       string          `json:"component_hash"`
}

// Key implements Keyed.
func (r *SnapshotRow) Key() string { return fmt.Sprint(r.Revision) }

// BadgeRow is a badge that an agent holds.
type BadgeRow struct {
	Agent     string    `json:"agent"`
	Badge     string    `json:"badge"`
	TokenID   string    `json:"token_id"`
	Evidence  string    `json:"evidence"`
	Chain     int64     `json:"chain"`
	Contract  string    `json:"contract"`
	Tx        string    `json:"tx"`
	Block     int64     `json:"block"`
	BlockHash string    `json:"block_hash"`
	Issued    time.Time `json:"issued_at"`
	Revision  int64     `json:"revision"`
}

// Key implements Keyed.
func (r *BadgeRow) Key() string { return r.Badge }

// ScoreCounts is the summary of how many agents of a workspace have a score: an
// agent's rank is one more than the agents with a higher one.
const ScoreCounts = "score_counts"

var scoreTable = &table[AgentScore, *ScoreRow]{
	name: "scores", keys: 1,
	// The best first; the condition is that of the leaderboard.
	indexes: []string{"(workspace, (-score), agent) WHERE scored", "(address)"},
	layout:  Layout{Summary: &Summary{Name: ScoreCounts, By: []string{"workspace", "score"}, Where: "scored"}},
	rows:    func(a *AgentScore) *Rows[*ScoreRow] { return &a.Scores },
	empty:   func() *ScoreRow { return new(ScoreRow) },
	columns: []Column[*ScoreRow]{
		Text("agent", func(r *ScoreRow) *string { return &r.Agent }),
		Fixed(Text("workspace", func(r *ScoreRow) *string { return &r.Workspace })),
		Fixed(Text("name", func(r *ScoreRow) *string { return &r.Name })),
		Fixed(Text("address", func(r *ScoreRow) *string { return &r.Address })),
		Flag("scored", func(r *ScoreRow) *bool { return &r.Scored }),
		Number("score", func(r *ScoreRow) *int64 { return &r.Score }),
		Number("target", func(r *ScoreRow) *int64 { return &r.Target }),
		Number("index", func(r *ScoreRow) *int64 { return &r.Index }),
		JSON("components", func(r *ScoreRow) *json.RawMessage { return &r.Components }),
		Text("component_hash", func(r *ScoreRow) *string { return &r.Hash }),
		Number("as_of", func(r *ScoreRow) *int64 { return &r.AsOf }),
		MaybeTime("window_from", func(r *ScoreRow) **time.Time { return &r.From }),
		MaybeTime("window_to", func(r *ScoreRow) **time.Time { return &r.To }),
		MaybeTime("scored_at", func(r *ScoreRow) **time.Time { return &r.ScoredAt }),
		Flag("on_chain", func(r *ScoreRow) *bool { return &r.OnChain }),
		Number("anchored_score", func(r *ScoreRow) *int64 { return &r.AnchoredScore }),
		Number("anchored_index", func(r *ScoreRow) *int64 { return &r.AnchoredIndex }),
		Text("anchored_hash", func(r *ScoreRow) *string { return &r.AnchoredHash }),
		Number("chain", func(r *ScoreRow) *int64 { return &r.Chain }),
		Text("contract", func(r *ScoreRow) *string { return &r.Contract }),
		Text("tx", func(r *ScoreRow) *string { return &r.Tx }),
		Number("block", func(r *ScoreRow) *int64 { return &r.Block }),
		Text("block_hash", func(r *ScoreRow) *string { return &r.BlockHash }),
		MaybeTime("anchored_at", func(r *ScoreRow) **time.Time { return &r.AnchoredAt }),
		Number("badges", func(r *ScoreRow) *int64 { return &r.Badges }),
		Time("updated", func(r *ScoreRow) *time.Time { return &r.Updated }),
		Number("revision", func(r *ScoreRow) *int64 { return &r.Revision }),
	},
}

var snapshotTable = &table[AgentScore, *SnapshotRow]{
	name: "score_snapshots", keys: 3,
	layout: Layout{Logged: true, Month: "at"},
	rows:   func(a *AgentScore) *Rows[*SnapshotRow] { return &a.Snapshots },
	empty:  func() *SnapshotRow { return new(SnapshotRow) },
	columns: []Column[*SnapshotRow]{
		Text("agent", func(r *SnapshotRow) *string { return &r.Agent }),
		Time("at", func(r *SnapshotRow) *time.Time { return &r.At }),
		Number("revision", func(r *SnapshotRow) *int64 { return &r.Revision }),
		Number("index", func(r *SnapshotRow) *int64 { return &r.Index }),
		Number("score", func(r *SnapshotRow) *int64 { return &r.Score }),
		Number("target", func(r *SnapshotRow) *int64 { return &r.Target }),
		JSON("components", func(r *SnapshotRow) *json.RawMessage { return &r.Components }),
		Text("component_hash", func(r *SnapshotRow) *string { return &r.Hash }),
	},
}

var badgeTable = &table[AgentScore, *BadgeRow]{
	name: "badges", keys: 2,
	rows:  func(a *AgentScore) *Rows[*BadgeRow] { return &a.Badges },
	empty: func() *BadgeRow { return new(BadgeRow) },
	columns: []Column[*BadgeRow]{
		Text("agent", func(r *BadgeRow) *string { return &r.Agent }),
		Text("badge", func(r *BadgeRow) *string { return &r.Badge }),
		Text("token_id", func(r *BadgeRow) *string { return &r.TokenID }),
		Text("evidence", func(r *BadgeRow) *string { return &r.Evidence }),
		Number("chain", func(r *BadgeRow) *int64 { return &r.Chain }),
		Text("contract", func(r *BadgeRow) *string { return &r.Contract }),
		Text("tx", func(r *BadgeRow) *string { return &r.Tx }),
		Number("block", func(r *BadgeRow) *int64 { return &r.Block }),
		Text("block_hash", func(r *BadgeRow) *string { return &r.BlockHash }),
		Time("issued", func(r *BadgeRow) *time.Time { return &r.Issued }),
		Number("revision", func(r *BadgeRow) *int64 { return &r.Revision }),
	},
}
