package e2e

import (
	"errors"
	"net/http"
	"sync"
	"testing"

	"github.com/mergit-io/mergit/gateway/wire"
)

// problem is the status that an error of the server came with, 0 for others.
func problem(err error) int {
	if p, ok := errors.AsType[*wire.Problem](err); ok {
		return p.Status
	}
	return 0
}

func TestOneKeyIsOneGoalAlsoAcrossAKill(t *testing.T) {
	t.Parallel()
	data := dataDir(t)
	s := up(t, data, "--lease", "2s")
	const key = "the-same"
	var together sync.WaitGroup
	ids := make([]string, 20)
	for i := range ids {
		together.Go(func() {
			accepted, err := send[wire.Accepted](t.Context(), s, http.MethodPost, "/goals", list("once"), key)
			if err != nil {
				t.Error(err)
			}
			ids[i] = accepted.ID
		})
	}
	together.Wait()
	s.kill()
	s = up(t, data, "--lease", "2s")
	again := submit(t, s, list("once"), key)
	for _, id := range ids {
		if id != again.ID {
			t.Errorf("the same request came to goal %s and to %s", id, again.ID)
		}
	}
	await(t, s, again, "done")
	if _, err := send[wire.Accepted](t.Context(), s, http.MethodPost, "/goals", list("other"), key); problem(err) != http.StatusUnprocessableEntity {
		t.Errorf("another request under the key: %v, want 422", err)
	}
	all, err := get[wire.GoalList](t.Context(), s, "/goals")
	if err != nil || len(all.Goals) != 1 {
		t.Errorf("%d goals (%v), want 1", len(all.Goals), err)
	}
	checkOnce(t, s, again.ID)
}
