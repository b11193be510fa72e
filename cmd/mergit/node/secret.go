package node

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// secret reads a random token from a file, making it the first time.
func secret(path, prefix string) (string, error) {
	text, err := os.ReadFile(path)
	if err == nil && len(strings.TrimSpace(string(text))) > len(prefix) {
		return strings.TrimSpace(string(text)), nil
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("read token: %w", err)
	}
	// A worker of `mergit serve` has a data folder of its own, which nothing has made yet.
	if err := os.MkdirAll(filepath.Dir(path), 0o711); err != nil {
		return "", fmt.Errorf("make data folder: %w", err)
	}
	raw := make([]byte, 32)
	_, _ = rand.Read(raw) // never fails
	token := prefix + hex.EncodeToString(raw)
	return token, writeBytes(path, []byte(token+"\n"))
}

// Client is what the command line needs to reach a running server:
// DATA/client.json, mode 0600.
type Client struct {
	URL      string `json:"url"`
	ToolsURL string `json:"tools_url"`
	NATS     string `json:"nats_url"`
	Postgres string `json:"postgres_dsn"`
	RPC      string `json:"rpc_url"`
	// Metrics is where what the process has counted is served, beside the gateway.
	Metrics string `json:"metrics_url,omitempty"`
	// Deployments is the folder that says where the contracts are.
	Deployments string `json:"deployments,omitempty"`
	Token       string `json:"token"`
	PID         int    `json:"pid"`
	// Workspace is the one that the token is for.
	Workspace string `json:"workspace"`
}

// retract takes client.json away, unless another process has put its own there.
func (l Layout) retract() {
	var c Client
	text, err := os.ReadFile(l.Client())
	if err == nil && json.Unmarshal(text, &c) == nil && c.PID == os.Getpid() {
		_ = os.Remove(l.Client())
	}
}
