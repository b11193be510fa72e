// Package gateway serves Mergit over HTTP: REST in package api, streams of
// events in package sse, callers in package auth, and the JSON of all of them in
// package wire.
package gateway

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/gateway/api"
	"github.com/mergit-io/mergit/gateway/sse"
)

// Config of a Server.
type Config struct {
	// API is the REST interface. Its Streams are filled in here, its Logger
	// from Logger unless it has one.
	API api.Config
	// Keys open content for those who may read it. Required.
	Keys eventlog.Keys
	// Streams bounds streams. Its Log and Keys are filled in here, its Logger
	// from Logger unless it has one.
	Streams sse.Config
	// Grace is how long requests under way may take when the server stops.
	// Defaults to 10 s.
	Grace time.Duration
	// Logger defaults to none.
	Logger *slog.Logger
}

// Server is the gateway.
type Server struct {
	cfg Config
	app *fiber.App
	hub *sse.Hub
}

// New checks a configuration, all of it at once.
func New(cfg Config) (*Server, error) {
	if cfg.Keys == nil {
		return nil, fmt.Errorf("gateway: keys are missing")
	}
	if cfg.Grace == 0 {
		cfg.Grace = 10 * time.Second
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	cfg.Streams.Log, cfg.Streams.Keys = cfg.API.Log, cfg.Keys
	if cfg.Streams.Logger == nil {
		cfg.Streams.Logger = cfg.Logger
	}
	if cfg.API.Logger == nil {
		cfg.API.Logger = cfg.Logger
	}
	hub := sse.New(cfg.Streams)
	cfg.API.Streams = hub
	app, err := api.New(cfg.API)
	if err != nil {
		return nil, err
	}
	return &Server{cfg: cfg, app: app, hub: hub}, nil
}

// Run serves until the context ends: streams are told to reconnect, requests
// under way are finished, and the listener is closed. It runs once.
func (s *Server) Run(ctx context.Context, listener net.Listener) error {
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	wg.Go(func() { _ = s.hub.Run(ctx) }) // it ends with the context only

	conns := api.Track(listener)
	served := make(chan error, 1)
	wg.Go(func() { served <- s.app.Listener(conns) })
	var broken error
	select {
	case err := <-served:
		broken = fmt.Errorf("serve on %s: %w", listener.Addr(), cmp.Or(err, net.ErrClosed))
	case <-ctx.Done():
	}
	// Streams end first: a server waits for its connections.
	s.hub.Close()
	grace, stop := context.WithTimeout(context.WithoutCancel(ctx), s.cfg.Grace)
	defer stop()
	// Before it serves, the server knows no listener that it could close.
	if err := conns.Close(); err != nil {
		s.cfg.Logger.WarnContext(ctx, "listener did not close", slog.Any("err", err))
	}
	if err := s.app.ShutdownWithContext(grace); err != nil {
		s.cfg.Logger.WarnContext(ctx, "requests did not end in time", slog.Int("connections", conns.Cut()), slog.Any("err", err))
	}
	return broken
}
