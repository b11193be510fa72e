package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mergit-io/mergit/chain/auditlog"
	"github.com/mergit-io/mergit/cmd/mergit/node"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway/wire"
)

// auditCommand is about the log as a whole.
func (a *app) auditCommand() *cobra.Command {
	return group(&cobra.Command{
		Use: "audit", Short: "Signed checkpoints of the log, and proofs under them",
		Long: `Signed checkpoints of the log, and proofs under them.
"mergit verify checkpoint" recomputes them from the log itself.`,
	}, a.auditCheckpointsCommand(), a.auditInclusionCommand(), a.auditConsistencyCommand(), a.auditKeyCommand())
}

func (a *app) auditCheckpointsCommand() *cobra.Command {
	var limit int
	c := &cobra.Command{
		Use: "checkpoints", Short: "List checkpoints, newest first", Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if limit < 1 || limit > maxPage {
				return usage("--limit %d: want 1 to %d", limit, maxPage)
			}
			server, err := a.target.connect()
			if err != nil {
				return err
			}
			page, err := call[wire.CheckpointList](cmd.Context(), server, http.MethodGet, "/audit/checkpoints?limit="+strconv.Itoa(limit), nil)
			if err != nil {
				return err
			}
			if a.json {
				for _, c := range page.Checkpoints {
					if err := a.line(c); err != nil {
						return err
					}
				}
				return a.line(map[string]any{"checkpoints": len(page.Checkpoints)})
			}
			rows := [][]string{{"EVENTS", "SIGNED", "ANCHORED IN BLOCK", "ROOT"}}
			for _, c := range page.Checkpoints {
				block := "-"
				if c.Anchor != nil {
					block = fmt.Sprintf("%d of chain %d", c.Anchor.Block, c.Anchor.Chain)
				}
				rows = append(rows, []string{strconv.FormatUint(c.Size, 10), age(c.Signed) + " ago", block, c.Root})
			}
			return table(a.out, columnsOf(a.out, 0), rows)
		},
	}
	c.Flags().IntVar(&limit, "limit", 20, "how many")
	return c
}

// maxPage is how many elements a page of the server can have.
const maxPage = 200

// trust is whose signatures are believed.
type trust struct{ keys []string }

func (t *trust) flag(c *cobra.Command) {
	c.Flags().StringArrayVar(&t.keys, "key", nil, "key to trust, as mergit audit key prints it; may be given again (default: what the server says)")
}

// believed checks a checkpoint's signature.
func (t *trust) believed(ctx context.Context, server *client, c wire.Checkpoint) (commands.TreeHead, error) {
	keys := t.keys
	if len(keys) == 0 {
		said, err := call[wire.AuditKey](ctx, server, http.MethodGet, "/audit/key", nil)
		if err != nil {
			return commands.TreeHead{}, err
		}
		keys = []string{said.Key, c.Key}
	}
	err := errors.New("no key is trusted")
	for _, key := range keys {
		var said auditlog.Checkpoint
		if said, err = auditlog.Open(c.Note, key); err == nil {
			return commands.TreeHead{Size: said.Size, Root: said.Root}, nil
		}
	}
	return commands.TreeHead{}, unproven(fmt.Errorf("the checkpoint of size %d is not signed by a key that is trusted: %w", c.Size, err))
}

// unproven ends a command whose proof does not hold.
func unproven(err error) error {
	return &exitError{Code: exitRefused, Name: "VERIFICATION_FAILED", Err: err}
}

func digestsOf(texts []string) ([]events.Digest, error) {
	out := make([]events.Digest, len(texts))
	for i, text := range texts {
		var err error
		if out[i], err = events.ParseDigest(text); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// sequenceOf reads a position of the log, or a size.
func sequenceOf(what, text string) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 63)
	if err != nil || n == 0 {
		return 0, usage("%s %q: want a whole number from 1", what, text)
	}
	return n, nil
}

func (a *app) auditInclusionCommand() *cobra.Command {
	var who trust
	var size uint64
	c := &cobra.Command{
		Use: "inclusion SEQUENCE", Short: "Prove that an event is under a checkpoint", Args: oneArg,
		Long: `Prove that the event at a sequence is under a checkpoint. The proof and the
checkpoint's signature are checked here, not by the server.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			sequence, err := sequenceOf("sequence", args[0])
			if err != nil {
				return err
			}
			server, err := a.target.connect()
			if err != nil {
				return err
			}
			query := url.Values{"sequence": {args[0]}}
			if size > 0 {
				query.Set("size", strconv.FormatUint(size, 10))
			}
			p, err := call[wire.Inclusion](cmd.Context(), server, http.MethodGet, "/audit/inclusion?"+query.Encode(), nil)
			if err != nil {
				return err
			}
			head, err := who.believed(cmd.Context(), server, p.Checkpoint)
			if err != nil {
				return err
			}
			path, err := digestsOf(append([]string{p.Leaf}, p.Path...))
			if err == nil {
				err = auditlog.CheckInclusion(head, events.Revision(sequence), path[0], path[1:])
			}
			if err != nil {
				return unproven(fmt.Errorf("the path from event %d does not lead to the checkpoint of size %d: %w", sequence, head.Size, err))
			}
			if a.json {
				return a.line(p)
			}
			fmt.Fprintf(a.out, "event %d is one of the %d under the checkpoint with root %s\nleaf  %s\n", sequence, head.Size, head.Root, p.Leaf)
			for i, hash := range p.Path {
				fmt.Fprintf(a.out, "%4d  %s\n", i, hash)
			}
			return nil
		},
	}
	who.flag(c)
	c.Flags().Uint64Var(&size, "size", 0, "size of the checkpoint (default: the newest)")
	return c
}

func (a *app) auditConsistencyCommand() *cobra.Command {
	var who trust
	c := &cobra.Command{
		Use: "consistency FROM [TO]", Short: "Prove that one checkpoint extends another, both named by their sizes", Args: cobra.RangeArgs(1, 2),
		Long: `Prove that the checkpoint of size TO, by default the newest, extends that of
size FROM: nothing was changed in between, only added. The proof and both
signatures are checked here, not by the server.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			query := url.Values{}
			for i, name := range []string{"from", "to"}[:len(args)] {
				if _, err := sequenceOf(name, args[i]); err != nil {
					return err
				}
				query.Set(name, args[i])
			}
			server, err := a.target.connect()
			if err != nil {
				return err
			}
			p, err := call[wire.Consistency](cmd.Context(), server, http.MethodGet, "/audit/consistency?"+query.Encode(), nil)
			if err != nil {
				return err
			}
			from, err := who.believed(cmd.Context(), server, p.From)
			if err != nil {
				return err
			}
			to, err := who.believed(cmd.Context(), server, p.To)
			if err != nil {
				return err
			}
			path, err := digestsOf(p.Path)
			if err == nil {
				err = auditlog.CheckConsistency(from, to, path)
			}
			if err != nil {
				return unproven(fmt.Errorf("the checkpoint of size %d does not extend that of size %d: %w", to.Size, from.Size, err))
			}
			if a.json {
				return a.line(p)
			}
			fmt.Fprintf(a.out, "the checkpoint of size %d, root %s,\nextends that of size %d, root %s\n", to.Size, to.Root, from.Size, from.Root)
			return nil
		},
	}
	who.flag(c)
	return c
}

func (a *app) auditKeyCommand() *cobra.Command {
	var replace bool
	c := &cobra.Command{
		Use: "key", Short: "Print the key that verifies checkpoints, or replace it", Args: noArgs,
		Long: `Print the key that verifies checkpoints. Keep it, and a checkpoint now and then
(GET /audit/checkpoint), somewhere else: then nobody can put another log in place
of this one unnoticed.
With --replace another key is made in the data folder. It signs from the next
start of the server on, and says of itself which one it replaces.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			dir := node.Layout{Dir: a.target.Data}.Audit()
			if replace {
				if a.target.Server != "" {
					return usage("--replace works in the data folder of the server, not over --server")
				}
				key, err := auditlog.RotateKey(dir, rand.Reader)
				if errors.Is(err, fs.ErrNotExist) {
					return usage("there is no key in %s; the server makes one when it starts", dir)
				}
				if err != nil {
					return err
				}
				if !a.json {
					fmt.Fprintln(a.err, "replaced; start the server again for it to sign")
				}
				return a.printKey(wire.AuditKey{Key: key.Public(), Origin: key.Origin()})
			}
			if a.target.Server == "" {
				if key, err := auditlog.ReadKey(dir); err == nil {
					return a.printKey(wire.AuditKey{Key: key.Public(), Origin: key.Origin()})
				}
			}
			server, err := a.target.connect()
			if err != nil {
				return err
			}
			key, err := call[wire.AuditKey](cmd.Context(), server, http.MethodGet, "/audit/key", nil)
			if err != nil {
				return err
			}
			return a.printKey(key)
		},
	}
	c.Flags().BoolVar(&replace, "replace", false, "make another key")
	return c
}

func (a *app) printKey(k wire.AuditKey) error {
	if a.json {
		return a.line(k)
	}
	_, err := fmt.Fprintln(a.out, printable(strings.TrimSpace(k.Key)))
	return err
}
