package model

// Lost is what stands for a result that was never recorded.
const Lost = "no result: it was lost before it was recorded"

// Repair returns the conversation as providers accept it: every call is followed by exactly one result, in the order of the
// calls, and no result is without its call. Providers refuse anything else for good (HTTP 400). A conversation that is in order
// is returned as it is.
func Repair(messages []Message) []Message {
	if inOrder(messages) {
		return messages
	}
	out := make([]Message, 0, len(messages)+4)
	for i := 0; i < len(messages); i++ {
		m := messages[i]
		if m.By == Result {
			continue // belongs to no call: those that do are taken below
		}
		out = append(out, m)
		if len(m.Calls) == 0 {
			continue
		}
		// Results may come late, but not after the assistant has spoken again.
		found := map[string]Message{}
		for _, later := range messages[i+1:] {
			if later.By == Assistant {
				break
			}
			if _, twice := found[later.For]; later.By == Result && !twice {
				found[later.For] = later
			}
		}
		for _, c := range m.Calls {
			result, ok := found[c.ID]
			if !ok {
				result = Message{By: Result, For: c.ID, Failed: true, Text: Lost}
			}
			out = append(out, result)
		}
	}
	return out
}

func inOrder(messages []Message) bool {
	var open []Call
	for _, m := range messages {
		if m.By == Result {
			if len(open) == 0 || open[0].ID != m.For {
				return false
			}
			open = open[1:]
			continue
		}
		if len(open) > 0 {
			return false
		}
		open = m.Calls
	}
	return len(open) == 0
}
