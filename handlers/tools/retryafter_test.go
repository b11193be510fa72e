package tools_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/mergit-io/mergit/handlers/tools"
)

func TestHowLongAServerWantsToBeLeftAlone(t *testing.T) {
	t.Parallel()
	const date = "Mon, 30 Nov 2026 12:00:00 GMT"
	for value, want := range map[string]time.Duration{"": 0, "soon": 0, "-5": 0, "7": 7 * time.Second, "9999999": 24 * time.Hour,
		"Mon, 30 Nov 2026 12:01:30 GMT": 90 * time.Second, "Mon, 30 Nov 2026 11:00:00 GMT": 0, "Tue, 30 Nov 2027 12:00:00 GMT": 24 * time.Hour} {
		if got := tools.RetryAfter(http.Header{"Retry-After": {value}, "Date": {date}}); got != want {
			t.Errorf("%q: %s, want %s", value, got, want)
		}
	}
	if got := tools.RetryAfter(http.Header{"Retry-After": {"Mon, 30 Nov 2026 12:01:30 GMT"}}); got != 0 {
		t.Errorf("a date of a server that does not tell its time: %s", got)
	}
}
