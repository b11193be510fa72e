package projections

import (
	"fmt"
	"time"

	"github.com/mergit-io/mergit/events"
)

// Where a challenge stands.
const (
	ChallengeOpen     = "open"
	ChallengeUpheld   = events.ChallengeUpheld
	ChallengeRejected = events.ChallengeRejected
	ChallengeExpired  = events.ChallengeExpired
)

// Where an escrow stands.
const (
	EscrowFunded   = "funded"
	EscrowProven   = "proven"
	EscrowReleased = "released" // due to the agent
	EscrowRefunded = "refunded" // due to the payer
)

// StakeRow is what an agent has at stake. Amounts are in wei, as decimal numbers.
type StakeRow struct {
	Agent     string     `json:"agent"`
	Workspace string     `json:"workspace"`
	Bonded    string     `json:"bonded"`
	Unbonding string     `json:"unbonding"`
	ReleaseAt *time.Time `json:"release_at,omitempty"` // when that can be fetched
	Holds     int64      `json:"holds"`                // open challenges that keep it there
	Chain     int64      `json:"chain"`
	Contract  string     `json:"contract"`
	Block     int64      `json:"block"` // of the last change
	Tx        string     `json:"tx"`
	Updated   time.Time  `json:"updated_at"`
	Revision  int64      `json:"revision"`
}

// Key implements Keyed.
func (r *StakeRow) Key() string { return r.Agent }

// ChallengeRow is a challenge of an agent's work.
type ChallengeRow struct {
	Agent      string     `json:"agent"`
	Contract   string     `json:"contract"` // "<chain id>-0x<address>"
	Number     string     `json:"challenge"`
	Workspace  string     `json:"workspace"`
	Goal       string     `json:"goal_hash"` // SHA-256 of the goal's ID
	Task       string     `json:"task_hash"` // SHA-256 of the task's ID
	Challenger string     `json:"challenger"`
	Bond       string     `json:"bond"`
	Evidence   string     `json:"evidence"`         // SHA-256 of the document
	Answer     string     `json:"answer,omitempty"` // SHA-256 of the agent's document
	Status     string     `json:"status"`
	Penalty    string     `json:"penalty,omitempty"`
	Reward     string     `json:"reward,omitempty"`
	Tx         string     `json:"tx"` // of the opening
	Block      int64      `json:"block"`
	Created    time.Time  `json:"created_at"` // when it was seen
	Ended      *time.Time `json:"ended_at,omitempty"`
	Opened     int64      `json:"opened_revision"` // orders challenges by age
	Revision   int64      `json:"revision"`
}

// Key implements Keyed.
func (r *ChallengeRow) Key() string { return r.Contract + "/" + r.Number }

// EscrowRow is money put aside for one task of an agent.
type EscrowRow struct {
	Agent        string     `json:"agent"`
	Contract     string     `json:"contract"` // "<chain id>-0x<address>"
	ID           string     `json:"escrow"`
	Workspace    string     `json:"workspace"`
	Goal         string     `json:"goal_hash"`
	Task         string     `json:"task_hash"`
	Payer        string     `json:"payer"`
	Payee        string     `json:"payee"`
	Deadline     time.Time  `json:"deadline"`
	Amount       string     `json:"amount"`
	Status       string     `json:"status"`
	Result       string     `json:"result_hash,omitempty"` // in the leaf that proved it
	ReleasableAt *time.Time `json:"releasable_at,omitempty"`
	Tx           string     `json:"tx"` // of the funding
	Block        int64      `json:"block"`
	Created      time.Time  `json:"created_at"` // when it was seen
	Ended        *time.Time `json:"ended_at,omitempty"`
	Funded       int64      `json:"funded_revision"` // orders escrows by age
	Revision     int64      `json:"revision"`
}

// Key implements Keyed.
func (r *EscrowRow) Key() string { return r.Contract + "/" + r.ID }

// Account is the unit of one agent's money.
type Account struct {
	Stakes     Rows[*StakeRow] // at most one
	Challenges Rows[*ChallengeRow]
	Escrows    Rows[*EscrowRow]
}

// contractOf names the contract of a log. Another one may count from one again.
func contractOf(at events.OnChain) string { return fmt.Sprintf("%d-%s", at.Chain, at.Contract) }

func utcOf(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	return moment(t.UTC())
}

func stakeChanged(a *Account, e events.Envelope[events.StakeChanged]) error {
	f := e.Fact
	row, ok := a.Stakes.Edit(e.Stream.ID)
	if !ok {
		row = &StakeRow{Agent: e.Stream.ID, Workspace: e.Stream.Workspace}
		a.Stakes.Put(row)
	}
	row.Bonded, row.Unbonding, row.ReleaseAt, row.Holds = f.Bonded, f.Unbonding, utcOf(f.ReleaseAt), int64(f.Holds)
	row.Chain, row.Contract, row.Block, row.Tx = int64(f.At.Chain), f.At.Contract, int64(f.At.Block), f.At.Tx
	row.Updated, row.Revision = e.Time, int64(e.Revision)
	return nil
}

func challengeOpened(a *Account, e events.Envelope[events.ChallengeOpened]) error {
	f := e.Fact
	a.Challenges.Put(&ChallengeRow{
		Agent: e.Stream.ID, Contract: contractOf(f.At), Number: f.Challenge, Workspace: e.Stream.Workspace, Goal: digestText(f.Goal),
		Task: digestText(f.Task), Challenger: f.Challenger, Bond: f.Bond, Evidence: digestText(f.Evidence), Status: ChallengeOpen,
		Tx: f.At.Tx, Block: int64(f.At.Block), Created: e.Time, Opened: int64(e.Revision), Revision: int64(e.Revision),
	})
	return nil
}

// challenge is a challenge's row, brought to the event's moment.
func (a *Account) challenge(e events.Meta, at events.OnChain, number string) (*ChallengeRow, error) {
	row, ok := a.Challenges.Edit(contractOf(at) + "/" + number)
	if !ok {
		return nil, fmt.Errorf("agent %s has no challenge %s in %s", e.Stream.ID, number, contractOf(at))
	}
	row.Revision = int64(e.Revision)
	return row, nil
}

func challengeAnswered(a *Account, e events.Envelope[events.ChallengeAnswered]) error {
	row, err := a.challenge(e.Meta, e.Fact.At, e.Fact.Challenge)
	if err != nil {
		return err
	}
	row.Answer = digestText(e.Fact.Answer)
	return nil
}

func challengeResolved(a *Account, e events.Envelope[events.ChallengeResolved]) error {
	row, err := a.challenge(e.Meta, e.Fact.At, e.Fact.Challenge)
	if err != nil {
		return err
	}
	row.Status, row.Penalty, row.Reward, row.Ended = e.Fact.Outcome, e.Fact.Penalty, e.Fact.Reward, moment(e.Time)
	return nil
}

func escrowFunded(a *Account, e events.Envelope[events.EscrowFunded]) error {
	f := e.Fact
	a.Escrows.Put(&EscrowRow{
		Agent: e.Stream.ID, Contract: contractOf(f.At), ID: f.Escrow, Workspace: e.Stream.Workspace, Goal: digestText(f.Goal),
		Task: digestText(f.Task), Payer: f.Payer, Payee: f.Payee, Deadline: f.Deadline.UTC(), Amount: f.Amount, Status: EscrowFunded,
		Tx: f.At.Tx, Block: int64(f.At.Block), Created: e.Time, Funded: int64(e.Revision), Revision: int64(e.Revision),
	})
	return nil
}

// escrow is an escrow's row, brought to the event's moment.
func (a *Account) escrow(e events.Meta, at events.OnChain, id, status string) (*EscrowRow, error) {
	row, ok := a.Escrows.Edit(contractOf(at) + "/" + id)
	if !ok {
		return nil, fmt.Errorf("agent %s has no escrow %s in %s", e.Stream.ID, id, contractOf(at))
	}
	row.Status, row.Revision = status, int64(e.Revision)
	return row, nil
}

func escrowProven(a *Account, e events.Envelope[events.EscrowProven]) error {
	row, err := a.escrow(e.Meta, e.Fact.At, e.Fact.Escrow, EscrowProven)
	if err != nil {
		return err
	}
	row.Result, row.ReleasableAt = digestText(e.Fact.Result), moment(e.Fact.ReleasableAt.UTC())
	return nil
}

func escrowReleased(a *Account, e events.Envelope[events.EscrowReleased]) error {
	row, err := a.escrow(e.Meta, e.Fact.At, e.Fact.Escrow, EscrowReleased)
	if err != nil {
		return err
	}
	row.Ended = moment(e.Time)
	return nil
}

func escrowRefunded(a *Account, e events.Envelope[events.EscrowRefunded]) error {
	row, err := a.escrow(e.Meta, e.Fact.At, e.Fact.Escrow, EscrowRefunded)
	if err != nil {
		return err
	}
	row.Ended = moment(e.Time)
	return nil
}
