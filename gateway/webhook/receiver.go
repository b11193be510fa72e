package webhook

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// ErrUnknownSource says that no secret is configured for a source.
var ErrUnknownSource = errors.New("no such source")

// Receiver has calls noted. All fields are required.
type Receiver struct {
	// Secrets of each source that may call, and the workspace of all.
	Secrets   map[string][][]byte
	Workspace string
	Commands  commands.Dispatcher
	Keys      eventlog.Keys
	Blobs     eventlog.Blobs
}

// Receive notes a call and returns where. A call that came before is answered as
// it was then, so that a source may call until it is answered. It fails with
// ErrUnknownSource, ErrUnsigned, ErrForged or ErrStale, and with what Commands
// fails with.
func (r *Receiver) Receive(ctx context.Context, source string, header func(name string) string, body []byte, now time.Time) (events.WebhookReceived, commands.Answer, error) {
	secrets, ok := r.Secrets[source]
	if !ok {
		return events.WebhookReceived{}, commands.Answer{}, ErrUnknownSource
	}
	who, err := verify(secrets, header, body, now)
	if err != nil {
		return events.WebhookReceived{}, commands.Answer{}, err
	}
	hook := events.WebhookReceived{
		Source: source, Event: label(who.event), Delivery: label(who.delivery), Digest: events.Sum(body), Size: int64(len(body)),
	}
	hook.Body, hook.Encoding = encode(body)
	sum := sha256.Sum256([]byte(source + "\x00" + who.key))
	id := "hook-" + hex.EncodeToString(sum[:16])
	if answer, err := r.before(ctx, id, hook, now); err != nil || answer.Repeated {
		return hook, answer, err
	}
	month := commands.WebhookMonth(now)
	if len(hook.Body) > events.InlineSize {
		if hook, err = r.large(ctx, hook, month); err != nil {
			return hook, commands.Answer{}, fmt.Errorf("store the body of a call by %s: %w", source, err)
		}
	}
	answer, err := r.Commands.Dispatch(ctx, commands.Request{ID: id, At: now, Actor: "webhook:" + source}, commands.ReceiveWebhook{Workspace: r.Workspace, Hook: hook, Month: month})
	return hook, answer, err
}

// before answers a call that came in the month before, whose calls are another
// stream: a source that calls until it is answered, or somebody who repeats it,
// does not count twice because a month has begun. A call that did not come then
// is refused there, for its month is not that one.
func (r *Receiver) before(ctx context.Context, id string, hook events.WebhookReceived, now time.Time) (commands.Answer, error) {
	first := now.UTC().AddDate(0, 0, 1-now.UTC().Day())
	if len(hook.Body) > events.InlineSize {
		hook.Body = nil // it was in a blob: what came then is known by its ID alone
	}
	answer, err := r.Commands.Dispatch(ctx, commands.Request{ID: id, At: now, Actor: "webhook:" + hook.Source},
		commands.ReceiveWebhook{Workspace: r.Workspace, Hook: hook, Month: commands.WebhookMonth(first.AddDate(0, 0, -1))})
	if refusal, ok := errors.AsType[*commands.Refusal](err); ok && refusal.Code != commands.ErrRequestDiffers.Code {
		return commands.Answer{}, nil
	}
	return answer, err
}

// large puts a body into a blob.
func (r *Receiver) large(ctx context.Context, hook events.WebhookReceived, month string) (events.WebhookReceived, error) {
	key, err := r.Keys.Create(ctx, commands.WebhookStream(r.Workspace, hook.Source, month).ID)
	if err != nil {
		return hook, err
	}
	hook.Blob, err = r.Blobs.Put(ctx, key.Seal(events.BlobPlace, hook.Body))
	hook.Body = nil
	return hook, err
}

// encode puts any body into JSON.
func encode(body []byte) (json.RawMessage, string) {
	if json.Valid(body) && utf8.Valid(body) {
		if _, err := events.Canonical(body); err == nil { // no member twice, no number that changes
			var out bytes.Buffer
			if json.Compact(&out, body) == nil {
				return out.Bytes(), "json"
			}
		}
	}
	text, encoding := string(body), "text"
	if !utf8.Valid(body) {
		text, encoding = base64.StdEncoding.EncodeToString(body), "base64"
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(text); err != nil {
		return nil, encoding // a string can always be encoded
	}
	return bytes.TrimSpace(out.Bytes()), encoding
}

// label keeps what a source calls something within what an event can hold.
func label(text string) string {
	const most = 200
	text = strings.ToValidUTF8(strings.TrimSpace(text), "")
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "")
	}
	return text
}
