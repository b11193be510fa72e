package auditlog

import (
	"encoding/json"
	"slices"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// Purpose is that of the transactions that anchor checkpoints.
const Purpose = "audit.anchor"

// Of the chain's logs: who emits an anchor, and as what.
const (
	contractName = "AuditTrail"
	anchorEvent  = "Anchored"
)

// echo knows the events that checkpoints and their anchors lead to. On an otherwise idle log they must lead to no further
// ones, or the two would go on for ever.
type echo struct {
	// Open are the nonces of anchoring transactions that are not settled, by the stream of their signer.
	Open map[string][]uint64 `json:"open,omitempty"`
}

// hears reports whether an event is nothing but an echo. What cannot be read is none.
func (e *echo) hears(r eventlog.Record) bool {
	switch r.Stream.Family {
	case events.FamilyAudit:
		return true
	case events.FamilyChain:
		var log struct {
			ContractName string `json:"contract_name"`
			Event        string `json:"event"`
		}
		return json.Unmarshal(r.Body, &log) == nil && log.ContractName == contractName && log.Event == anchorEvent
	case events.FamilySigner:
		var tx struct {
			Nonce   uint64 `json:"nonce"`
			Purpose string `json:"purpose"`
		}
		return json.Unmarshal(r.Body, &tx) == nil && e.anchors(r, tx.Nonce, tx.Purpose)
	}
	return false
}

// anchors reports whether a signer's event is about a transaction that anchors.
func (e *echo) anchors(r eventlog.Record, nonce uint64, purpose string) bool {
	signer := r.Stream.String()
	i := slices.Index(e.Open[signer], nonce)
	switch r.Kind {
	case txPrepared:
		if purpose != Purpose {
			return false
		}
		if e.Open == nil {
			e.Open = map[string][]uint64{}
		}
		e.Open[signer] = append(e.Open[signer], nonce)
		return true
	case txSettled, txAbandoned:
		if i >= 0 {
			e.Open[signer] = slices.Delete(e.Open[signer], i, i+1)
		}
	}
	return i >= 0
}

var (
	txPrepared  = events.KindOf[events.TxPrepared]().Name
	txSettled   = events.KindOf[events.TxSettled]().Name
	txAbandoned = events.KindOf[events.TxAbandoned]().Name
)
