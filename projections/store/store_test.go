package store_test

import (
	"testing"

	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/store"
	"github.com/mergit-io/mergit/projections/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) projections.Store { return store.New(database(t)) })
}
