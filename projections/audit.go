package projections

import (
	"fmt"
	"time"

	"github.com/mergit-io/mergit/events"
)

// Audit is the projection of the log's checkpoints and their anchors. Both only
// ever come: a checkpoint's anchor is found by size and root.
var Audit = Define("audit", 1, []string{events.FamilyAudit},
	OfAggregate([]TableOf[AuditLog]{checkpointTable, anchorTable}, auditRoutes...),
)

// AuditLog is the unit of a log.
type AuditLog struct {
	Checkpoints Rows[*CheckpointRow]
	Anchors     Rows[*AnchorRow]
}

// CheckpointRow is a checkpoint of the log.
type CheckpointRow struct {
	Log       string    `json:"log"`
	Revision  int64     `json:"revision"`
	Workspace string    `json:"workspace"`
	Size      int64     `json:"size"`
	Root      string    `json:"root"`
	VerifyKey string    `json:"key"` // verifies Note
	Note      string    `json:"note"`
	Replaces  string    `json:"replaces,omitempty"`
	Signed    time.Time `json:"signed_at"`
}

// Key implements Keyed.
func (r *CheckpointRow) Key() string { return fmt.Sprint(r.Revision) }

// AnchorRow is a checkpoint as it was seen on a chain.
type AnchorRow struct {
	Log       string    `json:"log"`
	Revision  int64     `json:"revision"`
	Size      int64     `json:"size"`
	Root      string    `json:"root"`
	Chain     int64     `json:"chain"`
	Contract  string    `json:"contract"`
	Tx        string    `json:"tx"`
	Block     int64     `json:"block"`
	BlockHash string    `json:"block_hash"`
	LogIndex  int64     `json:"log_index"`
	Seen      time.Time `json:"seen_at"`
}

// Key implements Keyed.
func (r *AnchorRow) Key() string { return fmt.Sprint(r.Revision) }

var checkpointTable = &table[AuditLog, *CheckpointRow]{
	name: "log_checkpoints", keys: 2,
	indexes: []string{"(size)", "(root)"},
	layout:  Layout{Logged: true},
	rows:    func(l *AuditLog) *Rows[*CheckpointRow] { return &l.Checkpoints },
	empty:   func() *CheckpointRow { return new(CheckpointRow) },
	columns: []Column[*CheckpointRow]{
		Text("log", func(r *CheckpointRow) *string { return &r.Log }),
		Number("revision", func(r *CheckpointRow) *int64 { return &r.Revision }),
		Text("workspace", func(r *CheckpointRow) *string { return &r.Workspace }),
		Number("size", func(r *CheckpointRow) *int64 { return &r.Size }),
		Text("root", func(r *CheckpointRow) *string { return &r.Root }),
		Text("key", func(r *CheckpointRow) *string { return &r.VerifyKey }),
		Text("note", func(r *CheckpointRow) *string { return &r.Note }),
		Text("replaces", func(r *CheckpointRow) *string { return &r.Replaces }),
		Time("signed", func(r *CheckpointRow) *time.Time { return &r.Signed }),
	},
}

var anchorTable = &table[AuditLog, *AnchorRow]{
	name: "log_anchors", keys: 2,
	indexes: []string{"(size)"},
	layout:  Layout{Logged: true},
	rows:    func(l *AuditLog) *Rows[*AnchorRow] { return &l.Anchors },
	empty:   func() *AnchorRow { return new(AnchorRow) },
	columns: []Column[*AnchorRow]{
		Text("log", func(r *AnchorRow) *string { return &r.Log }),
		Number("revision", func(r *AnchorRow) *int64 { return &r.Revision }),
		Number("size", func(r *AnchorRow) *int64 { return &r.Size }),
		Text("root", func(r *AnchorRow) *string { return &r.Root }),
		Number("chain", func(r *AnchorRow) *int64 { return &r.Chain }),
		Text("contract", func(r *AnchorRow) *string { return &r.Contract }),
		Text("tx", func(r *AnchorRow) *string { return &r.Tx }),
		Number("block", func(r *AnchorRow) *int64 { return &r.Block }),
		Text("block_hash", func(r *AnchorRow) *string { return &r.BlockHash }),
		Number("log_index", func(r *AnchorRow) *int64 { return &r.LogIndex }),
		Time("seen", func(r *AnchorRow) *time.Time { return &r.Seen }),
	},
}

var auditRoutes = []Route{
	On(func(l *AuditLog, e events.Envelope[events.CheckpointSigned]) error {
		f := e.Fact
		l.Checkpoints.Put(&CheckpointRow{
			Log: e.Stream.ID, Revision: int64(e.Revision), Workspace: e.Stream.Workspace, Size: int64(f.Size), Root: digestText(f.Root),
			VerifyKey: f.Key, Note: f.Note, Replaces: f.Replaces, Signed: e.Time,
		})
		return nil
	}),
	On(func(l *AuditLog, e events.Envelope[events.CheckpointAnchored]) error {
		f := e.Fact
		l.Anchors.Put(&AnchorRow{
			Log: e.Stream.ID, Revision: int64(e.Revision), Size: int64(f.Size), Root: digestText(f.Root), Chain: int64(f.At.Chain),
			Contract: f.At.Contract, Tx: f.At.Tx, Block: int64(f.At.Block), BlockHash: f.At.BlockHash, LogIndex: int64(f.At.LogIndex), Seen: e.Time,
		})
		return nil
	}),
}
