package node

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/mergit-io/mergit/chain/auditlog"
	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/gateway/api"
	"github.com/mergit-io/mergit/gateway/reads"
	"github.com/mergit-io/mergit/projections/views"
)

const (
	// tilesBucket holds the tree over the log, which can be made from it again.
	tilesBucket = "TILES"
	// anchorEvery is how often a checkpoint is anchored on the embedded chain, where it costs nothing; elsewhere the default
	// is longer.
	anchorEvery = 10 * time.Second
	// resign is how long to wait for what the audit log needs and cannot reach.
	resign = 2 * time.Second
)

// Tiles keeps the tree over the log in NATS, where every process of Mergit finds it.
type Tiles struct{ kv jetstream.KeyValue }

var _ auditlog.Tiles = (*Tiles)(nil)

// OpenTiles finds the tree, and makes room for one if create is set. It returns nil if there is none.
func OpenTiles(ctx context.Context, conn *nats.Conn, create bool) (*Tiles, error) {
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, fmt.Errorf("open the tree over the log: %w", err)
	}
	kv, err := js.KeyValue(ctx, tilesBucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		if !create {
			return nil, nil
		}
		kv, err = js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{
			Bucket: tilesBucket, History: 1, Description: "hashes of the tree over EVENTS, as C2SP tlog-tiles has them",
		})
	}
	if err != nil {
		return nil, fmt.Errorf("open the tree over the log: %w", err)
	}
	return &Tiles{kv}, nil
}

// Load implements auditlog.Tiles.
func (t *Tiles) Load(ctx context.Context, path string) ([]byte, error) {
	entry, err := t.kv.Get(ctx, path)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return entry.Value(), nil
}

// Save implements auditlog.Tiles.
func (t *Tiles) Save(ctx context.Context, path string, data []byte) error {
	_, err := t.kv.Put(ctx, path, data)
	return err
}

// auditFault is why the log is not signed any more.
type auditFault struct {
	mu  sync.Mutex
	err error
}

func (f *auditFault) set(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.err = err
}

// warnings are what there is to say.
func (f *auditFault) warnings() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil {
		return nil
	}
	return []string{"no checkpoint is signed: " + f.err.Error()}
}

// startAuditLog signs the log. A log that is not the one that was signed before is not signed, and all else goes on: that is
// for a person to judge.
func (n *node) startAuditLog(part func(string, func(context.Context) error)) {
	part("audit log", func(ctx context.Context) error {
		for {
			err := n.signLog(ctx)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			wait := time.After(resign)
			if auditlog.Permanent(err) {
				if _, back := errors.AsType[*auditlog.RolledBackError](err); back {
					err = fmt.Errorf("%w. Put the newer log back; or, if what it held may be forgotten, remove %s and start again", err, filepath.Join(n.layout.Audit(), auditlog.LastFile))
				}
				n.audit.set(err)
				n.c.Log.ErrorContext(ctx, "no checkpoint is signed any more: a person must look", slog.Any("err", err))
				wait = nil
			} else {
				n.c.Log.WarnContext(ctx, "the audit log stopped, trying again", slog.Any("err", err))
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-wait:
			}
		}
	})
}

func (n *node) signLog(ctx context.Context) error {
	key, err := auditlog.OpenKey(n.layout.Audit(), rand.Reader)
	if err != nil {
		return err
	}
	w, err := auditlog.New(auditlog.Config{Commands: n.set, Tiles: n.tiles, Key: key, Now: time.Now, Log: n.c.Log, Every: n.c.CheckpointEvery})
	if err != nil {
		return err
	}
	return w.Run(ctx)
}

// startAnchors has checkpoints recorded on the chain.
func (n *node) startAnchors(_ context.Context, c *onchain) ([]onchainPart, error) {
	manager, err := c.manager(deploy.Auditor)
	if err != nil {
		return nil, err
	}
	cfg := auditlog.AnchorConfig{Commands: n.set, Chain: c.chain, Contract: c.at.AuditTrail.Address, Manager: manager,
		Prover: auditlog.NewProver(n.tiles), Log: n.c.Log, Every: n.c.AnchorEvery}
	if n.infra.chain != nil && cfg.Every == 0 {
		cfg.Every = anchorEvery
	}
	a, err := auditlog.NewAnchorer(cfg)
	if err != nil {
		return nil, err
	}
	return []onchainPart{{"anchors of the log", a.Run}}, nil
}

// auditReads are what the gateway's routes of the verifiable log stand on.
func (n *node) auditReads(see views.Config) api.AuditConfig {
	return api.AuditConfig{Checkpoints: reads.NewCheckpoints(views.New(n.pool, see)), Prover: auditlog.NewProver(n.tiles)}
}

// warnings are what will keep the process from working, or keeps it already.
func (n *node) warnings() []string { return append(n.lows.warnings(), n.audit.warnings()...) }
