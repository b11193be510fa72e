// Package deploy sees to it that Mergit's contracts are on a chain, and remembers where.
package deploy

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/big"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
)

// Chain is what a deployment asks of a node; *ethclient.Client is one.
type Chain interface {
	ChainID(ctx context.Context) (*big.Int, error)
	CodeAt(ctx context.Context, account common.Address, block *big.Int) ([]byte, error)
	NonceAt(ctx context.Context, account common.Address, block *big.Int) (uint64, error)
	HeaderByNumber(ctx context.Context, number *big.Int) (*types.Header, error)
	SuggestGasTipCap(ctx context.Context) (*big.Int, error)
	EstimateGas(ctx context.Context, call ethereum.CallMsg) (uint64, error)
	CallContract(ctx context.Context, call ethereum.CallMsg, block *big.Int) ([]byte, error)
	SendTransaction(ctx context.Context, tx *types.Transaction) error
	TransactionReceipt(ctx context.Context, tx common.Hash) (*types.Receipt, error)
}

// Key signs for one account; *wallet.Wallet is one.
type Key interface {
	Address() common.Address
	Sign(tx *types.Transaction, chainID *big.Int) (*types.Transaction, error)
}

// Config of a deployment. The zero value is useful.
type Config struct {
	// Recorder may record bundles. Defaults to the deployer.
	Recorder common.Address
	// Poll is how often the chain is looked at. Defaults to 200 ms.
	Poll time.Duration
	// Resend is when a transaction that is in no block is sent again. Defaults to 10 s.
	Resend time.Duration
	// Log is told what is being done. Defaults to nobody.
	Log *slog.Logger
}

// Addresses say where the contracts of one chain are. They are public and belong into the repository for public chains.
type Addresses struct {
	ChainID     uint64         `json:"chain_id"`
	ProofOfWork common.Address `json:"proof_of_work"`
	// Block is that of the deployment: nothing of the contracts stands in earlier ones.
	Block uint64      `json:"block,omitempty"`
	Tx    common.Hash `json:"tx,omitzero"`
	// Pending is a deployment that is on its way, signed. It is stored before it is sent, so that whoever comes next sends
	// the same one again.
	Pending hexutil.Bytes `json:"pending,omitempty"`
}

// File is where the addresses of a chain are kept below a folder: <chain ID>.json.
func File(dir string, chainID uint64) string {
	return filepath.Join(dir, strconv.FormatUint(chainID, 10)+".json")
}

// Read reads what is known of a chain. It answers fs.ErrNotExist if nothing is.
func Read(dir string, chainID uint64) (Addresses, error) {
	var a Addresses
	file := File(dir, chainID)
	text, err := os.ReadFile(file)
	if err != nil {
		return a, err
	}
	if err := json.Unmarshal(text, &a); err != nil {
		return a, fmt.Errorf("%s: %w", file, err)
	}
	if a.ChainID != chainID {
		return a, fmt.Errorf("%s is about chain %d", file, a.ChainID)
	}
	return a, nil
}

// Ensure returns where the contracts of the chain are, and deploys those that are not there. The recorder has its role when
// it returns, and all of it is final. It waits as long as the context lets it for transactions; other errors it returns.
//
// It may be killed at any time and run again: what it sends it stored before. Only one process may use the key meanwhile.
func Ensure(ctx context.Context, chain Chain, key Key, dir string, cfg Config) (Addresses, error) {
	cfg.Poll, cfg.Resend = cmp.Or(cfg.Poll, 200*time.Millisecond), cmp.Or(cfg.Resend, 10*time.Second)
	if cfg.Recorder == (common.Address{}) {
		cfg.Recorder = key.Address()
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	id, err := chain.ChainID(ctx)
	if err != nil {
		return Addresses{}, fmt.Errorf("deploy contracts: chain ID: %w", err)
	}
	d := &deployment{chain: chain, key: key, id: id, dir: dir, cfg: cfg}
	a, err := d.ensure(ctx)
	if err != nil {
		return Addresses{}, fmt.Errorf("deploy contracts on chain %s: %w", id, err)
	}
	return a, nil
}

type deployment struct {
	chain Chain
	key   Key
	id    *big.Int
	dir   string
	cfg   Config
}

func (d *deployment) ensure(ctx context.Context) (Addresses, error) {
	a, err := Read(d.dir, d.id.Uint64())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return a, err
	}
	if len(a.Pending) > 0 {
		if a, err = d.finish(ctx, a); err != nil {
			return a, err
		}
	}
	there, err := d.there(ctx, a.ProofOfWork)
	if err != nil {
		return a, err
	}
	if !there {
		if a, err = d.begin(ctx); err == nil {
			a, err = d.finish(ctx, a)
		}
		if err == nil && a.ProofOfWork == (common.Address{}) {
			err = fmt.Errorf("somebody else uses the account %s: give it to one process only", d.key.Address())
		}
		if err != nil {
			return a, err
		}
	}
	return a, d.grant(ctx, a)
}

// there reports whether an address has code.
func (d *deployment) there(ctx context.Context, at common.Address) (bool, error) {
	if at == (common.Address{}) {
		return false, nil
	}
	code, err := d.chain.CodeAt(ctx, at, nil)
	if err != nil {
		return false, fmt.Errorf("look for code at %s: %w", at, err)
	}
	return len(code) > 0, nil
}

// write stores what is known, whole or not at all.
func (d *deployment) write(a Addresses) (err error) {
	text, err := json.MarshalIndent(a, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(d.dir, 0o755); err != nil {
		return err
	}
	temp, err := os.CreateTemp(d.dir, ".deployment.*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(temp.Name()))
		}
	}()
	_, err = temp.Write(append(text, '\n'))
	if err = errors.Join(err, temp.Chmod(0o644), temp.Sync(), temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), File(d.dir, d.id.Uint64()))
}
