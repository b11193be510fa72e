package reactions

import (
	"fmt"
	"strconv"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// anchored are the arguments of Anchored.
type anchored struct {
	Size Size    `json:"size"`
	Root Bytes32 `json:"root"`
}

// Size reads a uint64 argument, which is a decimal string.
type Size uint64

// UnmarshalText reads decimal digits.
func (s *Size) UnmarshalText(text []byte) error {
	n, err := strconv.ParseUint(string(text), 10, 64)
	if err != nil {
		return fmt.Errorf("uint64 %q: want decimal digits", text)
	}
	*s = Size(n)
	return nil
}

// audit is what follows from the events of AuditTrail. An anchor that a reorg took back is sent again by who anchors, and
// seen again.
var audit = []Reaction{
	On("AuditTrail", "Anchored", Rule[anchored]{
		Do: func(a anchored, l Log, of commands.AgentRef) commands.Named {
			return commands.SeeAnchor{AuditRef: commands.AuditRef{Workspace: of.Workspace}, Anchor: events.CheckpointAnchored{
				Size: uint64(a.Size), Root: a.Root.Digest(), At: l.At,
			}}
		},
	}),
}
