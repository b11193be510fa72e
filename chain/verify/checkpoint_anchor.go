package verify

import (
	"context"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/auditlog"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// newestAnchor has the tree compared with what the chain has, whatever the log says of it, unless it is beyond a size.
func (v *logVerifier) newestAnchor(ctx context.Context, size uint64) error {
	if v.Chain == nil {
		return nil
	}
	newest, err := auditlog.NewTrail(v.Chain, v.Trail).Latest(ctx, true)
	if err != nil {
		return err
	}
	v.report.Anchored = newest.Size
	if newest.Size > 0 && (size == 0 || newest.Size <= size) {
		v.heads = append(v.heads, vouched{newest, "the chain's newest anchor", 0})
	}
	return nil
}

// compareAnchors checks that each anchor that the log knows of stands on the chain, where the log says.
func (v *logVerifier) compareAnchors(ctx context.Context) error {
	if v.Chain == nil {
		v.done("anchors", "there is no chain to compare with")
		return nil
	}
	id, err := v.Chain.ChainID(ctx)
	if err != nil {
		return err
	}
	head, err := v.Chain.Head(ctx, common.Address{})
	if err != nil {
		return err
	}
	v.report.Finalized = head.Final.Number
	roots := map[uint64]events.Digest{}
	for _, c := range v.signed {
		roots[c.Size] = c.Root
	}
	for from := 0; from < len(v.anchors); from += maxCalls {
		part := v.anchors[from:min(from+maxCalls, len(v.anchors))]
		if err := v.onChain(ctx, part, roots, id, head.Final.Number); err != nil {
			return err
		}
	}
	v.report.Anchors = len(v.anchors)
	v.done("anchors", "%d anchors stand in final blocks, the newest of size %d", len(v.anchors), v.report.Anchored)
	return nil
}

// onChain checks some anchors.
func (v *logVerifier) onChain(ctx context.Context, anchors []anchor, signed map[uint64]events.Digest, id *big.Int, final uint64) error {
	trail := auditlog.NewTrail(v.Chain, v.Trail)
	sizes, txs := make([]uint64, len(anchors)), make([]common.Hash, len(anchors))
	for i, a := range anchors {
		sizes[i], txs[i] = a.Size, common.HexToHash(a.At.Tx)
	}
	roots, err := trail.Roots(ctx, true, sizes...)
	if err != nil {
		return err
	}
	receipts, err := v.Chain.Receipts(ctx, txs...)
	if err != nil {
		return err
	}
	for i, a := range anchors {
		switch root := signed[a.Size]; {
		case root.IsZero():
			v.fault(NoCause, a.at, "size %d was anchored and never signed", a.Size)
		case root != a.Root:
			v.fault(RootDiffers, a.at, "size %d was anchored with root %s, and signed with %s", a.Size, a.Root, root)
		case id.Cmp(new(big.Int).SetUint64(a.At.Chain)) != 0 || !strings.EqualFold(a.At.Contract, v.Trail.Hex()):
			v.fault(Unproven, a.at, "size %d was anchored in contract %s of chain %d, and this is %s of chain %s", a.Size, a.At.Contract, a.At.Chain, v.Trail, id)
		case roots[i].IsZero():
			v.fault(Unproven, a.at, "the chain has no final anchor of size %d", a.Size)
		case roots[i] != a.Root:
			v.fault(RootDiffers, a.at, "the chain has root %s for size %d, the log %s", roots[i], a.Size, a.Root)
		default:
			if err := v.stands(ctx, trail, a, receipts[i], final); err != nil {
				return err
			}
		}
	}
	return nil
}

// stands checks where an anchor stands.
func (v *logVerifier) stands(ctx context.Context, trail *auditlog.Trail, a anchor, r *types.Receipt, final uint64) error {
	if r == nil || r.BlockNumber == nil {
		v.fault(Unproven, a.at, "the chain has no transaction %s", a.At.Tx)
		return nil
	}
	hash, err := v.Chain.BlockHash(ctx, r.BlockNumber.Uint64())
	if err != nil {
		return err
	}
	_, emitted := trail.Emitted(r, commands.TreeHead{Size: a.Size, Root: a.Root})
	switch {
	case r.BlockNumber.Uint64() != a.At.Block || !strings.EqualFold(r.BlockHash.Hex(), a.At.BlockHash) || hash != r.BlockHash:
		v.fault(Reorged, a.at, "transaction %s is in block %d, %s; the log says %d, %s", a.At.Tx, r.BlockNumber, r.BlockHash, a.At.Block, a.At.BlockHash)
	case a.At.Block > final:
		v.fault(NotFinal, a.at, "block %d is above the final block %d", a.At.Block, final)
	case !emitted:
		v.fault(Unproven, a.at, "transaction %s did not anchor size %d", a.At.Tx, a.Size)
	}
	return nil
}
