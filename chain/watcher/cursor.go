package watcher

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"

	"github.com/ethereum/go-ethereum/common"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// snapshot says how far contracts were read, and which logs of them the log held then.
type snapshot struct {
	Contracts map[string]cursor `json:"contracts"` // by "<chain id>-0x<address>"
	Marks     []mark            `json:"marks"`
}

type cursor struct {
	Next uint64           `json:"next"`
	Last *commands.LogKey `json:"last,omitempty"`
}

func (w *Watcher) snapshotName() string { return fmt.Sprintf("watcher-%d", w.cfg.ChainID) }

func markOf(k commands.LogKey) mark { return mark{k.Block, common.HexToHash(k.Hash)} }

// view looks at what was observed of a contract, as new as this process knows.
func (w *Watcher) view(ctx context.Context, c *watched, look func(*commands.Contract)) error {
	return w.cfg.Commands.Contracts.View(ctx, c.ref.Stream(), false, func(s *commands.Contract, _ events.Revision) { look(s) })
}

// load finds out where to begin. The log decides: a snapshot that knows of logs which it does not hold is of a log that lost
// its end, and of no use.
func (w *Watcher) load(ctx context.Context) error {
	text, err := w.cfg.Snapshots.Load(ctx, w.snapshotName())
	if err != nil {
		return fmt.Errorf("load its snapshot: %w", err)
	}
	var from snapshot
	if json.Unmarshal(text, &from) != nil {
		from = snapshot{}
	}
	trusted := len(from.Contracts) > 0
	for _, c := range w.watched {
		kept, ok := from.Contracts[c.ref.Contract]
		err := w.cfg.Commands.Contracts.View(ctx, c.ref.Stream(), true, func(s *commands.Contract, _ events.Revision) {
			last, some := s.Last()
			switch {
			case ok && (kept.Last == nil || some && !before(last, *kept.Last)):
				c.next = max(c.From, kept.Next)
			case some:
				c.next, trusted = last.Block, trusted && !ok // the rest of that block may be missing
			default:
				c.next, trusted = c.From, trusted && !ok
			}
		})
		if err != nil {
			return err
		}
	}
	if trusted {
		w.marks = from.Marks
	}
	w.saved = w.cfg.Now()
	w.cfg.Log.InfoContext(ctx, "watching the chain", slog.Int("contracts", len(w.watched)), slog.Uint64("from_block", w.lowest()))
	return nil
}

func before(a, b commands.LogKey) bool {
	return a.Block < b.Block || a.Block == b.Block && a.Index < b.Index
}

// save writes a snapshot if it is time. Losing one costs time, nothing else.
func (w *Watcher) save(ctx context.Context, now bool) {
	if !w.dirty || !now && w.cfg.Now().Sub(w.saved) < w.cfg.SaveEvery {
		return
	}
	w.saved = w.cfg.Now()
	state := snapshot{Contracts: map[string]cursor{}, Marks: w.marks}
	for _, c := range w.watched {
		kept := cursor{Next: c.next}
		err := w.view(ctx, c, func(s *commands.Contract) {
			if last, ok := s.Last(); ok {
				kept.Last = &last
			}
		})
		if err != nil {
			w.cfg.Log.WarnContext(ctx, "watcher's snapshot not saved", slog.Any("err", err))
			return
		}
		state.Contracts[c.ref.Contract] = kept
	}
	text, err := json.Marshal(state)
	if err == nil {
		err = w.cfg.Snapshots.Save(ctx, w.snapshotName(), text)
	}
	if err != nil {
		w.cfg.Log.WarnContext(ctx, "watcher's snapshot not saved", slog.Any("err", err))
		return
	}
	w.dirty = false
	_ = w.at(ctx, AtSaved) // whoever is next looks at the context, too
}
