package httprequest

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/mergit-io/mergit/handlers/tools"
)

func TestAnAnswerIsKeptAsLongAsItsServerSays(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		headers object // of the request
		answer  object
		status  int
		want    time.Duration
	}{
		"a minute":               {nil, object{"cache-control": "public, max-age=60"}, 200, time.Minute},
		"a day":                  {nil, object{"cache-control": "max-age=86400"}, 200, keepFor},
		"half of it is over":     {nil, object{"cache-control": "max-age=60", "age": "30"}, 200, 30 * time.Second},
		"all of it is over":      {nil, object{"cache-control": "max-age=60", "age": "90"}, 200, 0},
		"shared caches for less": {nil, object{"cache-control": `max-age=60, S-MaxAge="10"`}, 200, 10 * time.Second},
		"nothing is said":        {nil, object{"etag": "x"}, 200, 0},
		"forbidden":              {nil, object{"cache-control": "max-age=60, no-store"}, 200, 0},
		"to be asked again":      {nil, object{"cache-control": "no-cache, max-age=60"}, 200, 0},
		"for one alone":          {nil, object{"cache-control": "private, max-age=60"}, 200, 0},
		"nonsense":               {nil, object{"cache-control": "max-age=soon"}, 200, 0},
		"an age that is none":    {nil, object{"cache-control": "max-age=60", "age": "-1"}, 200, 0},
		"with credentials":       {object{"authorization": "Bearer x"}, object{"cache-control": "max-age=60"}, 200, 0},
		"with a key of its own":  {object{"X-Api-Key": "x"}, object{"cache-control": "max-age=60"}, 200, 0},
		"in a language":          {object{"Accept-Language": "de"}, object{"cache-control": "max-age=60"}, 200, time.Minute},
		"differs by cookie":      {nil, object{"cache-control": "max-age=60", "vary": "Accept, Cookie"}, 200, 0},
		"an error":               {nil, object{"cache-control": "max-age=60"}, 404, 0},
	} {
		args, _ := json.Marshal(object{"method": "GET", "url": "https://example.org", "headers": c.headers})
		value, _ := json.Marshal(object{"status": c.status, "headers": c.answer, "body": "", "url": "https://EXAMPLE.org/home"})
		if got := New(Config{}).Keep(args, tools.Result{Value: value}, nil); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	elsewhere, _ := json.Marshal(object{"status": 200, "headers": object{"cache-control": "max-age=60"}, "body": "", "url": "https://example.net/"})
	if got := New(Config{}).Keep(json.RawMessage(`{"method":"GET","url":"https://example.org"}`), tools.Result{Value: elsewhere}, nil); got != 0 {
		t.Errorf("what another host answered, which not everybody may reach, is kept for %s", got)
	}
	if got := New(Config{}).Keep(json.RawMessage(`{"method":"GET","url":"https://example.org"}`), tools.Result{}, tools.Fail(tools.CodeNotFound, "x")); got != 0 {
		t.Errorf("a failure is kept for %s", got)
	}
}

func FuzzCacheControlIsRead(f *testing.F) {
	for _, seed := range [][2]string{{"max-age=60", ""}, {"s-maxage=1, max-age=99999999999999999999", "5"}, {"=,,no-store", "x"}} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, control, age string) {
		if got := freshFor(control, age); got < 0 || got > 24*time.Hour {
			t.Errorf("%q %q: %s", control, age, got)
		}
	})
}
