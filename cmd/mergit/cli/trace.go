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

// trace has a row for each call of a task: what was asked of models and tools
// and what they answered, in the order it happened.
func trace(t wire.Task) (rows [][]string) {
	for _, c := range t.Calls {
		if !traced(t) && c.Status == "done" {
			continue
		}
		number := fmt.Sprintf("  call %d", c.Call)
		took := ""
		if c.DurationUS > 0 {
			took = brief(time.Duration(c.DurationUS) * time.Microsecond)
		}
		says := c.Preview
		switch {
		case c.Status != "done":
			says = c.Code + " " + c.Error
		case c.Kind == "model":
			says = reply(c)
		}
		if !traced(t) { // the task's own row says the rest
			rows = append(rows, []string{number, "", c.Status, "", "", c.Name, oneLine(says, 60)})
			continue
		}
		name := c.Name
		if c.Kind == "model" {
			name = c.Provider + "/" + c.Name
		} else if len(c.Args) > 0 && string(c.Args) != "{}" {
			says = string(c.Args) + " → " + says
		}
		rows = append(rows, []string{number, c.Kind, c.Status, strconv.FormatInt(c.Attempt, 10), took, oneLine(name, 32), oneLine(says, 120)})
	}
	return rows
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
