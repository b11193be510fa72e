package commands

import (
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/mergit-io/mergit/events"
)

// Economy is what an agent has at stake, is accused of and is paid for, as far
// as it was seen on a chain. Its zero value is "nothing yet".
type Economy struct {
	Stake      events.StakeChanged   // as it last changed
	changes    []events.StakeChanged // the newest that stand, oldest first, all of one registry
	challenges map[string]*Challenge
	escrows    map[string]*Escrow
}

// Challenge is one challenge of the agent's work.
type Challenge struct {
	events.ChallengeOpened
	Answer  events.Digest // zero: none
	Outcome string        // "": it is open
}

// Where an escrow stands.
const (
	EscrowFunded   = "funded"
	EscrowProven   = "proven"
	EscrowReleased = "released"
	EscrowRefunded = "refunded"
)

// Escrow is money put aside for one task of the agent.
type Escrow struct {
	events.EscrowFunded
	Status string
}

// Challenge finds a challenge by its number in a contract.
func (e *Economy) Challenge(at events.OnChain, number string) (*Challenge, bool) {
	c, ok := e.challenges[placed(at, number)]
	return c, ok
}

// Escrow finds an escrow by its ID in a contract.
func (e *Economy) Escrow(at events.OnChain, id string) (*Escrow, bool) {
	escrow, ok := e.escrows[placed(at, id)]
	return escrow, ok
}

// Bonded is what counts for the agent's tier, in wei.
func (e *Economy) Bonded() *big.Int {
	bonded, ok := wei(e.Stake.Bonded)
	if !ok {
		return new(big.Int)
	}
	return bonded
}

// placed tells what has the same number in two contracts apart.
func placed(at events.OnChain, id string) string {
	return fmt.Sprintf("%d/%s/%s", at.Chain, at.Contract, id)
}

// evolve folds one fact in.
func (e *Economy) evolve(fact events.Event) {
	switch f := fact.(type) {
	case events.StakeChanged:
		e.change(f)
	case events.ChallengeOpened:
		if e.challenges == nil {
			e.challenges = map[string]*Challenge{}
		}
		e.challenges[placed(f.At, f.Challenge)] = &Challenge{ChallengeOpened: f}
	case events.ChallengeAnswered:
		if c, ok := e.Challenge(f.At, f.Challenge); ok {
			c.Answer = f.Answer
		}
	case events.ChallengeResolved:
		if c, ok := e.Challenge(f.At, f.Challenge); ok {
			c.Outcome = f.Outcome
		}
	case events.EscrowFunded:
		if e.escrows == nil {
			e.escrows = map[string]*Escrow{}
		}
		e.escrows[placed(f.At, f.Escrow)] = &Escrow{EscrowFunded: f, Status: EscrowFunded}
	case events.EscrowProven:
		e.stand(f.At, f.Escrow, EscrowProven)
	case events.EscrowReleased:
		e.stand(f.At, f.Escrow, EscrowReleased)
	case events.EscrowRefunded:
		e.stand(f.At, f.Escrow, EscrowRefunded)
	}
}

// maxUndone is how many changes of an agent's stake a reorg can surely take
// back: what is final goes seldom, and then by a few blocks.
const maxUndone = 256

// change folds a change of stake in.
func (e *Economy) change(f events.StakeChanged) {
	last, ok := e.last()
	switch {
	case f.Change == events.StakeReorged:
		if ok && last.At == f.At {
			e.changes = e.changes[:len(e.changes)-1]
		}
	case ok && !sameContract(last.At, f.At):
		e.changes = []events.StakeChanged{f}
	default:
		e.changes = append(e.changes, f)
		e.changes = e.changes[max(0, len(e.changes)-maxUndone):]
	}
	e.Stake = f
}

// last is the newest change that stands.
func (e *Economy) last() (events.StakeChanged, bool) {
	if len(e.changes) == 0 {
		return events.StakeChanged{}, false
	}
	return e.changes[len(e.changes)-1], true
}

func sameContract(a, b events.OnChain) bool { return a.Chain == b.Chain && a.Contract == b.Contract }

func (e *Economy) stand(at events.OnChain, id, status string) {
	if escrow, ok := e.Escrow(at, id); ok {
		escrow.Status = status
	}
}

// SeeStake says that the agent's stake changed in a finalized block. Changes of
// one contract are seen in the order of the chain: one that is not newer than
// what was seen last was seen before.
type SeeStake struct {
	AgentRef
	Change    string         `json:"change"`
	Amount    string         `json:"amount,omitempty"`
	Account   string         `json:"account,omitempty"`
	ReleaseAt *time.Time     `json:"release_at,omitempty"` // of unbonded
	Holds     int            `json:"holds,omitempty"`      // of held
	At        events.OnChain `json:"at"`
}

// Name implements Command.
func (SeeStake) Name() string { return "stake.see" }

func (SeeStake) guarded() bool { return true }

// Decide implements Command.
func (c SeeStake) Decide(a *Agent, _ Request) ([]events.Event, error) {
	if err := c.known(a); err != nil {
		return nil, err
	}
	have, ok := a.last()
	switch {
	case ok && !sameContract(c.At, have.At):
		have = events.StakeChanged{} // another registry begins with nothing
	case ok && !later(c.At, have.At):
		return nil, nil
	}
	next, err := c.apply(have)
	if err != nil {
		return nil, err
	}
	return []events.Event{next}, nil
}

// later reports whether a log comes after another of the same chain.
func later(log, than events.OnChain) bool {
	return log.Block > than.Block || log.Block == than.Block && log.LogIndex > than.LogIndex
}

// apply does to a stake what the contract StakeRegistry did.
func (c SeeStake) apply(have events.StakeChanged) (events.StakeChanged, error) {
	bonded, unbonding := orNone(have.Bonded), orNone(have.Unbonding)
	next := events.StakeChanged{
		Change: c.Change, Amount: c.Amount, Account: c.Account, ReleaseAt: have.ReleaseAt, Holds: have.Holds, At: c.At,
	}
	amount := new(big.Int)
	if c.Change != events.StakeHeld {
		var ok bool
		if amount, ok = wei(c.Amount); !ok {
			return next, notWei("amount", c.Amount)
		}
	}
	switch c.Change {
	case events.StakeDeposited:
		bonded.Add(bonded, amount)
	case events.StakeUnbonded:
		if c.ReleaseAt == nil {
			return next, refuse(Invalid, "STAKE_INVALID", "release_at: say from when unbonded stake can be fetched")
		}
		bonded.Sub(bonded, amount)
		unbonding.Add(unbonding, amount)
		next.ReleaseAt = c.ReleaseAt
	case events.StakeReleased:
		unbonding.Sub(unbonding, amount)
		next.ReleaseAt = nil
	case events.StakeSlashed: // what is bonded first
		rest := new(big.Int).Sub(amount, bonded)
		if rest.Sign() > 0 {
			bonded.SetInt64(0)
			unbonding.Sub(unbonding, rest)
		} else {
			bonded.Sub(bonded, amount)
		}
	case events.StakeHeld:
		next.Amount, next.Account, next.Holds = "", "", c.Holds
	default:
		return next, refuse(Invalid, "STAKE_INVALID", "change: no stake is %q", c.Change)
	}
	if bonded.Sign() < 0 || unbonding.Sign() < 0 || next.Holds < 0 {
		return next, refuse(Conflict, "STAKE_DIFFERS", "agent %s cannot have had %s %s in block %d: it had %s bonded and %s on its way out; a log before this one was not seen",
			c.Agent, c.Amount, c.Change, c.At.Block, orNone(have.Bonded), orNone(have.Unbonding))
	}
	next.Bonded, next.Unbonding = bonded.String(), unbonding.String()
	return next, nil
}

// UnseeStake says that the block of the newest change of stake is gone. Logs are
// taken back newest first.
type UnseeStake struct {
	AgentRef
	At events.OnChain `json:"at"` // where the log was
}

// Name implements Command.
func (UnseeStake) Name() string { return "stake.unsee" }

func (UnseeStake) guarded() bool { return true }

// Decide implements Command.
func (c UnseeStake) Decide(a *Agent, _ Request) ([]events.Event, error) {
	if err := c.known(a); err != nil {
		return nil, err
	}
	last, ok := a.last()
	if !ok || last.At != c.At {
		if slices.ContainsFunc(a.changes, func(f events.StakeChanged) bool { return f.At == c.At }) {
			return nil, refuse(Conflict, "STAKE_DIFFERS", "the change of stake in block %d is not the newest of agent %s; take back newer ones first", c.At.Block, c.Agent)
		}
		return nil, nil // never seen, or taken back before
	}
	back := events.StakeChanged{Change: events.StakeReorged, Bonded: "0", Unbonding: "0", At: c.At}
	if n := len(a.changes); n > 1 {
		before := a.changes[n-2]
		back.Bonded, back.Unbonding, back.ReleaseAt, back.Holds = before.Bonded, before.Unbonding, before.ReleaseAt, before.Holds
	}
	return []events.Event{back}, nil
}

// SeeChallenge says that a challenge was opened in a finalized block. The same
// one in another block is nothing new.
type SeeChallenge struct {
	AgentRef
	Challenge events.ChallengeOpened `json:"challenge"`
}

// Name implements Command.
func (SeeChallenge) Name() string { return "challenge.see" }

func (SeeChallenge) guarded() bool { return true }

// Decide implements Command.
func (c SeeChallenge) Decide(a *Agent, _ Request) ([]events.Event, error) {
	if err := c.known(a); err != nil {
		return nil, err
	}
	if have, ok := a.Challenge(c.Challenge.At, c.Challenge.Challenge); ok {
		again := c.Challenge
		if again.At = have.At; again == have.ChallengeOpened {
			return nil, nil
		}
		// Another one took its number when its block was replaced.
	}
	if _, ok := wei(c.Challenge.Bond); !ok {
		return nil, notWei("bond", c.Challenge.Bond)
	}
	return []events.Event{c.Challenge}, nil
}

// SeeAnswer says that the agent answered a challenge in a finalized block.
type SeeAnswer struct {
	AgentRef
	Answer events.ChallengeAnswered `json:"answer"`
}

// Name implements Command.
func (SeeAnswer) Name() string { return "challenge.see_answer" }

func (SeeAnswer) guarded() bool { return true }

// Decide implements Command. An answer may be seen after the end was: the
// contract takes none then, so it was given before.
func (c SeeAnswer) Decide(a *Agent, _ Request) ([]events.Event, error) {
	known, err := c.challenge(a, c.Answer.At, c.Answer.Challenge)
	if err != nil {
		return nil, err
	}
	switch known.Answer {
	case c.Answer.Answer:
		return nil, nil
	case events.Digest{}:
		return []events.Event{c.Answer}, nil
	}
	return nil, refuse(Conflict, "CHALLENGE_ANSWERED", "challenge %s was answered with %s before", c.Answer.Challenge, known.Answer)
}

// SeeJudgement says that a challenge ended in a finalized block.
type SeeJudgement struct {
	AgentRef
	Resolved events.ChallengeResolved `json:"resolved"`
}

// Name implements Command.
func (SeeJudgement) Name() string { return "challenge.see_end" }

func (SeeJudgement) guarded() bool { return true }

// Decide implements Command.
func (c SeeJudgement) Decide(a *Agent, _ Request) ([]events.Event, error) {
	f := c.Resolved
	known, err := c.challenge(a, f.At, f.Challenge)
	if err != nil {
		return nil, err
	}
	switch f.Outcome {
	case events.ChallengeUpheld, events.ChallengeRejected, events.ChallengeExpired:
	default:
		return nil, refuse(Invalid, "CHALLENGE_INVALID", "outcome: no challenge is %q", f.Outcome)
	}
	for name, amount := range map[string]string{"penalty": f.Penalty, "reward": f.Reward} {
		if _, ok := wei(amount); amount != "" && !ok {
			return nil, notWei(name, amount)
		}
	}
	switch known.Outcome {
	case f.Outcome:
		return nil, nil
	case "":
		return []events.Event{f}, nil
	}
	return nil, refuse(Conflict, "CHALLENGE_CLOSED", "challenge %s is %s already", f.Challenge, known.Outcome)
}

// challenge finds what a command is about.
func (r AgentRef) challenge(a *Agent, at events.OnChain, number string) (*Challenge, error) {
	if err := r.known(a); err != nil {
		return nil, err
	}
	c, ok := a.Challenge(at, number)
	if !ok {
		return nil, refuse(NotFound, "CHALLENGE_NOT_FOUND", "agent %s has no challenge %s in %s", r.Agent, number, at.Contract)
	}
	return c, nil
}
