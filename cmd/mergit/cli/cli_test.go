package cli

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mattn/go-runewidth"

	"github.com/mergit-io/mergit/cmd/mergit/node"
	"github.com/mergit-io/mergit/gateway/wire"
)

func TestUsageMistakesExitWithTwoAndSayWhatHelps(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"goal rnu":                           "did you mean run?",
		"goal rnu x --mount .":               "did you mean run?",
		"gaol run":                           "did you mean goal?",
		"verify gaol x":                      "did you mean goal?",
		"projections lst":                    "did you mean list?",
		"bench spin":                         "did you mean spine?",
		"bench gibberish":                    "spine",
		"goal run x --moutn .":               "did you mean --mount?",
		"goal list --jsn":                    "did you mean --json?",
		"goal list --limit x":                `--limit "x": want a whole number`,
		"goal list --limit 0":                "want at least 1",
		"goal list --status finished":        "want one of pending",
		"goal run Summarise this":            `put it in quotes: mergit goal run "Summarise this"`,
		"goal run":                           "say what is to be achieved",
		"goal run x --param y":               "want NAME=VALUE",
		"goal run x --plan p --playbook q":   "one of the two",
		"goal run x --mount m=":              "names no folder",
		"goal run x --mount no-such-folder":  "there is no folder",
		"goal run x --mount /etc/passwd":     "is not a folder",
		"goal run x --mount n!=/":            "a name is 1 to 64",
		"goal run x --mount a=/ --mount a=/": "is called a too",
		"goal show":                          "GOAL is missing",
		"goal resume x":                      "--decision is missing",
		"verify goal x --log no-such-file":   "no such file",
		"verify goal x --contract 12":        "want 0x and 40 hex digits",
		"doctor --listen nonsense":           "want HOST:PORT",
		"doctor --listen 127.0.0.1:70000":    "a port is a number",
		"up --listen 127.0.0.1:70000":        "a port is a number",
		"up --listen x --parallel 0":         "--parallel 0: want at least 1",
		"up --lease soon":                    "want a duration such as",
		"up --webhook-secret ci":             `--webhook-secret "ci": want SOURCE=FILE`,
		"goal audit x --json":                "--json needs -o FILE",
		"playbooks x":                        "takes no arguments",
		"contracts deploy":                   "--keystore and --password-file: name the files",
		"contracts deploy --recorder 12":     "want 0x and 40 hex digits",
		"contracts deploy --keystore no-such-file --password-file no-such-file": "open the keystore",
		"contracts rotate recorder":      "accepts 2 arg(s)",
		"contracts rotate boss 0x12":     `no role "boss"`,
		"contracts rotate recorder 0x12": "want 0x and 40 hex digits",
		"contracts keys":                 "--keystores: name a folder",
		"contracts shwo":                 "did you mean show?",
		"bench chain --goals 0":          "want at least 1 of each",
	} {
		data := filepath.Join(t.TempDir(), "none")
		r := cli(t, "", append(strings.Fields(line), "--data", data)...)
		if r.code != exitUsage || !strings.Contains(r.err, want) {
			t.Errorf("mergit %s: exit %d, want %q in:\n%s", line, r.code, want, r.err)
		}
		if _, err := os.Stat(data); err == nil {
			t.Errorf("mergit %s made a data folder", line)
		}
	}
	if r := cli(t, "", "goal", "run", "x", "--mount", ""); r.code != exitUsage || !strings.Contains(r.err, "names no folder") {
		t.Errorf("an empty mount: exit %d\n%s", r.code, r.err)
	}
}

func TestEveryFailureEndsJSONWithOneObject(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.handle("GET /goals/{id}/result", func(*http.Request) (any, *wire.Problem) {
		return nil, wire.Refuse(http.StatusServiceUnavailable, "UNAVAILABLE", "not now").Retryable()
	})
	away := t.TempDir()
	for line, want := range map[string]struct {
		exit int
		code string
	}{
		"goal show " + goalID + "0":                  {exitRefused, "GOAL_NOT_FOUND"},
		"goal result " + goalID:                      {exitFailed, "UNAVAILABLE"},
		"goal rnu":                                   {exitUsage, "USAGE"},
		"gaol":                                       {exitUsage, "USAGE"},
		"goal run --nonsense":                        {exitUsage, "USAGE"},
		"goal audit " + goalID:                       {exitUsage, "USAGE"},
		"goal list --data AWAY":                      {exitFailed, "SERVER_AWAY"},
		"goal list --server http://127.0.0.1:1":      {exitFailed, "SERVER_AWAY"},
		"goal audit " + goalID + " -o /no/such/file": {exitFailed, "FAILED"},
		"goal list --server nonsense":                {exitUsage, "USAGE"},
	} {
		words := strings.Fields(line)
		for i, word := range words {
			words[i] = strings.Replace(word, "AWAY", away, 1)
		}
		args := append([]string{"--data", f.data}, append(words, "--json")...)
		r := cli(t, "", args...)
		last := r.last(t)
		problem, _ := last["error"].(map[string]any)
		if r.code != want.exit || last["exit"] != float64(want.exit) || problem["code"] != want.code || problem["message"] == "" {
			t.Errorf("mergit %s: exit %d, ends with %v\n%s", line, r.code, last, r.err)
		}
		if r.err == "" {
			t.Errorf("mergit %s tells people nothing", line)
		}
	}
	if r := cli(t, "", "--version", "--json"); r.code != 0 || r.last(t)["version"] == "" {
		t.Errorf("--version --json: %+v", r)
	}
}

func TestAnInterruptedCommandEndsJSONWithOneObject(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	s := f.terminal(80, "goal", "watch", goalID, "--json")
	s.cancel()
	s.exits(exitInterrupted)
	if seen := s.seen(); !strings.Contains(seen, `{"goal":"`+goalID+`","error":{"code":"INTERRUPTED","message":"the goal goes on`) || !strings.Contains(seen, `"exit":130}`) {
		t.Errorf("it ends with\n%s", seen)
	}
}

func TestAStartThatFailsLeavesNoDataFolder(t *testing.T) {
	t.Parallel()
	f := newFake(t) // holds the port
	data := filepath.Join(t.TempDir(), "data")
	r := cli(t, "", "up", "--data", data, "--listen", f.server.Listener.Addr().String())
	if _, err := os.Stat(data); r.code != exitFailed || !strings.Contains(r.err, "choose another address with --listen") || err == nil {
		t.Errorf("exit %d, folder: %v, said\n%s", r.code, err, r.err)
	}
}

func TestAStoppedServerIsCalledThat(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	if r := cli(t, "", "goal", "list", "--data", data); r.code != exitFailed || !strings.Contains(r.err, "is not running; start it with: ") || !strings.Contains(r.err, "up --data "+shellQuoted(data)) {
		t.Errorf("exit %d: %s", r.code, r.err)
	}
	if r := cli(t, "", "goal", "list", "--data", filepath.Join(data, "none")); !strings.Contains(r.err, "no server has been started in") {
		t.Errorf("exit %d: %s", r.code, r.err)
	}
}

func TestTheServersFaultsStandInThePlanFile(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.mux = http.NewServeMux()
	f.handle("POST /goals", func(*http.Request) (any, *wire.Problem) {
		return nil, wire.Refuse(422, "VALIDATION_FAILED", "the request has 2 faults; the first: …").With(
			wire.Fault{Path: "plan.tasks[0].tool", Reason: "no such tool"}, wire.Fault{Path: "params.x", Reason: "is unknown"})
	})
	f.start()
	file := filepath.Join(t.TempDir(), "plan.yaml")
	if err := os.WriteFile(file, []byte("title: t\ntasks:\n  - id: a\n    role: coder\n    tool: nope\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := f.cli("goal", "submit", "--plan", file)
	if want := file + ":5:11: tasks[0].tool: no such tool\nparams.x: is unknown\n"; r.code != exitRefused || !strings.HasSuffix(r.err, want) {
		t.Errorf("exit %d, said\n%s", r.code, r.err)
	}
	var last struct {
		Error struct{ Details struct{ Faults []planFault } }
	}
	r = f.cli("goal", "submit", "--plan", file, "--json")
	if err := json.Unmarshal([]byte(r.out), &last); err != nil || len(last.Error.Details.Faults) != 2 || last.Error.Details.Faults[0].Line != 5 || last.Error.Details.Faults[0].File != file {
		t.Errorf("--json ends with %s", r.out)
	}
	g := newFake(t)
	g.mux = http.NewServeMux()
	g.handle("POST /goals", func(*http.Request) (any, *wire.Problem) {
		return nil, wire.Refuse(422, "VALIDATION_FAILED", "one fault").With(wire.Fault{Path: "plan.tasks[0].args.op", Reason: "is missing"})
	})
	g.start()
	if r := g.cli("goal", "submit", "--plan", file); !strings.HasSuffix(r.err, "tasks[0].args.op: is missing\nwhat a tool takes: mergit tools NAME\n") || strings.Count(r.err, file) != 1 {
		t.Errorf("of arguments it said\n%s", r.err)
	}
	if r := f.cli("goal", "submit"); r.code != exitUsage {
		t.Errorf("without anything: exit %d", r.code)
	}
	if r := f.cli("goal", "submit", "x"); !strings.Contains(r.err, "the request has 2 faults:\n  plan.tasks[0].tool: no such tool\n  params.x: is unknown") {
		t.Errorf("without a file it said\n%s", r.err)
	}
}

func TestAPlanComesFromStandardInputAndTakesTheGoalsTitle(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	const text = "tasks:\n  - {id: a, role: coder, tool: file_ops, args: {op: list, path: .}}\n"
	r := cli(t, text, "goal", "submit", "My title", "--plan", "-", "--data", f.data)
	if r.code != 0 || len(f.posted) != 1 {
		t.Fatalf("exit %d: %s", r.code, r.err)
	}
	var plan struct{ Title string }
	if err := json.Unmarshal(f.posted[0].Plan, &plan); err != nil || plan.Title != "My title" {
		t.Errorf("the plan is %s", f.posted[0].Plan)
	}
	const alone = "title: t\ntasks:\n  - {id: a, role: coder, prompt: p, tools: []}\n" // without a list it could use all tools
	if r := cli(t, alone, "goal", "submit", "--plan", "-", "--data", f.data); r.code != 0 || !strings.Contains(string(f.posted[1].Plan), `"tools":[]`) {
		t.Errorf("exit %d: %s", r.code, r.err)
	}
	if r := cli(t, "tasks: [", "goal", "submit", "--plan", "-", "--data", f.data); r.code != exitUsage || !strings.Contains(r.err, "standard input:1:") {
		t.Errorf("exit %d: %s", r.code, r.err)
	}
}

func TestAMountIsCalledByItsFolderOrAsSaid(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "my notes=old")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	mounts, err := mountsOf([]string{dir, "src=" + dir})
	if err != nil || len(mounts) != 2 || mounts[0].Name != "my-notes-old" || mounts[1].Name != "src" || mounts[1].Path != dir {
		t.Errorf("%+v, %v", mounts, err)
	}
}

func TestAGoalsIDMayBeCutShort(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	if r := f.cli("goal", "show", goalID[:8]); r.code != 0 || !strings.Contains(r.out, goalID) {
		t.Errorf("exit %d: %s%s", r.code, r.out, r.err)
	}
	f.mux = http.NewServeMux()
	f.handle("GET /goals", func(*http.Request) (any, *wire.Problem) {
		return wire.GoalList{Goals: []wire.GoalSummary{{ID: "abcd-1"}, {ID: "abcd-2"}}}, nil
	})
	f.start()
	if r := f.cli("goal", "cancel", "abcd"); r.code != exitUsage || !strings.Contains(r.err, "2 goals begin with abcd: abcd-1, abcd-2") {
		t.Errorf("exit %d: %s", r.code, r.err)
	}
}

func TestAListSaysWhenThereIsMore(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.mux = http.NewServeMux()
	f.handle("GET /goals", func(r *http.Request) (any, *wire.Problem) {
		return wire.GoalList{Goals: []wire.GoalSummary{{ID: "g" + r.URL.Query().Get("cursor"), Created: time.Now()}}, Next: "1"}, nil
	})
	f.start()
	if r := f.cli("goal", "list", "--limit", "2"); strings.Count(r.out, "\n") != 3 || !strings.Contains(r.err, "there are more") {
		t.Errorf("it printed\n%s and said\n%s", r.out, r.err)
	}
	if last := f.cli("goal", "list", "--limit", "2", "--json").last(t); last["goals"] != 2.0 || last["more"] != true {
		t.Errorf("the last line is %v", last)
	}
}

func TestTheResultOfAFailedGoalSaysWhy(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.goal.Status, f.goal.FailedTask, f.goal.Error = "failed", "a", "the disk is full"
	f.handle("GET /goals/{id}/result", func(*http.Request) (any, *wire.Problem) {
		return nil, wire.Refuse(http.StatusNotFound, "RESULT_NOT_FOUND", "it has no result")
	})
	if r := f.cli("goal", "result", goalID); r.code != exitRefused || !strings.Contains(r.err, "goal failed at task a: the disk is full") {
		t.Errorf("exit %d: %s", r.code, r.err)
	}
	if r := f.cli("goal", "resume", goalID, "--decision", "yes"); r.code != exitRefused || !strings.Contains(r.err, "is failed and has no open question") {
		t.Errorf("exit %d: %s", r.code, r.err)
	}
}

func TestATokenThatIsNotKnownSaysWhereTheRightOneIs(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.mux = http.NewServeMux()
	f.handle("GET /goals", func(*http.Request) (any, *wire.Problem) {
		return nil, wire.Refuse(http.StatusUnauthorized, "TOKEN_INVALID", "the token is not known here")
	})
	f.start()
	if r := f.cli("goal", "list"); r.code != exitRefused || !strings.Contains(r.err, "mergit token") {
		t.Errorf("exit %d: %s", r.code, r.err)
	}
}

func TestAnAuditIsARefusalOfJSONOrAFile(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.mux.HandleFunc("GET /goals/{id}/audit", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("{}\n{}\n")) })
	file := filepath.Join(t.TempDir(), "log")
	if last := f.cli("goal", "audit", goalID, "-o", file, "--json").last(t); last["records"] != 2.0 || last["file"] != file || last["goal"] != goalID {
		t.Errorf("the last line is %v", last)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "{}\n{}\n" {
		t.Errorf("%q, %v", text, err)
	}
	if r := f.cli("goal", "audit", goalID); r.out != "{}\n{}\n" {
		t.Errorf("it printed %q", r.out)
	}
}

func TestPlaybooksAreListedWithTheirParameters(t *testing.T) {
	t.Parallel()
	if r := cli(t, "", "playbooks"); !strings.Contains(r.out, "repo-summary") || !strings.Contains(r.out, "--param todos=…  (else 30)") {
		t.Errorf("it printed\n%s", r.out)
	}
	if last := cli(t, "", "playbooks", "--json").last(t); last["playbooks"] != 3.0 {
		t.Errorf("the last line is %v", last)
	}
}

func TestEveryToolIsDescribedWithItsArguments(t *testing.T) {
	t.Parallel()
	all := cli(t, "", "tools")
	specs, err := node.Specs()
	if err != nil || len(specs) == 0 || all.code != 0 {
		t.Fatalf("%d tools, %v, exit %d", len(specs), err, all.code)
	}
	for _, spec := range specs {
		one := cli(t, "", "tools", spec.Name)
		if !strings.Contains(all.out, spec.Name+" ") || one.code != 0 || !strings.Contains(one.out, "\nexamples\n  args: {") {
			t.Errorf("%s: exit %d\n%s", spec.Name, one.code, one.out)
		}
		for line := range strings.Lines(one.out) {
			if !strings.HasPrefix(line, "  args: ") && runewidth.StringWidth(line) > 81 {
				t.Errorf("%s: a line is too long: %s", spec.Name, line)
			}
		}
	}
	if r := cli(t, "", "tools", "file_ops"); !strings.Contains(r.out, "  op, required\n      list | read | collect | search | count | write | delete. What to do. ") {
		t.Errorf("file_ops takes\n%s", r.out)
	}
	if r := cli(t, "", "tools", "file_opps"); r.code != exitUsage || !strings.Contains(r.err, `there is no tool "file_opps"; there are code_exec, `) {
		t.Errorf("exit %d: %s", r.code, r.err)
	}
	if r := cli(t, "", "tools", "--json"); r.last(t)["tools"] != float64(len(specs)) {
		t.Errorf("--json: %s", r.out)
	}
}

func TestAGoalIsShownInEightyColumns(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	long := strings.Repeat("長い 文 of words ", 20)
	started, ended := submittedAt, submittedAt.Add(12345*time.Microsecond)
	f.goal.Title, f.goal.Planner.Why, f.goal.Agent = long, long, "agent-7"
	f.goal.Tasks = []wire.Task{{ID: "a-task-with-quite-a-long-name-indeed", Role: "researcher", Status: "done", Tool: "http_request", Preview: long, Attempt: 1, Started: &started, Ended: &ended}}
	f.goal.Proof = &wire.Proof{Status: "confirmed", Root: strings.Repeat("0", 64), Tx: "0x" + strings.Repeat("0", 64), Block: 7, BlockHash: "0x" + strings.Repeat("0", 64)}
	s := f.terminal(80, "goal", "show", goalID)
	s.exits(0)
	if w := s.widest(); w > 80 {
		t.Errorf("%d columns:\n%s", w, s.seen())
	}
	for _, want := range []string{"agent        agent-7", "12.3ms"} {
		if !strings.Contains(s.seen(), want) {
			t.Errorf("%q is missing in\n%s", want, s.seen())
		}
	}
}
