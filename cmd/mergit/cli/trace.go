package cli

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/mergit-io/mergit/gateway/wire"
)

// traced reports whether a task's calls say more than the task does.
func traced(t wire.Task) bool { return t.Prompt != "" || len(t.Calls) > 1 }

// troubles has a row for each call of a task that did not go well.
func troubles(t wire.Task) (rows [][]string) {
	for _, c := range t.Calls {
		if c.Status != "done" && !traced(t) {
			rows = append(rows, []string{fmt.Sprintf("  call %d", c.Call), "", c.Status, "", "", c.Name, oneLine(c.Code+" "+c.Error, 60)})
		}
	}
	return rows
}

// longTrace is how many columns a line of a trace may have where nobody's
// terminal limits it.
const longTrace = 240

// trace writes what was asked of models and tools for a task and what they
// answered, in the order it happened.
func (a *app) trace(t wire.Task) error {
	if !traced(t) {
		return nil
	}
	if _, err := fmt.Fprintf(a.out, "\n%s\n", oneLine(t.ID+" ("+t.Role+")", 78)); err != nil {
		return err
	}
	columns := columnsOf(a.out, longTrace)
	for _, c := range t.Calls {
		name, says := c.Name, c.Preview
		if c.Kind == "model" {
			name, says = c.Provider+"/"+c.Name, reply(c)
		} else if len(c.Args) > 0 && string(c.Args) != "{}" {
			says = string(c.Args) + " → " + says
		}
		if c.Status != "done" {
			says = strings.TrimSpace(says + " " + c.Status + ": " + c.Code + " " + c.Error)
		}
		took := ""
		if c.DurationUS > 0 {
			took = " (" + brief(time.Duration(c.DurationUS)*time.Microsecond) + ")"
		}
		number := strconv.FormatInt(c.Call, 10)
		if t.Attempt > 1 {
			number = fmt.Sprintf("%d.%d", c.Attempt, c.Call)
		}
		line := fmt.Sprintf("%4s  %s%s  %s", number, name, took, says)
		if _, err := fmt.Fprintln(a.out, "  "+oneLineKeeping(line, columns-2)); err != nil {
			return err
		}
	}
	return nil
}

// asked writes what people and other systems were asked for, and who said what to it.
func (a *app) asked(g wire.Goal) error {
	title := "\nasked\n"
	columns := columnsOf(a.out, longTrace)
	for _, i := range g.Interrupts {
		if i.Status == "pending" {
			continue // it is shown with how to answer it
		}
		about := strings.TrimSpace(i.Type + " " + i.Task)
		said := i.Status
		if i.Decision != "" {
			said = i.Decision
		}
		if i.By != "" {
			said += " by " + i.By
		}
		if i.Feedback != "" {
			said += fmt.Sprintf(" (%s)", i.Feedback)
		}
		line := fmt.Sprintf("  %s → %s", about, said)
		if i.Description != "" {
			line += ": " + i.Description
		}
		if _, err := fmt.Fprint(a.out, title, oneLineKeeping(line, columns), "\n"); err != nil {
			return err
		}
		title = ""
	}
	return nil
}

// oneLineKeeping is oneLine with the spaces at the beginning.
func oneLineKeeping(text string, columns int) string {
	indent := len(text) - len(strings.TrimLeft(text, " "))
	return strings.Repeat(" ", indent) + oneLine(text, columns-indent)
}

// reply says what a model answered and what it took.
func reply(c wire.Call) string {
	var said struct {
		Text  string
		Calls []struct{ Name string }
	}
	text := c.Preview
	if json.Unmarshal([]byte(c.Preview), &said) == nil {
		text = said.Text
		if len(said.Calls) > 0 {
			names := make([]string, len(said.Calls))
			for i, call := range said.Calls {
				names[i] = call.Name
			}
			text = strings.TrimSpace(text + " calls " + strings.Join(names, ", "))
		}
	}
	return fmt.Sprintf("%d+%d tokens, %s: %s", c.InputTokens, c.OutputTokens, cost(c.Cost, c.CostUnknown), text)
}

func cost(dollars float64, unknown bool) string {
	if unknown {
		return "cost unknown"
	}
	return fmt.Sprintf("$%.4f", dollars)
}

// used says what a goal has spent; nothing if no model was asked.
func used(g wire.Goal) string {
	unknown := 0
	for _, t := range g.Tasks {
		for _, c := range t.Calls {
			if c.CostUnknown {
				unknown++
			}
		}
	}
	if g.Usage.Tokens == 0 && unknown == 0 {
		return ""
	}
	text := fmt.Sprintf("%s, %d tokens, %s", count(int(g.Usage.Steps), "call"), g.Usage.Tokens, cost(g.Usage.Cost, false))
	if unknown > 0 {
		text += fmt.Sprintf(" and the unknown cost of %s", count(unknown, "call"))
	}
	return text
}
