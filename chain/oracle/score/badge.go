package score

import (
	"encoding/json"

	"github.com/mergit-io/mergit/events"
)

// Badge is one that tasks earn, done and proven in a row, without a failed attempt or a replanning among them.
type Badge struct {
	Name  string
	Tasks int
}

// Badges are all there are, the lesser first.
var Badges = []Badge{{"verified_run", 5}, {"streak_10", 10}, {"streak_50", 50}}

// Streak is how many tasks an agent has proven in a row.
type Streak struct {
	Tasks int
	// Bundles are those that the tasks were proven by, in the order of their confirmation.
	Bundles []events.Digest
	// earned has what earned each badge first.
	earned map[string]events.Digest
}

// prove counts the tasks of a goal once its bundle is confirmed. Tasks that were done before the agent's last failure do not
// count: proofs come later than what they prove.
func (g *goal) prove(fact events.ProofConfirmed) bool {
	if g.proven || fact.Bundle != g.bundle {
		return false // a bundle may be confirmed again, in another block
	}
	g.proven = true
	a := g.agent
	if a.since != a.failures {
		a.streak.Tasks, a.streak.Bundles, a.since = 0, nil, a.failures
	}
	tasks := 0
	for _, task := range g.proves {
		if at, done := g.tasks[task]; done && at == a.failures {
			tasks++
		}
	}
	g.tasks, g.proves, g.asked = nil, nil, nil
	if tasks == 0 {
		return false
	}
	a.streak.Tasks += tasks
	if a.streak.Bundles = append(a.streak.Bundles, fact.Bundle); len(a.streak.Bundles) > longest {
		a.streak.Bundles = a.streak.Bundles[len(a.streak.Bundles)-longest:]
	}
	for _, b := range Badges {
		if _, had := a.streak.earned[b.Name]; had || a.streak.Tasks < b.Tasks {
			continue
		}
		if a.streak.earned == nil {
			a.streak.earned = map[string]events.Digest{}
		}
		a.streak.earned[b.Name] = evidence(a.Stream, b.Name, a.streak.Bundles)
	}
	return true
}

// longest is how many bundles a badge can need: each proves a task at least.
const longest = 50

// Earned tells what an agent earned a badge with, the first time. It does not say whether the badge was issued.
func (a *Agent) Earned(badge string) (evidence events.Digest, ok bool) {
	evidence, ok = a.streak.earned[badge]
	return evidence, ok
}

// Streak is how many tasks the agent has proven in a row, up to now.
func (a *Agent) Streak() int {
	if a.since != a.failures {
		return 0
	}
	return a.streak.Tasks
}

// evidence is the SHA-256 of the RFC 8785 JSON of the agent, the badge, and the bundles that earned it.
func evidence(agent events.StreamID, badge string, bundles []events.Digest) events.Digest {
	text, err := json.Marshal(struct {
		Agent   string          `json:"agent"`
		Badge   string          `json:"badge"`
		Bundles []events.Digest `json:"bundles"`
	}{agent.String(), badge, bundles})
	if err == nil {
		text, err = events.Canonical(text)
	}
	if err != nil {
		panic("score: " + err.Error()) // strings and digests always can
	}
	return events.Sum(text)
}
