package executor

import (
	"testing"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

func TestAGrantIsForWhatWasShownAndNothingElse(t *testing.T) {
	t.Parallel()
	shown, other := events.Sum([]byte("a")), events.Sum([]byte("b"))
	answered := func(decision string) commands.Interrupt {
		return commands.Interrupt{InterruptPending: events.InterruptPending{Approves: shown}, Decision: decision}
	}
	for decision, want := range map[string]bool{approve: true, allow: true, revise: false, reject: false, block: false, "": false} {
		if got := granted(answered(decision), shown); got != want {
			t.Errorf("%q grants it: %v", decision, got)
		}
		if granted(answered(decision), other) {
			t.Errorf("%q grants what was not shown", decision)
		}
	}
}
