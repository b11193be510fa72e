package github

import (
	"net/http"
	"strings"
	"testing"
)

func TestAProbeTellsWhetherGitHubAnswersAndKnowsTheToken(t *testing.T) {
	t.Parallel()
	server, _, c := hub(t)
	if err := NewOps(c).Probe(t.Context()); err != nil {
		t.Error(err)
	}
	if err := NewOps(client(t, server, "ghp_wrong")).Probe(t.Context()); err == nil || !strings.Contains(err.Error(), "wrong, expired or revoked") || strings.Contains(err.Error(), "ghp_") {
		t.Errorf("a wrong token: %v", err)
	}
	server.Fail(http.StatusBadGateway)
	if err := NewOps(c).Probe(t.Context()); err == nil {
		t.Error("a GitHub that is down is said to be well")
	}
}
