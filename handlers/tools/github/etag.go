package github

import (
	"bytes"
	"container/list"
	"crypto/sha256"
	"io"
	"net/http"
	"strconv"
	"sync"
)

// remembering keeps answers with an ETag and asks only whether they have changed; an unchanged one does not count against the
// rate limit. The caches for net/http that there are keep answers by their age, too, which hides changes that a goal has just
// made, or are no longer kept up; this is all that GitHub asks for.
type remembering struct {
	next http.RoundTripper
	most int // bytes

	mu    sync.Mutex
	known map[[sha256.Size]byte]*list.Element
	order list.List // of *remembered, the newest first
	size  int
}

type remembered struct {
	key    [sha256.Size]byte
	tag    string
	header http.Header
	body   []byte
}

// RoundTrip implements http.RoundTripper.
func (r *remembering) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.Method != http.MethodGet {
		return patient(r.next.RoundTrip(request))
	}
	// Who asks, and in which form, decides what is answered.
	key := sha256.Sum256([]byte(request.URL.String() + "\n" + request.Header.Get("Accept") + "\n" + request.Header.Get("Authorization")))
	before := r.look(key)
	if before != nil {
		request = request.Clone(request.Context())
		request.Header.Set("If-None-Match", before.tag)
	}
	response, err := patient(r.next.RoundTrip(request))
	if err != nil {
		return nil, err
	}
	switch tag := response.Header.Get("ETag"); {
	case response.StatusCode == http.StatusNotModified && before != nil:
		_ = response.Body.Close()
		header := before.header.Clone()
		for name, values := range response.Header {
			header[name] = values // the rate limit's state is that of now
		}
		response.Header, response.StatusCode, response.Status = header, http.StatusOK, "200 OK"
		response.Body, response.ContentLength = io.NopCloser(bytes.NewReader(before.body)), int64(len(before.body))
	case response.StatusCode == http.StatusOK && tag != "":
		body, err := io.ReadAll(io.LimitReader(response.Body, int64(r.most)/4+1))
		if err != nil {
			_ = response.Body.Close()
			return nil, err
		}
		if len(body) > r.most/4 { // too large to be kept
			response.Body = &rest{io.MultiReader(bytes.NewReader(body), response.Body), response.Body}
			break
		}
		_ = response.Body.Close()
		response.Body = io.NopCloser(bytes.NewReader(body))
		r.keep(&remembered{key, tag, response.Header.Clone(), body})
	}
	return response, nil
}

// patient says how long a secondary rate limit lasts if GitHub does not: a minute, as it documents. The library would take the
// reset of the primary limit for it, and ask nothing for up to an hour.
func patient(response *http.Response, err error) (*http.Response, error) {
	if err == nil && (response.StatusCode == http.StatusForbidden || response.StatusCode == http.StatusTooManyRequests) &&
		response.Header.Get("Retry-After") == "" && response.Header.Get("X-RateLimit-Remaining") != "0" {
		response.Header.Set("Retry-After", strconv.Itoa(int(usualWait.Seconds())))
	}
	return response, err
}

type rest struct {
	io.Reader
	io.Closer
}

func (r *remembering) look(key [sha256.Size]byte) *remembered {
	r.mu.Lock()
	defer r.mu.Unlock()
	at, ok := r.known[key]
	if !ok {
		return nil
	}
	r.order.MoveToFront(at)
	return at.Value.(*remembered)
}

func (r *remembering) keep(answer *remembered) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known == nil {
		r.known = map[[sha256.Size]byte]*list.Element{}
	}
	if old, ok := r.known[answer.key]; ok {
		r.drop(old)
	}
	r.known[answer.key] = r.order.PushFront(answer)
	for r.size += len(answer.body); r.size > r.most; {
		r.drop(r.order.Back())
	}
}

func (r *remembering) drop(at *list.Element) {
	answer := r.order.Remove(at).(*remembered)
	r.size -= len(answer.body)
	delete(r.known, answer.key)
}
