package registrar

import (
	"context"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/contracts/bindings"
	"github.com/mergit-io/mergit/events"
)

// contract is AgentPassport on a chain.
type contract struct {
	chain   txmgr.Chain
	address common.Address
	binding *bindings.AgentPassport
	abi     abi.ABI
}

func newContract(chain txmgr.Chain, address common.Address) contract {
	binding := bindings.NewAgentPassport()
	return contract{chain, address, binding, binding.GetABI()}
}

// didKey is the metadata under which a passport names its agent's identifier.
const didKey = "did"

// register is the call that mints an agent's passport.
func (c contract) register(agent common.Address, hash events.Digest, did, uri string) []byte {
	return c.binding.PackRegister0(agent, hash, uri, []bindings.IERC8004IdentityMetadataEntry{{MetadataKey: didKey, MetadataValue: []byte(did)}})
}

// revoke is the call that revokes a passport.
func (c contract) revoke(token *big.Int) []byte { return c.binding.PackRevoke(token) }

// call asks one thing, as of the latest block or of the finalized one.
func (c contract) call(ctx context.Context, finalized bool, data []byte) ([]byte, error) {
	answers, err := c.chain.Call(ctx, c.address, finalized, data)
	if err != nil {
		return nil, err
	}
	if len(answers[0]) == 0 {
		return nil, fmt.Errorf("there is no contract at %s", c.address)
	}
	return answers[0], nil
}

// tokenOf is an agent's token, as of the latest block; zero if it has none.
func (c contract) tokenOf(ctx context.Context, agent common.Address) (*big.Int, error) {
	answer, err := c.call(ctx, false, c.binding.PackPassportOf(agent))
	if err != nil {
		return nil, err
	}
	token, err := c.binding.UnpackPassportOf(answer)
	if err != nil {
		return nil, fmt.Errorf("token of %s: %w", agent, err)
	}
	return token, nil
}

// passport is what stands of a token.
func (c contract) passport(ctx context.Context, finalized bool, token *big.Int) (bindings.IAgentPassportPassport, error) {
	answer, err := c.call(ctx, finalized, c.binding.PackPassport(token))
	if err != nil {
		return bindings.IAgentPassportPassport{}, err
	}
	known, err := c.binding.UnpackPassport(answer)
	if err != nil {
		return known, fmt.Errorf("passport %s: %w", token, err)
	}
	return known, nil
}

// subject is what a transaction of ours is about: an address to mint for, or a token to revoke.
type subject struct {
	agent common.Address
	token string // decimal, "" where it mints
}

// subjectOf reads a transaction of ours. One that fills a dead slot, or is of another version's making, is about nothing.
func (c contract) subjectOf(raw string) (subject, bool) {
	bytes, err := hexutil.Decode(raw)
	tx := new(types.Transaction)
	if err != nil || tx.UnmarshalBinary(bytes) != nil || tx.To() == nil || *tx.To() != c.address || len(tx.Data()) < 4 {
		return subject{}, false
	}
	method, err := c.abi.MethodById(tx.Data()[:4])
	if err != nil {
		return subject{}, false
	}
	args, err := method.Inputs.Unpack(tx.Data()[4:])
	if err != nil || len(args) == 0 {
		return subject{}, false
	}
	switch first := args[0].(type) {
	case common.Address:
		return subject{agent: first}, method.RawName == "register"
	case *big.Int:
		return subject{token: first.String()}, method.RawName == "revoke"
	}
	return subject{}, false
}

// carried reports whether an open transaction of a manager is about something, also if another process has prepared it.
func (c contract) carried(ctx context.Context, set *commands.Set, signer commands.SignerRef, about subject) (carried bool, err error) {
	err = set.Signers.View(ctx, signer.Stream(), true, func(s *commands.Signer, _ events.Revision) {
		for _, tx := range s.Open() {
			if has, ok := c.subjectOf(tx.Raw); ok && has == about {
				carried = true
			}
		}
	})
	return carried, err
}

// explain words a refusal of the contract.
func (c contract) explain(e *txmgr.RevertedError) string {
	if len(e.Data) < 4 {
		return e.Reason
	}
	named, err := c.binding.UnpackError(e.Data)
	if err != nil {
		return e.Reason
	}
	switch r := named.(type) {
	case *bindings.AgentPassportAccessControlUnauthorizedAccount:
		return fmt.Sprintf("account %s has not the role %x of the passport's contract: grant it", r.Account, r.NeededRole)
	case *bindings.AgentPassportPassportConflict:
		return fmt.Sprintf("address %s has passport %s with capability hash %x already", r.Agent, r.AgentId, r.Recorded)
	}
	return fmt.Sprintf("%s (%T)", e.Reason, named)
}
