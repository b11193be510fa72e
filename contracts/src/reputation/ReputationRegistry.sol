// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Feedback} from "./Feedback.sol";
import {IReputationRegistry} from "./IReputationRegistry.sol";
import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";

/// @title Reputation of agents
/// @author Mergit
/// @notice Oracles set scores, clients give feedback, everybody reads both; neither touches the other.
contract ReputationRegistry is IReputationRegistry, Feedback, AccessControl {
    /// @dev All that an update has to look at, in one slot.
    struct Head {
        uint64 count;
        uint64 blockNumber;
        uint16 score;
    }

    /// @notice Who may set scores.
    bytes32 public constant ORACLE_ROLE = keccak256("ORACLE_ROLE");

    uint16 private constant _MAX_SCORE = 10_000;
    uint16 private constant _STEP_DIVISOR = 5;
    uint16 private constant _STEP_FLOOR = 100;
    uint64 private constant _KEPT = 1000;

    mapping(address agent => Head head) private _heads;
    mapping(address agent => mapping(uint64 place => Update kept)) private _rings;

    /// @notice Hands out the first roles.
    /// @param admin May grant and revoke roles.
    /// @param oracle May set scores.
    /// @param identity Where the agents' tokens are, for feedback.
    constructor(address admin, address oracle, IERC721 identity) Feedback(identity) {
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(ORACLE_ROLE, oracle);
    }

    /// @inheritdoc IReputationRegistry
    function updateScore(address agent, uint16 score, bytes32 componentHash) external onlyRole(ORACLE_ROLE) {
        _update(agent, score, componentHash);
    }

    /// @inheritdoc IReputationRegistry
    function updateScores(Step[] calldata steps) external onlyRole(ORACLE_ROLE) {
        for (uint256 i = 0; i < steps.length; ++i) {
            _update(steps[i].agent, steps[i].score, steps[i].componentHash);
        }
    }

    /// @inheritdoc IReputationRegistry
    function latest(address agent) external view returns (Update memory newest) {
        uint64 count = _heads[agent].count;
        if (count != 0) newest = _rings[agent][(count - 1) % _KEPT];
    }

    /// @inheritdoc IReputationRegistry
    function updateCount(address agent) external view returns (uint64 count) {
        return _heads[agent].count;
    }

    /// @inheritdoc IReputationRegistry
    function updateAt(address agent, uint64 index) external view returns (Update memory kept) {
        (uint64 oldest, uint64 count) = _range(agent);
        if (index < oldest || index >= count) revert UpdateUnknown(agent, index, oldest, count);
        return _rings[agent][index % _KEPT];
    }

    /// @inheritdoc IReputationRegistry
    function updates(address agent, uint64 from, uint64 limit) external view returns (Update[] memory kept) {
        (uint64 oldest, uint64 count) = _range(agent);
        if (from < oldest || from > count) revert UpdateUnknown(agent, from, oldest, count);
        uint64 length = limit < count - from ? limit : count - from;
        kept = new Update[](length);
        for (uint64 i = 0; i < length; ++i) {
            kept[i] = _rings[agent][(from + i) % _KEPT];
        }
    }

    /// @inheritdoc IReputationRegistry
    function stepLimit(uint16 score) external pure returns (uint16 limit) {
        return _stepLimit(score);
    }

    function _update(address agent, uint16 score, bytes32 componentHash) private {
        if (score > _MAX_SCORE) revert ScoreOutOfRange(agent, score);
        Head memory head = _heads[agent];
        if (head.count != 0) {
            if (score == head.score && _rings[agent][(head.count - 1) % _KEPT].componentHash == componentHash) return;
            if (head.blockNumber == block.number) revert StepTooSoon(agent, head.blockNumber);
            uint16 distance = score > head.score ? score - head.score : head.score - score;
            uint16 limit = _stepLimit(head.score);
            if (distance > limit) revert StepTooLarge(agent, head.score, score, limit);
        }
        _rings[agent][head.count % _KEPT] = Update({
            componentHash: componentHash,
            updatedAt: uint64(block.timestamp),
            blockNumber: uint64(block.number),
            score: score
        });
        _heads[agent] = Head({count: head.count + 1, blockNumber: uint64(block.number), score: score});
        emit ScoreUpdated(agent, head.count, head.score, score, componentHash);
    }

    function _range(address agent) private view returns (uint64 oldest, uint64 count) {
        count = _heads[agent].count;
        oldest = count > _KEPT ? count - _KEPT : 0;
    }

    function _stepLimit(uint16 score) private pure returns (uint16 limit) {
        limit = score / _STEP_DIVISOR;
        if (limit < _STEP_FLOOR) limit = _STEP_FLOOR;
    }
}
