package model

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

const (
	// maxAnswer bounds what is read of an answer, in bytes. The longest that models give has half a million characters; what is
	// larger is no answer, and would be held many times on its way into the log, by as many tasks as run at a time.
	maxAnswer = 4 << 20
	// maxStream is that of a stream, which says all that stands around the text with every word.
	maxStream = 64 << 20
)

// dialect is what the shim knows of a provider's protocol.
type dialect interface {
	// prepare puts into the body what the library leaves out, and takes out what it should not have put in.
	prepare(body map[string]json.RawMessage, req Request) error
	// assemble reads a stream into the answer that would have come without streaming. A stream that ends early is an *Error.
	assemble(stream io.Reader, delta func(string)) ([]byte, error)
	// plain makes an answer one that the library reads without loss.
	plain(answer []byte) ([]byte, error)
	// said finds the words of a failure.
	said(body []byte) string
}

// shim is the HTTP client that langchaingo is given. It holds everything that the library does wrong:
//
//   - it is never asked to stream. The shim streams for it and hands it the whole answer, because its own reading of streams
//     merges calls, loses the stop reason, gives up at long lines and takes a cut connection for an end;
//   - it turns a failure into a text. The shim keeps status and Retry-After, for generate to find in the exchange;
//   - it sends a temperature nobody asked for, and leaves out cache marks, tool choice and answer schemas.
type shim struct {
	http    *http.Client
	dialect dialect
	key     string
	now     func() time.Time
}

// exchange is one request on its way through the library and the shim below it.
type exchange struct {
	req Request
	err *Error
}

type exchangeKey struct{}

// Do implements the client that both of langchaingo's providers take.
func (s *shim) Do(r *http.Request) (*http.Response, error) {
	x, ok := r.Context().Value(exchangeKey{}).(*exchange)
	if !ok {
		return nil, fmt.Errorf("a request without its exchange")
	}
	answer, err := s.exchange(r, x.req)
	if err != nil {
		if cause := context.Cause(r.Context()); cause != nil && r.Context().Err() == context.Canceled {
			return nil, cause
		}
		x.err = asError(err)
		return nil, x.err
	}
	return &http.Response{
		StatusCode: http.StatusOK, Status: "200 OK", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
		Header: http.Header{"Content-Type": {"application/json"}}, ContentLength: int64(len(answer)), Body: io.NopCloser(bytes.NewReader(answer)),
	}, nil
}

func (s *shim) exchange(r *http.Request, req Request) ([]byte, error) {
	sent, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	var body map[string]json.RawMessage
	if err := json.Unmarshal(sent, &body); err != nil {
		return nil, err
	}
	if req.Temperature == nil {
		delete(body, "temperature")
	}
	if req.Delta != nil {
		body["stream"] = json.RawMessage("true")
	}
	if err := s.dialect.prepare(body, req); err != nil {
		return nil, err
	}
	if sent, err = json.Marshal(body); err != nil {
		return nil, err
	}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(sent)), int64(len(sent))
	r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(sent)), nil }
	reply, err := s.http.Do(r)
	if err != nil {
		return nil, unreachable(err)
	}
	defer reply.Body.Close()
	if reply.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(reply.Body, 64<<10))
		return nil, answered(reply.StatusCode, reply.Header, brief(s.dialect.said(text), s.key), s.now())
	}
	limited := &limitedReader{from: reply.Body, most: maxAnswer, left: maxAnswer}
	var answer []byte
	if strings.HasPrefix(reply.Header.Get("Content-Type"), "text/event-stream") {
		limited.most, limited.left = maxStream, maxStream
		delta := req.Delta
		if delta == nil {
			delta = func(string) {}
		}
		answer, err = s.dialect.assemble(limited, delta)
		if err == nil && len(answer) > maxAnswer {
			err = fail(CodeInvalid, false, "the answer is larger than %d MiB", maxAnswer>>20)
		}
	} else if answer, err = io.ReadAll(limited); err != nil {
		if _, large := errors.AsType[*Error](err); !large {
			err = cut(err)
		}
	}
	if err == nil {
		answer, err = s.dialect.plain(answer)
	}
	if e := (*Error)(nil); err != nil {
		e = asError(err)
		e.Message = brief(e.Message, s.key)
		return nil, e
	}
	return answer, nil
}

// cut is an answer that ended before it was whole.
func cut(err error) *Error {
	return &Error{Code: CodeCut, Retryable: true, Message: "the answer was cut off", Err: err}
}

// limitedReader fails where io.LimitReader would pretend that the answer ends.
type limitedReader struct {
	from       io.Reader
	most, left int
}

func (l *limitedReader) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, fail(CodeInvalid, false, "the answer is larger than %d MiB", l.most>>20)
	}
	n, err := l.from.Read(p[:min(len(p), l.left)])
	l.left -= n
	return n, err
}
