// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Money that is fetched
/// @author Mergit
/// @notice Nobody is sent anything: what is due to an account stays until it fetches it, so that one that cannot be paid
/// holds up nobody else.
interface IPayouts {
    /// @notice An account fetched what was due to it.
    /// @param account The account.
    /// @param to Where the money went.
    /// @param amount How much, in wei.
    event Withdrawn(address indexed account, address indexed to, uint256 amount);

    /// @notice Nothing is due.
    /// @param account The account.
    error NothingDue(address account);

    /// @notice Money would be lost.
    /// @param account The account that sent it nowhere.
    error RecipientMissing(address account);

    /// @notice No money came with the call.
    /// @param account Who called.
    error AmountMissing(address account);

    /// @notice Fetches all that is due to the caller.
    /// @param to Where the money goes.
    /// @return amount How much, in wei.
    function withdraw(address payable to) external returns (uint256 amount);

    /// @notice Stops money from coming in and going out.
    function pause() external;

    /// @notice Lets money move again.
    function unpause() external;

    /// @notice What an account could fetch now.
    /// @param account The account.
    /// @return amount How much, in wei.
    function due(address account) external view returns (uint256 amount);
}
