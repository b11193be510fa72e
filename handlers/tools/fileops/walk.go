package fileops

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// Reasons why something was passed over.
const (
	skipIgnored    = "ignored"             // a folder that holds no work of its own; all: true walks it
	skipUnreadable = "unreadable"          // the file system does not permit it
	skipSpecial    = "special"             // FIFO, socket, device
	skipSymlink    = "symlink"             // its target is walked where it lies, or lies outside
	skipName       = "name_not_utf8"       // JSON cannot carry it
	skipDeep       = "too_deep"            // more than maxDepth levels down
	skipDir        = "folder_too_large"    // entries past the most that are sorted
	skipBinary     = "binary"              // not text
	skipEncoding   = "unknown_encoding"    // text, but neither UTF-8 nor anything that can be told by its bytes
	skipLarge      = "too_large"           // more than maxSearched bytes
	skipLine       = "line_too_long"       // what follows after maxLine bytes of a line
	skipPseudo     = "pseudo"              // made up by the kernel as it is read, like /proc
	skipOwn        = "mergit"              // the server's own
	skipTemporary  = "unfinished_write"    // left by a write that was cut off
	skipVanished   = "changed_during_walk" // there when listed, gone when opened
)

const maxDepth = 128

// ignored are folders that tools fill. A folder with a CACHEDIR.TAG says the same of itself.
var ignored = []string{
	".git", ".hg", ".svn", ".jj", ".mergit", ".idea", ".vs", ".cache", ".gradle", ".terraform", ".next", ".nuxt", ".venv", "venv", ".tox",
	"__pycache__", "node_modules", "bower_components", "vendor",
}

// skipped counts what was passed over by reason.
type skipped map[string]int

// item is one entry that a walk came upon.
type item struct {
	dir  *os.Root
	name string
	// shown is the caller's path to it, rel its path from where the walk started.
	shown, rel string
	depth      int
	entry      fs.DirEntry
}

// open opens a regular file, or says why it cannot be read.
func (i item) open() (*os.File, fs.FileInfo, string) {
	file, info, err := openRegular(i.dir, i.name)
	if err != nil {
		return nil, nil, reasonOf(err)
	}
	return file, info, ""
}

func reasonOf(err error) string {
	switch {
	case errors.Is(err, errIrregular):
		return skipSpecial
	case errors.Is(err, errPseudo):
		return skipPseudo
	case errors.Is(err, errHidden):
		return skipOwn
	case errors.Is(err, errMoved), errors.Is(err, fs.ErrNotExist):
		return skipVanished
	}
	return skipUnreadable
}

// walker goes through a tree in a fixed order: the files of a folder by name, then its folders by name. It holds one folder
// of names per level and nothing else.
type walker struct {
	ctx     context.Context
	view    *view
	all     bool
	depth   int // 0 means no limit but maxDepth
	maxDir  int
	skipped skipped
	seen    int64
	// visit is called for files, folders (before what is in them) and, when others is set, for all else.
	visit  func(item) error
	others bool
	// closed is told, right after visit, of a folder that could not be gone through, and why. It may be nil.
	closed func(item, string)
}

// close counts a folder that was not gone through.
func (w *walker) close(i item, reason string) {
	w.skipped[reason]++
	if w.closed != nil {
		w.closed(i, reason)
	}
}

func (w *walker) walk(name string) error {
	starts, err := w.view.places(name)
	if err != nil {
		return err
	}
	for _, start := range starts {
		if err := w.from(start, path.Clean(name) == "." && start.shown != "."); err != nil {
			return err
		}
	}
	return nil
}

// from walks one start. A mounted one hangs in the root of the view, as a folder or a file of its own.
func (w *walker) from(start place, mounted bool) error {
	info, err := start.root.Stat(start.rel)
	if err != nil {
		return w.view.explain(err, start.shown)
	}
	self := item{start.root, start.rel, start.shown, path.Base(start.shown), 1, fs.FileInfoToDirEntry(info)}
	if !info.IsDir() {
		switch {
		case !info.Mode().IsRegular():
			return w.view.explain(errIrregular, start.shown)
		case start.real != "" && pseudoPath(start.real):
			w.skipped[skipPseudo]++
			return nil
		}
		return w.visit(self)
	}
	rel, depth := "", 1
	if mounted {
		if err := w.visit(self); err != nil || w.depth == 1 {
			return err
		}
		rel, depth = start.shown, 2
	}
	dir, err := start.root.OpenRoot(start.rel)
	if err != nil {
		return w.view.explain(err, start.shown)
	}
	defer dir.Close()
	if info, err := dir.Stat("."); err != nil || !start.is(info) {
		return w.view.explain(errMoved, start.shown)
	}
	reason, err := w.folder(dir, start.shown, rel, depth)
	if reason != "" {
		w.close(self, reason)
	}
	return err
}

// folder goes through what is in a folder, or says why it cannot.
func (w *walker) folder(dir *os.Root, shown, rel string, depth int) (string, error) {
	entries, err := w.entries(dir)
	switch {
	case w.ctx.Err() != nil:
		return "", w.ctx.Err()
	case err != nil:
		return reasonOf(err), nil
	}
	var folders []item
	for _, entry := range entries {
		name := entry.Name()
		i := item{dir, name, path.Join(shown, name), path.Join(rel, name), depth, entry}
		if w.passOver(i, shown) {
			continue
		}
		if entry.IsDir() {
			folders = append(folders, i)
			continue
		}
		if w.seen++; w.seen%256 == 0 {
			w.view.call.Report(w.seen, 0, i.shown)
			if err := w.ctx.Err(); err != nil {
				return "", err
			}
		}
		if err := w.visit(i); err != nil {
			return "", err
		}
	}
	for _, i := range folders {
		if err := w.visit(i); err != nil {
			return "", err
		}
		if w.depth > 0 && depth >= w.depth {
			continue
		}
		if depth >= maxDepth {
			w.close(i, skipDeep)
			continue
		}
		inner, err := dir.OpenRoot(i.name)
		if err != nil {
			w.close(i, reasonOf(err))
			continue
		}
		reason, err := w.folder(inner, i.shown, i.rel, depth+1)
		_ = inner.Close()
		if err != nil {
			return "", err
		}
		if reason != "" {
			w.close(i, reason)
		}
	}
	return "", nil
}

func (w *walker) passOver(i item, parent string) bool {
	reason := ""
	switch kind := i.entry.Type(); {
	case !utf8.ValidString(i.name):
		reason = skipName
	case strings.HasPrefix(i.name, tempPrefix):
		reason = skipTemporary
	case i.entry.IsDir():
		if parent == "." && w.view.call.Mounts[i.name] != "" {
			return true // hidden by the mount
		}
		if len(w.view.hidden) > 0 {
			if info, err := i.dir.Lstat(i.name); err == nil && w.view.hidden.is(info) {
				reason = skipOwn
				break
			}
		}
		if !w.all && (slices.Contains(ignored, i.name) || isCache(i.dir, i.name)) {
			reason = skipIgnored
		}
	case kind.IsRegular() || w.others:
	case kind&fs.ModeSymlink != 0:
		reason = skipSymlink
	default:
		reason = skipSpecial
	}
	if reason == "" {
		return false
	}
	w.skipped[reason]++
	return true
}

func isCache(dir *os.Root, name string) bool {
	info, err := dir.Lstat(path.Join(name, "CACHEDIR.TAG"))
	return err == nil && info.Mode().IsRegular()
}

// entries reads a folder's names in order, once it is sure which folder that is. Reading goes in batches so that a folder of
// millions can be left in time.
func (w *walker) entries(dir *os.Root) ([]fs.DirEntry, error) {
	file, err := dir.Open(".")
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && w.view.hidden.is(info) {
		return nil, errHidden
	}
	if pseudoFile(file) {
		return nil, errPseudo
	}
	var entries []fs.DirEntry
	for {
		if err := w.ctx.Err(); err != nil {
			return nil, err
		}
		batch, err := file.ReadDir(1024)
		room := w.maxDir - len(entries)
		if len(batch) > room {
			w.skipped[skipDir] += len(batch) - room
			batch = batch[:room]
		}
		entries = append(entries, batch...)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

func (t *Tool) walker(ctx context.Context, v *view, args arguments) *walker {
	w := &walker{ctx: ctx, view: v, all: args.All, depth: args.Depth, maxDir: 1 << 16, skipped: skipped{}}
	if t.maxDir > 0 {
		w.maxDir = t.maxDir
	}
	return w
}
