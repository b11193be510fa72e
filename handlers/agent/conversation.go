package agent

import (
	"fmt"

	"github.com/mergit-io/mergit/handlers/model"
)

// conversation is what has been said, of which a prompt shows the model all that fits.
type conversation struct {
	messages []model.Message
	fresh    int // at the end, since the prompt before
	opening  int // messages that are never left out
	tokens   int64
}

func begin(t Task) *conversation {
	c := new(conversation)
	c.add(opening(t)...)
	c.opening = len(c.messages)
	return c
}

func (c *conversation) add(messages ...model.Message) {
	c.messages = append(c.messages, messages...)
	c.fresh += len(messages)
	for _, m := range messages {
		c.tokens += model.EstimateMessage(m)
	}
}

// asked notes that a prompt with all messages was sent.
func (c *conversation) asked() { c.fresh = 0 }

// leftOut stands for what a model is not shown any more.
const leftOut = "[left out: this was said long ago, and the conversation would be too long with it]"

// kept is how much of the window a conversation may have after it was shortened. It is shortened rarely and by much, not often
// and by little: each time, the provider's cache is lost, and the prompt is recorded anew.
const kept = 0.5

// fit shortens a conversation that does not fit a window. First the oldest results go, then whole rounds of calls and results.
// Answers are left room for: the window is what a prompt may have.
func (c *conversation) fit(window int64, tools []model.Tool) error {
	window -= model.Estimate(nil, tools)
	if c.tokens <= window {
		return nil
	}
	target := int64(float64(window) * kept)
	messages := append([]model.Message(nil), c.messages...) // prompts that were sent share the old one
	tokens := c.tokens
	rounds := roundsOf(messages, c.opening)
	for i := 0; i < len(rounds)-1 && tokens > target; i++ {
		for at := rounds[i]; at < rounds[i+1]; at++ {
			m := messages[at]
			if m.By != model.Result || len(m.Text) <= len(leftOut) {
				continue
			}
			before := model.EstimateMessage(m)
			m.Text, m.Failed = leftOut, false
			messages[at] = m
			tokens -= before - model.EstimateMessage(m)
		}
	}
	from := c.opening
	for i := 1; i < len(rounds) && tokens > target; i++ {
		for at := from; at < rounds[i]; at++ {
			tokens -= model.EstimateMessage(messages[at])
		}
		from = rounds[i]
	}
	shorter := append([]model.Message(nil), messages[:c.opening]...)
	if from > c.opening {
		// It belongs to the opening, so that the user's turn is not followed by another.
		last := shorter[c.opening-1]
		last.Text += "\n\n" + leftOut
		shorter[c.opening-1] = last
	}
	shorter = append(shorter, messages[from:]...)
	squeeze(shorter[c.opening:], window-model.Estimate(shorter, nil))
	c.messages, c.fresh, c.tokens = shorter, len(shorter), model.Estimate(shorter, nil)
	if c.tokens > window {
		return &Failure{Code: CodeWindow, Message: fmt.Sprintf("the task and its newest results have about %d tokens, and the model takes %d", c.tokens, window)}
	}
	return nil
}

// leastShown is how many characters of a result are worth showing.
const leastShown = 500

// squeeze shortens the results of what is left, if that is still too long by some tokens: many large results may have come at
// once.
func squeeze(messages []model.Message, room int64) {
	if room >= 0 {
		return
	}
	var results []int
	taken := int64(0)
	for i, m := range messages {
		if m.By == model.Result && len(m.Text) > leastShown {
			results = append(results, i)
			taken += model.EstimateMessage(m)
		}
	}
	if len(results) == 0 || taken+room <= 0 {
		return
	}
	// Two characters a token, so that it fits whatever is written in it.
	each := max(int(2*(taken+room)/int64(len(results)))-100, leastShown)
	for _, i := range results {
		messages[i].Text = Cut(messages[i].Text, each, "")
	}
}

// roundsOf lists where each round begins: an assistant's turn with what follows it.
func roundsOf(messages []model.Message, from int) (starts []int) {
	for at := from; at < len(messages); at++ {
		if messages[at].By == model.Assistant {
			starts = append(starts, at)
		}
	}
	return starts
}
