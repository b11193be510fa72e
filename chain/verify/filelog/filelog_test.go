package filelog_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/chain/verify/filelog"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/logtest"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

// sample is the log of a goal and of one of its runs, and the same as a file.
func sample(t testing.TB) (goal events.StreamID, records []eventlog.Record, file []byte) {
	t.Helper()
	log, whole := new(memlog.Log), logtest.NewGoal()
	run := &logtest.Aggregate{Stream: events.RunStream(whole.Stream.Workspace, whole.Stream.ID, "t")}
	whole.Append(t, log, events.TaskStarted{Task: "t", Attempt: 1, Claim: "c"}, events.TaskStarted{Task: "t", Attempt: 1, Claim: "é"})
	run.Append(t, log, events.TaskToolInDoubt{Reason: "why"}, events.TaskToolInDoubt{Reason: "<é>"})
	whole.Append(t, log, events.InterruptExpired{Interrupt: "i"})
	for r, err := range log.Read(context.Background(), eventlog.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
		if file, err = filelog.AppendLine(file, r); err != nil {
			t.Fatal(err)
		}
	}
	return whole.Stream, records, file
}

func TestFileIsReadAsTheLogItCopies(t *testing.T) {
	t.Parallel()
	goal, records, file := sample(t)
	path := filepath.Join(t.TempDir(), "goal.ndjson")
	if err := os.WriteFile(path, append(file, "\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	log, err := filelog.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	var read []eventlog.Record
	for r, err := range log.Read(t.Context(), eventlog.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		read = append(read, r)
	}
	same := func(a, b eventlog.Record) bool {
		return a.Revision == b.Revision && a.Digest() == b.Digest() && a.Meta == b.Meta
	}
	if !slices.EqualFunc(read, records, same) {
		t.Errorf("read\n%v\nof\n%v", read, records)
	}
	last := records[len(records)-1]
	if head, err := log.Head(t.Context()); err != nil || head != last.Revision {
		t.Errorf("head is %d, %v", head, err)
	}
	if r, err := log.At(t.Context(), last.Revision); err != nil || r.ID != last.ID {
		t.Errorf("at %d: %v, %v", last.Revision, r, err)
	}
	if _, err := log.At(t.Context(), last.Revision+1); !errors.Is(err, eventlog.ErrNoRecord) {
		t.Errorf("after the end: %v", err)
	}
	if _, err := log.Append(t.Context()); !errors.Is(err, filelog.ErrReadOnly) {
		t.Errorf("append: %v", err)
	}
	n := 0
	for r, err := range log.Load(t.Context(), goal, records[0].Revision) {
		if n++; err != nil || r.Stream.IsRun() {
			t.Errorf("load: %v, %v", r, err)
		}
	}
	if n != 2 {
		t.Errorf("loaded %d", n)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	n = 0
	for _, err := range log.Follow(ctx, eventlog.Query{After: last.Revision - 1}) {
		if n++; n == 1 {
			cancel()
		} else if !errors.Is(err, context.Canceled) {
			t.Errorf("follow: %v", err)
		}
	}
	if n != 2 {
		t.Errorf("followed %d", n)
	}
}

func TestLineThatIsNoRecordIsNamed(t *testing.T) {
	t.Parallel()
	_, _, file := sample(t)
	lines := strings.SplitAfter(strings.TrimSuffix(string(file), "\n"), "\n")
	field := func(text, name string, value any) string {
		var l map[string]any
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatal(err)
		}
		if l[name] = value; value == nil {
			delete(l, name)
		}
		out, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		return string(out) + "\n"
	}
	for name, c := range map[string]struct{ third, says string }{
		"no JSON":            {"hello\n", "line 3: invalid character"},
		"cut short":          {lines[2][:len(lines[2])/2] + "\n", "line 3: the line is cut short"},
		"two records":        {strings.TrimSuffix(lines[2], "\n") + lines[2], "line 3: there is something after the record"},
		"an unknown field":   {field(lines[2], "more", 1), `line 3: json: unknown field "more"`},
		"no sequence":        {field(lines[2], "sequence", nil), "line 3: want an object with sequence"},
		"a sequence before":  {field(lines[2], "sequence", 1), "line 3: sequence 1 follows 2"},
		"a negative one":     {field(lines[2], "sequence", -1), "line 3: json: cannot unmarshal number -1"},
		"no subject":         {field(lines[2], "subject", nil), "line 3: want an object"},
		"no headers":         {field(lines[2], "headers", nil), "line 3: want an object"},
		"no body":            {field(lines[2], "body", nil), "line 3: want an object"},
		"a body in no code":  {field(lines[2], "body", "%"), "line 3: illegal base64 data"},
		"headers of nothing": {field(lines[2], "headers", map[string]string{"a": "b"}), "line 3: record at sequence 3"},
		"an array":           {"[]\n", "line 3: json: cannot unmarshal array"},
		"a huge line":        {strings.Repeat(" ", 5<<20) + "\n", "line 3: has more than 4194304 bytes"},
	} {
		text := lines[0] + lines[1] + c.third + strings.Join(lines[3:], "")
		_, err := filelog.Read(strings.NewReader(text))
		if bad, ok := errors.AsType[*filelog.LineError](err); !ok || bad.Line != 3 || !strings.HasPrefix(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := filelog.Open(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// FuzzRead wants no panic, and what is read to be written and read again the same.
func FuzzRead(f *testing.F) {
	_, _, file := sample(f)
	f.Add(file)
	f.Add(file[:len(file)/2])
	f.Add([]byte("{}\n"))
	f.Add(bytes.ReplaceAll(file, []byte(`"sequence"`), []byte(`"Sequence"`)))
	f.Fuzz(func(t *testing.T, file []byte) {
		log, err := filelog.Read(bytes.NewReader(file))
		if err != nil {
			return
		}
		var again []byte
		var first []events.Digest
		for r, err := range log.Read(t.Context(), eventlog.Query{}) {
			if err != nil {
				t.Fatal(err)
			}
			first = append(first, r.Digest())
			if again, err = filelog.AppendLine(again, r); err != nil {
				t.Fatal(err)
			}
		}
		copied, err := filelog.Read(bytes.NewReader(again))
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		n := 0
		for r, err := range copied.Read(t.Context(), eventlog.Query{}) {
			if err != nil || n >= len(first) || r.Digest() != first[n] {
				t.Fatalf("record %d differs", n)
			}
			n++
		}
	})
}
