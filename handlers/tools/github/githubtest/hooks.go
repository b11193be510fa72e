package githubtest

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// Merge merges a pull request, as a person does with the button.
func (r *Repo) Merge(tb testing.TB, number int) {
	tb.Helper()
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	i := r.items[number-1]
	commit, err := r.run(fmt.Sprintf("Merge pull request #%d\n", number), "commit-tree", i.Head+"^{tree}", "-p", i.Base, "-p", i.Head)
	if err == nil {
		i.State, i.Merged = "closed", strings.TrimSpace(commit)
		_, err = r.run("", "update-ref", "refs/heads/"+i.Base, i.Merged)
	}
	if err != nil {
		tb.Fatal(err)
	}
}

// Tell makes the call that follows when a pull request has changed, signed with a secret, and returns the status of the answer.
func (r *Repo) Tell(ctx context.Context, url, secret, action string, number int) (int, error) {
	r.server.mu.Lock()
	payload := object{"action": action, "number": number, "pull_request": r.pullJSON(r.items[number-1]),
		"repository": object{"full_name": r.Name, "private": r.Private}, "sender": object{"login": "octocat"}}
	r.server.mu.Unlock()
	body, err := json.Marshal(payload)
	if err != nil {
		return 0, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-GitHub-Event", "pull_request")
	request.Header.Set("X-GitHub-Delivery", fmt.Sprintf("%x", sha256.Sum256(body))[:32])
	request.Header.Set("X-Hub-Signature-256", "sha256="+hex.EncodeToString(mac.Sum(nil)))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	return response.StatusCode, nil
}
