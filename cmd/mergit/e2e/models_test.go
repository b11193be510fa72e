package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/mergit-io/mergit/handlers/model/modeltest"
)

// keys are the environment of a server whose providers are fakes.
var keys = []string{"OPENAI_API_KEY=" + modeltest.Key, "MERGIT_ANTHROPIC_API_KEY=" + modeltest.Key}

// models writes a file that has both providers at the fakes.
func models(t *testing.T, openai, anthropic *modeltest.Server) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "models.yaml")
	text := fmt.Sprintf(`
providers:
  openai: {url: %q}
  anthropic: {url: %q}
roles:
  planner: {models: [openai/gpt-4o]}
  researcher: {models: [anthropic/claude-sonnet-4-5, openai/gpt-4o]}
  writer: {models: [openai/gpt-4o-mini]}
`, openai.URL, anthropic.URL)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// spoken counts the assistant's turns of a request.
func spoken(a modeltest.Asked) (n int) {
	for _, s := range a.Said {
		if s.Role == "assistant" {
			n++
		}
	}
	return n
}

// A goal is planned by a model of one provider and worked on by one of the
// other: calls side by side, a result that is cut, an answer that is cut off and
// asked for again, and streamed text.
func TestAGoalIsPlannedAndWorkedOnByModels(t *testing.T) {
	t.Parallel()
	notes := folder(t, map[string]string{"small.txt": "the password of the wifi is on the fridge", "big.txt": strings.Repeat("noise and more noise\n", 10_000)})
	var mu sync.Mutex
	cut := map[string]bool{}
	once := func(what string) bool {
		mu.Lock()
		defer mu.Unlock()
		defer func() { cut[what] = true }()
		return !cut[what]
	}
	watched := make(chan struct{})
	usage := modeltest.Usage{Input: 1000, Cached: 400, Output: 50}
	openai := modeltest.OpenAI(t, func(a modeltest.Asked) modeltest.Say {
		if a.Model == "gpt-4o" {
			if once("a plan without faults") {
				return modeltest.Say{Text: `{"title":"Notes","tasks":[{"id":"look","role":"researcher","tool":"telescope"}]}`, Usage: usage}
			}
			return modeltest.Say{Usage: usage, Text: `{"title":"Notes","tasks":[
				{"id":"look","role":"researcher","prompt":"Find out what the notes say","tools":["file_ops"]},
				{"id":"say","role":"writer","prompt":"Say it in one sentence: {{tasks.look.result.text}}","tools":[]}]}`}
		}
		<-watched
		return modeltest.Say{Text: "The wifi password is on the fridge.", Cut: once("the writer"), Usage: usage}
	})
	anthropic := modeltest.Anthropic(t, func(a modeltest.Asked) modeltest.Say {
		if spoken(a) == 0 {
			return modeltest.Say{Text: "I look.", Usage: usage, Calls: []modeltest.Call{
				{ID: "toolu_1", Name: "file_ops", Args: `{"op":"read","path":"notes/small.txt"}`}, {ID: "toolu_2", Name: "file_ops", Args: `{"op":"read","path":"notes/big.txt"}`}}}
		}
		return modeltest.Say{Text: "On the fridge is the wifi password.", Cut: once("the researcher"), Usage: usage}
	})
	s, err := tryUpWith(t, dataDir(t), keys, "--models", models(t, openai, anthropic))
	if err != nil {
		t.Fatal(err)
	}
	accepted := submit(t, s, mounted(object{"title": "What do my notes say about the wifi, in verse?"}, "notes", notes), "")
	said := deltas(t, s, accepted.ID, func() { close(watched) })
	goal := await(t, s, accepted, "done", "failed")
	if goal.Status != "done" || goal.Planner.Name != "openai" || goal.Planner.Model != "gpt-4o" {
		t.Fatalf("%s: %s; planned by %+v\n%s", goal.Status, goal.Error, goal.Planner, s.out)
	}
	if text := <-said; !strings.Contains(text, "The wifi password is on the fridge.") {
		t.Errorf("the stream said %q", text)
	}
	// The researcher was shown the cut result, both results in one turn, and asked once more after the cut.
	asked := anthropic.Asked()
	last := asked[len(asked)-1]
	if len(asked) != 3 || last.Results() != 2 || !strings.Contains(last.Said[3].Text, "on the fridge") || !strings.Contains(last.Said[4].Text, "are left out here") || len(last.Said[4].Text) > 60_000 {
		t.Errorf("%d questions; the last was %.2000s", len(asked), last.Raw)
	}
	for _, part := range []string{"system", "tools"} {
		if !strings.Contains(string(last.Body[part]), "cache_control") {
			t.Errorf("%s is not marked for the cache", part)
		}
	}
	if want := int64(5 * 1050); goal.Usage.Tokens != want || goal.Usage.Steps != 7 || goal.Usage.Cost <= 0 { // with two questions for the plan
		t.Errorf("usage %+v, want %d tokens", goal.Usage, want)
	}
	out, _, code := run(t, s.Data, "goal", "show", goal.ID)
	for _, want := range []string{"usage        7 calls, 5250 tokens, $0.", "anthropic/claude-sonnet-4-5", "I look. calls file_ops, file_ops", "notes/small.txt", "openai/gpt-4o-mini", "1000+50 tokens"} {
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("goal show (exit %d) does not say %q:\n%s", code, want, out)
		}
	}
	if out, _, code := run(t, s.Data, "goal", "result", goal.ID); code != 0 || strings.TrimSpace(out) != "The wifi password is on the fridge." {
		t.Errorf("goal result (exit %d): %q", code, out)
	}
	if key := proven(t, s, accepted); key.Proof == nil {
		t.Error("it is not proven")
	}
	if out, errs, code := run(t, s.Data, "verify", "goal", goal.ID); code != 0 {
		t.Errorf("verify (exit %d): %s %s", code, out, errs)
	}
	if strings.Contains(s.out.String(), modeltest.Key) {
		t.Error("the key is in what the server said")
	}
}

// deltas follows what the models of a goal are saying; connected is called once
// the stream stands. The channel has all of it once the goal has ended.
func deltas(t *testing.T, s *server, goal string, connected func()) <-chan string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/stream/goals/"+goal+"?until=ended", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+s.Token)
	response, err := http.DefaultClient.Do(r)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("stream: %v", err)
	}
	all := make(chan string, 1)
	go func() {
		defer response.Body.Close()
		var text strings.Builder
		try := 0
		once := sync.OnceFunc(connected)
		defer once()
		lines, id := bufio.NewScanner(response.Body), false
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			line := lines.Text()
			id = id && line != "" || strings.HasPrefix(line, "id:")
			if strings.Contains(line, `"task.completed"`) || strings.Contains(line, "event: task.completed") {
				once() // the researcher is done: the writer may speak, and is heard
			}
			data, ok := strings.CutPrefix(line, "data:")
			var e struct {
				Kind string
				Data struct {
					Try  int
					Text string
				}
			}
			if !ok || json.Unmarshal([]byte(data), &e) != nil || e.Kind != "task.delta" {
				continue
			}
			if id {
				t.Error("what is said has an event ID, as if it was in the log")
			}
			if e.Data.Try != try {
				text.Reset()
				try = e.Data.Try
			}
			text.WriteString(e.Data.Text)
		}
		all <- text.String()
	}()
	return all
}

// The process is killed again and again while a model writes files; each time
// the run goes on where it was. The model is asked again at the most, and
// nothing is written twice.
// While its model is away, whoever runs a goal sees what is waited for, and whoever examines the server which model it is.
func TestWhoeverRunsAGoalSeesThatItsModelIsAway(t *testing.T) {
	t.Parallel()
	openai := modeltest.OpenAI(t, func(a modeltest.Asked) modeltest.Say {
		if a.Number <= 2 { // once more, and it would be left alone for a while
			return modeltest.Say{Status: http.StatusServiceUnavailable, Error: "down for maintenance"}
		}
		return modeltest.Say{Text: `{"title":"List","tasks":[{"id":"list","role":"coder","tool":"file_ops","args":{"op":"list","path":"."}}]}`}
	})
	file := filepath.Join(t.TempDir(), "models.yaml")
	if err := os.WriteFile(file, fmt.Appendf(nil, "providers: {openai: {url: %q}}\nroles: {planner: {models: [openai/gpt-4o]}}\n", openai.URL), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := tryUpWith(t, dataDir(t), keys, "--models", file)
	if err != nil {
		t.Fatal(err)
	}
	_, said, code := run(t, s.Data, "goal", "run", "What is here, in verse?")
	if code != 0 || !strings.Contains(said, "planning: openai/gpt-4o: HTTP 503: down for maintenance; asked again in ") {
		t.Errorf("exit %d:\n%s", code, said)
	}
	out, _, code := run(t, s.Data, "doctor")
	if code != 0 || !strings.Contains(out, "openai/gpt-4o, for planner\n") || !strings.Contains(out, "wait_webhook the tool is absent in the server that runs: no system may call") {
		t.Errorf("doctor (exit %d):\n%s", code, out)
	}
}

func TestAModelsRunSurvivesKills(t *testing.T) {
	t.Parallel()
	const writes = 6
	asked := make(chan int, 100)
	answer := func(a modeltest.Asked) modeltest.Say {
		n := spoken(a)
		asked <- n
		if n < writes {
			return modeltest.Say{Calls: []modeltest.Call{{ID: fmt.Sprint("c", n), Name: "file_ops", Args: fmt.Sprintf(`{"op":"write","path":"f%d.txt","content":"%d"}`, n, n)}}}
		}
		return modeltest.Say{Text: "written"}
	}
	openai := modeltest.OpenAI(t, answer)
	data, env := dataDir(t), append([]string{"ANTHROPIC_API_KEY=" + modeltest.Key}, keys...)
	file := models(t, openai, modeltest.Anthropic(t, answer))
	start := func() *server {
		s, err := tryUpWith(t, data, env, "--models", file)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := start()
	accepted := submit(t, s, plan("write", object{"id": "w", "role": "writer", "prompt": "write six files", "tools": []string{"file_ops"}}), "")
	for _, at := range []int{1, 4} {
		for n := range asked {
			if n == at {
				break
			}
		}
		s.kill()
		s = start()
	}
	goal := await(t, s, accepted, "done", "failed")
	if goal.Status != "done" {
		t.Fatalf("%s: %s\n%s", goal.Status, goal.Error, s.out)
	}
	made := map[string]int{}
	var attempt int64
	for _, c := range goal.Tasks[0].Calls {
		if attempt = c.Attempt; c.Kind == "tool" {
			made[string(c.Args)]++
			if c.Status != "done" {
				t.Errorf("call %d is %s", c.Call, c.Status)
			}
		}
	}
	for n := range writes {
		if args := fmt.Sprintf(`{"op":"write","path":"f%d.txt","content":"%d"}`, n, n); made[args] != 1 {
			t.Errorf("%s was called %d times", args, made[args])
		}
	}
	if len(made) != writes || attempt != 1 {
		t.Errorf("calls %v in attempt %d", made, attempt)
	}
	if goal := proven(t, s, accepted); goal.Proof.Status != "confirmed" {
		t.Errorf("the proof is %+v", goal.Proof)
	}
	if out, errs, code := run(t, s.Data, "verify", "goal", goal.ID); code != 0 {
		t.Errorf("verify (exit %d): %s %s", code, out, errs)
	}
}
