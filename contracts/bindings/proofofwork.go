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

// IProofOfWorkBundle is an auto generated low-level Go binding around an user-defined struct.
type IProofOfWorkBundle struct {
	Root        [32]byte
	Size        uint64
	RecordedAt  uint64
	BlockNumber uint64
}

// ProofOfWorkMetaData contains all meta data concerning the ProofOfWork contract.
var ProofOfWorkMetaData = bind.MetaData{
	ABI: "[{\"type\":\"constructor\",\"inputs\":[{\"name\":\"admin\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"recorder\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"DEFAULT_ADMIN_ROLE\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"RECORDER_ROLE\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"bundle\",\"inputs\":[{\"name\":\"bundleId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"outputs\":[{\"name\":\"recorded\",\"type\":\"tuple\",\"internalType\":\"structIProofOfWork.Bundle\",\"components\":[{\"name\":\"root\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"size\",\"type\":\"uint64\",\"internalType\":\"uint64\"},{\"name\":\"recordedAt\",\"type\":\"uint64\",\"internalType\":\"uint64\"},{\"name\":\"blockNumber\",\"type\":\"uint64\",\"internalType\":\"uint64\"}]}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"getRoleAdmin\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"grantRole\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"hasRole\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"recordBundle\",\"inputs\":[{\"name\":\"bundleId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"root\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"size\",\"type\":\"uint64\",\"internalType\":\"uint64\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"recordBundles\",\"inputs\":[{\"name\":\"bundleIds\",\"type\":\"bytes32[]\",\"internalType\":\"bytes32[]\"},{\"name\":\"roots\",\"type\":\"bytes32[]\",\"internalType\":\"bytes32[]\"},{\"name\":\"sizes\",\"type\":\"uint64[]\",\"internalType\":\"uint64[]\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"renounceRole\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"callerConfirmation\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"revokeRole\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"supportsInterface\",\"inputs\":[{\"name\":\"interfaceId\",\"type\":\"bytes4\",\"internalType\":\"bytes4\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"verifyTask\",\"inputs\":[{\"name\":\"bundleId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"leaf\",\"type\":\"bytes\",\"internalType\":\"bytes\"},{\"name\":\"index\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"path\",\"type\":\"bytes32[]\",\"internalType\":\"bytes32[]\"}],\"outputs\":[{\"name\":\"proven\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"event\",\"name\":\"BundleRecorded\",\"inputs\":[{\"name\":\"bundleId\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"root\",\"type\":\"bytes32\",\"indexed\":false,\"internalType\":\"bytes32\"},{\"name\":\"size\",\"type\":\"uint64\",\"indexed\":false,\"internalType\":\"uint64\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"RoleAdminChanged\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"previousAdminRole\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"newAdminRole\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"RoleGranted\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"sender\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"RoleRevoked\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"sender\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"}],\"anonymous\":false},{\"type\":\"error\",\"name\":\"AccessControlBadConfirmation\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"AccessControlUnauthorizedAccount\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"neededRole\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}]},{\"type\":\"error\",\"name\":\"BatchUneven\",\"inputs\":[{\"name\":\"ids\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"roots\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"sizes\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"BundleConflict\",\"inputs\":[{\"name\":\"bundleId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"recordedRoot\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"recordedSize\",\"type\":\"uint64\",\"internalType\":\"uint64\"},{\"name\":\"offeredRoot\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"offeredSize\",\"type\":\"uint64\",\"internalType\":\"uint64\"}]},{\"type\":\"error\",\"name\":\"BundleEmpty\",\"inputs\":[{\"name\":\"bundleId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"root\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"size\",\"type\":\"uint64\",\"internalType\":\"uint64\"}]}]",
	ID:  "ProofOfWork",
	Bin: "0x608060405234801561000f575f5ffd5b50604051610e6e380380610e6e83398101604081905261002e9161012f565b6100385f8361006b565b506100637ff996da754c790e95d5c7ca3330cfcad529487fe9d1d8edb7afc65076fdf9adb48261006b565b505050610160565b5f828152602081815260408083206001600160a01b038516845290915281205460ff1661010b575f838152602081815260408083206001600160a01b03861684529091529020805460ff191660011790556100c33390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a450600161010e565b505f5b92915050565b80516001600160a01b038116811461012a575f5ffd5b919050565b5f5f60408385031215610140575f5ffd5b61014983610114565b915061015760208401610114565b90509250929050565b610d018061016d5f395ff3fe608060405234801561000f575f5ffd5b50600436106100cf575f3560e01c806391d148541161007d578063c72038e111610058578063c72038e1146102ac578063d547741f146102bf578063de0f48db146102d2575f5ffd5b806391d1485414610248578063a217fddf1461027e578063bea8658114610285575f5ffd5b806336568abe116100ad57806336568abe1461014057806375fdbfcb146101535780637feab65214610166575f5ffd5b806301ffc9a7146100d3578063248a9ca3146100fb5780632f2ff15d1461012b575b5f5ffd5b6100e66100e1366004610a0e565b6102e5565b60405190151581526020015b60405180910390f35b61011d610109366004610a35565b5f9081526020819052604090206001015490565b6040519081526020016100f2565b61013e610139366004610a4c565b61031b565b005b61013e61014e366004610a4c565b610345565b6100e6610161366004610acd565b61037d565b6101f3610174366004610a35565b604080516080810182525f808252602082018190529181018290526060810191909152505f9081526001602081815260409283902083516080810185528154815292015467ffffffffffffffff80821692840192909252680100000000000000008104821693830193909352600160801b909204909116606082015290565b6040516100f291905f6080820190508251825267ffffffffffffffff602084015116602083015267ffffffffffffffff604084015116604083015267ffffffffffffffff606084015116606083015292915050565b6100e6610256366004610a4c565b5f918252602082815260408084206001600160a01b0393909316845291905290205460ff1690565b61011d5f81565b61011d7ff996da754c790e95d5c7ca3330cfcad529487fe9d1d8edb7afc65076fdf9adb481565b61013e6102ba366004610b9a565b6103c2565b61013e6102cd366004610a4c565b6103f7565b61013e6102e0366004610bcc565b61041b565b5f6001600160e01b03198216637965db0b60e01b148061031557506301ffc9a760e01b6001600160e01b03198316145b92915050565b5f8281526020819052604090206001015461033581610505565b61033f8383610512565b50505050565b6001600160a01b038116331461036e5760405163334bd91960e11b815260040160405180910390fd5b61037882826105b9565b505050565b5f8681526001602052604081206103b4610397888861063a565b60018301548354889167ffffffffffffffff1690889088906106b4565b9150505b9695505050505050565b7ff996da754c790e95d5c7ca3330cfcad529487fe9d1d8edb7afc65076fdf9adb46103ec81610505565b61033f8484846107a6565b5f8281526020819052604090206001015461041181610505565b61033f83836105b9565b7ff996da754c790e95d5c7ca3330cfcad529487fe9d1d8edb7afc65076fdf9adb461044581610505565b85841415806104545750858214155b15610488576040516318e532cb60e01b81526004810187905260248101859052604481018390526064015b60405180910390fd5b5f5b868110156104fb576104f38888838181106104a7576104a7610c4d565b905060200201358787848181106104c0576104c0610c4d565b905060200201358686858181106104d9576104d9610c4d565b90506020020160208101906104ee9190610c61565b6107a6565b60010161048a565b5050505050505050565b61050f8133610983565b50565b5f828152602081815260408083206001600160a01b038516845290915281205460ff166105b2575f838152602081815260408083206001600160a01b03861684529091529020805460ff1916600117905561056a3390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a4506001610315565b505f610315565b5f828152602081815260408083206001600160a01b038516845290915281205460ff16156105b2575f838152602081815260408083206001600160a01b0386168085529252808320805460ff1916905551339286917ff6391f5c32d9c69d2a47ea670b442974b53935d1edc7fd64eb21e047a839171b9190a4506001610315565b5f60025f60f81b848460405160200161065593929190610c7a565b60408051601f198184030181529082905261066f91610cb5565b602060405180830381855afa15801561068a573d5f5f3e3d5ffd5b5050506040513d601f19601f820116820180604052508101906106ad9190610ccb565b9392505050565b5f8486106106c357505f6103b8565b855f6106d0600188610ce2565b9050885f5b8681101561078a57825f036106f0575f9450505050506103b8565b836001166001148061070157508284145b156107555761072888888381811061071b5761071b610c4d565b90506020020135836109d9565b91505b6001841615801561073b57508315155b1561075057600193841c939290921c9161072b565b61077a565b6107778289898481811061076b5761076b610c4d565b905060200201356109d9565b91505b600193841c9392831c92016106d5565b508115801561079857508481145b9a9950505050505050505050565b8115806107bb575067ffffffffffffffff8116155b156107f357604051638a79071360e01b8152600481018490526024810183905267ffffffffffffffff8216604482015260640161047f565b5f8381526001602081905260409091209081015467ffffffffffffffff1615610886578054831415806108375750600181015467ffffffffffffffff838116911614155b1561033f5780546001820154604051630d3e72a560e01b815260048101879052602481019290925267ffffffffffffffff9081166044830152606482018590528316608482015260a40161047f565b6040805160808101825284815267ffffffffffffffff8085166020808401918252428316848601908152438416606086019081525f8b8152600193849052879020955186559251949091018054915192518416600160801b027fffffffffffffffff0000000000000000ffffffffffffffffffffffffffffffff93851668010000000000000000026fffffffffffffffffffffffffffffffff19909316959094169490941717161790555184907f59a37f433f88f750130a23028f51c01156cdb087466a45e0414d83f19400c98090610975908690869091825267ffffffffffffffff16602082015260400190565b60405180910390a250505050565b5f828152602081815260408083206001600160a01b038516845290915290205460ff166109d55760405163e2517d3f60e01b81526001600160a01b03821660048201526024810183905260440161047f565b5050565b5f6040516001815383600182015282602182015260205f60418360025afa60203d1416610a04575f5ffd5b50505f5192915050565b5f60208284031215610a1e575f5ffd5b81356001600160e01b0319811681146106ad575f5ffd5b5f60208284031215610a45575f5ffd5b5035919050565b5f5f60408385031215610a5d575f5ffd5b8235915060208301356001600160a01b0381168114610a7a575f5ffd5b809150509250929050565b5f5f83601f840112610a95575f5ffd5b50813567ffffffffffffffff811115610aac575f5ffd5b6020830191508360208260051b8501011115610ac6575f5ffd5b9250929050565b5f5f5f5f5f5f60808789031215610ae2575f5ffd5b86359550602087013567ffffffffffffffff811115610aff575f5ffd5b8701601f81018913610b0f575f5ffd5b803567ffffffffffffffff811115610b25575f5ffd5b896020828401011115610b36575f5ffd5b6020919091019550935060408701359250606087013567ffffffffffffffff811115610b60575f5ffd5b610b6c89828a01610a85565b979a9699509497509295939492505050565b803567ffffffffffffffff81168114610b95575f5ffd5b919050565b5f5f5f60608486031215610bac575f5ffd5b8335925060208401359150610bc360408501610b7e565b90509250925092565b5f5f5f5f5f5f60608789031215610be1575f5ffd5b863567ffffffffffffffff811115610bf7575f5ffd5b610c0389828a01610a85565b909750955050602087013567ffffffffffffffff811115610c22575f5ffd5b610c2e89828a01610a85565b909550935050604087013567ffffffffffffffff811115610b60575f5ffd5b634e487b7160e01b5f52603260045260245ffd5b5f60208284031215610c71575f5ffd5b6106ad82610b7e565b7fff0000000000000000000000000000000000000000000000000000000000000084168152818360018301375f910160010190815292915050565b5f82518060208501845e5f920191825250919050565b5f60208284031215610cdb575f5ffd5b5051919050565b8181038181111561031557634e487b7160e01b5f52601160045260245ffd",
}

// ProofOfWork is an auto generated Go binding around an Ethereum contract.
type ProofOfWork struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *ProofOfWork) GetABI() abi.ABI {
	return c.abi
}

// NewProofOfWork creates a new instance of ProofOfWork.
func NewProofOfWork() *ProofOfWork {
	parsed, err := ProofOfWorkMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &ProofOfWork{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *ProofOfWork) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address admin, address recorder) returns()
func (proofOfWork *ProofOfWork) PackConstructor(admin common.Address, recorder common.Address) []byte {
	enc, err := proofOfWork.abi.Pack("", admin, recorder)
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
func (proofOfWork *ProofOfWork) PackDEFAULTADMINROLE() []byte {
	enc, err := proofOfWork.abi.Pack("DEFAULT_ADMIN_ROLE")
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
func (proofOfWork *ProofOfWork) TryPackDEFAULTADMINROLE() ([]byte, error) {
	return proofOfWork.abi.Pack("DEFAULT_ADMIN_ROLE")
}

// UnpackDEFAULTADMINROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa217fddf.
//
// Solidity: function DEFAULT_ADMIN_ROLE() view returns(bytes32)
func (proofOfWork *ProofOfWork) UnpackDEFAULTADMINROLE(data []byte) ([32]byte, error) {
	out, err := proofOfWork.abi.Unpack("DEFAULT_ADMIN_ROLE", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackRECORDERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xbea86581.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function RECORDER_ROLE() view returns(bytes32)
func (proofOfWork *ProofOfWork) PackRECORDERROLE() []byte {
	enc, err := proofOfWork.abi.Pack("RECORDER_ROLE")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRECORDERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xbea86581.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function RECORDER_ROLE() view returns(bytes32)
func (proofOfWork *ProofOfWork) TryPackRECORDERROLE() ([]byte, error) {
	return proofOfWork.abi.Pack("RECORDER_ROLE")
}

// UnpackRECORDERROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xbea86581.
//
// Solidity: function RECORDER_ROLE() view returns(bytes32)
func (proofOfWork *ProofOfWork) UnpackRECORDERROLE(data []byte) ([32]byte, error) {
	out, err := proofOfWork.abi.Unpack("RECORDER_ROLE", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackBundle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7feab652.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function bundle(bytes32 bundleId) view returns((bytes32,uint64,uint64,uint64) recorded)
func (proofOfWork *ProofOfWork) PackBundle(bundleId [32]byte) []byte {
	enc, err := proofOfWork.abi.Pack("bundle", bundleId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBundle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7feab652.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function bundle(bytes32 bundleId) view returns((bytes32,uint64,uint64,uint64) recorded)
func (proofOfWork *ProofOfWork) TryPackBundle(bundleId [32]byte) ([]byte, error) {
	return proofOfWork.abi.Pack("bundle", bundleId)
}

// UnpackBundle is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x7feab652.
//
// Solidity: function bundle(bytes32 bundleId) view returns((bytes32,uint64,uint64,uint64) recorded)
func (proofOfWork *ProofOfWork) UnpackBundle(data []byte) (IProofOfWorkBundle, error) {
	out, err := proofOfWork.abi.Unpack("bundle", data)
	if err != nil {
		return *new(IProofOfWorkBundle), err
	}
	out0 := *abi.ConvertType(out[0], new(IProofOfWorkBundle)).(*IProofOfWorkBundle)
	return out0, nil
}

// PackGetRoleAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x248a9ca3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getRoleAdmin(bytes32 role) view returns(bytes32)
func (proofOfWork *ProofOfWork) PackGetRoleAdmin(role [32]byte) []byte {
	enc, err := proofOfWork.abi.Pack("getRoleAdmin", role)
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
func (proofOfWork *ProofOfWork) TryPackGetRoleAdmin(role [32]byte) ([]byte, error) {
	return proofOfWork.abi.Pack("getRoleAdmin", role)
}

// UnpackGetRoleAdmin is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x248a9ca3.
//
// Solidity: function getRoleAdmin(bytes32 role) view returns(bytes32)
func (proofOfWork *ProofOfWork) UnpackGetRoleAdmin(data []byte) ([32]byte, error) {
	out, err := proofOfWork.abi.Unpack("getRoleAdmin", data)
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
func (proofOfWork *ProofOfWork) PackGrantRole(role [32]byte, account common.Address) []byte {
	enc, err := proofOfWork.abi.Pack("grantRole", role, account)
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
func (proofOfWork *ProofOfWork) TryPackGrantRole(role [32]byte, account common.Address) ([]byte, error) {
	return proofOfWork.abi.Pack("grantRole", role, account)
}

// PackHasRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x91d14854.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function hasRole(bytes32 role, address account) view returns(bool)
func (proofOfWork *ProofOfWork) PackHasRole(role [32]byte, account common.Address) []byte {
	enc, err := proofOfWork.abi.Pack("hasRole", role, account)
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
func (proofOfWork *ProofOfWork) TryPackHasRole(role [32]byte, account common.Address) ([]byte, error) {
	return proofOfWork.abi.Pack("hasRole", role, account)
}

// UnpackHasRole is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x91d14854.
//
// Solidity: function hasRole(bytes32 role, address account) view returns(bool)
func (proofOfWork *ProofOfWork) UnpackHasRole(data []byte) (bool, error) {
	out, err := proofOfWork.abi.Unpack("hasRole", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackRecordBundle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc72038e1.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function recordBundle(bytes32 bundleId, bytes32 root, uint64 size) returns()
func (proofOfWork *ProofOfWork) PackRecordBundle(bundleId [32]byte, root [32]byte, size uint64) []byte {
	enc, err := proofOfWork.abi.Pack("recordBundle", bundleId, root, size)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRecordBundle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc72038e1.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function recordBundle(bytes32 bundleId, bytes32 root, uint64 size) returns()
func (proofOfWork *ProofOfWork) TryPackRecordBundle(bundleId [32]byte, root [32]byte, size uint64) ([]byte, error) {
	return proofOfWork.abi.Pack("recordBundle", bundleId, root, size)
}

// PackRecordBundles is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xde0f48db.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function recordBundles(bytes32[] bundleIds, bytes32[] roots, uint64[] sizes) returns()
func (proofOfWork *ProofOfWork) PackRecordBundles(bundleIds [][32]byte, roots [][32]byte, sizes []uint64) []byte {
	enc, err := proofOfWork.abi.Pack("recordBundles", bundleIds, roots, sizes)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRecordBundles is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xde0f48db.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function recordBundles(bytes32[] bundleIds, bytes32[] roots, uint64[] sizes) returns()
func (proofOfWork *ProofOfWork) TryPackRecordBundles(bundleIds [][32]byte, roots [][32]byte, sizes []uint64) ([]byte, error) {
	return proofOfWork.abi.Pack("recordBundles", bundleIds, roots, sizes)
}

// PackRenounceRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x36568abe.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function renounceRole(bytes32 role, address callerConfirmation) returns()
func (proofOfWork *ProofOfWork) PackRenounceRole(role [32]byte, callerConfirmation common.Address) []byte {
	enc, err := proofOfWork.abi.Pack("renounceRole", role, callerConfirmation)
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
func (proofOfWork *ProofOfWork) TryPackRenounceRole(role [32]byte, callerConfirmation common.Address) ([]byte, error) {
	return proofOfWork.abi.Pack("renounceRole", role, callerConfirmation)
}

// PackRevokeRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd547741f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function revokeRole(bytes32 role, address account) returns()
func (proofOfWork *ProofOfWork) PackRevokeRole(role [32]byte, account common.Address) []byte {
	enc, err := proofOfWork.abi.Pack("revokeRole", role, account)
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
func (proofOfWork *ProofOfWork) TryPackRevokeRole(role [32]byte, account common.Address) ([]byte, error) {
	return proofOfWork.abi.Pack("revokeRole", role, account)
}

// PackSupportsInterface is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x01ffc9a7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function supportsInterface(bytes4 interfaceId) view returns(bool)
func (proofOfWork *ProofOfWork) PackSupportsInterface(interfaceId [4]byte) []byte {
	enc, err := proofOfWork.abi.Pack("supportsInterface", interfaceId)
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
func (proofOfWork *ProofOfWork) TryPackSupportsInterface(interfaceId [4]byte) ([]byte, error) {
	return proofOfWork.abi.Pack("supportsInterface", interfaceId)
}

// UnpackSupportsInterface is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x01ffc9a7.
//
// Solidity: function supportsInterface(bytes4 interfaceId) view returns(bool)
func (proofOfWork *ProofOfWork) UnpackSupportsInterface(data []byte) (bool, error) {
	out, err := proofOfWork.abi.Unpack("supportsInterface", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackVerifyTask is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x75fdbfcb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function verifyTask(bytes32 bundleId, bytes leaf, uint256 index, bytes32[] path) view returns(bool proven)
func (proofOfWork *ProofOfWork) PackVerifyTask(bundleId [32]byte, leaf []byte, index *big.Int, path [][32]byte) []byte {
	enc, err := proofOfWork.abi.Pack("verifyTask", bundleId, leaf, index, path)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackVerifyTask is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x75fdbfcb.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function verifyTask(bytes32 bundleId, bytes leaf, uint256 index, bytes32[] path) view returns(bool proven)
func (proofOfWork *ProofOfWork) TryPackVerifyTask(bundleId [32]byte, leaf []byte, index *big.Int, path [][32]byte) ([]byte, error) {
	return proofOfWork.abi.Pack("verifyTask", bundleId, leaf, index, path)
}

// UnpackVerifyTask is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x75fdbfcb.
//
// Solidity: function verifyTask(bytes32 bundleId, bytes leaf, uint256 index, bytes32[] path) view returns(bool proven)
func (proofOfWork *ProofOfWork) UnpackVerifyTask(data []byte) (bool, error) {
	out, err := proofOfWork.abi.Unpack("verifyTask", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// ProofOfWorkBundleRecorded represents a BundleRecorded event raised by the ProofOfWork contract.
type ProofOfWorkBundleRecorded struct {
	BundleId [32]byte
	Root     [32]byte
	Size     uint64
	Raw      *types.Log // Blockchain specific contextual infos
}

const ProofOfWorkBundleRecordedEventName = "BundleRecorded"

// ContractEventName returns the user-defined event name.
func (ProofOfWorkBundleRecorded) ContractEventName() string {
	return ProofOfWorkBundleRecordedEventName
}

// UnpackBundleRecordedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event BundleRecorded(bytes32 indexed bundleId, bytes32 root, uint64 size)
func (proofOfWork *ProofOfWork) UnpackBundleRecordedEvent(log *types.Log) (*ProofOfWorkBundleRecorded, error) {
	event := "BundleRecorded"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != proofOfWork.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ProofOfWorkBundleRecorded)
	if len(log.Data) > 0 {
		if err := proofOfWork.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range proofOfWork.abi.Events[event].Inputs {
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

// ProofOfWorkRoleAdminChanged represents a RoleAdminChanged event raised by the ProofOfWork contract.
type ProofOfWorkRoleAdminChanged struct {
	Role              [32]byte
	PreviousAdminRole [32]byte
	NewAdminRole      [32]byte
	Raw               *types.Log // Blockchain specific contextual infos
}

const ProofOfWorkRoleAdminChangedEventName = "RoleAdminChanged"

// ContractEventName returns the user-defined event name.
func (ProofOfWorkRoleAdminChanged) ContractEventName() string {
	return ProofOfWorkRoleAdminChangedEventName
}

// UnpackRoleAdminChangedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RoleAdminChanged(bytes32 indexed role, bytes32 indexed previousAdminRole, bytes32 indexed newAdminRole)
func (proofOfWork *ProofOfWork) UnpackRoleAdminChangedEvent(log *types.Log) (*ProofOfWorkRoleAdminChanged, error) {
	event := "RoleAdminChanged"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != proofOfWork.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ProofOfWorkRoleAdminChanged)
	if len(log.Data) > 0 {
		if err := proofOfWork.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range proofOfWork.abi.Events[event].Inputs {
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

// ProofOfWorkRoleGranted represents a RoleGranted event raised by the ProofOfWork contract.
type ProofOfWorkRoleGranted struct {
	Role    [32]byte
	Account common.Address
	Sender  common.Address
	Raw     *types.Log // Blockchain specific contextual infos
}

const ProofOfWorkRoleGrantedEventName = "RoleGranted"

// ContractEventName returns the user-defined event name.
func (ProofOfWorkRoleGranted) ContractEventName() string {
	return ProofOfWorkRoleGrantedEventName
}

// UnpackRoleGrantedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)
func (proofOfWork *ProofOfWork) UnpackRoleGrantedEvent(log *types.Log) (*ProofOfWorkRoleGranted, error) {
	event := "RoleGranted"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != proofOfWork.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ProofOfWorkRoleGranted)
	if len(log.Data) > 0 {
		if err := proofOfWork.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range proofOfWork.abi.Events[event].Inputs {
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

// ProofOfWorkRoleRevoked represents a RoleRevoked event raised by the ProofOfWork contract.
type ProofOfWorkRoleRevoked struct {
	Role    [32]byte
	Account common.Address
	Sender  common.Address
	Raw     *types.Log // Blockchain specific contextual infos
}

const ProofOfWorkRoleRevokedEventName = "RoleRevoked"

// ContractEventName returns the user-defined event name.
func (ProofOfWorkRoleRevoked) ContractEventName() string {
	return ProofOfWorkRoleRevokedEventName
}

// UnpackRoleRevokedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender)
func (proofOfWork *ProofOfWork) UnpackRoleRevokedEvent(log *types.Log) (*ProofOfWorkRoleRevoked, error) {
	event := "RoleRevoked"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != proofOfWork.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ProofOfWorkRoleRevoked)
	if len(log.Data) > 0 {
		if err := proofOfWork.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range proofOfWork.abi.Events[event].Inputs {
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
func (proofOfWork *ProofOfWork) UnpackError(raw []byte) (any, error) {
	if bytes.Equal(raw[:4], proofOfWork.abi.Errors["AccessControlBadConfirmation"].ID.Bytes()[:4]) {
		return proofOfWork.UnpackAccessControlBadConfirmationError(raw[4:])
	}
	if bytes.Equal(raw[:4], proofOfWork.abi.Errors["AccessControlUnauthorizedAccount"].ID.Bytes()[:4]) {
		return proofOfWork.UnpackAccessControlUnauthorizedAccountError(raw[4:])
	}
	if bytes.Equal(raw[:4], proofOfWork.abi.Errors["BatchUneven"].ID.Bytes()[:4]) {
		return proofOfWork.UnpackBatchUnevenError(raw[4:])
	}
	if bytes.Equal(raw[:4], proofOfWork.abi.Errors["BundleConflict"].ID.Bytes()[:4]) {
		return proofOfWork.UnpackBundleConflictError(raw[4:])
	}
	if bytes.Equal(raw[:4], proofOfWork.abi.Errors["BundleEmpty"].ID.Bytes()[:4]) {
		return proofOfWork.UnpackBundleEmptyError(raw[4:])
	}
	return nil, errors.New("Unknown error")
}

// ProofOfWorkAccessControlBadConfirmation represents a AccessControlBadConfirmation error raised by the ProofOfWork contract.
type ProofOfWorkAccessControlBadConfirmation struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlBadConfirmation()
func ProofOfWorkAccessControlBadConfirmationErrorID() common.Hash {
	return common.HexToHash("0x6697b23232a647058342c0724fe7c415cab25915b54e5dbc03f233173d37b41c")
}

// UnpackAccessControlBadConfirmationError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlBadConfirmation()
func (proofOfWork *ProofOfWork) UnpackAccessControlBadConfirmationError(raw []byte) (*ProofOfWorkAccessControlBadConfirmation, error) {
	out := new(ProofOfWorkAccessControlBadConfirmation)
	if err := proofOfWork.abi.UnpackIntoInterface(out, "AccessControlBadConfirmation", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// ProofOfWorkAccessControlUnauthorizedAccount represents a AccessControlUnauthorizedAccount error raised by the ProofOfWork contract.
type ProofOfWorkAccessControlUnauthorizedAccount struct {
	Account    common.Address
	NeededRole [32]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)
func ProofOfWorkAccessControlUnauthorizedAccountErrorID() common.Hash {
	return common.HexToHash("0xe2517d3fbfae6f8515ef5ff1ccedc3933ab0cbbda0b492c06eb54ad10ef03b3e")
}

// UnpackAccessControlUnauthorizedAccountError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)
func (proofOfWork *ProofOfWork) UnpackAccessControlUnauthorizedAccountError(raw []byte) (*ProofOfWorkAccessControlUnauthorizedAccount, error) {
	out := new(ProofOfWorkAccessControlUnauthorizedAccount)
	if err := proofOfWork.abi.UnpackIntoInterface(out, "AccessControlUnauthorizedAccount", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// ProofOfWorkBatchUneven represents a BatchUneven error raised by the ProofOfWork contract.
type ProofOfWorkBatchUneven struct {
	Ids   *big.Int
	Roots *big.Int
	Sizes *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error BatchUneven(uint256 ids, uint256 roots, uint256 sizes)
func ProofOfWorkBatchUnevenErrorID() common.Hash {
	return common.HexToHash("0x18e532cbfba55e1b377534a6af676b84d750ad701a8e0228bab15e803027fd04")
}

// UnpackBatchUnevenError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error BatchUneven(uint256 ids, uint256 roots, uint256 sizes)
func (proofOfWork *ProofOfWork) UnpackBatchUnevenError(raw []byte) (*ProofOfWorkBatchUneven, error) {
	out := new(ProofOfWorkBatchUneven)
	if err := proofOfWork.abi.UnpackIntoInterface(out, "BatchUneven", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// ProofOfWorkBundleConflict represents a BundleConflict error raised by the ProofOfWork contract.
type ProofOfWorkBundleConflict struct {
	BundleId     [32]byte
	RecordedRoot [32]byte
	RecordedSize uint64
	OfferedRoot  [32]byte
	OfferedSize  uint64
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error BundleConflict(bytes32 bundleId, bytes32 recordedRoot, uint64 recordedSize, bytes32 offeredRoot, uint64 offeredSize)
func ProofOfWorkBundleConflictErrorID() common.Hash {
	return common.HexToHash("0x0d3e72a5a12d4392241497ac22b00e044f4b29194d4e71ec20c335c70adf580a")
}

// UnpackBundleConflictError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error BundleConflict(bytes32 bundleId, bytes32 recordedRoot, uint64 recordedSize, bytes32 offeredRoot, uint64 offeredSize)
func (proofOfWork *ProofOfWork) UnpackBundleConflictError(raw []byte) (*ProofOfWorkBundleConflict, error) {
	out := new(ProofOfWorkBundleConflict)
	if err := proofOfWork.abi.UnpackIntoInterface(out, "BundleConflict", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// ProofOfWorkBundleEmpty represents a BundleEmpty error raised by the ProofOfWork contract.
type ProofOfWorkBundleEmpty struct {
	BundleId [32]byte
	Root     [32]byte
	Size     uint64
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error BundleEmpty(bytes32 bundleId, bytes32 root, uint64 size)
func ProofOfWorkBundleEmptyErrorID() common.Hash {
	return common.HexToHash("0x8a790713f9477af46007b216a56bd48fd8de2db6e6038b26346fc56becb0cfd8")
}

// UnpackBundleEmptyError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error BundleEmpty(bytes32 bundleId, bytes32 root, uint64 size)
func (proofOfWork *ProofOfWork) UnpackBundleEmptyError(raw []byte) (*ProofOfWorkBundleEmpty, error) {
	out := new(ProofOfWorkBundleEmpty)
	if err := proofOfWork.abi.UnpackIntoInterface(out, "BundleEmpty", raw); err != nil {
		return nil, err
	}
	return out, nil
}
