package gateway_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/gateway/wire"
)

// streaming has as many connections as there are streams.
var streaming = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}

// follower reads one stream.
type follower struct {
	t      testing.TB
	body   io.ReadCloser
	lines  *bufio.Reader
	cancel context.CancelFunc
	last   uint64
	why    string // the newest comment
}

// shown is one event as it came.
type shown struct {
	id, kind string
	event    wire.Event
}

func (w *world) follow(path, token string, headers ...string) *follower {
	w.t.Helper()
	f, a := w.tryFollow(path, token, headers...)
	if f == nil {
		w.t.Fatalf("%s answers %d: %s", path, a.status, a.body)
	}
	return f
}

func (w *world) tryFollow(path, token string, headers ...string) (*follower, answer) {
	w.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r, err := streaming.Do(w.request(http.MethodGet, path, token, nil, headers...).WithContext(ctx))
	if err != nil {
		cancel()
		w.t.Fatal(err)
	}
	if r.StatusCode != http.StatusOK {
		defer cancel()
		defer r.Body.Close()
		text, err := io.ReadAll(r.Body)
		if err != nil {
			w.t.Fatal(err)
		}
		return nil, answer{w.t, r.StatusCode, r.Header, text}
	}
	if said := r.Header.Get("Content-Type"); said != "text/event-stream" {
		w.t.Errorf("a stream of %s", said)
	}
	f := &follower{t: w.t, body: r.Body, lines: bufio.NewReader(r.Body), cancel: cancel}
	w.t.Cleanup(f.close)
	return f, answer{}
}

func (f *follower) close() {
	f.cancel()
	f.body.Close()
}

// next returns the next event, or io.EOF once the stream has ended cleanly.
func (f *follower) next() (shown, error) {
	var s shown
	var text []byte
	for {
		line, err := f.lines.ReadString('\n')
		if err != nil {
			if errors.Is(err, io.EOF) && line != "" {
				err = io.ErrUnexpectedEOF
			}
			return s, err
		}
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch name {
		case "id":
			s.id = value
		case "event":
			s.kind = value
		case "data":
			text = []byte(value)
		case "", ":":
			if value != "" {
				f.why = value
			}
		case "retry":
		default:
			return s, fmt.Errorf("line %q", line)
		}
		if line == "\n" && text != nil {
			if err := json.Unmarshal(text, &s.event); err != nil {
				return s, fmt.Errorf("%w in %s", err, text)
			}
			if s.id != "" {
				f.last, err = strconv.ParseUint(s.id, 10, 64)
			}
			if s.kind != s.event.Kind || s.id != "" && f.last != s.event.Sequence {
				return s, fmt.Errorf("id %s and event %s go with %s", s.id, s.kind, text)
			}
			return s, err
		}
	}
}

// take returns the next n events.
func (f *follower) take(n int) []shown {
	f.t.Helper()
	list := make([]shown, n)
	for i := range list {
		var err error
		if list[i], err = f.next(); err != nil {
			f.t.Fatalf("event %d of %d: %v (%s)", i+1, n, err, f.why)
		}
	}
	return list
}

// rest returns what comes until the stream ends cleanly.
func (f *follower) rest() (list []shown) {
	f.t.Helper()
	for {
		s, err := f.next()
		if errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return list
		}
		if err != nil {
			f.t.Fatalf("after %d events: %v (%s)", len(list), err, f.why)
		}
		list = append(list, s)
	}
}

func sequences(list []shown) []uint64 {
	out := make([]uint64, len(list))
	for i, s := range list {
		out[i] = s.event.Sequence
	}
	return out
}

func kinds(list []shown) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = s.kind
	}
	return strings.Join(out, " ")
}
