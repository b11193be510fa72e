package commands_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/commandtest"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

var (
	goal   = commandtest.Given[commands.Goal]
	run    = commandtest.Given[commands.Run]
	signer = commandtest.Given[commands.Signer]

	ref    = commands.GoalRef{Workspace: commandtest.Workspace, Goal: commandtest.Goal}
	runRef = commands.RunRef{Workspace: commandtest.Workspace, Goal: commandtest.Goal, Task: commandtest.Task}
)

// by is a request of an actor, some seconds after everything that was given.
func by(actor string, after ...time.Duration) commands.Request {
	at := commandtest.Epoch.Add(time.Hour)
	for _, d := range after {
		at = at.Add(d)
	}
	return commands.Request{At: at, Actor: actor, Correlation: commandtest.Goal}
}

var worker = by("executor:w1")

// refusal is what an error with a code is compared to.
func refusal(code string) *commands.Refusal { return &commands.Refusal{Code: code} }

var submitted = events.GoalSubmitted{Title: "tidy up", Submitter: "user:ada"}

// planned lays out tasks written as "id" or "id<need,need".
func planned(tasks ...string) events.GoalPlanned {
	return events.GoalPlanned{Version: 1, Tasks: tasksOf(tasks...), Planner: events.Planner{Name: "explicit"}}
}

func tasksOf(tasks ...string) []events.PlannedTask {
	out := make([]events.PlannedTask, len(tasks))
	for i, text := range tasks {
		id, needs, _ := strings.Cut(text, "<")
		out[i] = events.PlannedTask{ID: id, Role: "researcher", Tool: "file_ops"}
		if needs != "" {
			out[i].Needs = strings.Split(needs, ",")
		}
	}
	return out
}

func started(task, claim string) events.TaskStarted {
	return events.TaskStarted{Task: task, Attempt: 1, Claim: claim, Worker: "w-" + claim}
}

func completed(task, claim string) events.TaskCompleted {
	return events.TaskCompleted{Task: task, Attempt: 1, Claim: claim, Result: events.Sum([]byte(task)), Spent: events.Budget{Steps: 1, Tokens: 10}}
}

func start(task, claim string) commands.StartTask {
	return commands.StartTask{GoalRef: ref, Task: task, Claim: claim, Worker: "w-" + claim}
}

func complete(task, claim string) commands.CompleteTask {
	return commands.CompleteTask{GoalRef: ref, Task: task, Claim: claim, Result: events.Sum([]byte(task)), Spent: events.Budget{Steps: 1, Tokens: 10}}
}

// eventIDs makes IDs that are counted, so that failures can be read.
func eventIDs(prefix string) func() string {
	n := make(chan int, 1)
	n <- 0
	return func() string {
		i := <-n + 1
		n <- i
		return prefix + strconv.Itoa(i)
	}
}

func newID() string { return uuid.Must(uuid.NewV7()).String() }

// process is a Set as one process has it; several may share a log.
func process(log eventlog.Log, keys eventlog.Keys, change ...func(*commands.Config)) *commands.Set {
	cfg := commands.Config{NewID: newID}
	for _, c := range change {
		c(&cfg)
	}
	return commands.NewSet(log, keys, cfg)
}

// place is one log with its keys.
type place struct {
	log  *memlog.Log
	keys *memlog.Keys
}

func newPlace() place { return place{new(memlog.Log), new(memlog.Keys)} }

func (p place) process(change ...func(*commands.Config)) *commands.Set {
	return process(p.log, p.keys, change...)
}

// must dispatches a command that has to be accepted.
func must(t testing.TB, set commands.Dispatcher, req commands.Request, c commands.Named) commands.Answer {
	t.Helper()
	answer, err := set.Dispatch(t.Context(), req, c)
	if err != nil {
		t.Fatalf("%s: %v", c.Name(), err)
	}
	return answer
}

// kinds lists what is in a log, oldest first.
func kinds(t testing.TB, log eventlog.Log) []string {
	t.Helper()
	var out []string
	for r, err := range log.Read(t.Context(), eventlog.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, r.Kind)
	}
	return out
}
