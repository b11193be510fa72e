// Package devchain is an EVM chain inside this process: a go-ethereum node without peers that seals its own blocks,
// keeps them in a folder and answers JSON-RPC on loopback.
//
// A block is on disk before anybody can see a receipt of it, so neither kill -9 nor a power cut takes back what was
// reported. Pending transactions are not kept: whoever sent them sends them again.
package devchain

import (
	"cmp"
	"crypto/ecdsa"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/eth"
	"github.com/ethereum/go-ethereum/node"
)

// ErrInUse says that another process, or another Chain of this one, holds the folder.
var ErrInUse = errors.New("chain folder is in use")

// Config says what chain to open. The zero value is a chain in memory.
type Config struct {
	// ChainID is the chain's ID. Defaults to 1337.
	ChainID int64
	// Dir is the folder that holds blocks and key. Empty keeps everything in memory.
	Dir string
	// HTTPPort is the loopback port of JSON-RPC over HTTP. 0 picks a free one.
	HTTPPort int
	// WSPort is the loopback port of JSON-RPC over WebSocket. 0 picks a free one. The same as HTTPPort, 0 included, serves
	// both on one.
	WSPort int
	// Period is the time between two blocks. Defaults to 1 s. Timestamps have whole seconds and must grow, so below
	// 1 s the chain's time runs ahead of the clock.
	Period time.Duration
	// Lag is how many blocks the tags safe and finalized are behind latest. Defaults to 1.
	Lag uint64
	// Alloc is funded in the genesis block besides the developer's account. It is part of the chain's identity: a
	// folder opens only with what it was made with.
	Alloc types.GenesisAlloc
	// Log receives go-ethereum's errors, and nothing below. It is one for the whole process, the last opened chain's.
	// Defaults to slog.Default().
	Log *slog.Logger
}

func (c Config) withDefaults() Config {
	if c.ChainID == 0 {
		c.ChainID = 1337
	}
	if c.Period == 0 {
		c.Period = time.Second
	}
	if c.Lag == 0 {
		c.Lag = 1
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	return c
}

func (c Config) validate() error {
	var faults []error
	if c.ChainID < 0 {
		faults = append(faults, fmt.Errorf("chain ID %d is negative", c.ChainID))
	}
	if c.Period < 0 {
		faults = append(faults, fmt.Errorf("period %s is negative", c.Period))
	}
	for name, port := range map[string]int{"HTTP": c.HTTPPort, "WebSocket": c.WSPort} {
		if port < 0 || port > 65535 {
			faults = append(faults, fmt.Errorf("%s port %d is not in 0 to 65535", name, port))
		}
	}
	return errors.Join(faults...)
}

// Chain is an open chain. It answers RPC at once and seals blocks while Run runs.
type Chain struct {
	cfg     Config
	key     *ecdsa.PrivateKey
	node    *node.Node
	backend *eth.Ethereum

	sealing sync.Mutex // one block at a time
	closed  func() error
}

// Open opens the chain in cfg.Dir, or makes it. It returns an error that wraps ErrInUse if somebody else has it open.
// The chain starts with one empty block; before that go-ethereum has no index of transactions and does not say "unknown"
// of an unknown one.
func Open(cfg Config) (*Chain, error) {
	if err := cfg.validate(); err != nil {
		return nil, fmt.Errorf("open chain: %w", err)
	}
	cfg = cfg.withDefaults()
	hush(cfg.Log)
	chain, err := open(cfg)
	if err != nil {
		return nil, fmt.Errorf("open chain %d in %s: %w", cfg.ChainID, cmp.Or(cfg.Dir, "memory"), err)
	}
	return chain, nil
}

func open(cfg Config) (_ *Chain, err error) {
	if cfg.Dir != "" {
		if err := os.MkdirAll(cfg.Dir, 0o700); err != nil {
			return nil, err
		}
	}
	stack, err := newNode(cfg) // holds the folder from here on
	if err != nil {
		return nil, err
	}
	chain := &Chain{cfg: cfg, node: stack, closed: sync.OnceValue(stack.Close)}
	defer func() {
		if err != nil {
			err = errors.Join(err, chain.Close())
		}
	}()
	if chain.key, err = loadKey(cfg.Dir, filepath.Join(cfg.Dir, nodeName)); err != nil {
		return nil, err
	}
	if chain.backend, err = newBackend(stack, cfg, chain.Address()); err != nil {
		return nil, err
	}
	if err = stack.Start(); err != nil {
		return nil, err
	}
	chain.backend.SetSynced() // no beacon client will ever say so; without it the pool refuses transactions
	if err = chain.resume(); err != nil {
		return nil, err
	}
	return chain, nil
}

// HTTP is the URL of JSON-RPC over HTTP.
func (c *Chain) HTTP() string { return c.node.HTTPEndpoint() }

// WS is the URL of JSON-RPC over WebSocket.
func (c *Chain) WS() string { return c.node.WSEndpoint() }

// ChainID is the chain's ID.
func (c *Chain) ChainID() int64 { return c.cfg.ChainID }

// Key is the developer's key, whose account is funded in the genesis block. It is made with the chain and kept beside
// it, in the file dev.key with mode 0600.
func (c *Chain) Key() *ecdsa.PrivateKey { return c.key }

// Address is the account of Key.
func (c *Chain) Address() common.Address { return crypto.PubkeyToAddress(c.key.PublicKey) }

// Close stops RPC and leaves the folder. Run must have returned. Closing again does nothing.
func (c *Chain) Close() error { return c.closed() }
