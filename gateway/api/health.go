package api

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/mergit-io/mergit/gateway/wire"
)

func (c *call) health() error {
	cfg := c.api.cfg
	said := wire.Health{Status: "ok", Version: cfg.Version, Uptime: cfg.Now().Sub(c.api.began).Seconds()}
	if cfg.Warnings != nil && c.known() {
		said.Warnings = cfg.Warnings()
	}
	if cfg.Able != nil && c.known() {
		said.Absent, said.Models = cfg.Able(c.ctx)
	}
	return c.ok(http.StatusOK, said)
}

// checkTime bounds each look at something the gateway depends on.
const checkTime = 3 * time.Second

func (c *call) ready() error {
	checks := c.api.look(c.ctx)
	ready := true
	for _, check := range checks {
		ready = ready && check.OK
	}
	if !c.known() {
		checks = nil
	}
	if ready {
		return c.ok(http.StatusOK, wire.Ready{Ready: true, Checks: checks})
	}
	p := wire.Refuse(http.StatusServiceUnavailable, "NOT_READY", "the server cannot work now").Retryable()
	p.Err.Details.Checks = checks
	return p
}

// look runs all checks at once.
func (a *API) look(ctx context.Context) []wire.Check {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	checks := append([]Check{
		{Name: "log", Run: func(ctx context.Context) error { _, err := a.cfg.Log.Head(ctx); return err }},
		{Name: "streams", Run: a.cfg.Streams.Check},
	}, a.cfg.Checks...)
	results := make([]wire.Check, len(checks))
	var wg sync.WaitGroup
	for i, check := range checks {
		wg.Go(func() {
			results[i] = wire.Check{Name: check.Name, OK: true}
			if err := check.Run(ctx); err != nil {
				results[i].OK, results[i].Reason = false, err.Error()
			}
		})
	}
	wg.Wait()
	return results
}

func (c *call) openapi() error {
	c.fiber.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
	return c.fiber.Send(c.api.document)
}
