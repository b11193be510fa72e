// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IChallengeManager} from "./IChallengeManager.sol";
import {IStakeRegistry} from "./IStakeRegistry.sol";
import {Payouts} from "./Payouts.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

/// @title Challenges of agents' work
/// @author Mergit
/// @notice Its balance is the bonds of open challenges and what is due. Penalties are paid by the stake registry, in which
/// this contract must be a slasher.
contract ChallengeManager is IChallengeManager, Payouts {
    /// @dev How one agent's task stands.
    struct Subject {
        uint64 pending;
        bool refuted;
    }

    /// @notice Who may judge.
    bytes32 public constant RESOLVER_ROLE = keccak256("RESOLVER_ROLE");

    uint16 private constant _WHOLE_BPS = 10_000;

    IStakeRegistry private immutable _STAKES;
    address private immutable _TREASURY;
    uint40 private immutable _TIMEOUT;
    uint16 private immutable _REWARD_BPS;

    uint96 private _bond;
    uint64 private _count;
    mapping(uint256 id => Challenge known) private _challenges;
    mapping(bytes32 subject => Subject known) private _subjects;

    /// @notice Hands out the first roles.
    /// @param admin May grant and revoke roles, set the bond and end a pause.
    /// @param adminDelay How long the next admin waits before it can take over, in seconds.
    /// @param pauser May pause.
    /// @param resolver May judge.
    /// @param first What holds for all challenges; only the bond can be changed.
    constructor(address admin, uint48 adminDelay, address pauser, address resolver, Settings memory first)
        Payouts(admin, adminDelay, pauser)
    {
        if (first.rewardBps > _WHOLE_BPS) revert RewardTooLarge(first.rewardBps);
        if (first.treasury == address(0)) revert RecipientMissing(msg.sender);
        _grantRole(RESOLVER_ROLE, resolver);
        _STAKES = first.stakes;
        _TREASURY = first.treasury;
        _TIMEOUT = first.timeout;
        _REWARD_BPS = first.rewardBps;
        _setBond(first.bond);
    }

    /// @inheritdoc IChallengeManager
    function open(bytes32 goal, bytes32 task, address agent, bytes32 evidence)
        external
        payable
        nonReentrant
        whenNotPaused
        returns (uint256 id)
    {
        if (msg.value < _bond) revert BondTooSmall(msg.value, _bond);
        if (evidence == bytes32(0)) revert EvidenceMissing(msg.sender);
        if (agent == address(0)) revert RecipientMissing(msg.sender);
        bytes32 subject = _subject(goal, task, agent);
        id = ++_count;
        _challenges[id] = Challenge({
            challenger: msg.sender,
            openedAt: SafeCast.toUint40(block.timestamp),
            status: Status.Open,
            agent: agent,
            bond: SafeCast.toUint96(msg.value),
            subject: subject,
            evidence: evidence,
            answer: bytes32(0)
        });
        ++_subjects[subject].pending;
        emit ChallengeOpened(id, subject, agent, goal, task, msg.sender, uint96(msg.value), evidence);
        _STAKES.hold(agent);
    }

    /// @inheritdoc IChallengeManager
    function answer(uint256 id, bytes32 evidence) external {
        Challenge storage known = _opened(id);
        if (msg.sender != known.agent) revert AnswerNotAgents(id, known.agent, msg.sender);
        if (evidence == bytes32(0)) revert EvidenceMissing(msg.sender);
        if (known.answer == evidence) return;
        if (known.answer != bytes32(0)) revert AnswerConflict(id, known.answer, evidence);
        known.answer = evidence;
        emit ChallengeAnswered(id, evidence);
    }

    /// @inheritdoc IChallengeManager
    function resolve(uint256 id, bool upheld, uint256 penalty) external nonReentrant onlyRole(RESOLVER_ROLE) {
        Challenge storage known = _opened(id);
        (address agent, address challenger) = (known.agent, known.challenger);
        if (!upheld) {
            _close(known, Status.Rejected, agent);
            emit ChallengeResolved(id, false, 0, 0);
            _STAKES.unhold(agent);
            return;
        }
        _close(known, Status.Upheld, challenger);
        _subjects[known.subject].refuted = true;
        // The reward is a part of what there is to take, not of what was asked for: otherwise it could be all of it.
        uint256 taken = Math.min(penalty, _STAKES.slashable(agent));
        uint256 reward = Math.mulDiv(taken, _REWARD_BPS, _WHOLE_BPS);
        emit ChallengeResolved(id, true, taken, reward);
        _STAKES.slash(agent, reward, challenger);
        _STAKES.slash(agent, taken - reward, _TREASURY);
        _STAKES.unhold(agent);
    }

    /// @inheritdoc IChallengeManager
    function expire(uint256 id) external nonReentrant whenNotPaused {
        Challenge storage known = _opened(id);
        uint256 until = uint256(known.openedAt) + _TIMEOUT;
        if (block.timestamp < until) revert ChallengePending(id, until);
        _close(known, Status.Expired, known.challenger);
        emit ChallengeExpired(id);
        _STAKES.unhold(known.agent);
    }

    /// @inheritdoc IChallengeManager
    function setBond(uint96 least) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setBond(least);
    }

    /// @inheritdoc IChallengeManager
    function challenge(uint256 id) external view returns (Challenge memory known) {
        return _challenges[id];
    }

    /// @inheritdoc IChallengeManager
    function isOpen(bytes32 goal, bytes32 task, address agent) external view returns (bool challenged) {
        return _subjects[_subject(goal, task, agent)].pending != 0;
    }

    /// @inheritdoc IChallengeManager
    function standing(bytes32 goal, bytes32 task, address agent) external view returns (uint64 pending, bool refuted) {
        Subject storage known = _subjects[_subject(goal, task, agent)];
        return (known.pending, known.refuted);
    }

    /// @inheritdoc IChallengeManager
    function settings() external view returns (Settings memory current) {
        return Settings({stakes: _STAKES, treasury: _TREASURY, bond: _bond, timeout: _TIMEOUT, rewardBps: _REWARD_BPS});
    }

    /// @inheritdoc IChallengeManager
    function subjectOf(bytes32 goal, bytes32 task, address agent) external pure returns (bytes32 subject) {
        return _subject(goal, task, agent);
    }

    function _close(Challenge storage known, Status status, address bondTo) private {
        known.status = status;
        --_subjects[known.subject].pending;
        _owe(bondTo, known.bond);
    }

    function _setBond(uint96 least) private {
        _bond = least;
        emit BondSet(least);
    }

    function _opened(uint256 id) private view returns (Challenge storage known) {
        known = _challenges[id];
        if (known.status != Status.Open) revert ChallengeNotOpen(id, known.status);
    }

    function _subject(bytes32 goal, bytes32 task, address agent) private pure returns (bytes32 subject) {
        return keccak256(abi.encode(goal, task, agent));
    }
}
