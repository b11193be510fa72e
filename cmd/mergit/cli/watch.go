package cli

import (
	"fmt"
	"net/url"
	"time"

	"github.com/spf13/cobra"
)

func (a *app) watchCommand() *cobra.Command {
	from := "now"
	c := &cobra.Command{
		Use: "watch [SUBJECT]", Short: "Tail events, all you may see or those of a subject pattern", Args: cobra.MaximumNArgs(1),
		Long: `Tail events as they come, until Ctrl-C. With --from start all that is in the
log comes first.`,
		Example: `  mergit watch
  mergit watch 'mergit.ev.*.main.goal.>' --from start --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			query := url.Values{}
			switch from {
			case "now":
				query.Set("from", from)
			case "start":
			default:
				return usage("--from %q: want now or start", from)
			}
			if len(args) > 0 {
				query.Set("subject", args[0])
			}
			server, err := a.target.connect()
			if err != nil {
				return err
			}
			if from == "now" {
				fmt.Fprintln(a.err, "waiting for events; those before are shown with --from start")
			}
			events := stream{client: server, path: "/stream/events", query: query, away: func(gone bool) {
				if gone {
					fmt.Fprintln(a.err, "server gone, waiting for it …")
				} else {
					fmt.Fprintln(a.err, "server is back")
				}
			}}
			for e, err := range events.events(cmd.Context()) {
				if err != nil {
					return err
				}
				if a.json {
					if err := a.line(e); err != nil {
						return err
					}
					continue
				}
				at := ""
				if !e.Time.IsZero() {
					at = e.Time.Local().Format(time.TimeOnly)
				}
				fmt.Fprintf(a.out, "%8d  %-8s  %-20s  %s %s\n", e.Sequence, at, e.Kind, printable(e.Aggregate), printable(readFact(e).Task))
			}
			return nil
		},
	}
	c.Flags().StringVar(&from, "from", from, "where to begin: now, or start for all that is in the log")
	return c
}
