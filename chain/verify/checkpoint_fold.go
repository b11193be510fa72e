package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/mergit-io/mergit/chain/auditlog"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// progressEvery is after how many events progress is told.
const progressEvery = 10_000

// fold recomputes the tree from the first event on and compares it with every head that was vouched for.
func (v *logVerifier) fold(ctx context.Context) error {
	slices.SortStableFunc(v.heads, func(a, b vouched) int { return cmp.Compare(a.Size, b.Size) })
	last := v.heads[len(v.heads)-1].Size
	tree, good, left := auditlog.NewTree(), uint64(0), v.heads
	for r, err := range v.Log.Read(ctx, eventlog.Query{}) {
		if malformed, ok := errors.AsType[*eventlog.MalformedRecordError](err); ok {
			v.fault(Malformed, malformed.Revision, "%v", malformed.Err)
			v.done("tree", "")
			return nil
		}
		if err != nil {
			return err
		}
		if want := events.Revision(tree.Size() + 1); r.Revision != want {
			v.fault(Removed, want, "there is no event here; the next is at sequence %d", r.Revision)
			v.done("tree", "")
			return nil
		}
		tree.Add(r.Digest())
		tree.Drop()
		if v.Progress != nil && tree.Size()%progressEvery == 0 {
			v.Progress(tree.Size(), last)
		}
		for len(left) > 0 && left[0].Size == tree.Size() {
			head := left[0]
			left = left[1:]
			root := tree.Root()
			if root == head.Root {
				good = head.Size
				v.report.Size, v.report.Root = head.Size, root
				continue
			}
			return v.differs(ctx, head, good, root, left)
		}
		if len(left) == 0 {
			break
		}
	}
	for _, head := range left {
		v.fault(RolledBack, head.at, "%s is over %d events, the log has %d", head.who, head.Size, tree.Size())
	}
	v.done("tree", "%d events, without a gap, have the root of every checkpoint up to size %d", v.report.Size, v.report.Size)
	return nil
}

// differs names the first head that the log does not have, and the event that makes it another. What comes after it cannot be
// judged.
func (v *logVerifier) differs(ctx context.Context, head vouched, good uint64, root events.Digest, left []vouched) error {
	class, at, detail := Forked, head.at, fmt.Sprintf("%s of size %d has root %s, the log has %s", head.who, head.Size, head.Root, root)
	first, how, err := v.locate(ctx, head, events.Revision(good+1))
	if err != nil {
		return err
	}
	switch {
	case first > 0:
		class, at = Changed, first
		detail = fmt.Sprintf("the event here is not the one that was signed (%s): %s", how, detail)
	case good > 0:
		detail += fmt.Sprintf("; up to size %d they agree", good)
	}
	if len(left) > 0 {
		detail += fmt.Sprintf("; %d more heads, up to size %d, rest on it", len(left), left[len(left)-1].Size)
	}
	v.fault(class, at, "%s", detail)
	v.done("tree", "")
	return nil
}

// locate finds the first event of a log that is not the one under a head: in the tiles that are kept, else where an
// aggregate's chain breaks. It returns 0 if neither tells.
func (v *logVerifier) locate(ctx context.Context, head vouched, from events.Revision) (at events.Revision, how string, err error) {
	if v.Tiles != nil {
		at, err := auditlog.FirstDifference(ctx, v.Log, auditlog.NewProver(v.Tiles), head.TreeHead, from)
		if err == nil && at > 0 {
			return at, "by the tree that was kept", nil
		}
		if ctx.Err() != nil {
			return 0, "", ctx.Err()
		}
	}
	at, err = v.broken(ctx, from, head.Size)
	return at, "its successor names another digest", err
}

// broken finds the first event of a range that its successor, wherever it is, does not name.
func (v *logVerifier) broken(ctx context.Context, from events.Revision, to uint64) (first events.Revision, err error) {
	last := map[events.StreamID]eventlog.Chain{}
	for r, err := range v.Log.Read(ctx, eventlog.Query{After: from - 1}) {
		if _, malformed := errors.AsType[*eventlog.MalformedRecordError](err); malformed {
			break
		}
		if err != nil {
			return 0, err
		}
		before, known := last[r.Stream]
		if known && r.Previous != before.Digest && uint64(before.Revision) <= to && (first == 0 || before.Revision < first) {
			first = before.Revision
		}
		if known || uint64(r.Revision) <= to {
			last[r.Stream] = eventlog.Chain{Revision: r.Revision, Ordinal: r.Ordinal, Digest: r.Digest()}
		}
	}
	return first, nil
}
