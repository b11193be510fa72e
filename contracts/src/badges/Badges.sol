// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Soulbound} from "../identity/Soulbound.sol";
import {IBadges} from "./IBadges.sol";
import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// @title Badges of agents
/// @author Mergit
/// @notice Issuers issue, everybody reads. No role can change, move or remove a badge.
contract Badges is IBadges, Soulbound, AccessControl {
    /// @notice Who may issue badges.
    bytes32 public constant ISSUER_ROLE = keccak256("ISSUER_ROLE");

    mapping(uint256 tokenId => Badge known) private _badges;

    /// @notice Hands out the first roles.
    /// @param admin May grant and revoke roles.
    /// @param issuer May issue badges.
    constructor(address admin, address issuer) ERC721("Mergit Badges", "BADGE") {
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(ISSUER_ROLE, issuer);
    }

    /// @inheritdoc IBadges
    function issue(address agent, bytes32 kind, bytes32 evidence)
        external
        onlyRole(ISSUER_ROLE)
        returns (uint256 tokenId)
    {
        if (kind == bytes32(0)) revert BadgeEmpty(agent);
        tokenId = _id(agent, kind);
        if (_badges[tokenId].issuedAt != 0) return tokenId;
        _badges[tokenId] = Badge({kind: kind, evidence: evidence, issuedAt: uint64(block.timestamp)});
        _mint(agent, tokenId);
        emit BadgeIssued(agent, kind, tokenId, evidence);
    }

    /// @inheritdoc IBadges
    function has(address agent, bytes32 kind) external view returns (bool earned) {
        return _badges[_id(agent, kind)].issuedAt != 0;
    }

    /// @inheritdoc IBadges
    function badge(uint256 tokenId) external view returns (Badge memory known) {
        return _badges[tokenId];
    }

    /// @inheritdoc IBadges
    function idOf(address agent, bytes32 kind) external pure returns (uint256 tokenId) {
        return _id(agent, kind);
    }

    /// @notice Whether an interface is supported (ERC-165).
    /// @param interfaceId The interface.
    /// @return supported True if it is.
    function supportsInterface(bytes4 interfaceId)
        public
        view
        override(Soulbound, AccessControl)
        returns (bool supported)
    {
        return super.supportsInterface(interfaceId);
    }

    // Derived, so that a badge that is issued again is found under its own token.
    function _id(address agent, bytes32 kind) private pure returns (uint256 tokenId) {
        return uint256(keccak256(abi.encode(agent, kind)));
    }
}
