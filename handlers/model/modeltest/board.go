package modeltest

import (
	"sync"
	"testing"
	"time"

	"github.com/mergit-io/mergit/handlers/model"
)

// RunBoard checks what a model.Board promises; open makes an empty one.
func RunBoard(t *testing.T, open func(*testing.T) model.Board) {
	t.Run("nothing is known at first", func(t *testing.T) {
		t.Parallel()
		got, err := open(t).Load(t.Context(), "openai/gpt-4o")
		if err != nil || got != (model.Standing{}) {
			t.Errorf("%+v, %v", got, err)
		}
	})
	t.Run("a change is read back", func(t *testing.T) {
		t.Parallel()
		board := open(t)
		want := model.Standing{Failures: 3, Code: "overloaded", Until: time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC)}
		const name = "groq/meta-llama/llama-4.1 mixed:tag" // names are whatever providers invent
		if err := board.Change(t.Context(), name, func(model.Standing) model.Standing { return want }); err != nil {
			t.Fatal(err)
		}
		if got, err := board.Load(t.Context(), name); err != nil || got != want {
			t.Errorf("%+v, %v", got, err)
		}
		if got, err := board.Load(t.Context(), "groq/meta-llama"); err != nil || got != (model.Standing{}) {
			t.Errorf("another name: %+v, %v", got, err)
		}
	})
	t.Run("no change is lost", func(t *testing.T) {
		t.Parallel()
		board := open(t)
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				err := board.Change(t.Context(), "m/m", func(s model.Standing) model.Standing { s.Failures++; return s })
				if err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if got, err := board.Load(t.Context(), "m/m"); err != nil || got.Failures != 8 {
			t.Errorf("%+v, %v", got, err)
		}
	})
}
