package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/profile"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/wallet"
)

// defaultDeployments is where a checkout keeps addresses on public chains.
const defaultDeployments = "contracts/deployments"

func (a *app) contractsCommand() *cobra.Command {
	return group(&cobra.Command{Use: "contracts", Short: "Deploy the contracts to a chain, and look after who may do what there"},
		a.deployCommand(), a.showContractsCommand(), a.rotateCommand(), a.keysCommand())
}

// onChain is how the commands reach a chain and who signs.
type onChain struct {
	url, dir           string
	keystore, password string
}

func (o *onChain) flags(f *pflag.FlagSet) {
	f.StringVar(&o.url, "chain", "", "URL of the chain's JSON-RPC")
	f.StringVar(&o.keystore, "keystore", "", "keystore file of the account that signs, as geth, cast and Mergit write it")
	f.StringVar(&o.password, "password-file", "", "file with its password in the first line")
}

// open connects to the chain.
func (o *onChain) open(ctx context.Context) (txmgr.Node, profile.Profile, error) {
	if o.url == "" {
		return txmgr.Node{}, profile.Profile{}, usage("--chain: say where the chain's JSON-RPC is")
	}
	chain, err := txmgr.Dial(ctx, o.url)
	if err != nil {
		return chain, profile.Profile{}, err
	}
	prof, err := profile.Of(ctx, chain)
	if err != nil {
		chain.Close()
		return chain, prof, fmt.Errorf("connect to the chain: %w", err)
	}
	return chain, prof, nil
}

// key opens the keystore.
func (o *onChain) key() (*wallet.Wallet, error) {
	if o.keystore == "" || o.password == "" {
		return nil, usage("--keystore and --password-file: name the files of the account that signs")
	}
	password, err := wallet.ReadPassword(o.password)
	if err == nil {
		var key *wallet.Wallet
		if key, err = wallet.Load(o.keystore, password); err == nil {
			return key, nil
		}
	}
	return nil, &exitError{Code: exitUsage, Err: fmt.Errorf("open the keystore: %w", err)}
}

// address is a flag that holds an account.
type address struct{ at *common.Address }

func (v address) String() string {
	if v.at == nil || *v.at == (common.Address{}) {
		return ""
	}
	return v.at.Hex()
}
func (v address) Type() string { return "address" }
func (v address) Set(text string) (err error) {
	*v.at, err = wallet.ParseAddress(text)
	return err
}

func (a *app) deployCommand() *cobra.Command {
	var o onChain
	var cfg deploy.Config
	terms := deploy.Terms{}
	cmd := &cobra.Command{
		Use: "deploy", Short: "Deploy what is not there, give each role its account, hand the admin over", Args: noArgs,
		Long: `Deploy the contracts that are not on the chain yet, give each role its account
and write the addresses to DIR/<chain ID>.json. Run again it continues where it
was stopped, and changes nothing that is as it ought to be. Nothing is sent
before the account can pay for all of it.

Roles that are not named stay as they were; at first all are the deployer's.
--admin hands the contracts to a multisig and leaves the deployer without any
role. Where money or identity moves, the multisig has to take over by calls of
its own after --admin-delay; those are printed until they were made.

The terms of the economy are fixed when its contracts are deployed.`,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.deployContracts(cmd, o, cfg, terms) },
	}
	f := cmd.Flags()
	o.flags(f)
	f.StringVar(&o.dir, "out", defaultDeployments, "folder of the file with the addresses")
	for _, role := range deploy.All {
		f.Var(address{cfg.Roles.Of(role)}, string(role), "account of the "+string(role))
	}
	f.BoolVar(&cfg.AdminIsAccount, "admin-is-account", false, "allow an --admin that is no contract on a public chain")
	public := deploy.PublicTerms()
	f.DurationVar(&terms.AdminDelay, "admin-delay", 0, "how long a hand-over takes at least where money or identity moves (default "+public.AdminDelay.String()+" on public chains)")
	f.DurationVar(&terms.Unbonding, "unbonding", 0, "how long stake waits before it is withdrawn (default "+public.Unbonding.String()+" there)")
	f.DurationVar(&terms.Timeout, "challenge-timeout", 0, "how long a challenge waits for its judgement (default "+public.Timeout.String()+" there)")
	f.DurationVar(&terms.Window, "escrow-window", 0, "how long a proven task may be challenged before it is paid (default "+public.Window.String()+" there)")
	return cmd
}

func (a *app) deployContracts(cmd *cobra.Command, o onChain, cfg deploy.Config, given deploy.Terms) error {
	ctx := cmd.Context()
	key, err := o.key()
	if err != nil {
		return err
	}
	chain, prof, err := o.open(ctx)
	if err != nil {
		return err
	}
	defer chain.Close()
	cfg.Profile, cfg.Tell = &prof, a.tellStep
	cfg.Terms = chosenTerms(cmd.Flags(), prof, given)
	at, err := deploy.Ensure(ctx, chain, key, o.dir, cfg)
	if err != nil {
		return a.contractFault(err)
	}
	var left []deploy.Call
	outgoing := common.Address{}
	if at.Roles.Admin != key.Address() {
		if left, err = deploy.HandOver(ctx, chain, key, at, cfg); err != nil {
			return a.contractFault(err)
		}
	}
	if len(left) > 0 {
		outgoing = key.Address()
	}
	all, err := deploy.Holders(ctx, chain, prof, at, a.reading())
	if err != nil {
		return err
	}
	if err := deploy.Check(all, at, at.Roles, outgoing); err != nil {
		return a.contractFault(err)
	}
	file := deploy.File(o.dir, prof.ChainID)
	if a.json {
		return a.line(map[string]any{"file": file, "addresses": at, "left": orEmpty(left)})
	}
	fmt.Fprintf(a.out, "the contracts are on %s (chain %d), see %s\n", prof.Name, prof.ChainID, file)
	for _, name := range deploy.Names {
		fmt.Fprintf(a.out, "  %-18s %s\n", name, at.Of(name).Address)
	}
	fmt.Fprintf(a.out, "nobody but those who were named has a role\n")
	a.printCalls("the admin, "+at.Roles.Admin.Hex()+", still has to make these calls:", left)
	return nil
}

// chosenTerms are those of the chain, but for what was given.
func chosenTerms(f *pflag.FlagSet, prof profile.Profile, given deploy.Terms) *deploy.Terms {
	terms := deploy.DevTerms()
	if prof.Public {
		terms = deploy.PublicTerms()
	}
	for name, at := range map[string]struct{ to, from *time.Duration }{
		"admin-delay": {&terms.AdminDelay, &given.AdminDelay}, "unbonding": {&terms.Unbonding, &given.Unbonding},
		"challenge-timeout": {&terms.Timeout, &given.Timeout}, "escrow-window": {&terms.Window, &given.Window},
	} {
		if f.Changed(name) {
			*at.to = *at.from
		}
	}
	return &terms
}

func orEmpty(calls []deploy.Call) []deploy.Call {
	if calls == nil {
		return []deploy.Call{}
	}
	return calls
}

// tellStep shows what is being done on the chain.
func (a *app) tellStep(s deploy.Step) {
	if a.json {
		_ = a.line(map[string]any{"do": s.Do, "contract": s.Contract, "role": s.Role, "account": s.Account, "tx": s.Tx, "final": s.Final})
		return
	}
	state := "sent"
	if s.Final {
		state = "final"
	}
	fmt.Fprintf(a.err, "%-5s  %s  %s\n       in %s\n", state, s, s.Account, s.Tx)
}

// reading shows how far the logs were read, where that takes long enough to be watched.
func (a *app) reading() func(done, all uint64) {
	if a.json || !isTerminal(a.err) {
		return nil
	}
	last := time.Now()
	return func(done, all uint64) {
		if time.Since(last) > time.Second && done < all {
			last = time.Now()
			fmt.Fprintf(a.err, "read who has which role in %d of %d blocks\n", done, all)
		}
	}
}

// printCalls lists calls that somebody has to make.
func (a *app) printCalls(head string, calls []deploy.Call) {
	if len(calls) == 0 {
		return
	}
	fmt.Fprintln(a.out, head)
	for _, c := range calls {
		fmt.Fprintf(a.out, "  %s\n    to %s\n    data %s\n", c.What, c.To, c.Data)
		if !c.After.IsZero() {
			fmt.Fprintf(a.out, "    from %s on\n", c.After.Format(time.RFC3339))
		}
	}
}

// contractFault gives what a program can tell apart a name.
func (a *app) contractFault(err error) error {
	if low, ok := errors.AsType[*deploy.BalanceError](err); ok {
		return &exitError{Code: exitRefused, Err: err, Name: "BALANCE_LOW",
			Details: map[string]any{"account": low.Account, "have": low.Have.String(), "need": low.Need.String()}}
	}
	if refused, ok := errors.AsType[*deploy.AdminError](err); ok {
		return &exitError{Code: exitRefused, Err: err, Name: "NOT_ADMIN", Details: map[string]any{"account": refused.Account, "calls": refused.Calls}}
	}
	if others, ok := errors.AsType[*deploy.OthersError](err); ok {
		return &exitError{Code: exitRefused, Err: err, Name: "ROLE_HELD_BY_OTHERS", Details: others.Others}
	}
	return err
}

// recorded reads where the contracts are.
func recorded(dir string, prof profile.Profile) (deploy.Addresses, error) {
	at, err := deploy.Read(dir, prof.ChainID)
	if errors.Is(err, fs.ErrNotExist) {
		return at, usage("%s does not exist: the contracts on %s are not recorded in this folder", deploy.File(dir, prof.ChainID), prof.Name)
	}
	return at, err
}

func (a *app) keysCommand() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use: "keys", Short: "Make the key of each role that signs, where there is none, and print the accounts", Args: noArgs,
		Long: `Make DIR/ROLE.json, a keystore file, and DIR/ROLE.password for each role that
signs while Mergit runs, where there is none, and print the accounts. "serve
--keystores DIR" takes them from there.`,
		RunE: func(*cobra.Command, []string) error {
			if dir == "" {
				return usage("--keystores: name a folder")
			}
			made := map[string]any{}
			for _, role := range deploy.Signers {
				key, err := wallet.Named(dir, string(role))
				if err != nil {
					return err
				}
				made[string(role)] = key.Address()
				if !a.json {
					fmt.Fprintf(a.out, "%-9s %s  %s\n", role, key.Address(), filepath.Join(dir, string(role)+".json"))
				}
			}
			if a.json {
				return a.line(made)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&dir, "keystores", "", "folder of the keys")
	return cmd
}
