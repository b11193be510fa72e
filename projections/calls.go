package projections

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/mergit-io/mergit/events"
)

// What a call is.
const (
	CallModel = "model"
	CallTool  = "tool"
)

// Where a call stands.
const (
	CallRunning = "running" // or its worker was lost
	CallDone    = "done"
	CallFailed  = "failed"
	CallInDoubt = "in_doubt" // nobody knows whether it happened
	CallAgain   = "again"    // a person wants it run once more
)

// CallRow is one call of a model or a tool in an attempt of a task.
type CallRow struct {
	Goal    string `json:"goal"`
	Task    string `json:"task"`
	Attempt int64  `json:"attempt"`
	Call    int64  `json:"call"`
	Kind    string `json:"kind"`
	Name    string `json:"name"` // of the tool or model
	// Provider, tokens and cost are of a model's call.
	Provider     string `json:"provider,omitempty"`
	InputTokens  int64  `json:"input_tokens,omitempty"`
	OutputTokens int64  `json:"output_tokens,omitempty"`
	CachedTokens int64  `json:"cached_tokens,omitempty"`
	Cost         int64  `json:"cost,omitempty"` // millionths of a US dollar
	Effect       string `json:"effect,omitempty"`
	// Args is what a tool was given; if that is above PreviewSize, its
	// beginning as a JSON string.
	Args     json.RawMessage `json:"args,omitempty"`
	ArgsHash string          `json:"args_hash,omitempty"` // of a model's call, the prompt's digest
	Again    int64           `json:"again,omitempty"`     // how often it ran before

	Status     string     `json:"status"`
	Result     string     `json:"result_hash,omitempty"`
	Size       int64      `json:"result_size,omitempty"`
	Preview    string     `json:"preview,omitempty"`
	Cached     bool       `json:"cached,omitempty"`
	Found      bool       `json:"found,omitempty"`
	Code       string     `json:"code,omitempty"`
	Error      string     `json:"error,omitempty"`
	By         string     `json:"settled_by,omitempty"`
	DurationUS int64      `json:"duration_us,omitempty"`
	Started    time.Time  `json:"started_at"`
	Ended      *time.Time `json:"ended_at,omitempty"`
}

// Key implements Keyed.
func (r *CallRow) Key() string { return callKey(r.Attempt, r.Call) }

func callKey(attempt, call int64) string {
	return strconv.FormatInt(attempt, 10) + "." + strconv.FormatInt(call, 10)
}

// Run is the unit of a task's run.
type Run struct{ Calls Rows[*CallRow] }

var callTable = &table[Run, *CallRow]{
	name: "calls", keys: 4, task: "task",
	rows:  func(r *Run) *Rows[*CallRow] { return &r.Calls },
	empty: func() *CallRow { return new(CallRow) },
	columns: []Column[*CallRow]{
		Text("goal", func(r *CallRow) *string { return &r.Goal }),
		Text("task", func(r *CallRow) *string { return &r.Task }),
		Number("attempt", func(r *CallRow) *int64 { return &r.Attempt }),
		Number("call", func(r *CallRow) *int64 { return &r.Call }),
		Text("kind", func(r *CallRow) *string { return &r.Kind }),
		Text("name", func(r *CallRow) *string { return &r.Name }),
		Text("provider", func(r *CallRow) *string { return &r.Provider }),
		Number("input_tokens", func(r *CallRow) *int64 { return &r.InputTokens }),
		Number("output_tokens", func(r *CallRow) *int64 { return &r.OutputTokens }),
		Number("cached_tokens", func(r *CallRow) *int64 { return &r.CachedTokens }),
		Number("cost", func(r *CallRow) *int64 { return &r.Cost }),
		Text("effect", func(r *CallRow) *string { return &r.Effect }),
		Sealed(JSON("args", func(r *CallRow) *json.RawMessage { return &r.Args })),
		Text("args_hash", func(r *CallRow) *string { return &r.ArgsHash }),
		Number("again", func(r *CallRow) *int64 { return &r.Again }),
		Text("status", func(r *CallRow) *string { return &r.Status }),
		Text("result_hash", func(r *CallRow) *string { return &r.Result }),
		Number("result_size", func(r *CallRow) *int64 { return &r.Size }),
		Sealed(Text("preview", func(r *CallRow) *string { return &r.Preview })),
		Flag("cached", func(r *CallRow) *bool { return &r.Cached }),
		Flag("found", func(r *CallRow) *bool { return &r.Found }),
		Text("code", func(r *CallRow) *string { return &r.Code }),
		Sealed(Text("error", func(r *CallRow) *string { return &r.Error })),
		Text("settled_by", func(r *CallRow) *string { return &r.By }),
		Number("duration_us", func(r *CallRow) *int64 { return &r.DurationUS }),
		Time("started", func(r *CallRow) *time.Time { return &r.Started }),
		MaybeTime("ended", func(r *CallRow) **time.Time { return &r.Ended }),
	},
}

var callRoutes = []Route{
	On(modelCalled),
	On(toolCalled),
	On(toolAnswered),
	On(toolFailed),
	On(toolInDoubt),
	On(toolSettled),
}

// call finds the row of a step; an outcome whose intent is not in the run still
// gets one, for whoever looks into it.
func (r *Run) call(e events.Meta, s events.Step) *CallRow {
	if row, ok := r.Calls.Edit(callKey(int64(s.Attempt), int64(s.Call))); ok {
		return row
	}
	row := &CallRow{
		Goal: e.Stream.ID, Task: e.Stream.Part, Attempt: int64(s.Attempt), Call: int64(s.Call),
		Kind: CallTool, Status: CallRunning, Started: e.Time,
	}
	r.Calls.Put(row)
	return row
}

func modelCalled(r *Run, e events.Envelope[events.TaskModelCall]) error {
	row, f := r.call(e.Meta, e.Fact.Step), e.Fact
	row.Kind, row.Status, row.Provider, row.Name = CallModel, CallDone, f.Provider, f.Model
	row.InputTokens, row.OutputTokens, row.CachedTokens = f.Usage.Input, f.Usage.Output, f.Usage.Cached
	row.Cost, row.Cached, row.DurationUS = f.Cost, f.Cached, f.DurationUS
	row.ArgsHash = digestText(f.Prompt.Digest)
	row.Started, row.Ended = e.Time.Add(-time.Duration(f.DurationUS)*time.Microsecond), moment(e.Time)
	return row.result(f.Reply)
}

func toolCalled(r *Run, e events.Envelope[events.TaskToolCall]) error {
	row, f := r.call(e.Meta, e.Fact.Step), e.Fact
	row.Kind, row.Status, row.Name, row.Effect, row.Again = CallTool, CallRunning, f.Tool, f.Effect, int64(f.Again)
	row.Args, row.ArgsHash = shortened(f.Args), digestText(f.ArgsHash)
	row.Code, row.Error, row.By, row.Started, row.Ended = "", "", "", e.Time, nil
	return nil
}

func toolAnswered(r *Run, e events.Envelope[events.TaskToolResult]) error {
	row, f := r.call(e.Meta, e.Fact.Step), e.Fact
	row.Status, row.DurationUS, row.Cached, row.Found = CallDone, f.DurationUS, f.Cached, f.Found
	row.Code, row.Error, row.Ended = "", "", moment(e.Time)
	return row.result(f.Result)
}

func toolFailed(r *Run, e events.Envelope[events.TaskToolFailed]) error {
	row, f := r.call(e.Meta, e.Fact.Step), e.Fact
	row.Status, row.Code, row.Error, row.DurationUS, row.Ended = CallFailed, f.Code, f.Error, f.DurationUS, moment(e.Time)
	return nil
}

func toolInDoubt(r *Run, e events.Envelope[events.TaskToolInDoubt]) error {
	row := r.call(e.Meta, e.Fact.Step)
	row.Status, row.Error = CallInDoubt, e.Fact.Reason
	return nil
}

func toolSettled(r *Run, e events.Envelope[events.TaskToolSettled]) error {
	row, f := r.call(e.Meta, e.Fact.Step), e.Fact
	row.By = f.By
	switch f.Outcome {
	case "happened":
		row.Status, row.Error, row.Ended = CallDone, "", moment(e.Time)
		if f.Result.Hash.IsZero() {
			return nil
		}
		return row.result(f.Result)
	case "again":
		row.Status = CallAgain
	default:
		row.Status, row.Ended = CallFailed, moment(e.Time)
	}
	return nil
}

// result shows what a call answered.
func (r *CallRow) result(c events.Content) error {
	r.Result, r.Size = digestText(c.Hash), c.Size
	if len(present(c.Said)) == 0 {
		r.Preview = events.Forgotten
		return nil
	}
	said, err := c.Open()
	if err != nil {
		return err
	}
	if r.Preview = said.Preview; len(said.Value) > 0 {
		r.Preview = events.Preview(said.Value)
	}
	return nil
}

// shortened keeps short JSON and shows the beginning of long JSON.
func shortened(text json.RawMessage) json.RawMessage {
	text = present(text)
	if len(text) <= events.PreviewSize {
		return text
	}
	short, err := json.Marshal(events.Preview(text))
	if err != nil { // a string always encodes
		return nil
	}
	return short
}
