package cli

import (
	"fmt"
	"net/http"
	"net/url"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/mergit-io/mergit/gateway/wire"
)

func (a *app) goalRetryCommand() *cobra.Command {
	return &cobra.Command{
		Use: "retry GOAL", Short: "Have a goal that failed go on; what is done stays", Args: oneArg,
		Long: `Have a goal that failed go on. Tasks that are done keep their results, every
other one begins anew with all its attempts.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			server, id, err := a.goal(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			accepted, err := call[wire.Accepted](cmd.Context(), server, http.MethodPost, "/goals/"+url.PathEscape(id)+"/retry", nil, "Idempotency-Key", uuid.NewString())
			if err != nil {
				return err
			}
			if a.json {
				return a.line(map[string]any{"goal": accepted.ID, "status": "executing"})
			}
			fmt.Fprintf(a.out, "retrying %s\n", accepted.ID)
			fmt.Fprintf(a.err, "follow it with: %s\n", a.target.command("goal watch "+accepted.ID))
			return nil
		},
	}
}
