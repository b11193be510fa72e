// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Feedback on agents, as ERC-8004 shapes it
/// @author Mergit
/// @notice Anyone but the agent says what it was like to work with it. Feedback never touches the score: who reads it
/// chooses whom to believe, by naming the clients that count.
interface IERC8004Reputation {
    /// @notice A client gave feedback.
    /// @param agentId The agent's token in the identity registry.
    /// @param clientAddress Who gave it.
    /// @param feedbackIndex Its number among that client's feedback on the agent, from one.
    /// @param value The value, times ten to the power of its decimals.
    /// @param valueDecimals Number of decimals.
    /// @param indexedTag1 First tag, to search for.
    /// @param tag1 First tag, to read.
    /// @param tag2 Second tag.
    /// @param endpoint Where the agent was met.
    /// @param feedbackURI Where there is more.
    /// @param feedbackHash Hash of what is there.
    event NewFeedback(
        uint256 indexed agentId,
        address indexed clientAddress,
        uint64 feedbackIndex,
        int128 value,
        uint8 valueDecimals,
        string indexed indexedTag1,
        string tag1,
        string tag2,
        string endpoint,
        string feedbackURI,
        bytes32 feedbackHash
    );

    /// @notice A client took feedback back.
    /// @param agentId The agent's token.
    /// @param clientAddress Who had given it.
    /// @param feedbackIndex Its number.
    event FeedbackRevoked(uint256 indexed agentId, address indexed clientAddress, uint64 indexed feedbackIndex);

    /// @notice Somebody responded to feedback.
    /// @param agentId The agent's token.
    /// @param clientAddress Who had given the feedback.
    /// @param feedbackIndex Its number.
    /// @param responder Who responded.
    /// @param responseURI Where the response is.
    /// @param responseHash Hash of what is there.
    event ResponseAppended(
        uint256 indexed agentId,
        address indexed clientAddress,
        uint64 feedbackIndex,
        address indexed responder,
        string responseURI,
        bytes32 responseHash
    );

    /// @notice An agent does not rate itself, nor does who acts for it.
    /// @param agentId The agent's token.
    /// @param client Who tried.
    error FeedbackFromOwner(uint256 agentId, address client);

    /// @notice There are at most 18 decimals, and values lie within ten to the power of 20 of zero.
    /// @param value The value that was refused.
    /// @param valueDecimals Its decimals.
    error FeedbackOutOfRange(int128 value, uint8 valueDecimals);

    /// @notice There is no such feedback.
    /// @param agentId The agent's token.
    /// @param client The client.
    /// @param feedbackIndex The number that was asked for.
    /// @param last The client's last number; zero if it gave none.
    error FeedbackUnknown(uint256 agentId, address client, uint64 feedbackIndex, uint64 last);

    /// @notice A summary needs clients: over everybody it would be worth nothing, since addresses cost nothing.
    /// @param agentId The agent's token.
    error ClientsMissing(uint256 agentId);

    /// @notice Gives feedback. Refused to the agent and its operators.
    /// @param agentId The agent's token.
    /// @param value The value, times ten to the power of its decimals.
    /// @param valueDecimals Number of decimals, at most 18.
    /// @param tag1 First tag; may be empty.
    /// @param tag2 Second tag; may be empty.
    /// @param endpoint Where the agent was met; only emitted.
    /// @param feedbackURI Where there is more; only emitted.
    /// @param feedbackHash Hash of what is there; only emitted.
    function giveFeedback(
        uint256 agentId,
        int128 value,
        uint8 valueDecimals,
        string calldata tag1,
        string calldata tag2,
        string calldata endpoint,
        string calldata feedbackURI,
        bytes32 feedbackHash
    ) external;

    /// @notice Takes the caller's own feedback back. What is taken back already stays so.
    /// @param agentId The agent's token.
    /// @param feedbackIndex Its number.
    function revokeFeedback(uint256 agentId, uint64 feedbackIndex) external;

    /// @notice Responds to feedback. Open to anyone; what it is worth depends on who responds.
    /// @param agentId The agent's token.
    /// @param clientAddress Who gave the feedback.
    /// @param feedbackIndex Its number.
    /// @param responseURI Where the response is.
    /// @param responseHash Hash of what is there.
    function appendResponse(
        uint256 agentId,
        address clientAddress,
        uint64 feedbackIndex,
        string calldata responseURI,
        bytes32 responseHash
    ) external;

    /// @notice One feedback.
    /// @param agentId The agent's token.
    /// @param clientAddress Who gave it.
    /// @param feedbackIndex Its number.
    /// @return value The value, times ten to the power of its decimals.
    /// @return valueDecimals Number of decimals.
    /// @return tag1 First tag.
    /// @return tag2 Second tag.
    /// @return isRevoked True if it was taken back.
    function readFeedback(uint256 agentId, address clientAddress, uint64 feedbackIndex)
        external
        view
        returns (int128 value, uint8 valueDecimals, string memory tag1, string memory tag2, bool isRevoked);

    /// @notice The mean of some clients' feedback, what was taken back left aside, with the decimals of the most precise
    /// value and rounded towards zero. A client that is named twice counts twice.
    /// @param agentId The agent's token.
    /// @param clientAddresses Whose feedback counts; not empty.
    /// @param tag1 First tag; empty for any.
    /// @param tag2 Second tag; empty for any.
    /// @return count How much feedback counted.
    /// @return summaryValue The mean, times ten to the power of its decimals; zero if nothing counted.
    /// @return summaryValueDecimals Number of decimals.
    function getSummary(uint256 agentId, address[] calldata clientAddresses, string calldata tag1, string calldata tag2)
        external
        view
        returns (uint64 count, int128 summaryValue, uint8 summaryValueDecimals);

    /// @notice Who gave feedback on an agent, in the order of the first.
    /// @param agentId The agent's token.
    /// @return clients Their addresses.
    function getClients(uint256 agentId) external view returns (address[] memory clients);

    /// @notice The number of a client's last feedback on an agent; zero if there is none.
    /// @param agentId The agent's token.
    /// @param clientAddress The client.
    /// @return last The number.
    function getLastIndex(uint256 agentId, address clientAddress) external view returns (uint64 last);

    /// @notice Where the agents' tokens are.
    /// @return registry The identity registry.
    function getIdentityRegistry() external view returns (address registry);
}
