package cli

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/mergit-io/mergit/chain/economy"
	"github.com/mergit-io/mergit/gateway/wire"
)

func (a *app) checkCommand() *cobra.Command {
	var rpc string
	cmd := &cobra.Command{
		Use: "check CHALLENGE|FILE", Short: "Check mechanical evidence against the chain: of a challenge by its number, or in a file", Args: args("CHALLENGE"),
		RunE: func(cmd *cobra.Command, given []string) error {
			ctx := cmd.Context()
			t, err := a.teller(ctx, rpc)
			if err != nil {
				return err
			}
			defer t.close()
			said, hash, err := t.documentOf(ctx, given[0])
			if err != nil {
				return err
			}
			found, err := t.reader().Check(ctx, said)
			if err != nil {
				return err
			}
			with := ending{"type": said.Type, "goal": said.Goal, "task": said.Task, "agent": said.Agent, "evidence": hash, "finding": found}
			if found.Mechanical && !found.Holds {
				return &exitError{Code: exitRefused, Name: "EVIDENCE_FAILS", With: with, Err: fmt.Errorf("the evidence proves nothing: %s", found.Why)}
			}
			if a.json {
				return a.line(with)
			}
			verdict := "holds"
			if !found.Mechanical {
				verdict = "is for people to judge"
			}
			_, err = fmt.Fprintf(a.out, "the evidence %s: %s\n", verdict, printable(found.Why))
			return err
		},
	}
	cmd.Flags().StringVar(&rpc, "rpc", "", "URL of a chain node to believe (default: the server's own)")
	return cmd
}

// documentOf reads evidence from a file, or that of a challenge, which must be what its hash on the chain stands for.
func (t *teller) documentOf(ctx context.Context, of string) (economy.Evidence, string, error) {
	if _, err := os.Stat(of); err == nil || !errors.Is(err, fs.ErrNotExist) {
		said, canonical, err := evidence(of)
		hash := economy.Hash(canonical)
		return said, hex.EncodeToString(hash[:]), err
	}
	id, err := number(of)
	if err != nil {
		return economy.Evidence{}, "", usage("%q is neither a file nor the number of a challenge", of)
	}
	c, err := t.reader().Challenge(ctx, id)
	if err != nil {
		return economy.Evidence{}, "", err
	}
	if c.Status == economy.ChallengeNone {
		return economy.Evidence{}, "", &exitError{Code: exitRefused, Name: "CHALLENGE_NOT_FOUND", Err: fmt.Errorf("there is no challenge %s", id)}
	}
	hash := hex.EncodeToString(c.Evidence[:])
	kept, err := call[wire.Evidence](ctx, t.server, http.MethodGet, "/evidence/"+hash, nil)
	if err != nil {
		return economy.Evidence{}, hash, err
	}
	said, canonical, err := economy.ParseEvidence(kept.Document)
	if err == nil && economy.Hash(canonical) != c.Evidence {
		err = &exitError{Code: exitRefused, Name: "EVIDENCE_CORRUPT", Err: fmt.Errorf("the server's document is not what hash %s stands for", hash)}
	}
	return said, hash, err
}

func (a *app) listChallengesCommand() *cobra.Command {
	var status, agent, goal string
	cmd := &cobra.Command{
		Use: "list", Short: "List challenges, newest first", Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			t, err := a.teller(cmd.Context(), "")
			if err != nil {
				return err
			}
			defer t.close()
			query, err := t.filter(cmd.Context(), map[string]string{"status": status, "agent": agent, "goal": goal})
			if err != nil {
				return err
			}
			list, _, err := pages(cmd.Context(), t.server, "/challenges", query, everything, challengesOf)
			if err != nil {
				return err
			}
			if a.json {
				for _, c := range list {
					if err := a.line(c); err != nil {
						return err
					}
				}
				return a.line(ending{"challenges": len(list)})
			}
			rows := [][]string{{"NO", "STATUS", "AGE", "AGENT", "BOND", "PENALTY", "TASK"}}
			for _, c := range list {
				rows = append(rows, []string{c.Number, c.Status, age(c.Created), c.Agent, t.amount(c.Bond), t.amount(c.Penalty), taskOf(c.TaskRef)})
			}
			return table(a.out, columnsOf(a.out, 0), rows)
		},
	}
	f := cmd.Flags()
	f.StringVar(&status, "status", "", "only challenges that stand here: open, upheld, rejected, expired")
	f.StringVar(&agent, "agent", "", "only of this agent")
	f.StringVar(&goal, "goal", "", "only of this goal")
	return cmd
}

// taskOf names a task as well as it is known.
func taskOf(r wire.TaskRef) string {
	switch {
	case r.Goal != "" && r.Task != "":
		return r.Goal + "." + r.Task
	case r.Goal != "":
		return r.Goal + ".?" + r.TaskHash[:min(8, len(r.TaskHash))]
	}
	return "?" + r.GoalHash[:min(8, len(r.GoalHash))] + ".?" + r.TaskHash[:min(8, len(r.TaskHash))]
}

func (a *app) showChallengeCommand() *cobra.Command {
	return &cobra.Command{
		Use: "show CHALLENGE", Short: "Show a challenge", Args: args("CHALLENGE"),
		RunE: func(cmd *cobra.Command, given []string) error {
			if _, err := number(given[0]); err != nil {
				return err
			}
			t, err := a.teller(cmd.Context(), "")
			if err != nil {
				return err
			}
			defer t.close()
			c, err := call[wire.Challenge](cmd.Context(), t.server, http.MethodGet, "/challenges/"+given[0], nil)
			if err != nil {
				return err
			}
			if a.json {
				return a.line(c)
			}
			until := ""
			if c.Status == "open" {
				until = c.Created.Add(time.Duration(t.terms.Timeout) * time.Second).Format(time.RFC3339)
			}
			facts(a.out, columnsOf(a.out, 80), [][2]string{
				{"challenge", c.Number}, {"status", c.Status}, {"judged until", until}, {"agent", c.Agent}, {"task", taskOf(c.TaskRef)}, {"challenger", c.Challenger},
				{"bond", t.amount(c.Bond)}, {"evidence", c.Evidence}, {"answer", c.Answer}, {"penalty", t.amount(c.Penalty)}, {"reward", t.amount(c.Reward)},
				{"transaction", c.Tx}, {"contract", c.Contract},
			})
			return nil
		},
	}
}
