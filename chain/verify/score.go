package verify

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/mergit-io/mergit/chain/oracle"
	"github.com/mergit-io/mergit/chain/oracle/score"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// The classes of faults of a score.
const (
	ComponentsDiffer Class = "components_differ" // the log says something else than what the score was computed from
	HashDiffers      Class = "hash_differs"      // the components have another hash
	StepDiffers      Class = "step_differs"      // the score is not the step that it ought to be
	WindowDiffers    Class = "window_differs"    // the time that was looked at is not that before the score
	ForeignScore     Class = "foreign_score"     // the chain has a score that was not computed here
	ChainDiffers     Class = "chain_differs"     // the chain does not have what was seen on it
	Unearned         Class = "unearned"          // a badge is not what the log says was earned
)

// ScoreSource is where things are looked up. All but Rows is required.
type ScoreSource struct {
	Log   eventlog.Log
	Chain Chain
	// Registry is the address of ReputationRegistry.
	Registry common.Address
	// Rows compares the read models with the agent's events and tells what differs, if there are any.
	Rows func(ctx context.Context) ([]Difference, error)
}

// ScoreReport is what was found about an agent's score.
type ScoreReport struct {
	Workspace string  `json:"workspace"`
	Agent     string  `json:"agent"`
	Address   string  `json:"address"`
	OK        bool    `json:"ok"`
	Events    int     `json:"events"` // of the agent, its goals and their repositories
	Scores    int     `json:"scores"` // that were computed
	Checks    []Check `json:"checks"`

	// The last score that was computed, and what it was made of by the log.
	Score         int64                       `json:"score"`
	Components    events.ReputationComponents `json:"components"`
	ComponentHash events.Digest               `json:"component_hash"`
	AsOf          events.Revision             `json:"as_of"`
	From          *time.Time                  `json:"window_from,omitempty"`
	To            *time.Time                  `json:"window_to,omitempty"`

	// The last score that stands on the chain.
	OnChain   *int64 `json:"on_chain,omitempty"`
	Index     uint64 `json:"index"`
	Chain     uint64 `json:"chain,omitempty"`
	Contract  string `json:"contract,omitempty"`
	Tx        string `json:"tx,omitempty"`
	Block     uint64 `json:"block,omitempty"`
	Finalized uint64 `json:"finalized,omitempty"` // block, when it was looked at
}

// Faults lists what does not hold.
func (r ScoreReport) Faults() []Check { return Report{Checks: r.Checks}.Faults() }

// ErrNoAgent says that the log knows nothing of an agent.
var ErrNoAgent = errors.New("no such agent in the log")

// Score checks an agent's score: it computes every one again from the log alone, takes the steps again, and compares the
// outcome with the chain. An error means that it could not be looked at; what does not hold is in the report.
func Score(ctx context.Context, s ScoreSource, workspace, agent string) (ScoreReport, error) {
	v := &scoreVerifier{source: s, stream: events.AgentStream(workspace, agent), report: ScoreReport{Workspace: workspace, Agent: agent}}
	if err := v.run(ctx); err != nil {
		return ScoreReport{}, fmt.Errorf("verify score of %s: %w", agent, err)
	}
	v.report.Checks = v.verifier.report.Checks
	v.report.OK = len(v.report.Faults()) == 0
	return v.report, nil
}

// scoreVerifier is one check of one score. It keeps records and faults as that of a goal does.
type scoreVerifier struct {
	verifier
	source ScoreSource
	stream events.StreamID
	report ScoreReport

	fold score.Fold // as of the last score
	read int        // how much of the history it has seen
	now  score.Fold // as of the last event of the agent
	seen int
	rep  commands.Reputation
	// anchors are the scores seen on the chain, by their index; of those of one index the last.
	anchors map[uint64]events.ReputationAnchored
}

func (v *scoreVerifier) run(ctx context.Context) error {
	if err := v.stream.Check(); err != nil {
		return err
	}
	whole, err := v.collect(ctx)
	if err != nil || !whole {
		return err
	}
	v.chains()
	v.replay()
	if err := v.compare(ctx); err != nil {
		return err
	}
	return v.rows(ctx)
}

// rows has the read models compared.
func (v *scoreVerifier) rows(ctx context.Context) error {
	if v.source.Rows == nil || slices.ContainsFunc(v.history, func(e entry) bool { return e.fact == nil }) { // named already
		return nil
	}
	differences, err := v.source.Rows(ctx)
	if err != nil {
		return fmt.Errorf("compare rows: %w", err)
	}
	for _, d := range differences {
		v.fault(RowDiffers, "", 0, "%s", d.Detail)
	}
	v.done("rows", "the read models say the same")
	return nil
}

// collect takes in all records of the agent, of the goals that were run as it, and of the repositories in which those opened
// pull requests. It reports false if they end at one that is none.
func (v *scoreVerifier) collect(ctx context.Context) (whole bool, err error) {
	mine := map[events.StreamID]bool{v.stream: true}
	known, whole, goals := false, true, 0
	repositories := map[events.StreamID][]readEntry{}              // whose first pull request of the agent has not come yet
	for r, err := range v.source.Log.Read(ctx, eventlog.Query{}) { // all: which goals are the agent's is known by reading
		if malformed, ok := errors.AsType[*eventlog.MalformedRecordError](err); ok {
			v.fault(Malformed, "", malformed.Revision, "%v", malformed.Err)
			whole = false
			break
		}
		if err != nil {
			return false, err
		}
		goal := r.Stream
		goal.Part = events.Whole
		submitted := r.Kind == events.KindOf[events.GoalSubmitted]().Name
		repository := r.Stream.Family == events.FamilyRepository && r.Stream.Workspace == v.stream.Workspace && r.Kind != called
		if !mine[goal] && !submitted && !repository {
			continue
		}
		e, err := oracle.Open(r)
		if unknown := unknownKind(err, r.Revision); unknown != nil {
			return false, unknown
		}
		if fact, ok := e.Fact.(events.GoalSubmitted); ok && fact.Agent == v.stream.ID && r.Stream.Workspace == v.stream.Workspace {
			mine[goal] = true
			goals++
		}
		if fact, ok := e.Fact.(events.PullRequestOpened); ok && mine[events.GoalStream(r.Stream.Workspace, fact.Goal)] && !mine[goal] {
			mine[goal] = true
			for _, e := range repositories[goal] {
				v.take(e)
			}
			delete(repositories, goal)
		}
		if repository && !mine[goal] {
			repositories[goal] = append(repositories[goal], readEntry{r, e.Fact, err})
		}
		if !mine[goal] {
			continue
		}
		if fact, ok := e.Fact.(events.AgentRegistered); ok {
			known, v.report.Address = true, fact.Address
		}
		v.take(readEntry{r, e.Fact, err})
	}
	slices.SortStableFunc(v.history, func(a, b entry) int { return cmp.Compare(a.Revision, b.Revision) })
	v.report.Events = len(v.history)
	if !known && len(v.faults) == 0 {
		return false, ErrNoAgent
	}
	v.done("records", "%d events of the agent, of %d goals and of %d repositories", len(v.history), goals, len(mine)-1-goals)
	return whole, nil
}

// readEntry is a record as it could be read, or not.
type readEntry struct {
	eventlog.Record
	fact events.Event
	err  error
}

// take adds a record to the history.
func (v *scoreVerifier) take(e readEntry) {
	if e.err != nil {
		v.fault(Changed, taskOf(e.Stream), e.Revision, "%s cannot be read: %v", e.Kind, e.err)
	}
	v.history = append(v.history, entry{Record: e.Record, digest: e.Digest(), fact: e.fact})
}

// called is the kind of what other systems call for, of which alone nothing follows.
var called = events.KindOf[events.WebhookReceived]().Name

// replay computes every score again and takes every step again.
func (v *scoreVerifier) replay() {
	v.fold.Only = func(agent events.StreamID) bool { return agent == v.stream }
	v.now.Only = v.fold.Only
	badges := 0
	v.anchors = map[uint64]events.ReputationAnchored{}
	for _, e := range v.history {
		if e.Stream != v.stream {
			continue
		}
		switch f := e.fact.(type) {
		case events.ReputationUpdated:
			v.computed(e, f)
		case events.ReputationAnchored:
			v.anchored(e, f)
		case events.BadgeIssued:
			badges++
			v.awarded(e, f)
		}
		if e.fact != nil {
			v.rep.Evolve(e.fact)
		}
	}
	v.done("scores", "%d scores and %d badges are what the log says, each score a step from the one on the chain", v.report.Scores, badges)
}

// computed checks one score.
func (v *scoreVerifier) computed(e entry, f events.ReputationUpdated) {
	v.report.Scores++
	fault := func(class Class, format string, args ...any) { v.fault(class, "", e.Revision, format, args...) }
	last := v.rep.Updated
	w := score.Window{From: f.From, To: f.To}
	switch {
	case f.AsOf >= e.Revision || f.AsOf < last.AsOf:
		fault(WindowDiffers, "it is as of event %d, not one between %d and itself", f.AsOf, last.AsOf)
	case !w.Aligned() || f.To.Sub(f.From) != commands.ReputationWindow:
		fault(WindowDiffers, "it is about [%s, %s), which is no window", f.From.Format(time.RFC3339), f.To.Format(time.RFC3339))
	case !e.Time.Before(f.To) || e.Time.Before(f.To.Add(-score.Bucket)) && !f.To.Equal(last.To): // or a clock was set back
		fault(WindowDiffers, "its window ends at %s, and it was computed at %s", f.To.Format(time.RFC3339), e.Time.Format(time.RFC3339))
	}
	components := v.asOf(f.AsOf, w, f.Components.Formula)
	if components != f.Components {
		fault(ComponentsDiffer, "%s", difference(f.Components, components))
	}
	if hash, err := commands.ComponentHash(f.Components); err != nil || hash != f.ComponentHash {
		fault(HashDiffers, "its components have hash %s, not %s", hash, f.ComponentHash)
	}
	switch want := v.rep.Step(f.Components.Score); {
	case v.rep.Pending():
		fault(StepDiffers, "the score before, at index %d, was not on the chain yet", last.Index)
	case f.Index != v.rep.Next() || f.Previous != v.rep.Anchored.Score:
		fault(StepDiffers, "it goes from %d to index %d; the chain had %d, and index %d was next", f.Previous, f.Index, v.rep.Anchored.Score, v.rep.Next())
	case f.Score != want:
		fault(StepDiffers, "it is %d; the step from %d towards %d ends at %d", f.Score, v.rep.Anchored.Score, f.Components.Score, want)
	}
	v.report.Score, v.report.Components, v.report.ComponentHash = f.Score, components, f.ComponentHash
	v.report.AsOf, v.report.From, v.report.To = f.AsOf, &f.From, &f.To
}

// asOf is what the log says of a window, up to an event, by some version of the formula.
func (v *scoreVerifier) asOf(at events.Revision, w score.Window, formula int) events.ReputationComponents {
	v.advance(&v.fold, &v.read, at)
	agent := v.fold.Agent(v.stream)
	if agent == nil {
		agent = &score.Agent{Stream: v.stream}
	}
	return agent.ComponentsBy(formula, w)
}

// advance has a fold see the history up to an event.
func (v *scoreVerifier) advance(fold *score.Fold, read *int, at events.Revision) {
	for ; *read < len(v.history) && v.history[*read].Revision <= at; *read++ {
		if e := v.history[*read]; e.fact != nil {
			fold.Apply(events.Envelope[events.Event]{Meta: e.Meta, Fact: e.fact})
		}
	}
}

// awarded checks that a badge was earned, by what its evidence says.
func (v *scoreVerifier) awarded(e entry, f events.BadgeIssued) {
	v.advance(&v.now, &v.seen, e.Revision)
	agent := v.now.Agent(v.stream)
	if agent == nil {
		agent = &score.Agent{Stream: v.stream}
	}
	switch evidence, earned := agent.Earned(f.Badge); {
	case !earned:
		v.fault(Unearned, "", e.Revision, "badge %s was not earned by then", f.Badge)
	case evidence != f.Evidence:
		v.fault(Unearned, "", e.Revision, "badge %s was earned with %s, not %s", f.Badge, evidence, f.Evidence)
	}
}

// anchored checks that what was seen on the chain is what was computed.
func (v *scoreVerifier) anchored(e entry, f events.ReputationAnchored) {
	known, again := v.rep.AnchoredAt(f.Index)
	ours := v.rep.Updated.Score == f.Score && v.rep.Updated.ComponentHash == f.ComponentHash
	if !ours && !(again && known.Score == f.Score && known.ComponentHash == f.ComponentHash) {
		v.fault(ForeignScore, "", e.Revision, "score %d at index %d, with components of hash %s, was not computed here", f.Score, f.Index, f.ComponentHash)
	}
	v.anchors[f.Index] = f
}

// difference names the components that are not what they ought to be.
func difference(stored, folded events.ReputationComponents) string {
	flat := func(c events.ReputationComponents) map[string]any {
		text, err := json.Marshal(c)
		var tree map[string]any
		if err == nil {
			err = json.Unmarshal(text, &tree)
		}
		if err != nil {
			return nil // numbers always can
		}
		return tree
	}
	return differences("", flat(stored), flat(folded))
}
