package executor_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/handlertest"
	"github.com/mergit-io/mergit/handlers/tools"
)

const agentAddress = "0x00000000000000000000000000000000000000a1"

// fetch reaches the hosts and paths that its arguments name.
type fetch struct{ handlertest.Func }

func (fetch) Scope(args json.RawMessage) tools.Scope {
	var a struct{ Host, Path string }
	_ = json.Unmarshal(args, &a)
	var s tools.Scope
	if a.Host != "" {
		s.Hosts = []string{a.Host}
	}
	if a.Path != "" {
		s.Paths = []string{a.Path}
	}
	return s
}

// agents is a loop in which goals are run as an agent.
type agents struct {
	*handlertest.Loop
	t   *testing.T
	ref commands.AgentRef
}

func newAgents(t *testing.T, can events.Capabilities, list ...tools.Tool) *agents {
	t.Helper()
	a := &agents{handlertest.Start(t, handlertest.Config{Tools: list}), t, commands.AgentRef{Workspace: handlertest.Workspace, Agent: "a1"}}
	a.do(commands.RegisterAgent{AgentRef: a.ref, AgentName: "Ada", Roles: []string{"coder"}, Capabilities: can, Address: agentAddress})
	return a
}

func (a *agents) do(c commands.Named) {
	a.t.Helper()
	if _, err := a.Set.Dispatch(a.t.Context(), commands.Request{At: time.Now(), Actor: "user:test"}, c); err != nil {
		a.t.Error(err)
	}
}

// run runs a goal as the agent until one of some events, of which it returns the first.
func (a *agents) run(kinds []string, tasks ...events.PlannedTask) (goal string, e events.Envelope[events.Event]) {
	a.t.Helper()
	plan, err := json.Marshal(tasks)
	if err != nil {
		a.t.Fatal(err)
	}
	goal = handlertest.NewID()
	a.do(commands.SubmitGoal{GoalRef: commands.GoalRef{Workspace: handlertest.Workspace, Goal: goal}, Title: "test", Plan: plan, Agent: a.ref.Agent})
	if e, err = a.Wait(a.t.Context(), goal, kinds...); err != nil {
		a.t.Fatal(err)
	}
	return goal, e
}

var ended = []string{"goal.completed", "goal.failed"}

func anything(trust string) events.Capabilities {
	return events.Capabilities{Tools: []string{"*"}, Hosts: []string{"*"}, Paths: []string{"*"}, Trust: trust}
}

func TestATaskIsCompletedByItsAgent(t *testing.T) {
	t.Parallel()
	a := newAgents(t, anything(commands.TrustStandard), handlertest.Noop(10))
	_, e := a.run([]string{"task.completed", "goal.failed"}, one("noop"))
	if done, ok := e.Fact.(events.TaskCompleted); !ok || done.AgentAddress != agentAddress || e.Agent != "a1" {
		t.Errorf("%T %+v by %q", e.Fact, e.Fact, e.Agent)
	}
}

func TestAnAgentUsesOnlyWhatItMay(t *testing.T) {
	t.Parallel()
	var reaches func(string) bool
	answer := func(_ context.Context, c tools.Call) (tools.Result, error) {
		reaches = c.MayReach
		return value("ok"), nil
	}
	a := newAgents(t, events.Capabilities{Tools: []string{"fetch"}, Hosts: []string{"*.example.org"}, Paths: []string{"docs"}, Trust: commands.TrustHigh},
		fetch{handlertest.Func{Name: "fetch", Does: answer}}, handlertest.Noop(10))
	for _, c := range []struct{ tool, args, says string }{
		{"noop", `{}`, "tool noop"},
		{"fetch", `{"host":"example.com"}`, "host example.com"},
		{"fetch", `{"path":"docs/../secret"}`, "path docs/../secret"},
		{"fetch", `{"host":"api.example.org","path":"docs/a.md"}`, ""},
	} {
		_, e := a.run([]string{"task.failed", "task.completed"}, events.PlannedTask{ID: "t", Role: "coder", Tool: c.tool, Args: json.RawMessage(c.args)})
		failed, no := e.Fact.(events.TaskFailed)
		if no != (c.says != "") || no && (failed.Code != "capability_denied" || failed.RetryAt != nil || !strings.Contains(failed.Error, "agent a1") || !strings.Contains(failed.Error, c.says)) {
			t.Errorf("%s %s: %+v, want it refused for %q", c.tool, c.args, e.Fact, c.says)
		}
	}
	if !reaches("x.example.org") || reaches("example.com") {
		t.Error("a call is not told which hosts its agent may be led to")
	}
}

func TestCapabilitiesCountWhenACallIsMade(t *testing.T) {
	t.Parallel()
	var a *agents
	narrow := handlertest.Func{Name: "narrow", Does: func(context.Context, tools.Call) (tools.Result, error) {
		a.do(commands.ChangeCapabilities{AgentRef: a.ref, Tools: &[]string{"narrow"}})
		return value("ok"), nil
	}}
	a = newAgents(t, anything(commands.TrustStandard), narrow, handlertest.Noop(10))
	_, e := a.run(ended, one("narrow"), events.PlannedTask{ID: "after", Role: "coder", Tool: "noop", Needs: []string{"t"}})
	if failed, ok := e.Fact.(events.GoalFailed); !ok || failed.Task != "after" || !strings.Contains(failed.Error, "tool noop") {
		t.Errorf("%T %+v", e.Fact, e.Fact)
	}
}

func TestAnAgentOfLowTrustAsksBeforeEachTask(t *testing.T) {
	t.Parallel()
	a := newAgents(t, anything(commands.TrustLow), handlertest.Noop(10))
	goal, e := a.run([]string{"interrupt.pending", "goal.completed", "goal.failed"}, one("noop"))
	asked, ok := e.Fact.(events.InterruptPending)
	if !ok || asked.Type != "supervised_task" || !strings.Contains(asked.Description, "low trust") {
		t.Fatalf("%T %+v", e.Fact, e.Fact)
	}
	if err := a.Resolve(t.Context(), goal, asked.Interrupt, "approve"); err != nil {
		t.Fatal(err)
	}
	if e, err := a.Wait(t.Context(), goal, ended...); err != nil || events.KindOfFact(e.Fact).Name != "goal.completed" {
		t.Errorf("%+v, %v", e.Fact, err)
	}
}

func TestTheGoalsOfAnAgentThatMayNotActStop(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		stop func(*agents)
		code string
	}{
		"revoked":   {func(a *agents) { a.do(commands.RevokeAgent{AgentRef: a.ref}) }, "agent_revoked"},
		"suspended": {func(a *agents) { a.do(commands.DeactivateAgent{AgentRef: a.ref, At: events.OnChain{Block: 3}}) }, "agent_inactive"},
		"unknown":   {func(a *agents) { a.ref.Agent = "a2" }, "agent_not_found"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newAgents(t, anything(commands.TrustStandard), handlertest.Noop(10))
			c.stop(a)
			goal, e := a.run(ended, one("noop"))
			if failed, ok := e.Fact.(events.GoalFailed); !ok || failed.Code != c.code || !strings.Contains(failed.Error, a.ref.Agent) {
				t.Errorf("%T %+v", e.Fact, e.Fact)
			}
			if n := count(kinds(t, a.Loop, goal), "task.started"); n != 0 {
				t.Errorf("%d tasks were started", n)
			}
		})
	}
}

func TestAnAgentThatIsRevokedStartsNothingMore(t *testing.T) {
	t.Parallel()
	var a *agents
	last := handlertest.Func{Name: "last", Does: func(context.Context, tools.Call) (tools.Result, error) {
		a.do(commands.RevokeAgent{AgentRef: a.ref})
		return value("ok"), nil
	}}
	a = newAgents(t, anything(commands.TrustStandard), last)
	goal, e := a.run(ended, one("last"), events.PlannedTask{ID: "after", Role: "coder", Tool: "last", Needs: []string{"t"}})
	if failed, ok := e.Fact.(events.GoalFailed); !ok || failed.Code != "agent_revoked" {
		t.Errorf("%T %+v", e.Fact, e.Fact)
	}
	if got := kinds(t, a.Loop, goal); count(got, "task.started") != 1 || count(got, "task.completed") > 1 {
		t.Errorf("%v", got)
	}
}
