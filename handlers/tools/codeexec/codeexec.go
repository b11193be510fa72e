// Package codeexec is the tool that runs a Python program where it can do no harm: in a sandbox of Linux namespaces
// (bubblewrap) without a network, with the machine's /usr read-only, a small /tmp of its own, the goal's workspace and mounts,
// and limits on time, memory, processes, files and output.
//
// The sandbox is the protection. The gate (gate.go) is a courtesy to people: code that looks harmful is shown to one before it
// runs, so that a mistaken plan does not delete a day's work in the workspace.
//
// The server may run as root or as a user. As root the program gets a user of its own, which owns nothing but the workspace,
// since the kernel counts no limits against root; as a user it runs as that user in a user namespace. A filter of system calls
// closes in both cases what namespaces leave open: further namespaces, mounts, sockets of other families, and parts of the
// kernel that a program has no need of.
package codeexec

import (
	"context"
	_ "embed"
	"encoding/json"
	"time"

	"github.com/mergit-io/mergit/handlers/tools"
)

// Name is the tool's name.
const Name = "code_exec"

//go:embed input.json
var input []byte

//go:embed output.json
var output []byte

// Limits of one program. A field that is zero has the default.
type Limits struct {
	// Wall is how long it may run. Defaults to 30 s.
	Wall time.Duration
	// CPU is the processor time of each of its processes. Defaults to Wall.
	CPU time.Duration
	// Memory is the most that all of its processes have together, in bytes. Defaults to 512 MiB. One process may reserve twice as
	// much address space, and is refused more.
	Memory int64
	// Processes counts threads, too. Defaults to 64.
	Processes int
	// FileSize is the most bytes of one file that it writes. Defaults to 64 MiB.
	FileSize int64
	// OpenFiles of one process. Defaults to 256.
	OpenFiles int
	// Scratch is the size of /tmp, and of /dev/shm, in bytes. Defaults to 64 MiB.
	Scratch int64
	// Output is how much is kept of standard output, and of standard error, in bytes: the beginning and the end. Defaults to 128 KiB.
	Output int64
	// Produced is how much it may write to either before it is ended, in bytes. Defaults to 64 MiB.
	Produced int64
	// Workspace is how many bytes the workspace may hold before the program is ended; Files how many files and folders. Default to
	// 1 GiB and 50,000.
	Workspace int64
	Files     int
}

func (l Limits) withDefaults() Limits {
	set(&l.Wall, 30*time.Second)
	set(&l.CPU, l.Wall)
	set(&l.Memory, 512<<20)
	set(&l.Processes, 64)
	set(&l.FileSize, 64<<20)
	set(&l.OpenFiles, 256)
	set(&l.Scratch, 64<<20)
	set(&l.Output, 128<<10)
	set(&l.Produced, 64<<20)
	set(&l.Workspace, 1<<30)
	set(&l.Files, 50_000)
	return l
}

func set[N int | int64 | time.Duration](field *N, value N) {
	if *field <= 0 {
		*field = value
	}
}

// Config of the tool. The zero value is useful.
type Config struct {
	Limits Limits
	// Hidden are folders of the host that no mount shows, with all that is in them. Defaults to none.
	Hidden []string
}

// Tool is code_exec.
type Tool struct {
	config Config
	limits Limits
	box    *sandbox
}

var (
	_ tools.Tool     = (*Tool)(nil)
	_ tools.Verifier = (*Tool)(nil)
	_ tools.Cautious = (*Tool)(nil)
)

// MissingError says why the tool cannot be had on this machine, and what helps.
type MissingError struct{ Why, Help string }

func (e *MissingError) Error() string {
	if e.Help == "" {
		return e.Why
	}
	return e.Why + "; " + e.Help
}

// New looks for what the sandbox is made of and tries it. It returns a *MissingError if it cannot be had.
func New(ctx context.Context, config Config) (*Tool, error) {
	box, err := findSandbox()
	if err != nil {
		return nil, err
	}
	t := &Tool{config: config, limits: config.Limits.withDefaults(), box: box}
	if err := t.try(ctx); err != nil {
		return nil, err
	}
	return t, nil
}

// Spec describes the tool.
func (t *Tool) Spec() tools.Spec {
	return tools.Spec{
		Name:  Name,
		Title: "Run code",
		Description: "Runs a Python 3 program in a sandbox and returns its exit code, standard output and standard error. There is no network. " +
			"The current folder is /work, the goal's workspace: files that are written there stay, and file_ops sees them; with " +
			"workspace: read it cannot be changed. The mount NAME is /mnt/NAME, read-only; /tmp is empty and forgotten afterwards. Only the " +
			"standard library can be counted on. stdin is what the program reads from standard input. An exit code other than 0 is a " +
			"failure unless accept names it. The program is ended after 30 seconds, or when it takes too much memory, too many processes " +
			"or writes too much. Of long output the beginning and the end are kept. Code that looks harmful waits until a person has " +
			"allowed it. Use it to compute, to check data, and to make or change many files at once.",
		Input:       input,
		Output:      output,
		Annotations: tools.Annotations{Destructive: true},
		Timeout:     t.limits.Wall,
		MaxResult:   2*6*(t.limits.Output+100) + 1024, // JSON may need six bytes for one
	}
}

type arguments struct {
	Language  string          `json:"language"`
	Code      string          `json:"code"`
	Stdin     json.RawMessage `json:"stdin"`
	Workspace string          `json:"workspace"`
	Accept    []int           `json:"accept"`
}

const (
	python   = "python"
	readOnly = "read"
	writable = "write"
)

func parse(raw json.RawMessage) (arguments, error) {
	var args arguments
	if err := tools.Decode(raw, &args); err != nil {
		return args, err
	}
	switch {
	case args.Language != python:
		return args, tools.BadArg("language", "is %q; python is all there is", args.Language)
	case args.Code == "":
		return args, tools.BadArg("code", "is empty")
	case args.Workspace == "":
		args.Workspace = writable
	case args.Workspace != readOnly && args.Workspace != writable:
		return args, tools.BadArg("workspace", "is %q; use read or write", args.Workspace)
	}
	return args, nil
}

// Effect is read for a program that cannot change the workspace: nothing else of it stays.
func (*Tool) Effect(args json.RawMessage) tools.Effect {
	if a, err := parse(args); err == nil && a.Workspace == readOnly {
		return tools.Read
	}
	return tools.Write
}

// Approval asks for a person's leave where the code looks harmful.
func (*Tool) Approval(args json.RawMessage) *tools.Approval {
	a, err := parse(args)
	if err != nil {
		return nil // it will not run
	}
	reason := suspicion(a.Code)
	if reason == "" {
		return nil
	}
	return &tools.Approval{Kind: tools.SecurityGate, Reason: reason}
}

// Run runs the program to its end, or ends it.
func (t *Tool) Run(ctx context.Context, call tools.Call) (tools.Result, error) {
	args, err := parse(call.Args)
	if err != nil {
		return tools.Result{}, err
	}
	ctx, cancel := tools.Within(ctx, t.limits.Wall)
	defer cancel()
	if err := ctx.Err(); err != nil {
		return tools.Result{}, tools.Wrap(ctx, err, "run the program")
	}
	if args.Workspace == readOnly {
		return t.run(ctx, call, args)
	}
	note, err := begin(call)
	if err != nil {
		return tools.Result{}, tools.Wrap(ctx, err, "note that the program begins")
	}
	result, err := t.run(ctx, call, args)
	if err != nil {
		note.failed()
		return result, err
	}
	if err := note.done(result); err != nil {
		return tools.Result{}, tools.Wrap(ctx, err, "note what the program came to")
	}
	return result, nil
}

// Verify looks into the tool's own notes: a program of which none is there was not begun, and one that was not over when its
// worker was lost may have left anything in the workspace.
func (t *Tool) Verify(_ context.Context, call tools.Call) (tools.Outcome, error) {
	if _, err := parse(call.Args); err != nil {
		return tools.Outcome{}, err
	}
	return look(call)
}
