// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TaskLeaf} from "../../src/proof/TaskLeaf.sol";
import {Test} from "forge-lite/Forge.sol";

/// Makes the library's function callable with calldata.
contract TaskLeafCaller {
    function parse(bytes calldata leaf) external pure returns (bool, bytes32, bytes32, address, bytes32) {
        return TaskLeaf.parse(leaf);
    }
}

contract TaskLeafTest is Test {
    TaskLeafCaller private _caller;

    function setUp() public {
        _caller = new TaskLeafCaller();
    }

    function testFuzz_LeafIsTakenApart(bytes32 goal, bytes32 task, address agent, bytes32 result) public view {
        _expect(abi.encodePacked(hex"01", goal, task, agent, result), true, goal, task, agent, result);
    }

    function testFuzz_OtherLayoutsAreUnknown(bytes calldata leaf) public view {
        vm.assume(leaf.length != 117 || leaf[0] != 0x01);
        _expect(leaf, false, 0, 0, address(0), 0);
    }

    function testFuzz_OtherVersionsAreUnknown(uint8 version, bytes32 word) public view {
        vm.assume(version != 1);
        _expect(abi.encodePacked(version, word, word, address(1), word), false, 0, 0, address(0), 0);
    }

    /// The leaves that Go made and froze.
    function test_GoldenLeavesAreTakenApart() public view {
        string memory json = vm.readFile("../chain/merkle/testdata/tree-7.json");
        bytes32 goal = vm.parseJsonBytes32(json, ".bundleId");
        for (uint256 i = 0; i < 7; ++i) {
            string memory leaf = string.concat(".leaves[", vm.toString(i), "]");
            bytes32 task = sha256(abi.encodePacked("task-", vm.toString(i)));
            address agent = address(bytes20(vm.parseJsonBytes(json, string.concat(leaf, ".agent"))));
            bytes32 result = vm.parseJsonBytes32(json, string.concat(leaf, ".result"));
            _expect(vm.parseJsonBytes(json, string.concat(leaf, ".data")), true, goal, task, agent, result);
        }
    }

    function _expect(bytes memory leaf, bool known, bytes32 goal, bytes32 task, address agent, bytes32 result)
        private
        view
    {
        (bool haveKnown, bytes32 haveGoal, bytes32 haveTask, address haveAgent, bytes32 haveResult) =
            _caller.parse(leaf);
        vm.assertTrue(haveKnown == known);
        vm.assertEq(haveGoal, goal);
        vm.assertEq(haveTask, task);
        vm.assertEq(haveAgent, agent);
        vm.assertEq(haveResult, result);
    }
}
