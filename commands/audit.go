package commands

import (
	"cmp"
	"slices"

	"github.com/mergit-io/mergit/events"
)

// TreeHead is the size and root of a tree over the log.
type TreeHead struct {
	Size uint64        `json:"size"` // events
	Root events.Digest `json:"root"`
}

// Audit is the log's checkpoints, folded: the newest, and those that may yet be
// seen on a chain.
type Audit struct {
	answers
	Signed   events.CheckpointSigned   // the newest; the zero value: none yet
	At       events.Revision           // of the newest
	Anchored events.CheckpointAnchored // the newest; the zero value: none yet
	waiting  []TreeHead                // signed and not anchored, smallest first
}

// NewAudit is a log that nothing was signed of.
func NewAudit() *Audit { return &Audit{} }

// maxWaiting is how many checkpoints are remembered until they, or later ones,
// are anchored. It is a week of them, one every ten seconds.
const maxWaiting = 1 << 16

// Head is the newest checkpoint's.
func (a *Audit) Head() TreeHead { return TreeHead{a.Signed.Size, a.Signed.Root} }

// Evolve folds one fact in.
func (a *Audit) Evolve(e events.Envelope[events.Event]) {
	a.record(e.Meta)
	fact, ok := e.Fact.(events.Audit)
	if !ok {
		return
	}
	switch f := fact.(type) {
	case events.CheckpointSigned:
		a.Signed, a.At = f, e.Revision
		if len(a.waiting) == 2*maxWaiting { // cut now and then, not each time
			a.waiting = slices.Delete(a.waiting, 0, maxWaiting)
		}
		a.waiting = append(a.waiting, TreeHead{f.Size, f.Root})
	case events.CheckpointAnchored:
		a.Anchored = f
		through, found := a.search(f.Size)
		if found {
			through++
		}
		a.waiting = slices.Clone(a.waiting[through:])
	}
}

// search finds a size among the checkpoints that wait.
func (a *Audit) search(size uint64) (int, bool) {
	return slices.BinarySearchFunc(a.waiting, size, func(h TreeHead, size uint64) int { return cmp.Compare(h.Size, size) })
}

// AuditRef is the log whose checkpoints a command is about.
type AuditRef struct {
	Workspace string `json:"workspace"`
}

// Stream is the aggregate of the checkpoints.
func (r AuditRef) Stream() events.StreamID { return events.AuditStream(r.Workspace) }

// Refusals of the log's checkpoints.
var (
	// ErrCheckpointStale refuses a checkpoint that does not extend the newest.
	ErrCheckpointStale = &Refusal{Sort: Conflict, Code: "CHECKPOINT_STALE"}
	// ErrKeyDiffers refuses a checkpoint under another key than the newest's,
	// unless it says that it replaces that.
	ErrKeyDiffers = &Refusal{Sort: Conflict, Code: "KEY_DIFFERS"}
	// ErrAnchorForeign refuses an anchor of what was never signed.
	ErrAnchorForeign = &Refusal{Sort: Conflict, Code: "ANCHOR_FOREIGN"}
)

// SignCheckpoint adds a checkpoint to the one it extends. Whoever signs has
// checked that the tree of the one is a beginning of the tree of the other; of
// two who do so at a time, one is refused.
type SignCheckpoint struct {
	AuditRef
	After      TreeHead                `json:"after"` // what it extends; zero: it is the first
	Checkpoint events.CheckpointSigned `json:"checkpoint"`
}

// Name implements Command.
func (SignCheckpoint) Name() string { return "checkpoint.sign" }

func (SignCheckpoint) guarded() bool { return true }

// Decide implements Command.
func (c SignCheckpoint) Decide(a *Audit, _ Request) ([]events.Event, error) {
	f := c.Checkpoint
	switch {
	case f.Size == 0 || f.Root.IsZero() || f.Key == "" || f.Note == "":
		return nil, refuse(Invalid, "CHECKPOINT_INVALID", "a checkpoint has a size, a root, a key and a note")
	case f == a.Signed:
		return nil, nil
	case c.After != a.Head():
		return nil, refuse(Conflict, ErrCheckpointStale.Code, "the newest checkpoint is of size %d, not %d", a.Signed.Size, c.After.Size)
	case f.Size <= a.Signed.Size:
		return nil, refuse(Conflict, ErrCheckpointStale.Code, "a checkpoint of size %d does not extend that of size %d", f.Size, a.Signed.Size)
	case a.Signed.Key != "" && f.Key != a.Signed.Key && f.Replaces != a.Signed.Key:
		return nil, refuse(Conflict, ErrKeyDiffers.Code, "the checkpoints are signed with key %s, this one with %s", a.Signed.Key, f.Key)
	}
	if f.Key == a.Signed.Key || a.Signed.Key == "" {
		f.Replaces = ""
	}
	return []events.Event{f}, nil
}

// SeeAnchor says that a checkpoint was seen on a chain, in a finalized block.
type SeeAnchor struct {
	AuditRef
	Anchor events.CheckpointAnchored `json:"anchor"`
}

// Name implements Command.
func (SeeAnchor) Name() string { return "anchor.see" }

func (SeeAnchor) guarded() bool { return true }

// Decide implements Command. Anchors only grow, so one that is smaller than the
// newest was seen before. The same one in another place was seen again after a
// reorg.
func (c SeeAnchor) Decide(a *Audit, _ Request) ([]events.Event, error) {
	f := c.Anchor
	newest := a.Anchored
	switch {
	case f.Size < newest.Size, f == newest:
		return nil, nil
	case f.Size == newest.Size && f.Root == newest.Root:
		return []events.Event{f}, nil
	}
	if i, ok := a.search(f.Size); !ok || a.waiting[i].Root != f.Root {
		return nil, refuse(Conflict, ErrAnchorForeign.Code, "the chain has root %s for size %d, and that was never signed here", f.Root, f.Size)
	}
	return []events.Event{f}, nil
}
