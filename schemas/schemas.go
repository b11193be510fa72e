// Package schemas holds what Mergit's formats look like, for programs that need
// it at run time.
package schemas

import _ "embed"

// Plan is the JSON Schema of a plan.
//
//go:embed plan.schema.json
var Plan []byte
