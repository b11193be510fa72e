package commands_test

import (
	"context"
	"iter"
	"strconv"
	"testing"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

// sink takes every append and keeps nothing, so that only the runner is
// measured: memlog looks through all of a stream for each append.
type sink struct {
	eventlog.Log
	head events.Revision
}

func (s *sink) Append(_ context.Context, parts ...eventlog.Part) (events.Revision, error) {
	for _, p := range parts {
		s.head += events.Revision(len(p.Records))
	}
	return s.head, nil
}

func (s *sink) Load(context.Context, events.StreamID, events.Revision) iter.Seq2[eventlog.Record, error] {
	return func(func(eventlog.Record, error) bool) {}
}

func BenchmarkRun(b *testing.B) {
	b.Run("task.start on one goal", func(b *testing.B) {
		set := process(new(sink), new(memlog.Keys))
		hot(b, set)
		c := start("a", "c")
		c.Redelivered = true
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			c.Claim = strconv.Itoa(i)
			must(b, set, worker, c)
		}
	})
	b.Run("task.fail and task.start on one goal", func(b *testing.B) {
		set := process(new(sink), new(memlog.Keys))
		hot(b, set)
		req := worker
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			claim := strconv.Itoa(i)
			req.At = req.At.Add(maxWait)
			must(b, set, req, start("a", claim))
			must(b, set, req, commands.FailTask{GoalRef: ref, Task: "a", Claim: claim, Code: "x", Error: "did not work", Retryable: true})
		}
	})
	b.Run("goal.submit", func(b *testing.B) {
		set := process(new(sink), new(memlog.Keys))
		c := submit
		req := withID("k")
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			c.Goal = "g" + strconv.Itoa(i)
			must(b, set, req, c)
		}
	})
	b.Run("task.start over memlog", func(b *testing.B) {
		p := newPlace()
		set := p.process()
		hot(b, set)
		c := start("a", "c")
		c.Redelivered = true
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			c.Claim = strconv.Itoa(i)
			must(b, set, worker, c)
		}
	})
}

// maxWait is longer than any backoff.
const maxWait = 1 << 40

// hot is a goal of 64 tasks, one of which goes on for ever.
func hot(b *testing.B, set *commands.Set) {
	b.Helper()
	names := []string{"a"}
	for i := range 63 {
		names = append(names, "t"+strconv.Itoa(i)+"<a")
	}
	tasks := tasksOf(names...)
	tasks[0].Retries = 1 << 40
	must(b, set, by("user:ada"), submit)
	must(b, set, worker, commands.PlanGoal{GoalRef: ref, Tasks: tasks})
}
