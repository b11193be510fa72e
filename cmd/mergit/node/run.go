package node

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sys/unix"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/bus"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/jslog"
	"github.com/mergit-io/mergit/events/eventlog/shared"
	"github.com/mergit-io/mergit/handlers/cache"
	"github.com/mergit-io/mergit/handlers/dispatch"
	"github.com/mergit-io/mergit/handlers/executor"
	"github.com/mergit-io/mergit/handlers/memory"
	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/model/sentence"
	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/waits"
	"github.com/mergit-io/mergit/handlers/work"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/pinned"
	"github.com/mergit-io/mergit/projections/store"
)

// node is a running process.
type node struct {
	c         Config
	layout    Layout
	infra     *infra
	set       *commands.Set
	shared    *shared.Log // nil where no role follows the whole log
	blobs     eventlog.Blobs
	queue     *work.Queue
	snapshots *work.Snapshots
	revoked   *work.Revoked // nil where nothing is allowed or revoked
	tools     *tools.Registry
	secrets   *work.Secrets
	models    *model.Router // nil where no role has one
	modelFile model.File
	asked     asked
	answers   *cache.Cache       // nil where neither plans are made nor tasks run
	memory    *memory.Library    // nil where neither goals are planned nor callers served
	executor  *executor.Executor // nil where no tasks run
	sentences *sentence.Embedder // nil without a model on this machine
	pool      *pgxpool.Pool
	progress  *projections.Progress
	counts    *Counts
	preparing sync.Mutex // held while a role finds the chain's contracts; guards signers
	signers   map[deploy.Role]*wallet.Wallet
	lows      lows
	tiles     *Tiles
	audit     auditFault
	public    string // where others reach the gateway; empty if that is not known
	figures   string // where what was counted is served, beside the gateway
}

// Run plays the roles of a configuration until the context ends or a part
// fails. ready is called once callers are answered.
func Run(ctx context.Context, c Config, ready func(Client)) (err error) {
	if err := c.Check(); err != nil {
		return err
	}
	n := &node{c: c, layout: Layout{c.Data}, progress: new(projections.Progress), counts: new(Counts)}
	return n.run(ctx, ready)
}

// Inside is what a program that runs a node in itself can work with.
type Inside struct {
	Commands *commands.Set
	Pool     *pgxpool.Pool
	Conn     *nats.Conn
	Counts   *Counts
	Client   Client
}

// RunInside runs a node in this process until use returns.
func RunInside(ctx context.Context, c Config, use func(context.Context, Inside) error) error {
	if err := c.Check(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	n := &node{c: c, layout: Layout{c.Data}, progress: new(projections.Progress), counts: new(Counts)}
	used := errors.New("never ready")
	err := n.run(ctx, func(client Client) {
		go func() {
			defer cancel()
			used = use(ctx, Inside{Commands: n.set, Pool: n.pool, Conn: n.infra.conn, Counts: n.counts, Client: client})
		}()
	})
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	return errors.Join(used, err)
}

func (n *node) run(ctx context.Context, ready func(Client)) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go tune(ctx)
	embedded := n.c.NATS == ""
	if embedded {
		release, err := n.layout.claim()
		if errors.Is(err, unix.ENOSPC) {
			err = cmp.Or(n.diskFree(diskStart), err)
		}
		if err != nil {
			return err
		}
		defer release()
	}
	var listener net.Listener
	if n.c.runs(Gateway) {
		if listener, err = net.Listen("tcp", n.c.Listen); err != nil {
			return fmt.Errorf("listen on %s: %w; choose another address with --listen (port 0 picks a free one)", n.c.Listen, err)
		}
		defer listener.Close()
	}
	if embedded {
		if err := n.diskFree(diskStart); err != nil {
			return err
		}
		n.infra, err = embed(ctx, n.c)
	} else {
		n.infra, err = reach(n.c)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, n.infra.stop(n.c.Log)) }()
	if err := n.open(ctx); err != nil {
		return err
	}
	if n.pool != nil {
		defer n.pool.Close()
	}
	defer n.closeCache()
	return n.serve(ctx, listener, ready)
}

// open prepares what roles share.
func (n *node) open(ctx context.Context) error {
	nc := n.infra.conn
	log, err := jslog.Open(ctx, nc, jslog.Config{Reader: n.infra.reader, ShareSyncs: n.c.Sync == "always", Written: n.counts.written})
	if last := nc.LastError(); err != nil && last != nil {
		err = fmt.Errorf("%w: %w", err, last) // such as credentials that are refused
	}
	if err != nil {
		return err
	}
	stores, err := jslog.OpenStores(ctx, nc, jslog.StoresConfig{})
	if err != nil {
		return err
	}
	n.blobs = stores.Blobs
	n.set = commands.NewSet(n.share(log), stores.Keys, commands.Config{NewID: NewID, Conflict: n.counts.conflict, Appended: n.counts.appended})
	if n.queue, err = work.Open(ctx, nc, work.Config{Lease: n.c.Lease}); err != nil {
		return err
	}
	if n.snapshots, err = work.OpenSnapshots(ctx, n.queue, 1); err != nil {
		return err
	}
	if n.tiles, err = OpenTiles(ctx, nc, true); err != nil {
		return err
	}
	if n.secrets, err = work.OpenSecrets(ctx, n.queue, 1, stores.Keys); err != nil {
		return err
	}
	n.tools = registry(n.c)
	n.addGoalTools()
	if err := n.openModels(ctx); err != nil {
		return err
	}
	if err := n.openCache(ctx); err != nil {
		return err
	}
	if err := n.openMemory(ctx); err != nil {
		return err
	}
	if n.infra.dsn != "" {
		if n.pool, err = pgxpool.New(ctx, n.infra.dsn); err != nil {
			return fmt.Errorf("connect to Postgres: %w", err)
		}
	}
	return nil
}

// share lets the roles of this process read the log once, if one of them needs
// all of it.
func (n *node) share(log eventlog.Log) eventlog.Log {
	if !n.c.runs(Gateway) && !n.c.runs(AuditLog) && !n.c.runs(Oracle) {
		return log
	}
	n.shared = shared.New(log)
	return n.shared
}

// serve runs every role until one fails or the context ends.
func (n *node) serve(ctx context.Context, listener net.Listener, ready func(Client)) error {
	group, ctx := errgroup.WithContext(ctx)
	part := func(name string, run func(context.Context) error) {
		group.Go(func() error {
			err := run(ctx)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err == nil {
				err = errors.New("ended")
			}
			n.c.Log.ErrorContext(ctx, "a part failed", slog.String("part", name), slog.Any("err", err))
			return fmt.Errorf("%s: %w", name, err)
		})
	}
	if n.shared != nil {
		part("log", n.shared.Run)
	}
	if n.infra.chain != nil {
		part("dev chain", n.infra.chain.Run)
	}
	if n.infra.postgres != nil {
		part("Postgres", n.watchPostgres)
	}
	if n.infra.nats != nil {
		part("disk", n.watchDisk)
	}
	if n.public = n.c.PublicURL; n.public == "" && n.infra.chain != nil && listener != nil {
		n.public = "http://" + listener.Addr().String()
	}
	if err := n.startRoles(ctx, part); err != nil {
		group.Go(func() error { return err })
		return group.Wait()
	}
	client, err := n.startGateway(ctx, listener, part)
	if err == nil && n.c.NATS == "" {
		err = writeFile(n.layout.Client(), client)
		defer n.layout.retract()
	}
	if err != nil {
		group.Go(func() error { return err })
		return group.Wait()
	}
	ready(client)
	return group.Wait()
}

// watchPostgres ends the process when its Postgres dies: the log keeps
// everything, and the next start goes on.
func (n *node) watchPostgres(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case err := <-n.infra.postgres.Done():
		return fmt.Errorf("the private server died: %w", errors.Join(err, errors.New("start again; nothing is lost")))
	}
}

// startRoles starts all roles but the gateway.
func (n *node) startRoles(ctx context.Context, part func(string, func(context.Context) error)) error {
	c := n.c
	if err := n.startFigures(part); err != nil {
		return err
	}
	var runners []*projections.Runner
	if c.runs(Projector) {
		// Rows that this log does not explain say that it lost its end. Nothing
		// may act on what is left before a person has looked.
		var err error
		if runners, err = n.projections(ctx); err != nil {
			return err
		}
	}
	if c.runs(Commands) {
		part("commands", func(ctx context.Context) error {
			return bus.Serve(ctx, n.infra.conn, n.set, bus.Config{Log: c.Log, Serves: func(command string) bool { return !registers(command) }})
		})
	}
	if c.runs(Policies) || len(c.agentRoles()) > 0 {
		revoked, err := work.OpenRevoked(ctx, n.queue, 1, time.Now)
		if err != nil {
			return err
		}
		n.revoked = revoked
	}
	if c.runs(Policies) {
		d := dispatch.New(dispatch.Config{Commands: n.set, Queue: n.queue, Snapshots: n.snapshots,
			Planner: forAgents(n.planner(), n.set), Hold: n.queue.Hold, Now: time.Now, Log: c.Log})
		part("dispatcher", d.Run)
		part("waits", anew(c.Log, "waits", func(ctx context.Context) error {
			return waits.New(waits.Config{Secrets: n.secrets, Commands: n.set, Blobs: n.blobs, Now: time.Now, Log: c.Log}).Run(ctx)
		}))
		n.startRepositories(part)
		part("revocations' publisher", anew(c.Log, "revocations' publisher", n.publishRevocations))
		part("memory", anew(c.Log, "memory", n.remember))
	}
	if roles := c.agentRoles(); len(roles) > 0 {
		host, _ := os.Hostname()
		stakes, _ := c.stakes() // was checked
		said, err := n.modelCache(ctx)
		if err != nil {
			return err
		}
		guard, err := n.openGuard(ctx, part)
		if err != nil {
			return err
		}
		n.executor = executor.New(executor.Config{Commands: n.set, Queue: n.queue, Blobs: n.blobs, Tools: n.tools, Models: n.models, Roles: roles, Stakes: stakes, Cache: cache.NewTools(n.answers), Answers: said, Secrets: n.secrets, Guard: guard,
			Worker: fmt.Sprintf("%s-%d", host, os.Getpid()), Workspaces: n.layout.Workspaces(), Parallel: c.Parallel,
			NewID: NewID, Salt: newSalt, Now: time.Now, Log: c.Log})
		part("executor", n.executor.Run)
	}
	for _, r := range runners {
		part("projection "+r.Projection.Name, r.Run)
	}
	if c.runs(AuditLog) {
		n.startAuditLog(part)
	}
	if c.runs(Chain) {
		if err := n.startKeys(part); err != nil {
			return err
		}
	}
	if n.usesChain() {
		return n.startChain(ctx, part)
	}
	return nil
}

// projections prepares the read models and checks that they are of this log.
func (n *node) projections(ctx context.Context) ([]*projections.Runner, error) {
	if n.pool == nil {
		return nil, errors.New("the projector needs --postgres")
	}
	if err := store.Migrate(ctx, n.pool); err != nil {
		return nil, err
	}
	feeds, err := pinned.New(n.infra.conn, pinned.Config{})
	if err != nil {
		return nil, err
	}
	rebuild := &projections.Rebuilder{Store: store.New(n.pool), Feeds: feeds, Log: n.set.Log, Keys: n.set.Codec.Keys}
	var runners []*projections.Runner
	var other []error // of another log, all of them
	for _, p := range projections.Projections() {
		r := &projections.Runner{Projection: p, Store: rebuild.Store, Feeds: feeds, Log: n.set.Log, Keys: n.set.Codec.Keys,
			Rebuild: rebuild, Progress: n.progress, Logger: n.c.Log}
		err := r.Check(ctx)
		if _, ok := errors.AsType[*projections.MismatchError](err); ok {
			other = append(other, err)
		} else if err != nil {
			return nil, err
		}
		runners = append(runners, r)
	}
	if len(other) > 0 {
		return nil, otherLog(other)
	}
	return runners, nil
}

// otherLog adds a way out to what is wrong with the read models.
func otherLog(faults []error) error {
	return fmt.Errorf("%w\nThe log lost its end, or an older copy of it was put back. Put the newer one back; or, if what it held may be "+
		"forgotten, have all read models made from what is there: mergit projections rebuild --all (it needs no running server)", errors.Join(faults...))
}

// NewID makes the ID of a goal, an event or a claim: a UUIDv7 in text form.
func NewID() string { return uuid.Must(uuid.NewV7()).String() }

func newSalt() []byte {
	salt := make([]byte, events.SaltSize)
	_, _ = rand.Read(salt) // never fails
	return salt
}
