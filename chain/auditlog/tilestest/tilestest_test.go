package tilestest_test

import (
	"testing"

	"github.com/mergit-io/mergit/chain/auditlog"
	"github.com/mergit-io/mergit/chain/auditlog/tilestest"
)

func TestMemory(t *testing.T) {
	tilestest.Run(t, func(*testing.T) auditlog.Tiles { return new(tilestest.Memory) })
}
