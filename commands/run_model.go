package commands

import "github.com/mergit-io/mergit/events"

// OfModel reports whether the call is one of a model.
func (c *Call) OfModel() bool { return c.Model.Provider != "" }

// Spent is what the calls of an attempt have used. A model's call whose cost is
// unknown counts its tokens alone.
func (r *Run) Spent(attempt int) (b events.Budget) {
	for _, c := range r.Calls {
		if c.Step.Attempt != attempt {
			continue
		}
		b.Steps++
		b.Tokens += c.Model.Usage.Input + c.Model.Usage.Output
		b.Cost += max(c.Model.Cost, 0)
	}
	return b
}

// RecordModelCall records what a model was asked and what it answered. It has
// no intent: a question that was not answered is asked again.
type RecordModelCall struct {
	RunRef
	// First says that the run is expected to be empty.
	First bool                 `json:"first,omitempty"`
	Call  events.TaskModelCall `json:"call"`
}

// Name implements Command.
func (RecordModelCall) Name() string { return "call.model" }

// Creates says whether the run is usually new.
func (c RecordModelCall) Creates() bool { return c.First }

func (RecordModelCall) guarded() bool { return true }

// Decide implements Command.
func (c RecordModelCall) Decide(run *Run, _ Request) ([]events.Event, error) {
	s := c.Call.Step
	if err := c.held(run, s); err != nil {
		return nil, err
	}
	if c.Call.Provider == "" || c.Call.Prompt.Digest.IsZero() || c.Call.Reply.Hash.IsZero() {
		return nil, refuse(Invalid, "CALL_INVALID", "call %d of task %s: a model's call names its provider, its prompt and its reply", s.Call, c.Task)
	}
	earlier, ok := run.Find(s.Attempt, s.Call)
	switch {
	case ok && earlier.OfModel() && earlier.Result.Hash == c.Call.Reply.Hash:
		return nil, nil // its answer was lost
	case ok:
		return nil, refuse(Conflict, "CALL_SETTLED", "call %d of task %s has its outcome already", s.Call, c.Task)
	case s.Call != run.next(s.Attempt):
		return nil, refuse(Conflict, "CALL_OUT_OF_ORDER", "call %d of task %s follows call %d", s.Call, c.Task, run.next(s.Attempt)-1)
	}
	return []events.Event{c.Call}, nil
}
