package e2e

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/handlers/model/modeltest"
)

// The same goal once more is planned and worked on without a word to any
// provider, also by the next process; its record says so, and is proven alike.
func TestTheSameGoalOnceMoreAsksNoModel(t *testing.T) {
	t.Parallel()
	usage := modeltest.Usage{Input: 1000, Output: 50}
	openai := modeltest.OpenAI(t, func(a modeltest.Asked) modeltest.Say {
		if a.Model == "gpt-4o" {
			return modeltest.Say{Usage: usage, Text: `{"title":"Tides","tasks":[
				{"id":"look","role":"researcher","prompt":"Find out about the tides","tools":["file_ops"]},
				{"id":"say","role":"writer","prompt":"Say it in one sentence: {{tasks.look.result.text}}","tools":[]}]}`}
		}
		return modeltest.Say{Text: "The moon does it.", Usage: usage}
	})
	anthropic := modeltest.Anthropic(t, func(modeltest.Asked) modeltest.Say { return modeltest.Say{Text: "It is the moon.", Usage: usage} })
	asked := func() int { return len(openai.Asked()) + len(anthropic.Asked()) }
	data, file := dataDir(t), models(t, openai, anthropic)
	s, err := tryUpWith(t, data, keys, "--models", file)
	if err != nil {
		t.Fatal(err)
	}
	goal := object{"title": "Why are there tides?"}
	first := await(t, s, submit(t, s, goal, ""), "done", "failed")
	if first.Status != "done" || first.Usage.Tokens != 3*1050 || asked() != 3 {
		t.Fatalf("%s: %s; %+v, asked %d times\n%s", first.Status, first.Error, first.Usage, asked(), s.out)
	}
	for _, again := range []bool{false, true} {
		if again {
			if code := s.stop(); code != 0 {
				t.Fatalf("exit %d: %s", code, s.out)
			}
			if s, err = tryUpWith(t, data, keys, "--models", file); err != nil {
				t.Fatal(err)
			}
		}
		accepted := submit(t, s, goal, "")
		second := await(t, s, accepted, "done", "failed")
		if second.Status != "done" || !second.Planner.Cached || second.Usage.Tokens != 0 || second.Usage.Cost != 0 || second.Usage.Steps != 2 || asked() != 3 {
			t.Errorf("restarted %v: %s; planned by %+v, used %+v, asked %d times", again, second.Status, second.Planner, second.Usage, asked())
		}
		for _, task := range second.Tasks {
			for _, c := range task.Calls {
				if !c.Cached {
					t.Errorf("call %+v is not said to be cached", c)
				}
			}
		}
		text := metrics(t, s)
		for _, want := range []string{`mergit_cache_hits_total{space="plan",type="exact"} 1`, `mergit_cache_hits_total{space="model-writer",type="exact"} 1`,
			`mergit_cache_tokens_saved_total{space="model-researcher"} 1050`, "mergit_cache_in_flight 0", "mergit_tasks_running"} {
			if !strings.Contains(text, want+"\n") && !strings.Contains(text, want+" ") {
				t.Errorf("/metrics does not say %s", want)
			}
		}
		if !again {
			continue
		}
		if proof := proven(t, s, accepted); proof.Proof == nil {
			t.Error("it is not proven")
		}
		if out, errs, code := run(t, s.Data, "verify", "goal", second.ID); code != 0 {
			t.Errorf("verify (exit %d): %s %s", code, out, errs)
		}
	}
}

// metrics reads /metrics.
func metrics(t *testing.T, s *server) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/metrics", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+s.Token)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s %v", response.Status, text, err)
	}
	return string(text)
}
