package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

func (a *app) tokenCommand() *cobra.Command {
	return &cobra.Command{
		Use: "token", Short: "Print URL and token of the server on this machine", Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			server, err := a.target.connect()
			if err != nil {
				return err
			}
			at := server.where()
			if a.json {
				return a.line(map[string]any{"url": at.URL, "token": at.Token})
			}
			_, err = fmt.Fprintf(a.out, "%s\n%s\n", at.URL, at.Token)
			return err
		},
	}
}
