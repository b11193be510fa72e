package score_test

import (
	"fmt"

	"github.com/mergit-io/mergit/chain/oracle/score"
)

// Nine tasks of ten done, one at the second attempt, and one badge.
func Example() {
	c := score.Components(score.Counts{Done: 9, Lost: 1, FailedAttempts: 2}, 1)
	fmt.Println(c.Completed.Value, c.Quality.Value, c.Badges.Value, c.Score)
	// Output: 9000 9273 3333 8124
}
