package api

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/gateway/auth"
	"github.com/mergit-io/mergit/gateway/wire"
)

// call is one request being answered.
type call struct {
	api   *API
	fiber *fiber.Ctx
	ctx   context.Context // ends with the time for the request
	who   auth.Principal
	query map[string]string
}

// serve makes the handler of a route: who calls, may they, what do they ask,
// and do the reads they ask for know enough yet.
func (a *API) serve(r route) fiber.Handler {
	return func(f *fiber.Ctx) error {
		ctx, cancel := context.WithTimeout(context.Background(), a.cfg.Timeout)
		defer cancel()
		c := &call{api: a, fiber: f, ctx: ctx}
		if err := c.authenticate(r); err != nil {
			return err
		}
		var err error
		if c.query, err = c.readQuery(r.query); err != nil {
			return err
		}
		if err := c.waitFor(c.query["after"]); err != nil {
			return err
		}
		return r.handle(c)
	}
}

// callerKey is the key under which the access log finds who called.
const callerKey = "caller"

func (c *call) authenticate(r route) error {
	token, given := bearer(c.fiber.Get(fiber.HeaderAuthorization))
	if !given && r.media == eventStream {
		token = c.fiber.Query("access_token")
	}
	if token == "" {
		if r.scope == "" {
			return nil
		}
		return unauthorized("TOKEN_MISSING", "send your token as Authorization: Bearer …")
	}
	who, err := c.api.cfg.Auth.Authenticate(c.ctx, token)
	switch {
	case errors.Is(err, auth.ErrUnknownToken) && r.scope == "":
		return nil
	case errors.Is(err, auth.ErrUnknownToken):
		return unauthorized("TOKEN_INVALID", "the token is not known here, or no longer valid")
	case err != nil:
		return c.trouble("authenticate", err)
	}
	c.who = who
	c.fiber.Locals(callerKey, who.ID)
	if r.scope != "" && !who.Has(r.scope) {
		return wire.Refuse(http.StatusForbidden, "SCOPE_MISSING", "your token does not have the scope %q", r.scope).Allow(scopes(who)...)
	}
	return nil
}

func bearer(header string) (token string, given bool) {
	scheme, token, ok := strings.Cut(header, " ")
	if !ok || !strings.EqualFold(scheme, "bearer") {
		return "", false
	}
	return strings.TrimSpace(token), true
}

func unauthorized(code, message string) error {
	return wire.Refuse(http.StatusUnauthorized, code, "%s", message)
}

func scopes(p auth.Principal) []string {
	names := make([]string, len(p.Scopes))
	for i, s := range p.Scopes {
		names[i] = string(s)
	}
	return names
}

// known reports whether a caller who need not have a token has one.
func (c *call) known() bool { return c.who.ID != "" }

// trouble is the answer to what could not be done now. What exactly broke is
// for the log and not for the client.
func (c *call) trouble(doing string, err error) error {
	c.api.cfg.Logger.ErrorContext(c.ctx, "request failed", slog.String("doing", doing), slog.Any("err", err), slog.String("request_id", requestID(c.fiber)))
	if t, ok := errors.AsType[interface {
		error
		Temporary() bool
	}](err); ok && !t.Temporary() {
		return wire.Refuse(http.StatusInternalServerError, "INTERNAL", "something in the server is broken; report the request ID to its operator")
	}
	return wire.Refuse(http.StatusServiceUnavailable, "UNAVAILABLE", "the server cannot do this now; try again").Retryable()
}

// goal is the ID in the path, refused if the caller may not see it.
func (c *call) goal() (string, error) {
	id := c.fiber.Params("id")
	if !events.IsToken(id) || !c.sees(id) {
		return "", noGoal(id)
	}
	return id, nil
}

func (c *call) sees(goal string) bool {
	return c.who.Sees(eventlog.GoalFilter(c.who.Workspace, goal))
}

func noGoal(id string) error {
	if !events.IsToken(id) {
		return wire.Refuse(http.StatusNotFound, commands.ErrGoalNotFound.Code, "there is no such goal; an ID is 1 to 64 of A–Z, a–z, 0–9, _ and -")
	}
	return wire.Refuse(http.StatusNotFound, commands.ErrGoalNotFound.Code, "no goal %s", id)
}

// dispatch runs a command as the caller.
func (c *call) dispatch(req commands.Request, cmd commands.Named) (commands.Answer, error) {
	req.Actor = c.who.ID
	req.TraceParent = traceParent(c.fiber.Get("traceparent"))
	answer, err := c.api.cfg.Commands.Dispatch(c.ctx, req, cmd)
	if refusal, ok := errors.AsType[*commands.Refusal](err); ok {
		return answer, wire.Refuse(statusOf(refusal.Sort), refusal.Code, "%s", refusal.Message)
	}
	if err != nil {
		return answer, c.trouble(cmd.Name(), err)
	}
	return answer, nil
}

func statusOf(s commands.Sort) int {
	switch s {
	case commands.NotFound:
		return http.StatusNotFound
	case commands.Conflict:
		return http.StatusConflict
	case commands.Invalid:
	}
	return http.StatusUnprocessableEntity
}

var tracePattern = regexp.MustCompile(`^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$`)

// traceParent takes over a trace if the header is well formed.
func traceParent(header string) string {
	if tracePattern.MatchString(header) {
		return header
	}
	return ""
}

// now is the moment of the request, as precise as the log keeps it.
func (c *call) now() time.Time { return c.api.cfg.Now().UTC().Truncate(time.Microsecond) }

// ok answers with data.
func (c *call) ok(status int, data any) error {
	return reply(c.fiber, c.api.cfg.Now(), status, data, nil)
}

// reply writes the envelope.
func reply(f *fiber.Ctx, at time.Time, status int, data any, problem *wire.Error) error {
	body, err := json.Marshal(wire.Reply[any]{
		Data:  data,
		Meta:  wire.Meta{RequestID: requestID(f), Timestamp: at.UTC()},
		Error: problem,
	})
	if err != nil {
		return err
	}
	f.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
	return f.Status(status).Send(body)
}
