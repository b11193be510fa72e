// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ChallengeManager} from "../../src/economy/ChallengeManager.sol";
import {IChallengeManager} from "../../src/economy/IChallengeManager.sol";
import {IStakeRegistry} from "../../src/economy/IStakeRegistry.sol";
import {ITaskEscrow} from "../../src/economy/ITaskEscrow.sol";
import {Payouts} from "../../src/economy/Payouts.sol";
import {StakeRegistry} from "../../src/economy/StakeRegistry.sol";
import {TaskEscrow} from "../../src/economy/TaskEscrow.sol";
import {Economy} from "forge-lite/Economy.sol";
import {Test} from "forge-lite/Forge.sol";
import {Thief} from "forge-lite/Thief.sol";
import {Tree} from "forge-lite/Tree.sol";

/// Payers, agents, challengers and a thief who calls back, with the contracts as they are deployed. Everybody does
/// everything, in any order and at any time.
contract Market is Economy {
    bytes32 private constant _GOAL = "goal";
    uint256 private constant _TASKS = 3;

    address[] public actors;
    ITaskEscrow.Terms[] private _funded;
    bytes[] private _leaves;
    uint256 public opened;
    uint256 public total;

    constructor() {
        wire();
        Thief thief = new Thief();
        address thief_ = address(thief);
        for (uint160 i = 0; i < 3; ++i) {
            actors.push(address(0x1000 + i));
        }
        actors.push(thief_);
        for (uint256 i = 0; i < actors.length; ++i) {
            vm.deal(actors[i], 100 ether);
            total += 100 ether;
        }
        actors.push(TREASURY);
        Payouts[3] memory tills = [Payouts(stakes), Payouts(challenges), Payouts(escrows)];
        for (uint256 i = 0; i < tills.length; ++i) {
            thief.plan(address(tills[i]), 0, abi.encodeCall(Payouts.withdraw, (payable(thief_))));
        }
        thief.plan(address(stakes), 1, abi.encodeCall(stakes.deposit, (thief_)));
        thief.plan(address(stakes), 0, abi.encodeCall(stakes.unbond, (1)));
        for (uint256 i = 0; i < 4 * _TASKS; ++i) {
            _leaves.push(leafOf(_GOAL, bytes32(i / 4), actors[i % 4]));
        }
        proofs.recordBundle(_GOAL, Tree.root(_leaves), uint64(_leaves.length));
        bytes32 slasher = stakes.SLASHER_ROLE();
        vm.prank(ADMIN);
        stakes.grantRole(slasher, address(this));
    }

    function deposit(uint8 from, uint8 to, uint64 amount) external {
        vm.prank(_actor(from));
        stakes.deposit{value: amount % 4 ether}(_actor(to));
    }

    function unbond(uint8 who, uint64 amount) external {
        uint96 bonded = stakes.stakeOf(_actor(who)).bonded;
        uint96 asked = amount % 4 == 0 ? amount : uint96(bound(amount, 0, bonded));
        vm.prank(_actor(who));
        stakes.unbond(asked);
    }

    function slash(uint8 who, uint96 amount, uint8 to) external {
        stakes.slash(_actor(who), amount % 8 == 0 ? amount : amount % 1 ether, actors[to % actors.length]);
    }

    function withdraw(uint8 which, uint8 who, bool elsewhere, uint8 to) external {
        Payouts till = _till(which);
        for (uint256 i = 0; i < actors.length && till.due(actors[who % actors.length]) == 0; ++i) {
            who = who == type(uint8).max ? 0 : who + 1;
        }
        address account = actors[who % actors.length];
        vm.prank(account);
        till.withdraw(payable(elsewhere ? _actor(to) : account));
    }

    function open(uint8 who, uint8 agent, uint8 task, uint64 extra) external {
        vm.prank(_actor(who));
        opened =
            challenges.open{value: BOND + extra % 1 ether}(_GOAL, bytes32(task % _TASKS), _actor(agent), "evidence");
    }

    function answer(uint256 id, bytes32 evidence) external {
        id = _challenge(id);
        vm.prank(challenges.challenge(id).agent);
        challenges.answer(id, evidence);
    }

    function resolve(uint256 id, bool upheld, uint64 penalty) external {
        id = _challenge(id);
        vm.prank(RESOLVER);
        challenges.resolve(id, upheld, penalty);
    }

    function expire(uint256 id) external {
        challenges.expire(_challenge(id));
    }

    function fund(uint8 from, uint8 to, uint8 task, uint64 amount, uint24 time) external {
        ITaskEscrow.Terms memory terms = ITaskEscrow.Terms({
            goal: _GOAL,
            task: bytes32(task % _TASKS),
            payer: _actor(from),
            payee: _actor(to),
            deadline: uint64(block.timestamp + time % 4 days)
        });
        vm.prank(terms.payer);
        escrows.fund{value: amount % 4 ether}(terms.goal, terms.task, terms.payee, terms.deadline);
        _funded.push(terms);
    }

    function prove(uint256 which, uint8 wrong) external {
        ITaskEscrow.Terms memory terms = _escrow(which, ITaskEscrow.State.Funded);
        uint256 index = wrong % 8 == 0 ? wrong % _leaves.length : _indexOf(terms);
        escrows.prove(terms, _leaves[index], index, Tree.path(_leaves, index));
    }

    function release(uint256 which) external {
        escrows.release(_escrow(which, ITaskEscrow.State.Proven));
    }

    function refund(uint256 which, bool proven) external {
        escrows.refund(_escrow(which, proven ? ITaskEscrow.State.Proven : ITaskEscrow.State.Funded));
    }

    function pause(uint8 which) external {
        Payouts till = _till(which);
        bool paused = till.paused();
        vm.prank(paused ? ADMIN : PAUSER);
        if (paused) till.unpause();
        else if (which % 16 == 0) till.pause();
    }

    function pass(uint24 time, uint8 far) external {
        vm.warp(block.timestamp + (far % 8 == 0 ? UNBONDING : time % 1 days));
    }

    function count() external view returns (uint256) {
        return actors.length;
    }

    function funded() external view returns (ITaskEscrow.Terms[] memory) {
        return _funded;
    }

    function contracts() external view returns (StakeRegistry, ChallengeManager, TaskEscrow) {
        return (stakes, challenges, escrows);
    }

    /// An open challenge if there is one, from the given number on.
    function _challenge(uint256 from) private view returns (uint256 id) {
        for (uint256 i = 0; i <= opened; ++i) {
            id = (from % (opened + 1) + i) % (opened + 1);
            if (challenges.challenge(id).status == IChallengeManager.Status.Open) return id;
        }
    }

    /// An escrow in a state if there is one, from the given number on.
    function _escrow(uint256 from, ITaskEscrow.State state) private view returns (ITaskEscrow.Terms memory terms) {
        for (uint256 i = 0; i < _funded.length; ++i) {
            terms = _funded[(from % _funded.length + i) % _funded.length];
            if (escrows.escrow(escrows.idOf(terms)).state == state) return terms;
        }
    }

    function _till(uint8 which) private view returns (Payouts) {
        return which % 3 == 0 ? Payouts(stakes) : which % 3 == 1 ? Payouts(challenges) : Payouts(escrows);
    }

    function _actor(uint8 number) private view returns (address) {
        return actors[number % 4];
    }

    function _indexOf(ITaskEscrow.Terms memory terms) private view returns (uint256 index) {
        index = uint256(terms.task) * 4;
        for (uint256 i = 0; i < 4; ++i) {
            if (actors[i] == terms.payee) return index + i;
        }
    }
}

contract EconomyInvariantTest is Test {
    Market private _market;
    StakeRegistry private _stakes;
    ChallengeManager private _challenges;
    TaskEscrow private _escrows;

    function setUp() public {
        _market = new Market();
        (_stakes, _challenges, _escrows) = _market.contracts();
        targetContract(address(_market));
    }

    function invariant_StakeRegistryHoldsWhatItOwes() public view {
        uint256 owed = 0;
        for (uint256 i = 0; i < _market.count(); ++i) {
            address who = _market.actors(i);
            IStakeRegistry.Stake memory stake = _stakes.stakeOf(who);
            owed += _stakes.due(who) + stake.bonded;
            // What can be fetched is told as due already.
            if (stake.holds != 0 || block.timestamp < stake.releaseAt) owed += stake.unbonding;
        }
        vm.assertEq(address(_stakes).balance, owed);
    }

    function invariant_ChallengeManagerHoldsWhatItOwes() public view {
        uint256 owed = 0;
        uint256[] memory open = new uint256[](_market.count());
        for (uint256 i = 0; i < open.length; ++i) {
            owed += _challenges.due(_market.actors(i));
        }
        for (uint256 id = 1; id <= _market.opened(); ++id) {
            IChallengeManager.Challenge memory known = _challenges.challenge(id);
            if (known.status != IChallengeManager.Status.Open) continue;
            owed += known.bond;
            for (uint256 i = 0; i < open.length; ++i) {
                if (_market.actors(i) == known.agent) ++open[i];
            }
        }
        vm.assertEq(address(_challenges).balance, owed);
        for (uint256 i = 0; i < open.length; ++i) {
            address who = _market.actors(i);
            vm.assertEq(_stakes.stakeOf(who).holds, open[i], "holds");
            uint256 pending = 0;
            for (uint256 task = 0; task < 3; ++task) {
                (uint64 some,) = _challenges.standing("goal", bytes32(task), who);
                pending += some;
            }
            vm.assertEq(pending, open[i], "pending");
        }
    }

    function invariant_EscrowHoldsWhatItOwes() public view {
        uint256 owed = 0;
        for (uint256 i = 0; i < _market.count(); ++i) {
            owed += _escrows.due(_market.actors(i));
        }
        ITaskEscrow.Terms[] memory funded = _market.funded();
        for (uint256 i = 0; i < funded.length; ++i) {
            ITaskEscrow.Escrow memory known = _escrows.escrow(_escrows.idOf(funded[i]));
            if (known.state == ITaskEscrow.State.Funded || known.state == ITaskEscrow.State.Proven) {
                owed += known.amount;
            }
        }
        vm.assertEq(address(_escrows).balance, owed);
    }

    function invariant_MoneyIsNeitherMadeNorLost() public view {
        uint256 sum = address(_stakes).balance + address(_challenges).balance + address(_escrows).balance;
        for (uint256 i = 0; i < _market.count(); ++i) {
            sum += _market.actors(i).balance;
        }
        vm.assertEq(sum, _market.total());
    }
}
