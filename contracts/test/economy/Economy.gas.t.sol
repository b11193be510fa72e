// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ITaskEscrow} from "../../src/economy/ITaskEscrow.sol";
import {EconomyTest} from "forge-lite/Economy.sol";
import {Tree} from "forge-lite/Tree.sol";

contract EconomyGasTest is EconomyTest {
    bytes[] private _leaves;
    bytes32[] private _path;
    ITaskEscrow.Terms private _terms;

    function setUp() public override {
        super.setUp();
        for (uint256 i = 0; i < 256; ++i) {
            _leaves.push(leafOf("goal", bytes32(i), AGENT));
        }
        _path = Tree.path(_leaves, 200);
        proofs.recordBundle("goal", Tree.root(_leaves), 256);
        _terms = ITaskEscrow.Terms("goal", bytes32(uint256(200)), PAYER, AGENT, uint64(block.timestamp + 1 days));
        stake(10 ether);
    }

    function test_Stake() public {
        vm.startPrank(PAYER);
        stakes.deposit{value: 10 ether}(PAYER);
        vm.snapshotGasLastCall("StakeRegistry", "deposit, first");
        stakes.deposit{value: 1 ether}(PAYER);
        vm.snapshotGasLastCall("StakeRegistry", "deposit");
        stakes.unbond(1 ether);
        vm.snapshotGasLastCall("StakeRegistry", "unbond");
        stakes.tierOf(PAYER);
        vm.snapshotGasLastCall("StakeRegistry", "tierOf");
        vm.warp(block.timestamp + UNBONDING);
        stakes.withdraw(payable(PAYER));
        vm.snapshotGasLastCall("StakeRegistry", "withdraw");
        vm.stopPrank();
        vm.prank(address(challenges));
        stakes.slash(PAYER, 1 ether, TREASURY);
        vm.snapshotGasLastCall("StakeRegistry", "slash");
    }

    function test_Challenge() public {
        vm.startPrank(CHALLENGER);
        challenges.open{value: BOND}("goal", "task", AGENT, "evidence");
        vm.snapshotGasLastCall("ChallengeManager", "open");
        challenges.open{value: BOND}("goal", "other", AGENT, "evidence");
        challenges.open{value: BOND}("goal", "third", AGENT, "evidence");
        vm.stopPrank();
        vm.prank(AGENT);
        challenges.answer(1, "answer");
        vm.snapshotGasLastCall("ChallengeManager", "answer");
        vm.startPrank(RESOLVER);
        challenges.resolve(1, true, 1 ether);
        vm.snapshotGasLastCall("ChallengeManager", "resolve, upheld");
        challenges.resolve(2, false, 0);
        vm.snapshotGasLastCall("ChallengeManager", "resolve, rejected");
        vm.stopPrank();
        vm.warp(block.timestamp + TIMEOUT);
        challenges.expire(3);
        vm.snapshotGasLastCall("ChallengeManager", "expire");
        vm.prank(CHALLENGER);
        challenges.withdraw(payable(CHALLENGER));
        vm.snapshotGasLastCall("ChallengeManager", "withdraw");
    }

    function test_Escrow() public {
        vm.startPrank(PAYER);
        escrows.fund{value: 1 ether}("goal", bytes32(uint256(200)), AGENT, _terms.deadline);
        vm.snapshotGasLastCall("TaskEscrow", "fund");
        escrows.fund{value: 1 ether}("goal", bytes32(uint256(200)), AGENT, _terms.deadline + 1);
        vm.stopPrank();
        escrows.prove(_terms, _leaves[200], 200, _path);
        vm.snapshotGasLastCall("TaskEscrow", "prove, one of 256");
        vm.warp(_terms.deadline + 2);
        escrows.release(_terms);
        vm.snapshotGasLastCall("TaskEscrow", "release");
        ++_terms.deadline;
        escrows.refund(_terms);
        vm.snapshotGasLastCall("TaskEscrow", "refund");
        vm.prank(AGENT);
        escrows.withdraw(payable(AGENT));
        vm.snapshotGasLastCall("TaskEscrow", "withdraw");
    }
}
