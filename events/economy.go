package events

import "time"

// Economy facts live in the agent's own aggregate: what it has at stake, who
// says that it cheated, and who pays it. All of them were seen on a chain, in
// finalized blocks. Amounts are in wei, as decimal numbers.

// What changed an agent's stake.
const (
	StakeDeposited = "deposited" // somebody paid it in
	StakeUnbonded  = "unbonded"  // it waits on its way out
	StakeReleased  = "released"  // it was fetched
	StakeSlashed   = "slashed"   // it was taken away
	StakeHeld      = "held"      // a challenge keeps it here, or one less does
	StakeReorged   = "reorged"   // the block of its last change is gone: it is what it was before
)

// How a challenge ended.
const (
	ChallengeUpheld   = "upheld"   // the agent cheated
	ChallengeRejected = "rejected" // it did not
	ChallengeExpired  = "expired"  // nobody judged in time
)

// StakeChanged: what an agent has at stake changed, and what it is now.
type StakeChanged struct {
	agentFact
	Change    string     `json:"change"`               // deposited, unbonded, released, slashed, held, reorged
	Amount    string     `json:"amount,omitempty"`     // by how much; none when held or reorged
	Account   string     `json:"account,omitempty"`    // 0x…: who deposited, or to whom slashed stake is due
	Bonded    string     `json:"bonded"`               // counts for the tier
	Unbonding string     `json:"unbonding"`            // on its way out
	ReleaseAt *time.Time `json:"release_at,omitempty"` // when that can be fetched
	Holds     int        `json:"holds"`                // open challenges that keep it here
	At        OnChain    `json:"at"`
}

// ChallengeOpened: somebody says, for a bond, that the agent cheated in a task.
// The chain knows goal and task by the SHA-256 of their IDs.
type ChallengeOpened struct {
	agentFact
	Challenge  string  `json:"challenge"`  // number in its contract, decimal
	Goal       Digest  `json:"goal"`       // SHA-256 of the goal's ID
	Task       Digest  `json:"task"`       // SHA-256 of the task's ID
	Challenger string  `json:"challenger"` // 0x…
	Bond       string  `json:"bond"`
	Evidence   Digest  `json:"evidence"` // SHA-256 of the challenger's evidence
	At         OnChain `json:"at"`
}

// ChallengeAnswered: the agent gave evidence of its own.
type ChallengeAnswered struct {
	agentFact
	Challenge string  `json:"challenge"`
	Answer    Digest  `json:"answer"` // SHA-256 of the agent's evidence
	At        OnChain `json:"at"`
}

// ChallengeResolved: a challenge is over.
type ChallengeResolved struct {
	agentFact
	Challenge string  `json:"challenge"`
	Outcome   string  `json:"outcome"`           // upheld, rejected, expired
	Penalty   string  `json:"penalty,omitempty"` // what the agent lost, if upheld
	Reward    string  `json:"reward,omitempty"`  // the challenger's part of it
	At        OnChain `json:"at"`
}

// EscrowFunded: somebody put money aside for one task by this agent. The hash
// of goal, task, payer, payee and deadline is the escrow's ID.
type EscrowFunded struct {
	agentFact
	Escrow   string    `json:"escrow"`   // 0x…, Keccak-256 of the terms
	Goal     Digest    `json:"goal"`     // SHA-256 of the goal's ID
	Task     Digest    `json:"task"`     // SHA-256 of the task's ID
	Payer    string    `json:"payer"`    // 0x…
	Payee    string    `json:"payee"`    // 0x…, the agent's address
	Deadline time.Time `json:"deadline"` // until when the task must be proven, in whole seconds
	Amount   string    `json:"amount"`
	At       OnChain   `json:"at"`
}

// EscrowProven: the task was proven to the escrow; it can be challenged until
// the money can be released.
type EscrowProven struct {
	agentFact
	Escrow       string    `json:"escrow"`
	Result       Digest    `json:"result"`        // the result hash in the task's leaf
	ReleasableAt time.Time `json:"releasable_at"` // in whole seconds
	At           OnChain   `json:"at"`
}

// EscrowReleased: the money is due to the agent.
type EscrowReleased struct {
	agentFact
	Escrow string  `json:"escrow"`
	Amount string  `json:"amount"`
	At     OnChain `json:"at"`
}

// EscrowRefunded: the money is due to the payer.
type EscrowRefunded struct {
	agentFact
	Escrow string  `json:"escrow"`
	Amount string  `json:"amount"`
	At     OnChain `json:"at"`
}

var (
	stakeChanged      = define[StakeChanged](FamilyAgent, "stake.changed", 1, OfAggregate)
	challengeOpened   = define[ChallengeOpened](FamilyAgent, "challenge.opened", 1, OfAggregate)
	challengeAnswered = define[ChallengeAnswered](FamilyAgent, "challenge.answered", 1, OfAggregate)
	challengeResolved = define[ChallengeResolved](FamilyAgent, "challenge.resolved", 1, OfAggregate)
	escrowFunded      = define[EscrowFunded](FamilyAgent, "escrow.funded", 1, OfAggregate)
	escrowProven      = define[EscrowProven](FamilyAgent, "escrow.proven", 1, OfAggregate)
	escrowReleased    = define[EscrowReleased](FamilyAgent, "escrow.released", 1, OfAggregate)
	escrowRefunded    = define[EscrowRefunded](FamilyAgent, "escrow.refunded", 1, OfAggregate)
)

func (StakeChanged) kind() *Kind      { return stakeChanged }
func (ChallengeOpened) kind() *Kind   { return challengeOpened }
func (ChallengeAnswered) kind() *Kind { return challengeAnswered }
func (ChallengeResolved) kind() *Kind { return challengeResolved }
func (EscrowFunded) kind() *Kind      { return escrowFunded }
func (EscrowProven) kind() *Kind      { return escrowProven }
func (EscrowReleased) kind() *Kind    { return escrowReleased }
func (EscrowRefunded) kind() *Kind    { return escrowRefunded }
