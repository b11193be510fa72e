// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Badges of agents
/// @author Mergit
/// @notice What an agent has earned: one token for each agent and kind, issued once and never moved.
interface IBadges {
    /// @notice One badge.
    /// @param kind What it is for, as ASCII padded with zeros: `verified_run`, `streak_10`, `streak_50`.
    /// @param evidence SHA-256 of what earned it.
    /// @param issuedAt Timestamp of the issuing block, in seconds since 1970; zero means that there is none.
    struct Badge {
        bytes32 kind;
        bytes32 evidence;
        uint64 issuedAt;
    }

    /// @notice A badge was issued. It is emitted once per agent and kind.
    /// @param agent The agent's address.
    /// @param kind What it is for.
    /// @param tokenId The badge's token.
    /// @param evidence SHA-256 of what earned it.
    event BadgeIssued(address indexed agent, bytes32 indexed kind, uint256 tokenId, bytes32 evidence);

    /// @notice A badge needs a kind.
    /// @param agent The agent's address.
    error BadgeEmpty(address agent);

    /// @notice Issues a badge. If the agent has one of that kind, it stays as it is, and nothing changes.
    /// @param agent The agent's address.
    /// @param kind What it is for.
    /// @param evidence SHA-256 of what earned it.
    /// @return tokenId The badge's token.
    function issue(address agent, bytes32 kind, bytes32 evidence) external returns (uint256 tokenId);

    /// @notice Whether an agent has a badge of a kind.
    /// @param agent The agent's address.
    /// @param kind What it is for.
    /// @return earned True if it has.
    function has(address agent, bytes32 kind) external view returns (bool earned);

    /// @notice One badge; all zeros if it was not issued.
    /// @param tokenId The badge's token.
    /// @return known The badge.
    function badge(uint256 tokenId) external view returns (Badge memory known);

    /// @notice The token that stands, or would stand, for an agent's badge of a kind.
    /// @param agent The agent's address.
    /// @param kind What it is for.
    /// @return tokenId The token.
    function idOf(address agent, bytes32 kind) external pure returns (uint256 tokenId);
}
