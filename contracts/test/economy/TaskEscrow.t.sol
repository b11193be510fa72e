// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPayouts} from "../../src/economy/IPayouts.sol";
import {ITaskEscrow} from "../../src/economy/ITaskEscrow.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {EconomyTest} from "forge-lite/Economy.sol";
import {Thief} from "forge-lite/Thief.sol";
import {Tree} from "forge-lite/Tree.sol";

contract TaskEscrowTest is EconomyTest {
    bytes32 private constant _GOAL = keccak256("goal");
    bytes32 private constant _TASK = keccak256("task");
    uint256 private constant _INDEX = 3;
    uint256 private constant _AMOUNT = 2 ether;
    uint64 private constant _DEADLINE = 1_800_000_000 + 10 days;

    bytes[] private _leaves;
    bytes32[] private _path;
    ITaskEscrow.Terms private _terms;
    bytes32 private _id;

    function setUp() public override {
        super.setUp();
        for (uint256 i = 0; i < 5; ++i) {
            bytes32 task = i == _INDEX ? _TASK : bytes32(i);
            _leaves.push(leafOf(_GOAL, task, i == 2 ? PAYER : AGENT));
        }
        _path = Tree.path(_leaves, _INDEX);
        proofs.recordBundle(_GOAL, Tree.root(_leaves), 5);
        _terms = ITaskEscrow.Terms(_GOAL, _TASK, PAYER, AGENT, _DEADLINE);
        _id = escrows.idOf(_terms);
    }

    function test_FundingKeepsAndTells() public {
        vm.expectEmit(address(escrows));
        emit ITaskEscrow.EscrowFunded(_id, PAYER, AGENT, _GOAL, _TASK, _DEADLINE, uint128(_AMOUNT));
        vm.prank(PAYER);
        vm.assertEq(escrows.fund{value: _AMOUNT}(_GOAL, _TASK, AGENT, _DEADLINE), _id);
        vm.assertEq(escrows.escrow(_id).amount, _AMOUNT);
        vm.assertEq(escrows.escrow(_id).provenAt, 0);
        _expectState(ITaskEscrow.State.Funded);
        vm.assertEq(address(escrows).balance, _AMOUNT);
        vm.assertEq(escrows.window(), WINDOW);
        vm.assertEq(address(escrows.proofs()), address(proofs));
        vm.assertEq(address(escrows.challenges()), address(challenges));
    }

    function test_RevertIf_NothingIsFunded() public {
        vm.startPrank(PAYER);
        vm.expectRevert(abi.encodeWithSelector(IPayouts.AmountMissing.selector, PAYER));
        escrows.fund(_GOAL, _TASK, AGENT, _DEADLINE);
        vm.expectRevert(abi.encodeWithSelector(IPayouts.RecipientMissing.selector, PAYER));
        escrows.fund{value: 1}(_GOAL, _TASK, address(0), _DEADLINE);
        vm.warp(_DEADLINE + 1);
        vm.expectRevert(abi.encodeWithSelector(ITaskEscrow.DeadlinePassed.selector, _DEADLINE, _DEADLINE + 1));
        escrows.fund{value: 1}(_GOAL, _TASK, AGENT, _DEADLINE);
        (bool done,) = address(escrows).call{value: 1}("");
        vm.assertFalse(done);
    }

    function test_RevertIf_FundedTwice() public {
        _fund();
        vm.startPrank(PAYER);
        vm.expectRevert(abi.encodeWithSelector(ITaskEscrow.EscrowExists.selector, _id, ITaskEscrow.State.Funded));
        escrows.fund{value: 1}(_GOAL, _TASK, AGENT, _DEADLINE);
        escrows.fund{value: 1}(_GOAL, _TASK, AGENT, _DEADLINE + 1);
        vm.stopPrank();
        vm.prank(CHALLENGER);
        escrows.fund{value: 1}(_GOAL, _TASK, AGENT, _DEADLINE);
        vm.assertEq(escrows.escrow(_id).amount, _AMOUNT);
    }

    function test_ProvenTaskIsPaidAfterTheWindow() public {
        _fund();
        vm.warp(_DEADLINE);
        uint64 until = _DEADLINE + WINDOW;
        vm.expectEmit(address(escrows));
        emit ITaskEscrow.EscrowProven(_id, keccak256(abi.encode("result", _TASK)), until);
        _prove();
        vm.assertEq(escrows.escrow(_id).provenAt, _DEADLINE);
        _expectState(ITaskEscrow.State.Proven);

        vm.warp(until - 1);
        vm.expectRevert(abi.encodeWithSelector(ITaskEscrow.WindowOpen.selector, _id, until));
        escrows.release(_terms);
        vm.warp(until);
        vm.expectEmit(address(escrows));
        emit ITaskEscrow.EscrowReleased(_id, AGENT, uint128(_AMOUNT));
        escrows.release(_terms);
        _expectState(ITaskEscrow.State.Released);
        vm.assertEq(escrows.due(AGENT), _AMOUNT);
        vm.prank(AGENT);
        escrows.withdraw(payable(AGENT));
        vm.assertEq(AGENT.balance, 102 ether);
        vm.assertEq(address(escrows).balance, 0);
    }

    function test_RevertIf_LeafIsAnothers() public {
        _fund();
        bytes32[] memory path = Tree.path(_leaves, 2);
        vm.expectRevert(
            abi.encodeWithSelector(ITaskEscrow.LeafForeign.selector, _id, _GOAL, bytes32(uint256(2)), PAYER)
        );
        escrows.prove(_terms, _leaves[2], 2, path);

        bytes memory other = leafOf(_GOAL, _TASK, PAYER);
        vm.expectRevert(abi.encodeWithSelector(ITaskEscrow.LeafForeign.selector, _id, _GOAL, _TASK, PAYER));
        escrows.prove(_terms, other, _INDEX, _path);
        other = leafOf(_TASK, _TASK, AGENT);
        vm.expectRevert(abi.encodeWithSelector(ITaskEscrow.LeafForeign.selector, _id, _TASK, _TASK, AGENT));
        escrows.prove(_terms, other, _INDEX, _path);
    }

    function testFuzz_RevertIf_LeafIsMalformed(bytes calldata leaf) public {
        vm.assume(leaf.length != 117);
        _fund();
        vm.expectRevert(abi.encodeWithSelector(ITaskEscrow.LeafMalformed.selector, _id, leaf.length));
        escrows.prove(_terms, leaf, _INDEX, _path);
        bytes memory version = _leaves[_INDEX];
        version[0] = 0x02;
        vm.expectRevert(abi.encodeWithSelector(ITaskEscrow.LeafMalformed.selector, _id, 117));
        escrows.prove(_terms, version, _INDEX, _path);
    }

    function testFuzz_RevertIf_ProofIsInvalid(uint256 index, uint8 bit) public {
        vm.assume(index != _INDEX);
        _fund();
        vm.expectRevert(abi.encodeWithSelector(ITaskEscrow.ProofInvalid.selector, _id, _GOAL, index));
        escrows.prove(_terms, _leaves[_INDEX], index, _path);
        bytes memory leaf = _leaves[_INDEX];
        leaf[85 + bit % 32] ^= bytes1(uint8(1 << (bit % 8)));
        vm.expectRevert(abi.encodeWithSelector(ITaskEscrow.ProofInvalid.selector, _id, _GOAL, _INDEX));
        escrows.prove(_terms, leaf, _INDEX, _path);
        _expectState(ITaskEscrow.State.Funded);
    }

    function testFuzz_RevertIf_TermsAreOthers(uint8 field, uint160 value) public {
        _fund();
        ITaskEscrow.Terms memory terms = _terms;
        if (field % 5 == 0) terms.goal = bytes32(uint256(value));
        else if (field % 5 == 1) terms.task = bytes32(uint256(value));
        else if (field % 5 == 2) terms.payer = address(value);
        else if (field % 5 == 3) terms.payee = address(value);
        else terms.deadline = uint64(value);
        bytes32 id = escrows.idOf(terms);
        vm.assume(id != _id);
        ITaskEscrow.State none = ITaskEscrow.State.None;
        vm.expectRevert(abi.encodeWithSelector(ITaskEscrow.EscrowNotIn.selector, id, none, ITaskEscrow.State.Funded));
        escrows.prove(terms, _leaves[_INDEX], _INDEX, _path);
        vm.expectRevert(abi.encodeWithSelector(ITaskEscrow.EscrowNotIn.selector, id, none, ITaskEscrow.State.Proven));
        escrows.release(terms);
        vm.expectRevert(abi.encodeWithSelector(ITaskEscrow.NotRefundable.selector, id, none, terms.deadline));
        escrows.refund(terms);
    }

    function test_RevertIf_ProvenLateOrTwice() public {
        _fund();
        vm.warp(_DEADLINE + 1);
        vm.expectRevert(abi.encodeWithSelector(ITaskEscrow.DeadlinePassed.selector, _DEADLINE, _DEADLINE + 1));
        _prove();
        vm.warp(_DEADLINE);
        _prove();
        vm.expectRevert(
            abi.encodeWithSelector(
                ITaskEscrow.EscrowNotIn.selector, _id, ITaskEscrow.State.Proven, ITaskEscrow.State.Funded
            )
        );
        _prove();
    }

    function test_UnprovenTaskIsRefundedAfterTheDeadline() public {
        _fund();
        vm.warp(_DEADLINE);
        _expectNotRefundable(ITaskEscrow.State.Funded);
        escrows.refund(_terms);
        vm.warp(_DEADLINE + 1);
        vm.expectEmit(address(escrows));
        emit ITaskEscrow.EscrowRefunded(_id, PAYER, uint128(_AMOUNT));
        escrows.refund(_terms);
        _expectState(ITaskEscrow.State.Refunded);
        vm.assertEq(escrows.due(PAYER), _AMOUNT);
        vm.prank(PAYER);
        escrows.withdraw(payable(PAYER));
        vm.assertEq(PAYER.balance, 100 ether);
        _expectNotRefundable(ITaskEscrow.State.Refunded);
        escrows.refund(_terms);
    }

    /// The payer cannot wait a proof out.
    function test_RevertIf_ProvenTaskIsRefunded() public {
        _fund();
        _prove();
        vm.warp(_DEADLINE + 100 days);
        _expectNotRefundable(ITaskEscrow.State.Proven);
        escrows.refund(_terms);
        escrows.release(_terms);
        _expectNotRefundable(ITaskEscrow.State.Released);
        escrows.refund(_terms);
        vm.expectRevert(
            abi.encodeWithSelector(
                ITaskEscrow.EscrowNotIn.selector, _id, ITaskEscrow.State.Released, ITaskEscrow.State.Proven
            )
        );
        escrows.release(_terms);
    }

    function test_OpenChallengeFreezes() public {
        _fund();
        _prove();
        uint256 until = block.timestamp + WINDOW + TIMEOUT;
        vm.warp(block.timestamp + WINDOW - 1);
        _challenge(AGENT);
        vm.warp(block.timestamp + 1);
        vm.expectRevert(abi.encodeWithSelector(ITaskEscrow.EscrowFrozen.selector, _id, 1, until));
        escrows.release(_terms);
        vm.prank(RESOLVER);
        challenges.resolve(1, false, 0);
        escrows.release(_terms);
        vm.assertEq(escrows.due(AGENT), _AMOUNT);
    }

    function test_UpheldChallengeRefunds() public {
        stake(1 ether);
        _fund();
        _prove();
        _challenge(AGENT);
        vm.prank(RESOLVER);
        challenges.resolve(1, true, 1 ether);
        vm.warp(block.timestamp + WINDOW);
        vm.expectRevert(abi.encodeWithSelector(ITaskEscrow.ProofRefuted.selector, _id));
        escrows.release(_terms);
        escrows.refund(_terms);
        vm.assertEq(escrows.due(PAYER), _AMOUNT);
        vm.assertEq(escrows.due(AGENT), 0);
    }

    function test_TaskRefutedBeforeItsProofIsRefundedAtOnce() public {
        _fund();
        _challenge(AGENT);
        _expectNotRefundable(ITaskEscrow.State.Funded);
        escrows.refund(_terms);
        vm.prank(RESOLVER);
        challenges.resolve(1, true, 0);
        escrows.refund(_terms);
        vm.assertEq(escrows.due(PAYER), _AMOUNT);
    }

    /// One challenge after the other cannot keep the money for ever.
    function test_FreezeEnds() public {
        _fund();
        _prove();
        uint256 until = block.timestamp + WINDOW + TIMEOUT;
        _challenge(AGENT);
        vm.warp(until - 1);
        challenges.expire(1);
        _challenge(AGENT);
        vm.expectRevert(abi.encodeWithSelector(ITaskEscrow.EscrowFrozen.selector, _id, 1, until));
        escrows.release(_terms);
        vm.warp(until);
        escrows.release(_terms);
        _expectState(ITaskEscrow.State.Released);
    }

    /// Naming another agent, who would get the bond back to the challenger, touches nothing.
    function test_ChallengeOfAnotherAgentDoesNotFreeze() public {
        _fund();
        _prove();
        _challenge(CHALLENGER);
        vm.warp(block.timestamp + WINDOW);
        escrows.release(_terms);
        _expectState(ITaskEscrow.State.Released);
    }

    function test_PauseStopsMoneyButNotProofs() public {
        _fund();
        vm.prank(PAUSER);
        escrows.pause();
        bytes memory refusal = abi.encodeWithSelector(Pausable.EnforcedPause.selector);
        vm.prank(PAYER);
        vm.expectRevert(refusal);
        escrows.fund{value: 1}(_GOAL, _TASK, AGENT, _DEADLINE + 1);
        vm.expectRevert(refusal);
        escrows.refund(_terms);
        _prove();
        vm.warp(block.timestamp + WINDOW);
        vm.expectRevert(refusal);
        escrows.release(_terms);
        vm.expectRevert(refusal);
        escrows.withdraw(payable(AGENT));
        vm.prank(ADMIN);
        escrows.unpause();
        escrows.release(_terms);
    }

    function testFuzz_RevertIf_RoleIsMissing(address stranger) public {
        vm.assume(stranger != ADMIN && stranger != PAUSER);
        bytes32 pauser = escrows.PAUSER_ROLE();
        vm.startPrank(stranger);
        expectUnauthorized(stranger, pauser);
        escrows.pause();
        expectUnauthorized(stranger, DEFAULT_ADMIN_ROLE);
        escrows.unpause();
    }

    function test_RevertIf_PaidPayerCallsBack() public {
        Thief thief = new Thief();
        vm.deal(address(thief), 3 ether);
        ITaskEscrow.Terms memory first = _terms;
        first.payer = address(thief);
        ITaskEscrow.Terms memory second = first;
        bytes memory fund = abi.encodeCall(escrows.fund, (_GOAL, _TASK, AGENT, _DEADLINE));
        thief.act(address(escrows), 1 ether, fund);
        thief.act(address(escrows), 1 ether, abi.encodeCall(escrows.fund, (_GOAL, _TASK, AGENT, _DEADLINE - 1)));
        _fund();
        vm.warp(_DEADLINE + 1);
        escrows.refund(first);
        second.deadline = _DEADLINE - 1;

        bytes memory withdraw = abi.encodeCall(escrows.withdraw, (payable(address(thief))));
        thief.plan(address(escrows), 0, withdraw);
        thief.plan(address(escrows), 0, abi.encodeCall(escrows.refund, (second)));
        thief.plan(address(escrows), 0, abi.encodeCall(escrows.release, (second)));
        thief.plan(address(escrows), 1 ether, fund);
        thief.act(address(escrows), 0, withdraw);
        vm.assertEq(thief.tries(), 4);
        for (uint256 i = 0; i < 4; ++i) {
            vm.assertFalse(thief.succeeded(i));
            vm.assertEq(
                thief.refusals(i),
                abi.encodeWithSelector(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector)
            );
        }
        vm.assertEq(address(thief).balance, 2 ether);
        vm.assertEq(address(escrows).balance, _AMOUNT + 1 ether);
    }

    function _fund() private {
        vm.prank(PAYER);
        escrows.fund{value: _AMOUNT}(_GOAL, _TASK, AGENT, _DEADLINE);
    }

    function _prove() private {
        escrows.prove(_terms, _leaves[_INDEX], _INDEX, _path);
    }

    function _challenge(address agent) private {
        vm.prank(CHALLENGER);
        challenges.open{value: BOND}(_GOAL, _TASK, agent, "evidence");
    }

    function _expectNotRefundable(ITaskEscrow.State state) private {
        vm.expectRevert(abi.encodeWithSelector(ITaskEscrow.NotRefundable.selector, _id, state, _DEADLINE));
    }

    function _expectState(ITaskEscrow.State state) private view {
        vm.assertTrue(escrows.escrow(_id).state == state);
    }
}
