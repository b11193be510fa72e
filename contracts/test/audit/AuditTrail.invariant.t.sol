// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AuditTrail} from "../../src/audit/AuditTrail.sol";
import {IAuditTrail} from "../../src/audit/IAuditTrail.sol";
import {Test} from "forge-lite/Forge.sol";

/// Anchors whatever comes, often what is near the newest anchor. Few roots, so that they meet again.
contract Writers is Test {
    AuditTrail public trail;
    uint64 public largest;
    bool public shrank;
    uint64[] public sizes;
    mapping(uint64 size => bytes32 root) public first;

    constructor() {
        trail = new AuditTrail(address(this), address(this));
    }

    function anchor(uint8 size, uint8 root) external {
        uint64 before = trail.latest().size;
        uint64 size_ = size % 4 == 0 ? size % 32 : before + size % 3;
        bytes32 root_ = bytes32(uint256(root % 3));
        trail.anchor(size_, root_);
        if (trail.latest().size < before) shrank = true;
        if (first[size_] == 0) {
            first[size_] = root_;
            sizes.push(size_);
        }
        if (size_ > largest) largest = size_;
    }

    function anchorAsStranger(address stranger, uint64 size, bytes32 root) external {
        if (stranger == address(this)) return;
        vm.prank(stranger);
        trail.anchor(size, root);
        shrank = true; // never reached
    }

    function count() external view returns (uint256) {
        return sizes.length;
    }

    function log(bytes32 root, uint64 size) external {
        trail.logBatch(root, size);
        trail.log(root, root, root);
    }
}

contract AuditTrailInvariantTest is Test {
    Writers private _writers;

    function setUp() public {
        _writers = new Writers();
        targetContract(address(_writers));
    }

    function invariant_SizeOnlyGrows() public view {
        vm.assertFalse(_writers.shrank());
        IAuditTrail.Anchor memory newest = _writers.trail().latest();
        vm.assertEq(newest.size, _writers.largest());
        vm.assertEq(newest.root, _writers.first(_writers.largest()));
    }

    function invariant_RootOfASizeNeverChanges() public view {
        for (uint256 i = 0; i < _writers.count(); ++i) {
            uint64 size = _writers.sizes(i);
            vm.assertEq(_writers.trail().rootAt(size), _writers.first(size));
        }
    }
}
