// Package secrettest holds the suite that every secret.Store passes.
package secrettest

import (
	"maps"
	"slices"
	"testing"

	"github.com/mergit-io/mergit/handlers/secret"
)

// Run checks a store. open returns the same store each time it is called, as
// another process would open it.
func Run(t *testing.T, open func(t *testing.T) secret.Store) {
	t.Helper()
	ctx := t.Context()
	ref := func(goal, name string) secret.Ref {
		return secret.Ref{Workspace: "main", Goal: goal, Name: name}
	}
	here, there := open(t), open(t)
	want := func(s secret.Store, goal string, want map[string]string) {
		t.Helper()
		if got, err := s.All(ctx, "main", goal); err != nil || !maps.Equal(got, want) {
			t.Errorf("goal %s has %d secrets, want %d; %v", goal, len(got), len(want), err)
		}
	}
	want(here, "g1", nil)
	for name, value := range map[string]string{"db": "first one", "api": "ключ-ключ"} {
		if err := here.Put(ctx, ref("g1", name), value); err != nil {
			t.Fatal(err)
		}
	}
	if err := there.Put(ctx, ref("g1", "db"), "second one"); err != nil {
		t.Fatal(err)
	}
	if err := here.Put(ctx, ref("g12", "db"), "of another goal"); err != nil {
		t.Fatal(err)
	}
	if err := here.Put(ctx, secret.Ref{Workspace: "other", Goal: "g1", Name: "db"}, "of another workspace"); err != nil {
		t.Fatal(err)
	}
	want(there, "g1", map[string]string{"db": "second one", "api": "ключ-ключ"})
	want(here, "g12", map[string]string{"db": "of another goal"})
	goals, err := there.Goals(ctx)
	names := make([]string, len(goals))
	for i, g := range goals {
		names[i] = g[0] + "/" + g[1]
	}
	slices.Sort(names)
	if err != nil || !slices.Equal(names, []string{"main/g1", "main/g12", "other/g1"}) {
		t.Errorf("goals %v, %v", names, err)
	}
	for name, put := range map[string]func() error{
		"a bad name":   func() error { return here.Put(ctx, ref("g1", "a.b"), "long enough") },
		"a bad goal":   func() error { return here.Put(ctx, ref("g.1", "a"), "long enough") },
		"a short one":  func() error { return here.Put(ctx, ref("g1", "a"), "abc") },
		"nothing at a": func() error { return here.Put(ctx, ref("g1", "a"), "") },
	} {
		if put() == nil {
			t.Errorf("%s is stored", name)
		}
	}
	for range 2 {
		if err := there.Forget(ctx, "main", "g1"); err != nil {
			t.Fatal(err)
		}
	}
	want(here, "g1", nil)
	want(here, "g12", map[string]string{"db": "of another goal"})
	if left, err := here.All(ctx, "other", "g1"); err != nil || len(left) != 1 {
		t.Errorf("another workspace's goal of the same name has %d secrets, %v", len(left), err)
	}
}
