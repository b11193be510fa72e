package commands_test

import (
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/commandtest"
	"github.com/mergit-io/mergit/events"
)

var byModel = events.Planner{Name: "openai", Model: "gpt-4o"}

// drafted is planned by a model.
func drafted(tasks ...string) events.GoalPlanned {
	p := planned(tasks...)
	p.Planner = byModel
	return p
}

// forGood is a failure that is not retried.
func forGood(task, claim string, attempt int) events.TaskFailed {
	return events.TaskFailed{Task: task, Attempt: attempt, Claim: claim, Code: "not_found", Error: "no such file"}
}

func replan(of int, tasks ...string) commands.ReplanGoal {
	return commands.ReplanGoal{GoalRef: ref, Replaces: of, Tasks: tasksOf(tasks...), Planner: byModel, Reason: "not_found"}
}

func TestAPlanThatFailedIsReplacedTwiceAtTheMost(t *testing.T) {
	t.Parallel()
	failed := goal(submitted, drafted("a", "b<a"), started("a", "c1"), completed("a", "c1"), started("b", "c2"), forGood("b", "c2", 1))
	failed.When(worker, replan(1, "a", "c<a")).Then(t, events.GoalReplanned{Version: 2, Tasks: tasksOf("a", "c<a"), Planner: byModel, Reason: "not_found"})
	failed.When(worker, replan(2, "a", "c<a")).Refuses(t, refusal("PLAN_REPLACED"))
	failed.When(worker, replan(1, "c")).Refuses(t, refusal("PLAN_INVALID")) // a is done, and part of what is proven
	failed.When(worker, replan(1, "a", "b<c")).Refuses(t, refusal("PLAN_INVALID"))
	goal(submitted, drafted("a")).When(worker, replan(1, "b")).Refuses(t, refusal("PLAN_REPLACED"))
	goal(submitted, drafted("a", "b"), started("a", "c1"), forGood("a", "c1", 1), started("b", "c2")).When(worker, replan(1, "b")).Refuses(t, refusal("TASKS_OPEN"))

	again := failed.Having(worker, replan(1, "a", "b<a")).And(restarted("b", "c3", 2), forGood("b", "c3", 2)).Having(worker, replan(2, "a", "d<a"))
	g := again.State()
	if a, _ := g.Task("a"); a.Status != commands.TaskDone || g.Replans != 2 || len(g.Tasks) != 2 {
		t.Errorf("a is %s after %d new plans", a.Status, g.Replans)
	}
	again.And(started("d", "c4"), forGood("d", "c4", 1)).When(worker, replan(3, "a", "e")).Refuses(t, refusal("REPLANS_SPENT"))
}

func restarted(task, claim string, attempt int) events.TaskStarted {
	s := started(task, claim)
	s.Attempt = attempt
	return s
}

func TestAFailedGoalCanBeRetried(t *testing.T) {
	t.Parallel()
	failed := goal(submitted, planned("a", "b<a", "c<b"), started("a", "c1"), completed("a", "c1"), started("b", "c2"), forGood("b", "c2", 1), events.GoalFailed{Code: "task_failed", Task: "b"})
	retry := commands.RetryGoal{GoalRef: ref}
	o := failed.When(by("user:ada"), retry)
	o.Then(t, events.GoalReplanned{Version: 2, Tasks: tasksOf("a", "b<a", "c<b"), Planner: events.Planner{Name: "explicit"}, Reason: "retried by user:ada"})
	g := o.State(t)
	a, _ := g.Task("a")
	b, _ := g.Task("b")
	if g.Status != commands.GoalExecuting || g.Ended != 0 || a.Status != commands.TaskDone || a.Done.Claim != "c1" || !b.Ready() || b.Attempt != 1 || g.Replans != 0 {
		t.Errorf("goal is %s, a %s, b %s in attempt %d, %d replans", g.Status, a.Status, b.Status, b.Attempt, g.Replans)
	}
	failed.Having(by("user:ada"), retry).When(worker, start("b", "c9")).Then(t, restarted("b", "c9", 2))

	goal().When(worker, retry).Refuses(t, commands.ErrGoalNotFound)
	goal(submitted, planned("a")).When(worker, retry).Refuses(t, refusal("GOAL_NOT_FAILED"))
	goal(submitted, planned("a"), events.GoalCancelled{By: "user:ada"}).When(worker, retry).Refuses(t, refusal("GOAL_NOT_FAILED"))
	goal(submitted, events.GoalFailed{Code: "plan_invalid"}).When(worker, retry).Refuses(t, refusal("GOAL_NOT_PLANNED"))
	soon := commandtest.Epoch.Add(time.Minute)
	goal(events.GoalSubmitted{Title: "t", Limits: events.Limits{Deadline: &soon}}, planned("a"), events.GoalFailed{Code: "deadline_exceeded"}).
		When(worker, retry).Refuses(t, refusal("DEADLINE_PASSED"))
}

func TestAGoalWhoseLimitIsUsedUpCannotBeRetried(t *testing.T) {
	t.Parallel()
	limited := func(l events.Limits, plan events.GoalPlanned, spent events.Budget) *commandtest.Scenario[commands.Goal, *commands.Goal] {
		failed := forGood("a", "c1", 1)
		failed.Spent = spent
		return goal(events.GoalSubmitted{Title: "t", Limits: l}, plan, started("a", "c1"), failed, events.GoalFailed{Code: "task_failed", Task: "a"})
	}
	asking := drafted("a", "b<a")
	asking.Tasks[0].Tool, asking.Tasks[0].Prompt = "", "do it"
	retry := commands.RetryGoal{GoalRef: ref}
	for says, past := range map[string]*commandtest.Scenario[commands.Goal, *commands.Goal]{
		"the limit of 1 call of goal":    limited(events.Limits{Steps: 1}, planned("a", "b<a"), events.Budget{Steps: 1}),
		"the limit of 2 calls of goal":   limited(events.Limits{Steps: 2}, planned("a", "b<a"), events.Budget{Steps: 2}),
		"the limit of 9 tokens of goal":  limited(events.Limits{Tokens: 9}, asking, events.Budget{Tokens: 9}),
		"the limit of $0.000005 of goal": limited(events.Limits{Cost: 5}, asking, events.Budget{Cost: 6}),
	} {
		past.When(by("user:ada"), retry).Refuses(t, commands.ErrLimitReached)
		_, err := retry.Decide(past.State(), by("user:ada"))
		if err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), "submit it again with a higher one") {
			t.Errorf("it says %v, want %q", err, says)
		}
	}
	// What can still begin is retried: a call is left, or a tool needs no tokens.
	limited(events.Limits{Steps: 2}, planned("a", "b<a"), events.Budget{Steps: 1}).Having(by("user:ada"), retry)
	limited(events.Limits{Tokens: 9}, planned("a", "b<a"), events.Budget{Tokens: 9}).Having(by("user:ada"), retry)
}

func TestAPersonIsAskedOnceAboutAFailure(t *testing.T) {
	t.Parallel()
	failed := goal(submitted, drafted("a"), started("a", "c1"), forGood("a", "c1", 1))
	ask := commands.EscalateGoal{GoalRef: ref, Task: "a"}
	asked := failed.Having(worker, ask)
	asked.When(worker, ask).Then(t)
	g := asked.State()
	var id string
	for i := range g.Interrupts {
		id = i.Interrupt
	}
	if a, _ := g.Task("a"); g.Status != commands.GoalWaiting || a.Status != commands.TaskWaiting || id == "" {
		t.Fatalf("goal is %s, a %s", g.Status, a.Status)
	}
	retried := asked.Having(by("user:ada"), resolve(id, commands.RetryTask))
	if a, _ := retried.State().Task("a"); !a.Ready() {
		t.Errorf("a is %s after somebody wanted it retried", a.Status)
	}
	// The next failure is another question.
	more := retried.Having(worker, start("a", "c2")).And(forGood("a", "c2", 2))
	if more.Having(worker, ask); len(collect(more.State())) != 2 {
		t.Error("the second failure was not asked about")
	}
	given := goal(submitted, drafted("a"), started("a", "c1"), forGood("a", "c1", 1)).Having(worker, ask).Having(by("user:ada"), resolve(id, commands.GiveUp))
	if _, ok := given.State().GivenUp(); !ok {
		t.Error("nobody is said to have given up")
	}
	given.And(events.GoalFailed{Code: "given_up"}).Having(by("user:ada"), commands.RetryGoal{GoalRef: ref})
	if _, ok := given.State().GivenUp(); ok {
		t.Error("the goal is given up although it is retried")
	}
	goal(submitted, drafted("a")).When(worker, ask).Refuses(t, refusal("TASK_NOT_FAILED"))
}

func collect(g *commands.Goal) (all []*commands.Interrupt) {
	for i := range g.Interrupts {
		all = append(all, i)
	}
	return all
}

func TestFailuresInARowAreCountedOverTasks(t *testing.T) {
	t.Parallel()
	at := commandtest.Epoch
	retried := forGood("b", "c2", 1)
	retried.RetryAt = &at
	past := goal(submitted, drafted("a", "b"), started("a", "c1"), forGood("a", "c1", 1), started("b", "c2"), retried, restarted("b", "c3", 2), forGood("b", "c3", 2))
	if n := past.State().FailedInRow; n != 2 {
		t.Errorf("%d in a row", n)
	}
	past = past.Having(worker, replan(1, "a")).And(restarted("a", "c4", 2), completed("a", "c4"))
	if n := past.State().FailedInRow; n != 0 {
		t.Errorf("%d in a row after one was done", n)
	}
}

func TestTasksWithAPromptShareWhatIsLeft(t *testing.T) {
	t.Parallel()
	limited := submitted
	limited.Limits = events.Limits{Steps: 10, Tokens: 1000, Cost: 500}
	plan := drafted("a", "b", "c<a", "d")
	for i := range 3 {
		plan.Tasks[i].Tool, plan.Tasks[i].Prompt = "", "do it"
	}
	granted := func(task, claim string, b events.Budget) events.TaskStarted {
		s := started(task, claim)
		s.Budget = b
		return s
	}
	past := goal(limited, plan)
	half := granted("a", "c1", events.Budget{Steps: 5, Tokens: 500, Cost: 250})
	past.When(worker, start("a", "c1")).Then(t, half)
	past = past.And(half)
	past.When(worker, start("b", "c2")).Then(t, granted("b", "c2", events.Budget{Steps: 5, Tokens: 500, Cost: 250}))
	past.When(worker, start("d", "c3")).Then(t, granted("d", "c3", events.Budget{Steps: 1}))

	spent := completed("a", "c1")
	spent.Spent = events.Budget{Steps: 2, Tokens: 1000, Cost: 1}
	past = past.And(spent)
	past.When(worker, start("c", "c4")).Refuses(t, commands.ErrLimitReached) // all tokens are spent
	past.When(worker, start("d", "c4")).Then(t, granted("d", "c4", events.Budget{Steps: 1}))
}
