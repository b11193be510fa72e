package reactions

import (
	"strings"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// scored are the arguments of ScoreUpdated.
type scored struct {
	Agent         string  `json:"agent"`
	Index         uint64  `json:"index,string"`
	Previous      int64   `json:"previous"`
	Score         int64   `json:"score"`
	ComponentHash Bytes32 `json:"componentHash"`
}

// awarded are those of BadgeIssued.
type awarded struct {
	Agent    string  `json:"agent"`
	Kind     Bytes32 `json:"kind"`
	Token    string  `json:"tokenId"`
	Evidence Bytes32 `json:"evidence"`
}

// name is a badge's name: ASCII, padded with zeros.
func (a awarded) name() string { return strings.TrimRight(string(a.Kind[:]), "\x00") }

// reputation is what follows from the events of ReputationRegistry and Badges. A score or badge that a reorg took back is
// sent again by the oracle, and observed in its new place.
var reputation = []Reaction{
	On("ReputationRegistry", "ScoreUpdated", Rule[scored]{
		About: func(a scored, _ Log) Key { return Address(a.Agent) },
		Do: func(a scored, l Log, agent commands.AgentRef) commands.Named {
			return commands.SeeReputation{AgentRef: agent, Anchored: events.ReputationAnchored{
				Index: a.Index, Previous: a.Previous, Score: a.Score, ComponentHash: a.ComponentHash.Digest(), At: l.At,
			}}
		},
	}),
	On("Badges", "BadgeIssued", Rule[awarded]{
		About: func(a awarded, _ Log) Key { return Address(a.Agent) },
		Do: func(a awarded, l Log, agent commands.AgentRef) commands.Named {
			return commands.SeeBadge{AgentRef: agent, Badge: events.BadgeIssued{
				Badge: a.name(), TokenID: a.Token, Evidence: a.Evidence.Digest(), At: l.At,
			}}
		},
	}),
}
