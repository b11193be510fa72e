// Code generated via abigen V2 - DO NOT EDIT.
// This file is a generated binding and any manual changes will be lost.

package bindings

import (
	"bytes"
	"errors"
	"math/big"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// Reference imports to suppress errors if they are not otherwise used.
var (
	_ = bytes.Equal
	_ = errors.New
	_ = big.NewInt
	_ = common.Big1
	_ = types.BloomLookup
	_ = abi.ConvertType
)

// ITaskEscrowEscrow is an auto generated low-level Go binding around an user-defined struct.
type ITaskEscrowEscrow struct {
	Amount   *big.Int
	ProvenAt uint64
	State    uint8
}

// ITaskEscrowTerms is an auto generated low-level Go binding around an user-defined struct.
type ITaskEscrowTerms struct {
	Goal     [32]byte
	Task     [32]byte
	Payer    common.Address
	Payee    common.Address
	Deadline uint64
}

// TaskEscrowMetaData contains all meta data concerning the TaskEscrow contract.
var TaskEscrowMetaData = bind.MetaData{
	ABI: "[{\"type\":\"constructor\",\"inputs\":[{\"name\":\"admin\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"adminDelay\",\"type\":\"uint48\",\"internalType\":\"uint48\"},{\"name\":\"pauser\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"proven\",\"type\":\"address\",\"internalType\":\"contractIProofOfWork\"},{\"name\":\"challenged\",\"type\":\"address\",\"internalType\":\"contractIChallengeManager\"},{\"name\":\"length\",\"type\":\"uint64\",\"internalType\":\"uint64\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"DEFAULT_ADMIN_ROLE\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"PAUSER_ROLE\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"acceptDefaultAdminTransfer\",\"inputs\":[],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"beginDefaultAdminTransfer\",\"inputs\":[{\"name\":\"newAdmin\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"cancelDefaultAdminTransfer\",\"inputs\":[],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"challenges\",\"inputs\":[],\"outputs\":[{\"name\":\"manager\",\"type\":\"address\",\"internalType\":\"contractIChallengeManager\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"changeDefaultAdminDelay\",\"inputs\":[{\"name\":\"newDelay\",\"type\":\"uint48\",\"internalType\":\"uint48\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"defaultAdmin\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"defaultAdminDelay\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"uint48\",\"internalType\":\"uint48\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"defaultAdminDelayIncreaseWait\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"uint48\",\"internalType\":\"uint48\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"due\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"amount\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"escrow\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"outputs\":[{\"name\":\"known\",\"type\":\"tuple\",\"internalType\":\"structITaskEscrow.Escrow\",\"components\":[{\"name\":\"amount\",\"type\":\"uint128\",\"internalType\":\"uint128\"},{\"name\":\"provenAt\",\"type\":\"uint64\",\"internalType\":\"uint64\"},{\"name\":\"state\",\"type\":\"uint8\",\"internalType\":\"enumITaskEscrow.State\"}]}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"fund\",\"inputs\":[{\"name\":\"goal\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"task\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"payee\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"deadline\",\"type\":\"uint64\",\"internalType\":\"uint64\"}],\"outputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"payable\"},{\"type\":\"function\",\"name\":\"getRoleAdmin\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"grantRole\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"hasRole\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"idOf\",\"inputs\":[{\"name\":\"terms\",\"type\":\"tuple\",\"internalType\":\"structITaskEscrow.Terms\",\"components\":[{\"name\":\"goal\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"task\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"payer\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"payee\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"deadline\",\"type\":\"uint64\",\"internalType\":\"uint64\"}]}],\"outputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"pure\"},{\"type\":\"function\",\"name\":\"owner\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"pause\",\"inputs\":[],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"paused\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"pendingDefaultAdmin\",\"inputs\":[],\"outputs\":[{\"name\":\"newAdmin\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"schedule\",\"type\":\"uint48\",\"internalType\":\"uint48\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"pendingDefaultAdminDelay\",\"inputs\":[],\"outputs\":[{\"name\":\"newDelay\",\"type\":\"uint48\",\"internalType\":\"uint48\"},{\"name\":\"schedule\",\"type\":\"uint48\",\"internalType\":\"uint48\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"proofs\",\"inputs\":[],\"outputs\":[{\"name\":\"contractOfProofs\",\"type\":\"address\",\"internalType\":\"contractIProofOfWork\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"prove\",\"inputs\":[{\"name\":\"terms\",\"type\":\"tuple\",\"internalType\":\"structITaskEscrow.Terms\",\"components\":[{\"name\":\"goal\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"task\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"payer\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"payee\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"deadline\",\"type\":\"uint64\",\"internalType\":\"uint64\"}]},{\"name\":\"leaf\",\"type\":\"bytes\",\"internalType\":\"bytes\"},{\"name\":\"index\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"path\",\"type\":\"bytes32[]\",\"internalType\":\"bytes32[]\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"refund\",\"inputs\":[{\"name\":\"terms\",\"type\":\"tuple\",\"internalType\":\"structITaskEscrow.Terms\",\"components\":[{\"name\":\"goal\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"task\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"payer\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"payee\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"deadline\",\"type\":\"uint64\",\"internalType\":\"uint64\"}]}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"release\",\"inputs\":[{\"name\":\"terms\",\"type\":\"tuple\",\"internalType\":\"structITaskEscrow.Terms\",\"components\":[{\"name\":\"goal\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"task\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"payer\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"payee\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"deadline\",\"type\":\"uint64\",\"internalType\":\"uint64\"}]}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"renounceRole\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"revokeRole\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"rollbackDefaultAdminDelay\",\"inputs\":[],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"supportsInterface\",\"inputs\":[{\"name\":\"interfaceId\",\"type\":\"bytes4\",\"internalType\":\"bytes4\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"unpause\",\"inputs\":[],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"window\",\"inputs\":[],\"outputs\":[{\"name\":\"length\",\"type\":\"uint64\",\"internalType\":\"uint64\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"withdraw\",\"inputs\":[{\"name\":\"to\",\"type\":\"address\",\"internalType\":\"addresspayable\"}],\"outputs\":[{\"name\":\"amount\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"event\",\"name\":\"DefaultAdminDelayChangeCanceled\",\"inputs\":[],\"anonymous\":false},{\"type\":\"event\",\"name\":\"DefaultAdminDelayChangeScheduled\",\"inputs\":[{\"name\":\"newDelay\",\"type\":\"uint48\",\"indexed\":false,\"internalType\":\"uint48\"},{\"name\":\"effectSchedule\",\"type\":\"uint48\",\"indexed\":false,\"internalType\":\"uint48\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"DefaultAdminTransferCanceled\",\"inputs\":[],\"anonymous\":false},{\"type\":\"event\",\"name\":\"DefaultAdminTransferScheduled\",\"inputs\":[{\"name\":\"newAdmin\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"acceptSchedule\",\"type\":\"uint48\",\"indexed\":false,\"internalType\":\"uint48\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"EscrowFunded\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"payer\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"payee\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"goal\",\"type\":\"bytes32\",\"indexed\":false,\"internalType\":\"bytes32\"},{\"name\":\"task\",\"type\":\"bytes32\",\"indexed\":false,\"internalType\":\"bytes32\"},{\"name\":\"deadline\",\"type\":\"uint64\",\"indexed\":false,\"internalType\":\"uint64\"},{\"name\":\"amount\",\"type\":\"uint128\",\"indexed\":false,\"internalType\":\"uint128\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"EscrowProven\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"result\",\"type\":\"bytes32\",\"indexed\":false,\"internalType\":\"bytes32\"},{\"name\":\"releasableAt\",\"type\":\"uint64\",\"indexed\":false,\"internalType\":\"uint64\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"EscrowRefunded\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"payer\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"amount\",\"type\":\"uint128\",\"indexed\":false,\"internalType\":\"uint128\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"EscrowReleased\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"payee\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"amount\",\"type\":\"uint128\",\"indexed\":false,\"internalType\":\"uint128\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"Paused\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"indexed\":false,\"internalType\":\"address\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"RoleAdminChanged\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"previousAdminRole\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"newAdminRole\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"RoleGranted\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"sender\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"RoleRevoked\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"sender\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"Unpaused\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"indexed\":false,\"internalType\":\"address\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"Withdrawn\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"to\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"amount\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"}],\"anonymous\":false},{\"type\":\"error\",\"name\":\"AccessControlBadConfirmation\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"AccessControlEnforcedDefaultAdminDelay\",\"inputs\":[{\"name\":\"schedule\",\"type\":\"uint48\",\"internalType\":\"uint48\"}]},{\"type\":\"error\",\"name\":\"AccessControlEnforcedDefaultAdminRules\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"AccessControlInvalidDefaultAdmin\",\"inputs\":[{\"name\":\"defaultAdmin\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"AccessControlUnauthorizedAccount\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"neededRole\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}]},{\"type\":\"error\",\"name\":\"AmountMissing\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"DeadlinePassed\",\"inputs\":[{\"name\":\"deadline\",\"type\":\"uint64\",\"internalType\":\"uint64\"},{\"name\":\"time\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"EnforcedPause\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"EscrowExists\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"state\",\"type\":\"uint8\",\"internalType\":\"enumITaskEscrow.State\"}]},{\"type\":\"error\",\"name\":\"EscrowFrozen\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"pending\",\"type\":\"uint64\",\"internalType\":\"uint64\"},{\"name\":\"until\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"EscrowNotIn\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"have\",\"type\":\"uint8\",\"internalType\":\"enumITaskEscrow.State\"},{\"name\":\"want\",\"type\":\"uint8\",\"internalType\":\"enumITaskEscrow.State\"}]},{\"type\":\"error\",\"name\":\"ExpectedPause\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"FailedCall\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"InsufficientBalance\",\"inputs\":[{\"name\":\"balance\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"needed\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"LeafForeign\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"goal\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"task\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"LeafMalformed\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"length\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"NotRefundable\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"state\",\"type\":\"uint8\",\"internalType\":\"enumITaskEscrow.State\"},{\"name\":\"deadline\",\"type\":\"uint64\",\"internalType\":\"uint64\"}]},{\"type\":\"error\",\"name\":\"NothingDue\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"ProofInvalid\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"goal\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"index\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"ProofRefuted\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}]},{\"type\":\"error\",\"name\":\"RecipientMissing\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"ReentrancyGuardReentrantCall\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"SafeCastOverflowedUintDowncast\",\"inputs\":[{\"name\":\"bits\",\"type\":\"uint8\",\"internalType\":\"uint8\"},{\"name\":\"value\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"WindowOpen\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"until\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]}]",
	ID:  "TaskEscrow",
	Bin: "0x60e060405234801561000f575f5ffd5b50604051612a09380380612a0983398101604081905261002e91610215565b85858581836001600160a01b03811661006057604051636116401160e11b81525f600482015260240160405180910390fd5b600180546001600160d01b0316600160d01b65ffffffffffff8516021790556100895f826100e8565b5050506100bc7f65d7a28e3265b37a6474929f336521b332c1681b933f6cb9f3376673440d862a826100e860201b60201c565b5050506001600160a01b0393841660805250911660a0526001600160401b031660c052506102ad915050565b5f82610144575f6101016002546001600160a01b031690565b6001600160a01b03161461012857604051631fe1e13d60e11b815260040160405180910390fd5b600280546001600160a01b0319166001600160a01b0384161790555b61014e8383610157565b90505b92915050565b5f828152602081815260408083206001600160a01b038516845290915281205460ff166101f7575f838152602081815260408083206001600160a01b03861684529091529020805460ff191660011790556101af3390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a4506001610151565b505f610151565b6001600160a01b0381168114610212575f5ffd5b50565b5f5f5f5f5f5f60c0878903121561022a575f5ffd5b8651610235816101fe565b602088015190965065ffffffffffff81168114610250575f5ffd5b6040880151909550610261816101fe565b6060880151909450610272816101fe565b6080880151909350610283816101fe565b60a08801519092506001600160401b038116811461029f575f5ffd5b809150509295509295509295565b60805160a05160c0516127086103015f395f81816103c901528181610a14015261141c01525f8181610263015281816107d501528181610a7c0152610b6301525f818161038b01526112e901526127085ff3fe6080604052600436106101f5575f3560e01c8063649a5ec711610117578063b663cdec116100ac578063d0b346ce1161007c578063d602b9fd11610062578063d602b9fd14610632578063d9ce754a14610646578063e63ab1e914610665575f5ffd5b8063d0b346ce146105f4578063d547741f14610613575f5ffd5b8063b663cdec14610573578063cc8463c814610592578063cefc1429146105a6578063cf6eefb7146105ba575f5ffd5b806391d14854116100e757806391d14854146104bf578063a1eda53c14610501578063a217fddf14610534578063a7e7503214610547575f5ffd5b8063649a5ec71461045b5780638456cb591461047a57806384ef8ffc1461048e5780638da5cb5b146104ab575f5ffd5b806336568abe1161018d5780634cd975c31161015d5780634cd975c3146103f357806351cff8d9146104065780635c975abb14610425578063634e93da1461043c575f5ffd5b806336568abe1461034a5780633f4ba83a14610369578063435d53f21461037d578063461645bf146103af575f5ffd5b806316d1e3c7116101c857806316d1e3c7146102b1578063248a9ca3146102d05780632f2ff15d1461030c578063358c8eeb1461032b575f5ffd5b806301ffc9a7146101f9578063022d63fb1461022d57806309af4fe6146102555780630aa6220b1461029b575b5f5ffd5b348015610204575f5ffd5b50610218610213366004612098565b610698565b60405190151581526020015b60405180910390f35b348015610238575f5ffd5b50620697805b60405165ffffffffffff9091168152602001610224565b348015610260575f5ffd5b507f00000000000000000000000000000000000000000000000000000000000000005b6040516001600160a01b039091168152602001610224565b3480156102a6575f5ffd5b506102af6106c2565b005b3480156102bc575f5ffd5b506102af6102cb3660046120d5565b6106d7565b3480156102db575f5ffd5b506102fe6102ea3660046120ef565b5f9081526020819052604090206001015490565b604051908152602001610224565b348015610317575f5ffd5b506102af61032636600461211a565b610952565b348015610336575f5ffd5b506102af6103453660046120d5565b61097e565b348015610355575f5ffd5b506102af61036436600461211a565b610ce7565b348015610374575f5ffd5b506102af610da8565b348015610388575f5ffd5b507f0000000000000000000000000000000000000000000000000000000000000000610283565b3480156103ba575f5ffd5b5060405167ffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000168152602001610224565b6102fe61040136600461215d565b610dba565b348015610411575f5ffd5b506102fe6104203660046121a4565b610fb0565b348015610430575f5ffd5b5060035460ff16610218565b348015610447575f5ffd5b506102af6104563660046121a4565b611095565b348015610466575f5ffd5b506102af6104753660046121bf565b6110a8565b348015610485575f5ffd5b506102af6110bb565b348015610499575f5ffd5b506002546001600160a01b0316610283565b3480156104b6575f5ffd5b506102836110ed565b3480156104ca575f5ffd5b506102186104d936600461211a565b5f918252602082815260408084206001600160a01b0393909316845291905290205460ff1690565b34801561050c575f5ffd5b50610515611105565b6040805165ffffffffffff938416815292909116602083015201610224565b34801561053f575f5ffd5b506102fe5f81565b348015610552575f5ffd5b506105666105613660046120ef565b611157565b6040516102249190612218565b34801561057e575f5ffd5b506102af61058d3660046122a1565b6111f2565b34801561059d575f5ffd5b5061023e61146d565b3480156105b1575f5ffd5b506102af6114cb565b3480156105c5575f5ffd5b50600154604080516001600160a01b0383168152600160a01b90920465ffffffffffff16602083015201610224565b3480156105ff575f5ffd5b506102fe61060e3660046121a4565b611501565b34801561061e575f5ffd5b506102af61062d36600461211a565b61151e565b34801561063d575f5ffd5b506102af611546565b348015610651575f5ffd5b506102fe6106603660046120d5565b611558565b348015610670575f5ffd5b506102fe7f65d7a28e3265b37a6474929f336521b332c1681b933f6cb9f3376673440d862a81565b5f6001600160e01b031982166318a4c3c360e11b14806106bc57506106bc8261156b565b92915050565b5f6106cc8161159f565b6106d46115a9565b50565b6106df6115b5565b6106e76115ea565b5f6106ff6106fa36849003840184612390565b61160e565b5f818152600560205260409020805491925090600160c01b900460ff166001816004811115610730576107306121e4565b141580156107505750600281600481111561074d5761074d6121e4565b14155b1561078c57828161076760a08701608088016123f8565b60405163de56306f60e01b815260040161078393929190612413565b60405180910390fd5b60028160048111156107a0576107a06121e4565b14806107c557506107b760a08501608086016123f8565b67ffffffffffffffff164211155b156108a0575f6001600160a01b037f00000000000000000000000000000000000000000000000000000000000000001663015b0b308635602088013561081160808a0160608b016121a4565b6040516001600160e01b031960e086901b168152600481019390935260248301919091526001600160a01b031660448201526064016040805180830381865afa158015610860573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610884919061244e565b9150508061089e57838261076760a08801608089016123f8565b505b815460ff60c01b191678040000000000000000000000000000000000000000000000001782556108e96108d960608601604087016121a4565b83546001600160801b031661168d565b6108f960608501604086016121a4565b82546040516001600160801b0390911681526001600160a01b03919091169084907fc17ebae6d71323d0f2bbb00e87a9847efe200ce78341af9c56b83459a7c28fd89060200160405180910390a35050506106d46116bd565b8161097057604051631fe1e13d60e11b815260040160405180910390fd5b61097a82826116e7565b5050565b6109866115b5565b61098e6115ea565b5f6109a16106fa36849003840184612390565b5f81815260056020526040902090915060028154600160c01b900460ff1660048111156109d0576109d06121e4565b14610a015780546040516348de125360e11b8152610783918491600160c01b90910460ff1690600290600401612481565b80545f90610a439067ffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000811691600160801b9004166124b6565b905080421015610a7057604051631cb08caf60e11b81526004810184905260248101829052604401610783565b5f806001600160a01b037f00000000000000000000000000000000000000000000000000000000000000001663015b0b3087356020890135610ab860808b0160608c016121a4565b6040516001600160e01b031960e086901b168152600481019390935260248301919091526001600160a01b031660448201526064016040805180830381865afa158015610b07573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610b2b919061244e565b915091508015610b5157604051630795f5f760e31b815260048101869052602401610783565b67ffffffffffffffff821615610c33577f00000000000000000000000000000000000000000000000000000000000000006001600160a01b031663e06174e46040518163ffffffff1660e01b815260040160a060405180830381865afa158015610bbd573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610be191906124da565b60600151610bf69064ffffffffff16846124b6565b925082421015610c335760405163b8bc264b60e01b81526004810186905267ffffffffffffffff8316602482015260448101849052606401610783565b835460ff60c01b19167803000000000000000000000000000000000000000000000000178455610c7c610c6c60808801606089016121a4565b85546001600160801b031661168d565b610c8c60808701606088016121a4565b84546040516001600160801b0390911681526001600160a01b03919091169086907f528754f756ea57ed6bcba7307673e16ffb520367fe8cfe1b546ebd65ad8bcf729060200160405180910390a350505050506106d46116bd565b81158015610d0257506002546001600160a01b038281169116145b15610d9e576001546001600160a01b03811690600160a01b900465ffffffffffff1681151580610d38575065ffffffffffff8116155b80610d4b57504265ffffffffffff821610155b15610d73576040516319ca5ebb60e01b815265ffffffffffff82166004820152602401610783565b5050600180547fffffffffffff000000000000ffffffffffffffffffffffffffffffffffffffff1690555b61097a8282611711565b5f610db28161159f565b6106d4611749565b5f610dc36115b5565b610dcb6115ea565b345f03610ded5760405163d6f4df1f60e01b8152336004820152602401610783565b6001600160a01b038316610e16576040516345b95c2960e01b8152336004820152602401610783565b8167ffffffffffffffff16421115610e5357604051631ef7407960e11b815267ffffffffffffffff83166004820152426024820152604401610783565b610e9e6040518060a00160405280878152602001868152602001336001600160a01b03168152602001856001600160a01b031681526020018467ffffffffffffffff1681525061160e565b5f8181526005602052604081209192508154600160c01b900460ff166004811115610ecb57610ecb6121e4565b14610ef957805460405163d0a143cf60e01b8152610783918491600160c01b90910460ff169060040161255f565b5f610f033461179b565b8254600160c01b6001600160801b0383167fffffffffffffff00ffffffffffffffff000000000000000000000000000000009092168217178455604080518a8152602081018a905267ffffffffffffffff8816818301526060810192909252519192506001600160a01b03871691339186917e52db6e4045329955f4ccb1094df2cfeab6cdc997098ebd20305048a22a42aa9181900360800190a45050610fa86116bd565b949350505050565b5f610fb96115b5565b610fc16115ea565b6001600160a01b038216610fea576040516345b95c2960e01b8152336004820152602401610783565b335f9081526004602052604081205461100391906124b6565b9050805f03611027576040516339b3200d60e01b8152336004820152602401610783565b335f8181526004602052604080822091909155516001600160a01b03841691907fd1c19fbcd4551a5edfb66d43d2e337c04837afda3482b42bdf569a8fccdae5fb906110769085815260200190565b60405180910390a361108882826117d2565b6110906116bd565b919050565b5f61109f8161159f565b61097a82611845565b5f6110b28161159f565b61097a826118b7565b7f65d7a28e3265b37a6474929f336521b332c1681b933f6cb9f3376673440d862a6110e58161159f565b6106d4611926565b5f6111006002546001600160a01b031690565b905090565b6002545f90600160d01b900465ffffffffffff16801515801561113057504265ffffffffffff821610155b61113b575f5f61114f565b600254600160a01b900465ffffffffffff16815b915091509091565b611177604080516060810182525f80825260208201819052909182015290565b5f82815260056020908152604091829020825160608101845281546001600160801b0381168252600160801b810467ffffffffffffffff169382019390935292909190830190600160c01b900460ff1660048111156111d8576111d86121e4565b60048111156111e9576111e96121e4565b90525092915050565b5f6112056106fa36899003890189612390565b5f81815260056020526040902090915060018154600160c01b900460ff166004811115611234576112346121e4565b146112655780546040516348de125360e11b8152610783918491600160c01b90910460ff1690600190600401612481565b61127560a0890160808a016123f8565b67ffffffffffffffff164211156112c25761129660a0890160808a016123f8565b604051631ef7407960e11b815267ffffffffffffffff9091166004820152426024820152604401610783565b5f6112cf838a8a8a611963565b6040516375fdbfcb60e01b81529091506001600160a01b037f000000000000000000000000000000000000000000000000000000000000000016906375fdbfcb90611329908c35908c908c908c908c908c90600401612573565b602060405180830381865afa158015611344573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061136891906125fb565b611396576040516308ee47eb60e11b8152600481018490528935602482015260448101879052606401610783565b815467ffffffffffffffff42908116600160801b027fffffffffffffff000000000000000000ffffffffffffffffffffffffffffffff90921691909117780200000000000000000000000000000000000000000000000017835583907fcc334001877ed24d8cc889bd2bbca21857f34b60c705ca064bda2fd7fb6b5ac2908390611441907f000000000000000000000000000000000000000000000000000000000000000090612614565b6040805192835267ffffffffffffffff90911660208301520160405180910390a2505050505050505050565b6002545f90600160d01b900465ffffffffffff16801515801561149757504265ffffffffffff8216105b6114b257600154600160d01b900465ffffffffffff166114c5565b600254600160a01b900465ffffffffffff165b91505090565b6001546001600160a01b03163381146114f957604051636116401160e11b8152336004820152602401610783565b6106d4611a30565b6001600160a01b0381165f908152600460205260408120546106bc565b8161153c57604051631fe1e13d60e11b815260040160405180910390fd5b61097a8282611add565b5f6115508161159f565b6106d4611b01565b5f6106bc6106fa36849003840184612390565b5f6001600160e01b03198216637965db0b60e01b14806106bc57506301ffc9a760e01b6001600160e01b03198316146106bc565b6106d48133611b0b565b6115b35f5f611b5d565b565b6115bd611c42565b6115b360017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005b90611c82565b60035460ff16156115b35760405163d93c066560e01b815260040160405180910390fd5b5f8160405160200161167091905f60a08201905082518252602083015160208301526001600160a01b0360408401511660408301526001600160a01b03606084015116606083015267ffffffffffffffff608084015116608083015292915050565b604051602081830303815290604052805190602001209050919050565b6001600160a01b0382165f90815260046020526040812080548392906116b49084906124b6565b90915550505050565b6115b35f7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f006115e4565b5f828152602081905260409020600101546117018161159f565b61170b8383611c89565b50505050565b6001600160a01b038116331461173a5760405163334bd91960e11b815260040160405180910390fd5b6117448282611d03565b505050565b611751611d4c565b6003805460ff191690557f5db9ee0a495bf2e6ff9c91a7834c1ba4fdd244a5e8aa4e537bd38aeae4b073aa335b6040516001600160a01b03909116815260200160405180910390a1565b5f6001600160801b038211156117ce576040516306dfcc6560e41b81526080600482015260248101839052604401610783565b5090565b804710156117fc5760405163cf47918160e01b815247600482015260248101829052604401610783565b611815828260405180602001604052805f815250611d6f565b1561181e575050565b3d1561182c5761097a611d84565b60405163d6bda27560e01b815260040160405180910390fd5b5f61184e61146d565b61185742611d8f565b6118619190612634565b905061186d8282611dc1565b60405165ffffffffffff821681526001600160a01b038316907f3377dc44241e779dd06afab5b788a35ca5f3b778836e2990bdb26a2a4b2e5ed69060200160405180910390a25050565b5f6118c182611e3e565b6118ca42611d8f565b6118d49190612634565b90506118e08282611b5d565b6040805165ffffffffffff8085168252831660208201527ff1038c18cf84a56e432fdbfaf746924b7ea511dfe03a6506a0ceba4888788d9b910160405180910390a15050565b61192e6115ea565b6003805460ff191660011790557f62e78cea01bee320cd4e420270b5ea74000d11b0c9f74754ebdbfc544b05a25861177e3390565b5f5f5f5f5f5f6119738888611e8f565b94509450945094509450846119a55760405163f257b4af60e01b8152600481018b905260248101889052604401610783565b8835841415806119b9575088602001358314155b806119e557506119cf60808a0160608b016121a4565b6001600160a01b0316826001600160a01b031614155b15611a2357604051631358722560e11b8152600481018b905260248101859052604481018490526001600160a01b0383166064820152608401610783565b9998505050505050505050565b6001546001600160a01b03811690600160a01b900465ffffffffffff16801580611a6257504265ffffffffffff821610155b15611a8a576040516319ca5ebb60e01b815265ffffffffffff82166004820152602401610783565b611aa55f611aa06002546001600160a01b031690565b611d03565b50611ab05f83611c89565b5050600180547fffffffffffff000000000000000000000000000000000000000000000000000016905550565b5f82815260208190526040902060010154611af78161159f565b61170b8383611d03565b6115b35f5f611dc1565b5f828152602081815260408083206001600160a01b038516845290915290205460ff1661097a5760405163e2517d3f60e01b81526001600160a01b038216600482015260248101839052604401610783565b600254600160d01b900465ffffffffffff168015611bf2574265ffffffffffff82161015611bc9576002546001805479ffffffffffffffffffffffffffffffffffffffffffffffffffff16600160a01b90920465ffffffffffff16600160d01b02919091179055611bf2565b6040517f2b1fa2edafe6f7b9e97c1a9e0c3660e645beb2dcaa2d45bdbf9beaf5472e1ec5905f90a15b50600280546001600160a01b0316600160a01b65ffffffffffff9485160279ffffffffffffffffffffffffffffffffffffffffffffffffffff1617600160d01b9290931691909102919091179055565b7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005c156115b357604051633ee5aeb560e01b815260040160405180910390fd5b80825d5050565b5f82611cf2575f611ca26002546001600160a01b031690565b6001600160a01b031614611cc957604051631fe1e13d60e11b815260040160405180910390fd5b6002805473ffffffffffffffffffffffffffffffffffffffff19166001600160a01b0384161790555b611cfc8383611f70565b9392505050565b5f82158015611d1f57506002546001600160a01b038381169116145b15611d42576002805473ffffffffffffffffffffffffffffffffffffffff191690555b611cfc8383612017565b60035460ff166115b357604051638dfc202b60e01b815260040160405180910390fd5b5f5f5f83516020850186885af1949350505050565b6040513d5f823e3d81fd5b5f65ffffffffffff8211156117ce576040516306dfcc6560e41b81526030600482015260248101839052604401610783565b60018054600160a01b65ffffffffffff84811682027fffffffffffff000000000000000000000000000000000000000000000000000084166001600160a01b03881617179093559004168015611744576040517f8886ebfc4259abdbc16601dd8fb5678e54878f47b3c34836cfc51154a9605109905f90a1505050565b5f5f611e4861146d565b90508065ffffffffffff168365ffffffffffff1611611e7057611e6b8382612652565b611cfc565b611cfc65ffffffffffff8416620697805f828218828410028218611cfc565b5f80808080607586141580611ee35750600160f81b87875f81611eb457611eb4612670565b9050013560f81c60f81b7effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff191614155b15611efb57505f935083925082915081905080611f66565b6001611f0a602182898b612684565b611f13916126ab565b611f21604160218a8c612684565b611f2a916126ab565b611f38605560418b8d612684565b611f41916126c8565b60601c611f52607560558c8e612684565b611f5b916126ab565b945094509450945094505b9295509295909350565b5f828152602081815260408083206001600160a01b038516845290915281205460ff16612010575f838152602081815260408083206001600160a01b03861684529091529020805460ff19166001179055611fc83390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a45060016106bc565b505f6106bc565b5f828152602081815260408083206001600160a01b038516845290915281205460ff1615612010575f838152602081815260408083206001600160a01b0386168085529252808320805460ff1916905551339286917ff6391f5c32d9c69d2a47ea670b442974b53935d1edc7fd64eb21e047a839171b9190a45060016106bc565b5f602082840312156120a8575f5ffd5b81356001600160e01b031981168114611cfc575f5ffd5b5f60a082840312156120cf575f5ffd5b50919050565b5f60a082840312156120e5575f5ffd5b611cfc83836120bf565b5f602082840312156120ff575f5ffd5b5035919050565b6001600160a01b03811681146106d4575f5ffd5b5f5f6040838503121561212b575f5ffd5b82359150602083013561213d81612106565b809150509250929050565b67ffffffffffffffff811681146106d4575f5ffd5b5f5f5f5f60808587031215612170575f5ffd5b8435935060208501359250604085013561218981612106565b9150606085013561219981612148565b939692955090935050565b5f602082840312156121b4575f5ffd5b8135611cfc81612106565b5f602082840312156121cf575f5ffd5b813565ffffffffffff81168114611cfc575f5ffd5b634e487b7160e01b5f52602160045260245ffd5b6005811061221457634e487b7160e01b5f52602160045260245ffd5b9052565b5f6060820190506001600160801b03835116825267ffffffffffffffff6020840151166020830152604083015161225260408401826121f8565b5092915050565b5f5f83601f840112612269575f5ffd5b50813567ffffffffffffffff811115612280575f5ffd5b6020830191508360208260051b850101111561229a575f5ffd5b9250929050565b5f5f5f5f5f5f61010087890312156122b7575f5ffd5b6122c188886120bf565b955060a087013567ffffffffffffffff8111156122dc575f5ffd5b8701601f810189136122ec575f5ffd5b803567ffffffffffffffff811115612302575f5ffd5b896020828401011115612313575f5ffd5b6020919091019550935060c0870135925060e087013567ffffffffffffffff81111561233d575f5ffd5b61234989828a01612259565b979a9699509497509295939492505050565b60405160a0810167ffffffffffffffff8111828210171561238a57634e487b7160e01b5f52604160045260245ffd5b60405290565b5f60a08284031280156123a1575f5ffd5b506123aa61235b565b823581526020808401359082015260408301356123c681612106565b604082015260608301356123d981612106565b606082015260808301356123ec81612148565b60808201529392505050565b5f60208284031215612408575f5ffd5b8135611cfc81612148565b8381526060810161242760208301856121f8565b67ffffffffffffffff83166040830152949350505050565b80518015158114611090575f5ffd5b5f5f6040838503121561245f575f5ffd5b825161246a81612148565b91506124786020840161243f565b90509250929050565b8381526060810161249560208301856121f8565b610fa860408301846121f8565b634e487b7160e01b5f52601160045260245ffd5b808201808211156106bc576106bc6124a2565b805161ffff81168114611090575f5ffd5b5f60a08284031280156124eb575f5ffd5b506124f461235b565b82516124ff81612106565b8152602083015161250f81612106565b602082015260408301516bffffffffffffffffffffffff81168114612532575f5ffd5b6040820152606083015164ffffffffff8116811461254e575f5ffd5b60608201526123ec608084016124c9565b82815260408101611cfc60208301846121f8565b86815260806020820152846080820152848660a08301375f60a086830101525f601f19601f870116820185604084015260a08382030160608401528360a08201527f07ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff8411156125e0575f5ffd5b8360051b808660c08401370160c00198975050505050505050565b5f6020828403121561260b575f5ffd5b611cfc8261243f565b67ffffffffffffffff81811683821601908111156106bc576106bc6124a2565b65ffffffffffff81811683821601908111156106bc576106bc6124a2565b65ffffffffffff82811682821603908111156106bc576106bc6124a2565b634e487b7160e01b5f52603260045260245ffd5b5f5f85851115612692575f5ffd5b8386111561269e575f5ffd5b5050820193919092039150565b803560208310156106bc575f19602084900360031b1b1692915050565b80356bffffffffffffffffffffffff198116906014841015612252576bffffffffffffffffffffffff1960149490940360031b84901b169092169291505056",
}

// TaskEscrow is an auto generated Go binding around an Ethereum contract.
type TaskEscrow struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *TaskEscrow) GetABI() abi.ABI {
	return c.abi
}

// NewTaskEscrow creates a new instance of TaskEscrow.
func NewTaskEscrow() *TaskEscrow {
	parsed, err := TaskEscrowMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &TaskEscrow{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *TaskEscrow) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address admin, uint48 adminDelay, address pauser, address proven, address challenged, uint64 length) returns()
func (taskEscrow *TaskEscrow) PackConstructor(admin common.Address, adminDelay *big.Int, pauser common.Address, proven common.Address, challenged common.Address, length uint64) []byte {
	enc, err := taskEscrow.abi.Pack("", admin, adminDelay, pauser, proven, challenged, length)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDEFAULTADMINROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa217fddf.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function DEFAULT_ADMIN_ROLE() view returns(bytes32)
func (taskEscrow *TaskEscrow) PackDEFAULTADMINROLE() []byte {
	enc, err := taskEscrow.abi.Pack("DEFAULT_ADMIN_ROLE")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDEFAULTADMINROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa217fddf.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function DEFAULT_ADMIN_ROLE() view returns(bytes32)
func (taskEscrow *TaskEscrow) TryPackDEFAULTADMINROLE() ([]byte, error) {
	return taskEscrow.abi.Pack("DEFAULT_ADMIN_ROLE")
}

// UnpackDEFAULTADMINROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa217fddf.
//
// Solidity: function DEFAULT_ADMIN_ROLE() view returns(bytes32)
func (taskEscrow *TaskEscrow) UnpackDEFAULTADMINROLE(data []byte) ([32]byte, error) {
	out, err := taskEscrow.abi.Unpack("DEFAULT_ADMIN_ROLE", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackPAUSERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe63ab1e9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function PAUSER_ROLE() view returns(bytes32)
func (taskEscrow *TaskEscrow) PackPAUSERROLE() []byte {
	enc, err := taskEscrow.abi.Pack("PAUSER_ROLE")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPAUSERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe63ab1e9.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function PAUSER_ROLE() view returns(bytes32)
func (taskEscrow *TaskEscrow) TryPackPAUSERROLE() ([]byte, error) {
	return taskEscrow.abi.Pack("PAUSER_ROLE")
}

// UnpackPAUSERROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xe63ab1e9.
//
// Solidity: function PAUSER_ROLE() view returns(bytes32)
func (taskEscrow *TaskEscrow) UnpackPAUSERROLE(data []byte) ([32]byte, error) {
	out, err := taskEscrow.abi.Unpack("PAUSER_ROLE", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackAcceptDefaultAdminTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcefc1429.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function acceptDefaultAdminTransfer() returns()
func (taskEscrow *TaskEscrow) PackAcceptDefaultAdminTransfer() []byte {
	enc, err := taskEscrow.abi.Pack("acceptDefaultAdminTransfer")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAcceptDefaultAdminTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcefc1429.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function acceptDefaultAdminTransfer() returns()
func (taskEscrow *TaskEscrow) TryPackAcceptDefaultAdminTransfer() ([]byte, error) {
	return taskEscrow.abi.Pack("acceptDefaultAdminTransfer")
}

// PackBeginDefaultAdminTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x634e93da.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function beginDefaultAdminTransfer(address newAdmin) returns()
func (taskEscrow *TaskEscrow) PackBeginDefaultAdminTransfer(newAdmin common.Address) []byte {
	enc, err := taskEscrow.abi.Pack("beginDefaultAdminTransfer", newAdmin)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBeginDefaultAdminTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x634e93da.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function beginDefaultAdminTransfer(address newAdmin) returns()
func (taskEscrow *TaskEscrow) TryPackBeginDefaultAdminTransfer(newAdmin common.Address) ([]byte, error) {
	return taskEscrow.abi.Pack("beginDefaultAdminTransfer", newAdmin)
}

// PackCancelDefaultAdminTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd602b9fd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function cancelDefaultAdminTransfer() returns()
func (taskEscrow *TaskEscrow) PackCancelDefaultAdminTransfer() []byte {
	enc, err := taskEscrow.abi.Pack("cancelDefaultAdminTransfer")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCancelDefaultAdminTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd602b9fd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function cancelDefaultAdminTransfer() returns()
func (taskEscrow *TaskEscrow) TryPackCancelDefaultAdminTransfer() ([]byte, error) {
	return taskEscrow.abi.Pack("cancelDefaultAdminTransfer")
}

// PackChallenges is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x09af4fe6.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function challenges() view returns(address manager)
func (taskEscrow *TaskEscrow) PackChallenges() []byte {
	enc, err := taskEscrow.abi.Pack("challenges")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackChallenges is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x09af4fe6.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function challenges() view returns(address manager)
func (taskEscrow *TaskEscrow) TryPackChallenges() ([]byte, error) {
	return taskEscrow.abi.Pack("challenges")
}

// UnpackChallenges is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x09af4fe6.
//
// Solidity: function challenges() view returns(address manager)
func (taskEscrow *TaskEscrow) UnpackChallenges(data []byte) (common.Address, error) {
	out, err := taskEscrow.abi.Unpack("challenges", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackChangeDefaultAdminDelay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x649a5ec7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function changeDefaultAdminDelay(uint48 newDelay) returns()
func (taskEscrow *TaskEscrow) PackChangeDefaultAdminDelay(newDelay *big.Int) []byte {
	enc, err := taskEscrow.abi.Pack("changeDefaultAdminDelay", newDelay)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackChangeDefaultAdminDelay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x649a5ec7.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function changeDefaultAdminDelay(uint48 newDelay) returns()
func (taskEscrow *TaskEscrow) TryPackChangeDefaultAdminDelay(newDelay *big.Int) ([]byte, error) {
	return taskEscrow.abi.Pack("changeDefaultAdminDelay", newDelay)
}

// PackDefaultAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x84ef8ffc.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function defaultAdmin() view returns(address)
func (taskEscrow *TaskEscrow) PackDefaultAdmin() []byte {
	enc, err := taskEscrow.abi.Pack("defaultAdmin")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDefaultAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x84ef8ffc.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function defaultAdmin() view returns(address)
func (taskEscrow *TaskEscrow) TryPackDefaultAdmin() ([]byte, error) {
	return taskEscrow.abi.Pack("defaultAdmin")
}

// UnpackDefaultAdmin is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x84ef8ffc.
//
// Solidity: function defaultAdmin() view returns(address)
func (taskEscrow *TaskEscrow) UnpackDefaultAdmin(data []byte) (common.Address, error) {
	out, err := taskEscrow.abi.Unpack("defaultAdmin", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackDefaultAdminDelay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcc8463c8.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function defaultAdminDelay() view returns(uint48)
func (taskEscrow *TaskEscrow) PackDefaultAdminDelay() []byte {
	enc, err := taskEscrow.abi.Pack("defaultAdminDelay")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDefaultAdminDelay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcc8463c8.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function defaultAdminDelay() view returns(uint48)
func (taskEscrow *TaskEscrow) TryPackDefaultAdminDelay() ([]byte, error) {
	return taskEscrow.abi.Pack("defaultAdminDelay")
}

// UnpackDefaultAdminDelay is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xcc8463c8.
//
// Solidity: function defaultAdminDelay() view returns(uint48)
func (taskEscrow *TaskEscrow) UnpackDefaultAdminDelay(data []byte) (*big.Int, error) {
	out, err := taskEscrow.abi.Unpack("defaultAdminDelay", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackDefaultAdminDelayIncreaseWait is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x022d63fb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function defaultAdminDelayIncreaseWait() view returns(uint48)
func (taskEscrow *TaskEscrow) PackDefaultAdminDelayIncreaseWait() []byte {
	enc, err := taskEscrow.abi.Pack("defaultAdminDelayIncreaseWait")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDefaultAdminDelayIncreaseWait is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x022d63fb.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function defaultAdminDelayIncreaseWait() view returns(uint48)
func (taskEscrow *TaskEscrow) TryPackDefaultAdminDelayIncreaseWait() ([]byte, error) {
	return taskEscrow.abi.Pack("defaultAdminDelayIncreaseWait")
}

// UnpackDefaultAdminDelayIncreaseWait is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x022d63fb.
//
// Solidity: function defaultAdminDelayIncreaseWait() view returns(uint48)
func (taskEscrow *TaskEscrow) UnpackDefaultAdminDelayIncreaseWait(data []byte) (*big.Int, error) {
	out, err := taskEscrow.abi.Unpack("defaultAdminDelayIncreaseWait", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackDue is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd0b346ce.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function due(address account) view returns(uint256 amount)
func (taskEscrow *TaskEscrow) PackDue(account common.Address) []byte {
	enc, err := taskEscrow.abi.Pack("due", account)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDue is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd0b346ce.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function due(address account) view returns(uint256 amount)
func (taskEscrow *TaskEscrow) TryPackDue(account common.Address) ([]byte, error) {
	return taskEscrow.abi.Pack("due", account)
}

// UnpackDue is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd0b346ce.
//
// Solidity: function due(address account) view returns(uint256 amount)
func (taskEscrow *TaskEscrow) UnpackDue(data []byte) (*big.Int, error) {
	out, err := taskEscrow.abi.Unpack("due", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackEscrow is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa7e75032.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function escrow(bytes32 id) view returns((uint128,uint64,uint8) known)
func (taskEscrow *TaskEscrow) PackEscrow(id [32]byte) []byte {
	enc, err := taskEscrow.abi.Pack("escrow", id)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackEscrow is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa7e75032.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function escrow(bytes32 id) view returns((uint128,uint64,uint8) known)
func (taskEscrow *TaskEscrow) TryPackEscrow(id [32]byte) ([]byte, error) {
	return taskEscrow.abi.Pack("escrow", id)
}

// UnpackEscrow is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa7e75032.
//
// Solidity: function escrow(bytes32 id) view returns((uint128,uint64,uint8) known)
func (taskEscrow *TaskEscrow) UnpackEscrow(data []byte) (ITaskEscrowEscrow, error) {
	out, err := taskEscrow.abi.Unpack("escrow", data)
	if err != nil {
		return *new(ITaskEscrowEscrow), err
	}
	out0 := *abi.ConvertType(out[0], new(ITaskEscrowEscrow)).(*ITaskEscrowEscrow)
	return out0, nil
}

// PackFund is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4cd975c3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function fund(bytes32 goal, bytes32 task, address payee, uint64 deadline) payable returns(bytes32 id)
func (taskEscrow *TaskEscrow) PackFund(goal [32]byte, task [32]byte, payee common.Address, deadline uint64) []byte {
	enc, err := taskEscrow.abi.Pack("fund", goal, task, payee, deadline)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackFund is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4cd975c3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function fund(bytes32 goal, bytes32 task, address payee, uint64 deadline) payable returns(bytes32 id)
func (taskEscrow *TaskEscrow) TryPackFund(goal [32]byte, task [32]byte, payee common.Address, deadline uint64) ([]byte, error) {
	return taskEscrow.abi.Pack("fund", goal, task, payee, deadline)
}

// UnpackFund is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x4cd975c3.
//
// Solidity: function fund(bytes32 goal, bytes32 task, address payee, uint64 deadline) payable returns(bytes32 id)
func (taskEscrow *TaskEscrow) UnpackFund(data []byte) ([32]byte, error) {
	out, err := taskEscrow.abi.Unpack("fund", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackGetRoleAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x248a9ca3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getRoleAdmin(bytes32 role) view returns(bytes32)
func (taskEscrow *TaskEscrow) PackGetRoleAdmin(role [32]byte) []byte {
	enc, err := taskEscrow.abi.Pack("getRoleAdmin", role)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetRoleAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x248a9ca3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getRoleAdmin(bytes32 role) view returns(bytes32)
func (taskEscrow *TaskEscrow) TryPackGetRoleAdmin(role [32]byte) ([]byte, error) {
	return taskEscrow.abi.Pack("getRoleAdmin", role)
}

// UnpackGetRoleAdmin is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x248a9ca3.
//
// Solidity: function getRoleAdmin(bytes32 role) view returns(bytes32)
func (taskEscrow *TaskEscrow) UnpackGetRoleAdmin(data []byte) ([32]byte, error) {
	out, err := taskEscrow.abi.Unpack("getRoleAdmin", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackGrantRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2f2ff15d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function grantRole(bytes32 role, address account) returns()
func (taskEscrow *TaskEscrow) PackGrantRole(role [32]byte, account common.Address) []byte {
	enc, err := taskEscrow.abi.Pack("grantRole", role, account)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGrantRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2f2ff15d.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function grantRole(bytes32 role, address account) returns()
func (taskEscrow *TaskEscrow) TryPackGrantRole(role [32]byte, account common.Address) ([]byte, error) {
	return taskEscrow.abi.Pack("grantRole", role, account)
}

// PackHasRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x91d14854.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function hasRole(bytes32 role, address account) view returns(bool)
func (taskEscrow *TaskEscrow) PackHasRole(role [32]byte, account common.Address) []byte {
	enc, err := taskEscrow.abi.Pack("hasRole", role, account)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackHasRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x91d14854.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function hasRole(bytes32 role, address account) view returns(bool)
func (taskEscrow *TaskEscrow) TryPackHasRole(role [32]byte, account common.Address) ([]byte, error) {
	return taskEscrow.abi.Pack("hasRole", role, account)
}

// UnpackHasRole is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x91d14854.
//
// Solidity: function hasRole(bytes32 role, address account) view returns(bool)
func (taskEscrow *TaskEscrow) UnpackHasRole(data []byte) (bool, error) {
	out, err := taskEscrow.abi.Unpack("hasRole", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackIdOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd9ce754a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function idOf((bytes32,bytes32,address,address,uint64) terms) pure returns(bytes32 id)
func (taskEscrow *TaskEscrow) PackIdOf(terms ITaskEscrowTerms) []byte {
	enc, err := taskEscrow.abi.Pack("idOf", terms)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackIdOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd9ce754a.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function idOf((bytes32,bytes32,address,address,uint64) terms) pure returns(bytes32 id)
func (taskEscrow *TaskEscrow) TryPackIdOf(terms ITaskEscrowTerms) ([]byte, error) {
	return taskEscrow.abi.Pack("idOf", terms)
}

// UnpackIdOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd9ce754a.
//
// Solidity: function idOf((bytes32,bytes32,address,address,uint64) terms) pure returns(bytes32 id)
func (taskEscrow *TaskEscrow) UnpackIdOf(data []byte) ([32]byte, error) {
	out, err := taskEscrow.abi.Unpack("idOf", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function owner() view returns(address)
func (taskEscrow *TaskEscrow) PackOwner() []byte {
	enc, err := taskEscrow.abi.Pack("owner")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function owner() view returns(address)
func (taskEscrow *TaskEscrow) TryPackOwner() ([]byte, error) {
	return taskEscrow.abi.Pack("owner")
}

// UnpackOwner is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8da5cb5b.
//
// Solidity: function owner() view returns(address)
func (taskEscrow *TaskEscrow) UnpackOwner(data []byte) (common.Address, error) {
	out, err := taskEscrow.abi.Unpack("owner", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackPause is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8456cb59.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function pause() returns()
func (taskEscrow *TaskEscrow) PackPause() []byte {
	enc, err := taskEscrow.abi.Pack("pause")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPause is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8456cb59.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function pause() returns()
func (taskEscrow *TaskEscrow) TryPackPause() ([]byte, error) {
	return taskEscrow.abi.Pack("pause")
}

// PackPaused is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5c975abb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function paused() view returns(bool)
func (taskEscrow *TaskEscrow) PackPaused() []byte {
	enc, err := taskEscrow.abi.Pack("paused")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPaused is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5c975abb.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function paused() view returns(bool)
func (taskEscrow *TaskEscrow) TryPackPaused() ([]byte, error) {
	return taskEscrow.abi.Pack("paused")
}

// UnpackPaused is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x5c975abb.
//
// Solidity: function paused() view returns(bool)
func (taskEscrow *TaskEscrow) UnpackPaused(data []byte) (bool, error) {
	out, err := taskEscrow.abi.Unpack("paused", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackPendingDefaultAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcf6eefb7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function pendingDefaultAdmin() view returns(address newAdmin, uint48 schedule)
func (taskEscrow *TaskEscrow) PackPendingDefaultAdmin() []byte {
	enc, err := taskEscrow.abi.Pack("pendingDefaultAdmin")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPendingDefaultAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcf6eefb7.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function pendingDefaultAdmin() view returns(address newAdmin, uint48 schedule)
func (taskEscrow *TaskEscrow) TryPackPendingDefaultAdmin() ([]byte, error) {
	return taskEscrow.abi.Pack("pendingDefaultAdmin")
}

// TaskEscrowPendingDefaultAdminOutput serves as a container for the return parameters of contract
// method PendingDefaultAdmin.
type TaskEscrowPendingDefaultAdminOutput struct {
	NewAdmin common.Address
	Schedule *big.Int
}

// UnpackPendingDefaultAdmin is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xcf6eefb7.
//
// Solidity: function pendingDefaultAdmin() view returns(address newAdmin, uint48 schedule)
func (taskEscrow *TaskEscrow) UnpackPendingDefaultAdmin(data []byte) (TaskEscrowPendingDefaultAdminOutput, error) {
	out, err := taskEscrow.abi.Unpack("pendingDefaultAdmin", data)
	outstruct := new(TaskEscrowPendingDefaultAdminOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.NewAdmin = *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	outstruct.Schedule = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackPendingDefaultAdminDelay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa1eda53c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function pendingDefaultAdminDelay() view returns(uint48 newDelay, uint48 schedule)
func (taskEscrow *TaskEscrow) PackPendingDefaultAdminDelay() []byte {
	enc, err := taskEscrow.abi.Pack("pendingDefaultAdminDelay")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPendingDefaultAdminDelay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa1eda53c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function pendingDefaultAdminDelay() view returns(uint48 newDelay, uint48 schedule)
func (taskEscrow *TaskEscrow) TryPackPendingDefaultAdminDelay() ([]byte, error) {
	return taskEscrow.abi.Pack("pendingDefaultAdminDelay")
}

// TaskEscrowPendingDefaultAdminDelayOutput serves as a container for the return parameters of contract
// method PendingDefaultAdminDelay.
type TaskEscrowPendingDefaultAdminDelayOutput struct {
	NewDelay *big.Int
	Schedule *big.Int
}

// UnpackPendingDefaultAdminDelay is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa1eda53c.
//
// Solidity: function pendingDefaultAdminDelay() view returns(uint48 newDelay, uint48 schedule)
func (taskEscrow *TaskEscrow) UnpackPendingDefaultAdminDelay(data []byte) (TaskEscrowPendingDefaultAdminDelayOutput, error) {
	out, err := taskEscrow.abi.Unpack("pendingDefaultAdminDelay", data)
	outstruct := new(TaskEscrowPendingDefaultAdminDelayOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.NewDelay = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Schedule = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackProofs is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x435d53f2.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function proofs() view returns(address contractOfProofs)
func (taskEscrow *TaskEscrow) PackProofs() []byte {
	enc, err := taskEscrow.abi.Pack("proofs")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackProofs is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x435d53f2.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function proofs() view returns(address contractOfProofs)
func (taskEscrow *TaskEscrow) TryPackProofs() ([]byte, error) {
	return taskEscrow.abi.Pack("proofs")
}

// UnpackProofs is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x435d53f2.
//
// Solidity: function proofs() view returns(address contractOfProofs)
func (taskEscrow *TaskEscrow) UnpackProofs(data []byte) (common.Address, error) {
	out, err := taskEscrow.abi.Unpack("proofs", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackProve is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb663cdec.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function prove((bytes32,bytes32,address,address,uint64) terms, bytes leaf, uint256 index, bytes32[] path) returns()
func (taskEscrow *TaskEscrow) PackProve(terms ITaskEscrowTerms, leaf []byte, index *big.Int, path [][32]byte) []byte {
	enc, err := taskEscrow.abi.Pack("prove", terms, leaf, index, path)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackProve is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb663cdec.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function prove((bytes32,bytes32,address,address,uint64) terms, bytes leaf, uint256 index, bytes32[] path) returns()
func (taskEscrow *TaskEscrow) TryPackProve(terms ITaskEscrowTerms, leaf []byte, index *big.Int, path [][32]byte) ([]byte, error) {
	return taskEscrow.abi.Pack("prove", terms, leaf, index, path)
}

// PackRefund is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x16d1e3c7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function refund((bytes32,bytes32,address,address,uint64) terms) returns()
func (taskEscrow *TaskEscrow) PackRefund(terms ITaskEscrowTerms) []byte {
	enc, err := taskEscrow.abi.Pack("refund", terms)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRefund is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x16d1e3c7.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function refund((bytes32,bytes32,address,address,uint64) terms) returns()
func (taskEscrow *TaskEscrow) TryPackRefund(terms ITaskEscrowTerms) ([]byte, error) {
	return taskEscrow.abi.Pack("refund", terms)
}

// PackRelease is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x358c8eeb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function release((bytes32,bytes32,address,address,uint64) terms) returns()
func (taskEscrow *TaskEscrow) PackRelease(terms ITaskEscrowTerms) []byte {
	enc, err := taskEscrow.abi.Pack("release", terms)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRelease is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x358c8eeb.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function release((bytes32,bytes32,address,address,uint64) terms) returns()
func (taskEscrow *TaskEscrow) TryPackRelease(terms ITaskEscrowTerms) ([]byte, error) {
	return taskEscrow.abi.Pack("release", terms)
}

// PackRenounceRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x36568abe.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function renounceRole(bytes32 role, address account) returns()
func (taskEscrow *TaskEscrow) PackRenounceRole(role [32]byte, account common.Address) []byte {
	enc, err := taskEscrow.abi.Pack("renounceRole", role, account)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRenounceRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x36568abe.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function renounceRole(bytes32 role, address account) returns()
func (taskEscrow *TaskEscrow) TryPackRenounceRole(role [32]byte, account common.Address) ([]byte, error) {
	return taskEscrow.abi.Pack("renounceRole", role, account)
}

// PackRevokeRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd547741f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function revokeRole(bytes32 role, address account) returns()
func (taskEscrow *TaskEscrow) PackRevokeRole(role [32]byte, account common.Address) []byte {
	enc, err := taskEscrow.abi.Pack("revokeRole", role, account)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRevokeRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd547741f.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function revokeRole(bytes32 role, address account) returns()
func (taskEscrow *TaskEscrow) TryPackRevokeRole(role [32]byte, account common.Address) ([]byte, error) {
	return taskEscrow.abi.Pack("revokeRole", role, account)
}

// PackRollbackDefaultAdminDelay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0aa6220b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function rollbackDefaultAdminDelay() returns()
func (taskEscrow *TaskEscrow) PackRollbackDefaultAdminDelay() []byte {
	enc, err := taskEscrow.abi.Pack("rollbackDefaultAdminDelay")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRollbackDefaultAdminDelay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0aa6220b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function rollbackDefaultAdminDelay() returns()
func (taskEscrow *TaskEscrow) TryPackRollbackDefaultAdminDelay() ([]byte, error) {
	return taskEscrow.abi.Pack("rollbackDefaultAdminDelay")
}

// PackSupportsInterface is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x01ffc9a7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function supportsInterface(bytes4 interfaceId) view returns(bool)
func (taskEscrow *TaskEscrow) PackSupportsInterface(interfaceId [4]byte) []byte {
	enc, err := taskEscrow.abi.Pack("supportsInterface", interfaceId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSupportsInterface is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x01ffc9a7.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function supportsInterface(bytes4 interfaceId) view returns(bool)
func (taskEscrow *TaskEscrow) TryPackSupportsInterface(interfaceId [4]byte) ([]byte, error) {
	return taskEscrow.abi.Pack("supportsInterface", interfaceId)
}

// UnpackSupportsInterface is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x01ffc9a7.
//
// Solidity: function supportsInterface(bytes4 interfaceId) view returns(bool)
func (taskEscrow *TaskEscrow) UnpackSupportsInterface(data []byte) (bool, error) {
	out, err := taskEscrow.abi.Unpack("supportsInterface", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackUnpause is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3f4ba83a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function unpause() returns()
func (taskEscrow *TaskEscrow) PackUnpause() []byte {
	enc, err := taskEscrow.abi.Pack("unpause")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackUnpause is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3f4ba83a.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function unpause() returns()
func (taskEscrow *TaskEscrow) TryPackUnpause() ([]byte, error) {
	return taskEscrow.abi.Pack("unpause")
}

// PackWindow is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x461645bf.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function window() view returns(uint64 length)
func (taskEscrow *TaskEscrow) PackWindow() []byte {
	enc, err := taskEscrow.abi.Pack("window")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackWindow is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x461645bf.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function window() view returns(uint64 length)
func (taskEscrow *TaskEscrow) TryPackWindow() ([]byte, error) {
	return taskEscrow.abi.Pack("window")
}

// UnpackWindow is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x461645bf.
//
// Solidity: function window() view returns(uint64 length)
func (taskEscrow *TaskEscrow) UnpackWindow(data []byte) (uint64, error) {
	out, err := taskEscrow.abi.Unpack("window", data)
	if err != nil {
		return *new(uint64), err
	}
	out0 := *abi.ConvertType(out[0], new(uint64)).(*uint64)
	return out0, nil
}

// PackWithdraw is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x51cff8d9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function withdraw(address to) returns(uint256 amount)
func (taskEscrow *TaskEscrow) PackWithdraw(to common.Address) []byte {
	enc, err := taskEscrow.abi.Pack("withdraw", to)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackWithdraw is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x51cff8d9.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function withdraw(address to) returns(uint256 amount)
func (taskEscrow *TaskEscrow) TryPackWithdraw(to common.Address) ([]byte, error) {
	return taskEscrow.abi.Pack("withdraw", to)
}

// UnpackWithdraw is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x51cff8d9.
//
// Solidity: function withdraw(address to) returns(uint256 amount)
func (taskEscrow *TaskEscrow) UnpackWithdraw(data []byte) (*big.Int, error) {
	out, err := taskEscrow.abi.Unpack("withdraw", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// TaskEscrowDefaultAdminDelayChangeCanceled represents a DefaultAdminDelayChangeCanceled event raised by the TaskEscrow contract.
type TaskEscrowDefaultAdminDelayChangeCanceled struct {
	Raw *types.Log // Blockchain specific contextual infos
}

const TaskEscrowDefaultAdminDelayChangeCanceledEventName = "DefaultAdminDelayChangeCanceled"

// ContractEventName returns the user-defined event name.
func (TaskEscrowDefaultAdminDelayChangeCanceled) ContractEventName() string {
	return TaskEscrowDefaultAdminDelayChangeCanceledEventName
}

// UnpackDefaultAdminDelayChangeCanceledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event DefaultAdminDelayChangeCanceled()
func (taskEscrow *TaskEscrow) UnpackDefaultAdminDelayChangeCanceledEvent(log *types.Log) (*TaskEscrowDefaultAdminDelayChangeCanceled, error) {
	event := "DefaultAdminDelayChangeCanceled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != taskEscrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TaskEscrowDefaultAdminDelayChangeCanceled)
	if len(log.Data) > 0 {
		if err := taskEscrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range taskEscrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// TaskEscrowDefaultAdminDelayChangeScheduled represents a DefaultAdminDelayChangeScheduled event raised by the TaskEscrow contract.
type TaskEscrowDefaultAdminDelayChangeScheduled struct {
	NewDelay       *big.Int
	EffectSchedule *big.Int
	Raw            *types.Log // Blockchain specific contextual infos
}

const TaskEscrowDefaultAdminDelayChangeScheduledEventName = "DefaultAdminDelayChangeScheduled"

// ContractEventName returns the user-defined event name.
func (TaskEscrowDefaultAdminDelayChangeScheduled) ContractEventName() string {
	return TaskEscrowDefaultAdminDelayChangeScheduledEventName
}

// UnpackDefaultAdminDelayChangeScheduledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event DefaultAdminDelayChangeScheduled(uint48 newDelay, uint48 effectSchedule)
func (taskEscrow *TaskEscrow) UnpackDefaultAdminDelayChangeScheduledEvent(log *types.Log) (*TaskEscrowDefaultAdminDelayChangeScheduled, error) {
	event := "DefaultAdminDelayChangeScheduled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != taskEscrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TaskEscrowDefaultAdminDelayChangeScheduled)
	if len(log.Data) > 0 {
		if err := taskEscrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range taskEscrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// TaskEscrowDefaultAdminTransferCanceled represents a DefaultAdminTransferCanceled event raised by the TaskEscrow contract.
type TaskEscrowDefaultAdminTransferCanceled struct {
	Raw *types.Log // Blockchain specific contextual infos
}

const TaskEscrowDefaultAdminTransferCanceledEventName = "DefaultAdminTransferCanceled"

// ContractEventName returns the user-defined event name.
func (TaskEscrowDefaultAdminTransferCanceled) ContractEventName() string {
	return TaskEscrowDefaultAdminTransferCanceledEventName
}

// UnpackDefaultAdminTransferCanceledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event DefaultAdminTransferCanceled()
func (taskEscrow *TaskEscrow) UnpackDefaultAdminTransferCanceledEvent(log *types.Log) (*TaskEscrowDefaultAdminTransferCanceled, error) {
	event := "DefaultAdminTransferCanceled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != taskEscrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TaskEscrowDefaultAdminTransferCanceled)
	if len(log.Data) > 0 {
		if err := taskEscrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range taskEscrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// TaskEscrowDefaultAdminTransferScheduled represents a DefaultAdminTransferScheduled event raised by the TaskEscrow contract.
type TaskEscrowDefaultAdminTransferScheduled struct {
	NewAdmin       common.Address
	AcceptSchedule *big.Int
	Raw            *types.Log // Blockchain specific contextual infos
}

const TaskEscrowDefaultAdminTransferScheduledEventName = "DefaultAdminTransferScheduled"

// ContractEventName returns the user-defined event name.
func (TaskEscrowDefaultAdminTransferScheduled) ContractEventName() string {
	return TaskEscrowDefaultAdminTransferScheduledEventName
}

// UnpackDefaultAdminTransferScheduledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event DefaultAdminTransferScheduled(address indexed newAdmin, uint48 acceptSchedule)
func (taskEscrow *TaskEscrow) UnpackDefaultAdminTransferScheduledEvent(log *types.Log) (*TaskEscrowDefaultAdminTransferScheduled, error) {
	event := "DefaultAdminTransferScheduled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != taskEscrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TaskEscrowDefaultAdminTransferScheduled)
	if len(log.Data) > 0 {
		if err := taskEscrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range taskEscrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// TaskEscrowEscrowFunded represents a EscrowFunded event raised by the TaskEscrow contract.
type TaskEscrowEscrowFunded struct {
	Id       [32]byte
	Payer    common.Address
	Payee    common.Address
	Goal     [32]byte
	Task     [32]byte
	Deadline uint64
	Amount   *big.Int
	Raw      *types.Log // Blockchain specific contextual infos
}

const TaskEscrowEscrowFundedEventName = "EscrowFunded"

// ContractEventName returns the user-defined event name.
func (TaskEscrowEscrowFunded) ContractEventName() string {
	return TaskEscrowEscrowFundedEventName
}

// UnpackEscrowFundedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event EscrowFunded(bytes32 indexed id, address indexed payer, address indexed payee, bytes32 goal, bytes32 task, uint64 deadline, uint128 amount)
func (taskEscrow *TaskEscrow) UnpackEscrowFundedEvent(log *types.Log) (*TaskEscrowEscrowFunded, error) {
	event := "EscrowFunded"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != taskEscrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TaskEscrowEscrowFunded)
	if len(log.Data) > 0 {
		if err := taskEscrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range taskEscrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// TaskEscrowEscrowProven represents a EscrowProven event raised by the TaskEscrow contract.
type TaskEscrowEscrowProven struct {
	Id           [32]byte
	Result       [32]byte
	ReleasableAt uint64
	Raw          *types.Log // Blockchain specific contextual infos
}

const TaskEscrowEscrowProvenEventName = "EscrowProven"

// ContractEventName returns the user-defined event name.
func (TaskEscrowEscrowProven) ContractEventName() string {
	return TaskEscrowEscrowProvenEventName
}

// UnpackEscrowProvenEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event EscrowProven(bytes32 indexed id, bytes32 result, uint64 releasableAt)
func (taskEscrow *TaskEscrow) UnpackEscrowProvenEvent(log *types.Log) (*TaskEscrowEscrowProven, error) {
	event := "EscrowProven"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != taskEscrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TaskEscrowEscrowProven)
	if len(log.Data) > 0 {
		if err := taskEscrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range taskEscrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// TaskEscrowEscrowRefunded represents a EscrowRefunded event raised by the TaskEscrow contract.
type TaskEscrowEscrowRefunded struct {
	Id     [32]byte
	Payer  common.Address
	Amount *big.Int
	Raw    *types.Log // Blockchain specific contextual infos
}

const TaskEscrowEscrowRefundedEventName = "EscrowRefunded"

// ContractEventName returns the user-defined event name.
func (TaskEscrowEscrowRefunded) ContractEventName() string {
	return TaskEscrowEscrowRefundedEventName
}

// UnpackEscrowRefundedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event EscrowRefunded(bytes32 indexed id, address indexed payer, uint128 amount)
func (taskEscrow *TaskEscrow) UnpackEscrowRefundedEvent(log *types.Log) (*TaskEscrowEscrowRefunded, error) {
	event := "EscrowRefunded"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != taskEscrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TaskEscrowEscrowRefunded)
	if len(log.Data) > 0 {
		if err := taskEscrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range taskEscrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// TaskEscrowEscrowReleased represents a EscrowReleased event raised by the TaskEscrow contract.
type TaskEscrowEscrowReleased struct {
	Id     [32]byte
	Payee  common.Address
	Amount *big.Int
	Raw    *types.Log // Blockchain specific contextual infos
}

const TaskEscrowEscrowReleasedEventName = "EscrowReleased"

// ContractEventName returns the user-defined event name.
func (TaskEscrowEscrowReleased) ContractEventName() string {
	return TaskEscrowEscrowReleasedEventName
}

// UnpackEscrowReleasedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event EscrowReleased(bytes32 indexed id, address indexed payee, uint128 amount)
func (taskEscrow *TaskEscrow) UnpackEscrowReleasedEvent(log *types.Log) (*TaskEscrowEscrowReleased, error) {
	event := "EscrowReleased"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != taskEscrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TaskEscrowEscrowReleased)
	if len(log.Data) > 0 {
		if err := taskEscrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range taskEscrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// TaskEscrowPaused represents a Paused event raised by the TaskEscrow contract.
type TaskEscrowPaused struct {
	Account common.Address
	Raw     *types.Log // Blockchain specific contextual infos
}

const TaskEscrowPausedEventName = "Paused"

// ContractEventName returns the user-defined event name.
func (TaskEscrowPaused) ContractEventName() string {
	return TaskEscrowPausedEventName
}

// UnpackPausedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Paused(address account)
func (taskEscrow *TaskEscrow) UnpackPausedEvent(log *types.Log) (*TaskEscrowPaused, error) {
	event := "Paused"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != taskEscrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TaskEscrowPaused)
	if len(log.Data) > 0 {
		if err := taskEscrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range taskEscrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// TaskEscrowRoleAdminChanged represents a RoleAdminChanged event raised by the TaskEscrow contract.
type TaskEscrowRoleAdminChanged struct {
	Role              [32]byte
	PreviousAdminRole [32]byte
	NewAdminRole      [32]byte
	Raw               *types.Log // Blockchain specific contextual infos
}

const TaskEscrowRoleAdminChangedEventName = "RoleAdminChanged"

// ContractEventName returns the user-defined event name.
func (TaskEscrowRoleAdminChanged) ContractEventName() string {
	return TaskEscrowRoleAdminChangedEventName
}

// UnpackRoleAdminChangedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RoleAdminChanged(bytes32 indexed role, bytes32 indexed previousAdminRole, bytes32 indexed newAdminRole)
func (taskEscrow *TaskEscrow) UnpackRoleAdminChangedEvent(log *types.Log) (*TaskEscrowRoleAdminChanged, error) {
	event := "RoleAdminChanged"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != taskEscrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TaskEscrowRoleAdminChanged)
	if len(log.Data) > 0 {
		if err := taskEscrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range taskEscrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// TaskEscrowRoleGranted represents a RoleGranted event raised by the TaskEscrow contract.
type TaskEscrowRoleGranted struct {
	Role    [32]byte
	Account common.Address
	Sender  common.Address
	Raw     *types.Log // Blockchain specific contextual infos
}

const TaskEscrowRoleGrantedEventName = "RoleGranted"

// ContractEventName returns the user-defined event name.
func (TaskEscrowRoleGranted) ContractEventName() string {
	return TaskEscrowRoleGrantedEventName
}

// UnpackRoleGrantedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)
func (taskEscrow *TaskEscrow) UnpackRoleGrantedEvent(log *types.Log) (*TaskEscrowRoleGranted, error) {
	event := "RoleGranted"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != taskEscrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TaskEscrowRoleGranted)
	if len(log.Data) > 0 {
		if err := taskEscrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range taskEscrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// TaskEscrowRoleRevoked represents a RoleRevoked event raised by the TaskEscrow contract.
type TaskEscrowRoleRevoked struct {
	Role    [32]byte
	Account common.Address
	Sender  common.Address
	Raw     *types.Log // Blockchain specific contextual infos
}

const TaskEscrowRoleRevokedEventName = "RoleRevoked"

// ContractEventName returns the user-defined event name.
func (TaskEscrowRoleRevoked) ContractEventName() string {
	return TaskEscrowRoleRevokedEventName
}

// UnpackRoleRevokedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender)
func (taskEscrow *TaskEscrow) UnpackRoleRevokedEvent(log *types.Log) (*TaskEscrowRoleRevoked, error) {
	event := "RoleRevoked"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != taskEscrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TaskEscrowRoleRevoked)
	if len(log.Data) > 0 {
		if err := taskEscrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range taskEscrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// TaskEscrowUnpaused represents a Unpaused event raised by the TaskEscrow contract.
type TaskEscrowUnpaused struct {
	Account common.Address
	Raw     *types.Log // Blockchain specific contextual infos
}

const TaskEscrowUnpausedEventName = "Unpaused"

// ContractEventName returns the user-defined event name.
func (TaskEscrowUnpaused) ContractEventName() string {
	return TaskEscrowUnpausedEventName
}

// UnpackUnpausedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Unpaused(address account)
func (taskEscrow *TaskEscrow) UnpackUnpausedEvent(log *types.Log) (*TaskEscrowUnpaused, error) {
	event := "Unpaused"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != taskEscrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TaskEscrowUnpaused)
	if len(log.Data) > 0 {
		if err := taskEscrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range taskEscrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// TaskEscrowWithdrawn represents a Withdrawn event raised by the TaskEscrow contract.
type TaskEscrowWithdrawn struct {
	Account common.Address
	To      common.Address
	Amount  *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

const TaskEscrowWithdrawnEventName = "Withdrawn"

// ContractEventName returns the user-defined event name.
func (TaskEscrowWithdrawn) ContractEventName() string {
	return TaskEscrowWithdrawnEventName
}

// UnpackWithdrawnEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Withdrawn(address indexed account, address indexed to, uint256 amount)
func (taskEscrow *TaskEscrow) UnpackWithdrawnEvent(log *types.Log) (*TaskEscrowWithdrawn, error) {
	event := "Withdrawn"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != taskEscrow.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TaskEscrowWithdrawn)
	if len(log.Data) > 0 {
		if err := taskEscrow.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range taskEscrow.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// UnpackError attempts to decode the provided error data using user-defined
// error definitions.
func (taskEscrow *TaskEscrow) UnpackError(raw []byte) (any, error) {
	if bytes.Equal(raw[:4], taskEscrow.abi.Errors["AccessControlBadConfirmation"].ID.Bytes()[:4]) {
		return taskEscrow.UnpackAccessControlBadConfirmationError(raw[4:])
	}
	if bytes.Equal(raw[:4], taskEscrow.abi.Errors["AccessControlEnforcedDefaultAdminDelay"].ID.Bytes()[:4]) {
		return taskEscrow.UnpackAccessControlEnforcedDefaultAdminDelayError(raw[4:])
	}
	if bytes.Equal(raw[:4], taskEscrow.abi.Errors["AccessControlEnforcedDefaultAdminRules"].ID.Bytes()[:4]) {
		return taskEscrow.UnpackAccessControlEnforcedDefaultAdminRulesError(raw[4:])
	}
	if bytes.Equal(raw[:4], taskEscrow.abi.Errors["AccessControlInvalidDefaultAdmin"].ID.Bytes()[:4]) {
		return taskEscrow.UnpackAccessControlInvalidDefaultAdminError(raw[4:])
	}
	if bytes.Equal(raw[:4], taskEscrow.abi.Errors["AccessControlUnauthorizedAccount"].ID.Bytes()[:4]) {
		return taskEscrow.UnpackAccessControlUnauthorizedAccountError(raw[4:])
	}
	if bytes.Equal(raw[:4], taskEscrow.abi.Errors["AmountMissing"].ID.Bytes()[:4]) {
		return taskEscrow.UnpackAmountMissingError(raw[4:])
	}
	if bytes.Equal(raw[:4], taskEscrow.abi.Errors["DeadlinePassed"].ID.Bytes()[:4]) {
		return taskEscrow.UnpackDeadlinePassedError(raw[4:])
	}
	if bytes.Equal(raw[:4], taskEscrow.abi.Errors["EnforcedPause"].ID.Bytes()[:4]) {
		return taskEscrow.UnpackEnforcedPauseError(raw[4:])
	}
	if bytes.Equal(raw[:4], taskEscrow.abi.Errors["EscrowExists"].ID.Bytes()[:4]) {
		return taskEscrow.UnpackEscrowExistsError(raw[4:])
	}
	if bytes.Equal(raw[:4], taskEscrow.abi.Errors["EscrowFrozen"].ID.Bytes()[:4]) {
		return taskEscrow.UnpackEscrowFrozenError(raw[4:])
	}
	if bytes.Equal(raw[:4], taskEscrow.abi.Errors["EscrowNotIn"].ID.Bytes()[:4]) {
		return taskEscrow.UnpackEscrowNotInError(raw[4:])
	}
	if bytes.Equal(raw[:4], taskEscrow.abi.Errors["ExpectedPause"].ID.Bytes()[:4]) {
		return taskEscrow.UnpackExpectedPauseError(raw[4:])
	}
	if bytes.Equal(raw[:4], taskEscrow.abi.Errors["FailedCall"].ID.Bytes()[:4]) {
		return taskEscrow.UnpackFailedCallError(raw[4:])
	}
	if bytes.Equal(raw[:4], taskEscrow.abi.Errors["InsufficientBalance"].ID.Bytes()[:4]) {
		return taskEscrow.UnpackInsufficientBalanceError(raw[4:])
	}
	if bytes.Equal(raw[:4], taskEscrow.abi.Errors["LeafForeign"].ID.Bytes()[:4]) {
		return taskEscrow.UnpackLeafForeignError(raw[4:])
	}
	if bytes.Equal(raw[:4], taskEscrow.abi.Errors["LeafMalformed"].ID.Bytes()[:4]) {
		return taskEscrow.UnpackLeafMalformedError(raw[4:])
	}
	if bytes.Equal(raw[:4], taskEscrow.abi.Errors["NotRefundable"].ID.Bytes()[:4]) {
		return taskEscrow.UnpackNotRefundableError(raw[4:])
	}
	if bytes.Equal(raw[:4], taskEscrow.abi.Errors["NothingDue"].ID.Bytes()[:4]) {
		return taskEscrow.UnpackNothingDueError(raw[4:])
	}
	if bytes.Equal(raw[:4], taskEscrow.abi.Errors["ProofInvalid"].ID.Bytes()[:4]) {
		return taskEscrow.UnpackProofInvalidError(raw[4:])
	}
	if bytes.Equal(raw[:4], taskEscrow.abi.Errors["ProofRefuted"].ID.Bytes()[:4]) {
		return taskEscrow.UnpackProofRefutedError(raw[4:])
	}
	if bytes.Equal(raw[:4], taskEscrow.abi.Errors["RecipientMissing"].ID.Bytes()[:4]) {
		return taskEscrow.UnpackRecipientMissingError(raw[4:])
	}
	if bytes.Equal(raw[:4], taskEscrow.abi.Errors["ReentrancyGuardReentrantCall"].ID.Bytes()[:4]) {
		return taskEscrow.UnpackReentrancyGuardReentrantCallError(raw[4:])
	}
	if bytes.Equal(raw[:4], taskEscrow.abi.Errors["SafeCastOverflowedUintDowncast"].ID.Bytes()[:4]) {
		return taskEscrow.UnpackSafeCastOverflowedUintDowncastError(raw[4:])
	}
	if bytes.Equal(raw[:4], taskEscrow.abi.Errors["WindowOpen"].ID.Bytes()[:4]) {
		return taskEscrow.UnpackWindowOpenError(raw[4:])
	}
	return nil, errors.New("Unknown error")
}

// TaskEscrowAccessControlBadConfirmation represents a AccessControlBadConfirmation error raised by the TaskEscrow contract.
type TaskEscrowAccessControlBadConfirmation struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlBadConfirmation()
func TaskEscrowAccessControlBadConfirmationErrorID() common.Hash {
	return common.HexToHash("0x6697b23232a647058342c0724fe7c415cab25915b54e5dbc03f233173d37b41c")
}

// UnpackAccessControlBadConfirmationError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlBadConfirmation()
func (taskEscrow *TaskEscrow) UnpackAccessControlBadConfirmationError(raw []byte) (*TaskEscrowAccessControlBadConfirmation, error) {
	out := new(TaskEscrowAccessControlBadConfirmation)
	if err := taskEscrow.abi.UnpackIntoInterface(out, "AccessControlBadConfirmation", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TaskEscrowAccessControlEnforcedDefaultAdminDelay represents a AccessControlEnforcedDefaultAdminDelay error raised by the TaskEscrow contract.
type TaskEscrowAccessControlEnforcedDefaultAdminDelay struct {
	Schedule *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlEnforcedDefaultAdminDelay(uint48 schedule)
func TaskEscrowAccessControlEnforcedDefaultAdminDelayErrorID() common.Hash {
	return common.HexToHash("0x19ca5ebb8fb33f00e502c9392eddab1501674629178bf69b853cf037aaf4bb5d")
}

// UnpackAccessControlEnforcedDefaultAdminDelayError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlEnforcedDefaultAdminDelay(uint48 schedule)
func (taskEscrow *TaskEscrow) UnpackAccessControlEnforcedDefaultAdminDelayError(raw []byte) (*TaskEscrowAccessControlEnforcedDefaultAdminDelay, error) {
	out := new(TaskEscrowAccessControlEnforcedDefaultAdminDelay)
	if err := taskEscrow.abi.UnpackIntoInterface(out, "AccessControlEnforcedDefaultAdminDelay", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TaskEscrowAccessControlEnforcedDefaultAdminRules represents a AccessControlEnforcedDefaultAdminRules error raised by the TaskEscrow contract.
type TaskEscrowAccessControlEnforcedDefaultAdminRules struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlEnforcedDefaultAdminRules()
func TaskEscrowAccessControlEnforcedDefaultAdminRulesErrorID() common.Hash {
	return common.HexToHash("0x3fc3c27ae3db78c81b8f6e685172134623efa268ee8cd8d54be38ad2a74fc13b")
}

// UnpackAccessControlEnforcedDefaultAdminRulesError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlEnforcedDefaultAdminRules()
func (taskEscrow *TaskEscrow) UnpackAccessControlEnforcedDefaultAdminRulesError(raw []byte) (*TaskEscrowAccessControlEnforcedDefaultAdminRules, error) {
	out := new(TaskEscrowAccessControlEnforcedDefaultAdminRules)
	if err := taskEscrow.abi.UnpackIntoInterface(out, "AccessControlEnforcedDefaultAdminRules", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TaskEscrowAccessControlInvalidDefaultAdmin represents a AccessControlInvalidDefaultAdmin error raised by the TaskEscrow contract.
type TaskEscrowAccessControlInvalidDefaultAdmin struct {
	DefaultAdmin common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlInvalidDefaultAdmin(address defaultAdmin)
func TaskEscrowAccessControlInvalidDefaultAdminErrorID() common.Hash {
	return common.HexToHash("0xc22c8022f2a840d6b6a9f113407715f5bbd4e88c1b0dd9434dc00700ba609ed4")
}

// UnpackAccessControlInvalidDefaultAdminError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlInvalidDefaultAdmin(address defaultAdmin)
func (taskEscrow *TaskEscrow) UnpackAccessControlInvalidDefaultAdminError(raw []byte) (*TaskEscrowAccessControlInvalidDefaultAdmin, error) {
	out := new(TaskEscrowAccessControlInvalidDefaultAdmin)
	if err := taskEscrow.abi.UnpackIntoInterface(out, "AccessControlInvalidDefaultAdmin", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TaskEscrowAccessControlUnauthorizedAccount represents a AccessControlUnauthorizedAccount error raised by the TaskEscrow contract.
type TaskEscrowAccessControlUnauthorizedAccount struct {
	Account    common.Address
	NeededRole [32]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)
func TaskEscrowAccessControlUnauthorizedAccountErrorID() common.Hash {
	return common.HexToHash("0xe2517d3fbfae6f8515ef5ff1ccedc3933ab0cbbda0b492c06eb54ad10ef03b3e")
}

// UnpackAccessControlUnauthorizedAccountError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)
func (taskEscrow *TaskEscrow) UnpackAccessControlUnauthorizedAccountError(raw []byte) (*TaskEscrowAccessControlUnauthorizedAccount, error) {
	out := new(TaskEscrowAccessControlUnauthorizedAccount)
	if err := taskEscrow.abi.UnpackIntoInterface(out, "AccessControlUnauthorizedAccount", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TaskEscrowAmountMissing represents a AmountMissing error raised by the TaskEscrow contract.
type TaskEscrowAmountMissing struct {
	Account common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AmountMissing(address account)
func TaskEscrowAmountMissingErrorID() common.Hash {
	return common.HexToHash("0xd6f4df1f327f6fd4abb41d3342fa64dfa81b6b0822aac7ef1a99813fc6493cde")
}

// UnpackAmountMissingError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AmountMissing(address account)
func (taskEscrow *TaskEscrow) UnpackAmountMissingError(raw []byte) (*TaskEscrowAmountMissing, error) {
	out := new(TaskEscrowAmountMissing)
	if err := taskEscrow.abi.UnpackIntoInterface(out, "AmountMissing", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TaskEscrowDeadlinePassed represents a DeadlinePassed error raised by the TaskEscrow contract.
type TaskEscrowDeadlinePassed struct {
	Deadline uint64
	Time     *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error DeadlinePassed(uint64 deadline, uint256 time)
func TaskEscrowDeadlinePassedErrorID() common.Hash {
	return common.HexToHash("0x3dee80f26b09083e6b22a1f70917a891078741122fa0a3e7bd5b67f2cd39cdd1")
}

// UnpackDeadlinePassedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error DeadlinePassed(uint64 deadline, uint256 time)
func (taskEscrow *TaskEscrow) UnpackDeadlinePassedError(raw []byte) (*TaskEscrowDeadlinePassed, error) {
	out := new(TaskEscrowDeadlinePassed)
	if err := taskEscrow.abi.UnpackIntoInterface(out, "DeadlinePassed", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TaskEscrowEnforcedPause represents a EnforcedPause error raised by the TaskEscrow contract.
type TaskEscrowEnforcedPause struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EnforcedPause()
func TaskEscrowEnforcedPauseErrorID() common.Hash {
	return common.HexToHash("0xd93c0665d6c96d04a8f174024fc4ddd66c250604aff22bbec808de86dd3637e3")
}

// UnpackEnforcedPauseError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EnforcedPause()
func (taskEscrow *TaskEscrow) UnpackEnforcedPauseError(raw []byte) (*TaskEscrowEnforcedPause, error) {
	out := new(TaskEscrowEnforcedPause)
	if err := taskEscrow.abi.UnpackIntoInterface(out, "EnforcedPause", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TaskEscrowEscrowExists represents a EscrowExists error raised by the TaskEscrow contract.
type TaskEscrowEscrowExists struct {
	Id    [32]byte
	State uint8
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowExists(bytes32 id, uint8 state)
func TaskEscrowEscrowExistsErrorID() common.Hash {
	return common.HexToHash("0xd0a143cfa760e8023cfbfb2f32f9235d8387f1ac86a8bb12f46d1057ca3ae531")
}

// UnpackEscrowExistsError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowExists(bytes32 id, uint8 state)
func (taskEscrow *TaskEscrow) UnpackEscrowExistsError(raw []byte) (*TaskEscrowEscrowExists, error) {
	out := new(TaskEscrowEscrowExists)
	if err := taskEscrow.abi.UnpackIntoInterface(out, "EscrowExists", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TaskEscrowEscrowFrozen represents a EscrowFrozen error raised by the TaskEscrow contract.
type TaskEscrowEscrowFrozen struct {
	Id      [32]byte
	Pending uint64
	Until   *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowFrozen(bytes32 id, uint64 pending, uint256 until)
func TaskEscrowEscrowFrozenErrorID() common.Hash {
	return common.HexToHash("0xb8bc264b47d52eddc6df8d2ce5ba282c6a167f66ffad242e4183bd061c8cd7af")
}

// UnpackEscrowFrozenError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowFrozen(bytes32 id, uint64 pending, uint256 until)
func (taskEscrow *TaskEscrow) UnpackEscrowFrozenError(raw []byte) (*TaskEscrowEscrowFrozen, error) {
	out := new(TaskEscrowEscrowFrozen)
	if err := taskEscrow.abi.UnpackIntoInterface(out, "EscrowFrozen", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TaskEscrowEscrowNotIn represents a EscrowNotIn error raised by the TaskEscrow contract.
type TaskEscrowEscrowNotIn struct {
	Id   [32]byte
	Have uint8
	Want uint8
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EscrowNotIn(bytes32 id, uint8 have, uint8 want)
func TaskEscrowEscrowNotInErrorID() common.Hash {
	return common.HexToHash("0x91bc24a692a2bd9345146153baa5e51092c2d30ecc5290354325a2147f449ded")
}

// UnpackEscrowNotInError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EscrowNotIn(bytes32 id, uint8 have, uint8 want)
func (taskEscrow *TaskEscrow) UnpackEscrowNotInError(raw []byte) (*TaskEscrowEscrowNotIn, error) {
	out := new(TaskEscrowEscrowNotIn)
	if err := taskEscrow.abi.UnpackIntoInterface(out, "EscrowNotIn", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TaskEscrowExpectedPause represents a ExpectedPause error raised by the TaskEscrow contract.
type TaskEscrowExpectedPause struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ExpectedPause()
func TaskEscrowExpectedPauseErrorID() common.Hash {
	return common.HexToHash("0x8dfc202bcfe9a735b559bee70674422512bc5c30f687046ae8778315fb81da44")
}

// UnpackExpectedPauseError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ExpectedPause()
func (taskEscrow *TaskEscrow) UnpackExpectedPauseError(raw []byte) (*TaskEscrowExpectedPause, error) {
	out := new(TaskEscrowExpectedPause)
	if err := taskEscrow.abi.UnpackIntoInterface(out, "ExpectedPause", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TaskEscrowFailedCall represents a FailedCall error raised by the TaskEscrow contract.
type TaskEscrowFailedCall struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error FailedCall()
func TaskEscrowFailedCallErrorID() common.Hash {
	return common.HexToHash("0xd6bda27508c0fb6d8a39b4b122878dab26f731a7d4e4abe711dd3731899052a4")
}

// UnpackFailedCallError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error FailedCall()
func (taskEscrow *TaskEscrow) UnpackFailedCallError(raw []byte) (*TaskEscrowFailedCall, error) {
	out := new(TaskEscrowFailedCall)
	if err := taskEscrow.abi.UnpackIntoInterface(out, "FailedCall", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TaskEscrowInsufficientBalance represents a InsufficientBalance error raised by the TaskEscrow contract.
type TaskEscrowInsufficientBalance struct {
	Balance *big.Int
	Needed  *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error InsufficientBalance(uint256 balance, uint256 needed)
func TaskEscrowInsufficientBalanceErrorID() common.Hash {
	return common.HexToHash("0xcf4791818fba6e019216eb4864093b4947f674afada5d305e57d598b641dad1d")
}

// UnpackInsufficientBalanceError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error InsufficientBalance(uint256 balance, uint256 needed)
func (taskEscrow *TaskEscrow) UnpackInsufficientBalanceError(raw []byte) (*TaskEscrowInsufficientBalance, error) {
	out := new(TaskEscrowInsufficientBalance)
	if err := taskEscrow.abi.UnpackIntoInterface(out, "InsufficientBalance", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TaskEscrowLeafForeign represents a LeafForeign error raised by the TaskEscrow contract.
type TaskEscrowLeafForeign struct {
	Id    [32]byte
	Goal  [32]byte
	Task  [32]byte
	Agent common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error LeafForeign(bytes32 id, bytes32 goal, bytes32 task, address agent)
func TaskEscrowLeafForeignErrorID() common.Hash {
	return common.HexToHash("0x26b0e44ae9cc840ffeea5bea0f4b072b6257e925a8341e29e1bc4f3a5044fe2d")
}

// UnpackLeafForeignError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error LeafForeign(bytes32 id, bytes32 goal, bytes32 task, address agent)
func (taskEscrow *TaskEscrow) UnpackLeafForeignError(raw []byte) (*TaskEscrowLeafForeign, error) {
	out := new(TaskEscrowLeafForeign)
	if err := taskEscrow.abi.UnpackIntoInterface(out, "LeafForeign", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TaskEscrowLeafMalformed represents a LeafMalformed error raised by the TaskEscrow contract.
type TaskEscrowLeafMalformed struct {
	Id     [32]byte
	Length *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error LeafMalformed(bytes32 id, uint256 length)
func TaskEscrowLeafMalformedErrorID() common.Hash {
	return common.HexToHash("0xf257b4af924aacee140b11da41f2d6adb97cf270bc232f30f8ebac14d52e33f8")
}

// UnpackLeafMalformedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error LeafMalformed(bytes32 id, uint256 length)
func (taskEscrow *TaskEscrow) UnpackLeafMalformedError(raw []byte) (*TaskEscrowLeafMalformed, error) {
	out := new(TaskEscrowLeafMalformed)
	if err := taskEscrow.abi.UnpackIntoInterface(out, "LeafMalformed", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TaskEscrowNotRefundable represents a NotRefundable error raised by the TaskEscrow contract.
type TaskEscrowNotRefundable struct {
	Id       [32]byte
	State    uint8
	Deadline uint64
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error NotRefundable(bytes32 id, uint8 state, uint64 deadline)
func TaskEscrowNotRefundableErrorID() common.Hash {
	return common.HexToHash("0xde56306f74c3088e322de62a95efc7c7ffa4bfa4c5de8b841606c5c20eafd7fb")
}

// UnpackNotRefundableError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error NotRefundable(bytes32 id, uint8 state, uint64 deadline)
func (taskEscrow *TaskEscrow) UnpackNotRefundableError(raw []byte) (*TaskEscrowNotRefundable, error) {
	out := new(TaskEscrowNotRefundable)
	if err := taskEscrow.abi.UnpackIntoInterface(out, "NotRefundable", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TaskEscrowNothingDue represents a NothingDue error raised by the TaskEscrow contract.
type TaskEscrowNothingDue struct {
	Account common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error NothingDue(address account)
func TaskEscrowNothingDueErrorID() common.Hash {
	return common.HexToHash("0x39b3200dee23743d80e2bf31cf5f6524718888b4f0d04e08015e680ffa163776")
}

// UnpackNothingDueError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error NothingDue(address account)
func (taskEscrow *TaskEscrow) UnpackNothingDueError(raw []byte) (*TaskEscrowNothingDue, error) {
	out := new(TaskEscrowNothingDue)
	if err := taskEscrow.abi.UnpackIntoInterface(out, "NothingDue", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TaskEscrowProofInvalid represents a ProofInvalid error raised by the TaskEscrow contract.
type TaskEscrowProofInvalid struct {
	Id    [32]byte
	Goal  [32]byte
	Index *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ProofInvalid(bytes32 id, bytes32 goal, uint256 index)
func TaskEscrowProofInvalidErrorID() common.Hash {
	return common.HexToHash("0x11dc8fd663861172f20f52f2d6a9ead32c3863be411a4c3b2754291f01099c9b")
}

// UnpackProofInvalidError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ProofInvalid(bytes32 id, bytes32 goal, uint256 index)
func (taskEscrow *TaskEscrow) UnpackProofInvalidError(raw []byte) (*TaskEscrowProofInvalid, error) {
	out := new(TaskEscrowProofInvalid)
	if err := taskEscrow.abi.UnpackIntoInterface(out, "ProofInvalid", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TaskEscrowProofRefuted represents a ProofRefuted error raised by the TaskEscrow contract.
type TaskEscrowProofRefuted struct {
	Id [32]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ProofRefuted(bytes32 id)
func TaskEscrowProofRefutedErrorID() common.Hash {
	return common.HexToHash("0x3cafafb8092f3522c2d3b7563d6424f4c4cef719bb99227f5586488e083a89c6")
}

// UnpackProofRefutedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ProofRefuted(bytes32 id)
func (taskEscrow *TaskEscrow) UnpackProofRefutedError(raw []byte) (*TaskEscrowProofRefuted, error) {
	out := new(TaskEscrowProofRefuted)
	if err := taskEscrow.abi.UnpackIntoInterface(out, "ProofRefuted", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TaskEscrowRecipientMissing represents a RecipientMissing error raised by the TaskEscrow contract.
type TaskEscrowRecipientMissing struct {
	Account common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error RecipientMissing(address account)
func TaskEscrowRecipientMissingErrorID() common.Hash {
	return common.HexToHash("0x45b95c29835203af3f3252528861ed5de021c8c9a762ede6a1c74a5457312280")
}

// UnpackRecipientMissingError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error RecipientMissing(address account)
func (taskEscrow *TaskEscrow) UnpackRecipientMissingError(raw []byte) (*TaskEscrowRecipientMissing, error) {
	out := new(TaskEscrowRecipientMissing)
	if err := taskEscrow.abi.UnpackIntoInterface(out, "RecipientMissing", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TaskEscrowReentrancyGuardReentrantCall represents a ReentrancyGuardReentrantCall error raised by the TaskEscrow contract.
type TaskEscrowReentrancyGuardReentrantCall struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ReentrancyGuardReentrantCall()
func TaskEscrowReentrancyGuardReentrantCallErrorID() common.Hash {
	return common.HexToHash("0x3ee5aeb571de7fc460830b4d0017439a1ca56fb0bc39062227ade4fe4a24c1ca")
}

// UnpackReentrancyGuardReentrantCallError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ReentrancyGuardReentrantCall()
func (taskEscrow *TaskEscrow) UnpackReentrancyGuardReentrantCallError(raw []byte) (*TaskEscrowReentrancyGuardReentrantCall, error) {
	out := new(TaskEscrowReentrancyGuardReentrantCall)
	if err := taskEscrow.abi.UnpackIntoInterface(out, "ReentrancyGuardReentrantCall", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TaskEscrowSafeCastOverflowedUintDowncast represents a SafeCastOverflowedUintDowncast error raised by the TaskEscrow contract.
type TaskEscrowSafeCastOverflowedUintDowncast struct {
	Bits  uint8
	Value *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error SafeCastOverflowedUintDowncast(uint8 bits, uint256 value)
func TaskEscrowSafeCastOverflowedUintDowncastErrorID() common.Hash {
	return common.HexToHash("0x6dfcc6503a32754ce7a89698e18201fc5294fd4aad43edefee786f88423b1a12")
}

// UnpackSafeCastOverflowedUintDowncastError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error SafeCastOverflowedUintDowncast(uint8 bits, uint256 value)
func (taskEscrow *TaskEscrow) UnpackSafeCastOverflowedUintDowncastError(raw []byte) (*TaskEscrowSafeCastOverflowedUintDowncast, error) {
	out := new(TaskEscrowSafeCastOverflowedUintDowncast)
	if err := taskEscrow.abi.UnpackIntoInterface(out, "SafeCastOverflowedUintDowncast", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// TaskEscrowWindowOpen represents a WindowOpen error raised by the TaskEscrow contract.
type TaskEscrowWindowOpen struct {
	Id    [32]byte
	Until *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error WindowOpen(bytes32 id, uint256 until)
func TaskEscrowWindowOpenErrorID() common.Hash {
	return common.HexToHash("0x3961195e14ec3f2f2bdae1c493ca510b5b18e265bf29b42db49438b0dfd41596")
}

// UnpackWindowOpenError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error WindowOpen(bytes32 id, uint256 until)
func (taskEscrow *TaskEscrow) UnpackWindowOpenError(raw []byte) (*TaskEscrowWindowOpen, error) {
	out := new(TaskEscrowWindowOpen)
	if err := taskEscrow.abi.UnpackIntoInterface(out, "WindowOpen", raw); err != nil {
		return nil, err
	}
	return out, nil
}
