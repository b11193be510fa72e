package tools

import "encoding/json"

// Kinds of approval a tool may ask for; the types of the interrupts that ask.
const (
	SecurityGate = "security_gate" // the call may do harm
	PRApproval   = "pr_approval"   // the call publishes a change in somebody's name
)

// Approval says why a call must not be made before a person has allowed it.
type Approval struct {
	// Kind is SecurityGate or PRApproval.
	Kind string
	// Reason ends the sentence "needs approval because …".
	Reason string
}

// Cautious is a tool that wants some of its calls allowed by a person first. The answer depends on the arguments alone, so that
// a call that was allowed is not asked about again when it is replayed.
type Cautious interface {
	// Approval is nil for a call that needs none.
	Approval(args json.RawMessage) *Approval
}
