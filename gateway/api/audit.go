package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/gateway/wire"
)

func (c *call) auditGoal() error {
	id, err := c.goal()
	if err != nil {
		return err
	}
	if _, found, err := c.first(id); err != nil {
		return c.trouble("look for a goal", err)
	} else if !found {
		return noGoal(id)
	}
	c.fiber.Set(fiber.HeaderContentType, ndjson)
	c.fiber.Set(fiber.HeaderContentDisposition, `attachment; filename="goal-`+id+`.ndjson"`)
	query := eventlog.Query{Subjects: []string{eventlog.GoalFilter(c.who.Workspace, id)}}
	c.fiber.Context().SetConnectionClose()
	c.fiber.Context().SetBodyStream(download(c.api.cfg.Log, query, c.fiber.Context().Conn(), c.api.cfg.Timeout, c.api.cfg.Logger), -1)
	return nil
}

// records is a reading of the log as NDJSON. If the log cannot be read to its
// end the transfer is broken off: half an audit must not look like a whole one.
type records struct {
	next     func() (eventlog.Record, error, bool)
	stop     func()
	cancel   context.CancelFunc
	conn     net.Conn
	patience time.Duration
	logger   *slog.Logger
	buffer   bytes.Buffer
}

func download(log eventlog.Log, q eventlog.Query, conn net.Conn, patience time.Duration, logger *slog.Logger) io.ReadCloser {
	ctx, cancel := context.WithCancel(context.Background())
	r := &records{cancel: cancel, conn: conn, patience: patience, logger: logger}
	r.next, r.stop = iter.Pull2(log.Read(ctx, q))
	return r
}

// Read implements io.Reader.
func (r *records) Read(p []byte) (n int, err error) {
	defer func() {
		if p := recover(); p != nil {
			n, err = 0, fmt.Errorf("audit: %v", p)
		}
		if err != nil && err != io.EOF {
			r.logger.WarnContext(context.Background(), "audit was broken off", slog.Any("err", err))
		}
	}()
	for r.buffer.Len() < len(p) {
		record, err, more := r.next()
		if err != nil {
			return 0, fmt.Errorf("audit: %w", err)
		}
		if !more {
			break
		}
		if err := json.NewEncoder(&r.buffer).Encode(recordOf(record)); err != nil {
			return 0, fmt.Errorf("audit: %w", err)
		}
	}
	if r.buffer.Len() == 0 {
		return 0, io.EOF
	}
	if err := r.conn.SetWriteDeadline(time.Now().Add(r.patience)); err != nil {
		return 0, fmt.Errorf("audit: %w", err)
	}
	return r.buffer.Read(p)
}

// Close implements io.Closer.
func (r *records) Close() error {
	r.cancel()
	r.stop()
	return nil
}

func recordOf(r eventlog.Record) wire.Record {
	headers := map[string]string{}
	r.Headers(func(name, value string) { headers[name] = value })
	return wire.Record{Sequence: uint64(r.Revision), Subject: r.Subject, Headers: headers, Body: r.Body}
}
