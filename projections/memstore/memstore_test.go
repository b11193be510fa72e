package memstore_test

import (
	"testing"

	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/memstore"
	"github.com/mergit-io/mergit/projections/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(*testing.T) projections.Store { return new(memstore.Store) })
}
