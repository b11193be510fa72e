package node

import (
	"context"
	"testing"

	"github.com/mergit-io/mergit/chain/auditlog"
	"github.com/mergit-io/mergit/chain/auditlog/tilestest"
	"github.com/mergit-io/mergit/events/eventlog/natsserver"
)

func TestTiles(t *testing.T) {
	t.Parallel()
	tilestest.Run(t, func(t *testing.T) auditlog.Tiles {
		server, err := natsserver.Start(natsserver.Config{Dir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := server.Shutdown(context.Background()); err != nil {
				t.Error(err)
			}
		})
		conn, err := server.Connect("test")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(conn.Close)
		if tiles, err := OpenTiles(t.Context(), conn, false); tiles != nil || err != nil {
			t.Fatalf("there is a tree before anybody made one: %v, %v", tiles, err)
		}
		if _, err := OpenTiles(t.Context(), conn, true); err != nil {
			t.Fatal(err)
		}
		tiles, err := OpenTiles(t.Context(), conn, false) // as another process finds it
		if err != nil || tiles == nil {
			t.Fatal(tiles, err)
		}
		return tiles
	})
}
