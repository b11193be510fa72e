package events

// Proof facts live in the goal's own aggregate and follow its end.

// ProofPending: the goal's done tasks were bundled into a Merkle tree that is to
// be recorded on a chain.
type ProofPending struct {
	goalFact
	Bundle Digest   `json:"bundle"` // SHA-256 of the goal's ID
	Root   Digest   `json:"root"`   // RFC 9162 tree head
	Tasks  []string `json:"tasks"`  // leaves, in plan order
}

// ProofSubmitted: a transaction that records the bundle was sent.
type ProofSubmitted struct {
	goalFact
	Bundle Digest `json:"bundle"`
	Chain  uint64 `json:"chain"`  // chain ID
	Signer string `json:"signer"` // 0x…
	Tx     string `json:"tx"`     // 0x…, transaction hash
}

// ProofConfirmed: the bundle stands in a finalized block.
type ProofConfirmed struct {
	goalFact
	Bundle    Digest `json:"bundle"`
	Chain     uint64 `json:"chain"`
	Tx        string `json:"tx"`
	Block     uint64 `json:"block"`
	BlockHash string `json:"block_hash"`
}

// ProofReorged: the block that held the transaction is no longer canonical.
type ProofReorged struct {
	goalFact
	Bundle    Digest `json:"bundle"`
	Tx        string `json:"tx"`
	Block     uint64 `json:"block"`
	BlockHash string `json:"block_hash"`
}

// ProofDeadLettered: recording was given up; an operator must look.
type ProofDeadLettered struct {
	goalFact
	Bundle   Digest `json:"bundle"`
	Attempts int    `json:"attempts"`
	Reason   string `json:"reason"`
}

var (
	proofPending      = define[ProofPending](FamilyGoal, "proof.pending", 1, OfAggregate)
	proofSubmitted    = define[ProofSubmitted](FamilyGoal, "proof.submitted", 1, OfAggregate)
	proofConfirmed    = define[ProofConfirmed](FamilyGoal, "proof.confirmed", 1, OfAggregate)
	proofReorged      = define[ProofReorged](FamilyGoal, "proof.reorged", 1, OfAggregate)
	proofDeadLettered = define[ProofDeadLettered](FamilyGoal, "proof.dead_lettered", 1, OfAggregate)
)

func (ProofPending) kind() *Kind      { return proofPending }
func (ProofSubmitted) kind() *Kind    { return proofSubmitted }
func (ProofConfirmed) kind() *Kind    { return proofConfirmed }
func (ProofReorged) kind() *Kind      { return proofReorged }
func (ProofDeadLettered) kind() *Kind { return proofDeadLettered }
