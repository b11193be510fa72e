package chaintest

import (
	"math/big"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/contracts/bindings"
)

// Trail is an AuditTrail, a contract that is easily had to emit logs, on a chain that seals when it is told to.
type Trail struct {
	testing.TB
	Chain   *devchain.Chain // nil on another node
	ID      uint64          // of the chain
	Seal    func() error    // a block
	Node    txmgr.Node
	Key     *wallet.Wallet
	Address common.Address
	Block   uint64 // of the deployment, which emits two logs
	Nonce   uint64 // next of Key
}

// NewTrail opens a dev chain and deploys the contract.
func NewTrail(t testing.TB, cfg devchain.Config) *Trail {
	t.Helper()
	w := &Trail{TB: t, Key: Wallet(t)}
	w.Chain = Open(t, cfg, w.Key)
	w.Node, w.ID = Node(t, w.Chain.HTTP()), uint64(w.Chain.ChainID())
	w.Seal = func() error { _, err := w.Chain.Commit(); return err }
	w.Deploy()
	return w
}

// NewForeignTrail deploys the contract to anvil.
func NewForeignTrail(t testing.TB) (w *Trail, url string) {
	t.Helper()
	node, url := Anvil(t)
	w = &Trail{TB: t, Key: Wallet(t), Node: node, ID: 10143}
	w.Seal = func() error { return node.Client.Client().CallContext(t.Context(), nil, "anvil_mine", "0x1") }
	Rich(t, node, w.Key.Address(), 1_000_000)
	w.Deploy()
	return w, url
}

// Deploy deploys the contract, once more if there is one.
func (w *Trail) Deploy() {
	w.Helper()
	tx := w.Send(nil, common.FromHex(bindings.AuditTrailMetaData.Bin), bindings.NewAuditTrail().PackConstructor(w.Key.Address(), w.Key.Address()))
	w.Commit()
	var receipt *types.Receipt
	Eventually(w.TB, "the contract is deployed", func() bool {
		var err error
		receipt, err = w.Node.TransactionReceipt(w.Context(), tx.Hash())
		return err == nil
	})
	w.Address, w.Block = receipt.ContractAddress, receipt.BlockNumber.Uint64()
}

// Sign signs a transaction with the next nonce.
func (w *Trail) Sign(to *common.Address, data ...[]byte) *types.Transaction {
	w.Helper()
	tx, err := w.Key.Sign(types.NewTx(&types.DynamicFeeTx{
		Nonce: w.Nonce, Gas: 3_000_000, To: to, Data: slices.Concat(data...), GasTipCap: big.NewInt(1e9), GasFeeCap: big.NewInt(3e11),
	}), new(big.Int).SetUint64(w.ID))
	if err != nil {
		w.Fatal(err)
	}
	w.Nonce++
	return tx
}

// Send signs a transaction and makes it pending.
func (w *Trail) Send(to *common.Address, data ...[]byte) *types.Transaction {
	w.Helper()
	tx := w.Sign(to, data...)
	if err := w.Node.SendTransaction(w.Context(), tx); err != nil {
		w.Fatal(err)
	}
	return tx
}

// Log has the contract emit a log in the next block.
func (w *Trail) Log(payload byte) *types.Transaction {
	w.Helper()
	return w.Send(&w.Address, bindings.NewAuditTrail().PackLog([32]byte{1}, [32]byte{2}, [32]byte{payload}))
}

// Commit seals a block.
func (w *Trail) Commit() {
	w.Helper()
	if err := w.Seal(); err != nil {
		w.Fatal(err)
	}
}
