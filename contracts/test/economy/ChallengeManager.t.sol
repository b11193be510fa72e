// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ChallengeManager} from "../../src/economy/ChallengeManager.sol";
import {IChallengeManager} from "../../src/economy/IChallengeManager.sol";
import {IPayouts} from "../../src/economy/IPayouts.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {EconomyTest} from "forge-lite/Economy.sol";
import {Thief} from "forge-lite/Thief.sol";

contract ChallengeManagerTest is EconomyTest {
    bytes32 private constant _GOAL = keccak256("goal");
    bytes32 private constant _TASK = keccak256("task");
    bytes32 private constant _EVIDENCE = keccak256("evidence");
    bytes32 private constant _ANSWER = keccak256("answer");

    function test_OpeningKeepsTellsAndHolds() public {
        bytes32 subject = challenges.subjectOf(_GOAL, _TASK, AGENT);
        vm.expectEmit(address(challenges));
        emit IChallengeManager.ChallengeOpened(1, subject, AGENT, _GOAL, _TASK, CHALLENGER, 1 ether, _EVIDENCE);
        vm.prank(CHALLENGER);
        vm.assertEq(challenges.open{value: 1 ether}(_GOAL, _TASK, AGENT, _EVIDENCE), 1);

        IChallengeManager.Challenge memory known = challenges.challenge(1);
        vm.assertEq(known.challenger, CHALLENGER);
        vm.assertEq(known.openedAt, 1_800_000_000);
        vm.assertTrue(known.status == IChallengeManager.Status.Open);
        vm.assertEq(known.agent, AGENT);
        vm.assertEq(known.bond, 1 ether);
        vm.assertEq(known.subject, subject);
        vm.assertEq(known.evidence, _EVIDENCE);
        vm.assertEq(known.answer, 0);
        vm.assertTrue(challenges.isOpen(_GOAL, _TASK, AGENT));
        vm.assertFalse(challenges.isOpen(_TASK, _GOAL, AGENT));
        vm.assertFalse(challenges.isOpen(_GOAL, _TASK, PAYER), "another agent's");
        vm.assertEq(stakes.stakeOf(AGENT).holds, 1);
    }

    function test_RevertIf_NothingIsOpened() public {
        vm.startPrank(CHALLENGER);
        vm.expectRevert(abi.encodeWithSelector(IChallengeManager.BondTooSmall.selector, BOND - 1, BOND));
        challenges.open{value: BOND - 1}(_GOAL, _TASK, AGENT, _EVIDENCE);
        vm.expectRevert(abi.encodeWithSelector(IChallengeManager.EvidenceMissing.selector, CHALLENGER));
        challenges.open{value: BOND}(_GOAL, _TASK, AGENT, 0);
        vm.expectRevert(abi.encodeWithSelector(IPayouts.RecipientMissing.selector, CHALLENGER));
        challenges.open{value: BOND}(_GOAL, _TASK, address(0), _EVIDENCE);
        (bool done,) = address(challenges).call{value: 1}("");
        vm.assertFalse(done);
    }

    function test_AgentAnswersOnce() public {
        _open();
        vm.prank(CHALLENGER);
        vm.expectRevert(abi.encodeWithSelector(IChallengeManager.AnswerNotAgents.selector, 1, AGENT, CHALLENGER));
        challenges.answer(1, _ANSWER);
        vm.startPrank(AGENT);
        vm.expectRevert(abi.encodeWithSelector(IChallengeManager.EvidenceMissing.selector, AGENT));
        challenges.answer(1, 0);
        vm.expectEmit(address(challenges));
        emit IChallengeManager.ChallengeAnswered(1, _ANSWER);
        challenges.answer(1, _ANSWER);
        vm.assertEq(challenges.challenge(1).answer, _ANSWER);
        vm.recordLogs();
        challenges.answer(1, _ANSWER);
        vm.assertEq(vm.getRecordedLogs().length, 0);
        vm.expectRevert(abi.encodeWithSelector(IChallengeManager.AnswerConflict.selector, 1, _ANSWER, _EVIDENCE));
        challenges.answer(1, _EVIDENCE);
    }

    function test_UpheldChallengeIsRewarded() public {
        stake(10 ether);
        _open();
        vm.expectEmit(address(challenges));
        emit IChallengeManager.ChallengeResolved(1, true, 5 ether, 2 ether);
        vm.prank(RESOLVER);
        challenges.resolve(1, true, 5 ether);
        vm.assertTrue(challenges.challenge(1).status == IChallengeManager.Status.Upheld);
        (uint64 pending, bool refuted) = challenges.standing(_GOAL, _TASK, AGENT);
        vm.assertEq(pending, 0);
        vm.assertTrue(refuted);
        vm.assertEq(stakes.slashable(AGENT), 5 ether);
        vm.assertEq(stakes.due(CHALLENGER), 2 ether);
        vm.assertEq(stakes.due(TREASURY), 3 ether);
        vm.assertEq(challenges.due(CHALLENGER), BOND);
        vm.assertEq(challenges.due(AGENT), 0);
        vm.assertEq(stakes.stakeOf(AGENT).holds, 0);

        vm.startPrank(CHALLENGER);
        challenges.withdraw(payable(CHALLENGER));
        stakes.withdraw(payable(CHALLENGER));
        vm.assertEq(CHALLENGER.balance, 102 ether);
        vm.assertEq(address(challenges).balance, 0);
    }

    /// The challenger gets its part of what there is: an agent cannot buy its stake back by asking for too much.
    function testFuzz_RewardIsAPartOfWhatIsTaken(uint256 staked, uint256 penalty) public {
        staked = bound(staked, 1, 50 ether);
        stake(staked);
        _open();
        vm.prank(RESOLVER);
        challenges.resolve(1, true, penalty);
        uint256 taken = penalty < staked ? penalty : staked;
        vm.assertEq(stakes.slashable(AGENT), staked - taken);
        vm.assertEq(stakes.due(CHALLENGER), taken * 4000 / 10_000);
        vm.assertEq(stakes.due(TREASURY), taken - taken * 4000 / 10_000);
    }

    function test_RejectedChallengePaysTheAgent() public {
        stake(10 ether);
        _open();
        vm.expectEmit(address(challenges));
        emit IChallengeManager.ChallengeResolved(1, false, 0, 0);
        vm.prank(RESOLVER);
        challenges.resolve(1, false, 5 ether);
        vm.assertTrue(challenges.challenge(1).status == IChallengeManager.Status.Rejected);
        vm.assertEq(stakes.slashable(AGENT), 10 ether);
        vm.assertEq(stakes.stakeOf(AGENT).holds, 0);
        vm.assertEq(challenges.due(AGENT), BOND);
        vm.assertFalse(challenges.isOpen(_GOAL, _TASK, AGENT));
        (, bool refuted) = challenges.standing(_GOAL, _TASK, AGENT);
        vm.assertFalse(refuted);
        vm.prank(AGENT);
        vm.assertEq(challenges.withdraw(payable(AGENT)), BOND);
    }

    function test_TimeoutReturnsTheBond() public {
        _open();
        uint256 until = block.timestamp + TIMEOUT;
        vm.warp(until - 1);
        vm.expectRevert(abi.encodeWithSelector(IChallengeManager.ChallengePending.selector, 1, until));
        challenges.expire(1);
        vm.warp(until);
        vm.expectEmit(address(challenges));
        emit IChallengeManager.ChallengeExpired(1);
        challenges.expire(1);
        vm.assertTrue(challenges.challenge(1).status == IChallengeManager.Status.Expired);
        vm.assertEq(challenges.due(CHALLENGER), BOND);
        vm.assertEq(stakes.stakeOf(AGENT).holds, 0);
        vm.assertFalse(challenges.isOpen(_GOAL, _TASK, AGENT));
    }

    function test_RevertIf_ChallengeIsNotOpen() public {
        _expectNotOpen(0, IChallengeManager.Status.None);
        challenges.expire(0);
        for (uint256 id = 1; id <= 3; ++id) {
            _open();
        }
        vm.prank(RESOLVER);
        challenges.resolve(1, true, 0);
        vm.prank(RESOLVER);
        challenges.resolve(2, false, 0);
        vm.warp(block.timestamp + TIMEOUT);
        challenges.expire(3);
        for (uint256 id = 1; id <= 3; ++id) {
            IChallengeManager.Status status = challenges.challenge(id).status;
            vm.prank(RESOLVER);
            _expectNotOpen(id, status);
            challenges.resolve(id, true, 0);
            vm.prank(AGENT);
            _expectNotOpen(id, status);
            challenges.answer(id, _ANSWER);
            _expectNotOpen(id, status);
            challenges.expire(id);
        }
    }

    /// An agent that challenges itself keeps nobody else out.
    function test_TaskMayHaveSeveralChallenges() public {
        stake(10 ether);
        vm.prank(AGENT);
        challenges.open{value: BOND}(_GOAL, _TASK, AGENT, "nothing");
        _open();
        (uint64 pending,) = challenges.standing(_GOAL, _TASK, AGENT);
        vm.assertEq(pending, 2);
        vm.assertEq(stakes.stakeOf(AGENT).holds, 2);
        vm.prank(RESOLVER);
        challenges.resolve(1, false, 0);
        vm.assertTrue(challenges.isOpen(_GOAL, _TASK, AGENT));
        vm.prank(RESOLVER);
        challenges.resolve(2, true, 10 ether);
        vm.assertFalse(challenges.isOpen(_GOAL, _TASK, AGENT));
        vm.assertEq(stakes.slashable(AGENT), 0);
    }

    /// Nobody runs from a challenge: what is on its way out stays until it is judged.
    function test_ChallengedAgentCannotLeave() public {
        stake(10 ether);
        vm.prank(AGENT);
        stakes.unbond(10 ether);
        vm.warp(block.timestamp + UNBONDING - 1);
        _open();
        vm.warp(block.timestamp + UNBONDING);
        vm.prank(AGENT);
        vm.expectRevert(abi.encodeWithSelector(IPayouts.NothingDue.selector, AGENT));
        stakes.withdraw(payable(AGENT));
        vm.prank(RESOLVER);
        challenges.resolve(1, true, 10 ether);
        vm.assertEq(stakes.slashable(AGENT), 0);
        vm.assertEq(stakes.due(TREASURY), 6 ether);
    }

    function test_PauseStopsMoneyButNotJudgement() public {
        stake(10 ether);
        _open();
        _open();
        vm.prank(PAUSER);
        challenges.pause();
        bytes memory refusal = abi.encodeWithSelector(Pausable.EnforcedPause.selector);
        vm.startPrank(CHALLENGER);
        vm.expectRevert(refusal);
        challenges.open{value: BOND}(_GOAL, _TASK, AGENT, _EVIDENCE);
        vm.expectRevert(refusal);
        challenges.withdraw(payable(CHALLENGER));
        vm.warp(block.timestamp + TIMEOUT);
        vm.expectRevert(refusal);
        challenges.expire(2);
        vm.stopPrank();
        vm.prank(AGENT);
        challenges.answer(2, _ANSWER);
        vm.prank(RESOLVER);
        challenges.resolve(1, true, 1 ether);
        vm.prank(ADMIN);
        challenges.unpause();
        challenges.expire(2);
        vm.prank(CHALLENGER);
        vm.assertEq(challenges.withdraw(payable(CHALLENGER)), 2 * BOND);
    }

    function test_AdminSetsTheBond() public {
        vm.startPrank(ADMIN);
        vm.expectEmit(address(challenges));
        emit IChallengeManager.BondSet(1 ether);
        challenges.setBond(1 ether);
        IChallengeManager.Settings memory current = challenges.settings();
        vm.assertEq(current.bond, 1 ether);
        vm.assertEq(address(current.stakes), address(stakes));
        vm.assertEq(current.treasury, TREASURY);
        vm.assertEq(current.timeout, TIMEOUT);
        vm.assertEq(current.rewardBps, 4000);
    }

    function test_RevertIf_SettingsAreWrong() public {
        vm.expectRevert(abi.encodeWithSelector(IChallengeManager.RewardTooLarge.selector, 10_001));
        new ChallengeManager(
            ADMIN, 0, PAUSER, RESOLVER, IChallengeManager.Settings(stakes, TREASURY, BOND, TIMEOUT, 10_001)
        );
        vm.expectRevert(abi.encodeWithSelector(IPayouts.RecipientMissing.selector, address(this)));
        new ChallengeManager(
            ADMIN, 0, PAUSER, RESOLVER, IChallengeManager.Settings(stakes, address(0), BOND, TIMEOUT, 10_000)
        );
    }

    function testFuzz_RevertIf_RoleIsMissing(address stranger) public {
        vm.assume(stranger != ADMIN && stranger != PAUSER && stranger != RESOLVER);
        _open();
        (bytes32 resolver, bytes32 pauser) = (challenges.RESOLVER_ROLE(), challenges.PAUSER_ROLE());
        vm.startPrank(stranger);
        expectUnauthorized(stranger, resolver);
        challenges.resolve(1, true, 0);
        expectUnauthorized(stranger, pauser);
        challenges.pause();
        expectUnauthorized(stranger, DEFAULT_ADMIN_ROLE);
        challenges.unpause();
        expectUnauthorized(stranger, DEFAULT_ADMIN_ROLE);
        challenges.setBond(0);
    }

    function test_RevertIf_PaidChallengerCallsBack() public {
        stake(10 ether);
        Thief thief = new Thief();
        vm.deal(address(thief), 1 ether);
        bytes memory open = abi.encodeCall(challenges.open, (_GOAL, _TASK, AGENT, _EVIDENCE));
        thief.act(address(challenges), BOND, open);
        thief.act(address(challenges), BOND, open);
        _open();
        vm.prank(RESOLVER);
        challenges.resolve(1, true, 5 ether);
        vm.warp(block.timestamp + TIMEOUT);
        bytes32 resolver = challenges.RESOLVER_ROLE();
        vm.prank(ADMIN);
        challenges.grantRole(resolver, address(thief));

        bytes memory withdraw = abi.encodeCall(challenges.withdraw, (payable(address(thief))));
        thief.plan(address(challenges), 0, withdraw);
        thief.plan(address(challenges), BOND, open);
        thief.plan(address(challenges), 0, abi.encodeCall(challenges.expire, (2)));
        thief.plan(address(challenges), 0, abi.encodeCall(challenges.resolve, (2, true, 1 ether)));
        // Its reward lies with another contract, and that it may fetch meanwhile.
        thief.plan(address(stakes), 0, withdraw);
        thief.act(address(challenges), 0, withdraw);
        vm.assertEq(thief.tries(), 5);
        for (uint256 i = 0; i < 4; ++i) {
            vm.assertFalse(thief.succeeded(i));
            vm.assertEq(
                thief.refusals(i),
                abi.encodeWithSelector(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector)
            );
        }
        vm.assertTrue(thief.succeeded(4));
        vm.assertEq(address(thief).balance, 1 ether - BOND + 2 ether);
        vm.assertEq(address(challenges).balance, 2 * BOND);
    }

    function _open() private {
        vm.prank(CHALLENGER);
        challenges.open{value: BOND}(_GOAL, _TASK, AGENT, _EVIDENCE);
    }

    function _expectNotOpen(uint256 id, IChallengeManager.Status status) private {
        vm.expectRevert(abi.encodeWithSelector(IChallengeManager.ChallengeNotOpen.selector, id, status));
    }
}
