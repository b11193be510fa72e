// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AuditTrail} from "../src/audit/AuditTrail.sol";
import {Badges} from "../src/badges/Badges.sol";
import {ChallengeManager} from "../src/economy/ChallengeManager.sol";
import {IChallengeManager} from "../src/economy/IChallengeManager.sol";
import {StakeRegistry} from "../src/economy/StakeRegistry.sol";
import {TaskEscrow} from "../src/economy/TaskEscrow.sol";
import {AgentPassport} from "../src/identity/AgentPassport.sol";
import {ProofOfWork} from "../src/proof/ProofOfWork.sol";
import {ReputationRegistry} from "../src/reputation/ReputationRegistry.sol";
import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {
    AccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";
import {
    IAccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/IAccessControlDefaultAdminRules.sol";
import {RolesTest} from "forge-lite/Roles.sol";

/// The deployer sets up, hands the admin's role to a multisig, and is nobody then.
contract HandoverTest is RolesTest {
    address private constant _DEPLOYER = address(0xDE9);
    address private constant _SAFE = address(0x5AFE);
    address private constant _NEXT = address(0x4E37);
    uint48 private constant _DELAY = 2 days;

    function setUp() public {
        vm.warp(1_800_000_000);
    }

    function test_ProofOfWork() public {
        ProofOfWork proofs = new ProofOfWork(_DEPLOYER, _NEXT);
        _handOver(proofs, proofs.RECORDER_ROLE());
    }

    function test_ReputationRegistry() public {
        ReputationRegistry scores = new ReputationRegistry(_DEPLOYER, _NEXT, _passports());
        _handOver(scores, scores.ORACLE_ROLE());
    }

    function test_AuditTrail() public {
        AuditTrail trail = new AuditTrail(_DEPLOYER, _NEXT);
        _handOver(trail, trail.WRITER_ROLE());
    }

    function test_Badges() public {
        Badges badges = new Badges(_DEPLOYER, _NEXT);
        _handOver(badges, badges.ISSUER_ROLE());
    }

    function test_AgentPassport() public {
        AgentPassport passports = _passports();
        _handOverSlowly(passports, passports.MINTER_ROLE());
    }

    function test_StakeRegistry() public {
        StakeRegistry stakes = _stakes();
        _handOverSlowly(stakes, stakes.SLASHER_ROLE());
    }

    function test_ChallengeManager() public {
        ChallengeManager challenges = _challenges();
        _handOverSlowly(challenges, challenges.RESOLVER_ROLE());
    }

    function test_TaskEscrow() public {
        TaskEscrow escrows =
            new TaskEscrow(_DEPLOYER, _DELAY, _NEXT, new ProofOfWork(_DEPLOYER, _NEXT), _challenges(), 1 days);
        _handOverSlowly(escrows, escrows.PAUSER_ROLE());
    }

    function _handOver(AccessControl under, bytes32 role) private {
        vm.startPrank(_DEPLOYER);
        under.grantRole(DEFAULT_ADMIN_ROLE, _SAFE);
        under.renounceRole(DEFAULT_ADMIN_ROLE, _DEPLOYER);
        vm.stopPrank();
        _expectHandedOver(under, role);
    }

    /// Where money or identity moves, the next admin has to take over itself, and not before the delay is over: neither
    /// a mistyped address nor a stolen key takes the role in one transaction.
    function _handOverSlowly(AccessControlDefaultAdminRules under, bytes32 role) private {
        vm.startPrank(_DEPLOYER);
        vm.expectRevert(
            abi.encodeWithSelector(IAccessControlDefaultAdminRules.AccessControlEnforcedDefaultAdminRules.selector)
        );
        under.grantRole(DEFAULT_ADMIN_ROLE, _SAFE);
        under.beginDefaultAdminTransfer(_SAFE);
        vm.stopPrank();
        uint48 schedule = uint48(block.timestamp) + _DELAY;
        vm.warp(schedule);
        vm.prank(_SAFE);
        vm.expectRevert(
            abi.encodeWithSelector(
                IAccessControlDefaultAdminRules.AccessControlEnforcedDefaultAdminDelay.selector, schedule
            )
        );
        under.acceptDefaultAdminTransfer();
        vm.warp(schedule + 1);
        vm.prank(_NEXT);
        vm.expectRevert(
            abi.encodeWithSelector(IAccessControlDefaultAdminRules.AccessControlInvalidDefaultAdmin.selector, _NEXT)
        );
        under.acceptDefaultAdminTransfer();
        vm.prank(_SAFE);
        under.acceptDefaultAdminTransfer();
        vm.assertEq(under.defaultAdmin(), _SAFE);
        _expectHandedOver(under, role);
    }

    function _expectHandedOver(AccessControl under, bytes32 role) private {
        vm.assertTrue(under.hasRole(DEFAULT_ADMIN_ROLE, _SAFE));
        vm.assertFalse(under.hasRole(DEFAULT_ADMIN_ROLE, _DEPLOYER));
        vm.prank(_DEPLOYER);
        expectUnauthorized(_DEPLOYER, DEFAULT_ADMIN_ROLE);
        under.grantRole(role, _DEPLOYER);
        vm.startPrank(_SAFE);
        under.grantRole(role, _DEPLOYER);
        vm.assertTrue(under.hasRole(role, _DEPLOYER));
        under.revokeRole(role, _DEPLOYER);
        vm.assertFalse(under.hasRole(role, _DEPLOYER));
        vm.stopPrank();
    }

    function _passports() private returns (AgentPassport) {
        return new AgentPassport(_DEPLOYER, _DELAY, _NEXT, _NEXT, _NEXT);
    }

    function _stakes() private returns (StakeRegistry) {
        return new StakeRegistry(_DEPLOYER, _DELAY, _NEXT, 7 days, new uint96[](0));
    }

    function _challenges() private returns (ChallengeManager) {
        return new ChallengeManager(
            _DEPLOYER, _DELAY, _NEXT, _NEXT, IChallengeManager.Settings(_stakes(), _SAFE, 1 ether, 3 days, 5000)
        );
    }
}
