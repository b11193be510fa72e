package cli

import (
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// secret reads what a goal is given in confidence: never from the command line, which others can see. At a terminal it is typed, and
// not shown.
func (a *app) secret(decision, file string) (string, error) {
	if decision != "provide" {
		if file != "" {
			return "", usage("--secret-file goes with --decision provide")
		}
		return "", nil
	}
	var text []byte
	var err error
	switch stdin, typed := a.in.(*os.File); {
	case file != "" && file != "-":
		text, err = os.ReadFile(file)
	case file == "" && typed && term.IsTerminal(int(stdin.Fd())):
		_, _ = io.WriteString(a.err, "secret (not shown): ")
		text, err = term.ReadPassword(int(stdin.Fd()))
		_, _ = io.WriteString(a.err, "\n")
	case file == "":
		return "", usage("--decision provide needs the secret: --secret-file FILE, or - for standard input")
	default:
		text, err = io.ReadAll(io.LimitReader(a.in, 1<<20))
	}
	if err != nil {
		return "", err
	}
	value := strings.TrimRight(string(text), "\r\n")
	if value == "" {
		return "", usage("the secret is empty")
	}
	return value, nil
}
