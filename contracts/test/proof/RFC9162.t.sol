// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {RFC9162} from "../../src/proof/RFC9162.sol";
import {Test} from "forge-lite/Forge.sol";
import {Tree} from "forge-lite/Tree.sol";

/// Makes the library's functions callable with calldata.
contract RFC9162Caller {
    function leafHash(bytes calldata data) external pure returns (bytes32) {
        return RFC9162.leafHash(data);
    }

    function nodeHash(bytes32 left, bytes32 right) external view returns (bytes32) {
        return RFC9162.nodeHash(left, right);
    }

    function verify(bytes32 leaf, uint256 index, uint256 size, bytes32[] calldata path, bytes32 root)
        external
        view
        returns (bool)
    {
        return RFC9162.verify(leaf, index, size, path, root);
    }
}

contract RFC9162Test is Test {
    RFC9162Caller private _caller;

    function setUp() public {
        _caller = new RFC9162Caller();
    }

    function testFuzz_HashesAreThoseOfTheRFC(bytes calldata data, bytes32 left, bytes32 right) public view {
        vm.assertEq(_caller.leafHash(data), sha256(abi.encodePacked(hex"00", data)));
        vm.assertEq(_caller.nodeHash(left, right), sha256(abi.encodePacked(hex"01", left, right)));
    }

    function testFuzz_EveryLeafVerifies(bytes32 seed, uint256 size) public view {
        size = bound(size, 1, 40);
        bytes[] memory leaves = Tree.grow(seed, size);
        bytes32 root = Tree.root(leaves);
        for (uint256 i = 0; i < size; ++i) {
            vm.assertTrue(_caller.verify(_caller.leafHash(leaves[i]), i, size, Tree.path(leaves, i), root));
        }
    }

    function testFuzz_FlippedBitFails(bytes32 seed, uint256 size, uint256 index, uint256 level, uint8 bit) public view {
        size = bound(size, 2, 40);
        index = bound(index, 0, size - 1);
        bytes[] memory leaves = Tree.grow(seed, size);
        bytes32 root = Tree.root(leaves);
        bytes32 leaf = _caller.leafHash(leaves[index]);
        bytes32[] memory path = Tree.path(leaves, index);
        bytes32 mask = bytes32(uint256(1) << bit);

        vm.assertFalse(_caller.verify(leaf ^ mask, index, size, path, root), "leaf");
        vm.assertFalse(_caller.verify(leaf, index, size, path, root ^ mask), "root");
        path[level % path.length] ^= mask;
        vm.assertFalse(_caller.verify(leaf, index, size, path, root), "path");
    }

    function testFuzz_PathHoldsForItsOwnPlaceOnly(bytes32 seed, uint256 size, uint256 index, uint256 other)
        public
        view
    {
        size = bound(size, 1, 40);
        index = bound(index, 0, size - 1);
        vm.assume(other != index);
        bytes[] memory leaves = Tree.grow(seed, size);
        bytes32 leaf = _caller.leafHash(leaves[index]);
        bytes32[] memory path = Tree.path(leaves, index);
        bytes32 root = Tree.root(leaves);
        vm.assertFalse(_caller.verify(leaf, other, size, path, root), "any index");
        if (bound(other, 0, 2 * size) != index) {
            vm.assertFalse(_caller.verify(leaf, bound(other, 0, 2 * size), size, path, root), "near index");
        }
    }

    function testFuzz_CutAndPaddedPathsFail(bytes32 seed, uint256 size, uint256 index, bytes32 padding) public view {
        size = bound(size, 2, 40);
        index = bound(index, 0, size - 1);
        bytes[] memory leaves = Tree.grow(seed, size);
        bytes32 leaf = _caller.leafHash(leaves[index]);
        bytes32[] memory path = Tree.path(leaves, index);
        bytes32[] memory cut = new bytes32[](path.length - 1);
        bytes32[] memory padded = new bytes32[](path.length + 1);
        padded[path.length] = padding;
        for (uint256 i = 0; i < path.length; ++i) {
            padded[i] = path[i];
            if (i < cut.length) cut[i] = path[i];
        }
        vm.assertFalse(_caller.verify(leaf, index, size, cut, Tree.root(leaves)), "cut");
        vm.assertFalse(_caller.verify(leaf, index, size, padded, Tree.root(leaves)), "padded");
    }

    /// Any path at all: it terminates, and without a preimage it proves nothing.
    function testFuzz_ArbitraryPathsFail(
        bytes32 leaf,
        uint256 index,
        uint256 size,
        bytes32[] calldata path,
        bytes32 root
    ) public view {
        vm.assume(leaf != root);
        vm.assertFalse(_caller.verify(leaf, index, size, path, root));
    }

    function test_NodeDoesNotPassForALeaf() public view {
        bytes[] memory leaves = Tree.grow("node", 4);
        bytes memory node = abi.encodePacked(_caller.leafHash(leaves[0]), _caller.leafHash(leaves[1]));
        bytes32[] memory path = new bytes32[](1);
        path[0] = _caller.nodeHash(_caller.leafHash(leaves[2]), _caller.leafHash(leaves[3]));
        vm.assertFalse(_caller.verify(_caller.leafHash(node), 0, 2, path, Tree.root(leaves)));
    }

    /// The root of two leaves, said to be that of one: no path may lead to it.
    function test_PathDoesNotLeadOutOfASmallerTree() public view {
        bytes[] memory leaves = Tree.grow("two", 2);
        bytes32[] memory path = new bytes32[](1);
        path[0] = _caller.leafHash(leaves[0]);
        vm.assertFalse(_caller.verify(_caller.leafHash(leaves[1]), 0, 1, path, Tree.root(leaves)));
    }

    function test_SingleLeafNeedsNoPath() public view {
        bytes32 leaf = _caller.leafHash("only");
        vm.assertTrue(_caller.verify(leaf, 0, 1, new bytes32[](0), leaf));
        vm.assertFalse(_caller.verify(leaf, 0, 0, new bytes32[](0), leaf), "empty tree");
        vm.assertFalse(_caller.verify(leaf, 1, 1, new bytes32[](0), leaf), "index past the end");
    }
}
