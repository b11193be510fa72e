package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway/wire"
)

func (a *app) goalCommand() *cobra.Command {
	return group(&cobra.Command{Use: "goal", Short: "Run goals and look at them", Long: `Run goals and look at them. A goal's ID may be cut short, to four characters
or more with which no other of the newest goals begins.`},
		a.goalRunCommand(), a.goalSubmitCommand(), a.goalListCommand(), a.goalShowCommand(), a.goalResultCommand(),
		a.goalWatchCommand(), a.goalResumeCommand(), a.goalRetryCommand(), a.goalCancelCommand(), a.goalAuditCommand())
}

// shortest is how much of an ID must be given.
const shortest = 4

// goal connects to the server and completes a goal's ID.
func (a *app) goal(ctx context.Context, said string) (*client, string, error) {
	server, err := a.target.connect()
	if err != nil {
		return nil, "", err
	}
	if _, err := uuid.Parse(said); err == nil || len(said) < shortest {
		return server, said, nil
	}
	list, err := call[wire.GoalList](ctx, server, http.MethodGet, fmt.Sprintf("/goals?limit=%d", pageSize), nil)
	if err != nil {
		return nil, "", err
	}
	var like []string
	for _, g := range list.Goals {
		if g.ID == said {
			return server, said, nil
		}
		if strings.HasPrefix(g.ID, said) {
			like = append(like, g.ID)
		}
	}
	switch len(like) {
	case 0:
		return server, said, nil // an older one, or none
	case 1:
		return server, like[0], nil
	}
	return nil, "", usage("%d goals begin with %s: %s", len(like), said, strings.Join(like[:min(len(like), 5)], ", "))
}

func (a *app) goalSubmitCommand() *cobra.Command {
	var s submission
	c := &cobra.Command{
		Use: "submit [TITLE]", Short: "Hand in a goal and return at once", Args: title,
		RunE: func(cmd *cobra.Command, args []string) error {
			_, accepted, err := a.submit(cmd.Context(), &s, args)
			if err != nil {
				return err
			}
			if a.json {
				return a.line(map[string]any{"goal": accepted.ID})
			}
			fmt.Fprintln(a.out, accepted.ID)
			fmt.Fprintf(a.err, "follow it with: %s\n", a.target.command("goal watch "+accepted.ID))
			return nil
		},
	}
	s.flags(c)
	return c
}

var goalStatuses = []string{"pending", "planning", "executing", "awaiting_human", "done", "failed", "cancelled"}

func (a *app) goalListCommand() *cobra.Command {
	var status string
	var limit int
	c := &cobra.Command{
		Use: "list", Short: "List goals, newest first", Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case limit < 1:
				return usage("--limit %d: want at least 1", limit)
			case status != "" && !slices.Contains(goalStatuses, status):
				return usage("--status %q: want one of %s", status, strings.Join(goalStatuses, ", "))
			}
			server, err := a.target.connect()
			if err != nil {
				return err
			}
			goals, more, err := listGoals(cmd.Context(), server, status, limit)
			if err != nil {
				return err
			}
			return a.printGoals(goals, more)
		},
	}
	c.Flags().StringVar(&status, "status", "", "only goals in this state: "+strings.Join(goalStatuses, ", "))
	c.Flags().IntVar(&limit, "limit", 20, "at most this many")
	return c
}

// listGoals reads as many pages as it takes.
func listGoals(ctx context.Context, server *client, status string, limit int) ([]wire.GoalSummary, bool, error) {
	return pages(ctx, server, "/goals", withStatus(status), limit, func(p wire.GoalList) ([]wire.GoalSummary, string) { return p.Goals, p.Next })
}

func (a *app) printGoals(goals []wire.GoalSummary, more bool) error {
	if a.json {
		for _, g := range goals {
			if err := a.line(g); err != nil {
				return err
			}
		}
		return a.line(map[string]any{"goals": len(goals), "more": more})
	}
	rows := [][]string{{"GOAL", "STATUS", "TASKS", "AGE", "TITLE"}}
	for _, g := range goals {
		rows = append(rows, []string{g.ID, g.Status, fmt.Sprintf("%d/%d", g.TasksDone, g.TasksTotal), age(g.Created), oneLine(g.Title, 60)})
	}
	if err := table(a.out, columnsOf(a.out, 0), rows); err != nil {
		return err
	}
	if more {
		fmt.Fprintf(a.err, "there are more; see them with --limit %d\n", 5*len(goals))
	}
	return nil
}

func (a *app) goalShowCommand() *cobra.Command {
	return &cobra.Command{
		Use: "show GOAL", Short: "Show a goal with its tasks, calls, questions and proof", Args: oneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			server, id, err := a.goal(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			goal, err := getGoal(cmd.Context(), server, id)
			if err != nil {
				return err
			}
			if a.json {
				return a.line(goal)
			}
			return a.showGoal(goal)
		},
	}
}

func getGoal(ctx context.Context, server *client, id string) (wire.Goal, error) {
	return call[wire.Goal](ctx, server, http.MethodGet, "/goals/"+url.PathEscape(id), nil)
}

func (a *app) goalResultCommand() *cobra.Command {
	var task string
	c := &cobra.Command{
		Use: "result GOAL", Short: "Print a goal's result, or that of one of its tasks", Args: oneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			server, id, err := a.goal(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			path := "/goals/" + url.PathEscape(id) + "/result"
			if task != "" {
				path = "/goals/" + url.PathEscape(id) + "/tasks/" + url.PathEscape(task) + "/result"
			}
			result, err := call[json.RawMessage](cmd.Context(), server, http.MethodGet, path, nil)
			if err != nil {
				return a.noResult(cmd.Context(), server, id, task, err)
			}
			if a.json {
				return a.line(map[string]any{"goal": id, "result": result})
			}
			return a.result(result)
		},
	}
	c.Flags().StringVar(&task, "task", "", "of this task")
	return c
}

// noResult adds why there is no result, if the goal knows.
func (a *app) noResult(ctx context.Context, server *client, id, task string, err error) error {
	exit, ok := errors.AsType[*exitError](err)
	if !ok || exit.Name != "RESULT_NOT_FOUND" {
		return err
	}
	goal, getErr := getGoal(ctx, server, id)
	if getErr != nil {
		return err
	}
	reason := ""
	switch goal.Status {
	case "failed", "cancelled":
		reason = why(goal)
	case "done":
	default:
		reason = "the goal is " + goal.Status + "; follow it with: " + a.target.command("goal watch "+id)
	}
	for _, t := range goal.Tasks {
		if t.ID == task && t.Error != "" {
			reason = fmt.Sprintf("the task is %s: %s: %s", t.Status, t.Code, t.Error)
		}
	}
	if reason != "" {
		exit.Err, exit.Long = fmt.Errorf("%w\n%s", exit.Err, reason), exit.Long+"; "+reason
	}
	return exit
}

func (a *app) goalResumeCommand() *cobra.Command {
	var answer wire.ResumeGoal
	var secretFile string
	c := &cobra.Command{
		Use: "resume GOAL --decision D", Short: "Answer what a goal waits for", Args: oneArg,
		Long: `Answer what a goal waits for. Without --interrupt the only open question is
answered. What can be decided stands with the question ("mergit interrupts"):
  approve, reject             a task or a call that wants a person's leave
  approve, revise, reject     a pull request; --feedback says how to revise it
  allow, block                a call that could do harm
  provide, reject             a secret: see --secret-file
  happened, did_not, again    a call of which nobody knows whether it happened`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if answer.Decision == "" {
				return usage("--decision is missing; give one of the question's options")
			}
			var err error
			if answer.Secret, err = a.secret(cmd.Context(), answer.Decision, secretFile); err != nil {
				return err
			}
			server, id, err := a.goal(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			if answer.Interrupt == "" {
				goal, err := getGoal(cmd.Context(), server, id)
				if err != nil {
					return err
				}
				if answer.Interrupt, err = a.onlyQuestion(goal); err != nil {
					return err
				}
			}
			accepted, err := resume(cmd.Context(), server, id, answer, uuid.NewString())
			if err != nil {
				return err
			}
			if a.json {
				return a.line(map[string]any{"goal": id, "interrupt": answer.Interrupt, "decision": answer.Decision, "revision": accepted.Revision})
			}
			fmt.Fprintf(a.out, "answered %s with %s\n", answer.Interrupt, answer.Decision)
			fmt.Fprintf(a.err, "follow the goal with: %s\n", a.target.command("goal watch "+id))
			return nil
		},
	}
	c.Flags().StringVar(&answer.Interrupt, "interrupt", "", "which question")
	c.Flags().StringVar(&answer.Decision, "decision", "", "one of the question's options")
	c.Flags().StringVar(&answer.Feedback, "feedback", "", "what else to say; the task is told")
	c.Flags().StringVar(&secretFile, "secret-file", "", "with --decision provide: a file that holds the secret; - is standard input")
	return c
}

// onlyQuestion finds what there is to answer if nobody says what.
func (a *app) onlyQuestion(goal wire.Goal) (string, error) {
	open := openInterrupts(goal)
	switch len(open) {
	case 1:
		return open[0].ID, nil
	case 0:
		return "", &exitError{Code: exitRefused, Name: "NO_QUESTION",
			Err: fmt.Errorf("goal %s is %s and has no open question; all that are open: %s", goal.ID, goal.Status, a.target.command("interrupts"))}
	}
	lines := make([]string, len(open))
	for i, question := range open {
		lines[i] = "\n  " + a.answer(question)
	}
	return "", usage("goal %s has %d open questions; name one with --interrupt:%s", goal.ID, len(open), strings.Join(lines, ""))
}

func (a *app) goalCancelCommand() *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use: "cancel GOAL", Short: "Call a goal off; what is done stays and is proven", Args: oneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			server, id, err := a.goal(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			accepted, err := call[wire.Accepted](cmd.Context(), server, http.MethodDelete, "/goals/"+url.PathEscape(id),
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

func (a *app) interruptsCommand() *cobra.Command {
	return &cobra.Command{
		Use: "interrupts", Short: "List what waits for a person", Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			server, err := a.target.connect()
			if err != nil {
				return err
			}
			list, err := call[wire.InterruptList](cmd.Context(), server, http.MethodGet, fmt.Sprintf("/interrupts?limit=%d", pageSize), nil)
			if err != nil {
				return err
			}
			list.Interrupts = slices.DeleteFunc(list.Interrupts, func(i wire.Interrupt) bool { return !events.InterruptForPerson(i.Type) })
			for _, i := range list.Interrupts {
				if a.json {
					if err := a.line(i); err != nil {
						return err
					}
					continue
				}
				fmt.Fprintf(a.out, "%s  %s\n  %s\n", i.Goal, oneLine(i.GoalTitle, 60), printable(i.Description))
				if unquoted(i) != "" {
					fmt.Fprintf(a.out, "  all of what it is about: %s\n", a.target.command("goal show "+i.Goal))
				}
				if i.Expires != nil {
					fmt.Fprintf(a.out, "  to be answered by %s\n", i.Expires.Local().Format(time.DateTime))
				}
				fmt.Fprintf(a.out, "  %s\n", a.answer(i))
			}
			if a.json {
				return a.line(map[string]any{"interrupts": len(list.Interrupts), "more": list.Next != ""})
			}
			switch {
			case len(list.Interrupts) == 0:
				fmt.Fprintln(a.err, "nothing waits for you")
			case list.Next != "":
				fmt.Fprintln(a.err, "there are more, older ones")
			}
			return nil
		},
	}
}
