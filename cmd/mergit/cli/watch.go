package cli

import (
	"fmt"
	"net/url"
	"time"

	"github.com/spf13/cobra"
)

func (a *app) watchCommand() *cobra.Command {
	return &cobra.Command{
		Use: "watch [SUBJECT]", Short: "Tail events, all you may see or those of a subject pattern", Args: cobra.MaximumNArgs(1),
		Example: `  mergit watch
  mergit watch 'mergit.ev.*.main.goal.>' --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			server, err := a.target.connect()
			if err != nil {
				return err
			}
			path := "/stream/events"
			if len(args) > 0 {
				path += "?subject=" + url.QueryEscape(args[0])
			}
			for e, err := range server.stream(cmd.Context(), path) {
				if err != nil {
					return err
				}
				if a.json {
					if err := a.line(e); err != nil {
						return err
					}
					continue
				}
				fmt.Fprintf(a.out, "%8d  %s  %-20s  %s %s\n", e.Sequence, e.Time.Local().Format(time.TimeOnly), e.Kind, e.Aggregate, e.Task)
			}
			return nil
		},
	}
}
