package tools

import (
	"net/http"
	"strconv"
	"time"
)

// RetryAfter reads how long a server wants to be left alone, a day at most: both forms of RFC 9110, section 10.2.3, a date by the
// server's own clock. It is 0 where the server does not say.
func RetryAfter(header http.Header) time.Duration {
	value := header.Get("Retry-After")
	if seconds, err := strconv.Atoi(value); err == nil {
		return time.Duration(min(max(seconds, 0), 24*3600)) * time.Second
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	now, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		return 0
	}
	return min(max(at.Sub(now), 0), 24*time.Hour)
}
