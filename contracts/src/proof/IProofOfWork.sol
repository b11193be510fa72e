// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Record of finished work
/// @author Mergit
/// @notice Keeps, for each goal, the root of the RFC 9162 tree over its done tasks. A bundle, once recorded, never
/// changes; anyone can prove a task against it.
interface IProofOfWork {
    /// @notice What is known of one goal's done tasks.
    /// @param root Root of the RFC 9162 tree (SHA-256) over the task leaves.
    /// @param size Number of leaves; zero means that the bundle is not recorded.
    /// @param recordedAt Timestamp of the recording block, in seconds since 1970.
    /// @param blockNumber Number of the recording block.
    struct Bundle {
        bytes32 root;
        uint64 size;
        uint64 recordedAt;
        uint64 blockNumber;
    }

    /// @notice A bundle was recorded. It is emitted once per bundle.
    /// @param bundleId SHA-256 of the goal's ID.
    /// @param root Root of the tree over the task leaves.
    /// @param size Number of leaves.
    event BundleRecorded(bytes32 indexed bundleId, bytes32 root, uint64 size);

    /// @notice The bundle is recorded with another root or size.
    /// @param bundleId The bundle both speak of.
    /// @param recordedRoot The root that stands.
    /// @param recordedSize The size that stands.
    /// @param offeredRoot The root that was refused.
    /// @param offeredSize The size that was refused.
    error BundleConflict(
        bytes32 bundleId, bytes32 recordedRoot, uint64 recordedSize, bytes32 offeredRoot, uint64 offeredSize
    );

    /// @notice A bundle needs a root and at least one leaf.
    /// @param bundleId The bundle that was refused.
    /// @param root The root that was offered.
    /// @param size The size that was offered.
    error BundleEmpty(bytes32 bundleId, bytes32 root, uint64 size);

    /// @notice The three lists of a batch differ in length.
    /// @param ids Number of bundle IDs.
    /// @param roots Number of roots.
    /// @param sizes Number of sizes.
    error BatchUneven(uint256 ids, uint256 roots, uint256 sizes);

    /// @notice Records one goal's bundle. The same root and size again succeed and change nothing.
    /// @param bundleId SHA-256 of the goal's ID.
    /// @param root Root of the tree over the task leaves.
    /// @param size Number of leaves.
    function recordBundle(bytes32 bundleId, bytes32 root, uint64 size) external;

    /// @notice Records many goals' bundles, each as `recordBundle` does; one refusal refuses all.
    /// @param bundleIds SHA-256 of each goal's ID.
    /// @param roots Root of each tree.
    /// @param sizes Number of leaves of each tree.
    function recordBundles(bytes32[] calldata bundleIds, bytes32[] calldata roots, uint64[] calldata sizes) external;

    /// @notice Whether a task's leaf is in a recorded bundle. False for a bundle that is not recorded.
    /// @param bundleId SHA-256 of the goal's ID.
    /// @param leaf The leaf's data, unhashed.
    /// @param index The leaf's place in the tree, from zero.
    /// @param path Inclusion path, from the leaf's sibling up to the root.
    /// @return proven True if the path leads from the leaf to the recorded root.
    function verifyTask(bytes32 bundleId, bytes calldata leaf, uint256 index, bytes32[] calldata path)
        external
        view
        returns (bool proven);

    /// @notice One goal's bundle; all zeros if it is not recorded.
    /// @param bundleId SHA-256 of the goal's ID.
    /// @return recorded The bundle.
    function bundle(bytes32 bundleId) external view returns (Bundle memory recorded);
}
