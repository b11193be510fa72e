package cli

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"net/url"
	"strconv"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/spf13/cobra"

	"github.com/mergit-io/mergit/chain/economy"
)

func (a *app) stakeCommand() *cobra.Command {
	return group(&cobra.Command{
		Use: "stake", Short: "What agents stand to lose: deposit, unbond, withdraw, show",
		Long: `Stake is what an agent stands to lose when a challenge of its work is upheld.
Bonded stake puts it into a tier; tools of high risk take one. To get stake back
it is unbonded first, and waits. Amounts are wei, or have a unit: 0.5ether, "1 MON".

The key that signs never leaves this process. A command that was stopped can be
typed again: what was sent is not sent twice.`,
	}, a.depositCommand(), a.unbondCommand(), a.withdrawStakeCommand(), a.showStakeCommand())
}

func (a *app) depositCommand() *cobra.Command {
	var p paying
	cmd := &cobra.Command{
		Use: "deposit AGENT AMOUNT", Short: "Pay stake in for an agent; it is the agent's from then on", Args: args("AGENT", "AMOUNT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			amount, err := money("AMOUNT", args[1])
			if err != nil {
				return err
			}
			return a.pays(cmd.Context(), p, func(ctx context.Context, t *teller) error {
				agent, err := t.agentAddress(ctx, args[0])
				if err != nil {
					return err
				}
				key, err := t.signer(ctx, p, "")
				if err != nil {
					return err
				}
				sent, err := t.send(ctx, p, key, economy.Order{
					Intent: fmt.Sprintf("stake deposit %s %s in %s", agent, amount, t.at.Stakes), Once: true,
					Call: func(context.Context) (economy.Call, error) { return t.at.Deposit(agent, amount), nil },
				})
				return t.done(sent, err, ending{"action": "deposit", "agent": args[0], "address": agent, "amount": amount.String(), "from": key.Address()})
			})
		},
	}
	p.flags(cmd.Flags())
	p.once(cmd.Flags())
	return cmd
}

func (a *app) unbondCommand() *cobra.Command {
	var p paying
	cmd := &cobra.Command{
		Use: "unbond AGENT AMOUNT", Short: "Send an agent's stake on its way out; signed with the agent's key", Args: args("AGENT", "AMOUNT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			amount, err := money("AMOUNT", args[1])
			if err == nil && amount.BitLen() > 96 {
				err = usage("AMOUNT: no agent has that much at stake")
			}
			if err != nil {
				return err
			}
			return a.pays(cmd.Context(), p, func(ctx context.Context, t *teller) error {
				key, err := t.signer(ctx, p, args[0])
				if err == nil {
					err = t.gas(ctx, p, key.Address())
				}
				if err != nil {
					return err
				}
				sent, err := t.send(ctx, p, key, economy.Order{
					Intent: fmt.Sprintf("stake unbond %s in %s", amount, t.at.Stakes), Once: true,
					Call: func(context.Context) (economy.Call, error) { return t.at.Unbond(amount), nil },
				})
				with := ending{"action": "unbond", "agent": args[0], "address": key.Address(), "amount": amount.String()}
				if err == nil {
					if s, asking := t.reader().Stake(ctx, key.Address()); asking == nil && !s.ReleaseAt.IsZero() {
						with["release_at"] = s.ReleaseAt
						if !a.json {
							defer fmt.Fprintf(a.out, "it can be withdrawn from %s on\n", s.ReleaseAt.Format(time.RFC3339))
						}
					}
				}
				return t.done(sent, err, with)
			})
		},
	}
	p.flags(cmd.Flags())
	p.once(cmd.Flags())
	return cmd
}

// withdrawal is a command that fetches what is due in a contract.
func (a *app) withdrawal(use, short, what string, contract func(*teller) common.Address, agents bool) *cobra.Command {
	var p paying
	var to common.Address
	names := []string{}
	if agents {
		names = append(names, "AGENT")
	}
	cmd := &cobra.Command{
		Use: use, Short: short, Args: args(names...),
		RunE: func(cmd *cobra.Command, given []string) error {
			return a.pays(cmd.Context(), p, func(ctx context.Context, t *teller) error {
				agent := p.agent
				if agents {
					agent = given[0]
				}
				key, err := t.signer(ctx, p, agent)
				if err == nil {
					err = named(key)
				}
				if err == nil && agent != "" {
					err = t.gas(ctx, p, key.Address())
				}
				if err != nil {
					return err
				}
				where, target := contract(t), to
				if target == (common.Address{}) {
					target = key.Address()
				}
				due, err := t.reader().Due(ctx, where, key.Address())
				if err != nil {
					return err
				}
				sent, err := t.send(ctx, p, key, economy.Order{
					Intent: fmt.Sprintf("%s withdraw to %s from %s", what, target, where),
					Call:   func(context.Context) (economy.Call, error) { return t.at.Withdraw(where, target), nil },
				})
				err = t.notYet(ctx, err, where, key.Address())
				with := ending{"action": "withdraw", "address": key.Address(), "to": target}
				if err == nil {
					if paid, ok := economy.Withdrawn(sent.Receipt); ok {
						due = paid
					}
					with["amount"] = due.String()
					if !a.json {
						fmt.Fprintf(a.out, "%s went to %s\n", t.amount(due.String()), target)
					}
				}
				return t.done(sent, err, with)
			})
		},
	}
	p.flags(cmd.Flags())
	cmd.Flags().Var(address{&to}, "to", "where the money goes (default: the account that signs)")
	if !agents {
		cmd.Flags().StringVar(&p.agent, "agent", "", "sign with the key of this agent: what is due to it")
	}
	return cmd
}

// notYet adds to the refusal of a withdrawal when there will be something to withdraw.
func (t *teller) notYet(ctx context.Context, err error, contract, account common.Address) error {
	refused, ok := errors.AsType[*economy.Refusal](err)
	if !ok || refused.Name != "NothingDue" || contract != t.at.Stakes {
		return err
	}
	s, asking := t.reader().Stake(ctx, account)
	switch {
	case asking != nil || s.Unbonding.Sign() == 0:
		return err
	case s.Holds > 0:
		err = fmt.Errorf("%s on its way out is kept there by %s", economy.FormatAmount(s.Unbonding, t.prof.Coin), count(int(s.Holds), "open challenge"))
	default:
		err = fmt.Errorf("%s on its way out can be withdrawn from %s on", economy.FormatAmount(s.Unbonding, t.prof.Coin), s.ReleaseAt.Format(time.RFC3339))
	}
	return &exitError{Code: exitRefused, Name: refused.Refused(), Err: err}
}

func (a *app) withdrawStakeCommand() *cobra.Command {
	return a.withdrawal("withdraw AGENT", "Fetch an agent's stake whose wait is over, and what else is due to it in the registry", "stake",
		func(t *teller) common.Address { return t.at.Stakes }, true)
}

// gas has the developer pay an account on the embedded chain that has nothing to pay for a transaction with.
func (t *teller) gas(ctx context.Context, p paying, account common.Address) error {
	key, ok := t.developer()
	if !ok || p.unsigned || key.Address() == account {
		return nil
	}
	have, err := t.node.BalanceAt(ctx, account, nil)
	if err != nil {
		return fmt.Errorf("balance of %s: %w", account, err)
	}
	enough := big.NewInt(1e17)
	if have.Cmp(enough) >= 0 {
		return nil
	}
	_, err = t.send(ctx, paying{}, key, economy.Order{
		Intent: fmt.Sprintf("gas for %s", account),
		Call: func(context.Context) (economy.Call, error) {
			return economy.Call{To: account, Value: new(big.Int).Mul(enough, big.NewInt(10)), Does: "the developer pays " + account.Hex() + " something for gas"}, nil
		},
	})
	return err
}

// pays runs what needs the chain.
func (a *app) pays(ctx context.Context, p paying, do func(context.Context, *teller) error) error {
	t, err := a.teller(ctx, p.url)
	if err != nil {
		return err
	}
	defer t.close()
	return do(ctx, t)
}

func (a *app) showStakeCommand() *cobra.Command {
	var rpc string
	cmd := &cobra.Command{
		Use: "show [AGENT]", Short: "Show what an agent has at stake, or list all", Args: func(cmd *cobra.Command, given []string) error {
			if len(given) > 1 {
				return args("AGENT")(cmd, given)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := a.teller(cmd.Context(), rpc)
			if err != nil {
				return err
			}
			defer t.close()
			if len(args) == 0 {
				return t.listStakes(cmd.Context())
			}
			return t.showStake(cmd.Context(), args[0])
		},
	}
	cmd.Flags().StringVar(&rpc, "rpc", "", "URL of a chain node (default: the server's own)")
	return cmd
}

func (t *teller) listStakes(ctx context.Context) error {
	list, _, err := pages(ctx, t.server, "/stakes", url.Values{}, everything, stakesOf)
	if err != nil {
		return err
	}
	if t.app.json {
		for _, s := range list {
			if err := t.app.line(s); err != nil {
				return err
			}
		}
		return t.app.line(ending{"stakes": len(list)})
	}
	rows := [][]string{{"AGENT", "TIER", "BONDED", "ON ITS WAY OUT", "HELD BY"}}
	for _, s := range list {
		rows = append(rows, []string{s.Agent, strconv.FormatInt(s.Tier, 10), t.amount(s.Bonded), t.amount(s.Unbonding), count(int(s.Holds), "challenge")})
	}
	return table(t.app.out, columnsOf(t.app.out, 0), rows)
}

// showStake shows what the chain says now: reads may trail.
func (t *teller) showStake(ctx context.Context, agent string) error {
	agent, err := t.agentID(ctx, agent)
	if err != nil {
		return err
	}
	at, err := t.agentAddress(ctx, agent)
	if err != nil {
		return err
	}
	s, err := t.reader().Stake(ctx, at)
	if err != nil {
		return err
	}
	owed := map[string]*big.Int{"stakes": s.Due}
	for name, contract := range map[string]common.Address{"challenges": t.at.Challenges, "escrows": t.at.Escrows} {
		if owed[name], err = t.reader().Due(ctx, contract, at); err != nil {
			return err
		}
	}
	next, lacks := "", new(big.Int)
	if int(s.Tier) < len(t.terms.Tiers) {
		next = t.terms.Tiers[s.Tier]
		if least, ok := new(big.Int).SetString(next, 10); ok {
			lacks.Sub(least, s.Bonded)
		}
	}
	if t.app.json {
		with := ending{"agent": agent, "address": at, "bonded": s.Bonded.String(), "tier": s.Tier, "unbonding": s.Unbonding.String(), "holds": s.Holds,
			"due": s.Due.String(), "due_challenges": owed["challenges"].String(), "due_escrows": owed["escrows"].String(), "chain": t.at.ChainID}
		if !s.ReleaseAt.IsZero() {
			with["release_at"] = s.ReleaseAt
		}
		return t.app.line(with)
	}
	out, release, higher := economy.FormatAmount(s.Unbonding, t.prof.Coin), "", ""
	if !s.ReleaseAt.IsZero() {
		release = s.ReleaseAt.Format(time.RFC3339)
	}
	if next != "" {
		higher = fmt.Sprintf("%d takes %s more", s.Tier+1, economy.FormatAmount(lacks, t.prof.Coin))
	}
	facts(t.app.out, columnsOf(t.app.out, 80), [][2]string{
		{"agent", agent}, {"address", at.Hex()}, {"bonded", economy.FormatAmount(s.Bonded, t.prof.Coin)}, {"tier", strconv.FormatUint(s.Tier, 10)},
		{"next tier", higher}, {"unbonding", out}, {"release at", release}, {"held by", count(int(s.Holds), "challenge")},
		{"to withdraw", fmt.Sprintf("%s stake, %s challenges, %s escrows", economy.FormatAmount(owed["stakes"], t.prof.Coin),
			economy.FormatAmount(owed["challenges"], t.prof.Coin), economy.FormatAmount(owed["escrows"], t.prof.Coin))},
	})
	return nil
}
