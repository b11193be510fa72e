package verify_test

import (
	"context"
	"fmt"
	"time"

	"github.com/mergit-io/mergit/chain/verify"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

func ExampleGoal() {
	log, keys, n := new(memlog.Log), new(memlog.Keys), 0
	set := commands.NewSet(log, keys, commands.Config{NewID: func() string { n++; return fmt.Sprint("event-", n) }})
	req := commands.Request{At: time.Unix(0, 0), Actor: "user:ann"}
	ref := commands.GoalRef{Workspace: "main", Goal: "g"}
	for _, c := range []commands.Command[*commands.Goal]{
		commands.SubmitGoal{GoalRef: ref, Title: "Describe the folder"}, commands.CancelGoal{GoalRef: ref},
	} {
		if _, err := set.Goals.Run(context.Background(), req, c); err != nil {
			panic(err)
		}
	}
	report, err := verify.Goal(context.Background(), verify.Source{Log: log, Keys: keys}, "main", "g")
	fmt.Println(report.Status, report.OK, err)
	for _, fault := range report.Faults() {
		fmt.Println(fault)
	}
	// Output:
	// cancelled false <nil>
	// bundle: unproven: there is no chain to compare with
}
