package codeexec

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/mergit-io/mergit/handlers/tools"
)

// A note says what became of one program that could change the workspace. Notes are kept beside the workspaces, where no
// program sees them: .code_exec/<workspace>/<key>, with nothing in it while the program runs and the result once it is over.
type note struct{ path string }

func noteOf(call tools.Call) note {
	if call.IdempotencyKey == "" || call.Workspace == "" {
		return note{}
	}
	parent, name := filepath.Split(filepath.Clean(call.Workspace))
	return note{filepath.Join(parent, ".code_exec", name, filepath.Base(call.IdempotencyKey)+".json")}
}

// begin notes that a program may have run from now on.
func begin(call tools.Call) (note, error) {
	n := noteOf(call)
	if n.path == "" {
		return n, nil
	}
	if err := os.MkdirAll(filepath.Dir(n.path), 0o700); err != nil {
		return n, err
	}
	return n, n.write(nil)
}

// done notes a result before anybody is told of it.
func (n note) done(result tools.Result) error {
	if n.path == "" {
		return nil
	}
	return n.write(result.Value)
}

// failed takes the note back: the caller knows, and may try again.
func (n note) failed() {
	if n.path != "" {
		_ = os.Remove(n.path) // what stays says "in doubt", which is the safe side
	}
}

// write replaces the note as a whole.
func (n note) write(value []byte) error {
	file, err := os.OpenFile(n.path+".new", os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(value)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(n.path+".new", n.path)
}

// look reads the note of an earlier run of the same call.
func look(call tools.Call) (tools.Outcome, error) {
	n := noteOf(call)
	if n.path == "" {
		return tools.Outcome{}, nil
	}
	value, err := os.ReadFile(n.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return tools.Outcome{Known: true}, nil
	case err != nil:
		return tools.Outcome{}, &tools.Error{Code: tools.CodeFailed, Message: "look for the program's note: " + err.Error(), Err: err}
	case !json.Valid(value):
		return tools.Outcome{}, nil
	}
	return tools.Outcome{Known: true, Happened: true, Result: tools.Result{Value: value}}, nil
}
