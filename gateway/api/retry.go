package api

import (
	"errors"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/gateway/wire"
)

// retryGoal has a goal that failed go on.
func (c *call) retryGoal() error {
	id, err := c.goal()
	if err != nil {
		return err
	}
	first, found, err := c.first(id)
	if err != nil {
		return c.trouble("look for a goal", err)
	}
	if found && c.sees(id) { // whether it is there is said by change
		if err := c.checkAgent(agentOf(first)); err != nil {
			if refused, ok := errors.AsType[*wire.Problem](err); ok && refused.Err.Code == commands.ErrAgentRevoked.Code {
				return wire.Refuse(refused.Status, refused.Err.Code, "%s for good; submit the goal again as another agent", refused.Err.Message)
			}
			return err
		}
	}
	return c.change(id, commands.RetryGoal{GoalRef: c.ref(id)})
}
