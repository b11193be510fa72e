package oracle

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// moveScores sends the scores that are to be on the chain. Those of an agent go one by one, in the order in which they were
// computed, also where a reorg took back some that had been seen.
func (o *Oracle) moveScores(ctx context.Context) error {
	steps, held, err := o.takenBack(ctx)
	if err == nil && len(held) > 0 {
		var replayed bool
		if replayed, err = o.replay(ctx); replayed {
			steps = nil
		}
	}
	if err != nil {
		return fmt.Errorf("move scores: %w", err)
	}
	o.mu.Lock()
	for a := range o.pending {
		if a.known && !held[a] {
			steps = append(steps, stepOf(a.address, a.rep.Updated))
		}
	}
	o.mu.Unlock()
	_, never, err := o.scores.move(ctx, steps)
	for _, s := range never {
		o.cfg.Log.InfoContext(ctx, "a score waits for what the chain has to be seen", slog.String("agent", s.key()))
	}
	if err != nil {
		return fmt.Errorf("move scores: %w", err)
	}
	return nil
}

// gone notes that scores were in final blocks that are no more.
func (o *Oracle) gone(steps []step) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, s := range steps {
		if a, ok := o.byKey[s.Agent]; ok {
			o.suspect[a] = true
		}
	}
}

// recent is how many blocks back a reorg that nobody told us of is looked for at a start. No chain takes back final blocks
// that are older.
const recent = 256

// lookBack suspects the scores that were seen shortly before this process started: whoever was told of a reorg may be dead.
func (o *Oracle) lookBack(ctx context.Context) error {
	head, err := o.cfg.Chain.Head(ctx, o.cfg.Contracts.Reputation)
	if err != nil {
		return fmt.Errorf("look back: %w", err)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, a := range o.agents {
		if a.known && a.rep.Next() > 0 && a.rep.Anchored.At.Block+recent > head.Final.Number {
			o.suspect[a] = true
		}
	}
	return nil
}

// takenBack returns the next step of each suspect that the chain does not have although it was seen there; what is pending is
// held back for those. Who has all of them in final blocks is no suspect any more.
func (o *Oracle) takenBack(ctx context.Context) (again []step, held map[*account]bool, err error) {
	held = map[*account]bool{}
	o.mu.Lock()
	var suspects []*account
	for a := range o.suspect {
		suspects = append(suspects, a)
	}
	o.mu.Unlock()
	for some := range slices.Chunk(suspects, 100) {
		latest, err := o.counts(ctx, false, some)
		if err != nil {
			return nil, nil, err
		}
		final, err := o.counts(ctx, true, some)
		if err != nil {
			return nil, nil, err
		}
		o.mu.Lock()
		for i, a := range some {
			seen, known := a.rep.AnchoredAt(latest[i])
			switch {
			case final[i] >= a.rep.Next():
				delete(o.suspect, a)
			case latest[i] < a.rep.Next() && known:
				held[a] = true
				again = append(again, stepOf(a.address, events.ReputationUpdated{Score: seen.Score, ComponentHash: seen.ComponentHash}))
			}
		}
		o.mu.Unlock()
	}
	return again, held, nil
}

// replay has the manager send again what was in the blocks that are gone, as it was signed, and in its order: that is what it
// does with nonces below an open transaction. If there is none, one that does nothing will do. It reports false if no nonce is
// free again: then what is gone cannot come back by itself.
func (o *Oracle) replay(ctx context.Context) (bool, error) {
	m := o.cfg.Manager
	head, err := o.cfg.Chain.Head(ctx, common.HexToAddress(m.Signer()))
	if err != nil {
		return false, err
	}
	var next uint64
	var open int
	ref := commands.SignerRef{Workspace: o.cfg.Workspace, Signer: fmt.Sprintf("%d-%s", m.ChainID(), m.Signer())}
	err = o.cfg.Commands.Signers.View(ctx, ref.Stream(), false, func(s *commands.Signer, _ events.Revision) { next, open = s.Next, len(s.Open()) })
	if err != nil || head.Nonce >= next {
		return false, err
	}
	if open > 0 {
		return true, nil
	}
	o.cfg.Log.WarnContext(ctx, "scores that were final are gone; what was sent is sent again", slog.Uint64("from", head.Nonce), slog.Uint64("to", next))
	_, err = m.Send(ctx, txmgr.Request{Purpose: PurposeScores, To: o.cfg.Contracts.Reputation, Data: packSteps(nil)})
	return true, err
}

// counts asks how many scores of each agent the contract has.
func (o *Oracle) counts(ctx context.Context, finalized bool, of []*account) ([]uint64, error) {
	calls := make([][]byte, len(of))
	for i, a := range of {
		calls[i] = registry.PackUpdateCount(a.address)
	}
	answers, err := o.cfg.Chain.Call(ctx, o.cfg.Contracts.Reputation, finalized, calls...)
	if err != nil {
		return nil, err
	}
	counts := make([]uint64, len(of))
	for i, answer := range answers {
		if len(answer) == 0 {
			return nil, fmt.Errorf("%w at %s", errNoContract, o.cfg.Contracts.Reputation)
		}
		if counts[i], err = registry.UnpackUpdateCount(answer); err != nil {
			return nil, fmt.Errorf("scores of %s: %w", of[i].address, err)
		}
	}
	return counts, nil
}
