package commandtest_test

import (
	"fmt"
	"testing"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/commandtest"
	"github.com/mergit-io/mergit/events"
)

func Example() {
	t := new(testing.T) // a test's own
	goal := commandtest.Given[commands.Goal]
	ref := commands.GoalRef{Workspace: commandtest.Workspace, Goal: commandtest.Goal}
	req := commands.Request{At: commandtest.Epoch, Actor: "user:ada"}

	goal(events.GoalSubmitted{Title: "tidy up"}).
		When(req, commands.CancelGoal{GoalRef: ref, Reason: "done by hand"}).
		Then(t, events.GoalCancelled{Reason: "done by hand", By: "user:ada"})

	refusal := goal().When(req, commands.CancelGoal{GoalRef: ref}).Refuses(t, commands.ErrGoalNotFound)
	fmt.Println(refusal.Sort, refusal)
	// Output: not_found no goal g1
}
