package commands_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// chaos sends random commands about one goal from several processes.
type chaos struct {
	*rand.Rand
	place
	sets  []*commands.Set
	at    time.Time
	n     int
	given map[string]events.Revision // claim → when it was given
}

func pick[T any](c *chaos, from ...T) T { return from[c.IntN(len(from))] }

// claim is mostly the one that holds a task, or one that may have been used
// before.
func (c *chaos) claim(task string) (claim string) {
	_ = c.sets[0].Goals.View(context.Background(), ref.Stream(), true, func(g *commands.Goal, _ events.Revision) {
		if t, ok := g.Task(task); ok && c.IntN(3) > 0 {
			claim = t.Claim
		}
	})
	return cmp.Or(claim, fmt.Sprintf("%s-%d", task, c.IntN(100)))
}

func (c *chaos) command() commands.Named {
	task := pick(c, "a", "b", "c", "d")
	claim := c.claim(task)
	if c.given[claim] == 0 {
		c.given[claim] = events.Revision(len(c.given) + 1)
	}
	step := events.Step{Attempt: 1 + c.IntN(2), Call: 1 + c.IntN(3), Claim: claim, Started: c.given[claim]}
	runRef := commands.RunRef{Workspace: "main", Goal: ref.Goal, Task: task}
	interrupt := fmt.Sprintf("i%d", c.IntN(4))
	expires := c.at.Add(30 * time.Second)
	tasks := tasksOf("a", "b<a", "c<a", "d<b,c")
	for i := range tasks {
		tasks[i].Retries = c.IntN(3)
	}
	result := toolResult(step, fmt.Sprint(c.IntN(3)))
	call := commands.BeginCall{RunRef: runRef, First: c.IntN(2) == 0, Call: toolCall(step, pick(c, "read", "idempotent", "write"))}
	if c.IntN(3) == 0 {
		call.Then = &commands.Outcome{Result: &result}
	}
	tx := prepared(uint64(c.IntN(4)), fmt.Sprintf("g%d", c.IntN(3)))
	if c.IntN(300) == 0 {
		return pick[commands.Named](c, commands.CancelGoal{GoalRef: ref}, commands.FailGoal{GoalRef: ref, Code: "x"})
	}
	if c.IntN(20) == 0 {
		return pick[commands.Named](c, commands.ReplanGoal{GoalRef: ref, Replaces: 1 + c.IntN(3), Tasks: tasks, Planner: byModel},
			commands.EscalateGoal{GoalRef: ref, Task: task}, commands.RetryGoal{GoalRef: ref},
			commands.RecordModelCall{RunRef: runRef, Call: modelCall(step, pick(c, "a", "b"))})
	}
	return pick[commands.Named](c,
		submit, commands.PlanGoal{GoalRef: ref, Tasks: tasks}, commands.CompleteGoal{GoalRef: ref},
		commands.StartTask{GoalRef: ref, Task: task, Claim: claim, Worker: "w", Redelivered: c.IntN(3) == 0},
		commands.StartTask{GoalRef: ref, Task: task, Claim: claim, Worker: "w", Supersedes: c.claim(task)},
		complete(task, claim), complete(task, claim), complete(task, claim),
		commands.FailTask{GoalRef: ref, Task: task, Claim: claim, Code: "x", Retryable: c.IntN(4) > 0},
		commands.RaiseInterrupt{GoalRef: ref, Interrupt: interrupt, Type: "pr_approval", Task: task, Claim: claim, Options: []string{"yes"}, Expires: &expires},
		resolve(interrupt, "yes"), commands.ExpireInterrupt{GoalRef: ref, Interrupt: interrupt},
		commands.PendProof{GoalRef: ref, Bundle: bundle, Tasks: pick(c, nil, []string{"a"}, []string{"a", "b", "c", "d"})},
		commands.SubmitProof{GoalRef: ref, Chain: 1, Tx: pick(c, "0x1", "0x2")},
		commands.ConfirmProof{GoalRef: ref, Chain: 1, Tx: "0x1", Block: 7, BlockHash: pick(c, "0xb7", "0xb8")},
		commands.ReorgProof{GoalRef: ref, BlockHash: pick(c, "", "0xb7")}, commands.DeadLetterProof{GoalRef: ref},
		call, commands.EndCall{RunRef: runRef, Outcome: commands.Outcome{Result: &result}},
		commands.DoubtCall{RunRef: runRef, Step: step}, commands.SettleCall{RunRef: runRef, Step: step, Outcome: pick(c, commands.Happened, commands.DidNot, commands.Again)},
		prepare(tx), commands.SettleTx{SignerRef: signerRef, Tx: events.TxSettled{Nonce: tx.Nonce, Hash: tx.Hash}},
		commands.AbandonTx{SignerRef: signerRef, Tx: events.TxAbandoned{Nonce: tx.Nonce}},
	)
}

// step sends one command from one of the processes.
func (c *chaos) step(t *testing.T) {
	t.Helper()
	c.n++
	c.at = c.at.Add(time.Duration(c.IntN(1500)) * time.Millisecond)
	req := commands.Request{At: c.at, Actor: "chaos"}
	if c.IntN(3) == 0 {
		req.ID = fmt.Sprintf("k%d", c.IntN(20))
	}
	if c.IntN(50) == 0 {
		c.sets[c.IntN(len(c.sets))] = c.process() // one restarts
	}
	command := c.command()
	_, err := pick(c, c.sets...).Dispatch(t.Context(), req, command)
	if _, refused := errors.AsType[*commands.Refusal](err); err != nil && !refused {
		t.Fatalf("step %d, %s: %v", c.n, command.Name(), err)
	}
}

func TestNoSequenceOfCommandsBreaksTheRules(t *testing.T) {
	t.Parallel()
	seeds, steps := 40, 400
	if testing.Short() {
		seeds = 10
	}
	reached := map[string]int{}
	for seed := range seeds {
		c := &chaos{Rand: rand.New(rand.NewPCG(uint64(seed), 1)), place: newPlace(), at: worker.At, given: map[string]events.Revision{}}
		c.sets = []*commands.Set{c.process(), c.process()}
		for range steps {
			c.step(t)
		}
		for _, kind := range obeys(t, c.place) {
			reached[kind]++
		}
		agrees(t, c)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	for _, kind := range []string{"goal.completed", "goal.cancelled", "interrupt.resolved", "interrupt.expired", "proof.confirmed", "proof.reorged", "task.tool_settled", "tx.settled", "task.failed", "task.model_call", "goal.replanned"} {
		if reached[kind] == 0 {
			t.Errorf("no sequence led to %s: the test says little", kind)
		}
	}
}

// obeys checks the log of one goal against the rules, and lists its kinds.
func obeys(t *testing.T, p place) (kinds []string) {
	t.Helper()
	codec := eventlog.Codec{Keys: p.keys}
	var (
		ended   string
		done    = map[string]bool{}
		holder  = map[string]string{}
		nonces  = map[uint64]bool{}
		asked   = map[string]int{}
		answers = map[string]int{}
		writes  = map[string]string{} // claim that announced each write without outcome
	)
	for r, err := range p.log.Read(t.Context(), eventlog.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		kinds = append(kinds, r.Kind)
		e, err := codec.Decode(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		wrong := func(format string, args ...any) {
			t.Helper()
			t.Errorf("sequence %d, %s: %s", r.Revision, r.Kind, fmt.Sprintf(format, args...))
		}
		if r.Kind == "goal.replanned" && ended == "goal.failed" {
			ended = "" // it is retried
		}
		if ended != "" && r.Stream == ref.Stream() && !strings.HasPrefix(r.Kind, "proof.") {
			wrong("follows %s", ended)
		}
		switch f := e.Fact.(type) {
		case events.GoalReplanned: // what ran for the old plan is no longer anybody's
			for task := range holder {
				if !done[task] {
					holder[task] = ""
				}
			}
		case events.TaskStarted:
			if done[f.Task] {
				wrong("%s is done", f.Task)
			}
			if f.Supersedes != holder[f.Task] {
				wrong("supersedes %q, holder was %q", f.Supersedes, holder[f.Task])
			}
			holder[f.Task] = f.Claim
		case events.TaskCompleted:
			if done[f.Task] || holder[f.Task] != f.Claim {
				wrong("%s is done: %v, its holder is %q", f.Task, done[f.Task], holder[f.Task])
			}
			done[f.Task] = true
		case events.TaskFailed:
			if done[f.Task] || holder[f.Task] != f.Claim {
				wrong("%s is done: %v, its holder is %q", f.Task, done[f.Task], holder[f.Task])
			}
			holder[f.Task] = ""
		case events.InterruptPending:
			if asked[f.Interrupt]++; asked[f.Interrupt] > 1 || holder[f.Task] != f.Claim {
				wrong("%s was asked before, or not by the holder", f.Interrupt)
			}
		case events.InterruptResolved:
			if answers[f.Interrupt]++; answers[f.Interrupt] > 1 {
				wrong("%s has two answers", f.Interrupt)
			}
		case events.InterruptExpired:
			if answers[f.Interrupt]++; answers[f.Interrupt] > 1 {
				wrong("%s has two answers", f.Interrupt)
			}
		case events.GoalCompleted:
			if len(done) != 4 {
				wrong("%d tasks are done", len(done))
			}
			ended = r.Kind
		case events.GoalFailed, events.GoalCancelled:
			ended = r.Kind
		case events.ProofPending:
			if ended == "" || len(f.Tasks) != len(done) {
				wrong("with %d leaves, %d tasks are done", len(f.Tasks), len(done))
			}
		case events.TxPrepared:
			if nonces[f.Nonce] {
				wrong("nonce %d was given out before", f.Nonce)
			}
			nonces[f.Nonce] = true
		case events.TaskToolCall:
			place := fmt.Sprint(r.Stream.Part, f.Step.Attempt, f.Step.Call)
			if f.Effect == "write" {
				if by, twice := writes[place]; twice {
					wrong("a write of %s was begun again without a word", by)
				}
				writes[place] = f.Step.Claim
			}
		case events.TaskToolSettled:
			delete(writes, fmt.Sprint(r.Stream.Part, f.Step.Attempt, f.Step.Call))
		}
	}
	return kinds
}

// agrees checks that what each process believes, once it has caught up, is what
// the log says to one that starts now.
func agrees(t *testing.T, c *chaos) {
	t.Helper()
	fresh := c.process()
	for _, set := range c.sets {
		same(t, set.Goals, fresh.Goals, ref.Stream())
		same(t, set.Signers, fresh.Signers, signerRef.Stream())
		for _, task := range []string{"a", "b", "c", "d"} {
			same(t, set.Runs, fresh.Runs, runStream(task))
		}
	}
}

func same[S commands.Aggregate](t *testing.T, incremental, replayed *commands.Runner[S], s events.StreamID) {
	t.Helper()
	err := incremental.View(t.Context(), s, true, func(have S, at events.Revision) {
		err := replayed.View(t.Context(), s, true, func(want S, head events.Revision) {
			if at != head || !reflect.DeepEqual(have, want) {
				t.Errorf("%s at %d is %+v, replayed to %d it is %+v", s, at, have, head, want)
			}
		})
		if err != nil {
			t.Error(err)
		}
	})
	if err != nil {
		t.Error(err)
	}
}
