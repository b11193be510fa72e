package executor

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/plan"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/work"
)

// execution is one worker's hold on one task.
type execution struct {
	x      *Executor
	item   work.Item
	lease  *lease
	cancel context.CancelCauseFunc
	claim  string

	// What the goal says, as of the start.
	task    events.PlannedTask
	attempt int
	started events.Revision // when the claim was given
	first   bool            // nothing can be recorded yet
	goal    events.GoalSubmitted
	actor   actor // whom it is run as
	needs   map[string]events.TaskCompleted
	answer  func(interrupt string) (commands.Interrupt, bool)
	advice  []string // of people who had the task tried again
	budget  events.Budget
	since   time.Time // when the attempt began
	trusted bool      // a person has given the goal a secret
	anew    bool      // something of the goal has failed: what its models are asked, they are asked again

	n  int       // number of the call in hand: 1, but where a model works on the task
	of *loopCall // a call of a model's loop; nil if the task is the call
}

// notYet hands a task back for a while.
type notYet struct{ wait time.Duration }

func (e *notYet) Error() string { return fmt.Sprintf("not before %s", e.wait) }

func (e *execution) ref() commands.GoalRef {
	return commands.GoalRef{Workspace: e.item.Workspace, Goal: e.item.Goal}
}

func (e *execution) runRef() commands.RunRef {
	return commands.RunRef{Workspace: e.item.Workspace, Goal: e.item.Goal, Task: e.item.Task}
}

func (e *execution) request() commands.Request {
	return commands.Request{
		At: e.x.cfg.Now(), Actor: "executor:" + e.x.cfg.Worker, Agent: e.goal.Agent,
		Cause: e.claim, Correlation: e.item.Goal, TraceParent: e.item.TraceParent,
	}
}

// run starts the task, does what it asks for and records the outcome.
func (e *execution) run(ctx context.Context, redelivered bool) error {
	if given, err := e.appear(ctx); given || err != nil {
		return err
	}
	defer e.depart()
	if err := e.start(ctx, redelivered); err != nil {
		return err
	}
	if e.task.Prompt != "" {
		return e.work(ctx)
	}
	prior, err := e.prior(ctx)
	if err != nil {
		return err
	}
	if prior == nil && (e.task.Supervised || e.cautious()) {
		if asked, err := e.consent(ctx); asked || err != nil {
			return err
		}
	}
	return e.tool(ctx, prior)
}

// start claims the task and reads what the goal says about it.
func (e *execution) start(ctx context.Context, redelivered bool) error {
	e.claim = e.x.cfg.NewID()
	goals := e.x.cfg.Commands.Goals
	answer, err := goals.Run(ctx, e.request(), commands.StartTask{
		GoalRef: e.ref(), Task: e.item.Task, Claim: e.claim, Worker: e.x.cfg.Worker,
		Redelivered: redelivered, Supersedes: e.item.Supersedes,
	})
	if err != nil && !errors.Is(err, commands.ErrTaskNotReady) {
		return err
	}
	refused := err
	e.started = answer.Revision
	err = goals.View(ctx, e.ref().Stream(), false, func(g *commands.Goal, _ events.Revision) {
		t, ok := g.Task(e.item.Task)
		if !ok {
			return
		}
		if wait := t.RetryAt.Sub(e.x.cfg.Now()); refused != nil && t.Ready() && wait > 0 {
			refused = &notYet{wait} // the timer was early
		}
		e.read(g, t, redelivered)
	})
	if err != nil {
		return err
	}
	return refused
}

func (e *execution) read(g *commands.Goal, t *commands.Task, redelivered bool) {
	e.task, e.attempt, e.goal = t.PlannedTask, t.Attempt, g.Submitted
	e.trusted, e.anew = trusted(g), t.Attempt > 1 || g.Planned > 1
	e.budget, e.since = t.Granted, t.Since
	e.task.Supervised = t.Supervised || e.actor.leave() != ""
	e.first = t.Attempt == 1 && !redelivered && e.item.Supersedes == "" && len(asked(g, t.ID)) == 0
	e.needs = make(map[string]events.TaskCompleted, len(t.Needs))
	for _, need := range t.Needs {
		if n, ok := g.Task(need); ok {
			e.needs[need] = n.Done
		}
	}
	answers := asked(g, t.ID)
	e.advice = advice(answers)
	e.answer = func(id string) (commands.Interrupt, bool) { i, ok := answers[id]; return i, ok }
}

// asked copies what people were asked about a task.
func asked(g *commands.Goal, task string) map[string]commands.Interrupt {
	var out map[string]commands.Interrupt
	for i := range g.Interrupts {
		if i.Task == task {
			if out == nil {
				out = map[string]commands.Interrupt{}
			}
			out[i.Interrupt] = *i
		}
	}
	return out
}

// advice is what people have said who had a task tried again that neither
// retries nor new plans could help.
func advice(answers map[string]commands.Interrupt) (said []string) {
	again := slices.DeleteFunc(slices.Collect(maps.Values(answers)), func(i commands.Interrupt) bool {
		return i.Type != commands.Escalation || i.Decision != commands.RetryTask || strings.TrimSpace(i.Feedback) == ""
	})
	slices.SortFunc(again, func(a, b commands.Interrupt) int { return cmp.Compare(a.Answered, b.Answered) })
	for _, i := range again {
		said = append(said, strings.TrimSpace(i.Feedback))
	}
	return said
}

// prior finds what is recorded of the attempt's call; nil if nothing is.
func (e *execution) prior(ctx context.Context) (*commands.Call, error) {
	if e.first {
		return nil, nil
	}
	var prior *commands.Call
	err := e.x.cfg.Commands.Runs.View(ctx, e.runRef().Stream(), true, func(r *commands.Run, _ events.Revision) {
		if c, ok := r.Find(e.attempt, e.n); ok {
			kept := *c
			prior = &kept
		}
	})
	return prior, err
}

// args puts the results of other tasks into the task's arguments.
func (e *execution) args(ctx context.Context) (json.RawMessage, error) {
	if len(e.task.Args) == 0 {
		return json.RawMessage("{}"), nil
	}
	if e.of != nil { // a model writes no references
		_, err := events.Canonical(e.task.Args) // but perhaps a member twice
		return e.task.Args, err
	}
	refs, err := plan.Refs(e.task.Args)
	if err != nil {
		return nil, err
	}
	for _, r := range refs {
		if r.Kind == plan.SecretRef && !e.trusted {
			// Resolve leaves secrets as written; the placeholder must not go out.
			return nil, fmt.Errorf("%s: no secret of this name has been given to the goal; ask for it with credential_request", r)
		}
	}
	return plan.Resolve(e.task.Args, e.lookup(ctx))
}

// lookup finds what the task refers to.
func (e *execution) lookup(ctx context.Context) plan.Lookup {
	return func(r plan.Ref) (json.RawMessage, error) {
		switch r.Kind {
		case plan.TaskRef:
			done, ok := e.needs[r.Name]
			if !ok {
				return nil, fmt.Errorf("%s: the task does not need %q", r, r.Name)
			}
			return e.x.results.get(ctx, e.item.Workspace, e.item.Goal, done)
		case plan.GoalRef:
			if r.Name == "title" {
				return json.Marshal(e.goal.Title)
			}
			return json.Marshal(e.goal.Description)
		case plan.ParamRef, plan.SecretRef:
		}
		return nil, fmt.Errorf("%s cannot be used here", r)
	}
}

// mounts are the folders of the host that the goal may read.
func (e *execution) mounts() map[string]string {
	mounts := make(map[string]string, len(e.goal.Mounts))
	for _, m := range e.goal.Mounts {
		mounts[m.Name] = m.Path
	}
	return mounts
}

// step names the occurrence of the call in hand.
func (e *execution) step() events.Step {
	return events.Step{Attempt: e.attempt, Call: e.n, Claim: e.claim, Started: e.started}
}
