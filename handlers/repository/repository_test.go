package repository_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/handlers/handlertest"
	"github.com/mergit-io/mergit/handlers/repository"
	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/work"
)

const head = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

// world is a loop of goals whose github_pr answers as that tool does, and GitHub's calls.
type world struct {
	*handlertest.Loop
	t     *testing.T
	calls atomic.Int64
}

func newWorld(t *testing.T) *world {
	t.Helper()
	pr := handlertest.Looking{Func: handlertest.Func{Name: "github_pr", Has: tools.Write, Does: func(_ context.Context, c tools.Call) (tools.Result, error) {
		var args struct {
			Op, Repo, Fail string
			Number         int64
		}
		if err := json.Unmarshal(c.Args, &args); err != nil || args.Fail != "" {
			return tools.Result{}, tools.Fail(tools.CodeFailed, "%s", args.Fail)
		}
		return tools.Value(map[string]any{"repo": args.Repo, "number": args.Number, "url": "https://example.org/1", "draft": args.Op == "draft", "base": "main", "branch": "b", "head": head})
	}}}
	w := &world{Loop: handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(pr, handlertest.Noop(10))}), t: t}
	ada := commands.RegisterAgent{AgentRef: commands.AgentRef{Workspace: handlertest.Workspace, Agent: "ada"}, AgentName: "Ada", Roles: []string{"coder"},
		Address: "0x" + head, Capabilities: events.Capabilities{Tools: []string{"*"}, Trust: "standard"}}
	if _, err := w.Set.Dispatch(t.Context(), commands.Request{At: time.Now(), Actor: "user:test"}, ada); err != nil {
		t.Fatal(err)
	}
	return w
}

// react runs a reactor until the test, or the returned function, ends it.
func (w *world) react(snapshots eventlog.Snapshots) (stop func()) {
	w.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() {
		r := repository.New(repository.Config{Commands: w.Set, Blobs: w.Blobs, Snapshots: snapshots, Log: slog.Default()})
		if err := r.Run(ctx); ctx.Err() == nil {
			w.t.Error(err)
		}
	})
	stop = sync.OnceFunc(func() { cancel(); wg.Wait() })
	w.t.Cleanup(stop)
	return stop
}

// does has a goal run as ada call github_pr, in order, and returns its ID.
func (w *world) does(calls ...string) string {
	w.t.Helper()
	var tasks []events.PlannedTask
	for i, args := range calls {
		task := events.PlannedTask{ID: fmt.Sprint("t", i), Role: "coder", Tool: "github_pr", Args: json.RawMessage(args)}
		if i > 0 {
			task.Needs = []string{fmt.Sprint("t", i-1)}
		}
		tasks = append(tasks, task)
	}
	plan, err := json.Marshal(tasks)
	if err != nil {
		w.t.Fatal(err)
	}
	ref := commands.GoalRef{Workspace: handlertest.Workspace, Goal: handlertest.NewID()}
	submit := commands.SubmitGoal{GoalRef: ref, Title: "propose", Plan: plan, Agent: "ada"}
	if _, err := w.Set.Goals.Run(w.t.Context(), commands.Request{ID: "submit-" + ref.Goal, At: time.Now(), Actor: "user:test"}, submit); err != nil {
		w.t.Fatal(err)
	}
	if e, err := w.Wait(w.t.Context(), ref.Goal, "goal.completed", "goal.failed"); err != nil || (e.Kind().Name == "goal.failed") != strings.Contains(string(plan), "fail") {
		w.t.Fatalf("%+v %v", e.Fact, err)
	}
	return ref.Goal
}

// hears has a source call.
func (w *world) hears(source, event, body string) {
	w.t.Helper()
	hook := events.WebhookReceived{Source: source, Event: event, Delivery: fmt.Sprint("d", w.calls.Add(1)), Digest: events.Sum([]byte(body)), Size: int64(len(body)), Encoding: "json", Body: json.RawMessage(body)}
	now := time.Now()
	month := commands.WebhookMonth(now)
	if len(body) > events.InlineSize {
		key, err := w.Set.Codec.Keys.Create(w.t.Context(), commands.WebhookStream(handlertest.Workspace, source, month).ID)
		if err == nil {
			hook.Blob, err = w.Blobs.Put(w.t.Context(), key.Seal(events.BlobPlace, hook.Body))
		}
		if err != nil {
			w.t.Fatal(err)
		}
		hook.Body = nil
	}
	req := commands.Request{ID: "hook-" + hook.Delivery, At: now, Actor: "webhook:" + source}
	if _, err := w.Set.Dispatch(w.t.Context(), req, commands.ReceiveWebhook{Workspace: handlertest.Workspace, Hook: hook, Month: month}); err != nil {
		w.t.Fatal(err)
	}
}

func ended(number int, merged bool, pad int) string {
	return fmt.Sprintf(`{"action":"closed","pull_request":{"number":%d,"merged":%v,"merge_commit_sha":"%040x","base":{"ref":"main"},"body":"%s"},"repository":{"full_name":"octo/demo"}}`,
		number, merged, number, strings.Repeat("x", pad))
}

var stream = events.RepositoryStream(handlertest.Workspace, events.RepositoryID("octo/demo"))

// records waits until the repository's stream has so many events, and lists them.
func (w *world) records(n int) (list []string) {
	w.t.Helper()
	for r, err := range w.Set.Log.Follow(w.t.Context(), eventlog.Query{Subjects: []string{eventlog.Prefix + "*." + stream.String() + ".>"}}) {
		if err != nil {
			w.t.Fatal(err)
		}
		e, err := w.Set.Codec.Decode(w.t.Context(), r)
		if err != nil {
			w.t.Fatal(err)
		}
		text, _ := json.Marshal(e.Fact)
		var fact struct{ Number int }
		if err := json.Unmarshal(text, &fact); err != nil {
			w.t.Fatal(err)
		}
		if list = append(list, fmt.Sprintf("%s %d", r.Kind, fact.Number)); len(list) == n {
			return list
		}
	}
	w.t.Fatal("the log ended")
	return nil
}

func (w *world) expect(want ...string) {
	w.t.Helper()
	if got := w.records(len(want)); strings.Join(got, ", ") != strings.Join(want, ", ") {
		w.t.Fatalf("recorded are\n%s, want\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func draft(number int) string {
	return fmt.Sprintf(`{"op":"draft","repo":"octo/demo","number":%d}`, number)
}

func publish(number int) string {
	return fmt.Sprintf(`{"op":"publish","repo":"Octo/Demo","number":%d}`, number)
}

func TestWhatBecomesOfAGoalsPullRequestsIsRecordedOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	snapshots, err := work.OpenSnapshots(t.Context(), w.Queue, 1)
	if err != nil {
		t.Fatal(err)
	}
	stop := w.react(snapshots)
	goal := w.does(draft(1), publish(1))
	w.expect("pull_request.opened 1")
	var opened events.PullRequestOpened
	err = w.Set.Repositories.View(t.Context(), stream, true, func(r *commands.Repository, _ events.Revision) { opened = r.Pull(1).Opened })
	if want := (events.PullRequestOpened{Repo: "Octo/Demo", Number: 1, URL: "https://example.org/1", Head: head, Base: "main", Goal: goal, Task: "t0", Agent: "ada"}); err != nil || opened != want {
		t.Errorf("opened is %+v, %v, want %+v", opened, err, want)
	}

	w.does(draft(2))                                              // nobody published it
	w.does(publish(3), `{"op":"draft","repo":"x/y","fail":"no"}`) // somebody else's
	w.does(`{"op":"comment","repo":"octo/demo","number":4}`)      // neither
	w.hears("github", "pull_request", ended(2, true, 0))
	w.hears("github", "pull_request", ended(3, true, 0))
	w.hears("gitlab", "pull_request", ended(1, false, 0)) // knows nothing of it
	w.hears("github", "pull_request", ended(1, true, events.InlineSize))
	w.expect("pull_request.opened 1", "pull_request.merged 1")

	stop() // a process that starts anew, with what the one before knew
	w.does(publish(2))
	stop = w.react(snapshots)
	w.expect("pull_request.opened 1", "pull_request.merged 1", "pull_request.opened 2", "pull_request.merged 2") // of which it had heard before

	stop() // and one that has only the log
	w.hears("github", "push", `{"ref":"refs/heads/main","commits":[{"id":"`+strings.Repeat("d", 40)+`","message":"This reverts commit `+fmt.Sprintf("%040x", 1)+`."}],"repository":{"full_name":"octo/demo"}}`)
	w.hears("github", "code_scanning_alert", `{"action":"created","alert":{"number":5,"rule":{"id":"r"}},"ref":"refs/heads/main","commit_oid":"`+fmt.Sprintf("%040x", 2)+`","repository":{"full_name":"octo/demo"}}`)
	w.react(forgetful{})
	w.expect("pull_request.opened 1", "pull_request.merged 1", "pull_request.opened 2", "pull_request.merged 2", "change.rolled_back 1", "security.flagged 2")
}

// A revert may be told before the merge, and both before it is known that a goal opened the pull request.
func TestWhatIsToldTooEarlyIsNotLost(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.react(forgetful{})
	w.hears("github", "pull_request", `{"action":"closed","pull_request":{"number":9,"merged":true,"merge_commit_sha":"`+fmt.Sprintf("%040x", 9)+`","base":{"ref":"main"},"body":"Reverts octo/demo#1"},"repository":{"full_name":"octo/demo"}}`)
	w.does(draft(1), publish(1))
	w.expect("pull_request.opened 1")
	w.hears("github", "pull_request", ended(1, true, 0))
	w.expect("pull_request.opened 1", "pull_request.merged 1", "change.rolled_back 1")
}

// forgetful keeps nothing.
type forgetful struct{}

func (forgetful) Load(context.Context, string) ([]byte, error) { return nil, nil }
func (forgetful) Save(context.Context, string, []byte) error   { return nil }
