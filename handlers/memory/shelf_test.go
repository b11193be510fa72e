package memory_test

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/handlers/memory"
	"github.com/mergit-io/mergit/handlers/memory/memorytest"
)

// library is one in memory, whose clock stands at a time.
func library(t *testing.T, now time.Time, most int, episodes ...memory.Episode) (*memory.Library, *memlog.Keys, memory.Store) {
	t.Helper()
	keys, store := new(memlog.Keys), new(memorytest.Store)
	l := open(store, keys, now, most)
	for _, e := range episodes {
		if _, err := keys.Create(t.Context(), e.Goal); err != nil {
			t.Fatal(err)
		}
		if err := l.Remember(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	return l, keys, store
}

func open(store memory.Store, keys *memlog.Keys, now time.Time, most int) *memory.Library {
	return memory.New(memory.Config{Store: store, Keys: keys, Now: func() time.Time { return now }, Log: slog.New(slog.DiscardHandler), Most: most})
}

func about(at int, title string, tools ...string) memory.Episode {
	e := memory.Episode{Workspace: "main", Goal: fmt.Sprint("g", at), Title: title, Outcome: memory.Done, Began: began, Ended: began.Add(time.Minute), At: events.Revision(at),
		Plan: []memory.Step{{ID: "a", Role: "coder", Tool: "file_ops"}}}
	for _, tool := range tools {
		e.Tools = append(e.Tools, memory.Use{Tool: tool, Calls: 1})
	}
	return e
}

func search(t *testing.T, l *memory.Library, q memory.Query) string {
	t.Helper()
	q.Workspace = "main"
	found, err := l.Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	var goals []string
	for _, e := range found.Episodes {
		goals = append(goals, e.Goal)
	}
	return strings.Join(goals, " ")
}

func TestEpisodesAreFoundByWhatTheyAreLike(t *testing.T) {
	t.Parallel()
	l, _, _ := library(t, began.Add(time.Hour), 0,
		about(1, "Summarise the changelog of the payments service", "github_ops"),
		about(2, "Write a poem about the sea"),
		about(3, "Create a pull request that adds rate limits to the login page", "github_pr"),
		about(4, "Create a pull request that adds a changelog", "github_pr"),
		about(5, "List all open issues of the web shop", "github_ops"))
	for query, want := range map[string]string{
		"Summarize the payments service's changelog, please": "g1",
		"add rate limiting to our login page":                "g3",
		"a poem on the sea":                                  "g2",
		"use github_pr":                                      "g4 g3",
		"Deploy Kubernetes":                                  "",
		"the of and":                                         "",
		"":                                                   "g5 g4 g3 g2 g1",
	} {
		if have := search(t, l, memory.Query{Text: query}); have != want {
			t.Errorf("%q found %q, want %q", query, have, want)
		}
	}
	if have := search(t, l, memory.Query{Text: "changelog", Except: "g1", Limit: 1}); have != "g4" {
		t.Errorf("without g1: %q", have)
	}
	if have := search(t, l, memory.Query{Allow: func(goal string) bool { return goal == "g2" }}); have != "g2" {
		t.Errorf("allowed g2: %q", have)
	}
	if found, err := l.Search(t.Context(), memory.Query{Workspace: "other"}); err != nil || len(found.Episodes) > 0 {
		t.Errorf("another workspace sees %+v, %v", found, err)
	}
}

func TestOlderEpisodesCountLess(t *testing.T) {
	t.Parallel()
	old, recent := about(1, "Create a release of the web shop"), about(2, "Create a release of the big web shop and tell people of it")
	recent.Ended = began.AddDate(0, 0, 200)
	for days, want := range map[int]string{0: "g1 g2", 200: "g2 g1"} {
		recent.Ended = began.AddDate(0, 0, days)
		l, _, _ := library(t, recent.Ended.Add(time.Hour), 0, old, recent)
		if have := search(t, l, memory.Query{Text: "create a release of the web shop"}); have != want {
			t.Errorf("after %d days: %q, want %q", days, have, want)
		}
	}
}

func TestRankingIsTheSameInWhateverOrderEpisodesCome(t *testing.T) {
	t.Parallel()
	var all []memory.Episode
	for i := range 40 {
		all = append(all, about(i+1, fmt.Sprintf("Fix bug %d of the shop's login and cart", i%4), "file_ops"))
	}
	query := memory.Query{Text: "fix bug 3 of the cart", Limit: 40}
	l, _, _ := library(t, began, 0, all...)
	want := search(t, l, query)
	slices.Reverse(all)
	l, _, _ = library(t, began, 0, all...)
	if have := search(t, l, query); have != want || !strings.HasPrefix(want, "g40 g36 g32") {
		t.Errorf("%s\n%s", have, want)
	}
}

func TestWhatIsForgottenIsNotFound(t *testing.T) {
	t.Parallel()
	l, keys, store := library(t, began, 3, about(1, "login a"), about(2, "login b"), about(3, "login c"), about(4, "login d"))
	later := open(store, keys, began, 3) // another process
	for _, l := range []*memory.Library{l, later} {
		if have := search(t, l, memory.Query{Text: "login"}); have != "g4 g3 g2" {
			t.Errorf("of four, three are kept: %q", have)
		}
	}
	if err := keys.Destroy(t.Context(), "g3"); err != nil {
		t.Fatal(err)
	}
	if was, err := later.Forget(t.Context(), "main", "g2"); err != nil || !was {
		t.Fatalf("%v, %v", was, err)
	}
	again := about(9, "login b")
	again.Goal = "g2" // it was retried
	if err := l.Remember(t.Context(), again); err != nil {
		t.Fatal(err)
	}
	for _, l := range []*memory.Library{l, later, open(store, keys, began, 3)} {
		if have := search(t, l, memory.Query{Text: "login"}); have != "g4" {
			t.Errorf("g3's key is destroyed and g2 forgotten: %q", have)
		}
		if last, err := l.Last(t.Context()); err != nil || last != 4 {
			t.Errorf("last %d, %v", last, err)
		}
	}
	for _, goal := range []string{"g2", "g3", "never"} {
		if was, err := l.Forget(t.Context(), "main", goal); err != nil || was {
			t.Errorf("%s was forgotten once more: %v", goal, err)
		}
	}
}

func TestLessonsAreCounted(t *testing.T) {
	t.Parallel()
	trouble := func(e memory.Episode, list ...memory.Trouble) memory.Episode { e.Troubles = list; return e }
	limited := func(n int, how string) memory.Trouble {
		return memory.Trouble{Tool: "web_search", Role: "researcher", Code: "rate_limited", Count: n, Overcome: how}
	}
	have := memory.Distil([]memory.Episode{
		trouble(about(5, "e", "web_search"), limited(3, memory.NextAttempt), memory.Trouble{Role: "coder", Code: "timeout", Count: 1}),
		trouble(about(4, "d", "web_search"), limited(1, "")),
		trouble(about(3, "c", "web_search", "file_ops"), memory.Trouble{Tool: "file_ops", Role: "coder", Code: "not_found", Count: 9}),
		trouble(about(2, "b", "web_search"), limited(1, memory.NextAttempt), memory.Trouble{Tool: "web_search", Role: "writer", Code: "rate_limited", Count: 1}),
		trouble(about(1, "a"), memory.Trouble{Role: "coder", Code: "timeout", Count: 1, Overcome: memory.NextPlan}),
	})
	var got []string
	for _, i := range have {
		got = append(got, fmt.Sprintf("%.3f %s %v", i.Confidence, i.Text(), i.Evidence))
	}
	want := []string{ // Wilson's lower ends of 3 of 4, and of 2 of 5
		"0.301 web_search failed with rate_limited 6 times in 3 of 4 goals that used it, in tasks of role researcher, writer; 2 went on by another attempt; 1 did not get over it [g5 g4 g2]",
		"0.118 tasks of role coder failed with timeout twice in 2 of 5 goals that had such tasks; 1 went on by another plan; 1 did not get over it [g5 g1]",
	}
	if !slices.Equal(got, want) {
		t.Errorf("have %s\nwant %s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
