package commands

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/mergit-io/mergit/commands/plan"
	"github.com/mergit-io/mergit/events"
)

// DID is the decentralized identifier of an agent.
func DID(agent string) string { return "did:mergit:" + agent }

// RegisterAgent makes an agent known.
type RegisterAgent struct {
	AgentRef
	// AgentName is how people call it.
	AgentName    string              `json:"name"`
	Roles        []string            `json:"roles"`
	Capabilities events.Capabilities `json:"capabilities"`
	// Address is that of the agent's key. It is no part of the wish: the process that decides keeps the key, and has it on
	// disk before anything is decided.
	Address string `json:"-"`
}

// Name implements Command.
func (RegisterAgent) Name() string { return "agent.register" }

// Creates says that the agent is usually new.
func (RegisterAgent) Creates() bool { return true }

var addressPattern = regexp.MustCompile(`^0x[0-9a-f]{40}$`)

// Decide implements Command.
func (c RegisterAgent) Decide(a *Agent, req Request) ([]events.Event, error) {
	roles, can, faults := CheckAgent(c.AgentName, c.Roles, c.Capabilities)
	switch {
	case a.Known():
		return nil, refuse(Conflict, ErrAgentExists.Code, "agent %s exists already", c.Agent)
	case len(faults) > 0:
		return nil, agentInvalid(faults)
	case !addressPattern.MatchString(c.Address):
		return nil, refuse(Invalid, "AGENT_KEYLESS", "agent %s has no key: it is registered by a process that keeps keys", c.Agent)
	}
	hash, err := CapabilityHash(can)
	if err != nil {
		return nil, agentInvalid([]plan.Fault{{Path: "capabilities", Reason: err.Error()}})
	}
	return []events.Event{events.AgentRegistered{
		DID: DID(c.Agent), Name: c.AgentName, Address: c.Address, Roles: roles, Capabilities: can, CapabilityHash: hash, By: req.Actor,
	}}, nil
}

func agentInvalid(faults []plan.Fault) error {
	lines := make([]string, len(faults))
	for i, f := range faults {
		lines[i] = f.String()
	}
	return refuse(Invalid, "AGENT_INVALID", "%s", strings.Join(lines, "; "))
}

// ChangeCapabilities changes what an agent may do. What is nil stays.
type ChangeCapabilities struct {
	AgentRef
	Tools *[]string `json:"tools,omitempty"`
	Repos *[]string `json:"repos,omitempty"`
	Hosts *[]string `json:"hosts,omitempty"`
	Paths *[]string `json:"paths,omitempty"`
	Trust string    `json:"trust,omitempty"`
}

// Name implements Command.
func (ChangeCapabilities) Name() string { return "agent.change_capabilities" }

// Over puts the change over capabilities.
func (c ChangeCapabilities) Over(can events.Capabilities) events.Capabilities {
	for _, list := range []struct{ from, to *[]string }{{c.Tools, &can.Tools}, {c.Repos, &can.Repos}, {c.Hosts, &can.Hosts}, {c.Paths, &can.Paths}} {
		if list.from != nil {
			*list.to = *list.from
		}
	}
	if c.Trust != "" {
		can.Trust = c.Trust
	}
	return can
}

// Decide implements Command.
func (c ChangeCapabilities) Decide(a *Agent, req Request) ([]events.Event, error) {
	if err := c.known(a); err != nil {
		return nil, err
	}
	if a.Revoked {
		return nil, c.MayAct(a)
	}
	can, faults := CheckCapabilities(c.Over(a.Capabilities))
	if len(faults) > 0 {
		return nil, agentInvalid(faults)
	}
	hash, err := CapabilityHash(can)
	if err != nil {
		return nil, fmt.Errorf("capabilities of agent %s: %w", c.Agent, err)
	}
	if hash == a.CapabilityHash {
		return nil, nil
	}
	return []events.Event{events.AgentCapabilitiesChanged{Capabilities: can, CapabilityHash: hash, By: req.Actor}}, nil
}

// MaxReason bounds why an agent is revoked, in bytes.
const MaxReason = 1000

// RevokeAgent ends an agent for good. What it did stays and stays proven.
type RevokeAgent struct {
	AgentRef
	Reason string `json:"reason,omitempty"`
}

// Name implements Command.
func (RevokeAgent) Name() string { return "agent.revoke" }

func (RevokeAgent) guarded() bool { return true }

// Decide implements Command.
func (c RevokeAgent) Decide(a *Agent, req Request) ([]events.Event, error) {
	if err := c.known(a); err != nil {
		return nil, err
	}
	switch {
	case a.Revoked:
		return nil, nil
	case len(c.Reason) > MaxReason:
		return nil, refuse(Invalid, "AGENT_INVALID", "reason: has %d bytes, at most %d are allowed", len(c.Reason), MaxReason)
	}
	return []events.Event{events.AgentRevoked{Reason: c.Reason, By: req.Actor}}, nil
}
