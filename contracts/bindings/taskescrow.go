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
	ABI: "[{\"type\":\"constructor\",\"inputs\":[{\"name\":\"admin\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"adminDelay\",\"type\":\"uint48\",\"internalType\":\"uint48\"},{\"name\":\"pauser\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"proofs\",\"type\":\"address\",\"internalType\":\"contractIProofOfWork\"},{\"name\":\"challenges\",\"type\":\"address\",\"internalType\":\"contractIChallengeManager\"},{\"name\":\"length\",\"type\":\"uint64\",\"internalType\":\"uint64\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"DEFAULT_ADMIN_ROLE\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"PAUSER_ROLE\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"acceptDefaultAdminTransfer\",\"inputs\":[],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"beginDefaultAdminTransfer\",\"inputs\":[{\"name\":\"newAdmin\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"cancelDefaultAdminTransfer\",\"inputs\":[],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"changeDefaultAdminDelay\",\"inputs\":[{\"name\":\"newDelay\",\"type\":\"uint48\",\"internalType\":\"uint48\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"defaultAdmin\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"defaultAdminDelay\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"uint48\",\"internalType\":\"uint48\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"defaultAdminDelayIncreaseWait\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"uint48\",\"internalType\":\"uint48\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"due\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"amount\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"escrow\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"outputs\":[{\"name\":\"known\",\"type\":\"tuple\",\"internalType\":\"structITaskEscrow.Escrow\",\"components\":[{\"name\":\"amount\",\"type\":\"uint128\",\"internalType\":\"uint128\"},{\"name\":\"provenAt\",\"type\":\"uint64\",\"internalType\":\"uint64\"},{\"name\":\"state\",\"type\":\"uint8\",\"internalType\":\"enumITaskEscrow.State\"}]}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"fund\",\"inputs\":[{\"name\":\"goal\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"task\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"payee\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"deadline\",\"type\":\"uint64\",\"internalType\":\"uint64\"}],\"outputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"payable\"},{\"type\":\"function\",\"name\":\"getRoleAdmin\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"grantRole\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"hasRole\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"idOf\",\"inputs\":[{\"name\":\"terms\",\"type\":\"tuple\",\"internalType\":\"structITaskEscrow.Terms\",\"components\":[{\"name\":\"goal\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"task\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"payer\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"payee\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"deadline\",\"type\":\"uint64\",\"internalType\":\"uint64\"}]}],\"outputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"pure\"},{\"type\":\"function\",\"name\":\"owner\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"pause\",\"inputs\":[],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"paused\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"pendingDefaultAdmin\",\"inputs\":[],\"outputs\":[{\"name\":\"newAdmin\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"schedule\",\"type\":\"uint48\",\"internalType\":\"uint48\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"pendingDefaultAdminDelay\",\"inputs\":[],\"outputs\":[{\"name\":\"newDelay\",\"type\":\"uint48\",\"internalType\":\"uint48\"},{\"name\":\"schedule\",\"type\":\"uint48\",\"internalType\":\"uint48\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"prove\",\"inputs\":[{\"name\":\"terms\",\"type\":\"tuple\",\"internalType\":\"structITaskEscrow.Terms\",\"components\":[{\"name\":\"goal\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"task\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"payer\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"payee\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"deadline\",\"type\":\"uint64\",\"internalType\":\"uint64\"}]},{\"name\":\"leaf\",\"type\":\"bytes\",\"internalType\":\"bytes\"},{\"name\":\"index\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"path\",\"type\":\"bytes32[]\",\"internalType\":\"bytes32[]\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"refund\",\"inputs\":[{\"name\":\"terms\",\"type\":\"tuple\",\"internalType\":\"structITaskEscrow.Terms\",\"components\":[{\"name\":\"goal\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"task\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"payer\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"payee\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"deadline\",\"type\":\"uint64\",\"internalType\":\"uint64\"}]}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"release\",\"inputs\":[{\"name\":\"terms\",\"type\":\"tuple\",\"internalType\":\"structITaskEscrow.Terms\",\"components\":[{\"name\":\"goal\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"task\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"payer\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"payee\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"deadline\",\"type\":\"uint64\",\"internalType\":\"uint64\"}]}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"renounceRole\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"revokeRole\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"rollbackDefaultAdminDelay\",\"inputs\":[],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"supportsInterface\",\"inputs\":[{\"name\":\"interfaceId\",\"type\":\"bytes4\",\"internalType\":\"bytes4\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"unpause\",\"inputs\":[],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"window\",\"inputs\":[],\"outputs\":[{\"name\":\"length\",\"type\":\"uint64\",\"internalType\":\"uint64\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"withdraw\",\"inputs\":[{\"name\":\"to\",\"type\":\"address\",\"internalType\":\"addresspayable\"}],\"outputs\":[{\"name\":\"amount\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"event\",\"name\":\"DefaultAdminDelayChangeCanceled\",\"inputs\":[],\"anonymous\":false},{\"type\":\"event\",\"name\":\"DefaultAdminDelayChangeScheduled\",\"inputs\":[{\"name\":\"newDelay\",\"type\":\"uint48\",\"indexed\":false,\"internalType\":\"uint48\"},{\"name\":\"effectSchedule\",\"type\":\"uint48\",\"indexed\":false,\"internalType\":\"uint48\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"DefaultAdminTransferCanceled\",\"inputs\":[],\"anonymous\":false},{\"type\":\"event\",\"name\":\"DefaultAdminTransferScheduled\",\"inputs\":[{\"name\":\"newAdmin\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"acceptSchedule\",\"type\":\"uint48\",\"indexed\":false,\"internalType\":\"uint48\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"EscrowFunded\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"payer\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"payee\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"goal\",\"type\":\"bytes32\",\"indexed\":false,\"internalType\":\"bytes32\"},{\"name\":\"task\",\"type\":\"bytes32\",\"indexed\":false,\"internalType\":\"bytes32\"},{\"name\":\"deadline\",\"type\":\"uint64\",\"indexed\":false,\"internalType\":\"uint64\"},{\"name\":\"amount\",\"type\":\"uint128\",\"indexed\":false,\"internalType\":\"uint128\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"EscrowProven\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"result\",\"type\":\"bytes32\",\"indexed\":false,\"internalType\":\"bytes32\"},{\"name\":\"releasableAt\",\"type\":\"uint64\",\"indexed\":false,\"internalType\":\"uint64\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"EscrowRefunded\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"payer\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"amount\",\"type\":\"uint128\",\"indexed\":false,\"internalType\":\"uint128\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"EscrowReleased\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"payee\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"amount\",\"type\":\"uint128\",\"indexed\":false,\"internalType\":\"uint128\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"Paused\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"indexed\":false,\"internalType\":\"address\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"RoleAdminChanged\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"previousAdminRole\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"newAdminRole\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"RoleGranted\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"sender\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"RoleRevoked\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"sender\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"Unpaused\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"indexed\":false,\"internalType\":\"address\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"Withdrawn\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"to\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"amount\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"}],\"anonymous\":false},{\"type\":\"error\",\"name\":\"AccessControlBadConfirmation\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"AccessControlEnforcedDefaultAdminDelay\",\"inputs\":[{\"name\":\"schedule\",\"type\":\"uint48\",\"internalType\":\"uint48\"}]},{\"type\":\"error\",\"name\":\"AccessControlEnforcedDefaultAdminRules\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"AccessControlInvalidDefaultAdmin\",\"inputs\":[{\"name\":\"defaultAdmin\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"AccessControlUnauthorizedAccount\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"neededRole\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}]},{\"type\":\"error\",\"name\":\"AmountMissing\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"DeadlinePassed\",\"inputs\":[{\"name\":\"deadline\",\"type\":\"uint64\",\"internalType\":\"uint64\"},{\"name\":\"time\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"EnforcedPause\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"EscrowExists\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"state\",\"type\":\"uint8\",\"internalType\":\"enumITaskEscrow.State\"}]},{\"type\":\"error\",\"name\":\"EscrowFrozen\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"pending\",\"type\":\"uint64\",\"internalType\":\"uint64\"},{\"name\":\"until\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"EscrowNotIn\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"have\",\"type\":\"uint8\",\"internalType\":\"enumITaskEscrow.State\"},{\"name\":\"want\",\"type\":\"uint8\",\"internalType\":\"enumITaskEscrow.State\"}]},{\"type\":\"error\",\"name\":\"ExpectedPause\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"FailedCall\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"InsufficientBalance\",\"inputs\":[{\"name\":\"balance\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"needed\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"LeafForeign\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"goal\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"task\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"LeafMalformed\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"length\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"NotRefundable\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"state\",\"type\":\"uint8\",\"internalType\":\"enumITaskEscrow.State\"},{\"name\":\"deadline\",\"type\":\"uint64\",\"internalType\":\"uint64\"}]},{\"type\":\"error\",\"name\":\"NothingDue\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"ProofInvalid\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"goal\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"index\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"ProofRefuted\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}]},{\"type\":\"error\",\"name\":\"RecipientMissing\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"ReentrancyGuardReentrantCall\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"SafeCastOverflowedUintDowncast\",\"inputs\":[{\"name\":\"bits\",\"type\":\"uint8\",\"internalType\":\"uint8\"},{\"name\":\"value\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"WindowOpen\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"until\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]}]",
	ID:  "TaskEscrow",
	Bin: "0x60e060405234801561000f575f5ffd5b5060405161297238038061297283398101604081905261002e91610215565b85858581836001600160a01b03811661006057604051636116401160e11b81525f600482015260240160405180910390fd5b600180546001600160d01b0316600160d01b65ffffffffffff8516021790556100895f826100e8565b5050506100bc7f65d7a28e3265b37a6474929f336521b332c1681b933f6cb9f3376673440d862a826100e860201b60201c565b5050506001600160a01b0393841660805250911660a0526001600160401b031660c052506102ad915050565b5f82610144575f6101016002546001600160a01b031690565b6001600160a01b03161461012857604051631fe1e13d60e11b815260040160405180910390fd5b600280546001600160a01b0319166001600160a01b0384161790555b61014e8383610157565b90505b92915050565b5f828152602081815260408083206001600160a01b038516845290915281205460ff166101f7575f838152602081815260408083206001600160a01b03861684529091529020805460ff191660011790556101af3390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a4506001610151565b505f610151565b6001600160a01b0381168114610212575f5ffd5b50565b5f5f5f5f5f5f60c0878903121561022a575f5ffd5b8651610235816101fe565b602088015190965065ffffffffffff81168114610250575f5ffd5b6040880151909550610261816101fe565b6060880151909450610272816101fe565b6080880151909350610283816101fe565b60a08801519092506001600160401b038116811461029f575f5ffd5b809150509295509295509295565b60805160a05160c05161267f6102f35f395f818161032c0152818161098b015261139301525f818161074c015281816109f30152610ada01525f611260015261267f5ff3fe6080604052600436106101d0575f3560e01c80638456cb59116100fd578063cc8463c811610092578063d547741f11610062578063d547741f1461058a578063d602b9fd146105a9578063d9ce754a146105bd578063e63ab1e9146105dc575f5ffd5b8063cc8463c814610509578063cefc14291461051d578063cf6eefb714610531578063d0b346ce1461056b575f5ffd5b8063a1eda53c116100cd578063a1eda53c14610478578063a217fddf146104ab578063a7e75032146104be578063b663cdec146104ea575f5ffd5b80638456cb59146103dd57806384ef8ffc146103f15780638da5cb5b1461042257806391d1485414610436575f5ffd5b806336568abe1161017357806351cff8d91161014357806351cff8d9146103695780635c975abb14610388578063634e93da1461039f578063649a5ec7146103be575f5ffd5b806336568abe146102df5780633f4ba83a146102fe578063461645bf146103125780634cd975c314610356575f5ffd5b806316d1e3c7116101ae57806316d1e3c714610246578063248a9ca3146102655780632f2ff15d146102a1578063358c8eeb146102c0575f5ffd5b806301ffc9a7146101d4578063022d63fb146102085780630aa6220b14610230575b5f5ffd5b3480156101df575f5ffd5b506101f36101ee36600461200f565b61060f565b60405190151581526020015b60405180910390f35b348015610213575f5ffd5b50620697805b60405165ffffffffffff90911681526020016101ff565b34801561023b575f5ffd5b50610244610639565b005b348015610251575f5ffd5b5061024461026036600461204c565b61064e565b348015610270575f5ffd5b5061029361027f366004612066565b5f9081526020819052604090206001015490565b6040519081526020016101ff565b3480156102ac575f5ffd5b506102446102bb366004612091565b6108c9565b3480156102cb575f5ffd5b506102446102da36600461204c565b6108f5565b3480156102ea575f5ffd5b506102446102f9366004612091565b610c5e565b348015610309575f5ffd5b50610244610d1f565b34801561031d575f5ffd5b5060405167ffffffffffffffff7f00000000000000000000000000000000000000000000000000000000000000001681526020016101ff565b6102936103643660046120d4565b610d31565b348015610374575f5ffd5b5061029361038336600461211b565b610f27565b348015610393575f5ffd5b5060035460ff166101f3565b3480156103aa575f5ffd5b506102446103b936600461211b565b61100c565b3480156103c9575f5ffd5b506102446103d8366004612136565b61101f565b3480156103e8575f5ffd5b50610244611032565b3480156103fc575f5ffd5b506002546001600160a01b03165b6040516001600160a01b0390911681526020016101ff565b34801561042d575f5ffd5b5061040a611064565b348015610441575f5ffd5b506101f3610450366004612091565b5f918252602082815260408084206001600160a01b0393909316845291905290205460ff1690565b348015610483575f5ffd5b5061048c61107c565b6040805165ffffffffffff9384168152929091166020830152016101ff565b3480156104b6575f5ffd5b506102935f81565b3480156104c9575f5ffd5b506104dd6104d8366004612066565b6110ce565b6040516101ff919061218f565b3480156104f5575f5ffd5b50610244610504366004612218565b611169565b348015610514575f5ffd5b506102196113e4565b348015610528575f5ffd5b50610244611442565b34801561053c575f5ffd5b50600154604080516001600160a01b0383168152600160a01b90920465ffffffffffff166020830152016101ff565b348015610576575f5ffd5b5061029361058536600461211b565b611478565b348015610595575f5ffd5b506102446105a4366004612091565b611495565b3480156105b4575f5ffd5b506102446114bd565b3480156105c8575f5ffd5b506102936105d736600461204c565b6114cf565b3480156105e7575f5ffd5b506102937f65d7a28e3265b37a6474929f336521b332c1681b933f6cb9f3376673440d862a81565b5f6001600160e01b031982166318a4c3c360e11b14806106335750610633826114e2565b92915050565b5f61064381611516565b61064b611520565b50565b61065661152c565b61065e611561565b5f61067661067136849003840184612307565b611585565b5f818152600560205260409020805491925090600160c01b900460ff1660018160048111156106a7576106a761215b565b141580156106c7575060028160048111156106c4576106c461215b565b14155b156107035782816106de60a087016080880161236f565b60405163de56306f60e01b81526004016106fa9392919061238a565b60405180910390fd5b60028160048111156107175761071761215b565b148061073c575061072e60a085016080860161236f565b67ffffffffffffffff164211155b15610817575f6001600160a01b037f00000000000000000000000000000000000000000000000000000000000000001663015b0b308635602088013561078860808a0160608b0161211b565b6040516001600160e01b031960e086901b168152600481019390935260248301919091526001600160a01b031660448201526064016040805180830381865afa1580156107d7573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906107fb91906123c5565b915050806108155783826106de60a088016080890161236f565b505b815460ff60c01b19167804000000000000000000000000000000000000000000000000178255610860610850606086016040870161211b565b83546001600160801b0316611604565b610870606085016040860161211b565b82546040516001600160801b0390911681526001600160a01b03919091169084907fc17ebae6d71323d0f2bbb00e87a9847efe200ce78341af9c56b83459a7c28fd89060200160405180910390a350505061064b611634565b816108e757604051631fe1e13d60e11b815260040160405180910390fd5b6108f1828261165e565b5050565b6108fd61152c565b610905611561565b5f61091861067136849003840184612307565b5f81815260056020526040902090915060028154600160c01b900460ff1660048111156109475761094761215b565b146109785780546040516348de125360e11b81526106fa918491600160c01b90910460ff16906002906004016123f8565b80545f906109ba9067ffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000811691600160801b90041661242d565b9050804210156109e757604051631cb08caf60e11b815260048101849052602481018290526044016106fa565b5f806001600160a01b037f00000000000000000000000000000000000000000000000000000000000000001663015b0b3087356020890135610a2f60808b0160608c0161211b565b6040516001600160e01b031960e086901b168152600481019390935260248301919091526001600160a01b031660448201526064016040805180830381865afa158015610a7e573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610aa291906123c5565b915091508015610ac857604051630795f5f760e31b8152600481018690526024016106fa565b67ffffffffffffffff821615610baa577f00000000000000000000000000000000000000000000000000000000000000006001600160a01b031663e06174e46040518163ffffffff1660e01b815260040160a060405180830381865afa158015610b34573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610b589190612451565b60600151610b6d9064ffffffffff168461242d565b925082421015610baa5760405163b8bc264b60e01b81526004810186905267ffffffffffffffff83166024820152604481018490526064016106fa565b835460ff60c01b19167803000000000000000000000000000000000000000000000000178455610bf3610be3608088016060890161211b565b85546001600160801b0316611604565b610c03608087016060880161211b565b84546040516001600160801b0390911681526001600160a01b03919091169086907f528754f756ea57ed6bcba7307673e16ffb520367fe8cfe1b546ebd65ad8bcf729060200160405180910390a3505050505061064b611634565b81158015610c7957506002546001600160a01b038281169116145b15610d15576001546001600160a01b03811690600160a01b900465ffffffffffff1681151580610caf575065ffffffffffff8116155b80610cc257504265ffffffffffff821610155b15610cea576040516319ca5ebb60e01b815265ffffffffffff821660048201526024016106fa565b5050600180547fffffffffffff000000000000ffffffffffffffffffffffffffffffffffffffff1690555b6108f18282611688565b5f610d2981611516565b61064b6116c0565b5f610d3a61152c565b610d42611561565b345f03610d645760405163d6f4df1f60e01b81523360048201526024016106fa565b6001600160a01b038316610d8d576040516345b95c2960e01b81523360048201526024016106fa565b8167ffffffffffffffff16421115610dca57604051631ef7407960e11b815267ffffffffffffffff831660048201524260248201526044016106fa565b610e156040518060a00160405280878152602001868152602001336001600160a01b03168152602001856001600160a01b031681526020018467ffffffffffffffff16815250611585565b5f8181526005602052604081209192508154600160c01b900460ff166004811115610e4257610e4261215b565b14610e7057805460405163d0a143cf60e01b81526106fa918491600160c01b90910460ff16906004016124d6565b5f610e7a34611712565b8254600160c01b6001600160801b0383167fffffffffffffff00ffffffffffffffff000000000000000000000000000000009092168217178455604080518a8152602081018a905267ffffffffffffffff8816818301526060810192909252519192506001600160a01b03871691339186917e52db6e4045329955f4ccb1094df2cfeab6cdc997098ebd20305048a22a42aa9181900360800190a45050610f1f611634565b949350505050565b5f610f3061152c565b610f38611561565b6001600160a01b038216610f61576040516345b95c2960e01b81523360048201526024016106fa565b335f90815260046020526040812054610f7a919061242d565b9050805f03610f9e576040516339b3200d60e01b81523360048201526024016106fa565b335f8181526004602052604080822091909155516001600160a01b03841691907fd1c19fbcd4551a5edfb66d43d2e337c04837afda3482b42bdf569a8fccdae5fb90610fed9085815260200190565b60405180910390a3610fff8282611749565b611007611634565b919050565b5f61101681611516565b6108f1826117bc565b5f61102981611516565b6108f18261182e565b7f65d7a28e3265b37a6474929f336521b332c1681b933f6cb9f3376673440d862a61105c81611516565b61064b61189d565b5f6110776002546001600160a01b031690565b905090565b6002545f90600160d01b900465ffffffffffff1680151580156110a757504265ffffffffffff821610155b6110b2575f5f6110c6565b600254600160a01b900465ffffffffffff16815b915091509091565b6110ee604080516060810182525f80825260208201819052909182015290565b5f82815260056020908152604091829020825160608101845281546001600160801b0381168252600160801b810467ffffffffffffffff169382019390935292909190830190600160c01b900460ff16600481111561114f5761114f61215b565b60048111156111605761116061215b565b90525092915050565b5f61117c61067136899003890189612307565b5f81815260056020526040902090915060018154600160c01b900460ff1660048111156111ab576111ab61215b565b146111dc5780546040516348de125360e11b81526106fa918491600160c01b90910460ff16906001906004016123f8565b6111ec60a0890160808a0161236f565b67ffffffffffffffff164211156112395761120d60a0890160808a0161236f565b604051631ef7407960e11b815267ffffffffffffffff90911660048201524260248201526044016106fa565b5f611246838a8a8a6118da565b6040516375fdbfcb60e01b81529091506001600160a01b037f000000000000000000000000000000000000000000000000000000000000000016906375fdbfcb906112a0908c35908c908c908c908c908c906004016124ea565b602060405180830381865afa1580156112bb573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906112df9190612572565b61130d576040516308ee47eb60e11b81526004810184905289356024820152604481018790526064016106fa565b815467ffffffffffffffff42908116600160801b027fffffffffffffff000000000000000000ffffffffffffffffffffffffffffffff90921691909117780200000000000000000000000000000000000000000000000017835583907fcc334001877ed24d8cc889bd2bbca21857f34b60c705ca064bda2fd7fb6b5ac29083906113b8907f00000000000000000000000000000000000000000000000000000000000000009061258b565b6040805192835267ffffffffffffffff90911660208301520160405180910390a2505050505050505050565b6002545f90600160d01b900465ffffffffffff16801515801561140e57504265ffffffffffff8216105b61142957600154600160d01b900465ffffffffffff1661143c565b600254600160a01b900465ffffffffffff165b91505090565b6001546001600160a01b031633811461147057604051636116401160e11b81523360048201526024016106fa565b61064b6119a7565b6001600160a01b0381165f90815260046020526040812054610633565b816114b357604051631fe1e13d60e11b815260040160405180910390fd5b6108f18282611a54565b5f6114c781611516565b61064b611a78565b5f61063361067136849003840184612307565b5f6001600160e01b03198216637965db0b60e01b148061063357506301ffc9a760e01b6001600160e01b0319831614610633565b61064b8133611a82565b61152a5f5f611ad4565b565b611534611bb9565b61152a60017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005b90611bf9565b60035460ff161561152a5760405163d93c066560e01b815260040160405180910390fd5b5f816040516020016115e791905f60a08201905082518252602083015160208301526001600160a01b0360408401511660408301526001600160a01b03606084015116606083015267ffffffffffffffff608084015116608083015292915050565b604051602081830303815290604052805190602001209050919050565b6001600160a01b0382165f908152600460205260408120805483929061162b90849061242d565b90915550505050565b61152a5f7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f0061155b565b5f8281526020819052604090206001015461167881611516565b6116828383611c00565b50505050565b6001600160a01b03811633146116b15760405163334bd91960e11b815260040160405180910390fd5b6116bb8282611c7a565b505050565b6116c8611cc3565b6003805460ff191690557f5db9ee0a495bf2e6ff9c91a7834c1ba4fdd244a5e8aa4e537bd38aeae4b073aa335b6040516001600160a01b03909116815260200160405180910390a1565b5f6001600160801b03821115611745576040516306dfcc6560e41b815260806004820152602481018390526044016106fa565b5090565b804710156117735760405163cf47918160e01b8152476004820152602481018290526044016106fa565b61178c828260405180602001604052805f815250611ce6565b15611795575050565b3d156117a3576108f1611cfb565b60405163d6bda27560e01b815260040160405180910390fd5b5f6117c56113e4565b6117ce42611d06565b6117d891906125ab565b90506117e48282611d38565b60405165ffffffffffff821681526001600160a01b038316907f3377dc44241e779dd06afab5b788a35ca5f3b778836e2990bdb26a2a4b2e5ed69060200160405180910390a25050565b5f61183882611db5565b61184142611d06565b61184b91906125ab565b90506118578282611ad4565b6040805165ffffffffffff8085168252831660208201527ff1038c18cf84a56e432fdbfaf746924b7ea511dfe03a6506a0ceba4888788d9b910160405180910390a15050565b6118a5611561565b6003805460ff191660011790557f62e78cea01bee320cd4e420270b5ea74000d11b0c9f74754ebdbfc544b05a2586116f53390565b5f5f5f5f5f5f6118ea8888611e06565b945094509450945094508461191c5760405163f257b4af60e01b8152600481018b9052602481018890526044016106fa565b883584141580611930575088602001358314155b8061195c575061194660808a0160608b0161211b565b6001600160a01b0316826001600160a01b031614155b1561199a57604051631358722560e11b8152600481018b905260248101859052604481018490526001600160a01b03831660648201526084016106fa565b9998505050505050505050565b6001546001600160a01b03811690600160a01b900465ffffffffffff168015806119d957504265ffffffffffff821610155b15611a01576040516319ca5ebb60e01b815265ffffffffffff821660048201526024016106fa565b611a1c5f611a176002546001600160a01b031690565b611c7a565b50611a275f83611c00565b5050600180547fffffffffffff000000000000000000000000000000000000000000000000000016905550565b5f82815260208190526040902060010154611a6e81611516565b6116828383611c7a565b61152a5f5f611d38565b5f828152602081815260408083206001600160a01b038516845290915290205460ff166108f15760405163e2517d3f60e01b81526001600160a01b0382166004820152602481018390526044016106fa565b600254600160d01b900465ffffffffffff168015611b69574265ffffffffffff82161015611b40576002546001805479ffffffffffffffffffffffffffffffffffffffffffffffffffff16600160a01b90920465ffffffffffff16600160d01b02919091179055611b69565b6040517f2b1fa2edafe6f7b9e97c1a9e0c3660e645beb2dcaa2d45bdbf9beaf5472e1ec5905f90a15b50600280546001600160a01b0316600160a01b65ffffffffffff9485160279ffffffffffffffffffffffffffffffffffffffffffffffffffff1617600160d01b9290931691909102919091179055565b7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005c1561152a57604051633ee5aeb560e01b815260040160405180910390fd5b80825d5050565b5f82611c69575f611c196002546001600160a01b031690565b6001600160a01b031614611c4057604051631fe1e13d60e11b815260040160405180910390fd5b6002805473ffffffffffffffffffffffffffffffffffffffff19166001600160a01b0384161790555b611c738383611ee7565b9392505050565b5f82158015611c9657506002546001600160a01b038381169116145b15611cb9576002805473ffffffffffffffffffffffffffffffffffffffff191690555b611c738383611f8e565b60035460ff1661152a57604051638dfc202b60e01b815260040160405180910390fd5b5f5f5f83516020850186885af1949350505050565b6040513d5f823e3d81fd5b5f65ffffffffffff821115611745576040516306dfcc6560e41b815260306004820152602481018390526044016106fa565b60018054600160a01b65ffffffffffff84811682027fffffffffffff000000000000000000000000000000000000000000000000000084166001600160a01b038816171790935590041680156116bb576040517f8886ebfc4259abdbc16601dd8fb5678e54878f47b3c34836cfc51154a9605109905f90a1505050565b5f5f611dbf6113e4565b90508065ffffffffffff168365ffffffffffff1611611de757611de283826125c9565b611c73565b611c7365ffffffffffff8416620697805f828218828410028218611c73565b5f80808080607586141580611e5a5750600160f81b87875f81611e2b57611e2b6125e7565b9050013560f81c60f81b7effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff191614155b15611e7257505f935083925082915081905080611edd565b6001611e81602182898b6125fb565b611e8a91612622565b611e98604160218a8c6125fb565b611ea191612622565b611eaf605560418b8d6125fb565b611eb89161263f565b60601c611ec9607560558c8e6125fb565b611ed291612622565b945094509450945094505b9295509295909350565b5f828152602081815260408083206001600160a01b038516845290915281205460ff16611f87575f838152602081815260408083206001600160a01b03861684529091529020805460ff19166001179055611f3f3390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a4506001610633565b505f610633565b5f828152602081815260408083206001600160a01b038516845290915281205460ff1615611f87575f838152602081815260408083206001600160a01b0386168085529252808320805460ff1916905551339286917ff6391f5c32d9c69d2a47ea670b442974b53935d1edc7fd64eb21e047a839171b9190a4506001610633565b5f6020828403121561201f575f5ffd5b81356001600160e01b031981168114611c73575f5ffd5b5f60a08284031215612046575f5ffd5b50919050565b5f60a0828403121561205c575f5ffd5b611c738383612036565b5f60208284031215612076575f5ffd5b5035919050565b6001600160a01b038116811461064b575f5ffd5b5f5f604083850312156120a2575f5ffd5b8235915060208301356120b48161207d565b809150509250929050565b67ffffffffffffffff8116811461064b575f5ffd5b5f5f5f5f608085870312156120e7575f5ffd5b843593506020850135925060408501356121008161207d565b91506060850135612110816120bf565b939692955090935050565b5f6020828403121561212b575f5ffd5b8135611c738161207d565b5f60208284031215612146575f5ffd5b813565ffffffffffff81168114611c73575f5ffd5b634e487b7160e01b5f52602160045260245ffd5b6005811061218b57634e487b7160e01b5f52602160045260245ffd5b9052565b5f6060820190506001600160801b03835116825267ffffffffffffffff602084015116602083015260408301516121c9604084018261216f565b5092915050565b5f5f83601f8401126121e0575f5ffd5b50813567ffffffffffffffff8111156121f7575f5ffd5b6020830191508360208260051b8501011115612211575f5ffd5b9250929050565b5f5f5f5f5f5f610100878903121561222e575f5ffd5b6122388888612036565b955060a087013567ffffffffffffffff811115612253575f5ffd5b8701601f81018913612263575f5ffd5b803567ffffffffffffffff811115612279575f5ffd5b89602082840101111561228a575f5ffd5b6020919091019550935060c0870135925060e087013567ffffffffffffffff8111156122b4575f5ffd5b6122c089828a016121d0565b979a9699509497509295939492505050565b60405160a0810167ffffffffffffffff8111828210171561230157634e487b7160e01b5f52604160045260245ffd5b60405290565b5f60a0828403128015612318575f5ffd5b506123216122d2565b8235815260208084013590820152604083013561233d8161207d565b604082015260608301356123508161207d565b60608201526080830135612363816120bf565b60808201529392505050565b5f6020828403121561237f575f5ffd5b8135611c73816120bf565b8381526060810161239e602083018561216f565b67ffffffffffffffff83166040830152949350505050565b80518015158114611007575f5ffd5b5f5f604083850312156123d6575f5ffd5b82516123e1816120bf565b91506123ef602084016123b6565b90509250929050565b8381526060810161240c602083018561216f565b610f1f604083018461216f565b634e487b7160e01b5f52601160045260245ffd5b8082018082111561063357610633612419565b805161ffff81168114611007575f5ffd5b5f60a0828403128015612462575f5ffd5b5061246b6122d2565b82516124768161207d565b815260208301516124868161207d565b602082015260408301516bffffffffffffffffffffffff811681146124a9575f5ffd5b6040820152606083015164ffffffffff811681146124c5575f5ffd5b606082015261236360808401612440565b82815260408101611c73602083018461216f565b86815260806020820152846080820152848660a08301375f60a086830101525f601f19601f870116820185604084015260a08382030160608401528360a08201527f07ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff841115612557575f5ffd5b8360051b808660c08401370160c00198975050505050505050565b5f60208284031215612582575f5ffd5b611c73826123b6565b67ffffffffffffffff818116838216019081111561063357610633612419565b65ffffffffffff818116838216019081111561063357610633612419565b65ffffffffffff828116828216039081111561063357610633612419565b634e487b7160e01b5f52603260045260245ffd5b5f5f85851115612609575f5ffd5b83861115612615575f5ffd5b5050820193919092039150565b80356020831015610633575f19602084900360031b1b1692915050565b80356bffffffffffffffffffffffff1981169060148410156121c9576bffffffffffffffffffffffff1960149490940360031b84901b169092169291505056",
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
// Solidity: constructor(address admin, uint48 adminDelay, address pauser, address proofs, address challenges, uint64 length) returns()
func (taskEscrow *TaskEscrow) PackConstructor(admin common.Address, adminDelay *big.Int, pauser common.Address, proofs common.Address, challenges common.Address, length uint64) []byte {
	enc, err := taskEscrow.abi.Pack("", admin, adminDelay, pauser, proofs, challenges, length)
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
