package e2e

import (
	"os"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/gateway/wire"
)

// A program runs in its sandbox inside of a goal; one that looks harmful waits for a person, and what it was to delete is there
// still if that person says no.
func TestAHarmfulProgramWaitsForAPerson(t *testing.T) {
	t.Parallel()
	s := up(t, dataDir(t))
	if out, _, _ := run(t, s.Data, "doctor", "--json"); strings.Contains(out, `"name":"code_exec"`) {
		if os.Getenv("MERGIT_TEST_SANDBOX") != "" {
			t.Fatal(out)
		}
		t.Skip("no sandbox here: ", out)
	}
	code := func(id, text string, needs ...string) object {
		return task(id, "code_exec", object{"language": "python", "code": text}, needs...)
	}
	goal := await(t, s, submit(t, s, plan("compute and clean",
		code("make", "open('kept.txt', 'w').write('42'); print('made')"),
		code("clean", "import shutil, os\nprint('{{tasks.make.result.stdout}}')\nshutil.rmtree('.', ignore_errors=True)", "make"),
	), "harmful"), "awaiting_human", "failed")
	pending := goal.Interrupts[0]
	if goal.Status != "awaiting_human" || pending.Type != "security_gate" || !strings.Contains(pending.Description, "deletes a whole folder tree") {
		t.Fatalf("%+v", goal)
	}
	resume(t, s, goal, "block")
	accepted := wire.Accepted{ID: goal.ID}
	if goal = await(t, s, accepted, "done", "failed"); goal.Status != "failed" || goal.FailedTask != "clean" {
		t.Errorf("%+v", goal)
	}
	if text, err := os.ReadFile(s.Data + "/workspaces/main/" + goal.ID + "/kept.txt"); string(text) != "42" {
		t.Errorf("the workspace holds %q, %v", text, err)
	}
}
