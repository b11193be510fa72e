package plan

import (
	"encoding/json"
	"fmt"
)

// Catalogue is what a plan may use.
type Catalogue struct {
	// Tools maps each known tool to its input schema, which may be nil. A nil map leaves tool names unchecked.
	Tools map[string]json.RawMessage
	// Absent says of tools that cannot be had here why that is, and what helps.
	Absent map[string]string
	// Roles defaults to Roles().
	Roles []string
}

func (c Catalogue) hasTool(name string) bool {
	_, ok := c.Tools[name]
	return ok || c.Tools == nil
}

// noTool is what is wrong with the name of a tool.
func (c Catalogue) noTool(name string) string {
	if why := c.Absent[name]; why != "" {
		return fmt.Sprintf("tool %q cannot be had here: %s", name, why)
	}
	return fmt.Sprintf("no tool %q; %s", name, choices(sortedKeys(c.Tools), "none is known"))
}

func (c Catalogue) roles() []string {
	if c.Roles == nil {
		return Roles()
	}
	return c.Roles
}
