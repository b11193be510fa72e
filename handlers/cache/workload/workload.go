// Package workload asks a cache of answers what 200 goals ask, and counts what it answers rightly and wrongly.
package workload

import (
	"context"
	_ "embed"
	"fmt"
	"strconv"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/mergit-io/mergit/handlers/cache"
)

//go:embed goals.yaml
var file []byte

// Kind is how a goal relates to the ones before it.
type Kind string

const (
	Fresh    Kind = "fresh"    // nothing like it came before
	Exact    Kind = "exact"    // in the same words
	Reworded Kind = "reworded" // the same in other words
	Trap     Kind = "trap"     // looks like one before, and is another
)

// Goal is one of the workload.
type Goal struct {
	Text string
	Kind Kind
	Of   int // goals of the same number have the same answer
}

// Goals are all, in the order in which they are asked: what repeats comes some time after what it repeats.
func Goals() ([]Goal, error) {
	var entries []struct {
		Say      string   `yaml:"say"`
		Reworded []string `yaml:"reworded"`
		Trap     string   `yaml:"trap"`
	}
	if err := yaml.UnmarshalWithOptions(file, &entries, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("goals.yaml: %w", err)
	}
	var rounds [5][]Goal
	for i, e := range entries {
		rounds[0] = append(rounds[0], Goal{e.Say, Fresh, i})
		rounds[2] = append(rounds[2], Goal{e.Say, Exact, i})
		rounds[4] = append(rounds[4], Goal{e.Say, Exact, i})
		for n, text := range e.Reworded {
			rounds[1+2*n] = append(rounds[1+2*n], Goal{text, Reworded, i})
		}
		if e.Trap != "" {
			rounds[3] = append(rounds[3], Goal{e.Trap, Trap, len(entries) + i})
		}
	}
	var all []Goal
	for _, round := range rounds {
		all = append(all, round...)
	}
	return all, nil
}

// Tally is what became of the goals of one kind.
type Tally struct {
	Asked int `json:"asked"`
	Hits  int `json:"hits"`
	// False hits were answered with what answers another question.
	False int `json:"false_hits"`
}

// Report is what became of all.
type Report struct {
	Goals  int            `json:"goals"`
	Hits   int            `json:"hits"`
	False  int            `json:"false_hits"`
	Of     map[Kind]Tally `json:"of"`
	Tokens int64          `json:"tokens_saved"`
	// Wrong are the first questions that were answered wrongly.
	Wrong []string `json:"wrong,omitempty"`
}

// Tokens is what an answer is taken to cost.
const Tokens = 1500

// Run asks all goals of a cache as a role whose questions may be answered by similar ones.
func Run(ctx context.Context, workspace, goal string, similar *cache.Similar) (Report, error) {
	goals, err := Goals()
	if err != nil {
		return Report{}, err
	}
	report := Report{Goals: len(goals), Of: map[Kind]Tally{}}
	for _, g := range goals {
		ask := cache.Ask{Workspace: workspace, Goal: goal, Space: "model-researcher", Version: "workload", Question: []byte(g.Text)}
		found, err := similar.Do(ctx, ask, g.Text, func(context.Context) (cache.Answer, error) {
			return cache.Answer{Value: strconv.AppendInt(nil, int64(g.Of), 10), Keep: time.Hour, Tokens: Tokens}, nil
		})
		if err != nil {
			return report, err
		}
		tally := report.Of[g.Kind]
		tally.Asked++
		if found.Hit {
			tally.Hits++
			report.Hits++
			report.Tokens += found.Tokens
			if string(found.Value) != strconv.Itoa(g.Of) {
				tally.False++
				report.False++
				report.Wrong = append(report.Wrong, g.Text)
			}
		}
		report.Of[g.Kind] = tally
	}
	return report, nil
}
