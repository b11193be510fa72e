package fileops

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"unicode/utf8"

	"github.com/mergit-io/mergit/handlers/tools"
)

// view is the tree that one call sees.
type view struct {
	call   tools.Call
	hidden hidden
	roots  []*os.Root
}

func (v *view) close() {
	for _, root := range v.roots {
		_ = root.Close()
	}
}

// place is a path within an open folder.
type place struct {
	root *os.Root
	// rel is relative to root, shown is how the caller writes it.
	rel, shown string
	// real is where it lies on the host, for what was mounted.
	real string
}

// is reports whether what was opened is what was looked at before. Only a mount's owner could have put another thing there.
func (p place) is(info fs.FileInfo) bool {
	if p.real == "" {
		return true
	}
	now, err := os.Stat(p.real)
	return err == nil && os.SameFile(now, info)
}

// clean refuses what cannot be meant and brings the rest into one form.
func clean(name string) (string, error) {
	switch {
	case !utf8.ValidString(name) || strings.ContainsRune(name, 0):
		return "", tools.BadArg("path", "is not a path: write it in UTF-8, without NUL")
	case path.IsAbs(name) || filepath.IsAbs(name):
		return "", forbidden("path", "%s is absolute; write a path in the workspace, or MOUNT/path", name)
	}
	name = path.Clean(name)
	if name == ".." || strings.HasPrefix(name, "../") {
		return "", forbidden("path", "%s leads out of the workspace; write a path in it, or MOUNT/path", name)
	}
	return name, nil
}

func forbidden(arg, format string, args ...any) error {
	err := tools.BadArg(arg, format, args...)
	err.Code = tools.CodeForbidden
	return err
}

// at finds the place of a path that is to be read.
func (v *view) at(name string) (place, error) {
	name, err := clean(name)
	if err != nil {
		return place{}, err
	}
	head, rest, _ := strings.Cut(name, "/")
	if dir, ok := v.call.Mounts[head]; ok {
		return v.inMount(head, dir, rest)
	}
	root, err := v.open(v.call.Workspace)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return place{}, v.notFound(name)
		}
		return place{}, v.explain(err, name)
	}
	return place{root: root, rel: name, shown: name}, nil
}

// inMount also serves a mount that is a single file.
func (v *view) inMount(mount, dir, rest string) (place, error) {
	shown := path.Join(mount, rest)
	real := realPath(filepath.Join(dir, filepath.FromSlash(rest)))
	if v.hidden.covers(real) {
		return place{}, v.explain(errHidden, shown)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return place{}, tools.Fail(tools.CodeNotFound, "mount %s: its folder on the host is not there or cannot be read; mount another", mount)
	}
	if !info.IsDir() {
		root, err := v.open(filepath.Dir(dir))
		if err != nil {
			return place{}, v.explain(err, shown)
		}
		if rest != "" {
			return place{}, v.notFound(shown)
		}
		return place{root, filepath.Base(dir), shown, real}, nil
	}
	root, err := v.open(dir)
	if err != nil {
		return place{}, v.explain(err, shown)
	}
	return place{root, path.Join(".", rest), shown, real}, nil
}

// places are where a walk from name starts: the place itself, or workspace and mounts for the root of the view.
func (v *view) places(name string) ([]place, error) {
	name, err := clean(name)
	if err != nil {
		return nil, err
	}
	if name != "." {
		p, err := v.at(name)
		if err != nil {
			return nil, err
		}
		return []place{p}, nil
	}
	var all []place
	if root, err := v.open(v.call.Workspace); err == nil {
		all = append(all, place{root: root, rel: ".", shown: "."})
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, v.explain(err, name)
	}
	for _, mount := range v.mounts() {
		p, err := v.at(mount)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

func (v *view) mounts() []string {
	names := make([]string, 0, len(v.call.Mounts))
	for name := range v.call.Mounts {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func (v *view) open(dir string) (*os.Root, error) {
	if dir == "" {
		return nil, fs.ErrNotExist
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	v.roots = append(v.roots, root)
	return root, nil
}

// toWrite finds the place of a path that is to be changed. With make the workspace comes into being.
func (v *view) toWrite(name string, create bool) (place, error) {
	name, err := clean(name)
	if err != nil {
		return place{}, err
	}
	head, _, _ := strings.Cut(name, "/")
	switch _, mounted := v.call.Mounts[head]; {
	case mounted:
		return place{}, forbidden("path", "mount %s is read-only; write to another path", head)
	case name == ".":
		return place{}, tools.BadArg("path", "is the workspace itself; name a file in it")
	case v.call.Workspace == "":
		return place{}, tools.Fail(tools.CodeForbidden, "this call has no workspace to write to")
	}
	if create {
		if err := os.MkdirAll(v.call.Workspace, 0o700); err != nil {
			return place{}, v.explain(err, name)
		}
	}
	root, err := v.open(v.call.Workspace)
	if err != nil {
		return place{}, v.explain(err, name)
	}
	return place{root: root, rel: name, shown: name}, nil
}

// readOnly opens without waiting: opening a FIFO would otherwise hang until somebody writes to it, and a device may act.
const readOnly = os.O_RDONLY | syscall.O_NONBLOCK | syscall.O_NOCTTY

// openRegular opens a regular file. It looks before it opens, and again after, since the file may have been exchanged.
func openRegular(root *os.Root, rel string) (*os.File, fs.FileInfo, error) {
	info, err := root.Stat(rel)
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, info, errIrregular
	}
	file, err := root.OpenFile(rel, readOnly, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err = file.Stat()
	switch {
	case err != nil:
	case !info.Mode().IsRegular():
		err = errIrregular
	case pseudoFile(file):
		err = errPseudo
	}
	if err != nil {
		_ = file.Close()
		return nil, info, err
	}
	return file, info, nil
}

var errIrregular = errors.New("not a regular file")

// explain puts a file system's error in terms of the view; what it says of the host's folders is left out.
func (v *view) explain(err error, shown string) error {
	if _, ok := errors.AsType[*tools.Error](err); ok {
		return err
	}
	fail := func(code, format string, args ...any) error {
		failed := tools.Fail(code, format, args...)
		failed.Path, failed.Err = "path", err
		return failed
	}
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return v.notFound(shown)
	case errors.Is(err, fs.ErrPermission):
		return fail(tools.CodeForbidden, "%s: the file system does not permit it", shown)
	case errors.Is(err, syscall.ELOOP), strings.Contains(err.Error(), "too many"):
		return fail(tools.CodeForbidden, "%s is a loop of symlinks", shown)
	case strings.Contains(err.Error(), "escapes"): // os.Root's error has no name
		return fail(tools.CodeForbidden, "%s leads out through a symlink", shown)
	case errors.Is(err, errIrregular):
		return fail(tools.CodeForbidden, "%s is a FIFO, socket or device; only regular files are opened", shown)
	case errors.Is(err, errHidden):
		return fail(tools.CodeForbidden, "%s belongs to Mergit itself; no goal can see it", shown)
	case errors.Is(err, errPseudo):
		return fail(tools.CodeForbidden, "%s lies in a pseudo file system like /proc, whose files are never opened", shown)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err // Run says how long the call had
	}
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		err = failed.Err
	}
	return fail(tools.CodeFailed, "%s: %v", shown, err)
}

func (v *view) notFound(shown string) error {
	hint := ""
	if mounts := v.mounts(); len(mounts) > 0 {
		head, _, _ := strings.Cut(shown, "/")
		if !slices.Contains(mounts, head) {
			hint = "; in a mount it would be " + path.Join(mounts[0], shown)
		}
	}
	err := tools.Fail(tools.CodeNotFound, "%s is not there%s", shown, hint)
	err.Path = "path"
	return err
}
