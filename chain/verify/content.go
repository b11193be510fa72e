package verify

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// contents checks that every result is what its hash commits to, every call's arguments too, and that each completed task
// names a result of its run.
func (v *verifier) contents(ctx context.Context) error {
	key, err := v.key(ctx, v.report.Goal)
	if err != nil && !errors.Is(err, errUnread) && !errors.Is(err, events.ErrForgotten) {
		return err
	}
	results := map[string]map[uint64]events.Content{} // task → ordinal → result
	checked := 0
	for _, e := range v.history {
		content, ok := contentOf(e.fact)
		if ok {
			if results[e.Stream.Part] == nil {
				results[e.Stream.Part] = map[uint64]events.Content{}
			}
			results[e.Stream.Part][e.Ordinal] = content
		}
		if key == nil || e.forgotten {
			continue
		}
		if ok {
			checked++
			err = v.content(ctx, key, e, content)
		} else if call, isCall := e.fact.(events.TaskToolCall); isCall {
			err = v.args(ctx, key, e, call)
		}
		if err != nil {
			return err
		}
	}
	for _, e := range v.history {
		done, ok := e.fact.(events.TaskCompleted)
		if !ok {
			continue
		}
		result, ok := results[done.Task][done.ResultAt]
		switch {
		case !ok:
			v.fault(NoCause, done.Task, e.Revision, "event %d of its run, which it names, has no result", done.ResultAt)
		case result.Hash != done.Result || result.Size != done.Size:
			v.fault(ContentChanged, done.Task, e.Revision, "its result is %s, that of its run at event %d is %s", done.Result, done.ResultAt, result.Hash)
		}
	}
	v.done("contents", "%d results are what their hashes commit to", checked)
	return nil
}

// contentOf is the result in an event of a run.
func contentOf(fact events.Event) (events.Content, bool) {
	var c events.Content
	switch f := fact.(type) {
	case events.TaskToolResult:
		c = f.Result
	case events.TaskModelCall:
		c = f.Reply
	case events.TaskToolSettled:
		c = f.Result
	}
	return c, !c.Hash.IsZero()
}

// content checks one result.
func (v *verifier) content(ctx context.Context, key *events.Key, e entry, c events.Content) error {
	said, err := c.Open()
	if err != nil {
		v.fault(ContentChanged, taskOf(e.Stream), e.Revision, "%v", err)
		return nil
	}
	value := said.Value
	if !c.Blob.IsZero() {
		var ok bool
		if value, ok, err = v.blob(ctx, key, e, c.Blob); err != nil || !ok {
			return err
		}
	}
	if err := c.Check(said, value); err != nil {
		v.fault(ContentChanged, taskOf(e.Stream), e.Revision, "%v", err)
	} else if int64(len(value)) != c.Size {
		v.fault(ContentChanged, taskOf(e.Stream), e.Revision, "it has %d bytes, not %d", len(value), c.Size)
	}
	return nil
}

// args checks the fingerprint of a call's arguments.
func (v *verifier) args(ctx context.Context, key *events.Key, e entry, call events.TaskToolCall) error {
	args := call.Args
	if !call.ArgsBlob.IsZero() {
		var ok bool
		var err error
		if args, ok, err = v.blob(ctx, key, e, call.ArgsBlob); err != nil || !ok {
			return err
		}
	}
	canonical, err := events.Canonical(args)
	if err != nil {
		v.fault(ContentChanged, taskOf(e.Stream), e.Revision, "arguments: %v", err)
	} else if key.Fingerprint("args", canonical) != call.ArgsHash {
		v.fault(ContentChanged, taskOf(e.Stream), e.Revision, "the arguments have another fingerprint")
	}
	return nil
}

// blob reads large content. It reports false if there is none to go on with.
func (v *verifier) blob(ctx context.Context, key *events.Key, e entry, digest events.Digest) (json.RawMessage, bool, error) {
	if v.Blobs == nil {
		v.report.Unread++
		return nil, false, nil
	}
	blob, err := v.Blobs.Get(ctx, digest)
	corrupt, changed := errors.AsType[*eventlog.CorruptBlobError](err)
	switch {
	case errors.Is(err, eventlog.ErrNoBlob):
		v.fault(BlobMissing, taskOf(e.Stream), e.Revision, "blob %s is gone", digest)
		return nil, false, nil
	case changed:
		v.fault(BlobChanged, taskOf(e.Stream), e.Revision, "%v", corrupt)
		return nil, false, nil
	case err != nil:
		return nil, false, err
	}
	if have := events.Sum(blob); have != digest { // whoever keeps blobs is not believed either
		v.fault(BlobChanged, taskOf(e.Stream), e.Revision, "blob %s has digest %s", digest, have)
		return nil, false, nil
	}
	value, err := key.Open(events.BlobPlace, blob)
	if err != nil {
		v.fault(BlobChanged, taskOf(e.Stream), e.Revision, "blob %s: %v", digest, err)
		return nil, false, nil
	}
	return value, true, nil
}
