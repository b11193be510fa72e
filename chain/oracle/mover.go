package oracle

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// The purposes of the oracle's transactions.
const (
	PurposeScores = "reputation.scores"
	PurposeStats  = "passport.stats"
	PurposeBadges = "reputation.badges"
)

// mover has the wishes of one purpose fulfilled. What it sent is in the outbox alone, to be read back from there: whoever
// comes after a crash knows as much.
type mover[W wish] struct {
	cfg     *Config
	purpose string
	to      common.Address
	batch   int
	pack    func([]W) []byte
	unpack  func([]byte) ([]W, error)
	wake    func()
	// gone is told of what a reorg may have taken back. Nil has it sent again unless the chain has it: that is for wishes of
	// which the chain shows for ever that they were fulfilled.
	gone func([]W)

	mu   sync.Mutex
	lost []W // were final, and their block is gone
}

// of reads what a stored transaction is for.
func (m *mover[W]) of(tx events.TxPrepared) ([]W, error) {
	data, err := callOf(tx)
	if err != nil {
		return nil, err
	}
	return m.unpack(data)
}

// stands asks the contract how wishes stand, as of the latest block or of the finalized one.
func (m *mover[W]) stands(ctx context.Context, finalized bool, wishes []W) ([]stand, error) {
	out := make([]stand, 0, len(wishes))
	for some := range slices.Chunk(wishes, 100) { // more than nodes take in one request
		calls := make([][]byte, len(some))
		for i, w := range some {
			calls[i] = w.ask()
		}
		answers, err := m.cfg.Chain.Call(ctx, m.to, finalized, calls...)
		if err != nil {
			return nil, err
		}
		for i, answer := range answers {
			if len(answer) == 0 {
				return nil, fmt.Errorf("%w at %s", errNoContract, m.to)
			}
			s, err := some[i].read(answer)
			if err != nil {
				return nil, err
			}
			out = append(out, s)
		}
	}
	return out, nil
}

// Done implements txmgr.Client.
func (m *mover[W]) Done(ctx context.Context, tx events.TxPrepared) (bool, error) {
	wishes, err := m.of(tx)
	if err != nil {
		return false, err
	}
	stands, err := m.stands(ctx, false, wishes)
	return err == nil && !slices.ContainsFunc(stands, func(s stand) bool { return s != there }), err
}

// Sent implements txmgr.Client.
func (m *mover[W]) Sent(context.Context, events.TxPrepared, string) error { return nil }

// Final implements txmgr.Client: what came of it is told by the contract's logs, to everybody at once.
func (m *mover[W]) Final(context.Context, events.TxPrepared, *types.Receipt) error { return nil }

// Closed implements txmgr.Client: what it did not bring about may be wished anew.
func (m *mover[W]) Closed(context.Context, events.TxPrepared) error {
	m.wake()
	return nil
}

// Reorged implements txmgr.Client: what it brought about may be gone although the log knows of it.
func (m *mover[W]) Reorged(_ context.Context, tx events.TxPrepared, _ *types.Receipt) error {
	wishes, err := m.of(tx)
	if err != nil {
		return err
	}
	if m.gone != nil {
		m.gone(wishes)
	} else {
		m.mu.Lock()
		m.lost = append(m.lost, wishes...)
		m.mu.Unlock()
	}
	m.wake()
	return nil
}

// recall returns what was lost and is not final again.
func (m *mover[W]) recall(ctx context.Context) ([]W, error) {
	m.mu.Lock()
	lost := slices.Clone(m.lost)
	m.mu.Unlock()
	if len(lost) == 0 {
		return nil, nil
	}
	stands, err := m.stands(ctx, true, lost)
	if err != nil {
		return nil, err
	}
	again := make([]W, 0, len(lost))
	for i, w := range lost {
		if stands[i] == missing {
			again = append(again, w)
		}
	}
	m.mu.Lock()
	m.lost = append(slices.Clone(again), m.lost[len(lost):]...)
	m.mu.Unlock()
	return again, nil
}

// flying are the keys of what open transactions carry.
func (m *mover[W]) flying(ctx context.Context) (map[string]bool, error) {
	keys := map[string]bool{}
	ref := commands.SignerRef{Workspace: m.cfg.Workspace, Signer: fmt.Sprintf("%d-%s", m.cfg.Manager.ChainID(), m.cfg.Manager.Signer())}
	var faults []error
	err := m.cfg.Commands.Signers.View(ctx, ref.Stream(), false, func(s *commands.Signer, _ events.Revision) {
		for _, tx := range s.Open() {
			if tx.Purpose != m.purpose {
				continue
			}
			wishes, err := m.of(tx.TxPrepared)
			faults = append(faults, err)
			for _, w := range wishes {
				keys[w.key()] = true
			}
		}
	})
	return keys, errors.Join(append(faults, err)...)
}

// move sends what is wished, was not sent, and is not on the chain. It returns the wishes that stand there as they ought to,
// and those that cannot be fulfilled as the chain stands.
func (m *mover[W]) move(ctx context.Context, wishes []W) (done, never []W, err error) {
	lost, err := m.recall(ctx)
	if err != nil {
		return nil, nil, err
	}
	flying, err := m.flying(ctx)
	if err != nil {
		return nil, nil, err
	}
	var grounded []W
	for _, w := range append(lost, wishes...) { // what was lost comes first
		if !flying[w.key()] {
			flying[w.key()] = true
			grounded = append(grounded, w)
		}
	}
	if len(grounded) == 0 {
		return nil, nil, nil
	}
	stands, err := m.stands(ctx, false, grounded)
	if err != nil {
		return nil, nil, err
	}
	var todo []W
	for i, w := range grounded {
		switch stands[i] {
		case there:
			done = append(done, w)
		case barred:
			never = append(never, w)
		case missing:
			todo = append(todo, w)
		}
	}
	for some := range slices.Chunk(todo, m.batch) {
		if err := m.send(ctx, some); err != nil {
			return done, never, err
		}
	}
	return done, never, nil
}

// send has wishes carried by one transaction, or by more if the contract refuses them together: one that it refuses does not
// keep the others.
func (m *mover[W]) send(ctx context.Context, wishes []W) error {
	if err := m.cfg.Manager.Room(ctx); err != nil {
		return err
	}
	if err := m.cfg.at(ctx, AtAsked); err != nil {
		return err
	}
	_, err := m.cfg.Manager.Send(ctx, txmgr.Request{Purpose: m.purpose, To: m.to, Data: m.pack(wishes)})
	reverted, ok := errors.AsType[*txmgr.RevertedError](err)
	switch {
	case !ok:
		return err
	case len(wishes) == 1:
		m.cfg.Log.WarnContext(ctx, "the contract refuses what the oracle says", slog.String("purpose", m.purpose),
			slog.String("of", wishes[0].key()), slog.String("why", m.explain(reverted)))
		return nil // it is wished again in the next round
	}
	half := len(wishes) / 2
	if err := m.send(ctx, wishes[:half]); err != nil {
		return err
	}
	return m.send(ctx, wishes[half:])
}

// explain words a refusal of a contract.
func (m *mover[W]) explain(e *txmgr.RevertedError) string {
	if len(e.Data) < 4 {
		return e.Reason
	}
	for _, unpack := range []func([]byte) (any, error){registry.UnpackError, passport.UnpackError, issuer.UnpackError} {
		if named, err := unpack(e.Data); err == nil {
			return fmt.Sprintf("%s (%T: %+v)", e.Reason, named, named)
		}
	}
	return e.Reason
}
