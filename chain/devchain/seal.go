package devchain

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/consensus/misc/eip1559"
	"github.com/ethereum/go-ethereum/core/txpool"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/miner"
	"github.com/holiman/uint256"
)

// adoptedKey is where the database holds the hash of the block that is, or is about to become, the head.
var adoptedKey = []byte("mergit-adopted-block")

// indexing bounds the wait for go-ethereum's index of transactions when a chain is opened.
const indexing = 10 * time.Second

// Run seals a block every Period while a transaction is pending, or one that is sealed is not finalized. Otherwise it is
// silent, so that an idle chain has confirmed everything and its disk does not grow. It returns nil once ctx ends.
func (c *Chain) Run(ctx context.Context) error {
	tick := time.NewTicker(c.cfg.Period)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		due, err := c.due()
		if err != nil {
			return fmt.Errorf("look for transactions: %w", err)
		}
		if !due {
			continue
		}
		if _, err := c.Commit(); err != nil {
			return err
		}
	}
}

// due tells whether there is anything to seal a block for. Only transactions count: were empty blocks to wait for their own
// finality, each would ask for the next.
func (c *Chain) due() (bool, error) {
	c.sealing.Lock()
	defer c.sealing.Unlock()
	if err := c.backend.TxPool().Sync(); err != nil {
		return false, err
	}
	blocks := c.backend.BlockChain()
	if c.waiting(blocks.CurrentBlock()) {
		return true, nil
	}
	head := blocks.CurrentBlock().Number.Uint64()
	for n := c.behind(head) + 1; n <= head; n++ {
		if blocks.GetHeaderByNumber(n).TxHash != types.EmptyTxsHash {
			return true, nil
		}
	}
	return false, nil
}

// waiting tells whether a pending transaction can be sealed, now or once the base fee has fallen. One that pays less than
// the base fee ever falls to would keep the chain busy for ever.
func (c *Chain) waiting(head *types.Header) bool {
	pool := c.backend.TxPool()
	if pending, _ := pool.Stats(); pending == 0 {
		return false
	}
	next := eip1559.CalcBaseFee(c.backend.BlockChain().Config(), head)
	if next.Cmp(head.BaseFee) < 0 {
		return true
	}
	_, fit := pool.Pending(txpool.PendingFilter{MinTip: uint256.NewInt(leastTip), BaseFee: uint256.MustFromBig(next)})
	return fit > 0
}

// Commit seals one block with what is pending, be it nothing. When it returns, the pool follows the new head too: the
// account's pending nonce is right. Seen from RPC alone it trails the receipts by a moment.
func (c *Chain) Commit() (*types.Block, error) {
	c.sealing.Lock()
	defer c.sealing.Unlock()
	if err := c.backend.TxPool().Sync(); err != nil {
		return nil, fmt.Errorf("wait for pending transactions: %w", err)
	}
	parent := c.backend.BlockChain().CurrentBlock()
	block, err := c.seal(parent, max(now(), parent.Time+1), false)
	if err != nil {
		return nil, err
	}
	return block, c.adopt(block)
}

// mined is how many blocks Mine adopts at a time: go-ethereum keeps the branch that it adopts in memory.
const mined = 1000

// Mine seals many empty blocks, far faster than as many commits: nobody is told of each. Pending transactions stay pending.
func (c *Chain) Mine(blocks int) error {
	c.sealing.Lock()
	defer c.sealing.Unlock()
	for blocks > 0 {
		parent := c.backend.BlockChain().CurrentBlock()
		var tip *types.Block
		for range min(blocks, mined) {
			block, err := c.seal(parent, max(now(), parent.Time+1), true)
			if err != nil {
				return err
			}
			tip, parent = block, block.Header()
		}
		if err := c.adopt(tip); err != nil {
			return err
		}
		blocks -= mined
	}
	return nil
}

// Reorg replaces the last depth blocks by depth + 1 empty ones, as if a longer branch had been found. Their transactions
// are pending again. A finalized block is not replaced: depth is at most Config.Lag.
func (c *Chain) Reorg(depth uint64) error {
	c.sealing.Lock()
	defer c.sealing.Unlock()
	blocks := c.backend.BlockChain()
	head := blocks.CurrentBlock()
	if depth > c.cfg.Lag || depth > head.Number.Uint64() {
		return fmt.Errorf("reorg of %d blocks at height %d: only the last %d are not finalized", depth, head.Number, c.cfg.Lag)
	}
	parent := blocks.GetHeaderByNumber(head.Number.Uint64() - depth)
	at := max(now(), head.Time+1) // later than any replaced block, so that no new one equals it
	var tip *types.Block
	for range depth + 1 {
		block, err := c.seal(parent, at, true)
		if err != nil {
			return err
		}
		tip, parent, at = block, block.Header(), at+1
	}
	return c.adopt(tip)
}

// seal builds a block on parent and writes it with its state. It is not canonical yet and nobody is told.
func (c *Chain) seal(parent *types.Header, at uint64, empty bool) (*types.Block, error) {
	number := parent.Number.Uint64() + 1
	args := &miner.BuildPayloadArgs{
		Parent:      parent.Hash(),
		Timestamp:   at,
		Withdrawals: types.Withdrawals{},
		BeaconRoot:  new(common.Hash),
	}
	block, _, err := c.backend.Miner().BuildTestingPayload(args, nil, empty, nil)
	if err != nil {
		return nil, fmt.Errorf("build block %d: %w", number, err)
	}
	if _, err := c.backend.BlockChain().InsertBlockWithoutSetHead(context.Background(), block, false); err != nil {
		return nil, fmt.Errorf("write block %d: %w", number, err)
	}
	return block, nil
}

// adopt makes a sealed block the head. go-ethereum never syncs its database, whose log reaches the disk in blocks of 32 KiB:
// a kill took the last few blocks with it. So the block and our decision are synced first; only then is the block canonical
// and its receipts are served, and should the marker of that be lost, resume repeats it.
func (c *Chain) adopt(block *types.Block) error {
	db := c.backend.ChainDb()
	if err := db.Put(adoptedKey, block.Hash().Bytes()); err != nil {
		return fmt.Errorf("note block %d: %w", block.NumberU64(), err)
	}
	if err := db.SyncKeyValue(); err != nil {
		return fmt.Errorf("sync block %d: %w", block.NumberU64(), err)
	}
	return c.enthrone(block)
}

func (c *Chain) enthrone(block *types.Block) error {
	if _, err := c.backend.BlockChain().SetCanonical(block); err != nil {
		return fmt.Errorf("make block %d the head: %w", block.NumberU64(), err)
	}
	c.tag()
	if err := c.backend.TxPool().Sync(); err != nil {
		return fmt.Errorf("let pending transactions follow block %d: %w", block.NumberU64(), err)
	}
	return nil
}

// tag moves safe and finalized to Lag blocks behind the head.
func (c *Chain) tag() {
	blocks := c.backend.BlockChain()
	final := blocks.GetHeaderByNumber(c.behind(blocks.CurrentBlock().Number.Uint64()))
	blocks.SetSafe(final)
	blocks.SetFinalized(final)
}

// behind is the height of the last finalized block under a head.
func (c *Chain) behind(head uint64) uint64 {
	return head - min(head, c.cfg.Lag)
}

// resume brings the chain to the last adopted block, or a new one to its first.
func (c *Chain) resume() error {
	blocks, db := c.backend.BlockChain(), c.backend.ChainDb()
	adopted, err := db.Has(adoptedKey)
	if err != nil {
		return fmt.Errorf("look for the last block: %w", err)
	}
	if !adopted {
		_, err = c.Commit()
	} else if err = c.readopt(); err == nil {
		c.tag()
	}
	if err != nil {
		return err
	}
	for deadline := time.Now().Add(indexing); !blocks.TxIndexDone(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			return errors.New("go-ethereum does not finish its index of transactions")
		}
	}
	return nil
}

func (c *Chain) readopt() error {
	raw, err := c.backend.ChainDb().Get(adoptedKey)
	if err != nil {
		return fmt.Errorf("read the last block's hash: %w", err)
	}
	hash, blocks := common.BytesToHash(raw), c.backend.BlockChain()
	if blocks.CurrentBlock().Hash() == hash {
		return nil
	}
	block := blocks.GetBlockByHash(hash)
	if block == nil {
		return fmt.Errorf("the last block, %s, is gone", hash)
	}
	return c.enthrone(block)
}

func now() uint64 { return uint64(time.Now().Unix()) }
