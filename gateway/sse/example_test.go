package sse_test

import (
	"context"
	"fmt"
	"sync"

	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/gateway/sse"
)

func Example() {
	hub := sse.New(sse.Config{Log: new(memlog.Log), Keys: new(memlog.Keys)})
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	wg.Go(func() { _ = hub.Run(ctx) })
	for hub.Check(ctx) != nil { // until the tail has begun
	}
	stream, err := hub.Open(sse.Subscription{Owner: "me", Subjects: []string{"mergit.ev.>"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	text := make([]byte, 64)
	n, _ := stream.Read(text)
	fmt.Printf("%s", text[:n])
	stream.Close()
	// Output:
	// retry: 1000
	// : connected
}
