package api

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway/wire"
)

// requestIDKey is the key under which a request's ID is kept.
const requestIDKey = "request id"

func requestID(f *fiber.Ctx) string {
	id, _ := f.Locals(requestIDKey).(string)
	return id
}

// around goes around every request: it gets an ID, a place in the access log
// and headers that keep browsers from doing foolish things with the answer. A
// fault ends the request and not the process.
func (a *API) around(f *fiber.Ctx) error {
	began := a.cfg.Now()
	a.name(f)
	if err := a.guarded(f); err != nil {
		_ = a.fail(f, err) // it answers; there is nobody to tell if that fails
	}
	settleBody(f)
	caller, _ := f.Locals(callerKey).(string)
	// No query: a token may be in it.
	a.cfg.Logger.InfoContext(context.Background(), "request",
		slog.String("method", f.Method()), slog.String("path", f.Path()), slog.Int("status", f.Response().StatusCode()),
		slog.Duration("took", a.cfg.Now().Sub(began)), slog.String("caller", caller), slog.String("request_id", requestID(f)))
	return nil
}

// name gives a request its ID and the headers of every answer.
func (a *API) name(f *fiber.Ctx) {
	id := f.Get("X-Request-Id")
	if !events.IsToken(id) {
		id = a.cfg.NewID()
	}
	f.Locals(requestIDKey, id)
	f.Set("X-Request-Id", id)
	f.Set(fiber.HeaderCacheControl, "no-store")
	f.Set(fiber.HeaderXContentTypeOptions, "nosniff")
	f.Set(fiber.HeaderXFrameOptions, "DENY")
	f.Set(fiber.HeaderReferrerPolicy, "no-referrer")
	f.Set(fiber.HeaderContentSecurityPolicy, "default-src 'none'; frame-ancestors 'none'")
}

func (a *API) guarded(f *fiber.Ctx) (err error) {
	defer func() {
		if p := recover(); p != nil {
			a.cfg.Logger.ErrorContext(context.Background(), "request panicked", slog.Any("panic", p),
				slog.String("stack", string(debug.Stack())), slog.String("request_id", requestID(f)))
			err = wire.Refuse(http.StatusInternalServerError, "INTERNAL", "something in the server is broken; report the request ID to its operator")
		}
	}()
	return f.Next()
}

// fail answers with an error. It is also called for requests that could not be
// read far enough to reach a route.
func (a *API) fail(f *fiber.Ctx, err error) error {
	if requestID(f) == "" {
		a.name(f)
		linger(f.Context().Conn())
	}
	p, ok := errors.AsType[*wire.Problem](err)
	if !ok {
		p = a.problemOf(f, err)
	}
	if p.Status == http.StatusUnauthorized {
		f.Set(fiber.HeaderWWWAuthenticate, `Bearer realm="mergit"`)
	}
	if p.Err.Details.Retryable && p.Status == http.StatusServiceUnavailable {
		f.Set(fiber.HeaderRetryAfter, "1")
	}
	if p.Status == http.StatusNotFound && p.Err.Code == "ROUTE_NOT_FOUND" && wantsHTML(f) {
		f.Set(fiber.HeaderContentType, fiber.MIMETextPlainCharsetUTF8)
		return f.Status(p.Status).SendString("404: there is nothing here. The API is described at /openapi.json.\n")
	}
	return reply(f, a.cfg.Now(), p.Status, nil, &p.Err)
}

func wantsHTML(f *fiber.Ctx) bool {
	return f.Accepts(fiber.MIMEApplicationJSON, fiber.MIMETextHTML) == fiber.MIMETextHTML
}

// problemOf translates what Fiber says; its own texts quote the request, with
// whatever secrets are in it.
func (a *API) problemOf(f *fiber.Ctx, err error) *wire.Problem {
	said, ok := errors.AsType[*fiber.Error](err)
	if !ok {
		a.cfg.Logger.ErrorContext(context.Background(), "request failed", slog.Any("err", err), slog.String("request_id", requestID(f)))
		return wire.Refuse(http.StatusInternalServerError, "INTERNAL", "something in the server is broken; report the request ID to its operator")
	}
	switch said.Code {
	case http.StatusNotFound:
		return wire.Refuse(said.Code, "ROUTE_NOT_FOUND", "there is nothing at this path; see /openapi.json")
	case http.StatusMethodNotAllowed:
		allowed := strings.Split(string(f.Response().Header.Peek(fiber.HeaderAllow)), ", ")
		return wire.Refuse(said.Code, "METHOD_NOT_ALLOWED", "this path does not take %s", f.Method()).Allow(allowed...)
	case http.StatusRequestEntityTooLarge:
		return wire.Refuse(said.Code, "BODY_TOO_LARGE", "the body has more than %d bytes", a.cfg.MaxBody)
	case http.StatusRequestHeaderFieldsTooLarge:
		return wire.Refuse(said.Code, "HEADERS_TOO_LARGE", "request line and headers have more than %d bytes", a.cfg.MaxHeader)
	case http.StatusRequestTimeout:
		return wire.Refuse(said.Code, "REQUEST_TIMEOUT", "the request did not arrive in time").Retryable()
	}
	return wire.Refuse(http.StatusBadRequest, "MALFORMED_REQUEST", "this is not a well-formed HTTP request")
}

// onlyMethods answers methods that HTTP does not know, which Fiber answers in
// plain text.
func (a *API) onlyMethods(app *fiber.App, next fasthttp.RequestHandler) fasthttp.RequestHandler {
	known := map[string]bool{}
	for _, m := range fiber.DefaultMethods {
		known[m] = true
	}
	return func(ctx *fasthttp.RequestCtx) {
		if known[string(ctx.Method())] {
			next(ctx)
			return
		}
		f := app.AcquireCtx(ctx)
		defer app.ReleaseCtx(f)
		a.name(f)
		ctx.SetConnectionClose()
		linger(ctx.Conn())
		_ = a.fail(f, wire.Refuse(http.StatusNotImplemented, "METHOD_UNKNOWN", "there is no such method"))
	}
}
