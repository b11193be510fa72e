// Package commands decides what may happen: it folds the past of one aggregate
// into state and turns a wish into new facts, or refuses it. Decide and Evolve
// are pure; the Runner around them loads, appends and settles lost races.
package commands

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/mergit-io/mergit/events"
)

// Aggregate is the past of one stream, folded. Its zero value is "nothing yet".
type Aggregate interface {
	// Evolve folds one stored fact in. It never fails on a fact that a Decide
	// of this binary could have emitted.
	Evolve(events.Envelope[events.Event])
	// Answered returns what a command led to when it was first run.
	Answered(command string) (Answer, bool)
}

// Command is a wish about one aggregate. Decide is pure: no clock, no I/O, no
// randomness; whatever it needs is a field of the command or of the request.
type Command[S Aggregate] interface {
	Named // by a stable wire name, "goal.submit"
	Decide(S, Request) ([]events.Event, error)
}

// Request is what surrounds a command.
type Request struct {
	// ID makes a command repeatable: the same ID with the same command is
	// answered from the log, with another command it is refused. Commands that
	// guard themselves otherwise (a claim, a state) leave it empty.
	ID string `json:"id,omitempty"`
	// At is when the wish was made; it becomes the time of its events.
	At time.Time `json:"at"`
	// Actor is who wishes it: "user:…", "policy:…", "executor:…".
	Actor string `json:"actor"`
	// Agent is on whose behalf, if an agent acts.
	Agent string `json:"agent,omitempty"`
	// Cause is the event that led here. It is used only where ID is empty.
	Cause       string `json:"cause,omitempty"`
	Correlation string `json:"correlation,omitempty"` // root goal
	TraceParent string `json:"traceparent,omitempty"`
}

// maxText bounds each text of a request, in bytes.
const maxText = 256

// Check refuses what could not be stored and read back unchanged: these values
// become headers of records, where a line break would be lost and the digest
// that covers it would never be right again.
func (r Request) Check() error {
	if r.At.IsZero() || r.At.UTC().Year() < 1 || r.At.UTC().Year() > 9999 {
		return refuse(Invalid, ErrRequestInvalid.Code, "at: say when this was wished, between the years 1 and 9999")
	}
	if r.Actor == "" {
		return refuse(Invalid, ErrRequestInvalid.Code, "actor: say who wishes this")
	}
	for _, f := range [...]struct{ name, value string }{
		{"id", r.ID}, {"actor", r.Actor}, {"agent", r.Agent}, {"cause", r.Cause},
		{"correlation", r.Correlation}, {"traceparent", r.TraceParent},
	} {
		if len(f.value) > maxText || !utf8.ValidString(f.value) || strings.TrimSpace(f.value) != f.value || strings.ContainsFunc(f.value, unicode.IsControl) {
			return refuse(Invalid, ErrRequestInvalid.Code, "%s: want at most %d bytes of UTF-8 without control characters or space around it", f.name, maxText)
		}
	}
	if _, _, ok := events.ParseCommandCause(r.Cause); ok {
		return refuse(Invalid, ErrRequestInvalid.Code, "cause: want an event's ID; a command is named by id")
	}
	return nil
}

// Answer is what a command led to.
type Answer struct {
	// Revision of the last event; that of the stream if there was nothing to do.
	Revision events.Revision `json:"revision"`
	// Repeated says that the command had been run before.
	Repeated bool `json:"repeated,omitempty"`

	request string // digest prefix of the command that was run
}

// Sort of refusal: how a caller should take it.
type Sort string

const (
	NotFound Sort = "not_found" // there is no such thing
	Conflict Sort = "conflict"  // the state does not allow it
	Invalid  Sort = "invalid"   // the wish itself makes no sense
)

// Refusal is an answer, not a failure: it is not retried and not logged as an
// error. It is decided again when the command is repeated.
type Refusal struct {
	Sort    Sort   `json:"sort"`
	Code    string `json:"code"` // stable, UPPER_SNAKE
	Message string `json:"message"`
}

func (r *Refusal) Error() string { return r.Message }

// Refused is the stable code of the refusal.
func (r *Refusal) Refused() string { return r.Code }

// Is makes refusals of one code equal, whatever their message says.
func (r *Refusal) Is(target error) bool {
	other, ok := target.(*Refusal)
	return ok && other.Code == r.Code
}

func refuse(sort Sort, code, format string, args ...any) error {
	return &Refusal{Sort: sort, Code: code, Message: fmt.Sprintf(format, args...)}
}

// Refusals that callers tell apart, with errors.Is.
var (
	ErrGoalExists      = &Refusal{Sort: Conflict, Code: "GOAL_EXISTS"}
	ErrGoalNotFound    = &Refusal{Sort: NotFound, Code: "GOAL_NOT_FOUND"}
	ErrGoalEnded       = &Refusal{Sort: Conflict, Code: "GOAL_ENDED"}
	ErrTaskNotFound    = &Refusal{Sort: NotFound, Code: "TASK_NOT_FOUND"}
	ErrTaskNotReady    = &Refusal{Sort: Conflict, Code: "TASK_NOT_READY"}
	ErrTaskClaimed     = &Refusal{Sort: Conflict, Code: "TASK_CLAIMED"}
	ErrLimitReached    = &Refusal{Sort: Conflict, Code: "LIMIT_REACHED"}
	ErrClaimLost       = &Refusal{Sort: Conflict, Code: "CLAIM_LOST"}
	ErrForgotten       = &Refusal{Sort: Conflict, Code: "FORGOTTEN"} // the key of its content was destroyed
	ErrRequestInvalid  = &Refusal{Sort: Invalid, Code: "REQUEST_INVALID"}
	ErrRequestDiffers  = &Refusal{Sort: Invalid, Code: "IDEMPOTENCY_MISMATCH"}
	ErrInterruptClosed = &Refusal{Sort: Conflict, Code: "INTERRUPT_CLOSED"}
	ErrUnknownCommand  = &Refusal{Sort: Invalid, Code: "UNKNOWN_COMMAND"}
)

// requestDigest identifies what a command asks for.
func requestDigest(c Named) (events.Digest, error) {
	name := c.Name()
	body, err := json.Marshal(c)
	if err != nil {
		return events.Digest{}, refuse(Invalid, "COMMAND_INVALID", "%s: %v", name, err)
	}
	return events.Sum(append([]byte(name+"\n"), body...)), nil
}

// answers keeps what commands led to, by command ID. Every aggregate embeds it.
type answers struct{ byCommand map[string]Answer }

func (a *answers) record(m events.Meta) {
	id, request, ok := events.ParseCommandCause(m.Cause)
	if !ok {
		return
	}
	if a.byCommand == nil {
		a.byCommand = map[string]Answer{}
	}
	a.byCommand[id] = Answer{Revision: m.Revision, Repeated: true, request: request}
}

// Answered implements Aggregate.
func (a *answers) Answered(command string) (Answer, bool) {
	answer, ok := a.byCommand[command]
	return answer, ok
}
