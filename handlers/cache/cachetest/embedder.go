package cachetest

import (
	"fmt"
	"math"
	"sync"
	"testing"

	"github.com/mergit-io/mergit/handlers/cache"
)

// near is how far numbers of one vector may be apart that was made twice: runtimes add in whatever order is fastest.
const near = 1e-4

// Embedder is what every cache.Embedder promises.
func Embedder(t *testing.T, open func(t *testing.T) cache.Embedder) {
	t.Helper()
	texts := []string{"How do I repair a car?", "Summarise the repository", "Why are there tides?", "月", "A server of 500 databases: what does it cost? Ça dépend."}
	embed := func(t *testing.T, e cache.Embedder, texts ...string) [][]float32 {
		t.Helper()
		v, err := e.Embed(t.Context(), texts)
		if err != nil {
			t.Fatal(err)
		}
		if len(v) != len(texts) {
			t.Fatalf("%d vectors of %d texts", len(v), len(texts))
		}
		return v
	}
	t.Run("vectors have length 1 and one size", func(t *testing.T) {
		t.Parallel()
		v := embed(t, open(t), texts...)
		for i, text := range texts {
			if l := cache.Similarity(v[i], v[i]); math.Abs(l-1) > near || len(v[i]) != len(v[0]) {
				t.Errorf("%q: %d dimensions, length %f", text, len(v[i]), math.Sqrt(l))
			}
		}
	})
	t.Run("a text has one vector whatever else is asked for", func(t *testing.T) {
		t.Parallel()
		e := open(t)
		all := embed(t, e, texts...)
		for i, text := range texts {
			if got := cache.Similarity(all[i], embed(t, e, text)[0]); got < 1-near {
				t.Errorf("%q: %f near itself", text, got)
			}
		}
	})
	t.Run("other texts have other vectors", func(t *testing.T) {
		t.Parallel()
		v := embed(t, open(t), texts[0], texts[1], texts[2])
		for i := range v {
			for j := range i {
				if got := cache.Similarity(v[i], v[j]); got >= cache.Threshold {
					t.Errorf("%q is %f near %q", texts[i], got, texts[j])
				}
			}
		}
	})
	t.Run("the same model has the same name and vectors", func(t *testing.T) {
		t.Parallel()
		one, two := open(t), open(t)
		if one.Name() != two.Name() || one.Name() == "" {
			t.Errorf("named %q and %q", one.Name(), two.Name())
		}
		if got := cache.Similarity(embed(t, one, texts[0])[0], embed(t, two, texts[0])[0]); got < 1-near {
			t.Errorf("%f near", got)
		}
	})
	t.Run("many may ask at once", func(t *testing.T) {
		t.Parallel()
		e := open(t)
		want := embed(t, e, texts...)
		var all sync.WaitGroup
		defer all.Wait()
		for i, text := range texts {
			all.Go(func() {
				v, err := e.Embed(t.Context(), []string{text, fmt.Sprint("and ", i)})
				if err != nil || len(v) != 2 || cache.Similarity(v[0], want[i]) < 1-near {
					t.Errorf("%q: %d vectors, %v", text, len(v), err)
				}
			})
		}
	})
}
