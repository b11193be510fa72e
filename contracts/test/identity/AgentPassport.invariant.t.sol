// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AgentPassport} from "../../src/identity/AgentPassport.sol";
import {IAgentPassport} from "../../src/identity/IAgentPassport.sol";
import {Test} from "forge-lite/Forge.sol";

/// Registers, suspends, revokes, counts, and tries to move passports in every way there is.
contract Officials is Test {
    AgentPassport public passports;
    uint256 public count;
    mapping(uint256 id => address agent) public holders;
    mapping(uint256 id => IAgentPassport.Passport seen) private _seen;
    bool public shrank;

    constructor() {
        passports = new AgentPassport(address(this), 1 days, address(this), address(this), address(this));
    }

    function register(uint8 agent, bool other) external {
        address who = _agent(agent);
        uint256 id = passports.register(who, other ? bytes32("other") : bytes32("hash"));
        if (holders[id] != address(0)) return;
        holders[id] = who;
        _seen[id] = passports.passport(id);
        count = id;
    }

    function move(uint8 agent, uint8 to, uint8 by, bool safe) external {
        (address from, address next) = (_agent(agent), _agent(to));
        uint256 id = passports.passportOf(from);
        vm.prank(_agent(by));
        if (safe) passports.safeTransferFrom(from, next, id);
        else passports.transferFrom(from, next, id);
    }

    function approve(uint8 agent, uint8 to, bool all) external {
        address from = _agent(agent);
        uint256 id = passports.passportOf(from);
        vm.prank(from);
        if (all) passports.setApprovalForAll(_agent(to), true);
        else passports.approve(_agent(to), id);
    }

    function update(uint8 agent, uint8 done, uint8 failed) external {
        IAgentPassport.Stats[] memory batch = new IAgentPassport.Stats[](1);
        batch[0] = IAgentPassport.Stats(passports.passportOf(_agent(agent)), done, failed);
        IAgentPassport.Passport memory before = passports.passport(batch[0].agentId);
        passports.updateStats(batch);
        IAgentPassport.Passport memory next = passports.passport(batch[0].agentId);
        if (next.done < before.done || next.failed < before.failed) shrank = true;
    }

    function judge(uint8 agent, uint8 how) external {
        uint256 id = passports.passportOf(_agent(agent));
        if (how % 8 == 0) passports.revoke(id);
        else if (how % 2 == 0) passports.activate(id);
        else passports.deactivate(id);
    }

    function seen(uint256 id) external view returns (IAgentPassport.Passport memory) {
        return _seen[id];
    }

    function _agent(uint8 number) private pure returns (address) {
        return address(uint160(0x1000 + number % 5));
    }
}

contract AgentPassportInvariantTest is Test {
    Officials private _officials;

    function setUp() public {
        _officials = new Officials();
        targetContract(address(_officials));
    }

    function invariant_PassportNeverMoves() public view {
        AgentPassport passports = _officials.passports();
        for (uint256 id = 1; id <= _officials.count(); ++id) {
            address holder = _officials.holders(id);
            vm.assertEq(passports.ownerOf(id), holder);
            vm.assertEq(passports.balanceOf(holder), 1);
            vm.assertEq(passports.passportOf(holder), id);
            vm.assertEq(passports.passport(id).capabilityHash, _officials.seen(id).capabilityHash);
            vm.assertEq(passports.passport(id).registeredAt, _officials.seen(id).registeredAt);
        }
    }

    function invariant_RevokedIsNeverActiveAndStatsGrow() public view {
        for (uint256 id = 1; id <= _officials.count(); ++id) {
            IAgentPassport.Passport memory known = _officials.passports().passport(id);
            vm.assertFalse(known.revoked && known.active);
        }
        vm.assertFalse(_officials.shrank());
    }
}
