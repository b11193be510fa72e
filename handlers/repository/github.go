package repository

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"github.com/mergit-io/mergit/commands"
)

// call is what is read of GitHub's calls, of whatever event. What is absent is zero.
// https://docs.github.com/en/webhooks/webhook-events-and-payloads
type call struct {
	Action     string `json:"action"`
	Repository struct {
		FullName string `json:"full_name"`
	} `json:"repository"`
	Pull struct {
		Number      int64  `json:"number"`
		Body        string `json:"body"`
		Merged      bool   `json:"merged"`
		MergeCommit string `json:"merge_commit_sha"`
		Base        struct {
			Ref string `json:"ref"`
		} `json:"base"`
	} `json:"pull_request"`
	Ref     string `json:"ref"`
	Commits []struct {
		ID      string `json:"id"`
		Message string `json:"message"`
	} `json:"commits"`
	Alert struct {
		Number int64 `json:"number"`
		Rule   struct {
			ID       string `json:"id"`
			Severity string `json:"severity"`
			Security string `json:"security_severity_level"`
		} `json:"rule"`
		SecretType string `json:"secret_type"`
	} `json:"alert"`
	CommitOID string `json:"commit_oid"`
	Location  struct {
		Type    string `json:"type"`
		Details struct {
			Commit string `json:"commit_sha"`
		} `json:"details"`
	} `json:"location"`
}

// The scanners whose alerts name what they were found in. Those of Dependabot do not: they are about the whole repository.
const (
	codeScanning   = "code_scanning"
	secretScanning = "secret_scanning"
)

// mostReverts is how many changes one call can take back; a person or a button reverts one.
const mostReverts = 64

var (
	// revertsPull is what GitHub's button "Revert" writes into the new pull request.
	revertsPull = regexp.MustCompile(`(?m)^Reverts ([\w.-]+/[\w.-]+)#([0-9]{1,18})\s*$`)
	// revertsCommit is what git revert writes into its commit.
	revertsCommit = regexp.MustCompile(`This reverts commit ([0-9a-f]{64}|[0-9a-f]{40})\b`)
	// pullRef is where GitHub keeps a pull request.
	pullRef = regexp.MustCompile(`^refs/pull/([1-9][0-9]{0,17})/(?:head|merge)$`)
	commit  = regexp.MustCompile(`^(?:[0-9a-f]{40}|[0-9a-f]{64})$`)
)

// told reads what a call of GitHub says of pull requests, whoever opened them. The event's name is not signed, so what the
// body is must fit it. Whatever the body is, no command is malformed.
func told(workspace, event string, body json.RawMessage) []commands.Named {
	var c call
	if json.Unmarshal(body, &c) != nil || !commands.IsRepo(c.Repository.FullName) {
		return nil
	}
	repo := commands.PullRepo{Workspace: workspace, Repo: c.Repository.FullName}
	switch event {
	case "pull_request":
		return c.ended(repo)
	case "push":
		return c.pushed(repo)
	case "code_scanning_alert":
		return c.scanned(repo)
	case "secret_scanning_alert_location":
		return c.leaked(repo)
	}
	return nil
}

// ended is about a pull request that was merged, which may take others back, or closed.
func (c *call) ended(repo commands.PullRepo) []commands.Named {
	p := &c.Pull
	switch {
	case c.Action != "closed" || p.Number <= 0:
		return nil
	case !p.Merged:
		return []commands.Named{commands.ClosePull{PullRepo: repo, Number: p.Number}}
	case !commit.MatchString(p.MergeCommit):
		return nil
	}
	wishes := []commands.Named{commands.MergePull{PullRepo: repo, Number: p.Number, Commit: p.MergeCommit}}
	for _, m := range revertsPull.FindAllStringSubmatch(p.Body, mostReverts) {
		number, err := strconv.ParseInt(m[2], 10, 64)
		if err != nil || number == 0 || number == p.Number || !strings.EqualFold(m[1], repo.Repo) {
			continue
		}
		wishes = append(wishes, commands.RollBack{PullRepo: repo, Number: number, Branch: p.Base.Ref, Commit: p.MergeCommit, By: p.Number})
	}
	return wishes
}

// pushed is about commits that take others back.
func (c *call) pushed(repo commands.PullRepo) (wishes []commands.Named) {
	branch, ok := strings.CutPrefix(c.Ref, "refs/heads/")
	if !ok {
		return nil
	}
	for _, made := range c.Commits {
		if !commit.MatchString(made.ID) {
			continue
		}
		for _, m := range revertsCommit.FindAllStringSubmatch(made.Message, mostReverts) {
			if len(wishes) == mostReverts {
				return wishes
			}
			wishes = append(wishes, commands.RollBack{PullRepo: repo, Reverts: m[1], Branch: branch, Commit: made.ID})
		}
	}
	return wishes
}

// scanned is about a weakness that was not there before. One that only appears in another branch may be older than the change.
func (c *call) scanned(repo commands.PullRepo) []commands.Named {
	flag := commands.FlagChange{PullRepo: repo, Scanner: codeScanning, Alert: c.Alert.Number, Severity: short(c.Alert.Rule.Security), Rule: short(c.Alert.Rule.ID)}
	if flag.Severity == "" {
		flag.Severity = short(c.Alert.Rule.Severity)
	}
	if commit.MatchString(c.CommitOID) {
		flag.Commit = c.CommitOID
	}
	if m := pullRef.FindStringSubmatch(c.Ref); m != nil {
		flag.Number, _ = strconv.ParseInt(m[1], 10, 64) // it fits
	}
	if c.Action != "created" || flag.Alert <= 0 || flag.Number == 0 && flag.Commit == "" {
		return nil
	}
	return []commands.Named{flag}
}

// leaked is about a secret in a commit.
func (c *call) leaked(repo commands.PullRepo) []commands.Named {
	if c.Action != "created" || c.Alert.Number <= 0 || c.Location.Type != "commit" || !commit.MatchString(c.Location.Details.Commit) {
		return nil
	}
	return []commands.Named{commands.FlagChange{PullRepo: repo, Commit: c.Location.Details.Commit, Scanner: secretScanning, Alert: c.Alert.Number, Rule: short(c.Alert.SecretType)}}
}

// short cuts a label to what an event holds.
func short(text string) string {
	const most = 200
	if len(text) > most {
		text = text[:most]
	}
	return strings.ToValidUTF8(text, "")
}
