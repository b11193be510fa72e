// Package kv is a cache.Store in the KV bucket CACHE of NATS JetStream.
package kv

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/mergit-io/mergit/handlers/cache"
)

// Config of a Store. The zero value is useful.
type Config struct {
	// Bucket defaults to CACHE.
	Bucket string
	// Replicas of a new bucket. Defaults to 1.
	Replicas int
	// MaxBytes is how much is kept; what came first goes first. Defaults to 512 MiB.
	MaxBytes int64
}

// maxValue is the largest value that is kept, in bytes: below what servers take as one message by default.
const maxValue = 900 << 10

// Store is a cache.Store. The bucket is an ordinary KV bucket to its readers; it is written through the stream below, because
// the KV interface gives a lifetime only to new keys.
//
// Locks are in a bucket of their own, which the server keeps in memory: they are worth nothing after its restart, and every call of a
// tool whose answer might be kept takes one.
type Store struct {
	js            jetstream.JetStream
	config        Config
	values, locks bucket
}

// bucket is a stream used as a map.
type bucket struct {
	stream jetstream.Stream
	prefix string // of subjects
}

var _ cache.Store = (*Store)(nil)

// Open opens the bucket, and makes it if there is none.
func Open(ctx context.Context, nc *nats.Conn, c Config) (*Store, error) {
	c.Bucket, c.Replicas, c.MaxBytes = cmp.Or(c.Bucket, "CACHE"), max(c.Replicas, 1), cmp.Or(c.MaxBytes, 512<<20)
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	s := &Store{js: js, config: c}
	if s.values, err = open(ctx, js, c, c.Bucket, jetstream.FileStorage); err == nil {
		s.locks, err = s.openLocks(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("open cache %s: %w", c.Bucket, err)
	}
	return s, nil
}

func (s *Store) openLocks(ctx context.Context) (bucket, error) {
	c := s.config
	c.MaxBytes = min(c.MaxBytes, lockBytes)
	return open(ctx, s.js, c, c.Bucket+"_LOCKS", jetstream.MemoryStorage)
}

const (
	lockBytes = 16 << 20 // of locks, which are small
	leastRoom = 1 << 20  // with less, a cache is of no use
	// insufficientStorage is the server's code where it could not reserve room
	// (JSStorageResourcesExceededErr); the client has no name for it.
	insufficientStorage jetstream.ErrorCode = 10047
	insufficientMemory  jetstream.ErrorCode = 10028 // JSMemoryResourcesExceededErr
)

// open makes a bucket as large as is wished, or as the server has room for: it
// reserves all of it at once.
func open(ctx context.Context, js jetstream.JetStream, c Config, name string, storage jetstream.StorageType) (bucket, error) {
	for {
		b, err := openWith(ctx, js, c, name, storage)
		said, ok := errors.AsType[jetstream.JetStreamError](err)
		full := ok && said.APIError() != nil && (said.APIError().ErrorCode == insufficientStorage || said.APIError().ErrorCode == insufficientMemory)
		if !full || c.MaxBytes < 2*leastRoom {
			return b, err
		}
		c.MaxBytes /= 2
	}
}

func openWith(ctx context.Context, js jetstream.JetStream, c Config, name string, storage jetstream.StorageType) (bucket, error) {
	stream, err := js.Stream(ctx, "KV_"+name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		stream, err = js.CreateStream(ctx, jetstream.StreamConfig{
			Name: "KV_" + name, Subjects: []string{"$KV." + name + ".>"}, Replicas: c.Replicas, Description: "answers of tools and models", Storage: storage,
			MaxMsgsPerSubject: 1, MaxBytes: c.MaxBytes, Discard: jetstream.DiscardOld, AllowDirect: true, AllowMsgTTL: true, AllowRollup: true,
			Compression: jetstream.NoCompression, // what is stored is sealed
		})
		if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) { // another process was faster
			stream, err = js.Stream(ctx, "KV_"+name)
		}
	}
	return bucket{stream, "$KV." + name + "."}, err
}

// of is the bucket of a key.
func (s *Store) of(key string) bucket {
	if strings.HasPrefix(key, "lock.") {
		return s.locks
	}
	return s.values
}

// Get implements cache.Store.
func (s *Store) Get(ctx context.Context, key string) (cache.Stored, error) {
	b := s.of(key)
	m, err := b.stream.GetLastMsgForSubject(ctx, b.prefix+key)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return cache.Stored{}, cache.ErrMiss
	}
	if err != nil {
		return cache.Stored{}, fmt.Errorf("read %s: %w", key, err)
	}
	return b.stored(m), nil
}

func (b bucket) stored(m *jetstream.RawStreamMsg) cache.Stored {
	return cache.Stored{Key: m.Subject[len(b.prefix):], Value: m.Data, Revision: m.Sequence}
}

// Put implements cache.Store.
func (s *Store) Put(ctx context.Context, key string, value []byte, life time.Duration) (uint64, error) {
	return s.publish(ctx, key, value, life)
}

// Create implements cache.Store.
func (s *Store) Create(ctx context.Context, key string, value []byte, life time.Duration) (uint64, error) {
	return s.publish(ctx, key, value, life, jetstream.WithExpectLastSequencePerSubject(0))
}

// Replace implements cache.Store.
func (s *Store) Replace(ctx context.Context, key string, value []byte, life time.Duration, revision uint64) (uint64, error) {
	return s.publish(ctx, key, value, life, jetstream.WithExpectLastSequencePerSubject(revision))
}

func (s *Store) publish(ctx context.Context, key string, value []byte, life time.Duration, options ...jetstream.PublishOpt) (uint64, error) {
	if len(value) > maxValue {
		return 0, cache.ErrTooLarge
	}
	// The server counts lifetimes in whole seconds, and one of less is refused.
	life = max((life + time.Second - 1).Truncate(time.Second), time.Second)
	options = append(options, jetstream.WithMsgTTL(life))
	ack, err := s.js.Publish(ctx, s.of(key).prefix+key, value, options...)
	if errors.Is(err, jetstream.ErrNoStreamResponse) { // the locks have vanished with their server
		if _, unmade := s.openLocks(ctx); unmade == nil {
			ack, err = s.js.Publish(ctx, s.of(key).prefix+key, value, options...)
		}
	}
	if refused, ok := errors.AsType[*jetstream.APIError](err); ok {
		switch refused.ErrorCode {
		case jetstream.JSErrCodeStreamWrongLastSequence, jetstream.JSErrCodeStreamWrongLastSequenceConstant:
			return 0, cache.ErrMoved
		}
	}
	if err != nil {
		return 0, fmt.Errorf("store %s: %w", key, err)
	}
	return ack.Sequence, nil
}

// Delete implements cache.Store. A sequence is of one value only, so nothing else can be hit.
func (s *Store) Delete(ctx context.Context, key string, revision uint64) error {
	stream := s.of(key).stream
	err := stream.DeleteMsg(ctx, revision)
	if errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) {
		// The server has several words for a message that is gone; whether it is, it says itself.
		if _, gone := stream.GetMsg(ctx, revision); errors.Is(gone, jetstream.ErrMsgNotFound) {
			return nil
		}
	}
	if err != nil {
		return fmt.Errorf("delete %s: %w", key, err)
	}
	return nil
}

// Since implements cache.Store.
func (s *Store) Since(ctx context.Context, prefix string, after uint64) iter.Seq2[cache.Stored, error] {
	return func(yield func(cache.Stored, error) bool) {
		b := s.of(prefix + ".")
		for next := after + 1; ; {
			m, err := b.stream.GetMsg(ctx, next, jetstream.WithGetMsgSubject(b.prefix+prefix+".>"))
			if errors.Is(err, jetstream.ErrMsgNotFound) {
				return
			}
			if err != nil {
				yield(cache.Stored{}, fmt.Errorf("list %s: %w", prefix, err))
				return
			}
			next = m.Sequence + 1
			if !yield(b.stored(m), nil) {
				return
			}
		}
	}
}
