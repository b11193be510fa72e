// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IProofOfWork} from "../proof/IProofOfWork.sol";
import {IChallengeManager} from "./IChallengeManager.sol";
import {IPayouts} from "./IPayouts.sol";

/// @title Payment for a task
/// @author Mergit
/// @notice A payer puts money aside for one task by one agent. Once the task is proven, a window opens in which it can be
/// challenged; after it the money is the agent's. If no proof comes before the deadline, or a challenge is upheld, it goes
/// back.
interface ITaskEscrow is IPayouts {
    /// @notice What became of an escrow.
    enum State {
        None,
        Funded,
        Proven,
        Released,
        Refunded
    }

    /// @notice What an escrow is for. Its hash is the escrow's ID, so the contract need not keep it.
    /// @param goal SHA-256 of the goal's ID.
    /// @param task SHA-256 of the task's ID.
    /// @param payer Who pays.
    /// @param payee The agent that is paid.
    /// @param deadline Until when the task must be proven, in seconds since 1970.
    struct Terms {
        bytes32 goal;
        bytes32 task;
        address payer;
        address payee;
        uint64 deadline;
    }

    /// @notice One escrow.
    /// @param amount What was put aside, in wei.
    /// @param provenAt Timestamp of the proving block, in seconds since 1970; zero if the task is not proven.
    /// @param state What became of it.
    struct Escrow {
        uint128 amount;
        uint64 provenAt;
        State state;
    }

    /// @notice Money was put aside.
    /// @param id The escrow.
    /// @param payer Who pays.
    /// @param payee The agent that is paid.
    /// @param goal SHA-256 of the goal's ID.
    /// @param task SHA-256 of the task's ID.
    /// @param deadline Until when the task must be proven.
    /// @param amount How much, in wei.
    event EscrowFunded(
        bytes32 indexed id,
        address indexed payer,
        address indexed payee,
        bytes32 goal,
        bytes32 task,
        uint64 deadline,
        uint128 amount
    );

    /// @notice The task was proven.
    /// @param id The escrow.
    /// @param result The result hash in the task's leaf.
    /// @param releasableAt From when the money can be released.
    event EscrowProven(bytes32 indexed id, bytes32 result, uint64 releasableAt);

    /// @notice The money is due to the agent.
    /// @param id The escrow.
    /// @param payee The agent.
    /// @param amount How much, in wei.
    event EscrowReleased(bytes32 indexed id, address indexed payee, uint128 amount);

    /// @notice The money is due to the payer.
    /// @param id The escrow.
    /// @param payer Who had paid.
    /// @param amount How much, in wei.
    event EscrowRefunded(bytes32 indexed id, address indexed payer, uint128 amount);

    /// @notice The same payer funded the same before. Another deadline makes another escrow.
    /// @param id The escrow.
    /// @param state What became of it.
    error EscrowExists(bytes32 id, State state);

    /// @notice The call does not fit what became of the escrow.
    /// @param id The escrow.
    /// @param have What became of it.
    /// @param want What it would have to be.
    error EscrowNotIn(bytes32 id, State have, State want);

    /// @notice The deadline has passed.
    /// @param deadline The deadline.
    /// @param time The block's timestamp.
    error DeadlinePassed(uint64 deadline, uint256 time);

    /// @notice The leaf is not laid out as a task's is.
    /// @param id The escrow.
    /// @param length The leaf's length.
    error LeafMalformed(bytes32 id, uint256 length);

    /// @notice The leaf is another task's.
    /// @param id The escrow.
    /// @param goal The goal it names.
    /// @param task The task it names.
    /// @param agent The agent it names.
    error LeafForeign(bytes32 id, bytes32 goal, bytes32 task, address agent);

    /// @notice The leaf is not in the goal's bundle.
    /// @param id The escrow.
    /// @param goal The goal.
    /// @param index The place that was given.
    error ProofInvalid(bytes32 id, bytes32 goal, uint256 index);

    /// @notice The task can still be challenged.
    /// @param id The escrow.
    /// @param until Until when.
    error WindowOpen(bytes32 id, uint256 until);

    /// @notice The task is challenged.
    /// @param id The escrow.
    /// @param pending Number of open challenges.
    /// @param until When the money can be released even so.
    error EscrowFrozen(bytes32 id, uint64 pending, uint256 until);

    /// @notice A challenge of the task was upheld.
    /// @param id The escrow.
    error ProofRefuted(bytes32 id);

    /// @notice The payer must wait for the deadline, or the task is proven.
    /// @param id The escrow.
    /// @param state What became of it.
    /// @param deadline The deadline.
    error NotRefundable(bytes32 id, State state, uint64 deadline);

    /// @notice Puts the money that comes with the call aside.
    /// @param goal SHA-256 of the goal's ID.
    /// @param task SHA-256 of the task's ID.
    /// @param payee The agent that is paid.
    /// @param deadline Until when the task must be proven.
    /// @return id The escrow.
    function fund(bytes32 goal, bytes32 task, address payee, uint64 deadline) external payable returns (bytes32 id);

    /// @notice Proves the task; the window in which it can be challenged begins. Anybody may, and a pause does not stop it,
    /// for the deadline goes on.
    /// @param terms What the escrow is for.
    /// @param leaf The task's leaf, unhashed: it must name goal, task and payee.
    /// @param index Its place in the goal's bundle.
    /// @param path Inclusion path, from the leaf's sibling up to the root.
    function prove(Terms calldata terms, bytes calldata leaf, uint256 index, bytes32[] calldata path) external;

    /// @notice Makes the money due to the agent. Anybody may, once the window is over, unless a challenge is open or was
    /// upheld. An open challenge freezes the money no longer than one that was opened in the window may last.
    /// @param terms What the escrow is for.
    function release(Terms calldata terms) external;

    /// @notice Makes the money due to the payer. Anybody may: after the deadline if the task is not proven, and at any time
    /// before the release once a challenge was upheld.
    /// @param terms What the escrow is for.
    function refund(Terms calldata terms) external;

    /// @notice One escrow; all zeros if there is none.
    /// @param id The escrow.
    /// @return known The escrow.
    function escrow(bytes32 id) external view returns (Escrow memory known);

    /// @notice Where tasks are proven. It cannot be changed.
    /// @return contractOfProofs The contract.
    function proofs() external view returns (IProofOfWork contractOfProofs);

    /// @notice Where tasks are challenged. It cannot be changed.
    /// @return manager The contract.
    function challenges() external view returns (IChallengeManager manager);

    /// @notice How long a proven task can be challenged.
    /// @return length In seconds.
    function window() external view returns (uint64 length);

    /// @notice The ID of an escrow.
    /// @param terms What it is for.
    /// @return id Keccak-256 of the terms.
    function idOf(Terms calldata terms) external pure returns (bytes32 id);
}
