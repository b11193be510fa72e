// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Identity of agents, as ERC-8004 shapes it
/// @author Mergit
/// @notice What indexers and clients of the standard (still a draft) look for, apart from how an agent is registered.
interface IERC8004Identity {
    /// @notice One key and its value.
    /// @param metadataKey The key.
    /// @param metadataValue The value.
    struct MetadataEntry {
        string metadataKey;
        bytes metadataValue;
    }

    /// @notice An agent was registered.
    /// @param agentId The agent's token.
    /// @param agentURI Where the agent is described; may be empty.
    /// @param owner The agent's address.
    event Registered(uint256 indexed agentId, string agentURI, address indexed owner);

    /// @notice A value was set.
    /// @param agentId The agent's token.
    /// @param indexedMetadataKey The key, to search for.
    /// @param metadataKey The key, to read.
    /// @param metadataValue The value.
    event MetadataSet(
        uint256 indexed agentId, string indexed indexedMetadataKey, string metadataKey, bytes metadataValue
    );

    /// @notice The agent is described elsewhere now.
    /// @param agentId The agent's token.
    /// @param newURI Where the agent is described.
    /// @param updatedBy The agent or who acts for it.
    event URIUpdated(uint256 indexed agentId, string newURI, address indexed updatedBy);

    /// @notice Says where an agent is described. For the agent and its operators.
    /// @param agentId The agent's token.
    /// @param newURI The place.
    function setAgentURI(uint256 agentId, string calldata newURI) external;

    /// @notice Sets a value. For the agent and its operators; `agentWallet` is reserved.
    /// @param agentId The agent's token.
    /// @param metadataKey The key.
    /// @param metadataValue The value.
    function setMetadata(uint256 agentId, string calldata metadataKey, bytes calldata metadataValue) external;

    /// @notice The value of a key; empty if it was never set.
    /// @param agentId The agent's token.
    /// @param metadataKey The key; `agentWallet` gives the agent's address.
    /// @return metadataValue The value.
    function getMetadata(uint256 agentId, string calldata metadataKey)
        external
        view
        returns (bytes memory metadataValue);

    /// @notice Where the agent is paid: its own address, since a passport never moves.
    /// @param agentId The agent's token.
    /// @return wallet The address.
    function getAgentWallet(uint256 agentId) external view returns (address wallet);
}
