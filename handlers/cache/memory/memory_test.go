package memory_test

import (
	"testing"
	"time"

	"github.com/mergit-io/mergit/handlers/cache"
	"github.com/mergit-io/mergit/handlers/cache/cachetest"
	"github.com/mergit-io/mergit/handlers/cache/memory"
)

func TestMemoryKeepsEveryPromise(t *testing.T) {
	t.Parallel()
	cachetest.Run(t, func(*testing.T) cache.Store { return &memory.Store{Now: time.Now} })
}
