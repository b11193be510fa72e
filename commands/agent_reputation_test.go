package commands_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/commandtest"
	"github.com/mergit-io/mergit/events"
)

var (
	scoredRef = commands.AgentRef{Workspace: commandtest.Workspace, Agent: commandtest.Agent}
	scoredAt  = commandtest.Epoch.Truncate(time.Hour)
)

// scored is an agent with a past.
func scored(facts ...events.Event) *commandtest.Scenario[commands.Agent, *commands.Agent] {
	return commandtest.Given[commands.Agent](append([]events.Event{events.AgentRegistered{DID: "did:mergit:a1", Address: "0xa1"}}, facts...)...)
}

func components(score int64) events.ReputationComponents {
	return events.ReputationComponents{Formula: 1, Completed: events.ReputationShare{Count: score, Of: events.MaxScore, Value: score}, Score: score}
}

func componentHash(t testing.TB, c events.ReputationComponents) events.Digest {
	t.Helper()
	hash, err := commands.ComponentHash(c)
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

func updated(t testing.TB, index uint64, previous, score, target int64, asOf events.Revision) events.ReputationUpdated {
	return events.ReputationUpdated{
		Index: index, Score: score, Previous: previous, Components: components(target), ComponentHash: componentHash(t, components(target)),
		AsOf: asOf, From: scoredAt.Add(-commands.ReputationWindow), To: scoredAt,
	}
}

func anchored(u events.ReputationUpdated) events.ReputationAnchored {
	return events.ReputationAnchored{
		Index: u.Index, Previous: u.Previous, Score: u.Score, ComponentHash: u.ComponentHash,
		At: events.OnChain{Chain: 1, Block: 10 + u.Index, BlockHash: fmt.Sprint("0xb", u.Index)},
	}
}

func update(target int64, asOf events.Revision) commands.UpdateReputation {
	return commands.UpdateReputation{AgentRef: scoredRef, Components: components(target), AsOf: asOf, To: scoredAt}
}

func TestTheFirstScoreIsFreeAndTheNextGoAStep(t *testing.T) {
	t.Parallel()
	first := updated(t, 0, 0, 2000, 2000, 5)
	scored().When(by("oracle"), update(2000, 5)).Then(t, first)
	past := scored(first, anchored(first))
	for _, c := range []struct{ target, score int64 }{
		{10_000, 2400}, {2401, 2400}, {2399, 2399}, {1999, 1999}, {0, 1600},
	} {
		past.When(by("oracle"), update(c.target, 6)).Then(t, updated(t, 1, 2000, c.score, c.target, 6))
	}
	low := updated(t, 0, 0, 0, 0, 5)
	scored(low, anchored(low)).When(by("oracle"), update(10_000, 6)).Then(t, updated(t, 1, 0, 100, 10_000, 6))
}

func TestAScoreWaitsForTheOneBeforeToStandOnTheChain(t *testing.T) {
	t.Parallel()
	first := updated(t, 0, 0, 2000, 2000, 5)
	past := scored(first)
	past.When(by("oracle"), update(3000, 6)).Refuses(t, refusal("REPUTATION_PENDING"))
	past.When(by("oracle"), update(2000, 6)).Then(t) // its answer was lost
	past.And(anchored(first)).When(by("oracle"), update(2000, 6)).Then(t)

	// Somebody else moved the score: what was computed cannot be set any more.
	other := anchored(first)
	other.Score, other.ComponentHash = 9000, events.Sum([]byte("other"))
	past = scored(first, other)
	if past.State().Reputation.Pending() {
		t.Error("a score is pending whose place is taken")
	}
	past.When(by("oracle"), update(2000, 6)).Then(t, updated(t, 1, 9000, 7200, 2000, 6))
}

func TestTheSameScoreOfOtherComponentsIsMoved(t *testing.T) {
	t.Parallel()
	first := updated(t, 0, 0, 2000, 2000, 5)
	c := update(2000, 6)
	c.Components.Replans = 1
	want := updated(t, 1, 2000, 2000, 2000, 6)
	want.Components.Replans = 1
	want.ComponentHash = componentHash(t, want.Components)
	scored(first, anchored(first)).When(by("oracle"), c).Then(t, want)
}

func TestAScoreThatMakesNoSenseIsRefused(t *testing.T) {
	t.Parallel()
	first := updated(t, 0, 0, 2000, 2000, 5)
	past := scored(first, anchored(first))
	past.When(by("oracle"), update(-1, 6)).Refuses(t, refusal("REPUTATION_INVALID"))
	past.When(by("oracle"), update(10_001, 6)).Refuses(t, refusal("REPUTATION_INVALID"))
	past.When(by("oracle"), update(1, 0)).Refuses(t, refusal("REPUTATION_INVALID"))
	past.When(by("oracle"), update(3000, 4)).Refuses(t, refusal("REPUTATION_STALE"))
	earlier := update(3000, 6)
	earlier.To = scoredAt.Add(-time.Hour)
	past.When(by("oracle"), earlier).Refuses(t, refusal("REPUTATION_STALE"))
	commandtest.Given[commands.Agent]().When(by("oracle"), update(1, 1)).Refuses(t, commands.ErrAgentNotFound)
}

func TestALogThatIsSeenAgainChangesNothing(t *testing.T) {
	t.Parallel()
	see := func(a events.ReputationAnchored) commands.SeeReputation {
		return commands.SeeReputation{AgentRef: scoredRef, Anchored: a}
	}
	first, second := updated(t, 0, 0, 2000, 2000, 5), updated(t, 1, 2000, 2400, 3000, 6)
	past := scored(first, anchored(first), second)
	past.When(by("reactions"), see(anchored(second))).Then(t, anchored(second))
	past = past.And(anchored(second))
	past.When(by("reactions"), see(anchored(second))).Then(t)
	past.When(by("reactions"), see(anchored(first))).Then(t)

	// The blocks of both were replaced, and they are seen in others.
	again := anchored(first)
	again.At.BlockHash = "0xc0"
	past.When(by("reactions"), see(again)).Then(t, again)
	past = past.And(again)
	if r := past.State().Reputation; !r.Pending() || r.Next() != 1 {
		t.Errorf("next is %d, pending: %v", r.Next(), r.Pending())
	}
	past.When(by("reactions"), see(anchored(second))).Then(t, anchored(second))

	// The second got to the new blocks, and the first did not.
	alone := anchored(second)
	alone.Index, alone.Previous, alone.At.BlockHash = 0, 0, "0xc1"
	past = past.And(alone)
	if r := past.State().Reputation; r.Pending() || r.Next() != 1 {
		t.Errorf("next is %d, pending: %v", r.Next(), r.Pending())
	}
	past.When(by("reactions"), see(events.ReputationAnchored{})).Refuses(t, refusal("REPUTATION_INVALID"))
}

func TestABadgeIsSeenOnce(t *testing.T) {
	t.Parallel()
	badge := events.BadgeIssued{Badge: "verified_run", TokenID: "7", Evidence: events.Sum([]byte("e")), At: events.OnChain{Block: 4}}
	see := commands.SeeBadge{AgentRef: scoredRef, Badge: badge}
	scored().When(by("reactions"), see).Then(t, badge)
	scored(badge).When(by("reactions"), see).Then(t)
	see.Badge.At.BlockHash = "0xother"
	scored(badge).When(by("reactions"), see).Then(t, see.Badge)
	see.Badge.Badge = ""
	scored().When(by("reactions"), see).Refuses(t, refusal("BADGE_INVALID"))
}

// A hash that came out differently on another platform, or after a field was renamed, would no longer be the chain's.
func TestAComponentHashIsForEver(t *testing.T) {
	t.Parallel()
	c := events.ReputationComponents{
		Formula: 1, Completed: events.ReputationShare{Count: 9, Of: 10, Value: 9000}, Quality: events.ReputationQuality{Value: 9950},
		Badges: events.ReputationBadges{Count: 1, Value: 3333}, Replans: 2, Score: 8349,
	}
	const want = `{"approved":{"count":0,"of":0,"value":0},"badges":{"count":1,"value":3333},"completed":{"count":9,"of":10,"value":9000},` +
		`"formula":1,"in_doubt":0,"merged":{"count":0,"of":0,"value":0},"quality":{"failed":{"count":0,"of":0,"value":0},` +
		`"flagged":{"count":0,"of":0,"value":0},"revoked":0,"rolled_back":{"count":0,"of":0,"value":0},"value":9950},"replans":2,"score":8349}`
	text, err := json.Marshal(c)
	if err == nil {
		text, err = events.Canonical(text)
	}
	if err != nil || string(text) != want {
		t.Fatalf("%v\n got %s\nwant %s", err, text, want)
	}
	if hash := componentHash(t, c); hash != events.Sum([]byte(want)) {
		t.Errorf("hash is %s", hash)
	}
}
