package api

import "github.com/mergit-io/mergit/commands"

// retryGoal has a goal that failed go on.
func (c *call) retryGoal() error {
	id, err := c.goal()
	if err != nil {
		return err
	}
	return c.change(id, commands.RetryGoal{GoalRef: c.ref(id)})
}
