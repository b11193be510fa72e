package cache_test

import (
	"testing"

	"github.com/mergit-io/mergit/handlers/cache"
	"github.com/mergit-io/mergit/handlers/cache/cachetest"
)

func TestLexicalIsAnEmbedder(t *testing.T) {
	t.Parallel()
	cachetest.Embedder(t, func(*testing.T) cache.Embedder { return cache.Lexical{} })
}
