package projections

import (
	"encoding/json"
	"fmt"

	"github.com/mergit-io/mergit/events"
)

var scoreRoutes = []Route{
	On(agentScoreBegins),
	On(reputationUpdated),
	On(reputationAnchored),
	On(badgeIssued),
	Skip[events.PassportMinted](),
	Skip[events.AgentCapabilitiesChanged](),
	Skip[events.AgentRevoked](),
	Skip[events.AgentDeactivated](),
	Skip[events.AgentActivated](),
	Skip[events.StakeChanged](),
	Skip[events.ChallengeOpened](),
	Skip[events.ChallengeAnswered](),
	Skip[events.ChallengeResolved](),
	Skip[events.EscrowFunded](),
	Skip[events.EscrowProven](),
	Skip[events.EscrowReleased](),
	Skip[events.EscrowRefunded](),
}

func agentScoreBegins(a *AgentScore, e events.Envelope[events.AgentRegistered]) error {
	a.Scores.Put(&ScoreRow{
		Agent: e.Stream.ID, Workspace: e.Stream.Workspace, Name: e.Fact.Name, Address: e.Fact.Address,
		Updated: e.Time, Revision: int64(e.Revision),
	})
	return nil
}

// score is the agent's row, brought to the event's moment.
func (a *AgentScore) score(e events.Meta) (*ScoreRow, error) {
	row, ok := a.Scores.Edit(e.Stream.ID)
	if !ok {
		return nil, fmt.Errorf("agent %s was never registered", e.Stream.ID)
	}
	row.Updated, row.Revision = e.Time, int64(e.Revision)
	return row, nil
}

func reputationUpdated(a *AgentScore, e events.Envelope[events.ReputationUpdated]) error {
	row, err := a.score(e.Meta)
	if err != nil {
		return err
	}
	f := e.Fact
	// As they were hashed, so that whoever reads them can hash them again.
	components, err := json.Marshal(f.Components)
	if err == nil {
		components, err = events.Canonical(components)
	}
	if err != nil {
		return fmt.Errorf("components: %w", err)
	}
	row.Scored, row.Score, row.Target, row.Index = true, f.Score, f.Components.Score, int64(f.Index)
	row.Components, row.Hash, row.AsOf = components, digestText(f.ComponentHash), int64(f.AsOf)
	row.From, row.To, row.ScoredAt = moment(f.From), moment(f.To), moment(e.Time)
	a.Snapshots.Put(&SnapshotRow{
		Agent: row.Agent, At: e.Time, Revision: int64(e.Revision), Index: row.Index, Score: row.Score, Target: row.Target,
		Components: components, Hash: row.Hash,
	})
	return nil
}

func reputationAnchored(a *AgentScore, e events.Envelope[events.ReputationAnchored]) error {
	row, err := a.score(e.Meta)
	if err != nil {
		return err
	}
	f := e.Fact
	row.OnChain, row.AnchoredScore, row.AnchoredIndex, row.AnchoredHash = true, f.Score, int64(f.Index), digestText(f.ComponentHash)
	row.Chain, row.Contract, row.Tx = int64(f.At.Chain), f.At.Contract, f.At.Tx
	row.Block, row.BlockHash, row.AnchoredAt = int64(f.At.Block), f.At.BlockHash, moment(e.Time)
	return nil
}

func badgeIssued(a *AgentScore, e events.Envelope[events.BadgeIssued]) error {
	row, err := a.score(e.Meta)
	if err != nil {
		return err
	}
	f := e.Fact
	if _, had := a.Badges.Get(f.Badge); !had {
		row.Badges++
	}
	a.Badges.Put(&BadgeRow{
		Agent: row.Agent, Badge: f.Badge, TokenID: f.TokenID, Evidence: digestText(f.Evidence), Chain: int64(f.At.Chain),
		Contract: f.At.Contract, Tx: f.At.Tx, Block: int64(f.At.Block), BlockHash: f.At.BlockHash, Issued: e.Time, Revision: int64(e.Revision),
	})
	return nil
}
