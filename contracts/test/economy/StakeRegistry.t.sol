// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPayouts} from "../../src/economy/IPayouts.sol";
import {IStakeRegistry} from "../../src/economy/IStakeRegistry.sol";
import {Errors} from "@openzeppelin/contracts/utils/Errors.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {EconomyTest} from "forge-lite/Economy.sol";
import {Deaf, Thief} from "forge-lite/Thief.sol";

contract StakeRegistryTest is EconomyTest {
    address private constant _SLASHER = address(0x51A5);

    function setUp() public override {
        super.setUp();
        bytes32 slasher = stakes.SLASHER_ROLE();
        vm.prank(ADMIN);
        stakes.grantRole(slasher, _SLASHER);
    }

    function testFuzz_DepositsAddUp(uint96 first, uint96 second) public {
        first = uint96(bound(first, 1, type(uint96).max / 2));
        second = uint96(bound(second, 1, type(uint96).max / 2));
        vm.deal(PAYER, uint256(first) + second);
        vm.startPrank(PAYER);
        vm.expectEmit(address(stakes));
        emit IStakeRegistry.StakeDeposited(AGENT, PAYER, first);
        stakes.deposit{value: first}(AGENT);
        stakes.deposit{value: second}(AGENT);
        vm.assertEq(stakes.stakeOf(AGENT).bonded, uint256(first) + second);
        vm.assertEq(stakes.slashable(AGENT), uint256(first) + second);
        vm.assertEq(stakes.stakeOf(PAYER).bonded, 0);
        vm.assertEq(address(stakes).balance, uint256(first) + second);
    }

    function test_RevertIf_DepositIsLost() public {
        vm.startPrank(PAYER);
        vm.expectRevert(abi.encodeWithSelector(IPayouts.AmountMissing.selector, PAYER));
        stakes.deposit(AGENT);
        vm.expectRevert(abi.encodeWithSelector(IPayouts.RecipientMissing.selector, PAYER));
        stakes.deposit{value: 1}(address(0));
        (bool done,) = address(stakes).call{value: 1}("");
        vm.assertFalse(done);
    }

    function test_BondedStakeMakesTheTier() public {
        vm.assertEq(stakes.tierOf(AGENT), 0);
        stake(1 ether - 1);
        vm.assertEq(stakes.tierOf(AGENT), 0);
        stake(1);
        vm.assertEq(stakes.tierOf(AGENT), 1);
        stake(9 ether);
        vm.assertEq(stakes.tierOf(AGENT), 2);
        vm.prank(AGENT);
        stakes.unbond(1);
        vm.assertEq(stakes.tierOf(AGENT), 1);
        vm.prank(_SLASHER);
        stakes.slash(AGENT, 9 ether, PAYER);
        vm.assertEq(stakes.tierOf(AGENT), 0);
    }

    function test_AdminSetsTiers() public {
        vm.assertEq(stakes.tierMinimum(0), 0);
        vm.assertEq(stakes.tierMinimum(2), 10 ether);
        vm.expectRevert(abi.encodeWithSelector(IStakeRegistry.TierUnknown.selector, 3, 2));
        stakes.tierMinimum(3);
        uint96[] memory minimums = new uint96[](3);
        (minimums[0], minimums[1], minimums[2]) = (2 ether, 3 ether, 4 ether);
        vm.startPrank(ADMIN);
        vm.expectEmit(address(stakes));
        emit IStakeRegistry.TiersSet(minimums);
        stakes.setTiers(minimums);
        vm.assertEq(stakes.tierMinimum(3), 4 ether);

        minimums[2] = 3 ether;
        vm.expectRevert(abi.encodeWithSelector(IStakeRegistry.TiersNotAscending.selector, 3, 3 ether, 3 ether));
        stakes.setTiers(minimums);
        minimums[0] = 0;
        vm.expectRevert(abi.encodeWithSelector(IStakeRegistry.TiersNotAscending.selector, 1, 0, 0));
        stakes.setTiers(minimums);
        stakes.setTiers(new uint96[](0));
        vm.assertEq(stakes.tierOf(AGENT), 0);
    }

    function test_UnbondedStakeWaits() public {
        stake(10 ether);
        uint40 releaseAt = uint40(block.timestamp) + UNBONDING;
        vm.startPrank(AGENT);
        vm.expectEmit(address(stakes));
        emit IStakeRegistry.StakeUnbonded(AGENT, 4 ether, releaseAt);
        stakes.unbond(4 ether);
        IStakeRegistry.Stake memory known = stakes.stakeOf(AGENT);
        vm.assertEq(known.bonded, 6 ether);
        vm.assertEq(known.unbonding, 4 ether);
        vm.assertEq(known.releaseAt, releaseAt);
        vm.assertEq(stakes.unbondingDelay(), UNBONDING);

        vm.warp(releaseAt - 1);
        vm.assertEq(stakes.due(AGENT), 0);
        vm.expectRevert(abi.encodeWithSelector(IPayouts.NothingDue.selector, AGENT));
        stakes.withdraw(payable(AGENT));
        vm.warp(releaseAt);
        vm.assertEq(stakes.due(AGENT), 4 ether);
        vm.expectEmit(address(stakes));
        emit IStakeRegistry.StakeReleased(AGENT, 4 ether);
        vm.expectEmit(address(stakes));
        emit IPayouts.Withdrawn(AGENT, PAYER, 4 ether);
        vm.assertEq(stakes.withdraw(payable(PAYER)), 4 ether);
        vm.assertEq(PAYER.balance, 104 ether);
        vm.assertEq(stakes.stakeOf(AGENT).unbonding, 0);
        vm.assertEq(stakes.stakeOf(AGENT).bonded, 6 ether);
        vm.expectRevert(abi.encodeWithSelector(IPayouts.NothingDue.selector, AGENT));
        stakes.withdraw(payable(AGENT));
    }

    function test_UnbondingAgainWaitsAnew() public {
        stake(10 ether);
        vm.startPrank(AGENT);
        stakes.unbond(4 ether);
        vm.warp(block.timestamp + UNBONDING - 1);
        stakes.unbond(1 ether);
        vm.warp(block.timestamp + 1);
        vm.assertEq(stakes.due(AGENT), 0);
        vm.warp(block.timestamp + UNBONDING - 1);
        vm.assertEq(stakes.due(AGENT), 5 ether);
    }

    function testFuzz_RevertIf_MoreIsUnbondedThanBonded(uint96 amount) public {
        amount = uint96(bound(amount, 1 ether + 1, type(uint96).max));
        stake(1 ether);
        vm.startPrank(AGENT);
        vm.expectRevert(abi.encodeWithSelector(IStakeRegistry.StakeTooSmall.selector, AGENT, 1 ether, amount));
        stakes.unbond(amount);
        vm.expectRevert(abi.encodeWithSelector(IPayouts.AmountMissing.selector, AGENT));
        stakes.unbond(0);
    }

    function testFuzz_SlashTakesNoMoreThanThereIs(uint256 bonded, uint256 unbonding, uint256 amount) public {
        bonded = bound(bonded, 1, 50 ether);
        unbonding = bound(unbonding, 0, bonded);
        stake(bonded);
        if (unbonding != 0) {
            vm.prank(AGENT);
            stakes.unbond(uint96(unbonding));
        }
        uint256 expected = amount < bonded ? amount : bonded;
        vm.prank(_SLASHER);
        vm.assertEq(stakes.slash(AGENT, amount, PAYER), expected);
        vm.assertEq(stakes.due(PAYER), expected);
        vm.assertEq(stakes.slashable(AGENT), bonded - expected);
        // What is bonded goes first.
        uint256 left = bonded - unbonding > expected ? bonded - unbonding - expected : 0;
        vm.assertEq(stakes.stakeOf(AGENT).bonded, left);
    }

    function test_SlashingTellsAndPaysTheBeneficiary() public {
        stake(10 ether);
        vm.prank(AGENT);
        stakes.unbond(6 ether);
        vm.warp(block.timestamp + UNBONDING);
        vm.expectEmit(address(stakes));
        emit IStakeRegistry.StakeSlashed(AGENT, PAYER, 7 ether);
        vm.prank(_SLASHER);
        stakes.slash(AGENT, 7 ether, PAYER);
        vm.prank(PAYER);
        vm.assertEq(stakes.withdraw(payable(PAYER)), 7 ether);
        vm.prank(AGENT);
        vm.assertEq(stakes.withdraw(payable(AGENT)), 3 ether);
        vm.assertEq(address(stakes).balance, 0);

        vm.recordLogs();
        vm.startPrank(_SLASHER);
        vm.assertEq(stakes.slash(AGENT, 7 ether, PAYER), 0);
        vm.assertEq(vm.getRecordedLogs().length, 0);
        vm.expectRevert(abi.encodeWithSelector(IPayouts.RecipientMissing.selector, _SLASHER));
        stakes.slash(AGENT, 1, address(0));
    }

    function test_HeldStakeCannotBeFetched() public {
        stake(10 ether);
        vm.prank(AGENT);
        stakes.unbond(10 ether);
        vm.expectEmit(address(stakes));
        emit IStakeRegistry.StakeHeld(AGENT, 1);
        vm.prank(_SLASHER);
        stakes.hold(AGENT);
        vm.prank(_SLASHER);
        stakes.hold(AGENT);
        vm.warp(block.timestamp + 10 * UNBONDING);
        for (uint256 i = 0; i < 2; ++i) {
            vm.assertEq(stakes.due(AGENT), 0);
            vm.prank(AGENT);
            vm.expectRevert(abi.encodeWithSelector(IPayouts.NothingDue.selector, AGENT));
            stakes.withdraw(payable(AGENT));
            vm.prank(_SLASHER);
            stakes.unhold(AGENT);
        }
        vm.assertEq(stakes.stakeOf(AGENT).holds, 0);
        vm.prank(AGENT);
        vm.assertEq(stakes.withdraw(payable(AGENT)), 10 ether);
        vm.prank(_SLASHER);
        vm.expectRevert(abi.encodeWithSelector(IStakeRegistry.StakeNotHeld.selector, AGENT));
        stakes.unhold(AGENT);
    }

    function test_PauseStopsMoneyButNotSlashing() public {
        stake(10 ether);
        vm.prank(PAUSER);
        stakes.pause();
        bytes memory refusal = abi.encodeWithSelector(Pausable.EnforcedPause.selector);
        vm.startPrank(AGENT);
        vm.expectRevert(refusal);
        stakes.deposit{value: 1}(AGENT);
        vm.expectRevert(refusal);
        stakes.unbond(1);
        vm.expectRevert(refusal);
        stakes.withdraw(payable(AGENT));
        vm.stopPrank();
        vm.startPrank(_SLASHER);
        stakes.hold(AGENT);
        vm.assertEq(stakes.slash(AGENT, 1 ether, PAYER), 1 ether);
        stakes.unhold(AGENT);
        vm.stopPrank();
        vm.prank(ADMIN);
        stakes.unpause();
        vm.prank(PAYER);
        vm.assertEq(stakes.withdraw(payable(PAYER)), 1 ether);
    }

    function testFuzz_RevertIf_RoleIsMissing(address stranger) public {
        vm.assume(stranger != ADMIN && stranger != PAUSER && stranger != _SLASHER && stranger != address(challenges));
        (bytes32 slasher, bytes32 pauser) = (stakes.SLASHER_ROLE(), stakes.PAUSER_ROLE());
        vm.startPrank(stranger);
        expectUnauthorized(stranger, slasher);
        stakes.slash(AGENT, 1, stranger);
        expectUnauthorized(stranger, slasher);
        stakes.hold(AGENT);
        expectUnauthorized(stranger, slasher);
        stakes.unhold(AGENT);
        expectUnauthorized(stranger, pauser);
        stakes.pause();
        expectUnauthorized(stranger, DEFAULT_ADMIN_ROLE);
        stakes.unpause();
        expectUnauthorized(stranger, DEFAULT_ADMIN_ROLE);
        stakes.setTiers(new uint96[](0));
    }

    function test_PauserCannotEndAPause() public {
        vm.startPrank(PAUSER);
        stakes.pause();
        expectUnauthorized(PAUSER, DEFAULT_ADMIN_ROLE);
        stakes.unpause();
    }

    function test_RevertIf_MoneyIsSentNowhere() public {
        vm.prank(AGENT);
        vm.expectRevert(abi.encodeWithSelector(IPayouts.RecipientMissing.selector, AGENT));
        stakes.withdraw(payable(address(0)));
    }

    function test_AccountThatCannotBePaidNamesAnother() public {
        Deaf deaf = new Deaf();
        vm.deal(address(deaf), 1 ether);
        vm.assertTrue(deaf.act(address(stakes), 1 ether, abi.encodeCall(stakes.deposit, (address(deaf)))));
        vm.assertTrue(deaf.act(address(stakes), 0, abi.encodeCall(stakes.unbond, (1 ether))));
        vm.warp(block.timestamp + UNBONDING);
        vm.assertFalse(deaf.act(address(stakes), 0, abi.encodeCall(stakes.withdraw, (payable(address(deaf))))));
        vm.assertEq(stakes.due(address(deaf)), 1 ether);
        vm.prank(address(deaf));
        vm.expectRevert(abi.encodeWithSelector(Errors.FailedCall.selector));
        stakes.withdraw(payable(address(deaf)));
        vm.assertTrue(deaf.act(address(stakes), 0, abi.encodeCall(stakes.withdraw, (payable(PAYER)))));
        vm.assertEq(PAYER.balance, 101 ether);
    }

    function test_RevertIf_PaidAccountCallsBack() public {
        Thief thief = new Thief();
        vm.deal(address(thief), 3 ether);
        thief.act(address(stakes), 2 ether, abi.encodeCall(stakes.deposit, (address(thief))));
        thief.act(address(stakes), 0, abi.encodeCall(stakes.unbond, (1 ether)));
        vm.warp(block.timestamp + UNBONDING);
        stake(6 ether);
        vm.prank(_SLASHER);
        stakes.slash(AGENT, 1 ether, address(thief));
        bytes32 slasher = stakes.SLASHER_ROLE();
        vm.prank(ADMIN);
        stakes.grantRole(slasher, address(thief));
        thief.plan(address(stakes), 0, abi.encodeCall(stakes.withdraw, (payable(address(thief)))));
        thief.plan(address(stakes), 0, abi.encodeCall(stakes.unbond, (1 ether)));
        thief.plan(address(stakes), 1 ether, abi.encodeCall(stakes.deposit, (address(thief))));
        thief.plan(address(stakes), 0, abi.encodeCall(stakes.slash, (AGENT, 5 ether, address(thief))));
        thief.plan(address(stakes), 0, abi.encodeCall(stakes.due, (address(thief))));
        thief.act(address(stakes), 0, abi.encodeCall(stakes.withdraw, (payable(address(thief)))));
        vm.assertEq(thief.tries(), 5);
        for (uint256 i = 0; i < 4; ++i) {
            vm.assertFalse(thief.succeeded(i));
            vm.assertEq(
                thief.refusals(i),
                abi.encodeWithSelector(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector)
            );
        }
        // Nor do others read in the meantime that something is still due.
        vm.assertEq(thief.refusals(4), abi.encode(0));
        vm.assertEq(thief.payments(), 1);
        vm.assertEq(address(thief).balance, 3 ether);
        vm.assertEq(address(stakes).balance, 6 ether);
        vm.assertEq(stakes.slashable(address(thief)), 1 ether);
    }
}
