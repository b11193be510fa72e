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

// IAuditTrailAnchor is an auto generated low-level Go binding around an user-defined struct.
type IAuditTrailAnchor struct {
	Root       [32]byte
	Size       uint64
	AnchoredAt uint64
}

// AuditTrailMetaData contains all meta data concerning the AuditTrail contract.
var AuditTrailMetaData = bind.MetaData{
	ABI: "[{\"type\":\"constructor\",\"inputs\":[{\"name\":\"admin\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"writer\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"DEFAULT_ADMIN_ROLE\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"WRITER_ROLE\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"anchor\",\"inputs\":[{\"name\":\"size\",\"type\":\"uint64\",\"internalType\":\"uint64\"},{\"name\":\"root\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"getRoleAdmin\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"grantRole\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"hasRole\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"latest\",\"inputs\":[],\"outputs\":[{\"name\":\"newest\",\"type\":\"tuple\",\"internalType\":\"structIAuditTrail.Anchor\",\"components\":[{\"name\":\"root\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"size\",\"type\":\"uint64\",\"internalType\":\"uint64\"},{\"name\":\"anchoredAt\",\"type\":\"uint64\",\"internalType\":\"uint64\"}]}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"log\",\"inputs\":[{\"name\":\"actor\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"action\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"payload\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"logBatch\",\"inputs\":[{\"name\":\"root\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"size\",\"type\":\"uint64\",\"internalType\":\"uint64\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"renounceRole\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"callerConfirmation\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"revokeRole\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"rootAt\",\"inputs\":[{\"name\":\"size\",\"type\":\"uint64\",\"internalType\":\"uint64\"}],\"outputs\":[{\"name\":\"root\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"supportsInterface\",\"inputs\":[{\"name\":\"interfaceId\",\"type\":\"bytes4\",\"internalType\":\"bytes4\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"event\",\"name\":\"ActionLogged\",\"inputs\":[{\"name\":\"actor\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"action\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"payload\",\"type\":\"bytes32\",\"indexed\":false,\"internalType\":\"bytes32\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"Anchored\",\"inputs\":[{\"name\":\"size\",\"type\":\"uint64\",\"indexed\":true,\"internalType\":\"uint64\"},{\"name\":\"root\",\"type\":\"bytes32\",\"indexed\":false,\"internalType\":\"bytes32\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"BatchLogged\",\"inputs\":[{\"name\":\"root\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"size\",\"type\":\"uint64\",\"indexed\":false,\"internalType\":\"uint64\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"RoleAdminChanged\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"previousAdminRole\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"newAdminRole\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"RoleGranted\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"sender\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"RoleRevoked\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"sender\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"}],\"anonymous\":false},{\"type\":\"error\",\"name\":\"AccessControlBadConfirmation\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"AccessControlUnauthorizedAccount\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"neededRole\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}]},{\"type\":\"error\",\"name\":\"AnchorConflict\",\"inputs\":[{\"name\":\"size\",\"type\":\"uint64\",\"internalType\":\"uint64\"},{\"name\":\"have\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"offered\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}]},{\"type\":\"error\",\"name\":\"AnchorStale\",\"inputs\":[{\"name\":\"have\",\"type\":\"uint64\",\"internalType\":\"uint64\"},{\"name\":\"offered\",\"type\":\"uint64\",\"internalType\":\"uint64\"}]},{\"type\":\"error\",\"name\":\"TreeEmpty\",\"inputs\":[{\"name\":\"size\",\"type\":\"uint64\",\"internalType\":\"uint64\"},{\"name\":\"root\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}]}]",
	ID:  "AuditTrail",
	Bin: "0x608060405234801561000f575f5ffd5b50604051610a80380380610a8083398101604081905261002e9161012f565b6100385f8361006b565b506100637f2b8f168f361ac1393a163ed4adfa899a87be7b7c71645167bdaddd822ae453c88261006b565b505050610160565b5f828152602081815260408083206001600160a01b038516845290915281205460ff1661010b575f838152602081815260408083206001600160a01b03861684529091529020805460ff191660011790556100c33390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a450600161010e565b505f5b92915050565b80516001600160a01b038116811461012a575f5ffd5b919050565b5f5f60408385031215610140575f5ffd5b61014983610114565b915061015760208401610114565b90509250929050565b6109138061016d5f395ff3fe608060405234801561000f575f5ffd5b50600436106100da575f3560e01c80639beaab7b11610088578063a685520811610063578063a68552081461026f578063d547741f14610282578063eaa38b4114610295578063f385452a146102be575f5ffd5b80639beaab7b1461022e5780639c61412914610255578063a217fddf14610268575f5ffd5b806336568abe116100b857806336568abe1461014b57806352bfe7891461015e57806391d14854146101f8575f5ffd5b806301ffc9a7146100de578063248a9ca3146101065780632f2ff15d14610136575b5f5ffd5b6100f16100ec3660046107e5565b6102d1565b60405190151581526020015b60405180910390f35b610128610114366004610813565b5f9081526020819052604090206001015490565b6040519081526020016100fd565b61014961014436600461082a565b610307565b005b61014961015936600461082a565b610331565b6101c4604080516060810182525f8082526020820181905291810191909152506040805160608101825260015467ffffffffffffffff8082165f818152600260209081529086902054855284015268010000000000000000909104169181019190915290565b604080518251815260208084015167ffffffffffffffff9081169183019190915292820151909216908201526060016100fd565b6100f161020636600461082a565b5f918252602082815260408084206001600160a01b0393909316845291905290205460ff1690565b6101287f2b8f168f361ac1393a163ed4adfa899a87be7b7c71645167bdaddd822ae453c881565b610149610263366004610863565b610369565b6101285f81565b61014961027d3660046108a8565b6103d4565b61014961029036600461082a565b610582565b6101286102a33660046108d0565b67ffffffffffffffff165f9081526002602052604090205490565b6101496102cc3660046108e9565b6105a6565b5f6001600160e01b03198216637965db0b60e01b148061030157506301ffc9a760e01b6001600160e01b03198316145b92915050565b5f828152602081905260409020600101546103218161065a565b61032b8383610667565b50505050565b6001600160a01b038116331461035a5760405163334bd91960e11b815260040160405180910390fd5b610364828261070e565b505050565b7f2b8f168f361ac1393a163ed4adfa899a87be7b7c71645167bdaddd822ae453c86103938161065a565b82847f49f04c94a8d1528e1ce0ee4f2ea695a886996b1e157004241455d839f148cbe4846040516103c691815260200190565b60405180910390a350505050565b7f2b8f168f361ac1393a163ed4adfa899a87be7b7c71645167bdaddd822ae453c86103fe8161065a565b811580610413575067ffffffffffffffff8316155b1561044957604051631125121360e31b815267ffffffffffffffff84166004820152602481018390526044015b60405180910390fd5b60015467ffffffffffffffff90811690841681106104ee5767ffffffffffffffff84165f90815260026020526040902054838103610488575050505050565b80156104c15760405163852b35f560e01b815267ffffffffffffffff861660048201526024810182905260448101859052606401610440565b6040516326b9d5c960e01b815267ffffffffffffffff808416600483015286166024820152604401610440565b67ffffffffffffffff8481165f81815260026020908152604091829020879055600180546fffffffffffffffffffffffffffffffff191668010000000000000000429096169590950267ffffffffffffffff19169490941783179093555185815290917f4ac5b9bdb01817da80ec1c33e76c5bef927ab969dd8e8ba4ce21da0d7996e56f910160405180910390a250505050565b5f8281526020819052604090206001015461059c8161065a565b61032b838361070e565b7f2b8f168f361ac1393a163ed4adfa899a87be7b7c71645167bdaddd822ae453c86105d08161065a565b8215806105e5575067ffffffffffffffff8216155b1561061657604051631125121360e31b815267ffffffffffffffff8316600482015260248101849052604401610440565b60405167ffffffffffffffff8316815283907f5ee15003d39632b87f34a184bdf06bdca146c2af86951bbe42c5c400793ce3f59060200160405180910390a2505050565b610664813361078f565b50565b5f828152602081815260408083206001600160a01b038516845290915281205460ff16610707575f838152602081815260408083206001600160a01b03861684529091529020805460ff191660011790556106bf3390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a4506001610301565b505f610301565b5f828152602081815260408083206001600160a01b038516845290915281205460ff1615610707575f838152602081815260408083206001600160a01b0386168085529252808320805460ff1916905551339286917ff6391f5c32d9c69d2a47ea670b442974b53935d1edc7fd64eb21e047a839171b9190a4506001610301565b5f828152602081815260408083206001600160a01b038516845290915290205460ff166107e15760405163e2517d3f60e01b81526001600160a01b038216600482015260248101839052604401610440565b5050565b5f602082840312156107f5575f5ffd5b81356001600160e01b03198116811461080c575f5ffd5b9392505050565b5f60208284031215610823575f5ffd5b5035919050565b5f5f6040838503121561083b575f5ffd5b8235915060208301356001600160a01b0381168114610858575f5ffd5b809150509250929050565b5f5f5f60608486031215610875575f5ffd5b505081359360208301359350604090920135919050565b803567ffffffffffffffff811681146108a3575f5ffd5b919050565b5f5f604083850312156108b9575f5ffd5b6108c28361088c565b946020939093013593505050565b5f602082840312156108e0575f5ffd5b61080c8261088c565b5f5f604083850312156108fa575f5ffd5b8235915061090a6020840161088c565b9050925092905056",
}

// AuditTrail is an auto generated Go binding around an Ethereum contract.
type AuditTrail struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *AuditTrail) GetABI() abi.ABI {
	return c.abi
}

// NewAuditTrail creates a new instance of AuditTrail.
func NewAuditTrail() *AuditTrail {
	parsed, err := AuditTrailMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &AuditTrail{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *AuditTrail) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address admin, address writer) returns()
func (auditTrail *AuditTrail) PackConstructor(admin common.Address, writer common.Address) []byte {
	enc, err := auditTrail.abi.Pack("", admin, writer)
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
func (auditTrail *AuditTrail) PackDEFAULTADMINROLE() []byte {
	enc, err := auditTrail.abi.Pack("DEFAULT_ADMIN_ROLE")
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
func (auditTrail *AuditTrail) TryPackDEFAULTADMINROLE() ([]byte, error) {
	return auditTrail.abi.Pack("DEFAULT_ADMIN_ROLE")
}

// UnpackDEFAULTADMINROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa217fddf.
//
// Solidity: function DEFAULT_ADMIN_ROLE() view returns(bytes32)
func (auditTrail *AuditTrail) UnpackDEFAULTADMINROLE(data []byte) ([32]byte, error) {
	out, err := auditTrail.abi.Unpack("DEFAULT_ADMIN_ROLE", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackWRITERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9beaab7b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function WRITER_ROLE() view returns(bytes32)
func (auditTrail *AuditTrail) PackWRITERROLE() []byte {
	enc, err := auditTrail.abi.Pack("WRITER_ROLE")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackWRITERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9beaab7b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function WRITER_ROLE() view returns(bytes32)
func (auditTrail *AuditTrail) TryPackWRITERROLE() ([]byte, error) {
	return auditTrail.abi.Pack("WRITER_ROLE")
}

// UnpackWRITERROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x9beaab7b.
//
// Solidity: function WRITER_ROLE() view returns(bytes32)
func (auditTrail *AuditTrail) UnpackWRITERROLE(data []byte) ([32]byte, error) {
	out, err := auditTrail.abi.Unpack("WRITER_ROLE", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackAnchor is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa6855208.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function anchor(uint64 size, bytes32 root) returns()
func (auditTrail *AuditTrail) PackAnchor(size uint64, root [32]byte) []byte {
	enc, err := auditTrail.abi.Pack("anchor", size, root)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAnchor is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa6855208.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function anchor(uint64 size, bytes32 root) returns()
func (auditTrail *AuditTrail) TryPackAnchor(size uint64, root [32]byte) ([]byte, error) {
	return auditTrail.abi.Pack("anchor", size, root)
}

// PackGetRoleAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x248a9ca3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getRoleAdmin(bytes32 role) view returns(bytes32)
func (auditTrail *AuditTrail) PackGetRoleAdmin(role [32]byte) []byte {
	enc, err := auditTrail.abi.Pack("getRoleAdmin", role)
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
func (auditTrail *AuditTrail) TryPackGetRoleAdmin(role [32]byte) ([]byte, error) {
	return auditTrail.abi.Pack("getRoleAdmin", role)
}

// UnpackGetRoleAdmin is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x248a9ca3.
//
// Solidity: function getRoleAdmin(bytes32 role) view returns(bytes32)
func (auditTrail *AuditTrail) UnpackGetRoleAdmin(data []byte) ([32]byte, error) {
	out, err := auditTrail.abi.Unpack("getRoleAdmin", data)
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
func (auditTrail *AuditTrail) PackGrantRole(role [32]byte, account common.Address) []byte {
	enc, err := auditTrail.abi.Pack("grantRole", role, account)
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
func (auditTrail *AuditTrail) TryPackGrantRole(role [32]byte, account common.Address) ([]byte, error) {
	return auditTrail.abi.Pack("grantRole", role, account)
}

// PackHasRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x91d14854.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function hasRole(bytes32 role, address account) view returns(bool)
func (auditTrail *AuditTrail) PackHasRole(role [32]byte, account common.Address) []byte {
	enc, err := auditTrail.abi.Pack("hasRole", role, account)
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
func (auditTrail *AuditTrail) TryPackHasRole(role [32]byte, account common.Address) ([]byte, error) {
	return auditTrail.abi.Pack("hasRole", role, account)
}

// UnpackHasRole is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x91d14854.
//
// Solidity: function hasRole(bytes32 role, address account) view returns(bool)
func (auditTrail *AuditTrail) UnpackHasRole(data []byte) (bool, error) {
	out, err := auditTrail.abi.Unpack("hasRole", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackLatest is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x52bfe789.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function latest() view returns((bytes32,uint64,uint64) newest)
func (auditTrail *AuditTrail) PackLatest() []byte {
	enc, err := auditTrail.abi.Pack("latest")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackLatest is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x52bfe789.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function latest() view returns((bytes32,uint64,uint64) newest)
func (auditTrail *AuditTrail) TryPackLatest() ([]byte, error) {
	return auditTrail.abi.Pack("latest")
}

// UnpackLatest is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x52bfe789.
//
// Solidity: function latest() view returns((bytes32,uint64,uint64) newest)
func (auditTrail *AuditTrail) UnpackLatest(data []byte) (IAuditTrailAnchor, error) {
	out, err := auditTrail.abi.Unpack("latest", data)
	if err != nil {
		return *new(IAuditTrailAnchor), err
	}
	out0 := *abi.ConvertType(out[0], new(IAuditTrailAnchor)).(*IAuditTrailAnchor)
	return out0, nil
}

// PackLog is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9c614129.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function log(bytes32 actor, bytes32 action, bytes32 payload) returns()
func (auditTrail *AuditTrail) PackLog(actor [32]byte, action [32]byte, payload [32]byte) []byte {
	enc, err := auditTrail.abi.Pack("log", actor, action, payload)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackLog is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9c614129.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function log(bytes32 actor, bytes32 action, bytes32 payload) returns()
func (auditTrail *AuditTrail) TryPackLog(actor [32]byte, action [32]byte, payload [32]byte) ([]byte, error) {
	return auditTrail.abi.Pack("log", actor, action, payload)
}

// PackLogBatch is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf385452a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function logBatch(bytes32 root, uint64 size) returns()
func (auditTrail *AuditTrail) PackLogBatch(root [32]byte, size uint64) []byte {
	enc, err := auditTrail.abi.Pack("logBatch", root, size)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackLogBatch is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf385452a.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function logBatch(bytes32 root, uint64 size) returns()
func (auditTrail *AuditTrail) TryPackLogBatch(root [32]byte, size uint64) ([]byte, error) {
	return auditTrail.abi.Pack("logBatch", root, size)
}

// PackRenounceRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x36568abe.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function renounceRole(bytes32 role, address callerConfirmation) returns()
func (auditTrail *AuditTrail) PackRenounceRole(role [32]byte, callerConfirmation common.Address) []byte {
	enc, err := auditTrail.abi.Pack("renounceRole", role, callerConfirmation)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRenounceRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x36568abe.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function renounceRole(bytes32 role, address callerConfirmation) returns()
func (auditTrail *AuditTrail) TryPackRenounceRole(role [32]byte, callerConfirmation common.Address) ([]byte, error) {
	return auditTrail.abi.Pack("renounceRole", role, callerConfirmation)
}

// PackRevokeRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd547741f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function revokeRole(bytes32 role, address account) returns()
func (auditTrail *AuditTrail) PackRevokeRole(role [32]byte, account common.Address) []byte {
	enc, err := auditTrail.abi.Pack("revokeRole", role, account)
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
func (auditTrail *AuditTrail) TryPackRevokeRole(role [32]byte, account common.Address) ([]byte, error) {
	return auditTrail.abi.Pack("revokeRole", role, account)
}

// PackRootAt is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xeaa38b41.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function rootAt(uint64 size) view returns(bytes32 root)
func (auditTrail *AuditTrail) PackRootAt(size uint64) []byte {
	enc, err := auditTrail.abi.Pack("rootAt", size)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRootAt is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xeaa38b41.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function rootAt(uint64 size) view returns(bytes32 root)
func (auditTrail *AuditTrail) TryPackRootAt(size uint64) ([]byte, error) {
	return auditTrail.abi.Pack("rootAt", size)
}

// UnpackRootAt is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xeaa38b41.
//
// Solidity: function rootAt(uint64 size) view returns(bytes32 root)
func (auditTrail *AuditTrail) UnpackRootAt(data []byte) ([32]byte, error) {
	out, err := auditTrail.abi.Unpack("rootAt", data)
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
func (auditTrail *AuditTrail) PackSupportsInterface(interfaceId [4]byte) []byte {
	enc, err := auditTrail.abi.Pack("supportsInterface", interfaceId)
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
func (auditTrail *AuditTrail) TryPackSupportsInterface(interfaceId [4]byte) ([]byte, error) {
	return auditTrail.abi.Pack("supportsInterface", interfaceId)
}

// UnpackSupportsInterface is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x01ffc9a7.
//
// Solidity: function supportsInterface(bytes4 interfaceId) view returns(bool)
func (auditTrail *AuditTrail) UnpackSupportsInterface(data []byte) (bool, error) {
	out, err := auditTrail.abi.Unpack("supportsInterface", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// AuditTrailActionLogged represents a ActionLogged event raised by the AuditTrail contract.
type AuditTrailActionLogged struct {
	Actor   [32]byte
	Action  [32]byte
	Payload [32]byte
	Raw     *types.Log // Blockchain specific contextual infos
}

const AuditTrailActionLoggedEventName = "ActionLogged"

// ContractEventName returns the user-defined event name.
func (AuditTrailActionLogged) ContractEventName() string {
	return AuditTrailActionLoggedEventName
}

// UnpackActionLoggedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ActionLogged(bytes32 indexed actor, bytes32 indexed action, bytes32 payload)
func (auditTrail *AuditTrail) UnpackActionLoggedEvent(log *types.Log) (*AuditTrailActionLogged, error) {
	event := "ActionLogged"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != auditTrail.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AuditTrailActionLogged)
	if len(log.Data) > 0 {
		if err := auditTrail.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range auditTrail.abi.Events[event].Inputs {
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

// AuditTrailAnchored represents a Anchored event raised by the AuditTrail contract.
type AuditTrailAnchored struct {
	Size uint64
	Root [32]byte
	Raw  *types.Log // Blockchain specific contextual infos
}

const AuditTrailAnchoredEventName = "Anchored"

// ContractEventName returns the user-defined event name.
func (AuditTrailAnchored) ContractEventName() string {
	return AuditTrailAnchoredEventName
}

// UnpackAnchoredEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Anchored(uint64 indexed size, bytes32 root)
func (auditTrail *AuditTrail) UnpackAnchoredEvent(log *types.Log) (*AuditTrailAnchored, error) {
	event := "Anchored"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != auditTrail.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AuditTrailAnchored)
	if len(log.Data) > 0 {
		if err := auditTrail.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range auditTrail.abi.Events[event].Inputs {
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

// AuditTrailBatchLogged represents a BatchLogged event raised by the AuditTrail contract.
type AuditTrailBatchLogged struct {
	Root [32]byte
	Size uint64
	Raw  *types.Log // Blockchain specific contextual infos
}

const AuditTrailBatchLoggedEventName = "BatchLogged"

// ContractEventName returns the user-defined event name.
func (AuditTrailBatchLogged) ContractEventName() string {
	return AuditTrailBatchLoggedEventName
}

// UnpackBatchLoggedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event BatchLogged(bytes32 indexed root, uint64 size)
func (auditTrail *AuditTrail) UnpackBatchLoggedEvent(log *types.Log) (*AuditTrailBatchLogged, error) {
	event := "BatchLogged"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != auditTrail.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AuditTrailBatchLogged)
	if len(log.Data) > 0 {
		if err := auditTrail.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range auditTrail.abi.Events[event].Inputs {
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

// AuditTrailRoleAdminChanged represents a RoleAdminChanged event raised by the AuditTrail contract.
type AuditTrailRoleAdminChanged struct {
	Role              [32]byte
	PreviousAdminRole [32]byte
	NewAdminRole      [32]byte
	Raw               *types.Log // Blockchain specific contextual infos
}

const AuditTrailRoleAdminChangedEventName = "RoleAdminChanged"

// ContractEventName returns the user-defined event name.
func (AuditTrailRoleAdminChanged) ContractEventName() string {
	return AuditTrailRoleAdminChangedEventName
}

// UnpackRoleAdminChangedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RoleAdminChanged(bytes32 indexed role, bytes32 indexed previousAdminRole, bytes32 indexed newAdminRole)
func (auditTrail *AuditTrail) UnpackRoleAdminChangedEvent(log *types.Log) (*AuditTrailRoleAdminChanged, error) {
	event := "RoleAdminChanged"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != auditTrail.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AuditTrailRoleAdminChanged)
	if len(log.Data) > 0 {
		if err := auditTrail.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range auditTrail.abi.Events[event].Inputs {
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

// AuditTrailRoleGranted represents a RoleGranted event raised by the AuditTrail contract.
type AuditTrailRoleGranted struct {
	Role    [32]byte
	Account common.Address
	Sender  common.Address
	Raw     *types.Log // Blockchain specific contextual infos
}

const AuditTrailRoleGrantedEventName = "RoleGranted"

// ContractEventName returns the user-defined event name.
func (AuditTrailRoleGranted) ContractEventName() string {
	return AuditTrailRoleGrantedEventName
}

// UnpackRoleGrantedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)
func (auditTrail *AuditTrail) UnpackRoleGrantedEvent(log *types.Log) (*AuditTrailRoleGranted, error) {
	event := "RoleGranted"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != auditTrail.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AuditTrailRoleGranted)
	if len(log.Data) > 0 {
		if err := auditTrail.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range auditTrail.abi.Events[event].Inputs {
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

// AuditTrailRoleRevoked represents a RoleRevoked event raised by the AuditTrail contract.
type AuditTrailRoleRevoked struct {
	Role    [32]byte
	Account common.Address
	Sender  common.Address
	Raw     *types.Log // Blockchain specific contextual infos
}

const AuditTrailRoleRevokedEventName = "RoleRevoked"

// ContractEventName returns the user-defined event name.
func (AuditTrailRoleRevoked) ContractEventName() string {
	return AuditTrailRoleRevokedEventName
}

// UnpackRoleRevokedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender)
func (auditTrail *AuditTrail) UnpackRoleRevokedEvent(log *types.Log) (*AuditTrailRoleRevoked, error) {
	event := "RoleRevoked"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != auditTrail.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AuditTrailRoleRevoked)
	if len(log.Data) > 0 {
		if err := auditTrail.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range auditTrail.abi.Events[event].Inputs {
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
func (auditTrail *AuditTrail) UnpackError(raw []byte) (any, error) {
	if bytes.Equal(raw[:4], auditTrail.abi.Errors["AccessControlBadConfirmation"].ID.Bytes()[:4]) {
		return auditTrail.UnpackAccessControlBadConfirmationError(raw[4:])
	}
	if bytes.Equal(raw[:4], auditTrail.abi.Errors["AccessControlUnauthorizedAccount"].ID.Bytes()[:4]) {
		return auditTrail.UnpackAccessControlUnauthorizedAccountError(raw[4:])
	}
	if bytes.Equal(raw[:4], auditTrail.abi.Errors["AnchorConflict"].ID.Bytes()[:4]) {
		return auditTrail.UnpackAnchorConflictError(raw[4:])
	}
	if bytes.Equal(raw[:4], auditTrail.abi.Errors["AnchorStale"].ID.Bytes()[:4]) {
		return auditTrail.UnpackAnchorStaleError(raw[4:])
	}
	if bytes.Equal(raw[:4], auditTrail.abi.Errors["TreeEmpty"].ID.Bytes()[:4]) {
		return auditTrail.UnpackTreeEmptyError(raw[4:])
	}
	return nil, errors.New("Unknown error")
}

// AuditTrailAccessControlBadConfirmation represents a AccessControlBadConfirmation error raised by the AuditTrail contract.
type AuditTrailAccessControlBadConfirmation struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlBadConfirmation()
func AuditTrailAccessControlBadConfirmationErrorID() common.Hash {
	return common.HexToHash("0x6697b23232a647058342c0724fe7c415cab25915b54e5dbc03f233173d37b41c")
}

// UnpackAccessControlBadConfirmationError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlBadConfirmation()
func (auditTrail *AuditTrail) UnpackAccessControlBadConfirmationError(raw []byte) (*AuditTrailAccessControlBadConfirmation, error) {
	out := new(AuditTrailAccessControlBadConfirmation)
	if err := auditTrail.abi.UnpackIntoInterface(out, "AccessControlBadConfirmation", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// AuditTrailAccessControlUnauthorizedAccount represents a AccessControlUnauthorizedAccount error raised by the AuditTrail contract.
type AuditTrailAccessControlUnauthorizedAccount struct {
	Account    common.Address
	NeededRole [32]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)
func AuditTrailAccessControlUnauthorizedAccountErrorID() common.Hash {
	return common.HexToHash("0xe2517d3fbfae6f8515ef5ff1ccedc3933ab0cbbda0b492c06eb54ad10ef03b3e")
}

// UnpackAccessControlUnauthorizedAccountError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)
func (auditTrail *AuditTrail) UnpackAccessControlUnauthorizedAccountError(raw []byte) (*AuditTrailAccessControlUnauthorizedAccount, error) {
	out := new(AuditTrailAccessControlUnauthorizedAccount)
	if err := auditTrail.abi.UnpackIntoInterface(out, "AccessControlUnauthorizedAccount", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// AuditTrailAnchorConflict represents a AnchorConflict error raised by the AuditTrail contract.
type AuditTrailAnchorConflict struct {
	Size    uint64
	Have    [32]byte
	Offered [32]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AnchorConflict(uint64 size, bytes32 have, bytes32 offered)
func AuditTrailAnchorConflictErrorID() common.Hash {
	return common.HexToHash("0x852b35f508640797cf0c31b6b89cb1834a33d74a2a396673801ef1273be42bb3")
}

// UnpackAnchorConflictError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AnchorConflict(uint64 size, bytes32 have, bytes32 offered)
func (auditTrail *AuditTrail) UnpackAnchorConflictError(raw []byte) (*AuditTrailAnchorConflict, error) {
	out := new(AuditTrailAnchorConflict)
	if err := auditTrail.abi.UnpackIntoInterface(out, "AnchorConflict", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// AuditTrailAnchorStale represents a AnchorStale error raised by the AuditTrail contract.
type AuditTrailAnchorStale struct {
	Have    uint64
	Offered uint64
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AnchorStale(uint64 have, uint64 offered)
func AuditTrailAnchorStaleErrorID() common.Hash {
	return common.HexToHash("0x26b9d5c927e289aa720c4ebe39499b780acfa642be0c6fca2bb92699bc808518")
}

// UnpackAnchorStaleError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AnchorStale(uint64 have, uint64 offered)
func (auditTrail *AuditTrail) UnpackAnchorStaleError(raw []byte) (*AuditTrailAnchorStale, error) {
	out := new(AuditTrailAnchorStale)
	if err := auditTrail.abi.UnpackIntoInterface(out, "AnchorStale", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// AuditTrailTreeEmpty represents a TreeEmpty error raised by the AuditTrail contract.
type AuditTrailTreeEmpty struct {
	Size uint64
	Root [32]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error TreeEmpty(uint64 size, bytes32 root)
func AuditTrailTreeEmptyErrorID() common.Hash {
	return common.HexToHash("0x89289098f28edbdebbe45538981b06d31dd0c366aa517abf487a8377e517d3d7")
}

// UnpackTreeEmptyError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error TreeEmpty(uint64 size, bytes32 root)
func (auditTrail *AuditTrail) UnpackTreeEmptyError(raw []byte) (*AuditTrailTreeEmpty, error) {
	out := new(AuditTrailTreeEmpty)
	if err := auditTrail.abi.UnpackIntoInterface(out, "TreeEmpty", raw); err != nil {
		return nil, err
	}
	return out, nil
}
