package node

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
)

func TestAProcessWithoutAGatewayServesItsFigures(t *testing.T) {
	t.Parallel()
	for _, token := range []string{"", "a-token-of-some-length"} {
		n := &node{c: Config{Version: "v1", Token: token, MetricsListen: ":0", Log: slog.New(slog.DiscardHandler)}, counts: new(Counts)}
		ctx, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		err := n.startFigures(func(_ string, run func(context.Context) error) {
			wg.Go(func() {
				if err := run(ctx); ctx.Err() == nil {
					t.Error(err)
				}
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(n.figures, "http://127.0.0.1:") {
			t.Errorf("served at %s", n.figures)
		}
		n.counts.appended(3)
		ask := func(shown string) (int, string) {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, n.figures, nil)
			if err != nil {
				t.Fatal(err)
			}
			if shown != "" {
				r.Header.Set("Authorization", "Bearer "+shown)
			}
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			text, err := io.ReadAll(answer.Body)
			if err != nil {
				t.Fatal(err)
			}
			return answer.StatusCode, string(text)
		}
		if code, text := ask(token); code != http.StatusOK || !strings.Contains(text, "\nmergit_log_events_total 3\n") {
			t.Errorf("%d: %s", code, text)
		}
		if code, text := ask("another"); token != "" && (code != http.StatusUnauthorized || strings.Contains(text, "mergit")) {
			t.Errorf("with another token: %d: %s", code, text)
		}
		cancel()
		wg.Wait()
	}
}

func TestFiguresForOthersTakeAToken(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{":9464": "127.0.0.1:9464", "127.0.0.1:0": "127.0.0.1:0", "[::1]:1": "[::1]:1", "localhost:1": "localhost:1",
		"0.0.0.0:1": "", "10.0.0.1:1": "", "[::]:1": "", "example.org:1": "", "9464": "", ":70000": ""} {
		got, err := Config{MetricsListen: address}.metricsAddress()
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v", address, got, err)
		}
	}
	if got, err := (Config{MetricsListen: "0.0.0.0:1", Token: "t"}).metricsAddress(); err != nil || got != "0.0.0.0:1" {
		t.Errorf("with a token: %q, %v", got, err)
	}
	c := Defaults()
	c.MetricsListen = "0.0.0.0:1"
	if err := c.Check(); err == nil || !strings.Contains(err.Error(), "--metrics-listen") {
		t.Error(err)
	}
}
