package cli

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/mergit-io/mergit/gateway/wire"
)

func (a *app) memoryCommand() *cobra.Command {
	return group(&cobra.Command{Use: "memory", Short: "Look at what is remembered of goals, and have it forgotten", Long: `Look at what is remembered of goals that ended: how each was planned, what
failed and how that was overcome, and lessons that are counted over many. A
model that plans a goal is told of the ones that are like it, as quoted data;
"mergit goal show" names them. Destroying a goal's key forgets it here too.`},
		a.memorySearchCommand(), a.memoryListCommand(), a.memoryForgetCommand())
}

func (a *app) memorySearchCommand() *cobra.Command {
	var limit int
	c := &cobra.Command{
		Use: "search TEXT", Short: "Find what is remembered of goals that are like a text, the best first", Args: oneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			if strings.TrimSpace(args[0]) == "" {
				return usage("the text is empty; mergit memory list shows the newest")
			}
			return a.remembered(cmd.Context(), args[0], limit)
		},
	}
	c.Flags().IntVar(&limit, "limit", 5, "at most this many")
	return c
}

func (a *app) memoryListCommand() *cobra.Command {
	var limit int
	c := &cobra.Command{
		Use: "list", Short: "List what is remembered, the newest first", Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.remembered(cmd.Context(), "", limit) },
	}
	c.Flags().IntVar(&limit, "limit", 20, "at most this many")
	return c
}

// remembered writes what is like a text, or the newest.
func (a *app) remembered(ctx context.Context, text string, limit int) error {
	if limit < 1 || limit > pageSize {
		return usage("--limit %d: want 1 to %d", limit, pageSize)
	}
	server, err := a.target.connect()
	if err != nil {
		return err
	}
	query := url.Values{"limit": {strconv.Itoa(limit)}}
	if text != "" {
		query.Set("query", text)
	}
	found, err := call[wire.Memories](ctx, server, http.MethodGet, "/memory?"+query.Encode(), nil)
	if err != nil {
		return err
	}
	if a.json {
		for _, e := range found.Episodes {
			if err := a.line(e); err != nil {
				return err
			}
		}
		return a.line(map[string]any{"episodes": len(found.Episodes), "insights": found.Insights})
	}
	if len(found.Episodes) == 0 {
		none := "nothing is remembered yet"
		if text != "" {
			none = "nothing like that is remembered"
		}
		_, err := fmt.Fprintln(a.out, none)
		return err
	}
	rows := [][]string{{"GOAL", "ENDED", "OUTCOME", "TOOK", "FAILURES", "TITLE"}}
	for _, e := range found.Episodes {
		failures := 0
		for _, f := range e.Failures {
			failures += f.Count
		}
		rows = append(rows, []string{e.Goal, e.Ended.Local().Format("2006-01-02 15:04"), strings.TrimSpace(e.Outcome + " " + e.Code),
			brief(time.Duration(e.DurationMS) * time.Millisecond), strconv.Itoa(failures), e.Title})
	}
	if err := table(a.out, columnsOf(a.out, 0), rows); err != nil {
		return err
	}
	for i, lesson := range found.Insights {
		if i == 0 {
			fmt.Fprintln(a.out, "\nlessons")
		}
		fmt.Fprintf(a.out, "  %s (confidence %.2f)\n", printable(lesson.Text), lesson.Confidence)
	}
	return nil
}

func (a *app) memoryForgetCommand() *cobra.Command {
	return &cobra.Command{
		Use: "forget GOAL", Short: "Have a goal's episode forgotten for good; the goal itself stays", Args: oneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			server, id, err := a.goal(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			gone, err := call[wire.ForgottenMemory](cmd.Context(), server, http.MethodDelete, "/memory/"+url.PathEscape(id), nil)
			if err != nil {
				return err
			}
			if a.json {
				return a.line(gone)
			}
			_, err = fmt.Fprintf(a.out, "forgotten %s\n", gone.Goal)
			return err
		},
	}
}
