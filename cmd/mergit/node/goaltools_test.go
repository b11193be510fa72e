package node

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/tools/spawngoal"
)

// A goal spawns no more than it may, however many of its calls spawn at once in several processes; and a call that is made again, by
// whichever process, finds the child that it has.
func TestCallsAtOnceSpawnNoMoreGoalsThanOneMay(t *testing.T) {
	t.Parallel()
	log, keys := new(memlog.Log), new(memlog.Keys)
	var mu sync.Mutex
	ids := 0
	process := func() family {
		set := commands.NewSet(log, keys, commands.Config{NewID: func() string {
			mu.Lock()
			defer mu.Unlock()
			ids++
			return fmt.Sprint("e", ids)
		}})
		return family{&node{c: Defaults(), set: set, tools: registry(Defaults())}}
	}
	processes := []family{process(), process()}
	_, err := processes[0].n.set.Goals.Run(t.Context(), commands.Request{At: time.Unix(1, 0), Actor: "user:test"},
		commands.SubmitGoal{GoalRef: commands.GoalRef{Workspace: workspace, Goal: "parent"}, Title: "parent"})
	if err != nil {
		t.Fatal(err)
	}
	caller := tools.Caller{Workspace: workspace, Goal: "parent", Task: "t"}
	child := spawngoal.Child{Title: "child", Plan: json.RawMessage(`{"title":"child","tasks":[{"id":"a","role":"coder","tool":"file_ops","args":{"op":"list","path":"."}}]}`)}
	const calls = 40
	var wg sync.WaitGroup
	var got [2 * calls]string
	for i := range got {
		wg.Go(func() { // each call in both processes
			id, err := processes[i%2].Spawn(t.Context(), caller, fmt.Sprint("call ", i/2), child)
			if refused, ok := err.(*tools.Error); err != nil && (!ok || refused.Code != tools.CodeForbidden) {
				t.Error(err)
			}
			got[i] = id
		})
	}
	wg.Wait()
	spawned := map[string]bool{}
	for i := 0; i < len(got); i += 2 {
		if got[i] != "" {
			spawned[got[i]] = true
		}
		again, err := processes[1].Spawn(t.Context(), caller, fmt.Sprint("call ", i/2), child)
		if first := got[i] + got[i+1]; first != "" && (err != nil || got[i] != "" && got[i] != again || got[i+1] != "" && got[i+1] != again) {
			t.Errorf("call %d spawned %s and %s, and now %s, %v", i/2, got[i], got[i+1], again, err)
		}
	}
	goals := 0
	for s := range children(t, log) {
		if s != "parent" {
			goals++
		}
	}
	if len(spawned) != most || goals != most {
		t.Errorf("%d calls have a child, and there are %d", len(spawned), goals)
	}
}

func TestGoalsAreNestedOnlySoDeep(t *testing.T) {
	t.Parallel()
	set := commands.NewSet(new(memlog.Log), new(memlog.Keys), commands.Config{NewID: NewID})
	f := family{&node{c: Defaults(), set: set, tools: registry(Defaults())}}
	_, err := set.Goals.Run(t.Context(), commands.Request{At: time.Unix(1, 0), Actor: "user:test"},
		commands.SubmitGoal{GoalRef: commands.GoalRef{Workspace: workspace, Goal: "parent"}, Title: "parent"})
	if err != nil {
		t.Fatal(err)
	}
	child := spawngoal.Child{Title: "child", Plan: json.RawMessage(`{"title":"child","tasks":[{"id":"a","role":"coder","tool":"file_ops","args":{"op":"list","path":"."}}]}`)}
	goal := "parent"
	for depth := range deepest + 1 {
		id, err := f.Spawn(t.Context(), tools.Caller{Workspace: workspace, Goal: goal, Task: "t"}, "call of "+goal, child)
		if refused, _ := err.(*tools.Error); depth == deepest {
			if refused == nil || refused.Code != tools.CodeForbidden || id != "" || !strings.Contains(refused.Message, "nested 3 deep") {
				t.Errorf("%d deep: %q, %v", depth, id, err)
			}
		} else if err != nil {
			t.Fatal(err)
		}
		goal = id
	}
}

func TestAChildGetsNoMoreThanItsParentHasLeft(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		left, want int64
		asked      float64
	}{{5_000_000, 5_000_000, 0}, {5_000_000, 1_000_000, 1}, {5_000_000, 5_000_000, 9}, {5_000_000, 5_000_000, 1e300}, {5_000_000, 1, 1e-9}, {0, 1, 1}, {-7, 1, 0},
		{math.MaxInt64, 0, 0}, {math.MaxInt64, 1 << 53, 1e300}} {
		left := commands.Allowance{Steps: math.MaxInt64, Tokens: math.MaxInt64, Cost: c.left}
		if got := inherit(events.Limits{}, left, spawngoal.Child{Cost: c.asked}); got != (events.Limits{Cost: c.want}) {
			t.Errorf("of %d, %g: %+v", c.left, c.asked, got)
		}
	}
}

// children are the goals in a log.
func children(t *testing.T, log *memlog.Log) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	for r, err := range log.Read(t.Context(), eventlog.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		if r.Stream.Family == events.FamilyGoal {
			all[r.Stream.ID] = true
		}
	}
	return all
}
