package api

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway/webhook"
	"github.com/mergit-io/mergit/gateway/wire"
)

// Webhooks takes calls of other systems; *webhook.Receiver does.
type Webhooks interface {
	Receive(ctx context.Context, source string, header func(name string) string, body []byte, now time.Time) (events.WebhookReceived, commands.Answer, error)
}

// webhookHeaders are those of Standard Webhooks and of GitHub; one or the other.
var webhookHeaders = []param{
	{name: "webhook-id", doc: "Standard Webhooks: the call's ID"},
	{name: "webhook-timestamp", doc: "Standard Webhooks: seconds since 1970, at most five minutes away"},
	{name: "webhook-signature", doc: "Standard Webhooks: v1, and the base64 of HMAC-SHA256 over id.timestamp.body"},
	{name: "webhook-event", doc: "what the call is about"},
	{name: "X-Hub-Signature-256", doc: "GitHub: sha256= and the hex of HMAC-SHA256 over the body"},
	{name: "X-GitHub-Event", doc: "GitHub: what the call is about"},
	{name: "X-GitHub-Delivery", doc: "GitHub: the call's ID"},
}

func (c *call) receiveWebhook() error {
	body, err := c.bytes()
	if err != nil {
		return err
	}
	source := c.fiber.Params("source")
	hook, answer, err := c.api.cfg.Webhooks.Receive(c.ctx, source, func(name string) string { return c.fiber.Get(name) }, body, c.now())
	refusal, refused := errors.AsType[*commands.Refusal](err)
	switch {
	case errors.Is(err, webhook.ErrUnknownSource):
		return wire.Refuse(http.StatusNotFound, "WEBHOOK_UNKNOWN", "no source of that name may call; the operator gives it a secret with --webhook-secret NAME=FILE")
	case errors.Is(err, webhook.ErrUnsigned):
		return unauthorized("SIGNATURE_MISSING", err.Error())
	case errors.Is(err, webhook.ErrForged):
		return unauthorized("SIGNATURE_INVALID", err.Error())
	case errors.Is(err, webhook.ErrStale):
		return unauthorized("SIGNATURE_EXPIRED", err.Error())
	case refused && refusal.Code == commands.ErrRequestDiffers.Code:
		return wire.Refuse(http.StatusConflict, "WEBHOOK_REPLAYED", "this call came before, with other headers")
	case refused:
		return wire.Refuse(statusOf(refusal.Sort), refusal.Code, "%s", refusal.Message)
	case err != nil:
		return c.trouble("receive a webhook", err)
	}
	return c.ok(http.StatusAccepted, wire.Received{Delivery: hook.Delivery, Revision: uint64(answer.Revision), Repeated: answer.Repeated})
}
