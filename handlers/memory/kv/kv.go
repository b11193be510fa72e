// Package kv is a memory.Store in the KV bucket MEMORY of NATS JetStream.
package kv

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/mergit-io/mergit/handlers/memory"
)

// Config of a Store. The zero value is useful.
type Config struct {
	// Bucket defaults to MEMORY.
	Bucket string
	// Replicas of a new bucket. Defaults to 1.
	Replicas int
}

// Store is a memory.Store. The bucket is an ordinary KV bucket to its readers; its stream is made here, because one that the KV
// interface makes lets nothing be taken out without leaving a marker behind.
type Store struct {
	kv     jetstream.KeyValue
	stream jetstream.Stream
	prefix string // of subjects
}

var _ memory.Store = (*Store)(nil)

// Open opens the bucket, and makes it if there is none.
func Open(ctx context.Context, nc *nats.Conn, c Config) (*Store, error) {
	c.Bucket = cmp.Or(c.Bucket, "MEMORY")
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	s := &Store{prefix: "$KV." + c.Bucket + "."}
	if s.stream, err = open(ctx, js, c); err == nil {
		s.kv, err = js.KeyValue(ctx, c.Bucket)
	}
	if err != nil {
		return nil, fmt.Errorf("open memory %s: %w", c.Bucket, err)
	}
	return s, nil
}

func open(ctx context.Context, js jetstream.JetStream, c Config) (jetstream.Stream, error) {
	stream, err := js.Stream(ctx, "KV_"+c.Bucket)
	if !errors.Is(err, jetstream.ErrStreamNotFound) {
		return stream, err
	}
	stream, err = js.CreateStream(ctx, jetstream.StreamConfig{
		Name: "KV_" + c.Bucket, Subjects: []string{"$KV." + c.Bucket + ".>"}, Replicas: max(c.Replicas, 1), Description: "what is remembered of goals",
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, AllowDirect: true, AllowRollup: true,
		Compression: jetstream.NoCompression, // what is stored is sealed
	})
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) { // another process was faster
		return js.Stream(ctx, "KV_"+c.Bucket)
	}
	return stream, err
}

// Keep implements memory.Store.
func (s *Store) Keep(ctx context.Context, k memory.Kept) (bool, error) {
	key := k.Workspace + "." + k.Goal
	for {
		kept, err := s.keep(ctx, key, k)
		if errors.Is(err, jetstream.ErrKeyExists) {
			continue // another process was faster: look again
		}
		if err != nil {
			return false, fmt.Errorf("remember %s: %w", key, err)
		}
		return kept, nil
	}
}

func (s *Store) keep(ctx context.Context, key string, k memory.Kept) (bool, error) {
	var last uint64
	entry, err := s.kv.Get(ctx, key)
	switch {
	case errors.Is(err, jetstream.ErrKeyNotFound):
	case err != nil:
		return false, err
	default:
		last = entry.Revision()
		old, err := memory.Decode(k.Workspace, k.Goal, entry.Value())
		if err == nil { // what is no entry gives way
			next, moves := k.After(old)
			if !moves {
				return false, nil
			}
			k = next
		}
	}
	text, err := k.Encode()
	if err != nil {
		return false, err
	}
	if last == 0 {
		_, err = s.kv.Create(ctx, key, text)
	} else if _, err = s.kv.Update(ctx, key, text, last); err != nil {
		err = moved(err)
	}
	return err == nil, err
}

// moved is ErrKeyExists where a revision was not the last any more. Replicated streams have a code of their own for it.
func moved(err error) error {
	if refused, ok := errors.AsType[*jetstream.APIError](err); ok {
		switch refused.ErrorCode {
		case jetstream.JSErrCodeStreamWrongLastSequence, jetstream.JSErrCodeStreamWrongLastSequenceConstant:
			return jetstream.ErrKeyExists
		}
	}
	return err
}

// Since implements memory.Store.
func (s *Store) Since(ctx context.Context, after uint64) iter.Seq2[memory.Kept, error] {
	return func(yield func(memory.Kept, error) bool) {
		for next := after + 1; ; {
			m, err := s.stream.GetMsg(ctx, next, jetstream.WithGetMsgSubject(s.prefix+">"))
			if errors.Is(err, jetstream.ErrMsgNotFound) {
				return
			}
			if err != nil {
				yield(memory.Kept{}, fmt.Errorf("read %s*: %w", s.prefix, err))
				return
			}
			next = m.Sequence + 1
			workspace, goal, _ := strings.Cut(m.Subject[len(s.prefix):], ".")
			k, err := memory.Decode(workspace, goal, m.Data)
			k.Revision = m.Sequence
			if !yield(k, err) {
				return
			}
		}
	}
}

// Drop implements memory.Store. A sequence is of one value only, so nothing else can be hit.
func (s *Store) Drop(ctx context.Context, k memory.Kept) error {
	err := s.stream.DeleteMsg(ctx, k.Revision)
	if errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) {
		// The server has several words for a message that is gone; whether it is, it says itself.
		if _, gone := s.stream.GetMsg(ctx, k.Revision); errors.Is(gone, jetstream.ErrMsgNotFound) {
			return nil
		}
	}
	if err != nil {
		return fmt.Errorf("drop %s: %w", k.Goal, err)
	}
	return nil
}
