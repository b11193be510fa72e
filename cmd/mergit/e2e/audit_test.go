package e2e

import (
	"bufio"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/mergit-io/mergit/gateway/wire"
)

// audit downloads a goal's part of the log.
func audit(t *testing.T, s *server, goal string) []wire.Record {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/goals/"+goal+"/audit", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+s.Token)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Fatalf("audit of %s: %s", goal, response.Status)
	}
	var records []wire.Record
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 8<<20)
	for lines.Scan() {
		var record wire.Record
		decode(t, lines.Bytes(), &record)
		records = append(records, record)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return records
}

func decode(t *testing.T, text []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(text, v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}
