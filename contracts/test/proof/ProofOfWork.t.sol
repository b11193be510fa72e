// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IProofOfWork} from "../../src/proof/IProofOfWork.sol";
import {ProofOfWork} from "../../src/proof/ProofOfWork.sol";
import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {Log, Test} from "forge-lite/Forge.sol";
import {Tree} from "forge-lite/Tree.sol";

contract ProofOfWorkTest is Test {
    address private constant _ADMIN = address(0xA11CE);
    address private constant _RECORDER = address(0xB0B);
    // Not by sha256: that is a call, and would be taken for the one that a cheatcode waits for.
    bytes32 private constant _GOAL = keccak256("goal");
    bytes32 private constant _OTHER = keccak256("other");
    bytes32 private constant _ROOT = keccak256("root");

    ProofOfWork private _proofs;

    function setUp() public {
        vm.warp(1_800_000_000);
        vm.roll(77);
        _proofs = new ProofOfWork(_ADMIN, _RECORDER);
    }

    function test_RecordKeepsAndTells() public {
        vm.expectEmit(address(_proofs));
        emit IProofOfWork.BundleRecorded(_GOAL, _ROOT, 3);
        vm.prank(_RECORDER);
        _proofs.recordBundle(_GOAL, _ROOT, 3);

        IProofOfWork.Bundle memory kept = _proofs.bundle(_GOAL);
        vm.assertEq(kept.root, _ROOT);
        vm.assertEq(kept.size, 3);
        vm.assertEq(kept.recordedAt, 1_800_000_000);
        vm.assertEq(kept.blockNumber, 77);
    }

    function test_UnknownBundleIsAllZeros() public view {
        IProofOfWork.Bundle memory none = _proofs.bundle(_GOAL);
        vm.assertEq(none.root, 0);
        vm.assertEq(none.size, 0);
        vm.assertFalse(_proofs.verifyTask(_GOAL, "", 0, new bytes32[](0)));
    }

    function test_RecordingAgainChangesNothing() public {
        vm.startPrank(_RECORDER);
        _proofs.recordBundle(_GOAL, _ROOT, 3);
        vm.warp(1_900_000_000);
        vm.roll(99);
        vm.recordLogs();
        _proofs.recordBundle(_GOAL, _ROOT, 3);
        vm.assertEq(vm.getRecordedLogs().length, 0);
        vm.assertEq(_proofs.bundle(_GOAL).recordedAt, 1_800_000_000);
        vm.assertEq(_proofs.bundle(_GOAL).blockNumber, 77);
    }

    function testFuzz_RevertIf_BundleIsKnownOtherwise(bytes32 root, uint64 size) public {
        vm.assume(root != 0 && root != _ROOT && size != 0 && size != 3);
        vm.startPrank(_RECORDER);
        _proofs.recordBundle(_GOAL, _ROOT, 3);
        _expectConflict(root, 3);
        _proofs.recordBundle(_GOAL, root, 3);
        _expectConflict(_ROOT, size);
        _proofs.recordBundle(_GOAL, _ROOT, size);
        _expectConflict(root, size);
        _proofs.recordBundle(_GOAL, root, size);
    }

    function test_RevertIf_BundleIsEmpty() public {
        vm.startPrank(_RECORDER);
        vm.expectRevert(abi.encodeWithSelector(IProofOfWork.BundleEmpty.selector, _GOAL, _ROOT, 0));
        _proofs.recordBundle(_GOAL, _ROOT, 0);
        vm.expectRevert(abi.encodeWithSelector(IProofOfWork.BundleEmpty.selector, _GOAL, bytes32(0), 3));
        _proofs.recordBundle(_GOAL, 0, 3);
    }

    function testFuzz_RevertIf_StrangerRecords(address stranger) public {
        vm.assume(stranger != _RECORDER);
        bytes memory refusal = abi.encodeWithSelector(
            IAccessControl.AccessControlUnauthorizedAccount.selector, stranger, _proofs.RECORDER_ROLE()
        );
        vm.startPrank(stranger);
        vm.expectRevert(refusal);
        _proofs.recordBundle(_GOAL, _ROOT, 3);
        vm.expectRevert(refusal);
        _proofs.recordBundles(new bytes32[](0), new bytes32[](0), new uint64[](0));
    }

    function test_AdminHandsOutAndTakesBackTheRole() public {
        address next = address(0xCAFE);
        bytes32 role = _proofs.RECORDER_ROLE();
        vm.startPrank(_ADMIN);
        _proofs.grantRole(role, next);
        _proofs.revokeRole(role, _RECORDER);
        vm.stopPrank();
        vm.prank(next);
        _proofs.recordBundle(_GOAL, _ROOT, 3);
        vm.prank(_RECORDER);
        vm.expectRevert();
        _proofs.recordBundle(_OTHER, _ROOT, 3);
    }

    function test_BatchRecordsWhatIsNew() public {
        (bytes32[] memory ids, bytes32[] memory roots, uint64[] memory sizes) = _batch(4);
        vm.startPrank(_RECORDER);
        _proofs.recordBundle(ids[1], roots[1], sizes[1]);
        ids[3] = ids[2]; // twice in one batch
        roots[3] = roots[2];
        sizes[3] = sizes[2];
        vm.recordLogs();
        _proofs.recordBundles(ids, roots, sizes);

        Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs.length, 2);
        vm.assertEq(logs[0].topics[1], ids[0]);
        vm.assertEq(logs[1].topics[1], ids[2]);
        for (uint256 i = 0; i < ids.length; ++i) {
            vm.assertEq(_proofs.bundle(ids[i]).root, roots[i]);
        }
    }

    function test_RevertIf_OneOfABatchConflicts() public {
        (bytes32[] memory ids, bytes32[] memory roots, uint64[] memory sizes) = _batch(3);
        vm.startPrank(_RECORDER);
        _proofs.recordBundle(ids[2], _ROOT, 1);
        vm.expectRevert(
            abi.encodeWithSelector(IProofOfWork.BundleConflict.selector, ids[2], _ROOT, 1, roots[2], sizes[2])
        );
        _proofs.recordBundles(ids, roots, sizes);
        vm.assertEq(_proofs.bundle(ids[0]).size, 0);
    }

    function testFuzz_RevertIf_BatchIsUneven(uint8 ids, uint8 roots, uint8 sizes) public {
        vm.assume(ids != roots || ids != sizes);
        vm.prank(_RECORDER);
        vm.expectRevert(abi.encodeWithSelector(IProofOfWork.BatchUneven.selector, ids, roots, sizes));
        _proofs.recordBundles(new bytes32[](ids), new bytes32[](roots), new uint64[](sizes));
    }

    function testFuzz_TasksAreProven(bytes32 seed, uint256 size, uint256 index) public {
        size = bound(size, 1, 33);
        index = bound(index, 0, size - 1);
        bytes[] memory leaves = Tree.grow(seed, size);
        vm.startPrank(_RECORDER);
        _proofs.recordBundle(_GOAL, Tree.root(leaves), uint64(size));
        bytes32[] memory path = Tree.path(leaves, index);
        vm.assertTrue(_proofs.verifyTask(_GOAL, leaves[index], index, path));
        vm.assertFalse(_proofs.verifyTask(_GOAL, abi.encodePacked(leaves[index], hex"00"), index, path), "leaf");
        vm.assertFalse(_proofs.verifyTask(_OTHER, leaves[index], index, path), "bundle");
    }

    /// The trees that Go made and froze.
    function test_GoldenTreesAreProven() public {
        string[6] memory sizes = ["1", "2", "3", "7", "8", "256"];
        for (uint256 i = 0; i < sizes.length; ++i) {
            string memory json = vm.readFile(string.concat("../chain/merkle/testdata/tree-", sizes[i], ".json"));
            bytes32 id = vm.parseJsonBytes32(json, ".bundleId");
            bytes32 root = vm.parseJsonBytes32(json, ".root");
            uint64 size = uint64(vm.parseJsonUint(json, ".size"));
            vm.prank(_RECORDER);
            _proofs.recordBundle(id, root, size);
            uint256 proven = 0;
            for (; vm.keyExistsJson(json, string.concat(".proofs[", vm.toString(proven), "]")); ++proven) {
                string memory proof = string.concat(".proofs[", vm.toString(proven), "]");
                uint256 index = vm.parseJsonUint(json, string.concat(proof, ".index"));
                bytes memory leaf = vm.parseJsonBytes(json, string.concat(".leaves[", vm.toString(index), "].data"));
                bytes32[] memory path = vm.parseJsonBytes32Array(json, string.concat(proof, ".path"));
                vm.assertTrue(_proofs.verifyTask(id, leaf, index, path), sizes[i]);
                leaf[leaf.length - 1] ^= 0x01;
                vm.assertFalse(_proofs.verifyTask(id, leaf, index, path), sizes[i]);
            }
            vm.assertTrue(proven > 0, sizes[i]);
        }
    }

    function _expectConflict(bytes32 root, uint64 size) private {
        vm.expectRevert(abi.encodeWithSelector(IProofOfWork.BundleConflict.selector, _GOAL, _ROOT, 3, root, size));
    }

    function _batch(uint256 count)
        private
        pure
        returns (bytes32[] memory ids, bytes32[] memory roots, uint64[] memory sizes)
    {
        ids = new bytes32[](count);
        roots = new bytes32[](count);
        sizes = new uint64[](count);
        for (uint256 i = 0; i < count; ++i) {
            ids[i] = keccak256(abi.encode("goal", i));
            roots[i] = keccak256(abi.encode("root", i));
            sizes[i] = uint64(i + 1);
        }
    }
}
