// Package score computes how good agents were from what the log says, and nothing else: no clock, no chain, no read model.
// All arithmetic is of integers, so that whoever has the log gets the same number on any machine.
//
// A component is a share in ten thousandths, rounded half up. The score is their mean, weighted 35 : 25 : 15 : 15 : 10 (tasks
// completed, pull requests merged, approvals, quality, badges), again rounded half up. A share of which nothing was
// observed drops out, and the weights of the others count for more.
package score

import (
	"math"

	"github.com/mergit-io/mergit/events"
)

// Formula is the version of the computation. Another weight, another event that counts, another rounding: another version.
// The first knew of no pull requests; it can still be computed.
const Formula = 2

// Weights of the components, in hundredths.
const (
	weightCompleted = 35
	weightMerged    = 25
	weightApproved  = 15
	weightQuality   = 15
	weightBadges    = 10
)

// Weights of what speaks against quality, in hundredths.
const (
	againstFailed     = 40
	againstRolledBack = 30
	againstFlagged    = 20
	againstRevoked    = 10
)

// Counts are observations of one agent in some span of time. Another source of observations adds to them; nothing else has
// to change.
type Counts struct {
	Done           int64 // tasks that came to a result
	Lost           int64 // tasks that failed for good
	FailedAttempts int64 // at tasks, also those that were tried again
	Approved       int64 // what people approved
	Rejected       int64 // what people rejected, or sent back
	Replans        int64 // of goals
	InDoubt        int64 // calls of which nobody knew the outcome
	Merged         int64 // pull requests that were merged
	Closed         int64 // pull requests that were closed without
	RolledBack     int64 // changes that were taken back
	Flagged        int64 // security issues found in what was done
	Revoked        int64 // that the agent itself was called off
}

// Add adds observations.
func (c *Counts) Add(o Counts) {
	c.Done += o.Done
	c.Lost += o.Lost
	c.FailedAttempts += o.FailedAttempts
	c.Approved += o.Approved
	c.Rejected += o.Rejected
	c.Replans += o.Replans
	c.InDoubt += o.InDoubt
	c.Merged += o.Merged
	c.Closed += o.Closed
	c.RolledBack += o.RolledBack
	c.Flagged += o.Flagged
	c.Revoked += o.Revoked
}

// Attempts are all attempts at tasks that ended.
func (c Counts) Attempts() int64 { return c.Done + c.FailedAttempts }

// badgeValues are 10000 · log₂(1 + n) ÷ 3 for n badges, rounded half up: the logarithm of no platform is asked. From seven
// on it is all.
var badgeValues = [...]int64{0, 3333, 5283, 6667, 7740, 8617, 9358, events.MaxScore}

// Components computes what a score is made of from the observations in a window and the number of badges held.
func Components(c Counts, badges int64) events.ReputationComponents {
	return compute(Formula, c, badges)
}

// compute is Components by some version of the formula.
func compute(formula int, c Counts, badges int64) events.ReputationComponents {
	if formula == 1 {
		c.Merged, c.Closed, c.RolledBack, c.Flagged = 0, 0, 0, 0
	}
	out := events.ReputationComponents{
		Formula:   formula,
		Completed: share(c.Done, c.Done+c.Lost),
		Merged:    share(c.Merged, c.Merged+c.Closed),
		Approved:  share(c.Approved, c.Approved+c.Rejected),
		Quality: events.ReputationQuality{
			Failed:     share(c.FailedAttempts, c.Attempts()),
			RolledBack: share(c.RolledBack, c.Merged),
			Flagged:    share(c.Flagged, c.Attempts()),
			Revoked:    c.Revoked,
		},
		Badges:  events.ReputationBadges{Count: badges, Value: badgeValues[min(max(badges, 0), int64(len(badgeValues)-1))]},
		Replans: c.Replans, InDoubt: c.InDoubt,
	}
	q := &out.Quality
	revoked := int64(0)
	if q.Revoked > 0 {
		revoked = events.MaxScore
	}
	against := againstFailed*q.Failed.Value + againstRolledBack*q.RolledBack.Value + againstFlagged*q.Flagged.Value + againstRevoked*revoked
	q.Value = events.MaxScore - ratio(against, againstFailed+againstRolledBack+againstFlagged+againstRevoked)

	var sum, weights int64
	add := func(weight, value int64) { sum, weights = sum+weight*value, weights+weight }
	if out.Completed.Of > 0 {
		add(weightCompleted, out.Completed.Value)
	}
	if out.Merged.Of > 0 {
		add(weightMerged, out.Merged.Value)
	}
	if out.Approved.Of > 0 {
		add(weightApproved, out.Approved.Value)
	}
	if c.Attempts() > 0 || c.Merged > 0 || c.Revoked > 0 {
		add(weightQuality, q.Value)
	}
	// How many badges an agent holds is always known: if none were no observation, the first would lower a good score. Without
	// anything else there is no score, or one that rests would have the score of its badges.
	if weights > 0 {
		add(weightBadges, out.Badges.Value)
		out.Score = ratio(sum, weights)
	}
	return out
}

// Observed reports whether there is anything in a window that a score could be made of. An agent of which nothing was
// observed keeps the score that it has.
func Observed(c events.ReputationComponents) bool {
	return c.Completed.Of > 0 || c.Merged.Of > 0 || c.Approved.Of > 0 || c.Quality.Failed.Of > 0 || c.Quality.Revoked > 0
}

// share is count of all. More of them than there are things is all of them: two issues may be found in one piece of work.
func share(count, of int64) events.ReputationShare {
	s := events.ReputationShare{Count: count, Of: of}
	if of > 0 {
		s.Value = ratio(events.MaxScore*min(count, of), of)
	}
	return s
}

// ratio is a ÷ b for a ≥ 0 and b > 0, rounded half up.
func ratio(a, b int64) int64 {
	whole, rest := a/b, a%b
	if rest > (math.MaxInt64-1)/2 || 2*rest >= b {
		whole++
	}
	return whole
}
