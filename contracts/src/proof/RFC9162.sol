// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title RFC 9162 Merkle trees over SHA-256
/// @author Mergit
/// @notice Hashes and inclusion check of RFC 9162, section 2.1, by the SHA-256 precompile at address 2.
/// @dev Leaves and nodes are hashed under different prefixes, and an index in a tree of known size admits exactly one
/// path length: a node cannot pass for a leaf, and a path cannot be cut, padded or used for another index.
library RFC9162 {
    /// @notice Hash of a leaf: SHA-256(0x00 ‖ data).
    /// @param data The leaf's data.
    /// @return hash The leaf hash.
    function leafHash(bytes calldata data) internal pure returns (bytes32 hash) {
        return sha256(abi.encodePacked(bytes1(0x00), data));
    }

    /// @notice Hash of an inner node: SHA-256(0x01 ‖ left ‖ right).
    /// @param left Hash of the left subtree.
    /// @param right Hash of the right subtree.
    /// @return hash The node hash.
    function nodeHash(bytes32 left, bytes32 right) internal view returns (bytes32 hash) {
        // Solidity's own sha256 would allocate 65 bytes anew for every node of a path.
        assembly ("memory-safe") {
            let input := mload(0x40)
            mstore8(input, 0x01)
            mstore(add(input, 1), left)
            mstore(add(input, 33), right)
            // Arguments are evaluated from the right, so the size is that of this call. It must be checked: where the
            // precompile is absent the call succeeds and returns nothing.
            if iszero(and(eq(returndatasize(), 32), staticcall(gas(), 2, input, 65, 0, 32))) { revert(0, 0) }
            hash := mload(0)
        }
    }

    /// @notice Whether a leaf is in a tree, by RFC 9162, section 2.1.3.2.
    /// @param leaf The leaf hash.
    /// @param index The leaf's place, from zero.
    /// @param size Number of leaves in the tree.
    /// @param path Inclusion path, from the leaf's sibling up to the root.
    /// @param root The tree's root.
    /// @return included True if the path leads from the leaf to the root.
    function verify(bytes32 leaf, uint256 index, uint256 size, bytes32[] calldata path, bytes32 root)
        internal
        view
        returns (bool included)
    {
        if (index >= size) return false;
        uint256 place = index;
        uint256 last = size - 1;
        bytes32 hash = leaf;
        for (uint256 level = 0; level < path.length; ++level) {
            if (last == 0) return false;
            if (place & 1 == 1 || place == last) {
                hash = nodeHash(path[level], hash);
                // The right edge of an incomplete tree has no sibling on these levels.
                while (place & 1 == 0 && place != 0) {
                    place >>= 1;
                    last >>= 1;
                }
            } else {
                hash = nodeHash(hash, path[level]);
            }
            place >>= 1;
            last >>= 1;
        }
        return last == 0 && hash == root;
    }
}
