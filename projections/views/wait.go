package views

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/projections"
)

// EverySlot makes WaitFor wait for all of the log up to a revision, for when
// the stream of the event is not known.
const EverySlot = -1

// WaitFor waits until what was stored at a revision, in the slot of its stream,
// can be read here. It does not matter whether the slot's newest event is older
// or of another family: a runner records how far it has read the log, not only
// what it folded. A revision that the log does not have yet is waited for.
func (v *Views) WaitFor(ctx context.Context, slot int, r events.Revision) error {
	return v.waitFor(ctx, projections.Goals.Name, &v.waiters, slot, r)
}

// WaitForEconomy is WaitFor for stakes, challenges and escrows.
func (v *Views) WaitForEconomy(ctx context.Context, slot int, r events.Revision) error {
	return v.waitFor(ctx, projections.Economy.Name, &v.economy, slot, r)
}

func (v *Views) waitFor(ctx context.Context, projection string, waiters *poller, slot int, r events.Revision) error {
	timer := time.NewTimer(v.poll)
	defer timer.Stop()
	position := func(ctx context.Context) (projections.Position, error) { return v.position(ctx, projection) }
	for asked := waiters.asked(); ; {
		seen, changed := v.progressed(projection, slot)
		if seen >= r {
			return nil
		}
		at, n, err := waiters.ask(ctx, asked, position)
		if err != nil {
			return fmt.Errorf("wait for revision %d: %w", r, err)
		}
		if asked = n; reached(&at, slot) >= r {
			return nil
		}
		timer.Reset(v.poll)
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait for revision %d: %w", r, ctx.Err())
		case <-changed:
		case <-timer.C:
		}
	}
}

// WaitForStream is WaitFor in the slot of a stream.
func (v *Views) WaitForStream(ctx context.Context, s events.StreamID, r events.Revision) error {
	return v.WaitFor(ctx, eventlog.Slot(s), r)
}

// progressed is how far the runners of this process are.
func (v *Views) progressed(projection string, slot int) (seen events.Revision, changed <-chan struct{}) {
	if slot != EverySlot {
		return v.progress.Seen(projection, slot)
	}
	seen, changed = v.progress.Seen(projection, 0)
	for slot := 1; slot < eventlog.Slots; slot++ {
		other, _ := v.progress.Seen(projection, slot)
		seen = min(seen, other)
	}
	return seen, changed
}

func reached(at *projections.Position, slot int) events.Revision {
	if slot == EverySlot {
		return at.After(projections.Partition{})
	}
	return at.Seen[slot]
}

// position is how far the active generation is.
func (v *Views) position(ctx context.Context, projection string) (at projections.Position, err error) {
	g, ok, err := v.store.Active(ctx, projection)
	if err != nil || !ok {
		return at, created(err)
	}
	return v.store.Position(ctx, g)
}

// poller lets all who wait share one question.
type poller struct {
	mu    sync.Mutex
	count uint64
	at    projections.Position
}

func (p *poller) asked() uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.count
}

// ask asks, unless somebody did since the caller did last.
func (p *poller) ask(ctx context.Context, since uint64, position func(context.Context) (projections.Position, error)) (projections.Position, uint64, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.count > since {
		return p.at, p.count, nil
	}
	at, err := position(ctx)
	if err != nil {
		return at, p.count, err
	}
	p.at = at
	p.count++
	return at, p.count, nil
}
