package cli

import (
	"context"
	"math"
	"net/http"
	"net/url"
	"strconv"
)

const (
	// pageSize is how much of a list a server gives at a time.
	pageSize = 200
	// everything is the limit of who wants a whole list.
	everything = math.MaxInt
)

// pages reads a list in as many pages as it takes, and reports whether there is
// more than the limit. split takes a page apart: what is on it, and where the
// next one begins.
func pages[P, T any](ctx context.Context, server *client, path string, query url.Values, limit int, split func(P) ([]T, string)) (all []T, more bool, err error) {
	for len(all) < limit {
		query.Set("limit", strconv.Itoa(min(limit-len(all), pageSize)))
		page, err := call[P](ctx, server, http.MethodGet, path+"?"+query.Encode(), nil)
		if err != nil {
			return nil, false, err
		}
		some, next := split(page)
		all = append(all, some...)
		if next == "" {
			return all, false, nil
		}
		query.Set("cursor", next)
	}
	return all, true, nil
}

// withStatus is a query for what stands in a state, if one is named.
func withStatus(status string) url.Values {
	if status == "" {
		return url.Values{}
	}
	return url.Values{"status": {status}}
}
