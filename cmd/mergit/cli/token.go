package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

func (a *app) tokenCommand() *cobra.Command {
	return &cobra.Command{
		Use: "token", Short: "Print URL and token of the server on this machine", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			server, err := a.target.connect()
			if err != nil {
				return err
			}
			if a.json {
				return a.line(map[string]any{"url": server.URL, "token": server.Token})
			}
			_, err = fmt.Fprintf(a.out, "%s\n%s\n", server.URL, server.Token)
			return err
		},
	}
}
