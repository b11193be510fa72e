package e2e

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/chain/verify"
	"github.com/mergit-io/mergit/gateway/wire"
)

// anchored waits until all that happened so far is under a checkpoint that the chain has.
func (s *server) anchored(goal wire.Accepted) (found wire.Checkpoint) {
	s.t.Helper()
	until(s.t, "a checkpoint over the goal is anchored", func() bool {
		page, err := get[wire.CheckpointList](s.t.Context(), s, "/audit/checkpoints?limit=5")
		if err != nil {
			return false
		}
		for _, c := range page.Checkpoints {
			if c.Size >= goal.Revision && c.Anchor != nil {
				found = c
				return true
			}
		}
		return false
	})
	return found
}

func TestTheLogIsSignedAndAnchoredThroughAKill(t *testing.T) {
	t.Parallel()
	fast := []string{"--checkpoint-every", "1s", "--anchor-every", "1s"}
	s := up(t, dataDir(t), fast...)
	first := s.anchored(submit(t, s, list("first"), ""))
	kept := filepath.Join(t.TempDir(), "checkpoint")
	if err := os.WriteFile(kept, []byte(first.Note), 0o600); err != nil {
		t.Fatal(err)
	}
	s.kill()
	s = up(t, s.Data, fast...)
	accepted := submit(t, s, list("second"), "")
	proven(t, s, accepted)
	second := s.anchored(accepted)

	stdout, stderr, code := run(t, s.Data, "verify", "checkpoint", "--json", "--kept", kept)
	report := lastLine[verify.LogReport](t, stdout)
	if code != 0 || !report.OK || report.Size < second.Size || report.Anchors < 2 || report.Key != first.Key || second.Key != first.Key {
		t.Errorf("exit %d\n%s%s", code, stdout, stderr)
	}
	if stdout, stderr, code := run(t, s.Data, "audit", "consistency", strconv.FormatUint(first.Size, 10)); code != 0 {
		t.Errorf("exit %d\n%s%s", code, stdout, stderr)
	}
	if stdout, stderr, code := run(t, s.Data, "audit", "inclusion", "1", "--size", strconv.FormatUint(second.Size, 10)); code != 0 {
		t.Errorf("exit %d\n%s%s", code, stdout, stderr)
	}
	if stdout, stderr, code := run(t, s.Data, "verify", "goal", accepted.ID[:len(accepted.ID)-1]); code != 0 || !strings.Contains(stdout, "are under the checkpoint of size") {
		t.Errorf("exit %d\n%s%s", code, stdout, stderr)
	}
	// A checkpoint of this very log, of which somebody changed one digit.
	if err := os.WriteFile(kept, []byte(strings.Replace(first.Note, "\n"+strconv.FormatUint(first.Size, 10)+"\n", "\n1\n", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if stdout, stderr, code := run(t, s.Data, "verify", "checkpoint", "--kept", kept); code != 3 || !strings.Contains(stderr, "bad_signature") {
		t.Errorf("exit %d\n%s%s", code, stdout, stderr)
	}
}
