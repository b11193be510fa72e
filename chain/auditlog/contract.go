package auditlog

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/contracts/bindings"
	"github.com/mergit-io/mergit/events"
)

// Caller asks a contract; txmgr.Node is one.
type Caller interface {
	Call(ctx context.Context, to common.Address, finalized bool, data ...[]byte) ([][]byte, error)
}

// Trail is AuditTrail on a chain.
type Trail struct {
	chain   Caller
	address common.Address
	binding *bindings.AuditTrail
	anchor  abi.Method
	topic   common.Hash // of Anchored
}

// NewTrail is the contract at an address.
func NewTrail(chain Caller, address common.Address) *Trail {
	binding := bindings.NewAuditTrail()
	parsed := binding.GetABI()
	return &Trail{chain, address, binding, parsed.Methods["anchor"], parsed.Events[bindings.AuditTrailAnchored{}.ContractEventName()].ID}
}

// Latest is the newest anchor, as of the latest block or of the finalized one; of size 0 if there is none.
func (t *Trail) Latest(ctx context.Context, finalized bool) (commands.TreeHead, error) {
	answers, err := t.ask(ctx, finalized, t.binding.PackLatest())
	if err != nil {
		return commands.TreeHead{}, err
	}
	a, err := t.binding.UnpackLatest(answers[0])
	if err != nil {
		return commands.TreeHead{}, fmt.Errorf("newest anchor: %w", err)
	}
	return commands.TreeHead{Size: a.Size, Root: a.Root}, nil
}

// Roots are the roots that were anchored for some sizes, zero where none was.
func (t *Trail) Roots(ctx context.Context, finalized bool, sizes ...uint64) ([]events.Digest, error) {
	if len(sizes) == 0 {
		return nil, nil
	}
	calls := make([][]byte, len(sizes))
	for i, size := range sizes {
		calls[i] = t.binding.PackRootAt(size)
	}
	answers, err := t.ask(ctx, finalized, calls...)
	if err != nil {
		return nil, err
	}
	roots := make([]events.Digest, len(sizes))
	for i, answer := range answers {
		root, err := t.binding.UnpackRootAt(answer)
		if err != nil {
			return nil, fmt.Errorf("anchor of size %d: %w", sizes[i], err)
		}
		roots[i] = root
	}
	return roots, nil
}

func (t *Trail) ask(ctx context.Context, finalized bool, calls ...[]byte) ([][]byte, error) {
	answers, err := t.chain.Call(ctx, t.address, finalized, calls...)
	if err != nil {
		return nil, err
	}
	for _, answer := range answers {
		if len(answer) == 0 {
			return nil, fmt.Errorf("there is no contract at %s", t.address)
		}
	}
	return answers, nil
}

// Emitted finds an anchor among the logs of a transaction, and where it stands.
func (t *Trail) Emitted(receipt *types.Receipt, head commands.TreeHead) (logIndex uint, ok bool) {
	if receipt.Status != types.ReceiptStatusSuccessful {
		return 0, false
	}
	for _, l := range receipt.Logs {
		if l.Removed || l.Address != t.address || len(l.Topics) != 2 || l.Topics[0] != t.topic {
			continue
		}
		if e, err := t.binding.UnpackAnchoredEvent(l); err == nil && e.Size == head.Size && e.Root == head.Root {
			return l.Index, true
		}
	}
	return 0, false
}

// carried is the head that a stored transaction anchors.
func (t *Trail) carried(tx events.TxPrepared) (commands.TreeHead, error) {
	fail := func(err error) (commands.TreeHead, error) {
		return commands.TreeHead{}, fmt.Errorf("stored transaction %d: %w", tx.Nonce, err)
	}
	raw, err := hexutil.Decode(tx.Raw)
	if err != nil {
		return fail(err)
	}
	signed := new(types.Transaction)
	if err := signed.UnmarshalBinary(raw); err != nil {
		return fail(err)
	}
	data := signed.Data()
	if len(data) < 4 || [4]byte(data) != [4]byte(t.anchor.ID) {
		return fail(fmt.Errorf("it anchors nothing"))
	}
	args, err := t.anchor.Inputs.Unpack(data[4:])
	if err != nil {
		return fail(err)
	}
	size, okSize := args[0].(uint64)
	root, okRoot := args[1].([32]byte)
	if !okSize || !okRoot {
		return fail(fmt.Errorf("it anchors %T and %T", args[0], args[1]))
	}
	return commands.TreeHead{Size: size, Root: root}, nil
}

// explain words a refusal of the contract.
func (t *Trail) explain(e *txmgr.RevertedError) error {
	if len(e.Data) >= 4 {
		if named, err := t.binding.UnpackError(e.Data); err == nil {
			switch r := named.(type) {
			case *bindings.AuditTrailAccessControlUnauthorizedAccount:
				return fmt.Errorf("account %s is not a writer: grant it WRITER_ROLE", r.Account)
			case *bindings.AuditTrailAnchorConflict:
				return fmt.Errorf("size %d is anchored with root %x already: somebody anchors another log", r.Size, r.Have)
			case *bindings.AuditTrailAnchorStale:
				return fmt.Errorf("size %d is anchored already, this is %d: somebody anchors another log", r.Have, r.Offered)
			}
		}
	}
	return e
}
