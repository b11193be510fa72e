// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC8004Reputation} from "./IERC8004Reputation.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {SignedMath} from "@openzeppelin/contracts/utils/math/SignedMath.sol";

/// @title Feedback on agents
/// @author Mergit
/// @notice Keeps feedback for any identity registry that is an ERC-721.
abstract contract Feedback is IERC8004Reputation {
    /// @dev One feedback; all but the tags in one slot.
    struct Entry {
        int128 value;
        uint8 decimals;
        bool revoked;
        string tag1;
        string tag2;
    }

    /// @dev A summary in the making: the total is at 18 decimals.
    struct Sum {
        uint64 count;
        uint8 decimals;
        int256 total;
    }

    uint8 private constant _MAX_DECIMALS = 18;
    // With it, any value at 18 decimals fits 128 bits: no feedback can make a summary fail.
    uint256 private constant _MAX_UNITS = 1e20;
    bytes32 private constant _ANY = keccak256("");

    IERC721 private immutable _IDENTITY;

    mapping(uint256 agentId => address[] clients) private _clients;
    mapping(uint256 agentId => mapping(address client => uint64 last)) private _lasts;
    mapping(uint256 agentId => mapping(address client => mapping(uint64 index => Entry given))) private _entries;

    /// @notice Says where the agents' tokens are.
    /// @param identity The identity registry.
    constructor(IERC721 identity) {
        _IDENTITY = identity;
    }

    // As calldata each string would take two places on the stack, which is full as it is.
    // solhint-disable gas-calldata-parameters
    /// @inheritdoc IERC8004Reputation
    function giveFeedback(
        uint256 agentId,
        int128 value,
        uint8 valueDecimals,
        string memory tag1,
        string memory tag2,
        string memory endpoint,
        string memory feedbackURI,
        bytes32 feedbackHash
    ) external {
        _checkClient(agentId);
        _checkValue(value, valueDecimals);
        uint64 index = _keep(agentId, Entry(value, valueDecimals, false, tag1, tag2));
        emit NewFeedback(
            agentId, msg.sender, index, value, valueDecimals, tag1, tag1, tag2, endpoint, feedbackURI, feedbackHash
        );
    }

    // solhint-enable gas-calldata-parameters

    /// @inheritdoc IERC8004Reputation
    function revokeFeedback(uint256 agentId, uint64 feedbackIndex) external {
        Entry storage given = _entry(agentId, msg.sender, feedbackIndex);
        if (given.revoked) return;
        given.revoked = true;
        emit FeedbackRevoked(agentId, msg.sender, feedbackIndex);
    }

    /// @inheritdoc IERC8004Reputation
    function appendResponse(
        uint256 agentId,
        address clientAddress,
        uint64 feedbackIndex,
        string calldata responseURI,
        bytes32 responseHash
    ) external {
        _entry(agentId, clientAddress, feedbackIndex);
        emit ResponseAppended(agentId, clientAddress, feedbackIndex, msg.sender, responseURI, responseHash);
    }

    /// @inheritdoc IERC8004Reputation
    function readFeedback(uint256 agentId, address clientAddress, uint64 feedbackIndex)
        external
        view
        returns (int128 value, uint8 valueDecimals, string memory tag1, string memory tag2, bool isRevoked)
    {
        Entry storage given = _entry(agentId, clientAddress, feedbackIndex);
        return (given.value, given.decimals, given.tag1, given.tag2, given.revoked);
    }

    /// @inheritdoc IERC8004Reputation
    function getSummary(uint256 agentId, address[] calldata clientAddresses, string calldata tag1, string calldata tag2)
        external
        view
        returns (uint64 count, int128 summaryValue, uint8 summaryValueDecimals)
    {
        if (clientAddresses.length == 0) revert ClientsMissing(agentId);
        Sum memory sum = Sum(0, 0, 0);
        (bytes32 want1, bytes32 want2) = (keccak256(bytes(tag1)), keccak256(bytes(tag2)));
        for (uint256 i = 0; i < clientAddresses.length; ++i) {
            _add(sum, agentId, clientAddresses[i], want1, want2);
        }
        if (sum.count == 0) return (0, 0, 0);
        int256 mean = sum.total / SafeCast.toInt256(sum.count);
        return (sum.count, SafeCast.toInt128(mean / _unit(sum.decimals)), sum.decimals);
    }

    /// @inheritdoc IERC8004Reputation
    function getClients(uint256 agentId) external view returns (address[] memory clients) {
        return _clients[agentId];
    }

    /// @inheritdoc IERC8004Reputation
    function getLastIndex(uint256 agentId, address clientAddress) external view returns (uint64 last) {
        return _lasts[agentId][clientAddress];
    }

    /// @inheritdoc IERC8004Reputation
    function getIdentityRegistry() external view returns (address registry) {
        return address(_IDENTITY);
    }

    function _keep(uint256 agentId, Entry memory given) private returns (uint64 index) {
        index = ++_lasts[agentId][msg.sender];
        if (index == 1) _clients[agentId].push(msg.sender);
        _entries[agentId][msg.sender][index] = given;
    }

    /// @dev Adds what counts of one client's feedback.
    function _add(Sum memory sum, uint256 agentId, address client, bytes32 want1, bytes32 want2) private view {
        uint64 last = _lasts[agentId][client];
        for (uint64 index = 1; index <= last; ++index) {
            Entry storage given = _entries[agentId][client][index];
            if (given.revoked || !_matches(given.tag1, want1) || !_matches(given.tag2, want2)) continue;
            ++sum.count;
            sum.total += given.value * _unit(given.decimals);
            if (given.decimals > sum.decimals) sum.decimals = given.decimals;
        }
    }

    function _entry(uint256 agentId, address client, uint64 index) private view returns (Entry storage given) {
        uint64 last = _lasts[agentId][client];
        if (index == 0 || index > last) revert FeedbackUnknown(agentId, client, index, last);
        return _entries[agentId][client][index];
    }

    function _checkClient(uint256 agentId) private view {
        address owner = _IDENTITY.ownerOf(agentId);
        if (
            msg.sender == owner || msg.sender == _IDENTITY.getApproved(agentId)
                || _IDENTITY.isApprovedForAll(owner, msg.sender)
        ) revert FeedbackFromOwner(agentId, msg.sender);
    }

    function _checkValue(int128 value, uint8 decimals) private pure {
        if (decimals > _MAX_DECIMALS || SignedMath.abs(value) > _MAX_UNITS * 10 ** decimals) {
            revert FeedbackOutOfRange(value, decimals);
        }
    }

    /// @dev What one of a value's last decimals is at 18 decimals.
    function _unit(uint8 decimals) private pure returns (int256 unit) {
        return SafeCast.toInt256(10 ** (_MAX_DECIMALS - decimals));
    }

    function _matches(string memory tag, bytes32 want) private pure returns (bool same) {
        return want == _ANY || keccak256(bytes(tag)) == want;
    }
}
