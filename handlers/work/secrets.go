package work

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/handlers/secret"
)

// Secrets is a secret.Store in the bucket SECRETS, sealed under the goals' keys:
// the server's files never hold a value in plain.
type Secrets struct {
	kv   jetstream.KeyValue
	keys eventlog.Keys
}

var _ secret.Store = (*Secrets)(nil)

// OpenSecrets creates the bucket if need be.
func OpenSecrets(ctx context.Context, q *Queue, replicas int, keys eventlog.Keys) (*Secrets, error) {
	kv, err := q.bucket(ctx, jetstream.KeyValueConfig{Bucket: "SECRETS", History: 1, Replicas: replicas})
	if err != nil {
		return nil, fmt.Errorf("open secrets: %w", err)
	}
	return &Secrets{kv, keys}, nil
}

// place binds what is sealed to its name.
func place(r secret.Ref) string {
	return "secret/" + r.Workspace + "/" + r.Goal + "/" + r.Name
}

// Put implements secret.Store.
func (s *Secrets) Put(ctx context.Context, r secret.Ref, value string) error {
	if err := secret.CheckPut(r, value); err != nil {
		return err
	}
	key, err := s.keys.Create(ctx, r.Goal)
	if err == nil {
		_, err = s.kv.Put(ctx, r.Workspace+"."+r.Goal+"."+r.Name, key.Seal(place(r), []byte(value)))
	}
	if err != nil {
		return fmt.Errorf("store secret %s of goal %s: %w", r.Name, r.Goal, err)
	}
	return nil
}

// All implements secret.Store.
func (s *Secrets) All(ctx context.Context, workspace, goal string) (map[string]string, error) {
	all := map[string]string{}
	err := s.each(ctx, workspace+"."+goal+".*", func(r secret.Ref, entry jetstream.KeyValueEntry) error {
		key, err := s.keys.Key(ctx, r.Goal)
		if err != nil {
			return err
		}
		value, err := key.Open(place(r), entry.Value())
		if err != nil {
			return err
		}
		all[r.Name] = string(value)
		return nil
	})
	if errors.Is(err, events.ErrForgotten) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("secrets of goal %s: %w", goal, err)
	}
	return all, nil
}

// Forget implements secret.Store.
func (s *Secrets) Forget(ctx context.Context, workspace, goal string) error {
	err := s.each(ctx, workspace+"."+goal+".*", func(_ secret.Ref, entry jetstream.KeyValueEntry) error {
		return s.kv.Purge(ctx, entry.Key())
	})
	if err != nil {
		return fmt.Errorf("forget the secrets of goal %s: %w", goal, err)
	}
	return nil
}

// Goals implements secret.Store.
func (s *Secrets) Goals(ctx context.Context) ([][2]string, error) {
	known := map[[2]string]bool{}
	var goals [][2]string
	err := s.each(ctx, ">", func(r secret.Ref, _ jetstream.KeyValueEntry) error {
		if goal := [2]string{r.Workspace, r.Goal}; !known[goal] {
			known[goal], goals = true, append(goals, goal)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list secrets: %w", err)
	}
	return goals, nil
}

// each visits the entries whose keys fit a pattern.
func (s *Secrets) each(ctx context.Context, pattern string, visit func(secret.Ref, jetstream.KeyValueEntry) error) error {
	watch, err := s.kv.Watch(ctx, pattern, jetstream.IgnoreDeletes())
	if err != nil {
		return err
	}
	defer func() { _ = watch.Stop() }()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case entry := <-watch.Updates():
			if entry == nil { // that was all
				return nil
			}
			parts := strings.Split(entry.Key(), ".")
			if len(parts) != 3 {
				return fmt.Errorf("entry %q has no place here", entry.Key())
			}
			if err := visit(secret.Ref{Workspace: parts[0], Goal: parts[1], Name: parts[2]}, entry); err != nil {
				return err
			}
		}
	}
}
