package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway/wire"
)

// progress shows a goal's events as they come: as lines, and on a terminal with
// a status line below them that says how far the goal is.
type progress struct {
	a       *app
	verbose bool
	// silent keeps lines back, while a person is asked something.
	silent bool
	held   []string
	asked  bool // the question that comes is put to the person

	began       time.Time // when the goal was submitted
	elapsed     time.Duration
	tasks, done int
	running     map[string]string    // task → what it does
	started     map[string]time.Time // task → its newest attempt
	failure     map[string]string    // task → what was said of its last failure
	waits       map[string]string    // task → what was said that it waits for; the goal itself is ""
	apart       map[string]string    // interrupt that asks nobody → the task that waits
	drawn       bool                 // a status line stands on the screen
}

func newProgress(a *app, verbose bool) *progress {
	return &progress{a: a, verbose: verbose, running: map[string]string{}, started: map[string]time.Time{}, failure: map[string]string{}, waits: map[string]string{}, apart: map[string]string{}}
}

// event shows one event.
func (p *progress) event(e wire.Event) error {
	if p.a.json {
		return p.a.line(e)
	}
	if !e.Time.IsZero() { // transient events have none
		if p.began.IsZero() {
			p.began = e.Time
		}
		p.elapsed = e.Time.Sub(p.began)
	} else if !p.began.IsZero() {
		p.elapsed = max(p.elapsed, time.Since(p.began))
	}
	f := readFact(e)
	p.count(e, f)
	if text := p.describe(e, f); text != "" {
		p.say(fmt.Sprintf("%7.2fs  %s", p.elapsed.Seconds(), oneLine(text, 0)))
	}
	p.draw()
	return nil
}

// say writes a line above the status line.
func (p *progress) say(text string) {
	if p.silent {
		p.held = append(p.held, text)
		return
	}
	p.clear()
	fmt.Fprintln(p.a.err, text)
	p.draw()
}

// hush keeps lines back, or writes those that were.
func (p *progress) hush(silent bool) {
	if silent {
		p.clear()
	}
	p.silent = silent
	for !silent && len(p.held) > 0 {
		line := p.held[0]
		p.held = p.held[1:]
		p.say(line)
	}
}

// count keeps track of what runs.
func (p *progress) count(e wire.Event, f fact) {
	switch e.Kind {
	case "goal.planned", "goal.replanned":
		p.tasks = len(f.tasks())
		delete(p.waits, "")
	case "task.started":
		p.running[f.Task], p.started[f.Task] = "", e.Time
	case "task.completed":
		p.done++
		delete(p.running, f.Task)
	case "task.failed", "interrupt.pending":
		delete(p.running, f.Task)
	case "interrupt.resolved", "goal.completed", "goal.failed", "goal.cancelled":
		if e.Kind != "interrupt.resolved" {
			p.tasks = 0
		}
	case "task.progress":
		says := fmt.Sprint(f.Done)
		if f.Total > 0 {
			says = fmt.Sprintf("%d %%", 100*f.Done/f.Total)
		}
		p.running[f.Task] = strings.TrimSpace(says + " " + f.Note)
	case "task.model_call":
		delete(p.waits, f.Task)
		p.running[f.Task] = ""
	case "task.waiting":
		p.running[f.Task] = "waits for a model"
	case "task.delta": // what a model is just saying: its last words
		p.running[f.Task] = lastWords(p.running[f.Task]+f.Text, 40)
	}
}

// lastWords are the last characters of a text.
func lastWords(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[len(runes)-most:])
	}
	return text
}

// draw writes the status line: one row, whatever the terminal's width.
func (p *progress) draw() {
	if p.silent || p.done >= p.tasks || !isTerminal(p.a.err) {
		return
	}
	p.clear()
	// A row that is full to its last column would go on in the next.
	fmt.Fprint(p.a.err, oneLine(p.row(), columnsOf(p.a.err, 80)-1))
	p.drawn = true
}

func (p *progress) row() string {
	const width = 20
	full := width * p.done / p.tasks
	var doing []string
	for _, task := range slices.Sorted(maps.Keys(p.running)) {
		doing = append(doing, strings.TrimSpace(task+" "+p.running[task]))
	}
	return fmt.Sprintf("[%s%s] %d/%d %s", strings.Repeat("█", full), strings.Repeat("░", width-full), p.done, p.tasks, strings.Join(doing, ", "))
}

// clear takes the status line away.
func (p *progress) clear() {
	if p.drawn {
		fmt.Fprint(p.a.err, "\r\x1b[K")
		p.drawn = false
	}
}

// fact is what a person may want to know of an event's data.
type fact struct {
	Task, Tool, Model, Code, Error, Tx, Type, Description, Decision, By, Note, Reason, Interrupt, Text string

	Block       uint64
	Done, Total int64
	DurationUS  int64      `json:"duration_us"`
	RetryAt     *time.Time `json:"retry_at"`
	Planner     struct{ Name, Why string }
	Tasks       json.RawMessage // of a plan; elsewhere a number
}

func readFact(e wire.Event) fact {
	var f fact
	_ = json.Unmarshal(e.Data, &f) // what is sealed stays empty
	if f.Task == "" {
		f.Task = e.Task
	}
	return f
}

func (f fact) tasks() []json.RawMessage {
	var list []json.RawMessage
	_ = json.Unmarshal(f.Tasks, &list)
	return list
}

// describe says what an event means, for a person; empty if it is of no
// interest to one.
func (p *progress) describe(e wire.Event, f fact) string {
	switch e.Kind {
	case "goal.planned", "goal.replanned":
		text := strings.TrimPrefix(e.Kind, "goal.") + " " + count(len(f.tasks()), "task")
		if f.Planner.Why != "" {
			text += " (" + f.Planner.Why + ")"
		}
		return text
	case "goal.waiting":
		return p.waiting("", "planning: "+f.Note)
	case "task.waiting":
		return p.waiting(f.Task, f.Task+" waits for a model: "+f.Note)
	case "task.completed":
		text := f.Task + " done"
		if at, ok := p.started[f.Task]; ok {
			text += " in " + brief(e.Time.Sub(at))
		}
		return text
	case "task.failed":
		said, again := f.Code+": "+f.Error, "failed"
		if p.failure[f.Task] == said {
			said, again = "", "failed again"
		} else {
			p.failure[f.Task] = said
		}
		text := f.Task + " " + again
		if f.RetryAt != nil {
			text += fmt.Sprintf(", next try in %s", brief(max(0, f.RetryAt.Sub(e.Time))))
		}
		if said != "" {
			text += ": " + said
		}
		return text
	case "interrupt.pending":
		if p.asked {
			return ""
		}
		if !events.InterruptForPerson(f.Type) {
			p.apart[f.Interrupt] = f.Task
			return f.Task + " " + f.Description
		}
		return "asks: " + f.Description
	case "interrupt.resolved":
		if task, ok := p.apart[f.Interrupt]; ok {
			return task + " has what it waited for"
		}
		return fmt.Sprintf("%s answered: %s", f.By, f.Decision)
	case "interrupt.expired":
		if task, ok := p.apart[f.Interrupt]; ok {
			return task + " waited in vain"
		}
		return "nobody answered in time"
	case "goal.completed":
		return "goal done"
	case "goal.failed":
		return "goal failed" // why is said at the end, or was said of the task
	case "goal.cancelled":
		return "goal cancelled by " + f.By
	case "proof.confirmed":
		return fmt.Sprintf("proof: confirmed in block %d", f.Block)
	case "proof.reorged":
		return "proof: its block was dropped by the chain; it is sent again"
	case "proof.dead_lettered":
		return "proof: given up, an operator must look"
	}
	if p.verbose {
		return detail(e, f)
	}
	return ""
}

// waiting is what a goal or task waits for, unless it was just said: it is told again and again, to whoever begins to watch.
func (p *progress) waiting(task, text string) string {
	if p.waits[task] == text {
		return ""
	}
	p.waits[task] = text
	return text
}

// detail describes what only --verbose shows.
func detail(e wire.Event, f fact) string {
	switch e.Kind {
	case "task.started":
		return f.Task + " started"
	case "task.tool_call":
		return fmt.Sprintf("%s calls %s", f.Task, f.Tool)
	case "task.model_call":
		return fmt.Sprintf("%s asks %s", f.Task, f.Model)
	case "task.tool_result":
		return fmt.Sprintf("%s has its result after %s", f.Task, brief(time.Duration(f.DurationUS)*time.Microsecond))
	case "task.tool_failed":
		return fmt.Sprintf("%s: the call failed: %s", f.Task, f.Code)
	case "task.tool_in_doubt":
		return f.Task + ": nobody knows whether the call happened"
	case "task.tool_settled":
		return f.Task + ": it is settled whether the call happened"
	case "proof.pending":
		return "proof: bundled"
	case "proof.submitted":
		return "proof: sent in transaction " + f.Tx
	}
	return ""
}
