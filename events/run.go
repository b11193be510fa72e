package events

import "encoding/json"

// Run is any fact in the run of one task: what was asked of models and tools
// and what they answered. Every fact carries the claim of the worker that
// recorded it.
//
//sumtype:decl
type Run interface {
	Event
	isRun()
}

type runFact struct{}

func (runFact) isRun() {}

// Step identifies one occurrence of a call: the Call-th of an attempt. Identity
// is the occurrence, never the arguments: two equal calls are two calls.
type Step struct {
	Attempt int    `json:"attempt"`
	Call    int    `json:"call"` // counted from 1
	Claim   string `json:"claim"`
	// Started is the revision of the task.started that gave the claim: a
	// fencing token. A run takes nothing from a claim that is older than one
	// it has seen.
	Started Revision `json:"started"`
}

// Usage counts a model call's tokens.
type Usage struct {
	Input  int64 `json:"input"`
	Output int64 `json:"output"`
	Cached int64 `json:"cached,omitempty"` // of the input, read from the provider's cache
}

// Content is a result: what it is, plain, and what it says, sealed.
type Content struct {
	Hash Digest `json:"hash"` // ResultHash(salt, value)
	Size int64  `json:"size"` // of the value's JSON, bytes
	// Blob is the SHA-256 of the sealed value in the object store, for values
	// above InlineSize.
	Blob Digest `json:"blob,omitzero"`
	// Said is a Said, sealed as one.
	Said json.RawMessage `json:"said,omitempty" seal:"content"`
}

// Said is the sealed half of a Content.
type Said struct {
	Salt    string          `json:"salt"`              // hex, 32 bytes
	Value   json.RawMessage `json:"value,omitempty"`   // unless in a blob
	Preview string          `json:"preview,omitempty"` // of a blob's value
}

const (
	// InlineSize is the largest value, in bytes, that stands in an event.
	InlineSize = 64 << 10
	// PreviewSize bounds a preview, in bytes.
	PreviewSize = 2 << 10
)

// TaskModelCall: a model was asked and answered.
type TaskModelCall struct {
	runFact
	Step       Step    `json:"step"`
	Provider   string  `json:"provider"`
	Model      string  `json:"model"`
	Usage      Usage   `json:"usage"`
	Cost       int64   `json:"cost"` // millionths of a US dollar; -1 if it is not known
	Cached     bool    `json:"cached,omitempty"`
	DurationUS int64   `json:"duration_us"`
	Prompt     Prompt  `json:"prompt"`
	Reply      Content `json:"reply"`
}

// Prompt records what a model saw as the conversation before it and the
// messages that were appended, each stored once.
type Prompt struct {
	Base     Digest   `json:"base,omitzero"` // digest of the preceding prompt
	Messages []Digest `json:"messages"`      // blobs of the appended messages
	Digest   Digest   `json:"digest"`        // of this prompt
}

// TaskToolCall: a tool is about to run. For a write it is stored before the act.
type TaskToolCall struct {
	runFact
	Step      Step            `json:"step"`
	Tool      string          `json:"tool"`
	Args      json.RawMessage `json:"args,omitempty" seal:"content"` // secrets redacted
	ArgsBlob  Digest          `json:"args_blob,omitzero"`            // of args above InlineSize
	ArgsHash  Digest          `json:"args_hash"`                     // Key.Fingerprint("args", canonical args)
	Effect    string          `json:"effect"`                        // read, idempotent, write
	TimeoutMS int64           `json:"timeout_ms"`                    // after which it no longer runs
	Again     int             `json:"again,omitempty"`               // how often this call ran before
}

// TaskToolResult: the tool answered.
type TaskToolResult struct {
	runFact
	Step       Step    `json:"step"`
	Result     Content `json:"result"`
	DurationUS int64   `json:"duration_us"`
	Cached     bool    `json:"cached,omitempty"`
	Found      bool    `json:"found,omitempty"` // by looking, after a worker was lost
}

// TaskToolFailed: the tool answered that it could not.
type TaskToolFailed struct {
	runFact
	Step       Step   `json:"step"`
	Code       string `json:"code"`
	Error      string `json:"error,omitempty" seal:"content"`
	Retryable  bool   `json:"retryable,omitempty"`
	RetryMS    int64  `json:"retry_ms,omitempty"` // the earliest, as the tool says
	DurationUS int64  `json:"duration_us"`
}

// TaskToolInDoubt: a write was begun, its worker was lost, and nothing can tell
// whether it happened.
type TaskToolInDoubt struct {
	runFact
	Step   Step   `json:"step"`
	Reason string `json:"reason"`
}

// TaskToolSettled: a person said what became of a call in doubt.
type TaskToolSettled struct {
	runFact
	Step    Step    `json:"step"`
	Outcome string  `json:"outcome"` // happened, did_not, again
	By      string  `json:"by"`
	Result  Content `json:"result,omitzero"` // what stands for the result, if it happened
}

var (
	taskModelCall   = define[TaskModelCall](FamilyGoal, "task.model_call", 1, OfRun)
	taskToolCall    = define[TaskToolCall](FamilyGoal, "task.tool_call", 1, OfRun)
	taskToolResult  = define[TaskToolResult](FamilyGoal, "task.tool_result", 1, OfRun)
	taskToolFailed  = define[TaskToolFailed](FamilyGoal, "task.tool_failed", 1, OfRun)
	taskToolInDoubt = define[TaskToolInDoubt](FamilyGoal, "task.tool_in_doubt", 1, OfRun)
	taskToolSettled = define[TaskToolSettled](FamilyGoal, "task.tool_settled", 1, OfRun)
)

func (TaskModelCall) kind() *Kind   { return taskModelCall }
func (TaskToolCall) kind() *Kind    { return taskToolCall }
func (TaskToolResult) kind() *Kind  { return taskToolResult }
func (TaskToolFailed) kind() *Kind  { return taskToolFailed }
func (TaskToolInDoubt) kind() *Kind { return taskToolInDoubt }
func (TaskToolSettled) kind() *Kind { return taskToolSettled }
