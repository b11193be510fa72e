package node

import (
	"context"
	"time"

	"github.com/mergit-io/mergit/handlers/cache"
	"github.com/mergit-io/mergit/handlers/cache/kv"
)

// openCache opens what tools have answered, which all processes share.
func (n *node) openCache(ctx context.Context) (*cache.Tools, error) {
	store, err := kv.Open(ctx, n.infra.conn, kv.Config{})
	if err != nil {
		return nil, err
	}
	return cache.NewTools(cache.New(cache.Config{Store: store, Keys: n.set.Codec.Keys, Version: n.c.Version, Now: time.Now, Log: n.c.Log})), nil
}
