package events

// FamilyAudit holds what was signed and anchored of the log as a whole. There is
// one stream, in the first workspace: the log is one for all of them.
const FamilyAudit = "audit"

// Audit is any fact about the log as a whole.
//
//sumtype:decl
type Audit interface {
	Event
	isAudit()
}

type auditFact struct{}

func (auditFact) isAudit() {}

// AuditStream is the stream of the log's checkpoints.
func AuditStream(workspace string) StreamID {
	return StreamID{Workspace: workspace, Family: FamilyAudit, ID: "log", Part: Whole}
}

// CheckpointSigned: the log's key vouches for the first Size events. Leaf i of
// the tree, whose hashes are those of RFC 9162 over SHA-256, is the digest of
// the event at sequence i + 1.
type CheckpointSigned struct {
	auditFact
	Size uint64 `json:"size"` // events
	Root Digest `json:"root"`
	// Key is what verifies the note: <name>+<key hash>+<type and key>, as C2SP
	// signed-note has it.
	Key string `json:"key"`
	// Note is the checkpoint as C2SP tlog-checkpoint has it, with its signature.
	Note string `json:"note"`
	// Replaces is the key of the checkpoints before, where this one is the first
	// of another key.
	Replaces string `json:"replaces,omitempty"`
}

// CheckpointAnchored: a checkpoint's size and root were seen on a chain, in a
// finalized block.
type CheckpointAnchored struct {
	auditFact
	Size uint64  `json:"size"`
	Root Digest  `json:"root"`
	At   OnChain `json:"at"`
}

var (
	checkpointSigned   = define[CheckpointSigned](FamilyAudit, "checkpoint.signed", 1, OfAggregate)
	checkpointAnchored = define[CheckpointAnchored](FamilyAudit, "checkpoint.anchored", 1, OfAggregate)
)

func (CheckpointSigned) kind() *Kind   { return checkpointSigned }
func (CheckpointAnchored) kind() *Kind { return checkpointAnchored }
