package oracle

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/big"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/contracts/bindings"
	"github.com/mergit-io/mergit/events"
)

// Contracts are where the oracle has its say. The manager's account must be their oracle, statistician and issuer.
type Contracts struct{ Reputation, Passport, Badges common.Address }

// stand is how something stands on the chain.
type stand int

const (
	missing stand = iota // it can be sent
	there                // it is as wished
	barred               // the contract would refuse it as the chain stands
)

// wish is something that is to be on the chain. All of a purpose go to one contract.
type wish interface {
	// key is the same for wishes of which one has to wait for the other.
	key() string
	// ask is the call that tells how it stands, and read what the answer means.
	ask() []byte
	read(answer []byte) (stand, error)
}

// errNoContract says that nothing answers at a contract's address.
var errNoContract = errors.New("there is no contract")

var (
	registry = bindings.NewReputationRegistry()
	passport = bindings.NewAgentPassport()
	issuer   = bindings.NewBadges()
)

// step is one step of a score.
type step struct {
	bindings.IReputationRegistryStep
}

func stepOf(address common.Address, u events.ReputationUpdated) step {
	return step{bindings.IReputationRegistryStep{Agent: address, Score: uint16(u.Score), ComponentHash: u.ComponentHash}}
}

func (s step) key() string { return s.Agent.Hex() }
func (s step) ask() []byte { return registry.PackLatest(s.Agent) }

func (s step) read(answer []byte) (stand, error) {
	latest, err := registry.UnpackLatest(answer)
	switch {
	case err != nil:
		return 0, fmt.Errorf("score of %s: %w", s.Agent, err)
	case latest.UpdatedAt == 0:
		return missing, nil
	case latest.Score == s.Score && latest.ComponentHash == s.ComponentHash:
		return there, nil
	case commands.ReputationStep(int64(latest.Score), int64(s.Score)) != int64(s.Score):
		return barred, nil // somebody else moved it; the log will know
	}
	return missing, nil
}

func packSteps(steps []step) []byte {
	inner := make([]bindings.IReputationRegistryStep, len(steps))
	for i, s := range steps {
		inner[i] = s.IReputationRegistryStep
	}
	return registry.PackUpdateScores(inner)
}

func readSteps(data []byte) ([]step, error) {
	inner, err := arguments[[]bindings.IReputationRegistryStep](registry.GetABI(), "updateScores", data)
	steps := make([]step, len(inner))
	for i, s := range inner {
		steps[i] = step{s}
	}
	return steps, err
}

// stats are the totals of an agent's tasks.
type stats struct{ bindings.IAgentPassportStats }

func statsOf(token *big.Int, done, failed int64) stats {
	clamp := func(n int64) uint32 { return uint32(min(n, math.MaxUint32)) }
	return stats{bindings.IAgentPassportStats{AgentId: token, Done: clamp(done), Failed: clamp(failed)}}
}

func (s stats) key() string { return s.AgentId.String() }
func (s stats) ask() []byte { return passport.PackPassport(s.AgentId) }

func (s stats) read(answer []byte) (stand, error) {
	known, err := passport.UnpackPassport(answer)
	switch {
	case err != nil:
		return 0, fmt.Errorf("passport %s: %w", s.AgentId, err)
	case known.Done == s.Done && known.Failed == s.Failed:
		return there, nil
	case known.RegisteredAt == 0, known.Done > s.Done, known.Failed > s.Failed:
		return barred, nil // another log's: totals do not shrink
	}
	return missing, nil
}

func packStats(all []stats) []byte {
	inner := make([]bindings.IAgentPassportStats, len(all))
	for i, s := range all {
		inner[i] = s.IAgentPassportStats
	}
	return passport.PackUpdateStats(inner)
}

func readStats(data []byte) ([]stats, error) {
	inner, err := arguments[[]bindings.IAgentPassportStats](passport.GetABI(), "updateStats", data)
	all := make([]stats, len(inner))
	for i, s := range inner {
		all[i] = stats{s}
	}
	return all, err
}

// badge is one that an agent earned.
type badge struct {
	agent          common.Address
	kind, evidence [32]byte
}

// Kind is a badge's name as the contract has it: ASCII, padded with zeros.
func Kind(name string) (kind [32]byte) {
	copy(kind[:], name)
	return kind
}

// BadgeName is the name of a kind.
func BadgeName(kind [32]byte) string { return string(bytes.TrimRight(kind[:], "\x00")) }

func (b badge) key() string { return b.agent.Hex() + BadgeName(b.kind) }
func (b badge) ask() []byte { return issuer.PackHas(b.agent, b.kind) }

func (b badge) read(answer []byte) (stand, error) {
	has, err := issuer.UnpackHas(answer)
	if err != nil {
		return 0, fmt.Errorf("badge %s of %s: %w", BadgeName(b.kind), b.agent, err)
	}
	if has {
		return there, nil
	}
	return missing, nil
}

// packBadge issues one: the contract takes no more at a time.
func packBadge(one []badge) []byte {
	return issuer.PackIssue(one[0].agent, one[0].kind, one[0].evidence)
}

func readBadge(data []byte) ([]badge, error) {
	contract := issuer.GetABI()
	values, err := unpack(contract, "issue", data)
	if err != nil {
		return nil, err
	}
	var args struct {
		Agent          common.Address
		Kind, Evidence [32]byte
	}
	if err := contract.Methods["issue"].Inputs.Copy(&args, values); err != nil {
		return nil, fmt.Errorf("arguments of issue: %w", err)
	}
	return []badge{{args.Agent, args.Kind, args.Evidence}}, nil
}

// arguments reads the only argument of a call.
func arguments[A any](contract abi.ABI, method string, data []byte) (args A, err error) {
	values, err := unpack(contract, method, data)
	if err != nil {
		return args, err
	}
	if err := contract.Methods[method].Inputs.Copy(&args, values); err != nil {
		return args, fmt.Errorf("arguments of %s: %w", method, err)
	}
	return args, nil
}

func unpack(contract abi.ABI, method string, data []byte) ([]any, error) {
	m := contract.Methods[method]
	if len(data) < 4 || !bytes.Equal(data[:4], m.ID) {
		return nil, fmt.Errorf("no call of %s", method)
	}
	values, err := m.Inputs.Unpack(data[4:])
	if err != nil {
		return nil, fmt.Errorf("arguments of %s: %w", method, err)
	}
	return values, nil
}

// callOf is what a stored transaction calls its contract with.
func callOf(tx events.TxPrepared) ([]byte, error) {
	raw, err := hexutil.Decode(tx.Raw)
	if err != nil {
		return nil, fmt.Errorf("stored transaction %s: %w", tx.Hash, err)
	}
	signed := new(types.Transaction)
	if err := signed.UnmarshalBinary(raw); err != nil {
		return nil, fmt.Errorf("stored transaction %s: %w", tx.Hash, err)
	}
	return signed.Data(), nil
}
