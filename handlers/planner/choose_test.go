package planner_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/commands/plan"
	"github.com/mergit-io/mergit/handlers/planner"
)

func TestGoalsFindTheirPlaybook(t *testing.T) {
	t.Parallel()
	for description, want := range map[string]string{
		"Summarise this repository":                                    "repo-summary",
		"Please summarize the repo for me":                             "repo-summary",
		"Summarize the repository in /src and list open TODOs":         "repo-summary",
		"Give me an overview of this codebase":                         "repo-summary",
		"repo-summary":                                                 "repo-summary",
		"Can you explain the code in this project?":                    "repo-summary",
		"What does this repository do?":                                "repo-summary",
		"Analyze the repository and write a report":                    "repo-summary",
		"List all TODOs":                                               "todo-report",
		"Find the open TODO and FIXME comments":                        "todo-report",
		"Write a todo report":                                          "todo-report",
		"Fetch https://example.org/a?b=c and summarise it":             "fetch-and-summarise",
		"Summarize the article at https://example.org.":                "fetch-and-summarise",
		"summarise the web page http://example.org/x":                  "fetch-and-summarise",
		"Deploy the service to production":                             "",
		"Delete the repository":                                        "",
		"Write a poem":                                                 "",
		"":                                                             "",
		"Fix the bug in the login page and open a pull request for it": "",
	} {
		choice, err := planner.Choose(description, nil, []string{"repo"})
		if want == "" {
			none, ok := errors.AsType[*planner.NoPlaybookError](err)
			if !ok {
				t.Errorf("%q: %s %.2f %v", description, choice.Playbook, choice.Score, err)
			} else if text := none.Error(); !strings.Contains(text, "--plan FILE") || !strings.Contains(text, "repo-summary: ") {
				t.Errorf("%q: unhelpful: %s", description, text)
			}
			continue
		}
		if err != nil || choice.Playbook != want || choice.Score < planner.Threshold {
			t.Errorf("%q: %s %.2f %v", description, choice.Playbook, choice.Score, err)
			continue
		}
		if !strings.Contains(choice.Why, want) || !strings.Contains(choice.Why, "no model was used") {
			t.Errorf("why: %s", choice.Why)
		}
		again, err := planner.Choose(description, nil, []string{"repo"})
		if err != nil || again.Why != choice.Why {
			t.Errorf("%q: not the same twice", description)
		}
	}
}

func TestParametersAreFilledFromTheGoal(t *testing.T) {
	t.Parallel()
	quoted := func(text string) string { encoded, _ := json.Marshal(text); return string(encoded) }
	for name, c := range map[string]struct {
		description string
		params      map[string]json.RawMessage
		mounts      []string
		param, want string
	}{
		"one mount":    {"repo summary", nil, []string{"code"}, "path", "code"},
		"many mounts":  {"repo summary", nil, []string{"b", "a"}, "path", "."},
		"given":        {"repo summary", map[string]json.RawMessage{"path": json.RawMessage(`"code/sub"`)}, []string{"code"}, "path", "code/sub"},
		"url":          {"fetch and summarise (https://example.org/x?a=1).", nil, nil, "url", "https://example.org/x?a=1"},
		"url is given": {"fetch and summarise it", map[string]json.RawMessage{"url": json.RawMessage(`"https://e.org"`)}, nil, "url", "https://e.org"},
	} {
		choice, err := planner.Choose(c.description, c.params, c.mounts)
		if err != nil || string(choice.Plan.Params[c.param]) != quoted(c.want) {
			t.Errorf("%s: %s %v", name, choice.Plan.Params[c.param], err)
		}
		if strings.Contains(string(choice.Plan.Tasks[0].Args), "params.") {
			t.Errorf("%s: not bound: %s", name, choice.Plan.Tasks[0].Args)
		}
	}
}

func TestWhatAPlaybookLacksIsAskedFor(t *testing.T) {
	t.Parallel()
	for description, want := range map[string]string{
		"summarise this repository": "playbook repo-summary needs it; give a folder with --mount DIR",
		"fetch and summarise it":    "name a URL in the goal, or give it with --param url=https://…",
	} {
		_, err := planner.Choose(description, nil, nil)
		if _, ok := errors.AsType[*plan.InvalidError](err); !ok || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", description, err)
		}
	}
	if _, err := planner.Choose("todo report", map[string]json.RawMessage{"pth": json.RawMessage(`1`)}, []string{"x"}); err == nil || !strings.Contains(err.Error(), "unknown parameter") {
		t.Error(err)
	}
}

func TestPlaybooksAreTakenByName(t *testing.T) {
	t.Parallel()
	choice, err := planner.Use("todo-report", "whatever", nil, []string{"m"})
	if err != nil || choice.Playbook != "todo-report" || choice.Score != 1 {
		t.Errorf("%+v %v", choice, err)
	}
	if _, err := planner.Use("nope", "", nil, nil); err == nil || !strings.Contains(err.Error(), "there are fetch-and-summarise, repo-summary, todo-report") {
		t.Error(err)
	}
}

func TestEveryPlaybookIsAValidPlan(t *testing.T) {
	t.Parallel()
	schema := planSchema(t)
	for _, book := range planner.Playbooks() {
		if err := plan.Validate(book.Plan, catalogue()); err != nil {
			t.Errorf("%s: %v", book.Name, err)
		}
		encoded, err := json.Marshal(book.Plan)
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Check(encoded); err != nil {
			t.Errorf("%s: %v", book.Name, err)
		}
		if book.Description == "" || len(book.Match) == 0 {
			t.Errorf("%s cannot be found", book.Name)
		}
	}
}

func ExampleChoose() {
	choice, err := planner.Choose("Summarise this repository", nil, []string{"code"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(choice.Why)
	fmt.Println(len(choice.Plan.Tasks), "tasks; the last needs", choice.Plan.Tasks[7].Dependencies())
	// Output:
	// offline planner: playbook repo-summary, because the goal reads like "repo summary" (score 1.00), path is code; no model was used
	// 8 tasks; the last needs [readme layout languages mains manifests todos licence]
}
