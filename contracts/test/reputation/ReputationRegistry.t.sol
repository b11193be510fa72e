// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IReputationRegistry} from "../../src/reputation/IReputationRegistry.sol";
import {ReputationRegistry} from "../../src/reputation/ReputationRegistry.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {Log} from "forge-lite/Forge.sol";
import {RolesTest} from "forge-lite/Roles.sol";

contract ReputationRegistryTest is RolesTest {
    address private constant _ADMIN = address(0xA11CE);
    address private constant _ORACLE = address(0xB0B);
    address private constant _AGENT = address(0xA6E47);
    bytes32 private constant _HASH = keccak256("components");

    ReputationRegistry private _scores;

    function setUp() public {
        vm.warp(1_800_000_000);
        vm.roll(77);
        _scores = new ReputationRegistry(_ADMIN, _ORACLE, IERC721(address(0)));
    }

    function testFuzz_FirstScoreIsFree(uint16 score) public {
        score = uint16(bound(score, 0, 10_000));
        vm.expectEmit(address(_scores));
        emit IReputationRegistry.ScoreUpdated(_AGENT, 0, 0, score, _HASH);
        vm.prank(_ORACLE);
        _scores.updateScore(_AGENT, score, _HASH);
        IReputationRegistry.Update memory newest = _scores.latest(_AGENT);
        vm.assertEq(newest.score, score);
        vm.assertEq(newest.componentHash, _HASH);
        vm.assertEq(newest.updatedAt, 1_800_000_000);
        vm.assertEq(newest.blockNumber, 77);
        vm.assertEq(_scores.updateCount(_AGENT), 1);
    }

    function test_UnknownAgentIsAllZeros() public view {
        vm.assertEq(_scores.latest(_AGENT).updatedAt, 0);
        vm.assertEq(_scores.updateCount(_AGENT), 0);
        vm.assertEq(_scores.updates(_AGENT, 0, 10).length, 0);
    }

    function testFuzz_ScoreMovesByAStepAtMost(uint16 have, uint16 offered) public {
        have = uint16(bound(have, 0, 10_000));
        offered = uint16(bound(offered, 0, 10_000));
        vm.startPrank(_ORACLE);
        _scores.updateScore(_AGENT, have, _HASH);
        vm.roll(78);
        uint256 limit = have / 5 > 100 ? have / 5 : 100;
        uint256 distance = offered > have ? offered - have : have - offered;
        if (distance > limit) {
            vm.expectRevert(
                abi.encodeWithSelector(IReputationRegistry.StepTooLarge.selector, _AGENT, have, offered, limit)
            );
        }
        _scores.updateScore(_AGENT, offered, "next");
        vm.assertEq(_scores.latest(_AGENT).score, distance > limit ? have : offered);
        vm.assertEq(_scores.stepLimit(have), limit);
    }

    function test_LowScoreRecovers() public {
        vm.startPrank(_ORACLE);
        _scores.updateScore(_AGENT, 0, _HASH);
        uint256 steps = 0;
        for (uint16 score = 0; score < 10_000; ++steps) {
            vm.roll(100 + steps);
            uint16 limit = _scores.stepLimit(score);
            score = score + limit > 10_000 ? 10_000 : score + limit;
            _scores.updateScore(_AGENT, score, bytes32(steps));
        }
        vm.assertEq(_scores.latest(_AGENT).score, 10_000);
        vm.assertEq(steps, 22);
    }

    function testFuzz_RevertIf_ScoreIsOutOfRange(uint16 score) public {
        score = uint16(bound(score, 10_001, type(uint16).max));
        vm.prank(_ORACLE);
        vm.expectRevert(abi.encodeWithSelector(IReputationRegistry.ScoreOutOfRange.selector, _AGENT, score));
        _scores.updateScore(_AGENT, score, _HASH);
    }

    function test_RevertIf_ScoreMovesTwiceInABlock() public {
        vm.startPrank(_ORACLE);
        _scores.updateScore(_AGENT, 5000, _HASH);
        vm.expectRevert(abi.encodeWithSelector(IReputationRegistry.StepTooSoon.selector, _AGENT, 77));
        _scores.updateScore(_AGENT, 5100, "next");
        vm.roll(78);
        IReputationRegistry.Step[] memory steps = new IReputationRegistry.Step[](2);
        steps[0] = IReputationRegistry.Step(_AGENT, 5100, "next");
        steps[1] = IReputationRegistry.Step(_AGENT, 5200, "after next");
        vm.expectRevert(abi.encodeWithSelector(IReputationRegistry.StepTooSoon.selector, _AGENT, 78));
        _scores.updateScores(steps);
        vm.assertEq(_scores.latest(_AGENT).score, 5000);
    }

    function test_UpdatingAgainChangesNothing() public {
        vm.startPrank(_ORACLE);
        _scores.updateScore(_AGENT, 5000, _HASH);
        vm.recordLogs();
        _scores.updateScore(_AGENT, 5000, _HASH);
        vm.roll(78);
        _scores.updateScore(_AGENT, 5000, _HASH);
        vm.assertEq(vm.getRecordedLogs().length, 0);
        vm.assertEq(_scores.updateCount(_AGENT), 1);
        _scores.updateScore(_AGENT, 5000, "other components");
        vm.assertEq(_scores.updateCount(_AGENT), 2);
    }

    function test_BatchUpdatesManyAgents() public {
        IReputationRegistry.Step[] memory steps = new IReputationRegistry.Step[](3);
        for (uint160 i = 0; i < 3; ++i) {
            steps[i] = IReputationRegistry.Step(address(0xA000 + i), uint16(i * 1000), _HASH);
        }
        vm.startPrank(_ORACLE);
        vm.recordLogs();
        _scores.updateScores(steps);
        Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs.length, 3);
        vm.assertEq(_scores.latest(address(0xA002)).score, 2000);

        vm.roll(78);
        steps[0].score = 101;
        vm.expectRevert(abi.encodeWithSelector(IReputationRegistry.StepTooLarge.selector, address(0xA000), 0, 101, 100));
        _scores.updateScores(steps);
    }

    function test_LastThousandUpdatesAreKept() public {
        vm.startPrank(_ORACLE);
        for (uint256 i = 0; i < 1003; ++i) {
            vm.roll(100 + i);
            vm.warp(1_800_000_000 + i);
            _scores.updateScore(_AGENT, uint16(i % 2), bytes32(i));
        }
        vm.assertEq(_scores.updateCount(_AGENT), 1003);
        vm.assertEq(_scores.latest(_AGENT).componentHash, bytes32(uint256(1002)));
        for (uint64 i = 3; i < 1003; i += 37) {
            vm.assertEq(_scores.updateAt(_AGENT, i).componentHash, bytes32(uint256(i)));
            vm.assertEq(_scores.updateAt(_AGENT, i).score, i % 2);
        }
        _expectUnknown(2);
        _scores.updateAt(_AGENT, 2);
        _expectUnknown(1003);
        _scores.updateAt(_AGENT, 1003);
        _expectUnknown(2);
        _scores.updates(_AGENT, 2, 1);
        _expectUnknown(1004);
        _scores.updates(_AGENT, 1004, 1);

        IReputationRegistry.Update[] memory page = _scores.updates(_AGENT, 995, 100);
        vm.assertEq(page.length, 8);
        for (uint256 i = 0; i < page.length; ++i) {
            vm.assertEq(page[i].componentHash, bytes32(995 + i));
        }
        vm.assertEq(_scores.updates(_AGENT, 3, 5).length, 5);
        vm.assertEq(_scores.updates(_AGENT, 1003, 5).length, 0);
    }

    function testFuzz_RevertIf_StrangerUpdates(address stranger) public {
        vm.assume(stranger != _ORACLE);
        bytes32 role = _scores.ORACLE_ROLE();
        vm.startPrank(stranger);
        expectUnauthorized(stranger, role);
        _scores.updateScore(_AGENT, 1, _HASH);
        expectUnauthorized(stranger, role);
        _scores.updateScores(new IReputationRegistry.Step[](0));
    }

    function _expectUnknown(uint64 index) private {
        vm.expectRevert(abi.encodeWithSelector(IReputationRegistry.UpdateUnknown.selector, _AGENT, index, 3, 1003));
    }
}
