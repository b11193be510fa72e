package verify

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"github.com/mergit-io/mergit/contracts/bindings"
	"github.com/mergit-io/mergit/events"
)

// kept is how many scores of an agent the contract keeps.
const kept = 1000

var registry = bindings.NewReputationRegistry()

// compare holds what was seen on the chain against what is there, as of the finalized block.
func (v *scoreVerifier) compare(ctx context.Context) error {
	s := v.source
	if s.Chain == nil || s.Registry == (common.Address{}) {
		v.fault(Unproven, "", 0, "there is no chain to compare with")
		v.done("chain", "")
		return nil
	}
	id, err := s.Chain.ChainID(ctx)
	if err != nil {
		return fmt.Errorf("chain ID: %w", err)
	}
	head, err := s.Chain.Head(ctx, common.Address{})
	if err != nil {
		return err
	}
	v.report.Chain, v.report.Contract, v.report.Finalized = id.Uint64(), s.Registry.Hex(), head.Final.Number
	agent := common.HexToAddress(v.report.Address)
	answers, err := s.Chain.Call(ctx, s.Registry, true, registry.PackUpdateCount(agent))
	if err != nil {
		return err
	}
	count, err := registry.UnpackUpdateCount(answers[0])
	if err != nil {
		return fmt.Errorf("%s is no ReputationRegistry: %w", s.Registry, err)
	}
	var from uint64
	if count > kept {
		from = count - kept
	}
	if answers, err = s.Chain.Call(ctx, s.Registry, true, registry.PackUpdates(agent, from, kept)); err != nil {
		return err
	}
	on, err := registry.UnpackUpdates(answers[0])
	if err != nil {
		return fmt.Errorf("scores of %s: %w", agent, err)
	}
	count = from + uint64(len(on)) // there may be more by now
	for i := range on {
		v.onChain(from+uint64(i), on[i])
	}
	for _, index := range slices.Sorted(maps.Keys(v.anchors)) {
		if index >= count {
			v.fault(ChainDiffers, "", 0, "score %d was seen at index %d, and the chain has %d scores", v.anchors[index].Score, index, count)
		}
	}
	if err := v.block(ctx); err != nil {
		return err
	}
	if n := len(on); n > 0 {
		last := int64(on[n-1].Score)
		v.report.OnChain, v.report.Index = &last, count-1
	}
	v.done("chain", "%s", v.stands(count))
	return nil
}

// onChain compares one score on the chain with what was seen of it.
func (v *scoreVerifier) onChain(index uint64, on bindings.IReputationRegistryUpdate) {
	seen, ok := v.anchors[index]
	if !ok {
		// The newest may be final and not be observed yet.
		u := v.rep.Updated
		if v.rep.Pending() && u.Index == index && u.Score == int64(on.Score) && u.ComponentHash == events.Digest(on.ComponentHash) {
			return
		}
		v.fault(ChainDiffers, "", 0, "the chain has score %d at index %d, which was not seen", on.Score, index)
		return
	}
	switch {
	case seen.Score != int64(on.Score):
		v.fault(ChainDiffers, "", 0, "the chain has score %d at index %d, seen was %d", on.Score, index, seen.Score)
	case seen.ComponentHash != events.Digest(on.ComponentHash):
		v.fault(ChainDiffers, "", 0, "the chain has component hash %x at index %d, seen was %s", on.ComponentHash, index, seen.ComponentHash)
	case seen.At.Block != on.BlockNumber:
		v.fault(ChainDiffers, "", 0, "score %d at index %d stands in block %d, seen was it in %d", on.Score, index, on.BlockNumber, seen.At.Block)
	}
}

// block checks that the block of the last score is the chain's.
func (v *scoreVerifier) block(ctx context.Context) error {
	last := v.rep.Anchored
	if last.ComponentHash.IsZero() {
		return nil
	}
	v.report.Tx, v.report.Block = last.At.Tx, last.At.Block
	if last.At.Chain != v.report.Chain || !strings.EqualFold(last.At.Contract, v.report.Contract) {
		v.fault(ChainDiffers, "", 0, "it was seen at %s on chain %d, looked at was %s on chain %d", last.At.Contract, last.At.Chain, v.report.Contract, v.report.Chain)
		return nil
	}
	if last.At.Block > v.report.Finalized {
		v.fault(NotFinal, "", 0, "block %d is not final; the last that is is %d", last.At.Block, v.report.Finalized)
		return nil
	}
	hash, err := v.source.Chain.BlockHash(ctx, last.At.Block)
	if err != nil {
		return err
	}
	if hash != common.HexToHash(last.At.BlockHash) {
		v.fault(Reorged, "", 0, "block %d is %s, not %s", last.At.Block, hash, last.At.BlockHash)
	}
	return nil
}

// stands words how the last score stands.
func (v *scoreVerifier) stands(count uint64) string {
	switch {
	case count == 0 && v.report.Scores == 0:
		return "there is no score yet"
	case v.rep.Pending():
		return fmt.Sprintf("%d scores are final; the last, %d, is on its way", count, v.rep.Updated.Score)
	}
	return fmt.Sprintf("%d scores are final", count)
}

// differences lists the leaves in which two trees of numbers differ.
func differences(path string, stored, folded map[string]any) string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(folded)) {
		at := strings.TrimPrefix(path+"."+name, ".")
		if inner, ok := folded[name].(map[string]any); ok {
			have, _ := stored[name].(map[string]any)
			if text := differences(at, have, inner); text != "" {
				out = append(out, text)
			}
			continue
		}
		if stored[name] != folded[name] {
			out = append(out, fmt.Sprintf("%s is %v, the log says %v", at, stored[name], folded[name]))
		}
	}
	return strings.Join(out, "; ")
}
