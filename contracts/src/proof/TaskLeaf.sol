// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Leaf of a finished task
/// @author Mergit
/// @notice The leaf's data: 0x01 ‖ SHA-256(goal's ID) ‖ SHA-256(task's ID) ‖ agent's address ‖ result hash.
library TaskLeaf {
    uint256 private constant _LENGTH = 1 + 32 + 32 + 20 + 32;
    bytes1 private constant _VERSION = 0x01;

    /// @notice Takes a leaf apart.
    /// @param leaf The leaf's data.
    /// @return known False if it is not laid out so; all else is zero then.
    /// @return goal SHA-256 of the goal's ID.
    /// @return task SHA-256 of the task's ID.
    /// @return agent The agent's address; zero if no agent was named.
    /// @return result The result hash.
    function parse(bytes calldata leaf)
        internal
        pure
        returns (bool known, bytes32 goal, bytes32 task, address agent, bytes32 result)
    {
        if (leaf.length != _LENGTH || leaf[0] != _VERSION) return (false, 0, 0, address(0), 0);
        return (true, bytes32(leaf[1:33]), bytes32(leaf[33:65]), address(bytes20(leaf[65:85])), bytes32(leaf[85:117]));
    }
}
