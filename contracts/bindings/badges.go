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

// IBadgesBadge is an auto generated low-level Go binding around an user-defined struct.
type IBadgesBadge struct {
	Kind     [32]byte
	Evidence [32]byte
	IssuedAt uint64
}

// BadgesMetaData contains all meta data concerning the Badges contract.
var BadgesMetaData = bind.MetaData{
	ABI: "[{\"type\":\"constructor\",\"inputs\":[{\"name\":\"admin\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"issuer\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"DEFAULT_ADMIN_ROLE\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"ISSUER_ROLE\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"approve\",\"inputs\":[{\"name\":\"to\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"tokenId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"badge\",\"inputs\":[{\"name\":\"tokenId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[{\"name\":\"known\",\"type\":\"tuple\",\"internalType\":\"structIBadges.Badge\",\"components\":[{\"name\":\"kind\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"evidence\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"issuedAt\",\"type\":\"uint64\",\"internalType\":\"uint64\"}]}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"balanceOf\",\"inputs\":[{\"name\":\"owner\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"getApproved\",\"inputs\":[{\"name\":\"tokenId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[{\"name\":\"\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"getRoleAdmin\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"grantRole\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"has\",\"inputs\":[{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"kind\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"outputs\":[{\"name\":\"earned\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"hasRole\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"idOf\",\"inputs\":[{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"kind\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"outputs\":[{\"name\":\"tokenId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"pure\"},{\"type\":\"function\",\"name\":\"isApprovedForAll\",\"inputs\":[{\"name\":\"owner\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"operator\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"issue\",\"inputs\":[{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"kind\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"evidence\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"outputs\":[{\"name\":\"tokenId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"locked\",\"inputs\":[{\"name\":\"tokenId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[{\"name\":\"bound\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"name\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"string\",\"internalType\":\"string\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"ownerOf\",\"inputs\":[{\"name\":\"tokenId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[{\"name\":\"\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"renounceRole\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"callerConfirmation\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"revokeRole\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"safeTransferFrom\",\"inputs\":[{\"name\":\"from\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"to\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"tokenId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"safeTransferFrom\",\"inputs\":[{\"name\":\"from\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"to\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"tokenId\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"data\",\"type\":\"bytes\",\"internalType\":\"bytes\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"setApprovalForAll\",\"inputs\":[{\"name\":\"operator\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"approved\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"supportsInterface\",\"inputs\":[{\"name\":\"interfaceId\",\"type\":\"bytes4\",\"internalType\":\"bytes4\"}],\"outputs\":[{\"name\":\"supported\",\"type\":\"bool\",\"internalType\":\"bool\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"symbol\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"string\",\"internalType\":\"string\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"tokenURI\",\"inputs\":[{\"name\":\"tokenId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[{\"name\":\"\",\"type\":\"string\",\"internalType\":\"string\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"transferFrom\",\"inputs\":[{\"name\":\"from\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"to\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"tokenId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[],\"stateMutability\":\"nonpayable\"},{\"type\":\"event\",\"name\":\"Approval\",\"inputs\":[{\"name\":\"owner\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"approved\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"tokenId\",\"type\":\"uint256\",\"indexed\":true,\"internalType\":\"uint256\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"ApprovalForAll\",\"inputs\":[{\"name\":\"owner\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"operator\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"approved\",\"type\":\"bool\",\"indexed\":false,\"internalType\":\"bool\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"BadgeIssued\",\"inputs\":[{\"name\":\"agent\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"kind\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"tokenId\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"},{\"name\":\"evidence\",\"type\":\"bytes32\",\"indexed\":false,\"internalType\":\"bytes32\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"Locked\",\"inputs\":[{\"name\":\"tokenId\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"RoleAdminChanged\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"previousAdminRole\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"newAdminRole\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"RoleGranted\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"sender\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"RoleRevoked\",\"inputs\":[{\"name\":\"role\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"bytes32\"},{\"name\":\"account\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"sender\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"Transfer\",\"inputs\":[{\"name\":\"from\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"to\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"tokenId\",\"type\":\"uint256\",\"indexed\":true,\"internalType\":\"uint256\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"Unlocked\",\"inputs\":[{\"name\":\"tokenId\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"}],\"anonymous\":false},{\"type\":\"error\",\"name\":\"AccessControlBadConfirmation\",\"inputs\":[]},{\"type\":\"error\",\"name\":\"AccessControlUnauthorizedAccount\",\"inputs\":[{\"name\":\"account\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"neededRole\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}]},{\"type\":\"error\",\"name\":\"BadgeEmpty\",\"inputs\":[{\"name\":\"agent\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"ERC721IncorrectOwner\",\"inputs\":[{\"name\":\"sender\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"tokenId\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"owner\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"ERC721InsufficientApproval\",\"inputs\":[{\"name\":\"operator\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"tokenId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"ERC721InvalidApprover\",\"inputs\":[{\"name\":\"approver\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"ERC721InvalidOperator\",\"inputs\":[{\"name\":\"operator\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"ERC721InvalidOwner\",\"inputs\":[{\"name\":\"owner\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"ERC721InvalidReceiver\",\"inputs\":[{\"name\":\"receiver\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"ERC721InvalidSender\",\"inputs\":[{\"name\":\"sender\",\"type\":\"address\",\"internalType\":\"address\"}]},{\"type\":\"error\",\"name\":\"ERC721NonexistentToken\",\"inputs\":[{\"name\":\"tokenId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}]},{\"type\":\"error\",\"name\":\"TokenSoulbound\",\"inputs\":[{\"name\":\"tokenId\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"holder\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"to\",\"type\":\"address\",\"internalType\":\"address\"}]}]",
	ID:  "Badges",
	Bin: "0x608060405234801561000f575f5ffd5b50604051611a30380380611a3083398101604081905261002e91610197565b6040518060400160405280600d81526020016c4d65726769742042616467657360981b81525060405180604001604052806005815260200164424144474560d81b815250815f9081610080919061026b565b50600161008d828261026b565b5061009c91505f9050836100cf565b506100c77f114e74f6ea3bd819998f78687bfcb11b140da08e9b7d222fa9c1f1ba1f2aa122826100cf565b505050610329565b5f8281526006602090815260408083206001600160a01b038516845290915281205460ff16610173575f8381526006602090815260408083206001600160a01b03861684529091529020805460ff1916600117905561012b3390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a4506001610176565b505f5b92915050565b80516001600160a01b0381168114610192575f5ffd5b919050565b5f5f604083850312156101a8575f5ffd5b6101b18361017c565b91506101bf6020840161017c565b90509250929050565b634e487b7160e01b5f52604160045260245ffd5b600181811c908216806101f057607f821691505b60208210810361020e57634e487b7160e01b5f52602260045260245ffd5b50919050565b601f821115610266578282111561026657805f5260205f20601f840160051c602085101561023f57505f5b90810190601f840160051c035f5b81811015610262575f8382015560010161024d565b5050505b505050565b81516001600160401b03811115610284576102846101c8565b6102988161029284546101dc565b84610214565b6020601f8211600181146102ca575f83156102b35750848201515b5f19600385901b1c1916600184901b178455610322565b5f84815260208120601f198516915b828110156102f957878501518255602094850194600190920191016102d9565b508482101561031657868401515f19600387901b60f8161c191681555b505060018360011b0184555b5050505050565b6116fa806103365f395ff3fe608060405234801561000f575f5ffd5b506004361061019a575f3560e01c80637d99ae17116100e8578063b45a3c0e11610093578063c5104d251161006e578063c5104d251461041a578063c87b56dd1461042d578063d547741f14610440578063e985e9c514610453575f5ffd5b8063b45a3c0e146103b5578063b88d4fde146103c8578063c0f6faed146103db575f5ffd5b806395d89b41116100c357806395d89b4114610393578063a217fddf1461039b578063a22cb465146103a2575f5ffd5b80637d99ae171461032157806382aefa241461033457806391d148541461035b575f5ffd5b8063271836291161014857806342842e0e1161012357806342842e0e146102e85780636352211e146102fb57806370a082311461030e575f5ffd5b8063271836291461025e5780632f2ff15d146102c257806336568abe146102d5575f5ffd5b8063095ea7b311610178578063095ea7b31461020657806323b872dd1461021b578063248a9ca31461022e575f5ffd5b806301ffc9a71461019e57806306fdde03146101c6578063081812fc146101db575b5f5ffd5b6101b16101ac366004611388565b61048e565b60405190151581526020015b60405180910390f35b6101ce61049e565b6040516101bd91906113d1565b6101ee6101e93660046113e3565b61052d565b6040516001600160a01b0390911681526020016101bd565b610219610214366004611415565b610554565b005b61021961022936600461143d565b610563565b61025061023c3660046113e3565b5f9081526006602052604090206001015490565b6040519081526020016101bd565b6101b161026c366004611415565b604080516001600160a01b039390931660208085019190915283820192909252805180840382018152606090930181528251928201929092205f9081526007909152206002015467ffffffffffffffff16151590565b6102196102d0366004611477565b6105f1565b6102196102e3366004611477565b610615565b6102196102f636600461143d565b61064d565b6101ee6103093660046113e3565b610667565b61025061031c3660046114a1565b610671565b61025061032f3660046114ba565b6106b6565b6102507f114e74f6ea3bd819998f78687bfcb11b140da08e9b7d222fa9c1f1ba1f2aa12281565b6101b1610369366004611477565b5f9182526006602090815260408084206001600160a01b0393909316845291905290205460ff1690565b6101ce610816565b6102505f81565b6102196103b03660046114ea565b610825565b6101b16103c33660046113e3565b610830565b6102196103d6366004611537565b610843565b6103ee6103e93660046113e3565b61085b565b6040805182518152602080840151908201529181015167ffffffffffffffff16908201526060016101bd565b610250610428366004611415565b6108c8565b6101ce61043b3660046113e3565b610905565b61021961044e366004611477565b610975565b6101b1610461366004611614565b6001600160a01b039182165f90815260056020908152604080832093909416825291909152205460ff1690565b5f61049882610999565b92915050565b60605f80546104ac9061163c565b80601f01602080910402602001604051908101604052809291908181526020018280546104d89061163c565b80156105235780601f106104fa57610100808354040283529160200191610523565b820191905f5260205f20905b81548152906001019060200180831161050657829003601f168201915b5050505050905090565b5f610537826109bd565b505f828152600460205260409020546001600160a01b0316610498565b61055f8282336109f5565b5050565b6001600160a01b03821661059157604051633250574960e11b81525f60048201526024015b60405180910390fd5b5f61059d838333610a02565b9050836001600160a01b0316816001600160a01b0316146105eb576040516364283d7b60e01b81526001600160a01b0380861660048301526024820184905282166044820152606401610588565b50505050565b5f8281526006602052604090206001015461060b81610a8c565b6105eb8383610a99565b6001600160a01b038116331461063e5760405163334bd91960e11b815260040160405180910390fd5b6106488282610b44565b505050565b61064883838360405180602001604052805f815250610843565b5f610498826109bd565b5f6001600160a01b03821661069b576040516322718ad960e21b81525f6004820152602401610588565b506001600160a01b03165f9081526003602052604090205490565b5f7f114e74f6ea3bd819998f78687bfcb11b140da08e9b7d222fa9c1f1ba1f2aa1226106e181610a8c565b8361070a57604051635e7c94fd60e11b81526001600160a01b0386166004820152602401610588565b604080516001600160a01b038716602080830191909152818301879052825180830384018152606090920190925280519101205f8181526007602052604081206002015491935067ffffffffffffffff909116900361080e576040805160608101825285815260208082018681524267ffffffffffffffff9081168486019081525f8881526007909452949092209251835551600183015591516002909101805467ffffffffffffffff1916919092161790556107c78583610bc9565b604080518381526020810185905285916001600160a01b038816917ff1c2d02b1d989e49ff4359899bde7d61d134bad58871b9374a44a73c854018a1910160405180910390a35b509392505050565b6060600180546104ac9061163c565b61055f338383610c2a565b5f61083a826109bd565b50600192915050565b61084e848484610563565b6105eb3385858585610cf1565b61088660405180606001604052805f81526020015f81526020015f67ffffffffffffffff1681525090565b505f908152600760209081526040918290208251606081018452815481526001820154928101929092526002015467ffffffffffffffff169181019190915290565b604080516001600160a01b038416602080830191909152818301849052825180830384018152606090920190925280519101205f905b9392505050565b6060610910826109bd565b505f61092660408051602081019091525f815290565b90505f8151116109445760405180602001604052805f8152506108fe565b8061094e84610e19565b60405160200161095f92919061168b565b6040516020818303038152906040529392505050565b5f8281526006602052604090206001015461098f81610a8c565b6105eb8383610b44565b5f6001600160e01b03198216637965db0b60e01b1480610498575061049882610eb6565b5f818152600260205260408120546001600160a01b03168061049857604051637e27328960e01b815260048101849052602401610588565b6106488383836001610eda565b5f610a0e848484611009565b90506001600160a01b03811615610a5257604051633c5c36db60e21b8152600481018490526001600160a01b03808316602483015285166044820152606401610588565b6040518381527f032bc66be43dbccb7487781d168eb7bda224628a3b2c3388bdf69b532a3a16119060200160405180910390a19392505050565b610a968133611108565b50565b5f8281526006602090815260408083206001600160a01b038516845290915281205460ff16610b3d575f8381526006602090815260408083206001600160a01b03861684529091529020805460ff19166001179055610af53390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a4506001610498565b505f610498565b5f8281526006602090815260408083206001600160a01b038516845290915281205460ff1615610b3d575f8381526006602090815260408083206001600160a01b0386168085529252808320805460ff1916905551339286917ff6391f5c32d9c69d2a47ea670b442974b53935d1edc7fd64eb21e047a839171b9190a4506001610498565b6001600160a01b038216610bf257604051633250574960e11b81525f6004820152602401610588565b5f610bfe83835f610a02565b90506001600160a01b03811615610648576040516339e3563760e11b81525f6004820152602401610588565b6001600160a01b038316610c535760405163a9fbf51f60e01b81525f6004820152602401610588565b6001600160a01b038216610c8557604051630b61174360e31b81526001600160a01b0383166004820152602401610588565b6001600160a01b038381165f81815260056020908152604080832094871680845294825291829020805460ff191686151590811790915591519182527f17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31910160405180910390a3505050565b6001600160a01b0383163b15610e1257604051630a85bd0160e11b81526001600160a01b0384169063150b7a0290610d3390889088908790879060040161169f565b6020604051808303815f875af1925050508015610d6d575060408051601f3d908101601f19168201909252610d6a918101906116df565b60015b610dd4573d808015610d9a576040519150601f19603f3d011682016040523d82523d5f602084013e610d9f565b606091505b5080515f03610dcc57604051633250574960e11b81526001600160a01b0385166004820152602401610588565b805160208201fd5b6001600160e01b03198116630a85bd0160e11b14610e1057604051633250574960e11b81526001600160a01b0385166004820152602401610588565b505b5050505050565b60605f610e258361115c565b60010190505f8167ffffffffffffffff811115610e4457610e44611523565b6040519080825280601f01601f191660200182016040528015610e6e576020820181803683370190505b5090508181016020015b5f19017f3031323334353637383961626364656600000000000000000000000000000000600a86061a8153600a8504945084610e7857509392505050565b5f6001600160e01b03198216635a2d1e0760e11b148061049857506104988261123d565b8080610eee57506001600160a01b03821615155b15610fcd575f610efd846109bd565b90506001600160a01b03831615801590610f295750826001600160a01b0316816001600160a01b031614155b8015610f5a57506001600160a01b038082165f9081526005602090815260408083209387168352929052205460ff16155b15610f835760405163a9fbf51f60e01b81526001600160a01b0384166004820152602401610588565b8115610fcb5783856001600160a01b0316826001600160a01b03167f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b92560405160405180910390a45b505b50505f908152600460205260409020805473ffffffffffffffffffffffffffffffffffffffff19166001600160a01b0392909216919091179055565b5f828152600260205260408120546001600160a01b03908116908316156110355761103581848661128c565b6001600160a01b0381161561106f576110505f855f5f610eda565b6001600160a01b0381165f90815260036020526040902080545f190190555b6001600160a01b0385161561109d576001600160a01b0385165f908152600360205260409020805460010190555b5f84815260026020526040808220805473ffffffffffffffffffffffffffffffffffffffff19166001600160a01b0389811691821790925591518793918516917fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef91a4949350505050565b5f8281526006602090815260408083206001600160a01b038516845290915290205460ff1661055f5760405163e2517d3f60e01b81526001600160a01b038216600482015260248101839052604401610588565b5f807a184f03e93ff9f4daa797ed6e38ed64bf6a1f01000000000000000083106111a4577a184f03e93ff9f4daa797ed6e38ed64bf6a1f010000000000000000830492506040015b6d04ee2d6d415b85acef810000000083106111d0576d04ee2d6d415b85acef8100000000830492506020015b662386f26fc1000083106111ee57662386f26fc10000830492506010015b6305f5e1008310611206576305f5e100830492506008015b612710831061121a57612710830492506004015b6064831061122c576064830492506002015b600a83106104985760010192915050565b5f6001600160e01b031982166380ac58cd60e01b148061126d57506001600160e01b03198216635b5e139f60e01b145b8061049857506301ffc9a760e01b6001600160e01b0319831614610498565b6112978383836112f0565b610648576001600160a01b0383166112c557604051637e27328960e01b815260048101829052602401610588565b60405163177e802f60e01b81526001600160a01b038316600482015260248101829052604401610588565b5f6001600160a01b0383161580159061136b5750826001600160a01b0316846001600160a01b0316148061134857506001600160a01b038085165f9081526005602090815260408083209387168352929052205460ff165b8061136b57505f828152600460205260409020546001600160a01b038481169116145b949350505050565b6001600160e01b031981168114610a96575f5ffd5b5f60208284031215611398575f5ffd5b81356108fe81611373565b5f81518084528060208401602086015e5f602082860101526020601f19601f83011685010191505092915050565b602081525f6108fe60208301846113a3565b5f602082840312156113f3575f5ffd5b5035919050565b80356001600160a01b0381168114611410575f5ffd5b919050565b5f5f60408385031215611426575f5ffd5b61142f836113fa565b946020939093013593505050565b5f5f5f6060848603121561144f575f5ffd5b611458846113fa565b9250611466602085016113fa565b929592945050506040919091013590565b5f5f60408385031215611488575f5ffd5b82359150611498602084016113fa565b90509250929050565b5f602082840312156114b1575f5ffd5b6108fe826113fa565b5f5f5f606084860312156114cc575f5ffd5b6114d5846113fa565b95602085013595506040909401359392505050565b5f5f604083850312156114fb575f5ffd5b611504836113fa565b915060208301358015158114611518575f5ffd5b809150509250929050565b634e487b7160e01b5f52604160045260245ffd5b5f5f5f5f6080858703121561154a575f5ffd5b611553856113fa565b9350611561602086016113fa565b925060408501359150606085013567ffffffffffffffff811115611583575f5ffd5b8501601f81018713611593575f5ffd5b803567ffffffffffffffff8111156115ad576115ad611523565b604051601f8201601f19908116603f0116810167ffffffffffffffff811182821017156115dc576115dc611523565b6040528181528282016020018910156115f3575f5ffd5b816020840160208301375f6020838301015280935050505092959194509250565b5f5f60408385031215611625575f5ffd5b61162e836113fa565b9150611498602084016113fa565b600181811c9082168061165057607f821691505b60208210810361166e57634e487b7160e01b5f52602260045260245ffd5b50919050565b5f81518060208401855e5f93019283525090919050565b5f61136b6116998386611674565b84611674565b6001600160a01b03851681526001600160a01b0384166020820152826040820152608060608201525f6116d560808301846113a3565b9695505050505050565b5f602082840312156116ef575f5ffd5b81516108fe8161137356",
}

// Badges is an auto generated Go binding around an Ethereum contract.
type Badges struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *Badges) GetABI() abi.ABI {
	return c.abi
}

// NewBadges creates a new instance of Badges.
func NewBadges() *Badges {
	parsed, err := BadgesMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Badges{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *Badges) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address admin, address issuer) returns()
func (badges *Badges) PackConstructor(admin common.Address, issuer common.Address) []byte {
	enc, err := badges.abi.Pack("", admin, issuer)
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
func (badges *Badges) PackDEFAULTADMINROLE() []byte {
	enc, err := badges.abi.Pack("DEFAULT_ADMIN_ROLE")
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
func (badges *Badges) TryPackDEFAULTADMINROLE() ([]byte, error) {
	return badges.abi.Pack("DEFAULT_ADMIN_ROLE")
}

// UnpackDEFAULTADMINROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa217fddf.
//
// Solidity: function DEFAULT_ADMIN_ROLE() view returns(bytes32)
func (badges *Badges) UnpackDEFAULTADMINROLE(data []byte) ([32]byte, error) {
	out, err := badges.abi.Unpack("DEFAULT_ADMIN_ROLE", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackISSUERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x82aefa24.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function ISSUER_ROLE() view returns(bytes32)
func (badges *Badges) PackISSUERROLE() []byte {
	enc, err := badges.abi.Pack("ISSUER_ROLE")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackISSUERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x82aefa24.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function ISSUER_ROLE() view returns(bytes32)
func (badges *Badges) TryPackISSUERROLE() ([]byte, error) {
	return badges.abi.Pack("ISSUER_ROLE")
}

// UnpackISSUERROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x82aefa24.
//
// Solidity: function ISSUER_ROLE() view returns(bytes32)
func (badges *Badges) UnpackISSUERROLE(data []byte) ([32]byte, error) {
	out, err := badges.abi.Unpack("ISSUER_ROLE", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackApprove is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x095ea7b3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function approve(address to, uint256 tokenId) returns()
func (badges *Badges) PackApprove(to common.Address, tokenId *big.Int) []byte {
	enc, err := badges.abi.Pack("approve", to, tokenId)
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
func (badges *Badges) TryPackApprove(to common.Address, tokenId *big.Int) ([]byte, error) {
	return badges.abi.Pack("approve", to, tokenId)
}

// PackBadge is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc0f6faed.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function badge(uint256 tokenId) view returns((bytes32,bytes32,uint64) known)
func (badges *Badges) PackBadge(tokenId *big.Int) []byte {
	enc, err := badges.abi.Pack("badge", tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBadge is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc0f6faed.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function badge(uint256 tokenId) view returns((bytes32,bytes32,uint64) known)
func (badges *Badges) TryPackBadge(tokenId *big.Int) ([]byte, error) {
	return badges.abi.Pack("badge", tokenId)
}

// UnpackBadge is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xc0f6faed.
//
// Solidity: function badge(uint256 tokenId) view returns((bytes32,bytes32,uint64) known)
func (badges *Badges) UnpackBadge(data []byte) (IBadgesBadge, error) {
	out, err := badges.abi.Unpack("badge", data)
	if err != nil {
		return *new(IBadgesBadge), err
	}
	out0 := *abi.ConvertType(out[0], new(IBadgesBadge)).(*IBadgesBadge)
	return out0, nil
}

// PackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balanceOf(address owner) view returns(uint256)
func (badges *Badges) PackBalanceOf(owner common.Address) []byte {
	enc, err := badges.abi.Pack("balanceOf", owner)
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
func (badges *Badges) TryPackBalanceOf(owner common.Address) ([]byte, error) {
	return badges.abi.Pack("balanceOf", owner)
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70a08231.
//
// Solidity: function balanceOf(address owner) view returns(uint256)
func (badges *Badges) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := badges.abi.Unpack("balanceOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetApproved is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x081812fc.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getApproved(uint256 tokenId) view returns(address)
func (badges *Badges) PackGetApproved(tokenId *big.Int) []byte {
	enc, err := badges.abi.Pack("getApproved", tokenId)
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
func (badges *Badges) TryPackGetApproved(tokenId *big.Int) ([]byte, error) {
	return badges.abi.Pack("getApproved", tokenId)
}

// UnpackGetApproved is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x081812fc.
//
// Solidity: function getApproved(uint256 tokenId) view returns(address)
func (badges *Badges) UnpackGetApproved(data []byte) (common.Address, error) {
	out, err := badges.abi.Unpack("getApproved", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackGetRoleAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x248a9ca3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getRoleAdmin(bytes32 role) view returns(bytes32)
func (badges *Badges) PackGetRoleAdmin(role [32]byte) []byte {
	enc, err := badges.abi.Pack("getRoleAdmin", role)
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
func (badges *Badges) TryPackGetRoleAdmin(role [32]byte) ([]byte, error) {
	return badges.abi.Pack("getRoleAdmin", role)
}

// UnpackGetRoleAdmin is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x248a9ca3.
//
// Solidity: function getRoleAdmin(bytes32 role) view returns(bytes32)
func (badges *Badges) UnpackGetRoleAdmin(data []byte) ([32]byte, error) {
	out, err := badges.abi.Unpack("getRoleAdmin", data)
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
func (badges *Badges) PackGrantRole(role [32]byte, account common.Address) []byte {
	enc, err := badges.abi.Pack("grantRole", role, account)
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
func (badges *Badges) TryPackGrantRole(role [32]byte, account common.Address) ([]byte, error) {
	return badges.abi.Pack("grantRole", role, account)
}

// PackHas is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x27183629.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function has(address agent, bytes32 kind) view returns(bool earned)
func (badges *Badges) PackHas(agent common.Address, kind [32]byte) []byte {
	enc, err := badges.abi.Pack("has", agent, kind)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackHas is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x27183629.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function has(address agent, bytes32 kind) view returns(bool earned)
func (badges *Badges) TryPackHas(agent common.Address, kind [32]byte) ([]byte, error) {
	return badges.abi.Pack("has", agent, kind)
}

// UnpackHas is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x27183629.
//
// Solidity: function has(address agent, bytes32 kind) view returns(bool earned)
func (badges *Badges) UnpackHas(data []byte) (bool, error) {
	out, err := badges.abi.Unpack("has", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackHasRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x91d14854.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function hasRole(bytes32 role, address account) view returns(bool)
func (badges *Badges) PackHasRole(role [32]byte, account common.Address) []byte {
	enc, err := badges.abi.Pack("hasRole", role, account)
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
func (badges *Badges) TryPackHasRole(role [32]byte, account common.Address) ([]byte, error) {
	return badges.abi.Pack("hasRole", role, account)
}

// UnpackHasRole is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x91d14854.
//
// Solidity: function hasRole(bytes32 role, address account) view returns(bool)
func (badges *Badges) UnpackHasRole(data []byte) (bool, error) {
	out, err := badges.abi.Unpack("hasRole", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackIdOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc5104d25.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function idOf(address agent, bytes32 kind) pure returns(uint256 tokenId)
func (badges *Badges) PackIdOf(agent common.Address, kind [32]byte) []byte {
	enc, err := badges.abi.Pack("idOf", agent, kind)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackIdOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc5104d25.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function idOf(address agent, bytes32 kind) pure returns(uint256 tokenId)
func (badges *Badges) TryPackIdOf(agent common.Address, kind [32]byte) ([]byte, error) {
	return badges.abi.Pack("idOf", agent, kind)
}

// UnpackIdOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xc5104d25.
//
// Solidity: function idOf(address agent, bytes32 kind) pure returns(uint256 tokenId)
func (badges *Badges) UnpackIdOf(data []byte) (*big.Int, error) {
	out, err := badges.abi.Unpack("idOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackIsApprovedForAll is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe985e9c5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function isApprovedForAll(address owner, address operator) view returns(bool)
func (badges *Badges) PackIsApprovedForAll(owner common.Address, operator common.Address) []byte {
	enc, err := badges.abi.Pack("isApprovedForAll", owner, operator)
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
func (badges *Badges) TryPackIsApprovedForAll(owner common.Address, operator common.Address) ([]byte, error) {
	return badges.abi.Pack("isApprovedForAll", owner, operator)
}

// UnpackIsApprovedForAll is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xe985e9c5.
//
// Solidity: function isApprovedForAll(address owner, address operator) view returns(bool)
func (badges *Badges) UnpackIsApprovedForAll(data []byte) (bool, error) {
	out, err := badges.abi.Unpack("isApprovedForAll", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackIssue is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7d99ae17.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function issue(address agent, bytes32 kind, bytes32 evidence) returns(uint256 tokenId)
func (badges *Badges) PackIssue(agent common.Address, kind [32]byte, evidence [32]byte) []byte {
	enc, err := badges.abi.Pack("issue", agent, kind, evidence)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackIssue is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7d99ae17.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function issue(address agent, bytes32 kind, bytes32 evidence) returns(uint256 tokenId)
func (badges *Badges) TryPackIssue(agent common.Address, kind [32]byte, evidence [32]byte) ([]byte, error) {
	return badges.abi.Pack("issue", agent, kind, evidence)
}

// UnpackIssue is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x7d99ae17.
//
// Solidity: function issue(address agent, bytes32 kind, bytes32 evidence) returns(uint256 tokenId)
func (badges *Badges) UnpackIssue(data []byte) (*big.Int, error) {
	out, err := badges.abi.Unpack("issue", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackLocked is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb45a3c0e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function locked(uint256 tokenId) view returns(bool bound)
func (badges *Badges) PackLocked(tokenId *big.Int) []byte {
	enc, err := badges.abi.Pack("locked", tokenId)
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
func (badges *Badges) TryPackLocked(tokenId *big.Int) ([]byte, error) {
	return badges.abi.Pack("locked", tokenId)
}

// UnpackLocked is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xb45a3c0e.
//
// Solidity: function locked(uint256 tokenId) view returns(bool bound)
func (badges *Badges) UnpackLocked(data []byte) (bool, error) {
	out, err := badges.abi.Unpack("locked", data)
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
func (badges *Badges) PackName() []byte {
	enc, err := badges.abi.Pack("name")
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
func (badges *Badges) TryPackName() ([]byte, error) {
	return badges.abi.Pack("name")
}

// UnpackName is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x06fdde03.
//
// Solidity: function name() view returns(string)
func (badges *Badges) UnpackName(data []byte) (string, error) {
	out, err := badges.abi.Unpack("name", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackOwnerOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6352211e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function ownerOf(uint256 tokenId) view returns(address)
func (badges *Badges) PackOwnerOf(tokenId *big.Int) []byte {
	enc, err := badges.abi.Pack("ownerOf", tokenId)
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
func (badges *Badges) TryPackOwnerOf(tokenId *big.Int) ([]byte, error) {
	return badges.abi.Pack("ownerOf", tokenId)
}

// UnpackOwnerOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x6352211e.
//
// Solidity: function ownerOf(uint256 tokenId) view returns(address)
func (badges *Badges) UnpackOwnerOf(data []byte) (common.Address, error) {
	out, err := badges.abi.Unpack("ownerOf", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackRenounceRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x36568abe.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function renounceRole(bytes32 role, address callerConfirmation) returns()
func (badges *Badges) PackRenounceRole(role [32]byte, callerConfirmation common.Address) []byte {
	enc, err := badges.abi.Pack("renounceRole", role, callerConfirmation)
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
func (badges *Badges) TryPackRenounceRole(role [32]byte, callerConfirmation common.Address) ([]byte, error) {
	return badges.abi.Pack("renounceRole", role, callerConfirmation)
}

// PackRevokeRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd547741f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function revokeRole(bytes32 role, address account) returns()
func (badges *Badges) PackRevokeRole(role [32]byte, account common.Address) []byte {
	enc, err := badges.abi.Pack("revokeRole", role, account)
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
func (badges *Badges) TryPackRevokeRole(role [32]byte, account common.Address) ([]byte, error) {
	return badges.abi.Pack("revokeRole", role, account)
}

// PackSafeTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x42842e0e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function safeTransferFrom(address from, address to, uint256 tokenId) returns()
func (badges *Badges) PackSafeTransferFrom(from common.Address, to common.Address, tokenId *big.Int) []byte {
	enc, err := badges.abi.Pack("safeTransferFrom", from, to, tokenId)
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
func (badges *Badges) TryPackSafeTransferFrom(from common.Address, to common.Address, tokenId *big.Int) ([]byte, error) {
	return badges.abi.Pack("safeTransferFrom", from, to, tokenId)
}

// PackSafeTransferFrom0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb88d4fde.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function safeTransferFrom(address from, address to, uint256 tokenId, bytes data) returns()
func (badges *Badges) PackSafeTransferFrom0(from common.Address, to common.Address, tokenId *big.Int, data []byte) []byte {
	enc, err := badges.abi.Pack("safeTransferFrom0", from, to, tokenId, data)
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
func (badges *Badges) TryPackSafeTransferFrom0(from common.Address, to common.Address, tokenId *big.Int, data []byte) ([]byte, error) {
	return badges.abi.Pack("safeTransferFrom0", from, to, tokenId, data)
}

// PackSetApprovalForAll is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa22cb465.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setApprovalForAll(address operator, bool approved) returns()
func (badges *Badges) PackSetApprovalForAll(operator common.Address, approved bool) []byte {
	enc, err := badges.abi.Pack("setApprovalForAll", operator, approved)
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
func (badges *Badges) TryPackSetApprovalForAll(operator common.Address, approved bool) ([]byte, error) {
	return badges.abi.Pack("setApprovalForAll", operator, approved)
}

// PackSupportsInterface is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x01ffc9a7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function supportsInterface(bytes4 interfaceId) view returns(bool supported)
func (badges *Badges) PackSupportsInterface(interfaceId [4]byte) []byte {
	enc, err := badges.abi.Pack("supportsInterface", interfaceId)
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
func (badges *Badges) TryPackSupportsInterface(interfaceId [4]byte) ([]byte, error) {
	return badges.abi.Pack("supportsInterface", interfaceId)
}

// UnpackSupportsInterface is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x01ffc9a7.
//
// Solidity: function supportsInterface(bytes4 interfaceId) view returns(bool supported)
func (badges *Badges) UnpackSupportsInterface(data []byte) (bool, error) {
	out, err := badges.abi.Unpack("supportsInterface", data)
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
func (badges *Badges) PackSymbol() []byte {
	enc, err := badges.abi.Pack("symbol")
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
func (badges *Badges) TryPackSymbol() ([]byte, error) {
	return badges.abi.Pack("symbol")
}

// UnpackSymbol is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x95d89b41.
//
// Solidity: function symbol() view returns(string)
func (badges *Badges) UnpackSymbol(data []byte) (string, error) {
	out, err := badges.abi.Unpack("symbol", data)
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
// Solidity: function tokenURI(uint256 tokenId) view returns(string)
func (badges *Badges) PackTokenURI(tokenId *big.Int) []byte {
	enc, err := badges.abi.Pack("tokenURI", tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTokenURI is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc87b56dd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function tokenURI(uint256 tokenId) view returns(string)
func (badges *Badges) TryPackTokenURI(tokenId *big.Int) ([]byte, error) {
	return badges.abi.Pack("tokenURI", tokenId)
}

// UnpackTokenURI is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xc87b56dd.
//
// Solidity: function tokenURI(uint256 tokenId) view returns(string)
func (badges *Badges) UnpackTokenURI(data []byte) (string, error) {
	out, err := badges.abi.Unpack("tokenURI", data)
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
func (badges *Badges) PackTransferFrom(from common.Address, to common.Address, tokenId *big.Int) []byte {
	enc, err := badges.abi.Pack("transferFrom", from, to, tokenId)
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
func (badges *Badges) TryPackTransferFrom(from common.Address, to common.Address, tokenId *big.Int) ([]byte, error) {
	return badges.abi.Pack("transferFrom", from, to, tokenId)
}

// BadgesApproval represents a Approval event raised by the Badges contract.
type BadgesApproval struct {
	Owner    common.Address
	Approved common.Address
	TokenId  *big.Int
	Raw      *types.Log // Blockchain specific contextual infos
}

const BadgesApprovalEventName = "Approval"

// ContractEventName returns the user-defined event name.
func (BadgesApproval) ContractEventName() string {
	return BadgesApprovalEventName
}

// UnpackApprovalEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)
func (badges *Badges) UnpackApprovalEvent(log *types.Log) (*BadgesApproval, error) {
	event := "Approval"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != badges.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(BadgesApproval)
	if len(log.Data) > 0 {
		if err := badges.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range badges.abi.Events[event].Inputs {
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

// BadgesApprovalForAll represents a ApprovalForAll event raised by the Badges contract.
type BadgesApprovalForAll struct {
	Owner    common.Address
	Operator common.Address
	Approved bool
	Raw      *types.Log // Blockchain specific contextual infos
}

const BadgesApprovalForAllEventName = "ApprovalForAll"

// ContractEventName returns the user-defined event name.
func (BadgesApprovalForAll) ContractEventName() string {
	return BadgesApprovalForAllEventName
}

// UnpackApprovalForAllEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ApprovalForAll(address indexed owner, address indexed operator, bool approved)
func (badges *Badges) UnpackApprovalForAllEvent(log *types.Log) (*BadgesApprovalForAll, error) {
	event := "ApprovalForAll"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != badges.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(BadgesApprovalForAll)
	if len(log.Data) > 0 {
		if err := badges.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range badges.abi.Events[event].Inputs {
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

// BadgesBadgeIssued represents a BadgeIssued event raised by the Badges contract.
type BadgesBadgeIssued struct {
	Agent    common.Address
	Kind     [32]byte
	TokenId  *big.Int
	Evidence [32]byte
	Raw      *types.Log // Blockchain specific contextual infos
}

const BadgesBadgeIssuedEventName = "BadgeIssued"

// ContractEventName returns the user-defined event name.
func (BadgesBadgeIssued) ContractEventName() string {
	return BadgesBadgeIssuedEventName
}

// UnpackBadgeIssuedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event BadgeIssued(address indexed agent, bytes32 indexed kind, uint256 tokenId, bytes32 evidence)
func (badges *Badges) UnpackBadgeIssuedEvent(log *types.Log) (*BadgesBadgeIssued, error) {
	event := "BadgeIssued"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != badges.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(BadgesBadgeIssued)
	if len(log.Data) > 0 {
		if err := badges.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range badges.abi.Events[event].Inputs {
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

// BadgesLocked represents a Locked event raised by the Badges contract.
type BadgesLocked struct {
	TokenId *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

const BadgesLockedEventName = "Locked"

// ContractEventName returns the user-defined event name.
func (BadgesLocked) ContractEventName() string {
	return BadgesLockedEventName
}

// UnpackLockedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Locked(uint256 tokenId)
func (badges *Badges) UnpackLockedEvent(log *types.Log) (*BadgesLocked, error) {
	event := "Locked"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != badges.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(BadgesLocked)
	if len(log.Data) > 0 {
		if err := badges.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range badges.abi.Events[event].Inputs {
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

// BadgesRoleAdminChanged represents a RoleAdminChanged event raised by the Badges contract.
type BadgesRoleAdminChanged struct {
	Role              [32]byte
	PreviousAdminRole [32]byte
	NewAdminRole      [32]byte
	Raw               *types.Log // Blockchain specific contextual infos
}

const BadgesRoleAdminChangedEventName = "RoleAdminChanged"

// ContractEventName returns the user-defined event name.
func (BadgesRoleAdminChanged) ContractEventName() string {
	return BadgesRoleAdminChangedEventName
}

// UnpackRoleAdminChangedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RoleAdminChanged(bytes32 indexed role, bytes32 indexed previousAdminRole, bytes32 indexed newAdminRole)
func (badges *Badges) UnpackRoleAdminChangedEvent(log *types.Log) (*BadgesRoleAdminChanged, error) {
	event := "RoleAdminChanged"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != badges.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(BadgesRoleAdminChanged)
	if len(log.Data) > 0 {
		if err := badges.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range badges.abi.Events[event].Inputs {
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

// BadgesRoleGranted represents a RoleGranted event raised by the Badges contract.
type BadgesRoleGranted struct {
	Role    [32]byte
	Account common.Address
	Sender  common.Address
	Raw     *types.Log // Blockchain specific contextual infos
}

const BadgesRoleGrantedEventName = "RoleGranted"

// ContractEventName returns the user-defined event name.
func (BadgesRoleGranted) ContractEventName() string {
	return BadgesRoleGrantedEventName
}

// UnpackRoleGrantedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)
func (badges *Badges) UnpackRoleGrantedEvent(log *types.Log) (*BadgesRoleGranted, error) {
	event := "RoleGranted"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != badges.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(BadgesRoleGranted)
	if len(log.Data) > 0 {
		if err := badges.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range badges.abi.Events[event].Inputs {
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

// BadgesRoleRevoked represents a RoleRevoked event raised by the Badges contract.
type BadgesRoleRevoked struct {
	Role    [32]byte
	Account common.Address
	Sender  common.Address
	Raw     *types.Log // Blockchain specific contextual infos
}

const BadgesRoleRevokedEventName = "RoleRevoked"

// ContractEventName returns the user-defined event name.
func (BadgesRoleRevoked) ContractEventName() string {
	return BadgesRoleRevokedEventName
}

// UnpackRoleRevokedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender)
func (badges *Badges) UnpackRoleRevokedEvent(log *types.Log) (*BadgesRoleRevoked, error) {
	event := "RoleRevoked"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != badges.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(BadgesRoleRevoked)
	if len(log.Data) > 0 {
		if err := badges.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range badges.abi.Events[event].Inputs {
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

// BadgesTransfer represents a Transfer event raised by the Badges contract.
type BadgesTransfer struct {
	From    common.Address
	To      common.Address
	TokenId *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

const BadgesTransferEventName = "Transfer"

// ContractEventName returns the user-defined event name.
func (BadgesTransfer) ContractEventName() string {
	return BadgesTransferEventName
}

// UnpackTransferEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)
func (badges *Badges) UnpackTransferEvent(log *types.Log) (*BadgesTransfer, error) {
	event := "Transfer"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != badges.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(BadgesTransfer)
	if len(log.Data) > 0 {
		if err := badges.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range badges.abi.Events[event].Inputs {
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

// BadgesUnlocked represents a Unlocked event raised by the Badges contract.
type BadgesUnlocked struct {
	TokenId *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

const BadgesUnlockedEventName = "Unlocked"

// ContractEventName returns the user-defined event name.
func (BadgesUnlocked) ContractEventName() string {
	return BadgesUnlockedEventName
}

// UnpackUnlockedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Unlocked(uint256 tokenId)
func (badges *Badges) UnpackUnlockedEvent(log *types.Log) (*BadgesUnlocked, error) {
	event := "Unlocked"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != badges.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(BadgesUnlocked)
	if len(log.Data) > 0 {
		if err := badges.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range badges.abi.Events[event].Inputs {
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
func (badges *Badges) UnpackError(raw []byte) (any, error) {
	if bytes.Equal(raw[:4], badges.abi.Errors["AccessControlBadConfirmation"].ID.Bytes()[:4]) {
		return badges.UnpackAccessControlBadConfirmationError(raw[4:])
	}
	if bytes.Equal(raw[:4], badges.abi.Errors["AccessControlUnauthorizedAccount"].ID.Bytes()[:4]) {
		return badges.UnpackAccessControlUnauthorizedAccountError(raw[4:])
	}
	if bytes.Equal(raw[:4], badges.abi.Errors["BadgeEmpty"].ID.Bytes()[:4]) {
		return badges.UnpackBadgeEmptyError(raw[4:])
	}
	if bytes.Equal(raw[:4], badges.abi.Errors["ERC721IncorrectOwner"].ID.Bytes()[:4]) {
		return badges.UnpackERC721IncorrectOwnerError(raw[4:])
	}
	if bytes.Equal(raw[:4], badges.abi.Errors["ERC721InsufficientApproval"].ID.Bytes()[:4]) {
		return badges.UnpackERC721InsufficientApprovalError(raw[4:])
	}
	if bytes.Equal(raw[:4], badges.abi.Errors["ERC721InvalidApprover"].ID.Bytes()[:4]) {
		return badges.UnpackERC721InvalidApproverError(raw[4:])
	}
	if bytes.Equal(raw[:4], badges.abi.Errors["ERC721InvalidOperator"].ID.Bytes()[:4]) {
		return badges.UnpackERC721InvalidOperatorError(raw[4:])
	}
	if bytes.Equal(raw[:4], badges.abi.Errors["ERC721InvalidOwner"].ID.Bytes()[:4]) {
		return badges.UnpackERC721InvalidOwnerError(raw[4:])
	}
	if bytes.Equal(raw[:4], badges.abi.Errors["ERC721InvalidReceiver"].ID.Bytes()[:4]) {
		return badges.UnpackERC721InvalidReceiverError(raw[4:])
	}
	if bytes.Equal(raw[:4], badges.abi.Errors["ERC721InvalidSender"].ID.Bytes()[:4]) {
		return badges.UnpackERC721InvalidSenderError(raw[4:])
	}
	if bytes.Equal(raw[:4], badges.abi.Errors["ERC721NonexistentToken"].ID.Bytes()[:4]) {
		return badges.UnpackERC721NonexistentTokenError(raw[4:])
	}
	if bytes.Equal(raw[:4], badges.abi.Errors["TokenSoulbound"].ID.Bytes()[:4]) {
		return badges.UnpackTokenSoulboundError(raw[4:])
	}
	return nil, errors.New("Unknown error")
}

// BadgesAccessControlBadConfirmation represents a AccessControlBadConfirmation error raised by the Badges contract.
type BadgesAccessControlBadConfirmation struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlBadConfirmation()
func BadgesAccessControlBadConfirmationErrorID() common.Hash {
	return common.HexToHash("0x6697b23232a647058342c0724fe7c415cab25915b54e5dbc03f233173d37b41c")
}

// UnpackAccessControlBadConfirmationError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlBadConfirmation()
func (badges *Badges) UnpackAccessControlBadConfirmationError(raw []byte) (*BadgesAccessControlBadConfirmation, error) {
	out := new(BadgesAccessControlBadConfirmation)
	if err := badges.abi.UnpackIntoInterface(out, "AccessControlBadConfirmation", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// BadgesAccessControlUnauthorizedAccount represents a AccessControlUnauthorizedAccount error raised by the Badges contract.
type BadgesAccessControlUnauthorizedAccount struct {
	Account    common.Address
	NeededRole [32]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)
func BadgesAccessControlUnauthorizedAccountErrorID() common.Hash {
	return common.HexToHash("0xe2517d3fbfae6f8515ef5ff1ccedc3933ab0cbbda0b492c06eb54ad10ef03b3e")
}

// UnpackAccessControlUnauthorizedAccountError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)
func (badges *Badges) UnpackAccessControlUnauthorizedAccountError(raw []byte) (*BadgesAccessControlUnauthorizedAccount, error) {
	out := new(BadgesAccessControlUnauthorizedAccount)
	if err := badges.abi.UnpackIntoInterface(out, "AccessControlUnauthorizedAccount", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// BadgesBadgeEmpty represents a BadgeEmpty error raised by the Badges contract.
type BadgesBadgeEmpty struct {
	Agent common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error BadgeEmpty(address agent)
func BadgesBadgeEmptyErrorID() common.Hash {
	return common.HexToHash("0xbcf929fa195f5ac6ffec9a291e72217f5d646b27f0fb2e9fe3fbacbe692615c8")
}

// UnpackBadgeEmptyError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error BadgeEmpty(address agent)
func (badges *Badges) UnpackBadgeEmptyError(raw []byte) (*BadgesBadgeEmpty, error) {
	out := new(BadgesBadgeEmpty)
	if err := badges.abi.UnpackIntoInterface(out, "BadgeEmpty", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// BadgesERC721IncorrectOwner represents a ERC721IncorrectOwner error raised by the Badges contract.
type BadgesERC721IncorrectOwner struct {
	Sender  common.Address
	TokenId *big.Int
	Owner   common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ERC721IncorrectOwner(address sender, uint256 tokenId, address owner)
func BadgesERC721IncorrectOwnerErrorID() common.Hash {
	return common.HexToHash("0x64283d7b313c8117c125f736876fa2b4e90ea3831a4716dfdb87d2f540e26289")
}

// UnpackERC721IncorrectOwnerError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ERC721IncorrectOwner(address sender, uint256 tokenId, address owner)
func (badges *Badges) UnpackERC721IncorrectOwnerError(raw []byte) (*BadgesERC721IncorrectOwner, error) {
	out := new(BadgesERC721IncorrectOwner)
	if err := badges.abi.UnpackIntoInterface(out, "ERC721IncorrectOwner", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// BadgesERC721InsufficientApproval represents a ERC721InsufficientApproval error raised by the Badges contract.
type BadgesERC721InsufficientApproval struct {
	Operator common.Address
	TokenId  *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ERC721InsufficientApproval(address operator, uint256 tokenId)
func BadgesERC721InsufficientApprovalErrorID() common.Hash {
	return common.HexToHash("0x177e802f6f313bc89797ecace66d6d29ab4719cbaaacbb87367264048b1eb861")
}

// UnpackERC721InsufficientApprovalError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ERC721InsufficientApproval(address operator, uint256 tokenId)
func (badges *Badges) UnpackERC721InsufficientApprovalError(raw []byte) (*BadgesERC721InsufficientApproval, error) {
	out := new(BadgesERC721InsufficientApproval)
	if err := badges.abi.UnpackIntoInterface(out, "ERC721InsufficientApproval", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// BadgesERC721InvalidApprover represents a ERC721InvalidApprover error raised by the Badges contract.
type BadgesERC721InvalidApprover struct {
	Approver common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ERC721InvalidApprover(address approver)
func BadgesERC721InvalidApproverErrorID() common.Hash {
	return common.HexToHash("0xa9fbf51f86b8e03595d59dc726bb10c329bb24f62589be276d8dd193ca0b69ea")
}

// UnpackERC721InvalidApproverError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ERC721InvalidApprover(address approver)
func (badges *Badges) UnpackERC721InvalidApproverError(raw []byte) (*BadgesERC721InvalidApprover, error) {
	out := new(BadgesERC721InvalidApprover)
	if err := badges.abi.UnpackIntoInterface(out, "ERC721InvalidApprover", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// BadgesERC721InvalidOperator represents a ERC721InvalidOperator error raised by the Badges contract.
type BadgesERC721InvalidOperator struct {
	Operator common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ERC721InvalidOperator(address operator)
func BadgesERC721InvalidOperatorErrorID() common.Hash {
	return common.HexToHash("0x5b08ba185e8f577075361f3a3555a6580a227ce22734dcc979c1aeadf894658b")
}

// UnpackERC721InvalidOperatorError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ERC721InvalidOperator(address operator)
func (badges *Badges) UnpackERC721InvalidOperatorError(raw []byte) (*BadgesERC721InvalidOperator, error) {
	out := new(BadgesERC721InvalidOperator)
	if err := badges.abi.UnpackIntoInterface(out, "ERC721InvalidOperator", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// BadgesERC721InvalidOwner represents a ERC721InvalidOwner error raised by the Badges contract.
type BadgesERC721InvalidOwner struct {
	Owner common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ERC721InvalidOwner(address owner)
func BadgesERC721InvalidOwnerErrorID() common.Hash {
	return common.HexToHash("0x89c62b6479af2e623826dcc39c5133061d35b66d72de92833401dd2fd6567480")
}

// UnpackERC721InvalidOwnerError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ERC721InvalidOwner(address owner)
func (badges *Badges) UnpackERC721InvalidOwnerError(raw []byte) (*BadgesERC721InvalidOwner, error) {
	out := new(BadgesERC721InvalidOwner)
	if err := badges.abi.UnpackIntoInterface(out, "ERC721InvalidOwner", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// BadgesERC721InvalidReceiver represents a ERC721InvalidReceiver error raised by the Badges contract.
type BadgesERC721InvalidReceiver struct {
	Receiver common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ERC721InvalidReceiver(address receiver)
func BadgesERC721InvalidReceiverErrorID() common.Hash {
	return common.HexToHash("0x64a0ae9278f805eaf991dcd18ca78756d280b7508b764ef1b255c55845c11df9")
}

// UnpackERC721InvalidReceiverError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ERC721InvalidReceiver(address receiver)
func (badges *Badges) UnpackERC721InvalidReceiverError(raw []byte) (*BadgesERC721InvalidReceiver, error) {
	out := new(BadgesERC721InvalidReceiver)
	if err := badges.abi.UnpackIntoInterface(out, "ERC721InvalidReceiver", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// BadgesERC721InvalidSender represents a ERC721InvalidSender error raised by the Badges contract.
type BadgesERC721InvalidSender struct {
	Sender common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ERC721InvalidSender(address sender)
func BadgesERC721InvalidSenderErrorID() common.Hash {
	return common.HexToHash("0x73c6ac6e10798e95d99e1f130d923eb40193ecb8d094ec3dce93292564eb3b17")
}

// UnpackERC721InvalidSenderError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ERC721InvalidSender(address sender)
func (badges *Badges) UnpackERC721InvalidSenderError(raw []byte) (*BadgesERC721InvalidSender, error) {
	out := new(BadgesERC721InvalidSender)
	if err := badges.abi.UnpackIntoInterface(out, "ERC721InvalidSender", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// BadgesERC721NonexistentToken represents a ERC721NonexistentToken error raised by the Badges contract.
type BadgesERC721NonexistentToken struct {
	TokenId *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ERC721NonexistentToken(uint256 tokenId)
func BadgesERC721NonexistentTokenErrorID() common.Hash {
	return common.HexToHash("0x7e273289a3a9ef6670f06df7dca227856fc925e956db96980692764a8bc734d7")
}

// UnpackERC721NonexistentTokenError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ERC721NonexistentToken(uint256 tokenId)
func (badges *Badges) UnpackERC721NonexistentTokenError(raw []byte) (*BadgesERC721NonexistentToken, error) {
	out := new(BadgesERC721NonexistentToken)
	if err := badges.abi.UnpackIntoInterface(out, "ERC721NonexistentToken", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// BadgesTokenSoulbound represents a TokenSoulbound error raised by the Badges contract.
type BadgesTokenSoulbound struct {
	TokenId *big.Int
	Holder  common.Address
	To      common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error TokenSoulbound(uint256 tokenId, address holder, address to)
func BadgesTokenSoulboundErrorID() common.Hash {
	return common.HexToHash("0xf170db6c0232018df20697eeaa218672b4d92a2e6ddc75228d8bac584ac9b2c3")
}

// UnpackTokenSoulboundError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error TokenSoulbound(uint256 tokenId, address holder, address to)
func (badges *Badges) UnpackTokenSoulboundError(raw []byte) (*BadgesTokenSoulbound, error) {
	out := new(BadgesTokenSoulbound)
	if err := badges.abi.UnpackIntoInterface(out, "TokenSoulbound", raw); err != nil {
		return nil, err
	}
	return out, nil
}
