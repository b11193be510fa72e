package api

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/gateway/auth"
	"github.com/mergit-io/mergit/gateway/sse"
	"github.com/mergit-io/mergit/gateway/wire"
)

func (c *call) streamGoal() error {
	id, err := c.goal()
	if err != nil {
		return err
	}
	sub, err := c.subscription()
	if err != nil {
		return err
	}
	sub.Goal = eventlog.GoalFilter(c.who.Workspace, id)
	sub.Subjects = []string{sub.Goal}
	sub.Until = sse.Until(c.query["until"])
	found, past, err := c.looked(id, sub)
	switch {
	case err != nil:
		return c.trouble("look for a goal", err)
	case !found:
		return noGoal(id)
	case past:
		// What the client waited for is behind it; 204 keeps an EventSource
		// from asking again.
		c.fiber.Status(http.StatusNoContent)
		return nil
	}
	return c.stream(sub)
}

// looked reports whether a goal is there, and whether what a stream would wait
// for stands before the point where it would begin.
func (c *call) looked(goal string, sub sse.Subscription) (found, past bool, err error) {
	if sub.Until == sse.Never || sub.After == 0 {
		_, found, err = c.first(goal)
		return found, false, err
	}
	stream := events.GoalStream(c.who.Workspace, goal)
	for record, err := range c.api.cfg.Log.Read(c.ctx, eventlog.Query{Subjects: []string{eventlog.Filter(stream)}}) {
		if err != nil {
			return false, false, err
		}
		found = true
		if record.Revision > sub.After || sub.Until.Ends(record.Kind) {
			return true, record.Revision <= sub.After, nil
		}
	}
	return found, false, nil
}

func (c *call) streamEvents() error {
	subjects := c.who.Visible()
	if asked := c.query["subject"]; asked != "" {
		if err := auth.CheckSubject(asked); err != nil {
			return badQuery(wire.Fault{Path: "subject", Reason: err.Error()})
		}
		if !c.who.Sees(asked) {
			return wire.Refuse(http.StatusForbidden, "SUBJECT_FORBIDDEN", "you may not see all of %s; you may see %s", asked, strings.Join(c.who.Visible(), " and ")).
				Allow(c.who.Visible()...)
		}
		subjects = []string{asked}
	}
	sub, err := c.subscription()
	if err != nil {
		return err
	}
	sub.Subjects = subjects
	return c.stream(sub)
}

func (c *call) streamProofs() error {
	subject := eventlog.KindFilter(c.who.Workspace, events.FamilyGoal, events.Whole, "proof.*")
	if !c.who.Sees(subject) {
		return wire.Refuse(http.StatusForbidden, "SUBJECT_FORBIDDEN", "you may not see all proofs of the workspace; you may see %s", strings.Join(c.who.Visible(), " and ")).
			Allow(c.who.Visible()...)
	}
	sub, err := c.subscription()
	if err != nil {
		return err
	}
	sub.Subjects = []string{subject}
	return c.stream(sub)
}

// subscription reads what all streams have in common.
func (c *call) subscription() (sse.Subscription, error) {
	sub := sse.Subscription{
		Owner: c.who.Workspace + " " + c.who.ID, Open: c.who.Has(auth.Read),
		Deadline: c.fiber.Context().Conn().SetWriteDeadline,
	}
	said, name := c.fiber.Get("Last-Event-ID"), "Last-Event-ID"
	if said == "" {
		said, name = c.query["last_event_id"], "last_event_id"
	}
	if said == "" && c.query["from"] != "now" {
		return sub, nil
	}
	head, err := c.api.cfg.Log.Head(c.ctx)
	if err != nil {
		return sub, c.trouble("find the head of the log", err)
	}
	if said == "" {
		sub.After = head
		return sub, nil
	}
	n, err := strconv.ParseUint(said, 10, 63)
	switch {
	case err != nil:
		return sub, badQuery(wire.Fault{Path: name, Reason: "want the id of an event, a whole number"})
	case events.Revision(n) > head:
		return sub, badQuery(wire.Fault{Path: name, Reason: "there is no such event; the log ends at " + strconv.FormatUint(uint64(head), 10)})
	}
	sub.After = events.Revision(n)
	return sub, nil
}

// stream answers with events.
func (c *call) stream(sub sse.Subscription) error {
	s, err := c.api.cfg.Streams.Open(sub)
	if many, ok := errors.AsType[*sse.TooManyError](err); ok {
		return wire.Refuse(http.StatusTooManyRequests, "TOO_MANY_STREAMS", "%s", many.Error()).Retryable()
	}
	if err != nil {
		return wire.Refuse(http.StatusServiceUnavailable, "UNAVAILABLE", "%s; try again", err).Retryable()
	}
	f := c.fiber
	f.Set(fiber.HeaderContentType, eventStream)
	f.Set("X-Accel-Buffering", "no") // proxies
	// The connection keeps the deadline of the last write.
	f.Context().SetConnectionClose()
	f.Context().SetBodyStream(s, -1)
	return nil
}
