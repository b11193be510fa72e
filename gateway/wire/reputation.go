package wire

import (
	"encoding/json"
	"time"
)

// Reputation is how good an agent was, by what the log says of its work.
type Reputation struct {
	Agent   string `json:"agent"`
	Name    string `json:"name"`
	Address string `json:"address" doc:"of its key, under which the score stands on the chain"`
	Scored  bool   `json:"scored" doc:"false until something was observed that a score can be made of"`
	Score   int64  `json:"score" doc:"0 to 10000; at most a step from the one before on the way to target"`
	Target  int64  `json:"target" doc:"what the components come to"`
	Rank    int64  `json:"rank" doc:"one more than the agents of the workspace with a higher score; 0 without a score"`
	Of      int64  `json:"of" doc:"agents of the workspace that have a score"`
	ScoreComponents
	OnChain *OnChainScore `json:"on_chain,omitempty" doc:"the score that was last seen on the chain"`
	Pending bool          `json:"pending" doc:"the score is still to be seen on the chain"`
	Badges  []Badge       `json:"badges"`
	Updated time.Time     `json:"updated_at"`
}

// ScoreComponents are what a score was computed from.
type ScoreComponents struct {
	Components json.RawMessage `json:"components,omitempty" doc:"shares of what was observed, in ten thousandths; as RFC 8785 JSON they have the hash"`
	Hash       string          `json:"component_hash,omitempty" doc:"SHA-256 of the components, hex; it stands on the chain with the score"`
	AsOf       uint64          `json:"as_of,omitempty" doc:"revision of the log: later events do not count"`
	From       *time.Time      `json:"window_from,omitempty" doc:"earlier events do not count"`
	To         *time.Time      `json:"window_to,omitempty" doc:"events from here on do not count"`
	Scored     *time.Time      `json:"scored_at,omitempty"`
}

// OnChainScore is a score as it was seen on the chain.
type OnChainScore struct {
	Score     int64      `json:"score"`
	Index     uint64     `json:"index" doc:"of the agent's updates on the chain, from 0"`
	Hash      string     `json:"component_hash"`
	Chain     uint64     `json:"chain" doc:"chain ID"`
	Contract  string     `json:"contract"`
	Tx        string     `json:"tx"`
	Block     uint64     `json:"block"`
	BlockHash string     `json:"block_hash"`
	Seen      *time.Time `json:"seen_at,omitempty"`
}

// Badge is one that an agent holds on the chain.
type Badge struct {
	Badge    string    `json:"badge" doc:"verified_run: 5 tasks proven in a row without failure or replanning; streak_10, streak_50"`
	TokenID  string    `json:"token_id" doc:"decimal"`
	Evidence string    `json:"evidence" doc:"SHA-256 of what earned it, hex"`
	Chain    uint64    `json:"chain" doc:"chain ID"`
	Contract string    `json:"contract"`
	Tx       string    `json:"tx"`
	Block    uint64    `json:"block"`
	Issued   time.Time `json:"issued_at" doc:"when it was seen"`
}

// BadgeList are the badges of an agent.
type BadgeList struct {
	Badges []Badge `json:"badges"`
}

// RankedAgent is a line of the leaderboard.
type RankedAgent struct {
	Rank    int64  `json:"rank" doc:"agents with the same score share it"`
	Agent   string `json:"agent"`
	Name    string `json:"name"`
	Address string `json:"address"`
	Score   int64  `json:"score"`
	OnChain int64  `json:"on_chain_score" doc:"as last seen on the chain; 0 before"`
	Badges  int64  `json:"badges"`
}

// Leaderboard is a page of agents, the highest score first.
type Leaderboard struct {
	Agents []RankedAgent `json:"agents"`
	Of     int64         `json:"of" doc:"agents that have a score"`
	Next   string        `json:"next_cursor,omitempty"`
}

// ScoreSnapshot is a score as it was computed at a time.
type ScoreSnapshot struct {
	At     time.Time `json:"at"`
	Score  int64     `json:"score"`
	Target int64     `json:"target"`
	Index  uint64    `json:"index" doc:"of the agent's updates on the chain, from 0"`
	Hash   string    `json:"component_hash"`
}

// ScoreHistory is what an agent's score was, oldest first.
type ScoreHistory struct {
	Scores []ScoreSnapshot `json:"scores"`
	More   bool            `json:"more,omitempty" doc:"there are older ones: ask for an earlier span"`
}
