package gateway_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/gateway/wire"
)

func TestAGoalThatFailedCanBeRetried(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.submit(owner, "Try").ID
	retry := "/goals/" + id + "/retry"
	w.post(retry, owner, "").refused(http.StatusConflict, "GOAL_NOT_FAILED")
	ref, claim := commands.GoalRef{Workspace: "main", Goal: id}, newID()
	w.run(planned(ref), commands.StartTask{GoalRef: ref, Task: "a", Claim: claim}, commands.FailTask{GoalRef: ref, Task: "a", Claim: claim, Code: "broken", Error: "no"},
		commands.FailGoal{GoalRef: ref, Code: "task_failed", Error: "broken: no", Task: "a"})
	before := data[wire.Goal](w.get("/goals/"+id, owner), http.StatusOK)
	if before.Status != "failed" || before.FailedTask != "a" {
		t.Fatalf("goal %+v", before)
	}
	w.post(retry, viewer, "").refused(http.StatusForbidden, "SCOPE_MISSING")
	a := data[wire.Accepted](w.post(retry, owner, ""), http.StatusOK)
	g := data[wire.Goal](w.get(fmt.Sprintf("/goals/%s?after=%d", id, a.Revision), owner), http.StatusOK)
	if g.Status != "executing" || g.Error != "" || g.FailedTask != "" || g.Ended != nil || g.Planner.Version != 2 || g.Tasks[0].Status != "ready" {
		t.Errorf("goal %+v", g)
	}
	w.post("/goals/"+newID()+"/retry", owner, "").refused(http.StatusNotFound, "GOAL_NOT_FOUND")
}

func TestAGoalOfARevokedAgentIsNotRetried(t *testing.T) {
	t.Parallel()
	w := newAgents(t)
	agent := w.register(`{"name":"Ada","roles":["coder"]}`).ID
	id := data[wire.Accepted](w.post("/goals", owner, fmt.Sprintf(`{"title":"Try","plan":%s,"agent":%q}`, twoTasks, agent)), http.StatusCreated).ID
	ref := commands.GoalRef{Workspace: "main", Goal: id}
	w.run(planned(ref), commands.FailGoal{GoalRef: ref, Code: "task_failed"})
	data[wire.Accepted](w.post("/goals/"+id+"/retry", owner, ""), http.StatusOK)
	w.run(commands.FailGoal{GoalRef: ref, Code: "task_failed"})
	data[wire.Accepted](w.post("/agents/"+agent+"/revoke", owner, `{}`), http.StatusOK)
	refused := w.post("/goals/"+id+"/retry", owner, "").refused(http.StatusConflict, "AGENT_REVOKED")
	if !strings.Contains(refused.Message, "submit the goal again as another agent") {
		t.Errorf("it says %q", refused.Message)
	}
	w.post("/goals/"+id+"/retry", other, "").refused(http.StatusNotFound, "GOAL_NOT_FOUND")
}
