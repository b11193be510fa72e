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

	"github.com/mergit-io/mergit/cmd/mergit/node"
	"github.com/mergit-io/mergit/gateway/wire"
)

// target says which server is meant.
type target struct{ Data, Server, Token string }

// client talks to a server.
type client struct {
	node.Client
	http *http.Client
}

// unreachedError says that no server answers.
type unreachedError struct{ err error }

func (e *unreachedError) Error() string { return e.err.Error() }
func (e *unreachedError) Unwrap() error { return e.err }

// connect finds the server: by --server and --token, else by the data folder.
func (t target) connect() (*client, error) {
	c := &client{http: &http.Client{}}
	if t.Server != "" {
		u, err := url.Parse(t.Server)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return nil, usage("--server %q: want http://HOST:PORT", t.Server)
		}
		c.URL, c.Token = strings.TrimRight(t.Server, "/"), t.Token
		return c, nil
	}
	path := node.Layout{Dir: t.Data}.Client()
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		full, _ := filepath.Abs(t.Data)
		return nil, &unreachedError{fmt.Errorf("no server has been started in %s; start one with \"mergit up\" (or name it with --data or --server)", full)}
	}
	if err == nil {
		err = json.Unmarshal(text, &c.Client)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	if t.Token != "" {
		c.Token = t.Token
	}
	return c, nil
}

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
	r, err := http.NewRequestWithContext(ctx, method, c.URL+path, reader)
	if err != nil {
		return nil, err
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("Accept", "application/json")
	if c.Token != "" {
		r.Header.Set("Authorization", "Bearer "+c.Token)
	}
	return r, nil
}

// do sends a request and returns the answer, or the server's problem.
func (c *client) do(r *http.Request) (*http.Response, error) {
	response, err := c.http.Do(r)
	if err != nil {
		if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "dial" {
			return nil, fmt.Errorf("no server answers at %s; is \"mergit up\" running?", c.URL)
		}
		return nil, err
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

// call sends a request and decodes the data of its answer.
func call[T any](ctx context.Context, c *client, method, path string, body any, headers ...string) (T, error) {
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
		return reply.Data, explain(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&reply); err != nil {
		return reply.Data, fmt.Errorf("%s %s: answer: %w", method, path, err)
	}
	return reply.Data, nil
}

// explain turns a server's problem into what a person can act on.
func explain(err error) error {
	problem, ok := errors.AsType[*wire.Problem](err)
	if !ok {
		return err
	}
	text := problem.Err.Message
	for _, f := range problem.Err.Details.Faults {
		if !strings.Contains(text, f.String()) {
			text += "\n  " + f.String()
		}
	}
	switch {
	case problem.Status == http.StatusUnauthorized:
		text += "; the token is in the data folder's client.json"
	case problem.Status >= 500:
		return &exitError{exitFailed, fmt.Errorf("%s (%s)", text, problem.Err.Code)}
	}
	return &exitError{exitRefused, fmt.Errorf("%s (%s)", text, problem.Err.Code)}
}
