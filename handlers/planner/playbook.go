package planner

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/mergit-io/mergit/commands/plan"
)

//go:embed playbooks/*.yaml
var files embed.FS

// Playbook is a named plan with parameters, ready for a kind of goal.
type Playbook struct {
	Name        string
	Description string
	// Match are phrases that ask for it.
	Match []string
	// Fill says where a parameter comes from if nobody gives it: "mount" or "url", the first in the goal's text, or "name of P",
	// what a reader would call the folder in parameter P.
	Fill map[string]string
	Plan plan.Plan
}

// Playbooks lists what there is, by name.
func Playbooks() []Playbook { return slices.Clone(playbooks()) }

var playbooks = sync.OnceValue(func() []Playbook {
	entries, err := files.ReadDir("playbooks")
	if err != nil {
		panic(err)
	}
	var all []Playbook
	for _, entry := range entries {
		data, err := files.ReadFile(path.Join("playbooks", entry.Name()))
		if err != nil {
			panic(err)
		}
		book, err := readPlaybook(data)
		if err != nil || book.Name+".yaml" != entry.Name() {
			panic(fmt.Sprintf("playbook %s: %v: correct the file, and name it after the playbook", entry.Name(), err))
		}
		all = append(all, book)
	}
	slices.SortFunc(all, func(a, b Playbook) int { return strings.Compare(a.Name, b.Name) })
	return all
})

func readPlaybook(data []byte) (Playbook, error) {
	s, err := readSource(data)
	if err != nil {
		return Playbook{}, err
	}
	var raw struct {
		Name        string            `json:"name"`
		Description string            `json:"description"`
		Match       []string          `json:"match"`
		Fill        map[string]string `json:"fill"`
		Plan        json.RawMessage   `json:"plan"`
	}
	decoder := json.NewDecoder(bytes.NewReader(s.json))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&raw); err != nil {
		return Playbook{}, fmt.Errorf("read: %w", err)
	}
	p, err := plan.Parse(raw.Plan)
	if err != nil {
		return Playbook{}, err
	}
	for param, from := range raw.Fill {
		of := nameOf(from)
		if of == "" {
			of = param
		}
		for _, name := range []string{param, of} {
			if _, ok := p.Params[name]; !ok {
				return Playbook{}, fmt.Errorf("fill: no parameter %q", name)
			}
		}
	}
	return Playbook{raw.Name, raw.Description, raw.Match, raw.Fill, p}, nil
}
