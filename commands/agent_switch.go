package commands

import (
	"github.com/mergit-io/mergit/events"
)

// DeactivateAgent says that the agent's passport was seen to be switched off: suspended or revoked.
type DeactivateAgent struct {
	AgentRef
	At events.OnChain `json:"at"`
}

// Name implements Command.
func (DeactivateAgent) Name() string { return "agent.deactivate" }

func (DeactivateAgent) guarded() bool { return true }

// Decide implements Command.
func (c DeactivateAgent) Decide(a *Agent, _ Request) ([]events.Event, error) {
	if err := c.known(a); err != nil {
		return nil, err
	}
	if !newer(a.Switched, c.At) || a.Deactivated {
		return nil, nil
	}
	return []events.Event{events.AgentDeactivated{At: c.At}}, nil
}

// ActivateAgent says that the agent's passport was seen to be switched on again.
type ActivateAgent struct {
	AgentRef
	At events.OnChain `json:"at"`
}

// Name implements Command.
func (ActivateAgent) Name() string { return "agent.activate" }

func (ActivateAgent) guarded() bool { return true }

// Decide implements Command.
func (c ActivateAgent) Decide(a *Agent, _ Request) ([]events.Event, error) {
	if err := c.known(a); err != nil {
		return nil, err
	}
	if !newer(a.Switched, c.At) || !a.Deactivated {
		return nil, nil
	}
	return []events.Event{events.AgentActivated{At: c.At}}, nil
}

// newer reports whether something was emitted after what was seen before. What is observed twice, or late, must not undo what
// followed it. Another chain or contract begins anew.
func newer(seen, at events.OnChain) bool {
	if seen.Chain != at.Chain || seen.Contract != at.Contract {
		return true
	}
	return at.Block > seen.Block || at.Block == seen.Block && at.LogIndex > seen.LogIndex
}
