package node

import (
	"context"
	"encoding/json"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	confided "github.com/mergit-io/mergit/handlers/secret"
	"github.com/mergit-io/mergit/handlers/tools"
)

// confidant keeps the secrets that goals are given.
type confidant struct {
	store confided.Store
	goals *commands.Runner[*commands.Goal]
}

// Has implements credential.Secrets.
func (c confidant) Has(ctx context.Context, caller tools.Caller, name string) (bool, error) {
	all, err := c.store.All(ctx, caller.Workspace, caller.Goal)
	_, ok := all[name]
	return ok, err
}

// Confide implements api.Secrets.
func (c confidant) Confide(ctx context.Context, workspace, goal, interrupt, value string) error {
	name := ""
	err := c.goals.View(ctx, events.GoalStream(workspace, goal), true, func(g *commands.Goal, _ events.Revision) {
		i, ok := g.InterruptByID(interrupt)
		if !ok || !i.Open() || i.Type != tools.WaitSecret || g.Status.Ended() {
			return
		}
		var asked struct{ Name string }
		if json.Unmarshal(i.Data, &asked) == nil {
			name = asked.Name
		}
	})
	if err != nil || name == "" {
		return err // the answer is refused, or was given before
	}
	if err := confided.CheckValue(value); err != nil {
		return &commands.Refusal{Sort: commands.Invalid, Code: "SECRET_INVALID", Message: err.Error()}
	}
	if err := c.store.Put(ctx, confided.Ref{Workspace: workspace, Goal: goal, Name: name}, value); err != nil {
		return err
	}
	// The goal may have ended meanwhile, and what it had been given be forgotten already.
	ended := false
	err = c.goals.View(ctx, events.GoalStream(workspace, goal), true, func(g *commands.Goal, _ events.Revision) { ended = g.Status.Ended() })
	if err == nil && ended {
		err = c.store.Forget(ctx, workspace, goal)
	}
	return err
}
