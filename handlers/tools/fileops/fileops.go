// Package fileops is the tool that reads a goal's files and writes to its workspace.
//
// A call sees one tree. Its root is the workspace; each mount hangs in it as a folder of its name and hides a workspace
// folder of that name. So README.md is the workspace's, repo/README.md that of the mount repo, and . is everything. Paths in
// results are written the same way and can be passed on. Only the workspace can be written to.
//
// Paths are resolved by the kernel relative to an open folder (os.Root), so neither .. nor a symlink leads out. Symlinks that
// stay inside are followed where a path names them, and never while walking. Files that are not regular are never opened, nor
// those of pseudo file systems such as /proc. Folders that belong to the server itself do not exist for a call, whichever way
// leads to them; only its own workspace does.
package fileops

import (
	"context"
	_ "embed"
	"encoding/json"
	"slices"
	"time"

	"github.com/mergit-io/mergit/handlers/tools"
)

// Name is the tool's name.
const Name = "file_ops"

//go:embed input.json
var input []byte

//go:embed output.json
var output []byte

const (
	maxResult   = 8 << 20
	maxWrite    = 8 << 20
	maxRead     = 1 << 20 // of content in one result; JSON may need six bytes for one
	maxSearched = 1 << 30 // of one file
	maxLine     = 4 << 20 // of one line, to be searched
	maxHashed   = 64 << 20
)

// Config says what the tool leaves alone. The zero value hides nothing.
type Config struct {
	// Hidden are folders of the host that no mount shows, with all that is in them. Defaults to none.
	Hidden []string
}

// Tool is file_ops. The zero value is ready; tests make its limits small.
type Tool struct {
	config      Config
	maxDir      int   // entries of one folder that are held to be sorted; defaults to 65536
	maxSearched int64 // defaults to the constant
}

// New makes the tool.
func New(config Config) *Tool { return &Tool{config: config} }

var (
	_ tools.Tool     = (*Tool)(nil)
	_ tools.Verifier = (*Tool)(nil)
)

// Spec describes the tool.
func (*Tool) Spec() tools.Spec {
	return tools.Spec{
		Name:  Name,
		Title: "Files",
		Description: "Reads files of the workspace and of mounted folders, and writes to the workspace. Paths are relative: notes/a.md is in the " +
			"workspace, NAME/a.md in the mount NAME, . is all of both. Mounts are read-only. Operations: list (names and sizes), " +
			"read (one file), collect (all files that match a glob), search (a text or regexp, by line), count (languages by files and " +
			"lines), write, delete. What was passed over is counted by reason in skipped. read gives a file that is not UTF-8 in base64; " +
			"collect puts Latin-1 and UTF-16 into UTF-8 and names in unread what it cannot make out.",
		Input:       input,
		Output:      output,
		Annotations: tools.Annotations{Destructive: true},
		Timeout:     2 * time.Minute,
		MaxResult:   maxResult,
	}
}

type arguments struct {
	Op         string          `json:"op"`
	Path       string          `json:"path"`
	Glob       globs           `json:"glob"`
	IgnoreCase bool            `json:"ignore_case"`
	All        bool            `json:"all"`
	Depth      int             `json:"depth"`
	MaxEntries int             `json:"max_entries"`
	MaxFiles   int             `json:"max_files"`
	MaxHits    int             `json:"max_hits"`
	Offset     int64           `json:"offset"`
	Length     int64           `json:"length"`
	Query      string          `json:"query"`
	Regexp     bool            `json:"regexp"`
	Content    json.RawMessage `json:"content"`
	Encoding   string          `json:"encoding"`
}

type operation func(t *Tool, ctx context.Context, v *view, args arguments) (any, error)

var reading = map[string]operation{
	"list":    (*Tool).list,
	"read":    (*Tool).read,
	"collect": (*Tool).collect,
	"search":  (*Tool).search,
	"count":   (*Tool).count,
}

var writing = map[string]operation{
	"write":  (*Tool).write,
	"delete": (*Tool).remove,
}

// Effect is read for all that only looks.
func (*Tool) Effect(args json.RawMessage) tools.Effect {
	var a struct {
		Op string `json:"op"`
	}
	if json.Unmarshal(args, &a) == nil && reading[a.Op] != nil {
		return tools.Read
	}
	return tools.Write
}

// Run does one operation.
func (t *Tool) Run(ctx context.Context, call tools.Call) (tools.Result, error) {
	ctx, cancel := tools.Within(ctx, t.Spec().Timeout)
	defer cancel()
	args, v, err := t.begin(ctx, call)
	if err != nil {
		return tools.Result{}, err
	}
	defer v.close()
	do := reading[args.Op]
	if do == nil {
		do = writing[args.Op]
	}
	value, err := do(t, ctx, v, args)
	if err != nil {
		return tools.Result{}, tools.Wrap(ctx, err, args.Op+" "+args.Path)
	}
	return tools.Value(value)
}

func (t *Tool) begin(ctx context.Context, call tools.Call) (arguments, *view, error) {
	args, err := parse(call.Args)
	if err != nil {
		return args, nil, err
	}
	if err := ctx.Err(); err != nil {
		return args, nil, tools.Wrap(ctx, err, args.Op)
	}
	return args, &view{call: call, hidden: lookUp(t.config.Hidden)}, nil
}

func parse(raw json.RawMessage) (arguments, error) {
	var args arguments
	if err := tools.Decode(raw, &args); err != nil {
		return args, err
	}
	if reading[args.Op] == nil && writing[args.Op] == nil {
		return args, tools.BadArg("op", "no operation %q; use list, read, collect, search, count, write or delete", args.Op)
	}
	if args.Path == "" {
		if !slices.Contains([]string{"list", "collect", "search", "count"}, args.Op) {
			return args, tools.BadArg("path", "is missing; %s needs a file", args.Op)
		}
		args.Path = "."
	}
	for _, n := range []struct {
		path  string
		value int64
	}{{"offset", args.Offset}, {"length", args.Length}, {"depth", int64(args.Depth)}, {"max_entries", int64(args.MaxEntries)},
		{"max_files", int64(args.MaxFiles)}, {"max_hits", int64(args.MaxHits)}} {
		if n.value < 0 {
			return args, tools.BadArg(n.path, "is negative")
		}
	}
	return args, nil
}

// upTo is a limit that the caller may lower or raise within bounds.
func upTo[N int | int64](asked, usual, most N) N {
	if asked == 0 {
		return usual
	}
	return min(asked, most)
}
