// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "./Forge.sol";
import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";

/// What tests of roles have in common.
abstract contract RolesTest is Test {
    bytes32 internal constant DEFAULT_ADMIN_ROLE = 0;

    /// The next call is refused for want of a role.
    function expectUnauthorized(address sender, bytes32 role) internal {
        vm.expectRevert(abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, sender, role));
    }
}
