package tools

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Registry holds the tools of a process. The zero value is empty and ready; it may be used from many goroutines, since
// remote tool servers come and go.
type Registry struct {
	mu     sync.RWMutex
	tools  map[string]entry
	absent map[string]string
}

type entry struct {
	tool  Tool
	spec  Spec
	input *Schema
}

var toolName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// Add puts in tools of our own and panics if one is wrong or its name is taken.
func (r *Registry) Add(added ...Tool) {
	for _, tool := range added {
		if err := r.Join(tool); err != nil {
			panic(err.Error() + ": correct the tool's Spec, or add it once")
		}
	}
}

// Join puts in a tool that is not ours to correct, and says why if it cannot be had.
func (r *Registry) Join(tool Tool) error {
	spec := tool.Spec()
	if !toolName.MatchString(spec.Name) {
		return fmt.Errorf("tool %q: a name is 1 to 64 of A-Z a-z 0-9 _ -", spec.Name)
	}
	input, err := CompileSchema(spec.Input)
	if err != nil {
		return fmt.Errorf("tool %s: input %w", spec.Name, err)
	}
	if len(spec.Output) > 0 {
		if _, err := CompileSchema(spec.Output); err != nil {
			return fmt.Errorf("tool %s: output %w", spec.Name, err)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, taken := r.tools[spec.Name]; taken {
		return fmt.Errorf("tool %s: the name is taken", spec.Name)
	}
	if r.tools == nil {
		r.tools = map[string]entry{}
	}
	r.tools[spec.Name] = entry{tool, spec, input}
	return nil
}

// Remove takes a tool out. One that is not there is no mistake.
func (r *Registry) Remove(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.tools, name)
}

// Lack notes why a tool cannot be had, for whoever asks for it. A tool that is there is not lacking.
func (r *Registry) Lack(name, why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.absent == nil {
		r.absent = map[string]string{}
	}
	r.absent[name] = why
}

// Absent maps the tools that cannot be had to why that is.
func (r *Registry) Absent() map[string]string {
	r.mu.RLock()
	defer r.mu.RUnlock()
	absent := make(map[string]string, len(r.absent))
	for name, why := range r.absent {
		if _, here := r.tools[name]; !here {
			absent[name] = why
		}
	}
	return absent
}

// Lookup finds a tool by its name.
func (r *Registry) Lookup(name string) (Tool, bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	e, ok := r.tools[name]
	return e.tool, ok
}

// List returns all tools, sorted by name.
func (r *Registry) List() []Tool {
	entries := r.entries()
	list := make([]Tool, len(entries))
	for i, e := range entries {
		list[i] = e.tool
	}
	return list
}

// Inputs maps each tool's name to its input schema, the form in which a plan's catalogue wants them.
func (r *Registry) Inputs() map[string]json.RawMessage {
	inputs := map[string]json.RawMessage{}
	for _, e := range r.entries() {
		inputs[e.spec.Name] = e.spec.Input
	}
	return inputs
}

func (r *Registry) entries() []entry {
	r.mu.RLock()
	defer r.mu.RUnlock()
	entries := make([]entry, 0, len(r.tools))
	for _, e := range r.tools {
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.spec.Name, b.spec.Name) })
	return entries
}

// Check validates arguments against a tool's input schema. Its errors are *Error: unknown_tool, or invalid_args with the path.
func (r *Registry) Check(name string, args json.RawMessage) error {
	r.mu.RLock()
	e, ok := r.tools[name]
	r.mu.RUnlock()
	if !ok {
		if why := r.Absent()[name]; why != "" {
			return Fail(CodeUnknownTool, "tool %q cannot be had here: %s", name, why)
		}
		names := make([]string, 0)
		for _, known := range r.entries() {
			names = append(names, known.spec.Name)
		}
		return Fail(CodeUnknownTool, "no tool %q; there are %s", name, strings.Join(names, ", "))
	}
	if len(args) == 0 {
		args = json.RawMessage("{}")
	}
	return e.input.Check(args)
}
