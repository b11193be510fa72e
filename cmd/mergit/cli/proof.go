package cli

import (
	"fmt"
	"net/http"
	"net/url"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/mergit-io/mergit/gateway/wire"
)

func (a *app) proofCommand() *cobra.Command {
	retry := &cobra.Command{
		Use: "retry GOAL", Short: "Try again to record a proof that was given up", Args: oneArg,
		Long: `Try again to record a goal's proof on the chain that was given up after ten
refusals, once their cause is removed: a signer without funds, or without its role.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			server, id, err := a.goal(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			accepted, err := call[wire.Accepted](cmd.Context(), server, http.MethodPost, "/goals/"+url.PathEscape(id)+"/proofs/retry",
				nil, "Idempotency-Key", uuid.NewString())
			if err != nil {
				return err
			}
			if a.json {
				return a.line(map[string]any{"goal": accepted.ID, "proof": "pending"})
			}
			fmt.Fprintf(a.out, "the proof of %s is tried again\n", accepted.ID)
			return nil
		},
	}
	return group(&cobra.Command{Use: "proof", Short: "Proofs of goals on the chain"}, retry)
}
