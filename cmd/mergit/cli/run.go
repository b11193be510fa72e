package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/mergit-io/mergit/gateway/wire"
)

// proofPatience is how long a run waits for its proof once the goal has ended.
const proofPatience = 60 * time.Second

func (a *app) goalRunCommand() *cobra.Command {
	var s submission
	c := &cobra.Command{
		Use: "run [TITLE]", Short: "Hand in a goal, follow it live, print its result and its proof", Args: cobra.MaximumNArgs(1),
		Example: `  mergit goal run "Summarise this repository" --mount .
  mergit goal run --plan examples/plans/diamond.yaml --mount src=.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			server, err := a.target.connect()
			if err != nil {
				return err
			}
			accepted, err := s.submit(cmd.Context(), server, args)
			if err != nil {
				return err
			}
			return a.follow(cmd.Context(), server, accepted.ID)
		},
	}
	s.flags(c)
	return c
}

func (a *app) goalWatchCommand() *cobra.Command {
	return &cobra.Command{
		Use: "watch GOAL", Short: "Follow a goal live until its proof, and print its result", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			server, err := a.target.connect()
			if err != nil {
				return err
			}
			return a.follow(cmd.Context(), server, args[0])
		},
	}
}

// follow shows a goal's events until it has ended and is proven, and then what
// it came to.
func (a *app) follow(ctx context.Context, server *client, id string) error {
	if !a.json {
		fmt.Fprintf(a.err, "goal %s\n", id)
	}
	show := newProgress(a)
	watched, err := a.watchGoal(ctx, server, id, show)
	show.clear()
	if ctx.Err() != nil {
		fmt.Fprintf(a.err, "the goal goes on; follow it with: mergit goal watch %s, call it off with: mergit goal cancel %s\n", id, id)
		return &exitError{Code: exitInterrupted}
	}
	if err != nil {
		return err
	}
	if watched.asked != nil {
		i := watched.asked
		if a.json {
			if err := a.line(map[string]any{"goal": id, "status": "awaiting_human", "interrupt": i.ID, "options": i.Options}); err != nil {
				return err
			}
		}
		return &exitError{exitAsked, fmt.Errorf("the goal waits for you: %s\nanswer with: mergit goal resume %s --interrupt %s --decision %s",
			i.Description, id, i.ID, strings.Join(i.Options, "|"))}
	}
	return a.report(ctx, server, id, watched)
}

// watched is what following a goal came to.
type watched struct {
	last  uint64 // newest sequence seen
	asked *wire.Interrupt
}

func (a *app) watchGoal(ctx context.Context, server *client, id string, show *progress) (w watched, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var patience *time.Timer
	for e, err := range server.stream(ctx, "/stream/goals/"+url.PathEscape(id)) {
		if err != nil {
			if patience != nil && errors.Is(err, context.Canceled) {
				return w, nil // waited long enough for the proof
			}
			return w, err
		}
		w.last = max(w.last, e.Sequence)
		if err := show.event(e); err != nil {
			return w, err
		}
		switch e.Kind {
		case "interrupt.pending":
			var asked struct{ Interrupt string }
			if err := json.Unmarshal(e.Data, &asked); err != nil {
				return w, err
			}
			open, err := a.ask(ctx, server, id, e.Sequence, asked.Interrupt, show)
			if err != nil {
				return w, err
			}
			if open != nil {
				w.asked = open
				return w, nil
			}
		case "goal.completed", "goal.failed", "goal.cancelled":
			if done, err := a.provable(ctx, server, id, e.Sequence); err != nil || !done {
				return w, err
			}
			patience = time.AfterFunc(proofPatience, cancel)
			defer patience.Stop()
		case "proof.confirmed", "proof.dead_lettered":
			return w, nil
		}
	}
	return w, ctx.Err()
}

// provable reports whether a goal that has ended will be proven: it has a task
// that is done.
func (a *app) provable(ctx context.Context, server *client, id string, after uint64) (bool, error) {
	goal, err := call[wire.Goal](ctx, server, http.MethodGet, fmt.Sprintf("/goals/%s?after=%d", url.PathEscape(id), after), nil)
	return goal.TasksDone > 0, err
}

// ask answers a question at the terminal. It returns the question if it is
// still open and there is nobody to ask.
func (a *app) ask(ctx context.Context, server *client, id string, after uint64, interrupt string, show *progress) (*wire.Interrupt, error) {
	goal, err := call[wire.Goal](ctx, server, http.MethodGet, fmt.Sprintf("/goals/%s?after=%d", url.PathEscape(id), after), nil)
	if err != nil {
		return nil, err
	}
	open := openInterrupts(goal)
	i := slices.IndexFunc(open, func(i wire.Interrupt) bool { return i.ID == interrupt })
	if i < 0 {
		return nil, nil // answered meanwhile
	}
	if a.json || !a.interactive() {
		return &open[i], nil
	}
	show.clear()
	lines := bufio.NewScanner(a.in)
	for {
		fmt.Fprintf(a.err, "%s\n[%s] > ", open[i].Description, strings.Join(open[i].Options, "/"))
		if !lines.Scan() || ctx.Err() != nil {
			return &open[i], lines.Err()
		}
		_, err := resume(ctx, server, id, wire.ResumeGoal{Interrupt: interrupt, Decision: strings.TrimSpace(lines.Text())})
		if err == nil {
			return nil, nil
		}
		fmt.Fprintln(a.err, err)
		if !strings.Contains(err.Error(), "DECISION_UNKNOWN") {
			return nil, nil
		}
	}
}

// outcome is the last line of a run.
type outcome struct {
	Goal   string          `json:"goal"`
	Status string          `json:"status"`
	Result json.RawMessage `json:"result"`
	Tasks  []taskOutcome   `json:"tasks"`
	Proof  *proofOutcome   `json:"proof"`
	Usage  wire.Usage      `json:"usage"`
	Error  string          `json:"error,omitempty"`
}

type taskOutcome struct {
	ID     string          `json:"id"`
	Status string          `json:"status"`
	Result json.RawMessage `json:"result"`
}

type proofOutcome struct {
	Bundle    string `json:"bundle"`
	Root      string `json:"root"`
	Tx        string `json:"tx"`
	Block     uint64 `json:"block"`
	Confirmed bool   `json:"confirmed"`
}

// report prints what a goal that has ended came to.
func (a *app) report(ctx context.Context, server *client, id string, w watched) error {
	path := "/goals/" + url.PathEscape(id)
	goal, err := call[wire.Goal](ctx, server, http.MethodGet, fmt.Sprintf("%s?after=%d", path, w.last), nil)
	if err != nil {
		return err
	}
	o := outcome{Goal: id, Status: goal.Status, Usage: goal.Usage, Error: goal.Error}
	for _, t := range goal.Tasks {
		result := taskOutcome{ID: t.ID, Status: t.Status}
		if t.Status == "done" && (a.json || t.ID == goal.ResultTask) {
			if result.Result, err = call[json.RawMessage](ctx, server, http.MethodGet, path+"/tasks/"+t.ID+"/result", nil); err != nil {
				return err
			}
		}
		if o.Tasks = append(o.Tasks, result); t.ID == goal.ResultTask {
			o.Result = result.Result
		}
	}
	if p := goal.Proof; p != nil {
		o.Proof = &proofOutcome{Bundle: p.Bundle, Root: p.Root, Tx: p.Tx, Block: p.Block, Confirmed: p.Status == "confirmed"}
	}
	if a.json {
		if err := a.line(o); err != nil {
			return err
		}
	} else {
		a.print(o, goal)
	}
	if goal.Status != "done" {
		return &exitError{exitFailed, fmt.Errorf("goal %s: %s", goal.Status, strings.TrimSpace(goal.FailedTask+" "+goal.Error))}
	}
	return nil
}

func (a *app) print(o outcome, goal wire.Goal) {
	if o.Result != nil {
		fmt.Fprintf(a.out, "%s\n", readable(o.Result))
	}
	switch p := o.Proof; {
	case p == nil:
	case p.Confirmed:
		fmt.Fprintf(a.err, "\nproof confirmed\n  bundle       %s\n  root         %s\n  transaction  %s\n  block        %d\n  check it     mergit verify goal %s\n", p.Bundle, p.Root, p.Tx, p.Block, o.Goal)
	default:
		fmt.Fprintf(a.err, "\nproof is %s after %s; see: mergit goal show %s\n", goal.Proof.Status, proofPatience, o.Goal)
	}
}
