// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Audit trail
/// @author Mergit
/// @notice Actions as events, and anchors of the log: for a size, the root of the RFC 9162 tree over that many entries.
/// Sizes only grow, and the root of a size, once anchored, never changes.
interface IAuditTrail {
    /// @notice The newest anchor.
    /// @param root Root of the RFC 9162 tree (SHA-256) over the log's entries.
    /// @param size Number of entries; zero means that nothing is anchored.
    /// @param anchoredAt Timestamp of the anchoring block, in seconds since 1970.
    struct Anchor {
        bytes32 root;
        uint64 size;
        uint64 anchoredAt;
    }

    /// @notice An action was logged.
    /// @param actor SHA-256 of the ID of who acted.
    /// @param action What was done, as ASCII padded with zeros.
    /// @param payload SHA-256 of the action's content.
    event ActionLogged(bytes32 indexed actor, bytes32 indexed action, bytes32 payload);

    /// @notice Many actions were logged at once.
    /// @param root Root of the RFC 9162 tree (SHA-256) over the actions.
    /// @param size Number of actions.
    event BatchLogged(bytes32 indexed root, uint64 size);

    /// @notice The log was anchored. It is emitted once per size.
    /// @param size Number of entries.
    /// @param root Root of the tree over them.
    event Anchored(uint64 indexed size, bytes32 root);

    /// @notice A larger size is anchored, and this one is not.
    /// @param have The size that stands.
    /// @param offered The size that was refused.
    error AnchorStale(uint64 have, uint64 offered);

    /// @notice The size is anchored with another root.
    /// @param size The size both speak of.
    /// @param have The root that stands.
    /// @param offered The root that was refused.
    error AnchorConflict(uint64 size, bytes32 have, bytes32 offered);

    /// @notice An anchor or a batch needs a root and at least one entry.
    /// @param size The size that was offered.
    /// @param root The root that was offered.
    error TreeEmpty(uint64 size, bytes32 root);

    /// @notice Logs one action.
    /// @param actor SHA-256 of the ID of who acted.
    /// @param action What was done.
    /// @param payload SHA-256 of the action's content.
    function log(bytes32 actor, bytes32 action, bytes32 payload) external;

    /// @notice Logs many actions by the root of the tree over them.
    /// @param root Root of the tree.
    /// @param size Number of actions.
    function logBatch(bytes32 root, uint64 size) external;

    /// @notice Anchors the log. An anchor that stands already, the newest or an older one, changes nothing.
    /// @param size Number of entries.
    /// @param root Root of the tree over them.
    function anchor(uint64 size, bytes32 root) external;

    /// @notice The newest anchor; all zeros if there is none.
    /// @return newest The anchor.
    function latest() external view returns (Anchor memory newest);

    /// @notice The root that was anchored for a size; zero if none was.
    /// @param size Number of entries.
    /// @return root Root of the tree over them.
    function rootAt(uint64 size) external view returns (bytes32 root);
}
