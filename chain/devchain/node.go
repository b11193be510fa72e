package devchain

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/eth"
	"github.com/ethereum/go-ethereum/eth/ethconfig"
	"github.com/ethereum/go-ethereum/eth/filters"
	"github.com/ethereum/go-ethereum/node"
	"github.com/ethereum/go-ethereum/p2p"
	"github.com/ethereum/go-ethereum/params"
	"github.com/ethereum/go-ethereum/rpc"
)

const (
	// nodeName names the node's folder below Config.Dir.
	nodeName = "node"
	loopback = "127.0.0.1"

	// gasLimit is a block's, in gas. Half of it may be used before the base fee rises: about 1,000 bundles.
	gasLimit = 150_000_000
	// usualTip is the tip that the node suggests while there are no others to go by, in wei: 1 gwei. Blocks of an idle chain
	// let the base fee decay to 7 wei, and this keeps fees large enough to be raised by a tenth.
	usualTip = params.GWei
	// leastTip is the tip below which nothing is pooled or sealed, in wei. It is not usualTip, because clients that
	// estimate by eth_feeHistory offer 1 wei on an empty chain.
	leastTip = 1

	// cacheMB and openFiles size the database. The defaults preallocate half a gigabyte.
	cacheMB   = 64
	openFiles = 64
)

// newNode makes a node without peers and takes hold of its folder.
func newNode(cfg Config) (*node.Node, error) {
	identity, err := crypto.GenerateKey() // nobody ever connects; given so that it is not written to a file
	if err != nil {
		return nil, err
	}
	c := node.DefaultConfig
	c.Name = nodeName
	c.DataDir = cfg.Dir
	c.UseLightweightKDF = true
	c.P2P = p2p.Config{PrivateKey: identity, NoDiscovery: true, NoDial: true}
	c.HTTPHost, c.HTTPPort = loopback, cfg.HTTPPort
	c.HTTPModules = []string{"eth", "net", "web3", "txpool"}
	c.WSHost, c.WSPort = loopback, cfg.WSPort
	c.WSModules = c.HTTPModules

	stack, err := node.New(&c)
	if errors.Is(err, node.ErrDatadirUsed) {
		return nil, fmt.Errorf("%w: another process has it open", ErrInUse)
	}
	return stack, err
}

// newBackend opens the chain itself. It is an archive on hashes: each block's state is written with the block, where the
// path scheme would keep it in memory until a clean stop.
func newBackend(stack *node.Node, cfg Config, dev common.Address) (*eth.Ethereum, error) {
	c := ethconfig.Defaults
	c.NetworkId = uint64(cfg.ChainID)
	c.Genesis = genesis(cfg, dev)
	c.SyncMode = ethconfig.FullSync
	c.StateScheme = rawdb.HashScheme
	c.NoPruning = true
	c.SnapshotCache = 0      // rebuilt after every kill otherwise
	c.TransactionHistory = 0 // all
	c.LogNoHistory = true    // blooms do for a chain of this size
	c.DatabaseCache, c.DatabaseHandles = cacheMB, openFiles
	c.TrieCleanCache, c.TrieDirtyCache = cacheMB, 0
	c.TxPool.NoLocals = true
	c.TxPool.PriceLimit = leastTip
	c.TxPool.AccountSlots, c.TxPool.GlobalSlots = 4096, 16384
	c.TxPool.AccountQueue, c.TxPool.GlobalQueue = 4096, 16384
	c.BlobPool.Datadir = "" // blobs are kept in memory: nobody posts them here
	c.Miner.GasCeil = gasLimit
	c.Miner.GasPrice = big.NewInt(usualTip)

	backend, err := eth.New(stack, &c)
	if err != nil {
		if mismatch, ok := errors.AsType[*core.GenesisMismatchError](err); ok {
			return nil, fmt.Errorf("the folder holds another chain (other chain ID, key or alloc): %w", mismatch)
		}
		return nil, err
	}
	// The node's price is both what it suggests and what it seals for; only the former is meant.
	if err := backend.Miner().SetGasTip(big.NewInt(leastTip)); err != nil {
		return nil, err
	}
	logs := filters.NewFilterSystem(backend.APIBackend, filters.Config{LogCacheSize: c.FilterLogCacheSize})
	stack.RegisterAPIs([]rpc.API{{Namespace: "eth", Service: filters.NewFilterAPI(logs)}})
	return backend, nil
}

// genesis is written out in full, for it must not change when go-ethereum's own development chain does.
func genesis(cfg Config, dev common.Address) *core.Genesis {
	zero, start := new(big.Int), new(uint64)
	alloc := types.GenesisAlloc{
		dev:                              {Balance: new(big.Int).Mul(big.NewInt(1_000_000_000), big.NewInt(params.Ether))},
		params.BeaconRootsAddress:        {Nonce: 1, Code: params.BeaconRootsCode, Balance: zero},
		params.HistoryStorageAddress:     {Nonce: 1, Code: params.HistoryStorageCode, Balance: zero},
		params.WithdrawalQueueAddress:    {Nonce: 1, Code: params.WithdrawalQueueCode, Balance: zero},
		params.ConsolidationQueueAddress: {Nonce: 1, Code: params.ConsolidationQueueCode, Balance: zero},
	}
	for address, account := range cfg.Alloc {
		alloc[address] = account
	}
	return &core.Genesis{
		Config: &params.ChainConfig{
			ChainID:                 big.NewInt(cfg.ChainID),
			HomesteadBlock:          zero,
			EIP150Block:             zero,
			EIP155Block:             zero,
			EIP158Block:             zero,
			ByzantiumBlock:          zero,
			ConstantinopleBlock:     zero,
			PetersburgBlock:         zero,
			IstanbulBlock:           zero,
			MuirGlacierBlock:        zero,
			BerlinBlock:             zero,
			LondonBlock:             zero,
			ArrowGlacierBlock:       zero,
			GrayGlacierBlock:        zero,
			TerminalTotalDifficulty: zero,
			ShanghaiTime:            start,
			CancunTime:              start,
			PragueTime:              start,
			OsakaTime:               start,
			BlobScheduleConfig: &params.BlobScheduleConfig{
				Cancun: params.DefaultCancunBlobConfig,
				Prague: params.DefaultPragueBlobConfig,
			},
		},
		ExtraData:  fmt.Appendf(nil, "mergit %d", cfg.ChainID), // a genesis block's hash does not cover the chain ID
		GasLimit:   gasLimit,
		BaseFee:    big.NewInt(params.InitialBaseFee),
		Difficulty: zero,
		Alloc:      alloc,
	}
}
