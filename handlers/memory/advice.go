package memory

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/mergit-io/mergit/handlers/model"
)

const (
	// mostAdvice is how many memories a planner is told, of which mostLessons are insights.
	mostAdvice  = 5
	mostLessons = 2
	// mostTokens is how many tokens they take together.
	mostTokens = 1500
	// leastConfidence of an insight that a planner is told.
	leastConfidence = 0.1
	// patience is how long planning waits for memories.
	patience = 2 * time.Second
)

// Advice is one memory as a planner is told it.
type Advice struct {
	// Goals are where it comes from.
	Goals []string
	// Text is one line of JSON. All that was not made by counting stands in strings of it: nothing in a title or an error can leave its
	// quotes, end the line or begin a tag.
	Text string
}

// Advise finds what may help to plan a goal: episodes that are like it, and lessons about what those have used. Memories are worth
// having, and not worth failing or waiting for: a fault is logged.
func (l *Library) Advise(ctx context.Context, workspace, goal, title, description string) []Advice {
	asked, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	found, err := l.Search(asked, Query{Workspace: workspace, Text: strings.TrimSpace(title + "\n" + description), Except: goal, Limit: mostAdvice})
	if err != nil {
		if ctx.Err() == nil {
			l.cfg.Log.WarnContext(ctx, "planning without memories", slog.String("goal", goal), slog.Any("err", err))
		}
		return nil
	}
	return advise(found)
}

// advise chooses what is told: lessons take the places of the episodes that fit least.
func advise(found Found) []Advice {
	lessons := slices.DeleteFunc(slices.Clone(found.Insights), func(i Insight) bool {
		return i.Confidence < leastConfidence || len(i.Evidence) == 0
	})
	lessons = lessons[:min(len(lessons), mostLessons)]
	var list []Advice
	left := int64(mostTokens)
	tell := func(goals []string, what any) {
		text, err := json.Marshal(what)
		if err != nil {
			return // of strings and numbers: does not happen
		}
		if tokens := model.EstimateMessage(model.Message{Text: string(text)}); tokens <= left {
			left -= tokens
			list = append(list, Advice{Goals: goals, Text: string(text)})
		}
	}
	for _, e := range found.Episodes[:min(len(found.Episodes), mostAdvice-len(lessons))] {
		tell([]string{e.Goal}, quote(e.Episode))
	}
	for _, i := range lessons {
		tell(i.Evidence, quotedLesson{Lesson: i.Text(), Confidence: float64(int(i.Confidence*100)) / 100, Goals: i.Evidence})
	}
	return list
}

// quoted is an episode as a model reads it.
type quoted struct {
	Goal        string   `json:"goal"`
	Title       string   `json:"title"`
	Description string   `json:"description,omitempty"`
	Outcome     string   `json:"outcome"`
	Plan        []string `json:"plan,omitempty"`
	Plans       int      `json:"plans,omitempty"`
	Failed      []string `json:"failed,omitempty"`
	Took        string   `json:"took"`
	Tokens      int64    `json:"tokens,omitempty"`
	Cost        string   `json:"cost,omitempty"`
}

type quotedLesson struct {
	Lesson     string   `json:"lesson"`
	Confidence float64  `json:"confidence"`
	Goals      []string `json:"goals"`
}

// Bounds of what is told of one episode, so that a large one does not have to be left out: of its description and of each line in
// runes, and of its lists.
const (
	toldDescription = 240
	toldLine        = 300
	toldSteps       = 12
	toldTroubles    = 3
)

func quote(e Episode) quoted {
	q := quoted{Goal: e.Goal, Title: e.Title, Description: tidy(e.Description, toldDescription), Outcome: e.Outcome,
		Took: e.Ended.Sub(e.Began).Round(time.Second).String(), Tokens: e.Tokens}
	if e.Code != "" {
		q.Outcome += ": " + e.Code
	}
	q.Plan = lines(e.Plan, toldSteps)
	if e.Plans > 1 {
		q.Plans = e.Plans
	}
	q.Failed = lines(e.Troubles, toldTroubles)
	if e.Cost > 0 {
		q.Cost = fmt.Sprintf("$%.6f", float64(e.Cost)/1e6)
	}
	return q
}

// lines writes the first of a list, and how many more there are.
func lines[T fmt.Stringer](list []T, most int) (out []string) {
	for _, x := range list[:min(len(list), most)] {
		out = append(out, tidy(x.String(), toldLine))
	}
	if more := len(list) - most; more > 0 {
		out = append(out, fmt.Sprintf("and %d more", more))
	}
	return out
}

// String writes a step like "b: writer, prompt with file_ops, after a".
func (s Step) String() string {
	out := s.ID + ": " + s.Role + ", "
	switch {
	case s.Tool != "":
		out += s.Tool
	case len(s.Tools) > 0:
		out += "prompt with " + strings.Join(s.Tools, ", ")
	default:
		out += "prompt"
	}
	if len(s.Needs) > 0 {
		out += ", after " + strings.Join(s.Needs, ", ")
	}
	return out
}

// String writes a trouble like "file_ops, not_found, twice: no such file; overcome by another attempt".
func (t Trouble) String() string {
	out := t.Tool
	if out == "" {
		out = "task of role " + t.Role
	}
	out += ", " + t.Code + ", " + times(t.Count)
	if t.Error != "" {
		out += ": " + t.Error
	}
	if t.Overcome != "" {
		return out + "; overcome " + t.Overcome
	}
	return out + "; not overcome"
}
