package projector

import (
	"context"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// jobs are the goals of a transaction, those that are through left out unless all are wanted.
func (p *Projector) jobs(tx events.TxPrepared, all bool) []*job {
	jobs := make([]*job, 0, len(tx.Bundles))
	for _, ref := range tx.Bundles {
		j, ok := p.tracked(events.GoalStream(ref.Workspace, ref.Goal))
		if !ok || p.refOf(j).Bundle != ref.Bundle { // of an earlier end of the goal, or not looked at yet
			if !all {
				continue
			}
			j = &job{goal: events.GoalStream(ref.Workspace, ref.Goal), ref: ref}
		}
		jobs = append(jobs, j)
	}
	return jobs
}

// Done implements txmgr.Client: whether the contract knows all bundles.
func (p *Projector) Done(ctx context.Context, tx events.TxPrepared) (bool, error) {
	recorded, err := p.contract.bundles(ctx, false, tx.Bundles)
	if err != nil {
		return false, err
	}
	for _, r := range recorded {
		if r.Size == 0 {
			return false, nil
		}
	}
	return true, nil
}

// Sent implements txmgr.Client: the goals know which transaction to look for.
func (p *Projector) Sent(ctx context.Context, tx events.TxPrepared, hash string) error {
	return p.each(ctx, p.jobs(tx, true), func(ctx context.Context, j *job) error {
		_, err := p.decide(ctx, j, commands.SubmitProof{
			GoalRef: ref(j.goal), Bundle: j.ref.Bundle, Chain: p.cfg.Manager.ChainID(), Signer: p.cfg.Manager.Signer(), Tx: hash,
		})
		if err == nil {
			err = p.at(ctx, AtSubmitting)
		}
		return err
	})
}

// Final implements txmgr.Client: what the transaction recorded is confirmed. The rest, recorded by another one or not at all,
// is looked for when the transaction is closed.
func (p *Projector) Final(ctx context.Context, tx events.TxPrepared, receipt *types.Receipt) error {
	places := p.contract.recorded(receipt.Logs)
	return p.each(ctx, p.jobs(tx, true), func(ctx context.Context, j *job) error {
		at, ok := places[j.ref.Bundle]
		if !ok || at.root != j.ref.Root || at.size != j.ref.Size {
			return nil
		}
		// Some nodes leave these out of a receipt's logs.
		at.tx, at.block, at.blockHash = receipt.TxHash, receipt.BlockNumber.Uint64(), receipt.BlockHash
		return p.confirm(ctx, j, at)
	})
}

// confirm says in the log that a bundle is final.
func (p *Projector) confirm(ctx context.Context, j *job, at place) error {
	refused, err := p.decide(ctx, j, commands.ConfirmProof{
		GoalRef: ref(j.goal), Bundle: j.ref.Bundle, Chain: p.cfg.Manager.ChainID(), Tx: at.tx.Hex(), Block: at.block, BlockHash: at.blockHash.Hex(),
	})
	if err != nil {
		return err
	}
	if refused == nil {
		if err := p.at(ctx, AtConfirming); err != nil {
			return err
		}
	}
	p.through(j)
	return nil
}

// Closed implements txmgr.Client: what is not confirmed is tried anew, each time with fewer others.
func (p *Projector) Closed(ctx context.Context, tx events.TxPrepared) error {
	jobs := p.jobs(tx, false)
	if len(jobs) == 0 {
		return nil
	}
	recorded, err := p.contract.bundles(ctx, false, tx.Bundles)
	if err != nil {
		return err
	}
	known := make(map[events.Digest]bool, len(recorded))
	for i, r := range recorded {
		known[tx.Bundles[i].Bundle] = r.Size > 0
	}
	for _, j := range jobs {
		if known[j.ref.Bundle] {
			p.queue.put(j, p.cfg.Now(), time.Time{})
			continue
		}
		if err := p.refused(ctx, j, fmt.Sprintf("transaction %s did not record it", tx.Hash)); err != nil {
			return err
		}
	}
	return nil
}

// Reorged implements txmgr.Client: what was confirmed by the transaction is not any more.
func (p *Projector) Reorged(ctx context.Context, tx events.TxPrepared, receipt *types.Receipt) error {
	return p.each(ctx, p.jobs(tx, true), func(ctx context.Context, j *job) error {
		gone := false
		err := p.cfg.Commands.Goals.View(ctx, j.goal, false, func(g *commands.Goal, _ events.Revision) {
			gone = g.Proof.Status == "confirmed" && g.Proof.Bundle == j.ref.Bundle && g.Proof.BlockHash == receipt.BlockHash.Hex()
		})
		if err != nil || !gone {
			return err
		}
		if _, err := p.decide(ctx, j, commands.ReorgProof{GoalRef: ref(j.goal), Bundle: j.ref.Bundle, BlockHash: receipt.BlockHash.Hex()}); err != nil {
			return err
		}
		j, _ = p.track(j)
		p.queue.put(j, p.cfg.Now(), time.Time{})
		return nil
	})
}
