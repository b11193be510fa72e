package commands_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/commandtest"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

func ExampleSet() {
	ctx := context.Background()
	set := commands.NewSet(new(memlog.Log), new(memlog.Keys), commands.Config{NewID: eventIDs("event-")})
	ref := commands.GoalRef{Workspace: "main", Goal: "g1"}
	req := commands.Request{ID: "key-1", At: commandtest.Epoch, Actor: "user:ada"}

	for range 2 { // the second answer comes from the log
		answer, err := set.Dispatch(ctx, req, commands.SubmitGoal{GoalRef: ref, Title: "tidy up"})
		fmt.Println(answer.Revision, answer.Repeated, err)
	}
	req.ID = "key-2"
	_, err := set.Dispatch(ctx, req, commands.CompleteGoal{GoalRef: ref})
	if refusal, ok := errors.AsType[*commands.Refusal](err); ok {
		fmt.Println(refusal.Sort, refusal.Code, refusal)
	}
	// Output:
	// 1 false <nil>
	// 1 true <nil>
	// conflict TASKS_OPEN goal g1 has tasks that are not done
}
