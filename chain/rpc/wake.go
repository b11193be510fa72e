package rpc

import (
	"context"
	"log/slog"
	"time"

	"github.com/ethereum/go-ethereum/rpc"
)

// maxPause bounds the time between two attempts to subscribe: 64 times Backoff.
const maxPause = 6

// Wake calls a function for every new block that a node tells of, until the context ends. It promises nothing: blocks may come
// and nobody tells, so whoever is woken polls as well.
func (p *Pool) Wake(ctx context.Context, wake func()) error {
	if len(p.cfg.WS) == 0 {
		<-ctx.Done()
		return ctx.Err()
	}
	failures := 0
	for i := 0; ; i = (i + 1) % len(p.cfg.WS) {
		address := p.cfg.WS[i]
		told, err := heads(ctx, address, wake)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if told {
			failures = 0
		}
		if failures == 0 {
			p.cfg.Log.InfoContext(ctx, "no node tells of new blocks, polling", slog.String("node", hostOf(address)), slog.Any("err", clean(address, err)))
		}
		failures++
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(p.cfg.Backoff << min(failures-1, maxPause)):
		}
	}
}

// heads subscribes at one node.
func heads(ctx context.Context, address string, wake func()) (told bool, err error) {
	client, err := rpc.DialContext(ctx, address)
	if err != nil {
		return false, err
	}
	defer client.Close()
	blocks := make(chan map[string]any, 16)
	sub, err := client.EthSubscribe(ctx, blocks, "newHeads")
	if err != nil {
		return false, err
	}
	defer sub.Unsubscribe()
	wake() // for what came before
	for {
		select {
		case <-ctx.Done():
			return true, ctx.Err()
		case err := <-sub.Err():
			return true, err
		case <-blocks:
			wake()
		}
	}
}
