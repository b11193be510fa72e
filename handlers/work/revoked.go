package work

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/mergit-io/mergit/events"
)

const (
	// revokedPoll is how often the bucket is looked at, revokedFresh how old a
	// look may be to be relied on.
	revokedPoll  = 250 * time.Millisecond
	revokedFresh = 1500 * time.Millisecond
)

// StaleError says that what is revoked was not seen for too long: the bucket
// cannot be reached.
type StaleError struct{ Since time.Duration }

func (e *StaleError) Error() string {
	return fmt.Sprintf("what is revoked was last seen %s ago: the log's server cannot be reached", e.Since.Round(time.Millisecond))
}

// Revoked is the bucket REVOKED, and a view of it that is kept up to date. The
// bucket is looked at again and again instead of being watched: a watch can stall
// unnoticed, and a look that fails is known to have failed.
type Revoked struct {
	kv   jetstream.KeyValue
	now  func() time.Time
	poll time.Duration

	mu     sync.RWMutex
	before map[string]events.Revision
	seen   time.Time
	last   uint64 // the bucket's revision that before is of
}

// OpenRevoked creates the bucket if need be, and looks at it once.
func OpenRevoked(ctx context.Context, q *Queue, replicas int, now func() time.Time) (*Revoked, error) {
	kv, err := q.bucket(ctx, jetstream.KeyValueConfig{Bucket: "REVOKED", History: 1, Replicas: replicas})
	if err != nil {
		return nil, fmt.Errorf("open what is revoked: %w", err)
	}
	r := &Revoked{kv: kv, now: now, poll: revokedPoll, before: map[string]events.Revision{}}
	return r, r.look(ctx)
}

// Run keeps the view up to date until the context ends.
func (r *Revoked) Run(ctx context.Context, log *slog.Logger) error {
	ticks := time.NewTicker(r.poll)
	defer ticks.Stop()
	failed := false
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticks.C:
		}
		err := r.look(ctx)
		if err != nil && !failed && ctx.Err() == nil {
			log.WarnContext(ctx, "what is revoked cannot be seen; agents' calls wait", slog.Any("err", err))
		}
		failed = err != nil
	}
}

// look brings the view up to date: it reads what the bucket has got since the
// last look.
func (r *Revoked) look(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, revokedFresh)
	defer cancel()
	at := r.now()
	status, err := r.kv.Status(ctx)
	if err != nil {
		return fmt.Errorf("look at what is revoked: %w", err)
	}
	bucket, ok := status.(*jetstream.KeyValueBucketStatus)
	if !ok {
		return fmt.Errorf("look at what is revoked: its status is a %T", status)
	}
	last := bucket.StreamInfo().State.LastSeq
	r.mu.RLock()
	known := r.last
	r.mu.RUnlock()
	var news map[string]events.Revision
	if last > known {
		if news, err = r.read(ctx, known+1); err != nil {
			return fmt.Errorf("read what is revoked: %w", err)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	maps.Copy(r.before, news)
	r.seen, r.last = at, last
	return nil
}

// read returns the entries from a revision of the bucket on.
func (r *Revoked) read(ctx context.Context, from uint64) (map[string]events.Revision, error) {
	all, err := r.kv.WatchAll(ctx, jetstream.IgnoreDeletes(), jetstream.ResumeFromRevision(from))
	if err != nil {
		return nil, err
	}
	defer func() { _ = all.Stop() }()
	read := map[string]events.Revision{}
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case entry := <-all.Updates():
			if entry == nil { // that was all
				return read, nil
			}
			n, err := strconv.ParseUint(string(entry.Value()), 10, 64)
			if err != nil {
				return nil, fmt.Errorf("entry %s: %w", entry.Key(), err)
			}
			read[entry.Key()] = events.Revision(n)
		}
	}
}

// Revoked reports whether what an agent could do at a revision is void. It fails
// with *StaleError if the bucket was not seen for too long.
func (r *Revoked) Revoked(workspace, agent string, asOf events.Revision) (bool, error) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if age := r.now().Sub(r.seen); age > revokedFresh {
		return false, &StaleError{age}
	}
	return asOf < r.before[workspace+"."+agent], nil
}

// Void voids what an agent could do before a revision. An older revision than
// the bucket's changes nothing.
func (r *Revoked) Void(ctx context.Context, workspace, agent string, before events.Revision) error {
	key, value := workspace+"."+agent, strconv.AppendUint(nil, uint64(before), 10)
	for {
		entry, err := r.kv.Get(ctx, key)
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			_, err = r.kv.Create(ctx, key, value)
		} else if err == nil {
			have, no := strconv.ParseUint(string(entry.Value()), 10, 64)
			if no == nil && events.Revision(have) >= before {
				return nil
			}
			_, err = r.kv.Update(ctx, key, value, entry.Revision())
		}
		if errors.Is(err, jetstream.ErrKeyExists) { // another process was faster
			continue
		}
		return err
	}
}
