package watcher

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sort"

	"github.com/ethereum/go-ethereum"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// verify makes sure that what was read last still stands, and goes back if it does not. Blocks are a chain: where the newest
// stands, all do.
func (w *Watcher) verify(ctx context.Context, final uint64) error {
	last, ok, err := w.newest(ctx)
	if err != nil || !ok || last.Number > final {
		return err // nothing was read, or the node knows nothing of it
	}
	stands, err := w.stands(ctx, last)
	if err != nil {
		return err
	}
	if stands {
		w.doubts = 0
		return nil
	}
	_, err = w.rewind(ctx, final)
	return err
}

// looks is how often in a row a final block must be gone before that is believed: behind one address may be several nodes, and
// one of them on a branch that nobody else is on.
const looks = 3

// newest is the highest block that was passed, or that a log was observed in.
func (w *Watcher) newest(ctx context.Context) (mark, bool, error) {
	var newest mark
	some := false
	if n := len(w.marks); n > 0 {
		newest, some = w.marks[n-1], true
	}
	for _, c := range w.watched {
		err := w.view(ctx, c, func(s *commands.Contract) {
			if last, ok := s.Last(); ok && (!some || last.Block > newest.Number) {
				newest, some = markOf(last), true
			}
		})
		if err != nil {
			return mark{}, false, err
		}
	}
	return newest, some, nil
}

// stands asks whether a block is canonical.
func (w *Watcher) stands(ctx context.Context, m mark) (bool, error) {
	hash, err := w.cfg.Chain.BlockHash(ctx, m.Number)
	if err != nil {
		return false, err
	}
	return hash == m.Hash, nil
}

// rewind finds out which of the blocks that were read are gone although they were final, removes the logs that were observed
// in them, newest first, and has everything from there on read again. It reports whether any was gone.
func (w *Watcher) rewind(ctx context.Context, final uint64) (back bool, err error) {
	blocks, err := w.known(ctx)
	if err != nil {
		return false, err
	}
	if n := len(blocks); n > 0 && blocks[n-1].Number > final {
		return false, fmt.Errorf("the chain is at block %d, and logs of block %d were observed: waiting for it", final, blocks[n-1].Number)
	}
	// All up to some block stand, and none after it.
	var failed error
	standing := sort.Search(len(blocks), func(i int) bool {
		stands, err := w.stands(ctx, blocks[i])
		failed = errors.Join(failed, err)
		return !stands
	})
	if failed != nil {
		return false, failed
	}
	if standing == len(blocks) {
		w.doubts = 0
		return false, nil
	}
	gone := blocks[standing]
	if w.doubts++; w.doubts < looks {
		return false, fmt.Errorf("final block %d seems to be gone, looking again", gone.Number)
	}
	w.doubts = 0
	w.cfg.Log.ErrorContext(ctx, "a final block is gone, taking back what was observed in it and after it", slog.Uint64("block", gone.Number), slog.String("was", gone.Hash.Hex()))
	last := uint64(0)
	if standing > 0 {
		last = blocks[standing-1].Number
	}
	for _, c := range w.watched {
		if err := w.remove(ctx, c, last, standing > 0); err != nil {
			return false, err
		}
	}
	for _, c := range w.watched {
		switch {
		case standing == 0:
			c.next = c.From
		case c.next > last:
			c.next = max(c.From, last+1)
		}
	}
	w.marks = slices.DeleteFunc(w.marks, func(m mark) bool { return standing == 0 || m.Number > last })
	w.dirty = true
	return true, w.at(ctx, AtRewound)
}

// known lists the blocks that were passed or that logs were observed in, ascending, as far back as is remembered.
func (w *Watcher) known(ctx context.Context) ([]mark, error) {
	blocks := slices.Clone(w.marks)
	for _, c := range w.watched {
		err := w.view(ctx, c, func(s *commands.Contract) {
			for _, k := range s.Newest() {
				blocks = append(blocks, markOf(k))
			}
		})
		if err != nil {
			return nil, err
		}
	}
	// Of one height there may be two, if a node that was wrong has been believed. Then the one that was passed is the older
	// belief; both are asked about.
	slices.SortStableFunc(blocks, func(a, b mark) int { return int(int64(a.Number) - int64(b.Number)) })
	return slices.CompactFunc(blocks, func(a, b mark) bool { return a == b }), nil
}

// remove takes back the logs of a contract after a block, or all.
func (w *Watcher) remove(ctx context.Context, c *watched, last uint64, some bool) error {
	gone := map[commands.LogKey]bool{}
	err := w.view(ctx, c, func(s *commands.Contract) {
		for _, k := range s.Newest() {
			if !some || k.Block > last {
				gone[k] = true
			}
		}
	})
	if err != nil || len(gone) == 0 {
		return err
	}
	logs, err := w.observed(ctx, c, gone)
	if err != nil {
		return err
	}
	slices.Reverse(logs)
	for part := range slices.Chunk(logs, commands.MaxLogs) {
		command := commands.RemoveLogs{ContractRef: c.ref, Logs: make([]events.LogRemoved, len(part))}
		for i, l := range part {
			canonical, err := w.cfg.Chain.BlockHash(ctx, l.At.Block)
			if err != nil && !errors.Is(err, ethereum.NotFound) {
				return err
			}
			command.Logs[i] = events.LogRemoved{ContractName: l.ContractName, Event: l.Event, Args: l.Args, At: l.At}
			if err == nil {
				command.Logs[i].Canonical = canonical.Hex()
			}
		}
		if _, err := w.cfg.Commands.Contracts.Run(ctx, w.request(), command); err != nil {
			return fmt.Errorf("remove logs of %s: %w", c.Name, err)
		}
		if err := w.at(ctx, AtRemoving); err != nil {
			return err
		}
	}
	return nil
}

// observed reads logs from the log, oldest first.
func (w *Watcher) observed(ctx context.Context, c *watched, keys map[commands.LogKey]bool) ([]events.LogObserved, error) {
	var logs []events.LogObserved
	for r, err := range w.cfg.Commands.Log.Load(ctx, c.ref.Stream(), 0) {
		if err != nil {
			return nil, fmt.Errorf("read logs of %s: %w", c.Name, err)
		}
		e, err := w.cfg.Commands.Codec.Decode(ctx, r)
		if err != nil {
			return nil, err
		}
		switch f := e.Fact.(type) {
		case events.LogObserved:
			if keys[commands.KeyOf(f.At)] {
				logs = append(logs, f)
			}
		case events.LogRemoved: // and perhaps observed again later
			logs = slices.DeleteFunc(logs, func(l events.LogObserved) bool { return l.At == f.At })
		}
	}
	return logs, nil
}
