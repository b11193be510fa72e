package eventlog_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

var update = flag.Bool("update", false, "write golden files anew; what was released must never change")

func TestSlotsAndSubjectsAreFrozen(t *testing.T) {
	t.Parallel()
	type subjectCase struct {
		Stream  string `json:"stream"`
		Slot    int    `json:"slot"`
		Subject string `json:"subject"`
		Filter  string `json:"filter"`
	}
	var cases []subjectCase
	add := func(s events.StreamID, kind string) {
		cases = append(cases, subjectCase{s.String(), eventlog.Slot(s), eventlog.Subject(s, kind), eventlog.Filter(s)})
	}
	for i := range 40 {
		goal := fmt.Sprintf("0192f3c0-7b1e-7000-8000-%012x", i*i)
		add(events.GoalStream("main", goal), "goal.submitted")
		if i%10 == 0 {
			add(events.GoalStream("other", goal), "goal.submitted")
			add(events.RunStream("main", goal, "read-me_2"), "task.tool_call")
		}
	}
	add(events.SignerStream("main", "1337-0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2"), "tx.prepared")
	add(events.GoalStream("w", "g"), "goal.submitted")
	text, err := json.MarshalIndent(cases, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", "subject.golden.json")
	text = append(text, '\n')
	if *update {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != string(want) {
		t.Fatalf("%s is frozen: logs that exist rest on it. Now it would be\n%s", path, text)
	}
}

func TestAGoalAndItsRunsShareASlotInEveryWorkspace(t *testing.T) {
	t.Parallel()
	goal, run, other := events.GoalStream("main", "g"), events.RunStream("main", "g", "t"), events.RunStream("other", "g", "t")
	if eventlog.Slot(goal) != eventlog.Slot(run) || eventlog.Slot(goal) != eventlog.Slot(other) {
		t.Error("they are in different slots")
	}
}

func TestFiltersSelectTheirStreamsOnly(t *testing.T) {
	t.Parallel()
	goal, run := events.GoalStream("main", "g"), events.RunStream("main", "g", "t")
	submitted, called := eventlog.Subject(goal, "goal.submitted"), eventlog.Subject(run, "task.tool_call")
	prepared := eventlog.Subject(events.SignerStream("main", "s"), "tx.prepared")
	for _, c := range []struct {
		pattern                      string
		matchGoal, matchRun, matchTx bool
	}{
		{eventlog.Filter(goal), true, false, false},
		{eventlog.Filter(run), false, true, false},
		{eventlog.GoalFilter("main", "g"), true, true, false},
		{eventlog.GoalFilter("main", "g2"), false, false, false},
		{eventlog.GoalFilter("other", "g"), false, false, false},
		{eventlog.FamilyFilter("goal", ">"), true, true, false},
		{eventlog.FamilyFilter("goal", events.Whole), true, false, false},
		{eventlog.FamilyFilter("signer", events.Whole), false, false, true},
		{eventlog.Prefix + ">", true, true, true},
		{submitted, true, false, false},
	} {
		if err := eventlog.CheckPattern(c.pattern); err != nil {
			t.Error(err)
		}
		for subject, want := range map[string]bool{submitted: c.matchGoal, called: c.matchRun, prepared: c.matchTx} {
			if got := eventlog.Matches(c.pattern, subject); got != want {
				t.Errorf("%s matches %s: %t", c.pattern, subject, got)
			}
		}
	}
}

func TestPatternsMatchAsInNATS(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		pattern, subject string
		want             bool
	}{
		{">", "a", true}, {">", "a.b", true}, {"*", "a", true}, {"*", "a.b", false}, {"a", "a", true}, {"a", "b", false},
		{"a.>", "a", false}, {"a.>", "a.b", true}, {"a.>", "a.b.c", true}, {"a.*", "a", false}, {"a.*", "a.b", true},
		{"a.*", "a.b.c", false}, {"*.b", "a.b", true}, {"*.b", "a.c", false}, {"a.*.c", "a.b.c", true}, {"a.*.>", "a.b", false},
		{"a.*.>", "a.b.c", true}, {"a.b", "a", false}, {"a", "a.b", false}, {"a.b", "a.bc", false},
	} {
		if got := eventlog.Matches(c.pattern, c.subject); got != c.want {
			t.Errorf("%s matches %s: %t", c.pattern, c.subject, got)
		}
	}
}

// matches is a second opinion, token by token.
func matches(pattern, subject string) bool {
	p, s := strings.Split(pattern, "."), strings.Split(subject, ".")
	for i, token := range p {
		if token == ">" {
			return len(s) > i
		}
		if i >= len(s) || token != "*" && token != s[i] {
			return false
		}
	}
	return len(p) == len(s)
}

func FuzzMatches(f *testing.F) {
	for _, c := range [][2]string{{"a.*.>", "a.b.c"}, {">", ""}, {"a..b", "a..b"}, {"*", "*"}, {"a>", "a>"}, {"a.b", "a"}} {
		f.Add(c[0], c[1])
	}
	f.Fuzz(func(t *testing.T, pattern, subject string) {
		if eventlog.CheckPattern(pattern) != nil || subject == "" {
			return
		}
		if got, want := eventlog.Matches(pattern, subject), matches(pattern, subject); got != want {
			t.Fatalf("%q matches %q: %t", pattern, subject, got)
		}
		parsed, err := eventlog.ParsePatterns([]string{"none", pattern})
		if err != nil || parsed.Match(eventlog.Tokens(subject)) != (matches(pattern, subject) || subject == "none") {
			t.Fatalf("%q parsed matches %q: %t, %v", pattern, subject, !matches(pattern, subject), err)
		}
		if !strings.ContainsAny(pattern, "*>") && !eventlog.Matches(pattern, pattern) {
			t.Fatalf("%q does not match itself", pattern)
		}
	})
}
