package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/mergit-io/mergit/cmd/mergit/node"
	"github.com/mergit-io/mergit/gateway/wire"
)

// target says which server is meant.
type target struct{ Data, Server, Token string }

// client talks to a server.
type client struct {
	target target
	http   *http.Client
	// away is told when the server stops answering and when it is back, by
	// calls that then wait for it. If it is nil they fail instead.
	away func(bool)

	mu sync.Mutex
	at node.Client
}

// connect finds the server: by --server and --token, else by the data folder.
func (t target) connect() (*client, error) {
	c := &client{target: t, http: &http.Client{}}
	if t.Server != "" {
		u, err := url.Parse(t.Server)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return nil, usage("--server %q: want http://HOST:PORT", t.Server)
		}
		c.at.URL, c.at.Token = strings.TrimRight(t.Server, "/"), t.Token
		return c, nil
	}
	return c, c.find()
}

// find reads where the server of the data folder is now.
func (c *client) find() error {
	layout := node.Layout{Dir: c.target.Data}
	text, err := os.ReadFile(layout.Client())
	if errors.Is(err, os.ErrNotExist) {
		full, _ := filepath.Abs(c.target.Data)
		if _, err := os.Stat(full); err == nil {
			return &awayError{fmt.Sprintf("the server of %s is not running; start it with: %s", full, c.target.command("up"))}
		}
		return &awayError{fmt.Sprintf("no server has been started in %s; start one with: %s (or name another folder with --data, or a server with --server)", full, c.target.command("up"))}
	}
	var at node.Client
	if err == nil {
		err = json.Unmarshal(text, &at)
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", layout.Client(), err)
	}
	if c.target.Token != "" {
		at.Token = c.target.Token
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = at
	return nil
}

// where is the server's address and token.
func (c *client) where() node.Client {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// awayError says that no server answers.
type awayError struct{ text string }

func (e *awayError) Error() string { return e.text }

// Named implements what exitOf looks for.
func (e *awayError) Named() string { return "SERVER_AWAY" }

// request makes an authorised request.
func (c *client) request(ctx context.Context, method, path string, body any) (*http.Request, error) {
	var reader io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		reader = bytes.NewReader(text)
	}
	at := c.where()
	r, err := http.NewRequestWithContext(ctx, method, at.URL+path, reader)
	if err != nil {
		return nil, err
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("Accept", "application/json")
	if at.Token != "" {
		r.Header.Set("Authorization", "Bearer "+at.Token)
	}
	return r, nil
}

// do sends a request and returns the answer, or the server's problem.
func (c *client) do(r *http.Request) (*http.Response, error) {
	response, err := c.http.Do(r)
	if err != nil {
		if err := r.Context().Err(); err != nil {
			return nil, err
		}
		server := r.URL.Scheme + "://" + r.URL.Host
		if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "dial" {
			return nil, &awayError{fmt.Sprintf("no server answers at %s; is \"mergit up\" running?", server)}
		}
		return nil, &awayError{fmt.Sprintf("the server at %s did not answer: %v", server, errors.Unwrap(err))}
	}
	if response.StatusCode < 400 {
		return response, nil
	}
	defer response.Body.Close()
	var reply wire.Reply[json.RawMessage]
	text, _ := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if json.Unmarshal(text, &reply) != nil || reply.Error == nil {
		return nil, fmt.Errorf("%s %s: %s", r.Method, r.URL.Path, response.Status)
	}
	return nil, &wire.Problem{Status: response.StatusCode, Err: *reply.Error}
}

// isAway reports whether an error will pass once the server is back.
func isAway(err error) bool {
	if problem, ok := errors.AsType[*wire.Problem](err); ok {
		return problem.Status >= 500 && problem.Err.Details.Retryable
	}
	_, away := errors.AsType[*awayError](err)
	return away
}

// longestPause is how long to wait between two attempts to reach a server.
const longestPause = time.Second

// retry waits before an attempt and looks where the server is by now.
func (c *client) retry(ctx context.Context, pause *time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(*pause):
	}
	*pause = min(2**pause, longestPause)
	if c.target.Server == "" {
		_ = c.find() // it may not be up yet
	}
	return nil
}

// call sends a request and decodes the data of its answer.
func call[T any](ctx context.Context, c *client, method, path string, body any, headers ...string) (T, error) {
	data, err := callOnce[T](ctx, c, method, path, body, headers...)
	if c.away == nil || !isAway(err) {
		return data, explain(err)
	}
	c.away(true)
	for pause := 100 * time.Millisecond; isAway(err); {
		if err := c.retry(ctx, &pause); err != nil {
			return data, err
		}
		data, err = callOnce[T](ctx, c, method, path, body, headers...)
	}
	if ctx.Err() == nil {
		c.away(false)
	}
	return data, explain(err)
}

func callOnce[T any](ctx context.Context, c *client, method, path string, body any, headers ...string) (T, error) {
	var reply wire.Reply[T]
	r, err := c.request(ctx, method, path, body)
	if err != nil {
		return reply.Data, err
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := c.do(r)
	if err != nil {
		return reply.Data, err
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&reply); err != nil {
		if ctx.Err() != nil {
			return reply.Data, ctx.Err()
		}
		return reply.Data, &awayError{fmt.Sprintf("%s %s: the answer broke off: %v", method, path, err)}
	}
	return reply.Data, nil
}
