package e2e

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/mergit-io/mergit/gateway/wire"
)

func TestWhatWasDoneIsThereAfterARestart(t *testing.T) {
	t.Parallel()
	data := dataDir(t)
	s := up(t, data)
	first := submit(t, s, list("first"), "")
	before := proven(t, s, first)
	token := s.Token
	if code := s.stop(); code != 0 {
		t.Fatalf("a clean stop ended with %d\n%s", code, s.out)
	}
	if _, err := os.Stat(filepath.Join(data, "client.json")); !os.IsNotExist(err) {
		t.Errorf("client.json of a server that stopped: %v, want none", err)
	}
	// Everything that can be made again is gone.
	for _, name := range []string{"postgres", "nats.token", "workspaces"} {
		if err := os.RemoveAll(filepath.Join(data, name)); err != nil {
			t.Fatal(err)
		}
	}
	s = up(t, data)
	if s.Token != token {
		t.Error("the token changed")
	}
	after := await(t, s, first, "done")
	if after.Proof == nil || after.Proof.Block != before.Proof.Block || after.Proof.Tx != before.Proof.Tx || after.Revision != before.Revision {
		t.Errorf("the goal is\n%+v\nand was\n%+v", after, before)
	}
	if _, stderr, code := run(t, data, "verify", "goal", first.ID); code != 0 {
		t.Errorf("verify ended with %d: %s", code, stderr)
	}
	proven(t, s, submit(t, s, list("second"), ""))
}

func TestAnOlderLogUnderNewerReadModelsIsNoticedAndHasAWayOut(t *testing.T) {
	t.Parallel()
	data := dataDir(t)
	s := up(t, data)
	kept := submit(t, s, list("kept"), "")
	proven(t, s, kept)
	s.stop()
	copied := filepath.Join(t.TempDir(), "nats")
	clone(t, filepath.Join(data, "nats"), copied)
	s = up(t, data)
	lost := submit(t, s, list("lost"), "")
	proven(t, s, lost)
	s.stop()
	if err := os.RemoveAll(filepath.Join(data, "nats")); err != nil {
		t.Fatal(err)
	}
	clone(t, copied, filepath.Join(data, "nats"))

	says(t, refuses(t, data), "the log ends at", "mergit projections rebuild goals", "older copy", "mergit projections rebuild --all")
	if _, stderr, code := run(t, data, "projections", "rebuild", "--all"); code != 0 {
		t.Fatalf("the way out ended with %d: %s", code, stderr)
	}
	s = up(t, data)
	await(t, s, kept, "done")
	if _, err := get[wire.Goal](t.Context(), s, "/goals/"+lost.ID); problem(err) != http.StatusNotFound {
		t.Errorf("the goal that was lost: %v, want not found", err)
	}
	proven(t, s, submit(t, s, list("next"), ""))
}

// clone copies a folder with its owners.
func clone(t *testing.T, from, to string) {
	t.Helper()
	if out, err := exec.Command("cp", "-a", from, to).CombinedOutput(); err != nil {
		t.Fatalf("copy %s: %v\n%s", from, err, out)
	}
}
