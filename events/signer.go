package events

// FamilySigner holds the outbox of each signing key, one stream per chain and
// address: what was prepared is stored before anything is sent.
const FamilySigner = "signer"

// Signer is any fact about one signing key's transactions.
//
//sumtype:decl
type Signer interface {
	Event
	isSigner()
}

type signerFact struct{}

func (signerFact) isSigner() {}

// BundleRef names a bundle inside a transaction and the goal it proves.
type BundleRef struct {
	Workspace string `json:"workspace"`
	Goal      string `json:"goal"`
	Bundle    Digest `json:"bundle"`
	Root      Digest `json:"root"`
	Size      uint64 `json:"size"` // leaves
}

// TxPrepared: a transaction was signed and may be sent.
type TxPrepared struct {
	signerFact
	Nonce   uint64      `json:"nonce"`
	Hash    string      `json:"hash"` // 0x…
	Raw     string      `json:"raw"`  // 0x…, the signed transaction
	To      string      `json:"to"`
	Purpose string      `json:"purpose"` // "proof.bundles", "cancel", …
	Bundles []BundleRef `json:"bundles,omitempty"`
}

// TxReplaced: the same nonce was signed again, with a higher fee.
type TxReplaced struct {
	signerFact
	Nonce    uint64 `json:"nonce"`
	Replaces string `json:"replaces"` // hash before
	Hash     string `json:"hash"`
	Raw      string `json:"raw"`
}

// TxSettled: one of a nonce's transactions stands in a finalized block.
type TxSettled struct {
	signerFact
	Nonce     uint64 `json:"nonce"`
	Hash      string `json:"hash"`
	Block     uint64 `json:"block"`
	BlockHash string `json:"block_hash"`
	Reverted  bool   `json:"reverted,omitempty"`
	GasUsed   uint64 `json:"gas_used,omitempty"`
}

// TxAbandoned: no transaction of the nonce can be included any more, or what it
// was for is already done.
type TxAbandoned struct {
	signerFact
	Nonce  uint64 `json:"nonce"`
	Reason string `json:"reason"`
}

var (
	txPrepared  = define[TxPrepared](FamilySigner, "tx.prepared", 1, OfAggregate)
	txReplaced  = define[TxReplaced](FamilySigner, "tx.replaced", 1, OfAggregate)
	txSettled   = define[TxSettled](FamilySigner, "tx.settled", 1, OfAggregate)
	txAbandoned = define[TxAbandoned](FamilySigner, "tx.abandoned", 1, OfAggregate)
)

func (TxPrepared) kind() *Kind  { return txPrepared }
func (TxReplaced) kind() *Kind  { return txReplaced }
func (TxSettled) kind() *Kind   { return txSettled }
func (TxAbandoned) kind() *Kind { return txAbandoned }
