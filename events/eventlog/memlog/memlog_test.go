package memlog_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/logtest"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

func TestLogKeepsThePromisesOfTheLog(t *testing.T) {
	logtest.Run(t, func(*testing.T) eventlog.Log { return new(memlog.Log) })
}

func TestKeysKeepThePromisesOfKeys(t *testing.T) {
	logtest.RunKeys(t, func(*testing.T) eventlog.Keys { return new(memlog.Keys) })
}

func TestBlobsKeepThePromisesOfBlobs(t *testing.T) {
	logtest.RunBlobs(t, func(*testing.T) eventlog.Blobs { return new(memlog.Blobs) })
}

func ExampleLog() {
	ctx := context.Background()
	goal := events.GoalStream("main", "g")
	r, err := eventlog.Codec{}.Encode(ctx, events.Meta{ID: "1", Stream: goal, Ordinal: 1}, events.GoalCompleted{Tasks: 1})
	if err != nil {
		panic(err)
	}
	log := new(memlog.Log)
	for range 2 { // asking again is a success
		fmt.Println(log.Append(ctx, eventlog.Part{Stream: goal, Records: []eventlog.Record{r}}))
	}
	for r, err := range log.Load(ctx, goal, 0) {
		fmt.Println(r.Revision, r.Kind, err)
	}
	// Output:
	// 1 <nil>
	// 1 <nil>
	// 1 goal.completed <nil>
}
