package executor_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/handlers/handlertest"
	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/secret"
	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/tools/credential"
)

// confided is a tool that may be given secrets, and repeats what it is given.
type confided struct{ handlertest.Func }

func (c confided) Spec() tools.Spec {
	spec := c.Func.Spec()
	spec.Secrets, spec.CacheFor = true, time.Hour
	return spec
}

// held looks into a store for a tool.
type held struct{ secret.Store }

func (h held) Has(ctx context.Context, caller tools.Caller, name string) (bool, error) {
	all, err := h.All(ctx, caller.Workspace, caller.Goal)
	_, ok := all[name]
	return ok, err
}

func TestASecretIsGivenToTheToolAloneAndOnlyToOneThatMayHaveIt(t *testing.T) {
	t.Parallel()
	const value = "open sesame"
	for name, c := range map[string]struct {
		tool, args string
		given      string // what the tool saw
		ends, says string
	}{
		"in an argument":            {"confided", `{"header":"Bearer {{ secret.key }}"}`, `{"header":"Bearer open sesame"}`, "task.completed", "Bearer {{secret.key}}"},
		"of a tool that would keep": {"plain", `{"content":"{{secret.key}}"}`, "", "task.failed", "tool plain is given no secrets"},
		"another than was given":    {"confided", `{"header":"{{secret.other}}"}`, "", "task.failed", "{{secret.other}}: no secret of this name"},
		"in a failure":              {"failing", `{"header":"Bearer {{secret.key}}"}`, `{"header":"Bearer open sesame"}`, "task.failed", "refused Bearer {{secret.key}}"},
		"in a panic":                {"panicking", `{"header":"Bearer {{secret.key}}"}`, `{"header":"Bearer open sesame"}`, "task.failed", "tool panicking panicked"},
		"smuggled by a result":      {"confided", `{"header":"{{tasks.ask.result.lookalike}}"}`, `{"header":"{{secret.key}}"}`, "task.completed", "{{secret.key}}"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var given atomic.Pointer[string]
			echo := handlertest.Func{Name: "confided", Does: func(_ context.Context, c tools.Call) (tools.Result, error) {
				text := string(c.Args)
				given.Store(&text)
				return tools.Result{Value: c.Args}, nil
			}}
			plain, failing, panicking := echo, echo, echo
			plain.Name, failing.Name, panicking.Name = "plain", "failing", "panicking"
			failing.Does = func(ctx context.Context, c tools.Call) (tools.Result, error) {
				_, _ = echo.Does(ctx, c)
				return tools.Result{}, tools.Fail(tools.CodeForbidden, "refused Bearer %s", value) // as servers repeat what they are sent
			}
			panicking.Does = func(ctx context.Context, c tools.Call) (tools.Result, error) {
				_, _ = echo.Does(ctx, c)
				panic("no header Bearer " + value)
			}
			store := new(secret.Memory)
			asking := lookalike{credential.New(held{store})}
			l := handlertest.Start(t, handlertest.Config{Tools: handlertest.Tools(confided{echo}, confided{failing}, confided{panicking}, plain, asking), Secrets: store})
			goal, err := l.Submit(t.Context(), events.PlannedTask{ID: "ask", Role: "coder", Tool: credential.Name, Args: json.RawMessage(`{"name":"key","reason":"to see"}`)},
				events.PlannedTask{ID: "use", Role: "coder", Tool: c.tool, Args: json.RawMessage(c.args), Needs: []string{"ask"}})
			if err != nil {
				t.Fatal(err)
			}
			e, err := l.Wait(t.Context(), goal, "interrupt.pending")
			if err != nil {
				t.Fatal(err)
			}
			asked := e.Fact.(events.InterruptPending)
			if asked.Type != tools.WaitSecret || strings.Join(asked.Options, " ") != "provide reject" {
				t.Errorf("%+v", asked)
			}
			if err := store.Put(t.Context(), secret.Ref{Workspace: handlertest.Workspace, Goal: goal, Name: "key"}, value); err != nil {
				t.Fatal(err)
			}
			if err := l.Resolve(t.Context(), goal, asked.Interrupt, tools.Provide); err != nil {
				t.Fatal(err)
			}
			if _, err := l.Wait(t.Context(), goal, "goal.completed", "goal.failed"); err != nil {
				t.Fatal(err)
			}
			if got := given.Load(); (got == nil) != (c.given == "") || got != nil && *got != c.given {
				t.Errorf("the tool was given %v, want %s", got, c.given)
			}
			all, found := "", false
			for _, stream := range []events.StreamID{events.GoalStream(handlertest.Workspace, goal), events.RunStream(handlertest.Workspace, goal, "use")} {
				for r, err := range l.Set.Log.Load(t.Context(), stream, 0) {
					if err != nil {
						t.Fatal(err)
					}
					e, err := l.Set.Codec.Decode(t.Context(), r)
					if err != nil {
						t.Fatal(err)
					}
					text, err := json.Marshal(e.Fact)
					if err != nil {
						t.Fatal(err)
					}
					all += string(text)
					found = found || r.Kind == c.ends && strings.Contains(string(text), `"use"`)
				}
			}
			if strings.Contains(all, value) || !strings.Contains(all, c.says) || !found {
				t.Errorf("want %s and %q, and not the secret, in\n%s", c.ends, c.says, all)
			}
		})
	}
}

// lookalike is credential_request, whose result also holds what looks like a reference.
type lookalike struct{ *credential.Tool }

func (l lookalike) Run(ctx context.Context, call tools.Call) (tools.Result, error) {
	if _, err := l.Tool.Run(ctx, call); err != nil {
		return tools.Result{}, err
	}
	return tools.Value(map[string]string{"lookalike": "{{secret.key}}"})
}

// A model that was told by somebody's text to hand a secret over cannot do so before a person has seen to whom; it never sees the
// secret itself.
func TestAModelsCallWithASecretWaitsForAPerson(t *testing.T) {
	t.Parallel()
	for decision, want := range map[string]int32{"allow": 1, "block": 0} {
		t.Run(decision, func(t *testing.T) {
			t.Parallel()
			var calls atomic.Int32
			send := confided{handlertest.Func{Name: "confided", Does: func(_ context.Context, c tools.Call) (tools.Result, error) {
				if string(c.Args) != `{"header":"open sesame"}` {
					t.Errorf("the tool was given %s", c.Args)
				}
				calls.Add(1)
				return tools.Result{Value: c.Args}, nil
			}}}
			store := new(secret.Memory)
			answer := inTurns(wants(`credential_request {"name":"key","reason":"to see"}`), wants(`confided {"header":"{{secret.key}}"}`), answers("done"))
			l := handlertest.Start(t, handlertest.Config{Secrets: store, Tools: handlertest.Tools(send, credential.New(held{store})),
				Models: handlertest.Model(t, price, func(turn int, req model.Request) (model.Reply, error) {
					for _, m := range req.Messages {
						if strings.Contains(m.Text, "open sesame") {
							t.Errorf("the model was told the secret: %s", m.Text)
						}
					}
					return answer(turn, req)
				})})
			goal, err := l.Submit(t.Context(), prompted("see to it"))
			if err != nil {
				t.Fatal(err)
			}
			e, err := l.Wait(t.Context(), goal, "interrupt.pending")
			if err != nil {
				t.Fatal(err)
			}
			if err := store.Put(t.Context(), secret.Ref{Workspace: handlertest.Workspace, Goal: goal, Name: "key"}, "open sesame"); err != nil {
				t.Fatal(err)
			}
			given := e.Fact.(events.InterruptPending).Interrupt
			if err := l.Resolve(t.Context(), goal, given, tools.Provide); err != nil {
				t.Fatal(err)
			}
			for r, err := range l.Set.Log.Follow(t.Context(), eventlog.Query{After: e.Revision, Subjects: []string{eventlog.GoalFilter(handlertest.Workspace, goal)}}) {
				if err != nil {
					t.Fatal(err)
				}
				if r.Kind != "interrupt.pending" {
					continue
				}
				if e, err = l.Set.Codec.Decode(t.Context(), r); err != nil {
					t.Fatal(err)
				}
				break
			}
			asked := e.Fact.(events.InterruptPending)
			if asked.Type != tools.SecurityGate || !strings.Contains(asked.Description, "a model hands over key") || calls.Load() != 0 {
				t.Fatalf("%+v after %d calls", asked, calls.Load())
			}
			if err := l.Resolve(t.Context(), goal, asked.Interrupt, decision); err != nil {
				t.Fatal(err)
			}
			if _, err := l.Wait(t.Context(), goal, "goal.completed"); err != nil || calls.Load() != want {
				t.Errorf("%v after %d calls, want %d", err, calls.Load(), want)
			}
		})
	}
}
