package model_test

import (
	"testing"
	"time"

	"github.com/mergit-io/mergit/handlers/cache"
	"github.com/mergit-io/mergit/handlers/cache/cachetest"
	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/model/modeltest"
)

func TestProvidersAreEmbedders(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{model.KindOpenAI, model.KindOllama} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			s := modeltest.Embeddings(t, kind == model.KindOllama, func(asked modeltest.Embedded) (said modeltest.Vectors) {
				vectors, err := cache.Lexical{}.Embed(t.Context(), asked.Input)
				if err != nil {
					return modeltest.Vectors{Status: 500, Error: err.Error()}
				}
				for _, v := range vectors {
					longer := make([]float64, len(v)) // no provider's vectors need have length 1
					for i, x := range v {
						longer[i] = 3 * float64(x)
					}
					said.Of = append(said.Of, longer)
				}
				return said
			})
			cachetest.Embedder(t, func(t *testing.T) cache.Embedder { return embedder(t, kind, s.URL, "", nil, time.Now) })
		})
	}
}
