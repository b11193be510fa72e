package watcher

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/rpc"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// span is how many blocks to ask for at a time.
type span struct {
	max, size uint64
	passed    int // ranges of this size in a row
}

// growAfter is how many ranges must have been taken before longer ones are tried again.
const growAfter = 16

func (s *span) shrink() { s.size, s.passed = max(1, s.size/2), 0 }

func (s *span) fits() {
	if s.passed++; s.passed >= growAfter {
		s.size, s.passed = min(s.max, s.size*2), 0
	}
}

// pass reads what is final and was not read.
func (w *Watcher) pass(ctx context.Context) error {
	head, err := w.cfg.Chain.Head(ctx, common.Address{})
	if err != nil {
		return err
	}
	if w.verified && w.lowest() > head.Final.Number {
		return nil // nothing new, or a node that is behind
	}
	if err := w.verify(ctx, head.Final.Number); err != nil {
		return err
	}
	w.verified = true
	for {
		from, to, group := w.next(head.Final.Number)
		if len(group) == 0 {
			return nil
		}
		err := w.read(ctx, from, to, group)
		if _, long := errors.AsType[*rpc.RangeError](err); long && to > from {
			w.span.size = min(w.span.size, to-from+1)
			w.span.shrink()
			w.cfg.Log.DebugContext(ctx, "fewer blocks at a time", slog.Uint64("blocks", w.span.size), slog.Any("err", err))
			continue
		}
		if errors.Is(err, commands.ErrLogForeign) {
			// The log knows another history. If nothing of that is gone, the node is wrong.
			if back, err := w.rewind(ctx, head.Final.Number); err != nil || back {
				return err
			}
		}
		if err != nil {
			return err
		}
		w.save(ctx, false)
	}
}

// lowest is the first block that some contract was not read in.
func (w *Watcher) lowest() uint64 {
	lowest := uint64(math.MaxUint64)
	for _, c := range w.watched {
		lowest = min(lowest, c.next)
	}
	return lowest
}

// next chooses what to read: the contracts that are the farthest behind, up to where the others are.
func (w *Watcher) next(final uint64) (from, to uint64, group []*watched) {
	from = w.lowest()
	if from > final {
		return 0, 0, nil
	}
	to = min(final, from+w.span.size-1)
	for _, c := range w.watched {
		if c.next == from {
			group = append(group, c)
		} else {
			to = min(to, c.next-1)
		}
	}
	return from, to, group
}

// read stores what contracts emitted in a range of blocks.
func (w *Watcher) read(ctx context.Context, from, to uint64, group []*watched) error {
	addresses := make([]common.Address, len(group))
	byAddress := make(map[common.Address]*watched, len(group))
	for i, c := range group {
		addresses[i], byAddress[c.Address] = c.Address, c
	}
	scanned, err := w.cfg.Chain.Scan(ctx, addresses, from, to)
	if err != nil {
		return err
	}
	w.span.fits()
	if err := w.at(ctx, AtScanned); err != nil {
		return err
	}
	for logs := scanned.Logs; len(logs) > 0; {
		n := w.together(logs)
		c, ok := byAddress[logs[0].Address]
		if !ok {
			return fmt.Errorf("a log of %s, which was not asked for", logs[0].Address)
		}
		if err := w.observe(ctx, c, logs[:n]); err != nil {
			return err
		}
		logs = logs[n:]
	}
	for _, c := range group {
		c.next = to + 1
	}
	w.mark(mark{scanned.End.Number, scanned.End.Hash})
	w.dirty = true
	return w.at(ctx, AtPassed)
}

// maxBytes bounds the data of the logs in one command.
const maxBytes = 128 << 10

// together is how many logs can be in one command: those of one contract, in the order of the chain.
func (w *Watcher) together(logs []types.Log) int {
	bytes := 0
	for i, l := range logs {
		if bytes += len(l.Data); i > 0 && (l.Address != logs[0].Address || i == commands.MaxLogs || bytes > maxBytes) {
			return i
		}
	}
	return len(logs)
}

func (w *Watcher) observe(ctx context.Context, c *watched, logs []types.Log) error {
	command := commands.ObserveLogs{ContractRef: c.ref, Logs: make([]events.LogObserved, len(logs))}
	for i, l := range logs {
		command.Logs[i] = fact(w.cfg.ChainID, c.Name, c.abi, l)
	}
	if _, err := w.cfg.Commands.Contracts.Run(ctx, w.request(), command); err != nil {
		return fmt.Errorf("store logs of %s: %w", c.Name, err)
	}
	return w.at(ctx, AtObserved)
}

// maxMarks is how many passed blocks are remembered.
const maxMarks = 64

// mark remembers that a block was passed. Of older ones fewer are kept, so that the oldest stays far back.
func (w *Watcher) mark(m mark) {
	i, found := slices.BinarySearchFunc(w.marks, m, func(a, b mark) int { return int(int64(a.Number) - int64(b.Number)) })
	if found {
		w.marks[i] = m
		return
	}
	w.marks = slices.Insert(w.marks, i, m)
	if len(w.marks) > maxMarks {
		kept := w.marks[:0]
		for i, m := range w.marks {
			if i >= maxMarks/2 || i%2 == 0 {
				kept = append(kept, m)
			}
		}
		w.marks = kept
	}
}
