package github_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/tools/github"
)

func TestACallReachesTheRepositoriesThatItNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		tool tools.Scoped
		args string
		want string
	}{
		{&github.Ops{}, `{"op":"read_file","repo":"acme/site","path":"a"}`, "acme/site"},
		{&github.Ops{}, `{"op":"list_repos","owner":"acme"}`, "acme/*"},
		{&github.Ops{}, `{"op":"search","query":"leak"}`, tools.Anything},
		{&github.Ops{}, `{"op":"search","repo":"acme/site","query":"leak"}`, "acme/site"},
		{&github.Ops{}, `{"op":"search","repo":"acme/site","query":"leak Repo:other/site"}`, tools.Anything},
		{&github.Ops{}, `{"op":"search","repo":"acme/site","query":"leak org:other"}`, tools.Anything},
		{&github.Ops{}, `7`, tools.Anything},
		{&github.PR{}, `{"repo":"acme/site","title":"x"}`, "acme/site"},
		{&github.PR{}, `{}`, ""},
	} {
		if got := c.tool.Scope(json.RawMessage(c.args)); !slices.Equal(got.Repos, []string{c.want}) || got.Hosts != nil || got.Paths != nil {
			t.Errorf("%s reaches %+v, want %s", c.args, got, c.want)
		}
	}
}
