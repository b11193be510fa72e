package work

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/mergit-io/mergit/handlers/model"
)

// Board keeps how models fare where every process sees it. It is kept in
// memory: after a restart nothing is known of any model, which is right.
type Board struct {
	kv jetstream.KeyValue
	q  *Queue
}

var _ model.Board = (*Board)(nil)

// OpenBoard creates the bucket if need be.
func OpenBoard(ctx context.Context, q *Queue) (*Board, error) {
	kv, err := q.openBoard(ctx)
	if err != nil {
		return nil, fmt.Errorf("open the board of models: %w", err)
	}
	return &Board{kv, q}, nil
}

func (q *Queue) openBoard(ctx context.Context) (jetstream.KeyValue, error) {
	return q.bucket(ctx, jetstream.KeyValueConfig{
		Bucket: "MODELS", History: 1, Replicas: q.replicas, Storage: jetstream.MemoryStorage, TTL: 24 * time.Hour})
}

// key makes a key of a name, which may hold what keys must not.
func (b *Board) key(name string) string { return hex.EncodeToString([]byte(name)) }

// Load implements model.Board.
func (b *Board) Load(ctx context.Context, name string) (model.Standing, error) {
	s, _, err := b.get(ctx, name)
	return s, err
}

func (b *Board) get(ctx context.Context, name string) (s model.Standing, revision uint64, err error) {
	entry, err := b.kv.Get(ctx, b.key(name))
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return s, 0, nil
	}
	if err == nil {
		revision, err = entry.Revision(), json.Unmarshal(entry.Value(), &s)
	}
	if err != nil {
		return s, revision, fmt.Errorf("read standing of %s: %w", name, err)
	}
	return s, revision, nil
}

// Change implements model.Board. A bucket that has vanished with its server is
// made again.
func (b *Board) Change(ctx context.Context, name string, change func(model.Standing) model.Standing) error {
	err := b.change(ctx, name, change)
	if errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrNoStreamResponse) {
		if _, unmade := b.q.openBoard(ctx); unmade == nil {
			err = b.change(ctx, name, change)
		}
	}
	return err
}

func (b *Board) change(ctx context.Context, name string, change func(model.Standing) model.Standing) error {
	for {
		s, revision, err := b.get(ctx, name)
		if err != nil {
			return err
		}
		body, err := json.Marshal(change(s))
		if err != nil {
			return err
		}
		if revision == 0 {
			_, err = b.kv.Create(ctx, b.key(name), body)
		} else {
			_, err = b.kv.Update(ctx, b.key(name), body, revision)
		}
		if err == nil {
			return nil
		}
		if !errors.Is(err, jetstream.ErrKeyExists) { // which is also what a lost race says
			return fmt.Errorf("write standing of %s: %w", name, err)
		}
	}
}
