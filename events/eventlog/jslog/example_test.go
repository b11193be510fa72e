package jslog_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/mergit-io/mergit/events/eventlog/jslog"
	"github.com/mergit-io/mergit/events/eventlog/natsserver"
)

func ExampleOpenStores() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "store")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	server, err := natsserver.Start(natsserver.Config{Dir: dir, SyncAlways: true})
	if err != nil {
		panic(err)
	}
	defer server.Shutdown(ctx)
	nc, err := server.Connect("example")
	if err != nil {
		panic(err)
	}
	defer nc.Close()

	stores, err := jslog.OpenStores(ctx, nc, jslog.StoresConfig{})
	if err != nil {
		panic(err)
	}
	digest, err := stores.Blobs.Put(ctx, []byte("a long result"))
	if err != nil {
		panic(err)
	}
	blob, err := stores.Blobs.Get(ctx, digest)
	if err != nil {
		panic(err)
	}
	head, err := stores.Log.Head(ctx)
	fmt.Println(strings.ToUpper(string(blob)), head, err)
	// Output: A LONG RESULT 0 <nil>
}
