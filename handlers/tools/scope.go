package tools

import "encoding/json"

// Scope is what a call reaches, as its arguments say.
type Scope struct {
	// Repos are repositories, owner/name; Anything if the call may reach any.
	Repos []string
	// Hosts are host names or addresses, without ports.
	Hosts []string
	// Paths are below the workspace, with all that lies in them; "." is all of it.
	Paths []string
}

// Anything stands for all of a kind, so that only a caller who may reach all of it may make the call.
const Anything = "*/*"

// Scoped is a tool that reaches nothing but what its arguments name, so that callers can be kept from making a call. Other
// tools are kept from callers as a whole, or not at all. The answer depends on the arguments alone; for arguments that the
// tool would refuse it does not matter.
type Scoped interface {
	Scope(args json.RawMessage) Scope
}
