package cli

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/gateway/wire"
)

func TestASecretIsTypedUnseenAndNotSaidTwice(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.happen("goal.submitted", 0, nil)
	f.asks(10, "read", "provide", "reject")
	s := f.terminal(80, "goal", "run", "A goal")
	s.sees("[provide/reject] > ", 1)
	s.types("provide\n")
	s.sees("secret (not shown): ", 1)
	s.types("\r")
	s.sees("the secret is empty", 1)
	s.sees("[provide/reject] > ", 2)
	s.types("provide it\n")
	s.sees("secret (not shown): ", 2)
	s.types("swordfisk\x7fh\r") // corrected
	f.sent(1)
	f.answered(30, "read", "provide")
	f.done(40)
	s.exits(0)
	if given := f.answers; len(given) != 1 || given[0] != (wire.ResumeGoal{Interrupt: "read", Decision: "provide", Secret: "swordfish"}) {
		t.Errorf("answered %+v", given)
	}
	if strings.Contains(s.seen(), "sword") {
		t.Errorf("the secret was shown:\n%s", s.seen())
	}
}

func TestCtrlCWhileASecretIsTypedEndsAtOnce(t *testing.T) {
	t.Parallel()
	for _, signalled := range []bool{false, true} {
		f := newFake(t)
		f.happen("goal.submitted", 0, nil)
		f.asks(10, "read", "provide", "reject")
		s := f.terminal(80, "goal", "run", "A goal")
		s.sees("[provide/reject] > ", 1)
		s.types("provide\n")
		s.sees("secret (not shown): ", 1)
		if s.types("sword"); signalled {
			s.cancel()
		} else {
			s.types("\x03")
		}
		s.exits(exitInterrupted)
		if seen := s.seen(); !strings.Contains(seen, "the goal goes on; answer with: ") || strings.Contains(seen, "sword") {
			t.Errorf("it says\n%s", seen)
		}
	}
}

func TestADecisionMayBeTypedWithFeedback(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.happen("goal.submitted", 0, nil)
	f.asks(10, "publish", "approve", "revise", "reject")
	s := f.terminal(80, "goal", "run", "A goal")
	s.sees("[approve/revise HOW/reject] > ", 1)
	s.types("revise  name the issue\n")
	f.sent(1)
	f.answered(20, "publish", "revise")
	f.done(30)
	s.exits(0)
	if given := f.answers; len(given) != 1 || given[0].Decision != "revise" || given[0].Feedback != "name the issue" {
		t.Errorf("answered %+v", given)
	}
}

func TestWhatWaitsForAPersonIsListedWithItsGoalAndTime(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	due := time.Date(2026, 1, 2, 3, 4, 5, 0, time.Local)
	f.handle("GET /interrupts", func(*http.Request) (any, *wire.Problem) {
		return wire.InterruptList{Interrupts: []wire.Interrupt{
			{Goal: "g1", GoalTitle: "Tidy\x1b[2J up", ID: "i1", Type: "supervised_task", Description: "May I?", Options: []string{"approve", "reject"}, Expires: &due},
			{Goal: "g2", GoalTitle: "Wait", ID: "i2", Type: "webhook", Description: "waits for github", Options: []string{"arrived"}, Expires: &due},
			{Goal: "g3", GoalTitle: "Decide", ID: "i3", Type: "escalation", Description: "What now?", Options: []string{"retry", "give_up"}},
		}}, nil
	})
	r := f.cli("interrupts")
	for _, want := range []string{"g1  Tidy", " up\n  May I?\n  to be answered by 2026-01-02 03:04:05\n", "g3  Decide\n  What now?\n", "goal resume g3 "} {
		if !strings.Contains(r.out, want) {
			t.Errorf("it does not say %q:\n%s", want, r.out)
		}
	}
	if strings.Contains(r.out, "g2") || strings.Contains(r.out, "\x1b") {
		t.Errorf("it says\n%s", r.out)
	}
	if r := f.cli("interrupts", "--json"); !strings.Contains(r.out, `"goal_title":"Decide"`) || !strings.Contains(r.out, `"interrupts":2`) {
		t.Errorf("it says\n%s", r.out)
	}
}
