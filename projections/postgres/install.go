package postgres

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// oldestMajor is the oldest Postgres that a new cluster is made with.
const oldestMajor = 14

// Install is a Postgres on this machine.
type Install struct {
	Dir     string // holds initdb and postgres
	Version string // such as 15.18
	Major   int
}

func (i Install) String() string { return fmt.Sprintf("Postgres %s in %s", i.Version, i.Dir) }

func (i Install) tool(name string) string { return filepath.Join(i.Dir, name) }

// Where packages of Linux distributions, Homebrew and Postgres.app put the server.
var usualPlaces = []string{
	"/usr/lib/postgresql/*/bin",
	"/usr/libexec/postgresql*",
	"/usr/pgsql-*/bin",
	"/opt/homebrew/opt/postgresql*/bin",
	"/usr/local/opt/postgresql*/bin",
	"/home/linuxbrew/.linuxbrew/opt/postgresql*/bin",
	"/Applications/Postgres.app/Contents/Versions/*/bin",
}

// obtain finds or fetches a Postgres for a cluster of the given major version, 0 for a new one.
func obtain(ctx context.Context, cfg Config, major int) (Install, error) {
	found, broken := installs(ctx, cfg)
	if use, ok := choose(found, major); ok {
		return use, nil
	}
	if err := ctx.Err(); err != nil {
		return Install{}, context.Cause(ctx)
	}
	missing := missingError(cfg, major, found, broken)
	if !cfg.Fetch || cfg.Bin != "" {
		return Install{}, missing
	}
	use, err := fetch(ctx, cfg, major)
	if err != nil {
		return Install{}, fmt.Errorf("%w\n%w", missing, err)
	}
	return use, nil
}

// choose takes the first that fits.
func choose(found []Install, major int) (Install, bool) {
	at := slices.IndexFunc(found, func(i Install) bool {
		return i.Major == major || major == 0 && i.Major >= oldestMajor
	})
	if at < 0 {
		return Install{}, false
	}
	return found[at], true
}

// installs are those on PATH in its order, then those in the usual places, then fetched ones, each the newest first.
// What is there but does not run is broken.
func installs(ctx context.Context, cfg Config) (found []Install, broken []error) {
	seen := map[string]bool{}
	look := func(dirs []string) (here []Install) {
		for _, dir := range dirs {
			// PATH often holds links to a distribution's binaries, which find their library by where they are.
			server, err := filepath.EvalSymlinks(filepath.Join(dir, "postgres"))
			if err != nil || seen[filepath.Dir(server)] {
				continue
			}
			dir = filepath.Dir(server)
			seen[dir] = true
			i, err := inspect(ctx, dir)
			if err != nil {
				broken = append(broken, err)
				continue
			}
			here = append(here, i)
		}
		return here
	}
	if cfg.Bin != "" {
		return look([]string{cfg.Bin}), broken
	}
	newest := func(a, b Install) int { return cmp.Compare(b.Major, a.Major) }
	found = look(filepath.SplitList(os.Getenv("PATH")))
	usual := look(globs(usualPlaces...))
	slices.SortStableFunc(usual, newest)
	fetched := look(globs(filepath.Join(cfg.Cache, "*", "bin")))
	slices.SortStableFunc(fetched, newest)
	return slices.Concat(found, usual, fetched), broken
}

func globs(patterns ...string) (dirs []string) {
	for _, p := range patterns {
		at, _ := filepath.Glob(p) // an ill-formed pattern is one of a strange cache folder: nothing is found
		dirs = append(dirs, at...)
	}
	return dirs
}

var versionLine = regexp.MustCompile(`^postgres \(PostgreSQL\) ((\d+)\S*)`)

// inspect asks the server for its version, which also shows that its libraries are there.
func inspect(ctx context.Context, dir string) (Install, error) {
	if _, err := os.Stat(filepath.Join(dir, "initdb")); err != nil {
		return Install{}, fmt.Errorf("%s has postgres but no initdb", dir)
	}
	var out bytes.Buffer
	cmd := account{attr: childAttr}.command(filepath.Join(dir, "postgres"), "/", "--version")
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := run(ctx, cmd); err != nil {
		return Install{}, fmt.Errorf("%s does not run: %w: %s", dir, err, lastBytes(out.String(), tailLimit))
	}
	m := versionLine.FindStringSubmatch(out.String())
	if m == nil {
		return Install{}, fmt.Errorf("%s says no version: %q", dir, lastBytes(out.String(), tailLimit))
	}
	major, err := strconv.Atoi(m[2])
	if err != nil {
		return Install{}, fmt.Errorf("%s says no version: %w", dir, err)
	}
	return Install{Dir: dir, Version: m[1], Major: major}, nil
}

// missingError says what is there instead and what to do.
func missingError(cfg Config, major int, found []Install, broken []error) error {
	var b strings.Builder
	if major == 0 {
		fmt.Fprintf(&b, "Postgres %d or later is needed", oldestMajor)
	} else {
		fmt.Fprintf(&b, "the cluster in %s was made by Postgres %d, which alone can open it", cfg.data(), major)
	}
	if len(found) == 0 {
		b.WriteString("; none was found")
	}
	for _, i := range found {
		fmt.Fprintf(&b, "; there is %s", i)
	}
	for _, err := range broken {
		fmt.Fprintf(&b, "; %v", err)
	}
	if major == 0 {
		b.WriteString(". Install it (Debian: apt install postgresql, macOS: brew install postgresql)")
	} else {
		fmt.Fprintf(&b, ". Install Postgres %d beside it, or move the folder away: it is rebuilt from the log", major)
	}
	b.WriteString(", or install npm, with which it can be fetched")
	return fmt.Errorf("%w: %s", ErrNoBinaries, b.String())
}
