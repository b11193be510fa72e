// Package writer is the tool that writes without a model. It only selects, counts and arranges what it is given, and says so in
// every result.
package writer

import (
	"context"
	_ "embed"
	"encoding/json"
	"time"

	"github.com/mergit-io/mergit/handlers/tools"
)

// Name is the tool's name.
const Name = "writer"

// Note is in every result, so that nobody takes it for a model's.
const Note = "written by the extractive writer; no model was used"

//go:embed input.json
var input []byte

//go:embed output.json
var output []byte

const (
	maxText     = 4 << 20 // of all documents of one call
	maxMarkdown = 512 << 10
)

// Tool is writer. The zero value is ready.
type Tool struct{}

var _ tools.Tool = Tool{}

// Spec describes the tool.
func (Tool) Spec() tools.Spec {
	return tools.Spec{
		Name:  Name,
		Title: "Extractive writer",
		Description: "Writes Markdown without a model. summarise picks the most telling sentences of a text, a page or files, word for word, and " +
			"names their source. report arranges results of other tools in sections: a README's lead, languages, entry points, " +
			"dependencies, findings of a search, licences, or any text, list and value.",
		Input:       input,
		Output:      output,
		Annotations: tools.Annotations{ReadOnly: true, Idempotent: true},
		Timeout:     time.Minute,
		MaxResult:   8 << 20,
		CacheFor:    time.Hour,
	}
}

// Effect is always read.
func (Tool) Effect(json.RawMessage) tools.Effect { return tools.Read }

type arguments struct {
	Op        string          `json:"op"`
	Title     string          `json:"title"`
	From      json.RawMessage `json:"from"`
	Sentences int             `json:"sentences"`
	About     string          `json:"about"`
	Sections  []section       `json:"sections"`
}

// Run writes.
func (t Tool) Run(ctx context.Context, call tools.Call) (tools.Result, error) {
	var args arguments
	if err := tools.Decode(call.Args, &args); err != nil {
		return tools.Result{}, err
	}
	ctx, cancel := tools.Within(ctx, t.Spec().Timeout)
	defer cancel()
	if err := ctx.Err(); err != nil {
		return tools.Result{}, tools.Wrap(ctx, err, "write")
	}
	var out any
	var err error
	switch args.Op {
	case "summarise":
		out, err = summarise(args)
	case "report":
		out, err = report(args)
	default:
		return tools.Result{}, tools.BadArg("op", "no operation %q; use summarise or report", args.Op)
	}
	if err != nil {
		return tools.Result{}, tools.Wrap(ctx, err, args.Op)
	}
	return tools.Value(out)
}
