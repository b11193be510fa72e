// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// RFC 9162, sections 2.1.1 and 2.1.3.1, by their recursive definitions: independent of what it is to test.
library Tree {
    function root(bytes[] memory leaves) internal pure returns (bytes32) {
        return _root(leaves, 0, leaves.length);
    }

    function path(bytes[] memory leaves, uint256 index) internal pure returns (bytes32[] memory) {
        return _path(leaves, index, 0, leaves.length);
    }

    /// As many different leaves as asked for.
    function grow(bytes32 seed, uint256 size) internal pure returns (bytes[] memory leaves) {
        leaves = new bytes[](size);
        for (uint256 i = 0; i < size; ++i) {
            leaves[i] = abi.encode(seed, i);
        }
    }

    function _root(bytes[] memory leaves, uint256 from, uint256 to) private pure returns (bytes32) {
        if (to == from) return sha256("");
        if (to - from == 1) return sha256(abi.encodePacked(hex"00", leaves[from]));
        uint256 middle = from + _split(to - from);
        return sha256(abi.encodePacked(hex"01", _root(leaves, from, middle), _root(leaves, middle, to)));
    }

    function _path(bytes[] memory leaves, uint256 index, uint256 from, uint256 to)
        private
        pure
        returns (bytes32[] memory)
    {
        if (to - from == 1) return new bytes32[](0);
        uint256 middle = from + _split(to - from);
        return from + index < middle
            ? _append(_path(leaves, index, from, middle), _root(leaves, middle, to))
            : _append(_path(leaves, from + index - middle, middle, to), _root(leaves, from, middle));
    }

    /// The largest power of two below n.
    function _split(uint256 n) private pure returns (uint256 k) {
        k = 1;
        while (k * 2 < n) k *= 2;
    }

    function _append(bytes32[] memory list, bytes32 hash) private pure returns (bytes32[] memory longer) {
        longer = new bytes32[](list.length + 1);
        for (uint256 i = 0; i < list.length; ++i) {
            longer[i] = list[i];
        }
        longer[list.length] = hash;
    }
}
