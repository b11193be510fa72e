// Package bench measures Mergit, each figure beside a limit or a peer that is
// measured in the same run: disks and machines differ, ratios tell.
package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/mergit-io/mergit/cmd/mergit/node"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/tools"
)

// Options of a run.
type Options struct {
	// Dir holds the data folders, which are removed afterwards. Defaults to
	// the system's folder for temporary files.
	Dir string
	// Syncs are the modes to measure: "default", "always". Defaults to both.
	Syncs []string
	// Goals is how many diamonds run with many in flight. Defaults to 1500, a
	// fifth of it where each write is synced.
	Goals int
	// InFlight is how many goals run at a time. Defaults to 50.
	InFlight int
	// NoChain leaves proofs out.
	NoChain bool
	// Note is told what is being done.
	Note io.Writer
}

// Spine is what `mergit bench spine` reports for one sync mode.
type Spine struct {
	Sync string `json:"sync"`
	// AppendRatio is the least of Append's.
	AppendRatio float64 `json:"append_ratio"`

	Append  []AppendRatio `json:"append"`
	Diamond Diamond       `json:"diamond"`
	Agents  Agents        `json:"agents"`
	Rebuild Rebuild       `json:"rebuild"`
	Proofs  *Proofs       `json:"proofs,omitempty"`
}

// RunSpine measures the spine in each sync mode.
func RunSpine(ctx context.Context, o Options, report func(Spine) error) error {
	if len(o.Syncs) == 0 {
		o.Syncs = []string{"default", "always"}
	}
	if o.Goals == 0 {
		o.Goals = 1500
	}
	if o.InFlight == 0 {
		o.InFlight = 50
	}
	for _, sync := range o.Syncs {
		s, err := o.spine(ctx, sync)
		if err != nil {
			return fmt.Errorf("sync %s: %w", sync, err)
		}
		if err := report(s); err != nil {
			return err
		}
	}
	return nil
}

func (o Options) note(format string, args ...any) {
	if o.Note != nil {
		fmt.Fprintf(o.Note, format+"\n", args...)
	}
}

func (o Options) spine(ctx context.Context, sync string) (s Spine, err error) {
	dir, err := os.MkdirTemp(o.Dir, "mergit-bench-")
	if err != nil {
		return s, err
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o711); err != nil { // Postgres runs as another user
		return s, err
	}
	s.Sync = sync
	o.note("sync %s: appends", sync)
	if s.Append, err = appendRatios(ctx, dir+"/append", sync == "always"); err != nil {
		return s, err
	}
	s.AppendRatio = s.Append[0].Ratio
	for _, a := range s.Append {
		s.AppendRatio = min(s.AppendRatio, a.Ratio)
	}
	c := node.Defaults()
	c.Data, c.Listen, c.Sync, c.NoChain = dir+"/data", "127.0.0.1:0", sync, o.NoChain
	c.Parallel = 256
	c.Tools = []tools.Tool{noop(resultSize), agentStep{}}
	c.Log, c.Version = slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})), "bench"
	err = node.RunInside(ctx, c, func(ctx context.Context, in node.Inside) error {
		m := &machine{in: in, o: o, always: sync == "always"}
		return m.measure(ctx, &s)
	})
	return s, err
}

// resultSize is that of a no-op task's result, in bytes.
const resultSize = 400

// noopTool answers at once.
type noopTool struct{ value json.RawMessage }

func noop(size int) noopTool {
	text := make([]byte, size-2)
	for i := range text {
		text[i] = 'a' + byte(i%26)
	}
	value, _ := json.Marshal(string(text))
	return noopTool{value}
}

func (noopTool) Spec() tools.Spec {
	return tools.Spec{Name: "noop", Title: "No-op", Description: "answers at once", Input: json.RawMessage(`{"type":"object"}`), Output: json.RawMessage(`{}`)}
}
func (noopTool) Effect(json.RawMessage) tools.Effect { return tools.Read }
func (n noopTool) Run(context.Context, tools.Call) (tools.Result, error) {
	return tools.Result{Value: n.value}, nil
}

// agentStep takes as long as a quick tool of an agent does.
type agentStep struct{}

func (agentStep) Spec() tools.Spec {
	return tools.Spec{Name: "agent_step", Title: "Agent step", Description: "takes 60 ms", Input: json.RawMessage(`{"type":"object"}`), Output: json.RawMessage(`{}`)}
}
func (agentStep) Effect(json.RawMessage) tools.Effect { return tools.Write }
func (agentStep) Run(ctx context.Context, _ tools.Call) (tools.Result, error) {
	select {
	case <-ctx.Done():
		return tools.Result{}, ctx.Err()
	case <-time.After(60 * time.Millisecond):
		return tools.Result{Value: json.RawMessage(`{"ok":true}`)}, nil
	}
}

// diamond is a graph of 8 tasks, 1 → 6 → 1.
func diamond(tool string) []events.PlannedTask {
	tasks := []events.PlannedTask{{ID: "first", Role: "coder", Tool: tool}}
	last := events.PlannedTask{ID: "last", Role: "coder", Tool: tool}
	for i := range 6 {
		id := fmt.Sprintf("middle-%d", i)
		tasks = append(tasks, events.PlannedTask{ID: id, Role: "coder", Tool: tool, Needs: []string{"first"}})
		last.Needs = append(last.Needs, id)
	}
	return append(tasks, last)
}
