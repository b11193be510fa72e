package auditlog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// AnchorConfig is that of an Anchorer. Commands, Chain, Contract, Manager, Prover and Log are required.
type AnchorConfig struct {
	Commands *commands.Set
	Chain    Caller
	// Contract is the address of AuditTrail. The manager's account must be a writer.
	Contract common.Address
	// Manager sends the transactions. It runs beside the anchorer.
	Manager *txmgr.Manager
	// Prover tells whether what the chain has is of this log.
	Prover *Prover
	Log    *slog.Logger
	// Workspace that the checkpoints are in. Defaults to main.
	Workspace string
	// Every is how often the newest checkpoint is anchored, if there is a new one. Defaults to 60 s.
	Every time.Duration
}

// Anchorer has the newest checkpoint recorded on a chain, one at a time. That it was, the log says once the watcher has seen
// it in a final block; the contract records a size once, so sending too often costs fees and nothing else.
type Anchorer struct {
	cfg   AnchorConfig
	ref   commands.AuditRef
	trail *Trail
}

var _ txmgr.Client = (*Anchorer)(nil)

// NewAnchorer makes an anchorer and has the manager call it.
func NewAnchorer(cfg AnchorConfig) (*Anchorer, error) {
	cfg.Workspace = cmp.Or(cfg.Workspace, "main")
	cfg.Every = cmp.Or(cfg.Every, time.Minute)
	var faults []error
	for what, missing := range map[string]bool{
		"Commands": cfg.Commands == nil, "Chain": cfg.Chain == nil, "Contract": cfg.Contract == common.Address{},
		"Manager": cfg.Manager == nil, "Prover": cfg.Prover == nil, "Log": cfg.Log == nil,
	} {
		if missing {
			faults = append(faults, fmt.Errorf("%s is missing", what))
		}
	}
	if err := errors.Join(faults...); err != nil {
		return nil, fmt.Errorf("anchors: %w", err)
	}
	a := &Anchorer{cfg: cfg, ref: commands.AuditRef{Workspace: cfg.Workspace}, trail: NewTrail(cfg.Chain, cfg.Contract)}
	cfg.Manager.Serve(Purpose, a)
	return a, nil
}

// Run anchors until the context ends or the log cannot be understood. A chain that is down is waited for.
func (a *Anchorer) Run(ctx context.Context) error {
	ticker := time.NewTicker(a.cfg.Every)
	defer ticker.Stop()
	said := ""
	for {
		err := a.anchor(ctx)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case txmgr.Unreadable(err):
			return fmt.Errorf("anchors: %w", err)
		case err != nil && err.Error() != said:
			said = err.Error()
			a.cfg.Log.WarnContext(ctx, "the newest checkpoint is not anchored", slog.Any("err", err))
		case err == nil && said != "":
			said = ""
			a.cfg.Log.InfoContext(ctx, "checkpoints are anchored again")
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
}

// anchor sends the newest checkpoint, unless the chain has it or it is on its way.
func (a *Anchorer) anchor(ctx context.Context) error {
	if busy, err := a.busy(ctx); busy || err != nil {
		return err
	}
	var newest commands.TreeHead
	err := a.cfg.Commands.Audits.View(ctx, a.ref.Stream(), true, func(s *commands.Audit, _ events.Revision) { newest = s.Head() })
	if err != nil || newest.Size == 0 {
		return err
	}
	onChain, err := a.trail.Latest(ctx, false)
	if err != nil {
		return err
	}
	if onChain == newest {
		return nil
	}
	if err := a.same(ctx, onChain); err != nil {
		return err
	}
	if err := a.cfg.Manager.Room(ctx); err != nil {
		return err
	}
	tx, err := a.cfg.Manager.Send(ctx, txmgr.Request{Purpose: Purpose, To: a.cfg.Contract, Data: a.trail.binding.PackAnchor(newest.Size, newest.Root)})
	if reverted, ok := errors.AsType[*txmgr.RevertedError](err); ok {
		return a.trail.explain(reverted)
	}
	if err != nil {
		return err
	}
	a.cfg.Log.DebugContext(ctx, "checkpoint on its way to the chain", slog.Uint64("size", newest.Size), slog.String("tx", tx.Hash))
	return nil
}

// same checks that the anchor of the chain is of this log.
func (a *Anchorer) same(ctx context.Context, anchor commands.TreeHead) error {
	if anchor.Size == 0 {
		return nil
	}
	const who = "the chain's newest anchor"
	head, err := a.cfg.Commands.Log.Head(ctx)
	if err != nil {
		return err
	}
	if anchor.Size > uint64(head) {
		return &RolledBackError{Size: anchor.Size, Head: uint64(head), Who: who}
	}
	root, err := a.cfg.Prover.Root(ctx, anchor.Size)
	if err != nil {
		return err
	}
	if root != anchor.Root {
		return &ForkError{Size: anchor.Size, Who: who, Want: anchor.Root, Have: root}
	}
	return nil
}

// busy reports whether the outbox has an anchor on its way, of this process or the one before.
func (a *Anchorer) busy(ctx context.Context) (busy bool, err error) {
	signer := fmt.Sprintf("%d-%s", a.cfg.Manager.ChainID(), a.cfg.Manager.Signer())
	err = a.cfg.Commands.Signers.View(ctx, events.SignerStream(a.cfg.Workspace, signer), false, func(s *commands.Signer, _ events.Revision) {
		busy = slices.ContainsFunc(s.Open(), func(tx *commands.Tx) bool { return tx.Purpose == Purpose })
	})
	return busy, err
}

// Done implements txmgr.Client: whether the chain has the anchor, or a larger one.
func (a *Anchorer) Done(ctx context.Context, tx events.TxPrepared) (bool, error) {
	head, err := a.trail.carried(tx)
	if err != nil {
		return false, err
	}
	newest, err := a.trail.Latest(ctx, false)
	return newest.Size >= head.Size, err
}

// Sent implements txmgr.Client: there is nobody to tell.
func (a *Anchorer) Sent(context.Context, events.TxPrepared, string) error { return nil }

// Final implements txmgr.Client: the watcher sees it, too, and has it in the log.
func (a *Anchorer) Final(context.Context, events.TxPrepared, *types.Receipt) error { return nil }

// Closed implements txmgr.Client: the next look at the outbox tells that another may follow.
func (a *Anchorer) Closed(context.Context, events.TxPrepared) error { return nil }

// Reorged implements txmgr.Client: the next look at the chain tells that the anchor is gone.
func (a *Anchorer) Reorged(context.Context, events.TxPrepared, *types.Receipt) error { return nil }
