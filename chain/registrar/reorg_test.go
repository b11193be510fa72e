package registrar

import (
	"log/slog"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

// The manager says so when a final block is gone. The log has the passport by then, and cannot be believed any more.
func TestAGoneBlockHasTheChainAskedWhateverTheLogSays(t *testing.T) {
	t.Parallel()
	store := chaintest.Store{Log: new(memlog.Log), Keys: new(memlog.Keys), Blobs: new(memlog.Blobs)}
	set, key, contract := store.Commands(), chaintest.Wallet(t), common.Address{0xc0}
	node := chaintest.Node(t, "http://127.0.0.1:1") // nothing is asked
	manager, err := txmgr.New(txmgr.Config{Commands: set, Chain: node, ChainID: 1337, Key: key, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	r, err := New(Config{Commands: set, Chain: node, Contract: contract, Minter: manager, Revoker: manager, Snapshots: new(chaintest.Snapshots), Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	ref := commands.AgentRef{Workspace: "main", Agent: "a1"}
	address := common.Address{0xa1}
	for _, c := range []commands.Named{
		commands.RegisterAgent{AgentRef: ref, AgentName: "Ada", Roles: []string{"coder"}, Address: hexutil.Encode(address[:]), Capabilities: events.Capabilities{Trust: commands.TrustHigh}},
		commands.SeePassport{AgentRef: ref, Passport: events.PassportMinted{TokenID: "7"}},
	} {
		if _, err := set.Dispatch(t.Context(), commands.Request{At: time.Now(), Actor: "user:test"}, c); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		to   common.Address
		data []byte
		anew bool
	}{
		"minting":           {contract, r.contract.register(address, events.Sum([]byte("x")), "did:mergit:a1", ""), true},
		"revoking":          {contract, r.contract.revoke(big.NewInt(7)), true},
		"of nobody":         {contract, r.contract.revoke(big.NewInt(8)), false},
		"of another":        {contract, r.contract.register(common.Address{0xa2}, events.Sum([]byte("x")), "", ""), false},
		"to another":        {common.Address{0xc1}, r.contract.revoke(big.NewInt(7)), false},
		"a slot filled up":  {key.Address(), nil, false},
		"of another making": {contract, []byte{1, 2, 3, 4}, false},
	} {
		tx, err := key.Sign(types.NewTx(&types.DynamicFeeTx{ChainID: big.NewInt(1337), To: &c.to, Data: c.data, Gas: 21000}), big.NewInt(1337))
		if err != nil {
			t.Fatal(err)
		}
		raw, err := tx.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		r.queue = queue{}
		if err := (client{r}).Reorged(t.Context(), events.TxPrepared{Raw: hexutil.Encode(raw)}, nil); err != nil {
			t.Fatal(err)
		}
		if j, due, _ := r.due(); due != c.anew || due && (!j.anew || j.agent != ref.Stream()) {
			t.Errorf("%s: due %t, %+v", name, due, j)
		}
	}
}
