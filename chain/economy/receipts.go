package economy

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/contracts/bindings"
)

// logOf finds the first log of an event in a receipt. The bindings read topics unchecked.
func logOf(r *types.Receipt, topic common.Hash, topics int) (*types.Log, bool) {
	for _, l := range r.Logs {
		if len(l.Topics) == topics && l.Topics[0] == topic {
			return l, true
		}
	}
	return nil, false
}

// Withdrawn is how much a transaction paid out, in wei.
func Withdrawn(r *types.Receipt) (*big.Int, bool) {
	contract := stakes.GetABI()
	l, ok := logOf(r, contract.Events[bindings.StakeRegistryWithdrawn{}.ContractEventName()].ID, 3)
	if !ok {
		return nil, false
	}
	e, err := stakes.UnpackWithdrawnEvent(l)
	if err != nil {
		return nil, false
	}
	return e.Amount, true
}

// Opened is the number of the challenge that a transaction opened.
func Opened(r *types.Receipt) (*big.Int, bool) {
	contract := challenges.GetABI()
	l, ok := logOf(r, contract.Events[bindings.ChallengeManagerChallengeOpened{}.ContractEventName()].ID, 4)
	if !ok {
		return nil, false
	}
	e, err := challenges.UnpackChallengeOpenedEvent(l)
	if err != nil {
		return nil, false
	}
	return e.Id, true
}

// Funded is the ID of the escrow that a transaction funded.
func Funded(r *types.Receipt) (common.Hash, bool) {
	contract := escrows.GetABI()
	l, ok := logOf(r, contract.Events[bindings.TaskEscrowEscrowFunded{}.ContractEventName()].ID, 4)
	if !ok {
		return common.Hash{}, false
	}
	return l.Topics[1], true
}
