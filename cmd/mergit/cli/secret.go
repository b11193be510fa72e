package cli

import (
	"context"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// secret reads what a goal is given in confidence: never from the command line, which others can see. At a terminal it is typed, and
// not shown.
func (a *app) secret(ctx context.Context, decision, file string) (string, error) {
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
		text, err = a.typedUnseen(ctx, stdin)
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

// typedUnseen reads a line at a terminal without showing it. Unlike term.ReadPassword it ends with ctx, and at Ctrl-C, which the
// terminal hands over as a character meanwhile.
func (a *app) typedUnseen(ctx context.Context, tty *os.File) ([]byte, error) {
	before, err := term.MakeRaw(int(tty.Fd()))
	if err != nil {
		return nil, err
	}
	screen := struct {
		io.Reader
		io.Writer
	}{&untilDone{ctx, tty}, a.err}
	text, err := term.NewTerminal(screen, "").ReadPassword("secret (not shown): ")
	if restored := term.Restore(int(tty.Fd()), before); restored != nil {
		return nil, restored
	}
	if err != nil { // io.EOF: Ctrl-C or Ctrl-D
		_, _ = io.WriteString(a.err, "\n")
		return nil, &exitError{Code: exitInterrupted}
	}
	return []byte(text), nil
}
