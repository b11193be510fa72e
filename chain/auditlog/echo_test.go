package auditlog

import (
	"testing"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// TestAnEchoIsHeardAsSuch is about what nothing but an idle log would show: that events of the signer's are followed from
// the transaction they began with, and that what cannot be read is no echo.
func TestAnEchoIsHeardAsSuch(t *testing.T) {
	t.Parallel()
	signer := events.SignerStream("main", "1-0xa0")
	other := events.SignerStream("main", "1-0xb0")
	var e echo
	for i, c := range []struct {
		stream     events.StreamID
		kind, body string
		want       bool
	}{
		{signer, "tx.prepared", `{"nonce":1,"purpose":"audit.anchor"}`, true},
		{signer, "tx.prepared", `{"nonce":2,"purpose":"proof.bundles"}`, false},
		{signer, "tx.replaced", `{"nonce":1}`, true},
		{signer, "tx.replaced", `{"nonce":2}`, false},
		{other, "tx.replaced", `{"nonce":1}`, false},
		{other, "tx.settled", `{"nonce":1}`, false},
		{signer, "tx.settled", `{"nonce":1}`, true},
		{signer, "tx.settled", `{"nonce":1}`, false},
		{signer, "tx.prepared", `{"nonce":3,"purpose":"audit.anchor"}`, true},
		{signer, "tx.abandoned", `{"nonce":3}`, true},
		{signer, "tx.abandoned", `{"nonce":3}`, false},
		{signer, "tx.prepared", `{`, false},
		{events.ChainStream("main", "1-0xc0"), "log.observed", `{"contract_name":"AuditTrail","event":"Anchored"}`, true},
		{events.ChainStream("main", "1-0xc0"), "log.removed", `{"contract_name":"AuditTrail","event":"Anchored"}`, true},
		{events.ChainStream("main", "1-0xc0"), "log.observed", `{"contract_name":"AuditTrail","event":"ActionLogged"}`, false},
		{events.ChainStream("main", "1-0xc0"), "log.observed", `{"contract_name":"Badges","event":"Anchored"}`, false},
		{events.ChainStream("main", "1-0xc0"), "log.observed", `[]`, false},
		{events.AuditStream("main"), "checkpoint.signed", `?`, true},
		{events.GoalStream("main", "g"), "goal.submitted", `{"purpose":"audit.anchor"}`, false},
	} {
		r := eventlog.Record{Meta: events.Meta{Stream: c.stream}, Kind: c.kind, Body: []byte(c.body)}
		if heard := e.hears(r); heard != c.want {
			t.Errorf("event %d, %s of %s: an echo is %t", i, c.kind, c.stream, heard)
		}
	}
}
