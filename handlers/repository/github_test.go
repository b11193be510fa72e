package repository

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/commandtest"
	"github.com/mergit-io/mergit/events"
)

var (
	demo = commands.PullRepo{Workspace: commandtest.Workspace, Repo: "Octo/Demo"}
	shaA = strings.Repeat("a", 40)
	shaB = strings.Repeat("b", 40)
	shaC = strings.Repeat("c", 64)
)

// calls of GitHub, as it writes them but for what nobody reads, and what they say.
var calls = []struct {
	name, event, body string
	want              []commands.Named
}{
	{"merged", "pull_request", `{"action":"closed","number":7,"pull_request":{"number":7,"merged":true,"merge_commit_sha":"` + shaA + `","body":null,"base":{"ref":"main"}},"repository":{"full_name":"Octo/Demo"}}`,
		[]commands.Named{commands.MergePull{PullRepo: demo, Number: 7, Commit: shaA}}},
	{"closed", "pull_request", `{"action":"closed","pull_request":{"number":7,"merged":false,"merge_commit_sha":"` + shaA + `"},"repository":{"full_name":"Octo/Demo"}}`,
		[]commands.Named{commands.ClosePull{PullRepo: demo, Number: 7}}},
	{"opened", "pull_request", `{"action":"opened","pull_request":{"number":7,"merged":false},"repository":{"full_name":"Octo/Demo"}}`, nil},
	{"merged into nothing", "pull_request", `{"action":"closed","pull_request":{"number":7,"merged":true,"merge_commit_sha":null},"repository":{"full_name":"Octo/Demo"}}`, nil},
	{"a merge under another event", "issues", `{"action":"closed","pull_request":{"number":7,"merged":true,"merge_commit_sha":"` + shaA + `"},"repository":{"full_name":"Octo/Demo"}}`, nil},
	{"of no repository", "pull_request", `{"action":"closed","pull_request":{"number":7}}`, nil},
	{"a revert that is merged", "pull_request", `{"action":"closed","pull_request":{"number":9,"merged":true,"merge_commit_sha":"` + shaB + `","body":"Reverts octo/demo#7\r\nReverts octo/other#8\nAnd it Reverts octo/demo#6\nReverts octo/demo#9","base":{"ref":"main"}},"repository":{"full_name":"Octo/Demo"}}`,
		[]commands.Named{commands.MergePull{PullRepo: demo, Number: 9, Commit: shaB}, commands.RollBack{PullRepo: demo, Number: 7, Branch: "main", Commit: shaB, By: 9}}},
	{"a revert that is closed", "pull_request", `{"action":"closed","pull_request":{"number":9,"merged":false,"body":"Reverts octo/demo#7","base":{"ref":"main"}},"repository":{"full_name":"Octo/Demo"}}`,
		[]commands.Named{commands.ClosePull{PullRepo: demo, Number: 9}}},
	{"a revert that is pushed", "push", `{"ref":"refs/heads/release/1","commits":[{"id":"` + shaC + `","message":"Revert \"Add X\"\n\nThis reverts commit ` + shaA + `, reversing\nchanges made to ` + shaB + `."},{"id":"` + shaA + `","message":"Add Y"}],"repository":{"full_name":"Octo/Demo"}}`,
		[]commands.Named{commands.RollBack{PullRepo: demo, Reverts: shaA, Branch: "release/1", Commit: shaC}}},
	{"a tag that is pushed", "push", `{"ref":"refs/tags/v1","commits":[{"id":"` + shaC + `","message":"This reverts commit ` + shaA + `."}],"repository":{"full_name":"Octo/Demo"}}`, nil},
	{"an alert on a pull request", "code_scanning_alert", `{"action":"created","alert":{"number":3,"rule":{"id":"js/xss","severity":"error","security_severity_level":"high"}},"ref":"refs/pull/7/merge","commit_oid":"` + shaB + `","repository":{"full_name":"Octo/Demo"}}`,
		[]commands.Named{commands.FlagChange{PullRepo: demo, Number: 7, Commit: shaB, Scanner: "code_scanning", Alert: 3, Severity: "high", Rule: "js/xss"}}},
	{"an alert on a branch", "code_scanning_alert", `{"action":"created","alert":{"number":3,"rule":{"id":"js/xss","severity":"error"}},"ref":"refs/heads/main","commit_oid":"` + shaB + `","repository":{"full_name":"Octo/Demo"}}`,
		[]commands.Named{commands.FlagChange{PullRepo: demo, Commit: shaB, Scanner: "code_scanning", Alert: 3, Severity: "error", Rule: "js/xss"}}},
	{"an alert that was there before", "code_scanning_alert", `{"action":"appeared_in_branch","alert":{"number":3},"ref":"refs/pull/7/merge","commit_oid":"` + shaB + `","repository":{"full_name":"Octo/Demo"}}`, nil},
	{"a secret in a commit", "secret_scanning_alert_location", `{"action":"created","alert":{"number":4,"secret_type":"github_pat"},"location":{"type":"commit","details":{"commit_sha":"` + shaA + `"}},"repository":{"full_name":"Octo/Demo"}}`,
		[]commands.Named{commands.FlagChange{PullRepo: demo, Commit: shaA, Scanner: "secret_scanning", Alert: 4, Rule: "github_pat"}}},
	{"a secret in a comment", "secret_scanning_alert_location", `{"action":"created","alert":{"number":4},"location":{"type":"issue_comment","details":{}},"repository":{"full_name":"Octo/Demo"}}`, nil},
	{"no object", "push", `[1]`, nil},
}

func TestWhatGitHubSays(t *testing.T) {
	t.Parallel()
	for _, c := range calls {
		if got := told(commandtest.Workspace, c.event, []byte(c.body)); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", c.name, got, c.want)
		}
	}
}

// Whatever a call says, no command that follows from it is malformed, and all are about the one repository.
func FuzzWhatGitHubSaysIsDecided(f *testing.F) {
	for _, c := range calls {
		f.Add(c.event, []byte(c.body))
	}
	f.Fuzz(func(t *testing.T, event string, body []byte) {
		said := told(commandtest.Workspace, event, body)
		if len(said) > mostReverts+1 {
			t.Errorf("%d commands", len(said))
		}
		for _, c := range said {
			command, ok := c.(commands.Command[*commands.Repository])
			if !ok {
				t.Fatalf("%T is about no repository", c)
			}
			if c.Stream() != said[0].Stream() || c.Stream().Check() != nil || about(c) == "" {
				t.Errorf("%+v is of %s, and about %q", c, c.Stream(), about(c))
			}
			if facts, err := command.Decide(commands.NewRepository(), commands.Request{}); len(facts) > 0 || !errors.Is(err, commands.ErrPullUnknown) {
				t.Errorf("%+v of a repository without pull requests: %v, %v", c, facts, err)
			}
		}
	})
}

func TestEarlyCallsAreRemembered(t *testing.T) {
	t.Parallel()
	var s state
	for n := range mostEarly + 2 {
		s.postpone(pullName(demo, int64(n%3)), events.Revision(n+1))
	}
	s.postpone(pullName(demo, mostEarly%3), mostEarly+1) // again
	if len(s.Early) != mostEarly || s.Early[0].At != 3 {
		t.Errorf("%d, the oldest at %d", len(s.Early), s.Early[0].At)
	}
	due := s.due(pullName(demo, 1), commitName(demo, shaA))
	for i, at := range due {
		if at%3 != 2 || i > 0 && at <= due[i-1] {
			t.Fatalf("due are %v", due)
		}
	}
	if len(due)+len(s.Early) != mostEarly || len(s.due(pullName(demo, 1))) != 0 {
		t.Errorf("%d due, %d left", len(due), len(s.Early))
	}
}
