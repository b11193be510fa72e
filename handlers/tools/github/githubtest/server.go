// Package githubtest is a GitHub Enterprise Server for tests: the part of the REST and GraphQL interface that Mergit speaks,
// over loopback HTTP, with real Git repositories behind it. It misbehaves as the real one does: lists come in pages, answers have
// ETags, requests are limited, what a token may not see is not found, and answers get lost when a test wants it.
package githubtest

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Server is the fake. Tests set its fields before they use it.
type Server struct {
	*httptest.Server
	// Token is that of a user who may do everything; ReadToken's may read everything and write nothing.
	Token, ReadToken string

	mu       sync.Mutex
	repos    map[string]*Repo
	limit    int // requests an hour
	left     int
	reset    time.Time
	slow     []time.Duration // secondary limits that the next requests run into
	seen     []string        // method and path of each request
	same     int             // answers "304 Not Modified"
	losing   []*loss
	trouble  []int // statuses that the next requests are answered with
	lastNode int
}

// loss is an answer that gets lost.
type loss struct {
	match   func(*http.Request) bool
	before  bool          // before anything was done
	lost    chan struct{} // closed once it is
	release chan struct{} // if not nil the connection hangs until it is closed
}

// New starts a server that ends with the test.
func New(tb testing.TB) *Server {
	tb.Helper()
	s := &Server{Token: "ghp_full", ReadToken: "ghp_read", repos: map[string]*Repo{}, limit: 5000, left: 5000, reset: time.Now().Add(time.Hour)}
	mux := http.NewServeMux()
	s.routes(mux)
	s.Server = httptest.NewServer(s.guard(mux))
	tb.Cleanup(s.Close)
	return s
}

// RateLimit leaves a number of requests until a time.
func (s *Server) RateLimit(left int, reset time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left, s.reset = left, reset
}

// Left is how many requests are left.
func (s *Server) Left() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.left
}

// Slow has the next request run into a secondary rate limit; a wait of zero is not told.
func (s *Server) Slow(wait time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.slow = append(s.slow, wait)
}

// Fail has the next request answered with a status.
func (s *Server) Fail(status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trouble = append(s.trouble, status)
}

// Lose has the answer to the next request that matches lost: before it was carried out, or after. The channel is closed then.
func (s *Server) Lose(match func(*http.Request) bool, before bool) <-chan struct{} {
	return s.lose(&loss{match: match, before: before, lost: make(chan struct{})})
}

// Hang is Lose, but the connection stays open until release is closed.
func (s *Server) Hang(match func(*http.Request) bool, before bool, release chan struct{}) <-chan struct{} {
	return s.lose(&loss{match: match, before: before, lost: make(chan struct{}), release: release})
}

func (s *Server) lose(l *loss) <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.losing = append(s.losing, l)
	return l.lost
}

// Is matches a method and the end of a path.
func Is(method, suffix string) func(*http.Request) bool {
	return func(r *http.Request) bool { return r.Method == method && strings.HasSuffix(r.URL.Path, suffix) }
}

// Seen counts the requests whose method and path begin so, like "POST /api/v3/repos/o/r/pulls".
func (s *Server) Seen(prefix string) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, line := range s.seen {
		if strings.HasPrefix(line, prefix) {
			n++
		}
	}
	return n
}

// Unmodified counts the answers "304 Not Modified".
func (s *Server) Unmodified() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.same
}

// guard does what GitHub does with every request.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		if token != "" && token != s.Token && token != s.ReadToken {
			refuse(w, http.StatusUnauthorized, "Bad credentials")
			return
		}
		if r.UserAgent() == "" {
			refuse(w, http.StatusForbidden, "Request forbidden by administrative rules.")
			return
		}
		lost := s.admit(w, r)
		if lost == nil && w.Header().Get("X-Refused") != "" {
			return
		}
		if lost != nil && lost.before {
			lost.happen(w, r)
			return
		}
		answer := httptest.NewRecorder()
		next.ServeHTTP(answer, r)
		if lost != nil {
			lost.happen(w, r)
			return
		}
		s.send(w, r, answer)
	})
}

// admit counts a request and refuses it if there were too many; w's header X-Refused says so.
func (s *Server) admit(w http.ResponseWriter, r *http.Request) *loss {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = append(s.seen, r.Method+" "+r.URL.Path)
	for i, l := range s.losing {
		if l.match(r) {
			s.losing = append(s.losing[:i:i], s.losing[i+1:]...)
			return l
		}
	}
	switch {
	case len(s.trouble) > 0:
		w.Header().Set("X-Refused", "trouble")
		w.WriteHeader(s.trouble[0])
		s.trouble = s.trouble[1:]
	case len(s.slow) > 0:
		if wait := s.slow[0]; wait > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(int(wait.Seconds())))
		}
		s.slow = s.slow[1:]
		s.rate(w)
		w.Header().Set("X-Refused", "secondary")
		write(w, http.StatusForbidden, object{"message": "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
			"documentation_url": "https://docs.github.com/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits"})
	case s.left == 0:
		s.rate(w)
		w.Header().Set("X-Refused", "primary")
		write(w, http.StatusForbidden, object{"message": "API rate limit exceeded for user ID 1.", "documentation_url": "https://docs.github.com/rest"})
	}
	return nil
}

func (s *Server) rate(w http.ResponseWriter) {
	h := w.Header()
	h.Set("X-RateLimit-Limit", strconv.Itoa(s.limit))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(s.left))
	h.Set("X-RateLimit-Reset", strconv.FormatInt(s.reset.Unix(), 10))
}

// send passes an answer on, with its ETag; one that the client has already is not sent again and does not count.
func (s *Server) send(w http.ResponseWriter, r *http.Request, answer *httptest.ResponseRecorder) {
	body := answer.Body.Bytes()
	for name, values := range answer.Header() {
		w.Header()[name] = values
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	status := answer.Code
	if r.Method == http.MethodGet && status == http.StatusOK {
		tag := fmt.Sprintf(`W/"%x"`, sha256.Sum256(body))
		w.Header().Set("ETag", tag)
		if r.Header.Get("If-None-Match") == tag {
			status, body = http.StatusNotModified, nil
			s.same++
		}
	}
	if status != http.StatusNotModified {
		s.left--
	}
	s.rate(w)
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

func (l *loss) happen(w http.ResponseWriter, r *http.Request) {
	close(l.lost)
	if l.release != nil {
		select {
		case <-l.release:
		case <-r.Context().Done():
		}
	}
	if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
		_ = conn.Close()
	}
}

type object = map[string]any

func write(w http.ResponseWriter, status int, value any) {
	var body bytes.Buffer
	_ = json.NewEncoder(&body).Encode(value)
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(body.Bytes())
}

func refuse(w http.ResponseWriter, status int, message string, errors ...object) {
	body := object{"message": message, "documentation_url": "https://docs.github.com/rest"}
	if len(errors) > 0 {
		body["errors"] = errors
	}
	write(w, status, body)
}

// page cuts a list and links to the pages around it.
func page[T any](w http.ResponseWriter, r *http.Request, all []T) []T {
	query := r.URL.Query()
	number, size := max(atoi(query.Get("page")), 1), min(atoi(query.Get("per_page")), 100)
	if size <= 0 {
		size = 30
	}
	begin, end := min((number-1)*size, len(all)), min(number*size, len(all))
	last := max((len(all)+size-1)/size, 1)
	link := func(to int, rel string) string {
		at := url.URL{Scheme: "http", Host: r.Host, Path: r.URL.Path}
		query.Set("page", strconv.Itoa(to))
		at.RawQuery = query.Encode()
		return fmt.Sprintf(`<%s>; rel=%q`, at.String(), rel)
	}
	var links []string
	if number < last {
		links = append(links, link(number+1, "next"), link(last, "last"))
	}
	if number > 1 {
		links = append(links, link(1, "first"), link(number-1, "prev"))
	}
	if len(links) > 0 {
		w.Header().Set("Link", strings.Join(links, ", "))
	}
	return append([]T{}, all[begin:end]...)
}

func atoi(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}
