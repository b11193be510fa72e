package commands

import (
	"github.com/mergit-io/mergit/events"
)

// Agent is one agent folded: who it is and what it may do.
type Agent struct {
	answers
	Economy
	Reputation     Reputation
	Registered     events.AgentRegistered // the zero value: nobody of that ID
	Capabilities   events.Capabilities    // as they are now
	CapabilityHash events.Digest          // of them
	Passport       events.PassportMinted  // the zero value: not seen on a chain yet
	Deactivated    bool                   // its passport is switched off
	Switched       events.OnChain         // where that was seen last
	Revoked        bool
}

// NewAgent is an agent of which nothing is known.
func NewAgent() *Agent { return &Agent{} }

// Known reports whether the agent was ever registered.
func (a *Agent) Known() bool { return a.Registered.DID != "" }

// Evolve folds one fact in.
func (a *Agent) Evolve(e events.Envelope[events.Event]) {
	a.record(e.Meta)
	a.evolve(e.Fact) // what it has at stake
	a.Reputation.Evolve(e.Fact)
	switch f := e.Fact.(type) {
	case events.AgentRegistered:
		a.Registered, a.Capabilities, a.CapabilityHash = f, f.Capabilities, f.CapabilityHash
	case events.PassportMinted:
		a.Passport, a.Deactivated = f, false
	case events.AgentCapabilitiesChanged:
		a.Capabilities, a.CapabilityHash = f.Capabilities, f.CapabilityHash
	case events.AgentDeactivated:
		a.Deactivated, a.Switched = true, f.At
	case events.AgentActivated:
		a.Deactivated, a.Switched = false, f.At
	case events.AgentRevoked:
		a.Revoked = true
	}
}

// AgentRef is the agent a command is about.
type AgentRef struct {
	Workspace string `json:"workspace"`
	Agent     string `json:"agent"`
}

// Stream is the agent's aggregate.
func (r AgentRef) Stream() events.StreamID { return events.AgentStream(r.Workspace, r.Agent) }

// Refusals that callers tell apart, with errors.Is.
var (
	ErrAgentExists   = &Refusal{Sort: Conflict, Code: "AGENT_EXISTS"}
	ErrAgentNotFound = &Refusal{Sort: NotFound, Code: "AGENT_NOT_FOUND"}
	ErrAgentRevoked  = &Refusal{Sort: Conflict, Code: "AGENT_REVOKED"}
	ErrAgentInactive = &Refusal{Sort: Conflict, Code: "AGENT_INACTIVE"}
)

// known refuses a command about nobody.
func (r AgentRef) known(a *Agent) error {
	if !a.Known() {
		return refuse(NotFound, ErrAgentNotFound.Code, "no agent %s", r.Agent)
	}
	return nil
}

// MayAct refuses whatever an agent cannot do any more, or not now. An agent whose passport was not seen yet may act: its
// address is known, and a chain that cannot be reached holds up no work.
func (r AgentRef) MayAct(a *Agent) error {
	switch {
	case !a.Known():
		return r.known(a)
	case a.Revoked:
		return refuse(Conflict, ErrAgentRevoked.Code, "agent %s is revoked", r.Agent)
	case a.Deactivated:
		return refuse(Conflict, ErrAgentInactive.Code, "the passport of agent %s is switched off on the chain", r.Agent)
	}
	return nil
}

// SeePassport says that the agent's passport stands in a finalized block.
type SeePassport struct {
	AgentRef
	Passport events.PassportMinted `json:"passport"`
}

// Name implements Command.
func (SeePassport) Name() string { return "passport.see" }

func (SeePassport) guarded() bool { return true }

// Decide implements Command.
func (c SeePassport) Decide(a *Agent, _ Request) ([]events.Event, error) {
	if err := c.known(a); err != nil {
		return nil, err
	}
	if a.Passport.TokenID == c.Passport.TokenID && a.Passport.At == c.Passport.At {
		return nil, nil
	}
	return []events.Event{c.Passport}, nil
}
