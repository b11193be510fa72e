package cli

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/mergit-io/mergit/gateway/wire"
)

// showGoal writes everything that is known of a goal.
func (a *app) showGoal(g wire.Goal) error {
	columns := columnsOf(a.out, 80)
	facts(a.out, columns, [][2]string{
		{"goal", g.ID}, {"title", g.Title}, {"status", g.Status}, {"error", strings.TrimSpace(g.FailedTask + " " + g.Error)},
		{"agent", strings.Join(agentsOf(g), ", ")}, {"planner", orElse(g.Planner.Why, g.Planner.Name)},
		{"tasks", fmt.Sprintf("%d of %d done", g.TasksDone, g.TasksTotal)}, {"usage", used(g)},
	})
	if p := g.Proof; p != nil {
		block := ""
		if p.Block > 0 {
			block = strconv.FormatUint(p.Block, 10)
		}
		facts(a.out, columns, [][2]string{
			{"proof", p.Status}, {"bundle", p.Bundle}, {"root", p.Root}, {"transaction", p.Tx}, {"block", block}, {"block hash", p.BlockHash}, {"reason", p.Reason},
		})
	}
	for _, p := range g.Pulls {
		facts(a.out, columns, [][2]string{{"pull request", fmt.Sprintf("%s#%d %s", p.Repo, p.Number, pullState(p))}, {"", p.URL}})
	}
	rows := [][]string{{"TASK", "ROLE", "STATUS", "TRY", "TOOK", "TOOL", "RESULT"}}
	for _, t := range g.Tasks {
		took := ""
		if t.Started != nil && t.Ended != nil {
			took = brief(t.Ended.Sub(*t.Started))
		}
		says := t.Preview
		if t.Error != "" && t.Status != "done" {
			says = t.Code + ": " + t.Error
		}
		if t.Status == "waiting" {
			says = orElse(waitsFor(g, t.ID), says)
		}
		rows = append(rows, []string{oneLine(t.ID, 24), t.Role, t.Status, strconv.FormatInt(t.Attempt, 10), took, t.Tool, oneLine(says, 60)})
		rows = append(rows, troubles(t)...)
	}
	fmt.Fprintln(a.out)
	if err := table(a.out, columns, rows); err != nil {
		return err
	}
	for _, t := range g.Tasks {
		if err := a.trace(t); err != nil {
			return err
		}
	}
	if err := a.asked(g); err != nil {
		return err
	}
	for _, i := range openInterrupts(g) {
		fmt.Fprintf(a.out, "\nwaits for you: %s\n  %s\n", question(i), a.answer(i))
	}
	return nil
}

// pullState says what became of a pull request.
func pullState(p wire.Pull) string {
	state := p.Status
	if p.RolledBack != "" {
		state += ", taken back by " + oneLine(p.RolledBack, 12)
	}
	if p.Flagged > 0 {
		state += fmt.Sprintf(", %d security alerts", p.Flagged)
	}
	return state
}

// facts writes names and values, of which the empty ones are left out.
func facts(out io.Writer, columns int, rows [][2]string) {
	const indent = 13
	for _, row := range rows {
		if row[1] == "" {
			continue
		}
		name := row[0]
		for paragraph := range strings.SplitSeq(strings.TrimSpace(row[1]), "\n") {
			for _, line := range wrapped(paragraph, columns-indent) {
				fmt.Fprintln(out, strings.TrimRight(fmt.Sprintf("%-*s%s", indent, name, line), " "))
				name = ""
			}
		}
	}
}

// agentsOf names who acted for a goal.
func agentsOf(g wire.Goal) []string {
	var agents []string
	add := func(name string) {
		if name != "" && !slices.Contains(agents, name) {
			agents = append(agents, name)
		}
	}
	add(g.Agent)
	for _, t := range g.Tasks {
		add(orElse(t.Agent, t.AgentAddress))
	}
	return agents
}

// answer is the command line that answers a question.
func (a *app) answer(i wire.Interrupt) string {
	line := a.target.command(fmt.Sprintf("goal resume %s --interrupt %s --decision ", i.Goal, i.ID))
	if len(i.Options) == 0 {
		return line + "DECISION"
	}
	first, others := i.Options[0], strings.Join(i.Options[1:], " or ")
	if first == "provide" {
		first += " --secret-file FILE"
	}
	line = strings.Replace(line, "--decision ", "--decision "+first, 1)
	if others != "" {
		line += "  (or " + others + ")"
	}
	return line
}

// why says in one line what went wrong with a goal.
func why(g wire.Goal) string {
	text := "goal " + g.Status
	if g.EndedBy != "" {
		text += " by " + g.EndedBy
	}
	if g.FailedTask != "" {
		text += " at task " + g.FailedTask
	}
	if g.Error != "" {
		text += ": " + g.Error
	}
	return text
}

func orElse(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
