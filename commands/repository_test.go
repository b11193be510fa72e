package commands_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/commandtest"
	"github.com/mergit-io/mergit/events"
)

func TestACallIsNotedOnce(t *testing.T) {
	t.Parallel()
	given := commandtest.Given[commands.Repository]
	hook := events.WebhookReceived{Source: "github", Event: "push", Delivery: "d1", Digest: events.Sum([]byte("{}")), Size: 2, Encoding: "json", Body: json.RawMessage(`{}`)}
	c := commands.ReceiveWebhook{Workspace: commandtest.Workspace, Hook: hook, Month: "2026-01"}
	req := by("webhook:github")
	req.ID = "hook-1"
	given().When(req, c).Then(t, hook)
	if c.Stream().String() != "main.repository.github-2026-01._" {
		t.Error(c.Stream())
	}
	for name, change := range map[string]func(*commands.ReceiveWebhook, *commands.Request){
		"a source that is no token": func(c *commands.ReceiveWebhook, _ *commands.Request) { c.Hook.Source = "a b" },
		"a long source":             func(c *commands.ReceiveWebhook, _ *commands.Request) { c.Hook.Source = strings.Repeat("s", 41) },
		"another month":             func(c *commands.ReceiveWebhook, _ *commands.Request) { c.Month = "2025-12" },
		"no ID":                     func(_ *commands.ReceiveWebhook, r *commands.Request) { r.ID = "" },
		"no delivery":               func(c *commands.ReceiveWebhook, _ *commands.Request) { c.Hook.Delivery = "" },
		"no body":                   func(c *commands.ReceiveWebhook, _ *commands.Request) { c.Hook.Body = nil },
		"two bodies":                func(c *commands.ReceiveWebhook, _ *commands.Request) { c.Hook.Blob = c.Hook.Digest },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, req := c, req
			change(&c, &req)
			given().When(req, c).Refuses(t, refusal("WEBHOOK_INVALID"))
		})
	}
}
