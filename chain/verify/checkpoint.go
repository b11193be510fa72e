package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"github.com/mergit-io/mergit/chain/auditlog"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// The classes of faults of the log as a whole.
const (
	BadSignature Class = "bad_signature" // a checkpoint is not signed by its key, or says something else than its event
	KeyDiffers   Class = "key_differs"   // a checkpoint is of a key that is not trusted
	Forked       Class = "forked"        // two checkpoints of one size have different roots
	RolledBack   Class = "rolled_back"   // the log has fewer events than were signed
)

// LogSource is where the log as a whole is looked at. Log is required.
type LogSource struct {
	Log eventlog.Log
	// Workspace that the checkpoints are in. Defaults to main.
	Workspace string
	// Keys are the verifier keys that are trusted. Without any, that of the first checkpoint is, and those that replaced it.
	Keys []string
	// Now is the key that signs now, if it is known: the newest checkpoint must be of it.
	Now string
	// Kept are signed checkpoints that somebody kept: who has one can tell when the whole log is put in place of another.
	Kept []string
	// Tiles tell which event was changed. Without them it can often be told from the log itself.
	Tiles auditlog.Tiles
	// Chain and Trail, the address of AuditTrail, are where checkpoints are anchored. Without them anchors are not compared.
	Chain Chain
	Trail common.Address
	// Progress is told how many events were folded, of how many. May be nil.
	Progress func(done, of uint64)
}

// LogReport is what was found of the log as a whole.
type LogReport struct {
	OK          bool          `json:"ok"`
	Size        uint64        `json:"size"` // events under the newest checkpoint that was looked at
	Root        events.Digest `json:"root"` // recomputed
	Origin      string        `json:"origin"`
	Key         string        `json:"key"`
	Checkpoints int           `json:"checkpoints"`
	Head        uint64        `json:"head"` // events in the log
	Anchors     int           `json:"anchors"`
	Anchored    uint64        `json:"anchored"` // size of the newest final anchor
	Finalized   uint64        `json:"finalized,omitempty"`
	Checks      []Check       `json:"checks"`
}

// Faults lists what does not hold.
func (r LogReport) Faults() []Check { return faultsOf(r.Checks) }

// ErrNoCheckpoint says that the log has no checkpoint, or none of the size that was asked for.
var ErrNoCheckpoint = errors.New("no such checkpoint in the log")

// Checkpoint folds the log up to the checkpoint of a size, 0 for the newest, and compares the tree with every checkpoint, kept
// note and anchor up to there. An error means that it could not be looked at; what does not hold is in the report.
func Checkpoint(ctx context.Context, s LogSource, size uint64) (LogReport, error) {
	if s.Workspace == "" {
		s.Workspace = "main"
	}
	v := &logVerifier{LogSource: s}
	if err := v.run(ctx, size); err != nil {
		return LogReport{}, fmt.Errorf("verify checkpoints: %w", err)
	}
	v.report.Checks = v.checks
	v.report.OK = len(v.report.Faults()) == 0
	return v.report, nil
}

// logVerifier is one check of the log as a whole.
type logVerifier struct {
	LogSource
	findings
	report  LogReport
	signed  []checkpoint // in the order of the log
	anchors []anchor
	heads   []vouched // that the tree is compared with, by size
}

// checkpoint is one in the log.
type checkpoint struct {
	events.CheckpointSigned
	at events.Revision
}

// anchor is one that the log knows of.
type anchor struct {
	events.CheckpointAnchored
	at events.Revision
}

// vouched is a head that somebody vouched for.
type vouched struct {
	commands.TreeHead
	who string
	at  events.Revision // where the log has it, 0 if elsewhere
}

func (v *logVerifier) run(ctx context.Context, size uint64) error {
	head, err := v.Log.Head(ctx)
	if err != nil {
		return err
	}
	v.report.Head = uint64(head)
	if err := v.learn(ctx); err != nil {
		return err
	}
	if err := v.upTo(size); err != nil {
		return err
	}
	v.sequence()
	v.signatures()
	v.keep()
	if err := v.newestAnchor(ctx, size); err != nil {
		return err
	}
	if err := v.fold(ctx); err != nil {
		return err
	}
	return v.compareAnchors(ctx)
}

// learn reads the checkpoints and anchors of the log.
func (v *logVerifier) learn(ctx context.Context) error {
	var chain eventlog.Chain
	query := eventlog.Query{Subjects: []string{eventlog.Filter(events.AuditStream(v.Workspace))}}
	for r, err := range v.Log.Read(ctx, query) {
		if malformed, ok := errors.AsType[*eventlog.MalformedRecordError](err); ok {
			v.fault(Malformed, malformed.Revision, "%v", malformed.Err)
			break
		}
		if err != nil {
			return err
		}
		if broken, ok := errors.AsType[*eventlog.BrokenChainError](chain.Next(r)); ok {
			v.fault(Changed, r.Revision, "the chain of checkpoints breaks here: %s", broken.Reason)
			chain = eventlog.Chain{Revision: r.Revision, Ordinal: r.Ordinal, Digest: r.Digest()}
		}
		fact, _, err := events.Unmarshal(r.ID, r.Kind, r.Version, r.Body, forget)
		if unknown := unknownKind(err, r.Revision); unknown != nil {
			return unknown
		}
		if err != nil {
			v.fault(Changed, r.Revision, "%s: %v", r.Kind, err)
			continue
		}
		switch f := fact.(type) {
		case events.CheckpointSigned:
			v.signed = append(v.signed, checkpoint{f, r.Revision})
		case events.CheckpointAnchored:
			v.anchors = append(v.anchors, anchor{f, r.Revision})
		}
	}
	v.done("records", "%d checkpoints and %d anchors, a chain of digests", len(v.signed), len(v.anchors))
	return nil
}

// upTo leaves out what is beyond the checkpoint of a size.
func (v *logVerifier) upTo(size uint64) error {
	if len(v.signed) == 0 {
		return ErrNoCheckpoint
	}
	if size == 0 {
		return nil
	}
	last := -1
	for i, c := range v.signed {
		if c.Size == size {
			last = i
		}
	}
	if last < 0 {
		return fmt.Errorf("%w of size %d", ErrNoCheckpoint, size)
	}
	v.signed = v.signed[:last+1]
	v.anchors = slices.DeleteFunc(v.anchors, func(a anchor) bool { return a.Size > size })
	return nil
}

// sequence checks that each checkpoint covers more than the one before, and nothing that came after it.
func (v *logVerifier) sequence() {
	bySize := map[uint64]checkpoint{}
	var last checkpoint
	for _, c := range v.signed {
		other, known := bySize[c.Size]
		switch {
		case known && other.Root != c.Root:
			v.fault(Forked, c.at, "it has root %s for size %d; the checkpoint at sequence %d has %s", c.Root, c.Size, other.at, other.Root)
		case known:
			v.fault(Repeated, c.at, "size %d was signed at sequence %d already", c.Size, other.at)
		case c.Size < last.Size:
			v.fault(Inserted, c.at, "it is of size %d, the one before, at sequence %d, of %d", c.Size, last.at, last.Size)
		case c.Size >= uint64(c.at):
			v.fault(Inserted, c.at, "it is over %d events, and stands at sequence %d itself", c.Size, c.at)
		}
		if !known {
			bySize[c.Size] = c
		}
		last = c
		v.heads = append(v.heads, vouched{commands.TreeHead{Size: c.Size, Root: c.Root}, "the checkpoint", c.at})
	}
	v.report.Checkpoints = len(v.signed)
	v.done("sequence", "%d checkpoints, each over more than the one before", len(v.signed))
}

// signatures checks who signed what.
func (v *logVerifier) signatures() {
	trusted := slices.Clone(v.Keys)
	if len(trusted) == 0 {
		trusted = []string{v.signed[0].Key}
	}
	replaced := 0
	for _, c := range v.signed {
		if !slices.Contains(trusted, c.Key) {
			if len(v.Keys) > 0 || c.Replaces == "" || c.Replaces != v.report.Key {
				v.fault(KeyDiffers, c.at, "it is signed with key %s, which is not trusted", c.Key)
				continue
			}
			trusted = append(trusted, c.Key)
			replaced++
		}
		v.report.Key = c.Key
		said, err := auditlog.Open(c.Note, c.Key)
		switch {
		case err != nil:
			v.fault(BadSignature, c.at, "%v", err)
		case said.Size != c.Size || said.Root != c.Root:
			v.fault(BadSignature, c.at, "the note is of size %d, root %s; the event of size %d, root %s", said.Size, said.Root, c.Size, c.Root)
		case v.report.Origin != "" && said.Origin != v.report.Origin:
			v.fault(BadSignature, c.at, "it is of log %q, those before of %q", said.Origin, v.report.Origin)
		default:
			v.report.Origin = said.Origin
		}
	}
	if newest := v.signed[len(v.signed)-1]; v.Now != "" && newest.Key != v.Now {
		v.fault(KeyDiffers, newest.at, "it is signed with key %s, and the log's is %s", newest.Key, v.Now)
	}
	v.Keys = trusted
	by := "by key " + trusted[0]
	if replaced > 0 {
		by = fmt.Sprintf("by %d keys, each announced as replacing the one before", replaced+1)
	}
	v.done("signatures", "%d checkpoints are signed %s", len(v.signed), by)
}

// keep takes in the checkpoints that somebody kept.
func (v *logVerifier) keep() {
	if len(v.Kept) == 0 {
		return
	}
	for i, note := range v.Kept {
		var said auditlog.Checkpoint
		err := errors.New("no key is trusted")
		for _, key := range v.Keys {
			if said, err = auditlog.Open(note, key); err == nil {
				break
			}
		}
		if err != nil {
			v.fault(BadSignature, 0, "kept checkpoint %d: %v", i+1, err)
			continue
		}
		v.heads = append(v.heads, vouched{commands.TreeHead{Size: said.Size, Root: said.Root}, "a checkpoint that was kept", 0})
	}
	v.done("kept", "%d checkpoints that were kept are signed", len(v.Kept))
}

// findings are checks, and the faults of the one in progress.
type findings struct {
	checks []Check
	faults []Check
}

func (f *findings) fault(class Class, at events.Revision, format string, args ...any) {
	f.faults = append(f.faults, Check{Class: class, Sequence: uint64(at), Detail: fmt.Sprintf(format, args...)})
}

// done ends a check: with its faults, or with what was found to hold.
func (f *findings) done(name, format string, args ...any) {
	if len(f.faults) == 0 {
		f.checks = append(f.checks, Check{Name: name, OK: true, Detail: fmt.Sprintf(format, args...)})
	}
	for _, fault := range f.faults {
		fault.Name = name
		f.checks = append(f.checks, fault)
	}
	f.faults = nil
}
