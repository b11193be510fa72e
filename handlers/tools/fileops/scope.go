package fileops

import (
	"encoding/json"
	"path"

	"github.com/mergit-io/mergit/handlers/tools"
)

var _ tools.Scoped = (*Tool)(nil)

// Scope is the path, also where it is in a mount.
func (*Tool) Scope(args json.RawMessage) tools.Scope {
	var a struct {
		Path string `json:"path"`
	}
	_ = json.Unmarshal(args, &a) // what is no path is refused by Run
	return tools.Scope{Paths: []string{path.Clean(a.Path)}}
}
