package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/spf13/cobra"

	"github.com/mergit-io/mergit/chain/auditlog"
	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/verify"
	"github.com/mergit-io/mergit/cmd/mergit/node"
	"github.com/mergit-io/mergit/projections/views"
)

// checkpointCheck is what to check the log against.
type checkpointCheck struct {
	rpc, contract string
	keys, kept    []string
}

func (a *app) verifyCheckpointCommand() *cobra.Command {
	var v checkpointCheck
	c := &cobra.Command{
		Use: "checkpoint [SIZE]", Short: "Recompute the tree over the log and compare it with every checkpoint and the chain", Args: cobra.MaximumNArgs(1),
		Long: `Recompute the tree over the log, from its first event up to the newest
checkpoint or that of SIZE events, and compare it with every checkpoint, its
signature, and the anchors on the chain. The gateway is not asked.
A checkpoint that you kept (GET /audit/checkpoint) is compared with --kept FILE:
that also tells when the whole log is put in place of another.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			size := uint64(0)
			if len(args) > 0 {
				var err error
				if size, err = sequenceOf("size", args[0]); err != nil {
					return err
				}
			}
			return a.verifyCheckpoint(cmd.Context(), v, size)
		},
	}
	f := c.Flags()
	f.StringArrayVar(&v.keys, "key", nil, "key to trust, as mergit audit key prints it; may be given again (default: that of the first checkpoint, and those that replaced it)")
	f.StringArrayVar(&v.kept, "kept", nil, "file with a checkpoint that was kept; may be given again")
	f.StringVar(&v.rpc, "rpc", "", "URL of a chain node to believe (default: the server's own)")
	f.StringVar(&v.contract, "contract", "", "address of AuditTrail (default: as recorded in the data folder)")
	return c
}

func (a *app) verifyCheckpoint(ctx context.Context, v checkpointCheck, size uint64) error {
	if v.contract != "" && !common.IsHexAddress(v.contract) {
		return usage("--contract %q: want 0x and 40 hex digits", v.contract)
	}
	source := verify.LogSource{Keys: v.keys, Progress: a.foldProgress()}
	for _, file := range v.kept {
		note, err := os.ReadFile(file)
		if err != nil {
			return usage("--kept: %w", err)
		}
		source.Kept = append(source.Kept, string(note))
	}
	server, err := a.target.connect()
	if err != nil {
		return err
	}
	at := server.where()
	d, err := node.OpenDirect(ctx, at)
	if err != nil {
		return err
	}
	defer d.Close()
	source.Log, source.Workspace = d.Log, orElse(at.Workspace, "main")
	if tiles, err := node.OpenTiles(ctx, d.Conn, false); err == nil && tiles != nil {
		source.Tiles = tiles
	}
	if key, err := auditlog.ReadKey(node.Layout{Dir: a.target.Data}.Audit()); err == nil && len(v.keys) == 0 && size == 0 {
		source.Now = key.Public()
	}
	if url := orElse(v.rpc, at.RPC); url != "" {
		chain, err := txmgr.Dial(ctx, url)
		if err != nil {
			return fmt.Errorf("connect to the chain: %w", err)
		}
		defer chain.Close()
		if source.Trail, err = v.trail(ctx, chain, orElse(at.Deployments, node.Layout{Dir: a.target.Data}.Deployments())); err != nil {
			return err
		}
		source.Chain = chain
	}
	report, err := verify.Checkpoint(ctx, source, size)
	a.clearProgress()
	if errors.Is(err, verify.ErrNoCheckpoint) {
		return &exitError{Code: exitRefused, Name: "CHECKPOINT_NOT_FOUND", Err: err}
	}
	if err != nil {
		return err
	}
	return a.checkpointVerified(report)
}

// trail finds the contract.
func (v checkpointCheck) trail(ctx context.Context, chain txmgr.Node, deployments string) (common.Address, error) {
	if v.contract != "" {
		return common.HexToAddress(v.contract), nil
	}
	id, err := chain.ChainID(ctx)
	if err != nil {
		return common.Address{}, fmt.Errorf("connect to the chain: %w", err)
	}
	at, err := deploy.Read(deployments, id.Uint64())
	if err == nil && at.AuditTrail.IsZero() {
		err = errors.New("it is not deployed")
	}
	if err != nil {
		return common.Address{}, fmt.Errorf("address of AuditTrail: %w; name it with --contract", err)
	}
	return at.AuditTrail.Address, nil
}

// foldProgress shows how far the log was folded, on a terminal.
func (a *app) foldProgress() func(done, of uint64) {
	if a.json || !isTerminal(a.err) {
		return nil
	}
	return func(done, of uint64) {
		fmt.Fprint(a.err, "\r\x1b[K"+oneLine(fmt.Sprintf("%d of %d events", done, of), columnsOf(a.err, 80)-1))
	}
}

func (a *app) clearProgress() {
	if !a.json && isTerminal(a.err) {
		fmt.Fprint(a.err, "\r\x1b[K")
	}
}

// checkpointVerified reports what was found; what does not hold ends with exitRefused.
func (a *app) checkpointVerified(r verify.LogReport) error {
	faults := r.Faults()
	if a.json && r.OK {
		return a.line(r)
	}
	if !a.json {
		a.printChecks(r.Checks)
		fmt.Fprintf(a.out, "\nlog     %s\nkey     %s\nroot    %s\nevents  %d under it, %d in the log\n", printable(r.Origin), printable(r.Key), r.Root, r.Size, r.Head)
	}
	if r.OK {
		if !a.json {
			fmt.Fprintf(a.out, "\npass: %s, %s\n", count(r.Checkpoints, "checkpoint"), count(r.Anchors, "anchor"))
		}
		return nil
	}
	said := make([]string, len(faults))
	for i, f := range faults {
		said[i] = string(f.Class)
		if f.Sequence > 0 {
			said[i] += fmt.Sprintf(" at sequence %d", f.Sequence)
		}
	}
	return &exitError{Code: exitRefused, Name: "VERIFICATION_FAILED", With: r,
		Err: fmt.Errorf("the log does not verify: %s", strings.Join(said, ", "))}
}

// newestSigned finds the newest checkpoint for a goal to be compared with, nil if there is none at hand. Where it comes from
// does not matter: its signature is checked.
func newestSigned(ctx context.Context, d *node.Direct, data string) (*verify.Signed, error) {
	tiles, err := node.OpenTiles(ctx, d.Conn, false)
	if err != nil || tiles == nil || d.Pool == nil {
		return nil, err
	}
	newest, err := views.New(d.Pool, views.Config{}).NewestCheckpoint(ctx)
	if errors.Is(err, views.ErrNotFound) || errors.Is(err, views.ErrNotCreated) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	signed := &verify.Signed{Note: newest.Note, Key: newest.VerifyKey, Tiles: tiles}
	if key, err := auditlog.ReadKey(node.Layout{Dir: data}.Audit()); err == nil && newest.VerifyKey != key.Replaces() {
		signed.Key = key.Public()
	}
	return signed, nil
}
