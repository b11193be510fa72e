// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AgentPassport} from "../../src/identity/AgentPassport.sol";
import {IERC8004Reputation} from "../../src/reputation/IERC8004Reputation.sol";
import {ReputationRegistry} from "../../src/reputation/ReputationRegistry.sol";
import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {Test} from "forge-lite/Forge.sol";

contract FeedbackTest is Test {
    address private constant _AGENT = address(0xA6E47);
    address private constant _CLIENT = address(0xC1);
    address private constant _OTHER = address(0xC2);

    AgentPassport private _passports;
    ReputationRegistry private _registry;

    function setUp() public {
        _passports = new AgentPassport(address(this), 0, address(this), address(this), address(this));
        _passports.register(_AGENT, "hash");
        _registry = new ReputationRegistry(address(this), address(this), _passports);
    }

    function test_FeedbackIsKeptAndTold() public {
        vm.expectEmit(address(_registry));
        emit IERC8004Reputation.NewFeedback(
            1, _CLIENT, 1, -125, 1, "speed", "speed", "week", "https://a.test/mcp", "ipfs://1", "hash"
        );
        vm.prank(_CLIENT);
        _registry.giveFeedback(1, -125, 1, "speed", "week", "https://a.test/mcp", "ipfs://1", "hash");

        (int128 value, uint8 decimals, string memory tag1, string memory tag2, bool revoked) =
            _registry.readFeedback(1, _CLIENT, 1);
        vm.assertEq(int256(value), -125);
        vm.assertEq(decimals, 1);
        vm.assertEq(tag1, "speed");
        vm.assertEq(tag2, "week");
        vm.assertFalse(revoked);
        vm.assertEq(_registry.getLastIndex(1, _CLIENT), 1);
        vm.assertEq(_registry.getClients(1).length, 1);
        vm.assertEq(_registry.getClients(1)[0], _CLIENT);
        vm.assertEq(_registry.getIdentityRegistry(), address(_passports));
    }

    function test_ClientsAreListedOnce() public {
        _give(_CLIENT, 1, 0, "");
        _give(_OTHER, 2, 0, "");
        _give(_CLIENT, 3, 0, "");
        vm.assertEq(_registry.getClients(1).length, 2);
        vm.assertEq(_registry.getClients(1)[1], _OTHER);
        vm.assertEq(_registry.getLastIndex(1, _CLIENT), 2);
        vm.assertEq(_registry.getClients(2).length, 0);
    }

    function test_RevertIf_AgentOrItsOperatorsRateIt() public {
        address operator = address(0x0B);
        address approved = address(0x0C);
        vm.startPrank(_AGENT);
        _passports.setApprovalForAll(operator, true);
        _passports.approve(approved, 1);
        vm.stopPrank();
        address[3] memory own = [_AGENT, operator, approved];
        for (uint256 i = 0; i < own.length; ++i) {
            vm.prank(own[i]);
            vm.expectRevert(abi.encodeWithSelector(IERC8004Reputation.FeedbackFromOwner.selector, 1, own[i]));
            _registry.giveFeedback(1, 100, 0, "", "", "", "", 0);
        }
    }

    function test_RevertIf_AgentIsUnknown() public {
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, 2));
        _registry.giveFeedback(2, 100, 0, "", "", "", "", 0);
    }

    function testFuzz_RevertIf_ValueIsOutOfRange(int128 value, uint8 decimals) public {
        decimals = uint8(bound(decimals, 0, 20));
        uint256 size = value < 0 ? uint256(-int256(value)) : uint256(int256(value));
        vm.startPrank(_CLIENT);
        if (decimals > 18 || size > 1e20 * 10 ** decimals) {
            vm.expectRevert(abi.encodeWithSelector(IERC8004Reputation.FeedbackOutOfRange.selector, value, decimals));
        }
        _registry.giveFeedback(1, value, decimals, "", "", "", "", 0);
    }

    function test_RevokedFeedbackDoesNotCount() public {
        _give(_CLIENT, 90, 0, "");
        _give(_CLIENT, 10, 0, "");
        vm.startPrank(_CLIENT);
        vm.expectEmit(address(_registry));
        emit IERC8004Reputation.FeedbackRevoked(1, _CLIENT, 2);
        _registry.revokeFeedback(1, 2);
        vm.recordLogs();
        _registry.revokeFeedback(1, 2);
        vm.assertEq(vm.getRecordedLogs().length, 0);
        (,,,, bool revoked) = _registry.readFeedback(1, _CLIENT, 2);
        vm.assertTrue(revoked);
        _expectSummary(_list(_CLIENT), "", 1, 90, 0);
    }

    function testFuzz_RevertIf_FeedbackIsUnknown(uint64 index) public {
        vm.assume(index != 1);
        _give(_CLIENT, 90, 0, "");
        bytes memory refusal = abi.encodeWithSelector(IERC8004Reputation.FeedbackUnknown.selector, 1, _CLIENT, index, 1);
        vm.expectRevert(refusal);
        _registry.readFeedback(1, _CLIENT, index);
        vm.expectRevert(refusal);
        _registry.appendResponse(1, _CLIENT, index, "", 0);
        vm.prank(_CLIENT);
        vm.expectRevert(refusal);
        _registry.revokeFeedback(1, index);
        vm.prank(_OTHER);
        vm.expectRevert(abi.encodeWithSelector(IERC8004Reputation.FeedbackUnknown.selector, 1, _OTHER, 1, 0));
        _registry.revokeFeedback(1, 1);
    }

    function test_AnybodyResponds() public {
        _give(_CLIENT, 90, 0, "");
        vm.expectEmit(address(_registry));
        emit IERC8004Reputation.ResponseAppended(1, _CLIENT, 1, _AGENT, "ipfs://2", "hash");
        vm.prank(_AGENT);
        _registry.appendResponse(1, _CLIENT, 1, "ipfs://2", "hash");
    }

    function test_SummaryIsTheMeanOfChosenClients() public {
        _give(_CLIENT, 90, 0, "speed");
        _give(_CLIENT, 855, 1, "speed");
        _give(_CLIENT, 1, 0, "price");
        _give(_OTHER, -5, 0, "speed");
        _expectSummary(_list(_CLIENT), "speed", 2, 877, 1);
        _expectSummary(_list(_CLIENT), "", 3, 588, 1);
        _expectSummary(_list(_CLIENT, _OTHER), "speed", 3, 568, 1);
        _expectSummary(_list(_OTHER), "", 1, -5, 0);
        _expectSummary(_list(_OTHER), "price", 0, 0, 0);
        _expectSummary(_list(address(0xC3)), "", 0, 0, 0);
    }

    function test_SummaryMindsBothTags() public {
        vm.startPrank(_CLIENT);
        _registry.giveFeedback(1, 10, 0, "speed", "week", "", "", 0);
        _registry.giveFeedback(1, 20, 0, "speed", "day", "", "", 0);
        (uint64 count, int128 value,) = _registry.getSummary(1, _list(_CLIENT), "speed", "day");
        vm.assertEq(count, 1);
        vm.assertEq(int256(value), 20);
        (count, value,) = _registry.getSummary(1, _list(_CLIENT), "", "week");
        vm.assertEq(count, 1);
        vm.assertEq(int256(value), 10);
    }

    function test_RevertIf_SummaryNamesNobody() public {
        vm.expectRevert(abi.encodeWithSelector(IERC8004Reputation.ClientsMissing.selector, 1));
        _registry.getSummary(1, new address[](0), "", "");
    }

    /// Whatever clients give, a summary can be had, and it lies between the least and the greatest.
    function testFuzz_SummaryNeverFails(int128[8] calldata values, uint8[8] calldata decimals) public {
        (int256 least, int256 greatest) = (type(int256).max, type(int256).min);
        for (uint256 i = 0; i < values.length; ++i) {
            uint8 places = decimals[i] % 19;
            int256 most = int256(1e20 * 10 ** places);
            int256 value = values[i] > most ? most : values[i] < -most ? -most : int256(values[i]);
            _give(i % 2 == 0 ? _CLIENT : _OTHER, int128(value), places, "");
            int256 scaled = value * int256(10 ** (18 - places));
            if (scaled < least) least = scaled;
            if (scaled > greatest) greatest = scaled;
        }
        (uint64 count, int128 mean, uint8 precision) = _registry.getSummary(1, _list(_CLIENT, _OTHER), "", "");
        vm.assertEq(count, 8);
        int256 unit = int256(10 ** (18 - precision));
        vm.assertTrue(mean >= least / unit && mean <= greatest / unit);
    }

    function _give(address client, int128 value, uint8 decimals, string memory tag) private {
        vm.prank(client);
        _registry.giveFeedback(1, value, decimals, tag, "", "", "", 0);
    }

    function _expectSummary(address[] memory clients, string memory tag, uint64 count, int128 mean, uint8 precision)
        private
        view
    {
        (uint64 haveCount, int128 haveMean, uint8 havePrecision) = _registry.getSummary(1, clients, tag, "");
        vm.assertEq(haveCount, count);
        vm.assertEq(int256(haveMean), mean);
        vm.assertEq(havePrecision, precision);
    }

    function _list(address one) private pure returns (address[] memory clients) {
        clients = new address[](1);
        clients[0] = one;
    }

    function _list(address one, address two) private pure returns (address[] memory clients) {
        clients = new address[](2);
        (clients[0], clients[1]) = (one, two);
    }
}
