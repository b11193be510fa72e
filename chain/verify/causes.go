package verify

import (
	"slices"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// causes checks that nothing happened that nothing led to, and nothing twice that can happen once.
func (v *verifier) causes() {
	g := &goalCauses{v: v, tasks: map[string]*taskCauses{}, asked: map[string]bool{}, announced: map[events.Digest]bool{}}
	for _, e := range v.history {
		switch f := e.fact.(type) {
		case events.Goal:
			g.follow(e, f)
		case events.Run:
			g.task(e.Stream.Part).follow(g, e, f)
		}
	}
	v.report.Status = g.status
	v.done("causes", "every outcome has its intent, and every task ended once")
}

// goalCauses is what has happened so far.
type goalCauses struct {
	v         *verifier
	submitted bool
	status    string
	plan      []events.PlannedTask
	tasks     map[string]*taskCauses
	asked     map[string]bool // interrupt → still open
	proof     string
	retries   int
	announced map[events.Digest]bool // bundles
}

type taskCauses struct {
	id      string
	started map[string]events.Revision // claim → where it was given
	attempt int
	claim   string
	open    bool // started and not ended
	done    bool
	calls   map[[2]int]*callCauses
}

type callCauses struct {
	effect string
	open   bool // has an intent and no outcome
	doubt  bool
	again  bool
}

func (g *goalCauses) task(id string) *taskCauses {
	t, ok := g.tasks[id]
	if !ok {
		t = &taskCauses{id: id, started: map[string]events.Revision{}, calls: map[[2]int]*callCauses{}}
		g.tasks[id] = t
	}
	return t
}

func (g *goalCauses) follow(e entry, fact events.Goal) {
	fault := func(class Class, task, format string, args ...any) {
		g.v.fault(class, task, e.Revision, format, args...)
	}
	if _, first := fact.(events.GoalSubmitted); !first && !g.submitted {
		fault(NoCause, "", "%s before the goal was submitted", e.Kind)
	}
	switch f := fact.(type) {
	case events.GoalSubmitted:
		if g.submitted {
			fault(Repeated, "", "the goal was submitted before")
		}
		g.submitted, g.status = true, "pending"
	case events.GoalPlanned:
		if len(g.plan) > 0 {
			fault(Repeated, "", "the goal was planned before")
		}
		g.plan, g.status = f.Tasks, "executing"
	case events.GoalReplanned:
		if len(g.plan) == 0 {
			fault(NoCause, "", "there was no plan to replace")
		}
		if g.over() { // it failed and is retried
			g.retries++
		}
		g.plan, g.status = f.Tasks, "executing"
	case events.TaskStarted:
		g.started(e, f)
	case events.TaskCompleted:
		g.ended(e, f.Task, f.Claim, f.Attempt)
		if t := g.task(f.Task); t.done {
			fault(Repeated, f.Task, "the task was completed before")
		}
		g.task(f.Task).done = true
	case events.TaskFailed:
		g.ended(e, f.Task, f.Claim, f.Attempt)
	case events.InterruptPending:
		if _, twice := g.asked[f.Interrupt]; twice {
			fault(Repeated, f.Task, "interrupt %s was asked before", f.Interrupt)
		}
		g.asked[f.Interrupt] = true
	case events.InterruptResolved:
		g.answered(e, f.Interrupt)
	case events.InterruptExpired:
		g.answered(e, f.Interrupt)
	case events.GoalCompleted:
		for _, t := range g.plan {
			if !g.task(t.ID).done {
				fault(NoCause, t.ID, "the goal was completed and the task was not")
			}
		}
		g.end(e, "done")
	case events.GoalFailed:
		g.end(e, "failed")
	case events.GoalCancelled:
		g.end(e, "cancelled")
	case events.ProofPending:
		if g.announced[f.Bundle] && g.proof != "dead_lettered" { // which an operator has tried again
			fault(Repeated, "", "the proof was announced before")
		}
		g.announced[f.Bundle] = true
		g.proves(e, "pending", g.over() && f.Bundle == commands.BundleID(e.Stream.ID, g.retries))
	case events.ProofSubmitted:
		g.proves(e, "submitted", g.proof == "pending" || g.proof == "submitted")
	case events.ProofConfirmed:
		if g.proof == "confirmed" {
			fault(Repeated, "", "the proof was confirmed before")
		}
		g.proves(e, "confirmed", g.proof != "")
	case events.ProofReorged:
		g.proves(e, "submitted", g.proof == "confirmed")
	case events.ProofDeadLettered:
		g.proves(e, "dead_lettered", g.proof == "pending" || g.proof == "submitted")
	}
}

func (g *goalCauses) started(e entry, f events.TaskStarted) {
	t := g.task(f.Task)
	at := slices.IndexFunc(g.plan, func(p events.PlannedTask) bool { return p.ID == f.Task })
	if at < 0 {
		g.v.fault(NoCause, f.Task, e.Revision, "the task is not in the plan")
	} else {
		for _, need := range g.plan[at].Needs {
			if !g.task(need).done {
				g.v.fault(NoCause, f.Task, e.Revision, "it was started before task %s, which it needs, was done", need)
			}
		}
	}
	if t.done {
		g.v.fault(Repeated, f.Task, e.Revision, "it was started although it was done")
	}
	t.started[f.Claim], t.claim, t.attempt, t.open = e.Revision, f.Claim, f.Attempt, true
}

// ended checks that a task's end is that of the claim that held it.
func (g *goalCauses) ended(e entry, task, claim string, attempt int) {
	if t := g.task(task); !t.open || t.claim != claim || t.attempt != attempt {
		g.v.fault(NoCause, task, e.Revision, "%s by claim %q in attempt %d, which does not hold the task", e.Kind, claim, attempt)
	}
	g.task(task).open = false
}

func (g *goalCauses) answered(e entry, interrupt string) {
	if !g.asked[interrupt] {
		g.v.fault(NoCause, "", e.Revision, "interrupt %s is not open", interrupt)
	}
	g.asked[interrupt] = false
}

func (g *goalCauses) over() bool {
	return g.status == "done" || g.status == "failed" || g.status == "cancelled"
}

func (g *goalCauses) end(e entry, status string) {
	if g.over() {
		g.v.fault(Repeated, "", e.Revision, "the goal had ended before")
	}
	g.status = status
}

func (g *goalCauses) proves(e entry, status string, allowed bool) {
	if !allowed {
		g.v.fault(NoCause, "", e.Revision, "%s while the goal is %s and its proof %q", e.Kind, g.status, g.proof)
	}
	g.proof = status
}

// follow checks one event of a run.
func (t *taskCauses) follow(g *goalCauses, e entry, fact events.Run) {
	fault := func(class Class, format string, args ...any) { g.v.fault(class, t.id, e.Revision, format, args...) }
	held := func(s events.Step) {
		if at, ok := t.started[s.Claim]; !ok || at != s.Started {
			fault(NoCause, "%s by claim %q, which was not given at sequence %d", e.Kind, s.Claim, s.Started)
		}
	}
	outcome := func(s events.Step, doubt bool) *callCauses {
		held(s)
		c := t.call(s)
		if !c.open || c.doubt != doubt {
			fault(NoCause, "%s of call %d in attempt %d, which is not under way", e.Kind, s.Call, s.Attempt)
		}
		return c
	}
	switch f := fact.(type) {
	case events.TaskModelCall:
		held(f.Step)
		c := t.call(f.Step)
		if c.effect != "" {
			fault(Repeated, "call %d in attempt %d was made before", f.Step.Call, f.Step.Attempt)
		}
		c.effect = "model"
	case events.TaskToolCall:
		held(f.Step)
		c := t.call(f.Step)
		if (c.open && c.effect == "write" && !c.again) || (c.effect != "" && !c.open) {
			fault(Repeated, "call %d in attempt %d was made before", f.Step.Call, f.Step.Attempt)
		}
		*c = callCauses{effect: f.Effect, open: true}
	case events.TaskToolResult:
		outcome(f.Step, false).open = false
	case events.TaskToolFailed:
		outcome(f.Step, false).open = false
	case events.TaskToolInDoubt:
		outcome(f.Step, false).doubt = true
	case events.TaskToolSettled:
		c := outcome(f.Step, true)
		c.doubt, c.again, c.open = false, f.Outcome == "again", f.Outcome == "again"
	}
}

func (t *taskCauses) call(s events.Step) *callCauses {
	at := [2]int{s.Attempt, s.Call}
	c, ok := t.calls[at]
	if !ok {
		c = &callCauses{}
		t.calls[at] = c
	}
	return c
}
