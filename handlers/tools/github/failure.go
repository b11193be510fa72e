package github

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/go-github/v89/github"

	"github.com/mergit-io/mergit/handlers/tools"
)

// usualWait is how long a rate limit is taken to last if GitHub does not say: its documentation asks for a minute at least.
const usualWait = time.Minute

// explain makes a tool's failure of what GitHub, or the way there, came to. Messages are made of GitHub's own words, never of
// requests, which carry the token.
func (c *Client) explain(ctx context.Context, err error, doing string) *tools.Error {
	if known, ok := errors.AsType[*tools.Error](err); ok {
		return known
	}
	if ctx.Err() != nil {
		return tools.Wrap(ctx, ctx.Err(), doing)
	}
	if limited, ok := errors.AsType[*github.RateLimitError](err); ok {
		wait := usualWait
		if now := c.answered(limited.Response); !now.IsZero() {
			wait = max(limited.Rate.Reset.Sub(now), time.Second)
		}
		hint := ""
		if !c.token {
			hint = "; with a token there are 5000 an hour"
		}
		return &tools.Error{Code: tools.CodeUnavailable, Retryable: true, RetryAfter: wait,
			Message: fmt.Sprintf("%s: the rate limit of %d requests an hour is used up%s", doing, limited.Rate.Limit, hint)}
	}
	if limited, ok := errors.AsType[*github.AbuseRateLimitError](err); ok {
		wait := usualWait
		if limited.RetryAfter != nil {
			wait = *limited.RetryAfter
		}
		return &tools.Error{Code: tools.CodeUnavailable, Retryable: true, RetryAfter: wait,
			Message: doing + ": GitHub asks for fewer requests at a time (secondary rate limit)"}
	}
	if answer, ok := errors.AsType[*github.ErrorResponse](err); ok {
		return c.refused(answer, doing)
	}
	if redirect, ok := errors.AsType[*github.RedirectionError](err); ok {
		return tools.Fail(tools.CodeForbidden, "%s: a redirect to another host was not followed (%d)", doing, redirect.StatusCode)
	}
	if outer, ok := errors.AsType[*url.Error](err); ok {
		err = outer.Err
	}
	return &tools.Error{Code: tools.CodeUnavailable, Retryable: true, Message: doing + ": GitHub does not answer: " + err.Error(), Err: err}
}

// answered is when GitHub gave an answer.
func (c *Client) answered(response *http.Response) time.Time {
	if response != nil {
		if at, err := http.ParseTime(response.Header.Get("Date")); err == nil {
			return at
		}
	}
	if c.now == nil {
		return time.Time{}
	}
	return c.now()
}

func (c *Client) refused(answer *github.ErrorResponse, doing string) *tools.Error {
	said := words(answer)
	fail := func(code, text string) *tools.Error {
		if said != "" {
			text += " (GitHub says: " + said + ")"
		}
		return tools.Fail(code, "%s: %s", doing, text)
	}
	switch status := answer.Response.StatusCode; status {
	case http.StatusUnauthorized:
		return fail(tools.CodeForbidden, "GitHub does not know the token: it is wrong, expired or revoked; an operator sets another one")
	case http.StatusForbidden:
		needs := answer.Response.Header.Get("X-Accepted-GitHub-Permissions")
		if needs == "" {
			needs = answer.Response.Header.Get("X-Accepted-OAuth-Scopes")
		}
		text := "the token may see this and not do it"
		if needs != "" {
			text += "; it needs " + needs
		}
		return fail(tools.CodeForbidden, text)
	case http.StatusNotFound:
		if !c.token {
			return fail(tools.CodeNotFound, "there is no such thing, or it is private: there is no token")
		}
		return fail(tools.CodeNotFound, "there is no such thing, or the token may not see it: GitHub answers the same for both")
	case http.StatusGone:
		return fail(tools.CodeNotFound, "it was there and is gone, or is switched off for this repository")
	case http.StatusConflict:
		return fail(tools.CodeFailed, "it has changed meanwhile, or the repository is empty")
	case http.StatusUnprocessableEntity:
		return fail(tools.CodeInvalidArgs, "GitHub refuses the arguments")
	case http.StatusTooManyRequests:
		return &tools.Error{Code: tools.CodeUnavailable, Retryable: true, RetryAfter: usualWait, Message: doing + ": too many requests"}
	case http.StatusUnavailableForLegalReasons:
		return fail(tools.CodeForbidden, "blocked for legal reasons")
	default:
		if status >= 500 {
			failed := fail(tools.CodeUnavailable, fmt.Sprintf("GitHub answered %d %s", status, http.StatusText(status)))
			failed.Retryable = true
			return failed
		}
		return fail(tools.CodeFailed, fmt.Sprintf("GitHub answered %d %s", status, http.StatusText(status)))
	}
}

// words are what GitHub's answer says, with its details.
func words(answer *github.ErrorResponse) string {
	said := []string{}
	if answer.Message != "" {
		said = append(said, answer.Message)
	}
	for _, detail := range answer.Errors {
		switch {
		case detail.Message != "":
			said = append(said, detail.Message)
		case detail.Field != "":
			said = append(said, fmt.Sprintf("%s.%s: %s", detail.Resource, detail.Field, detail.Code))
		}
	}
	const most = 500
	text := strings.ToValidUTF8(strings.Join(said, "; "), "\uFFFD")
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return text
}

// status is that of GitHub's answer, 0 if there was none.
func status(err error) int {
	if answer, ok := errors.AsType[*github.ErrorResponse](err); ok && answer.Response != nil {
		return answer.Response.StatusCode
	}
	return 0
}

// unknown reports whether nobody can tell from an error whether what was asked for happened: the answer got lost, or the server
// fell over. What was refused did not happen.
func unknown(err error) bool {
	switch {
	case status(err) >= 500:
		return true
	case status(err) != 0:
		return false
	}
	_, ours := errors.AsType[*tools.Error](err)
	_, primary := errors.AsType[*github.RateLimitError](err)
	_, secondary := errors.AsType[*github.AbuseRateLimitError](err)
	return !ours && !primary && !secondary
}
