package eventlog

import (
	"context"
	"encoding/json"

	"github.com/mergit-io/mergit/events"
)

// OpenContent reads a result's whole value, from its event or from the object
// store, and checks that it is what its hash commits to.
func OpenContent(ctx context.Context, keys Keys, blobs Blobs, goal string, c events.Content) (json.RawMessage, error) {
	said, err := c.Open()
	if err != nil {
		return nil, err
	}
	value := said.Value
	if !c.Blob.IsZero() {
		key, err := keys.Key(ctx, goal)
		if err != nil {
			return nil, err
		}
		blob, err := blobs.Get(ctx, c.Blob)
		if err != nil {
			return nil, err
		}
		if value, err = key.Open(events.BlobPlace, blob); err != nil {
			return nil, err
		}
	}
	return value, c.Check(said, value)
}
