package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway/wire"
)

func (a *app) reputationCommand() *cobra.Command {
	return group(&cobra.Command{Use: "reputation", Short: "Look at agents' scores: what they are made of, how they went, who is best", Long: `Look at agents' scores. A score, from 0 to 10000, is computed from the last 30
days of the log, and moves on the chain a step at a time. An agent is named by
its ID, which may be cut short, its DID, or the address of its key. "mergit verify score" computes a
score again and compares it with the chain.`},
		a.reputationShowCommand(), a.leaderboardCommand(), a.scoreHistoryCommand())
}

func (a *app) reputationShowCommand() *cobra.Command {
	return &cobra.Command{
		Use: "show AGENT", Short: "Show an agent's score, its components, badges and rank", Args: oneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			server, id, err := a.agent(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			r, err := call[wire.Reputation](cmd.Context(), server, http.MethodGet, "/reputation/"+url.PathEscape(id), nil)
			if err != nil {
				return err
			}
			if a.json {
				return a.line(r)
			}
			return a.printReputation(r)
		},
	}
}

// percent writes ten thousandths: 9850 is 98.50 %.
func percent(n int64) string { return fmt.Sprintf("%d.%02d %%", n/100, n%100) }

func (a *app) printReputation(r wire.Reputation) error {
	rows := [][]string{{"agent", r.Agent + "  " + r.Name}, {"address", r.Address}}
	if !r.Scored {
		rows = append(rows, []string{"score", "none yet: nothing was done as this agent"})
		return table(a.out, 0, rows)
	}
	line := fmt.Sprintf("%d", r.Score)
	if r.Target != r.Score {
		line += fmt.Sprintf(", on the way to %d", r.Target)
	}
	rows = append(rows, []string{"score", line}, []string{"rank", fmt.Sprintf("%d of %d", r.Rank, r.Of)})
	switch chain := r.OnChain; {
	case chain == nil:
		rows = append(rows, []string{"on chain", "not yet"})
	default:
		line := fmt.Sprintf("%d, update %d, block %d of chain %d, transaction %s", chain.Score, chain.Index, chain.Block, chain.Chain, chain.Tx)
		if r.Pending {
			line += "; the next is on its way"
		}
		rows = append(rows, []string{"on chain", line})
	}
	parts, err := componentRows(r.Components)
	if err != nil {
		return err
	}
	rows = append(rows, parts...)
	for _, b := range r.Badges {
		rows = append(rows, []string{"badge", fmt.Sprintf("%s, token %s", b.Badge, b.TokenID)})
	}
	rows = append(rows, []string{"hash", r.Hash}, []string{"as of", fmt.Sprintf("event %d", r.AsOf)})
	return table(a.out, 0, rows)
}

// componentRows words what a score is made of.
func componentRows(text json.RawMessage) ([][]string, error) {
	var c events.ReputationComponents
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, fmt.Errorf("components: %w", err)
	}
	share := func(s events.ReputationShare) string {
		if s.Of == 0 {
			return "nothing observed"
		}
		return fmt.Sprintf("%s (%d of %d)", percent(s.Value), s.Count, s.Of)
	}
	return [][]string{
		{"tasks done", share(c.Completed)},
		{"pull requests merged", share(c.Merged)},
		{"approved by people", share(c.Approved)},
		{"quality", fmt.Sprintf("%s (%s of attempts failed)", percent(c.Quality.Value), percent(c.Quality.Failed.Value))},
		{"badges", fmt.Sprintf("%s (%d)", percent(c.Badges.Value), c.Badges.Count)},
	}, nil
}

func (a *app) leaderboardCommand() *cobra.Command {
	var limit int
	c := &cobra.Command{
		Use: "leaderboard", Short: "List agents, the highest score first", Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if limit < 1 {
				return usage("--limit %d: want at least 1", limit)
			}
			server, err := a.target.connect()
			if err != nil {
				return err
			}
			board, err := readLeaderboard(cmd.Context(), server, limit)
			if err != nil {
				return err
			}
			if a.json {
				for _, agent := range board.Agents {
					if err := a.line(agent); err != nil {
						return err
					}
				}
				return a.line(map[string]any{"agents": len(board.Agents), "of": board.Of, "more": board.Next != ""})
			}
			if len(board.Agents) == 0 {
				_, err := fmt.Fprintln(a.out, "no agent has a score yet")
				return err
			}
			rows := [][]string{{"RANK", "SCORE", "ON CHAIN", "BADGES", "AGENT", "NAME"}}
			for _, g := range board.Agents {
				rows = append(rows, []string{fmt.Sprint(g.Rank), fmt.Sprint(g.Score), fmt.Sprint(g.OnChain), fmt.Sprint(g.Badges), g.Agent, g.Name})
			}
			return table(a.out, columnsOf(a.out, 0), rows)
		},
	}
	c.Flags().IntVar(&limit, "limit", 20, "at most this many")
	return c
}

// readLeaderboard reads as many pages as it takes. Next says only whether there
// are more.
func readLeaderboard(ctx context.Context, server *client, limit int) (board wire.Leaderboard, err error) {
	board.Agents, _, err = pages(ctx, server, "/reputation/leaderboard", url.Values{}, limit, func(p wire.Leaderboard) ([]wire.RankedAgent, string) {
		board.Of, board.Next = p.Of, p.Next
		return p.Agents, p.Next
	})
	return board, err
}

var resolutions = []string{"hour", "day", "month"}

func (a *app) scoreHistoryCommand() *cobra.Command {
	var from, to, resolution string
	c := &cobra.Command{
		Use: "history AGENT", Short: "List what an agent's score was, oldest first", Args: oneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			if resolution != "" && !slices.Contains(resolutions, resolution) {
				return usage("--resolution %q: want one of %s", resolution, strings.Join(resolutions, ", "))
			}
			server, id, err := a.agent(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			query := url.Values{}
			for name, value := range map[string]string{"from": from, "to": to, "resolution": resolution} {
				if value != "" {
					query.Set(name, value)
				}
			}
			h, err := call[wire.ScoreHistory](cmd.Context(), server, http.MethodGet, "/reputation/"+url.PathEscape(id)+"/history?"+query.Encode(), nil)
			if err != nil {
				return err
			}
			if a.json {
				for _, s := range h.Scores {
					if err := a.line(s); err != nil {
						return err
					}
				}
				return a.line(map[string]any{"scores": len(h.Scores), "more": h.More})
			}
			if len(h.Scores) == 0 {
				_, err := fmt.Fprintln(a.out, "no score in that time")
				return err
			}
			rows := [][]string{{"AT", "SCORE", "TARGET"}}
			for _, s := range h.Scores {
				rows = append(rows, []string{s.At.Local().Format("2006-01-02 15:04:05"), fmt.Sprint(s.Score), fmt.Sprint(s.Target)})
			}
			return table(a.out, 0, rows)
		},
	}
	f := c.Flags()
	f.StringVar(&from, "from", "", "scores from this time on: a date, or like 2026-03-01T12:00:00Z")
	f.StringVar(&to, "to", "", "scores before this time")
	f.StringVar(&resolution, "resolution", "", "only the last score of each "+strings.Join(resolutions, ", "))
	return c
}
