package wire

import (
	"encoding/json"
	"time"
)

// RegisterAgent is the body of POST /agents.
type RegisterAgent struct {
	Name         string          `json:"name" doc:"how people call it, at most 100 bytes"`
	Roles        []string        `json:"roles" doc:"what it is for: researcher, writer, coder, integrator"`
	Capabilities *CapabilityWish `json:"capabilities,omitempty" doc:"what it may use; what is not named here is not restricted"`
}

// CapabilityWish restricts an agent. A list that is left out is not restricted, or stays as it is where it changes an agent;
// an empty list allows none, and "*" all.
type CapabilityWish struct {
	Tools []string `json:"tools,omitzero" doc:"by name"`
	Repos []string `json:"repos,omitzero" doc:"owner/name or owner/*"`
	Hosts []string `json:"hosts,omitzero" doc:"example.org, *.example.org or an address"`
	Paths []string `json:"paths,omitzero" doc:"below the workspace; each with all that is in it"`
	Trust string   `json:"trust,omitempty" enum:"low,standard,high" doc:"an agent of low trust asks before each task; default standard"`
}

// Capabilities are what an agent may use.
type Capabilities struct {
	Tools []string `json:"tools"`
	Repos []string `json:"repos"`
	Hosts []string `json:"hosts"`
	Paths []string `json:"paths"`
	Trust string   `json:"trust" enum:"low,standard,high"`
}

// Agent is an agent, as it is now.
type Agent struct {
	ID             string       `json:"id"`
	Workspace      string       `json:"workspace"`
	DID            string       `json:"did"`
	Name           string       `json:"name"`
	Address        string       `json:"address" doc:"of its key"`
	Roles          []string     `json:"roles"`
	Status         string       `json:"status" enum:"registered,active,inactive,revoked" doc:"registered until its passport is seen; inactive while that is switched off"`
	Capabilities   Capabilities `json:"capabilities"`
	CapabilityHash string       `json:"capability_hash" doc:"SHA-256 of the capabilities as RFC 8785 JSON"`
	Passport       *Passport    `json:"passport,omitempty"`
	Stats          *AgentStats  `json:"stats,omitempty"`
	By             string       `json:"registered_by"`
	RevokedBy      string       `json:"revoked_by,omitempty"`
	Reason         string       `json:"reason,omitempty" doc:"why it was revoked"`
	Created        time.Time    `json:"created_at"`
	Revoked        *time.Time   `json:"revoked_at,omitempty"`
	Updated        time.Time    `json:"updated_at"`
	Registered     uint64       `json:"registered_revision" doc:"orders agents by age"`
	Revision       uint64       `json:"revision" doc:"of the newest event that changed the agent"`
}

// Passport is an agent's token on a chain.
type Passport struct {
	TokenID        string    `json:"token_id" doc:"a decimal number"`
	Owner          string    `json:"owner" doc:"the agent's address"`
	Chain          uint64    `json:"chain" doc:"chain ID"`
	Contract       string    `json:"contract"`
	Tx             string    `json:"tx" doc:"that minted it"`
	Block          uint64    `json:"block"`
	BlockHash      string    `json:"block_hash"`
	CapabilityHash string    `json:"capability_hash" doc:"that of registration; it never changes"`
	Active         bool      `json:"active"`
	Minted         time.Time `json:"minted_at"`
}

// AgentStats counts what was run as an agent.
type AgentStats struct {
	Goals       int64 `json:"goals"`
	GoalsDone   int64 `json:"goals_done"`
	GoalsFailed int64 `json:"goals_failed"`
	TasksDone   int64 `json:"tasks_done"`
	TasksFailed int64 `json:"tasks_failed"`
}

// AgentList is a page of agents.
type AgentList struct {
	Agents []Agent `json:"agents"`
	Next   string  `json:"next_cursor,omitempty"`
}

// RegisteredAgent answers POST /agents. Its passport is minted meanwhile.
type RegisteredAgent struct {
	ID       string `json:"id"`
	DID      string `json:"did"`
	Address  string `json:"address"`
	Revision uint64 `json:"revision" doc:"pass it as ?after= to see the agent"`
}

// RevokeAgent is the optional body of POST /agents/{id}/revoke.
type RevokeAgent struct {
	Reason string `json:"reason,omitempty"`
}

// DIDDocument is a document of W3C Decentralized Identifiers 1.0.
type DIDDocument struct {
	Context            []string             `json:"@context"`
	ID                 string               `json:"id"`
	AlsoKnownAs        []string             `json:"alsoKnownAs,omitempty"`
	VerificationMethod []VerificationMethod `json:"verificationMethod"`
	Authentication     []string             `json:"authentication"`
	AssertionMethod    []string             `json:"assertionMethod"`
	Service            []DIDService         `json:"service"`
}

// VerificationMethod is a key by its account (CAIP-10): who signed is recovered from the signature.
type VerificationMethod struct {
	ID         string `json:"id"`
	Type       string `json:"type"`
	Controller string `json:"controller"`
	Account    string `json:"blockchainAccountId"`
}

// DIDService is where more is to be had.
type DIDService struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Endpoint string `json:"serviceEndpoint"`
}

// Registration is a registration file of ERC-8004: what the URI of a passport leads to.
type Registration struct {
	Type           string                `json:"type"`
	Name           string                `json:"name"`
	Description    string                `json:"description"`
	Services       []RegistrationService `json:"services"`
	X402           bool                  `json:"x402Support"`
	Active         bool                  `json:"active"`
	Registrations  []RegistrationEntry   `json:"registrations"`
	SupportedTrust []string              `json:"supportedTrust"`
}

// RegistrationService is how an agent is reached or known.
type RegistrationService struct {
	Name     string `json:"name"`
	Endpoint string `json:"endpoint"`
	Version  string `json:"version,omitempty"`
}

// RegistrationEntry is where an agent is registered.
type RegistrationEntry struct {
	Agent    json.Number `json:"agentId"`
	Registry string      `json:"agentRegistry"`
}
