// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC5192} from "./IERC5192.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// @title Token that stays where it was minted
/// @author Mergit
/// @notice ERC-721 whose tokens are neither moved nor burned. Approvals stand, for they say who may act for the holder;
/// they do not let anyone move anything.
abstract contract Soulbound is ERC721, IERC5192 {
    /// @notice The token stays with its holder.
    /// @param tokenId The token.
    /// @param holder Who has it.
    /// @param to Who was to get it.
    error TokenSoulbound(uint256 tokenId, address holder, address to);

    /// @inheritdoc IERC5192
    function locked(uint256 tokenId) external view returns (bool bound) {
        _requireOwned(tokenId);
        return true;
    }

    /// @notice Whether an interface is supported (ERC-165).
    /// @param interfaceId The interface.
    /// @return supported True if it is.
    function supportsInterface(bytes4 interfaceId) public view virtual override returns (bool supported) {
        return interfaceId == type(IERC5192).interfaceId || super.supportsInterface(interfaceId);
    }

    /// @dev Every mint, transfer and burn comes through here.
    function _update(address to, uint256 tokenId, address auth) internal override returns (address from) {
        from = super._update(to, tokenId, auth);
        if (from != address(0)) revert TokenSoulbound(tokenId, from, to);
        emit Locked(tokenId);
    }
}
