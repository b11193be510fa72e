// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IReputationRegistry} from "../../src/reputation/IReputationRegistry.sol";
import {ReputationRegistry} from "../../src/reputation/ReputationRegistry.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {Test} from "forge-lite/Forge.sol";

/// A stolen key: it tries every score, alone and in batches.
contract Thieves is Test {
    ReputationRegistry public scores;
    bool public leapt;
    uint256 private _block = 1;

    constructor() {
        scores = new ReputationRegistry(address(this), address(this), IERC721(address(0)));
    }

    function update(uint8 agent, uint16 score, uint8 components) external {
        address who = _agent(agent);
        IReputationRegistry.Update memory before = scores.latest(who);
        scores.updateScore(who, score, bytes32(uint256(components)));
        _check(who, before);
    }

    function nudge(uint8 agent, uint16 by, bool up, uint8 components) external {
        address who = _agent(agent);
        IReputationRegistry.Update memory before = scores.latest(who);
        by %= 2 * scores.stepLimit(before.score);
        scores.updateScore(who, up ? before.score + by : before.score - by, bytes32(uint256(components)));
        _check(who, before);
    }

    function updateTwice(uint8 agent, uint16 by, bool up) external {
        address who = _agent(agent);
        IReputationRegistry.Update memory before = scores.latest(who);
        by %= scores.stepLimit(before.score);
        IReputationRegistry.Step[] memory steps = new IReputationRegistry.Step[](2);
        steps[0] = IReputationRegistry.Step(who, up ? before.score + by : before.score - by, "first");
        steps[1] = IReputationRegistry.Step(who, up ? before.score + 2 * by : before.score - 2 * by, "second");
        scores.updateScores(steps);
        _check(who, before);
    }

    function pass() external {
        vm.roll(++_block);
    }

    function _check(address who, IReputationRegistry.Update memory before) private {
        IReputationRegistry.Update memory next = scores.latest(who);
        if (before.updatedAt == 0) return;
        uint256 distance = next.score > before.score ? next.score - before.score : before.score - next.score;
        if (distance > scores.stepLimit(before.score) || next.score > 10_000) leapt = true;
        if (distance != 0 && next.blockNumber == before.blockNumber) leapt = true;
    }

    function _agent(uint8 number) private pure returns (address) {
        return address(uint160(0x1000 + number % 3));
    }
}

contract ReputationRegistryInvariantTest is Test {
    Thieves private _thieves;

    function setUp() public {
        _thieves = new Thieves();
        targetContract(address(_thieves));
    }

    function invariant_ScoreNeverMovesByMoreThanAStep() public view {
        vm.assertFalse(_thieves.leapt());
        ReputationRegistry scores = _thieves.scores();
        for (uint160 i = 0x1000; i < 0x1003; ++i) {
            IReputationRegistry.Update[] memory kept = scores.updates(address(i), 0, 1000);
            for (uint256 k = 1; k < kept.length; ++k) {
                (uint256 from, uint256 to) = (kept[k - 1].score, kept[k].score);
                vm.assertLe(from > to ? from - to : to - from, scores.stepLimit(uint16(from)));
                vm.assertTrue(kept[k].blockNumber > kept[k - 1].blockNumber);
            }
        }
    }
}
