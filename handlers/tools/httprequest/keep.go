package httprequest

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/mergit-io/mergit/handlers/tools"
)

// keepFor is the longest that an answer stands in for another request, whatever its server allows.
const keepFor = 5 * time.Minute

var _ tools.Keeper = (*Tool)(nil)

// Keep goes by what the server says (RFC 9111), and keeps nothing of which it says nothing: whoever asks again mostly wants to know
// whether something has changed. What was asked for with credentials is not for others.
func (*Tool) Keep(raw json.RawMessage, result tools.Result, failed *tools.Error) time.Duration {
	var args arguments
	var got answer
	if failed != nil || json.Unmarshal(raw, &args) != nil || json.Unmarshal(result.Value, &got) != nil || got.Status != http.StatusOK {
		return 0
	}
	// Who may reach the first host need not be one who may reach where it led.
	from, err := url.Parse(args.URL)
	to, failedTo := url.Parse(got.URL)
	if err != nil || failedTo != nil || !strings.EqualFold(from.Hostname(), to.Hostname()) {
		return 0
	}
	for name := range args.Headers {
		if !kept[http.CanonicalHeaderKey(name)] {
			return 0 // all others may be credentials
		}
	}
	if vary := strings.ToLower(got.Headers["vary"]); strings.Contains(vary, "*") || strings.Contains(vary, "cookie") || strings.Contains(vary, "authorization") {
		return 0
	}
	return min(freshFor(got.Headers["cache-control"], got.Headers["age"]), keepFor)
}

// freshFor is how long an answer may be kept in a cache that several share; zero if its server does not say, or forbids it.
func freshFor(control, age string) time.Duration {
	longest, shared := -1, -1
	for directive := range strings.SplitSeq(strings.ToLower(control), ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(directive), "=")
		seconds, err := strconv.Atoi(strings.Trim(value, `"`))
		switch name {
		case "no-store", "no-cache", "private", "must-understand":
			return 0
		case "max-age", "s-maxage":
			if err != nil || seconds < 0 {
				return 0
			}
			seconds = min(seconds, 24*3600)
			if name == "max-age" {
				longest = seconds
			} else {
				shared = seconds
			}
		}
	}
	if shared >= 0 { // it is for caches like this one
		longest = shared
	}
	old, err := strconv.Atoi(age)
	if age != "" && (err != nil || old < 0) {
		return 0
	}
	return time.Duration(max(longest-old, 0)) * time.Second
}
