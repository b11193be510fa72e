package projector_test

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log/slog"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/google/uuid"
	"github.com/nats-io/nats.go"

	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/projector"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events/eventlog/jslog"
	"github.com/mergit-io/mergit/events/eventlog/natsserver"
)

// workerEnv makes the test binary a worker as it describes, which kills itself at a point.
const workerEnv = "MERGIT_TEST_CHAIN_WORKER"

// order says what a worker is to do.
type order struct {
	NATS, Chain string
	ChainID     uint64
	Contract    common.Address
	Key         string // hex
	Resend      time.Duration
	Batch       int
	// Point and Nth say where to be killed; none is nowhere.
	Point string
	Nth   int32
}

func TestMain(m *testing.M) {
	if text := os.Getenv(workerEnv); text != "" {
		fmt.Fprintln(os.Stderr, work(text))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// work records proofs until it is killed.
func work(text string) error {
	var o order
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return err
	}
	raw, err := hex.DecodeString(o.Key)
	if err != nil {
		return err
	}
	private, err := crypto.ToECDSA(raw)
	if err != nil {
		return err
	}
	conn, err := nats.Connect(o.NATS)
	if err != nil {
		return err
	}
	ctx := context.Background()
	stores, err := jslog.OpenStores(ctx, conn, jslog.StoresConfig{})
	if err != nil {
		return err
	}
	node, err := txmgr.Dial(ctx, o.Chain)
	if err != nil {
		return err
	}
	var passed atomic.Int32
	at := func(point string) {
		if point == o.Point && passed.Add(1) == o.Nth {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {} // nothing may follow
		}
	}
	set := commands.NewSet(stores.Log, stores.Keys, commands.Config{NewID: func() string { return uuid.Must(uuid.NewV7()).String() }})
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	manager, err := txmgr.New(txmgr.Config{Commands: set, Chain: node, ChainID: o.ChainID, Key: wallet.FromKey(private), Now: time.Now, Log: log,
		Poll: 5 * time.Millisecond, ResendAfter: o.Resend, Backoff: 2 * time.Millisecond, At: func(p txmgr.Point) { at(string(p)) }})
	if err != nil {
		return err
	}
	p, err := projector.New(projector.Config{Commands: set, Chain: node, Contract: o.Contract, Manager: manager, Snapshots: new(chaintest.Snapshots),
		Now: time.Now, Log: log, Gather: 5 * time.Millisecond, Backoff: 2 * time.Millisecond, Batch: o.Batch, At: func(p projector.Point) { at(string(p)) }})
	if err != nil {
		return err
	}
	failed := make(chan error, 2)
	go func() { failed <- manager.Run(ctx) }()
	go func() { failed <- p.Run(ctx) }()
	return <-failed
}

// process is a worker of its own.
type process struct {
	cmd    *exec.Cmd
	said   strings.Builder
	killed chan bool // by itself, at the point
}

func start(t *testing.T, o order) *process {
	t.Helper()
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	p := &process{cmd: exec.CommandContext(context.WithoutCancel(t.Context()), os.Args[0]), killed: make(chan bool, 1)}
	p.cmd.Env, p.cmd.Stderr = append(os.Environ(), workerEnv+"="+string(text)), &p.said
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.end)
	go func() {
		exit, ok := errors.AsType[*exec.ExitError](p.cmd.Wait())
		status, _ := exit.Sys().(syscall.WaitStatus)
		p.killed <- ok && status.Signaled() && status.Signal() == syscall.SIGKILL
	}()
	return p
}

// end kills the process, whatever it does.
func (p *process) end() { _ = p.cmd.Process.Kill() }

// TestKilledProcessLosesAndRepeatsNothing kills a real process at each point, with the log in a real NATS server and on a
// chain that both go on, and has another one finish.
func TestKilledProcessLosesAndRepeatsNothing(t *testing.T) {
	t.Parallel()
	for _, s := range scenarios {
		for _, point := range s.points {
			t.Run(s.name+"/"+point, func(t *testing.T) {
				t.Parallel()
				kill(t, s, point)
			})
		}
	}
}

func kill(t *testing.T, s scenario, point string) {
	private, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	key := wallet.FromKey(private)
	chain := chaintest.Open(t, devchain.Config{Period: 10 * time.Millisecond}, key)
	chaintest.Seal(t, chain)
	w := worldOn(t, chain, key)
	url := w.keepInNATS(t)
	goals := w.goals(t, 7)
	if s.prepare != nil {
		if end := s.prepare(t, w, goals); end != nil {
			defer end()
		}
	}
	o := order{NATS: url, Chain: w.url, ChainID: w.id, Contract: w.contract, Key: hex.EncodeToString(crypto.FromECDSA(private)),
		Resend: s.setup.tx.ResendAfter, Batch: 3, Point: point, Nth: 1}
	or(&o.Resend, 100*time.Millisecond)
	victim := start(t, o)
	if !<-victim.killed {
		t.Fatalf("the process was not killed at %s:\n%s", point, &victim.said)
	}
	o.Point = ""
	next := start(t, o)
	w.check(t, goals[s.dead:])
	if n := len(w.kinds(t, "proof.dead_lettered")); n != s.dead {
		t.Errorf("%d goals were given up, want %d", n, s.dead)
	}
	next.end()
	<-next.killed
	if t.Failed() {
		t.Logf("the second process said:\n%s", &next.said)
	}
}

// keepInNATS has the world's log in a NATS server of its own.
func (w *world) keepInNATS(t *testing.T) (url string) {
	t.Helper()
	server, err := natsserver.Start(natsserver.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Shutdown(context.Background()); err != nil {
			t.Errorf("stop the log: %v", err)
		}
	})
	conn, err := server.Connect("test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	stores, err := jslog.OpenStores(t.Context(), conn, jslog.StoresConfig{})
	if err != nil {
		t.Fatal(err)
	}
	w.Log, w.Keys, w.Blobs = stores.Log, stores.Keys, stores.Blobs
	return server.ClientURL()
}

// TestEveryPointIsCrashedAt reads the points from the source, so that a new one is not forgotten.
func TestEveryPointIsCrashedAt(t *testing.T) {
	t.Parallel()
	crashed := map[string]bool{}
	for _, s := range scenarios {
		for _, point := range s.points {
			crashed[point] = true
		}
	}
	found := 0
	for _, file := range []string{"projector.go", "../txmgr/manager.go"} {
		for name, point := range points(t, file) {
			found++
			if !crashed[point] {
				t.Errorf("%s of %s: no scenario crashes at %q", name, file, point)
			}
		}
	}
	if found < 19 {
		t.Errorf("only %d points found", found)
	}
	if len(crashed) != found {
		t.Errorf("crashed at %v; there are %d", slices.Sorted(maps.Keys(crashed)), found)
	}
}

// points are the constants of type Point in a file: name → value.
func points(t *testing.T, file string) map[string]string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	ast.Inspect(parsed, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		if kind, ok := spec.Type.(*ast.Ident); ok && kind.Name == "Point" {
			value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			all[spec.Names[0].Name] = value
		}
		return true
	})
	return all
}
