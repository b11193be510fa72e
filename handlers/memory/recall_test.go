package memory_test

import (
	"strings"
	"testing"

	"github.com/mergit-io/mergit/handlers/cache/workload"
	"github.com/mergit-io/mergit/handlers/memory"
)

// Of goals in other words, half of them paraphrases, the one that is meant is found; that goals are remembered which look the same
// and are not does not hide it. A cache must not take one for the other, a planner may be told of both.
func TestAGoalInOtherWordsFindsTheOneThatIsMeant(t *testing.T) {
	t.Parallel()
	goals, err := workload.Goals()
	if err != nil {
		t.Fatal(err)
	}
	var all []memory.Episode
	of := map[int]string{}
	for i, g := range goals {
		if g.Kind == workload.Fresh || g.Kind == workload.Trap {
			e := about(i+1, g.Text)
			all, of[g.Of] = append(all, e), e.Goal
		}
	}
	l, _, _ := library(t, began, 0, all...)
	asked, first, found, told := 0, 0, 0, 0
	for _, g := range goals {
		if g.Kind != workload.Reworded {
			continue
		}
		asked++
		have := strings.Fields(search(t, l, memory.Query{Text: g.Text}))
		told += len(have)
		for rank, goal := range have {
			if goal == of[g.Of] {
				found++
				if rank == 0 {
					first++
				}
			}
		}
	}
	t.Logf("%d goals in other words, with %d remembered: %d found first, %d among five; %d told in all", asked, len(all), first, found, told)
	if asked != 60 || first < 57 || found < 59 || told > 3*asked {
		t.Errorf("of %d, %d are found first and %d at all, with %d others", asked, first, found, told-found)
	}
	for _, other := range []string{"Bake sourdough bread at home", "Transponiere die Matrix", "Who won the chess tournament?", "x"} {
		if have := search(t, l, memory.Query{Text: other}); have != "" {
			t.Errorf("%q found %q", other, have)
		}
	}
}
