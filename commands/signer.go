package commands

import (
	"maps"
	"slices"

	"github.com/mergit-io/mergit/events"
)

// Signer is the outbox of one signing key folded: which transactions may be on
// their way.
type Signer struct {
	answers
	Next uint64 // nonce after the highest prepared
	open map[uint64]*Tx
	// carried holds the bundles of the open transactions. Those of settled ones
	// are the goals' own proof state.
	carried map[events.Digest]bool
}

// Tx is one nonce and everything that was signed for it.
type Tx struct {
	events.TxPrepared
	Hashes []string // all that were signed, oldest first
	Latest string   // raw form of the newest
}

// NewSigner is an outbox of which nothing is known.
func NewSigner() *Signer { return &Signer{} }

// Open lists what is prepared and not settled, lowest nonce first.
func (s *Signer) Open() []*Tx {
	open := make([]*Tx, 0, len(s.open))
	for _, nonce := range slices.Sorted(maps.Keys(s.open)) {
		open = append(open, s.open[nonce])
	}
	return open
}

// Carries reports whether an open transaction records a bundle.
func (s *Signer) Carries(bundle events.Digest) bool { return s.carried[bundle] }

// Evolve folds one fact in.
func (s *Signer) Evolve(e events.Envelope[events.Event]) {
	s.record(e.Meta)
	fact, ok := e.Fact.(events.Signer)
	if !ok {
		return
	}
	if s.open == nil {
		s.open, s.carried = map[uint64]*Tx{}, map[events.Digest]bool{}
	}
	switch f := fact.(type) {
	case events.TxPrepared:
		s.open[f.Nonce] = &Tx{TxPrepared: f, Hashes: []string{f.Hash}, Latest: f.Raw}
		s.Next = max(s.Next, f.Nonce+1)
		for _, b := range f.Bundles {
			s.carried[b.Bundle] = true
		}
	case events.TxReplaced:
		if tx, ok := s.open[f.Nonce]; ok {
			tx.Hashes, tx.Latest = append(tx.Hashes, f.Hash), f.Raw
		}
	case events.TxSettled:
		s.close(f.Nonce)
	case events.TxAbandoned:
		s.close(f.Nonce)
	}
}

// close ends a nonce.
func (s *Signer) close(nonce uint64) {
	if tx, ok := s.open[nonce]; ok {
		for _, b := range tx.Bundles {
			delete(s.carried, b.Bundle)
		}
	}
	delete(s.open, nonce)
}

// SignerRef is the signer a command is about: "<chain id>-0x<address>".
type SignerRef struct {
	Workspace string `json:"workspace"`
	Signer    string `json:"signer"`
}

// Stream is the signer's aggregate.
func (r SignerRef) Stream() events.StreamID { return events.SignerStream(r.Workspace, r.Signer) }

// PrepareTx stores a signed transaction before it is sent. The nonce must be
// free: two processes with one key cannot both get it.
type PrepareTx struct {
	SignerRef
	Tx events.TxPrepared `json:"tx"`
}

// Name implements Command.
func (PrepareTx) Name() string { return "tx.prepare" }

func (PrepareTx) guarded() bool { return true }

// Decide implements Command.
func (c PrepareTx) Decide(s *Signer, _ Request) ([]events.Event, error) {
	if tx, ok := s.open[c.Tx.Nonce]; ok && tx.Hash == c.Tx.Hash {
		return nil, nil
	}
	if c.Tx.Nonce < s.Next {
		return nil, refuse(Conflict, "NONCE_TAKEN", "nonce %d of %s was prepared already", c.Tx.Nonce, c.Signer)
	}
	for _, b := range c.Tx.Bundles {
		if s.Carries(b.Bundle) {
			return nil, refuse(Conflict, "BUNDLE_CARRIED", "bundle %s is on its way already", b.Bundle)
		}
	}
	return []events.Event{c.Tx}, nil
}

// ReplaceTx stores another signed transaction for a nonce.
type ReplaceTx struct {
	SignerRef
	Tx events.TxReplaced `json:"tx"`
}

// Name implements Command.
func (ReplaceTx) Name() string { return "tx.replace" }

func (ReplaceTx) guarded() bool { return true }

// Decide implements Command.
func (c ReplaceTx) Decide(s *Signer, _ Request) ([]events.Event, error) {
	tx, err := c.prepared(s, c.Tx.Nonce)
	if err != nil {
		return nil, err
	}
	if slices.Contains(tx.Hashes, c.Tx.Hash) {
		return nil, nil
	}
	return []events.Event{c.Tx}, nil
}

// SettleTx says that a nonce's transaction is finalized.
type SettleTx struct {
	SignerRef
	Tx events.TxSettled `json:"tx"`
}

// Name implements Command.
func (SettleTx) Name() string { return "tx.settle" }

// Decide implements Command.
func (c SettleTx) Decide(s *Signer, _ Request) ([]events.Event, error) {
	tx, err := c.prepared(s, c.Tx.Nonce)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(tx.Hashes, c.Tx.Hash) {
		return nil, refuse(Conflict, "TX_UNKNOWN", "transaction %s was never signed for nonce %d of %s; if another took the nonce, abandon it", c.Tx.Hash, c.Tx.Nonce, c.Signer)
	}
	return []events.Event{c.Tx}, nil
}

// AbandonTx gives a nonce up.
type AbandonTx struct {
	SignerRef
	Tx events.TxAbandoned `json:"tx"`
}

// Name implements Command.
func (AbandonTx) Name() string { return "tx.abandon" }

// Decide implements Command.
func (c AbandonTx) Decide(s *Signer, _ Request) ([]events.Event, error) {
	if _, err := c.prepared(s, c.Tx.Nonce); err != nil {
		return nil, err
	}
	return []events.Event{c.Tx}, nil
}

func (r SignerRef) prepared(s *Signer, nonce uint64) (*Tx, error) {
	tx, ok := s.open[nonce]
	if !ok {
		return nil, refuse(Conflict, "NONCE_CLOSED", "nonce %d of %s is not open", nonce, r.Signer)
	}
	return tx, nil
}
