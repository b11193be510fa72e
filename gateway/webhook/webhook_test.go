package webhook_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/gateway/webhook"
)

const standardSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

func secret(t testing.TB, text string) []byte {
	t.Helper()
	s, err := webhook.Secret(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// receiver takes calls of "github" and "ci" onto a log in memory.
func receiver(t testing.TB) (*webhook.Receiver, *commands.Set) {
	t.Helper()
	ids := 0
	set := commands.NewSet(new(memlog.Log), new(memlog.Keys), commands.Config{NewID: func() string { ids++; return fmt.Sprint("e", ids) }})
	return &webhook.Receiver{
		Secrets: map[string][][]byte{
			"github": {secret(t, "It's a Secret to Everybody")},
			"ci":     {secret(t, standardSecret), secret(t, "the next one, 16 bytes")},
		},
		Workspace: "main", Commands: set, Keys: set.Codec.Keys, Blobs: new(memlog.Blobs),
	}, set
}

func get(pairs ...string) func(string) string {
	h := http.Header{}
	for i := 0; i < len(pairs); i += 2 {
		h.Set(pairs[i], pairs[i+1])
	}
	return h.Get
}

var now = time.Unix(1614265330, 0)

// github signs as GitHub does.
func github(body, delivery string) func(string) string {
	mac := hmac.New(sha256.New, []byte("It's a Secret to Everybody"))
	mac.Write([]byte(body))
	return get("X-Hub-Signature-256", "sha256="+hex.EncodeToString(mac.Sum(nil)), "X-GitHub-Delivery", delivery, "X-GitHub-Event", "push")
}

// The examples of the two schemes' own documents.
func TestPublishedSignaturesAreRight(t *testing.T) {
	t.Parallel()
	r, _ := receiver(t)
	hook, _, err := r.Receive(t.Context(), "github", get("X-Hub-Signature-256", "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
		"X-GitHub-Delivery", "d1", "X-GitHub-Event", "ping"), []byte("Hello, World!"), now)
	if err != nil || hook.Event != "ping" || hook.Delivery != "d1" || hook.Encoding != "text" || string(hook.Body) != `"Hello, World!"` {
		t.Errorf("%+v, %v", hook, err)
	}
	hook, _, err = r.Receive(t.Context(), "ci", get("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp", "1614265330",
		"webhook-signature", "v1,nonsense v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="), []byte(`{"test": 2432232314}`), now)
	if err != nil || hook.Delivery != "msg_p5jXN8AQM9LWM0D4loKWxJek" || hook.Encoding != "json" || string(hook.Body) != `{"test":2432232314}` {
		t.Errorf("%+v, %v", hook, err)
	}
}

func TestWhatIsNotSignedIsRefused(t *testing.T) {
	t.Parallel()
	r, set := receiver(t)
	body := `{"test": 2432232314}`
	right := "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
	id, at := "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330"
	for name, c := range map[string]struct {
		source, body string
		header       func(string) string
		now          time.Time
		want         error
	}{
		"an unknown source":     {"gitlab", body, github(body, "d"), now, webhook.ErrUnknownSource},
		"no signature":          {"github", body, get(), now, webhook.ErrUnsigned},
		"SHA-1":                 {"github", body, get("X-Hub-Signature", "sha1=00"), now, webhook.ErrUnsigned},
		"no hex":                {"github", body, get("X-Hub-Signature-256", "sha256=xx"), now, webhook.ErrForged},
		"cut short":             {"github", body, get("X-Hub-Signature-256", "sha256=75"), now, webhook.ErrForged},
		"another body":          {"github", body + " ", github(body, "d"), now, webhook.ErrForged},
		"another's secret":      {"ci", body, github(body, "d"), now, webhook.ErrForged},
		"another ID":            {"ci", body, get("webhook-id", "x", "webhook-timestamp", at, "webhook-signature", right), now, webhook.ErrForged},
		"another time":          {"ci", body, get("webhook-id", id, "webhook-timestamp", "1614265331", "webhook-signature", right), now, webhook.ErrForged},
		"no time":               {"ci", body, get("webhook-id", id, "webhook-timestamp", "", "webhook-signature", right), now, webhook.ErrUnsigned},
		"asymmetric":            {"ci", body, get("webhook-id", id, "webhook-timestamp", at, "webhook-signature", "v1a"+right[2:]), now, webhook.ErrForged},
		"a call of long ago":    {"ci", body, get("webhook-id", id, "webhook-timestamp", at, "webhook-signature", right), now.Add(6 * time.Minute), webhook.ErrStale},
		"a call from tomorrow":  {"ci", body, get("webhook-id", id, "webhook-timestamp", at, "webhook-signature", right), now.Add(-6 * time.Minute), webhook.ErrStale},
		"a time beyond numbers": {"ci", body, get("webhook-id", id, "webhook-timestamp", "99999999999999999999", "webhook-signature", right), now, webhook.ErrUnsigned},
	} {
		if _, _, err := r.Receive(t.Context(), c.source, c.header, []byte(c.body), c.now); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	if head, err := set.Log.Head(t.Context()); err != nil || head != 0 {
		t.Errorf("%d events, %v", head, err)
	}
}

func TestTheNextSecretIsGoodBesideTheOld(t *testing.T) {
	t.Parallel()
	r, _ := receiver(t)
	mac := hmac.New(sha256.New, []byte("the next one, 16 bytes"))
	mac.Write([]byte("i1.1614265330.x"))
	header := get("webhook-id", "i1", "webhook-timestamp", "1614265330", "webhook-signature", "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	if _, _, err := r.Receive(t.Context(), "ci", header, []byte("x"), now); err != nil {
		t.Error(err)
	}
}

// A source's calls of each month are a stream of their own; a call counts once all the same.
func TestACallOfTheMonthBeforeCountsOnce(t *testing.T) {
	t.Parallel()
	r, set := receiver(t)
	receive := func(body, delivery string, at time.Time) (commands.Answer, error) {
		_, answer, err := r.Receive(t.Context(), "github", github(body, delivery), []byte(body), at)
		return answer, err
	}
	large := `"` + strings.Repeat("x", events.InlineSize) + `"`
	end := time.Date(2026, 1, 31, 23, 59, 59, 0, time.UTC)
	first, err := receive(`{"n":1}`, "d1", end)
	if err != nil || first.Repeated {
		t.Fatalf("%+v, %v", first, err)
	}
	if _, err := receive(large, "d2", end); err != nil {
		t.Fatal(err)
	}
	for _, at := range []time.Time{end.Add(2 * time.Second), end.AddDate(0, 0, 28)} {
		if again, err := receive(`{"n":1}`, "d1", at); err != nil || !again.Repeated || again.Revision != first.Revision {
			t.Errorf("%s: %+v, %v", at, again, err)
		}
		for body, delivery := range map[string]string{`{"n":1}`: "forged", large: "d2"} {
			if again, err := receive(body, delivery, at); !errors.Is(err, commands.ErrRequestDiffers) {
				t.Errorf("%s as %s: %+v, %v", at, delivery, again, err)
			}
		}
	}
	if other, err := receive(`{"n":2}`, "d1", end.AddDate(0, 0, 28)); err != nil || other.Repeated {
		t.Errorf("another call: %+v, %v", other, err)
	}
	if head, err := set.Log.Head(t.Context()); err != nil || head != 3 {
		t.Errorf("%d events, %v", head, err)
	}
}

func TestACallCountsOnce(t *testing.T) {
	t.Parallel()
	r, set := receiver(t)
	receive := func(body, delivery string) (commands.Answer, error) {
		_, answer, err := r.Receive(t.Context(), "github", github(body, delivery), []byte(body), now)
		return answer, err
	}
	first, err := receive(`{"n":1}`, "d1")
	if err != nil || first.Repeated {
		t.Fatalf("%+v, %v", first, err)
	}
	if again, err := receive(`{"n":1}`, "d1"); err != nil || !again.Repeated || again.Revision != first.Revision {
		t.Errorf("delivered again: %+v, %v", again, err)
	}
	if _, err := receive(`{"n":1}`, "d2"); !errors.Is(err, commands.ErrRequestDiffers) {
		t.Errorf("replayed under another ID: %v", err)
	}
	if other, err := receive(`{"n":2}`, "d2"); err != nil || other.Repeated {
		t.Errorf("another call: %+v, %v", other, err)
	}
	if head, err := set.Log.Head(t.Context()); err != nil || head != 2 {
		t.Errorf("%d events, %v", head, err)
	}
}

func TestBodiesOfAnySort(t *testing.T) {
	t.Parallel()
	r, set := receiver(t)
	for body, want := range map[string]struct{ encoding, stored string }{
		`{"a": [1, 2]}`:  {"json", `{"a":[1,2]}`},
		`{"a":1,"a":2}`:  {"text", `"{\"a\":1,\"a\":2}"`},
		"<b>":            {"text", `"<b>"`},
		"":               {"text", `""`},
		"\xff\x00":       {"base64", `"/wA="`},
		`{"a":"\ud800"}`: {"text", `"{\"a\":\"\\ud800\"}"`},
	} {
		hook, answer, err := r.Receive(t.Context(), "github", github(body, "d"), []byte(body), now)
		if err != nil || hook.Encoding != want.encoding || string(hook.Body) != want.stored {
			t.Errorf("%q: %s %s, %v", body, hook.Encoding, hook.Body, err)
			continue
		}
		record, err := set.Log.At(t.Context(), answer.Revision)
		if err != nil {
			t.Fatal(err)
		}
		if len(body) > 4 && bytes.Contains(record.Body, []byte(body)) {
			t.Errorf("%q stands in the log in plain", body)
		}
	}
	large := `"` + strings.Repeat("x", 100_000) + `"`
	hook, answer, err := r.Receive(t.Context(), "github", github(large, "d"), []byte(large), now)
	if err != nil || hook.Blob.IsZero() || hook.Body != nil {
		t.Fatalf("%+v, %v", hook, err)
	}
	value, err := openHook(t.Context(), set, r.Blobs, answer.Revision)
	if err != nil || value != large {
		t.Errorf("%d bytes came back, %v", len(value), err)
	}
}

// openHook reads a body back.
func openHook(ctx context.Context, set *commands.Set, blobs eventlog.Blobs, at events.Revision) (string, error) {
	record, err := set.Log.At(ctx, at)
	if err != nil {
		return "", err
	}
	e, err := set.Codec.Decode(ctx, record)
	if err != nil {
		return "", err
	}
	hook, _ := e.Fact.(events.WebhookReceived)
	key, err := set.Codec.Keys.Key(ctx, record.Stream.ID)
	if err != nil {
		return "", err
	}
	blob, err := blobs.Get(ctx, hook.Blob)
	if err != nil {
		return "", err
	}
	plain, err := key.Open(events.BlobPlace, blob)
	return string(plain), err
}

func TestSecretsAreRead(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "short", "whsec_!!!!", "whsec_" + base64.StdEncoding.EncodeToString([]byte("short"))} {
		if _, err := webhook.Secret(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

func FuzzReceive(f *testing.F) {
	f.Add("sha256=00", "v1,AAAA", "id", "1614265330", []byte(`{}`))
	f.Add("", "", "", "", []byte{0xff})
	r, _ := receiver(f)
	f.Fuzz(func(t *testing.T, hub, signature, id, stamp string, body []byte) {
		header := get("X-Hub-Signature-256", hub, "webhook-signature", signature, "webhook-id", id, "webhook-timestamp", stamp)
		if _, _, err := r.Receive(t.Context(), "ci", header, body, now); err == nil {
			t.Errorf("%q %q %q %q is taken as signed", hub, signature, id, stamp)
		}
	})
}
