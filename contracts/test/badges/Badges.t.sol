// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Badges} from "../../src/badges/Badges.sol";
import {IBadges} from "../../src/badges/IBadges.sol";
import {IERC5192} from "../../src/identity/IERC5192.sol";
import {Soulbound} from "../../src/identity/Soulbound.sol";
import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {RolesTest} from "forge-lite/Roles.sol";

contract BadgesTest is RolesTest {
    address private constant _ADMIN = address(0xA11CE);
    address private constant _ISSUER = address(0xB0B);
    address private constant _AGENT = address(0xA6E47);
    bytes32 private constant _KIND = "verified_run";
    bytes32 private constant _EVIDENCE = keccak256("evidence");

    Badges private _badges;

    function setUp() public {
        vm.warp(1_800_000_000);
        _badges = new Badges(_ADMIN, _ISSUER);
    }

    function test_IssuedBadgeIsKeptAndTold() public {
        uint256 id = _badges.idOf(_AGENT, _KIND);
        vm.assertFalse(_badges.has(_AGENT, _KIND));
        vm.assertEq(_badges.badge(id).issuedAt, 0);
        vm.expectEmit(address(_badges));
        emit IERC721.Transfer(address(0), _AGENT, id);
        vm.expectEmit(address(_badges));
        emit IERC5192.Locked(id);
        vm.expectEmit(address(_badges));
        emit IBadges.BadgeIssued(_AGENT, _KIND, id, _EVIDENCE);
        vm.prank(_ISSUER);
        vm.assertEq(_badges.issue(_AGENT, _KIND, _EVIDENCE), id);

        vm.assertTrue(_badges.has(_AGENT, _KIND));
        vm.assertFalse(_badges.has(_AGENT, "streak_10"));
        vm.assertFalse(_badges.has(_ISSUER, _KIND));
        vm.assertEq(_badges.ownerOf(id), _AGENT);
        vm.assertTrue(_badges.locked(id));
        vm.assertEq(_badges.badge(id).kind, _KIND);
        vm.assertEq(_badges.badge(id).evidence, _EVIDENCE);
        vm.assertEq(_badges.badge(id).issuedAt, 1_800_000_000);
    }

    function testFuzz_IssuingAgainChangesNothing(bytes32 evidence) public {
        vm.startPrank(_ISSUER);
        uint256 id = _badges.issue(_AGENT, _KIND, _EVIDENCE);
        vm.warp(1_900_000_000);
        vm.recordLogs();
        vm.assertEq(_badges.issue(_AGENT, _KIND, evidence), id);
        vm.assertEq(vm.getRecordedLogs().length, 0);
        vm.assertEq(_badges.badge(id).evidence, _EVIDENCE);
        vm.assertEq(_badges.badge(id).issuedAt, 1_800_000_000);
        vm.assertEq(_badges.balanceOf(_AGENT), 1);
    }

    function testFuzz_EachAgentAndKindHasItsOwn(address agent, address other, bytes32 kind, bytes32 sort) public {
        vm.assume(agent != address(0) && other != address(0) && kind != 0 && sort != 0);
        vm.startPrank(_ISSUER);
        _badges.issue(agent, kind, _EVIDENCE);
        _badges.issue(other, sort, _EVIDENCE);
        vm.assertTrue(_badges.has(agent, kind) && _badges.has(other, sort));
        vm.assertEq(_badges.has(agent, sort) ? 1 : 0, agent == other || kind == sort ? 1 : 0);
    }

    function test_RevertIf_NothingIsIssued() public {
        vm.startPrank(_ISSUER);
        vm.expectRevert(abi.encodeWithSelector(IBadges.BadgeEmpty.selector, _AGENT));
        _badges.issue(_AGENT, 0, _EVIDENCE);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, address(0)));
        _badges.issue(address(0), _KIND, _EVIDENCE);
    }

    function testFuzz_RevertIf_BadgeWouldMove(address to) public {
        vm.assume(to != address(0));
        vm.prank(_ISSUER);
        uint256 id = _badges.issue(_AGENT, _KIND, _EVIDENCE);
        bytes memory refusal = abi.encodeWithSelector(Soulbound.TokenSoulbound.selector, id, _AGENT, to);
        vm.startPrank(_AGENT);
        vm.expectRevert(refusal);
        _badges.transferFrom(_AGENT, to, id);
        vm.expectRevert(refusal);
        _badges.safeTransferFrom(_AGENT, to, id);
    }

    function testFuzz_RevertIf_StrangerIssues(address stranger) public {
        vm.assume(stranger != _ISSUER);
        bytes32 role = _badges.ISSUER_ROLE();
        vm.prank(stranger);
        expectUnauthorized(stranger, role);
        _badges.issue(_AGENT, _KIND, _EVIDENCE);
    }

    function test_InterfacesAreTold() public view {
        vm.assertTrue(_badges.supportsInterface(type(IERC5192).interfaceId));
        vm.assertTrue(_badges.supportsInterface(type(IERC721).interfaceId));
        vm.assertTrue(_badges.supportsInterface(type(IAccessControl).interfaceId));
        vm.assertFalse(_badges.supportsInterface(0xffffffff));
    }
}

contract BadgesGasTest is RolesTest {
    function test_Issue() public {
        Badges badges = new Badges(address(this), address(this));
        badges.issue(address(0xB0B), "verified_run", "evidence");
        vm.snapshotGasLastCall("Badges", "issue");
        badges.issue(address(0xB0B), "verified_run", "evidence");
        vm.snapshotGasLastCall("Badges", "issue, again");
    }
}
