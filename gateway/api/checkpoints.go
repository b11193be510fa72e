package api

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway/auth"
	"github.com/mergit-io/mergit/gateway/wire"
)

// AuditConfig is what the routes of the verifiable log stand on. Its zero value
// is nothing: they say so.
type AuditConfig struct {
	Checkpoints Checkpoints
	Prover      Prover
}

// Checkpoints answers reads of the log's checkpoints. They are of the log as a
// whole, with the events of all workspaces, and tell nothing of any event.
type Checkpoints interface {
	// Checkpoints lists them, newest first, at most limit. before is the sequence
	// of the last one seen, 0 for none; next is 0 on the last page.
	Checkpoints(ctx context.Context, limit int, before uint64) (list []wire.Checkpoint, next uint64, err error)
	// Checkpoint returns that of a size, CheckpointOf that with a root, in hex,
	// and Newest the newest; ErrNotFound if there is none.
	Checkpoint(ctx context.Context, size uint64) (wire.Checkpoint, error)
	CheckpointOf(ctx context.Context, root string) (wire.Checkpoint, error)
	Newest(ctx context.Context) (wire.Checkpoint, error)
}

// Prover makes proofs under checkpoints; what it returns is checked.
type Prover interface {
	// Inclusion returns the leaf hash of an event and its path to the root.
	Inclusion(ctx context.Context, head commands.TreeHead, sequence events.Revision) (leaf events.Digest, path []events.Digest, err error)
	// Consistency returns the proof that one tree begins with another.
	Consistency(ctx context.Context, from, to commands.TreeHead) ([]events.Digest, error)
}

// unprovable is an error of a Prover that says that the log, or what is kept of
// its tree, is not that of a checkpoint.
type unprovable interface {
	error
	Unprovable()
}

const plainText = "text/plain"

// auditRoutes are those of the verifiable log.
func auditRoutes() []route {
	off := http.StatusServiceUnavailable
	return []route{
		{
			method: http.MethodGet, path: "/audit/checkpoints", name: "listCheckpoints", summary: "Signed heads of the tree over the log, newest first",
			scope: auth.Read, query: []param{limit, cursor}, replies: map[int]any{http.StatusOK: wire.CheckpointList{}},
			refusals: []int{off}, handle: (*call).listCheckpoints,
		},
		{
			method: http.MethodGet, path: "/audit/checkpoints/:size", name: "getCheckpoint", summary: "The checkpoint of a size; latest is the newest",
			scope: auth.Read, replies: map[int]any{http.StatusOK: wire.Checkpoint{}}, refusals: []int{http.StatusNotFound, off}, handle: (*call).getCheckpoint,
		},
		{
			method: http.MethodGet, path: "/audit/checkpoint", name: "getNote", summary: "The newest checkpoint as a signed note alone, C2SP tlog-checkpoint",
			scope: auth.Read, replies: map[int]any{http.StatusOK: ""}, media: plainText, refusals: []int{http.StatusNotFound, off}, handle: (*call).getNote,
		},
		{
			method: http.MethodGet, path: "/audit/inclusion", name: "proveInclusion", summary: "The proof that an event is under a checkpoint",
			scope: auth.Read, query: []param{
				{name: "sequence", whole: true, doc: "of the event"}, {name: "size", whole: true, doc: "of the checkpoint; default the newest"},
			},
			replies: map[int]any{http.StatusOK: wire.Inclusion{}}, refusals: []int{http.StatusNotFound, off}, handle: (*call).proveInclusion,
		},
		{
			method: http.MethodGet, path: "/audit/consistency", name: "proveConsistency", summary: "The proof that one checkpoint extends another",
			scope: auth.Read, query: []param{
				{name: "from", whole: true, doc: "size of the one that is extended"}, {name: "to", whole: true, doc: "size of the other; default the newest"},
			},
			replies: map[int]any{http.StatusOK: wire.Consistency{}}, refusals: []int{http.StatusNotFound, off}, handle: (*call).proveConsistency,
		},
		{
			method: http.MethodGet, path: "/audit/batches/:root", name: "getBatch", summary: "The checkpoint with a root, as the chain has it, and where it was anchored",
			scope: auth.Read, replies: map[int]any{http.StatusOK: wire.Checkpoint{}}, refusals: []int{http.StatusNotFound, off}, handle: (*call).getBatch,
		},
		{
			method: http.MethodGet, path: "/audit/key", name: "getAuditKey", summary: "The key that verifies checkpoints; compare it with one that you have from elsewhere",
			scope: auth.Read, replies: map[int]any{http.StatusOK: wire.AuditKey{}}, refusals: []int{http.StatusNotFound, off}, handle: (*call).getAuditKey,
		},
	}
}

// checkpoints are the reads of checkpoints, refused if there are none.
func (c *call) checkpoints() (Checkpoints, error) {
	if c.api.cfg.Audit.Checkpoints == nil {
		return nil, wire.Refuse(http.StatusServiceUnavailable, "AUDIT_OFF", "this server keeps no checkpoints")
	}
	return c.api.cfg.Audit.Checkpoints, nil
}

func (c *call) listCheckpoints() error {
	reads, err := c.checkpoints()
	if err != nil {
		return err
	}
	limit, err := c.limit()
	if err != nil {
		return err
	}
	before, err := c.cursor("checkpoints")
	if err != nil {
		return err
	}
	list, next, err := reads.Checkpoints(c.ctx, limit, before)
	if err != nil {
		return c.trouble("list checkpoints", err)
	}
	page := wire.CheckpointList{Checkpoints: list}
	if next > 0 {
		page.Next = cursorAt("checkpoints", next)
	}
	return c.ok(http.StatusOK, page)
}

// checkpoint reads one; size 0 is the newest.
func (c *call) checkpoint(size uint64) (wire.Checkpoint, error) {
	reads, err := c.checkpoints()
	if err != nil {
		return wire.Checkpoint{}, err
	}
	read := reads.Newest
	if size > 0 {
		read = func(ctx context.Context) (wire.Checkpoint, error) { return reads.Checkpoint(ctx, size) }
	}
	found, err := read(c.ctx)
	switch {
	case errors.Is(err, ErrNotFound) && size == 0:
		return found, noCheckpoint("nothing was signed yet; the first checkpoint comes some seconds after the first event")
	case errors.Is(err, ErrNotFound):
		return found, noCheckpoint("there is no checkpoint of size " + strconv.FormatUint(size, 10))
	case err != nil:
		return found, c.trouble("read a checkpoint", err)
	}
	return found, nil
}

func noCheckpoint(message string) error {
	return wire.Refuse(http.StatusNotFound, "CHECKPOINT_NOT_FOUND", "%s", message)
}

func (c *call) getCheckpoint() error {
	text := c.fiber.Params("size")
	size, err := strconv.ParseUint(text, 10, 63)
	if text != "latest" && (err != nil || size == 0) {
		return noCheckpoint("a checkpoint is named by its size, or latest")
	}
	found, err := c.checkpoint(size)
	if err != nil {
		return err
	}
	return c.ok(http.StatusOK, found)
}

func (c *call) getNote() error {
	found, err := c.checkpoint(0)
	if err != nil {
		return err
	}
	c.fiber.Set(fiber.HeaderContentType, plainText+"; charset=utf-8")
	return c.fiber.SendString(found.Note)
}

func (c *call) getAuditKey() error {
	found, err := c.checkpoint(0)
	if err != nil {
		return err
	}
	origin, _, _ := strings.Cut(found.Key, "+")
	return c.ok(http.StatusOK, wire.AuditKey{Key: found.Key, Origin: origin})
}

func (c *call) getBatch() error {
	reads, err := c.checkpoints()
	if err != nil {
		return err
	}
	root, err := events.ParseDigest(strings.TrimPrefix(strings.ToLower(c.fiber.Params("root")), "0x"))
	if err != nil || root.IsZero() {
		return noCheckpoint("a root has 64 hex digits")
	}
	found, err := reads.CheckpointOf(c.ctx, root.String())
	if errors.Is(err, ErrNotFound) {
		return noCheckpoint("there is no checkpoint with this root")
	}
	if err != nil {
		return c.trouble("read a checkpoint", err)
	}
	return c.ok(http.StatusOK, found)
}

func (c *call) proveInclusion() error {
	at := c.number("sequence")
	if at == 0 {
		return badQuery(wire.Fault{Path: "sequence", Reason: "want the sequence of an event, from 1"})
	}
	found, err := c.checkpoint(c.number("size"))
	if err != nil {
		return err
	}
	if at > found.Size {
		return wire.Refuse(http.StatusNotFound, "EVENT_NOT_COVERED", "the checkpoint is over the first %d events", found.Size)
	}
	head, err := headOf(found)
	if err != nil {
		return c.trouble("read a checkpoint", err)
	}
	prover, err := c.prover()
	if err != nil {
		return err
	}
	leaf, path, err := prover.Inclusion(c.ctx, head, events.Revision(at))
	if err != nil {
		return c.unproven("prove that an event is under a checkpoint", err)
	}
	return c.ok(http.StatusOK, wire.Inclusion{Sequence: at, Leaf: leaf.String(), Path: texts(path), Checkpoint: found})
}

func (c *call) proveConsistency() error {
	size := c.number("from")
	if size == 0 {
		return badQuery(wire.Fault{Path: "from", Reason: "want the size of a checkpoint, from 1"})
	}
	from, err := c.checkpoint(size)
	if err != nil {
		return err
	}
	to, err := c.checkpoint(c.number("to"))
	if err != nil {
		return err
	}
	if from.Size > to.Size {
		return badQuery(wire.Fault{Path: "to", Reason: "want one that is not smaller than from"})
	}
	heads := [2]commands.TreeHead{}
	for i, checkpoint := range []wire.Checkpoint{from, to} {
		if heads[i], err = headOf(checkpoint); err != nil {
			return c.trouble("read a checkpoint", err)
		}
	}
	prover, err := c.prover()
	if err != nil {
		return err
	}
	path, err := prover.Consistency(c.ctx, heads[0], heads[1])
	if err != nil {
		return c.unproven("prove that one checkpoint extends another", err)
	}
	return c.ok(http.StatusOK, wire.Consistency{From: from, To: to, Path: texts(path)})
}

func (c *call) prover() (Prover, error) {
	if c.api.cfg.Audit.Prover == nil {
		return nil, wire.Refuse(http.StatusServiceUnavailable, "AUDIT_OFF", "this server keeps no tree to prove from")
	}
	return c.api.cfg.Audit.Prover, nil
}

// unproven tells a log that is not the one that was signed from a proof that
// cannot be made now.
func (c *call) unproven(doing string, err error) error {
	if _, ok := errors.AsType[unprovable](err); ok {
		c.api.cfg.Logger.ErrorContext(c.ctx, "the log, or its tree, is not what was signed", slog.Any("err", err), slog.String("request_id", requestID(c.fiber)))
		return wire.Refuse(http.StatusInternalServerError, "LOG_DIFFERS",
			"the tree that is kept is not that of the checkpoint: have it looked into with mergit verify checkpoint")
	}
	return c.trouble(doing, err)
}

func headOf(c wire.Checkpoint) (commands.TreeHead, error) {
	root, err := events.ParseDigest(c.Root)
	return commands.TreeHead{Size: c.Size, Root: root}, err
}

func texts(digests []events.Digest) []string {
	out := make([]string, len(digests))
	for i, d := range digests {
		out[i] = d.String()
	}
	return out
}
