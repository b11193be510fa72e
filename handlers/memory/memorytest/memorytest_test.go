package memorytest_test

import (
	"testing"

	"github.com/mergit-io/mergit/handlers/memory"
	"github.com/mergit-io/mergit/handlers/memory/memorytest"
)

func TestTheTwinKeepsEveryPromise(t *testing.T) {
	t.Parallel()
	memorytest.Run(t, func(*testing.T) memory.Store { return new(memorytest.Store) })
}
