package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/spf13/cobra"

	"github.com/mergit-io/mergit/gateway/wire"
)

func (a *app) goalRunCommand() *cobra.Command {
	var s submission
	var verbose bool
	c := &cobra.Command{
		Use: "run [TITLE]", Short: "Hand in a goal, follow it live, print its result and its proof", Args: title,
		Example: `  mergit goal run "Summarise this repository" --mount .
  mergit goal run --playbook todo-report --mount src=. "TODOs"
  mergit goal run --plan examples/plans/3-diamond.yaml`,
		RunE: func(cmd *cobra.Command, args []string) error {
			server, accepted, err := a.submit(cmd.Context(), &s, args)
			if err != nil {
				return err
			}
			return a.follow(cmd.Context(), server, accepted.ID, verbose, true)
		},
	}
	s.flags(c)
	verboseFlag(c, &verbose)
	return c
}

// outcome is the last line of a run.
type outcome struct {
	Goal   string          `json:"goal"`
	Status string          `json:"status"`
	Result json.RawMessage `json:"result"`
	Tasks  []taskOutcome   `json:"tasks"`
	Proof  *proofOutcome   `json:"proof"`
	Usage  wire.Usage      `json:"usage"`
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
func (f *following) report(ctx context.Context) error {
	a, path := f.a, "/goals/"+url.PathEscape(f.id)
	goal, err := f.goal(ctx, f.last)
	if err != nil {
		return err
	}
	o := outcome{Goal: f.id, Status: goal.Status, Usage: goal.Usage, Tasks: []taskOutcome{}}
	for _, t := range goal.Tasks {
		result := taskOutcome{ID: t.ID, Status: t.Status}
		if t.Status == "done" && (a.json || t.ID == goal.ResultTask) {
			if result.Result, err = call[json.RawMessage](ctx, f.server, http.MethodGet, path+"/tasks/"+t.ID+"/result", nil); err != nil {
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
	f.show.clear()
	if goal.Status != "done" {
		exit := &exitError{Code: exitFailed, Name: goal.Code, Long: why(goal), With: o}
		if goal.Status == "cancelled" {
			exit.Name = "CANCELLED"
		}
		if goal.FailedTask != "" && f.show.failure[goal.FailedTask] != "" {
			goal.Error = "" // it was shown when it happened
		}
		exit.Err = errors.New(why(goal))
		if !a.json {
			if err := a.outcome(o, goal); err != nil {
				return err
			}
			if goal.Status == "failed" {
				fmt.Fprintln(a.err, a.remedy(goal))
			}
		}
		return exit
	}
	if a.json {
		return a.line(o)
	}
	return a.outcome(o, goal)
}

func (a *app) outcome(o outcome, goal wire.Goal) error {
	if o.Result != nil {
		if err := a.result(o.Result); err != nil {
			return err
		}
	}
	switch p := o.Proof; {
	case p == nil:
	case p.Confirmed:
		fmt.Fprintf(a.err, "\nproof confirmed\nbundle       %s\nroot         %s\ntransaction  %s\nblock        %d\ncheck it     %s\n",
			p.Bundle, p.Root, p.Tx, p.Block, a.target.command("verify goal "+o.Goal))
	default:
		fmt.Fprintf(a.err, "\nproof is %s after %s; see: %s\n", goal.Proof.Status, proofPatience, a.target.command("goal show "+o.Goal))
	}
	return nil
}

// remedy says how a goal that failed can go on. Limits hold for all of its tries together, and an agent is revoked for good.
func (a *app) remedy(g wire.Goal) string {
	switch g.Code {
	case "deadline_exceeded", "limit_exceeded":
		return "its limits hold for a retry, too: submit it again with others"
	case "agent_revoked":
		return "its agent is revoked for good: submit it again as another"
	}
	return "once the cause is removed, go on with: " + a.target.command("goal retry "+g.ID)
}
