package memory

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/mergit-io/mergit/events"
)

// Outcomes of a goal.
const (
	Done      = "done"
	Failed    = "failed"
	Cancelled = "cancelled"
)

// Ways in which a trouble was overcome; empty if it was not.
const (
	SameAttempt = "in the same attempt"
	NextAttempt = "by another attempt"
	NextPlan    = "by another plan"
)

// Bounds of an episode's texts in runes, and of its lists.
const (
	mostTitle       = 200
	mostDescription = 600
	mostError       = 200
	mostSteps       = 30
	mostTroubles    = 10
)

// Episode is what is remembered of one goal that ended.
type Episode struct {
	Workspace   string `json:"workspace"`
	Goal        string `json:"goal"`
	Title       string `json:"title"`
	Description string `json:"description,omitempty"`
	// Planner is who made the last plan: "explicit", "offline", or a provider and its model.
	Planner string `json:"planner,omitempty"`
	// Plan is the last one.
	Plan []Step `json:"plan,omitempty"`
	// Plans counts all of them.
	Plans int `json:"plans,omitempty"`
	// Tools are those that were called.
	Tools   []Use  `json:"tools,omitempty"`
	Outcome string `json:"outcome"`
	// Code says why it failed.
	Code     string    `json:"code,omitempty"`
	Troubles []Trouble `json:"troubles,omitempty"`
	// Asked counts what people were asked.
	Asked  int       `json:"asked,omitempty"`
	Began  time.Time `json:"began"`
	Ended  time.Time `json:"ended"`
	Tokens int64     `json:"tokens,omitempty"`
	// Cost is in millionths of a US dollar, of what has a known price.
	Cost int64 `json:"cost,omitempty"`
	// At is the revision of the end.
	At events.Revision `json:"at"`
}

// Step is a task of a plan, by its shape only: arguments and prompts are of that goal alone.
type Step struct {
	ID   string `json:"id"`
	Role string `json:"role"`
	// Tool is called; if it is empty a model works with Tools.
	Tool  string   `json:"tool,omitempty"`
	Tools []string `json:"tools,omitempty"`
	Needs []string `json:"needs,omitempty"`
}

// Use counts the calls of a tool.
type Use struct {
	Tool   string `json:"tool"`
	Calls  int    `json:"calls"`
	Failed int    `json:"failed,omitempty"`
}

// Trouble is one way in which tasks of a role failed.
type Trouble struct {
	// Tool failed; if it is empty the task did.
	Tool string `json:"tool,omitempty"`
	Role string `json:"role"`
	Code string `json:"code"`
	// Error is of the first time.
	Error string `json:"error,omitempty"`
	Count int    `json:"count"`
	// Overcome is how the last of them was; empty if it was not.
	Overcome string `json:"overcome,omitempty"`
}

// folded are the kinds that a Fold looks at, and task.started, which tells what runs there are.
var folded = map[string]bool{}

func init() {
	for _, k := range []*events.Kind{
		events.KindOf[events.GoalSubmitted](), events.KindOf[events.GoalPlanned](), events.KindOf[events.GoalReplanned](), events.KindOf[events.GoalModelCall](),
		events.KindOf[events.TaskStarted](), events.KindOf[events.TaskCompleted](), events.KindOf[events.TaskFailed](), events.KindOf[events.InterruptPending](),
		events.KindOf[events.GoalCompleted](), events.KindOf[events.GoalFailed](), events.KindOf[events.GoalCancelled](),
		events.KindOf[events.TaskModelCall](), events.KindOf[events.TaskToolCall](), events.KindOf[events.TaskToolFailed](),
	} {
		folded[k.Name] = true
	}
}

// Fold makes an episode of a goal's events and those of its runs, in the order of the log. Its zero value has seen none.
type Fold struct {
	episode   Episode
	forgotten bool
	roles     map[string]string // of tasks in any plan
	done      map[string]int    // attempt that a task was done in
	calls     map[call]string   // the tool
	uses      map[string]Use
	faults    []fault
}

type call struct {
	task          string
	attempt, call int
}

type fault struct {
	tool, task, code, text string
	attempt                int
}

// Apply takes in one event. Those after an end are of what follows it, such as a retry, whose end is the goal's.
func (f *Fold) Apply(e events.Envelope[events.Event]) {
	if f.roles == nil {
		f.roles, f.done, f.calls, f.uses = map[string]string{}, map[string]int{}, map[call]string{}, map[string]Use{}
		f.episode.Workspace, f.episode.Goal, f.episode.Began = e.Stream.Workspace, e.Stream.ID, e.Time
	}
	f.forgotten = f.forgotten || e.Forgotten
	switch fact := e.Fact.(type) {
	case events.Goal:
		f.goal(e.Meta, fact)
	case events.Run:
		f.run(e.Stream.Part, fact)
	}
}

func (f *Fold) goal(meta events.Meta, fact events.Goal) {
	end := func(outcome, code string) {
		f.episode.Outcome, f.episode.Code, f.episode.Ended, f.episode.At = outcome, code, meta.Time, meta.Revision
	}
	switch e := fact.(type) {
	case events.GoalSubmitted:
		f.episode.Title, f.episode.Description = tidy(e.Title, mostTitle), tidy(e.Description, mostDescription)
	case events.GoalPlanned:
		f.plan(e.Tasks, e.Planner)
	case events.GoalReplanned:
		f.plan(e.Tasks, e.Planner)
	case events.GoalModelCall:
		f.spend(e.Usage, e.Cost)
	case events.TaskCompleted:
		f.done[e.Task] = e.Attempt
	case events.TaskFailed:
		told := slices.ContainsFunc(f.faults, func(x fault) bool { return x.task == e.Task && x.attempt == e.Attempt && x.code == e.Code })
		if !told { // a tool's failure is told once
			f.faults = append(f.faults, fault{task: e.Task, code: e.Code, text: e.Error, attempt: e.Attempt})
		}
	case events.InterruptPending:
		if e.ForPerson() {
			f.episode.Asked++
		}
	case events.GoalCompleted:
		end(Done, "")
	case events.GoalFailed:
		end(Failed, e.Code)
	case events.GoalCancelled:
		end(Cancelled, "")
	}
}

func (f *Fold) plan(tasks []events.PlannedTask, by events.Planner) {
	f.episode.Plans++
	f.episode.Planner = by.Name
	if by.Model != "" {
		f.episode.Planner += "/" + by.Model
	}
	f.episode.Plan = nil
	for _, t := range tasks {
		f.roles[t.ID] = t.Role
		if len(f.episode.Plan) < mostSteps {
			f.episode.Plan = append(f.episode.Plan, Step{ID: t.ID, Role: t.Role, Tool: t.Tool, Tools: t.Tools, Needs: t.Needs})
		}
	}
}

func (f *Fold) run(task string, fact events.Run) {
	switch e := fact.(type) {
	case events.TaskModelCall:
		if !e.Cached {
			f.spend(e.Usage, e.Cost)
		}
	case events.TaskToolCall:
		at := call{task, e.Step.Attempt, e.Step.Call}
		if f.calls[at] == "" { // made again after a crash, it is the same call
			use := f.uses[e.Tool]
			use.Tool, use.Calls = e.Tool, use.Calls+1
			f.uses[e.Tool] = use
		}
		f.calls[at] = e.Tool
	case events.TaskToolFailed:
		tool := f.calls[call{task, e.Step.Attempt, e.Step.Call}]
		if use, ok := f.uses[tool]; ok {
			use.Failed++
			f.uses[tool] = use
		}
		f.faults = append(f.faults, fault{tool: tool, task: task, code: e.Code, text: e.Error, attempt: e.Step.Attempt})
	}
}

func (f *Fold) spend(u events.Usage, cost int64) {
	f.episode.Tokens += u.Input + u.Output
	f.episode.Cost += max(cost, 0)
}

// Episode is what is remembered, if the goal has ended and its content can be read.
func (f *Fold) Episode() (Episode, bool) {
	e := f.episode
	if e.Outcome == "" || f.forgotten {
		return Episode{}, false
	}
	for _, tool := range slices.Sorted(maps.Keys(f.uses)) {
		e.Tools = append(e.Tools, f.uses[tool])
	}
	e.Troubles = f.troubles()
	return e, true
}

// troubles counts what failed alike, the most frequent first.
func (f *Fold) troubles() (list []Trouble) {
	for _, x := range f.faults {
		role := f.roles[x.task]
		at := slices.IndexFunc(list, func(t Trouble) bool { return t.Tool == x.tool && t.Role == role && t.Code == x.code })
		if at < 0 {
			at = len(list)
			list = append(list, Trouble{Tool: x.tool, Role: role, Code: x.code, Error: tidy(x.text, mostError)})
		}
		list[at].Count++
		list[at].Overcome = f.overcome(x)
	}
	slices.SortStableFunc(list, func(a, b Trouble) int { return cmp.Compare(b.Count, a.Count) })
	return list[:min(len(list), mostTroubles)]
}

func (f *Fold) overcome(x fault) string {
	attempt, done := f.done[x.task]
	switch {
	case done && attempt == x.attempt:
		return SameAttempt
	case done && attempt > x.attempt:
		return NextAttempt
	case !done && f.episode.Outcome == Done:
		return NextPlan // which has other tasks
	}
	return ""
}
