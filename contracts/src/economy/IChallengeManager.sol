// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPayouts} from "./IPayouts.sol";
import {IStakeRegistry} from "./IStakeRegistry.sol";

/// @title Challenges of agents' work
/// @author Mergit
/// @notice Anyone may say, for a bond, that an agent cheated in a task. The agent may answer, a resolver judges; if nobody
/// judges in time, the bond goes back. A task may have several open challenges: otherwise an agent could keep others out
/// by challenging itself.
interface IChallengeManager is IPayouts {
    /// @notice What became of a challenge.
    enum Status {
        None,
        Open,
        Upheld,
        Rejected,
        Expired
    }

    /// @notice What holds for all challenges.
    /// @param stakes Where agents are slashed.
    /// @param treasury To whom the part of a penalty is due that the challenger does not get.
    /// @param bond Least bond, in wei.
    /// @param timeout How long a challenge waits for its judgement, in seconds.
    /// @param rewardBps The challenger's part of a penalty, in hundredths of a per cent. Less than all, so that an agent
    /// that is about to be caught does not get its stake back by a challenge of its own.
    struct Settings {
        IStakeRegistry stakes;
        address treasury;
        uint96 bond;
        uint40 timeout;
        uint16 rewardBps;
    }

    /// @notice One challenge.
    /// @param challenger Who opened it.
    /// @param openedAt Timestamp of the opening block, in seconds since 1970.
    /// @param status What became of it.
    /// @param agent The agent's address.
    /// @param bond What the challenger put up, in wei.
    /// @param subject What it is about; see `subjectOf`.
    /// @param evidence SHA-256 of the challenger's evidence.
    /// @param answer SHA-256 of the agent's evidence; zero if it has not answered.
    struct Challenge {
        address challenger;
        uint40 openedAt;
        Status status;
        address agent;
        uint96 bond;
        bytes32 subject;
        bytes32 evidence;
        bytes32 answer;
    }

    /// @notice A challenge was opened.
    /// @param id The challenge.
    /// @param subject What it is about.
    /// @param agent The agent's address.
    /// @param goal SHA-256 of the goal's ID.
    /// @param task SHA-256 of the task's ID.
    /// @param challenger Who opened it.
    /// @param bond What it put up, in wei.
    /// @param evidence SHA-256 of its evidence.
    event ChallengeOpened(
        uint256 indexed id,
        bytes32 indexed subject,
        address indexed agent,
        bytes32 goal,
        bytes32 task,
        address challenger,
        uint96 bond,
        bytes32 evidence
    );

    /// @notice The agent answered.
    /// @param id The challenge.
    /// @param answer SHA-256 of the agent's evidence.
    event ChallengeAnswered(uint256 indexed id, bytes32 answer);

    /// @notice A challenge was judged.
    /// @param id The challenge.
    /// @param upheld True if the agent cheated.
    /// @param penalty What the agent lost, in wei.
    /// @param reward What of it is due to the challenger, in wei.
    event ChallengeResolved(uint256 indexed id, bool upheld, uint256 penalty, uint256 reward);

    /// @notice Nobody judged in time.
    /// @param id The challenge.
    event ChallengeExpired(uint256 indexed id);

    /// @notice The least bond was set.
    /// @param bond How much, in wei.
    event BondSet(uint96 bond);

    /// @notice The bond is too small.
    /// @param offered What came with the call, in wei.
    /// @param least What it takes, in wei.
    error BondTooSmall(uint256 offered, uint96 least);

    /// @notice A challenge needs evidence, and so does an answer.
    /// @param sender Who brought none.
    error EvidenceMissing(address sender);

    /// @notice The challenge is not open.
    /// @param id The challenge.
    /// @param status What became of it.
    error ChallengeNotOpen(uint256 id, Status status);

    /// @notice Only the agent answers.
    /// @param id The challenge.
    /// @param agent The agent's address.
    /// @param sender Who tried.
    error AnswerNotAgents(uint256 id, address agent, address sender);

    /// @notice The agent answered otherwise before.
    /// @param id The challenge.
    /// @param have The answer that stands.
    /// @param offered The answer that was refused.
    error AnswerConflict(uint256 id, bytes32 have, bytes32 offered);

    /// @notice There is still time to judge.
    /// @param id The challenge.
    /// @param until Until when.
    error ChallengePending(uint256 id, uint256 until);

    /// @notice The challenger's part is at most the whole.
    /// @param rewardBps The part that was refused.
    error RewardTooLarge(uint16 rewardBps);

    /// @notice Opens a challenge; the money that comes with the call is the bond.
    /// @param goal SHA-256 of the goal's ID.
    /// @param task SHA-256 of the task's ID.
    /// @param agent The agent's address.
    /// @param evidence SHA-256 of the evidence.
    /// @return id The challenge.
    function open(bytes32 goal, bytes32 task, address agent, bytes32 evidence) external payable returns (uint256 id);

    /// @notice Answers a challenge, once. The same answer again changes nothing.
    /// @param id The challenge.
    /// @param evidence SHA-256 of the agent's evidence.
    function answer(uint256 id, bytes32 evidence) external;

    /// @notice Judges a challenge. If it is upheld, the agent is slashed, and bond and reward are due to the challenger;
    /// if it is rejected, the bond is due to the agent. A pause does not stop it.
    /// @param id The challenge.
    /// @param upheld True if the agent cheated.
    /// @param penalty What the agent loses, in wei; no more than it has. Ignored if the challenge is rejected.
    function resolve(uint256 id, bool upheld, uint256 penalty) external;

    /// @notice Closes a challenge that nobody judged in time. Anybody may.
    /// @param id The challenge.
    function expire(uint256 id) external;

    /// @notice Sets the least bond of challenges to come.
    /// @param least How much, in wei.
    function setBond(uint96 least) external;

    /// @notice One challenge; all zeros if there is none.
    /// @param id The challenge.
    /// @return known The challenge.
    function challenge(uint256 id) external view returns (Challenge memory known);

    /// @notice Whether a task has an open challenge.
    /// @param goal SHA-256 of the goal's ID.
    /// @param task SHA-256 of the task's ID.
    /// @param agent The agent's address.
    /// @return challenged True if it has.
    function isOpen(bytes32 goal, bytes32 task, address agent) external view returns (bool challenged);

    /// @notice How a task stands.
    /// @param goal SHA-256 of the goal's ID.
    /// @param task SHA-256 of the task's ID.
    /// @param agent The agent's address.
    /// @return pending Number of open challenges.
    /// @return refuted True once a challenge was upheld.
    function standing(bytes32 goal, bytes32 task, address agent) external view returns (uint64 pending, bool refuted);

    /// @notice What holds for challenges that are opened now.
    /// @return current The settings.
    function settings() external view returns (Settings memory current);

    /// @notice What a challenge of an agent's task is about. The agent belongs to it, so that a challenge of the wrong
    /// agent touches nobody else.
    /// @param goal SHA-256 of the goal's ID.
    /// @param task SHA-256 of the task's ID.
    /// @param agent The agent's address.
    /// @return subject Keccak-256 of the three.
    function subjectOf(bytes32 goal, bytes32 task, address agent) external pure returns (bytes32 subject);
}
