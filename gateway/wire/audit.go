package wire

import "time"

// Checkpoint is a signed head of the tree over the log: its first Size events
// have this root.
type Checkpoint struct {
	Size     uint64    `json:"size" doc:"events under it; leaf i is the digest of the event at sequence i + 1"`
	Root     string    `json:"root" doc:"of the tree, RFC 9162 over SHA-256, hex"`
	Key      string    `json:"key" doc:"verifies the note: name, hash and key, as C2SP signed-note has it"`
	Note     string    `json:"note" doc:"the checkpoint with its signature, C2SP tlog-checkpoint"`
	Replaces string    `json:"replaces,omitempty" doc:"the key of the checkpoints before, where this is the first of another"`
	Sequence uint64    `json:"sequence" doc:"of the event that holds it"`
	Signed   time.Time `json:"signed_at"`
	Anchor   *Anchor   `json:"anchor,omitempty" doc:"where it was seen on a chain; absent if it was not, which is so for most: anchors have an interval of their own"`
}

// Anchor is a checkpoint in the contract AuditTrail, in a finalized block.
type Anchor struct {
	Chain     uint64    `json:"chain" doc:"chain ID"`
	Contract  string    `json:"contract"`
	Tx        string    `json:"tx"`
	Block     uint64    `json:"block"`
	BlockHash string    `json:"block_hash"`
	LogIndex  uint64    `json:"log_index"`
	Seen      time.Time `json:"seen_at"`
}

// CheckpointList is a page of checkpoints, newest first.
type CheckpointList struct {
	Checkpoints []Checkpoint `json:"checkpoints"`
	Next        string       `json:"next_cursor,omitempty" doc:"absent on the last page"`
}

// Inclusion proves that an event is under a checkpoint.
type Inclusion struct {
	Sequence   uint64     `json:"sequence"`
	Leaf       string     `json:"leaf" doc:"leaf hash, SHA-256 of 0x00 and the event's digest, hex"`
	Path       []string   `json:"path" doc:"from the leaf's sibling up, hex"`
	Checkpoint Checkpoint `json:"checkpoint"`
}

// Consistency proves that the log under one checkpoint begins with the log
// under another.
type Consistency struct {
	From Checkpoint `json:"from"`
	To   Checkpoint `json:"to"`
	Path []string   `json:"path" doc:"as RFC 9162, section 2.1.4, has it, hex"`
}

// AuditKey is what verifies checkpoints.
type AuditKey struct {
	Key    string `json:"key" doc:"name, hash and key, as C2SP signed-note has it"`
	Origin string `json:"origin" doc:"name of the log, the first line of its checkpoints"`
}
