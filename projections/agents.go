package projections

import (
	"fmt"
	"time"

	"github.com/mergit-io/mergit/events"
)

// Where an agent stands.
const (
	AgentRegistered = "registered" // its passport was not seen yet
	AgentActive     = "active"
	AgentInactive   = "inactive" // its passport is switched off
	AgentRevoked    = "revoked"  // for good
)

// Agents is the projection of who agents are and what they may do.
var Agents = Define("agents", 1, []string{events.FamilyAgent},
	OfAggregate([]TableOf[Agent]{agentTable},
		On(agentRegistered),
		On(passportMinted),
		On(agentCapabilitiesChanged),
		On(agentRevoked),
		On(agentDeactivated),
		On(agentActivated),
		Skip[events.ReputationUpdated](),
		Skip[events.ReputationAnchored](),
		Skip[events.BadgeIssued](),
		Skip[events.StakeChanged](),
		Skip[events.ChallengeOpened](),
		Skip[events.ChallengeAnswered](),
		Skip[events.ChallengeResolved](),
		Skip[events.EscrowFunded](),
		Skip[events.EscrowProven](),
		Skip[events.EscrowReleased](),
		Skip[events.EscrowRefunded](),
	),
)

// Agent is the unit of an agent's aggregate.
type Agent struct {
	Agents Rows[*AgentRow] // one
}

// AgentRow is an agent.
type AgentRow struct {
	ID        string   `json:"id"`
	Workspace string   `json:"workspace"`
	DID       string   `json:"did"`
	Name      string   `json:"name"`
	Address   string   `json:"address"`
	Roles     []string `json:"roles"`
	Status    string   `json:"status"`

	// What it may do now. The hash on the chain stays that of its registration.
	Tools          []string `json:"tools"`
	Repos          []string `json:"repos"`
	Hosts          []string `json:"hosts"`
	Paths          []string `json:"paths"`
	Trust          string   `json:"trust"`
	CapabilityHash string   `json:"capability_hash"`
	RegisteredHash string   `json:"registered_hash"`

	// Its passport; empty until it was seen.
	TokenID   string `json:"token_id,omitempty"`
	Chain     int64  `json:"chain,omitempty"`
	Contract  string `json:"contract,omitempty"`
	Tx        string `json:"tx,omitempty"`
	Block     int64  `json:"block,omitempty"`
	BlockHash string `json:"block_hash,omitempty"`
	Off       bool   `json:"switched_off,omitempty"`

	By        string     `json:"registered_by"`
	RevokedBy string     `json:"revoked_by,omitempty"`
	Reason    string     `json:"reason,omitempty"` // why it was revoked
	Created   time.Time  `json:"created_at"`
	Minted    *time.Time `json:"minted_at,omitempty"`
	Revoked   *time.Time `json:"revoked_at,omitempty"`
	Updated   time.Time  `json:"updated_at"`

	Registered int64 `json:"registered_revision"` // orders agents by age
	Revision   int64 `json:"revision"`            // of the newest event that changed the row
}

// Key implements Keyed.
func (r *AgentRow) Key() string { return r.ID }

var agentTable = &table[Agent, *AgentRow]{
	name: "agents", keys: 1,
	indexes: []string{"(workspace, registered)", "(status, registered)", "(address)"},
	rows:    func(a *Agent) *Rows[*AgentRow] { return &a.Agents },
	empty:   func() *AgentRow { return new(AgentRow) },
	columns: []Column[*AgentRow]{
		Text("id", func(r *AgentRow) *string { return &r.ID }),
		Fixed(Text("workspace", func(r *AgentRow) *string { return &r.Workspace })),
		Fixed(Text("did", func(r *AgentRow) *string { return &r.DID })),
		Fixed(Text("name", func(r *AgentRow) *string { return &r.Name })),
		Fixed(Text("address", func(r *AgentRow) *string { return &r.Address })),
		Fixed(List("roles", func(r *AgentRow) *[]string { return &r.Roles })),
		Text("status", func(r *AgentRow) *string { return &r.Status }),
		List("tools", func(r *AgentRow) *[]string { return &r.Tools }),
		List("repos", func(r *AgentRow) *[]string { return &r.Repos }),
		List("hosts", func(r *AgentRow) *[]string { return &r.Hosts }),
		List("paths", func(r *AgentRow) *[]string { return &r.Paths }),
		Text("trust", func(r *AgentRow) *string { return &r.Trust }),
		Text("capability_hash", func(r *AgentRow) *string { return &r.CapabilityHash }),
		Fixed(Text("registered_hash", func(r *AgentRow) *string { return &r.RegisteredHash })),
		Text("token_id", func(r *AgentRow) *string { return &r.TokenID }),
		Number("chain", func(r *AgentRow) *int64 { return &r.Chain }),
		Text("contract", func(r *AgentRow) *string { return &r.Contract }),
		Text("tx", func(r *AgentRow) *string { return &r.Tx }),
		Number("block", func(r *AgentRow) *int64 { return &r.Block }),
		Text("block_hash", func(r *AgentRow) *string { return &r.BlockHash }),
		Flag("switched_off", func(r *AgentRow) *bool { return &r.Off }),
		Fixed(Text("registered_by", func(r *AgentRow) *string { return &r.By })),
		Text("revoked_by", func(r *AgentRow) *string { return &r.RevokedBy }),
		Text("reason", func(r *AgentRow) *string { return &r.Reason }),
		Fixed(Time("created", func(r *AgentRow) *time.Time { return &r.Created })),
		MaybeTime("minted", func(r *AgentRow) **time.Time { return &r.Minted }),
		MaybeTime("revoked", func(r *AgentRow) **time.Time { return &r.Revoked }),
		Time("updated", func(r *AgentRow) *time.Time { return &r.Updated }),
		Fixed(Number("registered", func(r *AgentRow) *int64 { return &r.Registered })),
		Number("revision", func(r *AgentRow) *int64 { return &r.Revision }),
	},
}

// agent is the agent's row, brought to the event's moment.
func (a *Agent) agent(e events.Meta) (*AgentRow, error) {
	row, ok := a.Agents.Edit(e.Stream.ID)
	if !ok {
		return nil, fmt.Errorf("agent %s was never registered", e.Stream.ID)
	}
	row.Updated, row.Revision = e.Time, int64(e.Revision)
	return row, nil
}

// settle derives where the agent stands.
func (r *AgentRow) settle() {
	switch {
	case r.Revoked != nil:
		r.Status = AgentRevoked
	case r.Off:
		r.Status = AgentInactive
	case r.TokenID != "":
		r.Status = AgentActive
	default:
		r.Status = AgentRegistered
	}
}

func (r *AgentRow) may(can events.Capabilities, hash events.Digest) {
	r.Tools, r.Repos, r.Hosts, r.Paths = some(can.Tools), some(can.Repos), some(can.Hosts), some(can.Paths)
	r.Trust, r.CapabilityHash = can.Trust, digestText(hash)
}

func agentRegistered(a *Agent, e events.Envelope[events.AgentRegistered]) error {
	f := e.Fact
	row := &AgentRow{
		ID: e.Stream.ID, Workspace: e.Stream.Workspace, DID: f.DID, Name: f.Name, Address: f.Address, Roles: some(f.Roles),
		RegisteredHash: digestText(f.CapabilityHash), By: f.By, Created: e.Time, Updated: e.Time,
		Registered: int64(e.Revision), Revision: int64(e.Revision),
	}
	row.may(f.Capabilities, f.CapabilityHash)
	row.settle()
	a.Agents.Put(row)
	return nil
}

func passportMinted(a *Agent, e events.Envelope[events.PassportMinted]) error {
	row, err := a.agent(e.Meta)
	if err != nil {
		return err
	}
	f := e.Fact
	row.TokenID, row.Chain, row.Contract, row.Tx = f.TokenID, int64(f.At.Chain), f.At.Contract, f.At.Tx
	row.Block, row.BlockHash, row.Off, row.Minted = int64(f.At.Block), f.At.BlockHash, false, moment(e.Time)
	row.settle()
	return nil
}

func agentCapabilitiesChanged(a *Agent, e events.Envelope[events.AgentCapabilitiesChanged]) error {
	row, err := a.agent(e.Meta)
	if err == nil {
		row.may(e.Fact.Capabilities, e.Fact.CapabilityHash)
	}
	return err
}

func agentRevoked(a *Agent, e events.Envelope[events.AgentRevoked]) error {
	row, err := a.agent(e.Meta)
	if err == nil {
		row.Revoked, row.RevokedBy, row.Reason = moment(e.Time), e.Fact.By, e.Fact.Reason
		row.settle()
	}
	return err
}

func agentDeactivated(a *Agent, e events.Envelope[events.AgentDeactivated]) error {
	return a.switched(e.Meta, true)
}

func agentActivated(a *Agent, e events.Envelope[events.AgentActivated]) error {
	return a.switched(e.Meta, false)
}

func (a *Agent) switched(e events.Meta, off bool) error {
	row, err := a.agent(e)
	if err == nil {
		row.Off = off
		row.settle()
	}
	return err
}

// FoldAgent folds all events of one agent, in the order of the log.
func FoldAgent(batch []Envelope) (AgentRow, error) {
	unit := new(Agent)
	for _, e := range batch {
		r := Agents.routes[e.Kind().Name]
		if r.fold == nil {
			continue
		}
		if err := r.fold(unit, e); err != nil {
			return AgentRow{}, &FoldError{Agents.Name, e.Revision, e.Kind().Name, err}
		}
	}
	for row := range unit.Agents.All() {
		return *row, nil
	}
	return AgentRow{}, nil
}
