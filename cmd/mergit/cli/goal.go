package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/mergit-io/mergit/gateway/wire"
)

func (a *app) goalCommand() *cobra.Command {
	c := &cobra.Command{Use: "goal", Short: "Run goals and look at them"}
	c.AddCommand(a.goalRunCommand(), a.goalSubmitCommand(), a.goalListCommand(), a.goalShowCommand(), a.goalResultCommand(),
		a.goalWatchCommand(), a.goalResumeCommand(), a.goalCancelCommand(), a.goalAuditCommand())
	return c
}

func (a *app) goalSubmitCommand() *cobra.Command {
	var s submission
	c := &cobra.Command{
		Use: "submit [TITLE]", Short: "Hand in a goal and return at once", Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			server, err := a.target.connect()
			if err != nil {
				return err
			}
			accepted, err := s.submit(cmd.Context(), server, args)
			if err != nil {
				return err
			}
			if a.json {
				return a.line(map[string]any{"goal": accepted.ID})
			}
			fmt.Fprintln(a.out, accepted.ID)
			fmt.Fprintf(a.err, "follow it with: mergit goal watch %s\n", accepted.ID)
			return nil
		},
	}
	s.flags(c)
	return c
}

func (a *app) goalListCommand() *cobra.Command {
	var status string
	var limit int
	c := &cobra.Command{
		Use: "list", Short: "List goals, newest first", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			server, err := a.target.connect()
			if err != nil {
				return err
			}
			query := url.Values{"limit": {strconv.Itoa(limit)}}
			if status != "" {
				query.Set("status", status)
			}
			list, err := call[wire.GoalList](cmd.Context(), server, http.MethodGet, "/goals?"+query.Encode(), nil)
			if err != nil {
				return err
			}
			if a.json {
				for _, g := range list.Goals {
					if err := a.line(g); err != nil {
						return err
					}
				}
				return a.line(map[string]any{"goals": len(list.Goals)})
			}
			w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "GOAL\tSTATUS\tTASKS\tAGE\tTITLE")
			for _, g := range list.Goals {
				fmt.Fprintf(w, "%s\t%s\t%d/%d\t%s\t%s\n", g.ID, g.Status, g.TasksDone, g.TasksTotal, age(g.Created), oneLine(g.Title, 60))
			}
			return w.Flush()
		},
	}
	c.Flags().StringVar(&status, "status", "", "only goals in this state")
	c.Flags().IntVar(&limit, "limit", 20, "at most this many")
	return c
}

func (a *app) goalShowCommand() *cobra.Command {
	return &cobra.Command{
		Use: "show GOAL", Short: "Show a goal with its tasks, calls, questions and proof", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			server, err := a.target.connect()
			if err != nil {
				return err
			}
			goal, err := call[wire.Goal](cmd.Context(), server, http.MethodGet, "/goals/"+url.PathEscape(args[0]), nil)
			if err != nil {
				return err
			}
			if a.json {
				return a.line(goal)
			}
			return showGoal(a.out, goal)
		},
	}
}

func (a *app) goalResultCommand() *cobra.Command {
	var task string
	c := &cobra.Command{
		Use: "result GOAL", Short: "Print a goal's result, or that of one of its tasks", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			server, err := a.target.connect()
			if err != nil {
				return err
			}
			path := "/goals/" + url.PathEscape(args[0]) + "/result"
			if task != "" {
				path = "/goals/" + url.PathEscape(args[0]) + "/tasks/" + url.PathEscape(task) + "/result"
			}
			result, err := call[json.RawMessage](cmd.Context(), server, http.MethodGet, path, nil)
			if err != nil {
				return err
			}
			if a.json {
				return a.line(map[string]any{"goal": args[0], "result": result})
			}
			_, err = fmt.Fprintln(a.out, readable(result))
			return err
		},
	}
	c.Flags().StringVar(&task, "task", "", "of this task")
	return c
}

func (a *app) goalResumeCommand() *cobra.Command {
	var answer wire.ResumeGoal
	c := &cobra.Command{
		Use: "resume GOAL --decision D", Short: "Answer what a goal waits for", Args: cobra.ExactArgs(1),
		Long: "Answer what a goal waits for. Without --interrupt the only open question is answered.",
		RunE: func(cmd *cobra.Command, args []string) error {
			server, err := a.target.connect()
			if err != nil {
				return err
			}
			if answer.Interrupt == "" {
				goal, err := call[wire.Goal](cmd.Context(), server, http.MethodGet, "/goals/"+url.PathEscape(args[0]), nil)
				if err != nil {
					return err
				}
				open := openInterrupts(goal)
				if len(open) != 1 {
					return usage("goal %s has %d open questions; name one with --interrupt (see: mergit goal show %s)", args[0], len(open), args[0])
				}
				answer.Interrupt = open[0].ID
			}
			accepted, err := resume(cmd.Context(), server, args[0], answer)
			if err != nil {
				return err
			}
			if a.json {
				return a.line(map[string]any{"goal": args[0], "interrupt": answer.Interrupt, "decision": answer.Decision, "revision": accepted.Revision})
			}
			fmt.Fprintf(a.out, "answered %s with %s\n", answer.Interrupt, answer.Decision)
			return nil
		},
	}
	c.Flags().StringVar(&answer.Interrupt, "interrupt", "", "which question")
	c.Flags().StringVar(&answer.Decision, "decision", "", "one of the question's options, such as happened, did_not, again")
	c.Flags().StringVar(&answer.Feedback, "feedback", "", "what else to say")
	_ = c.MarkFlagRequired("decision")
	return c
}

func (a *app) goalCancelCommand() *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use: "cancel GOAL", Short: "Call a goal off; what is done stays and is proven", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			server, err := a.target.connect()
			if err != nil {
				return err
			}
			accepted, err := call[wire.Accepted](cmd.Context(), server, http.MethodDelete, "/goals/"+url.PathEscape(args[0]),
				wire.CancelGoal{Reason: reason}, "Idempotency-Key", uuid.NewString())
			if err != nil {
				return err
			}
			if a.json {
				return a.line(map[string]any{"goal": accepted.ID, "status": "cancelled"})
			}
			fmt.Fprintf(a.out, "cancelled %s\n", accepted.ID)
			return nil
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "why")
	return c
}

func (a *app) goalAuditCommand() *cobra.Command {
	var to string
	c := &cobra.Command{
		Use: "audit GOAL", Short: "Copy a goal's part of the log, for mergit verify goal --log", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			server, err := a.target.connect()
			if err != nil {
				return err
			}
			r, err := server.request(cmd.Context(), http.MethodGet, "/goals/"+url.PathEscape(args[0])+"/audit", nil)
			if err != nil {
				return err
			}
			response, err := server.do(r)
			if err != nil {
				return explain(err)
			}
			defer response.Body.Close()
			out := a.out
			if to != "" {
				file, err := os.Create(to)
				if err != nil {
					return err
				}
				defer func() {
					if closing := file.Close(); err == nil {
						err = closing
					}
				}()
				out = file
			}
			_, err = io.Copy(out, response.Body)
			return err
		},
	}
	c.Flags().StringVarP(&to, "output", "o", "", "file to write (default: standard output)")
	return c
}

func (a *app) interruptsCommand() *cobra.Command {
	return &cobra.Command{
		Use: "interrupts", Short: "List what waits for a person", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			server, err := a.target.connect()
			if err != nil {
				return err
			}
			list, err := call[wire.InterruptList](cmd.Context(), server, http.MethodGet, "/interrupts", nil)
			if err != nil {
				return err
			}
			for _, i := range list.Interrupts {
				if a.json {
					if err := a.line(i); err != nil {
						return err
					}
					continue
				}
				fmt.Fprintf(a.out, "%s\n  %s\n  mergit goal resume %s --interrupt %s --decision %s\n", i.Goal, i.Description, i.Goal, i.ID, strings.Join(i.Options, "|"))
			}
			if a.json {
				return a.line(map[string]any{"interrupts": len(list.Interrupts)})
			}
			if len(list.Interrupts) == 0 {
				fmt.Fprintln(a.err, "nothing waits for you")
			}
			return nil
		},
	}
}

// line writes one JSON line.
func (a *app) line(v any) error { return json.NewEncoder(a.out).Encode(v) }

func age(t time.Time) string { return time.Since(t).Truncate(time.Second).String() }
