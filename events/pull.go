package events

import "strings"

// RepositoryID is the ID of the stream of a repository on GitHub, of which the
// name is "owner/name" in whatever case: its lower-case SHA-256, because a name
// may be longer than a stream's ID and has characters that no subject can have.
// It is 64 characters long, as no ID of a source's calls is.
func RepositoryID(repo string) string { return Sum([]byte(strings.ToLower(repo))).String() }

// PullRequestOpened: a goal's task proposed a change and, with a person's
// leave, put it before its reviewers. What follows in the stream is about pull
// requests that were opened so, and about no others.
type PullRequestOpened struct {
	repositoryFact
	Repo   string `json:"repo"` // owner/name
	Number int64  `json:"number"`
	URL    string `json:"url"`
	Head   string `json:"head"` // the commit that was proposed, hex
	Base   string `json:"base"` // the branch that is to change
	Goal   string `json:"goal"` // that made the change
	Task   string `json:"task"`
	Agent  string `json:"agent,omitempty"` // that the goal was run as
}

// PullRequestMerged: the proposed change was taken.
type PullRequestMerged struct {
	repositoryFact
	Repo   string `json:"repo"`
	Number int64  `json:"number"`
	Commit string `json:"commit"` // that it became, hex
}

// PullRequestClosed: the proposed change was not taken. It may be yet.
type PullRequestClosed struct {
	repositoryFact
	Repo   string `json:"repo"`
	Number int64  `json:"number"`
}

// ChangeRolledBack: a change that was merged was taken back.
type ChangeRolledBack struct {
	repositoryFact
	Repo    string `json:"repo"`
	Number  int64  `json:"number"`       // pull request of the change
	Reverts string `json:"reverts"`      // the commit that it had become
	Commit  string `json:"commit"`       // that takes it back
	By      int64  `json:"by,omitempty"` // pull request of that, if there was one
}

// SecurityFlagged: a scanner found a weakness in a change.
type SecurityFlagged struct {
	repositoryFact
	Repo     string `json:"repo"`
	Number   int64  `json:"number"`             // pull request of the change
	Scanner  string `json:"scanner"`            // code_scanning, secret_scanning
	Alert    int64  `json:"alert"`              // its number, among those of the scanner
	Severity string `json:"severity,omitempty"` // as the scanner rates it
	Rule     string `json:"rule,omitempty"`     // that was broken
	Commit   string `json:"commit,omitempty"`   // in which it was found
}

var (
	pullRequestOpened = define[PullRequestOpened](FamilyRepository, "pull_request.opened", 1, OfAggregate)
	pullRequestMerged = define[PullRequestMerged](FamilyRepository, "pull_request.merged", 1, OfAggregate)
	pullRequestClosed = define[PullRequestClosed](FamilyRepository, "pull_request.closed", 1, OfAggregate)
	changeRolledBack  = define[ChangeRolledBack](FamilyRepository, "change.rolled_back", 1, OfAggregate)
	securityFlagged   = define[SecurityFlagged](FamilyRepository, "security.flagged", 1, OfAggregate)
)

func (PullRequestOpened) kind() *Kind { return pullRequestOpened }
func (PullRequestMerged) kind() *Kind { return pullRequestMerged }
func (PullRequestClosed) kind() *Kind { return pullRequestClosed }
func (ChangeRolledBack) kind() *Kind  { return changeRolledBack }
func (SecurityFlagged) kind() *Kind   { return securityFlagged }
