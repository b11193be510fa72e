package dispatch_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog/jslog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/events/eventlog/natsserver"
	"github.com/mergit-io/mergit/handlers/dispatch"
	"github.com/mergit-io/mergit/handlers/handlertest"
	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/work"
)

// hand gives commands to a set.
type hand struct {
	t   *testing.T
	set *commands.Set
}

func (h hand) do(c commands.Named) {
	h.t.Helper()
	if _, err := h.set.Dispatch(h.t.Context(), commands.Request{At: time.Now(), Actor: "user:test"}, c); err != nil {
		h.t.Fatal(err)
	}
}

func (h hand) agent(id, trust string) commands.AgentRef {
	h.t.Helper()
	ref := commands.AgentRef{Workspace: handlertest.Workspace, Agent: id}
	h.do(commands.RegisterAgent{AgentRef: ref, AgentName: id, Roles: []string{"coder"}, Address: "0x00000000000000000000000000000000000000a1",
		Capabilities: events.Capabilities{Tools: []string{"*"}, Hosts: []string{"*"}, Paths: []string{"*"}, Trust: trust}})
	return ref
}

// submit submits a goal of one task.
func (h hand) submit(agent, tool string) (goal string) {
	h.t.Helper()
	plan, err := json.Marshal([]events.PlannedTask{{ID: "t", Role: "coder", Tool: tool}})
	if err != nil {
		h.t.Fatal(err)
	}
	goal = handlertest.NewID()
	h.do(commands.SubmitGoal{GoalRef: commands.GoalRef{Workspace: handlertest.Workspace, Goal: goal}, Title: "test", Plan: plan, Agent: agent})
	return goal
}

func TestTheGoalsOfAnAgentEndWhenItIsRevoked(t *testing.T) {
	t.Parallel()
	begun, stopped := make(chan struct{}, 2), make(chan struct{}, 2)
	release := make(chan struct{})
	held := handlertest.Func{Name: "held", Does: func(ctx context.Context, _ tools.Call) (tools.Result, error) {
		begun <- struct{}{}
		select {
		case <-ctx.Done():
			stopped <- struct{}{}
			return tools.Result{}, ctx.Err()
		case <-release:
			return value("ok")
		}
	}}
	l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(held, handlertest.Noop(10))})
	h := hand{t, l.Set}
	runs, asks := h.agent("runs", commands.TrustStandard), h.agent("asks", commands.TrustLow)
	h.agent("other", commands.TrustStandard)
	runsGoal, asksGoal, other := h.submit("runs", "held"), h.submit("asks", "noop"), h.submit("other", "held")
	for range 2 {
		<-begun
	}
	if _, err := l.Wait(t.Context(), asksGoal, "interrupt.pending"); err != nil {
		t.Fatal(err)
	}
	h.do(commands.RevokeAgent{AgentRef: runs})
	h.do(commands.RevokeAgent{AgentRef: asks})
	for _, goal := range []string{runsGoal, asksGoal} {
		e, err := l.Wait(t.Context(), goal, "goal.failed", "goal.completed")
		if failed, ok := e.Fact.(events.GoalFailed); err != nil || !ok || failed.Code != "agent_revoked" || !strings.Contains(failed.Error, "is revoked") {
			t.Errorf("%T %+v, %v", e.Fact, e.Fact, err)
		}
	}
	<-stopped
	close(release)
	if _, err := l.Wait(t.Context(), other, "goal.completed"); err != nil {
		t.Error(err)
	}
}

func TestAnAgentThatWasRevokedWhileNobodyDispatchedHasItsGoalsEnded(t *testing.T) {
	t.Parallel()
	server, err := natsserver.Start(natsserver.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Shutdown(context.Background()) })
	nc, err := server.Connect("test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	log, err := jslog.Open(t.Context(), nc, jslog.Config{})
	if err != nil {
		t.Fatal(err)
	}
	queue, err := work.Open(t.Context(), nc, work.Config{})
	if err != nil {
		t.Fatal(err)
	}
	snapshots, err := work.OpenSnapshots(t.Context(), queue, 1)
	if err != nil {
		t.Fatal(err)
	}
	h := hand{t, commands.NewSet(log, new(memlog.Keys), commands.Config{NewID: handlertest.NewID})}
	ref := h.agent("gone", commands.TrustStandard)
	goal := h.submit("gone", "noop")
	h.do(commands.RevokeAgent{AgentRef: ref})

	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	d := dispatch.New(dispatch.Config{Commands: h.set, Queue: queue, Snapshots: snapshots, Planner: new(thinker), Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	wg.Go(func() {
		if err := d.Run(ctx); ctx.Err() == nil {
			t.Error(err)
		}
	})
	l := handlertest.Loop{Set: h.set}
	e, err := l.Wait(t.Context(), goal, "goal.failed")
	if failed, ok := e.Fact.(events.GoalFailed); err != nil || !ok || failed.Code != "agent_revoked" {
		t.Errorf("%T %+v, %v", e.Fact, e.Fact, err)
	}
}
