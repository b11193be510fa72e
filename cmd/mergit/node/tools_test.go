package node

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/handlers/planner"
	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/tools/fileops"
	"github.com/mergit-io/mergit/handlers/tools/spawngoal"
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

func TestEveryToolIsDescribed(t *testing.T) {
	t.Parallel()
	specs, err := Specs()
	if err != nil {
		t.Fatal(err)
	}
	var described []string
	for _, spec := range specs {
		described = append(described, spec.Name)
	}
	n := &node{c: Defaults(), set: new(commands.Set)}
	n.c.Data = t.TempDir()
	n.tools = registry(n.c)
	n.addGoalTools()
	have := slices.Collect(maps.Keys(n.tools.Inputs()))
	if have = slices.Sorted(slices.Values(slices.AppendSeq(have, maps.Keys(n.tools.Absent())))); !slices.Equal(described, have) {
		t.Errorf("described are\n%q, and there are\n%q", described, have)
	}
}

func TestPlaybooksAreSpawnedWithParametersThatTheyHave(t *testing.T) {
	t.Parallel()
	var said struct {
		Examples []struct {
			Playbook string
			Params   map[string]any
		}
	}
	if err := json.Unmarshal(spawngoal.New(nil).Spec().Input, &said); err != nil {
		t.Fatal(err)
	}
	named := 0
	for _, example := range said.Examples {
		if example.Playbook == "" {
			continue
		}
		named++
		books := planner.Playbooks()
		i := slices.IndexFunc(books, func(b planner.Playbook) bool { return b.Name == example.Playbook })
		if i < 0 {
			t.Errorf("there is no playbook %s", example.Playbook)
			continue
		}
		for name := range example.Params {
			if _, ok := books[i].Plan.Params[name]; !ok {
				t.Errorf("playbook %s has no parameter %s", example.Playbook, name)
			}
		}
	}
	if named == 0 {
		t.Error("no example names a playbook")
	}
}
