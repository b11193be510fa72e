package httprequest

import (
	"context"
	"encoding/json"
	"net/url"

	"github.com/mergit-io/mergit/handlers/tools"
)

var _ tools.Scoped = (*Tool)(nil)

// Scope is the URL's host. Where redirects lead is asked on the way, see tools.Call.MayReach.
func (*Tool) Scope(args json.RawMessage) tools.Scope {
	var a struct {
		URL string `json:"url"`
	}
	_ = json.Unmarshal(args, &a) // what is no URL is refused by Run
	target, err := url.Parse(a.URL)
	if err != nil {
		return tools.Scope{Hosts: []string{""}}
	}
	return tools.Scope{Hosts: []string{target.Hostname()}}
}

// reaching is the key of what the caller may reach.
type reaching struct{}

// within has redirects of a call lead only to where its caller may go.
func within(ctx context.Context, call tools.Call) context.Context {
	return context.WithValue(ctx, reaching{}, call.MayReach)
}

// mayReach reports whether a redirect may lead to a host.
func mayReach(ctx context.Context, host string) bool {
	may, _ := ctx.Value(reaching{}).(func(string) bool)
	return may == nil || may(host)
}
