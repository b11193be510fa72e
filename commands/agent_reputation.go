package commands

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/mergit-io/mergit/events"
)

// ReputationWindow is how far back a score looks.
const ReputationWindow = 30 * 24 * time.Hour

// anchorsKept is how many anchored scores are remembered, to tell a log that is
// seen again from one that took another's place. It is more than a chain that
// counts blocks as final will ever take back.
const anchorsKept = 32

// Reputation is an agent's score folded: what was computed last, and what of it
// stands on the chain. Its zero value is an agent without a score.
type Reputation struct {
	// Updated is the last score; without ComponentHash there is none.
	Updated events.ReputationUpdated
	// Anchored is the last score seen on the chain; without ComponentHash there
	// is none.
	Anchored events.ReputationAnchored
	// Badges are those seen on the chain, by name.
	Badges map[string]events.BadgeIssued

	anchors []events.ReputationAnchored // the newest, in the order of their index
}

// Evolve folds one fact in; what is not about reputation changes nothing.
func (r *Reputation) Evolve(fact events.Event) {
	switch f := fact.(type) {
	case events.ReputationUpdated:
		r.Updated = f
	case events.ReputationAnchored:
		r.anchors = slices.DeleteFunc(r.anchors, func(a events.ReputationAnchored) bool { return a.Index >= f.Index })
		r.anchors = append(r.anchors, f)
		if len(r.anchors) > anchorsKept {
			r.anchors = slices.Delete(r.anchors, 0, len(r.anchors)-anchorsKept)
		}
		r.Anchored = f
	case events.BadgeIssued:
		if r.Badges == nil {
			r.Badges = map[string]events.BadgeIssued{}
		}
		r.Badges[f.Badge] = f
	}
}

// Next is the number that the chain's next update has.
func (r *Reputation) Next() uint64 {
	if r.Anchored.ComponentHash.IsZero() {
		return 0
	}
	return r.Anchored.Index + 1
}

// Pending reports whether the last score is still to be moved on the chain. It
// is not any more once the chain took another one in its place, nor if it stands
// in the place of one before, which a reorg took back.
func (r *Reputation) Pending() bool {
	stands := r.Anchored.ComponentHash == r.Updated.ComponentHash && r.Anchored.Score == r.Updated.Score
	return !r.Updated.ComponentHash.IsZero() && r.Updated.Index == r.Next() && !stands
}

// AnchoredAt finds a score that was seen on the chain, as far as it is
// remembered.
func (r *Reputation) AnchoredAt(index uint64) (events.ReputationAnchored, bool) {
	i := slices.IndexFunc(r.anchors, func(a events.ReputationAnchored) bool { return a.Index == index })
	if i < 0 {
		return events.ReputationAnchored{}, false
	}
	return r.anchors[i], true
}

// Step is the score that the next update may set, on the way to a target.
func (r *Reputation) Step(target int64) int64 {
	if r.Anchored.ComponentHash.IsZero() {
		return target
	}
	return ReputationStep(r.Anchored.Score, target)
}

// ReputationStep goes from a score towards a target, as far as the contract lets
// it in one step: a fifth of the score, and 100 at least.
func ReputationStep(score, target int64) int64 {
	limit := max(score/5, 100)
	return min(max(target, score-limit), score+limit)
}

// ComponentHash is the SHA-256 of components as RFC 8785 JSON.
func ComponentHash(c events.ReputationComponents) (events.Digest, error) {
	text, err := json.Marshal(c)
	if err == nil {
		text, err = events.Canonical(text)
	}
	if err != nil {
		return events.Digest{}, err
	}
	return events.Sum(text), nil
}

// UpdateReputation says what an agent's score is made of now. It is refused
// while the score before is on its way to the chain: a step starts from what
// stands there.
type UpdateReputation struct {
	AgentRef
	Components events.ReputationComponents `json:"components"`
	AsOf       events.Revision             `json:"as_of"`
	To         time.Time                   `json:"to"` // end of the window
}

// Name implements Command.
func (UpdateReputation) Name() string { return "reputation.update" }

func (UpdateReputation) guarded() bool { return true }

// Decide implements Command.
func (c UpdateReputation) Decide(a *Agent, _ Request) ([]events.Event, error) {
	if err := c.known(a); err != nil {
		return nil, err
	}
	r := &a.Reputation
	hash, err := ComponentHash(c.Components)
	switch {
	case err != nil:
		return nil, refuse(Invalid, "REPUTATION_INVALID", "components: %v", err)
	case c.Components.Score < 0 || c.Components.Score > events.MaxScore:
		return nil, refuse(Invalid, "REPUTATION_INVALID", "a score of %d is not within 0 and %d", c.Components.Score, events.MaxScore)
	case c.AsOf == 0 || c.To.IsZero():
		return nil, refuse(Invalid, "REPUTATION_INVALID", "say as of which event, and where the window ends")
	case r.Pending() && r.Updated.ComponentHash == hash:
		return nil, nil
	case r.Pending():
		return nil, refuse(Conflict, "REPUTATION_PENDING", "the score of agent %s is on its way to the chain", c.Agent)
	case c.AsOf < r.Updated.AsOf || c.To.Before(r.Updated.To):
		return nil, refuse(Conflict, "REPUTATION_STALE", "the score of agent %s is as of event %d already", c.Agent, r.Updated.AsOf)
	}
	score := r.Step(c.Components.Score)
	if r.Anchored.ComponentHash == hash && r.Anchored.Score == score {
		return nil, nil
	}
	return []events.Event{events.ReputationUpdated{
		Index: r.Next(), Score: score, Previous: r.Anchored.Score, Components: c.Components, ComponentHash: hash,
		AsOf: c.AsOf, From: c.To.Add(-ReputationWindow), To: c.To,
	}}, nil
}

// SeeReputation says that a score stands in a finalized block.
type SeeReputation struct {
	AgentRef
	Anchored events.ReputationAnchored `json:"anchored"`
}

// Name implements Command.
func (SeeReputation) Name() string { return "reputation.see" }

func (SeeReputation) guarded() bool { return true }

// Decide implements Command. A log that was seen before changes nothing, also if
// others were seen since.
func (c SeeReputation) Decide(a *Agent, _ Request) ([]events.Event, error) {
	if err := c.known(a); err != nil {
		return nil, err
	}
	r := &a.Reputation
	if c.Anchored.ComponentHash.IsZero() {
		return nil, refuse(Invalid, "REPUTATION_INVALID", "a score without the hash of its components")
	}
	if c.Anchored.Index < r.Next() {
		known, ok := r.AnchoredAt(c.Anchored.Index)
		if !ok || known.At == c.Anchored.At {
			return nil, nil
		}
	}
	return []events.Event{c.Anchored}, nil
}

// SeeBadge says that a badge of the agent stands in a finalized block.
type SeeBadge struct {
	AgentRef
	Badge events.BadgeIssued `json:"badge"`
}

// Name implements Command.
func (SeeBadge) Name() string { return "badge.see" }

func (SeeBadge) guarded() bool { return true }

// Decide implements Command.
func (c SeeBadge) Decide(a *Agent, _ Request) ([]events.Event, error) {
	if err := c.known(a); err != nil {
		return nil, err
	}
	if have, ok := a.Reputation.Badges[c.Badge.Badge]; ok && have.At == c.Badge.At {
		return nil, nil
	}
	if c.Badge.Badge == "" {
		return nil, refuse(Invalid, "BADGE_INVALID", "a badge without a name")
	}
	return []events.Event{c.Badge}, nil
}
