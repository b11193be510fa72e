package projector

import (
	"context"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/contracts/bindings"
	"github.com/mergit-io/mergit/events"
)

// contract is ProofOfWork on a chain.
type contract struct {
	chain   txmgr.Chain
	address common.Address
	binding *bindings.ProofOfWork
	topic   common.Hash // of BundleRecorded
}

func newContract(chain txmgr.Chain, address common.Address) contract {
	binding := bindings.NewProofOfWork()
	parsed := binding.GetABI()
	return contract{chain, address, binding, parsed.Events[bindings.ProofOfWorkBundleRecorded{}.ContractEventName()].ID}
}

// record is the call that records bundles.
func (c contract) record(refs []events.BundleRef) []byte {
	ids, roots, sizes := make([][32]byte, len(refs)), make([][32]byte, len(refs)), make([]uint64, len(refs))
	for i, r := range refs {
		ids[i], roots[i], sizes[i] = r.Bundle, r.Root, r.Size
	}
	return c.binding.PackRecordBundles(ids, roots, sizes)
}

// bundles asks what is recorded, as of the latest block or of the finalized one. Size is 0 where nothing is.
func (c contract) bundles(ctx context.Context, finalized bool, refs []events.BundleRef) ([]bindings.IProofOfWorkBundle, error) {
	if len(refs) == 0 {
		return nil, nil
	}
	calls := make([][]byte, len(refs))
	for i, r := range refs {
		calls[i] = c.binding.PackBundle(r.Bundle)
	}
	answers, err := c.chain.Call(ctx, c.address, finalized, calls...)
	if err != nil {
		return nil, err
	}
	recorded := make([]bindings.IProofOfWorkBundle, len(refs))
	for i, answer := range answers {
		if len(answer) == 0 {
			return nil, fmt.Errorf("there is no contract at %s", c.address)
		}
		if recorded[i], err = c.binding.UnpackBundle(answer); err != nil {
			return nil, fmt.Errorf("bundle %s: %w", refs[i].Bundle, err)
		}
	}
	return recorded, nil
}

// place is where a bundle was recorded.
type place struct {
	tx, blockHash common.Hash
	block         uint64
	root          events.Digest
	size          uint64
}

// recorded reads from logs where each bundle was recorded.
func (c contract) recorded(logs []*types.Log) map[events.Digest]place {
	places := make(map[events.Digest]place, len(logs))
	for _, l := range logs {
		if l.Removed || l.Address != c.address || len(l.Topics) != 2 || l.Topics[0] != c.topic {
			continue
		}
		e, err := c.binding.UnpackBundleRecordedEvent(l)
		if err != nil {
			continue // not an event of ours
		}
		places[e.BundleId] = place{tx: l.TxHash, blockHash: l.BlockHash, block: l.BlockNumber, root: e.Root, size: e.Size}
	}
	return places
}

// errNoEvent says that the node does not show what must have been emitted.
var errNoEvent = errors.New("the node shows no event of a recorded bundle")

// find looks for the event of a bundle that is recorded.
func (c contract) find(ctx context.Context, bundle events.Digest, in bindings.IProofOfWorkBundle) (place, error) {
	logs, err := c.chain.Logs(ctx, c.address, in.BlockNumber, in.BlockNumber, []common.Hash{c.topic}, []common.Hash{common.Hash(bundle)})
	if err != nil {
		return place{}, err
	}
	pointers := make([]*types.Log, len(logs))
	for i := range logs {
		pointers[i] = &logs[i]
	}
	at, ok := c.recorded(pointers)[bundle]
	if !ok {
		return place{}, fmt.Errorf("bundle %s in block %d: %w", bundle, in.BlockNumber, errNoEvent)
	}
	return at, nil
}

// noRecorder reports whether the contract refuses whatever the account would record.
func (c contract) noRecorder(e *txmgr.RevertedError) bool {
	if len(e.Data) < 4 {
		return false
	}
	named, err := c.binding.UnpackError(e.Data)
	_, unauthorized := named.(*bindings.ProofOfWorkAccessControlUnauthorizedAccount)
	return err == nil && unauthorized
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
	case *bindings.ProofOfWorkAccessControlUnauthorizedAccount:
		return fmt.Sprintf("account %s is not a recorder: grant it RECORDER_ROLE", r.Account)
	case *bindings.ProofOfWorkBundleConflict:
		return fmt.Sprintf("bundle %x has root %x already", r.BundleId, r.RecordedRoot)
	}
	return fmt.Sprintf("%s (%T)", e.Reason, named)
}
