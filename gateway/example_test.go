package gateway_test

import (
	"context"
	"fmt"
	"net"
	"net/http"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/gateway"
	"github.com/mergit-io/mergit/gateway/api"
	"github.com/mergit-io/mergit/gateway/auth"
	"github.com/mergit-io/mergit/gateway/reads"
)

func Example() {
	log, keys := new(memlog.Log), new(memlog.Keys)
	tokens, err := auth.NewStatic(auth.Token{
		Secret: "a-long-enough-secret", Principal: auth.Principal{ID: "user:owner", Workspace: "main", Scopes: auth.AllScopes()},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	read := reads.New(&rows{log: log, codec: eventlog.Codec{Keys: keys}}) // or views.New over a pool
	server, err := gateway.New(gateway.Config{Keys: keys, API: api.Config{
		Log: log, Commands: commands.NewSet(log, keys, commands.Config{NewID: newID}), Auth: tokens, NewID: newID,
		Views: read, Agents: read,
		Results: eventlog.Results{Log: log, Codec: eventlog.Codec{Keys: keys}, Blobs: new(memlog.Blobs)},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	done := make(chan error)
	go func() { done <- server.Run(ctx, listener) }()
	r, err := http.Get("http://" + listener.Addr().String() + "/health")
	if err != nil {
		fmt.Println(err)
		return
	}
	r.Body.Close()
	http.DefaultClient.CloseIdleConnections()
	stop()
	fmt.Println(r.StatusCode, <-done)
	// Output: 200 <nil>
}
