package memory

import (
	"maps"
	"testing"

	"github.com/mergit-io/mergit/handlers/cache"
)

// Ranks hardly show it if counts of words are wrong, so they are looked at.
func TestALaterEndLeavesNothingOfAnEarlierOne(t *testing.T) {
	t.Parallel()
	shelve := func(list ...Episode) *shelf {
		s := newShelf(cache.Lexical{})
		for _, e := range list {
			if err := s.put(t.Context(), e, Kept{}); err != nil {
				t.Fatal(err)
			}
		}
		return s
	}
	first := Episode{Goal: "a", Title: "Release the search", Tools: []Use{{Tool: "github_pr"}}, At: 1}
	later := Episode{Goal: "a", Title: "Test the login, and test it again", At: 2}
	other := Episode{Goal: "b", Title: "Release the login", At: 3}
	have, want := shelve(first, other, later), shelve(other, later)
	if !maps.Equal(have.holds, want.holds) || have.words != want.words || len(have.books) != 2 {
		t.Errorf("have %v and %d words, want %v and %d", have.holds, have.words, want.holds, want.words)
	}
	have.take("a")
	have.take("b")
	have.take("b")
	if len(have.holds) != 0 || have.words != 0 {
		t.Errorf("of nothing there are %v and %d words", have.holds, have.words)
	}
}
