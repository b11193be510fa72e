package commands

import (
	"fmt"
	"time"

	"github.com/mergit-io/mergit/events"
)

// Repository is what another system told, folded: the calls of a source, of which
// each is noted once, or the pull requests of a repository.
type Repository struct {
	answers
	pulls
}

// NewRepository is one of which nothing was told.
func NewRepository() *Repository { return &Repository{} }

// Evolve folds one fact in.
func (r *Repository) Evolve(e events.Envelope[events.Event]) {
	r.record(e.Meta)
	r.evolve(e.Fact)
}

// MaxSource bounds the name of a source, in bytes: with the month it makes a
// stream's ID.
const MaxSource = 40

// ReceiveWebhook notes what a source called for. The request's ID must be made
// of what the source signed: it is what tells a call from its repetition.
type ReceiveWebhook struct {
	Workspace string                 `json:"workspace"`
	Hook      events.WebhookReceived `json:"hook"`
	// Month is that of the call: a source's calls of one month are one stream, so
	// that none grows for ever.
	Month string `json:"month"` // 2026-01
}

// WebhookMonth is the month of a time.
func WebhookMonth(at time.Time) string { return at.UTC().Format("2006-01") }

// WebhookStream is where a source's calls of a month are.
func WebhookStream(workspace, source, month string) events.StreamID {
	return events.RepositoryStream(workspace, source+"-"+month)
}

// Name implements Command.
func (ReceiveWebhook) Name() string { return "webhook.receive" }

// Stream is that of the source's calls of the month.
func (c ReceiveWebhook) Stream() events.StreamID {
	return WebhookStream(c.Workspace, c.Hook.Source, c.Month)
}

// Decide implements Command.
func (c ReceiveWebhook) Decide(_ *Repository, req Request) ([]events.Event, error) {
	invalid := func(format string, args ...any) ([]events.Event, error) {
		return nil, refuse(Invalid, "WEBHOOK_INVALID", "%s", fmt.Sprintf(format, args...))
	}
	switch h := c.Hook; {
	case len(h.Source) > MaxSource || !events.IsToken(h.Source):
		return invalid("source %q: want 1 to %d of A–Z, a–z, 0–9, _ and -", h.Source, MaxSource)
	case c.Month != WebhookMonth(req.At):
		return invalid("month %q is not that of the call", c.Month)
	case req.ID == "":
		return invalid("a call without an ID cannot be told from its repetition")
	case h.Delivery == "" || len(h.Delivery) > maxText || len(h.Event) > maxText:
		return invalid("delivery and event: want at most %d bytes, and a delivery", maxText)
	case (len(h.Body) == 0) == h.Blob.IsZero():
		return invalid("the body is missing, or there twice")
	}
	return []events.Event{c.Hook}, nil
}
