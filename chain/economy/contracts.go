// Package economy speaks to the contracts that hold money: it makes calls of StakeRegistry, ChallengeManager and
// TaskEscrow, asks how things stand, says in words why a contract refuses, checks evidence, and sends what somebody signs
// so that repeating it does not pay twice.
package economy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/mergit-io/mergit/contracts/bindings"
)

// Contracts say where the contracts of one chain are. Zero addresses are not deployed.
type Contracts struct {
	ChainID                                    uint64
	Proofs, Stakes, Challenges, Escrows, Audit common.Address
	// Coin is what the chain's money is called, for people. Defaults to ether.
	Coin string
}

// money writes an amount for people.
func (c Contracts) money(wei *big.Int) string { return FormatAmount(wei, cmp.Or(c.Coin, "ether")) }

// ErrNotDeployed says that the chain has no contracts for money, or this process does not know them yet.
var ErrNotDeployed = errors.New("the contracts for stake, challenges and escrow are not deployed on this chain; deploy them with: mergit contracts deploy")

// Ready reports whether all contracts are there.
func (c Contracts) Ready() error {
	for _, at := range []common.Address{c.Proofs, c.Stakes, c.Challenges, c.Escrows} {
		if at == (common.Address{}) {
			return ErrNotDeployed
		}
	}
	return nil
}

var (
	stakes     = bindings.NewStakeRegistry()
	challenges = bindings.NewChallengeManager()
	escrows    = bindings.NewTaskEscrow()
	proofs     = bindings.NewProofOfWork()
	trail      = bindings.NewAuditTrail()
)

// Caller answers calls that change nothing; *ethclient.Client is one.
type Caller interface {
	CallContract(ctx context.Context, call ethereum.CallMsg, block *big.Int) ([]byte, error)
}

// Reader asks the contracts how things stand.
type Reader struct {
	Chain Caller
	At    Contracts
	// Final has it ask as of the finalized block instead of the latest.
	Final bool
}

// ask calls a contract. A contract that is not there answers nothing.
func ask[T any](ctx context.Context, r Reader, at common.Address, data []byte, unpack func([]byte) (T, error)) (T, error) {
	var none T
	if at == (common.Address{}) {
		return none, ErrNotDeployed
	}
	var block *big.Int
	if r.Final {
		block = big.NewInt(int64(rpc.FinalizedBlockNumber))
	}
	answer, err := r.Chain.CallContract(ctx, ethereum.CallMsg{To: &at, Data: data}, block)
	if err != nil {
		return none, fmt.Errorf("ask contract %s: %w", at, err)
	}
	if len(answer) == 0 {
		return none, fmt.Errorf("there is no contract at %s", at)
	}
	value, err := unpack(answer)
	if err != nil {
		return none, fmt.Errorf("contract %s is not the expected one: %w", at, err)
	}
	return value, nil
}

// Stake is an agent's stake. Amounts are in wei.
type Stake struct {
	Bonded, Unbonding *big.Int
	ReleaseAt         time.Time // zero: nothing is on its way out
	Holds             uint64    // open challenges that keep it there
	Tier              uint64
	Due               *big.Int // what the agent can withdraw now
}

// Stake asks for an agent's stake.
func (r Reader) Stake(ctx context.Context, agent common.Address) (Stake, error) {
	s, err := ask(ctx, r, r.At.Stakes, stakes.PackStakeOf(agent), stakes.UnpackStakeOf)
	if err != nil {
		return Stake{}, err
	}
	tier, err := ask(ctx, r, r.At.Stakes, stakes.PackTierOf(agent), stakes.UnpackTierOf)
	if err != nil {
		return Stake{}, err
	}
	due, err := r.Due(ctx, r.At.Stakes, agent)
	if err != nil {
		return Stake{}, err
	}
	return Stake{Bonded: s.Bonded, Unbonding: s.Unbonding, ReleaseAt: moment(s.ReleaseAt), Holds: s.Holds.Uint64(), Tier: tier.Uint64(), Due: due}, nil
}

// moment is a contract's timestamp; zero if there is none.
func moment(seconds *big.Int) time.Time {
	if seconds == nil || seconds.Sign() == 0 || !seconds.IsInt64() {
		return time.Time{}
	}
	return time.Unix(seconds.Int64(), 0).UTC()
}

// Due asks what an account can withdraw from a contract now, in wei. All three contracts answer it alike.
func (r Reader) Due(ctx context.Context, contract, account common.Address) (*big.Int, error) {
	return ask(ctx, r, contract, stakes.PackDue(account), stakes.UnpackDue)
}

// Tiers asks for the least stake of each tier from the first on, in wei.
func (r Reader) Tiers(ctx context.Context) ([]*big.Int, error) {
	var minimums []*big.Int
	const most = 64 // there is a handful; a contract that never ends its list is not ours
	for tier := int64(1); tier <= most; tier++ {
		least, err := ask(ctx, r, r.At.Stakes, stakes.PackTierMinimum(big.NewInt(tier)), stakes.UnpackTierMinimum)
		if refused, ok := errors.AsType[*Refusal](Explain(err)); ok && refused.Name == "TierUnknown" {
			return minimums, nil
		}
		if err != nil {
			return nil, err
		}
		minimums = append(minimums, least)
	}
	return minimums, nil
}

// Status is what became of a challenge.
type Status uint8

// As the contract counts them.
const (
	ChallengeNone Status = iota
	ChallengeOpen
	ChallengeUpheld
	ChallengeRejected
	ChallengeExpired
)

func (s Status) String() string {
	return nameOf([]string{"none", "open", "upheld", "rejected", "expired"}, int(s))
}

// Challenge is one challenge.
type Challenge struct {
	bindings.IChallengeManagerChallenge
	Status   Status
	OpenedAt time.Time
}

// Challenge asks for a challenge; its status is ChallengeNone if there is no such.
func (r Reader) Challenge(ctx context.Context, number *big.Int) (Challenge, error) {
	c, err := ask(ctx, r, r.At.Challenges, challenges.PackChallenge(number), challenges.UnpackChallenge)
	if err != nil {
		return Challenge{}, err
	}
	return Challenge{IChallengeManagerChallenge: c, Status: Status(c.Status), OpenedAt: moment(c.OpenedAt)}, nil
}

// ChallengeTerms are what holds for challenges that are opened now.
type ChallengeTerms struct {
	Bond      *big.Int // least, in wei
	Timeout   time.Duration
	RewardBps uint16 // the challenger's part of a penalty, in hundredths of a per cent
}

// ChallengeTerms asks for what holds for challenges.
func (r Reader) ChallengeTerms(ctx context.Context) (ChallengeTerms, error) {
	s, err := ask(ctx, r, r.At.Challenges, challenges.PackSettings(), challenges.UnpackSettings)
	if err != nil {
		return ChallengeTerms{}, err
	}
	return ChallengeTerms{Bond: s.Bond, Timeout: time.Duration(s.Timeout.Int64()) * time.Second, RewardBps: s.RewardBps}, nil
}

// State is what became of an escrow.
type State uint8

// As the contract counts them.
const (
	EscrowNone State = iota
	EscrowFunded
	EscrowProven
	EscrowReleased
	EscrowRefunded
)

func (s State) String() string {
	return nameOf([]string{"none", "funded", "proven", "released", "refunded"}, int(s))
}

func nameOf(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return fmt.Sprintf("unknown (%d)", i)
}

// Terms are what an escrow is for; their hash is its ID.
type Terms bindings.ITaskEscrowTerms

// ID is the escrow's ID: Keccak-256 of the terms as five words.
func (t Terms) ID() common.Hash {
	var words [5][32]byte
	words[0], words[1] = t.Goal, t.Task
	copy(words[2][12:], t.Payer[:])
	copy(words[3][12:], t.Payee[:])
	new(big.Int).SetUint64(t.Deadline).FillBytes(words[4][:])
	return crypto.Keccak256Hash(words[0][:], words[1][:], words[2][:], words[3][:], words[4][:])
}

// Escrow is one escrow.
type Escrow struct {
	Amount       *big.Int // in wei
	State        State
	ProvenAt     time.Time // zero: it is not proven
	ReleasableAt time.Time // zero: it is not proven
}

// Escrow asks for an escrow; its state is EscrowNone if there is no such.
func (r Reader) Escrow(ctx context.Context, id common.Hash) (Escrow, error) {
	e, err := ask(ctx, r, r.At.Escrows, escrows.PackEscrow(id), escrows.UnpackEscrow)
	if err != nil {
		return Escrow{}, err
	}
	out := Escrow{Amount: e.Amount, State: State(e.State)}
	if e.ProvenAt > 0 {
		window, err := r.Window(ctx)
		if err != nil {
			return Escrow{}, err
		}
		out.ProvenAt = moment(new(big.Int).SetUint64(e.ProvenAt))
		out.ReleasableAt = out.ProvenAt.Add(window)
	}
	return out, nil
}

// Window asks how long a proven task can be challenged before its money is released.
func (r Reader) Window(ctx context.Context) (time.Duration, error) {
	seconds, err := ask(ctx, r, r.At.Escrows, escrows.PackWindow(), escrows.UnpackWindow)
	return time.Duration(seconds) * time.Second, err
}

// Proven asks whether a leaf is in a goal's recorded bundle.
func (r Reader) Proven(ctx context.Context, bundle [32]byte, leaf []byte, index uint64, path [][32]byte) (bool, error) {
	data := proofs.PackVerifyTask(bundle, leaf, new(big.Int).SetUint64(index), path)
	return ask(ctx, r, r.At.Proofs, data, proofs.UnpackVerifyTask)
}

// Anchored asks for the root that a checkpoint of the log was anchored with; zero if none of that size was.
func (r Reader) Anchored(ctx context.Context, size uint64) (common.Hash, error) {
	root, err := ask(ctx, r, r.At.Audit, trail.PackRootAt(size), trail.UnpackRootAt)
	return root, err
}

// IDOf asks the contract for the ID of an escrow, which Terms.ID computes.
func (r Reader) IDOf(ctx context.Context, t Terms) (common.Hash, error) {
	id, err := ask(ctx, r, r.At.Escrows, escrows.PackIdOf(bindings.ITaskEscrowTerms(t)), escrows.UnpackIdOf)
	return id, err
}

// UnbondingDelay asks how long unbonded stake waits.
func (r Reader) UnbondingDelay(ctx context.Context) (time.Duration, error) {
	seconds, err := ask(ctx, r, r.At.Stakes, stakes.PackUnbondingDelay(), stakes.UnpackUnbondingDelay)
	if err != nil {
		return 0, err
	}
	return time.Duration(seconds.Int64()) * time.Second, nil
}
