package cli

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/mergit-io/mergit/gateway/wire"
)

// progress shows events as they come: as lines, and on a terminal with a status
// line below them that says how far the goal is.
type progress struct {
	a           *app
	began       time.Time
	tasks, done int
	running     map[string]string // task → what it does
	status      bool              // a status line stands on the screen
}

func newProgress(a *app) *progress {
	return &progress{a: a, began: time.Now(), running: map[string]string{}}
}

// event shows one event.
func (p *progress) event(e wire.Event) error {
	if p.a.json {
		return p.a.line(e)
	}
	p.count(e)
	p.clear()
	if text := describe(e); text != "" {
		fmt.Fprintf(p.a.err, "%6.2fs  %s\n", time.Since(p.began).Seconds(), text)
	}
	if p.a.terminal() && p.tasks > 0 && p.done < p.tasks {
		p.draw()
	}
	return nil
}

// count keeps track of what runs.
func (p *progress) count(e wire.Event) {
	var d struct {
		Task        string
		Tasks       json.RawMessage
		Note        string
		Done, Total int64
		Tool        string
	}
	_ = json.Unmarshal(e.Data, &d)
	switch e.Kind {
	case "goal.planned":
		var list []any
		_ = json.Unmarshal(d.Tasks, &list)
		p.tasks = len(list)
	case "task.started":
		p.running[d.Task] = ""
	case "task.completed":
		p.done++
		delete(p.running, d.Task)
	case "task.failed", "interrupt.pending":
		delete(p.running, d.Task)
	case "task.progress":
		says := fmt.Sprint(d.Done)
		if d.Total > 0 {
			says = fmt.Sprintf("%d %%", 100*d.Done/d.Total)
		}
		p.running[d.Task] = strings.TrimSpace(says + " " + d.Note)
	}
}

// draw writes the status line.
func (p *progress) draw() {
	const width = 20
	full := width * p.done / p.tasks
	var doing []string
	for task, says := range p.running {
		doing = append(doing, strings.TrimSpace(task+" "+says))
	}
	line := fmt.Sprintf("[%s%s] %d/%d  %s", strings.Repeat("█", full), strings.Repeat("░", width-full), p.done, p.tasks, strings.Join(doing, ", "))
	fmt.Fprint(p.a.err, oneLine(line, 100))
	p.status = true
}

// clear takes the status line away.
func (p *progress) clear() {
	if p.status {
		fmt.Fprint(p.a.err, "\r\x1b[K")
		p.status = false
	}
}
