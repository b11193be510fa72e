package dispatch

import (
	"context"

	"github.com/mergit-io/mergit/commands"
)

type goalKey struct{}

func withGoal(ctx context.Context, ref commands.GoalRef) context.Context {
	return context.WithValue(ctx, goalKey{}, ref)
}

// GoalOf is the goal that a Planner is asked to plan.
func GoalOf(ctx context.Context) (commands.GoalRef, bool) {
	ref, ok := ctx.Value(goalKey{}).(commands.GoalRef)
	return ref, ok
}
