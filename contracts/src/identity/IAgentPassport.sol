// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC8004Identity} from "./IERC8004Identity.sol";

/// @title Passport of an agent
/// @author Mergit
/// @notice One token for each agent's address, bound to it for ever. What the agent was allowed to do when it was
/// registered is fixed by a hash; a passport can be suspended and revoked, never removed.
interface IAgentPassport is IERC8004Identity {
    /// @notice What is known of one agent.
    /// @param capabilityHash SHA-256 of the capabilities at registration.
    /// @param registeredAt Timestamp of the registering block, in seconds since 1970; zero means that there is none.
    /// @param done Tasks that the agent finished.
    /// @param failed Tasks that the agent failed.
    /// @param active False while the agent is suspended, and for good once it is revoked.
    /// @param revoked True once the passport is revoked.
    struct Passport {
        bytes32 capabilityHash;
        uint64 registeredAt;
        uint32 done;
        uint32 failed;
        bool active;
        bool revoked;
    }

    /// @notice How many tasks one agent finished and failed so far.
    /// @param agentId The agent's token.
    /// @param done Tasks finished, in all.
    /// @param failed Tasks failed, in all.
    struct Stats {
        uint256 agentId;
        uint32 done;
        uint32 failed;
    }

    /// @notice A passport was issued. It is emitted once per agent.
    /// @param agentId The agent's token.
    /// @param agent The agent's address.
    /// @param capabilityHash SHA-256 of the agent's capabilities.
    event PassportIssued(uint256 indexed agentId, address indexed agent, bytes32 capabilityHash);

    /// @notice An agent's figures grew.
    /// @param agentId The agent's token.
    /// @param done Tasks finished, in all.
    /// @param failed Tasks failed, in all.
    event StatsUpdated(uint256 indexed agentId, uint32 done, uint32 failed);

    /// @notice An agent was suspended.
    /// @param agentId The agent's token.
    event PassportDeactivated(uint256 indexed agentId);

    /// @notice An agent's suspension ended.
    /// @param agentId The agent's token.
    event PassportActivated(uint256 indexed agentId);

    /// @notice A passport was revoked, which is final.
    /// @param agentId The agent's token.
    event PassportRevoked(uint256 indexed agentId);

    /// @notice The agent has a passport under another capability hash.
    /// @param agentId The agent's token.
    /// @param agent The agent's address.
    /// @param recorded The hash that stands.
    /// @param offered The hash that was refused.
    error PassportConflict(uint256 agentId, address agent, bytes32 recorded, bytes32 offered);

    /// @notice A passport needs a capability hash.
    /// @param agent The agent's address.
    error PassportEmpty(address agent);

    /// @notice The passport is revoked.
    /// @param agentId The agent's token.
    error PassportIsRevoked(uint256 agentId);

    /// @notice An agent's figures do not shrink.
    /// @param agentId The agent's token.
    /// @param recordedDone Tasks finished, as it stands.
    /// @param recordedFailed Tasks failed, as it stands.
    /// @param offeredDone Tasks finished, as refused.
    /// @param offeredFailed Tasks failed, as refused.
    error StatsStale(
        uint256 agentId, uint32 recordedDone, uint32 recordedFailed, uint32 offeredDone, uint32 offeredFailed
    );

    /// @notice The key has a meaning of its own and cannot be set.
    /// @param metadataKey The key.
    error MetadataReserved(string metadataKey);

    /// @notice Registers an agent. The same address and hash again give the passport that stands and change nothing.
    /// @param agent The agent's address.
    /// @param capabilityHash SHA-256 of its capabilities.
    /// @return agentId The agent's token.
    function register(address agent, bytes32 capabilityHash) external returns (uint256 agentId);

    /// @notice Registers an agent and says where it is described.
    /// @param agent The agent's address.
    /// @param capabilityHash SHA-256 of its capabilities.
    /// @param agentURI Where it is described.
    /// @return agentId The agent's token.
    function register(address agent, bytes32 capabilityHash, string calldata agentURI)
        external
        returns (uint256 agentId);

    /// @notice Registers an agent, says where it is described, and sets its first values.
    /// @param agent The agent's address.
    /// @param capabilityHash SHA-256 of its capabilities.
    /// @param agentURI Where it is described.
    /// @param metadata Keys and values.
    /// @return agentId The agent's token.
    function register(
        address agent,
        bytes32 capabilityHash,
        string calldata agentURI,
        MetadataEntry[] calldata metadata
    ) external returns (uint256 agentId);

    /// @notice Brings agents' figures up to date. They are totals: those that stand already change nothing, smaller ones
    /// are refused, and one refusal refuses all.
    /// @param batch The agents' totals.
    function updateStats(Stats[] calldata batch) external;

    /// @notice Suspends an agent. One that is suspended stays so.
    /// @param agentId The agent's token.
    function deactivate(uint256 agentId) external;

    /// @notice Ends an agent's suspension. Refused once the passport is revoked.
    /// @param agentId The agent's token.
    function activate(uint256 agentId) external;

    /// @notice Revokes a passport for good. The token stays, so that what was done under it can be looked up.
    /// @param agentId The agent's token.
    function revoke(uint256 agentId) external;

    /// @notice What is known of an agent; all zeros if there is no such token.
    /// @param agentId The agent's token.
    /// @return known The passport.
    function passport(uint256 agentId) external view returns (Passport memory known);

    /// @notice An agent's token; zero if it has none.
    /// @param agent The agent's address.
    /// @return agentId The token.
    function passportOf(address agent) external view returns (uint256 agentId);
}
