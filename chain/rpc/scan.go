package rpc

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/mergit-io/mergit/chain/txmgr"
)

// Scanned is what contracts emitted in a range of blocks, in the order of the chain. The timestamp of each log's block is
// known, and its hash is that of the canonical block.
type Scanned struct {
	Logs []types.Log
	End  txmgr.Block // the last block of the range
}

// RangeError says that a node would not list the logs of so many blocks. Fewer may do.
type RangeError struct {
	From, To uint64
	Err      error
}

func (e *RangeError) Error() string {
	return fmt.Sprintf("logs of blocks %d to %d: %v", e.From, e.To, e.Err)
}
func (e *RangeError) Unwrap() error { return e.Err }

// Scan lists what contracts emitted from one block to another, both included. Where there are two nodes to ask, both are, or
// as many as the quorum wants, and what only one has seen must be in a receipt that the other has. It fails with *RangeError if the range is too long, and with
// *DisagreeError if a log cannot be brought to agreement.
func (p *Pool) Scan(ctx context.Context, contracts []common.Address, from, to uint64) (Scanned, error) {
	var scans []said[Scanned]
	var faults []error
	want := max(2, p.cfg.Quorum)
	for asked := p.candidates(to); len(asked) > 0 && len(scans) < want; {
		n := min(want-len(scans), len(asked))
		for _, a := range all(ctx, p, asked[:n], func(ctx context.Context, node txmgr.Node) (Scanned, error) {
			return scan(ctx, node, contracts, from, to)
		}) {
			if a.err != nil {
				faults = append(faults, a.err)
			} else {
				scans = append(scans, a)
			}
		}
		asked = asked[n:]
	}
	switch {
	case ctx.Err() != nil:
		return Scanned{}, ctx.Err()
	case len(scans) == 0:
		return Scanned{}, worst(faults)
	case len(scans) < p.cfg.Quorum:
		return Scanned{}, worst(append(faults, p.errFew(len(scans))))
	}
	settled := scans[0]
	for _, other := range scans[1:] {
		var err error
		if settled.v, err = settle(ctx, settled, other, from, to); err != nil {
			return Scanned{}, err
		}
	}
	return settled.v, nil
}

// worst picks, of why nobody answered, what the caller can do something about.
func worst(faults []error) error {
	for _, err := range faults {
		if _, ok := errors.AsType[*RangeError](err); ok {
			return err
		}
	}
	return errors.Join(faults...)
}

// settle brings two answers together.
func settle(ctx context.Context, a, b said[Scanned], from, to uint64) (Scanned, error) {
	disagree := func(about string, args ...any) error {
		return &DisagreeError{About: fmt.Sprintf(about, args...), Nodes: [2]string{a.e.name, b.e.name}}
	}
	if a.v.End.Hash != b.v.End.Hash {
		return Scanned{}, disagree("block %d", to)
	}
	union := a.v
	for _, side := range []struct{ has, lacks said[Scanned] }{{a, b}, {b, a}} {
		for _, l := range side.has.v.Logs {
			if i, found := slices.BinarySearchFunc(side.lacks.v.Logs, l, byPlace); found && same(l, side.lacks.v.Logs[i]) {
				continue
			}
			// An index of logs may have gaps; receipts make the block's own hash.
			receipts, err := side.lacks.e.node.Receipts(ctx, l.TxHash)
			if err != nil {
				return Scanned{}, &NodeError{Node: side.lacks.e.name, Err: clean(side.lacks.e.url, err)}
			}
			if !inReceipt(l, receipts[0]) {
				return Scanned{}, disagree("log %d of block %d", l.Index, l.BlockNumber)
			}
			if side.has.e == b.e {
				union.Logs = append(union.Logs, l)
			}
		}
	}
	slices.SortFunc(union.Logs, byPlace)
	return union, check(union.Logs, from, to)
}

func byPlace(a, b types.Log) int {
	return cmp.Or(cmp.Compare(a.BlockNumber, b.BlockNumber), cmp.Compare(a.Index, b.Index))
}

// same tells whether two nodes speak of one log.
func same(a, b types.Log) bool {
	return a.BlockNumber == b.BlockNumber && a.Index == b.Index && a.BlockHash == b.BlockHash && a.TxHash == b.TxHash &&
		a.Address == b.Address && slices.Equal(a.Topics, b.Topics) && bytes.Equal(a.Data, b.Data)
}

func inReceipt(l types.Log, r *types.Receipt) bool {
	return r != nil && slices.ContainsFunc(r.Logs, func(have *types.Log) bool { return have != nil && same(l, *have) })
}

// filter is the argument of eth_getLogs.
func filter(contracts []common.Address, from, to uint64, topics [][]common.Hash) map[string]any {
	f := map[string]any{"address": contracts, "fromBlock": hexutil.Uint64(from), "toBlock": hexutil.Uint64(to)}
	if len(topics) > 0 {
		f["topics"] = topics
	}
	return f
}

// readLogs reads the answer of eth_getLogs. None is written as [], so null says nothing.
func readLogs(text json.RawMessage) ([]types.Log, error) {
	var logs []types.Log
	if err := json.Unmarshal(text, &logs); err != nil {
		return nil, fmt.Errorf("logs: %w", err)
	}
	if logs == nil {
		return nil, fmt.Errorf("logs: %w", errNull)
	}
	return logs, nil
}

// logs asks one node.
func logs(ctx context.Context, n txmgr.Node, f map[string]any) ([]types.Log, error) {
	var text json.RawMessage
	if err := n.Client.Client().CallContext(ctx, &text, "eth_getLogs", f); err != nil {
		return nil, fmt.Errorf("logs: %w", err)
	}
	return readLogs(text)
}

// header is as much of a block as the logs in it need.
type header struct {
	Number *hexutil.Uint64 `json:"number"`
	Hash   common.Hash     `json:"hash"`
	Time   hexutil.Uint64  `json:"timestamp"`
}

// maxBatch is how many blocks are asked for in one request.
const maxBatch = 50

// scan asks one node for the logs of a range, and for the last block of it in the same request: behind one address may be
// several nodes, and one that has not reached that block knows nothing of its logs and would not say so.
func scan(ctx context.Context, n txmgr.Node, contracts []common.Address, from, to uint64) (Scanned, error) {
	var text json.RawMessage
	var end *header
	calls := []rpc.BatchElem{
		{Method: "eth_getLogs", Args: []any{filter(contracts, from, to, nil)}, Result: &text},
		{Method: "eth_getBlockByNumber", Args: []any{hexutil.Uint64(to), false}, Result: &end},
	}
	err := n.Client.Client().BatchCallContext(ctx, calls)
	if err == nil {
		err = calls[0].Error
	}
	if err != nil {
		return Scanned{}, tooLong(ctx, err, from, to)
	}
	if calls[1].Error != nil {
		return Scanned{}, fmt.Errorf("block %d: %w", to, calls[1].Error)
	}
	if end == nil || end.Number == nil || uint64(*end.Number) != to {
		return Scanned{}, fmt.Errorf("it has not reached block %d", to)
	}
	logs, err := readLogs(text)
	if err != nil {
		return Scanned{}, err
	}
	slices.SortStableFunc(logs, byPlace)
	if err := check(logs, from, to); err != nil {
		return Scanned{}, err
	}
	for _, l := range logs {
		if !slices.Contains(contracts, l.Address) {
			return Scanned{}, fmt.Errorf("it lists a log of %s, which was not asked for", l.Address)
		}
	}
	return Scanned{Logs: logs, End: txmgr.Block{Number: to, Hash: end.Hash}}, date(ctx, n, logs)
}

// tooLong tells whether fewer blocks may do: the node answered, but not this, or took too long for it.
func tooLong(ctx context.Context, err error, from, to uint64) error {
	var refused rpc.Error
	var http rpc.HTTPError
	answered := errors.As(err, &refused) || errors.As(err, &http) && (http.StatusCode == 400 || http.StatusCode == 413)
	if to > from && (answered || errors.Is(ctx.Err(), context.DeadlineExceeded)) {
		return &RangeError{From: from, To: to, Err: err}
	}
	return fmt.Errorf("logs of blocks %d to %d: %w", from, to, err)
}

// check looks whether logs can be those of one chain.
func check(logs []types.Log, from, to uint64) error {
	for i, l := range logs {
		switch {
		case l.Removed:
			return fmt.Errorf("log %d of block %d is a removed one", l.Index, l.BlockNumber)
		case l.BlockNumber < from || l.BlockNumber > to:
			return fmt.Errorf("log %d of block %d is not of blocks %d to %d", l.Index, l.BlockNumber, from, to)
		case i > 0 && byPlace(logs[i-1], l) == 0:
			return fmt.Errorf("log %d of block %d is there twice", l.Index, l.BlockNumber)
		case i > 0 && logs[i-1].BlockNumber == l.BlockNumber && logs[i-1].BlockHash != l.BlockHash:
			return fmt.Errorf("block %d is there with two hashes", l.BlockNumber)
		}
	}
	return nil
}

// date compares the blocks of logs with the canonical ones, and notes when they were made.
func date(ctx context.Context, n txmgr.Node, logs []types.Log) error {
	var blocks []uint64
	for _, l := range logs {
		if len(blocks) == 0 || blocks[len(blocks)-1] != l.BlockNumber {
			blocks = append(blocks, l.BlockNumber)
		}
	}
	headers := map[uint64]*header{}
	for part := range slices.Chunk(blocks, maxBatch) {
		found, calls := make([]*header, len(part)), make([]rpc.BatchElem, len(part))
		for i, number := range part {
			calls[i] = rpc.BatchElem{Method: "eth_getBlockByNumber", Args: []any{hexutil.Uint64(number), false}, Result: &found[i]}
		}
		if err := n.Client.Client().BatchCallContext(ctx, calls); err != nil {
			return fmt.Errorf("blocks: %w", err)
		}
		for i, number := range part {
			if calls[i].Error != nil {
				return fmt.Errorf("block %d: %w", number, calls[i].Error)
			}
			headers[number] = found[i]
		}
	}
	for i := range logs {
		h := headers[logs[i].BlockNumber]
		if h == nil || h.Number == nil || uint64(*h.Number) != logs[i].BlockNumber || h.Hash != logs[i].BlockHash {
			return fmt.Errorf("log %d of block %d is of block %s, which is not canonical", logs[i].Index, logs[i].BlockNumber, logs[i].BlockHash)
		}
		logs[i].BlockTimestamp = uint64(h.Time)
	}
	return nil
}
