package events

import "time"

// MaxScore is the highest score, and the value of a share of all.
const MaxScore = 10_000

// ReputationShare is how many of some observations were good, or bad. Value is
// Count of Of in ten thousandths, rounded half up.
type ReputationShare struct {
	Count int64 `json:"count"`
	Of    int64 `json:"of"`
	Value int64 `json:"value"`
}

// ReputationQuality is what speaks against an agent's work.
type ReputationQuality struct {
	Failed     ReputationShare `json:"failed"`      // attempts at tasks that failed, of those that ended
	RolledBack ReputationShare `json:"rolled_back"` // changes that were taken back, of those merged
	Flagged    ReputationShare `json:"flagged"`     // security issues, of attempts that ended
	Revoked    int64           `json:"revoked"`     // how often the agent itself was called off
	Value      int64           `json:"value"`       // what is left of 10000
}

// ReputationBadges are the badges that an agent holds. They do not age.
type ReputationBadges struct {
	Count int64 `json:"count"`
	Value int64 `json:"value"` // grows with the logarithm of Count
}

// ReputationComponents are what a score is made of. A share of which nothing
// was observed has Of 0 and no say. Their RFC 8785 form is what a component
// hash is of.
type ReputationComponents struct {
	Formula   int               `json:"formula"`   // version of how Score follows from the rest
	Completed ReputationShare   `json:"completed"` // tasks done, of those that ended
	Merged    ReputationShare   `json:"merged"`    // pull requests merged, of those closed in any way
	Approved  ReputationShare   `json:"approved"`  // of what people approved or rejected
	Quality   ReputationQuality `json:"quality"`
	Badges    ReputationBadges  `json:"badges"`
	Replans   int64             `json:"replans"`  // of the agent's goals; shown, without weight
	InDoubt   int64             `json:"in_doubt"` // calls of which nobody knew the outcome; shown, without weight
	Score     int64             `json:"score"`    // 0 to 10000
}

// ReputationUpdated: an agent's score was computed anew, and is to be moved on
// the chain. The input is the events up to AsOf with times in [From, To).
type ReputationUpdated struct {
	agentFact
	Index uint64 `json:"index"` // of the chain's updates that this is to be, from 0
	// Score is Components.Score, or as far towards it as one step goes from
	// Previous, the score on the chain. The first is free.
	Score         int64                `json:"score"`
	Previous      int64                `json:"previous,omitempty"`
	Components    ReputationComponents `json:"components"`
	ComponentHash Digest               `json:"component_hash"`
	AsOf          Revision             `json:"as_of"` // of the log
	From          time.Time            `json:"from"`
	To            time.Time            `json:"to"`
}

// ReputationAnchored: the score was seen on a chain.
type ReputationAnchored struct {
	agentFact
	Index         uint64  `json:"index"` // of the agent's updates there, from 0
	Previous      int64   `json:"previous,omitempty"`
	Score         int64   `json:"score"`
	ComponentHash Digest  `json:"component_hash"`
	At            OnChain `json:"at"`
}

// BadgeIssued: a badge of the agent was seen on a chain.
type BadgeIssued struct {
	agentFact
	Badge    string  `json:"badge"`    // verified_run, streak_10, streak_50
	TokenID  string  `json:"token_id"` // decimal
	Evidence Digest  `json:"evidence"` // SHA-256 of what earned it
	At       OnChain `json:"at"`
}

var (
	reputationUpdated  = define[ReputationUpdated](FamilyAgent, "reputation.updated", 1, OfAggregate)
	reputationAnchored = define[ReputationAnchored](FamilyAgent, "reputation.anchored", 1, OfAggregate)
	badgeIssued        = define[BadgeIssued](FamilyAgent, "badge.issued", 1, OfAggregate)
)

func (ReputationUpdated) kind() *Kind  { return reputationUpdated }
func (ReputationAnchored) kind() *Kind { return reputationAnchored }
func (BadgeIssued) kind() *Kind        { return badgeIssued }
