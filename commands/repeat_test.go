package commands_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// withID is a request that can be repeated.
func withID(id string) commands.Request {
	req := by("user:ada")
	req.ID = id
	return req
}

var submit = commands.SubmitGoal{GoalRef: ref, Title: "tidy up"}

// asked is a place with a goal whose task a, held by c1, asks i1.
func asked(t *testing.T) (place, *commands.Set) {
	t.Helper()
	p := newPlace()
	set := p.process()
	must(t, set, withID("submit"), submit)
	must(t, set, worker, commands.PlanGoal{GoalRef: ref, Tasks: tasksOf("a")})
	must(t, set, worker, start("a", "c1"))
	must(t, set, worker, commands.RaiseInterrupt{GoalRef: ref, Interrupt: "i1", Type: "pr_approval", Task: "a", Claim: "c1", Options: []string{"yes", "no"}})
	return p, set
}

func TestARepeatedCommandIsAnsweredAsTheFirstTime(t *testing.T) {
	t.Parallel()
	p, set := asked(t)
	first := must(t, set, withID("k1"), resolve("i1", "yes"))
	if first.Repeated {
		t.Error("the first answer says it is repeated")
	}
	must(t, set, worker, start("a", "c2"))
	before := kinds(t, p.log)
	for name, set := range map[string]*commands.Set{"same process": set, "after a restart": p.process()} {
		later := withID("k1")
		later.At, later.Actor, later.TraceParent = later.At.Add(time.Hour), "user:ada-on-her-phone", "00-1"
		again := must(t, set, later, resolve("i1", "yes"))
		if again.Revision != first.Revision || !again.Repeated {
			t.Errorf("%s: answered %+v, first %+v", name, again, first)
		}
	}
	if after := kinds(t, p.log); !slices.Equal(before, after) {
		t.Errorf("repeating appended %v", after[len(before):])
	}
}

func TestACreatingCommandIsAnsweredAfterARestart(t *testing.T) {
	t.Parallel()
	p, _ := asked(t)
	again := must(t, p.process(), withID("submit"), submit)
	if again.Revision != 1 || !again.Repeated {
		t.Errorf("answered %+v", again)
	}
	if _, err := p.process().Dispatch(t.Context(), withID("other"), submit); !errors.Is(err, commands.ErrGoalExists) {
		t.Errorf("another submission of the goal: %v", err)
	}
}

func TestAnotherCommandUnderTheSameIDIsRefused(t *testing.T) {
	t.Parallel()
	p, set := asked(t)
	must(t, set, withID("k1"), resolve("i1", "yes"))
	for _, set := range []*commands.Set{set, p.process()} {
		for _, c := range []commands.Named{resolve("i1", "no"), commands.CancelGoal{GoalRef: ref}} {
			_, err := set.Dispatch(t.Context(), withID("k1"), c)
			refused, ok := errors.AsType[*commands.Refusal](err)
			if !ok || !errors.Is(err, commands.ErrRequestDiffers) || refused.Sort != commands.Invalid {
				t.Errorf("%s: %v", c.Name(), err)
			}
		}
	}
}

func TestARefusalIsDecidedAgain(t *testing.T) {
	t.Parallel()
	p := newPlace()
	set := p.process()
	cancel := commands.CancelGoal{GoalRef: ref}
	for range 2 {
		if _, err := set.Dispatch(t.Context(), withID("k1"), cancel); !errors.Is(err, commands.ErrGoalNotFound) {
			t.Fatalf("cancelling nothing: %v", err)
		}
	}
	must(t, set, by("user:ada"), submit)
	if answer := must(t, set, withID("k1"), cancel); answer.Repeated || answer.Revision != 2 {
		t.Errorf("answered %+v", answer)
	}
}

func TestTheAnswerOfSeveralEventsIsTheLastOnesRevision(t *testing.T) {
	t.Parallel()
	p := newPlace()
	s := at(1, 1, "c1")
	result := toolResult(s, "ok")
	c := begin(s, "read")
	c.First, c.Then = true, &commands.Outcome{Result: &result}
	first := must(t, p.process(), withID("k1"), c)
	again := must(t, p.process(), withID("k1"), c)
	if first.Revision != 2 || again.Revision != 2 || !again.Repeated {
		t.Errorf("answered %+v, then %+v", first, again)
	}
}

func TestNothingToDoIsAnsweredWithWhereTheStreamIs(t *testing.T) {
	t.Parallel()
	p, set := asked(t)
	must(t, set, by("user:ada"), commands.SubmitGoal{GoalRef: commands.GoalRef{Workspace: "main", Goal: "g2"}, Title: "other"})
	again := commands.RaiseInterrupt{GoalRef: ref, Interrupt: "i1", Type: "pr_approval", Task: "a", Claim: "c1", Options: []string{"yes", "no"}}
	if answer := must(t, p.process(), worker, again); answer.Revision != 4 {
		t.Errorf("answered %+v", answer)
	}
}

func TestOnlyRequestsThatComeBackUnchangedAreTaken(t *testing.T) {
	t.Parallel()
	good := withID("k1")
	for name, spoil := range map[string]func(*commands.Request){
		"no time":              func(r *commands.Request) { r.At = time.Time{} },
		"a time out of range":  func(r *commands.Request) { r.At = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC) },
		"no actor":             func(r *commands.Request) { r.Actor = "" },
		"line break in actor":  func(r *commands.Request) { r.Actor = "user:a\r\nce-agent: b" },
		"space around ID":      func(r *commands.Request) { r.ID = " k1" },
		"long ID":              func(r *commands.Request) { r.ID = strings.Repeat("k", 257) },
		"broken agent":         func(r *commands.Request) { r.Agent = "a\xff" },
		"NUL in correlation":   func(r *commands.Request) { r.Correlation = "a\x00" },
		"tab after trace":      func(r *commands.Request) { r.TraceParent = "00-1\t" },
		"cause like a command": func(r *commands.Request) { r.ID, r.Cause = "", events.CommandCause("k2", events.Sum(nil)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			req := good
			spoil(&req)
			p := newPlace()
			if _, err := p.process().Dispatch(t.Context(), req, submit); !errors.Is(err, commands.ErrRequestInvalid) {
				t.Errorf("answered %v", err)
			}
			if have := kinds(t, p.log); len(have) > 0 {
				t.Errorf("appended %v", have)
			}
		})
	}
	odd := good
	odd.ID, odd.Actor = "key: with \"all\" sorts — of :: signs", "user:Ada Lovelace, née Byron"
	p := newPlace()
	first := must(t, p.process(), odd, submit)
	if again := must(t, p.process(), odd, submit); !again.Repeated || again.Revision != first.Revision {
		t.Errorf("answered %+v", again)
	}
}

func TestACommandThatIsNoJSONIsRefused(t *testing.T) {
	t.Parallel()
	broken := submit
	broken.Plan = json.RawMessage(`{"tasks":`)
	for name, req := range map[string]commands.Request{"with ID": withID("k1"), "without": by("user:ada")} {
		if _, err := newPlace().process().Dispatch(t.Context(), req, broken); !errors.Is(err, refusal("COMMAND_INVALID")) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWhatCouldNotBeStoredIsRefused(t *testing.T) {
	t.Parallel()
	big := submit
	big.Plan = json.RawMessage(`"` + strings.Repeat("a", commands.MaxEvent) + `"`)
	if _, err := newPlace().process().Dispatch(t.Context(), by("user:ada"), big); !errors.Is(err, refusal("EVENT_TOO_LARGE")) {
		t.Errorf("a plan of a megabyte: %v", err)
	}
}

func TestAGoalWhoseContentWasForgottenTakesNoMore(t *testing.T) {
	t.Parallel()
	p, set := asked(t)
	if err := p.keys.Destroy(t.Context(), ref.Goal); err != nil {
		t.Fatal(err)
	}
	for _, set := range []*commands.Set{set, p.process()} {
		if _, err := set.Dispatch(t.Context(), by("user:ada"), resolve("i1", "yes")); !errors.Is(err, commands.ErrForgotten) {
			t.Errorf("answering: %v", err)
		}
		if _, err := set.Dispatch(t.Context(), by("user:ada"), commands.SubmitGoal{GoalRef: ref, Title: "x"}); err == nil {
			t.Error("a forgotten goal was submitted anew")
		}
	}
}
