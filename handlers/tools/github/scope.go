package github

import (
	"encoding/json"
	"regexp"

	"github.com/mergit-io/mergit/handlers/tools"
)

var (
	_ tools.Scoped = (*Ops)(nil)
	_ tools.Scoped = (*PR)(nil)
)

// qualifies finds what widens a search beyond the repository that it is given with.
var qualifies = regexp.MustCompile(`(?i)\b(repo|org|user|owner):`)

// Scope is the repository, or those of an owner. A search that names none, or others, reaches any.
func (*Ops) Scope(args json.RawMessage) tools.Scope {
	var a struct{ Repo, Owner, Query string }
	_ = json.Unmarshal(args, &a) // what is no repository is refused by Run
	switch {
	case qualifies.MatchString(a.Query), a.Repo == "" && a.Owner == "":
		return tools.Scope{Repos: []string{tools.Anything}}
	case a.Repo == "":
		return tools.Scope{Repos: []string{a.Owner + "/*"}}
	}
	return tools.Scope{Repos: []string{a.Repo}}
}

// Scope is the repository.
func (*PR) Scope(args json.RawMessage) tools.Scope {
	var a struct{ Repo string }
	_ = json.Unmarshal(args, &a)
	return tools.Scope{Repos: []string{a.Repo}}
}
