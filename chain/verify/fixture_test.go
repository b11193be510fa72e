package verify_test

import (
	"bytes"
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/devchain"
	"github.com/mergit-io/mergit/chain/projector"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/verify"
	"github.com/mergit-io/mergit/chain/verify/filelog"
	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

// proven is a log of proven goals and the chain that proves them.
type proven struct {
	chaintest.Store
	chain    *devchain.Chain
	node     txmgr.Node
	contract common.Address
	key      *wallet.Wallet
}

const agent = "0x8004A818BFB912233c491871b3d84c89A494BD9e"

// tasks are one with an agent, one whose result is in a blob, and one that needs both.
func tasks() []chaintest.Task {
	tasks := chaintest.Tasks(3)
	tasks[0].Agent = agent
	tasks[1].Result = `{"content":"` + strings.Repeat("long ", events.InlineSize/4) + `"}`
	tasks[2].Needs = []string{"task-0", "task-1"}
	return tasks
}

// prove has goals done and recorded.
func prove(t *testing.T, goals ...[]chaintest.Task) (*proven, []string) {
	t.Helper()
	key := chaintest.Wallet(t)
	chain := chaintest.Open(t, devchain.Config{Period: 10 * time.Millisecond}, key)
	chaintest.Seal(t, chain)
	p := &proven{
		Store: chaintest.Store{Log: new(memlog.Log), Keys: new(memlog.Keys), Blobs: new(memlog.Blobs)},
		chain: chain, node: chaintest.Node(t, chain.HTTP()),
	}
	at, err := deploy.Ensure(t.Context(), p.node, key, t.TempDir(), deploy.Config{Contracts: []deploy.Name{deploy.ProofOfWork}, Poll: 5 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	p.contract, p.key = at.ProofOfWork.Address, key
	set := p.Commands()
	stop := p.work(t)
	ids := make([]string, len(goals))
	for i, tasks := range goals {
		ids[i] = p.Run(t.Context(), t, set, tasks...)
	}
	p.confirmed(t, len(goals))
	stop()
	return p, ids
}

// confirmed waits until there were so many confirmations.
func (p *proven) confirmed(t *testing.T, n int) {
	t.Helper()
	chaintest.Eventually(t, "all goals are confirmed", func() bool {
		confirmed := 0
		for r := range p.Log.Read(t.Context(), eventlog.Query{}) {
			if r.Kind == "proof.confirmed" {
				confirmed++
			}
		}
		return confirmed == n
	})
}

// work has what ended recorded.
func (p *proven) work(t *testing.T) (stop func()) {
	t.Helper()
	key, set, log := p.key, p.Commands(), slog.New(slog.DiscardHandler)
	manager, err := txmgr.New(txmgr.Config{Commands: set, Chain: p.node, ChainID: 1337, Key: key, Now: time.Now, Log: log, Poll: 5 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	worker, err := projector.New(projector.Config{
		Commands: set, Chain: p.node, Contract: p.contract, Manager: manager, Snapshots: new(chaintest.Snapshots), Now: time.Now, Log: log,
		Gather: time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	return chaintest.Background(t, func(ctx context.Context) error {
		var wg sync.WaitGroup
		defer wg.Wait()
		wg.Go(func() { _ = manager.Run(ctx) })
		return worker.Run(ctx)
	})
}

func (p *proven) source() verify.Source {
	return verify.Source{Log: p.Log, Keys: p.Keys, Blobs: p.Blobs, Chain: p.node, Contract: p.contract}
}

// records are those of one goal.
func (p *proven) records(t *testing.T, goal string) []eventlog.Record {
	t.Helper()
	var out []eventlog.Record
	for r, err := range p.Log.Read(t.Context(), eventlog.Query{Subjects: []string{eventlog.GoalFilter(chaintest.Workspace, goal)}}) {
		if err != nil {
			t.Fatal(err)
		}
		r.Body = slices.Clone(r.Body)
		out = append(out, r)
	}
	return out
}

// copied is a file of records, read again.
func copied(t *testing.T, records []eventlog.Record) *filelog.Log {
	t.Helper()
	var file []byte
	for _, r := range records {
		var err error
		if file, err = filelog.AppendLine(file, r); err != nil {
			t.Fatal(err)
		}
	}
	log, err := filelog.Read(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return log
}

// check verifies and wants exactly these classes of faults, the first at a task and a sequence.
func check(t *testing.T, s verify.Source, goal string) verify.Report {
	t.Helper()
	report, err := verify.Goal(t.Context(), s, chaintest.Workspace, goal)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// wants fails unless a fault of a class is named at a task and a sequence.
func wants(t *testing.T, report verify.Report, class verify.Class, task string, at events.Revision) {
	t.Helper()
	if report.OK {
		t.Error("nothing was found")
	}
	for _, f := range report.Faults() {
		if f.Class == class && f.Task == task && (at == 0 || f.Sequence == uint64(at)) {
			t.Log(f)
			return
		}
	}
	t.Errorf("want %s of task %q at sequence %d; found:", class, task, at)
	for _, f := range report.Faults() {
		t.Error(f)
	}
}
