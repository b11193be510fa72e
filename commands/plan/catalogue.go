package plan

import "encoding/json"

// Catalogue is what a plan may use.
type Catalogue struct {
	// Tools maps each known tool to its input schema, which may be nil. A nil map leaves tool names unchecked.
	Tools map[string]json.RawMessage
	// Roles defaults to Roles().
	Roles []string
}

func (c Catalogue) hasTool(name string) bool {
	_, ok := c.Tools[name]
	return ok || c.Tools == nil
}

func (c Catalogue) roles() []string {
	if c.Roles == nil {
		return Roles()
	}
	return c.Roles
}
