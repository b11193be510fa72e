package e2e

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/gateway/wire"
)

// What the README shows, with this repository as the one to summarise.
func TestTheReadmesCommands(t *testing.T) {
	t.Parallel()
	repository, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	data := dataDir(t)
	s := up(t, data)
	want := func(code int, args ...string) (stdout, stderr string) {
		t.Helper()
		stdout, stderr, got := run(t, data, args...)
		if got != code {
			t.Fatalf("mergit %s: exit %d, want %d\n%s%s\nserver: %s", strings.Join(args, " "), got, code, stdout, stderr, s.out)
		}
		return stdout, stderr
	}

	report, rest := want(0, "goal", "run", "Summarise this repository", "--mount", repository)
	if !strings.HasPrefix(report, "# ") || !strings.Contains(report, "Mergit") || !strings.Contains(rest, "proof confirmed") {
		t.Errorf("goal run printed\n%s\nand said\n%s", report, rest)
	}
	text, _ := want(0, "goal", "run", "Summarise this repository", "--mount", repository, "--json")
	ran := lastLine[struct {
		Goal, Status string
		Proof        struct{ Confirmed bool }
	}](t, text)
	if ran.Status != "done" || !ran.Proof.Confirmed {
		t.Errorf("goal run --json ended with %+v", ran)
	}
	if says, _ := want(0, "verify", "goal", ran.Goal); !strings.Contains(says, "\npass: ") {
		t.Errorf("verify says %s", says)
	}
	want(0, "doctor")
	want(3, "verify", "goal", "no-such-goal")
	want(2, "goal", "run", "--no-such-flag")

	if code := s.stop(); code != 0 {
		t.Errorf("a clean stop ended with %d\n%s", code, s.out)
	}
	s = up(t, data)
	text, _ = want(0, "goal", "show", ran.Goal, "--json")
	if goal := lastLine[wire.Goal](t, text); goal.Status != "done" || goal.Proof == nil || goal.Proof.Status != "confirmed" {
		t.Errorf("after a restart the goal is %s", text)
	}
	want(0, "verify", "goal", ran.Goal)
}
