// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPayouts} from "./IPayouts.sol";
import {
    AccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

/// @title Money that is fetched
/// @author Mergit
/// @notice What the contracts that hold money have in common. The one call that leaves them is in `withdraw`, after all
/// else. Pausers can only stop; to go on again takes the admin.
abstract contract Payouts is IPayouts, AccessControlDefaultAdminRules, Pausable, ReentrancyGuardTransient {
    /// @notice Who may pause.
    bytes32 public constant PAUSER_ROLE = keccak256("PAUSER_ROLE");

    mapping(address account => uint256 amount) private _due;

    /// @notice Hands out the first roles.
    /// @param admin May grant and revoke roles and end a pause.
    /// @param adminDelay How long the next admin waits before it can take over, in seconds.
    /// @param pauser May pause.
    constructor(address admin, uint48 adminDelay, address pauser) AccessControlDefaultAdminRules(adminDelay, admin) {
        _grantRole(PAUSER_ROLE, pauser);
    }

    /// @inheritdoc IPayouts
    function withdraw(address payable to) external nonReentrant whenNotPaused returns (uint256 amount) {
        if (to == address(0)) revert RecipientMissing(msg.sender);
        amount = _due[msg.sender] + _mature(msg.sender);
        if (amount == 0) revert NothingDue(msg.sender);
        _due[msg.sender] = 0;
        emit Withdrawn(msg.sender, to, amount);
        Address.sendValue(to, amount);
    }

    /// @inheritdoc IPayouts
    function pause() external onlyRole(PAUSER_ROLE) {
        _pause();
    }

    /// @inheritdoc IPayouts
    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }

    /// @inheritdoc IPayouts
    function due(address account) external view virtual returns (uint256 amount) {
        return _dueTo(account);
    }

    /// @notice Makes an amount due to an account.
    /// @param account The account.
    /// @param amount How much, in wei.
    function _owe(address account, uint256 amount) internal {
        _due[account] += amount;
    }

    /// @notice Takes out of other books what an account may fetch by now; there are none here.
    /// @return amount How much, in wei.
    function _mature(address) internal virtual returns (uint256 amount) {
        return 0;
    }

    /// @notice What is due to an account in these books.
    /// @param account The account.
    /// @return amount How much, in wei.
    function _dueTo(address account) internal view returns (uint256 amount) {
        return _due[account];
    }
}
