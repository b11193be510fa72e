// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAgentPassport} from "./IAgentPassport.sol";
import {IERC8004Identity} from "./IERC8004Identity.sol";
import {Soulbound} from "./Soulbound.sol";
import {
    AccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// @title Passport of an agent
/// @author Mergit
/// @notice Minters register, the agent describes itself, and others keep its figures and its standing: no role has two of
/// these. Nobody can change a capability hash or move a passport.
contract AgentPassport is IAgentPassport, Soulbound, AccessControlDefaultAdminRules {
    /// @notice Who may register agents.
    bytes32 public constant MINTER_ROLE = keccak256("MINTER_ROLE");
    /// @notice Who may bring figures up to date.
    bytes32 public constant STATS_ROLE = keccak256("STATS_ROLE");
    /// @notice Who may suspend agents and revoke passports.
    bytes32 public constant REVOKER_ROLE = keccak256("REVOKER_ROLE");

    // The key that the standard keeps for the address at which an agent is paid.
    bytes32 private constant _WALLET_KEY = keccak256("agentWallet");

    uint256 private _count;
    mapping(address agent => uint256 agentId) private _ids;
    mapping(uint256 agentId => Passport known) private _passports;
    mapping(uint256 agentId => string uri) private _uris;
    mapping(uint256 agentId => mapping(string key => bytes value)) private _metadata;

    /// @notice Hands out the first roles.
    /// @param admin May grant and revoke roles.
    /// @param adminDelay How long the next admin waits before it can take over, in seconds.
    /// @param minter May register agents.
    /// @param statistician May bring figures up to date.
    /// @param revoker May suspend agents and revoke passports.
    constructor(address admin, uint48 adminDelay, address minter, address statistician, address revoker)
        ERC721("Mergit Agent Passport", "AGENT")
        AccessControlDefaultAdminRules(adminDelay, admin)
    {
        _grantRole(MINTER_ROLE, minter);
        _grantRole(STATS_ROLE, statistician);
        _grantRole(REVOKER_ROLE, revoker);
    }

    /// @inheritdoc IAgentPassport
    function register(address agent, bytes32 capabilityHash) external onlyRole(MINTER_ROLE) returns (uint256 agentId) {
        (agentId,) = _register(agent, capabilityHash, "");
    }

    /// @inheritdoc IAgentPassport
    function register(address agent, bytes32 capabilityHash, string calldata agentURI)
        external
        onlyRole(MINTER_ROLE)
        returns (uint256 agentId)
    {
        (agentId,) = _register(agent, capabilityHash, agentURI);
    }

    /// @inheritdoc IAgentPassport
    function register(
        address agent,
        bytes32 capabilityHash,
        string calldata agentURI,
        MetadataEntry[] calldata metadata
    ) external onlyRole(MINTER_ROLE) returns (uint256 agentId) {
        bool issued;
        (agentId, issued) = _register(agent, capabilityHash, agentURI);
        // What the agent has set since must not be undone by a registration that is sent again.
        if (!issued) return agentId;
        for (uint256 i = 0; i < metadata.length; ++i) {
            _setMetadata(agentId, metadata[i].metadataKey, metadata[i].metadataValue);
        }
    }

    /// @inheritdoc IERC8004Identity
    function setAgentURI(uint256 agentId, string calldata newURI) external {
        _checkAuthorized(_ownerOf(agentId), msg.sender, agentId);
        _uris[agentId] = newURI;
        emit URIUpdated(agentId, newURI, msg.sender);
    }

    /// @inheritdoc IERC8004Identity
    function setMetadata(uint256 agentId, string calldata metadataKey, bytes calldata metadataValue) external {
        _checkAuthorized(_ownerOf(agentId), msg.sender, agentId);
        _setMetadata(agentId, metadataKey, metadataValue);
    }

    /// @inheritdoc IAgentPassport
    function updateStats(Stats[] calldata batch) external onlyRole(STATS_ROLE) {
        for (uint256 i = 0; i < batch.length; ++i) {
            (uint256 agentId, uint32 done, uint32 failed) = (batch[i].agentId, batch[i].done, batch[i].failed);
            _requireOwned(agentId);
            Passport storage known = _passports[agentId];
            (uint32 haveDone, uint32 haveFailed) = (known.done, known.failed);
            if (done < haveDone || failed < haveFailed) {
                revert StatsStale(agentId, haveDone, haveFailed, done, failed);
            }
            if (done == haveDone && failed == haveFailed) continue;
            known.done = done;
            known.failed = failed;
            emit StatsUpdated(agentId, done, failed);
        }
    }

    /// @inheritdoc IAgentPassport
    function deactivate(uint256 agentId) external onlyRole(REVOKER_ROLE) {
        _requireOwned(agentId);
        Passport storage known = _passports[agentId];
        if (!known.active) return;
        known.active = false;
        emit PassportDeactivated(agentId);
    }

    /// @inheritdoc IAgentPassport
    function activate(uint256 agentId) external onlyRole(REVOKER_ROLE) {
        _requireOwned(agentId);
        Passport storage known = _passports[agentId];
        if (known.revoked) revert PassportIsRevoked(agentId);
        if (known.active) return;
        known.active = true;
        emit PassportActivated(agentId);
    }

    /// @inheritdoc IAgentPassport
    function revoke(uint256 agentId) external onlyRole(REVOKER_ROLE) {
        _requireOwned(agentId);
        Passport storage known = _passports[agentId];
        if (known.revoked) return;
        (known.active, known.revoked) = (false, true);
        emit PassportRevoked(agentId);
    }

    /// @inheritdoc IERC8004Identity
    function getMetadata(uint256 agentId, string calldata metadataKey)
        external
        view
        returns (bytes memory metadataValue)
    {
        address agent = _requireOwned(agentId);
        if (keccak256(bytes(metadataKey)) == _WALLET_KEY) return abi.encodePacked(agent);
        return _metadata[agentId][metadataKey];
    }

    /// @inheritdoc IERC8004Identity
    function getAgentWallet(uint256 agentId) external view returns (address wallet) {
        return _requireOwned(agentId);
    }

    /// @inheritdoc IAgentPassport
    function passport(uint256 agentId) external view returns (Passport memory known) {
        return _passports[agentId];
    }

    /// @inheritdoc IAgentPassport
    function passportOf(address agent) external view returns (uint256 agentId) {
        return _ids[agent];
    }

    /// @notice Where an agent is described: what `setAgentURI` and registration set.
    /// @param agentId The agent's token.
    /// @return uri The place; empty if none was given.
    function tokenURI(uint256 agentId) public view override returns (string memory uri) {
        _requireOwned(agentId);
        return _uris[agentId];
    }

    /// @notice Whether an interface is supported (ERC-165).
    /// @param interfaceId The interface.
    /// @return supported True if it is.
    function supportsInterface(bytes4 interfaceId)
        public
        view
        override(Soulbound, AccessControlDefaultAdminRules)
        returns (bool supported)
    {
        return super.supportsInterface(interfaceId);
    }

    function _register(address agent, bytes32 capabilityHash, string memory uri)
        private
        returns (uint256 agentId, bool issued)
    {
        if (capabilityHash == bytes32(0)) revert PassportEmpty(agent);
        agentId = _ids[agent];
        if (agentId != 0) {
            bytes32 recorded = _passports[agentId].capabilityHash;
            if (recorded != capabilityHash) revert PassportConflict(agentId, agent, recorded, capabilityHash);
            return (agentId, false);
        }
        agentId = ++_count;
        _ids[agent] = agentId;
        _passports[agentId] = Passport({
            capabilityHash: capabilityHash,
            registeredAt: uint64(block.timestamp),
            done: 0,
            failed: 0,
            active: true,
            revoked: false
        });
        if (bytes(uri).length != 0) _uris[agentId] = uri;
        _mint(agent, agentId);
        emit Registered(agentId, uri, agent);
        emit PassportIssued(agentId, agent, capabilityHash);
        return (agentId, true);
    }

    function _setMetadata(uint256 agentId, string calldata key, bytes calldata value) private {
        if (keccak256(bytes(key)) == _WALLET_KEY) revert MetadataReserved(key);
        _metadata[agentId][key] = value;
        emit MetadataSet(agentId, key, key, value);
    }
}
