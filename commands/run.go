package commands

import (
	"time"

	"github.com/mergit-io/mergit/events"
)

// Run is a task's run folded: every call and what it came to.
type Run struct {
	answers
	Calls []*Call // of all attempts, in the order they were begun
	Last  events.Digest
	Ord   uint64 // ordinal of the last event

	claim   string          // that recorded last
	started events.Revision // when it was given
	attempt int             // the latest
}

// CallStatus is how far a call is.
type CallStatus string

const (
	CallBegun   CallStatus = "begun"    // intent without an outcome
	CallDone    CallStatus = "done"     // has a result
	CallFailed  CallStatus = "failed"   // has an error
	CallInDoubt CallStatus = "in_doubt" // a person must say
	CallAgain   CallStatus = "again"    // a person said: run it again
)

// Call is one occurrence of a tool or model call.
type Call struct {
	Step   events.Step
	Tool   events.TaskToolCall
	Model  events.TaskModelCall // of a model's call; its reply is Result
	Status CallStatus
	Result events.Content
	Failed events.TaskToolFailed
	Begun  time.Time // when the latest intent was recorded
	Took   time.Duration
	// Settled is what a person last said about the call in doubt.
	Settled string
	At      uint64 // ordinal of the event that holds the result
}

// NewRun is a run of which nothing is known.
func NewRun() *Run { return &Run{} }

// Find returns one occurrence.
func (r *Run) Find(attempt, call int) (*Call, bool) {
	for _, c := range r.Calls {
		if c.Step.Attempt == attempt && c.Step.Call == call {
			return c, true
		}
	}
	return nil, false
}

// Evolve folds one fact in.
func (r *Run) Evolve(e events.Envelope[events.Event]) {
	r.record(e.Meta)
	r.Last, r.Ord = e.Digest, e.Ordinal
	fact, ok := e.Fact.(events.Run)
	if !ok {
		return
	}
	switch f := fact.(type) {
	case events.TaskModelCall:
		r.took(f.Step)
		c := &Call{Step: f.Step, Model: f, Status: CallDone, Result: f.Reply, Begun: e.Time, At: e.Ordinal}
		c.Model.Reply = events.Content{}
		r.Calls = append(r.Calls, c)
	case events.TaskToolCall:
		r.took(f.Step)
		c, ok := r.Find(f.Step.Attempt, f.Step.Call)
		if !ok {
			c = &Call{}
			r.Calls = append(r.Calls, c)
		}
		c.Step, c.Tool, c.Status, c.Begun = f.Step, f, CallBegun, e.Time
	case events.TaskToolResult:
		r.took(f.Step)
		if c, ok := r.Find(f.Step.Attempt, f.Step.Call); ok {
			c.Status, c.Result, c.At, c.Took = CallDone, f.Result, e.Ordinal, time.Duration(f.DurationUS)*time.Microsecond
		}
	case events.TaskToolFailed:
		r.took(f.Step)
		if c, ok := r.Find(f.Step.Attempt, f.Step.Call); ok {
			c.Status, c.Failed = CallFailed, f
		}
	case events.TaskToolInDoubt:
		r.took(f.Step)
		if c, ok := r.Find(f.Step.Attempt, f.Step.Call); ok {
			c.Status, c.Settled = CallInDoubt, ""
		}
	case events.TaskToolSettled:
		r.took(f.Step)
		if c, ok := r.Find(f.Step.Attempt, f.Step.Call); ok {
			c.settle(f, e.Ordinal)
		}
	}
}

func (c *Call) settle(f events.TaskToolSettled, at uint64) {
	c.Settled = f.Outcome
	switch f.Outcome {
	case Happened:
		c.Status, c.Result, c.At = CallDone, f.Result, at
	case DidNot:
		c.Status = CallFailed
		c.Failed = events.TaskToolFailed{Step: f.Step, Code: "did_not_happen", Error: f.By + " said that it did not happen"}
	default:
		c.Status = CallAgain
	}
}

// took notes the claim that recorded a fact; an older one never records again.
func (r *Run) took(s events.Step) {
	r.attempt = max(r.attempt, s.Attempt)
	if s.Started >= r.started {
		r.started, r.claim = s.Started, s.Claim
	}
}

// RunRef is the run a command is about.
type RunRef struct {
	Workspace string `json:"workspace"`
	Goal      string `json:"goal"`
	Task      string `json:"task"`
}

// Stream is the run's aggregate.
func (r RunRef) Stream() events.StreamID { return events.RunStream(r.Workspace, r.Goal, r.Task) }

// held refuses what a superseded worker records.
func (r RunRef) held(run *Run, s events.Step) error {
	switch {
	case r.Task == events.Whole:
		return refuse(Invalid, "INVALID_ID", "task %q: it names the goal itself", r.Task)
	case s.Attempt < 1:
		return refuse(Invalid, "STEP_INVALID", "attempt %d of task %s: attempts count from 1", s.Attempt, r.Task)
	case !events.IsToken(s.Claim):
		return refuse(Invalid, "INVALID_ID", "claim %q: an ID is 1 to 64 of A–Z, a–z, 0–9, _ and -", s.Claim)
	case s.Started == 0:
		return refuse(Invalid, "STEP_INVALID", "task %s: a step names the revision that its claim started at", r.Task)
	case s.Started < run.started, s.Started == run.started && s.Claim != run.claim, s.Attempt < run.attempt:
		return refuse(Conflict, ErrClaimLost.Code, "task %s is not held by this claim any more", r.Task)
	}
	return nil
}

// begun finds the call that an outcome is for.
func (r RunRef) begun(run *Run, s events.Step) (*Call, error) {
	if err := r.held(run, s); err != nil {
		return nil, err
	}
	c, ok := run.Find(s.Attempt, s.Call)
	if !ok {
		return nil, refuse(Conflict, "CALL_NOT_BEGUN", "call %d of attempt %d of task %s was not begun", s.Call, s.Attempt, r.Task)
	}
	return c, nil
}

// BeginCall records that a tool is about to run, and its outcome with it if
// that is known already.
type BeginCall struct {
	RunRef
	// First says that the run is expected to be empty.
	First bool                `json:"first,omitempty"`
	Call  events.TaskToolCall `json:"call"`
	// Then is the outcome, of a read or idempotent tool that answered at once.
	Then *Outcome `json:"then,omitempty"`
}

// Outcome is what a tool came to: one of the two.
type Outcome struct {
	Result *events.TaskToolResult `json:"result,omitempty"`
	Failed *events.TaskToolFailed `json:"failed,omitempty"`
}

// step names the call that the outcome is for, if it is an outcome.
func (o Outcome) step() (events.Step, error) {
	switch {
	case o.Result != nil && o.Failed == nil:
		return o.Result.Step, nil
	case o.Failed != nil && o.Result == nil:
		return o.Failed.Step, nil
	}
	return events.Step{}, refuse(Invalid, "OUTCOME_INVALID", "an outcome is either a result or a failure")
}

func (o Outcome) fact() events.Event {
	if o.Result != nil {
		return *o.Result
	}
	return *o.Failed
}

// Name implements Command.
func (BeginCall) Name() string { return "call.begin" }

// Creates says whether the run is usually new.
func (c BeginCall) Creates() bool { return c.First }

func (c BeginCall) guarded() bool { return c.Then == nil }

// check refuses what could not be recovered from.
func (c BeginCall) check() error {
	s := c.Call.Step
	switch c.Call.Effect {
	case effectRead, effectIdempotent, effectWrite:
	default:
		return refuse(Invalid, "CALL_INVALID", "effect %q of call %d of task %s: use one of read, idempotent, write", c.Call.Effect, s.Call, c.Task)
	}
	if c.Then == nil {
		return nil
	}
	if outcome, err := c.Then.step(); err != nil {
		return err
	} else if outcome != s {
		return refuse(Invalid, "OUTCOME_INVALID", "the outcome is of another call than call %d of task %s", s.Call, c.Task)
	}
	if c.Then.Result != nil && c.Call.Effect == effectWrite {
		return refuse(Invalid, "CALL_INVALID", "call %d of task %s is a write: record it before it is made", s.Call, c.Task)
	}
	return nil
}

// What a call does, as tools say it.
const (
	effectRead       = "read"
	effectIdempotent = "idempotent"
	effectWrite      = "write"
)

// Decide implements Command.
func (c BeginCall) Decide(run *Run, _ Request) ([]events.Event, error) {
	s := c.Call.Step
	if err := c.held(run, s); err != nil {
		return nil, err
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	call := c.Call
	earlier, ok := run.Find(s.Attempt, s.Call)
	switch {
	case !ok && s.Call != run.next(s.Attempt):
		return nil, refuse(Conflict, "CALL_OUT_OF_ORDER", "call %d of task %s follows call %d", s.Call, c.Task, run.next(s.Attempt)-1)
	case !ok:
	case earlier.Tool.Tool != call.Tool:
		return nil, refuse(Conflict, "CALL_DIFFERS", "call %d of task %s is a call of %s", s.Call, c.Task, earlier.Tool.Tool)
	case earlier.Status == CallBegun && earlier.Step == s && c.Then == nil:
		return nil, nil // its answer was lost
	case earlier.Status == CallBegun && earlier.Tool.Effect == effectWrite:
		return nil, refuse(Conflict, "CALL_IN_DOUBT", "call %d of task %s is a write that may have happened", s.Call, c.Task)
	case earlier.Status == CallBegun, earlier.Status == CallAgain:
		call.Again = earlier.Tool.Again + 1
	default:
		return nil, refuse(Conflict, "CALL_SETTLED", "call %d of task %s has its outcome already", s.Call, c.Task)
	}
	if c.Then == nil {
		return []events.Event{call}, nil
	}
	return []events.Event{call, c.Then.fact()}, nil
}

// next is the number of the call that an attempt begins next.
func (r *Run) next(attempt int) int {
	n := 1
	for _, c := range r.Calls {
		if c.Step.Attempt == attempt {
			n = max(n, c.Step.Call+1)
		}
	}
	return n
}

// EndCall records what a begun call came to.
type EndCall struct {
	RunRef
	Outcome Outcome `json:"outcome"`
}

// Name implements Command.
func (EndCall) Name() string { return "call.end" }

func (EndCall) guarded() bool { return true }

// Decide implements Command.
func (c EndCall) Decide(run *Run, _ Request) ([]events.Event, error) {
	s, err := c.Outcome.step()
	if err != nil {
		return nil, err
	}
	call, err := c.begun(run, s)
	if err != nil {
		return nil, err
	}
	if call.came(c.Outcome) {
		return nil, nil
	}
	if call.Status != CallBegun {
		return nil, refuse(Conflict, "CALL_SETTLED", "call %d of task %s is %s already", s.Call, c.Task, call.Status)
	}
	return []events.Event{c.Outcome.fact()}, nil
}

// came reports whether a call already has exactly this outcome: hashes of
// results are salted, so equal ones are one and the same.
func (c *Call) came(to Outcome) bool {
	switch c.Status {
	case CallDone:
		return to.Result != nil && c.Result.Hash == to.Result.Result.Hash
	case CallFailed:
		return to.Failed != nil && c.Failed == *to.Failed
	case CallBegun, CallInDoubt, CallAgain:
	}
	return false
}

// DoubtCall records that nothing can tell whether a write happened.
type DoubtCall struct {
	RunRef
	Step   events.Step `json:"step"`
	Reason string      `json:"reason"`
}

// Name implements Command.
func (DoubtCall) Name() string { return "call.doubt" }

func (DoubtCall) guarded() bool { return true }

// Decide implements Command.
func (c DoubtCall) Decide(run *Run, _ Request) ([]events.Event, error) {
	call, err := c.begun(run, c.Step)
	switch {
	case err != nil:
		return nil, err
	case call.Status == CallInDoubt:
		return nil, nil
	case call.Status != CallBegun || call.Tool.Effect != effectWrite:
		return nil, refuse(Conflict, "CALL_SETTLED", "call %d of task %s is %s, not in doubt", c.Step.Call, c.Task, call.Status)
	}
	return []events.Event{events.TaskToolInDoubt{Step: c.Step, Reason: c.Reason}}, nil
}

// SettleCall records what a person said about a call in doubt.
type SettleCall struct {
	RunRef
	Step    events.Step    `json:"step"`
	Outcome string         `json:"outcome"`
	By      string         `json:"by"`
	Result  events.Content `json:"result,omitzero"`
}

// Name implements Command.
func (SettleCall) Name() string { return "call.settle" }

func (SettleCall) guarded() bool { return true }

// Decide implements Command.
func (c SettleCall) Decide(run *Run, _ Request) ([]events.Event, error) {
	call, err := c.begun(run, c.Step)
	switch {
	case err != nil:
		return nil, err
	case call.Settled != "" && call.Settled == c.Outcome:
		return nil, nil
	case call.Status != CallInDoubt:
		return nil, refuse(Conflict, "CALL_SETTLED", "call %d of task %s is %s, not in doubt", c.Step.Call, c.Task, call.Status)
	case c.Outcome != Happened && c.Outcome != DidNot && c.Outcome != Again:
		return nil, refuse(Invalid, "DECISION_UNKNOWN", "outcome %q: use one of %s, %s, %s", c.Outcome, Happened, DidNot, Again)
	}
	return []events.Event{events.TaskToolSettled{Step: c.Step, Outcome: c.Outcome, By: c.By, Result: c.Result}}, nil
}
