package pinned_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// tear takes the last bytes of the log's store, as a power failure does that
// comes between a write and its sync, and starts the server again.
func (w *world) tear() {
	w.t.Helper()
	w.config.Port = port(w.t, w.server.ClientURL())
	w.server.Shutdown(context.Background())
	blocks, err := filepath.Glob(filepath.Join(w.config.Dir, "jetstream", "$G", "streams", "EVENTS", "msgs", "*.blk"))
	if err != nil || len(blocks) != 1 {
		w.t.Fatalf("blocks of the log: %v, %v", blocks, err)
	}
	info, err := os.Stat(blocks[0])
	if err == nil {
		err = os.Truncate(blocks[0], info.Size()-10)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	w.start()
	eventually(w.t, "connected again", w.nc.IsConnected)
}

func TestALogThatLostItsEndIsFollowedOnBehindTheGap(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.append(goal(1), 10)
	w.tear()
	w.append(goal(2), whole)
	first, err := w.log.At(t.Context(), 10)
	if err == nil {
		t.Fatalf("no gap: there is %s at 10", first.Kind)
	}
	w.work("a")
	w.caughtUp()
	w.append(goal(3), whole)
	w.caughtUp()
}
