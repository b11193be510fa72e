// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AgentPassport} from "../../src/identity/AgentPassport.sol";
import {IAgentPassport} from "../../src/identity/IAgentPassport.sol";
import {IERC5192} from "../../src/identity/IERC5192.sol";
import {IERC8004Identity} from "../../src/identity/IERC8004Identity.sol";
import {Soulbound} from "../../src/identity/Soulbound.sol";
import {
    IAccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/IAccessControlDefaultAdminRules.sol";
import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {IERC721Metadata} from "@openzeppelin/contracts/token/ERC721/extensions/IERC721Metadata.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";
import {Log} from "forge-lite/Forge.sol";
import {RolesTest} from "forge-lite/Roles.sol";

contract AgentPassportTest is RolesTest {
    address private constant _ADMIN = address(0xA11CE);
    address private constant _MINTER = address(0xB0B);
    address private constant _STATISTICIAN = address(0x57A7);
    address private constant _REVOKER = address(0xDEAD);
    address private constant _AGENT = address(0xA6E47);
    address private constant _OTHER = address(0xA6E48);
    bytes32 private constant _HASH = keccak256("capabilities");

    AgentPassport private _passports;

    function setUp() public {
        vm.warp(1_800_000_000);
        _passports = new AgentPassport(_ADMIN, 1 days, _MINTER, _STATISTICIAN, _REVOKER);
    }

    function test_RegisteringIssuesALockedPassport() public {
        vm.expectEmit(address(_passports));
        emit IERC721.Transfer(address(0), _AGENT, 1);
        vm.expectEmit(address(_passports));
        emit IERC5192.Locked(1);
        vm.expectEmit(address(_passports));
        emit IERC8004Identity.Registered(1, "", _AGENT);
        vm.expectEmit(address(_passports));
        emit IAgentPassport.PassportIssued(1, _AGENT, _HASH);
        vm.prank(_MINTER);
        vm.assertEq(_passports.register(_AGENT, _HASH), 1);

        IAgentPassport.Passport memory known = _passports.passport(1);
        vm.assertEq(known.capabilityHash, _HASH);
        vm.assertEq(known.registeredAt, 1_800_000_000);
        vm.assertEq(known.done, 0);
        vm.assertEq(known.failed, 0);
        vm.assertTrue(known.active);
        vm.assertFalse(known.revoked);
        vm.assertTrue(_passports.locked(1));
        vm.assertEq(_passports.ownerOf(1), _AGENT);
        vm.assertEq(_passports.passportOf(_AGENT), 1);
        vm.assertEq(_passports.getAgentWallet(1), _AGENT);
        vm.assertEq(_passports.tokenURI(1), "");
    }

    function test_RegisteringCanDescribeTheAgent() public {
        IERC8004Identity.MetadataEntry[] memory entries = new IERC8004Identity.MetadataEntry[](2);
        entries[0] = IERC8004Identity.MetadataEntry("did", "did:mergit:1");
        entries[1] = IERC8004Identity.MetadataEntry("role", "coder");
        vm.startPrank(_MINTER);
        vm.assertEq(_passports.register(_AGENT, _HASH, "https://a.test/1"), 1);
        vm.expectEmit(address(_passports));
        emit IERC8004Identity.Registered(2, "https://a.test/2", _OTHER);
        vm.expectEmit(address(_passports));
        emit IERC8004Identity.MetadataSet(2, "did", "did", "did:mergit:1");
        vm.expectEmit(address(_passports));
        emit IERC8004Identity.MetadataSet(2, "role", "role", "coder");
        vm.assertEq(_passports.register(_OTHER, _HASH, "https://a.test/2", entries), 2);
        vm.assertEq(_passports.tokenURI(1), "https://a.test/1");
        vm.assertEq(_passports.tokenURI(2), "https://a.test/2");
        vm.assertEq(_passports.getMetadata(2, "role"), "coder");
        vm.assertEq(_passports.getMetadata(1, "role"), "");
    }

    function test_RegisteringAgainChangesNothing() public {
        IERC8004Identity.MetadataEntry[] memory entries = new IERC8004Identity.MetadataEntry[](1);
        entries[0] = IERC8004Identity.MetadataEntry("role", "coder");
        vm.startPrank(_MINTER);
        _passports.register(_AGENT, _HASH, "https://a.test/1", entries);
        vm.stopPrank();
        vm.startPrank(_AGENT);
        _passports.setMetadata(1, "role", "writer");
        vm.stopPrank();
        vm.warp(1_900_000_000);
        vm.recordLogs();
        vm.startPrank(_MINTER);
        vm.assertEq(_passports.register(_AGENT, _HASH, "https://a.test/2", entries), 1);
        vm.assertEq(_passports.register(_AGENT, _HASH, "https://a.test/2"), 1);
        vm.assertEq(_passports.register(_AGENT, _HASH), 1);
        vm.assertEq(vm.getRecordedLogs().length, 0);
        vm.assertEq(_passports.passport(1).registeredAt, 1_800_000_000);
        vm.assertEq(_passports.tokenURI(1), "https://a.test/1");
        vm.assertEq(_passports.getMetadata(1, "role"), "writer");
    }

    function testFuzz_RevertIf_CapabilitiesDiffer(bytes32 hash) public {
        vm.assume(hash != _HASH && hash != 0);
        vm.startPrank(_MINTER);
        _passports.register(_AGENT, _HASH);
        vm.expectRevert(abi.encodeWithSelector(IAgentPassport.PassportConflict.selector, 1, _AGENT, _HASH, hash));
        _passports.register(_AGENT, hash);
    }

    function test_RevertIf_NothingIsRegistered() public {
        vm.startPrank(_MINTER);
        vm.expectRevert(abi.encodeWithSelector(IAgentPassport.PassportEmpty.selector, _AGENT));
        _passports.register(_AGENT, 0);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, address(0)));
        _passports.register(address(0), _HASH);
    }

    function test_UnknownPassports() public {
        vm.assertEq(_passports.passport(1).registeredAt, 0);
        vm.assertEq(_passports.passportOf(_AGENT), 0);
        bytes memory refusal = abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, 1);
        vm.expectRevert(refusal);
        _passports.locked(1);
        vm.expectRevert(refusal);
        _passports.tokenURI(1);
        vm.expectRevert(refusal);
        _passports.getMetadata(1, "role");
        vm.expectRevert(refusal);
        _passports.getAgentWallet(1);
        vm.expectRevert(refusal);
        _passports.setAgentURI(1, "https://a.test");
        vm.expectRevert(refusal);
        _passports.setMetadata(1, "role", "coder");
        vm.startPrank(_REVOKER);
        vm.expectRevert(refusal);
        _passports.deactivate(1);
        vm.expectRevert(refusal);
        _passports.activate(1);
        vm.expectRevert(refusal);
        _passports.revoke(1);
        vm.stopPrank();
        vm.prank(_STATISTICIAN);
        vm.expectRevert(refusal);
        _passports.updateStats(_stats(1, 1, 1));
    }

    function testFuzz_RevertIf_PassportWouldMove(address to, bool byOperator) public {
        vm.assume(to != address(0));
        _register();
        address operator = address(0x0B);
        vm.startPrank(_AGENT);
        _passports.setApprovalForAll(operator, true);
        if (byOperator) {
            vm.stopPrank();
            vm.startPrank(operator);
        }
        bytes memory refusal = abi.encodeWithSelector(Soulbound.TokenSoulbound.selector, 1, _AGENT, to);
        vm.expectRevert(refusal);
        _passports.transferFrom(_AGENT, to, 1);
        vm.expectRevert(refusal);
        _passports.safeTransferFrom(_AGENT, to, 1);
        vm.expectRevert(refusal);
        _passports.safeTransferFrom(_AGENT, to, 1, "data");
        vm.assertEq(_passports.ownerOf(1), _AGENT);
    }

    function test_AgentAndItsOperatorsDescribeIt() public {
        _register();
        address operator = address(0x0B);
        address approved = address(0x0C);
        vm.startPrank(_AGENT);
        vm.expectEmit(address(_passports));
        emit IERC8004Identity.URIUpdated(1, "https://a.test/1", _AGENT);
        _passports.setAgentURI(1, "https://a.test/1");
        _passports.setApprovalForAll(operator, true);
        _passports.approve(approved, 1);
        vm.stopPrank();
        vm.prank(operator);
        vm.expectEmit(address(_passports));
        emit IERC8004Identity.URIUpdated(1, "https://a.test/2", operator);
        _passports.setAgentURI(1, "https://a.test/2");
        vm.assertEq(_passports.tokenURI(1), "https://a.test/2");
        vm.prank(approved);
        vm.expectEmit(address(_passports));
        emit IERC8004Identity.MetadataSet(1, "role", "role", "coder");
        _passports.setMetadata(1, "role", "coder");
        vm.assertEq(_passports.getMetadata(1, "role"), "coder");
    }

    function testFuzz_RevertIf_StrangerDescribesTheAgent(address stranger) public {
        vm.assume(stranger != _AGENT);
        _register();
        bytes memory refusal = abi.encodeWithSelector(IERC721Errors.ERC721InsufficientApproval.selector, stranger, 1);
        vm.startPrank(stranger);
        vm.expectRevert(refusal);
        _passports.setAgentURI(1, "https://a.test");
        vm.expectRevert(refusal);
        _passports.setMetadata(1, "role", "coder");
    }

    function test_WalletKeyIsTheAgentsAddress() public {
        _register();
        vm.assertEq(_passports.getMetadata(1, "agentWallet"), abi.encodePacked(_AGENT));
        bytes memory refusal = abi.encodeWithSelector(IAgentPassport.MetadataReserved.selector, "agentWallet");
        vm.prank(_AGENT);
        vm.expectRevert(refusal);
        _passports.setMetadata(1, "agentWallet", abi.encodePacked(_OTHER));
        IERC8004Identity.MetadataEntry[] memory entries = new IERC8004Identity.MetadataEntry[](1);
        entries[0] = IERC8004Identity.MetadataEntry("agentWallet", "");
        vm.prank(_MINTER);
        vm.expectRevert(refusal);
        _passports.register(_OTHER, _HASH, "", entries);
    }

    function test_StatsGrowInBatches() public {
        _register();
        vm.prank(_MINTER);
        _passports.register(_OTHER, _HASH);
        IAgentPassport.Stats[] memory batch = new IAgentPassport.Stats[](2);
        batch[0] = IAgentPassport.Stats(1, 5, 2);
        batch[1] = IAgentPassport.Stats(2, 0, 1);
        vm.startPrank(_STATISTICIAN);
        vm.expectEmit(address(_passports));
        emit IAgentPassport.StatsUpdated(1, 5, 2);
        vm.expectEmit(address(_passports));
        emit IAgentPassport.StatsUpdated(2, 0, 1);
        _passports.updateStats(batch);
        vm.assertEq(_passports.passport(1).done, 5);
        vm.assertEq(_passports.passport(1).failed, 2);
        vm.assertEq(_passports.passport(2).failed, 1);
        vm.assertEq(_passports.passport(1).capabilityHash, _HASH);

        batch[1].done = 7;
        vm.recordLogs();
        _passports.updateStats(batch);
        Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs.length, 1);
        vm.assertEq(logs[0].topics[1], bytes32(uint256(2)));
    }

    function testFuzz_RevertIf_StatsShrink(uint32 done, uint32 failed) public {
        vm.assume(done < 5 || failed < 2);
        _register();
        vm.startPrank(_STATISTICIAN);
        _passports.updateStats(_stats(1, 5, 2));
        vm.expectRevert(abi.encodeWithSelector(IAgentPassport.StatsStale.selector, 1, 5, 2, done, failed));
        _passports.updateStats(_stats(1, done, failed));
    }

    function test_SuspensionEnds() public {
        _register();
        vm.startPrank(_REVOKER);
        vm.expectEmit(address(_passports));
        emit IAgentPassport.PassportDeactivated(1);
        _passports.deactivate(1);
        vm.assertFalse(_passports.passport(1).active);
        vm.expectEmit(address(_passports));
        emit IAgentPassport.PassportActivated(1);
        _passports.activate(1);
        vm.assertTrue(_passports.passport(1).active);

        vm.recordLogs();
        _passports.activate(1);
        vm.assertEq(vm.getRecordedLogs().length, 0);
        _passports.deactivate(1);
        vm.recordLogs();
        _passports.deactivate(1);
        vm.assertEq(vm.getRecordedLogs().length, 0);
    }

    function test_RevocationIsFinal() public {
        _register();
        vm.startPrank(_REVOKER);
        vm.expectEmit(address(_passports));
        emit IAgentPassport.PassportRevoked(1);
        _passports.revoke(1);
        vm.recordLogs();
        _passports.revoke(1);
        _passports.deactivate(1);
        vm.assertEq(vm.getRecordedLogs().length, 0);
        vm.expectRevert(abi.encodeWithSelector(IAgentPassport.PassportIsRevoked.selector, 1));
        _passports.activate(1);
        vm.stopPrank();
        vm.prank(_MINTER);
        vm.assertEq(_passports.register(_AGENT, _HASH), 1);
        vm.assertTrue(_passports.passport(1).revoked);
        vm.assertFalse(_passports.passport(1).active);
        vm.assertEq(_passports.ownerOf(1), _AGENT);
    }

    function testFuzz_RevertIf_RoleIsMissing(address stranger) public {
        vm.assume(stranger != _MINTER && stranger != _STATISTICIAN && stranger != _REVOKER);
        (bytes32 minter, bytes32 statistician, bytes32 revoker) =
            (_passports.MINTER_ROLE(), _passports.STATS_ROLE(), _passports.REVOKER_ROLE());
        vm.startPrank(stranger);
        expectUnauthorized(stranger, minter);
        _passports.register(_AGENT, _HASH);
        expectUnauthorized(stranger, minter);
        _passports.register(_AGENT, _HASH, "");
        expectUnauthorized(stranger, minter);
        _passports.register(_AGENT, _HASH, "", new IERC8004Identity.MetadataEntry[](0));
        expectUnauthorized(stranger, statistician);
        _passports.updateStats(_stats(1, 1, 1));
        expectUnauthorized(stranger, revoker);
        _passports.deactivate(1);
        expectUnauthorized(stranger, revoker);
        _passports.activate(1);
        expectUnauthorized(stranger, revoker);
        _passports.revoke(1);
    }

    function test_RolesDoNotOverlap() public {
        (bytes32 minter, bytes32 statistician, bytes32 revoker) =
            (_passports.MINTER_ROLE(), _passports.STATS_ROLE(), _passports.REVOKER_ROLE());
        vm.startPrank(_MINTER);
        expectUnauthorized(_MINTER, statistician);
        _passports.updateStats(_stats(1, 1, 1));
        expectUnauthorized(_MINTER, revoker);
        _passports.revoke(1);
        vm.stopPrank();
        vm.startPrank(_ADMIN);
        expectUnauthorized(_ADMIN, minter);
        _passports.register(_AGENT, _HASH);
    }

    function test_InterfacesAreTold() public view {
        vm.assertTrue(_passports.supportsInterface(0xb45a3c0e), "ERC-5192");
        vm.assertTrue(_passports.supportsInterface(type(IERC721).interfaceId));
        vm.assertTrue(_passports.supportsInterface(type(IERC721Metadata).interfaceId));
        vm.assertTrue(_passports.supportsInterface(type(IERC165).interfaceId));
        vm.assertTrue(_passports.supportsInterface(type(IAccessControlDefaultAdminRules).interfaceId));
        vm.assertFalse(_passports.supportsInterface(0xffffffff));
    }

    function _register() private {
        vm.prank(_MINTER);
        _passports.register(_AGENT, _HASH);
    }

    function _stats(uint256 agentId, uint32 done, uint32 failed)
        private
        pure
        returns (IAgentPassport.Stats[] memory batch)
    {
        batch = new IAgentPassport.Stats[](1);
        batch[0] = IAgentPassport.Stats(agentId, done, failed);
    }
}
