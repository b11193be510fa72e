package node

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
	confided "github.com/mergit-io/mergit/handlers/secret"
	"github.com/mergit-io/mergit/handlers/tools"
)

// late is a store of secrets that is reached just after something else has happened.
type late struct {
	*confided.Memory
	first func()
}

func (l late) Put(ctx context.Context, r confided.Ref, value string) error {
	l.first()
	return l.Memory.Put(ctx, r, value)
}

// A goal that is called off while somebody gives it a secret keeps none: what it had was forgotten when it ended.
func TestASecretThatComesTooLateIsForgotten(t *testing.T) {
	t.Parallel()
	for name, cancelled := range map[string]bool{"in time": false, "too late": true} {
		ids := 0
		set := commands.NewSet(new(memlog.Log), new(memlog.Keys), commands.Config{NewID: func() string { ids++; return fmt.Sprint("e", ids) }})
		ref := commands.GoalRef{Workspace: workspace, Goal: "g"}
		run := func(c commands.Command[*commands.Goal]) {
			t.Helper()
			if _, err := set.Goals.Run(t.Context(), commands.Request{At: time.Unix(1, 0), Actor: "user:test"}, c); err != nil {
				t.Fatal(err)
			}
		}
		run(commands.SubmitGoal{GoalRef: ref, Title: "x"})
		run(commands.PlanGoal{GoalRef: ref, Planner: events.Planner{Name: "explicit"}, Tasks: []events.PlannedTask{{ID: "a", Role: "coder", Tool: "credential_request"}}})
		run(commands.StartTask{GoalRef: ref, Task: "a", Claim: "c"})
		run(commands.RaiseInterrupt{GoalRef: ref, Interrupt: "i", Type: tools.WaitSecret, Task: "a", Claim: "c", Options: []string{tools.Provide}, Data: json.RawMessage(`{"name":"key"}`)})
		store := late{new(confided.Memory), func() {
			if cancelled {
				run(commands.CancelGoal{GoalRef: ref})
			}
		}}
		if err := (confidant{store, set.Goals}).Confide(t.Context(), workspace, "g", "i", "hunter2"); err != nil {
			t.Fatal(err)
		}
		if kept, err := store.All(t.Context(), workspace, "g"); err != nil || (len(kept) == 1) == cancelled {
			t.Errorf("%s: %d secrets are kept, %v", name, len(kept), err)
		}
	}
}
