package model_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/model/modeltest"
)

// A server that does not stop is not listened to for ever, nor asked again: it would say as much the next time.
func TestAnAnswerWithoutAnEndIsGivenUp(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		var sent atomic.Int64
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			chunk := `{"a":"` + strings.Repeat("x", 1<<20)
			for {
				n, err := fmt.Fprint(w, chunk)
				if sent.Add(int64(n)); err != nil {
					return
				}
			}
		}))
		t.Cleanup(server.Close)
		m, err := model.NewClient(model.ClientConfig{Kind: kind, URL: server.URL, Key: modeltest.Key, Model: "m", Now: func() time.Time { return epoch }})
		if err != nil {
			t.Fatal(err)
		}
		if failed := refused(t, m, model.Request{}); failed.Code != model.CodeInvalid || failed.Retryable || !strings.Contains(failed.Message, "larger than 4 MiB") {
			t.Errorf("%+v", failed)
		}
	})
}

// What is long only because of what a stream puts around each word is an answer; one whose text is too long is none.
func TestALongStreamIsJudgedByItsText(t *testing.T) {
	each(t, func(t *testing.T, kind string) {
		for size, ok := range map[int]bool{1 << 20: true, 5 << 20: false} {
			for _, delta := range []func(string){nil, func(string) {}} {
				m, _ := open(t, kind, modeltest.Script(modeltest.Say{Text: strings.Repeat("x", size)}))
				reply, err := m.Generate(t.Context(), model.Request{Messages: []model.Message{user("hi")}, Delta: delta})
				if ok && (err != nil || len(reply.Text) != size) || !ok && (err == nil || !strings.Contains(err.Error(), "larger than 4 MiB")) {
					t.Errorf("%d bytes, streamed %v: %d bytes, %v", size, delta != nil, len(reply.Text), err)
				}
			}
		}
	})
}
