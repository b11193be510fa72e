// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ChallengeManager} from "../../src/economy/ChallengeManager.sol";
import {IChallengeManager} from "../../src/economy/IChallengeManager.sol";
import {StakeRegistry} from "../../src/economy/StakeRegistry.sol";
import {TaskEscrow} from "../../src/economy/TaskEscrow.sol";
import {ProofOfWork} from "../../src/proof/ProofOfWork.sol";
import {RolesTest} from "./Roles.sol";

/// The contracts that hold money, wired as they are deployed.
abstract contract Economy is RolesTest {
    address internal constant ADMIN = address(0xA11CE);
    address internal constant PAUSER = address(0x9A05E);
    address internal constant RESOLVER = address(0x5AFE);
    address internal constant TREASURY = address(0x7EA5);
    address internal constant AGENT = address(0xA6E47);
    address internal constant PAYER = address(0x9A7E4);
    address internal constant CHALLENGER = address(0xC4A11);
    uint40 internal constant UNBONDING = 7 days;
    uint40 internal constant TIMEOUT = 3 days;
    uint64 internal constant WINDOW = 1 days;
    uint96 internal constant BOND = 0.1 ether;

    ProofOfWork internal proofs;
    StakeRegistry internal stakes;
    ChallengeManager internal challenges;
    TaskEscrow internal escrows;

    function wire() internal {
        vm.warp(1_800_000_000);
        uint96[] memory minimums = new uint96[](2);
        (minimums[0], minimums[1]) = (1 ether, 10 ether);
        proofs = new ProofOfWork(ADMIN, address(this));
        stakes = new StakeRegistry(ADMIN, 1 days, PAUSER, UNBONDING, minimums);
        challenges = new ChallengeManager(
            ADMIN, 1 days, PAUSER, RESOLVER, IChallengeManager.Settings(stakes, TREASURY, BOND, TIMEOUT, 4000)
        );
        escrows = new TaskEscrow(ADMIN, 1 days, PAUSER, proofs, challenges, WINDOW);
        bytes32 slasher = stakes.SLASHER_ROLE();
        vm.prank(ADMIN);
        stakes.grantRole(slasher, address(challenges));
        vm.deal(AGENT, 100 ether);
        vm.deal(PAYER, 100 ether);
        vm.deal(CHALLENGER, 100 ether);
    }

    function stake(uint256 amount) internal {
        vm.prank(AGENT);
        stakes.deposit{value: amount}(AGENT);
    }

    function leafOf(bytes32 goal, bytes32 task, address agent) internal pure returns (bytes memory) {
        return abi.encodePacked(hex"01", goal, task, agent, keccak256(abi.encode("result", task)));
    }
}

abstract contract EconomyTest is Economy {
    function setUp() public virtual {
        wire();
    }
}
