// Package github has the tools that work on GitHub: github_ops looks, github_pr proposes changes.
//
// Both speak through one Client, so that they share what it remembers of answers (ETags) and of rate limits. What a pull
// request, comment or review is made of carries a mark of the call that made it, so that after a crash, or an answer that got
// lost, the call is found again instead of being made twice.
package github

import (
	"context"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/google/go-github/v89/github"

	"github.com/mergit-io/mergit/handlers/tools"
)

// Config of a Client. The zero value reads public repositories of github.com.
type Config struct {
	// Token is what callers of GitHub show; it stays in this process. Without one only public repositories are read, and few of them.
	Token string
	// URL is where a GitHub Enterprise Server is, like https://git.example.org. Defaults to github.com.
	URL string
	// UserAgent defaults to "mergit".
	UserAgent string
	// Now tells how long a rate limit lasts where GitHub's answer does not say when it was given. Without it that is a minute.
	Now func() time.Time
	// CacheBytes is how much is kept of answers, to ask only whether they have changed. Defaults to 16 MiB.
	CacheBytes int
}

// Client speaks to one GitHub.
type Client struct {
	api *github.Client
	now func() time.Time
	// graphql is where what REST cannot do is asked for.
	graphql string
	token   bool
	// identity is what answers depend on: where GitHub is, and as whom it is asked.
	identity string
}

// timeouts of one request; a call makes several.
const requestTimeout = 30 * time.Second

// NewClient makes a client. It connects to nothing yet.
func NewClient(config Config) (*Client, error) {
	if config.UserAgent == "" {
		config.UserAgent = "mergit"
	}
	if config.CacheBytes <= 0 {
		config.CacheBytes = 16 << 20
	}
	transport := &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		MaxIdleConnsPerHost: 8,
		IdleConnTimeout:     time.Minute,
		TLSHandshakeTimeout: 10 * time.Second,
		ForceAttemptHTTP2:   true,
	}
	options := []github.ClientOptionsFunc{
		github.WithHTTPClient(&http.Client{Transport: &remembering{next: transport, most: config.CacheBytes}, Timeout: requestTimeout, CheckRedirect: stay}),
		github.WithUserAgent(config.UserAgent),
	}
	if config.Token != "" {
		options = append(options, github.WithAuthToken(config.Token))
	}
	if config.URL != "" {
		if at, err := url.Parse(config.URL); err != nil || at.Scheme != "http" && at.Scheme != "https" || at.Host == "" || at.User != nil {
			return nil, tools.Fail(tools.CodeInvalidArgs, "the address of GitHub must be like https://git.example.org")
		}
		options = append(options, github.WithEnterpriseURLs(config.URL, config.URL))
	}
	api, err := github.NewClient(options...)
	if err != nil {
		return nil, err
	}
	c := &Client{api: api, now: config.Now, token: config.Token != "", identity: config.URL + "\n" + config.Token}
	c.graphql = strings.TrimSuffix(api.BaseURL(), "/") + "/graphql"
	if at, ok := strings.CutSuffix(api.BaseURL(), "/api/v3/"); ok {
		c.graphql = at + "/api/graphql"
	}
	return c, nil
}

// stay follows redirects of renamed repositories, and takes no credentials to another host.
func stay(next *http.Request, via []*http.Request) error {
	if len(via) > 5 || next.URL.Host != via[0].URL.Host || next.URL.Scheme != via[0].URL.Scheme {
		return http.ErrUseLastResponse
	}
	return nil
}

var (
	repoName   = regexp.MustCompile(`^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})/[A-Za-z0-9._-]{1,100}$`)
	ownerName  = regexp.MustCompile(`^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})$`)
	branchName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._/+-]{0,199}$`)
)

// repository takes OWNER/NAME apart. Names become parts of addresses, so nothing else is let through.
func repository(full string) (owner, name string, err error) {
	owner, name, _ = strings.Cut(full, "/")
	if !repoName.MatchString(full) || name == "." || name == ".." {
		return "", "", tools.BadArg("repo", "is %q; write it like owner/name", full)
	}
	return owner, name, nil
}

// inRepo checks the path of a file.
func inRepo(at, path string) error {
	for part := range strings.SplitSeq(path, "/") {
		if part == "" || part == "." || part == ".." || strings.EqualFold(part, ".git") {
			return tools.BadArg(at, "%q is not the path of a file in a repository; write it like docs/a.md", path)
		}
	}
	if strings.ContainsAny(path, "\x00\n\r") {
		return tools.BadArg(at, "has a line break or NUL in it")
	}
	return nil
}

func isBranch(name string) bool {
	return branchName.MatchString(name) && !strings.Contains(name, "..") && !strings.Contains(name, "//") && !strings.HasSuffix(name, "/") &&
		!strings.HasSuffix(name, ".lock") && !strings.HasSuffix(name, ".")
}

// collect reads pages until there are enough entries, and reports whether there are more.
func collect[T any](ctx context.Context, limit int, page func(ctx context.Context, at github.ListOptions) ([]T, *github.Response, error)) (all []T, more bool, err error) {
	at := github.ListOptions{PerPage: min(limit+1, 100)}
	for {
		some, response, err := page(ctx, at)
		if err != nil {
			return nil, false, err
		}
		all = append(all, some...)
		if len(all) > limit {
			return all[:limit], true, nil
		}
		if response.NextPage == 0 {
			return all, false, nil
		}
		at.Page = response.NextPage
	}
}
