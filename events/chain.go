package events

import "encoding/json"

// FamilyChain holds what contracts emitted, one stream per chain and contract:
// a copy of their logs up to the finalized block, in the order of the chain.
const FamilyChain = "chain"

// Chain is any fact about one contract's logs.
//
//sumtype:decl
type Chain interface {
	Event
	isChain()
}

type chainFact struct{}

func (chainFact) isChain() {}

// ChainStream is the stream of one contract's logs: "<chain id>-0x<address>",
// lower case.
func ChainStream(workspace, chainAndContract string) StreamID {
	return StreamID{Workspace: workspace, Family: FamilyChain, ID: chainAndContract, Part: Whole}
}

// LogObserved: a contract's log was seen in a finalized block. What it is, is
// its place: block hash and index. The same transaction in another block is
// another log.
type LogObserved struct {
	chainFact
	ContractName string `json:"contract_name"` // "AgentPassport"
	// Event is the Solidity event's name, empty if the contract's ABI, as this
	// binary has it, does not explain the log.
	Event string `json:"event"`
	// Args are the event's arguments by name, as RFC 8785 JSON: addresses and
	// bytes as 0x…, lower case; integers of up to 48 bits as numbers, wider ones
	// as decimal strings; an indexed string, bytes, array or tuple as the hash
	// that stands for it in the log.
	Args   json.RawMessage `json:"args"`
	Topics []string        `json:"topics"` // 0x…, as the chain has them
	// Data is 0x… as the chain has it; "sha256:" and its digest if it has more
	// than 64 KiB, and then Args is {}.
	Data string  `json:"data"`
	At   OnChain `json:"at"`
	Time uint64  `json:"time"` // of the block, in seconds since 1970
}

// LogRemoved: a block that was final is gone, and a log that was observed with
// it. Logs are removed newest first; those of the blocks that took their place
// are observed anew.
type LogRemoved struct {
	chainFact
	ContractName string          `json:"contract_name"`
	Event        string          `json:"event"`
	Args         json.RawMessage `json:"args"` // as they were observed
	At           OnChain         `json:"at"`   // where it was
	// Canonical is the hash of the block that stands at that height now, empty
	// if the chain does not reach it any more.
	Canonical string `json:"canonical,omitempty"`
}

var (
	logObserved = define[LogObserved](FamilyChain, "log.observed", 1, OfAggregate)
	logRemoved  = define[LogRemoved](FamilyChain, "log.removed", 1, OfAggregate)
)

func (LogObserved) kind() *Kind { return logObserved }
func (LogRemoved) kind() *Kind  { return logRemoved }
