// Package websearch is the tool that finds pages on the web, through the interface of a search engine: Brave's, or Google's by way
// of Serper. Each wants a key. With both keys the other one is asked if the first does not answer.
package websearch

import (
	"context"
	_ "embed"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/mergit-io/mergit/handlers/tools"
)

// Name is the tool's name.
const Name = "web_search"

//go:embed input.json
var input []byte

//go:embed output.json
var output []byte

// Config of the tool.
type Config struct {
	// Brave and Serper are the keys of the search engines; at least one is needed. Brave is asked first.
	Brave, Serper string
	// BraveURL and SerperURL are where the engines are. Default to their public addresses.
	BraveURL, SerperURL string
	// UserAgent defaults to "mergit".
	UserAgent string
}

const (
	usualCount = 10
	mostCount  = 20
	timeout    = 20 * time.Second
	eachMost   = 10 * time.Second // of one engine, so that time is left for the other
	maxResult  = 256 << 10
)

// Tool is web_search.
type Tool struct {
	engines []engine
	client  *http.Client
}

var (
	_ tools.Tool   = (*Tool)(nil)
	_ tools.Keeper = (*Tool)(nil)
)

// New makes the tool, or says why it cannot be had.
func New(config Config) (*Tool, error) {
	if config.UserAgent == "" {
		config.UserAgent = "mergit"
	}
	t := &Tool{client: &http.Client{
		Timeout: eachMost,
		// A redirect would take the key along.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	for _, e := range []engine{
		&brave{at{config.BraveURL, config.Brave, config.UserAgent}},
		&serper{at{config.SerperURL, config.Serper, config.UserAgent}},
	} {
		if e.ready() {
			t.engines = append(t.engines, e)
		}
	}
	if len(t.engines) == 0 {
		return nil, tools.Fail(tools.CodeUnavailable, "there is no key of a search engine")
	}
	return t, nil
}

// Spec describes the tool.
func (*Tool) Spec() tools.Spec {
	return tools.Spec{
		Name:  Name,
		Title: "Search the web",
		Description: "Finds pages on the web and returns title, url and a snippet of each, the best first. Use it to find out where something " +
			"is said; then read the page with http_request, since a snippet leaves out what matters. A query is a few words, as one " +
			"types into a search box; \"…\" asks for the very words, site:example.org for one site. Answers may be an hour old.",
		Input:       input,
		Output:      output,
		Annotations: tools.Annotations{ReadOnly: true, Idempotent: true, OpenWorld: true},
		Timeout:     timeout,
		MaxResult:   maxResult,
		CacheFor:    time.Hour,
	}
}

// emptyFor is how long it is kept that nothing was found.
const emptyFor = 30 * time.Second

// Keep keeps that nothing was found for a short while only, and failures not at all.
func (t *Tool) Keep(_ json.RawMessage, result tools.Result, failed *tools.Error) time.Duration {
	var answer struct {
		Results []struct{} `json:"results"`
	}
	switch {
	case failed != nil || json.Unmarshal(result.Value, &answer) != nil:
		return 0
	case len(answer.Results) == 0:
		return emptyFor
	}
	return t.Spec().CacheFor
}

// Effect is read, whatever the arguments.
func (*Tool) Effect(json.RawMessage) tools.Effect { return tools.Read }

type arguments struct {
	Query string `json:"query"`
	Count int    `json:"count"`
	Since string `json:"since"`
}

var ages = []string{"", "day", "week", "month", "year"}

func parse(raw json.RawMessage) (arguments, error) {
	var args arguments
	if err := tools.Decode(raw, &args); err != nil {
		return args, err
	}
	args.Query = strings.Join(strings.Fields(args.Query), " ")
	switch {
	case args.Query == "":
		return args, tools.BadArg("query", "is empty")
	case len([]rune(args.Query)) > 400:
		return args, tools.BadArg("query", "is too long; a few words find more")
	case args.Count < 0 || args.Count > mostCount:
		return args, tools.BadArg("count", "is %d; the most is %d", args.Count, mostCount)
	case !slices.Contains(ages, args.Since):
		return args, tools.BadArg("since", "is %q; use day, week, month or year", args.Since)
	}
	if args.Count == 0 {
		args.Count = usualCount
	}
	return args, nil
}

type found struct {
	Title   string `json:"title"`
	URL     string `json:"url"`
	Snippet string `json:"snippet"`
	Date    string `json:"date,omitempty"`
}

// Run asks one engine after the other until one answers.
func (t *Tool) Run(ctx context.Context, call tools.Call) (tools.Result, error) {
	args, err := parse(call.Args)
	if err != nil {
		return tools.Result{}, err
	}
	ctx, cancel := tools.Within(ctx, timeout)
	defer cancel()
	if err := ctx.Err(); err != nil {
		return tools.Result{}, tools.Wrap(ctx, err, "search")
	}
	var failed *tools.Error
	for i, e := range t.engines {
		results, err := t.ask(ctx, e, args)
		if err == nil {
			return tools.Value(struct {
				Query   string  `json:"query"`
				Engine  string  `json:"engine"`
				Results []found `json:"results"`
			}{args.Query, e.name(), tidy(results, args.Count)})
		}
		if failed == nil || i > 0 && err.Retryable && !failed.Retryable {
			failed = err // what may work later says more than a key that is wrong
		} else if failed.Retryable && err.Retryable {
			failed.RetryAfter = min(failed.RetryAfter, err.RetryAfter) // either will do
		}
		if ctx.Err() != nil {
			break
		}
	}
	return tools.Result{}, failed
}

// tidy leaves out what is no page, and what is there twice.
func tidy(results []found, count int) []found {
	seen := map[string]bool{}
	kept := make([]found, 0, len(results))
	for _, r := range results {
		r = found{plain(r.Title), strings.TrimSpace(r.URL), plain(r.Snippet), plain(r.Date)}
		if !isPage(r.URL) || seen[r.URL] || len(kept) == count {
			continue
		}
		seen[r.URL] = true
		kept = append(kept, r)
	}
	return kept
}
