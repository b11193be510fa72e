package reactions

import (
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// issued are the arguments of PassportIssued.
type issued struct {
	Token        string  `json:"agentId"`
	Agent        string  `json:"agent"`
	Capabilities Bytes32 `json:"capabilityHash"`
}

// switched are those of the events that follow it.
type switched struct {
	Token string `json:"agentId"`
}

func (s switched) about(l Log) Key { return token(s.Token, l) }

func token(id string, l Log) Key { return Numbered("token", l.At, id) }

// identity is what follows from the events of AgentPassport. A revoked passport ends the agent; its key could not act on the
// chain any more either.
var identity = []Reaction{
	On("AgentPassport", "PassportIssued", Rule[issued]{
		About:  func(a issued, _ Log) Key { return Address(a.Agent) },
		Learns: func(a issued, l Log) []Key { return []Key{token(a.Token, l)} },
		Do: func(a issued, l Log, agent commands.AgentRef) commands.Named {
			return commands.SeePassport{AgentRef: agent, Passport: events.PassportMinted{
				TokenID: a.Token, CapabilityHash: a.Capabilities.Digest(), At: l.At,
			}}
		},
	}),
	On("AgentPassport", "PassportDeactivated", Rule[switched]{
		About: switched.about,
		Do: func(_ switched, l Log, agent commands.AgentRef) commands.Named {
			return commands.DeactivateAgent{AgentRef: agent, At: l.At}
		},
	}),
	On("AgentPassport", "PassportActivated", Rule[switched]{
		About: switched.about,
		Do: func(_ switched, l Log, agent commands.AgentRef) commands.Named {
			return commands.ActivateAgent{AgentRef: agent, At: l.At}
		},
	}),
	On("AgentPassport", "PassportRevoked", Rule[switched]{
		About: switched.about,
		Do: func(_ switched, _ Log, agent commands.AgentRef) commands.Named {
			return commands.RevokeAgent{AgentRef: agent, Reason: "its passport was revoked on the chain"}
		},
	}),
}
