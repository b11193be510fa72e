package fileops_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/mergit-io/mergit/handlers/tools/fileops"
)

func TestACallReachesItsPath(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		`{"op":"read","path":"docs/a.md"}`: "docs/a.md", `{"op":"list"}`: ".", `{"op":"read","path":"docs/../secret"}`: "secret",
		`{"op":"read","path":"../x"}`: "../x", `{"op":"read","path":7}`: ".", `{"op":"search","path":"./src/","query":"x"}`: "src",
	} {
		if got := fileops.New(fileops.Config{}).Scope(json.RawMessage(args)); !slices.Equal(got.Paths, []string{want}) || got.Hosts != nil {
			t.Errorf("%s reaches %+v, want %s", args, got, want)
		}
	}
}
