package node

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/plan"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/handlers/dispatch"
)

// fixed plans the same tasks, again and again.
type fixed []events.PlannedTask

func (f fixed) Plan(context.Context, events.GoalSubmitted) ([]events.PlannedTask, events.Planner, error) {
	return f, events.Planner{Name: "explicit"}, nil
}

// again can plan anew.
type again struct{ fixed }

func (again) Asks(g events.GoalSubmitted) bool { return g.Title == "ask" }

func (a again) Replan(ctx context.Context, after commands.Setback) ([]events.PlannedTask, events.Planner, error) {
	return a.Plan(ctx, after.Goal)
}

func TestAgentsAreGivenPlansOfWhatTheyMayDo(t *testing.T) {
	t.Parallel()
	set := commands.NewSet(new(memlog.Log), new(memlog.Keys), commands.Config{NewID: NewID})
	do := func(c commands.Named) {
		if _, err := set.Dispatch(t.Context(), commands.Request{At: time.Now(), Actor: "user:test"}, c); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range []string{"ada", "gone"} {
		do(commands.RegisterAgent{
			AgentRef: commands.AgentRef{Workspace: workspace, Agent: id}, AgentName: id, Roles: []string{"coder"}, Address: "0x" + strings.Repeat("0", 40),
			Capabilities: events.Capabilities{Tools: []string{"file_ops"}, Trust: commands.TrustHigh},
		})
	}
	do(commands.RevokeAgent{AgentRef: commands.AgentRef{Workspace: workspace, Agent: "gone"}})
	tasks := fixed{{ID: "a", Tool: "file_ops"}, {ID: "b", Prompt: "think"}, {ID: "c", Tool: "http_request"}}
	planner, ok := forAgents(again{tasks}, set).(dispatch.Replanner)
	if !ok || !planner.Asks(events.GoalSubmitted{Title: "ask"}) || planner.Asks(events.GoalSubmitted{}) {
		t.Fatal("a planner that can ask a model is one no more")
	}
	if _, ok := forAgents(tasks, set).(dispatch.Replanner); ok {
		t.Error("a planner that cannot ask a model became one that can")
	}
	if got, _, err := planner.Plan(t.Context(), events.GoalSubmitted{}); err != nil || len(got) != 3 {
		t.Errorf("nobody's plan: %v, %v", got, err)
	}
	plans := map[string]func(agent string) error{
		"first": func(agent string) error {
			_, _, err := planner.Plan(t.Context(), events.GoalSubmitted{Agent: agent})
			return err
		},
		"another": func(agent string) error {
			_, _, err := planner.Replan(t.Context(), commands.Setback{Goal: events.GoalSubmitted{Agent: agent}})
			return err
		},
	}
	for name, err := range plans {
		bad, ok := errors.AsType[*plan.InvalidError](err("ada"))
		if !ok || len(bad.Faults) != 1 || bad.Faults[0].Path != "tasks[2].tool" || !strings.Contains(bad.Faults[0].Reason, "http_request") {
			t.Errorf("%s plan: %v", name, bad)
		}
		for agent, want := range map[string]error{"gone": commands.ErrAgentRevoked, "nobody": commands.ErrAgentNotFound} {
			refused, ok := errors.AsType[dispatch.Refusal](err(agent))
			if !ok || !errors.Is(err(agent), want) {
				t.Errorf("%s plan of %s: %v", name, agent, refused)
			}
		}
		if _, ok := errors.AsType[dispatch.Refusal](err("a*b")); !ok {
			t.Errorf("%s plan of an agent that cannot be: %v", name, err("a*b"))
		}
	}
}
