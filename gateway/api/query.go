package api

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/gateway/wire"
)

// param is a query parameter of a route.
type param struct {
	name, doc string
	enum      []string
	whole     bool // a whole number, from 0
}

// readQuery takes a request's parameters and refuses what the route does not
// have: a misspelt filter that is ignored would answer another question.
func (c *call) readQuery(known []param) (map[string]string, error) {
	values := map[string]string{}
	var faults []wire.Fault
	c.fiber.Context().QueryArgs().VisitAll(func(k, v []byte) {
		name, value := string(k), string(v)
		if reason := checkParam(known, values, name, value); reason != "" {
			faults = append(faults, wire.Fault{Path: member("", strings.ToValidUTF8(name, "�")), Reason: reason})
		}
		values[name] = value
	})
	if len(faults) > 0 {
		return nil, badQuery(faults...)
	}
	return values, nil
}

func badQuery(faults ...wire.Fault) *wire.Problem {
	p := invalid(faults...)
	p.Status, p.Err.Code = http.StatusBadRequest, "PARAMETER_INVALID"
	return p
}

// checkParam says what is wrong with one parameter.
func checkParam(known []param, seen map[string]string, name, value string) string {
	i := slices.IndexFunc(known, func(p param) bool { return p.name == name })
	if i < 0 {
		if name == "access_token" {
			return "is taken by /stream only; send Authorization: Bearer …"
		}
		return "unknown parameter; " + list(names(known))
	}
	p := known[i]
	if _, twice := seen[name]; twice {
		return "is given twice"
	}
	switch {
	case !utf8.ValidString(value):
		return "is not valid UTF-8"
	case strings.ContainsFunc(value, unicode.IsControl):
		return "contains a control character"
	case p.enum != nil && value != "" && !slices.Contains(p.enum, value):
		return list(p.enum)
	case p.whole && value != "":
		if _, err := strconv.ParseUint(value, 10, 63); err != nil {
			return "want a whole number from 0"
		}
	}
	return ""
}

func names(params []param) []string {
	all := make([]string, len(params))
	for i, p := range params {
		all[i] = p.name
	}
	return all
}

func list(what []string) string {
	if len(what) == 0 {
		return "this path takes none"
	}
	return "use one of " + strings.Join(what, ", ")
}

// number reads a parameter that was checked to be one.
func (c *call) number(name string) uint64 {
	n, _ := strconv.ParseUint(c.query[name], 10, 63)
	return n
}

const (
	defaultLimit = 50
	maxLimit     = 200
)

// limit is how many elements a page has.
func (c *call) limit() (int, error) {
	if c.query["limit"] == "" {
		return defaultLimit, nil
	}
	n := c.number("limit")
	if n < 1 || n > maxLimit {
		return 0, badQuery(wire.Fault{Path: "limit", Reason: "want 1 to " + strconv.Itoa(maxLimit)})
	}
	return int(n), nil
}

// cursor reads where the page begins. What a cursor holds is nobody's business:
// it belongs to one list.
func (c *call) cursor(of string) (uint64, error) {
	text := c.query["cursor"]
	if text == "" {
		return 0, nil
	}
	plain, err := base64.RawURLEncoding.DecodeString(text)
	at, ok := strings.CutPrefix(string(plain), of+":")
	n, bad := strconv.ParseUint(at, 10, 63)
	if err != nil || !ok || bad != nil {
		return 0, badQuery(wire.Fault{Path: "cursor", Reason: "is not one that this list gave out"})
	}
	return n, nil
}

func cursorAt(of string, at uint64) string {
	return base64.RawURLEncoding.EncodeToString([]byte(of + ":" + strconv.FormatUint(at, 10)))
}

// waitFor waits until reads see a revision that a command returned.
func (c *call) waitFor(after string) error {
	if after == "" {
		return nil
	}
	want := events.Revision(c.number("after"))
	if want == 0 {
		return nil
	}
	record, err := c.api.cfg.Log.At(c.ctx, want)
	switch {
	case errors.Is(err, eventlog.ErrNoRecord):
		return badQuery(wire.Fault{Path: "after", Reason: "there is no such revision in the log"})
	case err != nil:
		return c.trouble("look at a revision", err)
	}
	ctx, cancel := context.WithTimeout(c.ctx, c.api.cfg.Wait)
	defer cancel()
	err = c.api.cfg.Views.WaitFor(ctx, eventlog.Slot(record.Stream), want)
	if errors.Is(err, context.DeadlineExceeded) || err != nil && ctx.Err() != nil {
		return wire.Refuse(http.StatusGatewayTimeout, "PROJECTION_BEHIND", "reads have not reached revision %d yet; try again", want).Retryable()
	}
	if err != nil {
		return c.trouble("wait for the projections", err)
	}
	return nil
}
