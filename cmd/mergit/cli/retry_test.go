package cli

import (
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/gateway/wire"
)

func TestAWatchedGoalThatWasRetriedIsFollowedToItsLastEnd(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.happen("goal.submitted", 0, nil)
	f.happen("goal.planned", 1, map[string]any{"tasks": []any{map[string]any{"id": "a"}}})
	f.happen("task.failed", 2, map[string]any{"task": "a", "code": "not_found", "error": "no such file"})
	f.happen("goal.failed", 3, map[string]any{"task": "a", "code": "task_failed", "error": "no such file"})
	f.happen("proof.confirmed", 4, nil) // of what was done by then
	f.happen("goal.replanned", 5, map[string]any{"tasks": []any{map[string]any{"id": "a"}}})
	f.happen("task.completed", 6, map[string]any{"task": "a"})
	at := submittedAt.Add(7 * time.Millisecond)
	f.happen("goal.completed", 7, nil, func(g *wire.Goal) { g.Status, g.Ended = "done", &at })
	r := f.cli("goal", "watch", goalID)
	if r.code != exitDone || !strings.Contains(r.err, "goal failed") || !strings.Contains(r.err, "a done") {
		t.Errorf("exit %d, said\n%s", r.code, r.err)
	}
}
