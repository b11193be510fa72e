package githubtest

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Repo is a repository: Git's part is a real one, the rest is kept here.
type Repo struct {
	Name    string // owner/name
	Dir     string // a bare Git repository
	Private bool   // only tokens see it
	NoIssue bool   // issues are switched off

	server *Server
	git    sync.Mutex
	items  []*Item // issues and pull requests, by number - 1
}

// Add makes a repository with one commit on main.
func (s *Server) Add(tb testing.TB, name string, files map[string]string) *Repo {
	tb.Helper()
	r := &Repo{Name: name, Dir: filepath.Join(tb.TempDir(), "repo.git"), server: s}
	if _, err := r.run("", "init", "--quiet", "--bare", "--initial-branch=main", r.Dir); err != nil {
		tb.Fatal(err)
	}
	changes := make([]treeChange, 0, len(files))
	for path, text := range files {
		changes = append(changes, treeChange{path: path, mode: "100644", content: []byte(text)})
	}
	tree, err := r.tree("", changes)
	if err == nil {
		var commit string
		if commit, err = r.commit(tree, "First commit"); err == nil {
			_, err = r.run("", "update-ref", "refs/heads/main", commit)
		}
	}
	if err != nil {
		tb.Fatal(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.repos[name] = r
	return r
}

// run runs git on the repository.
func (r *Repo) run(stdin string, args ...string) (string, error) {
	return r.runWith(nil, stdin, args...)
}

func (r *Repo) runWith(env []string, stdin string, args ...string) (string, error) {
	if args[0] != "init" {
		args = append([]string{"--git-dir", r.Dir}, args...)
	}
	cmd := exec.Command("git", args...)
	cmd.Env = append(append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=octocat", "GIT_AUTHOR_EMAIL=octocat@example.org", "GIT_COMMITTER_NAME=octocat", "GIT_COMMITTER_EMAIL=octocat@example.org"), env...)
	cmd.Stdin = strings.NewReader(stdin)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", strings.Join(args, " "), err, errs.String())
	}
	return string(out), nil
}

// File reads a file of a branch, tag or commit.
func (r *Repo) File(ref, path string) (text string, ok bool) {
	text, err := r.run("", "cat-file", "blob", ref+":"+path)
	return text, err == nil
}

// Branches are their names.
func (r *Repo) Branches() []string {
	out, _ := r.run("", "for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads")
	return strings.Fields(out)
}

func (r *Repo) resolve(ref string) (string, bool) {
	for _, name := range []string{"refs/heads/" + ref, "refs/tags/" + ref, ref} {
		if out, err := r.run("", "rev-parse", "--quiet", "--verify", "--end-of-options", name+"^{commit}"); err == nil {
			return strings.TrimSpace(out), true
		}
	}
	return "", false
}

type treeChange struct {
	path, mode, sha string
	content         []byte
	remove          bool
}

// tree writes a tree that is another one with changes.
func (r *Repo) tree(base string, changes []treeChange) (string, error) {
	r.git.Lock()
	defer r.git.Unlock()
	index := []string{"GIT_INDEX_FILE=" + filepath.Join(r.Dir, "index.new")}
	defer os.Remove(filepath.Join(r.Dir, "index.new"))
	if base != "" {
		if _, err := r.runWith(index, "", "read-tree", base); err != nil {
			return "", err
		}
	}
	var lines strings.Builder
	for _, c := range changes {
		if c.remove {
			if _, err := r.run("", "cat-file", "-e", base+":"+c.path); err != nil {
				return "", err
			}
			fmt.Fprintf(&lines, "0 %040d\t%s\n", 0, c.path)
			continue
		}
		sha := c.sha
		if sha == "" {
			var err error
			if sha, err = r.blob(c.content); err != nil {
				return "", err
			}
		}
		fmt.Fprintf(&lines, "%s %s\t%s\n", c.mode, sha, c.path)
	}
	if _, err := r.runWith(index, lines.String(), "update-index", "--index-info"); err != nil {
		return "", err
	}
	out, err := r.runWith(index, "", "write-tree")
	return strings.TrimSpace(out), err
}

func (r *Repo) blob(content []byte) (string, error) {
	out, err := r.run(string(content), "hash-object", "-w", "--stdin")
	return strings.TrimSpace(out), err
}

func (r *Repo) commit(tree, message string, parents ...string) (string, error) {
	args := []string{"commit-tree", tree}
	for _, p := range parents {
		args = append(args, "-p", p)
	}
	out, err := r.run(message, args...)
	return strings.TrimSpace(out), err
}

func (r *Repo) describe(w http.ResponseWriter, _ *http.Request) {
	write(w, http.StatusOK, r.json())
}

func (r *Repo) json() object {
	owner, name, _ := strings.Cut(r.Name, "/")
	return object{"id": 1, "name": name, "full_name": r.Name, "owner": object{"login": owner}, "private": r.Private, "default_branch": "main",
		"html_url": r.server.URL + "/" + r.Name, "description": "a repository", "stargazers_count": 3}
}

func (r *Repo) branches(w http.ResponseWriter, q *http.Request) {
	list := []object{}
	for _, name := range r.Branches() {
		sha, _ := r.resolve(name)
		list = append(list, object{"name": name, "commit": object{"sha": sha}, "protected": name == "main"})
	}
	write(w, http.StatusOK, page(w, q, list))
}

// commitJSON describes a commit as the commits interface does; git's own interface has the inner object alone.
func (r *Repo) commitJSON(sha string) object {
	out, _ := r.run("", "show", "--no-patch", "--format=%T%n%P%n%an%n%aI%n%B", sha)
	parts := strings.SplitN(out, "\n", 5)
	if len(parts) < 5 {
		return object{}
	}
	parents := []object{}
	for _, p := range strings.Fields(parts[1]) {
		parents = append(parents, object{"sha": p})
	}
	inner := object{"sha": sha, "message": strings.TrimRight(parts[4], "\n"), "tree": object{"sha": parts[0]}, "parents": parents,
		"author": object{"name": parts[2], "date": parts[3]}}
	return object{"sha": sha, "commit": inner, "parents": parents, "html_url": r.server.URL + "/" + r.Name + "/commit/" + sha}
}

func (r *Repo) commits(w http.ResponseWriter, q *http.Request) {
	ref := q.URL.Query().Get("sha")
	if ref == "" {
		ref = "main"
	}
	sha, ok := r.resolve(ref)
	if !ok {
		refuse(w, http.StatusNotFound, "Not Found")
		return
	}
	args := []string{"rev-list", sha}
	if at := q.URL.Query().Get("path"); at != "" {
		args = append(args, "--", at)
	}
	out, _ := r.run("", args...)
	list := []object{}
	for _, sha := range strings.Fields(out) {
		list = append(list, r.commitJSON(sha))
	}
	write(w, http.StatusOK, page(w, q, list))
}

func (r *Repo) oneCommit(w http.ResponseWriter, q *http.Request) {
	ref := q.PathValue("ref")
	if ref == "HEAD" {
		ref = "main"
	}
	sha, ok := r.resolve(ref)
	if !ok {
		refuse(w, http.StatusUnprocessableEntity, "No commit found for SHA: "+ref)
		return
	}
	write(w, http.StatusOK, r.commitJSON(sha))
}

func (r *Repo) readTree(w http.ResponseWriter, q *http.Request) {
	args := []string{"ls-tree", "-z", "-l", q.PathValue("sha")}
	if q.URL.Query().Get("recursive") != "" {
		args = slices.Insert(args, 1, "-r", "-t")
	}
	out, err := r.run("", args...)
	if err != nil {
		refuse(w, http.StatusNotFound, "Not Found")
		return
	}
	list := []object{}
	for line := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
		head, path, _ := strings.Cut(line, "\t")
		if fields := strings.Fields(head); len(fields) == 4 {
			entry := object{"mode": fields[0], "type": fields[1], "sha": fields[2], "path": path}
			if fields[3] != "-" {
				entry["size"] = atoi(fields[3])
			}
			list = append(list, entry)
		}
	}
	write(w, http.StatusOK, object{"sha": q.PathValue("sha"), "tree": list, "truncated": false})
}

// contentLimit is how much of a file the contents interface shows.
const contentLimit = 1 << 20

func (r *Repo) contents(w http.ResponseWriter, q *http.Request) {
	ref, at := q.URL.Query().Get("ref"), q.PathValue("path")
	if ref == "" {
		ref = "main"
	}
	sha, ok := r.resolve(ref)
	if !ok {
		refuse(w, http.StatusNotFound, "No commit found for the ref "+ref)
		return
	}
	kind, err := r.run("", "cat-file", "-t", sha+":"+at)
	if err != nil {
		refuse(w, http.StatusNotFound, "Not Found")
		return
	}
	if strings.TrimSpace(kind) == "tree" {
		write(w, http.StatusOK, []object{{"type": "file", "path": at + "/x", "name": "x"}})
		return
	}
	text, _ := r.run("", "cat-file", "blob", sha+":"+at)
	blob, _ := r.run("", "rev-parse", sha+":"+at)
	file := object{"type": "file", "name": path.Base(at), "path": at, "size": len(text), "sha": strings.TrimSpace(blob), "encoding": "base64",
		"content": base64.StdEncoding.EncodeToString([]byte(text)), "html_url": r.server.URL + "/" + r.Name + "/blob/" + ref + "/" + at}
	if len(text) > contentLimit {
		file["encoding"], file["content"] = "none", ""
	}
	write(w, http.StatusOK, file)
}
