package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/spf13/cobra"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/cmd/mergit/node"
)

func (a *app) showContractsCommand() *cobra.Command {
	var o onChain
	var everybody bool
	cmd := &cobra.Command{
		Use: "show", Short: "Show where the contracts are, who has which role, and for how long the accounts can pay", Args: noArgs,
		Long: `Show where the contracts are, who has which role, and for how many transactions
the accounts have money. Without --chain it is the chain of the server that
runs here. --holders reads from the chain's logs who has each role, so that
nobody is overlooked; on a chain that is old this takes a while.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.url == "" {
				server, err := a.target.connect()
				if err != nil {
					return err
				}
				if o.url = server.where().RPC; o.url == "" {
					return usage("--chain: the server does not say where its chain is")
				}
				o.dir = orElse(o.dir, orElse(server.where().Deployments, node.Layout{Dir: a.target.Data}.Deployments()))
			}
			o.dir = orElse(o.dir, defaultDeployments)
			return a.showContracts(cmd, o, everybody)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.url, "chain", "", "URL of the chain's JSON-RPC (default: that of the server that runs here)")
	f.StringVar(&o.dir, "deployments", "", "folder of the file with the addresses (default: that of the server that runs here, or "+defaultDeployments+")")
	f.BoolVar(&everybody, "holders", false, "read from the logs who has each role")
	return cmd
}

func (a *app) showContracts(cmd *cobra.Command, o onChain, everybody bool) error {
	ctx := cmd.Context()
	chain, prof, err := o.open(ctx)
	if err != nil {
		return err
	}
	defer chain.Close()
	at, err := recorded(o.dir, prof)
	if err != nil {
		return err
	}
	status, err := deploy.Inspect(ctx, chain, prof, at)
	if err != nil {
		return err
	}
	var all []deploy.Holder
	if everybody {
		if all, err = deploy.Holders(ctx, chain, prof, at, a.reading()); err != nil {
			return err
		}
	}
	if a.json {
		said := map[string]any{"status": status}
		if everybody {
			said["holders"] = all
		}
		return a.line(said)
	}
	return a.printContracts(status, all)
}

func (a *app) printContracts(status deploy.Status, all []deploy.Holder) error {
	fmt.Fprintf(a.out, "%s (chain %d)\n\n", status.Chain, status.ChainID)
	rows := [][]string{{"CONTRACT", "ADDRESS", "BLOCK", ""}}
	for _, c := range status.Contracts {
		rows = append(rows, []string{string(c.Contract), c.Address.Hex(), fmt.Sprint(c.Block), pick(c.There, "", "not there")})
	}
	if err := table(a.out, 0, rows); err != nil {
		return err
	}
	fmt.Fprintln(a.out)
	rows = [][]string{{"CONTRACT", "ROLE", "ACCOUNT", ""}}
	for _, r := range status.Roles {
		note := pick(r.Held, "", "has it not")
		if r.Admin != (common.Address{}) {
			note = "still " + r.Admin.Hex()
		}
		if !r.From.IsZero() {
			note += ", may take over from " + r.From.Format(time.RFC3339)
		}
		rows = append(rows, []string{string(r.Contract), r.Role, r.Account.Hex(), note})
	}
	if err := table(a.out, 0, rows); err != nil {
		return err
	}
	fmt.Fprintln(a.out)
	rows = [][]string{{"ACCOUNT OF", "ADDRESS", "BALANCE", "SENT", "ENOUGH FOR"}}
	for _, w := range status.Accounts {
		rows = append(rows, []string{string(w.Role), w.Account.Hex(), w.Balance, fmt.Sprint(w.Nonce), fmt.Sprintf("%d transactions", w.Left)})
	}
	if err := table(a.out, 0, rows); err != nil || len(all) == 0 {
		return err
	}
	fmt.Fprintln(a.out)
	rows = [][]string{{"CONTRACT", "ROLE", "HELD BY"}}
	for _, h := range all {
		names := make([]string, len(h.Accounts))
		for i, account := range h.Accounts {
			names[i] = account.Hex()
		}
		rows = append(rows, []string{string(h.Contract), h.Role, strings.Join(names, " ")})
	}
	return table(a.out, 0, rows)
}

func pick(is bool, yes, no string) string {
	if is {
		return yes
	}
	return no
}

func (a *app) rotateCommand() *cobra.Command {
	var o onChain
	var from []string
	var calls bool
	cmd := &cobra.Command{
		Use: "rotate ROLE ADDRESS", Short: "Give a role to another account, and take it from the old one", Args: cobra.ExactArgs(2),
		Long: `Give a role (recorder, minter, oracle, auditor or admin) in all contracts to an
account; --revoke takes it from another. The account of --keystore must be the
contracts' admin; if that is a multisig, --calls prints what it has to call and
sends nothing. Grant first, restart the server with the new key, revoke then.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			role := deploy.Role(args[0])
			if !slices.Contains(deploy.All, role) {
				return usage("no role %q; there are recorder, minter, oracle, auditor, admin", args[0])
			}
			accounts := make([]common.Address, 1+len(from))
			for i, text := range append([]string{args[1]}, from...) {
				var err error
				if accounts[i], err = wallet.ParseAddress(text); err != nil {
					return usage("%w", err)
				}
			}
			return a.rotate(cmd, o, role, accounts[0], accounts[1:], calls)
		},
	}
	f := cmd.Flags()
	o.flags(f)
	f.StringVar(&o.dir, "out", defaultDeployments, "folder of the file with the addresses")
	f.StringSliceVar(&from, "revoke", nil, "account that loses the role (repeatable)")
	f.BoolVar(&calls, "calls", false, "print the calls for a multisig and send nothing")
	return cmd
}

func (a *app) rotate(cmd *cobra.Command, o onChain, role deploy.Role, to common.Address, from []common.Address, calls bool) error {
	ctx := cmd.Context()
	chain, prof, err := o.open(ctx)
	if err != nil {
		return err
	}
	defer chain.Close()
	at, err := recorded(o.dir, prof)
	if err != nil {
		return err
	}
	var left []deploy.Call
	if calls {
		if left, err = deploy.RotateCalls(ctx, chain, at, role, to, from...); err != nil {
			return err
		}
	} else {
		key, err := o.key()
		if err != nil {
			return err
		}
		if err := deploy.Rotate(ctx, chain, key, at, deploy.Config{Profile: &prof, Tell: a.tellStep}, role, to, from...); err != nil {
			return a.contractFault(err)
		}
	}
	*at.Roles.Of(role) = to
	if err := at.Write(o.dir); err != nil {
		return err
	}
	switch {
	case a.json && calls:
		return a.line(map[string]any{"calls": orEmpty(left)})
	case a.json:
		return a.line(map[string]any{"role": role, "account": to, "revoked": from})
	case calls && len(left) == 0:
		fmt.Fprintln(a.out, "there is nothing to call")
	case calls:
		a.printCalls("the admin has to make these calls:", left)
	default:
		fmt.Fprintf(a.out, "the %s is %s\n", role, to)
	}
	return nil
}
