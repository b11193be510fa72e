// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Tokens that do not move (ERC-5192)
/// @author Mergit
/// @notice How a wallet learns that a token is bound to its holder.
interface IERC5192 {
    /// @notice The token is bound to its holder.
    /// @param tokenId The token.
    event Locked(uint256 tokenId);

    /// @notice The token can be moved. The standard has it; no token of ours ever emits it.
    /// @param tokenId The token.
    event Unlocked(uint256 tokenId);

    /// @notice Whether a token is bound. Refused for a token that does not exist.
    /// @param tokenId The token.
    /// @return bound True if the token cannot be moved.
    function locked(uint256 tokenId) external view returns (bool bound);
}
