package commands_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/commandtest"
	"github.com/mergit-io/mergit/events"
)

var signerRef = commands.SignerRef{Workspace: commandtest.Workspace, Signer: commandtest.Signer}

func prepared(nonce uint64, goals ...string) events.TxPrepared {
	tx := events.TxPrepared{Nonce: nonce, Hash: fmt.Sprintf("0x%d", nonce), Raw: "0xraw", Purpose: "proof.bundles"}
	for _, g := range goals {
		tx.Bundles = append(tx.Bundles, events.BundleRef{Workspace: commandtest.Workspace, Goal: g, Bundle: events.Sum([]byte(g))})
	}
	return tx
}

func prepare(tx events.TxPrepared) commands.PrepareTx {
	return commands.PrepareTx{SignerRef: signerRef, Tx: tx}
}

func TestANonceIsGivenOutOnce(t *testing.T) {
	t.Parallel()
	past := signer(prepared(5, "g1"))
	past.When(by("chain"), prepare(prepared(6, "g2"))).Then(t, prepared(6, "g2"))
	past.When(by("chain"), prepare(prepared(4))).Refuses(t, refusal("NONCE_TAKEN"))
	past.When(by("chain"), prepare(prepared(5, "g1"))).Then(t) // its answer was lost
	other := prepared(5, "g2")
	other.Hash = "0xother"
	past.When(by("chain"), prepare(other)).Refuses(t, refusal("NONCE_TAKEN"))
	for _, end := range []events.Event{events.TxSettled{Nonce: 5, Hash: "0x5"}, events.TxAbandoned{Nonce: 5}} {
		signer(prepared(5, "g1"), end).When(by("chain"), prepare(other)).Refuses(t, refusal("NONCE_TAKEN"))
	}
	if s := past.State(); s.Next != 6 {
		t.Errorf("next nonce is %d", s.Next)
	}
}

func TestABundleIsOnItsWayOnce(t *testing.T) {
	t.Parallel()
	past := signer(prepared(1, "g1", "g2"))
	past.When(by("chain"), prepare(prepared(2, "g2"))).Refuses(t, refusal("BUNDLE_CARRIED"))
	past.And(events.TxAbandoned{Nonce: 1, Reason: "dropped"}).When(by("chain"), prepare(prepared(2, "g2"))).Then(t, prepared(2, "g2"))
}

func TestANonceIsReplacedUntilItIsSettled(t *testing.T) {
	t.Parallel()
	replaced := events.TxReplaced{Nonce: 1, Replaces: "0x1", Hash: "0x1b", Raw: "0xraw2"}
	replace := commands.ReplaceTx{SignerRef: signerRef, Tx: replaced}
	settled := events.TxSettled{Nonce: 1, Hash: "0x1", Block: 7}
	settle := commands.SettleTx{SignerRef: signerRef, Tx: settled}
	abandoned := events.TxAbandoned{Nonce: 1, Reason: "done already"}
	abandon := commands.AbandonTx{SignerRef: signerRef, Tx: abandoned}

	past := signer(prepared(1, "g1"))
	past.When(by("chain"), replace).Then(t, replaced)
	past.And(replaced).When(by("chain"), replace).Then(t)
	if open := past.State().Open(); len(open) != 1 || !slices.Equal(open[0].Hashes, []string{"0x1", "0x1b"}) || open[0].Latest != "0xraw2" {
		t.Errorf("open are %+v", open)
	}
	past.When(by("chain"), abandon).Then(t, abandoned)
	past.When(by("chain"), settle).Then(t, settled) // the older one made it
	stranger := settle
	stranger.Tx.Hash = "0xstranger"
	past.When(by("chain"), stranger).Refuses(t, refusal("TX_UNKNOWN"))

	past.And(settled)
	past.When(by("chain"), replace).Refuses(t, refusal("NONCE_CLOSED"))
	past.When(by("chain"), settle).Refuses(t, refusal("NONCE_CLOSED"))
	past.When(by("chain"), abandon).Refuses(t, refusal("NONCE_CLOSED"))
	if s := past.State(); len(s.Open()) != 0 || s.Carries(events.Sum([]byte("g1"))) {
		t.Error("a settled nonce is still open")
	}
}

func TestOpenTransactionsAreListedByNonce(t *testing.T) {
	t.Parallel()
	s := signer(prepared(3), prepared(7), prepared(9), events.TxSettled{Nonce: 7, Hash: "0x7"}).State()
	var nonces []uint64
	for _, tx := range s.Open() {
		nonces = append(nonces, tx.Nonce)
	}
	if !slices.Equal(nonces, []uint64{3, 9}) || s.Next != 10 {
		t.Errorf("open are %v, next is %d", nonces, s.Next)
	}
}
