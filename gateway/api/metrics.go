package api

import (
	"bytes"
	"net/http"

	"github.com/gofiber/fiber/v2"

	"github.com/mergit-io/mergit/gateway/auth"
	"github.com/mergit-io/mergit/gateway/wire"
)

// metricsText is Prometheus' text exposition format.
const metricsText = plainText + "; version=0.0.4; charset=utf-8"

// metricsRoutes are the figures. They are of all workspaces together, and a proxy on this machine makes everybody a local caller, so a
// token is needed from anywhere: one of scope metrics, which sees nothing else.
func metricsRoutes() []route {
	return []route{{
		method: http.MethodGet, path: "/metrics", name: "metrics", summary: "Figures of this process since it began, in Prometheus' text format",
		scope: auth.Metrics, replies: map[int]any{http.StatusOK: ""}, media: plainText, handle: (*call).metrics,
	}}
}

func (c *call) metrics() error {
	if c.api.cfg.Metrics == nil {
		return wire.Refuse(http.StatusServiceUnavailable, "METRICS_OFF", "this server counts nothing")
	}
	var text bytes.Buffer
	if err := c.api.cfg.Metrics(&text); err != nil {
		return c.trouble("read metrics", err)
	}
	c.fiber.Set(fiber.HeaderContentType, metricsText)
	return c.fiber.Send(text.Bytes())
}
