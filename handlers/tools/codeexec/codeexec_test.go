package codeexec

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/tools/tooltest"
)

var contextForever = context.Background()

func TestCodeExecKeepsEveryPromise(t *testing.T) {
	t.Parallel()
	sandboxed(t, Config{})
	tooltest.Run(t, tooltest.Subject{
		New: func(t *testing.T) (tools.Tool, tools.Call) {
			return sandboxed(t, Config{Limits: Limits{Output: 1000}}), tools.Call{ID: "1", IdempotencyKey: "k1", Workspace: filepath.Join(folder(t), "g1"),
				Mounts: map[string]string{"m": folder(t)}}
		},
		Works: []tooltest.Case{
			{Name: "compute", Args: `{"language":"python","code":"print(6 * 7)","workspace":"read"}`, Effect: tools.Read},
			{Name: "write", Args: `{"language":"python","code":"open('a', 'w').write('b'); print(1)"}`, Effect: tools.Write, Looks: true},
			{Name: "much", Args: `{"language":"python","code":"print('\\u0001' * 3000)","workspace":"read"}`, Effect: tools.Read},
		},
		Fails: []tooltest.Case{
			{Name: "raises", Args: `{"language":"python","code":"1 / 0"}`, Effect: tools.Write, Code: "exit_code"},
			{Name: "no Python", Args: `{"language":"python","code":"this is prose"}`, Effect: tools.Write, Code: "exit_code"},
			{Name: "exits", Args: `{"language":"python","code":"import sys; sys.exit(2)","accept":[1],"workspace":"read"}`, Effect: tools.Read, Code: "exit_code"},
		},
		Malformed: []string{`{"language":"bash","code":"ls"}`, `{"language":"python"}`, `{"language":"python","code":""}`, `{"language":"python","code":"1","workspace":"none"}`,
			`{"language":"python","code":"1","accept":["x"]}`},
	})
}

func TestALostProgramIsLookedFor(t *testing.T) {
	t.Parallel()
	tool := new(Tool)
	call := tools.Call{Workspace: filepath.Join(t.TempDir(), "g1"), IdempotencyKey: "k", Args: json.RawMessage(`{"language":"python","code":"1"}`)}
	want := func(name string, known, happened bool, value string) {
		t.Helper()
		got, err := tool.Verify(t.Context(), call)
		if err != nil || got.Known != known || got.Happened != happened || string(got.Result.Value) != value {
			t.Errorf("%s: %+v %v", name, got, err)
		}
	}
	want("before", true, false, "")
	note, err := begin(call)
	if err != nil {
		t.Fatal(err)
	}
	want("while it runs", false, false, "")
	if err := note.done(tools.Result{Value: json.RawMessage(`{"exit_code":0}`)}); err != nil {
		t.Fatal(err)
	}
	want("when it is over", true, true, `{"exit_code":0}`)
	other := call
	other.IdempotencyKey = "another"
	if got, err := tool.Verify(t.Context(), other); err != nil || !got.Known || got.Happened {
		t.Errorf("another call: %+v %v", got, err)
	}
	if note, err = begin(call); err != nil {
		t.Fatal(err)
	}
	want("while it runs again", false, false, "")
	note.failed()
	want("when it failed", true, false, "")
	if entries, err := os.ReadDir(call.Workspace); len(entries) > 0 {
		t.Errorf("notes lie in the workspace: %v %v", entries, err)
	}
}

func TestATapeKeepsBothEnds(t *testing.T) {
	t.Parallel()
	for _, size := range []int{0, 1, 9, 10, 11, 19, 20, 25, 100, 1001} {
		for _, piece := range []int{1, 3, 7, 50} {
			var whole strings.Builder
			for i := range size {
				whole.WriteByte('a' + byte(i%26))
			}
			overs := 0
			tape := newTape(20, 100, func() { overs++ })
			for rest := whole.String(); rest != ""; rest = rest[min(piece, len(rest)):] {
				_, _ = tape.Write([]byte(rest[:min(piece, len(rest))]))
			}
			want := whole.String()
			if size > 20 {
				want = want[:10] + fmt.Sprintf("\n… %d bytes left out …\n", size-20) + want[size-10:]
			}
			if got, _ := tape.text(); got != want || overs > 1 || (overs == 1) != (size > 100) {
				t.Errorf("%d bytes in pieces of %d: %q, over %d times", size, piece, got, overs)
			}
		}
	}
}
