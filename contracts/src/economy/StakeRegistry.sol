// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPayouts} from "./IPayouts.sol";
import {IStakeRegistry} from "./IStakeRegistry.sol";
import {Payouts} from "./Payouts.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

/// @title Stake of agents
/// @author Mergit
/// @notice Its balance is what is bonded, on its way out and due, over all accounts.
contract StakeRegistry is IStakeRegistry, Payouts {
    /// @notice Who may slash and hold: the contract that judges challenges.
    bytes32 public constant SLASHER_ROLE = keccak256("SLASHER_ROLE");

    uint40 private immutable _UNBONDING_DELAY;

    uint96[] private _minimums;
    mapping(address agent => Stake known) private _stakes;

    /// @notice Hands out the first roles; slashers are granted theirs later.
    /// @param admin May grant and revoke roles, set tiers and end a pause.
    /// @param adminDelay How long the next admin waits before it can take over, in seconds.
    /// @param pauser May pause.
    /// @param delay How long unbonded stake waits, in seconds.
    /// @param minimums Least stake of each tier from the first on, in wei.
    constructor(address admin, uint48 adminDelay, address pauser, uint40 delay, uint96[] memory minimums)
        Payouts(admin, adminDelay, pauser)
    {
        _UNBONDING_DELAY = delay;
        _setTiers(minimums);
    }

    /// @inheritdoc IStakeRegistry
    function deposit(address agent) external payable nonReentrant whenNotPaused {
        if (msg.value == 0) revert AmountMissing(msg.sender);
        if (agent == address(0)) revert RecipientMissing(msg.sender);
        _stakes[agent].bonded += SafeCast.toUint96(msg.value);
        emit StakeDeposited(agent, msg.sender, msg.value);
    }

    /// @inheritdoc IStakeRegistry
    function unbond(uint96 amount) external nonReentrant whenNotPaused {
        if (amount == 0) revert AmountMissing(msg.sender);
        Stake memory stake = _stakes[msg.sender];
        if (amount > stake.bonded) revert StakeTooSmall(msg.sender, stake.bonded, amount);
        stake.bonded -= amount;
        stake.unbonding += amount;
        stake.releaseAt = SafeCast.toUint40(block.timestamp + _UNBONDING_DELAY);
        _stakes[msg.sender] = stake;
        emit StakeUnbonded(msg.sender, amount, stake.releaseAt);
    }

    /// @inheritdoc IStakeRegistry
    function slash(address agent, uint256 amount, address beneficiary)
        external
        nonReentrant
        onlyRole(SLASHER_ROLE)
        returns (uint256 taken)
    {
        if (beneficiary == address(0)) revert RecipientMissing(msg.sender);
        Stake memory stake = _stakes[agent];
        uint96 fromBonded = uint96(Math.min(amount, stake.bonded));
        uint96 fromUnbonding = uint96(Math.min(amount - fromBonded, stake.unbonding));
        taken = uint256(fromBonded) + fromUnbonding;
        if (taken == 0) return 0;
        stake.bonded -= fromBonded;
        stake.unbonding -= fromUnbonding;
        _stakes[agent] = stake;
        _owe(beneficiary, taken);
        emit StakeSlashed(agent, beneficiary, taken);
    }

    /// @inheritdoc IStakeRegistry
    function hold(address agent) external onlyRole(SLASHER_ROLE) {
        uint24 holds = ++_stakes[agent].holds;
        emit StakeHeld(agent, holds);
    }

    /// @inheritdoc IStakeRegistry
    function unhold(address agent) external onlyRole(SLASHER_ROLE) {
        if (_stakes[agent].holds == 0) revert StakeNotHeld(agent);
        uint24 holds = --_stakes[agent].holds;
        emit StakeHeld(agent, holds);
    }

    /// @inheritdoc IStakeRegistry
    function setTiers(uint96[] calldata minimums) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setTiers(minimums);
    }

    /// @inheritdoc IPayouts
    function due(address account) external view override(IPayouts, Payouts) returns (uint256 amount) {
        Stake memory stake = _stakes[account];
        return _dueTo(account) + (_isReleased(stake) ? stake.unbonding : 0);
    }

    /// @inheritdoc IStakeRegistry
    function stakeOf(address agent) external view returns (Stake memory known) {
        return _stakes[agent];
    }

    /// @inheritdoc IStakeRegistry
    function slashable(address agent) external view returns (uint256 amount) {
        return uint256(_stakes[agent].bonded) + _stakes[agent].unbonding;
    }

    /// @inheritdoc IStakeRegistry
    function tierOf(address agent) external view returns (uint256 tier) {
        uint96 bonded = _stakes[agent].bonded;
        while (tier < _minimums.length && bonded >= _minimums[tier]) ++tier;
    }

    /// @inheritdoc IStakeRegistry
    function tierMinimum(uint256 tier) external view returns (uint96 minimum) {
        if (tier > _minimums.length) revert TierUnknown(tier, _minimums.length);
        return tier == 0 ? 0 : _minimums[tier - 1];
    }

    /// @inheritdoc IStakeRegistry
    function unbondingDelay() external view returns (uint40 delay) {
        return _UNBONDING_DELAY;
    }

    /// @notice Takes out of the stakes what an account may fetch by now.
    /// @param account The account.
    /// @return amount How much, in wei.
    function _mature(address account) internal override returns (uint256 amount) {
        Stake memory stake = _stakes[account];
        amount = stake.unbonding;
        if (amount == 0 || !_isReleased(stake)) return 0;
        (stake.unbonding, stake.releaseAt) = (0, 0);
        _stakes[account] = stake;
        emit StakeReleased(account, amount);
    }

    function _setTiers(uint96[] memory minimums) private {
        uint96 previous = 0;
        for (uint256 i = 0; i < minimums.length; ++i) {
            if (minimums[i] <= previous) revert TiersNotAscending(i + 1, previous, minimums[i]);
            previous = minimums[i];
        }
        _minimums = minimums;
        emit TiersSet(minimums);
    }

    function _isReleased(Stake memory stake) private view returns (bool released) {
        return stake.holds == 0 && block.timestamp >= stake.releaseAt;
    }
}
