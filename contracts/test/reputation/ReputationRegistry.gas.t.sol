// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AgentPassport} from "../../src/identity/AgentPassport.sol";
import {IReputationRegistry} from "../../src/reputation/IReputationRegistry.sol";
import {ReputationRegistry} from "../../src/reputation/ReputationRegistry.sol";
import {Test} from "forge-lite/Forge.sol";

contract ReputationRegistryGasTest is Test {
    ReputationRegistry private _registry;

    function setUp() public {
        AgentPassport passports = new AgentPassport(address(this), 0, address(this), address(this), address(this));
        passports.register(address(0xA6E47), "hash");
        _registry = new ReputationRegistry(address(this), address(this), passports);
        for (uint256 i = 0; i < 1001; ++i) {
            vm.roll(100 + i);
            _registry.updateScore(address(0x01D), 5000, bytes32(i));
        }
        _registry.updateScore(address(0x02D), 5000, "first");
        vm.roll(2000);
    }

    function test_UpdateScore() public {
        _registry.updateScore(address(0x03D), 5000, "first");
        vm.snapshotGasLastCall("ReputationRegistry", "updateScore, first");
        _registry.updateScore(address(0x02D), 5100, "second");
        vm.snapshotGasLastCall("ReputationRegistry", "updateScore");
        _registry.updateScore(address(0x01D), 5100, "thousandth");
        vm.snapshotGasLastCall("ReputationRegistry", "updateScore, ring full");
        _registry.updateScore(address(0x01D), 5100, "thousandth");
        vm.snapshotGasLastCall("ReputationRegistry", "updateScore, again");
    }

    function test_UpdateScores() public {
        IReputationRegistry.Step[] memory steps = new IReputationRegistry.Step[](100);
        for (uint160 i = 0; i < steps.length; ++i) {
            steps[i] = IReputationRegistry.Step(address(0xA000 + i), 5000, "first");
        }
        _registry.updateScores(steps);
        vm.snapshotGasLastCall("ReputationRegistry", "updateScores, 100 new");
    }

    function test_Feedback() public {
        address[] memory clients = new address[](1);
        clients[0] = address(0xC1);
        vm.startPrank(address(0xC1));
        _registry.giveFeedback(1, 95, 0, "speed", "", "", "", 0);
        vm.snapshotGasLastCall("ReputationRegistry", "giveFeedback, first");
        _registry.giveFeedback(1, 95, 0, "speed", "", "", "", 0);
        vm.snapshotGasLastCall("ReputationRegistry", "giveFeedback");
        _registry.getSummary(1, clients, "speed", "");
        vm.snapshotGasLastCall("ReputationRegistry", "getSummary, 2 values");
        _registry.revokeFeedback(1, 2);
        vm.snapshotGasLastCall("ReputationRegistry", "revokeFeedback");
    }
}
