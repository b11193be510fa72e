package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/mergit-io/mergit/cmd/mergit/node"
	"github.com/mergit-io/mergit/gateway/wire"
)

// client reads what a server wrote for its clients.
func (s *server) client() (c node.Client) {
	s.t.Helper()
	text, err := os.ReadFile(filepath.Join(s.Data, "client.json"))
	if err != nil {
		s.t.Fatal(err)
	}
	decode(s.t, text, &c)
	return c
}

// provenGoal is a goal whose proof stands, with a row in every table, a result
// in the object store and an answered question.
func provenGoal(t *testing.T, s *server) string {
	t.Helper()
	src := folder(t, map[string]string{"large.txt": strings.Repeat("0123456789abcde\n", 8<<10)})
	asked := task("asked", "file_ops", object{"op": "list", "path": "src"}, "large")
	asked["supervised"] = true
	request := mounted(plan("proven", task("large", "file_ops", object{"op": "read", "path": "src/large.txt"}), asked), "src", src)
	accepted := submit(t, s, request, "")
	resume(t, s, await(t, s, accepted, "awaiting_human"), "approve")
	proven(t, s, accepted)
	verifies(t, s, accepted.ID)
	return accepted.ID
}

// verifies checks that a goal verifies.
func verifies(t *testing.T, s *server, goal string, args ...string) {
	t.Helper()
	if stdout, stderr, code := run(t, s.Data, append([]string{"verify", "goal", goal}, args...)...); code != 0 {
		t.Fatalf("verify of what nobody changed ended with %d\n%s%s", code, stdout, stderr)
	}
}

// differs checks that a goal does not verify, and that the task is named.
func differs(t *testing.T, s *server, goal, task string, args ...string) {
	t.Helper()
	stdout, stderr, code := run(t, s.Data, append([]string{"verify", "goal", goal, "--json"}, args...)...)
	if code != 3 {
		t.Errorf("verify ended with %d, want 3\n%s%s", code, stdout, stderr)
	}
	if !strings.Contains(stderr, task) {
		t.Errorf("verify does not name task %q: %s", task, stderr)
	}
}

func TestAChangedRowIsFound(t *testing.T) {
	t.Parallel()
	s := up(t, dataDir(t))
	goal := provenGoal(t, s)
	db, err := pgx.Connect(t.Context(), s.client().Postgres)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(context.Background())
	for _, c := range []struct{ table, key, rows, change, task string }{
		{"goals", "id", "true", "title = title || '!'", ""},
		{"tasks", "goal", "id = 'large'", "worker = worker || '!'", "large"},
		{"calls", "goal", "task = 'large'", "duration_us = duration_us + 1", "large"},
		{"interrupts", "goal", "task = 'asked'", `"by" = 'user:nobody'`, "asked"},
		{"leaves", "goal", "task = 'asked'", "position = position + 7", "asked"},
		{"proofs", "goal", "true", "tx = '0x00'", ""},
	} {
		table := "goals_v1_g1." + c.table
		where := fmt.Sprintf(" WHERE %s = '%s' AND %s", c.key, goal, c.rows)
		for _, tamper := range []string{"UPDATE " + table + " SET " + c.change + where, "DELETE FROM " + table + where} {
			exec := func(sql string) int64 {
				done, err := db.Exec(t.Context(), sql)
				if err != nil {
					t.Fatalf("%s: %v", sql, err)
				}
				return done.RowsAffected()
			}
			exec("CREATE TEMP TABLE kept AS SELECT * FROM " + table + where)
			if n := exec(tamper); n != 1 {
				t.Fatalf("%s: %d rows, want 1", tamper, n)
			}
			t.Log(tamper)
			differs(t, s, goal, c.task)
			exec("DELETE FROM " + table + where)
			exec("INSERT INTO " + table + " SELECT * FROM kept")
			exec("DROP TABLE kept")
			verifies(t, s, goal)
		}
	}
}

func TestAnotherContentUnderABlobsNameIsFound(t *testing.T) {
	t.Parallel()
	s := up(t, dataDir(t))
	goal := provenGoal(t, s)
	nc, err := nats.Connect(s.client().NATS)
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	blobs, err := js.ObjectStore(t.Context(), "BLOBS")
	if err != nil {
		t.Fatal(err)
	}
	list, err := blobs.List(t.Context())
	if err != nil || len(list) != 1 {
		t.Fatalf("%d blobs (%v), want 1", len(list), err)
	}
	content, err := blobs.GetBytes(t.Context(), list[0].Name)
	if err != nil {
		t.Fatal(err)
	}
	changed := bytes.Clone(content)
	changed[len(changed)/2] ^= 1
	if _, err := blobs.PutBytes(t.Context(), list[0].Name, changed); err != nil {
		t.Fatal(err)
	}
	differs(t, s, goal, "large")
	if err := blobs.Delete(t.Context(), list[0].Name); err != nil {
		t.Fatal(err)
	}
	differs(t, s, goal, "large")
}

func TestAChangedCopyOfTheLogIsFound(t *testing.T) {
	t.Parallel()
	s := up(t, dataDir(t))
	goal := provenGoal(t, s)
	path := filepath.Join(t.TempDir(), "log.ndjson")
	if _, stderr, code := run(t, s.Data, "goal", "audit", goal, "-o", path); code != 0 {
		t.Fatalf("audit ended with %d: %s", code, stderr)
	}
	verifies(t, s, goal, "--log", path)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for i, line := range lines {
		copied := func(how, task string, with ...string) {
			t.Logf("line %d: %s", i+1, how)
			changed := slices.Concat(lines[:i], with, lines[i+1:])
			if err := os.WriteFile(path, []byte(strings.Join(changed, "\n")+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			differs(t, s, goal, task, "--log", path)
		}
		copied("inserted again", "", line, line)
		if i == len(lines)-1 {
			break // nothing in a copy says that it does not end earlier, or otherwise
		}
		copied("removed", "")
		var record wire.Record
		decode(t, []byte(line), &record)
		record.Body = bytes.Replace(record.Body, []byte(`{"`), []byte(`{"x":0,"`), 1)
		changed, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		copied("changed", taskOf(record), string(changed))
	}
}

// taskOf is the task whose run a record is of, or that it is about.
func taskOf(r wire.Record) string {
	if part := strings.Split(r.Subject, ".")[6]; part != "_" {
		return part
	}
	var said struct{ Task string }
	_ = json.Unmarshal(r.Body, &said)
	return said.Task
}
