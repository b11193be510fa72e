package waits

import (
	"encoding/json"
	"testing"

	"github.com/mergit-io/mergit/events"
)

func TestACallFitsIfAllThatIsAskedForIsThere(t *testing.T) {
	t.Parallel()
	call := events.WebhookReceived{Source: "github", Event: "pull_request"}
	body := json.RawMessage(`{"action":"closed","number":7,"labels":[{"name":"a/b"},{"name":"c~d"}],"a/b":1.0,"none":null}`)
	for text, want := range map[string]bool{
		`{"source":"github"}`: true,
		`{"source":"github","event":"pull_request","match":{"/action":"closed","/number":7}}`: true,
		`{"source":"github","match":{"/labels/1/name":"c~d","/a~1b":1,"/none":null}}`:         true,
		`{"source":"github","match":{"/labels/0":{"name":"a/b"}}}`:                            true,
		`{"source":"gitlab"}`:                                          false,
		`{"source":"github","event":"push"}`:                           false,
		`{"source":"github","match":{"/action":"opened"}}`:             false,
		`{"source":"github","match":{"/number":"7"}}`:                  false,
		`{"source":"github","match":{"/labels/2":{}}}`:                 false,
		`{"source":"github","match":{"/labels/01/name":"c~d"}}`:        false,
		`{"source":"github","match":{"/missing":null}}`:                false,
		`{"source":"github","match":{"/action/x":"closed"}}`:           false,
		`{"source":"github","match":{"/action":"closed","/number":8}}`: false,
	} {
		var hook Hook
		if err := json.Unmarshal([]byte(text), &hook); err != nil {
			t.Fatal(err)
		}
		if got := hook.Fits(call, body); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

func FuzzPointersFindOnlyWhatIsThere(f *testing.F) {
	for _, seed := range [][2]string{{`{"a":[1,{"b/c":2}]}`, "/a/1/b~1c"}, {`[]`, "/0"}, {`"x"`, ""}, {`{"":1}`, "/"}, {`{"a":1}`, "a"}, {`null`, "/x"}} {
		f.Add([]byte(seed[0]), seed[1])
	}
	f.Fuzz(func(t *testing.T, body []byte, pointer string) {
		if !json.Valid(body) {
			return
		}
		found, ok := at(body, pointer)
		if ok && !json.Valid(found) {
			t.Errorf("%q in %s: %s", pointer, body, found)
		}
		if ok && pointer != "" && len(found) >= len(body) {
			t.Errorf("%q in %s: %s is no part of it", pointer, body, found)
		}
	})
}
