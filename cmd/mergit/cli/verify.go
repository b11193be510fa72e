package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/spf13/cobra"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/verify"
	"github.com/mergit-io/mergit/chain/verify/filelog"
	"github.com/mergit-io/mergit/cmd/mergit/node"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/projections/store"
)

// verification is what to check a goal against.
type verification struct {
	log, rpc, contract string
}

func (a *app) verifyCommand() *cobra.Command {
	var v verification
	goal := &cobra.Command{
		Use: "goal GOAL", Short: "Recompute a goal's proof from its events, blobs, read models and the chain", Args: oneArg,
		Long: `Recompute a goal's proof from its events and compare it with the chain.
Log, object store, Postgres and chain are read directly; the gateway is asked
for no more than an ID that was cut short. With --log a copy of the goal's events, as "mergit goal audit" writes
it, is checked instead of the log itself.`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.verifyGoal(cmd.Context(), v, args[0]) },
	}
	f := goal.Flags()
	f.StringVar(&v.log, "log", "", "file with a copy of the goal's events")
	f.StringVar(&v.rpc, "rpc", "", "URL of a chain node to believe (default: the server's own)")
	f.StringVar(&v.contract, "contract", "", "address of ProofOfWork (default: as recorded in the data folder)")
	return group(&cobra.Command{Use: "verify", Short: "Check what was done against the log and the chain"}, goal, a.verifyScoreCommand(), a.verifyCheckpointCommand())
}

func (a *app) verifyGoal(ctx context.Context, v verification, goal string) error {
	if v.contract != "" && !common.IsHexAddress(v.contract) {
		return usage("--contract %q: want 0x and 40 hex digits", v.contract)
	}
	source := verify.Source{}
	if v.log != "" {
		copied, err := filelog.Open(v.log)
		if errors.Is(err, fs.ErrNotExist) {
			return usage("--log: %w", err)
		}
		if err != nil {
			return &exitError{Code: exitRefused, Err: err}
		}
		source.Log = copied
	}
	server, goal, err := a.goal(ctx, goal)
	if err != nil {
		return err
	}
	at := server.where()
	d, err := node.OpenDirect(ctx, at)
	if err != nil {
		return err
	}
	defer d.Close()
	source.Keys, source.Blobs = d.Keys, d.Blobs
	if source.Checkpoint, err = newestSigned(ctx, d, a.target.Data); err != nil {
		return err
	}
	if v.log == "" {
		source.Log = d.Log
		if d.Pool != nil {
			source.Rows = rowsOf(d, goal)
		}
	}
	chain, contract, err := v.chain(ctx, at, a.target.Data)
	if err != nil {
		return err
	}
	defer chain.Close()
	source.Chain, source.Contract = chain, contract
	report, err := verify.Goal(ctx, source, orElse(at.Workspace, "main"), goal)
	if errors.Is(err, verify.ErrNoGoal) {
		return &exitError{Code: exitRefused, Name: "GOAL_NOT_FOUND", Err: err}
	}
	if err != nil {
		return err
	}
	return a.verified(report)
}

// chain connects to the node and finds the contract.
func (v verification) chain(ctx context.Context, server node.Client, data string) (txmgr.Node, common.Address, error) {
	url := orElse(v.rpc, server.RPC)
	if url == "" {
		return txmgr.Node{}, common.Address{}, usage("no chain is known; name a node with --rpc and the contract with --contract")
	}
	chain, err := txmgr.Dial(ctx, url)
	if err != nil {
		return chain, common.Address{}, fmt.Errorf("connect to the chain: %w", err)
	}
	if v.contract != "" {
		return chain, common.HexToAddress(v.contract), nil
	}
	id, err := chain.ChainID(ctx)
	if err != nil {
		return chain, common.Address{}, fmt.Errorf("connect to the chain: %w", err)
	}
	at, err := deploy.Read(orElse(server.Deployments, node.Layout{Dir: data}.Deployments()), id.Uint64())
	if err != nil {
		return chain, common.Address{}, fmt.Errorf("address of ProofOfWork: %w; name it with --contract", err)
	}
	return chain, at.ProofOfWork.Address, nil
}

// rowsOf compares the read models with what the log says.
func rowsOf(d *node.Direct, goal string) verify.Rows {
	return func(ctx context.Context, history []events.Envelope[events.Event]) ([]verify.Difference, error) {
		found, err := store.CompareGoal(ctx, d.Pool, goal, history)
		differences := make([]verify.Difference, len(found))
		for i, f := range found {
			differences[i] = verify.Difference{Task: f.Task, Detail: f.String()}
		}
		return differences, err
	}
}

// printChecks lists what was looked at, for people.
func (a *app) printChecks(checks []verify.Check) {
	for _, c := range checks {
		mark := "ok  "
		if !c.OK {
			mark = "FAIL"
		}
		fmt.Fprintf(a.out, "%s  %s\n", mark, printable(c.String()))
	}
}

// verified reports what was found; what does not hold ends with exitRefused.
func (a *app) verified(r verify.Report) error {
	if a.json {
		if r.OK {
			return a.line(r)
		}
	} else {
		a.printChecks(r.Checks)
		if r.Tx != "" {
			fmt.Fprintf(a.out, "\nbundle       %s\nroot         %s\ntransaction  %s\nblock        %d of chain %d\n", r.Bundle, r.Root, r.Tx, r.Block, r.Chain)
		}
	}
	if r.OK {
		if !a.json {
			fmt.Fprintf(a.out, "\npass: %d events, %d tasks\n", r.Events, len(r.Tasks))
		}
		return nil
	}
	var tasks []string
	seen := map[string]bool{}
	for _, f := range r.Faults() {
		if f.Task != "" && !seen[f.Task] {
			seen[f.Task] = true
			tasks = append(tasks, f.Task)
		}
	}
	of := ""
	if len(tasks) > 0 {
		of = " of task " + strings.Join(tasks, ", ")
	}
	return &exitError{Code: exitRefused, Name: "VERIFICATION_FAILED", With: r,
		Err: fmt.Errorf("goal %s does not verify: %s%s", r.Goal, count(len(r.Faults()), "fault"), of)}
}
