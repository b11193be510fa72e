// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IProofOfWork} from "./IProofOfWork.sol";
import {RFC9162} from "./RFC9162.sol";
import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";

/// @title Record of finished work
/// @author Mergit
/// @notice Recorders write, everybody reads. No role can change or remove a bundle.
contract ProofOfWork is IProofOfWork, AccessControl {
    /// @notice Who may record bundles.
    bytes32 public constant RECORDER_ROLE = keccak256("RECORDER_ROLE");

    mapping(bytes32 bundleId => Bundle recorded) private _bundles;

    /// @notice Hands out the first roles.
    /// @param admin May grant and revoke roles.
    /// @param recorder May record bundles.
    constructor(address admin, address recorder) {
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(RECORDER_ROLE, recorder);
    }

    /// @inheritdoc IProofOfWork
    function recordBundle(bytes32 bundleId, bytes32 root, uint64 size) external onlyRole(RECORDER_ROLE) {
        _record(bundleId, root, size);
    }

    /// @inheritdoc IProofOfWork
    function recordBundles(bytes32[] calldata bundleIds, bytes32[] calldata roots, uint64[] calldata sizes)
        external
        onlyRole(RECORDER_ROLE)
    {
        if (bundleIds.length != roots.length || bundleIds.length != sizes.length) {
            revert BatchUneven(bundleIds.length, roots.length, sizes.length);
        }
        for (uint256 i = 0; i < bundleIds.length; ++i) {
            _record(bundleIds[i], roots[i], sizes[i]);
        }
    }

    /// @inheritdoc IProofOfWork
    function verifyTask(bytes32 bundleId, bytes calldata leaf, uint256 index, bytes32[] calldata path)
        external
        view
        returns (bool proven)
    {
        Bundle storage known = _bundles[bundleId];
        return RFC9162.verify(RFC9162.leafHash(leaf), index, known.size, path, known.root);
    }

    /// @inheritdoc IProofOfWork
    function bundle(bytes32 bundleId) external view returns (Bundle memory recorded) {
        return _bundles[bundleId];
    }

    function _record(bytes32 bundleId, bytes32 root, uint64 size) private {
        if (root == bytes32(0) || size == 0) revert BundleEmpty(bundleId, root, size);
        Bundle storage known = _bundles[bundleId];
        if (known.size != 0) {
            if (known.root != root || known.size != size) {
                revert BundleConflict(bundleId, known.root, known.size, root, size);
            }
            return;
        }
        _bundles[bundleId] =
            Bundle({root: root, size: size, recordedAt: uint64(block.timestamp), blockNumber: uint64(block.number)});
        emit BundleRecorded(bundleId, root, size);
    }
}
