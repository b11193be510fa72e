package commands_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/commandtest"
	"github.com/mergit-io/mergit/events"
)

func TestSubmittingAGoalKeepsWhatWasAskedFor(t *testing.T) {
	t.Parallel()
	deadline := commandtest.Epoch.Add(24 * time.Hour)
	c := commands.SubmitGoal{
		GoalRef: ref, Title: "tidy up", Description: "all of it", Parent: "g0", Plan: json.RawMessage(`{"tasks":[]}`),
		Params: json.RawMessage(`{"a":1}`), Mounts: []events.Mount{{Name: "src", Path: "/src"}}, Agent: "a1",
		Limits: events.Limits{Steps: 3, Deadline: &deadline},
	}
	goal().When(by("user:ada"), c).Then(t, events.GoalSubmitted{
		Title: "tidy up", Description: "all of it", Submitter: "user:ada", Parent: "g0", Plan: c.Plan,
		Params: c.Params, Mounts: c.Mounts, Agent: "a1", Limits: c.Limits,
	})
	if g := goal().When(by("user:ada"), c).State(t); g.Status != commands.GoalPending || g.Submitted.Title != "tidy up" {
		t.Errorf("a submitted goal is %s with title %q", g.Status, g.Submitted.Title)
	}
}

func TestSubmittingRefusesWhatCannotBeMeant(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		command commands.SubmitGoal
		code    string
	}{
		"no title":         {commands.SubmitGoal{}, "GOAL_EMPTY"},
		"broken title":     {commands.SubmitGoal{Title: "a\xff"}, "GOAL_INVALID"},
		"long title":       {commands.SubmitGoal{Title: strings.Repeat("a", commands.MaxTitle+1)}, "GOAL_INVALID"},
		"broken text":      {commands.SubmitGoal{Title: "a", Description: "\xff"}, "GOAL_INVALID"},
		"long text":        {commands.SubmitGoal{Title: "a", Description: strings.Repeat("a", commands.MaxDescription+1)}, "GOAL_INVALID"},
		"plan and program": {commands.SubmitGoal{Title: "a", Plan: json.RawMessage("{}"), Playbook: "p"}, "GOAL_INVALID"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.command.GoalRef = ref
			if r := goal().When(by("user:ada"), c.command).Refuses(t, refusal(c.code)); r.Sort != commands.Invalid {
				t.Errorf("refused as %s", r.Sort)
			}
		})
	}
	goal(submitted).When(by("user:ada"), commands.SubmitGoal{GoalRef: ref, Title: "again"}).Refuses(t, commands.ErrGoalExists)
}

func TestEveryCommandRefusesAGoalThatIsNotThere(t *testing.T) {
	t.Parallel()
	for _, c := range onGoals() {
		t.Run(c.Name(), func(t *testing.T) {
			t.Parallel()
			if r := goal().When(worker, c).Refuses(t, commands.ErrGoalNotFound); r.Sort != commands.NotFound {
				t.Errorf("refused as %s", r.Sort)
			}
		})
	}
}

// onGoals lists every command that needs a goal that runs.
func onGoals() []commands.Command[*commands.Goal] {
	return []commands.Command[*commands.Goal]{
		commands.PlanGoal{GoalRef: ref, Tasks: tasksOf("a")},
		commands.CompleteGoal{GoalRef: ref},
		commands.FailGoal{GoalRef: ref, Code: "x"},
		commands.CancelGoal{GoalRef: ref},
		start("a", "c1"),
		complete("a", "c9"),
		commands.FailTask{GoalRef: ref, Task: "a", Claim: "c9"},
		commands.RaiseInterrupt{GoalRef: ref, Interrupt: "i9", Task: "a", Claim: "c9", Options: []string{"yes"}},
		commands.ResolveInterrupt{GoalRef: ref, Interrupt: "i1", Decision: "yes"},
		commands.ExpireInterrupt{GoalRef: ref, Interrupt: "i1"},
	}
}

func TestNothingRunsAfterTheEnd(t *testing.T) {
	t.Parallel()
	for _, end := range []events.Event{events.GoalCompleted{Tasks: 1}, events.GoalFailed{Code: "x"}, events.GoalCancelled{By: "user:ada"}} {
		past := goal(submitted, planned("a"), started("a", "c1"), end)
		for _, c := range onGoals() {
			t.Run(events.KindOfFact(end).Name+"/"+c.Name(), func(t *testing.T) {
				t.Parallel()
				past.When(worker, c).Refuses(t, commands.ErrGoalEnded)
			})
		}
	}
}

func TestPlanningRefusesGraphsThatCannotRun(t *testing.T) {
	t.Parallel()
	many := make([]string, commands.MaxTasks+1)
	for i := range many {
		many[i] = fmt.Sprintf("t%d", i)
	}
	for name, tasks := range map[string][]string{
		"no task":           {},
		"257 tasks":         many,
		"the same ID twice": {"a", "a"},
		"ID of the goal":    {"_"},
		"no ID":             {""},
		"ID with a dot":     {"a.b"},
		"unknown need":      {"a<b"},
		"needs itself":      {"a<a"},
		"cycle of two":      {"a<b", "b<a"},
		"cycle behind":      {"a", "b<a,d", "c<b", "d<c"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			goal(submitted).When(by("planner"), commands.PlanGoal{GoalRef: ref, Tasks: tasksOf(tasks...)}).Refuses(t, refusal("PLAN_INVALID"))
		})
	}
	goal(submitted).When(by("planner"), commands.PlanGoal{GoalRef: ref, Tasks: tasksOf(many[1:]...)}).State(t)
	goal(submitted, planned("a")).When(by("planner"), commands.PlanGoal{GoalRef: ref, Tasks: tasksOf("b")}).Refuses(t, refusal("GOAL_PLANNED"))
}

func TestPlanningMakesTasksWithoutNeedsReady(t *testing.T) {
	t.Parallel()
	plan := commands.PlanGoal{GoalRef: ref, Tasks: tasksOf("a", "b<a"), Planner: events.Planner{Name: "offline", Playbook: "tidy"}}
	goal(submitted).When(by("planner"), plan).Then(t, events.GoalPlanned{Version: 1, Tasks: plan.Tasks, Planner: plan.Planner})
	g := goal(submitted).When(by("planner"), plan).State(t)
	ready(t, g, "a")
	if g.Status != commands.GoalExecuting || g.Tasks[0].EnabledBy != commandtest.Revision(2) {
		t.Errorf("goal is %s, a was enabled by %d", g.Status, g.Tasks[0].EnabledBy)
	}
}

// ready checks which tasks may start.
func ready(t *testing.T, g *commands.Goal, want ...string) {
	t.Helper()
	var have []string
	for _, task := range g.Tasks {
		if task.Ready() {
			have = append(have, task.ID)
		}
	}
	if !slices.Equal(have, want) {
		t.Errorf("ready are %v, want %v", have, want)
	}
}

func TestADiamondEndsInOneTaskThatTheLastNeedEnables(t *testing.T) {
	t.Parallel()
	past := goal(submitted, planned("a", "b<a", "c<a", "d<b,c,b"))
	ready(t, past.State(), "a")
	past.And(started("a", "c1"), completed("a", "c1"))
	ready(t, past.State(), "b", "c")
	past.And(started("c", "c2"), started("b", "c3"), completed("c", "c2"))
	ready(t, past.State())
	past.When(worker, start("d", "c4")).Refuses(t, commands.ErrTaskNotReady)
	past.And(completed("b", "c3"))
	ready(t, past.State(), "d")
	g := past.State()
	for id, want := range map[string]int{"a": 2, "b": 4, "c": 4, "d": 8} {
		if task, _ := g.Task(id); task.EnabledBy != commandtest.Revision(want) {
			t.Errorf("%s was enabled by %d, want %d", id, task.EnabledBy, commandtest.Revision(want))
		}
	}
	if g.Result() != "" {
		t.Errorf("result is %q before the last task is done", g.Result())
	}
	past.And(started("d", "c4"), completed("d", "c4"))
	if g := past.State(); !g.AllDone() || g.Result() != "d" || len(g.DoneTasks()) != 4 {
		t.Errorf("all done %v, result %q, %d done", g.AllDone(), g.Result(), len(g.DoneTasks()))
	}
}

func TestAGoalCompletesOnlyWhenEveryTaskIsDone(t *testing.T) {
	t.Parallel()
	c := commands.CompleteGoal{GoalRef: ref}
	goal(submitted).When(worker, c).Refuses(t, refusal("TASKS_OPEN"))
	past := goal(submitted, planned("a", "b"), started("a", "c1"), completed("a", "c1"))
	past.When(worker, c).Refuses(t, refusal("TASKS_OPEN"))
	past.And(started("b", "c2"))
	past.When(worker, c).Refuses(t, refusal("TASKS_OPEN"))
	past.And(completed("b", "c2")).When(worker, c).Then(t, events.GoalCompleted{Tasks: 2, Result: "b", Spent: events.Budget{Steps: 2, Tokens: 20}})
}

func TestWhatFailedAttemptsSpentIsCounted(t *testing.T) {
	t.Parallel()
	at := commandtest.Epoch
	goal(submitted, planned("a"), started("a", "c1"),
		events.TaskFailed{Task: "a", Attempt: 1, Claim: "c1", RetryAt: &at, Spent: events.Budget{Steps: 2, Tokens: 5, Cost: 7}},
		started("a", "c2"), completed("a", "c2")).
		When(worker, commands.CompleteGoal{GoalRef: ref}).
		Then(t, events.GoalCompleted{Tasks: 1, Result: "a", Spent: events.Budget{Steps: 3, Tokens: 15, Cost: 7}})
}

func TestCancellingEndsOpenTasksAndKeepsDoneOnes(t *testing.T) {
	t.Parallel()
	past := goal(submitted, planned("a", "b", "c", "d<c"), started("a", "c1"), completed("a", "c1"), started("b", "c2"))
	c := commands.CancelGoal{GoalRef: ref, Reason: "enough"}
	past.When(by("user:bob"), c).Then(t, events.GoalCancelled{Reason: "enough", By: "user:bob"})
	g := past.When(by("user:bob"), c).State(t)
	var have []commands.TaskStatus
	for _, task := range g.Tasks {
		have = append(have, task.Status)
	}
	if want := []commands.TaskStatus{commands.TaskDone, commands.TaskCancelled, commands.TaskCancelled, commands.TaskCancelled}; !slices.Equal(have, want) {
		t.Errorf("tasks are %v, want %v", have, want)
	}
	if g.Status != commands.GoalCancelled || g.Ended != commandtest.Revision(6) {
		t.Errorf("goal is %s since %d", g.Status, g.Ended)
	}
}

func TestFailingAGoalNamesTheTask(t *testing.T) {
	t.Parallel()
	goal(submitted, planned("a")).When(worker, commands.FailGoal{GoalRef: ref, Code: "task_failed", Error: "no", Task: "a"}).
		Then(t, events.GoalFailed{Code: "task_failed", Error: "no", Task: "a"})
}

func TestReplanningKeepsDoneTasksAndStartsTheOthersAfresh(t *testing.T) {
	t.Parallel()
	past := goal(submitted, planned("a", "b<a", "x"), started("a", "c1"), completed("a", "c1"),
		started("b", "c2"), events.TaskFailed{Task: "b", Attempt: 1, Claim: "c2", Code: "no"}, started("x", "c3"),
		events.GoalReplanned{Version: 2, Tasks: tasksOf("a", "b<a", "e<b"), Planner: events.Planner{Name: "m"}, Reason: "b failed"})
	g := past.State()
	ready(t, g, "b")
	if a, _ := g.Task("a"); a.Status != commands.TaskDone || a.Done.Claim != "c1" || g.Replans != 1 || g.Planned != 2 {
		t.Errorf("a is %s, %d replans, plan %d", a.Status, g.Replans, g.Planned)
	}
	if b, _ := g.Task("b"); b.EnabledBy != commandtest.Revision(8) {
		t.Errorf("b was enabled by %d", b.EnabledBy)
	}
	past.When(worker, complete("x", "c3")).Refuses(t, commands.ErrTaskNotFound)
	past.When(worker, complete("a", "c9")).Refuses(t, commands.ErrClaimLost)
	// The run of b still holds the calls of its first attempt.
	past.When(worker, start("b", "c4")).Then(t, events.TaskStarted{Task: "b", Attempt: 2, Claim: "c4", Worker: "w-c4"})
	// A task that was dropped and comes back goes on counting as well.
	past.And(events.GoalReplanned{Version: 3, Tasks: tasksOf("x")}).When(worker, start("x", "c5")).
		Then(t, events.TaskStarted{Task: "x", Attempt: 2, Claim: "c5", Worker: "w-c5"})
}

func TestAPlanGivesEveryTaskItsRetriesAnew(t *testing.T) {
	t.Parallel()
	again := tasksOf("a")
	again[0].Retries = 1
	past := goal(submitted, planned("a"), started("a", "c1"), events.TaskFailed{Task: "a", Attempt: 1, Claim: "c1"},
		events.GoalReplanned{Version: 2, Tasks: again}, events.TaskStarted{Task: "a", Attempt: 2, Claim: "c2"})
	at := worker.At.Add(time.Second)
	past.When(worker, commands.FailTask{GoalRef: ref, Task: "a", Claim: "c2", Code: "x", Retryable: true}).
		Then(t, events.TaskFailed{Task: "a", Attempt: 2, Claim: "c2", Code: "x", RetryAt: &at})
}
