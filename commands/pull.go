package commands

import (
	"strings"

	"github.com/mergit-io/mergit/events"
)

// Pull is a pull request that a goal opened, and what became of it.
type Pull struct {
	Opened     events.PullRequestOpened
	Merged     string // the commit that it became; empty: it was not merged
	Closed     bool   // without being merged, as far as is known
	RolledBack bool
}

// alert names what a scanner found. Each scanner counts for itself.
type alert struct {
	scanner string
	number  int64
}

// pulls are a repository's pull requests, folded.
type pulls struct {
	byNumber map[int64]*Pull
	byCommit map[string]int64 // of what was proposed, and of what that became
	flagged  map[alert]bool
}

func (p *pulls) evolve(fact events.Event) {
	switch f := fact.(type) {
	case events.PullRequestOpened:
		if p.byNumber == nil {
			p.byNumber, p.byCommit, p.flagged = map[int64]*Pull{}, map[string]int64{}, map[alert]bool{}
		}
		p.byNumber[f.Number] = &Pull{Opened: f}
		p.byCommit[f.Head] = f.Number
	case events.PullRequestMerged:
		if pull := p.byNumber[f.Number]; pull != nil {
			pull.Merged, pull.Closed = f.Commit, false
			p.byCommit[f.Commit] = f.Number
		}
	case events.PullRequestClosed:
		if pull := p.byNumber[f.Number]; pull != nil {
			pull.Closed = true
		}
	case events.ChangeRolledBack:
		if pull := p.byNumber[f.Number]; pull != nil {
			pull.RolledBack = true
		}
	case events.SecurityFlagged:
		if p.flagged != nil {
			p.flagged[alert{f.Scanner, f.Alert}] = true
		}
	}
}

// find finds a pull request by its number or, without one, by a commit.
func (p *pulls) find(number int64, commit string) (*Pull, error) {
	if number == 0 {
		number = p.byCommit[commit]
	}
	if pull := p.byNumber[number]; pull != nil {
		return pull, nil
	}
	if number == 0 {
		return nil, refuse(NotFound, ErrPullUnknown.Code, "commit %s is of no pull request that a goal opened", commit)
	}
	return nil, refuse(NotFound, ErrPullUnknown.Code, "pull request %d was opened by no goal", number)
}

// Pull is a pull request that a goal opened; its zero value: none did.
func (r *Repository) Pull(number int64) Pull {
	if p := r.byNumber[number]; p != nil {
		return *p
	}
	return Pull{}
}

// Refusals of pull requests.
var (
	// ErrPullUnknown refuses what is said of a pull request that no goal opened,
	// as far as is known yet.
	ErrPullUnknown = &Refusal{Sort: NotFound, Code: "PULL_UNKNOWN"}
	// ErrPullNotMerged refuses to take back what was not merged, as far as is
	// known yet.
	ErrPullNotMerged = &Refusal{Sort: Conflict, Code: "PULL_NOT_MERGED"}
)

// PullRepo is the repository that a command is about.
type PullRepo struct {
	Workspace string `json:"workspace"`
	Repo      string `json:"repo"` // owner/name, in whatever case
}

// Stream is that of the repository.
func (r PullRepo) Stream() events.StreamID {
	return events.RepositoryStream(r.Workspace, events.RepositoryID(r.Repo))
}

// check refuses what is no name of a repository, or no commit.
func (r PullRepo) check(number int64, commits ...string) error {
	if !IsRepo(r.Repo) {
		return refuse(Invalid, "PULL_INVALID", "repository %q: want owner/name", r.Repo)
	}
	if number < 0 {
		return refuse(Invalid, "PULL_INVALID", "pull request %d: numbers begin with 1", number)
	}
	for _, c := range commits {
		if !isCommit(c) {
			return refuse(Invalid, "PULL_INVALID", "commit %q: want 40 or 64 hexadecimal digits", c)
		}
	}
	return nil
}

// IsRepo reports whether a text is owner/name as GitHub allows them.
func IsRepo(text string) bool {
	owner, name, ok := strings.Cut(text, "/")
	legal := func(part string, most int) bool {
		return part != "" && len(part) <= most && !strings.ContainsFunc(part, func(c rune) bool {
			return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' && c != '.'
		})
	}
	return ok && legal(owner, 100) && legal(name, 100)
}

// isCommit reports whether a text is a commit's ID, SHA-1 or SHA-256.
func isCommit(text string) bool {
	return (len(text) == 40 || len(text) == 64) && strings.Trim(text, "0123456789abcdef") == ""
}

// OpenPull says that a goal's pull request is before its reviewers. The first
// that says so is right.
type OpenPull struct {
	PullRepo
	Pull events.PullRequestOpened `json:"pull"`
}

// Name implements Command.
func (OpenPull) Name() string { return "pull.open" }

func (OpenPull) guarded() bool { return true }

// Decide implements Command.
func (c OpenPull) Decide(r *Repository, _ Request) ([]events.Event, error) {
	f := c.Pull
	if err := c.check(f.Number, f.Head); err != nil {
		return nil, err
	}
	if f.Number == 0 || f.Goal == "" || f.Task == "" || f.Base == "" || len(f.Base) > maxText || len(f.URL) > maxURL || !strings.EqualFold(f.Repo, c.Repo) {
		return nil, refuse(Invalid, "PULL_INVALID", "a pull request has a number, a branch, a goal and a task, and is of the repository")
	}
	if r.byNumber[f.Number] != nil {
		return nil, nil
	}
	return []events.Event{f}, nil
}

// maxURL bounds a pull request's address, in bytes.
const maxURL = 1000

// MergePull says that a pull request was merged.
type MergePull struct {
	PullRepo
	Number int64  `json:"number"`
	Commit string `json:"commit"`
}

// Name implements Command.
func (MergePull) Name() string { return "pull.merge" }

func (MergePull) guarded() bool { return true }

// Decide implements Command.
func (c MergePull) Decide(r *Repository, _ Request) ([]events.Event, error) {
	if err := c.check(c.Number, c.Commit); err != nil {
		return nil, err
	}
	pull, err := r.find(c.Number, c.Commit)
	if err != nil || pull.Merged != "" {
		return nil, err
	}
	return []events.Event{events.PullRequestMerged{Repo: pull.Opened.Repo, Number: pull.Opened.Number, Commit: c.Commit}}, nil
}

// ClosePull says that a pull request was closed without being merged. Of one
// that was merged it is old news.
type ClosePull struct {
	PullRepo
	Number int64 `json:"number"`
}

// Name implements Command.
func (ClosePull) Name() string { return "pull.close" }

func (ClosePull) guarded() bool { return true }

// Decide implements Command.
func (c ClosePull) Decide(r *Repository, _ Request) ([]events.Event, error) {
	if err := c.check(c.Number); err != nil {
		return nil, err
	}
	pull, err := r.find(c.Number, "")
	if err != nil || pull.Closed || pull.Merged != "" {
		return nil, err
	}
	return []events.Event{events.PullRequestClosed{Repo: pull.Opened.Repo, Number: pull.Opened.Number}}, nil
}

// RollBack says that a commit takes a merged change back. A change is taken back
// once.
type RollBack struct {
	PullRepo
	// Number or Reverts say which change: its pull request, or the commit that it
	// became.
	Number  int64  `json:"number,omitempty"`
	Reverts string `json:"reverts,omitempty"`
	// Branch is where it was taken back. On another than that of the change it is
	// still there.
	Branch string `json:"branch"`
	Commit string `json:"commit"`
	By     int64  `json:"by,omitempty"`
}

// Name implements Command.
func (RollBack) Name() string { return "change.roll_back" }

func (RollBack) guarded() bool { return true }

// Decide implements Command.
func (c RollBack) Decide(r *Repository, _ Request) ([]events.Event, error) {
	if err := c.check(c.Number, c.Commit); err != nil {
		return nil, err
	}
	pull, err := r.find(c.Number, c.Reverts)
	if err != nil || pull.RolledBack || pull.Opened.Base != c.Branch {
		return nil, err
	}
	if pull.Merged == "" || c.Number == 0 && pull.Merged != c.Reverts {
		return nil, refuse(Conflict, ErrPullNotMerged.Code, "pull request %d is not known to be merged", pull.Opened.Number)
	}
	return []events.Event{events.ChangeRolledBack{Repo: pull.Opened.Repo, Number: pull.Opened.Number, Reverts: pull.Merged, Commit: c.Commit, By: c.By}}, nil
}

// FlagChange says that a scanner found a weakness in a change.
type FlagChange struct {
	PullRepo
	// Number or Commit say in which: its pull request, or what that proposed or
	// became.
	Number   int64  `json:"number,omitempty"`
	Commit   string `json:"commit,omitempty"`
	Scanner  string `json:"scanner"`
	Alert    int64  `json:"alert"`
	Severity string `json:"severity,omitempty"`
	Rule     string `json:"rule,omitempty"`
}

// Name implements Command.
func (FlagChange) Name() string { return "change.flag" }

func (FlagChange) guarded() bool { return true }

// Decide implements Command.
func (c FlagChange) Decide(r *Repository, _ Request) ([]events.Event, error) {
	if err := c.check(c.Number); err != nil {
		return nil, err
	}
	if c.Scanner == "" || c.Alert <= 0 || len(c.Scanner) > maxText || len(c.Severity) > maxText || len(c.Rule) > maxText || c.Commit != "" && !isCommit(c.Commit) {
		return nil, refuse(Invalid, "PULL_INVALID", "an alert has a scanner and a number, and no text of more than %d bytes", maxText)
	}
	pull, err := r.find(c.Number, c.Commit)
	if err != nil || r.flagged[alert{c.Scanner, c.Alert}] {
		return nil, err
	}
	return []events.Event{events.SecurityFlagged{Repo: pull.Opened.Repo, Number: pull.Opened.Number, Scanner: c.Scanner, Alert: c.Alert,
		Severity: c.Severity, Rule: c.Rule, Commit: c.Commit}}, nil
}
