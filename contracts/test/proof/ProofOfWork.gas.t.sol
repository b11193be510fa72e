// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ProofOfWork} from "../../src/proof/ProofOfWork.sol";
import {Test} from "forge-lite/Forge.sol";
import {Tree} from "forge-lite/Tree.sol";

/// What a call costs, in gas of its execution: a transaction's own 21,000 and its calldata come on top.
contract ProofOfWorkGasTest is Test {
    ProofOfWork private _proofs;

    function setUp() public {
        _proofs = new ProofOfWork(address(this), address(this));
    }

    function test_RecordBundle() public {
        _proofs.recordBundle("goal", "root", 256);
        vm.snapshotGasLastCall("ProofOfWork", "recordBundle");
        _proofs.recordBundle("goal", "root", 256);
        vm.snapshotGasLastCall("ProofOfWork", "recordBundle, again");
    }

    function test_RecordBundles() public {
        bytes32[] memory ids = new bytes32[](100);
        bytes32[] memory roots = new bytes32[](100);
        uint64[] memory sizes = new uint64[](100);
        for (uint256 i = 0; i < ids.length; ++i) {
            (ids[i], roots[i], sizes[i]) = (bytes32(i), "root", 8);
        }
        _proofs.recordBundles(ids, roots, sizes);
        vm.snapshotGasLastCall("ProofOfWork", "recordBundles, 100 new");
    }

    function test_VerifyTask() public {
        bytes[] memory leaves = Tree.grow("gas", 256);
        bytes32[] memory path = Tree.path(leaves, 200);
        _proofs.recordBundle("goal", Tree.root(leaves), 256);
        bool proven = _proofs.verifyTask("goal", leaves[200], 200, path);
        vm.snapshotGasLastCall("ProofOfWork", "verifyTask, one of 256");
        vm.assertTrue(proven);
    }
}
