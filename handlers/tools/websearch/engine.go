package websearch

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"html"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/mergit-io/mergit/handlers/tools"
)

// engine is a search engine's interface.
type engine interface {
	name() string
	ready() bool
	request(ctx context.Context, args arguments) (*http.Request, error)
	// read takes the results out of an answer. An answer that is another thing is an error.
	read(body []byte) ([]found, error)
	// wait is how long the engine says not to ask; zero if it does not say.
	wait(header http.Header) time.Duration
}

// at is where an engine is, and what it is shown.
type at struct{ url, key, agent string }

func (a at) ready() bool { return a.key != "" }

// brave is Brave's web search (api.search.brave.com, version 1).
type brave struct{ at }

func (*brave) name() string { return "brave" }

var braveAges = map[string]string{"day": "pd", "week": "pw", "month": "pm", "year": "py"}

func (b *brave) request(ctx context.Context, args arguments) (*http.Request, error) {
	query := url.Values{"q": {args.Query}, "count": {strconv.Itoa(args.Count)}, "text_decorations": {"false"}}
	if args.Since != "" {
		query.Set("freshness", braveAges[args.Since])
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, cmp.Or(b.url, "https://api.search.brave.com/res/v1/web/search")+"?"+query.Encode(), nil)
	if err == nil {
		r.Header.Set("X-Subscription-Token", b.key)
		r.Header.Set("User-Agent", b.agent)
	}
	return r, err
}

func (*brave) read(body []byte) ([]found, error) {
	var answer struct {
		Type string `json:"type"`
		Web  struct {
			Results []struct {
				Title, URL, Description, Age string
			} `json:"results"`
		} `json:"web"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, err
	}
	if answer.Type != "search" {
		return nil, errNoSearch
	}
	results := make([]found, 0, len(answer.Web.Results))
	for _, r := range answer.Web.Results {
		results = append(results, found{r.Title, r.URL, r.Description, r.Age})
	}
	return results, nil
}

// wait reads the first of the seconds in X-RateLimit-Reset: those of the second's limit, then of the month's.
func (*brave) wait(header http.Header) time.Duration {
	left := strings.Split(header.Get("X-RateLimit-Remaining"), ",")
	resets := strings.Split(header.Get("X-RateLimit-Reset"), ",")
	longest := time.Duration(0)
	for i, reset := range resets {
		seconds, err := strconv.Atoi(strings.TrimSpace(reset))
		if err == nil && (i >= len(left) || strings.TrimSpace(left[i]) == "0") {
			longest = max(longest, time.Duration(seconds)*time.Second)
		}
	}
	return longest
}

// serper is Google's search by way of serper.dev.
type serper struct{ at }

func (*serper) name() string { return "serper" }

var serperAges = map[string]string{"day": "qdr:d", "week": "qdr:w", "month": "qdr:m", "year": "qdr:y"}

func (s *serper) request(ctx context.Context, args arguments) (*http.Request, error) {
	body := map[string]any{"q": args.Query, "num": args.Count}
	if args.Since != "" {
		body["tbs"] = serperAges[args.Since]
	}
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, cmp.Or(s.url, "https://google.serper.dev/search"), bytes.NewReader(text))
	if err == nil {
		r.Header.Set("X-API-KEY", s.key)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("User-Agent", s.agent)
	}
	return r, err
}

func (*serper) read(body []byte) ([]found, error) {
	var answer struct {
		Parameters *struct{} `json:"searchParameters"`
		Organic    []struct {
			Title, Link, Snippet, Date string
		} `json:"organic"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, err
	}
	if answer.Parameters == nil && answer.Organic == nil {
		return nil, errNoSearch
	}
	results := make([]found, 0, len(answer.Organic))
	for _, r := range answer.Organic {
		results = append(results, found{r.Title, r.Link, r.Snippet, r.Date})
	}
	return results, nil
}

func (*serper) wait(http.Header) time.Duration { return 0 }

var errNoSearch = errors.New("the answer is not that of a search")

const (
	mostBody  = 4 << 20
	usualWait = 5 * time.Second
)

// ask asks one engine. What engines say in errors is not passed on: it may repeat the key.
func (t *Tool) ask(ctx context.Context, e engine, args arguments) ([]found, *tools.Error) {
	doing := "search with " + e.name()
	request, err := e.request(ctx, args)
	if err != nil {
		return nil, tools.Fail(tools.CodeFailed, "%s: its address is wrong", doing)
	}
	response, err := t.client.Do(request)
	if err != nil {
		return nil, lost(ctx, err, doing)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, mostBody+1))
	if err != nil {
		return nil, lost(ctx, err, doing)
	}
	later := func(format string, with ...any) *tools.Error {
		failed := tools.Fail(tools.CodeUnavailable, doing+": "+format, with...)
		failed.Retryable = true
		failed.RetryAfter = cmp.Or(tools.RetryAfter(response.Header), e.wait(response.Header), usualWait)
		return failed
	}
	switch status := response.StatusCode; {
	case status == http.StatusTooManyRequests:
		return nil, later("too many searches for this key")
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return nil, tools.Fail(tools.CodeForbidden, "%s: the key is not accepted; an operator sets another one", doing)
	case status == http.StatusPaymentRequired:
		return nil, tools.Fail(tools.CodeForbidden, "%s: the key's searches are used up; an operator buys more", doing)
	case status == http.StatusBadRequest && bytes.Contains(bytes.ToLower(body), []byte("credits")): // Serper's way to say the same
		return nil, tools.Fail(tools.CodeForbidden, "%s: the key's searches are used up; an operator buys more", doing)
	case status >= 500:
		return nil, later("it answered %d %s", status, http.StatusText(status))
	case status != http.StatusOK:
		return nil, tools.Fail(tools.CodeFailed, "%s: it answered %d %s", doing, status, http.StatusText(status))
	case len(body) > mostBody:
		return nil, tools.Fail(tools.CodeTooLarge, "%s: the answer has more than %d MiB", doing, mostBody>>20)
	}
	results, err := e.read(body)
	if err != nil {
		return nil, later("its answer cannot be read")
	}
	return results, nil
}

// lost is a failure to get an answer; its words are the network's, without the address, which holds the query.
func lost(ctx context.Context, err error, doing string) *tools.Error {
	if ctx.Err() != nil {
		return tools.Wrap(ctx, ctx.Err(), doing)
	}
	if outer, ok := errors.AsType[*url.Error](err); ok {
		err = outer.Err
	}
	return &tools.Error{Code: tools.CodeUnavailable, Message: doing + ": no answer: " + err.Error(), Retryable: true, RetryAfter: usualWait, Err: err}
}

func isPage(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil && len(address) <= 2000
}

var tag = regexp.MustCompile(`</?[A-Za-z][^<>]{0,200}>`)

// plain takes markup out of a snippet.
func plain(text string) string {
	const most = 1000
	text = strings.ToValidUTF8(html.UnescapeString(tag.ReplaceAllString(text, "")), "\uFFFD")
	text = strings.Join(strings.Fields(strings.ReplaceAll(text, "\x00", "")), " ")
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return text
}
