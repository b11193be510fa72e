// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAuditTrail} from "./IAuditTrail.sol";
import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";

/// @title Audit trail
/// @author Mergit
/// @notice Writers write, everybody reads. No role can change or remove an anchor.
contract AuditTrail is IAuditTrail, AccessControl {
    /// @notice Who may log and anchor.
    bytes32 public constant WRITER_ROLE = keccak256("WRITER_ROLE");

    uint64 private _size;
    uint64 private _anchoredAt;
    mapping(uint64 size => bytes32 root) private _roots;

    /// @notice Hands out the first roles.
    /// @param admin May grant and revoke roles.
    /// @param writer May log and anchor.
    constructor(address admin, address writer) {
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(WRITER_ROLE, writer);
    }

    /// @inheritdoc IAuditTrail
    function log(bytes32 actor, bytes32 action, bytes32 payload) external onlyRole(WRITER_ROLE) {
        emit ActionLogged(actor, action, payload);
    }

    /// @inheritdoc IAuditTrail
    function logBatch(bytes32 root, uint64 size) external onlyRole(WRITER_ROLE) {
        if (root == bytes32(0) || size == 0) revert TreeEmpty(size, root);
        emit BatchLogged(root, size);
    }

    /// @inheritdoc IAuditTrail
    function anchor(uint64 size, bytes32 root) external onlyRole(WRITER_ROLE) {
        if (root == bytes32(0) || size == 0) revert TreeEmpty(size, root);
        uint64 have = _size;
        if (size <= have) {
            bytes32 known = _roots[size];
            if (known == root) return;
            if (known != bytes32(0)) revert AnchorConflict(size, known, root);
            revert AnchorStale(have, size);
        }
        _roots[size] = root;
        (_size, _anchoredAt) = (size, uint64(block.timestamp));
        emit Anchored(size, root);
    }

    /// @inheritdoc IAuditTrail
    function latest() external view returns (Anchor memory newest) {
        return Anchor({root: _roots[_size], size: _size, anchoredAt: _anchoredAt});
    }

    /// @inheritdoc IAuditTrail
    function rootAt(uint64 size) external view returns (bytes32 root) {
        return _roots[size];
    }
}
