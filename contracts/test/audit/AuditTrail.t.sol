// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AuditTrail} from "../../src/audit/AuditTrail.sol";
import {IAuditTrail} from "../../src/audit/IAuditTrail.sol";
import {RolesTest} from "forge-lite/Roles.sol";

contract AuditTrailTest is RolesTest {
    address private constant _ADMIN = address(0xA11CE);
    address private constant _WRITER = address(0xB0B);
    bytes32 private constant _ROOT = keccak256("root");

    AuditTrail private _trail;

    function setUp() public {
        vm.warp(1_800_000_000);
        _trail = new AuditTrail(_ADMIN, _WRITER);
    }

    function testFuzz_ActionsAreLogged(bytes32 actor, bytes32 action, bytes32 payload) public {
        vm.expectEmit(address(_trail));
        emit IAuditTrail.ActionLogged(actor, action, payload);
        vm.prank(_WRITER);
        _trail.log(actor, action, payload);
    }

    function test_BatchesAreLogged() public {
        vm.expectEmit(address(_trail));
        emit IAuditTrail.BatchLogged(_ROOT, 100);
        vm.prank(_WRITER);
        _trail.logBatch(_ROOT, 100);
    }

    function test_AnchorIsKeptAndTold() public {
        vm.assertEq(_trail.latest().size, 0);
        vm.assertEq(_trail.latest().root, 0);
        vm.expectEmit(address(_trail));
        emit IAuditTrail.Anchored(7, _ROOT);
        vm.prank(_WRITER);
        _trail.anchor(7, _ROOT);
        vm.assertEq(_trail.latest().root, _ROOT);
        vm.assertEq(_trail.latest().size, 7);
        vm.assertEq(_trail.latest().anchoredAt, 1_800_000_000);
        vm.assertEq(_trail.rootAt(7), _ROOT);
        vm.assertEq(_trail.rootAt(6), 0);
    }

    function test_AnchoringAgainChangesNothing() public {
        vm.startPrank(_WRITER);
        _trail.anchor(7, _ROOT);
        _trail.anchor(9, keccak256("later"));
        vm.warp(1_900_000_000);
        vm.recordLogs();
        _trail.anchor(9, keccak256("later"));
        _trail.anchor(7, _ROOT);
        vm.assertEq(vm.getRecordedLogs().length, 0);
        vm.assertEq(_trail.latest().size, 9);
        vm.assertEq(_trail.latest().anchoredAt, 1_800_000_000);
    }

    function testFuzz_RevertIf_AnchorIsStale(uint64 have, uint64 offered) public {
        have = uint64(bound(have, 2, type(uint64).max));
        offered = uint64(bound(offered, 1, have - 1));
        vm.startPrank(_WRITER);
        _trail.anchor(have, _ROOT);
        vm.expectRevert(abi.encodeWithSelector(IAuditTrail.AnchorStale.selector, have, offered));
        _trail.anchor(offered, _ROOT);
    }

    function testFuzz_RevertIf_AnchorConflicts(bytes32 root) public {
        vm.assume(root != _ROOT && root != 0);
        vm.startPrank(_WRITER);
        _trail.anchor(7, _ROOT);
        bytes memory refusal = abi.encodeWithSelector(IAuditTrail.AnchorConflict.selector, 7, _ROOT, root);
        vm.expectRevert(refusal);
        _trail.anchor(7, root);
        _trail.anchor(8, root);
        vm.expectRevert(refusal);
        _trail.anchor(7, root);
    }

    function test_RevertIf_TreeIsEmpty() public {
        vm.startPrank(_WRITER);
        vm.expectRevert(abi.encodeWithSelector(IAuditTrail.TreeEmpty.selector, 0, _ROOT));
        _trail.anchor(0, _ROOT);
        vm.expectRevert(abi.encodeWithSelector(IAuditTrail.TreeEmpty.selector, 7, bytes32(0)));
        _trail.anchor(7, 0);
        vm.expectRevert(abi.encodeWithSelector(IAuditTrail.TreeEmpty.selector, 0, _ROOT));
        _trail.logBatch(_ROOT, 0);
        vm.expectRevert(abi.encodeWithSelector(IAuditTrail.TreeEmpty.selector, 7, bytes32(0)));
        _trail.logBatch(0, 7);
    }

    function testFuzz_RevertIf_StrangerWrites(address stranger) public {
        vm.assume(stranger != _WRITER);
        bytes32 role = _trail.WRITER_ROLE();
        vm.startPrank(stranger);
        expectUnauthorized(stranger, role);
        _trail.log("actor", "action", "payload");
        expectUnauthorized(stranger, role);
        _trail.logBatch(_ROOT, 1);
        expectUnauthorized(stranger, role);
        _trail.anchor(1, _ROOT);
    }
}

contract AuditTrailGasTest is RolesTest {
    AuditTrail private _trail;

    function setUp() public {
        _trail = new AuditTrail(address(this), address(this));
        _trail.anchor(1, "first");
    }

    function test_Log() public {
        _trail.log("actor", "action", "payload");
        vm.snapshotGasLastCall("AuditTrail", "log");
        _trail.logBatch("root", 100);
        vm.snapshotGasLastCall("AuditTrail", "logBatch");
    }

    function test_Anchor() public {
        _trail.anchor(2, "second");
        vm.snapshotGasLastCall("AuditTrail", "anchor");
        _trail.anchor(2, "second");
        vm.snapshotGasLastCall("AuditTrail", "anchor, again");
    }
}
