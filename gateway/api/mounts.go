package api

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway/wire"
)

// root is a folder below which goals may mount, as the operator wrote it and as
// it really is.
type root struct{ said, real string }

func resolveRoots(paths []string) ([]root, error) {
	roots := make([]root, 0, len(paths))
	var faults []error
	for _, path := range paths {
		real, err := folder(path)
		if err != nil {
			faults = append(faults, fmt.Errorf("mount root %q: %w", path, err))
			continue
		}
		roots = append(roots, root{said: filepath.Clean(path), real: real})
	}
	return roots, errors.Join(faults...)
}

// folder follows a path to the directory it means.
func folder(path string) (string, error) {
	if !filepath.IsAbs(path) {
		return "", errors.New("is not absolute")
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", errors.New("is not there, or may not be read")
	}
	info, err := os.Stat(real)
	if err != nil || !info.IsDir() {
		return "", errors.New("is not a directory")
	}
	return real, nil
}

const maxMounts = 32

// mount resolves what a goal wants to mount.
func (a *API) mount(wish []wire.Mount) ([]events.Mount, []wire.Fault) {
	if len(wish) > maxMounts {
		return nil, []wire.Fault{{Path: "mounts", Reason: fmt.Sprintf("%d mounts; the most is %d", len(wish), maxMounts)}}
	}
	var mounts []events.Mount
	var faults []wire.Fault
	names := map[string]bool{}
	for i, m := range wish {
		at := fmt.Sprintf("mounts[%d]", i)
		switch {
		case !events.IsToken(m.Name):
			faults = append(faults, wire.Fault{Path: at + ".name", Reason: "use 1 to 64 of A-Z a-z 0-9 _ -"})
		case names[m.Name]:
			faults = append(faults, wire.Fault{Path: at + ".name", Reason: "is used twice"})
		}
		names[m.Name] = true
		real, err := a.allowed(m.Path)
		if err != nil {
			faults = append(faults, wire.Fault{Path: at + ".path", Reason: err.Error()})
			continue
		}
		mounts = append(mounts, events.Mount{Name: m.Name, Path: real})
	}
	return mounts, faults
}

// allowed follows a path below one of the roots. Of paths elsewhere it does not
// even tell whether they exist.
func (a *API) allowed(path string) (string, error) {
	if path == "" {
		return "", errors.New("is missing")
	}
	if !filepath.IsAbs(path) {
		return "", errors.New("is not absolute")
	}
	outside := errors.New("is not below a folder that the operator allowed")
	if !a.inside(filepath.Clean(path), func(r root) string { return r.said }) && !a.inside(filepath.Clean(path), realOf) {
		return "", outside
	}
	real, err := folder(path)
	if err != nil {
		return "", err
	}
	if !a.inside(real, realOf) {
		return "", outside
	}
	return real, nil
}

func realOf(r root) string { return r.real }

func (a *API) inside(path string, of func(root) string) bool {
	for _, r := range a.roots {
		rel, err := filepath.Rel(of(r), path)
		if err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			return true
		}
	}
	return false
}
