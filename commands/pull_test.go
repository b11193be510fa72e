package commands_test

import (
	"strings"
	"testing"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/commandtest"
	"github.com/mergit-io/mergit/events"
)

var (
	repository = commandtest.Given[commands.Repository]
	pullRepo   = commands.PullRepo{Workspace: commandtest.Workspace, Repo: "octo/demo"}
	prOpened   = events.PullRequestOpened{Repo: "Octo/Demo", Number: 7, URL: "https://github.com/Octo/Demo/pull/7", Head: commit('a'), Base: "main", Goal: "g1", Task: "t1", Agent: "a1"}
	prMerged   = events.PullRequestMerged{Repo: "Octo/Demo", Number: 7, Commit: commit('b')}
	prClosed   = events.PullRequestClosed{Repo: "Octo/Demo", Number: 7}
	prTaken    = events.ChangeRolledBack{Repo: "Octo/Demo", Number: 7, Reverts: commit('b'), Commit: commit('c'), By: 9}
)

func commit(digit rune) string { return strings.Repeat(string(digit), 40) }

func TestARepositoryIsOneInWhateverCase(t *testing.T) {
	t.Parallel()
	other := commands.PullRepo{Workspace: commandtest.Workspace, Repo: "OCTO/Demo"}
	if pullRepo.Stream() != other.Stream() || pullRepo.Stream().Check() != nil {
		t.Errorf("%s and %s", pullRepo.Stream(), other.Stream())
	}
	if other.Repo = "octo/demo-2026"; pullRepo.Stream() == other.Stream() {
		t.Error("two repositories are one")
	}
	longest := commands.WebhookStream(commandtest.Workspace, strings.Repeat("s", commands.MaxSource), "2026-01")
	if len(longest.ID) >= len(pullRepo.Stream().ID) {
		t.Error("a source's calls could be taken for a repository")
	}
}

func TestAPullRequestIsOpenedOnce(t *testing.T) {
	t.Parallel()
	open := commands.OpenPull{PullRepo: pullRepo, Pull: prOpened}
	repository().When(by("policy:repository"), open).Then(t, prOpened)
	repository(prOpened).When(by("policy:repository"), open).Then(t)
	another := open
	another.Pull.Goal = "g2" // which published it, too
	repository(prOpened).When(by("policy:repository"), another).Then(t)
	for name, change := range map[string]func(*commands.OpenPull){
		"no repository":      func(c *commands.OpenPull) { c.Repo, c.Pull.Repo = "demo", "demo" },
		"another repository": func(c *commands.OpenPull) { c.Pull.Repo = "octo/other" },
		"no number":          func(c *commands.OpenPull) { c.Pull.Number = 0 },
		"a negative number":  func(c *commands.OpenPull) { c.Pull.Number = -1 },
		"no commit":          func(c *commands.OpenPull) { c.Pull.Head = "main" },
		"no branch":          func(c *commands.OpenPull) { c.Pull.Base = "" },
		"no goal":            func(c *commands.OpenPull) { c.Pull.Goal = "" },
		"no task":            func(c *commands.OpenPull) { c.Pull.Task = "" },
		"a long URL":         func(c *commands.OpenPull) { c.Pull.URL = strings.Repeat("u", 1001) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := open
			change(&c)
			repository().When(by("policy:repository"), c).Refuses(t, refusal("PULL_INVALID"))
		})
	}
}

func TestWhatBecomesOfAPullRequest(t *testing.T) {
	t.Parallel()
	merge := commands.MergePull{PullRepo: pullRepo, Number: 7, Commit: commit('b')}
	close7 := commands.ClosePull{PullRepo: pullRepo, Number: 7}
	repository(prOpened).When(by("policy:repository"), merge).Then(t, prMerged)
	repository(prOpened).When(by("policy:repository"), close7).Then(t, prClosed)
	repository(prOpened, prMerged).When(by("policy:repository"), merge).Then(t)
	repository(prOpened, prClosed).When(by("policy:repository"), close7).Then(t)
	repository(prOpened, prClosed).When(by("policy:repository"), merge).Then(t, prMerged) // it was prOpened again
	repository(prOpened, prMerged).When(by("policy:repository"), close7).Then(t)          // told late
	repository().When(by("policy:repository"), merge).Refuses(t, commands.ErrPullUnknown)
	repository().When(by("policy:repository"), close7).Refuses(t, commands.ErrPullUnknown)
	merge.Number = 8
	repository(prOpened).When(by("policy:repository"), merge).Refuses(t, commands.ErrPullUnknown)
	merge.Number, merge.Commit = 7, "x"
	repository(prOpened).When(by("policy:repository"), merge).Refuses(t, refusal("PULL_INVALID"))
}

func TestAChangeIsTakenBackOnceAndWhereItIs(t *testing.T) {
	t.Parallel()
	byPull := commands.RollBack{PullRepo: pullRepo, Number: 7, Branch: "main", Commit: commit('c'), By: 9}
	byCommit := commands.RollBack{PullRepo: pullRepo, Reverts: commit('b'), Branch: "main", Commit: commit('c')}
	told := prTaken
	told.By = 0
	repository(prOpened, prMerged).When(by("policy:repository"), byPull).Then(t, prTaken)
	repository(prOpened, prMerged).When(by("policy:repository"), byCommit).Then(t, told)
	repository(prOpened, prMerged, prTaken).When(by("policy:repository"), byCommit).Then(t) // the push of the same
	repository(prOpened).When(by("policy:repository"), byPull).Refuses(t, commands.ErrPullNotMerged)
	repository(prOpened).When(by("policy:repository"), byCommit).Refuses(t, commands.ErrPullUnknown)
	elsewhere := byCommit
	elsewhere.Branch = "revert-7"
	repository(prOpened, prMerged).When(by("policy:repository"), elsewhere).Then(t)
	ofHead := byCommit
	ofHead.Reverts = commit('a') // what was proposed, not what it became
	repository(prOpened, prMerged).When(by("policy:repository"), ofHead).Refuses(t, commands.ErrPullNotMerged)
}

func TestAnAlertCountsOnce(t *testing.T) {
	t.Parallel()
	flag := commands.FlagChange{PullRepo: pullRepo, Number: 7, Scanner: "code_scanning", Alert: 3, Severity: "high", Rule: "js/xss", Commit: commit('d')}
	found := events.SecurityFlagged{Repo: "Octo/Demo", Number: 7, Scanner: "code_scanning", Alert: 3, Severity: "high", Rule: "js/xss", Commit: commit('d')}
	repository(prOpened).When(by("policy:repository"), flag).Then(t, found)
	repository(prOpened, found).When(by("policy:repository"), flag).Then(t)
	flag.Scanner = "secret_scanning"
	other := found
	other.Scanner = flag.Scanner
	repository(prOpened, found).When(by("policy:repository"), flag).Then(t, other)
	flag.Number, flag.Commit, other.Commit = 0, commit('b'), commit('b')
	repository(prOpened, prMerged, found).When(by("policy:repository"), flag).Then(t, other)
	repository(prOpened, found).When(by("policy:repository"), flag).Refuses(t, commands.ErrPullUnknown)
	flag.Alert = 0
	repository(prOpened).When(by("policy:repository"), flag).Refuses(t, refusal("PULL_INVALID"))
}
