// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AgentPassport} from "../../src/identity/AgentPassport.sol";
import {IAgentPassport} from "../../src/identity/IAgentPassport.sol";
import {Test} from "forge-lite/Forge.sol";

contract AgentPassportGasTest is Test {
    AgentPassport private _passports;

    function setUp() public {
        _passports = new AgentPassport(address(this), 0, address(this), address(this), address(this));
        for (uint160 i = 1; i <= 100; ++i) {
            _passports.register(address(0xA000 + i), "hash");
        }
    }

    function test_Register() public {
        _passports.register(address(0xB0B), "hash");
        vm.snapshotGasLastCall("AgentPassport", "register");
        _passports.register(address(0xB0B), "hash");
        vm.snapshotGasLastCall("AgentPassport", "register, again");
        _passports.register(address(0xB0C), "hash", "https://agents.test/1");
        vm.snapshotGasLastCall("AgentPassport", "register, with a short URI");
    }

    function test_Describe() public {
        vm.startPrank(address(0xA001));
        _passports.setAgentURI(1, "https://agents.test/1");
        vm.snapshotGasLastCall("AgentPassport", "setAgentURI");
        _passports.setMetadata(1, "role", "coder");
        vm.snapshotGasLastCall("AgentPassport", "setMetadata");
    }

    function test_UpdateStats() public {
        IAgentPassport.Stats[] memory batch = new IAgentPassport.Stats[](100);
        for (uint256 i = 0; i < batch.length; ++i) {
            batch[i] = IAgentPassport.Stats(i + 1, 7, 1);
        }
        _passports.updateStats(batch);
        vm.snapshotGasLastCall("AgentPassport", "updateStats, 100 agents");
    }

    function test_Revoke() public {
        _passports.revoke(1);
        vm.snapshotGasLastCall("AgentPassport", "revoke");
    }
}
