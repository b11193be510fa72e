// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// The few of forge's cheatcodes that these tests use; forge knows them by their signatures.
interface IForge {
    function assume(bool condition) external pure;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 timestamp) external;
    function roll(uint256 number) external;
    function deal(address account, uint256 balance) external;

    function expectRevert() external;
    function expectRevert(bytes calldata data) external;
    function expectEmit(address emitter) external;
    function recordLogs() external;
    function getRecordedLogs() external returns (Log[] memory logs);

    function snapshotGasLastCall(string calldata group, string calldata name) external returns (uint256 gasUsed);

    function readFile(string calldata path) external view returns (string memory content);
    function parseJsonUint(string calldata json, string calldata key) external pure returns (uint256 value);
    function parseJsonBytes(string calldata json, string calldata key) external pure returns (bytes memory value);
    function parseJsonBytes32(string calldata json, string calldata key) external pure returns (bytes32 value);
    function parseJsonBytes32Array(string calldata json, string calldata key)
        external
        pure
        returns (bytes32[] memory value);
    function keyExistsJson(string calldata json, string calldata key) external view returns (bool exists);
    function toString(uint256 value) external pure returns (string memory text);

    function assertTrue(bool condition) external pure;
    function assertTrue(bool condition, string calldata complaint) external pure;
    function assertFalse(bool condition) external pure;
    function assertFalse(bool condition, string calldata complaint) external pure;
    function assertEq(uint256 have, uint256 want) external pure;
    function assertEq(uint256 have, uint256 want, string calldata complaint) external pure;
    function assertEq(bytes32 have, bytes32 want) external pure;
    function assertEq(bytes32 have, bytes32 want, string calldata complaint) external pure;
    function assertEq(int256 have, int256 want) external pure;
    function assertEq(address have, address want) external pure;
    function assertEq(string calldata have, string calldata want) external pure;
    function assertEq(bytes calldata have, bytes calldata want) external pure;
    function assertLe(uint256 have, uint256 most) external pure;
}

struct Log {
    bytes32[] topics;
    bytes data;
    address emitter;
}

/// What a forge test inherits. Stands in for forge-std, which npm does not have.
abstract contract Test {
    bool public constant IS_TEST = true;
    IForge internal constant vm = IForge(address(uint160(uint256(keccak256("hevm cheat code")))));

    address[] private _targets;

    /// Forge asks for the contracts that an invariant test calls.
    function targetContracts() external view returns (address[] memory targets) {
        return _targets;
    }

    function targetContract(address target) internal {
        _targets.push(target);
    }

    function bound(uint256 value, uint256 low, uint256 high) internal pure returns (uint256 bounded) {
        return low + value % (high - low + 1);
    }
}
