// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Reputation of agents
/// @author Mergit
/// @notice An agent's score, from 0 to 10000, and the hash of what it was computed from. The first score is free; after
/// that a score moves by a step at most, once in a block, so that a stolen key takes time to do damage.
interface IReputationRegistry {
    /// @notice One score as it was set.
    /// @param componentHash SHA-256 of the components, as canonical JSON.
    /// @param updatedAt Timestamp of the setting block, in seconds since 1970; zero means that there is none.
    /// @param blockNumber Number of the setting block.
    /// @param score The score.
    struct Update {
        bytes32 componentHash;
        uint64 updatedAt;
        uint64 blockNumber;
        uint16 score;
    }

    /// @notice A score to be set.
    /// @param agent The agent's address.
    /// @param score The score.
    /// @param componentHash SHA-256 of the components.
    struct Step {
        address agent;
        uint16 score;
        bytes32 componentHash;
    }

    /// @notice A score was set.
    /// @param agent The agent's address.
    /// @param index Number of the agent's update, from zero.
    /// @param previous The score before; zero for the first.
    /// @param score The score.
    /// @param componentHash SHA-256 of the components.
    event ScoreUpdated(
        address indexed agent, uint64 indexed index, uint16 previous, uint16 score, bytes32 componentHash
    );

    /// @notice Scores end at 10000.
    /// @param agent The agent's address.
    /// @param score The score that was refused.
    error ScoreOutOfRange(address agent, uint16 score);

    /// @notice The score would move by more than a step.
    /// @param agent The agent's address.
    /// @param have The score that stands.
    /// @param offered The score that was refused.
    /// @param limit How far it may move.
    error StepTooLarge(address agent, uint16 have, uint16 offered, uint16 limit);

    /// @notice The score moved in this block already.
    /// @param agent The agent's address.
    /// @param blockNumber The block.
    error StepTooSoon(address agent, uint64 blockNumber);

    /// @notice The update is not kept: there was none of that number yet, or it is no longer one of the last 1000.
    /// @param agent The agent's address.
    /// @param index The number that was asked for.
    /// @param oldest Number of the oldest update that is kept.
    /// @param count How many updates there were.
    error UpdateUnknown(address agent, uint64 index, uint64 oldest, uint64 count);

    /// @notice Sets one agent's score. The same score with the same hash again changes nothing.
    /// @param agent The agent's address.
    /// @param score The score.
    /// @param componentHash SHA-256 of the components.
    function updateScore(address agent, uint16 score, bytes32 componentHash) external;

    /// @notice Sets many agents' scores, each as `updateScore` does; one refusal refuses all.
    /// @param steps The scores.
    function updateScores(Step[] calldata steps) external;

    /// @notice An agent's newest update; all zeros if there is none.
    /// @param agent The agent's address.
    /// @return newest The update.
    function latest(address agent) external view returns (Update memory newest);

    /// @notice How many updates an agent had.
    /// @param agent The agent's address.
    /// @return count Their number; the last 1000 of them are kept.
    function updateCount(address agent) external view returns (uint64 count);

    /// @notice One update of the last 1000.
    /// @param agent The agent's address.
    /// @param index Its number, from zero.
    /// @return kept The update.
    function updateAt(address agent, uint64 index) external view returns (Update memory kept);

    /// @notice Updates of an agent from a number on, in order, as far as there are any.
    /// @param agent The agent's address.
    /// @param from Number of the first, which must be kept or be the number of the next update.
    /// @param limit How many at most.
    /// @return kept The updates.
    function updates(address agent, uint64 from, uint64 limit) external view returns (Update[] memory kept);

    /// @notice How far a score may move in one step: a fifth of it, and 100 at least, since a fifth of little is nothing
    /// and a low score could never recover.
    /// @param score The score that stands.
    /// @return limit The largest step, up or down.
    function stepLimit(uint16 score) external pure returns (uint16 limit);
}
