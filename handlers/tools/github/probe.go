package github

import (
	"context"
	"errors"
	"net/http"

	"github.com/google/go-github/v89/github"

	"github.com/mergit-io/mergit/handlers/tools"
)

var _ tools.Prober = (*Ops)(nil)

// Probe asks for the rate limit, which counts against none, and so finds out whether GitHub answers and knows the token.
func (o *Ops) Probe(ctx context.Context) error {
	_, _, err := o.client.api.RateLimit.Get(ctx)
	if answer, ok := errors.AsType[*github.ErrorResponse](err); ok && answer.Response.StatusCode == http.StatusNotFound {
		return nil // an Enterprise Server without rate limits
	}
	if err != nil {
		return o.client.explain(ctx, err, "look whether GitHub answers")
	}
	return nil
}
