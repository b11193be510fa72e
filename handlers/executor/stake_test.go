package executor_test

import (
	"context"
	"encoding/json"
	"math/big"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/handlertest"
	"github.com/mergit-io/mergit/handlers/policy"
	"github.com/mergit-io/mergit/handlers/tools"
)

// risky takes stake of the first tier for writes, and asks those whose score is below 3000.
var risky = policy.StakeTable{
	Tiers: []*big.Int{big.NewInt(100)}, Tools: []policy.StakeRule{{Tool: "risky", Effect: "write", Tier: 1}}, SupervisedBelow: 3000,
}

func staking(t *testing.T) *agents {
	t.Helper()
	does := func(context.Context, tools.Call) (tools.Result, error) { return value("ok"), nil }
	a := &agents{handlertest.Start(t, handlertest.Config{
		Tools: []tools.Tool{handlertest.Func{Name: "risky", Has: tools.Write, Does: does}, handlertest.Noop(10)}, Stakes: risky,
	}), t, commands.AgentRef{Workspace: handlertest.Workspace, Agent: "a1"}}
	a.do(commands.RegisterAgent{AgentRef: a.ref, AgentName: "Ada", Roles: []string{"coder"}, Capabilities: anything(commands.TrustHigh), Address: agentAddress})
	return a
}

func seenAt(block uint64) events.OnChain {
	return events.OnChain{Chain: 1337, Contract: "0xc0", Tx: "0xf0", Block: block, BlockHash: "0xb"}
}

func TestAHighRiskToolTakesStakeOfTheAgent(t *testing.T) {
	t.Parallel()
	a := staking(t)
	call := events.PlannedTask{ID: "t", Role: "coder", Tool: "risky", Args: json.RawMessage(`{}`)}
	disguised := call
	disguised.Effect = string(tools.Read)
	for _, task := range []events.PlannedTask{call, disguised} {
		_, e := a.run([]string{"task.failed", "task.completed"}, task)
		failed, ok := e.Fact.(events.TaskFailed)
		if !ok || failed.Code != "stake_too_low" || failed.RetryAt != nil || !strings.Contains(failed.Error, "deposit at least 100 wei more") {
			t.Errorf("without stake: %+v", e.Fact)
		}
	}
	if _, e := a.run(ended, one("noop")); events.KindOfFact(e.Fact).Name != "goal.completed" {
		t.Errorf("a tool without risk: %+v", e.Fact)
	}
	a.do(commands.SeeStake{AgentRef: a.ref, Change: events.StakeDeposited, Amount: "99", At: seenAt(1)})
	if _, e := a.run([]string{"task.failed", "task.completed"}, call); !strings.Contains(e.Fact.(events.TaskFailed).Error, "deposit at least 1 wei more") {
		t.Errorf("with too little: %+v", e.Fact)
	}
	a.do(commands.SeeStake{AgentRef: a.ref, Change: events.StakeDeposited, Amount: "1", At: seenAt(2)})
	if _, e := a.run(ended, call); events.KindOfFact(e.Fact).Name != "goal.completed" {
		t.Errorf("with enough: %+v", e.Fact)
	}
}

func TestAGoalWithoutAnAgentNeedsNoStake(t *testing.T) {
	t.Parallel()
	a := staking(t)
	a.ref.Agent = ""
	if _, e := a.run(ended, events.PlannedTask{ID: "t", Role: "coder", Tool: "risky", Args: json.RawMessage(`{}`)}); events.KindOfFact(e.Fact).Name != "goal.completed" {
		t.Errorf("%+v", e.Fact)
	}
}

func TestAnAgentWhoseScoreIsLowAsksBeforeEachTask(t *testing.T) {
	t.Parallel()
	a := staking(t)
	score := func(index uint64, of int64) {
		a.do(commands.SeeReputation{AgentRef: a.ref, Anchored: events.ReputationAnchored{Index: index, Score: of, ComponentHash: events.Sum([]byte("c")), At: seenAt(index + 1)}})
	}
	if _, e := a.run([]string{"interrupt.pending", "goal.completed"}, one("noop")); events.KindOfFact(e.Fact).Name != "goal.completed" {
		t.Errorf("without a score: %+v", e.Fact)
	}
	score(0, 2999)
	goal, e := a.run([]string{"interrupt.pending", "goal.completed", "goal.failed"}, one("noop"))
	asked, ok := e.Fact.(events.InterruptPending)
	if !ok || asked.Type != "supervised_task" || !strings.Contains(asked.Description, "score is low") {
		t.Fatalf("%T %+v", e.Fact, e.Fact)
	}
	if err := a.Resolve(t.Context(), goal, asked.Interrupt, "approve"); err != nil {
		t.Fatal(err)
	}
	if e, err := a.Wait(t.Context(), goal, ended...); err != nil || events.KindOfFact(e.Fact).Name != "goal.completed" {
		t.Errorf("%+v, %v", e.Fact, err)
	}
	score(1, 3000)
	if _, e := a.run([]string{"interrupt.pending", "goal.completed"}, one("noop")); events.KindOfFact(e.Fact).Name != "goal.completed" {
		t.Errorf("once it has recovered: %+v", e.Fact)
	}
}
