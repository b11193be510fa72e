// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IProofOfWork} from "../proof/IProofOfWork.sol";
import {TaskLeaf} from "../proof/TaskLeaf.sol";
import {IChallengeManager} from "./IChallengeManager.sol";
import {ITaskEscrow} from "./ITaskEscrow.sol";
import {Payouts} from "./Payouts.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

/// @title Payment for a task
/// @author Mergit
/// @notice Its balance is what is put aside and what is due. No role decides who gets the money: bundles and challenges do.
contract TaskEscrow is ITaskEscrow, Payouts {
    IProofOfWork private immutable _PROOFS;
    IChallengeManager private immutable _CHALLENGES;
    uint64 private immutable _WINDOW;

    mapping(bytes32 id => Escrow known) private _escrows;

    /// @notice Hands out the first roles.
    /// @param admin May grant and revoke roles and end a pause.
    /// @param adminDelay How long the next admin waits before it can take over, in seconds.
    /// @param pauser May pause.
    /// @param proven Where tasks are proven.
    /// @param challenged Where tasks are challenged.
    /// @param length How long a proven task can be challenged, in seconds.
    constructor(
        address admin,
        uint48 adminDelay,
        address pauser,
        IProofOfWork proven,
        IChallengeManager challenged,
        uint64 length
    ) Payouts(admin, adminDelay, pauser) {
        _PROOFS = proven;
        _CHALLENGES = challenged;
        _WINDOW = length;
    }

    /// @inheritdoc ITaskEscrow
    function fund(bytes32 goal, bytes32 task, address payee, uint64 deadline)
        external
        payable
        nonReentrant
        whenNotPaused
        returns (bytes32 id)
    {
        if (msg.value == 0) revert AmountMissing(msg.sender);
        if (payee == address(0)) revert RecipientMissing(msg.sender);
        if (block.timestamp > deadline) revert DeadlinePassed(deadline, block.timestamp);
        id = _id(Terms({goal: goal, task: task, payer: msg.sender, payee: payee, deadline: deadline}));
        Escrow storage known = _escrows[id];
        if (known.state != State.None) revert EscrowExists(id, known.state);
        uint128 amount = SafeCast.toUint128(msg.value);
        (known.amount, known.state) = (amount, State.Funded);
        emit EscrowFunded(id, msg.sender, payee, goal, task, deadline, amount);
    }

    /// @inheritdoc ITaskEscrow
    function prove(Terms calldata terms, bytes calldata leaf, uint256 index, bytes32[] calldata path) external {
        bytes32 id = _id(terms);
        Escrow storage known = _escrows[id];
        if (known.state != State.Funded) revert EscrowNotIn(id, known.state, State.Funded);
        if (block.timestamp > terms.deadline) revert DeadlinePassed(terms.deadline, block.timestamp);
        bytes32 result = _checkLeaf(id, terms, leaf);
        if (!_PROOFS.verifyTask(terms.goal, leaf, index, path)) revert ProofInvalid(id, terms.goal, index);
        (known.provenAt, known.state) = (uint64(block.timestamp), State.Proven);
        emit EscrowProven(id, result, uint64(block.timestamp) + _WINDOW);
    }

    /// @inheritdoc ITaskEscrow
    function release(Terms calldata terms) external nonReentrant whenNotPaused {
        bytes32 id = _id(terms);
        Escrow storage known = _escrows[id];
        if (known.state != State.Proven) revert EscrowNotIn(id, known.state, State.Proven);
        uint256 until = uint256(known.provenAt) + _WINDOW;
        if (block.timestamp < until) revert WindowOpen(id, until);
        (uint64 pending, bool refuted) = _CHALLENGES.standing(terms.goal, terms.task, terms.payee);
        if (refuted) revert ProofRefuted(id);
        if (pending != 0) {
            // A challenge that was opened in the window is judged or out of time by then. Without an end, one challenge
            // after the other could keep the money here for ever.
            until += _CHALLENGES.settings().timeout;
            if (block.timestamp < until) revert EscrowFrozen(id, pending, until);
        }
        known.state = State.Released;
        _owe(terms.payee, known.amount);
        emit EscrowReleased(id, terms.payee, known.amount);
    }

    /// @inheritdoc ITaskEscrow
    function refund(Terms calldata terms) external nonReentrant whenNotPaused {
        bytes32 id = _id(terms);
        Escrow storage known = _escrows[id];
        State state = known.state;
        if (state != State.Funded && state != State.Proven) revert NotRefundable(id, state, terms.deadline);
        if (state == State.Proven || block.timestamp <= terms.deadline) {
            (, bool refuted) = _CHALLENGES.standing(terms.goal, terms.task, terms.payee);
            if (!refuted) revert NotRefundable(id, state, terms.deadline);
        }
        known.state = State.Refunded;
        _owe(terms.payer, known.amount);
        emit EscrowRefunded(id, terms.payer, known.amount);
    }

    /// @inheritdoc ITaskEscrow
    function escrow(bytes32 id) external view returns (Escrow memory known) {
        return _escrows[id];
    }

    /// @inheritdoc ITaskEscrow
    function window() external view returns (uint64 length) {
        return _WINDOW;
    }

    /// @inheritdoc ITaskEscrow
    function proofs() external view returns (IProofOfWork contractOfProofs) {
        return _PROOFS;
    }

    /// @inheritdoc ITaskEscrow
    function challenges() external view returns (IChallengeManager manager) {
        return _CHALLENGES;
    }

    /// @inheritdoc ITaskEscrow
    function idOf(Terms calldata terms) external pure returns (bytes32 id) {
        return _id(terms);
    }

    function _checkLeaf(bytes32 id, Terms calldata terms, bytes calldata leaf) private pure returns (bytes32) {
        (bool known, bytes32 goal, bytes32 task, address agent, bytes32 result) = TaskLeaf.parse(leaf);
        if (!known) revert LeafMalformed(id, leaf.length);
        if (goal != terms.goal || task != terms.task || agent != terms.payee) {
            revert LeafForeign(id, goal, task, agent);
        }
        return result;
    }

    function _id(Terms memory terms) private pure returns (bytes32 id) {
        return keccak256(abi.encode(terms));
    }
}
