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

// IAgentPassportPassport is an auto generated low-level Go binding around an user-defined struct.
type IAgentPassportPassport struct {
	CapabilityHash [32]byte
	RegisteredAt   uint64
	Done           uint32
	Failed         uint32
	Active         bool
	Revoked        bool
}

// IAgentPassportStats is an auto generated low-level Go binding around an user-defined struct.
type IAgentPassportStats struct {
	AgentId *big.Int
	Done    uint32
	Failed  uint32
}

// IERC8004IdentityMetadataEntry is an auto generated low-level Go binding around an user-defined struct.
type IERC8004IdentityMetadataEntry struct {
	MetadataKey   string
	MetadataValue []byte
}

// AgentPassportMetaData contains all meta data concerning the AgentPassport contract.
var AgentPassportMetaData = bind.MetaData{
	ABI: "[{\"type\":\"constructor\",\"inputs\":[{\"name\":\"admin\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"adminDelay\",\"type\":\"uint48\",\"internalType\":\"uint48\"},{\"name\":\"minter\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"statistician\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"revoker\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"DEFAULT_ADMIN_ROLE\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"MINTER_ROLE\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"REVOKER_ROLE\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"STATS_ROLE\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"acceptDefaultAdminTransfer\",\"inputs\":[],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"activate\",\"inputs\":[{\"name\":\"agentId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"approve\",\"inputs\":[{\"name\":\"to\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"tokenId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"balanceOf\",\"inputs\":[{\"name\":\"owner\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"beginDefaultAdminTransfer\",\"inputs\":[{\"name\":\"newAdmin\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"cancelDefaultAdminTransfer\",\"inputs\":[],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"changeDefaultAdminDelay\",\"inputs\":[{\"name\":\"newDelay\",\"type\":\"uint48\",\"internalType\":\"uint48\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"deactivate\",\"inputs\":[{\"name\":\"agentId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"defaultAdmin\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"defaultAdminDelay\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"uint48\",\"internalType\":\"uint48\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"defaultAdminDelayIncreaseWait\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"uint48\",\"internalType\":\"uint48\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"getAgentWallet\",\"inputs\":[{\"name\":\"agentId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[{\"name\":\"wallet\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"getApproved\",\"inputs\":[{\"name\":\"tokenId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[{\"name\":\"\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"getMetadata\",\"inputs\":[{\"name\":\"agentId\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"metadataKey\",\"type\":\"string\",\"internalType\":\"string\"}],\"outputs\":[{\"name\":\"metadataValue\",\"type\":\"bytes\",\"internalType\":\"bytes\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"getRoleAdmin\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"grantRole\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"hasRole\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"isApprovedForAll\",\"inputs\":[{\"name\":\"owner\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"operator\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"locked\",\"inputs\":[{\"name\":\"tokenId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[{\"name\":\"bound\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"name\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"string\",\"internalType\":\"string\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"owner\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"ownerOf\",\"inputs\":[{\"name\":\"tokenId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[{\"name\":\"\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"passport\",\"inputs\":[{\"name\":\"agentId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[{\"name\":\"known\",\"type\":\"tuple\",\"internalType\":\"structIAgentPassport.Passport\",\"components\":[{\"name\":\"capabilityHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"registeredAt\",\"type\":\"uint64\",\"internalType\":\"uint64\"},{\"name\":\"done\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"failed\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"active\",\"type\":\"bool\",\"internalType\":\"bool\"},{\"name\":\"revoked\",\"type\":\"bool\",\"internalType\":\"bool\"}]}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"passportOf\",\"inputs\":[{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"agentId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"pendingDefaultAdmin\",\"inputs\":[],\"outputs\":[{\"name\":\"newAdmin\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"schedule\",\"type\":\"uint48\",\"internalType\":\"uint48\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"pendingDefaultAdminDelay\",\"inputs\":[],\"outputs\":[{\"name\":\"newDelay\",\"type\":\"uint48\",\"internalType\":\"uint48\"},{\"name\":\"schedule\",\"type\":\"uint48\",\"internalType\":\"uint48\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"register\",\"inputs\":[{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"capabilityHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"outputs\":[{\"name\":\"agentId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"register\",\"inputs\":[{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"capabilityHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"agentURI\",\"type\":\"string\",\"internalType\":\"string\"},{\"name\":\"metadata\",\"type\":\"tuple[]\",\"internalType\":\"structIERC8004Identity.MetadataEntry[]\",\"components\":[{\"name\":\"metadataKey\",\"type\":\"string\",\"internalType\":\"string\"},{\"name\":\"metadataValue\",\"type\":\"bytes\",\"internalType\":\"bytes\"}]}],\"outputs\":[{\"name\":\"agentId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"register\",\"inputs\":[{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"capabilityHash\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"agentURI\",\"type\":\"string\",\"internalType\":\"string\"}],\"outputs\":[{\"name\":\"agentId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"renounceRole\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"revoke\",\"inputs\":[{\"name\":\"agentId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"revokeRole\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"rollbackDefaultAdminDelay\",\"inputs\":[],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"safeTransferFrom\",\"inputs\":[{\"name\":\"from\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"to\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"tokenId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"safeTransferFrom\",\"inputs\":[{\"name\":\"from\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"to\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"tokenId\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"data\",\"type\":\"bytes\",\"internalType\":\"bytes\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"setAgentURI\",\"inputs\":[{\"name\":\"agentId\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"newURI\",\"type\":\"string\",\"internalType\":\"string\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"setApprovalForAll\",\"inputs\":[{\"name\":\"operator\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"approved\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"setMetadata\",\"inputs\":[{\"name\":\"agentId\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"metadataKey\",\"type\":\"string\",\"internalType\":\"string\"},{\"name\":\"metadataValue\",\"type\":\"bytes\",\"internalType\":\"bytes\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"supportsInterface\",\"inputs\":[{\"name\":\"interfaceId\",\"type\":\"bytes4\",\"internalType\":\"bytes4\"}],\"outputs\":[{\"name\":\"supported\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"symbol\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"string\",\"internalType\":\"string\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"tokenURI\",\"inputs\":[{\"name\":\"agentId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[{\"name\":\"uri\",\"type\":\"string\",\"internalType\":\"string\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"transferFrom\",\"inputs\":[{\"name\":\"from\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"to\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"tokenId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"updateStats\",\"inputs\":[{\"name\":\"batch\",\"type\":\"tuple[]\",\"internalType\":\"structIAgentPassport.Stats[]\",\"components\":[{\"name\":\"agentId\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"done\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"failed\",\"type\":\"uint32\",\"internalType\":\"uint32\"}]}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"event\",\"name\":\"Approval\",\"inputs\":[{\"name\":\"owner\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"approved\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"tokenId\",\"type\":\"uint256\",\"indexed\":true,\"internalType\":\"uint256\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"ApprovalForAll\",\"inputs\":[{\"name\":\"owner\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"operator\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"approved\",\"type\":\"bool\",\"indexed\":false,\"internalType\":\"bool\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"DefaultAdminDelayChangeCanceled\",\"inputs\":[],\"anonymous\":false},{\"type\":\"event\",\"name\":\"DefaultAdminDelayChangeScheduled\",\"inputs\":[{\"name\":\"newDelay\",\"type\":\"uint48\",\"indexed\":false,\"internalType\":\"uint48\"},{\"name\":\"effectSchedule\",\"type\":\"uint48\",\"indexed\":false,\"internalType\":\"uint48\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"DefaultAdminTransferCanceled\",\"inputs\":[],\"anonymous\":false},{\"type\":\"event\",\"name\":\"DefaultAdminTransferScheduled\",\"inputs\":[{\"name\":\"newAdmin\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"acceptSchedule\",\"type\":\"uint48\",\"indexed\":false,\"internalType\":\"uint48\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"Locked\",\"inputs\":[{\"name\":\"tokenId\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"MetadataSet\",\"inputs\":[{\"name\":\"agentId\",\"type\":\"uint256\",\"indexed\":true,\"internalType\":\"uint256\"},{\"name\":\"indexedMetadataKey\",\"type\":\"string\",\"indexed\":true,\"internalType\":\"string\"},{\"name\":\"metadataKey\",\"type\":\"string\",\"indexed\":false,\"internalType\":\"string\"},{\"name\":\"metadataValue\",\"type\":\"bytes\",\"indexed\":false,\"internalType\":\"bytes\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"PassportActivated\",\"inputs\":[{\"name\":\"agentId\",\"type\":\"uint256\",\"indexed\":true,\"internalType\":\"uint256\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"PassportDeactivated\",\"inputs\":[{\"name\":\"agentId\",\"type\":\"uint256\",\"indexed\":true,\"internalType\":\"uint256\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"PassportIssued\",\"inputs\":[{\"name\":\"agentId\",\"type\":\"uint256\",\"indexed\":true,\"internalType\":\"uint256\"},{\"name\":\"agent\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"capabilityHash\",\"type\":\"bytes32\",\"indexed\":false,\"internalType\":\"bytes32\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"PassportRevoked\",\"inputs\":[{\"name\":\"agentId\",\"type\":\"uint256\",\"indexed\":true,\"internalType\":\"uint256\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"Registered\",\"inputs\":[{\"name\":\"agentId\",\"type\":\"uint256\",\"indexed\":true,\"internalType\":\"uint256\"},{\"name\":\"agentURI\",\"type\":\"string\",\"indexed\":false,\"internalType\":\"string\"},{\"name\":\"owner\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"RoleAdminChanged\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"previousAdminRole\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"newAdminRole\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"RoleGranted\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"sender\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"RoleRevoked\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"sender\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"StatsUpdated\",\"inputs\":[{\"name\":\"agentId\",\"type\":\"uint256\",\"indexed\":true,\"internalType\":\"uint256\"},{\"name\":\"done\",\"type\":\"uint32\",\"indexed\":false,\"internalType\":\"uint32\"},{\"name\":\"failed\",\"type\":\"uint32\",\"indexed\":false,\"internalType\":\"uint32\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"Transfer\",\"inputs\":[{\"name\":\"from\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"to\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"tokenId\",\"type\":\"uint256\",\"indexed\":true,\"internalType\":\"uint256\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"URIUpdated\",\"inputs\":[{\"name\":\"agentId\",\"type\":\"uint256\",\"indexed\":true,\"internalType\":\"uint256\"},{\"name\":\"newURI\",\"type\":\"string\",\"indexed\":false,\"internalType\":\"string\"},{\"name\":\"updatedBy\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"Unlocked\",\"inputs\":[{\"name\":\"tokenId\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"}],\"anonymous\":false},{\"type\":\"error\",\"name\":\"AccessControlBadConfirmation\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"AccessControlEnforcedDefaultAdminDelay\",\"inputs\":[{\"name\":\"schedule\",\"type\":\"uint48\",\"internalType\":\"uint48\"}]},{\"type\":\"error\",\"name\":\"AccessControlEnforcedDefaultAdminRules\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"AccessControlInvalidDefaultAdmin\",\"inputs\":[{\"name\":\"defaultAdmin\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"AccessControlUnauthorizedAccount\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"neededRole\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}]},{\"type\":\"error\",\"name\":\"ERC721IncorrectOwner\",\"inputs\":[{\"name\":\"sender\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"tokenId\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"owner\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"ERC721InsufficientApproval\",\"inputs\":[{\"name\":\"operator\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"tokenId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"ERC721InvalidApprover\",\"inputs\":[{\"name\":\"approver\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"ERC721InvalidOperator\",\"inputs\":[{\"name\":\"operator\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"ERC721InvalidOwner\",\"inputs\":[{\"name\":\"owner\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"ERC721InvalidReceiver\",\"inputs\":[{\"name\":\"receiver\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"ERC721InvalidSender\",\"inputs\":[{\"name\":\"sender\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"ERC721NonexistentToken\",\"inputs\":[{\"name\":\"tokenId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"MetadataReserved\",\"inputs\":[{\"name\":\"metadataKey\",\"type\":\"string\",\"internalType\":\"string\"}]},{\"type\":\"error\",\"name\":\"PassportConflict\",\"inputs\":[{\"name\":\"agentId\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"recorded\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"offered\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}]},{\"type\":\"error\",\"name\":\"PassportEmpty\",\"inputs\":[{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"PassportIsRevoked\",\"inputs\":[{\"name\":\"agentId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"SafeCastOverflowedUintDowncast\",\"inputs\":[{\"name\":\"bits\",\"type\":\"uint8\",\"internalType\":\"uint8\"},{\"name\":\"value\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"StatsStale\",\"inputs\":[{\"name\":\"agentId\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"recordedDone\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"recordedFailed\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"offeredDone\",\"type\":\"uint32\",\"internalType\":\"uint32\"},{\"name\":\"offeredFailed\",\"type\":\"uint32\",\"internalType\":\"uint32\"}]},{\"type\":\"error\",\"name\":\"TokenSoulbound\",\"inputs\":[{\"name\":\"tokenId\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"holder\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"to\",\"type\":\"address\",\"internalType\":\"address\"}]}]",
	ID:  "AgentPassport",
	Bin: "0x608060405234801561000f575f5ffd5b5060405161337a38038061337a83398101604081905261002e916102c1565b83856040518060400160405280601581526020017f4d6572676974204167656e742050617373706f72740000000000000000000000815250604051806040016040528060058152602001641051d1539560da1b815250815f908161009291906103d1565b50600161009f82826103d1565b5050506001600160a01b0381166100cf57604051636116401160e11b81525f600482015260240160405180910390fd5b600780546001600160d01b0316600160d01b65ffffffffffff8516021790556100f85f8261018c565b50505061012b7f9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a68461018c60201b60201c565b506101567f06917144a7bc7c0a741c115e685c4bb7fdb1687664f73d6ad5e5c80157cae1cd8361018c565b506101817fce3f34913921da558f105cefb578d87278debbbd073a8d552b5de0d168deee308261018c565b50505050505061048f565b5f826101e8575f6101a56008546001600160a01b031690565b6001600160a01b0316146101cc57604051631fe1e13d60e11b815260040160405180910390fd5b600880546001600160a01b0319166001600160a01b0384161790555b6101f283836101fb565b90505b92915050565b5f8281526006602090815260408083206001600160a01b038516845290915281205460ff1661029f575f8381526006602090815260408083206001600160a01b03861684529091529020805460ff191660011790556102573390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a45060016101f5565b505f6101f5565b80516001600160a01b03811681146102bc575f5ffd5b919050565b5f5f5f5f5f60a086880312156102d5575f5ffd5b6102de866102a6565b9450602086015165ffffffffffff811681146102f8575f5ffd5b9350610306604087016102a6565b9250610314606087016102a6565b9150610322608087016102a6565b90509295509295909350565b634e487b7160e01b5f52604160045260245ffd5b600181811c9082168061035657607f821691505b60208210810361037457634e487b7160e01b5f52602260045260245ffd5b50919050565b601f8211156103cc57828211156103cc57805f5260205f20601f840160051c60208510156103a557505f5b90810190601f840160051c035f5b818110156103c8575f838201556001016103b3565b5050505b505050565b81516001600160401b038111156103ea576103ea61032e565b6103fe816103f88454610342565b8461037a565b6020601f821160018114610430575f83156104195750848201515b5f19600385901b1c1916600184901b178455610488565b5f84815260208120601f198516915b8281101561045f578785015182556020948501946001909201910161043f565b508482101561047c57868401515f19600387901b60f8161c191681555b505060018360011b0184555b5050505050565b612ede8061049c5f395ff3fe608060405234801561000f575f5ffd5b5060043610610303575f3560e01c806370a082311161019d578063b45a3c0e116100e8578063cefc142911610093578063d547741f1161006e578063d547741f14610804578063d602b9fd14610817578063e985e9c51461081f575f5ffd5b8063cefc1429146107a7578063cf6eefb7146107af578063d5391393146107dd575f5ffd5b8063c87b56dd116100c3578063c87b56dd14610779578063cb4799f21461078c578063cc8463c81461079f575f5ffd5b8063b45a3c0e1461062b578063b733b9511461063e578063b88d4fde14610766575f5ffd5b806395d89b4111610148578063a22cb46511610123578063a22cb465146105de578063b260c42a146105f1578063b4510e2b14610604575f5ffd5b806395d89b41146105a8578063a1eda53c146105b0578063a217fddf146105d7575f5ffd5b80638da5cb5b116101785780638da5cb5b14610555578063916b9bef1461055d57806391d1485414610570575f5ffd5b806370a082311461050a5780637c4acabf1461051d57806384ef8ffc14610544575f5ffd5b8063248a9ca31161025d57806357cc6507116102085780636352211e116101e35780636352211e1461030757806364422b86146104e4578063649a5ec7146104f7575f5ffd5b806357cc6507146104965780635d1c2634146104a9578063634e93da146104d1575f5ffd5b806336568abe1161023857806336568abe1461045d57806342842e0e14610470578063466648da14610483575f5ffd5b8063248a9ca3146104155780632f2ff15d146104375780632f72cfd61461044a575f5ffd5b8063095ea7b3116102bd5780631e7a505f116102985780631e7a505f146103ce57806320c5429b146103ef57806323b872dd14610402575f5ffd5b8063095ea7b31461039e5780630aa6220b146103b35780630af28bd3146103bb575f5ffd5b8063022d63fb116102ed578063022d63fb1461035a57806306fdde0314610376578063081812fc1461038b575f5ffd5b80623395091461030757806301ffc9a714610337575b5f5ffd5b61031a6103153660046125c8565b61085a565b6040516001600160a01b0390911681526020015b60405180910390f35b61034a6103453660046125f4565b61086a565b604051901515815260200161032e565b620697805b60405165ffffffffffff909116815260200161032e565b61037e610874565b60405161032e919061263d565b61031a6103993660046125c8565b610903565b6103b16103ac36600461266a565b61092a565b005b6103b1610939565b6103b16103c93660046126d7565b61094e565b6103e16103dc36600461266a565b6109d2565b60405190815260200161032e565b6103b16103fd3660046125c8565b610a1f565b6103b161041036600461271f565b610acb565b6103e16104233660046125c8565b5f9081526006602052604090206001015490565b6103b1610445366004612759565b610b59565b6103b1610458366004612783565b610b81565b6103b161046b366004612759565b610d9b565b6103b161047e36600461271f565b610e5c565b6103b16104913660046127f4565b610e7b565b6103e16104a436600461286d565b610eb1565b6103e16104b7366004612927565b6001600160a01b03165f908152600a602052604090205490565b6103b16104df366004612927565b610fb6565b6103e16104f2366004612940565b610fc9565b6103b1610505366004612996565b611034565b6103e1610518366004612927565b611047565b6103e17fce3f34913921da558f105cefb578d87278debbbd073a8d552b5de0d168deee3081565b6008546001600160a01b031661031a565b61031a61108c565b6103b161056b3660046125c8565b6110a4565b61034a61057e366004612759565b5f9182526006602090815260408084206001600160a01b0393909316845291905290205460ff1690565b61037e61113b565b6105b861114a565b6040805165ffffffffffff93841681529290911660208301520161032e565b6103e15f81565b6103b16105ec3660046129bb565b61119c565b6103b16105ff3660046125c8565b6111a7565b6103e17f06917144a7bc7c0a741c115e685c4bb7fdb1687664f73d6ad5e5c80157cae1cd81565b61034a6106393660046125c8565b611274565b61070161064c3660046125c8565b6040805160c0810182525f80825260208201819052918101829052606081018290526080810182905260a0810191909152505f908152600b6020908152604091829020825160c0810184528154815260019091015467ffffffffffffffff81169282019290925263ffffffff680100000000000000008304811693820193909352600160601b8204909216606083015260ff600160801b8204811615156080840152600160881b90910416151560a082015290565b60405161032e91905f60c0820190508251825267ffffffffffffffff602084015116602083015263ffffffff604084015116604083015263ffffffff606084015116606083015260808301511515608083015260a0830151151560a083015292915050565b6103b1610774366004612a08565b611287565b61037e6107873660046125c8565b61129f565b61037e61079a3660046126d7565b611346565b61035f611486565b6103b16114e4565b600754604080516001600160a01b0383168152600160a01b90920465ffffffffffff1660208301520161032e565b6103e17f9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a681565b6103b1610812366004612759565b61151a565b6103b1611542565b61034a61082d366004612ae5565b6001600160a01b039182165f90815260056020908152604080832093909416825291909152205460ff1690565b5f61086482611554565b92915050565b5f6108648261158c565b60605f805461088290612b0d565b80601f01602080910402602001604051908101604052809291908181526020018280546108ae90612b0d565b80156108f95780601f106108d0576101008083540402835291602001916108f9565b820191905f5260205f20905b8154815290600101906020018083116108dc57829003601f168201915b5050505050905090565b5f61090d82611554565b505f828152600460205260409020546001600160a01b0316610864565b6109358282336115b0565b5050565b5f610943816115bd565b61094b6115c7565b50565b5f83815260026020526040902054610970906001600160a01b031633856115d3565b5f838152600c60205260409020610988828483612b93565b50336001600160a01b0316837f3a2c7fffc2cba7582c690e3b82c453ea02a308326a98a3ad7576c606336409fb84846040516109c5929190612c75565b60405180910390a3505050565b5f7f9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a66109fd816115bd565b610a16848460405180602001604052805f815250611637565b50949350505050565b7fce3f34913921da558f105cefb578d87278debbbd073a8d552b5de0d168deee30610a49816115bd565b610a5282611554565b505f828152600b602052604090206001810154600160881b900460ff1615610a7957505050565b60018101805471ffff000000000000000000000000000000001916600160881b17905560405183907f031371e5f0b19f5e4a5bdb4d1bdf84d7b559b8722cf65eb09c7869853e1d45f1905f90a2505050565b6001600160a01b038216610af957604051633250574960e11b81525f60048201526024015b60405180910390fd5b5f610b058383336118ab565b9050836001600160a01b0316816001600160a01b031614610b53576040516364283d7b60e01b81526001600160a01b0380861660048301526024820184905282166044820152606401610af0565b50505050565b81610b7757604051631fe1e13d60e11b815260040160405180910390fd5b6109358282611935565b7f06917144a7bc7c0a741c115e685c4bb7fdb1687664f73d6ad5e5c80157cae1cd610bab816115bd565b5f5b82811015610b53575f5f5f868685818110610bca57610bca612c88565b9050606002015f0135878786818110610be557610be5612c88565b9050606002016020016020810190610bfd9190612c9c565b888887818110610c0f57610c0f612c88565b9050606002016040016020810190610c279190612c9c565b925092509250610c3683611554565b505f838152600b60205260409020600181015463ffffffff680100000000000000008204811691600160601b90048116908516821180610c8157508063ffffffff168463ffffffff16105b15610cc6576040516347c5071960e01b81526004810187905263ffffffff8084166024830152808316604483015280871660648301528516608482015260a401610af0565b8163ffffffff168563ffffffff16148015610cec57508063ffffffff168463ffffffff16145b15610cfc57505050505050610d93565b6001830180546fffffffffffffffff000000000000000019166801000000000000000063ffffffff8881169182026fffffffff000000000000000000000000191692909217600160601b9288169283021790925560408051928352602083019190915287917f74209d4994a0e9195d31793fb37ad892582ceb5a3594feb4a454f1ac9e1a214c910160405180910390a25050505050505b600101610bad565b81158015610db657506008546001600160a01b038281169116145b15610e52576007546001600160a01b03811690600160a01b900465ffffffffffff1681151580610dec575065ffffffffffff8116155b80610dff57504265ffffffffffff821610155b15610e27576040516319ca5ebb60e01b815265ffffffffffff82166004820152602401610af0565b5050600780547fffffffffffff000000000000ffffffffffffffffffffffffffffffffffffffff1690555b6109358282611959565b610e7683838360405180602001604052805f815250611287565b505050565b5f85815260026020526040902054610e9d906001600160a01b031633876115d3565b610eaa858585858561198c565b5050505050565b5f7f9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a6610edc816115bd565b5f610f1d898989898080601f0160208091040260200160405190810160405280939291908181526020018383808284375f9201919091525061163792505050565b909350905080610f2d5750610fab565b5f5b84811015610fa857610fa084878784818110610f4d57610f4d612c88565b9050602002810190610f5f9190612cbf565b610f699080612cdd565b898986818110610f7b57610f7b612c88565b9050602002810190610f8d9190612cbf565b610f9b906020810190612cdd565b61198c565b600101610f2f565b50505b509695505050505050565b5f610fc0816115bd565b61093582611a83565b5f7f9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a6610ff4816115bd565b610fab868686868080601f0160208091040260200160405190810160405280939291908181526020018383808284375f9201919091525061163792505050565b5f61103e816115bd565b61093582611af5565b5f6001600160a01b038216611071576040516322718ad960e21b81525f6004820152602401610af0565b506001600160a01b03165f9081526003602052604090205490565b5f61109f6008546001600160a01b031690565b905090565b7fce3f34913921da558f105cefb578d87278debbbd073a8d552b5de0d168deee306110ce816115bd565b6110d782611554565b505f828152600b602052604090206001810154600160801b900460ff166110fd57505050565b60018101805460ff60801b1916905560405183907f92b3835dd91a5555e2848dd89888d11bb1d66eb024f257424813c4ccd98bbf4a905f90a2505050565b60606001805461088290612b0d565b6008545f90600160d01b900465ffffffffffff16801515801561117557504265ffffffffffff821610155b611180575f5f611194565b600854600160a01b900465ffffffffffff16815b915091509091565b610935338383611b64565b7fce3f34913921da558f105cefb578d87278debbbd073a8d552b5de0d168deee306111d1816115bd565b6111da82611554565b505f828152600b602052604090206001810154600160881b900460ff16156112175760405162514e1d60e81b815260048101849052602401610af0565b6001810154600160801b900460ff161561123057505050565b60018101805460ff60801b1916600160801b17905560405183907f89ae53077c5a3a07c436b7fd0fb676a2a320bda6dfc925f03c9b057d58b6855c905f90a2505050565b5f61127e82611554565b50600192915050565b611292848484610acb565b610b533385858585611c23565b60606112aa82611554565b505f828152600c6020526040902080546112c390612b0d565b80601f01602080910402602001604051908101604052809291908181526020018280546112ef90612b0d565b801561133a5780601f106113115761010080835404028352916020019161133a565b820191905f5260205f20905b81548152906001019060200180831161131d57829003601f168201915b50505050509050919050565b60605f61135285611554565b90507f2ac6109326e720d1435c0db66f7e35eda7839f52b6f1f5520a60788e132b4e398484604051611385929190612d20565b6040518091039020036113c8576040516bffffffffffffffffffffffff19606083901b16602082015260340160405160208183030381529060405291505061147f565b5f858152600d60205260409081902090516113e69086908690612d20565b908152602001604051809103902080546113ff90612b0d565b80601f016020809104026020016040519081016040528092919081815260200182805461142b90612b0d565b80156114765780601f1061144d57610100808354040283529160200191611476565b820191905f5260205f20905b81548152906001019060200180831161145957829003601f168201915b50505050509150505b9392505050565b6008545f90600160d01b900465ffffffffffff1680151580156114b057504265ffffffffffff8216105b6114cb57600754600160d01b900465ffffffffffff166114de565b600854600160a01b900465ffffffffffff165b91505090565b6007546001600160a01b031633811461151257604051636116401160e11b8152336004820152602401610af0565b61094b611d4a565b8161153857604051631fe1e13d60e11b815260040160405180910390fd5b6109358282611df7565b5f61154c816115bd565b61094b611e1b565b5f818152600260205260408120546001600160a01b03168061086457604051637e27328960e01b815260048101849052602401610af0565b5f6001600160e01b031982166318a4c3c360e11b1480610864575061086482611e25565b610e768383836001611e49565b61094b8133611f6b565b6115d15f5f611fbf565b565b6115de8383836120a4565b610e76576001600160a01b03831661160c57604051637e27328960e01b815260048101829052602401610af0565b60405163177e802f60e01b81526001600160a01b038316600482015260248101829052604401610af0565b5f8083611662576040516334253abb60e11b81526001600160a01b0386166004820152602401610af0565b6001600160a01b0385165f908152600a6020526040902054915081156116d9575f828152600b60205260409020548481146116d0576040516315ca030d60e31b8152600481018490526001600160a01b03871660248201526044810182905260648101869052608401610af0565b505f90506118a3565b60095f81546116e790612d43565b91829055506001600160a01b0386165f908152600a60209081526040808320849055805160c08101825288815267ffffffffffffffff4281168285019081528284018681526060840187815260016080860181815260a087018a81528b8b52600b9099529690982094518555915193909601805496519151945195511515600160881b0271ff000000000000000000000000000000000019961515600160801b0260ff60801b1963ffffffff978816600160601b021670ffffffffff000000000000000000000000199490971668010000000000000000026bffffffffffffffffffffffff199099169590941694909417969096171692909217919091179190911617905583519092501561180f575f828152600c6020526040902061180d8482612d5b565b505b6118198583612127565b846001600160a01b0316827fca52e62c367d81bb2e328eb795f7c7ba24afb478408a26c0e201d155c449bc4a85604051611853919061263d565b60405180910390a3846001600160a01b0316827fb251a776518a31cdff88e0f014a18aa975de66a9ca2a6317c6a5eed5c08240838660405161189791815260200190565b60405180910390a35060015b935093915050565b5f6118b7848484612188565b90506001600160a01b038116156118fb57604051633c5c36db60e21b8152600481018490526001600160a01b03808316602483015285166044820152606401610af0565b6040518381527f032bc66be43dbccb7487781d168eb7bda224628a3b2c3388bdf69b532a3a16119060200160405180910390a19392505050565b5f8281526006602052604090206001015461194f816115bd565b610b53838361227a565b6001600160a01b03811633146119825760405163334bd91960e11b815260040160405180910390fd5b610e7682826122e0565b7f2ac6109326e720d1435c0db66f7e35eda7839f52b6f1f5520a60788e132b4e3984846040516119bd929190612d20565b6040518091039020036119e7578383604051632f08161b60e11b8152600401610af0929190612c75565b8181600d5f8881526020019081526020015f208686604051611a0a929190612d20565b90815260200160405180910390209182611a25929190612b93565b508383604051611a36929190612d20565b6040518091039020857f2c149ed548c6d2993cd73efe187df6eccabe4538091b33adbd25fafdb8a1468b86868686604051611a749493929190612e16565b60405180910390a35050505050565b5f611a8c611486565b611a954261231c565b611a9f9190612e47565b9050611aab8282612352565b60405165ffffffffffff821681526001600160a01b038316907f3377dc44241e779dd06afab5b788a35ca5f3b778836e2990bdb26a2a4b2e5ed69060200160405180910390a25050565b5f611aff826123cf565b611b084261231c565b611b129190612e47565b9050611b1e8282611fbf565b6040805165ffffffffffff8085168252831660208201527ff1038c18cf84a56e432fdbfaf746924b7ea511dfe03a6506a0ceba4888788d9b910160405180910390a15050565b6001600160a01b038316611b8d5760405163a9fbf51f60e01b81525f6004820152602401610af0565b6001600160a01b038216611bbf57604051630b61174360e31b81526001600160a01b0383166004820152602401610af0565b6001600160a01b038381165f81815260056020908152604080832094871680845294825291829020805460ff191686151590811790915591519182527f17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c3191016109c5565b6001600160a01b0383163b15610eaa57604051630a85bd0160e11b81526001600160a01b0384169063150b7a0290611c65908890889087908790600401612e65565b6020604051808303815f875af1925050508015611c9f575060408051601f3d908101601f19168201909252611c9c91810190612ea5565b60015b611d06573d808015611ccc576040519150601f19603f3d011682016040523d82523d5f602084013e611cd1565b606091505b5080515f03611cfe57604051633250574960e11b81526001600160a01b0385166004820152602401610af0565b805160208201fd5b6001600160e01b03198116630a85bd0160e11b14611d4257604051633250574960e11b81526001600160a01b0385166004820152602401610af0565b505050505050565b6007546001600160a01b03811690600160a01b900465ffffffffffff16801580611d7c57504265ffffffffffff821610155b15611da4576040516319ca5ebb60e01b815265ffffffffffff82166004820152602401610af0565b611dbf5f611dba6008546001600160a01b031690565b6122e0565b50611dca5f8361227a565b5050600780547fffffffffffff000000000000000000000000000000000000000000000000000016905550565b5f82815260066020526040902060010154611e11816115bd565b610b5383836122e0565b6115d15f5f612352565b5f6001600160e01b03198216637965db0b60e01b1480610864575061086482612416565b8080611e5d57506001600160a01b03821615155b15611f3c575f611e6c84611554565b90506001600160a01b03831615801590611e985750826001600160a01b0316816001600160a01b031614155b8015611ec957506001600160a01b038082165f9081526005602090815260408083209387168352929052205460ff16155b15611ef25760405163a9fbf51f60e01b81526001600160a01b0384166004820152602401610af0565b8115611f3a5783856001600160a01b0316826001600160a01b03167f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b92560405160405180910390a45b505b50505f90815260046020526040902080546001600160a01b0319166001600160a01b0392909216919091179055565b5f8281526006602090815260408083206001600160a01b038516845290915290205460ff166109355760405163e2517d3f60e01b81526001600160a01b038216600482015260248101839052604401610af0565b600854600160d01b900465ffffffffffff168015612054574265ffffffffffff8216101561202b576008546007805479ffffffffffffffffffffffffffffffffffffffffffffffffffff16600160a01b90920465ffffffffffff16600160d01b02919091179055612054565b6040517f2b1fa2edafe6f7b9e97c1a9e0c3660e645beb2dcaa2d45bdbf9beaf5472e1ec5905f90a15b50600880546001600160a01b0316600160a01b65ffffffffffff9485160279ffffffffffffffffffffffffffffffffffffffffffffffffffff1617600160d01b9290931691909102919091179055565b5f6001600160a01b0383161580159061211f5750826001600160a01b0316846001600160a01b031614806120fc57506001600160a01b038085165f9081526005602090815260408083209387168352929052205460ff165b8061211f57505f828152600460205260409020546001600160a01b038481169116145b949350505050565b6001600160a01b03821661215057604051633250574960e11b81525f6004820152602401610af0565b5f61215c83835f6118ab565b90506001600160a01b03811615610e76576040516339e3563760e11b81525f6004820152602401610af0565b5f828152600260205260408120546001600160a01b03908116908316156121b4576121b48184866115d3565b6001600160a01b038116156121ee576121cf5f855f5f611e49565b6001600160a01b0381165f90815260036020526040902080545f190190555b6001600160a01b0385161561221c576001600160a01b0385165f908152600360205260409020805460010190555b5f8481526002602052604080822080546001600160a01b0319166001600160a01b0389811691821790925591518793918516917fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef91a4949350505050565b5f826122d6575f6122936008546001600160a01b031690565b6001600160a01b0316146122ba57604051631fe1e13d60e11b815260040160405180910390fd5b600880546001600160a01b0319166001600160a01b0384161790555b61147f838361243a565b5f821580156122fc57506008546001600160a01b038381169116145b1561231257600880546001600160a01b03191690555b61147f83836124e5565b5f65ffffffffffff82111561234e576040516306dfcc6560e41b81526030600482015260248101839052604401610af0565b5090565b60078054600160a01b65ffffffffffff84811682027fffffffffffff000000000000000000000000000000000000000000000000000084166001600160a01b03881617179093559004168015610e76576040517f8886ebfc4259abdbc16601dd8fb5678e54878f47b3c34836cfc51154a9605109905f90a1505050565b5f5f6123d9611486565b90508065ffffffffffff168365ffffffffffff1611612401576123fc8382612ec0565b61147f565b61147f65ffffffffffff84166206978061256a565b5f6001600160e01b03198216635a2d1e0760e11b1480610864575061086482612579565b5f8281526006602090815260408083206001600160a01b038516845290915281205460ff166124de575f8381526006602090815260408083206001600160a01b03861684529091529020805460ff191660011790556124963390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a4506001610864565b505f610864565b5f8281526006602090815260408083206001600160a01b038516845290915281205460ff16156124de575f8381526006602090815260408083206001600160a01b0386168085529252808320805460ff1916905551339286917ff6391f5c32d9c69d2a47ea670b442974b53935d1edc7fd64eb21e047a839171b9190a4506001610864565b5f82821882841002821861147f565b5f6001600160e01b031982166380ac58cd60e01b14806125a957506001600160e01b03198216635b5e139f60e01b145b8061086457506301ffc9a760e01b6001600160e01b0319831614610864565b5f602082840312156125d8575f5ffd5b5035919050565b6001600160e01b03198116811461094b575f5ffd5b5f60208284031215612604575f5ffd5b813561147f816125df565b5f81518084528060208401602086015e5f602082860101526020601f19601f83011685010191505092915050565b602081525f61147f602083018461260f565b80356001600160a01b0381168114612665575f5ffd5b919050565b5f5f6040838503121561267b575f5ffd5b6126848361264f565b946020939093013593505050565b5f5f83601f8401126126a2575f5ffd5b50813567ffffffffffffffff8111156126b9575f5ffd5b6020830191508360208285010111156126d0575f5ffd5b9250929050565b5f5f5f604084860312156126e9575f5ffd5b83359250602084013567ffffffffffffffff811115612706575f5ffd5b61271286828701612692565b9497909650939450505050565b5f5f5f60608486031215612731575f5ffd5b61273a8461264f565b92506127486020850161264f565b929592945050506040919091013590565b5f5f6040838503121561276a575f5ffd5b8235915061277a6020840161264f565b90509250929050565b5f5f60208385031215612794575f5ffd5b823567ffffffffffffffff8111156127aa575f5ffd5b8301601f810185136127ba575f5ffd5b803567ffffffffffffffff8111156127d0575f5ffd5b8560206060830284010111156127e4575f5ffd5b6020919091019590945092505050565b5f5f5f5f5f60608688031215612808575f5ffd5b85359450602086013567ffffffffffffffff811115612825575f5ffd5b61283188828901612692565b909550935050604086013567ffffffffffffffff811115612850575f5ffd5b61285c88828901612692565b969995985093965092949392505050565b5f5f5f5f5f5f60808789031215612882575f5ffd5b61288b8761264f565b955060208701359450604087013567ffffffffffffffff8111156128ad575f5ffd5b6128b989828a01612692565b909550935050606087013567ffffffffffffffff8111156128d8575f5ffd5b8701601f810189136128e8575f5ffd5b803567ffffffffffffffff8111156128fe575f5ffd5b8960208260051b8401011115612912575f5ffd5b60208201935080925050509295509295509295565b5f60208284031215612937575f5ffd5b61147f8261264f565b5f5f5f5f60608587031215612953575f5ffd5b61295c8561264f565b935060208501359250604085013567ffffffffffffffff81111561297e575f5ffd5b61298a87828801612692565b95989497509550505050565b5f602082840312156129a6575f5ffd5b813565ffffffffffff8116811461147f575f5ffd5b5f5f604083850312156129cc575f5ffd5b6129d58361264f565b9150602083013580151581146129e9575f5ffd5b809150509250929050565b634e487b7160e01b5f52604160045260245ffd5b5f5f5f5f60808587031215612a1b575f5ffd5b612a248561264f565b9350612a326020860161264f565b925060408501359150606085013567ffffffffffffffff811115612a54575f5ffd5b8501601f81018713612a64575f5ffd5b803567ffffffffffffffff811115612a7e57612a7e6129f4565b604051601f8201601f19908116603f0116810167ffffffffffffffff81118282101715612aad57612aad6129f4565b604052818152828201602001891015612ac4575f5ffd5b816020840160208301375f6020838301015280935050505092959194509250565b5f5f60408385031215612af6575f5ffd5b612aff8361264f565b915061277a6020840161264f565b600181811c90821680612b2157607f821691505b602082108103612b3f57634e487b7160e01b5f52602260045260245ffd5b50919050565b601f821115610e765782821115610e7657805f5260205f20601f840160051c6020851015612b7057505f5b90810190601f840160051c035f5b81811015611d42575f83820155600101612b7e565b67ffffffffffffffff831115612bab57612bab6129f4565b612bbf83612bb98354612b0d565b83612b45565b5f601f841160018114612bf0575f8515612bd95750838201355b5f19600387901b1c1916600186901b178355610eaa565b5f83815260208120601f198716915b82811015612c1f5786850135825560209485019460019092019101612bff565b5086821015612c3b575f1960f88860031b161c19848701351681555b505060018560011b0183555050505050565b81835281816020850137505f828201602090810191909152601f909101601f19169091010190565b602081525f61211f602083018486612c4d565b634e487b7160e01b5f52603260045260245ffd5b5f60208284031215612cac575f5ffd5b813563ffffffff8116811461147f575f5ffd5b5f8235603e19833603018112612cd3575f5ffd5b9190910192915050565b5f5f8335601e19843603018112612cf2575f5ffd5b83018035915067ffffffffffffffff821115612d0c575f5ffd5b6020019150368190038213156126d0575f5ffd5b818382375f9101908152919050565b634e487b7160e01b5f52601160045260245ffd5b5f60018201612d5457612d54612d2f565b5060010190565b815167ffffffffffffffff811115612d7557612d756129f4565b612d8981612d838454612b0d565b84612b45565b6020601f821160018114612dbb575f8315612da45750848201515b5f19600385901b1c1916600184901b178455610eaa565b5f84815260208120601f198516915b82811015612dea5787850151825560209485019460019092019101612dca565b5084821015612e0757868401515f19600387901b60f8161c191681555b50505050600190811b01905550565b604081525f612e29604083018688612c4d565b8281036020840152612e3c818587612c4d565b979650505050505050565b65ffffffffffff818116838216019081111561086457610864612d2f565b6001600160a01b03851681526001600160a01b0384166020820152826040820152608060608201525f612e9b608083018461260f565b9695505050505050565b5f60208284031215612eb5575f5ffd5b815161147f816125df565b65ffffffffffff828116828216039081111561086457610864612d2f56",
}

// AgentPassport is an auto generated Go binding around an Ethereum contract.
type AgentPassport struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *AgentPassport) GetABI() abi.ABI {
	return c.abi
}

// NewAgentPassport creates a new instance of AgentPassport.
func NewAgentPassport() *AgentPassport {
	parsed, err := AgentPassportMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &AgentPassport{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *AgentPassport) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address admin, uint48 adminDelay, address minter, address statistician, address revoker) returns()
func (agentPassport *AgentPassport) PackConstructor(admin common.Address, adminDelay *big.Int, minter common.Address, statistician common.Address, revoker common.Address) []byte {
	enc, err := agentPassport.abi.Pack("", admin, adminDelay, minter, statistician, revoker)
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
func (agentPassport *AgentPassport) PackDEFAULTADMINROLE() []byte {
	enc, err := agentPassport.abi.Pack("DEFAULT_ADMIN_ROLE")
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
func (agentPassport *AgentPassport) TryPackDEFAULTADMINROLE() ([]byte, error) {
	return agentPassport.abi.Pack("DEFAULT_ADMIN_ROLE")
}

// UnpackDEFAULTADMINROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa217fddf.
//
// Solidity: function DEFAULT_ADMIN_ROLE() view returns(bytes32)
func (agentPassport *AgentPassport) UnpackDEFAULTADMINROLE(data []byte) ([32]byte, error) {
	out, err := agentPassport.abi.Unpack("DEFAULT_ADMIN_ROLE", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackMINTERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd5391393.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function MINTER_ROLE() view returns(bytes32)
func (agentPassport *AgentPassport) PackMINTERROLE() []byte {
	enc, err := agentPassport.abi.Pack("MINTER_ROLE")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackMINTERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd5391393.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function MINTER_ROLE() view returns(bytes32)
func (agentPassport *AgentPassport) TryPackMINTERROLE() ([]byte, error) {
	return agentPassport.abi.Pack("MINTER_ROLE")
}

// UnpackMINTERROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd5391393.
//
// Solidity: function MINTER_ROLE() view returns(bytes32)
func (agentPassport *AgentPassport) UnpackMINTERROLE(data []byte) ([32]byte, error) {
	out, err := agentPassport.abi.Unpack("MINTER_ROLE", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackREVOKERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7c4acabf.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function REVOKER_ROLE() view returns(bytes32)
func (agentPassport *AgentPassport) PackREVOKERROLE() []byte {
	enc, err := agentPassport.abi.Pack("REVOKER_ROLE")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackREVOKERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7c4acabf.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function REVOKER_ROLE() view returns(bytes32)
func (agentPassport *AgentPassport) TryPackREVOKERROLE() ([]byte, error) {
	return agentPassport.abi.Pack("REVOKER_ROLE")
}

// UnpackREVOKERROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x7c4acabf.
//
// Solidity: function REVOKER_ROLE() view returns(bytes32)
func (agentPassport *AgentPassport) UnpackREVOKERROLE(data []byte) ([32]byte, error) {
	out, err := agentPassport.abi.Unpack("REVOKER_ROLE", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackSTATSROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb4510e2b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function STATS_ROLE() view returns(bytes32)
func (agentPassport *AgentPassport) PackSTATSROLE() []byte {
	enc, err := agentPassport.abi.Pack("STATS_ROLE")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSTATSROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb4510e2b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function STATS_ROLE() view returns(bytes32)
func (agentPassport *AgentPassport) TryPackSTATSROLE() ([]byte, error) {
	return agentPassport.abi.Pack("STATS_ROLE")
}

// UnpackSTATSROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xb4510e2b.
//
// Solidity: function STATS_ROLE() view returns(bytes32)
func (agentPassport *AgentPassport) UnpackSTATSROLE(data []byte) ([32]byte, error) {
	out, err := agentPassport.abi.Unpack("STATS_ROLE", data)
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
func (agentPassport *AgentPassport) PackAcceptDefaultAdminTransfer() []byte {
	enc, err := agentPassport.abi.Pack("acceptDefaultAdminTransfer")
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
func (agentPassport *AgentPassport) TryPackAcceptDefaultAdminTransfer() ([]byte, error) {
	return agentPassport.abi.Pack("acceptDefaultAdminTransfer")
}

// PackActivate is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb260c42a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function activate(uint256 agentId) returns()
func (agentPassport *AgentPassport) PackActivate(agentId *big.Int) []byte {
	enc, err := agentPassport.abi.Pack("activate", agentId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackActivate is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb260c42a.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function activate(uint256 agentId) returns()
func (agentPassport *AgentPassport) TryPackActivate(agentId *big.Int) ([]byte, error) {
	return agentPassport.abi.Pack("activate", agentId)
}

// PackApprove is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x095ea7b3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function approve(address to, uint256 tokenId) returns()
func (agentPassport *AgentPassport) PackApprove(to common.Address, tokenId *big.Int) []byte {
	enc, err := agentPassport.abi.Pack("approve", to, tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackApprove is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x095ea7b3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function approve(address to, uint256 tokenId) returns()
func (agentPassport *AgentPassport) TryPackApprove(to common.Address, tokenId *big.Int) ([]byte, error) {
	return agentPassport.abi.Pack("approve", to, tokenId)
}

// PackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balanceOf(address owner) view returns(uint256)
func (agentPassport *AgentPassport) PackBalanceOf(owner common.Address) []byte {
	enc, err := agentPassport.abi.Pack("balanceOf", owner)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function balanceOf(address owner) view returns(uint256)
func (agentPassport *AgentPassport) TryPackBalanceOf(owner common.Address) ([]byte, error) {
	return agentPassport.abi.Pack("balanceOf", owner)
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70a08231.
//
// Solidity: function balanceOf(address owner) view returns(uint256)
func (agentPassport *AgentPassport) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := agentPassport.abi.Unpack("balanceOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackBeginDefaultAdminTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x634e93da.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function beginDefaultAdminTransfer(address newAdmin) returns()
func (agentPassport *AgentPassport) PackBeginDefaultAdminTransfer(newAdmin common.Address) []byte {
	enc, err := agentPassport.abi.Pack("beginDefaultAdminTransfer", newAdmin)
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
func (agentPassport *AgentPassport) TryPackBeginDefaultAdminTransfer(newAdmin common.Address) ([]byte, error) {
	return agentPassport.abi.Pack("beginDefaultAdminTransfer", newAdmin)
}

// PackCancelDefaultAdminTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd602b9fd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function cancelDefaultAdminTransfer() returns()
func (agentPassport *AgentPassport) PackCancelDefaultAdminTransfer() []byte {
	enc, err := agentPassport.abi.Pack("cancelDefaultAdminTransfer")
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
func (agentPassport *AgentPassport) TryPackCancelDefaultAdminTransfer() ([]byte, error) {
	return agentPassport.abi.Pack("cancelDefaultAdminTransfer")
}

// PackChangeDefaultAdminDelay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x649a5ec7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function changeDefaultAdminDelay(uint48 newDelay) returns()
func (agentPassport *AgentPassport) PackChangeDefaultAdminDelay(newDelay *big.Int) []byte {
	enc, err := agentPassport.abi.Pack("changeDefaultAdminDelay", newDelay)
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
func (agentPassport *AgentPassport) TryPackChangeDefaultAdminDelay(newDelay *big.Int) ([]byte, error) {
	return agentPassport.abi.Pack("changeDefaultAdminDelay", newDelay)
}

// PackDeactivate is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x916b9bef.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function deactivate(uint256 agentId) returns()
func (agentPassport *AgentPassport) PackDeactivate(agentId *big.Int) []byte {
	enc, err := agentPassport.abi.Pack("deactivate", agentId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDeactivate is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x916b9bef.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function deactivate(uint256 agentId) returns()
func (agentPassport *AgentPassport) TryPackDeactivate(agentId *big.Int) ([]byte, error) {
	return agentPassport.abi.Pack("deactivate", agentId)
}

// PackDefaultAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x84ef8ffc.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function defaultAdmin() view returns(address)
func (agentPassport *AgentPassport) PackDefaultAdmin() []byte {
	enc, err := agentPassport.abi.Pack("defaultAdmin")
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
func (agentPassport *AgentPassport) TryPackDefaultAdmin() ([]byte, error) {
	return agentPassport.abi.Pack("defaultAdmin")
}

// UnpackDefaultAdmin is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x84ef8ffc.
//
// Solidity: function defaultAdmin() view returns(address)
func (agentPassport *AgentPassport) UnpackDefaultAdmin(data []byte) (common.Address, error) {
	out, err := agentPassport.abi.Unpack("defaultAdmin", data)
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
func (agentPassport *AgentPassport) PackDefaultAdminDelay() []byte {
	enc, err := agentPassport.abi.Pack("defaultAdminDelay")
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
func (agentPassport *AgentPassport) TryPackDefaultAdminDelay() ([]byte, error) {
	return agentPassport.abi.Pack("defaultAdminDelay")
}

// UnpackDefaultAdminDelay is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xcc8463c8.
//
// Solidity: function defaultAdminDelay() view returns(uint48)
func (agentPassport *AgentPassport) UnpackDefaultAdminDelay(data []byte) (*big.Int, error) {
	out, err := agentPassport.abi.Unpack("defaultAdminDelay", data)
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
func (agentPassport *AgentPassport) PackDefaultAdminDelayIncreaseWait() []byte {
	enc, err := agentPassport.abi.Pack("defaultAdminDelayIncreaseWait")
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
func (agentPassport *AgentPassport) TryPackDefaultAdminDelayIncreaseWait() ([]byte, error) {
	return agentPassport.abi.Pack("defaultAdminDelayIncreaseWait")
}

// UnpackDefaultAdminDelayIncreaseWait is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x022d63fb.
//
// Solidity: function defaultAdminDelayIncreaseWait() view returns(uint48)
func (agentPassport *AgentPassport) UnpackDefaultAdminDelayIncreaseWait(data []byte) (*big.Int, error) {
	out, err := agentPassport.abi.Unpack("defaultAdminDelayIncreaseWait", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetAgentWallet is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x00339509.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getAgentWallet(uint256 agentId) view returns(address wallet)
func (agentPassport *AgentPassport) PackGetAgentWallet(agentId *big.Int) []byte {
	enc, err := agentPassport.abi.Pack("getAgentWallet", agentId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetAgentWallet is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x00339509.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getAgentWallet(uint256 agentId) view returns(address wallet)
func (agentPassport *AgentPassport) TryPackGetAgentWallet(agentId *big.Int) ([]byte, error) {
	return agentPassport.abi.Pack("getAgentWallet", agentId)
}

// UnpackGetAgentWallet is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x00339509.
//
// Solidity: function getAgentWallet(uint256 agentId) view returns(address wallet)
func (agentPassport *AgentPassport) UnpackGetAgentWallet(data []byte) (common.Address, error) {
	out, err := agentPassport.abi.Unpack("getAgentWallet", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackGetApproved is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x081812fc.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getApproved(uint256 tokenId) view returns(address)
func (agentPassport *AgentPassport) PackGetApproved(tokenId *big.Int) []byte {
	enc, err := agentPassport.abi.Pack("getApproved", tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetApproved is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x081812fc.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getApproved(uint256 tokenId) view returns(address)
func (agentPassport *AgentPassport) TryPackGetApproved(tokenId *big.Int) ([]byte, error) {
	return agentPassport.abi.Pack("getApproved", tokenId)
}

// UnpackGetApproved is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x081812fc.
//
// Solidity: function getApproved(uint256 tokenId) view returns(address)
func (agentPassport *AgentPassport) UnpackGetApproved(data []byte) (common.Address, error) {
	out, err := agentPassport.abi.Unpack("getApproved", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackGetMetadata is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcb4799f2.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getMetadata(uint256 agentId, string metadataKey) view returns(bytes metadataValue)
func (agentPassport *AgentPassport) PackGetMetadata(agentId *big.Int, metadataKey string) []byte {
	enc, err := agentPassport.abi.Pack("getMetadata", agentId, metadataKey)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetMetadata is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcb4799f2.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getMetadata(uint256 agentId, string metadataKey) view returns(bytes metadataValue)
func (agentPassport *AgentPassport) TryPackGetMetadata(agentId *big.Int, metadataKey string) ([]byte, error) {
	return agentPassport.abi.Pack("getMetadata", agentId, metadataKey)
}

// UnpackGetMetadata is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xcb4799f2.
//
// Solidity: function getMetadata(uint256 agentId, string metadataKey) view returns(bytes metadataValue)
func (agentPassport *AgentPassport) UnpackGetMetadata(data []byte) ([]byte, error) {
	out, err := agentPassport.abi.Unpack("getMetadata", data)
	if err != nil {
		return *new([]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([]byte)).(*[]byte)
	return out0, nil
}

// PackGetRoleAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x248a9ca3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getRoleAdmin(bytes32 role) view returns(bytes32)
func (agentPassport *AgentPassport) PackGetRoleAdmin(role [32]byte) []byte {
	enc, err := agentPassport.abi.Pack("getRoleAdmin", role)
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
func (agentPassport *AgentPassport) TryPackGetRoleAdmin(role [32]byte) ([]byte, error) {
	return agentPassport.abi.Pack("getRoleAdmin", role)
}

// UnpackGetRoleAdmin is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x248a9ca3.
//
// Solidity: function getRoleAdmin(bytes32 role) view returns(bytes32)
func (agentPassport *AgentPassport) UnpackGetRoleAdmin(data []byte) ([32]byte, error) {
	out, err := agentPassport.abi.Unpack("getRoleAdmin", data)
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
func (agentPassport *AgentPassport) PackGrantRole(role [32]byte, account common.Address) []byte {
	enc, err := agentPassport.abi.Pack("grantRole", role, account)
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
func (agentPassport *AgentPassport) TryPackGrantRole(role [32]byte, account common.Address) ([]byte, error) {
	return agentPassport.abi.Pack("grantRole", role, account)
}

// PackHasRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x91d14854.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function hasRole(bytes32 role, address account) view returns(bool)
func (agentPassport *AgentPassport) PackHasRole(role [32]byte, account common.Address) []byte {
	enc, err := agentPassport.abi.Pack("hasRole", role, account)
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
func (agentPassport *AgentPassport) TryPackHasRole(role [32]byte, account common.Address) ([]byte, error) {
	return agentPassport.abi.Pack("hasRole", role, account)
}

// UnpackHasRole is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x91d14854.
//
// Solidity: function hasRole(bytes32 role, address account) view returns(bool)
func (agentPassport *AgentPassport) UnpackHasRole(data []byte) (bool, error) {
	out, err := agentPassport.abi.Unpack("hasRole", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackIsApprovedForAll is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe985e9c5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function isApprovedForAll(address owner, address operator) view returns(bool)
func (agentPassport *AgentPassport) PackIsApprovedForAll(owner common.Address, operator common.Address) []byte {
	enc, err := agentPassport.abi.Pack("isApprovedForAll", owner, operator)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackIsApprovedForAll is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe985e9c5.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function isApprovedForAll(address owner, address operator) view returns(bool)
func (agentPassport *AgentPassport) TryPackIsApprovedForAll(owner common.Address, operator common.Address) ([]byte, error) {
	return agentPassport.abi.Pack("isApprovedForAll", owner, operator)
}

// UnpackIsApprovedForAll is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xe985e9c5.
//
// Solidity: function isApprovedForAll(address owner, address operator) view returns(bool)
func (agentPassport *AgentPassport) UnpackIsApprovedForAll(data []byte) (bool, error) {
	out, err := agentPassport.abi.Unpack("isApprovedForAll", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackLocked is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb45a3c0e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function locked(uint256 tokenId) view returns(bool bound)
func (agentPassport *AgentPassport) PackLocked(tokenId *big.Int) []byte {
	enc, err := agentPassport.abi.Pack("locked", tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackLocked is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb45a3c0e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function locked(uint256 tokenId) view returns(bool bound)
func (agentPassport *AgentPassport) TryPackLocked(tokenId *big.Int) ([]byte, error) {
	return agentPassport.abi.Pack("locked", tokenId)
}

// UnpackLocked is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xb45a3c0e.
//
// Solidity: function locked(uint256 tokenId) view returns(bool bound)
func (agentPassport *AgentPassport) UnpackLocked(data []byte) (bool, error) {
	out, err := agentPassport.abi.Unpack("locked", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function name() view returns(string)
func (agentPassport *AgentPassport) PackName() []byte {
	enc, err := agentPassport.abi.Pack("name")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function name() view returns(string)
func (agentPassport *AgentPassport) TryPackName() ([]byte, error) {
	return agentPassport.abi.Pack("name")
}

// UnpackName is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x06fdde03.
//
// Solidity: function name() view returns(string)
func (agentPassport *AgentPassport) UnpackName(data []byte) (string, error) {
	out, err := agentPassport.abi.Unpack("name", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function owner() view returns(address)
func (agentPassport *AgentPassport) PackOwner() []byte {
	enc, err := agentPassport.abi.Pack("owner")
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
func (agentPassport *AgentPassport) TryPackOwner() ([]byte, error) {
	return agentPassport.abi.Pack("owner")
}

// UnpackOwner is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8da5cb5b.
//
// Solidity: function owner() view returns(address)
func (agentPassport *AgentPassport) UnpackOwner(data []byte) (common.Address, error) {
	out, err := agentPassport.abi.Unpack("owner", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackOwnerOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6352211e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function ownerOf(uint256 tokenId) view returns(address)
func (agentPassport *AgentPassport) PackOwnerOf(tokenId *big.Int) []byte {
	enc, err := agentPassport.abi.Pack("ownerOf", tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackOwnerOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6352211e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function ownerOf(uint256 tokenId) view returns(address)
func (agentPassport *AgentPassport) TryPackOwnerOf(tokenId *big.Int) ([]byte, error) {
	return agentPassport.abi.Pack("ownerOf", tokenId)
}

// UnpackOwnerOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x6352211e.
//
// Solidity: function ownerOf(uint256 tokenId) view returns(address)
func (agentPassport *AgentPassport) UnpackOwnerOf(data []byte) (common.Address, error) {
	out, err := agentPassport.abi.Unpack("ownerOf", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackPassport is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb733b951.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function passport(uint256 agentId) view returns((bytes32,uint64,uint32,uint32,bool,bool) known)
func (agentPassport *AgentPassport) PackPassport(agentId *big.Int) []byte {
	enc, err := agentPassport.abi.Pack("passport", agentId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPassport is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb733b951.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function passport(uint256 agentId) view returns((bytes32,uint64,uint32,uint32,bool,bool) known)
func (agentPassport *AgentPassport) TryPackPassport(agentId *big.Int) ([]byte, error) {
	return agentPassport.abi.Pack("passport", agentId)
}

// UnpackPassport is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xb733b951.
//
// Solidity: function passport(uint256 agentId) view returns((bytes32,uint64,uint32,uint32,bool,bool) known)
func (agentPassport *AgentPassport) UnpackPassport(data []byte) (IAgentPassportPassport, error) {
	out, err := agentPassport.abi.Unpack("passport", data)
	if err != nil {
		return *new(IAgentPassportPassport), err
	}
	out0 := *abi.ConvertType(out[0], new(IAgentPassportPassport)).(*IAgentPassportPassport)
	return out0, nil
}

// PackPassportOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5d1c2634.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function passportOf(address agent) view returns(uint256 agentId)
func (agentPassport *AgentPassport) PackPassportOf(agent common.Address) []byte {
	enc, err := agentPassport.abi.Pack("passportOf", agent)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPassportOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5d1c2634.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function passportOf(address agent) view returns(uint256 agentId)
func (agentPassport *AgentPassport) TryPackPassportOf(agent common.Address) ([]byte, error) {
	return agentPassport.abi.Pack("passportOf", agent)
}

// UnpackPassportOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x5d1c2634.
//
// Solidity: function passportOf(address agent) view returns(uint256 agentId)
func (agentPassport *AgentPassport) UnpackPassportOf(data []byte) (*big.Int, error) {
	out, err := agentPassport.abi.Unpack("passportOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackPendingDefaultAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcf6eefb7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function pendingDefaultAdmin() view returns(address newAdmin, uint48 schedule)
func (agentPassport *AgentPassport) PackPendingDefaultAdmin() []byte {
	enc, err := agentPassport.abi.Pack("pendingDefaultAdmin")
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
func (agentPassport *AgentPassport) TryPackPendingDefaultAdmin() ([]byte, error) {
	return agentPassport.abi.Pack("pendingDefaultAdmin")
}

// AgentPassportPendingDefaultAdminOutput serves as a container for the return parameters of contract
// method PendingDefaultAdmin.
type AgentPassportPendingDefaultAdminOutput struct {
	NewAdmin common.Address
	Schedule *big.Int
}

// UnpackPendingDefaultAdmin is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xcf6eefb7.
//
// Solidity: function pendingDefaultAdmin() view returns(address newAdmin, uint48 schedule)
func (agentPassport *AgentPassport) UnpackPendingDefaultAdmin(data []byte) (AgentPassportPendingDefaultAdminOutput, error) {
	out, err := agentPassport.abi.Unpack("pendingDefaultAdmin", data)
	outstruct := new(AgentPassportPendingDefaultAdminOutput)
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
func (agentPassport *AgentPassport) PackPendingDefaultAdminDelay() []byte {
	enc, err := agentPassport.abi.Pack("pendingDefaultAdminDelay")
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
func (agentPassport *AgentPassport) TryPackPendingDefaultAdminDelay() ([]byte, error) {
	return agentPassport.abi.Pack("pendingDefaultAdminDelay")
}

// AgentPassportPendingDefaultAdminDelayOutput serves as a container for the return parameters of contract
// method PendingDefaultAdminDelay.
type AgentPassportPendingDefaultAdminDelayOutput struct {
	NewDelay *big.Int
	Schedule *big.Int
}

// UnpackPendingDefaultAdminDelay is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa1eda53c.
//
// Solidity: function pendingDefaultAdminDelay() view returns(uint48 newDelay, uint48 schedule)
func (agentPassport *AgentPassport) UnpackPendingDefaultAdminDelay(data []byte) (AgentPassportPendingDefaultAdminDelayOutput, error) {
	out, err := agentPassport.abi.Unpack("pendingDefaultAdminDelay", data)
	outstruct := new(AgentPassportPendingDefaultAdminDelayOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.NewDelay = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Schedule = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackRegister is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1e7a505f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function register(address agent, bytes32 capabilityHash) returns(uint256 agentId)
func (agentPassport *AgentPassport) PackRegister(agent common.Address, capabilityHash [32]byte) []byte {
	enc, err := agentPassport.abi.Pack("register", agent, capabilityHash)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRegister is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1e7a505f.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function register(address agent, bytes32 capabilityHash) returns(uint256 agentId)
func (agentPassport *AgentPassport) TryPackRegister(agent common.Address, capabilityHash [32]byte) ([]byte, error) {
	return agentPassport.abi.Pack("register", agent, capabilityHash)
}

// UnpackRegister is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x1e7a505f.
//
// Solidity: function register(address agent, bytes32 capabilityHash) returns(uint256 agentId)
func (agentPassport *AgentPassport) UnpackRegister(data []byte) (*big.Int, error) {
	out, err := agentPassport.abi.Unpack("register", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackRegister0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x57cc6507.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function register(address agent, bytes32 capabilityHash, string agentURI, (string,bytes)[] metadata) returns(uint256 agentId)
func (agentPassport *AgentPassport) PackRegister0(agent common.Address, capabilityHash [32]byte, agentURI string, metadata []IERC8004IdentityMetadataEntry) []byte {
	enc, err := agentPassport.abi.Pack("register0", agent, capabilityHash, agentURI, metadata)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRegister0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x57cc6507.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function register(address agent, bytes32 capabilityHash, string agentURI, (string,bytes)[] metadata) returns(uint256 agentId)
func (agentPassport *AgentPassport) TryPackRegister0(agent common.Address, capabilityHash [32]byte, agentURI string, metadata []IERC8004IdentityMetadataEntry) ([]byte, error) {
	return agentPassport.abi.Pack("register0", agent, capabilityHash, agentURI, metadata)
}

// UnpackRegister0 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x57cc6507.
//
// Solidity: function register(address agent, bytes32 capabilityHash, string agentURI, (string,bytes)[] metadata) returns(uint256 agentId)
func (agentPassport *AgentPassport) UnpackRegister0(data []byte) (*big.Int, error) {
	out, err := agentPassport.abi.Unpack("register0", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackRegister1 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x64422b86.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function register(address agent, bytes32 capabilityHash, string agentURI) returns(uint256 agentId)
func (agentPassport *AgentPassport) PackRegister1(agent common.Address, capabilityHash [32]byte, agentURI string) []byte {
	enc, err := agentPassport.abi.Pack("register1", agent, capabilityHash, agentURI)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRegister1 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x64422b86.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function register(address agent, bytes32 capabilityHash, string agentURI) returns(uint256 agentId)
func (agentPassport *AgentPassport) TryPackRegister1(agent common.Address, capabilityHash [32]byte, agentURI string) ([]byte, error) {
	return agentPassport.abi.Pack("register1", agent, capabilityHash, agentURI)
}

// UnpackRegister1 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x64422b86.
//
// Solidity: function register(address agent, bytes32 capabilityHash, string agentURI) returns(uint256 agentId)
func (agentPassport *AgentPassport) UnpackRegister1(data []byte) (*big.Int, error) {
	out, err := agentPassport.abi.Unpack("register1", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackRenounceRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x36568abe.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function renounceRole(bytes32 role, address account) returns()
func (agentPassport *AgentPassport) PackRenounceRole(role [32]byte, account common.Address) []byte {
	enc, err := agentPassport.abi.Pack("renounceRole", role, account)
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
func (agentPassport *AgentPassport) TryPackRenounceRole(role [32]byte, account common.Address) ([]byte, error) {
	return agentPassport.abi.Pack("renounceRole", role, account)
}

// PackRevoke is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x20c5429b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function revoke(uint256 agentId) returns()
func (agentPassport *AgentPassport) PackRevoke(agentId *big.Int) []byte {
	enc, err := agentPassport.abi.Pack("revoke", agentId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRevoke is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x20c5429b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function revoke(uint256 agentId) returns()
func (agentPassport *AgentPassport) TryPackRevoke(agentId *big.Int) ([]byte, error) {
	return agentPassport.abi.Pack("revoke", agentId)
}

// PackRevokeRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd547741f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function revokeRole(bytes32 role, address account) returns()
func (agentPassport *AgentPassport) PackRevokeRole(role [32]byte, account common.Address) []byte {
	enc, err := agentPassport.abi.Pack("revokeRole", role, account)
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
func (agentPassport *AgentPassport) TryPackRevokeRole(role [32]byte, account common.Address) ([]byte, error) {
	return agentPassport.abi.Pack("revokeRole", role, account)
}

// PackRollbackDefaultAdminDelay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0aa6220b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function rollbackDefaultAdminDelay() returns()
func (agentPassport *AgentPassport) PackRollbackDefaultAdminDelay() []byte {
	enc, err := agentPassport.abi.Pack("rollbackDefaultAdminDelay")
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
func (agentPassport *AgentPassport) TryPackRollbackDefaultAdminDelay() ([]byte, error) {
	return agentPassport.abi.Pack("rollbackDefaultAdminDelay")
}

// PackSafeTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x42842e0e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function safeTransferFrom(address from, address to, uint256 tokenId) returns()
func (agentPassport *AgentPassport) PackSafeTransferFrom(from common.Address, to common.Address, tokenId *big.Int) []byte {
	enc, err := agentPassport.abi.Pack("safeTransferFrom", from, to, tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSafeTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x42842e0e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function safeTransferFrom(address from, address to, uint256 tokenId) returns()
func (agentPassport *AgentPassport) TryPackSafeTransferFrom(from common.Address, to common.Address, tokenId *big.Int) ([]byte, error) {
	return agentPassport.abi.Pack("safeTransferFrom", from, to, tokenId)
}

// PackSafeTransferFrom0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb88d4fde.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function safeTransferFrom(address from, address to, uint256 tokenId, bytes data) returns()
func (agentPassport *AgentPassport) PackSafeTransferFrom0(from common.Address, to common.Address, tokenId *big.Int, data []byte) []byte {
	enc, err := agentPassport.abi.Pack("safeTransferFrom0", from, to, tokenId, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSafeTransferFrom0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb88d4fde.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function safeTransferFrom(address from, address to, uint256 tokenId, bytes data) returns()
func (agentPassport *AgentPassport) TryPackSafeTransferFrom0(from common.Address, to common.Address, tokenId *big.Int, data []byte) ([]byte, error) {
	return agentPassport.abi.Pack("safeTransferFrom0", from, to, tokenId, data)
}

// PackSetAgentURI is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0af28bd3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setAgentURI(uint256 agentId, string newURI) returns()
func (agentPassport *AgentPassport) PackSetAgentURI(agentId *big.Int, newURI string) []byte {
	enc, err := agentPassport.abi.Pack("setAgentURI", agentId, newURI)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetAgentURI is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0af28bd3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setAgentURI(uint256 agentId, string newURI) returns()
func (agentPassport *AgentPassport) TryPackSetAgentURI(agentId *big.Int, newURI string) ([]byte, error) {
	return agentPassport.abi.Pack("setAgentURI", agentId, newURI)
}

// PackSetApprovalForAll is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa22cb465.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setApprovalForAll(address operator, bool approved) returns()
func (agentPassport *AgentPassport) PackSetApprovalForAll(operator common.Address, approved bool) []byte {
	enc, err := agentPassport.abi.Pack("setApprovalForAll", operator, approved)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetApprovalForAll is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa22cb465.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setApprovalForAll(address operator, bool approved) returns()
func (agentPassport *AgentPassport) TryPackSetApprovalForAll(operator common.Address, approved bool) ([]byte, error) {
	return agentPassport.abi.Pack("setApprovalForAll", operator, approved)
}

// PackSetMetadata is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x466648da.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setMetadata(uint256 agentId, string metadataKey, bytes metadataValue) returns()
func (agentPassport *AgentPassport) PackSetMetadata(agentId *big.Int, metadataKey string, metadataValue []byte) []byte {
	enc, err := agentPassport.abi.Pack("setMetadata", agentId, metadataKey, metadataValue)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetMetadata is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x466648da.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setMetadata(uint256 agentId, string metadataKey, bytes metadataValue) returns()
func (agentPassport *AgentPassport) TryPackSetMetadata(agentId *big.Int, metadataKey string, metadataValue []byte) ([]byte, error) {
	return agentPassport.abi.Pack("setMetadata", agentId, metadataKey, metadataValue)
}

// PackSupportsInterface is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x01ffc9a7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function supportsInterface(bytes4 interfaceId) view returns(bool supported)
func (agentPassport *AgentPassport) PackSupportsInterface(interfaceId [4]byte) []byte {
	enc, err := agentPassport.abi.Pack("supportsInterface", interfaceId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSupportsInterface is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x01ffc9a7.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function supportsInterface(bytes4 interfaceId) view returns(bool supported)
func (agentPassport *AgentPassport) TryPackSupportsInterface(interfaceId [4]byte) ([]byte, error) {
	return agentPassport.abi.Pack("supportsInterface", interfaceId)
}

// UnpackSupportsInterface is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x01ffc9a7.
//
// Solidity: function supportsInterface(bytes4 interfaceId) view returns(bool supported)
func (agentPassport *AgentPassport) UnpackSupportsInterface(data []byte) (bool, error) {
	out, err := agentPassport.abi.Unpack("supportsInterface", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function symbol() view returns(string)
func (agentPassport *AgentPassport) PackSymbol() []byte {
	enc, err := agentPassport.abi.Pack("symbol")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function symbol() view returns(string)
func (agentPassport *AgentPassport) TryPackSymbol() ([]byte, error) {
	return agentPassport.abi.Pack("symbol")
}

// UnpackSymbol is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x95d89b41.
//
// Solidity: function symbol() view returns(string)
func (agentPassport *AgentPassport) UnpackSymbol(data []byte) (string, error) {
	out, err := agentPassport.abi.Unpack("symbol", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackTokenURI is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc87b56dd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function tokenURI(uint256 agentId) view returns(string uri)
func (agentPassport *AgentPassport) PackTokenURI(agentId *big.Int) []byte {
	enc, err := agentPassport.abi.Pack("tokenURI", agentId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTokenURI is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc87b56dd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function tokenURI(uint256 agentId) view returns(string uri)
func (agentPassport *AgentPassport) TryPackTokenURI(agentId *big.Int) ([]byte, error) {
	return agentPassport.abi.Pack("tokenURI", agentId)
}

// UnpackTokenURI is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xc87b56dd.
//
// Solidity: function tokenURI(uint256 agentId) view returns(string uri)
func (agentPassport *AgentPassport) UnpackTokenURI(data []byte) (string, error) {
	out, err := agentPassport.abi.Unpack("tokenURI", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x23b872dd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transferFrom(address from, address to, uint256 tokenId) returns()
func (agentPassport *AgentPassport) PackTransferFrom(from common.Address, to common.Address, tokenId *big.Int) []byte {
	enc, err := agentPassport.abi.Pack("transferFrom", from, to, tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x23b872dd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function transferFrom(address from, address to, uint256 tokenId) returns()
func (agentPassport *AgentPassport) TryPackTransferFrom(from common.Address, to common.Address, tokenId *big.Int) ([]byte, error) {
	return agentPassport.abi.Pack("transferFrom", from, to, tokenId)
}

// PackUpdateStats is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2f72cfd6.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function updateStats((uint256,uint32,uint32)[] batch) returns()
func (agentPassport *AgentPassport) PackUpdateStats(batch []IAgentPassportStats) []byte {
	enc, err := agentPassport.abi.Pack("updateStats", batch)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackUpdateStats is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2f72cfd6.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function updateStats((uint256,uint32,uint32)[] batch) returns()
func (agentPassport *AgentPassport) TryPackUpdateStats(batch []IAgentPassportStats) ([]byte, error) {
	return agentPassport.abi.Pack("updateStats", batch)
}

// AgentPassportApproval represents a Approval event raised by the AgentPassport contract.
type AgentPassportApproval struct {
	Owner    common.Address
	Approved common.Address
	TokenId  *big.Int
	Raw      *types.Log // Blockchain specific contextual infos
}

const AgentPassportApprovalEventName = "Approval"

// ContractEventName returns the user-defined event name.
func (AgentPassportApproval) ContractEventName() string {
	return AgentPassportApprovalEventName
}

// UnpackApprovalEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)
func (agentPassport *AgentPassport) UnpackApprovalEvent(log *types.Log) (*AgentPassportApproval, error) {
	event := "Approval"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != agentPassport.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AgentPassportApproval)
	if len(log.Data) > 0 {
		if err := agentPassport.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range agentPassport.abi.Events[event].Inputs {
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

// AgentPassportApprovalForAll represents a ApprovalForAll event raised by the AgentPassport contract.
type AgentPassportApprovalForAll struct {
	Owner    common.Address
	Operator common.Address
	Approved bool
	Raw      *types.Log // Blockchain specific contextual infos
}

const AgentPassportApprovalForAllEventName = "ApprovalForAll"

// ContractEventName returns the user-defined event name.
func (AgentPassportApprovalForAll) ContractEventName() string {
	return AgentPassportApprovalForAllEventName
}

// UnpackApprovalForAllEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ApprovalForAll(address indexed owner, address indexed operator, bool approved)
func (agentPassport *AgentPassport) UnpackApprovalForAllEvent(log *types.Log) (*AgentPassportApprovalForAll, error) {
	event := "ApprovalForAll"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != agentPassport.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AgentPassportApprovalForAll)
	if len(log.Data) > 0 {
		if err := agentPassport.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range agentPassport.abi.Events[event].Inputs {
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

// AgentPassportDefaultAdminDelayChangeCanceled represents a DefaultAdminDelayChangeCanceled event raised by the AgentPassport contract.
type AgentPassportDefaultAdminDelayChangeCanceled struct {
	Raw *types.Log // Blockchain specific contextual infos
}

const AgentPassportDefaultAdminDelayChangeCanceledEventName = "DefaultAdminDelayChangeCanceled"

// ContractEventName returns the user-defined event name.
func (AgentPassportDefaultAdminDelayChangeCanceled) ContractEventName() string {
	return AgentPassportDefaultAdminDelayChangeCanceledEventName
}

// UnpackDefaultAdminDelayChangeCanceledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event DefaultAdminDelayChangeCanceled()
func (agentPassport *AgentPassport) UnpackDefaultAdminDelayChangeCanceledEvent(log *types.Log) (*AgentPassportDefaultAdminDelayChangeCanceled, error) {
	event := "DefaultAdminDelayChangeCanceled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != agentPassport.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AgentPassportDefaultAdminDelayChangeCanceled)
	if len(log.Data) > 0 {
		if err := agentPassport.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range agentPassport.abi.Events[event].Inputs {
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

// AgentPassportDefaultAdminDelayChangeScheduled represents a DefaultAdminDelayChangeScheduled event raised by the AgentPassport contract.
type AgentPassportDefaultAdminDelayChangeScheduled struct {
	NewDelay       *big.Int
	EffectSchedule *big.Int
	Raw            *types.Log // Blockchain specific contextual infos
}

const AgentPassportDefaultAdminDelayChangeScheduledEventName = "DefaultAdminDelayChangeScheduled"

// ContractEventName returns the user-defined event name.
func (AgentPassportDefaultAdminDelayChangeScheduled) ContractEventName() string {
	return AgentPassportDefaultAdminDelayChangeScheduledEventName
}

// UnpackDefaultAdminDelayChangeScheduledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event DefaultAdminDelayChangeScheduled(uint48 newDelay, uint48 effectSchedule)
func (agentPassport *AgentPassport) UnpackDefaultAdminDelayChangeScheduledEvent(log *types.Log) (*AgentPassportDefaultAdminDelayChangeScheduled, error) {
	event := "DefaultAdminDelayChangeScheduled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != agentPassport.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AgentPassportDefaultAdminDelayChangeScheduled)
	if len(log.Data) > 0 {
		if err := agentPassport.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range agentPassport.abi.Events[event].Inputs {
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

// AgentPassportDefaultAdminTransferCanceled represents a DefaultAdminTransferCanceled event raised by the AgentPassport contract.
type AgentPassportDefaultAdminTransferCanceled struct {
	Raw *types.Log // Blockchain specific contextual infos
}

const AgentPassportDefaultAdminTransferCanceledEventName = "DefaultAdminTransferCanceled"

// ContractEventName returns the user-defined event name.
func (AgentPassportDefaultAdminTransferCanceled) ContractEventName() string {
	return AgentPassportDefaultAdminTransferCanceledEventName
}

// UnpackDefaultAdminTransferCanceledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event DefaultAdminTransferCanceled()
func (agentPassport *AgentPassport) UnpackDefaultAdminTransferCanceledEvent(log *types.Log) (*AgentPassportDefaultAdminTransferCanceled, error) {
	event := "DefaultAdminTransferCanceled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != agentPassport.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AgentPassportDefaultAdminTransferCanceled)
	if len(log.Data) > 0 {
		if err := agentPassport.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range agentPassport.abi.Events[event].Inputs {
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

// AgentPassportDefaultAdminTransferScheduled represents a DefaultAdminTransferScheduled event raised by the AgentPassport contract.
type AgentPassportDefaultAdminTransferScheduled struct {
	NewAdmin       common.Address
	AcceptSchedule *big.Int
	Raw            *types.Log // Blockchain specific contextual infos
}

const AgentPassportDefaultAdminTransferScheduledEventName = "DefaultAdminTransferScheduled"

// ContractEventName returns the user-defined event name.
func (AgentPassportDefaultAdminTransferScheduled) ContractEventName() string {
	return AgentPassportDefaultAdminTransferScheduledEventName
}

// UnpackDefaultAdminTransferScheduledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event DefaultAdminTransferScheduled(address indexed newAdmin, uint48 acceptSchedule)
func (agentPassport *AgentPassport) UnpackDefaultAdminTransferScheduledEvent(log *types.Log) (*AgentPassportDefaultAdminTransferScheduled, error) {
	event := "DefaultAdminTransferScheduled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != agentPassport.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AgentPassportDefaultAdminTransferScheduled)
	if len(log.Data) > 0 {
		if err := agentPassport.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range agentPassport.abi.Events[event].Inputs {
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

// AgentPassportLocked represents a Locked event raised by the AgentPassport contract.
type AgentPassportLocked struct {
	TokenId *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

const AgentPassportLockedEventName = "Locked"

// ContractEventName returns the user-defined event name.
func (AgentPassportLocked) ContractEventName() string {
	return AgentPassportLockedEventName
}

// UnpackLockedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Locked(uint256 tokenId)
func (agentPassport *AgentPassport) UnpackLockedEvent(log *types.Log) (*AgentPassportLocked, error) {
	event := "Locked"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != agentPassport.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AgentPassportLocked)
	if len(log.Data) > 0 {
		if err := agentPassport.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range agentPassport.abi.Events[event].Inputs {
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

// AgentPassportMetadataSet represents a MetadataSet event raised by the AgentPassport contract.
type AgentPassportMetadataSet struct {
	AgentId            *big.Int
	IndexedMetadataKey common.Hash
	MetadataKey        string
	MetadataValue      []byte
	Raw                *types.Log // Blockchain specific contextual infos
}

const AgentPassportMetadataSetEventName = "MetadataSet"

// ContractEventName returns the user-defined event name.
func (AgentPassportMetadataSet) ContractEventName() string {
	return AgentPassportMetadataSetEventName
}

// UnpackMetadataSetEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event MetadataSet(uint256 indexed agentId, string indexed indexedMetadataKey, string metadataKey, bytes metadataValue)
func (agentPassport *AgentPassport) UnpackMetadataSetEvent(log *types.Log) (*AgentPassportMetadataSet, error) {
	event := "MetadataSet"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != agentPassport.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AgentPassportMetadataSet)
	if len(log.Data) > 0 {
		if err := agentPassport.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range agentPassport.abi.Events[event].Inputs {
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

// AgentPassportPassportActivated represents a PassportActivated event raised by the AgentPassport contract.
type AgentPassportPassportActivated struct {
	AgentId *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

const AgentPassportPassportActivatedEventName = "PassportActivated"

// ContractEventName returns the user-defined event name.
func (AgentPassportPassportActivated) ContractEventName() string {
	return AgentPassportPassportActivatedEventName
}

// UnpackPassportActivatedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event PassportActivated(uint256 indexed agentId)
func (agentPassport *AgentPassport) UnpackPassportActivatedEvent(log *types.Log) (*AgentPassportPassportActivated, error) {
	event := "PassportActivated"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != agentPassport.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AgentPassportPassportActivated)
	if len(log.Data) > 0 {
		if err := agentPassport.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range agentPassport.abi.Events[event].Inputs {
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

// AgentPassportPassportDeactivated represents a PassportDeactivated event raised by the AgentPassport contract.
type AgentPassportPassportDeactivated struct {
	AgentId *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

const AgentPassportPassportDeactivatedEventName = "PassportDeactivated"

// ContractEventName returns the user-defined event name.
func (AgentPassportPassportDeactivated) ContractEventName() string {
	return AgentPassportPassportDeactivatedEventName
}

// UnpackPassportDeactivatedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event PassportDeactivated(uint256 indexed agentId)
func (agentPassport *AgentPassport) UnpackPassportDeactivatedEvent(log *types.Log) (*AgentPassportPassportDeactivated, error) {
	event := "PassportDeactivated"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != agentPassport.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AgentPassportPassportDeactivated)
	if len(log.Data) > 0 {
		if err := agentPassport.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range agentPassport.abi.Events[event].Inputs {
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

// AgentPassportPassportIssued represents a PassportIssued event raised by the AgentPassport contract.
type AgentPassportPassportIssued struct {
	AgentId        *big.Int
	Agent          common.Address
	CapabilityHash [32]byte
	Raw            *types.Log // Blockchain specific contextual infos
}

const AgentPassportPassportIssuedEventName = "PassportIssued"

// ContractEventName returns the user-defined event name.
func (AgentPassportPassportIssued) ContractEventName() string {
	return AgentPassportPassportIssuedEventName
}

// UnpackPassportIssuedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event PassportIssued(uint256 indexed agentId, address indexed agent, bytes32 capabilityHash)
func (agentPassport *AgentPassport) UnpackPassportIssuedEvent(log *types.Log) (*AgentPassportPassportIssued, error) {
	event := "PassportIssued"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != agentPassport.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AgentPassportPassportIssued)
	if len(log.Data) > 0 {
		if err := agentPassport.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range agentPassport.abi.Events[event].Inputs {
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

// AgentPassportPassportRevoked represents a PassportRevoked event raised by the AgentPassport contract.
type AgentPassportPassportRevoked struct {
	AgentId *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

const AgentPassportPassportRevokedEventName = "PassportRevoked"

// ContractEventName returns the user-defined event name.
func (AgentPassportPassportRevoked) ContractEventName() string {
	return AgentPassportPassportRevokedEventName
}

// UnpackPassportRevokedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event PassportRevoked(uint256 indexed agentId)
func (agentPassport *AgentPassport) UnpackPassportRevokedEvent(log *types.Log) (*AgentPassportPassportRevoked, error) {
	event := "PassportRevoked"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != agentPassport.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AgentPassportPassportRevoked)
	if len(log.Data) > 0 {
		if err := agentPassport.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range agentPassport.abi.Events[event].Inputs {
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

// AgentPassportRegistered represents a Registered event raised by the AgentPassport contract.
type AgentPassportRegistered struct {
	AgentId  *big.Int
	AgentURI string
	Owner    common.Address
	Raw      *types.Log // Blockchain specific contextual infos
}

const AgentPassportRegisteredEventName = "Registered"

// ContractEventName returns the user-defined event name.
func (AgentPassportRegistered) ContractEventName() string {
	return AgentPassportRegisteredEventName
}

// UnpackRegisteredEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Registered(uint256 indexed agentId, string agentURI, address indexed owner)
func (agentPassport *AgentPassport) UnpackRegisteredEvent(log *types.Log) (*AgentPassportRegistered, error) {
	event := "Registered"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != agentPassport.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AgentPassportRegistered)
	if len(log.Data) > 0 {
		if err := agentPassport.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range agentPassport.abi.Events[event].Inputs {
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

// AgentPassportRoleAdminChanged represents a RoleAdminChanged event raised by the AgentPassport contract.
type AgentPassportRoleAdminChanged struct {
	Role              [32]byte
	PreviousAdminRole [32]byte
	NewAdminRole      [32]byte
	Raw               *types.Log // Blockchain specific contextual infos
}

const AgentPassportRoleAdminChangedEventName = "RoleAdminChanged"

// ContractEventName returns the user-defined event name.
func (AgentPassportRoleAdminChanged) ContractEventName() string {
	return AgentPassportRoleAdminChangedEventName
}

// UnpackRoleAdminChangedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RoleAdminChanged(bytes32 indexed role, bytes32 indexed previousAdminRole, bytes32 indexed newAdminRole)
func (agentPassport *AgentPassport) UnpackRoleAdminChangedEvent(log *types.Log) (*AgentPassportRoleAdminChanged, error) {
	event := "RoleAdminChanged"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != agentPassport.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AgentPassportRoleAdminChanged)
	if len(log.Data) > 0 {
		if err := agentPassport.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range agentPassport.abi.Events[event].Inputs {
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

// AgentPassportRoleGranted represents a RoleGranted event raised by the AgentPassport contract.
type AgentPassportRoleGranted struct {
	Role    [32]byte
	Account common.Address
	Sender  common.Address
	Raw     *types.Log // Blockchain specific contextual infos
}

const AgentPassportRoleGrantedEventName = "RoleGranted"

// ContractEventName returns the user-defined event name.
func (AgentPassportRoleGranted) ContractEventName() string {
	return AgentPassportRoleGrantedEventName
}

// UnpackRoleGrantedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)
func (agentPassport *AgentPassport) UnpackRoleGrantedEvent(log *types.Log) (*AgentPassportRoleGranted, error) {
	event := "RoleGranted"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != agentPassport.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AgentPassportRoleGranted)
	if len(log.Data) > 0 {
		if err := agentPassport.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range agentPassport.abi.Events[event].Inputs {
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

// AgentPassportRoleRevoked represents a RoleRevoked event raised by the AgentPassport contract.
type AgentPassportRoleRevoked struct {
	Role    [32]byte
	Account common.Address
	Sender  common.Address
	Raw     *types.Log // Blockchain specific contextual infos
}

const AgentPassportRoleRevokedEventName = "RoleRevoked"

// ContractEventName returns the user-defined event name.
func (AgentPassportRoleRevoked) ContractEventName() string {
	return AgentPassportRoleRevokedEventName
}

// UnpackRoleRevokedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender)
func (agentPassport *AgentPassport) UnpackRoleRevokedEvent(log *types.Log) (*AgentPassportRoleRevoked, error) {
	event := "RoleRevoked"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != agentPassport.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AgentPassportRoleRevoked)
	if len(log.Data) > 0 {
		if err := agentPassport.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range agentPassport.abi.Events[event].Inputs {
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

// AgentPassportStatsUpdated represents a StatsUpdated event raised by the AgentPassport contract.
type AgentPassportStatsUpdated struct {
	AgentId *big.Int
	Done    uint32
	Failed  uint32
	Raw     *types.Log // Blockchain specific contextual infos
}

const AgentPassportStatsUpdatedEventName = "StatsUpdated"

// ContractEventName returns the user-defined event name.
func (AgentPassportStatsUpdated) ContractEventName() string {
	return AgentPassportStatsUpdatedEventName
}

// UnpackStatsUpdatedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event StatsUpdated(uint256 indexed agentId, uint32 done, uint32 failed)
func (agentPassport *AgentPassport) UnpackStatsUpdatedEvent(log *types.Log) (*AgentPassportStatsUpdated, error) {
	event := "StatsUpdated"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != agentPassport.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AgentPassportStatsUpdated)
	if len(log.Data) > 0 {
		if err := agentPassport.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range agentPassport.abi.Events[event].Inputs {
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

// AgentPassportTransfer represents a Transfer event raised by the AgentPassport contract.
type AgentPassportTransfer struct {
	From    common.Address
	To      common.Address
	TokenId *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

const AgentPassportTransferEventName = "Transfer"

// ContractEventName returns the user-defined event name.
func (AgentPassportTransfer) ContractEventName() string {
	return AgentPassportTransferEventName
}

// UnpackTransferEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)
func (agentPassport *AgentPassport) UnpackTransferEvent(log *types.Log) (*AgentPassportTransfer, error) {
	event := "Transfer"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != agentPassport.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AgentPassportTransfer)
	if len(log.Data) > 0 {
		if err := agentPassport.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range agentPassport.abi.Events[event].Inputs {
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

// AgentPassportURIUpdated represents a URIUpdated event raised by the AgentPassport contract.
type AgentPassportURIUpdated struct {
	AgentId   *big.Int
	NewURI    string
	UpdatedBy common.Address
	Raw       *types.Log // Blockchain specific contextual infos
}

const AgentPassportURIUpdatedEventName = "URIUpdated"

// ContractEventName returns the user-defined event name.
func (AgentPassportURIUpdated) ContractEventName() string {
	return AgentPassportURIUpdatedEventName
}

// UnpackURIUpdatedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event URIUpdated(uint256 indexed agentId, string newURI, address indexed updatedBy)
func (agentPassport *AgentPassport) UnpackURIUpdatedEvent(log *types.Log) (*AgentPassportURIUpdated, error) {
	event := "URIUpdated"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != agentPassport.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AgentPassportURIUpdated)
	if len(log.Data) > 0 {
		if err := agentPassport.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range agentPassport.abi.Events[event].Inputs {
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

// AgentPassportUnlocked represents a Unlocked event raised by the AgentPassport contract.
type AgentPassportUnlocked struct {
	TokenId *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

const AgentPassportUnlockedEventName = "Unlocked"

// ContractEventName returns the user-defined event name.
func (AgentPassportUnlocked) ContractEventName() string {
	return AgentPassportUnlockedEventName
}

// UnpackUnlockedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Unlocked(uint256 tokenId)
func (agentPassport *AgentPassport) UnpackUnlockedEvent(log *types.Log) (*AgentPassportUnlocked, error) {
	event := "Unlocked"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != agentPassport.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AgentPassportUnlocked)
	if len(log.Data) > 0 {
		if err := agentPassport.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range agentPassport.abi.Events[event].Inputs {
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
func (agentPassport *AgentPassport) UnpackError(raw []byte) (any, error) {
	if bytes.Equal(raw[:4], agentPassport.abi.Errors["AccessControlBadConfirmation"].ID.Bytes()[:4]) {
		return agentPassport.UnpackAccessControlBadConfirmationError(raw[4:])
	}
	if bytes.Equal(raw[:4], agentPassport.abi.Errors["AccessControlEnforcedDefaultAdminDelay"].ID.Bytes()[:4]) {
		return agentPassport.UnpackAccessControlEnforcedDefaultAdminDelayError(raw[4:])
	}
	if bytes.Equal(raw[:4], agentPassport.abi.Errors["AccessControlEnforcedDefaultAdminRules"].ID.Bytes()[:4]) {
		return agentPassport.UnpackAccessControlEnforcedDefaultAdminRulesError(raw[4:])
	}
	if bytes.Equal(raw[:4], agentPassport.abi.Errors["AccessControlInvalidDefaultAdmin"].ID.Bytes()[:4]) {
		return agentPassport.UnpackAccessControlInvalidDefaultAdminError(raw[4:])
	}
	if bytes.Equal(raw[:4], agentPassport.abi.Errors["AccessControlUnauthorizedAccount"].ID.Bytes()[:4]) {
		return agentPassport.UnpackAccessControlUnauthorizedAccountError(raw[4:])
	}
	if bytes.Equal(raw[:4], agentPassport.abi.Errors["ERC721IncorrectOwner"].ID.Bytes()[:4]) {
		return agentPassport.UnpackERC721IncorrectOwnerError(raw[4:])
	}
	if bytes.Equal(raw[:4], agentPassport.abi.Errors["ERC721InsufficientApproval"].ID.Bytes()[:4]) {
		return agentPassport.UnpackERC721InsufficientApprovalError(raw[4:])
	}
	if bytes.Equal(raw[:4], agentPassport.abi.Errors["ERC721InvalidApprover"].ID.Bytes()[:4]) {
		return agentPassport.UnpackERC721InvalidApproverError(raw[4:])
	}
	if bytes.Equal(raw[:4], agentPassport.abi.Errors["ERC721InvalidOperator"].ID.Bytes()[:4]) {
		return agentPassport.UnpackERC721InvalidOperatorError(raw[4:])
	}
	if bytes.Equal(raw[:4], agentPassport.abi.Errors["ERC721InvalidOwner"].ID.Bytes()[:4]) {
		return agentPassport.UnpackERC721InvalidOwnerError(raw[4:])
	}
	if bytes.Equal(raw[:4], agentPassport.abi.Errors["ERC721InvalidReceiver"].ID.Bytes()[:4]) {
		return agentPassport.UnpackERC721InvalidReceiverError(raw[4:])
	}
	if bytes.Equal(raw[:4], agentPassport.abi.Errors["ERC721InvalidSender"].ID.Bytes()[:4]) {
		return agentPassport.UnpackERC721InvalidSenderError(raw[4:])
	}
	if bytes.Equal(raw[:4], agentPassport.abi.Errors["ERC721NonexistentToken"].ID.Bytes()[:4]) {
		return agentPassport.UnpackERC721NonexistentTokenError(raw[4:])
	}
	if bytes.Equal(raw[:4], agentPassport.abi.Errors["MetadataReserved"].ID.Bytes()[:4]) {
		return agentPassport.UnpackMetadataReservedError(raw[4:])
	}
	if bytes.Equal(raw[:4], agentPassport.abi.Errors["PassportConflict"].ID.Bytes()[:4]) {
		return agentPassport.UnpackPassportConflictError(raw[4:])
	}
	if bytes.Equal(raw[:4], agentPassport.abi.Errors["PassportEmpty"].ID.Bytes()[:4]) {
		return agentPassport.UnpackPassportEmptyError(raw[4:])
	}
	if bytes.Equal(raw[:4], agentPassport.abi.Errors["PassportIsRevoked"].ID.Bytes()[:4]) {
		return agentPassport.UnpackPassportIsRevokedError(raw[4:])
	}
	if bytes.Equal(raw[:4], agentPassport.abi.Errors["SafeCastOverflowedUintDowncast"].ID.Bytes()[:4]) {
		return agentPassport.UnpackSafeCastOverflowedUintDowncastError(raw[4:])
	}
	if bytes.Equal(raw[:4], agentPassport.abi.Errors["StatsStale"].ID.Bytes()[:4]) {
		return agentPassport.UnpackStatsStaleError(raw[4:])
	}
	if bytes.Equal(raw[:4], agentPassport.abi.Errors["TokenSoulbound"].ID.Bytes()[:4]) {
		return agentPassport.UnpackTokenSoulboundError(raw[4:])
	}
	return nil, errors.New("Unknown error")
}

// AgentPassportAccessControlBadConfirmation represents a AccessControlBadConfirmation error raised by the AgentPassport contract.
type AgentPassportAccessControlBadConfirmation struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlBadConfirmation()
func AgentPassportAccessControlBadConfirmationErrorID() common.Hash {
	return common.HexToHash("0x6697b23232a647058342c0724fe7c415cab25915b54e5dbc03f233173d37b41c")
}

// UnpackAccessControlBadConfirmationError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlBadConfirmation()
func (agentPassport *AgentPassport) UnpackAccessControlBadConfirmationError(raw []byte) (*AgentPassportAccessControlBadConfirmation, error) {
	out := new(AgentPassportAccessControlBadConfirmation)
	if err := agentPassport.abi.UnpackIntoInterface(out, "AccessControlBadConfirmation", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// AgentPassportAccessControlEnforcedDefaultAdminDelay represents a AccessControlEnforcedDefaultAdminDelay error raised by the AgentPassport contract.
type AgentPassportAccessControlEnforcedDefaultAdminDelay struct {
	Schedule *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlEnforcedDefaultAdminDelay(uint48 schedule)
func AgentPassportAccessControlEnforcedDefaultAdminDelayErrorID() common.Hash {
	return common.HexToHash("0x19ca5ebb8fb33f00e502c9392eddab1501674629178bf69b853cf037aaf4bb5d")
}

// UnpackAccessControlEnforcedDefaultAdminDelayError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlEnforcedDefaultAdminDelay(uint48 schedule)
func (agentPassport *AgentPassport) UnpackAccessControlEnforcedDefaultAdminDelayError(raw []byte) (*AgentPassportAccessControlEnforcedDefaultAdminDelay, error) {
	out := new(AgentPassportAccessControlEnforcedDefaultAdminDelay)
	if err := agentPassport.abi.UnpackIntoInterface(out, "AccessControlEnforcedDefaultAdminDelay", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// AgentPassportAccessControlEnforcedDefaultAdminRules represents a AccessControlEnforcedDefaultAdminRules error raised by the AgentPassport contract.
type AgentPassportAccessControlEnforcedDefaultAdminRules struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlEnforcedDefaultAdminRules()
func AgentPassportAccessControlEnforcedDefaultAdminRulesErrorID() common.Hash {
	return common.HexToHash("0x3fc3c27ae3db78c81b8f6e685172134623efa268ee8cd8d54be38ad2a74fc13b")
}

// UnpackAccessControlEnforcedDefaultAdminRulesError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlEnforcedDefaultAdminRules()
func (agentPassport *AgentPassport) UnpackAccessControlEnforcedDefaultAdminRulesError(raw []byte) (*AgentPassportAccessControlEnforcedDefaultAdminRules, error) {
	out := new(AgentPassportAccessControlEnforcedDefaultAdminRules)
	if err := agentPassport.abi.UnpackIntoInterface(out, "AccessControlEnforcedDefaultAdminRules", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// AgentPassportAccessControlInvalidDefaultAdmin represents a AccessControlInvalidDefaultAdmin error raised by the AgentPassport contract.
type AgentPassportAccessControlInvalidDefaultAdmin struct {
	DefaultAdmin common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlInvalidDefaultAdmin(address defaultAdmin)
func AgentPassportAccessControlInvalidDefaultAdminErrorID() common.Hash {
	return common.HexToHash("0xc22c8022f2a840d6b6a9f113407715f5bbd4e88c1b0dd9434dc00700ba609ed4")
}

// UnpackAccessControlInvalidDefaultAdminError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlInvalidDefaultAdmin(address defaultAdmin)
func (agentPassport *AgentPassport) UnpackAccessControlInvalidDefaultAdminError(raw []byte) (*AgentPassportAccessControlInvalidDefaultAdmin, error) {
	out := new(AgentPassportAccessControlInvalidDefaultAdmin)
	if err := agentPassport.abi.UnpackIntoInterface(out, "AccessControlInvalidDefaultAdmin", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// AgentPassportAccessControlUnauthorizedAccount represents a AccessControlUnauthorizedAccount error raised by the AgentPassport contract.
type AgentPassportAccessControlUnauthorizedAccount struct {
	Account    common.Address
	NeededRole [32]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)
func AgentPassportAccessControlUnauthorizedAccountErrorID() common.Hash {
	return common.HexToHash("0xe2517d3fbfae6f8515ef5ff1ccedc3933ab0cbbda0b492c06eb54ad10ef03b3e")
}

// UnpackAccessControlUnauthorizedAccountError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)
func (agentPassport *AgentPassport) UnpackAccessControlUnauthorizedAccountError(raw []byte) (*AgentPassportAccessControlUnauthorizedAccount, error) {
	out := new(AgentPassportAccessControlUnauthorizedAccount)
	if err := agentPassport.abi.UnpackIntoInterface(out, "AccessControlUnauthorizedAccount", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// AgentPassportERC721IncorrectOwner represents a ERC721IncorrectOwner error raised by the AgentPassport contract.
type AgentPassportERC721IncorrectOwner struct {
	Sender  common.Address
	TokenId *big.Int
	Owner   common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ERC721IncorrectOwner(address sender, uint256 tokenId, address owner)
func AgentPassportERC721IncorrectOwnerErrorID() common.Hash {
	return common.HexToHash("0x64283d7b313c8117c125f736876fa2b4e90ea3831a4716dfdb87d2f540e26289")
}

// UnpackERC721IncorrectOwnerError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ERC721IncorrectOwner(address sender, uint256 tokenId, address owner)
func (agentPassport *AgentPassport) UnpackERC721IncorrectOwnerError(raw []byte) (*AgentPassportERC721IncorrectOwner, error) {
	out := new(AgentPassportERC721IncorrectOwner)
	if err := agentPassport.abi.UnpackIntoInterface(out, "ERC721IncorrectOwner", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// AgentPassportERC721InsufficientApproval represents a ERC721InsufficientApproval error raised by the AgentPassport contract.
type AgentPassportERC721InsufficientApproval struct {
	Operator common.Address
	TokenId  *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ERC721InsufficientApproval(address operator, uint256 tokenId)
func AgentPassportERC721InsufficientApprovalErrorID() common.Hash {
	return common.HexToHash("0x177e802f6f313bc89797ecace66d6d29ab4719cbaaacbb87367264048b1eb861")
}

// UnpackERC721InsufficientApprovalError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ERC721InsufficientApproval(address operator, uint256 tokenId)
func (agentPassport *AgentPassport) UnpackERC721InsufficientApprovalError(raw []byte) (*AgentPassportERC721InsufficientApproval, error) {
	out := new(AgentPassportERC721InsufficientApproval)
	if err := agentPassport.abi.UnpackIntoInterface(out, "ERC721InsufficientApproval", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// AgentPassportERC721InvalidApprover represents a ERC721InvalidApprover error raised by the AgentPassport contract.
type AgentPassportERC721InvalidApprover struct {
	Approver common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ERC721InvalidApprover(address approver)
func AgentPassportERC721InvalidApproverErrorID() common.Hash {
	return common.HexToHash("0xa9fbf51f86b8e03595d59dc726bb10c329bb24f62589be276d8dd193ca0b69ea")
}

// UnpackERC721InvalidApproverError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ERC721InvalidApprover(address approver)
func (agentPassport *AgentPassport) UnpackERC721InvalidApproverError(raw []byte) (*AgentPassportERC721InvalidApprover, error) {
	out := new(AgentPassportERC721InvalidApprover)
	if err := agentPassport.abi.UnpackIntoInterface(out, "ERC721InvalidApprover", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// AgentPassportERC721InvalidOperator represents a ERC721InvalidOperator error raised by the AgentPassport contract.
type AgentPassportERC721InvalidOperator struct {
	Operator common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ERC721InvalidOperator(address operator)
func AgentPassportERC721InvalidOperatorErrorID() common.Hash {
	return common.HexToHash("0x5b08ba185e8f577075361f3a3555a6580a227ce22734dcc979c1aeadf894658b")
}

// UnpackERC721InvalidOperatorError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ERC721InvalidOperator(address operator)
func (agentPassport *AgentPassport) UnpackERC721InvalidOperatorError(raw []byte) (*AgentPassportERC721InvalidOperator, error) {
	out := new(AgentPassportERC721InvalidOperator)
	if err := agentPassport.abi.UnpackIntoInterface(out, "ERC721InvalidOperator", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// AgentPassportERC721InvalidOwner represents a ERC721InvalidOwner error raised by the AgentPassport contract.
type AgentPassportERC721InvalidOwner struct {
	Owner common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ERC721InvalidOwner(address owner)
func AgentPassportERC721InvalidOwnerErrorID() common.Hash {
	return common.HexToHash("0x89c62b6479af2e623826dcc39c5133061d35b66d72de92833401dd2fd6567480")
}

// UnpackERC721InvalidOwnerError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ERC721InvalidOwner(address owner)
func (agentPassport *AgentPassport) UnpackERC721InvalidOwnerError(raw []byte) (*AgentPassportERC721InvalidOwner, error) {
	out := new(AgentPassportERC721InvalidOwner)
	if err := agentPassport.abi.UnpackIntoInterface(out, "ERC721InvalidOwner", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// AgentPassportERC721InvalidReceiver represents a ERC721InvalidReceiver error raised by the AgentPassport contract.
type AgentPassportERC721InvalidReceiver struct {
	Receiver common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ERC721InvalidReceiver(address receiver)
func AgentPassportERC721InvalidReceiverErrorID() common.Hash {
	return common.HexToHash("0x64a0ae9278f805eaf991dcd18ca78756d280b7508b764ef1b255c55845c11df9")
}

// UnpackERC721InvalidReceiverError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ERC721InvalidReceiver(address receiver)
func (agentPassport *AgentPassport) UnpackERC721InvalidReceiverError(raw []byte) (*AgentPassportERC721InvalidReceiver, error) {
	out := new(AgentPassportERC721InvalidReceiver)
	if err := agentPassport.abi.UnpackIntoInterface(out, "ERC721InvalidReceiver", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// AgentPassportERC721InvalidSender represents a ERC721InvalidSender error raised by the AgentPassport contract.
type AgentPassportERC721InvalidSender struct {
	Sender common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ERC721InvalidSender(address sender)
func AgentPassportERC721InvalidSenderErrorID() common.Hash {
	return common.HexToHash("0x73c6ac6e10798e95d99e1f130d923eb40193ecb8d094ec3dce93292564eb3b17")
}

// UnpackERC721InvalidSenderError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ERC721InvalidSender(address sender)
func (agentPassport *AgentPassport) UnpackERC721InvalidSenderError(raw []byte) (*AgentPassportERC721InvalidSender, error) {
	out := new(AgentPassportERC721InvalidSender)
	if err := agentPassport.abi.UnpackIntoInterface(out, "ERC721InvalidSender", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// AgentPassportERC721NonexistentToken represents a ERC721NonexistentToken error raised by the AgentPassport contract.
type AgentPassportERC721NonexistentToken struct {
	TokenId *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ERC721NonexistentToken(uint256 tokenId)
func AgentPassportERC721NonexistentTokenErrorID() common.Hash {
	return common.HexToHash("0x7e273289a3a9ef6670f06df7dca227856fc925e956db96980692764a8bc734d7")
}

// UnpackERC721NonexistentTokenError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ERC721NonexistentToken(uint256 tokenId)
func (agentPassport *AgentPassport) UnpackERC721NonexistentTokenError(raw []byte) (*AgentPassportERC721NonexistentToken, error) {
	out := new(AgentPassportERC721NonexistentToken)
	if err := agentPassport.abi.UnpackIntoInterface(out, "ERC721NonexistentToken", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// AgentPassportMetadataReserved represents a MetadataReserved error raised by the AgentPassport contract.
type AgentPassportMetadataReserved struct {
	MetadataKey string
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error MetadataReserved(string metadataKey)
func AgentPassportMetadataReservedErrorID() common.Hash {
	return common.HexToHash("0x5e102c36502ede25ab7a90d65e4ee79731bfdcd9e7a7af874de55c125f9eb2e5")
}

// UnpackMetadataReservedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error MetadataReserved(string metadataKey)
func (agentPassport *AgentPassport) UnpackMetadataReservedError(raw []byte) (*AgentPassportMetadataReserved, error) {
	out := new(AgentPassportMetadataReserved)
	if err := agentPassport.abi.UnpackIntoInterface(out, "MetadataReserved", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// AgentPassportPassportConflict represents a PassportConflict error raised by the AgentPassport contract.
type AgentPassportPassportConflict struct {
	AgentId  *big.Int
	Agent    common.Address
	Recorded [32]byte
	Offered  [32]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error PassportConflict(uint256 agentId, address agent, bytes32 recorded, bytes32 offered)
func AgentPassportPassportConflictErrorID() common.Hash {
	return common.HexToHash("0xae50186896a5bc036c06505da9a614e0a54b6344c8adbbbd49d9fe410301cafc")
}

// UnpackPassportConflictError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error PassportConflict(uint256 agentId, address agent, bytes32 recorded, bytes32 offered)
func (agentPassport *AgentPassport) UnpackPassportConflictError(raw []byte) (*AgentPassportPassportConflict, error) {
	out := new(AgentPassportPassportConflict)
	if err := agentPassport.abi.UnpackIntoInterface(out, "PassportConflict", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// AgentPassportPassportEmpty represents a PassportEmpty error raised by the AgentPassport contract.
type AgentPassportPassportEmpty struct {
	Agent common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error PassportEmpty(address agent)
func AgentPassportPassportEmptyErrorID() common.Hash {
	return common.HexToHash("0x684a75768ba3c0bcf8d31951c8de34ffd9377fff0ee75b866b6d27d61dd945ea")
}

// UnpackPassportEmptyError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error PassportEmpty(address agent)
func (agentPassport *AgentPassport) UnpackPassportEmptyError(raw []byte) (*AgentPassportPassportEmpty, error) {
	out := new(AgentPassportPassportEmpty)
	if err := agentPassport.abi.UnpackIntoInterface(out, "PassportEmpty", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// AgentPassportPassportIsRevoked represents a PassportIsRevoked error raised by the AgentPassport contract.
type AgentPassportPassportIsRevoked struct {
	AgentId *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error PassportIsRevoked(uint256 agentId)
func AgentPassportPassportIsRevokedErrorID() common.Hash {
	return common.HexToHash("0x514e1d006ef4e57662666375be73735b6e66c349b01acfcd3eba31b83db43952")
}

// UnpackPassportIsRevokedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error PassportIsRevoked(uint256 agentId)
func (agentPassport *AgentPassport) UnpackPassportIsRevokedError(raw []byte) (*AgentPassportPassportIsRevoked, error) {
	out := new(AgentPassportPassportIsRevoked)
	if err := agentPassport.abi.UnpackIntoInterface(out, "PassportIsRevoked", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// AgentPassportSafeCastOverflowedUintDowncast represents a SafeCastOverflowedUintDowncast error raised by the AgentPassport contract.
type AgentPassportSafeCastOverflowedUintDowncast struct {
	Bits  uint8
	Value *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error SafeCastOverflowedUintDowncast(uint8 bits, uint256 value)
func AgentPassportSafeCastOverflowedUintDowncastErrorID() common.Hash {
	return common.HexToHash("0x6dfcc6503a32754ce7a89698e18201fc5294fd4aad43edefee786f88423b1a12")
}

// UnpackSafeCastOverflowedUintDowncastError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error SafeCastOverflowedUintDowncast(uint8 bits, uint256 value)
func (agentPassport *AgentPassport) UnpackSafeCastOverflowedUintDowncastError(raw []byte) (*AgentPassportSafeCastOverflowedUintDowncast, error) {
	out := new(AgentPassportSafeCastOverflowedUintDowncast)
	if err := agentPassport.abi.UnpackIntoInterface(out, "SafeCastOverflowedUintDowncast", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// AgentPassportStatsStale represents a StatsStale error raised by the AgentPassport contract.
type AgentPassportStatsStale struct {
	AgentId        *big.Int
	RecordedDone   uint32
	RecordedFailed uint32
	OfferedDone    uint32
	OfferedFailed  uint32
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error StatsStale(uint256 agentId, uint32 recordedDone, uint32 recordedFailed, uint32 offeredDone, uint32 offeredFailed)
func AgentPassportStatsStaleErrorID() common.Hash {
	return common.HexToHash("0x47c50719df8cb27846ea86372e4a00dca57b6eddf31ce56c64062a126441da0f")
}

// UnpackStatsStaleError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error StatsStale(uint256 agentId, uint32 recordedDone, uint32 recordedFailed, uint32 offeredDone, uint32 offeredFailed)
func (agentPassport *AgentPassport) UnpackStatsStaleError(raw []byte) (*AgentPassportStatsStale, error) {
	out := new(AgentPassportStatsStale)
	if err := agentPassport.abi.UnpackIntoInterface(out, "StatsStale", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// AgentPassportTokenSoulbound represents a TokenSoulbound error raised by the AgentPassport contract.
type AgentPassportTokenSoulbound struct {
	TokenId *big.Int
	Holder  common.Address
	To      common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error TokenSoulbound(uint256 tokenId, address holder, address to)
func AgentPassportTokenSoulboundErrorID() common.Hash {
	return common.HexToHash("0xf170db6c0232018df20697eeaa218672b4d92a2e6ddc75228d8bac584ac9b2c3")
}

// UnpackTokenSoulboundError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error TokenSoulbound(uint256 tokenId, address holder, address to)
func (agentPassport *AgentPassport) UnpackTokenSoulboundError(raw []byte) (*AgentPassportTokenSoulbound, error) {
	out := new(AgentPassportTokenSoulbound)
	if err := agentPassport.abi.UnpackIntoInterface(out, "TokenSoulbound", raw); err != nil {
		return nil, err
	}
	return out, nil
}
