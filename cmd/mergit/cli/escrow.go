package cli

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/spf13/cobra"

	"github.com/mergit-io/mergit/chain/economy"
	"github.com/mergit-io/mergit/cmd/mergit/node"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway/wire"
)

func (a *app) escrowCommand() *cobra.Command {
	return group(&cobra.Command{
		Use: "escrow", Short: "Pay an agent for a task that is proven: fund, prove, release, refund, withdraw",
		Long: `An escrow is money put aside for one task by one agent. Once the task is proven a
window opens in which it can be challenged; after it the money is the agent's.
An open challenge freezes it. Without a proof before the deadline, or when a
challenge is upheld, the money goes back. What is due is fetched with withdraw.`,
	}, a.fundCommand(), a.proveCommand(),
		a.settleCommand("release", "Make the money due to the agent, once the window is over; anybody may", economy.EscrowReleased, (economy.Contracts).Release),
		a.settleCommand("refund", "Make the money due to the payer: after the deadline without a proof, or when a challenge was upheld", economy.EscrowRefunded, (economy.Contracts).Refund),
		a.withdrawal("withdraw", "Fetch what is due in the escrow contract", "escrow", func(t *teller) common.Address { return t.at.Escrows }, false),
		a.listEscrowsCommand(), a.showEscrowCommand())
}

func (a *app) fundCommand() *cobra.Command {
	var p paying
	var within string
	cmd := &cobra.Command{
		Use: "fund GOAL TASK AGENT AMOUNT", Short: "Put money aside for a task by an agent", Args: args("GOAL", "TASK", "AGENT", "AMOUNT"),
		RunE: func(cmd *cobra.Command, given []string) error {
			amount, err := money("AMOUNT", given[3])
			if err == nil {
				_, err = deadline(within, time.Unix(0, 0))
			}
			if err != nil {
				return err
			}
			return a.pays(cmd.Context(), p, func(ctx context.Context, t *teller) error {
				goal, err := t.task(ctx, given[0], given[1])
				if err != nil {
					return err
				}
				payee, err := t.agentAddress(ctx, given[2])
				if err != nil {
					return err
				}
				key, err := t.signer(ctx, p, "")
				if err == nil {
					err = named(key)
				}
				if err != nil {
					return err
				}
				terms := economy.Terms{Goal: events.Sum([]byte(goal)), Task: events.Sum([]byte(given[1])), Payer: key.Address(), Payee: payee}
				sent, err := t.send(ctx, p, key, economy.Order{
					// As it was written: a repeated "24h" is the same wish, though it ends later.
					Intent: fmt.Sprintf("escrow fund %s %s %s %s until %s in %s", goal, given[1], payee, amount, within, t.at.Escrows), Once: true,
					Call: func(ctx context.Context) (economy.Call, error) {
						head, err := t.node.HeaderByNumber(ctx, nil)
						if err != nil {
							return economy.Call{}, fmt.Errorf("latest block: %w", err)
						}
						now := time.Now()
						if chain := time.Unix(int64(head.Time), 0); chain.After(now) {
							now = chain
						}
						end, err := deadline(within, now)
						terms.Deadline = uint64(end.Unix())
						return t.at.Fund(terms, amount), err
					},
				})
				with := ending{"action": "fund", "goal": goal, "task": given[1], "agent": given[2], "payee": payee, "payer": key.Address(), "amount": amount.String()}
				if err == nil {
					if id, ok := economy.Funded(sent.Receipt); ok {
						with["escrow"] = id.Hex()
						t.seen(ctx, "/escrows/"+id.Hex())
						if !a.json {
							fmt.Fprintf(a.out, "escrow %s\n", id.Hex())
						}
					}
				}
				return t.done(sent, err, with)
			})
		},
	}
	p.flags(cmd.Flags())
	p.once(cmd.Flags())
	cmd.Flags().StringVar(&within, "deadline", "168h", "until when the task must be proven: from now on, or a time like 2026-01-02T15:04:05Z")
	return cmd
}

// deadline reads a time, or a duration from now on.
func deadline(text string, now time.Time) (time.Time, error) {
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		return now.Add(d), nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil || at.Unix() <= 0 {
		return at, usage("--deadline %q: want a duration such as 24h, or a time like 2026-01-02T15:04:05Z", text)
	}
	return at, nil
}

// task finds a goal and makes sure that it has, or may get, a task: money for one that is misspelt would lie until the
// deadline.
func (t *teller) task(ctx context.Context, said, task string) (string, error) {
	_, goal, err := t.app.goal(ctx, said)
	if err != nil {
		return "", err
	}
	if !events.IsToken(task) {
		return "", usage("TASK: %q is no ID of a task", task)
	}
	g, err := call[wire.Goal](ctx, t.server, http.MethodGet, "/goals/"+url.PathEscape(goal), nil)
	if err != nil {
		return "", err
	}
	if len(g.Tasks) > 0 && !slices.ContainsFunc(g.Tasks, func(t wire.Task) bool { return t.ID == task }) {
		var known []string
		for _, t := range g.Tasks {
			known = append(known, t.ID)
		}
		return "", usage("TASK: goal %s has no task %q; it has %s", goal, task, strings.Join(known, ", "))
	}
	return g.ID, nil
}

// escrow finds an escrow by its ID, or the one of a task that stands in one of some states.
func (t *teller) escrow(ctx context.Context, given []string, states ...string) (wire.Escrow, error) {
	if len(given) == 1 {
		return call[wire.Escrow](ctx, t.server, http.MethodGet, "/escrows/"+url.PathEscape(given[0]), nil)
	}
	_, goal, err := t.app.goal(ctx, given[0])
	if err != nil {
		return wire.Escrow{}, err
	}
	list, _, err := pages(ctx, t.server, "/escrows", url.Values{"goal": {goal}, "task": {given[1]}}, everything, escrowsOf)
	if err != nil {
		return wire.Escrow{}, err
	}
	if fit := slices.DeleteFunc(slices.Clone(list), func(e wire.Escrow) bool { return !slices.Contains(states, e.Status) }); len(fit) > 0 {
		list = fit
	}
	switch len(list) {
	case 0:
		return wire.Escrow{}, &exitError{Code: exitRefused, Name: "ESCROW_NOT_FOUND", Err: fmt.Errorf("there is no escrow for task %s of goal %s, as far as the chain was read", given[1], goal)}
	case 1:
		return list[0], nil
	}
	var ids []string
	for _, e := range list {
		ids = append(ids, e.ID+" ("+e.Status+")")
	}
	return wire.Escrow{}, usage("the task has %d escrows; name one by its ID:\n  %s", len(list), strings.Join(ids, "\n  "))
}

// escrowArgs wants an escrow's ID, or a goal and a task.
func escrowArgs(cmd *cobra.Command, given []string) error {
	if len(given) == 1 && strings.HasPrefix(given[0], "0x") {
		return nil
	}
	return args("GOAL", "TASK")(cmd, given)
}

func (a *app) proveCommand() *cobra.Command {
	var p paying
	cmd := &cobra.Command{
		Use: "prove (GOAL TASK | ESCROW)", Short: "Prove the task to its escrow with the goal's recorded bundle; anybody may", Args: escrowArgs,
		RunE: func(cmd *cobra.Command, given []string) error {
			return a.pays(cmd.Context(), p, func(ctx context.Context, t *teller) error {
				known, err := t.escrow(ctx, given, "funded")
				if err != nil {
					return err
				}
				goal, task := known.Goal, known.Task
				if len(given) == 2 {
					if _, goal, err = a.goal(ctx, given[0]); err != nil {
						return err
					}
					task = given[1]
				}
				if goal == "" || task == "" {
					return usage("the goal of escrow %s is not known here before it has a proof: %s", known.ID, "mergit escrow prove GOAL TASK")
				}
				proof, err := call[wire.TaskProof](ctx, t.server, http.MethodGet, "/proofs/"+url.PathEscape(goal+"."+task), nil)
				if err != nil {
					return err
				}
				inclusion, err := node.InclusionOf(proof.Proof, task)
				if err != nil {
					return t.explain(ctx, err)
				}
				return t.settle(ctx, p, known, "prove", economy.EscrowProven, func(terms economy.Terms) economy.Call { return t.at.Prove(terms, inclusion) })
			})
		},
	}
	p.flags(cmd.Flags())
	return cmd
}

// settleCommand makes a command that brings an escrow to its end.
func (a *app) settleCommand(name, short string, to economy.State, make1 func(economy.Contracts, economy.Terms) economy.Call) *cobra.Command {
	var p paying
	cmd := &cobra.Command{
		Use: name + " (GOAL TASK | ESCROW)", Short: short, Args: escrowArgs,
		RunE: func(cmd *cobra.Command, given []string) error {
			return a.pays(cmd.Context(), p, func(ctx context.Context, t *teller) error {
				known, err := t.escrow(ctx, given, "funded", "proven")
				if err != nil {
					return err
				}
				return t.settle(ctx, p, known, name, to, func(terms economy.Terms) economy.Call { return make1(t.at, terms) })
			})
		},
	}
	p.flags(cmd.Flags())
	return cmd
}

// settle brings an escrow to a state, unless the contract says that it is there.
func (t *teller) settle(ctx context.Context, p paying, known wire.Escrow, action string, to economy.State, make1 func(economy.Terms) economy.Call) error {
	terms, err := node.TermsOf(known)
	if err != nil {
		return err
	}
	key, err := t.signer(ctx, p, "")
	if err != nil {
		return err
	}
	sent, err := t.send(ctx, p, key, economy.Order{
		Intent: fmt.Sprintf("escrow %s %s in %s", action, known.ID, t.at.Escrows),
		Call: func(ctx context.Context) (economy.Call, error) {
			e, err := t.reader().Escrow(ctx, terms.ID())
			if err == nil && e.State == to {
				err = already("escrow %s is %s", known.ID, to)
			}
			return make1(terms), err
		},
	})
	with := ending{"action": action, "escrow": known.ID, "status": to.String(), "amount": known.Amount}
	if e, asking := t.reader().Escrow(ctx, terms.ID()); err == nil && asking == nil && to == economy.EscrowProven {
		with["releasable_at"] = e.ReleasableAt
		if !t.app.json {
			fmt.Fprintf(t.app.out, "the money can be released from %s on, unless the task is challenged\n", e.ReleasableAt.Format(time.RFC3339))
		}
	}
	return t.done(sent, err, with)
}

func (a *app) listEscrowsCommand() *cobra.Command {
	var status, agent, goal, payer string
	cmd := &cobra.Command{
		Use: "list", Short: "List escrows, newest first", Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			t, err := a.teller(cmd.Context(), "")
			if err != nil {
				return err
			}
			defer t.close()
			query, err := t.filter(cmd.Context(), map[string]string{"status": status, "agent": agent, "goal": goal, "payer": payer})
			if err != nil {
				return err
			}
			list, _, err := pages(cmd.Context(), t.server, "/escrows", query, everything, escrowsOf)
			if err != nil {
				return err
			}
			if a.json {
				for _, e := range list {
					if err := a.line(e); err != nil {
						return err
					}
				}
				return a.line(ending{"escrows": len(list)})
			}
			rows := [][]string{{"ESCROW", "STATUS", "AMOUNT", "AGENT", "DEADLINE", "TASK"}}
			for _, e := range list {
				rows = append(rows, []string{e.ID, e.Status, t.amount(e.Amount), e.Agent, e.Deadline.Format(time.RFC3339), taskOf(e.TaskRef)})
			}
			return table(a.out, columnsOf(a.out, 0), rows)
		},
	}
	f := cmd.Flags()
	f.StringVar(&status, "status", "", "only escrows that stand here: funded, proven, released, refunded")
	f.StringVar(&agent, "agent", "", "only for this agent")
	f.StringVar(&goal, "goal", "", "only for this goal")
	f.StringVar(&payer, "payer", "", "only of this address")
	return cmd
}

func (a *app) showEscrowCommand() *cobra.Command {
	return &cobra.Command{
		Use: "show (GOAL TASK | ESCROW)", Short: "Show an escrow", Args: escrowArgs,
		RunE: func(cmd *cobra.Command, given []string) error {
			t, err := a.teller(cmd.Context(), "")
			if err != nil {
				return err
			}
			defer t.close()
			e, err := t.escrow(cmd.Context(), given, "funded", "proven", "released", "refunded")
			if err != nil {
				return err
			}
			if a.json {
				return a.line(e)
			}
			release := ""
			if e.ReleasableAt != nil {
				release = e.ReleasableAt.Format(time.RFC3339)
			}
			facts(a.out, columnsOf(a.out, 80), [][2]string{
				{"escrow", e.ID}, {"status", e.Status}, {"amount", t.amount(e.Amount)}, {"task", taskOf(e.TaskRef)}, {"agent", e.Agent}, {"payee", e.Payee}, {"payer", e.Payer},
				{"deadline", e.Deadline.Format(time.RFC3339)}, {"release at", release}, {"result", e.ResultHash}, {"transaction", e.Tx}, {"contract", e.Contract},
			})
			return nil
		},
	}
}
