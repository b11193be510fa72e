package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/mergit-io/mergit/cmd/mergit/node"
)

// command is a command line that does something with the same server, as the
// reader can type it here.
func (t target) command(args string) string {
	exe, _ := os.Executable()
	line := invokedAs(os.Args[0], exe) + " " + args
	if t.Server != "" {
		return line + " --server " + shellQuoted(t.Server)
	}
	if t.Data != node.Defaults().Data {
		line += " --data " + shellQuoted(t.Data)
	}
	return line
}

// inCache recognises what "go run" and "go test" build: in a temporary folder
// go-build…, in a build cache of that name, or in one that has another name.
var inCache = regexp.MustCompile(`/go-build|/[0-9a-f]{2}/[0-9a-f]{64}-d/`)

// invokedAs is how the reader can call this program, which was called by a name
// and stands in a file.
func invokedAs(name, exe string) string {
	if onPath, err := exec.LookPath("mergit"); err == nil && sameFile(onPath, exe) {
		return "mergit"
	}
	if inCache.MatchString(filepath.ToSlash(exe)) {
		return "go run ./cmd/mergit"
	}
	if strings.ContainsRune(name, filepath.Separator) && sameFile(name, exe) {
		return shellQuoted(name)
	}
	if exe == "" {
		return "mergit"
	}
	return shellQuoted(exe)
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)

// shellQuoted makes one word of a text for a shell.
func shellQuoted(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
