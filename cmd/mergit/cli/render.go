package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/mergit-io/mergit/gateway/wire"
)

// readable turns a result into text: its Markdown or text if it has one.
func readable(result json.RawMessage) string {
	var text string
	if json.Unmarshal(result, &text) == nil {
		return text
	}
	var said struct{ Markdown, Text, Content string }
	if json.Unmarshal(result, &said) == nil {
		for _, s := range []string{said.Markdown, said.Text, said.Content} {
			if s != "" {
				return strings.TrimRight(s, "\n")
			}
		}
	}
	var any any
	if json.Unmarshal(result, &any) == nil {
		if pretty, err := json.MarshalIndent(any, "", "  "); err == nil {
			return string(pretty)
		}
	}
	return string(result)
}

// oneLine cuts text for a table.
func oneLine(text string, most int) string {
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}

// describe says what an event means, for a person; empty if it is of no
// interest to one.
func describe(e wire.Event) string {
	var d struct {
		Task, Tool, Code, Error, Tx, Block, Description, Decision, By, Note string
		Step                                                                struct{ Call int }
		Attempt, Tasks                                                      any
		Done, Total                                                         int64
		DurationUS                                                          int64      `json:"duration_us"`
		RetryAt                                                             *time.Time `json:"retry_at"`
		Planner                                                             struct{ Name, Why string }
		Preview                                                             string
	}
	var number struct {
		Block uint64
	}
	_ = json.Unmarshal(e.Data, &d)
	_ = json.Unmarshal(e.Data, &number)
	task := d.Task
	if task == "" {
		task = e.Task
	}
	switch e.Kind {
	case "goal.planned":
		list, _ := d.Tasks.([]any)
		if d.Planner.Why != "" {
			return fmt.Sprintf("planned %d tasks (%s)", len(list), d.Planner.Why)
		}
		return fmt.Sprintf("planned %d tasks", len(list))
	case "task.started":
		return fmt.Sprintf("%s started", task)
	case "task.tool_call":
		return fmt.Sprintf("%s calls %s", task, d.Tool)
	case "task.tool_result":
		return fmt.Sprintf("%s has its result after %s", task, time.Duration(d.DurationUS)*time.Microsecond)
	case "task.tool_failed":
		return fmt.Sprintf("%s: %s", task, d.Error)
	case "task.tool_in_doubt":
		return fmt.Sprintf("%s: nobody knows whether the call happened", task)
	case "task.completed":
		return fmt.Sprintf("%s done", task)
	case "task.failed":
		if d.RetryAt != nil {
			return fmt.Sprintf("%s failed (%s), next try at %s", task, d.Error, d.RetryAt.Local().Format(time.TimeOnly))
		}
		return fmt.Sprintf("%s failed: %s", task, d.Error)
	case "interrupt.pending":
		return "asks: " + d.Description
	case "interrupt.resolved":
		return fmt.Sprintf("%s answered: %s", d.By, d.Decision)
	case "goal.completed":
		return "goal done"
	case "goal.failed":
		return "goal failed: " + d.Error
	case "goal.cancelled":
		return "goal cancelled"
	case "proof.pending":
		return "proof: bundled"
	case "proof.submitted":
		return "proof: sent in transaction " + d.Tx
	case "proof.confirmed":
		return fmt.Sprintf("proof: confirmed in block %d", number.Block)
	case "proof.dead_lettered":
		return "proof: given up, an operator must look"
	}
	return ""
}

// showGoal writes everything that is known of a goal.
func showGoal(out io.Writer, g wire.Goal) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	row := func(name, format string, args ...any) {
		if text := fmt.Sprintf(format, args...); strings.TrimSpace(text) != "" {
			fmt.Fprintf(w, "%s\t%s\n", name, text)
		}
	}
	row("goal", "%s", g.ID)
	row("title", "%s", g.Title)
	row("status", "%s", g.Status)
	row("error", "%s", g.Error)
	if g.Planner.Why != "" {
		row("planner", "%s", g.Planner.Why)
	} else {
		row("planner", "%s", g.Planner.Name)
	}
	row("tasks", "%d of %d done", g.TasksDone, g.TasksTotal)
	if p := g.Proof; p != nil {
		row("proof", "%s", p.Status)
		row("bundle", "%s", p.Bundle)
		row("root", "%s", p.Root)
		row("transaction", "%s", p.Tx)
		if p.Block > 0 {
			row("block", "%d %s", p.Block, p.BlockHash)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w)
	fmt.Fprintln(w, "TASK\tROLE\tSTATUS\tTRY\tTOOK\tTOOL\tRESULT")
	for _, t := range g.Tasks {
		took := ""
		if t.Started != nil && t.Ended != nil {
			took = t.Ended.Sub(*t.Started).Round(time.Microsecond * 10).String()
		}
		says := t.Preview
		if t.Error != "" && t.Status != "done" {
			says = t.Code + ": " + t.Error
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\t%s\t%s\n", t.ID, t.Role, t.Status, t.Attempt, took, t.Tool, oneLine(says, 60))
		for _, c := range t.Calls {
			if c.Status == "done" {
				continue
			}
			fmt.Fprintf(w, "  call %d\t\t%s\t\t\t%s\t%s\n", c.Call, c.Status, c.Name, oneLine(c.Code+" "+c.Error, 60))
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, i := range openInterrupts(g) {
		fmt.Fprintf(out, "\nwaits for you: %s\n  mergit goal resume %s --interrupt %s --decision %s\n", i.Description, g.ID, i.ID, strings.Join(i.Options, "|"))
	}
	return nil
}
