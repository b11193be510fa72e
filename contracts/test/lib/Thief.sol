// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// An account that calls back while it is being paid.
contract Thief {
    struct Try {
        address target;
        uint256 value;
        bytes call;
    }

    Try[] private _tries;
    bool private _busy;
    uint256 public payments;
    bool[] public succeeded;
    bytes[] public refusals;

    receive() external payable {
        _callBack();
    }

    function plan(address target, uint256 value, bytes calldata call) external {
        _tries.push(Try(target, value, call));
    }

    function act(address target, uint256 value, bytes calldata call) external {
        (bool done, bytes memory answer) = target.call{value: value}(call);
        if (done) return;
        assembly ("memory-safe") {
            revert(add(answer, 32), mload(answer))
        }
    }

    function tries() external view returns (uint256) {
        return succeeded.length;
    }

    function _callBack() private {
        ++payments;
        if (_busy) return;
        _busy = true;
        for (uint256 i = 0; i < _tries.length; ++i) {
            Try memory next = _tries[i];
            (bool done, bytes memory answer) = next.target.call{value: next.value}(next.call);
            succeeded.push(done);
            refusals.push(answer);
        }
        _busy = false;
    }
}

/// An account that cannot be paid.
contract Deaf {
    function act(address target, uint256 value, bytes calldata call) external returns (bool done) {
        (done,) = target.call{value: value}(call);
    }
}
