package node

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/tools/fileops"
)

func TestNoGoalReadsTheServersToken(t *testing.T) {
	t.Parallel()
	c := Defaults()
	parent := t.TempDir()
	c.Data = filepath.Join(parent, "state")
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(Layout{c.Data}.Token(), []byte("mgt_secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	tool, ok := registry(c).Lookup(fileops.Name)
	if !ok {
		t.Fatal("no tool for files")
	}
	for mount, path := range map[string]string{parent: "m/state/token", c.Data: "m/token", Layout{c.Data}.Token(): "m"} {
		args, _ := json.Marshal(map[string]string{"op": "read", "path": path})
		result, err := tool.Run(t.Context(), tools.Call{Args: args, Mounts: map[string]string{"m": mount}})
		if err == nil || !strings.Contains(err.Error(), "belongs to Mergit itself") {
			t.Errorf("%s in a mount of %s: %s %v", path, mount, result.Value, err)
		}
	}
}
