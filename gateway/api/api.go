// Package api is the REST interface: routes, their documentation, and the
// streams of package sse over HTTP.
package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/plan"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/gateway/auth"
	"github.com/mergit-io/mergit/gateway/sse"
	"github.com/mergit-io/mergit/gateway/webhook"
	"github.com/mergit-io/mergit/gateway/wire"
)

// Config of an API. All but the last group is required.
type Config struct {
	Log      eventlog.Log
	Commands commands.Dispatcher
	Views    Views
	Agents   AgentViews
	Results  Results
	Auth     auth.Authenticator
	Streams  *sse.Hub
	// NewID makes IDs of goals, commands and requests: UUIDv7 in text form.
	NewID func() string

	// Catalogue is what plans may use now. Defaults to any tool and the usual
	// roles.
	Catalogue func() plan.Catalogue
	// Check tells whether the planner would refuse a goal, and why. Defaults to
	// no check: such a goal is taken and fails when it is planned.
	Check func(events.GoalSubmitted) error
	// MayAct refuses, with a *commands.Refusal, an agent that may do nothing, as
	// the log has it now. Defaults to no check.
	MayAct func(ctx context.Context, workspace, agent string) error
	// PublicURL is where this server is reached. Defaults to what a request
	// calls it.
	PublicURL string
	// Playbooks lists the ready plans. Defaults to taking any name.
	Playbooks func() []string
	// Economy is what the routes of stake, challenges and escrow stand on.
	// Defaults to nothing: they say so.
	Economy EconomyConfig
	// MountRoots are the folders below which goals may mount. Defaults to
	// none; "/" allows every folder.
	MountRoots []string
	// Secrets keeps what people give goals in confidence. Defaults to nothing.
	Secrets Secrets
	// Webhooks takes calls of other systems. Defaults to none that may call.
	Webhooks Webhooks
	// Checks are what GET /ready looks at.
	Checks []Check
	// Reputations are reads of agents' scores. Defaults to none: the routes say so.
	Reputations Reputations
	// Memory is what is remembered of goals. Defaults to nothing: the routes say so.
	Memory Memory
	// Audit is what the routes of the verifiable log stand on. Defaults to
	// nothing: they say so.
	Audit AuditConfig
	// Warnings are what GET /health says to callers with a token. May be nil.
	Warnings func() []string
	// Able tells which tools goals cannot use here, and how models fare, for GET /health. May be nil.
	Able func(context.Context) (absent map[string]string, models []wire.ModelHealth)
	// Metrics writes what the process has counted, in Prometheus' text format. May be nil.
	Metrics func(io.Writer) error
	// Version is what GET /health says.
	Version string
	// MaxBody bounds a request's body, in bytes. Defaults to 8 MiB.
	MaxBody int
	// MaxHeader bounds a request's line and headers, in bytes. Defaults to
	// 8 KiB; every connection takes as much memory.
	MaxHeader int
	// Timeout bounds the work on one request. Defaults to 30 s.
	Timeout time.Duration
	// Wait bounds how long ?after= waits. Defaults to 10 s.
	Wait time.Duration
	// Now tells the time. Defaults to time.Now.
	Now func() time.Time
	// Logger takes the access log. Defaults to none.
	Logger *slog.Logger
}

func (c Config) withDefaults() Config {
	if c.Catalogue == nil {
		c.Catalogue = func() plan.Catalogue { return plan.Catalogue{} }
	}
	if c.Webhooks == nil {
		c.Webhooks = &webhook.Receiver{}
	}
	if c.MaxBody == 0 {
		c.MaxBody = 8 << 20
	}
	if c.MaxHeader == 0 {
		c.MaxHeader = 8 << 10
	}
	if c.Timeout == 0 {
		c.Timeout = 30 * time.Second
	}
	if c.Wait == 0 {
		c.Wait = 10 * time.Second
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	return c
}

func (c Config) check() error {
	var faults []error
	need := func(have bool, name string) {
		if !have {
			faults = append(faults, fmt.Errorf("gateway: %s is missing", name))
		}
	}
	need(c.Log != nil, "the log")
	need(c.Commands != nil, "a dispatcher of commands")
	need(c.Views != nil, "views")
	need(c.Agents != nil, "views of agents")
	need(c.Results != nil, "results")
	need(c.Auth != nil, "an authenticator")
	need(c.Streams != nil, "a hub of streams")
	need(c.NewID != nil, "a maker of IDs")
	return errors.Join(faults...)
}

// API answers requests.
type API struct {
	cfg      Config
	began    time.Time
	roots    []root
	document []byte
	answers  answers
}

// New makes the Fiber application of an API.
func New(cfg Config) (*fiber.App, error) {
	cfg = cfg.withDefaults()
	roots, err := resolveRoots(cfg.MountRoots)
	if err := errors.Join(cfg.check(), err); err != nil {
		return nil, err
	}
	a := &API{cfg: cfg, began: cfg.Now(), roots: roots}
	if a.document, err = Document(cfg.Version); err != nil {
		return nil, err
	}
	app := fiber.New(fiber.Config{
		DisableStartupMessage: true,
		CaseSensitive:         true,
		// Every string of a request is a copy: they go into logs, commands and
		// subscriptions that outlive it.
		Immutable: true,
		// Bodies are read by whoever wants them, after the caller is known.
		StreamRequestBody:            true,
		DisablePreParseMultipartForm: true,
		BodyLimit:                    cfg.MaxBody,
		ReadBufferSize:               cfg.MaxHeader,
		ReadTimeout:                  cfg.Timeout,
		// Streams move the deadline on with every write.
		WriteTimeout: cfg.Timeout,
		IdleTimeout:  2 * time.Minute,
		ErrorHandler: a.fail,
	})
	app.Use(a.around)
	for _, r := range routes {
		app.Add(r.method, r.path, a.serve(r))
		if r.method == fiber.MethodGet && r.media == "" {
			app.Add(fiber.MethodHead, r.path, a.serve(r))
		}
	}
	handler := app.Server().Handler
	app.Server().Handler = a.onlyMethods(app, handler)
	return app, nil
}
