package projections_test

import (
	"context"
	"fmt"

	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/internal/sample"
)

func ExampleFoldGoal() {
	w := sample.New()
	var records []eventlog.Record
	for _, f := range sample.Goal("g1", 3)[:7] {
		r, err := w.Record(f.Stream, f.Event)
		if err != nil {
			fmt.Println(err)
			return
		}
		records = append(records, r)
	}
	batch, err := projections.Goals.Open(context.Background(), w.Keys, records)
	if err != nil {
		fmt.Println(err)
		return
	}
	rows, err := projections.FoldGoal(batch)
	if err != nil {
		fmt.Println(err)
		return
	}
	for task := range rows.Goal.Tasks.All() {
		fmt.Println(task.ID, task.Status)
	}
	// Output:
	// t00 done
	// t01 running
	// t02 pending
}
