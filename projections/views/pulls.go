package views

import (
	"context"
	"errors"
	"fmt"

	"github.com/mergit-io/mergit/projections"
)

// pullsOf lists the pull requests that a goal opened, oldest first. They are of
// another projection than the goal, so they may be of another moment. Where no
// projector knows that one yet there are none.
func (v *Views) pullsOf(ctx context.Context, goal string) ([]projections.PullRow, error) {
	var unit projections.Pulls
	rows, err := v.pool.Query(ctx, v.selectFrom("pulls")+" WHERE goal = $1 ORDER BY opened", goal)
	if err == nil {
		_, err = collect(rows, "pulls", &unit)
	}
	if err = created(err); err != nil && !errors.Is(err, ErrNotCreated) {
		return nil, fmt.Errorf("pull requests of goal %s: %w", goal, err)
	}
	return values(unit.Pulls.All()), nil
}
