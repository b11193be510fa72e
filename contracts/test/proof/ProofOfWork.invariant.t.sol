// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IProofOfWork} from "../../src/proof/IProofOfWork.sol";
import {ProofOfWork} from "../../src/proof/ProofOfWork.sol";
import {Test} from "forge-lite/Forge.sol";

/// Records whatever comes, and notes what was recorded first. Few IDs, roots and sizes, so that they meet again.
contract Recorders is Test {
    ProofOfWork public proofs;
    bytes32[] public ids;
    mapping(bytes32 id => IProofOfWork.Bundle first) private _first;

    constructor() {
        proofs = new ProofOfWork(address(this), address(this));
    }

    function record(uint8 goal, uint8 root, uint8 size) external {
        (bytes32 id, bytes32 root_, uint64 size_) = _offer(goal, root, size);
        proofs.recordBundle(id, root_, size_);
        _note(id, root_, size_);
    }

    function recordTwo(uint8 goal, uint8 root, uint8 size) external {
        bytes32[] memory ids_ = new bytes32[](2);
        bytes32[] memory roots = new bytes32[](2);
        uint64[] memory sizes = new uint64[](2);
        (ids_[0], roots[0], sizes[0]) = _offer(goal, root, size);
        (ids_[1], roots[1], sizes[1]) = _offer(goal >> 2, root >> 2, size >> 2);
        proofs.recordBundles(ids_, roots, sizes);
        _note(ids_[0], roots[0], sizes[0]);
        _note(ids_[1], roots[1], sizes[1]);
    }

    function recordAsStranger(address stranger, uint8 goal, uint8 root, uint8 size) external {
        if (stranger == address(this)) return;
        (bytes32 id, bytes32 root_, uint64 size_) = _offer(goal, root, size);
        vm.prank(stranger);
        proofs.recordBundle(id, root_, size_);
        _note(id, root_, size_ + 1); // never reached; were it, the invariant would break
    }

    function pass(uint16 time) external {
        vm.warp(block.timestamp + time);
        vm.roll(block.number + time % 16);
    }

    function count() external view returns (uint256) {
        return ids.length;
    }

    function first(bytes32 id) external view returns (IProofOfWork.Bundle memory) {
        return _first[id];
    }

    function _note(bytes32 id, bytes32 root, uint64 size) private {
        if (_first[id].size != 0) return;
        _first[id] = IProofOfWork.Bundle(root, size, uint64(block.timestamp), uint64(block.number));
        ids.push(id);
    }

    function _offer(uint8 goal, uint8 root, uint8 size) private pure returns (bytes32, bytes32, uint64) {
        return (bytes32(uint256(goal % 4)), bytes32(uint256(root % 4)), uint64(size % 4));
    }
}

contract ProofOfWorkInvariantTest is Test {
    Recorders private _recorders;

    function setUp() public {
        _recorders = new Recorders();
        targetContract(address(_recorders));
    }

    function invariant_BundleNeverChangesOnceRecorded() public view {
        for (uint256 i = 0; i < _recorders.count(); ++i) {
            bytes32 id = _recorders.ids(i);
            IProofOfWork.Bundle memory first = _recorders.first(id);
            IProofOfWork.Bundle memory kept = _recorders.proofs().bundle(id);
            vm.assertEq(kept.root, first.root);
            vm.assertEq(kept.size, first.size);
            vm.assertEq(kept.recordedAt, first.recordedAt);
            vm.assertEq(kept.blockNumber, first.blockNumber);
        }
    }

    function invariant_NothingIsRecordedThatWasNotOffered() public view {
        for (uint256 goal = 0; goal < 4; ++goal) {
            bytes32 id = bytes32(goal);
            vm.assertEq(_recorders.proofs().bundle(id).size, _recorders.first(id).size);
        }
    }
}
