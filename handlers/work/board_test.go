package work_test

import (
	"context"
	"testing"

	"github.com/mergit-io/mergit/events/eventlog/natsserver"
	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/model/modeltest"
	"github.com/mergit-io/mergit/handlers/work"
)

func TestTheBoardOfAllProcesses(t *testing.T) {
	modeltest.RunBoard(t, func(t *testing.T) model.Board {
		server, err := natsserver.Start(natsserver.Config{Dir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = server.Shutdown(context.Background()) })
		nc, err := server.Connect("board")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(nc.Close)
		q, err := work.Open(t.Context(), nc, work.Config{})
		if err != nil {
			t.Fatal(err)
		}
		board, err := work.OpenBoard(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		return board
	})
}
