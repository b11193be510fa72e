package model

import (
	"fmt"
	"time"
)

// Keep is how long a role's answers stand in for other ones. Zero is never.
type Keep struct {
	// For is how long an answer stands in for the same question.
	For time.Duration `yaml:"for"`
	// Similar is how long it stands in for a question that says the same in other words.
	Similar time.Duration `yaml:"similar"`
	// Stale is how much longer than For it is given while a new one is asked for. What that one costs is no goal's, and is
	// counted by itself.
	Stale time.Duration `yaml:"stale"`
}

// mostKept is the longest that each role's answers are good for, and what holds where a file does not say otherwise. What feeds an
// action is neither kept for long nor given for a similar question: two goals that are nearly the same can mean different files.
var mostKept = map[string]Keep{
	"researcher": {For: 24 * time.Hour, Similar: 6 * time.Hour, Stale: time.Hour},
	"writer":     {For: 24 * time.Hour, Similar: 6 * time.Hour, Stale: time.Hour},
	"coder":      {For: 12 * time.Hour},
	"integrator": {For: time.Hour},
	Planner:      {For: 24 * time.Hour}, // of plans, which are kept instead of answers
}

// check finds what is wrong with a role's times.
func (k *Keep) check(role string) (faults []string) {
	if k == nil {
		return nil
	}
	most := mostKept[role]
	for _, t := range []struct {
		name       string
		wish, most time.Duration
	}{{"for", k.For, most.For}, {"similar", k.Similar, most.Similar}, {"stale", k.Stale, most.Stale}} {
		switch {
		case t.wish < 0:
			faults = append(faults, t.name+": is negative")
		case t.wish > t.most && t.most == 0:
			faults = append(faults, t.name+": not for this role, whose answers lead to actions")
		case t.wish > t.most:
			faults = append(faults, fmt.Sprintf("%s: at most %s", t.name, t.most))
		}
	}
	if k.Similar > k.For {
		faults = append(faults, "similar: longer than for, after which there is no answer")
	}
	return faults
}

// Keep is how long a role's answers stand in for others.
func (r *Router) Keep(role string) Keep {
	if k := r.cfg.File.Roles[role].Keep; k != nil {
		return *k
	}
	return mostKept[role]
}

// First is the model that a question goes to as long as it is up.
func (r *Router) First(q Question) (Ref, bool) {
	chain := r.chain(q)
	if len(chain) == 0 {
		return Ref{}, false
	}
	return chain[0], true
}

// Reuse says which answer that was given to somebody else will do.
type Reuse struct {
	// Anew has the question asked whatever is kept, and its answer replace that.
	Anew bool
	// Similar lets the answer to a question that says the same in other words do, if the role's answers are kept for such.
	Similar bool
	// Stale lets an old one do while a new one is asked for.
	Stale bool
}
