package api

import (
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/mergit-io/mergit/gateway/wire"
)

// body reads a request's JSON body, never more than is allowed.
func (c *call) body() ([]byte, error) {
	header := &c.fiber.Request().Header
	said, params, err := mime.ParseMediaType(string(header.ContentType()))
	charset := strings.ToLower(params["charset"])
	if err != nil || said != fiber.MIMEApplicationJSON || charset != "" && charset != "utf-8" {
		return nil, wire.Refuse(http.StatusUnsupportedMediaType, "UNSUPPORTED_MEDIA_TYPE",
			"send JSON in UTF-8 with Content-Type: application/json").Allow(fiber.MIMEApplicationJSON)
	}
	if len(header.Peek(fiber.HeaderContentEncoding)) > 0 {
		return nil, wire.Refuse(http.StatusUnsupportedMediaType, "UNSUPPORTED_MEDIA_TYPE", "send the body as it is, without Content-Encoding")
	}
	return c.bytes()
}

// bytes reads a request's body, whatever it is, never more than is allowed.
func (c *call) bytes() ([]byte, error) {
	limit := c.api.cfg.MaxBody
	header := &c.fiber.Request().Header
	tooLarge := wire.Refuse(http.StatusRequestEntityTooLarge, "BODY_TOO_LARGE",
		"the body has more than %d bytes; mount a folder with large material instead", limit)
	if header.ContentLength() > limit {
		return nil, tooLarge
	}
	stream := c.fiber.Context().RequestBodyStream()
	if stream == nil {
		c.drained()
		return c.fiber.Request().Body(), nil
	}
	text, err := io.ReadAll(io.LimitReader(stream, int64(limit)+1))
	switch {
	case isTimeout(err):
		return nil, wire.Refuse(http.StatusRequestTimeout, "BODY_TIMEOUT", "the body did not arrive in time").Retryable()
	case err != nil:
		return nil, wire.Refuse(http.StatusBadRequest, "BODY_CUT_SHORT", "the body ended early or its framing is wrong")
	case len(text) > limit:
		return nil, tooLarge
	}
	c.drained()
	return text, nil
}

func isTimeout(err error) bool {
	timeout, ok := errors.AsType[net.Error](err)
	return ok && timeout.Timeout()
}

// bodyRead is the key under which a request is known to be read completely.
const bodyRead = "body read"

func (c *call) drained() { c.fiber.Locals(bodyRead, true) }

// noBody reports whether a request has none.
func (c *call) noBody() bool {
	header := &c.fiber.Request().Header
	return header.ContentLength() == 0 && len(header.Peek(fiber.HeaderTransferEncoding)) == 0
}

// settleBody makes sure that what was not read of a request is never taken for
// the next one: the connection is closed, but only after the client had the
// chance to read the answer.
func settleBody(c *fiber.Ctx) {
	header := &c.Request().Header
	length := string(header.Peek(fiber.HeaderContentLength))
	hasBody := length != "" && length != "0" || len(header.Peek(fiber.HeaderTransferEncoding)) > 0
	if read, _ := c.Locals(bodyRead).(bool); !hasBody || read {
		return
	}
	c.Context().SetConnectionClose()
	linger(c.Context().Conn())
}
