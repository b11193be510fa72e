package cli

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway/wire"
)

// question is what a person is asked, with all that the answer stands for: a question quotes only the beginning of long arguments, and
// what had better not be allowed may stand at their end.
func question(i wire.Interrupt) string {
	text := printable(i.Description)
	if rest := unquoted(i); rest != "" {
		text += "\n" + printable(rest)
	}
	return text
}

// unquoted lists the arguments that a question is about, one a line and texts as they are; nothing if the question quotes them.
func unquoted(i wire.Interrupt) string {
	var about struct{ Args map[string]json.RawMessage }
	if json.Unmarshal(i.Data, &about) != nil {
		return ""
	}
	quoted := true
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(about.Args)) {
		var compact bytes.Buffer
		if json.Compact(&compact, about.Args[name]) != nil {
			return ""
		}
		value := compact.String()
		quoted = quoted && strings.Contains(i.Description, value)
		if text := ""; json.Unmarshal(about.Args[name], &text) == nil {
			value = text
		}
		if strings.Contains(value, "\n") { // which a question writes as \n
			quoted, value = false, "\n    "+strings.ReplaceAll(strings.TrimRight(value, "\n"), "\n", "\n    ")
		} else {
			value = " " + value
		}
		lines = append(lines, "  "+name+":"+value)
	}
	if quoted {
		return ""
	}
	return strings.Join(lines, "\n")
}

// waitsFor says what a task waits for that no person is asked for; nothing if it does not.
func waitsFor(g wire.Goal, task string) string {
	for _, i := range g.Interrupts {
		if i.Task == task && i.Status == "pending" && !events.InterruptForPerson(i.Type) {
			return i.Description
		}
	}
	return ""
}
