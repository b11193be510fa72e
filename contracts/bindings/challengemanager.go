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

// IChallengeManagerChallenge is an auto generated low-level Go binding around an user-defined struct.
type IChallengeManagerChallenge struct {
	Challenger common.Address
	OpenedAt   *big.Int
	Status     uint8
	Agent      common.Address
	Bond       *big.Int
	Subject    [32]byte
	Evidence   [32]byte
	Answer     [32]byte
}

// IChallengeManagerSettings is an auto generated low-level Go binding around an user-defined struct.
type IChallengeManagerSettings struct {
	Stakes    common.Address
	Treasury  common.Address
	Bond      *big.Int
	Timeout   *big.Int
	RewardBps uint16
}

// ChallengeManagerMetaData contains all meta data concerning the ChallengeManager contract.
var ChallengeManagerMetaData = bind.MetaData{
	ABI: "[{\"type\":\"constructor\",\"inputs\":[{\"name\":\"admin\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"adminDelay\",\"type\":\"uint48\",\"internalType\":\"uint48\"},{\"name\":\"pauser\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"resolver\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"first\",\"type\":\"tuple\",\"internalType\":\"structIChallengeManager.Settings\",\"components\":[{\"name\":\"stakes\",\"type\":\"address\",\"internalType\":\"contractIStakeRegistry\"},{\"name\":\"treasury\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"bond\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"timeout\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"rewardBps\",\"type\":\"uint16\",\"internalType\":\"uint16\"}]}],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"DEFAULT_ADMIN_ROLE\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"PAUSER_ROLE\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"RESOLVER_ROLE\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"acceptDefaultAdminTransfer\",\"inputs\":[],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"answer\",\"inputs\":[{\"name\":\"id\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"evidence\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"beginDefaultAdminTransfer\",\"inputs\":[{\"name\":\"newAdmin\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"cancelDefaultAdminTransfer\",\"inputs\":[],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"challenge\",\"inputs\":[{\"name\":\"id\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[{\"name\":\"known\",\"type\":\"tuple\",\"internalType\":\"structIChallengeManager.Challenge\",\"components\":[{\"name\":\"challenger\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"openedAt\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"status\",\"type\":\"uint8\",\"internalType\":\"enumIChallengeManager.Status\"},{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"bond\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"subject\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"evidence\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"answer\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}]}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"changeDefaultAdminDelay\",\"inputs\":[{\"name\":\"newDelay\",\"type\":\"uint48\",\"internalType\":\"uint48\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"defaultAdmin\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"defaultAdminDelay\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"uint48\",\"internalType\":\"uint48\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"defaultAdminDelayIncreaseWait\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"uint48\",\"internalType\":\"uint48\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"due\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"amount\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"expire\",\"inputs\":[{\"name\":\"id\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"getRoleAdmin\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"grantRole\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"hasRole\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"isOpen\",\"inputs\":[{\"name\":\"goal\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"task\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"challenged\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"open\",\"inputs\":[{\"name\":\"goal\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"task\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"evidence\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"outputs\":[{\"name\":\"id\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"payable\"},{\"type\":\"function\",\"name\":\"owner\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"pause\",\"inputs\":[],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"paused\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"pendingDefaultAdmin\",\"inputs\":[],\"outputs\":[{\"name\":\"newAdmin\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"schedule\",\"type\":\"uint48\",\"internalType\":\"uint48\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"pendingDefaultAdminDelay\",\"inputs\":[],\"outputs\":[{\"name\":\"newDelay\",\"type\":\"uint48\",\"internalType\":\"uint48\"},{\"name\":\"schedule\",\"type\":\"uint48\",\"internalType\":\"uint48\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"renounceRole\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"resolve\",\"inputs\":[{\"name\":\"id\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"upheld\",\"type\":\"bool\",\"internalType\":\"bool\"},{\"name\":\"penalty\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"revokeRole\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"rollbackDefaultAdminDelay\",\"inputs\":[],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"setBond\",\"inputs\":[{\"name\":\"least\",\"type\":\"uint96\",\"internalType\":\"uint96\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"settings\",\"inputs\":[],\"outputs\":[{\"name\":\"current\",\"type\":\"tuple\",\"internalType\":\"structIChallengeManager.Settings\",\"components\":[{\"name\":\"stakes\",\"type\":\"address\",\"internalType\":\"contractIStakeRegistry\"},{\"name\":\"treasury\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"bond\",\"type\":\"uint96\",\"internalType\":\"uint96\"},{\"name\":\"timeout\",\"type\":\"uint40\",\"internalType\":\"uint40\"},{\"name\":\"rewardBps\",\"type\":\"uint16\",\"internalType\":\"uint16\"}]}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"standing\",\"inputs\":[{\"name\":\"goal\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"task\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"pending\",\"type\":\"uint64\",\"internalType\":\"uint64\"},{\"name\":\"refuted\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"subjectOf\",\"inputs\":[{\"name\":\"goal\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"task\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"subject\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"pure\"},{\"type\":\"function\",\"name\":\"supportsInterface\",\"inputs\":[{\"name\":\"interfaceId\",\"type\":\"bytes4\",\"internalType\":\"bytes4\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"unpause\",\"inputs\":[],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"withdraw\",\"inputs\":[{\"name\":\"to\",\"type\":\"address\",\"internalType\":\"addresspayable\"}],\"outputs\":[{\"name\":\"amount\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"event\",\"name\":\"BondSet\",\"inputs\":[{\"name\":\"bond\",\"type\":\"uint96\",\"indexed\":false,\"internalType\":\"uint96\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"ChallengeAnswered\",\"inputs\":[{\"name\":\"id\",\"type\":\"uint256\",\"indexed\":true,\"internalType\":\"uint256\"},{\"name\":\"answer\",\"type\":\"bytes32\",\"indexed\":false,\"internalType\":\"bytes32\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"ChallengeExpired\",\"inputs\":[{\"name\":\"id\",\"type\":\"uint256\",\"indexed\":true,\"internalType\":\"uint256\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"ChallengeOpened\",\"inputs\":[{\"name\":\"id\",\"type\":\"uint256\",\"indexed\":true,\"internalType\":\"uint256\"},{\"name\":\"subject\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"agent\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"goal\",\"type\":\"bytes32\",\"indexed\":false,\"internalType\":\"bytes32\"},{\"name\":\"task\",\"type\":\"bytes32\",\"indexed\":false,\"internalType\":\"bytes32\"},{\"name\":\"challenger\",\"type\":\"address\",\"indexed\":false,\"internalType\":\"address\"},{\"name\":\"bond\",\"type\":\"uint96\",\"indexed\":false,\"internalType\":\"uint96\"},{\"name\":\"evidence\",\"type\":\"bytes32\",\"indexed\":false,\"internalType\":\"bytes32\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"ChallengeResolved\",\"inputs\":[{\"name\":\"id\",\"type\":\"uint256\",\"indexed\":true,\"internalType\":\"uint256\"},{\"name\":\"upheld\",\"type\":\"bool\",\"indexed\":false,\"internalType\":\"bool\"},{\"name\":\"penalty\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"},{\"name\":\"reward\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"DefaultAdminDelayChangeCanceled\",\"inputs\":[],\"anonymous\":false},{\"type\":\"event\",\"name\":\"DefaultAdminDelayChangeScheduled\",\"inputs\":[{\"name\":\"newDelay\",\"type\":\"uint48\",\"indexed\":false,\"internalType\":\"uint48\"},{\"name\":\"effectSchedule\",\"type\":\"uint48\",\"indexed\":false,\"internalType\":\"uint48\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"DefaultAdminTransferCanceled\",\"inputs\":[],\"anonymous\":false},{\"type\":\"event\",\"name\":\"DefaultAdminTransferScheduled\",\"inputs\":[{\"name\":\"newAdmin\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"acceptSchedule\",\"type\":\"uint48\",\"indexed\":false,\"internalType\":\"uint48\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"Paused\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"indexed\":false,\"internalType\":\"address\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"RoleAdminChanged\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"previousAdminRole\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"newAdminRole\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"RoleGranted\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"sender\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"RoleRevoked\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"sender\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"Unpaused\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"indexed\":false,\"internalType\":\"address\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"Withdrawn\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"to\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"amount\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"}],\"anonymous\":false},{\"type\":\"error\",\"name\":\"AccessControlBadConfirmation\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"AccessControlEnforcedDefaultAdminDelay\",\"inputs\":[{\"name\":\"schedule\",\"type\":\"uint48\",\"internalType\":\"uint48\"}]},{\"type\":\"error\",\"name\":\"AccessControlEnforcedDefaultAdminRules\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"AccessControlInvalidDefaultAdmin\",\"inputs\":[{\"name\":\"defaultAdmin\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"AccessControlUnauthorizedAccount\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"neededRole\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}]},{\"type\":\"error\",\"name\":\"AmountMissing\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"AnswerConflict\",\"inputs\":[{\"name\":\"id\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"have\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"offered\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}]},{\"type\":\"error\",\"name\":\"AnswerNotAgents\",\"inputs\":[{\"name\":\"id\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"sender\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"BondTooSmall\",\"inputs\":[{\"name\":\"offered\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"least\",\"type\":\"uint96\",\"internalType\":\"uint96\"}]},{\"type\":\"error\",\"name\":\"ChallengeNotOpen\",\"inputs\":[{\"name\":\"id\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"status\",\"type\":\"uint8\",\"internalType\":\"enumIChallengeManager.Status\"}]},{\"type\":\"error\",\"name\":\"ChallengePending\",\"inputs\":[{\"name\":\"id\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"until\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"EnforcedPause\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"EvidenceMissing\",\"inputs\":[{\"name\":\"sender\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"ExpectedPause\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"FailedCall\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"InsufficientBalance\",\"inputs\":[{\"name\":\"balance\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"needed\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"NothingDue\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"RecipientMissing\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"ReentrancyGuardReentrantCall\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"RewardTooLarge\",\"inputs\":[{\"name\":\"rewardBps\",\"type\":\"uint16\",\"internalType\":\"uint16\"}]},{\"type\":\"error\",\"name\":\"SafeCastOverflowedUintDowncast\",\"inputs\":[{\"name\":\"bits\",\"type\":\"uint8\",\"internalType\":\"uint8\"},{\"name\":\"value\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]}]",
	ID:  "ChallengeManager",
	Bin: "0x610100604052348015610010575f5ffd5b50604051612c5c380380612c5c83398101604081905261002f9161036f565b84848481836001600160a01b03811661006257604051636116401160e11b81525f60048201526024015b60405180910390fd5b600180546001600160d01b0316600160d01b65ffffffffffff85160217905561008b5f826101a3565b5050506100be7f65d7a28e3265b37a6474929f336521b332c1681b933f6cb9f3376673440d862a826101a360201b60201c565b5050505061271061ffff16816080015161ffff1611156100fd576080810151604051638ee04f7560e01b815261ffff9091166004820152602401610059565b60208101516001600160a01b031661012a576040516345b95c2960e01b8152336004820152602401610059565b6101547f92a19c77d2ea87c7f81d50c74403cb2f401780f3ad919571121efe2bdb427eb1836101a3565b5080516001600160a01b039081166080908152602083015190911660a052606082015164ffffffffff1660c05281015161ffff1660e052604081015161019990610212565b5050505050610473565b5f826101ff575f6101bc6002546001600160a01b031690565b6001600160a01b0316146101e357604051631fe1e13d60e11b815260040160405180910390fd5b600280546001600160a01b0319166001600160a01b0384161790555b6102098383610266565b90505b92915050565b600580546001600160601b0319166001600160601b0383169081179091556040519081527fed8e4b75daf8196b8d00f5a6448092fe31b19d79bfa129c11ddacb8cb83e75559060200160405180910390a150565b5f828152602081815260408083206001600160a01b038516845290915281205460ff16610306575f838152602081815260408083206001600160a01b03861684529091529020805460ff191660011790556102be3390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a450600161020c565b505f61020c565b6001600160a01b0381168114610321575f5ffd5b50565b805161032f8161030d565b919050565b80516001600160601b038116811461032f575f5ffd5b805164ffffffffff8116811461032f575f5ffd5b805161ffff8116811461032f575f5ffd5b5f5f5f5f5f858703610120811215610385575f5ffd5b86516103908161030d565b602088015190965065ffffffffffff811681146103ab575f5ffd5b60408801519095506103bc8161030d565b60608801519094506103cd8161030d565b925060a0607f19820112156103e0575f5ffd5b5060405160a081016001600160401b038111828210171561040f57634e487b7160e01b5f52604160045260245ffd5b60405261041e60808801610324565b815261042c60a08801610324565b602082015261043d60c08801610334565b604082015261044e60e0880161034a565b6060820152610460610100880161035e565b6080820152809150509295509295909350565b60805160a05160c05160e0516127706104ec5f395f818161077e015261130401525f8181610754015261169001525f8181610714015261147401525f81816106ef01528181610eb8015281816111ce0152818161128a015281816113a101528181611416015281816114fd015261175201526127705ff3fe608060405260043610610229575f3560e01c80638456cb5911610131578063bf81bf43116100ac578063d0b346ce1161007c578063d602b9fd11610062578063d602b9fd1461068d578063e06174e4146106a1578063e63ab1e91461080d575f5ffd5b8063d0b346ce1461064f578063d547741f1461066e575f5ffd5b8063bf81bf43146105ce578063cc8463c8146105ed578063cefc142914610601578063cf6eefb714610615575f5ffd5b806391d1485411610101578063a217fddf116100e7578063a217fddf14610570578063a8fc138c14610583578063ab82d9a0146105a2575f5ffd5b806391d14854146104fb578063a1eda53c1461053d575f5ffd5b80638456cb591461048357806384ef8ffc146104975780638da5cb5b146104c8578063919510ad146104dc575f5ffd5b806332e9163a116101c157806351cff8d911610191578063634e93da11610177578063634e93da14610412578063649a5ec71461043157806378fab26014610450575f5ffd5b806351cff8d9146103dc5780635c975abb146103fb575f5ffd5b806332e9163a1461037757806336568abe146103965780633f4ba83a146103b55780633fbb38ce146103c9575f5ffd5b806319ee60fc116101fc57806319ee60fc146102de578063248a9ca3146102fd578063285b5496146103395780632f2ff15d14610358575f5ffd5b8063015b0b301461022d57806301ffc9a714610271578063022d63fb146102a05780630aa6220b146102c8575b5f5ffd5b348015610238575f5ffd5b5061024c610247366004612411565b610840565b6040805167ffffffffffffffff90931683529015156020830152015b60405180910390f35b34801561027c575f5ffd5b5061029061028b366004612447565b6108c6565b6040519015158152602001610268565b3480156102ab575f5ffd5b50620697805b60405165ffffffffffff9091168152602001610268565b3480156102d3575f5ffd5b506102dc6108f0565b005b3480156102e9575f5ffd5b506102dc6102f836600461246e565b610905565b348015610308575f5ffd5b5061032b61031736600461248e565b5f9081526020819052604090206001015490565b604051908152602001610268565b348015610344575f5ffd5b506102dc6103533660046124a5565b610a0a565b348015610363575f5ffd5b506102dc6103723660046124cb565b610a21565b348015610382575f5ffd5b50610290610391366004612411565b610a49565b3480156103a1575f5ffd5b506102dc6103b03660046124cb565b610aa7565b3480156103c0575f5ffd5b506102dc610b68565b61032b6103d73660046124f9565b610b7a565b3480156103e7575f5ffd5b5061032b6103f6366004612535565b610f20565b348015610406575f5ffd5b5060035460ff16610290565b34801561041d575f5ffd5b506102dc61042c366004612535565b611005565b34801561043c575f5ffd5b506102dc61044b366004612550565b611018565b34801561045b575f5ffd5b5061032b7f92a19c77d2ea87c7f81d50c74403cb2f401780f3ad919571121efe2bdb427eb181565b34801561048e575f5ffd5b506102dc61102b565b3480156104a2575f5ffd5b506002546001600160a01b03165b6040516001600160a01b039091168152602001610268565b3480156104d3575f5ffd5b506104b061105d565b3480156104e7575f5ffd5b5061032b6104f6366004612411565b611075565b348015610506575f5ffd5b506102906105153660046124cb565b5f918252602082815260408084206001600160a01b0393909316845291905290205460ff1690565b348015610548575f5ffd5b506105516110b8565b6040805165ffffffffffff938416815292909116602083015201610268565b34801561057b575f5ffd5b5061032b5f81565b34801561058e575f5ffd5b506102dc61059d366004612575565b61110a565b3480156105ad575f5ffd5b506105c16105bc36600461248e565b611568565b60405161026891906125e2565b3480156105d9575f5ffd5b506102dc6105e836600461248e565b611663565b3480156105f8575f5ffd5b506102b16117b5565b34801561060c575f5ffd5b506102dc611813565b348015610620575f5ffd5b50600154604080516001600160a01b0383168152600160a01b90920465ffffffffffff16602083015201610268565b34801561065a575f5ffd5b5061032b610669366004612535565b611849565b348015610679575f5ffd5b506102dc6106883660046124cb565b611866565b348015610698575f5ffd5b506102dc61188e565b3480156106ac575f5ffd5b506107a66040805160a0810182525f80825260208201819052918101829052606081018290526080810191909152506040805160a0810182526001600160a01b037f0000000000000000000000000000000000000000000000000000000000000000811682527f00000000000000000000000000000000000000000000000000000000000000001660208201526005546001600160601b03169181019190915264ffffffffff7f000000000000000000000000000000000000000000000000000000000000000016606082015261ffff7f000000000000000000000000000000000000000000000000000000000000000016608082015290565b60405161026891905f60a0820190506001600160a01b0383511682526001600160a01b0360208401511660208301526001600160601b03604084015116604083015264ffffffffff606084015116606083015261ffff608084015116608083015292915050565b348015610818575f5ffd5b5061032b7f65d7a28e3265b37a6474929f336521b332c1681b933f6cb9f3376673440d862a81565b5f5f5f60075f61089088888860408051602081018590529081018390526001600160a01b03821660608201525f906080016040516020818303038152906040528051906020012090509392505050565b815260208101919091526040015f205467ffffffffffffffff8116976801000000000000000090910460ff169650945050505050565b5f6001600160e01b031982166318a4c3c360e11b14806108ea57506108ea826118a0565b92915050565b5f6108fa816118d4565b6109026118de565b50565b5f61090f836118ea565b60018101549091506001600160a01b0316331461096257600181015460405163678da9bb60e11b8152600481018590526001600160a01b0390911660248201523360448201526064015b60405180910390fd5b816109825760405163ed82bebb60e01b8152336004820152602401610959565b8181600401540361099257505050565b6004810154156109c9576004808201546040516317f8543d60e11b8152918201859052602482015260448101839052606401610959565b6004810182905560405182815283907fb46e589ebe49927876170a478fc6643ce64c7ad417aed144f5ca7e72eae7044b9060200160405180910390a2505050565b5f610a14816118d4565b610a1d82611944565b5050565b81610a3f57604051631fe1e13d60e11b815260040160405180910390fd5b610a1d828261199d565b6040805160208082018690528183018590526001600160a01b03841660608084019190915283518084039091018152608090920183528151918101919091205f9081526007909152205467ffffffffffffffff1615155b9392505050565b81158015610ac257506002546001600160a01b038281169116145b15610b5e576001546001600160a01b03811690600160a01b900465ffffffffffff1681151580610af8575065ffffffffffff8116155b80610b0b57504265ffffffffffff821610155b15610b33576040516319ca5ebb60e01b815265ffffffffffff82166004820152602401610959565b5050600180547fffffffffffff000000000000ffffffffffffffffffffffffffffffffffffffff1690555b610a1d82826119c7565b5f610b72816118d4565b6109026119fa565b5f610b83611a4c565b610b8b611a81565b6005546001600160601b0316341015610bcc576005546040516351cab8cb60e11b81523460048201526001600160601b039091166024820152604401610959565b81610bec5760405163ed82bebb60e01b8152336004820152602401610959565b6001600160a01b038316610c15576040516345b95c2960e01b8152336004820152602401610959565b6040805160208082018890528183018790526001600160a01b038616606080840191909152835180840390910181526080909201909252805191012060058054600c90610c7b906c01000000000000000000000000900467ffffffffffffffff16612681565b91906101000a81548167ffffffffffffffff021916908367ffffffffffffffff160217905567ffffffffffffffff169150604051806101000160405280336001600160a01b03168152602001610cd042611aa5565b64ffffffffff16815260200160018152602001856001600160a01b03168152602001610cfb34611ada565b6001600160601b03168152602080820184905260408083018790525f60609093018390528583526006825291829020835181549285015164ffffffffff16600160a01b027fffffffffffffff000000000000000000000000000000000000000000000000009093166001600160a01b039091161791909117808255918301519091829060ff60c81b1916600160c81b836004811115610d9c57610d9c6125ae565b0217905550606082015160808301516001600160601b0316600160a01b026001600160a01b0390911617600182015560a0820151600282015560c0820151600382015560e0909101516004909101555f8181526007602052604081208054909190610e109067ffffffffffffffff16612681565b82546101009290920a67ffffffffffffffff81810219909316919092169190910217905560408051878152602081018790523381830152346001600160601b031660608201526080810185905290516001600160a01b03861691839185917fb142ff03a900dedd9fe80018dbc2bcb280ab9237fa0ce2c5a5c4f79df9b7bb44919081900360a00190a460405163014fc43d60e71b81526001600160a01b0385811660048301527f0000000000000000000000000000000000000000000000000000000000000000169063a7e21e80906024015f604051808303815f87803b158015610ef9575f5ffd5b505af1158015610f0b573d5f5f3e3d5ffd5b5050505050610f18611b0d565b949350505050565b5f610f29611a4c565b610f31611a81565b6001600160a01b038216610f5a576040516345b95c2960e01b8152336004820152602401610959565b335f90815260046020526040812054610f7391906126ad565b9050805f03610f97576040516339b3200d60e01b8152336004820152602401610959565b335f8181526004602052604080822091909155516001600160a01b03841691907fd1c19fbcd4551a5edfb66d43d2e337c04837afda3482b42bdf569a8fccdae5fb90610fe69085815260200190565b60405180910390a3610ff88282611b37565b611000611b0d565b919050565b5f61100f816118d4565b610a1d82611baa565b5f611022816118d4565b610a1d82611c1c565b7f65d7a28e3265b37a6474929f336521b332c1681b933f6cb9f3376673440d862a611055816118d4565b610902611c8b565b5f6110706002546001600160a01b031690565b905090565b6040805160208082018690528183018590526001600160a01b03841660608084019190915283518084039091018152608090920190925280519101205f90610f18565b6002545f90600160d01b900465ffffffffffff1680151580156110e357504265ffffffffffff821610155b6110ee575f5f611102565b600254600160a01b900465ffffffffffff16815b915091509091565b611112611a4c565b7f92a19c77d2ea87c7f81d50c74403cb2f401780f3ad919571121efe2bdb427eb161113c816118d4565b5f611146856118ea565b600181015481549192506001600160a01b0390811691168561122d5761116e83600384611cc8565b604080515f8082526020820181905281830152905188917fbc0011a2aa5dcb7a288470a9208bc88c2eb523d18727d8657b52927b03cd231d919081900360600190a260405162e6141b60e71b81526001600160a01b0383811660048301527f0000000000000000000000000000000000000000000000000000000000000000169063730a0d80906024015f604051808303815f87803b15801561120f575f5ffd5b505af1158015611221573d5f5f3e3d5ffd5b5050505050505061155a565b61123983600283611cc8565b60028301545f90815260076020526040808220805468ff00000000000000001916680100000000000000001790555163108995dd60e31b81526001600160a01b0384811660048301526112f89188917f0000000000000000000000000000000000000000000000000000000000000000169063844caee890602401602060405180830381865afa1580156112cf573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906112f391906126c0565b611d6b565b90505f61132c8261ffff7f000000000000000000000000000000000000000000000000000000000000000016612710611d7a565b60408051600181526020810185905290810182905290915089907fbc0011a2aa5dcb7a288470a9208bc88c2eb523d18727d8657b52927b03cd231d9060600160405180910390a2604051630bfac59960e41b81526001600160a01b0385811660048301526024820183905284811660448301527f0000000000000000000000000000000000000000000000000000000000000000169063bfac5990906064016020604051808303815f875af11580156113e7573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061140b91906126c0565b506001600160a01b037f00000000000000000000000000000000000000000000000000000000000000001663bfac59908561144684866126d7565b60405160e084901b6001600160e01b03191681526001600160a01b03928316600482015260248101919091527f000000000000000000000000000000000000000000000000000000000000000090911660448201526064016020604051808303815f875af11580156114ba573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906114de91906126c0565b5060405162e6141b60e71b81526001600160a01b0385811660048301527f0000000000000000000000000000000000000000000000000000000000000000169063730a0d80906024015f604051808303815f87803b15801561153e575f5ffd5b505af1158015611550573d5f5f3e3d5ffd5b5050505050505050505b50611563611b0d565b505050565b6040805161010080820183525f8083526020808401829052838501829052606084018290526080840182905260a0840182905260c0840182905260e0840182905285825260068152908490208451928301855280546001600160a01b0381168452600160a01b810464ffffffffff16928401929092529293919291830190600160c81b900460ff166004811115611601576116016125ae565b6004811115611612576116126125ae565b815260018201546001600160a01b0381166020830152600160a01b90046001600160601b03166040820152600282015460608201526003820154608082015260049091015460a09091015292915050565b61166b611a4c565b611673611a81565b5f61167d826118ea565b80549091505f906116bf9064ffffffffff7f0000000000000000000000000000000000000000000000000000000000000000811691600160a01b9004166126ad565b9050804210156116ec57604051631a78ba8760e01b81526004810184905260248101829052604401610959565b81546117059083906004906001600160a01b0316611cc8565b60405183907f5e804f6ab65f629e96873f89acb6e5d1456139dc56369bcfc528171e348baa42905f90a2600182015460405162e6141b60e71b81526001600160a01b0391821660048201527f00000000000000000000000000000000000000000000000000000000000000009091169063730a0d80906024015f604051808303815f87803b158015611795575f5ffd5b505af11580156117a7573d5f5f3e3d5ffd5b505050505050610902611b0d565b6002545f90600160d01b900465ffffffffffff1680151580156117df57504265ffffffffffff8216105b6117fa57600154600160d01b900465ffffffffffff1661180d565b600254600160a01b900465ffffffffffff165b91505090565b6001546001600160a01b031633811461184157604051636116401160e11b8152336004820152602401610959565b610902611e2a565b6001600160a01b0381165f908152600460205260408120546108ea565b8161188457604051631fe1e13d60e11b815260040160405180910390fd5b610a1d8282611ed7565b5f611898816118d4565b610902611efb565b5f6001600160e01b03198216637965db0b60e01b14806108ea57506301ffc9a760e01b6001600160e01b03198316146108ea565b6109028133611f05565b6118e85f5f611f57565b565b5f81815260066020526040902060018154600160c81b900460ff166004811115611916576119166125ae565b1461100057805460405163ac34d38160e01b8152610959918491600160c81b90910460ff16906004016126ea565b600580546bffffffffffffffffffffffff19166001600160601b0383169081179091556040519081527fed8e4b75daf8196b8d00f5a6448092fe31b19d79bfa129c11ddacb8cb83e75559060200160405180910390a150565b5f828152602081905260409020600101546119b7816118d4565b6119c1838361203c565b50505050565b6001600160a01b03811633146119f05760405163334bd91960e11b815260040160405180910390fd5b61156382826120af565b611a026120f8565b6003805460ff191690557f5db9ee0a495bf2e6ff9c91a7834c1ba4fdd244a5e8aa4e537bd38aeae4b073aa335b6040516001600160a01b03909116815260200160405180910390a1565b611a5461211b565b6118e860017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005b9061215b565b60035460ff16156118e85760405163d93c066560e01b815260040160405180910390fd5b5f64ffffffffff821115611ad6576040516306dfcc6560e41b81526028600482015260248101839052604401610959565b5090565b5f6001600160601b03821115611ad6576040516306dfcc6560e41b81526060600482015260248101839052604401610959565b6118e85f7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f00611a7b565b80471015611b615760405163cf47918160e01b815247600482015260248101829052604401610959565b611b7a828260405180602001604052805f815250612162565b15611b83575050565b3d15611b9157610a1d612177565b60405163d6bda27560e01b815260040160405180910390fd5b5f611bb36117b5565b611bbc42612182565b611bc691906126fe565b9050611bd282826121b4565b60405165ffffffffffff821681526001600160a01b038316907f3377dc44241e779dd06afab5b788a35ca5f3b778836e2990bdb26a2a4b2e5ed69060200160405180910390a25050565b5f611c2682612231565b611c2f42612182565b611c3991906126fe565b9050611c458282611f57565b6040805165ffffffffffff8085168252831660208201527ff1038c18cf84a56e432fdbfaf746924b7ea511dfe03a6506a0ceba4888788d9b910160405180910390a15050565b611c93611a81565b6003805460ff191660011790557f62e78cea01bee320cd4e420270b5ea74000d11b0c9f74754ebdbfc544b05a258611a2f3390565b82548290849060ff60c81b1916600160c81b836004811115611cec57611cec6125ae565b021790555060028301545f9081526007602052604081208054909190611d1b9067ffffffffffffffff1661271c565b91906101000a81548167ffffffffffffffff021916908367ffffffffffffffff160217905550611563818460010160149054906101000a90046001600160601b03166001600160601b0316612278565b5f828218828410028218610aa0565b5f5f5f611d8786866122a8565b91509150815f03611dab57838181611da157611da161273e565b0492505050610aa0565b818411611dc257611dc260038515026011186122c4565b5f848688095f868103871696879004966002600389028118808a02820302808a02820302808a02820302808a02820302808a02820302808a02909103029181900381900460010185841190960395909502919093039390930492909217029150509392505050565b6001546001600160a01b03811690600160a01b900465ffffffffffff16801580611e5c57504265ffffffffffff821610155b15611e84576040516319ca5ebb60e01b815265ffffffffffff82166004820152602401610959565b611e9f5f611e9a6002546001600160a01b031690565b6120af565b50611eaa5f8361203c565b5050600180547fffffffffffff000000000000000000000000000000000000000000000000000016905550565b5f82815260208190526040902060010154611ef1816118d4565b6119c183836120af565b6118e85f5f6121b4565b5f828152602081815260408083206001600160a01b038516845290915290205460ff16610a1d5760405163e2517d3f60e01b81526001600160a01b038216600482015260248101839052604401610959565b600254600160d01b900465ffffffffffff168015611fec574265ffffffffffff82161015611fc3576002546001805479ffffffffffffffffffffffffffffffffffffffffffffffffffff16600160a01b90920465ffffffffffff16600160d01b02919091179055611fec565b6040517f2b1fa2edafe6f7b9e97c1a9e0c3660e645beb2dcaa2d45bdbf9beaf5472e1ec5905f90a15b50600280546001600160a01b0316600160a01b65ffffffffffff9485160279ffffffffffffffffffffffffffffffffffffffffffffffffffff1617600160d01b9290931691909102919091179055565b5f826120a5575f6120556002546001600160a01b031690565b6001600160a01b03161461207c57604051631fe1e13d60e11b815260040160405180910390fd5b6002805473ffffffffffffffffffffffffffffffffffffffff19166001600160a01b0384161790555b610aa083836122d5565b5f821580156120cb57506002546001600160a01b038381169116145b156120ee576002805473ffffffffffffffffffffffffffffffffffffffff191690555b610aa0838361237c565b60035460ff166118e857604051638dfc202b60e01b815260040160405180910390fd5b7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005c156118e857604051633ee5aeb560e01b815260040160405180910390fd5b80825d5050565b5f5f5f83516020850186885af1949350505050565b6040513d5f823e3d81fd5b5f65ffffffffffff821115611ad6576040516306dfcc6560e41b81526030600482015260248101839052604401610959565b60018054600160a01b65ffffffffffff84811682027fffffffffffff000000000000000000000000000000000000000000000000000084166001600160a01b03881617179093559004168015611563576040517f8886ebfc4259abdbc16601dd8fb5678e54878f47b3c34836cfc51154a9605109905f90a1505050565b5f5f61223b6117b5565b90508065ffffffffffff168365ffffffffffff16116122635761225e8382612752565b610aa0565b610aa065ffffffffffff841662069780611d6b565b6001600160a01b0382165f908152600460205260408120805483929061229f9084906126ad565b90915550505050565b5f805f1983850993909202808410938190039390930393915050565b634e487b715f52806020526024601cfd5b5f828152602081815260408083206001600160a01b038516845290915281205460ff16612375575f838152602081815260408083206001600160a01b03861684529091529020805460ff1916600117905561232d3390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a45060016108ea565b505f6108ea565b5f828152602081815260408083206001600160a01b038516845290915281205460ff1615612375575f838152602081815260408083206001600160a01b0386168085529252808320805460ff1916905551339286917ff6391f5c32d9c69d2a47ea670b442974b53935d1edc7fd64eb21e047a839171b9190a45060016108ea565b6001600160a01b0381168114610902575f5ffd5b5f5f5f60608486031215612423575f5ffd5b8335925060208401359150604084013561243c816123fd565b809150509250925092565b5f60208284031215612457575f5ffd5b81356001600160e01b031981168114610aa0575f5ffd5b5f5f6040838503121561247f575f5ffd5b50508035926020909101359150565b5f6020828403121561249e575f5ffd5b5035919050565b5f602082840312156124b5575f5ffd5b81356001600160601b0381168114610aa0575f5ffd5b5f5f604083850312156124dc575f5ffd5b8235915060208301356124ee816123fd565b809150509250929050565b5f5f5f5f6080858703121561250c575f5ffd5b84359350602085013592506040850135612525816123fd565b9396929550929360600135925050565b5f60208284031215612545575f5ffd5b8135610aa0816123fd565b5f60208284031215612560575f5ffd5b813565ffffffffffff81168114610aa0575f5ffd5b5f5f5f60608486031215612587575f5ffd5b833592506020840135801515811461259d575f5ffd5b929592945050506040919091013590565b634e487b7160e01b5f52602160045260245ffd5b600581106125de57634e487b7160e01b5f52602160045260245ffd5b9052565b5f610100820190506001600160a01b03835116825264ffffffffff6020840151166020830152604083015161261a60408401826125c2565b506001600160a01b036060840151166060830152608083015161264860808401826001600160601b03169052565b5060a083015160a083015260c083015160c083015260e083015160e083015292915050565b634e487b7160e01b5f52601160045260245ffd5b5f67ffffffffffffffff821667ffffffffffffffff81036126a4576126a461266d565b60010192915050565b808201808211156108ea576108ea61266d565b5f602082840312156126d0575f5ffd5b5051919050565b818103818111156108ea576108ea61266d565b82815260408101610aa060208301846125c2565b65ffffffffffff81811683821601908111156108ea576108ea61266d565b5f67ffffffffffffffff8216806127355761273561266d565b5f190192915050565b634e487b7160e01b5f52601260045260245ffd5b65ffffffffffff82811682821603908111156108ea576108ea61266d56",
}

// ChallengeManager is an auto generated Go binding around an Ethereum contract.
type ChallengeManager struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *ChallengeManager) GetABI() abi.ABI {
	return c.abi
}

// NewChallengeManager creates a new instance of ChallengeManager.
func NewChallengeManager() *ChallengeManager {
	parsed, err := ChallengeManagerMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &ChallengeManager{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *ChallengeManager) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address admin, uint48 adminDelay, address pauser, address resolver, (address,address,uint96,uint40,uint16) first) returns()
func (challengeManager *ChallengeManager) PackConstructor(admin common.Address, adminDelay *big.Int, pauser common.Address, resolver common.Address, first IChallengeManagerSettings) []byte {
	enc, err := challengeManager.abi.Pack("", admin, adminDelay, pauser, resolver, first)
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
func (challengeManager *ChallengeManager) PackDEFAULTADMINROLE() []byte {
	enc, err := challengeManager.abi.Pack("DEFAULT_ADMIN_ROLE")
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
func (challengeManager *ChallengeManager) TryPackDEFAULTADMINROLE() ([]byte, error) {
	return challengeManager.abi.Pack("DEFAULT_ADMIN_ROLE")
}

// UnpackDEFAULTADMINROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa217fddf.
//
// Solidity: function DEFAULT_ADMIN_ROLE() view returns(bytes32)
func (challengeManager *ChallengeManager) UnpackDEFAULTADMINROLE(data []byte) ([32]byte, error) {
	out, err := challengeManager.abi.Unpack("DEFAULT_ADMIN_ROLE", data)
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
func (challengeManager *ChallengeManager) PackPAUSERROLE() []byte {
	enc, err := challengeManager.abi.Pack("PAUSER_ROLE")
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
func (challengeManager *ChallengeManager) TryPackPAUSERROLE() ([]byte, error) {
	return challengeManager.abi.Pack("PAUSER_ROLE")
}

// UnpackPAUSERROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xe63ab1e9.
//
// Solidity: function PAUSER_ROLE() view returns(bytes32)
func (challengeManager *ChallengeManager) UnpackPAUSERROLE(data []byte) ([32]byte, error) {
	out, err := challengeManager.abi.Unpack("PAUSER_ROLE", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackRESOLVERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x78fab260.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function RESOLVER_ROLE() view returns(bytes32)
func (challengeManager *ChallengeManager) PackRESOLVERROLE() []byte {
	enc, err := challengeManager.abi.Pack("RESOLVER_ROLE")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRESOLVERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x78fab260.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function RESOLVER_ROLE() view returns(bytes32)
func (challengeManager *ChallengeManager) TryPackRESOLVERROLE() ([]byte, error) {
	return challengeManager.abi.Pack("RESOLVER_ROLE")
}

// UnpackRESOLVERROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x78fab260.
//
// Solidity: function RESOLVER_ROLE() view returns(bytes32)
func (challengeManager *ChallengeManager) UnpackRESOLVERROLE(data []byte) ([32]byte, error) {
	out, err := challengeManager.abi.Unpack("RESOLVER_ROLE", data)
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
func (challengeManager *ChallengeManager) PackAcceptDefaultAdminTransfer() []byte {
	enc, err := challengeManager.abi.Pack("acceptDefaultAdminTransfer")
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
func (challengeManager *ChallengeManager) TryPackAcceptDefaultAdminTransfer() ([]byte, error) {
	return challengeManager.abi.Pack("acceptDefaultAdminTransfer")
}

// PackAnswer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x19ee60fc.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function answer(uint256 id, bytes32 evidence) returns()
func (challengeManager *ChallengeManager) PackAnswer(id *big.Int, evidence [32]byte) []byte {
	enc, err := challengeManager.abi.Pack("answer", id, evidence)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAnswer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x19ee60fc.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function answer(uint256 id, bytes32 evidence) returns()
func (challengeManager *ChallengeManager) TryPackAnswer(id *big.Int, evidence [32]byte) ([]byte, error) {
	return challengeManager.abi.Pack("answer", id, evidence)
}

// PackBeginDefaultAdminTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x634e93da.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function beginDefaultAdminTransfer(address newAdmin) returns()
func (challengeManager *ChallengeManager) PackBeginDefaultAdminTransfer(newAdmin common.Address) []byte {
	enc, err := challengeManager.abi.Pack("beginDefaultAdminTransfer", newAdmin)
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
func (challengeManager *ChallengeManager) TryPackBeginDefaultAdminTransfer(newAdmin common.Address) ([]byte, error) {
	return challengeManager.abi.Pack("beginDefaultAdminTransfer", newAdmin)
}

// PackCancelDefaultAdminTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd602b9fd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function cancelDefaultAdminTransfer() returns()
func (challengeManager *ChallengeManager) PackCancelDefaultAdminTransfer() []byte {
	enc, err := challengeManager.abi.Pack("cancelDefaultAdminTransfer")
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
func (challengeManager *ChallengeManager) TryPackCancelDefaultAdminTransfer() ([]byte, error) {
	return challengeManager.abi.Pack("cancelDefaultAdminTransfer")
}

// PackChallenge is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xab82d9a0.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function challenge(uint256 id) view returns((address,uint40,uint8,address,uint96,bytes32,bytes32,bytes32) known)
func (challengeManager *ChallengeManager) PackChallenge(id *big.Int) []byte {
	enc, err := challengeManager.abi.Pack("challenge", id)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackChallenge is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xab82d9a0.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function challenge(uint256 id) view returns((address,uint40,uint8,address,uint96,bytes32,bytes32,bytes32) known)
func (challengeManager *ChallengeManager) TryPackChallenge(id *big.Int) ([]byte, error) {
	return challengeManager.abi.Pack("challenge", id)
}

// UnpackChallenge is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xab82d9a0.
//
// Solidity: function challenge(uint256 id) view returns((address,uint40,uint8,address,uint96,bytes32,bytes32,bytes32) known)
func (challengeManager *ChallengeManager) UnpackChallenge(data []byte) (IChallengeManagerChallenge, error) {
	out, err := challengeManager.abi.Unpack("challenge", data)
	if err != nil {
		return *new(IChallengeManagerChallenge), err
	}
	out0 := *abi.ConvertType(out[0], new(IChallengeManagerChallenge)).(*IChallengeManagerChallenge)
	return out0, nil
}

// PackChangeDefaultAdminDelay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x649a5ec7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function changeDefaultAdminDelay(uint48 newDelay) returns()
func (challengeManager *ChallengeManager) PackChangeDefaultAdminDelay(newDelay *big.Int) []byte {
	enc, err := challengeManager.abi.Pack("changeDefaultAdminDelay", newDelay)
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
func (challengeManager *ChallengeManager) TryPackChangeDefaultAdminDelay(newDelay *big.Int) ([]byte, error) {
	return challengeManager.abi.Pack("changeDefaultAdminDelay", newDelay)
}

// PackDefaultAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x84ef8ffc.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function defaultAdmin() view returns(address)
func (challengeManager *ChallengeManager) PackDefaultAdmin() []byte {
	enc, err := challengeManager.abi.Pack("defaultAdmin")
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
func (challengeManager *ChallengeManager) TryPackDefaultAdmin() ([]byte, error) {
	return challengeManager.abi.Pack("defaultAdmin")
}

// UnpackDefaultAdmin is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x84ef8ffc.
//
// Solidity: function defaultAdmin() view returns(address)
func (challengeManager *ChallengeManager) UnpackDefaultAdmin(data []byte) (common.Address, error) {
	out, err := challengeManager.abi.Unpack("defaultAdmin", data)
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
func (challengeManager *ChallengeManager) PackDefaultAdminDelay() []byte {
	enc, err := challengeManager.abi.Pack("defaultAdminDelay")
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
func (challengeManager *ChallengeManager) TryPackDefaultAdminDelay() ([]byte, error) {
	return challengeManager.abi.Pack("defaultAdminDelay")
}

// UnpackDefaultAdminDelay is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xcc8463c8.
//
// Solidity: function defaultAdminDelay() view returns(uint48)
func (challengeManager *ChallengeManager) UnpackDefaultAdminDelay(data []byte) (*big.Int, error) {
	out, err := challengeManager.abi.Unpack("defaultAdminDelay", data)
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
func (challengeManager *ChallengeManager) PackDefaultAdminDelayIncreaseWait() []byte {
	enc, err := challengeManager.abi.Pack("defaultAdminDelayIncreaseWait")
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
func (challengeManager *ChallengeManager) TryPackDefaultAdminDelayIncreaseWait() ([]byte, error) {
	return challengeManager.abi.Pack("defaultAdminDelayIncreaseWait")
}

// UnpackDefaultAdminDelayIncreaseWait is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x022d63fb.
//
// Solidity: function defaultAdminDelayIncreaseWait() view returns(uint48)
func (challengeManager *ChallengeManager) UnpackDefaultAdminDelayIncreaseWait(data []byte) (*big.Int, error) {
	out, err := challengeManager.abi.Unpack("defaultAdminDelayIncreaseWait", data)
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
func (challengeManager *ChallengeManager) PackDue(account common.Address) []byte {
	enc, err := challengeManager.abi.Pack("due", account)
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
func (challengeManager *ChallengeManager) TryPackDue(account common.Address) ([]byte, error) {
	return challengeManager.abi.Pack("due", account)
}

// UnpackDue is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd0b346ce.
//
// Solidity: function due(address account) view returns(uint256 amount)
func (challengeManager *ChallengeManager) UnpackDue(data []byte) (*big.Int, error) {
	out, err := challengeManager.abi.Unpack("due", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackExpire is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xbf81bf43.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function expire(uint256 id) returns()
func (challengeManager *ChallengeManager) PackExpire(id *big.Int) []byte {
	enc, err := challengeManager.abi.Pack("expire", id)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackExpire is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xbf81bf43.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function expire(uint256 id) returns()
func (challengeManager *ChallengeManager) TryPackExpire(id *big.Int) ([]byte, error) {
	return challengeManager.abi.Pack("expire", id)
}

// PackGetRoleAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x248a9ca3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getRoleAdmin(bytes32 role) view returns(bytes32)
func (challengeManager *ChallengeManager) PackGetRoleAdmin(role [32]byte) []byte {
	enc, err := challengeManager.abi.Pack("getRoleAdmin", role)
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
func (challengeManager *ChallengeManager) TryPackGetRoleAdmin(role [32]byte) ([]byte, error) {
	return challengeManager.abi.Pack("getRoleAdmin", role)
}

// UnpackGetRoleAdmin is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x248a9ca3.
//
// Solidity: function getRoleAdmin(bytes32 role) view returns(bytes32)
func (challengeManager *ChallengeManager) UnpackGetRoleAdmin(data []byte) ([32]byte, error) {
	out, err := challengeManager.abi.Unpack("getRoleAdmin", data)
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
func (challengeManager *ChallengeManager) PackGrantRole(role [32]byte, account common.Address) []byte {
	enc, err := challengeManager.abi.Pack("grantRole", role, account)
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
func (challengeManager *ChallengeManager) TryPackGrantRole(role [32]byte, account common.Address) ([]byte, error) {
	return challengeManager.abi.Pack("grantRole", role, account)
}

// PackHasRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x91d14854.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function hasRole(bytes32 role, address account) view returns(bool)
func (challengeManager *ChallengeManager) PackHasRole(role [32]byte, account common.Address) []byte {
	enc, err := challengeManager.abi.Pack("hasRole", role, account)
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
func (challengeManager *ChallengeManager) TryPackHasRole(role [32]byte, account common.Address) ([]byte, error) {
	return challengeManager.abi.Pack("hasRole", role, account)
}

// UnpackHasRole is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x91d14854.
//
// Solidity: function hasRole(bytes32 role, address account) view returns(bool)
func (challengeManager *ChallengeManager) UnpackHasRole(data []byte) (bool, error) {
	out, err := challengeManager.abi.Unpack("hasRole", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackIsOpen is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x32e9163a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function isOpen(bytes32 goal, bytes32 task, address agent) view returns(bool challenged)
func (challengeManager *ChallengeManager) PackIsOpen(goal [32]byte, task [32]byte, agent common.Address) []byte {
	enc, err := challengeManager.abi.Pack("isOpen", goal, task, agent)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackIsOpen is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x32e9163a.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function isOpen(bytes32 goal, bytes32 task, address agent) view returns(bool challenged)
func (challengeManager *ChallengeManager) TryPackIsOpen(goal [32]byte, task [32]byte, agent common.Address) ([]byte, error) {
	return challengeManager.abi.Pack("isOpen", goal, task, agent)
}

// UnpackIsOpen is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x32e9163a.
//
// Solidity: function isOpen(bytes32 goal, bytes32 task, address agent) view returns(bool challenged)
func (challengeManager *ChallengeManager) UnpackIsOpen(data []byte) (bool, error) {
	out, err := challengeManager.abi.Unpack("isOpen", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackOpen is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3fbb38ce.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function open(bytes32 goal, bytes32 task, address agent, bytes32 evidence) payable returns(uint256 id)
func (challengeManager *ChallengeManager) PackOpen(goal [32]byte, task [32]byte, agent common.Address, evidence [32]byte) []byte {
	enc, err := challengeManager.abi.Pack("open", goal, task, agent, evidence)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackOpen is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3fbb38ce.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function open(bytes32 goal, bytes32 task, address agent, bytes32 evidence) payable returns(uint256 id)
func (challengeManager *ChallengeManager) TryPackOpen(goal [32]byte, task [32]byte, agent common.Address, evidence [32]byte) ([]byte, error) {
	return challengeManager.abi.Pack("open", goal, task, agent, evidence)
}

// UnpackOpen is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x3fbb38ce.
//
// Solidity: function open(bytes32 goal, bytes32 task, address agent, bytes32 evidence) payable returns(uint256 id)
func (challengeManager *ChallengeManager) UnpackOpen(data []byte) (*big.Int, error) {
	out, err := challengeManager.abi.Unpack("open", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function owner() view returns(address)
func (challengeManager *ChallengeManager) PackOwner() []byte {
	enc, err := challengeManager.abi.Pack("owner")
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
func (challengeManager *ChallengeManager) TryPackOwner() ([]byte, error) {
	return challengeManager.abi.Pack("owner")
}

// UnpackOwner is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8da5cb5b.
//
// Solidity: function owner() view returns(address)
func (challengeManager *ChallengeManager) UnpackOwner(data []byte) (common.Address, error) {
	out, err := challengeManager.abi.Unpack("owner", data)
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
func (challengeManager *ChallengeManager) PackPause() []byte {
	enc, err := challengeManager.abi.Pack("pause")
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
func (challengeManager *ChallengeManager) TryPackPause() ([]byte, error) {
	return challengeManager.abi.Pack("pause")
}

// PackPaused is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5c975abb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function paused() view returns(bool)
func (challengeManager *ChallengeManager) PackPaused() []byte {
	enc, err := challengeManager.abi.Pack("paused")
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
func (challengeManager *ChallengeManager) TryPackPaused() ([]byte, error) {
	return challengeManager.abi.Pack("paused")
}

// UnpackPaused is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x5c975abb.
//
// Solidity: function paused() view returns(bool)
func (challengeManager *ChallengeManager) UnpackPaused(data []byte) (bool, error) {
	out, err := challengeManager.abi.Unpack("paused", data)
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
func (challengeManager *ChallengeManager) PackPendingDefaultAdmin() []byte {
	enc, err := challengeManager.abi.Pack("pendingDefaultAdmin")
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
func (challengeManager *ChallengeManager) TryPackPendingDefaultAdmin() ([]byte, error) {
	return challengeManager.abi.Pack("pendingDefaultAdmin")
}

// ChallengeManagerPendingDefaultAdminOutput serves as a container for the return parameters of contract
// method PendingDefaultAdmin.
type ChallengeManagerPendingDefaultAdminOutput struct {
	NewAdmin common.Address
	Schedule *big.Int
}

// UnpackPendingDefaultAdmin is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xcf6eefb7.
//
// Solidity: function pendingDefaultAdmin() view returns(address newAdmin, uint48 schedule)
func (challengeManager *ChallengeManager) UnpackPendingDefaultAdmin(data []byte) (ChallengeManagerPendingDefaultAdminOutput, error) {
	out, err := challengeManager.abi.Unpack("pendingDefaultAdmin", data)
	outstruct := new(ChallengeManagerPendingDefaultAdminOutput)
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
func (challengeManager *ChallengeManager) PackPendingDefaultAdminDelay() []byte {
	enc, err := challengeManager.abi.Pack("pendingDefaultAdminDelay")
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
func (challengeManager *ChallengeManager) TryPackPendingDefaultAdminDelay() ([]byte, error) {
	return challengeManager.abi.Pack("pendingDefaultAdminDelay")
}

// ChallengeManagerPendingDefaultAdminDelayOutput serves as a container for the return parameters of contract
// method PendingDefaultAdminDelay.
type ChallengeManagerPendingDefaultAdminDelayOutput struct {
	NewDelay *big.Int
	Schedule *big.Int
}

// UnpackPendingDefaultAdminDelay is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa1eda53c.
//
// Solidity: function pendingDefaultAdminDelay() view returns(uint48 newDelay, uint48 schedule)
func (challengeManager *ChallengeManager) UnpackPendingDefaultAdminDelay(data []byte) (ChallengeManagerPendingDefaultAdminDelayOutput, error) {
	out, err := challengeManager.abi.Unpack("pendingDefaultAdminDelay", data)
	outstruct := new(ChallengeManagerPendingDefaultAdminDelayOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.NewDelay = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Schedule = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackRenounceRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x36568abe.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function renounceRole(bytes32 role, address account) returns()
func (challengeManager *ChallengeManager) PackRenounceRole(role [32]byte, account common.Address) []byte {
	enc, err := challengeManager.abi.Pack("renounceRole", role, account)
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
func (challengeManager *ChallengeManager) TryPackRenounceRole(role [32]byte, account common.Address) ([]byte, error) {
	return challengeManager.abi.Pack("renounceRole", role, account)
}

// PackResolve is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa8fc138c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function resolve(uint256 id, bool upheld, uint256 penalty) returns()
func (challengeManager *ChallengeManager) PackResolve(id *big.Int, upheld bool, penalty *big.Int) []byte {
	enc, err := challengeManager.abi.Pack("resolve", id, upheld, penalty)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackResolve is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa8fc138c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function resolve(uint256 id, bool upheld, uint256 penalty) returns()
func (challengeManager *ChallengeManager) TryPackResolve(id *big.Int, upheld bool, penalty *big.Int) ([]byte, error) {
	return challengeManager.abi.Pack("resolve", id, upheld, penalty)
}

// PackRevokeRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd547741f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function revokeRole(bytes32 role, address account) returns()
func (challengeManager *ChallengeManager) PackRevokeRole(role [32]byte, account common.Address) []byte {
	enc, err := challengeManager.abi.Pack("revokeRole", role, account)
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
func (challengeManager *ChallengeManager) TryPackRevokeRole(role [32]byte, account common.Address) ([]byte, error) {
	return challengeManager.abi.Pack("revokeRole", role, account)
}

// PackRollbackDefaultAdminDelay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0aa6220b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function rollbackDefaultAdminDelay() returns()
func (challengeManager *ChallengeManager) PackRollbackDefaultAdminDelay() []byte {
	enc, err := challengeManager.abi.Pack("rollbackDefaultAdminDelay")
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
func (challengeManager *ChallengeManager) TryPackRollbackDefaultAdminDelay() ([]byte, error) {
	return challengeManager.abi.Pack("rollbackDefaultAdminDelay")
}

// PackSetBond is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x285b5496.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setBond(uint96 least) returns()
func (challengeManager *ChallengeManager) PackSetBond(least *big.Int) []byte {
	enc, err := challengeManager.abi.Pack("setBond", least)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetBond is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x285b5496.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setBond(uint96 least) returns()
func (challengeManager *ChallengeManager) TryPackSetBond(least *big.Int) ([]byte, error) {
	return challengeManager.abi.Pack("setBond", least)
}

// PackSettings is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe06174e4.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function settings() view returns((address,address,uint96,uint40,uint16) current)
func (challengeManager *ChallengeManager) PackSettings() []byte {
	enc, err := challengeManager.abi.Pack("settings")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSettings is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe06174e4.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function settings() view returns((address,address,uint96,uint40,uint16) current)
func (challengeManager *ChallengeManager) TryPackSettings() ([]byte, error) {
	return challengeManager.abi.Pack("settings")
}

// UnpackSettings is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xe06174e4.
//
// Solidity: function settings() view returns((address,address,uint96,uint40,uint16) current)
func (challengeManager *ChallengeManager) UnpackSettings(data []byte) (IChallengeManagerSettings, error) {
	out, err := challengeManager.abi.Unpack("settings", data)
	if err != nil {
		return *new(IChallengeManagerSettings), err
	}
	out0 := *abi.ConvertType(out[0], new(IChallengeManagerSettings)).(*IChallengeManagerSettings)
	return out0, nil
}

// PackStanding is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x015b0b30.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function standing(bytes32 goal, bytes32 task, address agent) view returns(uint64 pending, bool refuted)
func (challengeManager *ChallengeManager) PackStanding(goal [32]byte, task [32]byte, agent common.Address) []byte {
	enc, err := challengeManager.abi.Pack("standing", goal, task, agent)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackStanding is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x015b0b30.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function standing(bytes32 goal, bytes32 task, address agent) view returns(uint64 pending, bool refuted)
func (challengeManager *ChallengeManager) TryPackStanding(goal [32]byte, task [32]byte, agent common.Address) ([]byte, error) {
	return challengeManager.abi.Pack("standing", goal, task, agent)
}

// ChallengeManagerStandingOutput serves as a container for the return parameters of contract
// method Standing.
type ChallengeManagerStandingOutput struct {
	Pending uint64
	Refuted bool
}

// UnpackStanding is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x015b0b30.
//
// Solidity: function standing(bytes32 goal, bytes32 task, address agent) view returns(uint64 pending, bool refuted)
func (challengeManager *ChallengeManager) UnpackStanding(data []byte) (ChallengeManagerStandingOutput, error) {
	out, err := challengeManager.abi.Unpack("standing", data)
	outstruct := new(ChallengeManagerStandingOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Pending = *abi.ConvertType(out[0], new(uint64)).(*uint64)
	outstruct.Refuted = *abi.ConvertType(out[1], new(bool)).(*bool)
	return *outstruct, nil
}

// PackSubjectOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x919510ad.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function subjectOf(bytes32 goal, bytes32 task, address agent) pure returns(bytes32 subject)
func (challengeManager *ChallengeManager) PackSubjectOf(goal [32]byte, task [32]byte, agent common.Address) []byte {
	enc, err := challengeManager.abi.Pack("subjectOf", goal, task, agent)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSubjectOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x919510ad.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function subjectOf(bytes32 goal, bytes32 task, address agent) pure returns(bytes32 subject)
func (challengeManager *ChallengeManager) TryPackSubjectOf(goal [32]byte, task [32]byte, agent common.Address) ([]byte, error) {
	return challengeManager.abi.Pack("subjectOf", goal, task, agent)
}

// UnpackSubjectOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x919510ad.
//
// Solidity: function subjectOf(bytes32 goal, bytes32 task, address agent) pure returns(bytes32 subject)
func (challengeManager *ChallengeManager) UnpackSubjectOf(data []byte) ([32]byte, error) {
	out, err := challengeManager.abi.Unpack("subjectOf", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackSupportsInterface is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x01ffc9a7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function supportsInterface(bytes4 interfaceId) view returns(bool)
func (challengeManager *ChallengeManager) PackSupportsInterface(interfaceId [4]byte) []byte {
	enc, err := challengeManager.abi.Pack("supportsInterface", interfaceId)
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
func (challengeManager *ChallengeManager) TryPackSupportsInterface(interfaceId [4]byte) ([]byte, error) {
	return challengeManager.abi.Pack("supportsInterface", interfaceId)
}

// UnpackSupportsInterface is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x01ffc9a7.
//
// Solidity: function supportsInterface(bytes4 interfaceId) view returns(bool)
func (challengeManager *ChallengeManager) UnpackSupportsInterface(data []byte) (bool, error) {
	out, err := challengeManager.abi.Unpack("supportsInterface", data)
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
func (challengeManager *ChallengeManager) PackUnpause() []byte {
	enc, err := challengeManager.abi.Pack("unpause")
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
func (challengeManager *ChallengeManager) TryPackUnpause() ([]byte, error) {
	return challengeManager.abi.Pack("unpause")
}

// PackWithdraw is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x51cff8d9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function withdraw(address to) returns(uint256 amount)
func (challengeManager *ChallengeManager) PackWithdraw(to common.Address) []byte {
	enc, err := challengeManager.abi.Pack("withdraw", to)
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
func (challengeManager *ChallengeManager) TryPackWithdraw(to common.Address) ([]byte, error) {
	return challengeManager.abi.Pack("withdraw", to)
}

// UnpackWithdraw is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x51cff8d9.
//
// Solidity: function withdraw(address to) returns(uint256 amount)
func (challengeManager *ChallengeManager) UnpackWithdraw(data []byte) (*big.Int, error) {
	out, err := challengeManager.abi.Unpack("withdraw", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// ChallengeManagerBondSet represents a BondSet event raised by the ChallengeManager contract.
type ChallengeManagerBondSet struct {
	Bond *big.Int
	Raw  *types.Log // Blockchain specific contextual infos
}

const ChallengeManagerBondSetEventName = "BondSet"

// ContractEventName returns the user-defined event name.
func (ChallengeManagerBondSet) ContractEventName() string {
	return ChallengeManagerBondSetEventName
}

// UnpackBondSetEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event BondSet(uint96 bond)
func (challengeManager *ChallengeManager) UnpackBondSetEvent(log *types.Log) (*ChallengeManagerBondSet, error) {
	event := "BondSet"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != challengeManager.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ChallengeManagerBondSet)
	if len(log.Data) > 0 {
		if err := challengeManager.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range challengeManager.abi.Events[event].Inputs {
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

// ChallengeManagerChallengeAnswered represents a ChallengeAnswered event raised by the ChallengeManager contract.
type ChallengeManagerChallengeAnswered struct {
	Id     *big.Int
	Answer [32]byte
	Raw    *types.Log // Blockchain specific contextual infos
}

const ChallengeManagerChallengeAnsweredEventName = "ChallengeAnswered"

// ContractEventName returns the user-defined event name.
func (ChallengeManagerChallengeAnswered) ContractEventName() string {
	return ChallengeManagerChallengeAnsweredEventName
}

// UnpackChallengeAnsweredEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ChallengeAnswered(uint256 indexed id, bytes32 answer)
func (challengeManager *ChallengeManager) UnpackChallengeAnsweredEvent(log *types.Log) (*ChallengeManagerChallengeAnswered, error) {
	event := "ChallengeAnswered"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != challengeManager.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ChallengeManagerChallengeAnswered)
	if len(log.Data) > 0 {
		if err := challengeManager.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range challengeManager.abi.Events[event].Inputs {
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

// ChallengeManagerChallengeExpired represents a ChallengeExpired event raised by the ChallengeManager contract.
type ChallengeManagerChallengeExpired struct {
	Id  *big.Int
	Raw *types.Log // Blockchain specific contextual infos
}

const ChallengeManagerChallengeExpiredEventName = "ChallengeExpired"

// ContractEventName returns the user-defined event name.
func (ChallengeManagerChallengeExpired) ContractEventName() string {
	return ChallengeManagerChallengeExpiredEventName
}

// UnpackChallengeExpiredEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ChallengeExpired(uint256 indexed id)
func (challengeManager *ChallengeManager) UnpackChallengeExpiredEvent(log *types.Log) (*ChallengeManagerChallengeExpired, error) {
	event := "ChallengeExpired"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != challengeManager.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ChallengeManagerChallengeExpired)
	if len(log.Data) > 0 {
		if err := challengeManager.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range challengeManager.abi.Events[event].Inputs {
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

// ChallengeManagerChallengeOpened represents a ChallengeOpened event raised by the ChallengeManager contract.
type ChallengeManagerChallengeOpened struct {
	Id         *big.Int
	Subject    [32]byte
	Agent      common.Address
	Goal       [32]byte
	Task       [32]byte
	Challenger common.Address
	Bond       *big.Int
	Evidence   [32]byte
	Raw        *types.Log // Blockchain specific contextual infos
}

const ChallengeManagerChallengeOpenedEventName = "ChallengeOpened"

// ContractEventName returns the user-defined event name.
func (ChallengeManagerChallengeOpened) ContractEventName() string {
	return ChallengeManagerChallengeOpenedEventName
}

// UnpackChallengeOpenedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ChallengeOpened(uint256 indexed id, bytes32 indexed subject, address indexed agent, bytes32 goal, bytes32 task, address challenger, uint96 bond, bytes32 evidence)
func (challengeManager *ChallengeManager) UnpackChallengeOpenedEvent(log *types.Log) (*ChallengeManagerChallengeOpened, error) {
	event := "ChallengeOpened"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != challengeManager.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ChallengeManagerChallengeOpened)
	if len(log.Data) > 0 {
		if err := challengeManager.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range challengeManager.abi.Events[event].Inputs {
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

// ChallengeManagerChallengeResolved represents a ChallengeResolved event raised by the ChallengeManager contract.
type ChallengeManagerChallengeResolved struct {
	Id      *big.Int
	Upheld  bool
	Penalty *big.Int
	Reward  *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

const ChallengeManagerChallengeResolvedEventName = "ChallengeResolved"

// ContractEventName returns the user-defined event name.
func (ChallengeManagerChallengeResolved) ContractEventName() string {
	return ChallengeManagerChallengeResolvedEventName
}

// UnpackChallengeResolvedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ChallengeResolved(uint256 indexed id, bool upheld, uint256 penalty, uint256 reward)
func (challengeManager *ChallengeManager) UnpackChallengeResolvedEvent(log *types.Log) (*ChallengeManagerChallengeResolved, error) {
	event := "ChallengeResolved"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != challengeManager.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ChallengeManagerChallengeResolved)
	if len(log.Data) > 0 {
		if err := challengeManager.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range challengeManager.abi.Events[event].Inputs {
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

// ChallengeManagerDefaultAdminDelayChangeCanceled represents a DefaultAdminDelayChangeCanceled event raised by the ChallengeManager contract.
type ChallengeManagerDefaultAdminDelayChangeCanceled struct {
	Raw *types.Log // Blockchain specific contextual infos
}

const ChallengeManagerDefaultAdminDelayChangeCanceledEventName = "DefaultAdminDelayChangeCanceled"

// ContractEventName returns the user-defined event name.
func (ChallengeManagerDefaultAdminDelayChangeCanceled) ContractEventName() string {
	return ChallengeManagerDefaultAdminDelayChangeCanceledEventName
}

// UnpackDefaultAdminDelayChangeCanceledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event DefaultAdminDelayChangeCanceled()
func (challengeManager *ChallengeManager) UnpackDefaultAdminDelayChangeCanceledEvent(log *types.Log) (*ChallengeManagerDefaultAdminDelayChangeCanceled, error) {
	event := "DefaultAdminDelayChangeCanceled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != challengeManager.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ChallengeManagerDefaultAdminDelayChangeCanceled)
	if len(log.Data) > 0 {
		if err := challengeManager.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range challengeManager.abi.Events[event].Inputs {
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

// ChallengeManagerDefaultAdminDelayChangeScheduled represents a DefaultAdminDelayChangeScheduled event raised by the ChallengeManager contract.
type ChallengeManagerDefaultAdminDelayChangeScheduled struct {
	NewDelay       *big.Int
	EffectSchedule *big.Int
	Raw            *types.Log // Blockchain specific contextual infos
}

const ChallengeManagerDefaultAdminDelayChangeScheduledEventName = "DefaultAdminDelayChangeScheduled"

// ContractEventName returns the user-defined event name.
func (ChallengeManagerDefaultAdminDelayChangeScheduled) ContractEventName() string {
	return ChallengeManagerDefaultAdminDelayChangeScheduledEventName
}

// UnpackDefaultAdminDelayChangeScheduledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event DefaultAdminDelayChangeScheduled(uint48 newDelay, uint48 effectSchedule)
func (challengeManager *ChallengeManager) UnpackDefaultAdminDelayChangeScheduledEvent(log *types.Log) (*ChallengeManagerDefaultAdminDelayChangeScheduled, error) {
	event := "DefaultAdminDelayChangeScheduled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != challengeManager.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ChallengeManagerDefaultAdminDelayChangeScheduled)
	if len(log.Data) > 0 {
		if err := challengeManager.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range challengeManager.abi.Events[event].Inputs {
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

// ChallengeManagerDefaultAdminTransferCanceled represents a DefaultAdminTransferCanceled event raised by the ChallengeManager contract.
type ChallengeManagerDefaultAdminTransferCanceled struct {
	Raw *types.Log // Blockchain specific contextual infos
}

const ChallengeManagerDefaultAdminTransferCanceledEventName = "DefaultAdminTransferCanceled"

// ContractEventName returns the user-defined event name.
func (ChallengeManagerDefaultAdminTransferCanceled) ContractEventName() string {
	return ChallengeManagerDefaultAdminTransferCanceledEventName
}

// UnpackDefaultAdminTransferCanceledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event DefaultAdminTransferCanceled()
func (challengeManager *ChallengeManager) UnpackDefaultAdminTransferCanceledEvent(log *types.Log) (*ChallengeManagerDefaultAdminTransferCanceled, error) {
	event := "DefaultAdminTransferCanceled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != challengeManager.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ChallengeManagerDefaultAdminTransferCanceled)
	if len(log.Data) > 0 {
		if err := challengeManager.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range challengeManager.abi.Events[event].Inputs {
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

// ChallengeManagerDefaultAdminTransferScheduled represents a DefaultAdminTransferScheduled event raised by the ChallengeManager contract.
type ChallengeManagerDefaultAdminTransferScheduled struct {
	NewAdmin       common.Address
	AcceptSchedule *big.Int
	Raw            *types.Log // Blockchain specific contextual infos
}

const ChallengeManagerDefaultAdminTransferScheduledEventName = "DefaultAdminTransferScheduled"

// ContractEventName returns the user-defined event name.
func (ChallengeManagerDefaultAdminTransferScheduled) ContractEventName() string {
	return ChallengeManagerDefaultAdminTransferScheduledEventName
}

// UnpackDefaultAdminTransferScheduledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event DefaultAdminTransferScheduled(address indexed newAdmin, uint48 acceptSchedule)
func (challengeManager *ChallengeManager) UnpackDefaultAdminTransferScheduledEvent(log *types.Log) (*ChallengeManagerDefaultAdminTransferScheduled, error) {
	event := "DefaultAdminTransferScheduled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != challengeManager.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ChallengeManagerDefaultAdminTransferScheduled)
	if len(log.Data) > 0 {
		if err := challengeManager.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range challengeManager.abi.Events[event].Inputs {
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

// ChallengeManagerPaused represents a Paused event raised by the ChallengeManager contract.
type ChallengeManagerPaused struct {
	Account common.Address
	Raw     *types.Log // Blockchain specific contextual infos
}

const ChallengeManagerPausedEventName = "Paused"

// ContractEventName returns the user-defined event name.
func (ChallengeManagerPaused) ContractEventName() string {
	return ChallengeManagerPausedEventName
}

// UnpackPausedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Paused(address account)
func (challengeManager *ChallengeManager) UnpackPausedEvent(log *types.Log) (*ChallengeManagerPaused, error) {
	event := "Paused"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != challengeManager.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ChallengeManagerPaused)
	if len(log.Data) > 0 {
		if err := challengeManager.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range challengeManager.abi.Events[event].Inputs {
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

// ChallengeManagerRoleAdminChanged represents a RoleAdminChanged event raised by the ChallengeManager contract.
type ChallengeManagerRoleAdminChanged struct {
	Role              [32]byte
	PreviousAdminRole [32]byte
	NewAdminRole      [32]byte
	Raw               *types.Log // Blockchain specific contextual infos
}

const ChallengeManagerRoleAdminChangedEventName = "RoleAdminChanged"

// ContractEventName returns the user-defined event name.
func (ChallengeManagerRoleAdminChanged) ContractEventName() string {
	return ChallengeManagerRoleAdminChangedEventName
}

// UnpackRoleAdminChangedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RoleAdminChanged(bytes32 indexed role, bytes32 indexed previousAdminRole, bytes32 indexed newAdminRole)
func (challengeManager *ChallengeManager) UnpackRoleAdminChangedEvent(log *types.Log) (*ChallengeManagerRoleAdminChanged, error) {
	event := "RoleAdminChanged"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != challengeManager.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ChallengeManagerRoleAdminChanged)
	if len(log.Data) > 0 {
		if err := challengeManager.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range challengeManager.abi.Events[event].Inputs {
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

// ChallengeManagerRoleGranted represents a RoleGranted event raised by the ChallengeManager contract.
type ChallengeManagerRoleGranted struct {
	Role    [32]byte
	Account common.Address
	Sender  common.Address
	Raw     *types.Log // Blockchain specific contextual infos
}

const ChallengeManagerRoleGrantedEventName = "RoleGranted"

// ContractEventName returns the user-defined event name.
func (ChallengeManagerRoleGranted) ContractEventName() string {
	return ChallengeManagerRoleGrantedEventName
}

// UnpackRoleGrantedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)
func (challengeManager *ChallengeManager) UnpackRoleGrantedEvent(log *types.Log) (*ChallengeManagerRoleGranted, error) {
	event := "RoleGranted"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != challengeManager.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ChallengeManagerRoleGranted)
	if len(log.Data) > 0 {
		if err := challengeManager.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range challengeManager.abi.Events[event].Inputs {
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

// ChallengeManagerRoleRevoked represents a RoleRevoked event raised by the ChallengeManager contract.
type ChallengeManagerRoleRevoked struct {
	Role    [32]byte
	Account common.Address
	Sender  common.Address
	Raw     *types.Log // Blockchain specific contextual infos
}

const ChallengeManagerRoleRevokedEventName = "RoleRevoked"

// ContractEventName returns the user-defined event name.
func (ChallengeManagerRoleRevoked) ContractEventName() string {
	return ChallengeManagerRoleRevokedEventName
}

// UnpackRoleRevokedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender)
func (challengeManager *ChallengeManager) UnpackRoleRevokedEvent(log *types.Log) (*ChallengeManagerRoleRevoked, error) {
	event := "RoleRevoked"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != challengeManager.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ChallengeManagerRoleRevoked)
	if len(log.Data) > 0 {
		if err := challengeManager.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range challengeManager.abi.Events[event].Inputs {
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

// ChallengeManagerUnpaused represents a Unpaused event raised by the ChallengeManager contract.
type ChallengeManagerUnpaused struct {
	Account common.Address
	Raw     *types.Log // Blockchain specific contextual infos
}

const ChallengeManagerUnpausedEventName = "Unpaused"

// ContractEventName returns the user-defined event name.
func (ChallengeManagerUnpaused) ContractEventName() string {
	return ChallengeManagerUnpausedEventName
}

// UnpackUnpausedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Unpaused(address account)
func (challengeManager *ChallengeManager) UnpackUnpausedEvent(log *types.Log) (*ChallengeManagerUnpaused, error) {
	event := "Unpaused"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != challengeManager.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ChallengeManagerUnpaused)
	if len(log.Data) > 0 {
		if err := challengeManager.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range challengeManager.abi.Events[event].Inputs {
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

// ChallengeManagerWithdrawn represents a Withdrawn event raised by the ChallengeManager contract.
type ChallengeManagerWithdrawn struct {
	Account common.Address
	To      common.Address
	Amount  *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

const ChallengeManagerWithdrawnEventName = "Withdrawn"

// ContractEventName returns the user-defined event name.
func (ChallengeManagerWithdrawn) ContractEventName() string {
	return ChallengeManagerWithdrawnEventName
}

// UnpackWithdrawnEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Withdrawn(address indexed account, address indexed to, uint256 amount)
func (challengeManager *ChallengeManager) UnpackWithdrawnEvent(log *types.Log) (*ChallengeManagerWithdrawn, error) {
	event := "Withdrawn"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != challengeManager.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ChallengeManagerWithdrawn)
	if len(log.Data) > 0 {
		if err := challengeManager.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range challengeManager.abi.Events[event].Inputs {
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
func (challengeManager *ChallengeManager) UnpackError(raw []byte) (any, error) {
	if bytes.Equal(raw[:4], challengeManager.abi.Errors["AccessControlBadConfirmation"].ID.Bytes()[:4]) {
		return challengeManager.UnpackAccessControlBadConfirmationError(raw[4:])
	}
	if bytes.Equal(raw[:4], challengeManager.abi.Errors["AccessControlEnforcedDefaultAdminDelay"].ID.Bytes()[:4]) {
		return challengeManager.UnpackAccessControlEnforcedDefaultAdminDelayError(raw[4:])
	}
	if bytes.Equal(raw[:4], challengeManager.abi.Errors["AccessControlEnforcedDefaultAdminRules"].ID.Bytes()[:4]) {
		return challengeManager.UnpackAccessControlEnforcedDefaultAdminRulesError(raw[4:])
	}
	if bytes.Equal(raw[:4], challengeManager.abi.Errors["AccessControlInvalidDefaultAdmin"].ID.Bytes()[:4]) {
		return challengeManager.UnpackAccessControlInvalidDefaultAdminError(raw[4:])
	}
	if bytes.Equal(raw[:4], challengeManager.abi.Errors["AccessControlUnauthorizedAccount"].ID.Bytes()[:4]) {
		return challengeManager.UnpackAccessControlUnauthorizedAccountError(raw[4:])
	}
	if bytes.Equal(raw[:4], challengeManager.abi.Errors["AmountMissing"].ID.Bytes()[:4]) {
		return challengeManager.UnpackAmountMissingError(raw[4:])
	}
	if bytes.Equal(raw[:4], challengeManager.abi.Errors["AnswerConflict"].ID.Bytes()[:4]) {
		return challengeManager.UnpackAnswerConflictError(raw[4:])
	}
	if bytes.Equal(raw[:4], challengeManager.abi.Errors["AnswerNotAgents"].ID.Bytes()[:4]) {
		return challengeManager.UnpackAnswerNotAgentsError(raw[4:])
	}
	if bytes.Equal(raw[:4], challengeManager.abi.Errors["BondTooSmall"].ID.Bytes()[:4]) {
		return challengeManager.UnpackBondTooSmallError(raw[4:])
	}
	if bytes.Equal(raw[:4], challengeManager.abi.Errors["ChallengeNotOpen"].ID.Bytes()[:4]) {
		return challengeManager.UnpackChallengeNotOpenError(raw[4:])
	}
	if bytes.Equal(raw[:4], challengeManager.abi.Errors["ChallengePending"].ID.Bytes()[:4]) {
		return challengeManager.UnpackChallengePendingError(raw[4:])
	}
	if bytes.Equal(raw[:4], challengeManager.abi.Errors["EnforcedPause"].ID.Bytes()[:4]) {
		return challengeManager.UnpackEnforcedPauseError(raw[4:])
	}
	if bytes.Equal(raw[:4], challengeManager.abi.Errors["EvidenceMissing"].ID.Bytes()[:4]) {
		return challengeManager.UnpackEvidenceMissingError(raw[4:])
	}
	if bytes.Equal(raw[:4], challengeManager.abi.Errors["ExpectedPause"].ID.Bytes()[:4]) {
		return challengeManager.UnpackExpectedPauseError(raw[4:])
	}
	if bytes.Equal(raw[:4], challengeManager.abi.Errors["FailedCall"].ID.Bytes()[:4]) {
		return challengeManager.UnpackFailedCallError(raw[4:])
	}
	if bytes.Equal(raw[:4], challengeManager.abi.Errors["InsufficientBalance"].ID.Bytes()[:4]) {
		return challengeManager.UnpackInsufficientBalanceError(raw[4:])
	}
	if bytes.Equal(raw[:4], challengeManager.abi.Errors["NothingDue"].ID.Bytes()[:4]) {
		return challengeManager.UnpackNothingDueError(raw[4:])
	}
	if bytes.Equal(raw[:4], challengeManager.abi.Errors["RecipientMissing"].ID.Bytes()[:4]) {
		return challengeManager.UnpackRecipientMissingError(raw[4:])
	}
	if bytes.Equal(raw[:4], challengeManager.abi.Errors["ReentrancyGuardReentrantCall"].ID.Bytes()[:4]) {
		return challengeManager.UnpackReentrancyGuardReentrantCallError(raw[4:])
	}
	if bytes.Equal(raw[:4], challengeManager.abi.Errors["RewardTooLarge"].ID.Bytes()[:4]) {
		return challengeManager.UnpackRewardTooLargeError(raw[4:])
	}
	if bytes.Equal(raw[:4], challengeManager.abi.Errors["SafeCastOverflowedUintDowncast"].ID.Bytes()[:4]) {
		return challengeManager.UnpackSafeCastOverflowedUintDowncastError(raw[4:])
	}
	return nil, errors.New("Unknown error")
}

// ChallengeManagerAccessControlBadConfirmation represents a AccessControlBadConfirmation error raised by the ChallengeManager contract.
type ChallengeManagerAccessControlBadConfirmation struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlBadConfirmation()
func ChallengeManagerAccessControlBadConfirmationErrorID() common.Hash {
	return common.HexToHash("0x6697b23232a647058342c0724fe7c415cab25915b54e5dbc03f233173d37b41c")
}

// UnpackAccessControlBadConfirmationError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlBadConfirmation()
func (challengeManager *ChallengeManager) UnpackAccessControlBadConfirmationError(raw []byte) (*ChallengeManagerAccessControlBadConfirmation, error) {
	out := new(ChallengeManagerAccessControlBadConfirmation)
	if err := challengeManager.abi.UnpackIntoInterface(out, "AccessControlBadConfirmation", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// ChallengeManagerAccessControlEnforcedDefaultAdminDelay represents a AccessControlEnforcedDefaultAdminDelay error raised by the ChallengeManager contract.
type ChallengeManagerAccessControlEnforcedDefaultAdminDelay struct {
	Schedule *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlEnforcedDefaultAdminDelay(uint48 schedule)
func ChallengeManagerAccessControlEnforcedDefaultAdminDelayErrorID() common.Hash {
	return common.HexToHash("0x19ca5ebb8fb33f00e502c9392eddab1501674629178bf69b853cf037aaf4bb5d")
}

// UnpackAccessControlEnforcedDefaultAdminDelayError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlEnforcedDefaultAdminDelay(uint48 schedule)
func (challengeManager *ChallengeManager) UnpackAccessControlEnforcedDefaultAdminDelayError(raw []byte) (*ChallengeManagerAccessControlEnforcedDefaultAdminDelay, error) {
	out := new(ChallengeManagerAccessControlEnforcedDefaultAdminDelay)
	if err := challengeManager.abi.UnpackIntoInterface(out, "AccessControlEnforcedDefaultAdminDelay", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// ChallengeManagerAccessControlEnforcedDefaultAdminRules represents a AccessControlEnforcedDefaultAdminRules error raised by the ChallengeManager contract.
type ChallengeManagerAccessControlEnforcedDefaultAdminRules struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlEnforcedDefaultAdminRules()
func ChallengeManagerAccessControlEnforcedDefaultAdminRulesErrorID() common.Hash {
	return common.HexToHash("0x3fc3c27ae3db78c81b8f6e685172134623efa268ee8cd8d54be38ad2a74fc13b")
}

// UnpackAccessControlEnforcedDefaultAdminRulesError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlEnforcedDefaultAdminRules()
func (challengeManager *ChallengeManager) UnpackAccessControlEnforcedDefaultAdminRulesError(raw []byte) (*ChallengeManagerAccessControlEnforcedDefaultAdminRules, error) {
	out := new(ChallengeManagerAccessControlEnforcedDefaultAdminRules)
	if err := challengeManager.abi.UnpackIntoInterface(out, "AccessControlEnforcedDefaultAdminRules", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// ChallengeManagerAccessControlInvalidDefaultAdmin represents a AccessControlInvalidDefaultAdmin error raised by the ChallengeManager contract.
type ChallengeManagerAccessControlInvalidDefaultAdmin struct {
	DefaultAdmin common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlInvalidDefaultAdmin(address defaultAdmin)
func ChallengeManagerAccessControlInvalidDefaultAdminErrorID() common.Hash {
	return common.HexToHash("0xc22c8022f2a840d6b6a9f113407715f5bbd4e88c1b0dd9434dc00700ba609ed4")
}

// UnpackAccessControlInvalidDefaultAdminError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlInvalidDefaultAdmin(address defaultAdmin)
func (challengeManager *ChallengeManager) UnpackAccessControlInvalidDefaultAdminError(raw []byte) (*ChallengeManagerAccessControlInvalidDefaultAdmin, error) {
	out := new(ChallengeManagerAccessControlInvalidDefaultAdmin)
	if err := challengeManager.abi.UnpackIntoInterface(out, "AccessControlInvalidDefaultAdmin", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// ChallengeManagerAccessControlUnauthorizedAccount represents a AccessControlUnauthorizedAccount error raised by the ChallengeManager contract.
type ChallengeManagerAccessControlUnauthorizedAccount struct {
	Account    common.Address
	NeededRole [32]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)
func ChallengeManagerAccessControlUnauthorizedAccountErrorID() common.Hash {
	return common.HexToHash("0xe2517d3fbfae6f8515ef5ff1ccedc3933ab0cbbda0b492c06eb54ad10ef03b3e")
}

// UnpackAccessControlUnauthorizedAccountError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)
func (challengeManager *ChallengeManager) UnpackAccessControlUnauthorizedAccountError(raw []byte) (*ChallengeManagerAccessControlUnauthorizedAccount, error) {
	out := new(ChallengeManagerAccessControlUnauthorizedAccount)
	if err := challengeManager.abi.UnpackIntoInterface(out, "AccessControlUnauthorizedAccount", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// ChallengeManagerAmountMissing represents a AmountMissing error raised by the ChallengeManager contract.
type ChallengeManagerAmountMissing struct {
	Account common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AmountMissing(address account)
func ChallengeManagerAmountMissingErrorID() common.Hash {
	return common.HexToHash("0xd6f4df1f327f6fd4abb41d3342fa64dfa81b6b0822aac7ef1a99813fc6493cde")
}

// UnpackAmountMissingError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AmountMissing(address account)
func (challengeManager *ChallengeManager) UnpackAmountMissingError(raw []byte) (*ChallengeManagerAmountMissing, error) {
	out := new(ChallengeManagerAmountMissing)
	if err := challengeManager.abi.UnpackIntoInterface(out, "AmountMissing", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// ChallengeManagerAnswerConflict represents a AnswerConflict error raised by the ChallengeManager contract.
type ChallengeManagerAnswerConflict struct {
	Id      *big.Int
	Have    [32]byte
	Offered [32]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AnswerConflict(uint256 id, bytes32 have, bytes32 offered)
func ChallengeManagerAnswerConflictErrorID() common.Hash {
	return common.HexToHash("0x2ff0a87a675fb248cb5176f39b3c3bf9549a0dc321b0e4df7789b6b3bf44a8de")
}

// UnpackAnswerConflictError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AnswerConflict(uint256 id, bytes32 have, bytes32 offered)
func (challengeManager *ChallengeManager) UnpackAnswerConflictError(raw []byte) (*ChallengeManagerAnswerConflict, error) {
	out := new(ChallengeManagerAnswerConflict)
	if err := challengeManager.abi.UnpackIntoInterface(out, "AnswerConflict", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// ChallengeManagerAnswerNotAgents represents a AnswerNotAgents error raised by the ChallengeManager contract.
type ChallengeManagerAnswerNotAgents struct {
	Id     *big.Int
	Agent  common.Address
	Sender common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AnswerNotAgents(uint256 id, address agent, address sender)
func ChallengeManagerAnswerNotAgentsErrorID() common.Hash {
	return common.HexToHash("0xcf1b537669a7dd0efdb51c8745078b7098fc64dc4531bd2315a887f51cb9d2b5")
}

// UnpackAnswerNotAgentsError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AnswerNotAgents(uint256 id, address agent, address sender)
func (challengeManager *ChallengeManager) UnpackAnswerNotAgentsError(raw []byte) (*ChallengeManagerAnswerNotAgents, error) {
	out := new(ChallengeManagerAnswerNotAgents)
	if err := challengeManager.abi.UnpackIntoInterface(out, "AnswerNotAgents", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// ChallengeManagerBondTooSmall represents a BondTooSmall error raised by the ChallengeManager contract.
type ChallengeManagerBondTooSmall struct {
	Offered *big.Int
	Least   *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error BondTooSmall(uint256 offered, uint96 least)
func ChallengeManagerBondTooSmallErrorID() common.Hash {
	return common.HexToHash("0xa395719607fd84bacf9a017ccda299c10b275c70a180e5474a74999e8d0a3917")
}

// UnpackBondTooSmallError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error BondTooSmall(uint256 offered, uint96 least)
func (challengeManager *ChallengeManager) UnpackBondTooSmallError(raw []byte) (*ChallengeManagerBondTooSmall, error) {
	out := new(ChallengeManagerBondTooSmall)
	if err := challengeManager.abi.UnpackIntoInterface(out, "BondTooSmall", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// ChallengeManagerChallengeNotOpen represents a ChallengeNotOpen error raised by the ChallengeManager contract.
type ChallengeManagerChallengeNotOpen struct {
	Id     *big.Int
	Status uint8
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ChallengeNotOpen(uint256 id, uint8 status)
func ChallengeManagerChallengeNotOpenErrorID() common.Hash {
	return common.HexToHash("0xac34d381d7f4f76ad8bf9195408e32505d8e959e1ddd2241ee2c3111a4add508")
}

// UnpackChallengeNotOpenError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ChallengeNotOpen(uint256 id, uint8 status)
func (challengeManager *ChallengeManager) UnpackChallengeNotOpenError(raw []byte) (*ChallengeManagerChallengeNotOpen, error) {
	out := new(ChallengeManagerChallengeNotOpen)
	if err := challengeManager.abi.UnpackIntoInterface(out, "ChallengeNotOpen", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// ChallengeManagerChallengePending represents a ChallengePending error raised by the ChallengeManager contract.
type ChallengeManagerChallengePending struct {
	Id    *big.Int
	Until *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ChallengePending(uint256 id, uint256 until)
func ChallengeManagerChallengePendingErrorID() common.Hash {
	return common.HexToHash("0x1a78ba87de06bee65dbe4769b936b7f0dba26d3565871ae6c7b77160ef804c1d")
}

// UnpackChallengePendingError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ChallengePending(uint256 id, uint256 until)
func (challengeManager *ChallengeManager) UnpackChallengePendingError(raw []byte) (*ChallengeManagerChallengePending, error) {
	out := new(ChallengeManagerChallengePending)
	if err := challengeManager.abi.UnpackIntoInterface(out, "ChallengePending", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// ChallengeManagerEnforcedPause represents a EnforcedPause error raised by the ChallengeManager contract.
type ChallengeManagerEnforcedPause struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EnforcedPause()
func ChallengeManagerEnforcedPauseErrorID() common.Hash {
	return common.HexToHash("0xd93c0665d6c96d04a8f174024fc4ddd66c250604aff22bbec808de86dd3637e3")
}

// UnpackEnforcedPauseError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EnforcedPause()
func (challengeManager *ChallengeManager) UnpackEnforcedPauseError(raw []byte) (*ChallengeManagerEnforcedPause, error) {
	out := new(ChallengeManagerEnforcedPause)
	if err := challengeManager.abi.UnpackIntoInterface(out, "EnforcedPause", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// ChallengeManagerEvidenceMissing represents a EvidenceMissing error raised by the ChallengeManager contract.
type ChallengeManagerEvidenceMissing struct {
	Sender common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EvidenceMissing(address sender)
func ChallengeManagerEvidenceMissingErrorID() common.Hash {
	return common.HexToHash("0xed82bebb86b34fcf613201a669acc8d8852e7aa321a9be0e934d56c036cbe5a5")
}

// UnpackEvidenceMissingError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EvidenceMissing(address sender)
func (challengeManager *ChallengeManager) UnpackEvidenceMissingError(raw []byte) (*ChallengeManagerEvidenceMissing, error) {
	out := new(ChallengeManagerEvidenceMissing)
	if err := challengeManager.abi.UnpackIntoInterface(out, "EvidenceMissing", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// ChallengeManagerExpectedPause represents a ExpectedPause error raised by the ChallengeManager contract.
type ChallengeManagerExpectedPause struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ExpectedPause()
func ChallengeManagerExpectedPauseErrorID() common.Hash {
	return common.HexToHash("0x8dfc202bcfe9a735b559bee70674422512bc5c30f687046ae8778315fb81da44")
}

// UnpackExpectedPauseError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ExpectedPause()
func (challengeManager *ChallengeManager) UnpackExpectedPauseError(raw []byte) (*ChallengeManagerExpectedPause, error) {
	out := new(ChallengeManagerExpectedPause)
	if err := challengeManager.abi.UnpackIntoInterface(out, "ExpectedPause", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// ChallengeManagerFailedCall represents a FailedCall error raised by the ChallengeManager contract.
type ChallengeManagerFailedCall struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error FailedCall()
func ChallengeManagerFailedCallErrorID() common.Hash {
	return common.HexToHash("0xd6bda27508c0fb6d8a39b4b122878dab26f731a7d4e4abe711dd3731899052a4")
}

// UnpackFailedCallError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error FailedCall()
func (challengeManager *ChallengeManager) UnpackFailedCallError(raw []byte) (*ChallengeManagerFailedCall, error) {
	out := new(ChallengeManagerFailedCall)
	if err := challengeManager.abi.UnpackIntoInterface(out, "FailedCall", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// ChallengeManagerInsufficientBalance represents a InsufficientBalance error raised by the ChallengeManager contract.
type ChallengeManagerInsufficientBalance struct {
	Balance *big.Int
	Needed  *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error InsufficientBalance(uint256 balance, uint256 needed)
func ChallengeManagerInsufficientBalanceErrorID() common.Hash {
	return common.HexToHash("0xcf4791818fba6e019216eb4864093b4947f674afada5d305e57d598b641dad1d")
}

// UnpackInsufficientBalanceError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error InsufficientBalance(uint256 balance, uint256 needed)
func (challengeManager *ChallengeManager) UnpackInsufficientBalanceError(raw []byte) (*ChallengeManagerInsufficientBalance, error) {
	out := new(ChallengeManagerInsufficientBalance)
	if err := challengeManager.abi.UnpackIntoInterface(out, "InsufficientBalance", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// ChallengeManagerNothingDue represents a NothingDue error raised by the ChallengeManager contract.
type ChallengeManagerNothingDue struct {
	Account common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error NothingDue(address account)
func ChallengeManagerNothingDueErrorID() common.Hash {
	return common.HexToHash("0x39b3200dee23743d80e2bf31cf5f6524718888b4f0d04e08015e680ffa163776")
}

// UnpackNothingDueError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error NothingDue(address account)
func (challengeManager *ChallengeManager) UnpackNothingDueError(raw []byte) (*ChallengeManagerNothingDue, error) {
	out := new(ChallengeManagerNothingDue)
	if err := challengeManager.abi.UnpackIntoInterface(out, "NothingDue", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// ChallengeManagerRecipientMissing represents a RecipientMissing error raised by the ChallengeManager contract.
type ChallengeManagerRecipientMissing struct {
	Account common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error RecipientMissing(address account)
func ChallengeManagerRecipientMissingErrorID() common.Hash {
	return common.HexToHash("0x45b95c29835203af3f3252528861ed5de021c8c9a762ede6a1c74a5457312280")
}

// UnpackRecipientMissingError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error RecipientMissing(address account)
func (challengeManager *ChallengeManager) UnpackRecipientMissingError(raw []byte) (*ChallengeManagerRecipientMissing, error) {
	out := new(ChallengeManagerRecipientMissing)
	if err := challengeManager.abi.UnpackIntoInterface(out, "RecipientMissing", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// ChallengeManagerReentrancyGuardReentrantCall represents a ReentrancyGuardReentrantCall error raised by the ChallengeManager contract.
type ChallengeManagerReentrancyGuardReentrantCall struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ReentrancyGuardReentrantCall()
func ChallengeManagerReentrancyGuardReentrantCallErrorID() common.Hash {
	return common.HexToHash("0x3ee5aeb571de7fc460830b4d0017439a1ca56fb0bc39062227ade4fe4a24c1ca")
}

// UnpackReentrancyGuardReentrantCallError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ReentrancyGuardReentrantCall()
func (challengeManager *ChallengeManager) UnpackReentrancyGuardReentrantCallError(raw []byte) (*ChallengeManagerReentrancyGuardReentrantCall, error) {
	out := new(ChallengeManagerReentrancyGuardReentrantCall)
	if err := challengeManager.abi.UnpackIntoInterface(out, "ReentrancyGuardReentrantCall", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// ChallengeManagerRewardTooLarge represents a RewardTooLarge error raised by the ChallengeManager contract.
type ChallengeManagerRewardTooLarge struct {
	RewardBps uint16
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error RewardTooLarge(uint16 rewardBps)
func ChallengeManagerRewardTooLargeErrorID() common.Hash {
	return common.HexToHash("0x8ee04f759ed86def890666bd59509729373d189117df796ace3d63d2692af96e")
}

// UnpackRewardTooLargeError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error RewardTooLarge(uint16 rewardBps)
func (challengeManager *ChallengeManager) UnpackRewardTooLargeError(raw []byte) (*ChallengeManagerRewardTooLarge, error) {
	out := new(ChallengeManagerRewardTooLarge)
	if err := challengeManager.abi.UnpackIntoInterface(out, "RewardTooLarge", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// ChallengeManagerSafeCastOverflowedUintDowncast represents a SafeCastOverflowedUintDowncast error raised by the ChallengeManager contract.
type ChallengeManagerSafeCastOverflowedUintDowncast struct {
	Bits  uint8
	Value *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error SafeCastOverflowedUintDowncast(uint8 bits, uint256 value)
func ChallengeManagerSafeCastOverflowedUintDowncastErrorID() common.Hash {
	return common.HexToHash("0x6dfcc6503a32754ce7a89698e18201fc5294fd4aad43edefee786f88423b1a12")
}

// UnpackSafeCastOverflowedUintDowncastError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error SafeCastOverflowedUintDowncast(uint8 bits, uint256 value)
func (challengeManager *ChallengeManager) UnpackSafeCastOverflowedUintDowncastError(raw []byte) (*ChallengeManagerSafeCastOverflowedUintDowncast, error) {
	out := new(ChallengeManagerSafeCastOverflowedUintDowncast)
	if err := challengeManager.abi.UnpackIntoInterface(out, "SafeCastOverflowedUintDowncast", raw); err != nil {
		return nil, err
	}
	return out, nil
}
