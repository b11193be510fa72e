package merkle_test

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/merkle"
	"github.com/mergit-io/mergit/contracts/bindings"
)

func TestContractAgreesOnRandomTrees(t *testing.T) {
	t.Parallel()
	proofs := deploy(t)
	random := rand.New(rand.NewPCG(7, 7))
	sizes := []int{1, 2, 3, 7, 8, 9, 64, 65, 256}
	for range 6 {
		sizes = append(sizes, 1+random.IntN(256))
	}

	var ids, roots [][32]byte
	var counts []uint64
	trees := make([][]merkle.Leaf, len(sizes))
	for i, size := range sizes {
		trees[i], _ = randomLeaves(random.Uint64(), size)
		ids = append(ids, merkle.BundleID(fmt.Sprint("goal ", i)))
		roots = append(roots, merkle.Root(trees[i]))
		counts = append(counts, uint64(size))
	}
	receipt := proofs.transact(t, proofs.binding.PackRecordBundles(ids, roots, counts))
	t.Logf("%d bundles in one transaction: %d gas", len(ids), receipt.GasUsed)
	for i, log := range receipt.Logs {
		event, err := proofs.binding.UnpackBundleRecordedEvent(log)
		if err != nil || event.BundleId != ids[i] || event.Root != roots[i] || event.Size != counts[i] {
			t.Errorf("event %d: %+v, %v", i, event, err)
		}
	}

	for i, leaves := range trees {
		for _, index := range slices.Compact([]int{0, random.IntN(len(leaves)), len(leaves) - 1}) {
			path := merkle.Prove(leaves, index)
			if !proofs.verify(t, ids[i], leaves[index].Data(), uint64(index), path) {
				t.Errorf("the contract refuses leaf %d of %d", index, len(leaves))
			}
			for range 4 {
				data, at, forged := forge(random, leaves[index].Data(), uint64(index), path)
				want := merkle.VerifyData(data, at, counts[i], forged, roots[i])
				if got := proofs.verify(t, ids[i], data, at, forged); got != want {
					t.Errorf("leaf %d of %d, forged as %d by %x: contract %t, Go %t", index, len(leaves), at, forged, got, want)
				}
			}
		}
	}
}

func TestConflictCarriesBothBundles(t *testing.T) {
	t.Parallel()
	proofs := deploy(t)
	id := merkle.BundleID("goal")
	proofs.transact(t, proofs.binding.PackRecordBundle(id, [32]byte{1}, 3))
	proofs.transact(t, proofs.binding.PackRecordBundle(id, [32]byte{1}, 3))

	_, err := bind.Transact(proofs.bound, proofs.sender, proofs.binding.PackRecordBundle(id, [32]byte{2}, 4))
	refusal, ok := errors.AsType[rpc.DataError](err)
	if !ok {
		t.Fatalf("recording another bundle: %v", err)
	}
	data, _ := refusal.ErrorData().(string)
	got, err := proofs.binding.UnpackError(common.FromHex(data))
	want := bindings.ProofOfWorkBundleConflict{
		BundleId: id, RecordedRoot: [32]byte{1}, RecordedSize: 3, OfferedRoot: [32]byte{2}, OfferedSize: 4,
	}
	if conflict, ok := got.(*bindings.ProofOfWorkBundleConflict); !ok || err != nil || *conflict != want {
		t.Errorf("refused with %+v, %v; want %+v", got, err, want)
	}
}

// forge spoils one part of a proof.
func forge(random *rand.Rand, data []byte, index uint64, path [][32]byte) ([]byte, uint64, [][32]byte) {
	path = slices.Clone(path)
	switch random.IntN(5) {
	case 0:
		data[random.IntN(len(data))] ^= 1 << random.IntN(8)
	case 1:
		index ^= 1 << random.IntN(10)
	case 2:
		path = append(path, [32]byte{byte(random.IntN(256))})
	case 3:
		if len(path) > 0 {
			path = path[:len(path)-1]
		}
	default:
		if len(path) > 0 {
			path[random.IntN(len(path))][random.IntN(32)] ^= 1 << random.IntN(8)
		}
	}
	return data, index, path
}

// contract is ProofOfWork on a chain of its own.
type contract struct {
	chain   *devchain.Chain
	client  *ethclient.Client
	binding *bindings.ProofOfWork
	bound   *bind.BoundContract
	sender  *bind.TransactOpts
}

func deploy(t *testing.T) *contract {
	t.Helper()
	chain, err := devchain.Open(devchain.Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := chain.Close(); err != nil {
			t.Error(err)
		}
	})
	client, err := ethclient.DialContext(t.Context(), chain.HTTP())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	c := &contract{chain: chain, client: client, binding: bindings.NewProofOfWork()}
	c.sender = bind.NewKeyedTransactor(chain.Key(), big.NewInt(chain.ChainID()))
	c.sender.Context = t.Context()
	roles := c.binding.PackConstructor(chain.Address(), chain.Address())
	address, tx, err := bind.DeployContract(c.sender, common.FromHex(bindings.ProofOfWorkMetaData.Bin), client, roles)
	if err != nil {
		t.Fatal(err)
	}
	c.seal(t, tx)
	c.bound = c.binding.Instance(client, address)
	return c
}

func (c *contract) transact(t *testing.T, call []byte) *types.Receipt {
	t.Helper()
	tx, err := bind.Transact(c.bound, c.sender, call)
	if err != nil {
		t.Fatal(err)
	}
	return c.seal(t, tx)
}

func (c *contract) seal(t *testing.T, tx *types.Transaction) *types.Receipt {
	t.Helper()
	if _, err := c.chain.Commit(); err != nil {
		t.Fatal(err)
	}
	receipt, err := c.client.TransactionReceipt(t.Context(), tx.Hash())
	if err != nil || receipt.Status != types.ReceiptStatusSuccessful {
		t.Fatalf("receipt of %s: %+v, %v", tx.Hash(), receipt, err)
	}
	return receipt
}

func (c *contract) verify(t *testing.T, bundle [32]byte, data []byte, index uint64, path [][32]byte) bool {
	t.Helper()
	call := c.binding.PackVerifyTask(bundle, data, new(big.Int).SetUint64(index), path)
	proven, err := bind.Call(c.bound, &bind.CallOpts{Context: t.Context()}, call, c.binding.UnpackVerifyTask)
	if err != nil {
		t.Fatal(err)
	}
	return proven
}
