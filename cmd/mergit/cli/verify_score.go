package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/spf13/cobra"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/verify"
	"github.com/mergit-io/mergit/cmd/mergit/node"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/projections/store"
)

func (a *app) verifyScoreCommand() *cobra.Command {
	var rpc, contract string
	c := &cobra.Command{
		Use: "score AGENT", Short: "Compute an agent's score again from the log, and compare it with the chain", Args: oneArg,
		Long: `Compute every score of an agent again from the events of its goals alone, take
every step again from what stood on the chain, and compare hashes and scores
with the contract, as of its finalized block, and what readers are told of the
agent with its events. Log, Postgres and chain are read directly;
the gateway is asked for no more than an ID that was cut short. What differs is
named, and ends with exit code 3.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.verifyScore(cmd.Context(), args[0], rpc, contract)
		},
	}
	f := c.Flags()
	f.StringVar(&rpc, "rpc", "", "URL of a chain node to believe (default: the server's own)")
	f.StringVar(&contract, "contract", "", "address of ReputationRegistry (default: as recorded in the data folder)")
	return c
}

func (a *app) verifyScore(ctx context.Context, agent, rpc, contract string) error {
	if contract != "" && !common.IsHexAddress(contract) {
		return usage("--contract %q: want 0x and 40 hex digits", contract)
	}
	server, agent, err := a.agent(ctx, agent)
	if err != nil {
		return err
	}
	at := server.where()
	d, err := node.OpenDirect(ctx, at)
	if err != nil {
		return err
	}
	defer d.Close()
	chain, registry, err := a.registry(ctx, at, rpc, contract)
	if err != nil {
		return err
	}
	defer chain.Close()
	source := verify.ScoreSource{Log: d.Log, Chain: chain, Registry: registry}
	if d.Pool != nil {
		source.Rows = agentRowsOf(d, events.AgentStream(orElse(at.Workspace, "main"), agent))
	}
	report, err := verify.Score(ctx, source, orElse(at.Workspace, "main"), agent)
	if errors.Is(err, verify.ErrNoAgent) {
		return &exitError{Code: exitRefused, Name: "AGENT_NOT_FOUND", Err: err}
	}
	if err != nil {
		return err
	}
	return a.verifiedScore(report)
}

// settling is how long read models are given to say what the log says: agents are scored while they are looked at.
const settling = 5 * time.Second

// agentRowsOf compares the read models with what the log says of an agent. Only what goes on to differ does.
func agentRowsOf(d *node.Direct, agent events.StreamID) func(context.Context) ([]verify.Difference, error) {
	return func(ctx context.Context) ([]verify.Difference, error) {
		for deadline := time.Now().Add(settling); ; {
			var records []eventlog.Record
			for r, err := range d.Log.Load(ctx, agent, 0) {
				if err != nil {
					return nil, err
				}
				records = append(records, r)
			}
			found, err := store.CompareAgent(ctx, d.Pool, d.Keys, agent.ID, records)
			if err != nil || len(found) == 0 {
				return nil, err
			}
			if time.Now().After(deadline) {
				differences := make([]verify.Difference, len(found))
				for i, f := range found {
					differences[i] = verify.Difference{Detail: f.String()}
				}
				return differences, nil
			}
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-time.After(settling / 20):
			}
		}
	}
}

// registry connects to the node and finds the contract.
func (a *app) registry(ctx context.Context, server node.Client, rpc, contract string) (txmgr.Node, common.Address, error) {
	url := orElse(rpc, server.RPC)
	if url == "" {
		return txmgr.Node{}, common.Address{}, usage("no chain is known; name a node with --rpc and the contract with --contract")
	}
	chain, err := txmgr.Dial(ctx, url)
	if err != nil {
		return chain, common.Address{}, fmt.Errorf("connect to the chain: %w", err)
	}
	if contract != "" {
		return chain, common.HexToAddress(contract), nil
	}
	fail := func(err error) (txmgr.Node, common.Address, error) {
		chain.Close()
		return txmgr.Node{}, common.Address{}, err
	}
	id, err := chain.ChainID(ctx)
	if err != nil {
		return fail(fmt.Errorf("connect to the chain: %w", err))
	}
	at, err := deploy.Read(orElse(server.Deployments, node.Layout{Dir: a.target.Data}.Deployments()), id.Uint64())
	if err != nil {
		return fail(fmt.Errorf("address of ReputationRegistry: %w; name it with --contract", err))
	}
	return chain, at.ReputationRegistry.Address, nil
}

// verifiedScore reports what was found; what does not hold ends with exitRefused.
func (a *app) verifiedScore(r verify.ScoreReport) error {
	if a.json {
		if r.OK {
			return a.line(r)
		}
	} else {
		a.printChecks(r.Checks)
		if r.OnChain != nil {
			fmt.Fprintf(a.out, "\nscore        %d\non chain     %d, update %d\nhash         %s\ntransaction  %s\nblock        %d of chain %d\n",
				r.Score, *r.OnChain, r.Index, r.ComponentHash, r.Tx, r.Block, r.Chain)
		}
	}
	if !r.OK {
		return &exitError{Code: exitRefused, Name: "VERIFICATION_FAILED", With: r,
			Err: fmt.Errorf("the score of agent %s does not verify: %s", r.Agent, count(len(r.Faults()), "fault"))}
	}
	if !a.json {
		fmt.Fprintf(a.out, "\npass: %d events, %d scores\n", r.Events, r.Scores)
	}
	return nil
}
