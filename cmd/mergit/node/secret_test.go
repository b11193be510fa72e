package node

import (
	"os"
	"path/filepath"
	"testing"
)

func TestASecretIsMadeOnceAlsoInAFolderThatIsNotThere(t *testing.T) {
	t.Parallel()
	path := Layout{filepath.Join(t.TempDir(), "made", "data")}.Token()
	first, err := secret(path, "mgt_")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := secret(path, "mgt_"); again != first || err != nil {
		t.Errorf("it was %q and is %q, %v", first, again, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others can read it: %v, %v", info, err)
	}
}
