package e2e

import (
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
)

// Ctrl-C, as a terminal sends it.
const ctrlC = "\x03"

// at runs the command line at a terminal of its own; what it shows is passed to
// each step until the step has answered with what to type.
func at(t *testing.T, data string, args []string, steps ...func(screen string) (keys string, ok bool)) (screen string, code int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, append(args, "--data", data)...)
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		t.Skip("no terminal: ", err)
	}
	defer terminal.Close()
	var mu sync.Mutex
	var seen strings.Builder
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		buffer := make([]byte, 4096)
		for {
			n, err := terminal.Read(buffer)
			mu.Lock()
			seen.Write(buffer[:n])
			mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	now := func() string {
		mu.Lock()
		defer mu.Unlock()
		return seen.String()
	}
	for _, step := range steps {
		until(t, "the next step of\n"+now(), func() bool {
			keys, ok := step(now())
			if ok {
				_, err = terminal.WriteString(keys)
			}
			return ok
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	_ = cmd.Wait()
	<-ended
	return now(), cmd.ProcessState.ExitCode()
}

// onceShown types keys when a text has been shown so many times.
func onceShown(text string, times int, keys string) func(string) (string, bool) {
	return func(screen string) (string, bool) { return keys, strings.Count(screen, text) >= times }
}

func TestAQuestionAtTheTerminal(t *testing.T) {
	t.Parallel()
	s := up(t, dataDir(t))
	path := t.TempDir() + "/plan.yaml"
	const plan = "title: Careful\ntasks:\n  - {id: a, role: coder, tool: file_ops, args: {op: list, path: .}, supervised: true}\n"
	if err := os.WriteFile(path, []byte(plan), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"goal", "run", "--plan", path}
	began := time.Now()
	screen, code := at(t, s.Data, args, onceShown("] > ", 1, ctrlC))
	if code != 130 || !strings.Contains(screen, "the goal goes on; answer with: ") || strings.Contains(screen, "panic") {
		t.Errorf("Ctrl-C at the question ended with %d after %s:\n%s", code, time.Since(began), screen)
	}
	screen, code = at(t, s.Data, args, onceShown("] > ", 1, "\n"), onceShown("] > ", 2, "approve\n"))
	if code != 0 || !strings.Contains(screen, "proof confirmed") {
		t.Errorf("an empty line and an answer ended with %d:\n%s", code, screen)
	}
}

func TestCtrlCStopsTheServerCleanly(t *testing.T) {
	t.Parallel()
	screen, code := at(t, dataDir(t), []string{"up", "--listen", "127.0.0.1:0"}, onceShown("Ctrl-C stops.", 1, ctrlC))
	if code != 0 || !strings.Contains(screen, "stopped; the next start continues") || !strings.Contains(screen, " goal run \"Summarise this repository\" --mount . --data ") {
		t.Errorf("it ended with %d:\n%s", code, screen)
	}
}
