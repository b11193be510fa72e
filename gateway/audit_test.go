package gateway_test

import (
	"context"
	"crypto/rand"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"

	"github.com/mergit-io/mergit/chain/auditlog"
	"github.com/mergit-io/mergit/chain/auditlog/tilestest"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/gateway"
	"github.com/mergit-io/mergit/gateway/api"
	"github.com/mergit-io/mergit/gateway/reads"
	"github.com/mergit-io/mergit/gateway/wire"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/views"
)

// checkpointRows are the rows of the log's checkpoints, newest first, folded anew for each question.
type checkpointRows struct{ w *world }

func (r checkpointRows) all(ctx context.Context) (list []views.Checkpoint, err error) {
	filter := eventlog.Filter(events.AuditStream("main"))
	for record, err := range r.w.log.Read(ctx, eventlog.Query{Subjects: []string{filter}}) {
		if err != nil {
			return nil, err
		}
		e, err := r.w.set.Codec.Decode(ctx, record)
		if err != nil {
			return nil, err
		}
		switch f := e.Fact.(type) {
		case events.CheckpointSigned:
			list = slices.Insert(list, 0, views.Checkpoint{CheckpointRow: projections.CheckpointRow{
				Revision: int64(e.Revision), Size: int64(f.Size), Root: f.Root.String(), VerifyKey: f.Key, Note: f.Note, Signed: e.Time,
			}})
		case events.CheckpointAnchored:
			for i := range list {
				if list[i].Size == int64(f.Size) {
					list[i].Anchor = &projections.AnchorRow{Chain: int64(f.At.Chain), Tx: f.At.Tx, Block: int64(f.At.Block), Seen: e.Time}
				}
			}
		}
	}
	return list, nil
}

func (r checkpointRows) find(ctx context.Context, want func(views.Checkpoint) bool) (views.Checkpoint, error) {
	list, err := r.all(ctx)
	if err != nil {
		return views.Checkpoint{}, err
	}
	if i := slices.IndexFunc(list, want); i >= 0 {
		return list[i], nil
	}
	return views.Checkpoint{}, views.ErrNotFound
}

func (r checkpointRows) Checkpoints(ctx context.Context, f views.CheckpointFilter) (page views.CheckpointPage, err error) {
	list, err := r.all(ctx)
	before, _ := strconv.ParseInt(f.Cursor, 10, 64)
	for _, c := range list {
		switch {
		case f.Cursor != "" && c.Revision >= before:
		case len(page.Checkpoints) == f.Limit:
			page.Next = strconv.FormatInt(page.Checkpoints[f.Limit-1].Revision, 10)
			return page, err
		default:
			page.Checkpoints = append(page.Checkpoints, c)
		}
	}
	return page, err
}

func (r checkpointRows) Checkpoint(ctx context.Context, size uint64) (views.Checkpoint, error) {
	return r.find(ctx, func(c views.Checkpoint) bool { return c.Size == int64(size) })
}

func (r checkpointRows) CheckpointOf(ctx context.Context, root string) (views.Checkpoint, error) {
	return r.find(ctx, func(c views.Checkpoint) bool { return c.Root == root })
}

func (r checkpointRows) NewestCheckpoint(ctx context.Context) (views.Checkpoint, error) {
	return r.find(ctx, func(views.Checkpoint) bool { return true })
}

// audited is a gateway whose log is signed while it grows.
func audited(t *testing.T) (w *world, kept *tilestest.Memory) {
	t.Helper()
	kept = new(tilestest.Memory)
	rows := &checkpointRows{}
	w = newWorld(t, func(c *gateway.Config) {
		c.API.Audit = api.AuditConfig{Checkpoints: reads.NewCheckpoints(rows), Prover: auditlog.NewProver(kept)}
	})
	rows.w = w
	key, err := auditlog.OpenKey(t.TempDir(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	worker, err := auditlog.New(auditlog.Config{Commands: w.set, Tiles: kept, Key: key, Now: time.Now, Log: slog.New(slog.DiscardHandler), Every: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- worker.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; ctx.Err() == nil {
			t.Error(err)
		}
	})
	return w, kept
}

// signed waits until a checkpoint is over an event.
func (w *world) signed(goal wire.Accepted) wire.Checkpoint {
	w.t.Helper()
	var found wire.Checkpoint
	w.eventually(func() bool {
		a := w.get("/audit/checkpoints/latest", owner)
		if a.status == http.StatusNotFound {
			return false
		}
		found = data[wire.Checkpoint](a, http.StatusOK)
		return found.Size >= goal.Revision
	})
	return found
}

func (w *world) note() (string, string) {
	w.t.Helper()
	response, err := client.Do(w.request(http.MethodGet, "/audit/checkpoint", viewer, nil))
	if err != nil {
		w.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		w.t.Fatal(response.Status, err)
	}
	return string(text), response.Header.Get("Content-Type")
}

func TestTheLogIsProvenToWhoReadsIt(t *testing.T) {
	t.Parallel()
	w, kept := audited(t)
	w.get("/audit/checkpoints/latest", owner).refused(http.StatusNotFound, "CHECKPOINT_NOT_FOUND")
	w.get("/audit/key", owner).refused(http.StatusNotFound, "CHECKPOINT_NOT_FOUND")
	var last wire.Accepted
	for range 3 {
		last = w.submit(owner, "tidy up")
	}
	first := w.signed(last)
	for range 300 {
		last = w.submit(owner, "tidy up")
	}
	second := w.signed(last)

	key := data[wire.AuditKey](w.get("/audit/key", viewer), http.StatusOK)
	note, media := w.note()
	c, err := auditlog.Open(note, key.Key)
	if err != nil || c.Origin != key.Origin || c.Size < second.Size || !strings.HasPrefix(media, "text/plain") {
		t.Errorf("the note, %s, says %+v, %v", media, c, err)
	}

	hasher := rfc6962.DefaultHasher
	for _, at := range []uint64{1, 2, 256, 257, second.Size} {
		p := data[wire.Inclusion](w.get("/audit/inclusion?sequence="+strconv.FormatUint(at, 10)+"&size="+strconv.FormatUint(second.Size, 10), viewer), http.StatusOK)
		record, err := w.log.At(t.Context(), events.Revision(at))
		if err != nil {
			t.Fatal(err)
		}
		digest := record.Digest()
		leaf, root := hasher.HashLeaf(digest[:]), unhex(t, second.Root)
		if err := proof.VerifyInclusion(hasher, at-1, second.Size, leaf, paths(t, p.Path), root); err != nil || p.Checkpoint.Note != second.Note {
			t.Errorf("event %d: %v", at, err)
		}
	}
	p := data[wire.Consistency](w.get("/audit/consistency?from="+strconv.FormatUint(first.Size, 10)+"&to="+strconv.FormatUint(second.Size, 10), viewer), http.StatusOK)
	if err := proof.VerifyConsistency(hasher, first.Size, second.Size, paths(t, p.Path), unhex(t, first.Root), unhex(t, second.Root)); err != nil {
		t.Error(err)
	}
	if p := data[wire.Inclusion](w.get("/audit/inclusion?sequence=5", viewer), http.StatusOK); p.Checkpoint.Size < second.Size {
		t.Errorf("by itself it is proven under size %d", p.Checkpoint.Size)
	}

	for path, code := range map[string]string{
		"/audit/inclusion?sequence=1&size=99999": "CHECKPOINT_NOT_FOUND", "/audit/inclusion?sequence=99999": "EVENT_NOT_COVERED",
		"/audit/consistency?from=99999": "CHECKPOINT_NOT_FOUND", "/audit/checkpoints/99999": "CHECKPOINT_NOT_FOUND",
		"/audit/checkpoints/first": "CHECKPOINT_NOT_FOUND", "/audit/batches/abc": "CHECKPOINT_NOT_FOUND",
		"/audit/batches/" + strings.Repeat("0", 64): "CHECKPOINT_NOT_FOUND", "/audit/batches/" + strings.Repeat("1", 64): "CHECKPOINT_NOT_FOUND",
	} {
		w.get(path, owner).refused(http.StatusNotFound, code)
	}
	for _, path := range []string{"/audit/inclusion", "/audit/inclusion?sequence=0", "/audit/inclusion?sequence=x", "/audit/consistency",
		"/audit/consistency?from=" + strconv.FormatUint(second.Size, 10) + "&to=" + strconv.FormatUint(first.Size, 10), "/audit/checkpoints?cursor=x"} {
		w.get(path, owner).refused(http.StatusBadRequest, "PARAMETER_INVALID")
	}

	// Another tree in place of the one that was signed proves nothing.
	path := auditlog.TilePath(0, 0)
	tile, err := kept.Load(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	tile = slices.Clone(tile)
	tile[0] ^= 1
	if err := kept.Save(t.Context(), path, tile); err != nil {
		t.Fatal(err)
	}
	w.get("/audit/inclusion?sequence=1&size="+strconv.FormatUint(second.Size, 10), owner).refused(http.StatusInternalServerError, "LOG_DIFFERS")
}

func TestCheckpointsAreFoundBySizeAndRoot(t *testing.T) {
	t.Parallel()
	w, _ := audited(t)
	var last wire.Checkpoint
	for range 5 {
		last = w.signed(w.submit(owner, "tidy up"))
	}
	root, err := events.ParseDigest(last.Root)
	if err != nil {
		t.Fatal(err)
	}
	w.run(commands.SeeAnchor{AuditRef: commands.AuditRef{Workspace: "main"}, Anchor: events.CheckpointAnchored{
		Size: last.Size, Root: root, At: events.OnChain{Chain: 1337, Tx: "0x7", Block: 9},
	}})
	for _, root := range []string{last.Root, "0x" + strings.ToUpper(last.Root)} {
		batch := data[wire.Checkpoint](w.get("/audit/batches/"+root, viewer), http.StatusOK)
		if batch.Size != last.Size || batch.Note != last.Note || batch.Anchor == nil || batch.Anchor.Tx != "0x7" || batch.Anchor.Block != 9 {
			t.Errorf("%+v", batch)
		}
	}
	if same := data[wire.Checkpoint](w.get("/audit/checkpoints/"+strconv.FormatUint(last.Size, 10), viewer), http.StatusOK); same.Root != last.Root {
		t.Errorf("%+v", same)
	}
	var sizes []uint64
	for path := "/audit/checkpoints?limit=2"; ; {
		page := data[wire.CheckpointList](w.get(path, viewer), http.StatusOK)
		for _, c := range page.Checkpoints {
			sizes = append(sizes, c.Size)
		}
		if page.Next == "" {
			break
		}
		path = "/audit/checkpoints?limit=2&cursor=" + page.Next
	}
	if len(sizes) < 5 || !slices.IsSortedFunc(sizes, func(a, b uint64) int { return int(b) - int(a) }) {
		t.Errorf("listed are %v", sizes)
	}
}

func TestWithoutCheckpointsTheServerSaysSo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, path := range []string{"/audit/checkpoints", "/audit/checkpoints/latest", "/audit/inclusion?sequence=1", "/audit/consistency?from=1", "/audit/batches/" + strings.Repeat("1", 64), "/audit/key"} {
		w.get(path, owner).refused(http.StatusServiceUnavailable, "AUDIT_OFF")
	}
}

func unhex(t *testing.T, text string) []byte {
	t.Helper()
	d, err := events.ParseDigest(text)
	if err != nil || d.IsZero() {
		t.Fatalf("%q, %v", text, err)
	}
	return d[:]
}

func paths(t *testing.T, texts []string) [][]byte {
	t.Helper()
	out := make([][]byte, len(texts))
	for i, text := range texts {
		out[i] = unhex(t, text)
	}
	return out
}
