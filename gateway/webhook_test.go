package gateway_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/gateway"
	"github.com/mergit-io/mergit/gateway/webhook"
	"github.com/mergit-io/mergit/gateway/wire"
)

func TestASignedCallIsNoted(t *testing.T) {
	t.Parallel()
	secret := []byte("a secret of some length")
	w := newWorld(t, func(c *gateway.Config) {
		c.API.Webhooks = &webhook.Receiver{
			Secrets: map[string][][]byte{"github": {secret}}, Workspace: "main",
			Commands: c.API.Commands, Keys: c.Keys,
		}
	})
	body := `{"action":"opened"}`
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(body))
	call := func(path, delivery, sent string) answer {
		return w.do(http.MethodPost, path, "", strings.NewReader(sent), "Content-Type", "application/json",
			"X-Hub-Signature-256", "sha256="+hex.EncodeToString(mac.Sum(nil)), "X-GitHub-Delivery", delivery, "X-GitHub-Event", "pull_request")
	}
	first := data[wire.Received](call("/webhooks/github", "d1", body), http.StatusAccepted)
	again := data[wire.Received](call("/webhooks/github", "d1", body), http.StatusAccepted)
	if first.Delivery != "d1" || first.Repeated || !again.Repeated || again.Revision != first.Revision {
		t.Errorf("%+v, then %+v", first, again)
	}
	call("/webhooks/github", "d2", body).refused(http.StatusConflict, "WEBHOOK_REPLAYED")
	call("/webhooks/github", "d1", body+" ").refused(http.StatusUnauthorized, "SIGNATURE_INVALID")
	call("/webhooks/gitlab", "d1", body).refused(http.StatusNotFound, "WEBHOOK_UNKNOWN")
	w.do(http.MethodPost, "/webhooks/github", "", strings.NewReader(body)).refused(http.StatusUnauthorized, "SIGNATURE_MISSING")
	record, err := w.log.At(t.Context(), 1)
	if err != nil || record.Kind != "webhook.received" || strings.Contains(string(record.Body), "opened") {
		t.Errorf("stored %s %s, %v", record.Kind, record.Body, err)
	}
}
