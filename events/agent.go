package events

// FamilyAgent holds what is known of each agent, one stream per agent: who it
// is, what it may do, how good it was, and what it has at stake.
const FamilyAgent = "agent"

// Agent is any fact about one agent.
//
//sumtype:decl
type Agent interface {
	Event
	isAgent()
}

type agentFact struct{}

func (agentFact) isAgent() {}

// AgentStream is the stream of one agent.
func AgentStream(workspace, agent string) StreamID {
	return StreamID{Workspace: workspace, Family: FamilyAgent, ID: agent, Part: Whole}
}

// OnChain says where on a chain something was observed, in a finalized block.
type OnChain struct {
	Chain     uint64 `json:"chain"`    // chain ID
	Contract  string `json:"contract"` // 0x…, lower case
	Tx        string `json:"tx"`       // 0x…, transaction hash
	Block     uint64 `json:"block"`
	BlockHash string `json:"block_hash"` // 0x…
	LogIndex  uint64 `json:"log_index"`  // within the block
}

// Capabilities are what an agent may use. An empty list of repositories, hosts
// or paths allows none; "*" allows all.
type Capabilities struct {
	Tools []string `json:"tools"`           // by name; "*" for all
	Repos []string `json:"repos,omitempty"` // owner/name, owner/*
	Hosts []string `json:"hosts,omitempty"` // example.org, *.example.org
	Paths []string `json:"paths,omitempty"` // below the workspace
	// Trust is low, standard or high. An agent of low trust runs supervised.
	Trust string `json:"trust"`
}

// AgentRegistered: an agent exists. What it may do is hashed, and the hash goes
// on the chain with its passport.
type AgentRegistered struct {
	agentFact
	DID            string       `json:"did"` // did:mergit:<agent ID>
	Name           string       `json:"name"`
	Address        string       `json:"address"` // 0x…, lower case, of its key
	Roles          []string     `json:"roles"`
	Capabilities   Capabilities `json:"capabilities"`
	CapabilityHash Digest       `json:"capability_hash"` // SHA-256 of Capabilities as RFC 8785 JSON
	By             string       `json:"by"`
}

// PassportMinted: the agent's passport was seen on a chain.
type PassportMinted struct {
	agentFact
	TokenID        string  `json:"token_id"` // decimal
	CapabilityHash Digest  `json:"capability_hash"`
	At             OnChain `json:"at"`
}

// AgentCapabilitiesChanged: the agent may do other things than before. The hash
// on the chain stays that of its registration.
type AgentCapabilitiesChanged struct {
	agentFact
	Capabilities   Capabilities `json:"capabilities"`
	CapabilityHash Digest       `json:"capability_hash"`
	By             string       `json:"by"`
}

// AgentRevoked: the agent may do nothing any more, for ever.
type AgentRevoked struct {
	agentFact
	Reason string `json:"reason"`
	By     string `json:"by"`
}

// AgentDeactivated: the agent's passport was switched off on the chain.
type AgentDeactivated struct {
	agentFact
	At OnChain `json:"at"`
}

// AgentActivated: the agent's passport was switched on again on the chain.
type AgentActivated struct {
	agentFact
	At OnChain `json:"at"`
}

var (
	agentRegistered          = define[AgentRegistered](FamilyAgent, "agent.registered", 1, OfAggregate)
	passportMinted           = define[PassportMinted](FamilyAgent, "passport.minted", 1, OfAggregate)
	agentCapabilitiesChanged = define[AgentCapabilitiesChanged](FamilyAgent, "agent.capabilities_changed", 1, OfAggregate)
	agentRevoked             = define[AgentRevoked](FamilyAgent, "agent.revoked", 1, OfAggregate)
	agentDeactivated         = define[AgentDeactivated](FamilyAgent, "agent.deactivated", 1, OfAggregate)
	agentActivated           = define[AgentActivated](FamilyAgent, "agent.activated", 1, OfAggregate)
)

func (AgentRegistered) kind() *Kind          { return agentRegistered }
func (PassportMinted) kind() *Kind           { return passportMinted }
func (AgentCapabilitiesChanged) kind() *Kind { return agentCapabilitiesChanged }
func (AgentRevoked) kind() *Kind             { return agentRevoked }
func (AgentDeactivated) kind() *Kind         { return agentDeactivated }
func (AgentActivated) kind() *Kind           { return agentActivated }
