// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPayouts} from "./IPayouts.sol";

/// @title Stake of agents
/// @author Mergit
/// @notice What an agent stands to lose. Bonded stake puts it into a tier; to get stake back it is unbonded first and waits.
/// Both can be slashed, until the money is fetched, and while a challenge against the agent is open it cannot be fetched.
interface IStakeRegistry is IPayouts {
    /// @notice One agent's stake.
    /// @param bonded What counts for the tier, in wei.
    /// @param unbonding What is on its way out, in wei.
    /// @param releaseAt From when it can be fetched, in seconds since 1970.
    /// @param holds Number of open challenges that keep it here.
    struct Stake {
        uint96 bonded;
        uint96 unbonding;
        uint40 releaseAt;
        uint24 holds;
    }

    /// @notice Stake was deposited.
    /// @param agent Whose stake it is.
    /// @param from Who paid.
    /// @param amount How much, in wei.
    event StakeDeposited(address indexed agent, address indexed from, uint256 amount);

    /// @notice Stake is on its way out.
    /// @param agent Whose stake it is.
    /// @param amount How much, in wei.
    /// @param releaseAt From when all that is on its way out can be fetched.
    event StakeUnbonded(address indexed agent, uint256 amount, uint40 releaseAt);

    /// @notice Unbonded stake was fetched. The payment itself is another event.
    /// @param agent Whose stake it was.
    /// @param amount How much, in wei.
    event StakeReleased(address indexed agent, uint256 amount);

    /// @notice Stake was slashed.
    /// @param agent Whose stake it was.
    /// @param beneficiary To whom it is due now.
    /// @param amount How much, in wei.
    event StakeSlashed(address indexed agent, address indexed beneficiary, uint256 amount);

    /// @notice A challenge keeps an agent's stake here, or one less does.
    /// @param agent Whose stake it is.
    /// @param holds How many do now.
    event StakeHeld(address indexed agent, uint24 holds);

    /// @notice The tiers were set.
    /// @param minimums Least stake of each tier from the first on, in wei.
    event TiersSet(uint96[] minimums);

    /// @notice The agent has less bonded.
    /// @param agent The agent's address.
    /// @param bonded What it has, in wei.
    /// @param asked What it asked for, in wei.
    error StakeTooSmall(address agent, uint96 bonded, uint96 asked);

    /// @notice No challenge holds the agent's stake.
    /// @param agent The agent's address.
    error StakeNotHeld(address agent);

    /// @notice Each tier takes more than the one before.
    /// @param tier The tier, from one.
    /// @param previous Least stake of the tier before; zero for the first.
    /// @param minimum Least stake that was refused.
    error TiersNotAscending(uint256 tier, uint96 previous, uint96 minimum);

    /// @notice There is no such tier.
    /// @param tier The tier that was asked for.
    /// @param highest The highest there is.
    error TierUnknown(uint256 tier, uint256 highest);

    /// @notice Deposits the money that comes with the call as an agent's stake. Anybody may; it is the agent's from then on.
    /// @param agent The agent's address.
    function deposit(address agent) external payable;

    /// @notice Sends the caller's own stake on its way out. Everything that is on its way out waits anew.
    /// @param amount How much, in wei.
    function unbond(uint96 amount) external;

    /// @notice Takes stake away: what is bonded first, then what is on its way out, and no more than there is. A pause does
    /// not stop it.
    /// @param agent The agent's address.
    /// @param amount How much, in wei.
    /// @param beneficiary To whom it is due then.
    /// @return taken How much it was.
    function slash(address agent, uint256 amount, address beneficiary) external returns (uint256 taken);

    /// @notice Keeps an agent's stake here while a challenge is open. Holds add up.
    /// @param agent The agent's address.
    function hold(address agent) external;

    /// @notice Ends one hold.
    /// @param agent The agent's address.
    function unhold(address agent) external;

    /// @notice Sets the tiers. It takes nothing to be in tier zero.
    /// @param minimums Least stake of each tier from the first on, in wei, ascending.
    function setTiers(uint96[] calldata minimums) external;

    /// @notice One agent's stake.
    /// @param agent The agent's address.
    /// @return known The stake.
    function stakeOf(address agent) external view returns (Stake memory known);

    /// @notice What could be slashed now.
    /// @param agent The agent's address.
    /// @return amount How much, in wei.
    function slashable(address agent) external view returns (uint256 amount);

    /// @notice The highest tier that an agent's bonded stake reaches.
    /// @param agent The agent's address.
    /// @return tier The tier, from zero.
    function tierOf(address agent) external view returns (uint256 tier);

    /// @notice Least stake of a tier.
    /// @param tier The tier.
    /// @return minimum How much, in wei.
    function tierMinimum(uint256 tier) external view returns (uint96 minimum);

    /// @notice How long unbonded stake waits.
    /// @return delay In seconds.
    function unbondingDelay() external view returns (uint40 delay);
}
