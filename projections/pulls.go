package projections

import (
	"fmt"
	"time"

	"github.com/mergit-io/mergit/events"
)

// Where a pull request stands.
const (
	PullOpen   = "open"
	PullMerged = "merged"
	PullClosed = "closed" // without being merged
)

// Repository is the projection of the pull requests that goals opened.
var Repository = Define("repository", 1, []string{events.FamilyRepository},
	OfAggregate([]TableOf[Pulls]{pullTable},
		On(pullOpened),
		On(pullMerged),
		On(pullClosed),
		On(changeRolledBack),
		On(securityFlagged),
		Skip[events.WebhookReceived](),
	),
)

// Pulls is the unit of one repository.
type Pulls struct{ Pulls Rows[*PullRow] }

// PullRow is a pull request that a goal opened, and what became of it.
type PullRow struct {
	Repository string     `json:"repository"` // ID of its stream
	Number     int64      `json:"number"`
	Workspace  string     `json:"workspace"`
	Repo       string     `json:"repo"` // owner/name
	URL        string     `json:"url"`
	Head       string     `json:"head"`
	Base       string     `json:"base"`
	Goal       string     `json:"goal"`
	Task       string     `json:"task"`
	Agent      string     `json:"agent,omitempty"`
	Status     string     `json:"status"`
	Commit     string     `json:"commit,omitempty"`         // that it became
	RolledBack string     `json:"rolled_back_by,omitempty"` // the commit that took it back
	Flagged    int64      `json:"flagged"`                  // weaknesses found in it
	Created    time.Time  `json:"created_at"`
	Ended      *time.Time `json:"ended_at,omitempty"`
	Opened     int64      `json:"opened_revision"` // orders pull requests by age
	Revision   int64      `json:"revision"`
}

// Key implements Keyed.
func (r *PullRow) Key() string { return fmt.Sprint(r.Number) }

var pullTable = &table[Pulls, *PullRow]{
	name: "pulls", keys: 2,
	indexes: []string{"(goal, opened)"},
	rows:    func(p *Pulls) *Rows[*PullRow] { return &p.Pulls },
	empty:   func() *PullRow { return new(PullRow) },
	columns: []Column[*PullRow]{
		Text("repository", func(r *PullRow) *string { return &r.Repository }),
		Number("number", func(r *PullRow) *int64 { return &r.Number }),
		Fixed(Text("workspace", func(r *PullRow) *string { return &r.Workspace })),
		Fixed(Text("repo", func(r *PullRow) *string { return &r.Repo })),
		Fixed(Text("url", func(r *PullRow) *string { return &r.URL })),
		Fixed(Text("head", func(r *PullRow) *string { return &r.Head })),
		Fixed(Text("base", func(r *PullRow) *string { return &r.Base })),
		Fixed(Text("goal", func(r *PullRow) *string { return &r.Goal })),
		Fixed(Text("task", func(r *PullRow) *string { return &r.Task })),
		Fixed(Text("agent", func(r *PullRow) *string { return &r.Agent })),
		Text("status", func(r *PullRow) *string { return &r.Status }),
		Text("commit", func(r *PullRow) *string { return &r.Commit }),
		Text("rolled_back_by", func(r *PullRow) *string { return &r.RolledBack }),
		Number("flagged", func(r *PullRow) *int64 { return &r.Flagged }),
		Fixed(Time("created", func(r *PullRow) *time.Time { return &r.Created })),
		MaybeTime("ended", func(r *PullRow) **time.Time { return &r.Ended }),
		Fixed(Number("opened", func(r *PullRow) *int64 { return &r.Opened })),
		Number("revision", func(r *PullRow) *int64 { return &r.Revision }),
	},
}

func pullOpened(p *Pulls, e events.Envelope[events.PullRequestOpened]) error {
	f := e.Fact
	p.Pulls.Put(&PullRow{
		Repository: e.Stream.ID, Number: f.Number, Workspace: e.Stream.Workspace, Repo: f.Repo, URL: f.URL, Head: f.Head, Base: f.Base,
		Goal: f.Goal, Task: f.Task, Agent: f.Agent, Status: PullOpen, Created: e.Time, Opened: int64(e.Revision), Revision: int64(e.Revision),
	})
	return nil
}

// pull is a pull request's row, brought to the event's moment.
func (p *Pulls) pull(e events.Meta, number int64) (*PullRow, error) {
	row, ok := p.Pulls.Edit(fmt.Sprint(number))
	if !ok {
		return nil, fmt.Errorf("repository %s has no pull request %d", e.Stream.ID, number)
	}
	row.Revision = int64(e.Revision)
	return row, nil
}

func pullMerged(p *Pulls, e events.Envelope[events.PullRequestMerged]) error {
	row, err := p.pull(e.Meta, e.Fact.Number)
	if err != nil {
		return err
	}
	row.Status, row.Commit, row.Ended = PullMerged, e.Fact.Commit, moment(e.Time)
	return nil
}

func pullClosed(p *Pulls, e events.Envelope[events.PullRequestClosed]) error {
	row, err := p.pull(e.Meta, e.Fact.Number)
	if err != nil {
		return err
	}
	row.Status, row.Ended = PullClosed, moment(e.Time)
	return nil
}

func changeRolledBack(p *Pulls, e events.Envelope[events.ChangeRolledBack]) error {
	row, err := p.pull(e.Meta, e.Fact.Number)
	if err != nil {
		return err
	}
	row.RolledBack = e.Fact.Commit
	return nil
}

func securityFlagged(p *Pulls, e events.Envelope[events.SecurityFlagged]) error {
	row, err := p.pull(e.Meta, e.Fact.Number)
	if err != nil {
		return err
	}
	row.Flagged++
	return nil
}
