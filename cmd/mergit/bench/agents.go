package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/mergit-io/mergit/cmd/mergit/node"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/tools"
)

// AgentOptions of a run.
type AgentOptions struct {
	// Dir holds the data folders, which are removed afterwards.
	Dir string
	// Sync is "default" or "always".
	Sync string
	// Calls is how many calls a task makes of its tool.
	Calls int
	// Tasks is how many tasks run, one after the other.
	Tasks int
	Note  io.Writer
}

// AgentCosts is what the loop of a model adds to the time of its model and its
// tools, which here take none.
type AgentCosts struct {
	Sync  string `json:"sync"`
	Calls int    `json:"calls"`
	// P50 and P99 are from a model's answer, which wants one call made, to the
	// next question, milliseconds: the answer is recorded, the call is checked,
	// recorded and made, its result is recorded.
	P50 float64 `json:"p50_ms_per_call"`
	P99 float64 `json:"p99_ms_per_call"`
	// Side is the median share of a call where eight are wanted at once.
	Side float64 `json:"p50_ms_per_call_of_8"`
	// Bytes are what events and blobs take on the disk for each call, its
	// question and answer included.
	Bytes float64 `json:"bytes_per_call"`
	// Said is what of them a reader would call the conversation.
	Said float64 `json:"conversation_bytes_per_call"`
	// Cache is what the cache of answers finds of 200 goals.
	Cache CacheHits `json:"cache"`
}

// RunAgents measures the loop.
func RunAgents(ctx context.Context, o AgentOptions) (out AgentCosts, err error) {
	dir, err := os.MkdirTemp(o.Dir, "mergit-bench-")
	if err != nil {
		return out, err
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o711); err != nil { // Postgres runs as another user
		return out, err
	}
	file := filepath.Join(dir, "models.yaml")
	err = os.WriteFile(file, []byte("roles: {coder: {models: [ollama/bench]}}\nmodels: {ollama/bench: {window: 100000000}}\nlimits: {model_calls: 1000000}\n"), 0o600)
	if err != nil {
		return out, err
	}
	talker := new(talker)
	c := node.Defaults()
	c.Data, c.Listen, c.Sync, c.NoChain, c.Models = filepath.Join(dir, "data"), "127.0.0.1:0", o.Sync, true, file
	c.Tools, c.Answers = []tools.Tool{noop(resultSize)}, map[string]model.Model{"ollama/bench": talker}
	c.Log, c.Version = slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})), "bench"
	out.Sync, out.Calls = o.Sync, o.Calls*o.Tasks
	err = node.RunInside(ctx, c, func(ctx context.Context, in node.Inside) error {
		note := func(format string, args ...any) {
			if o.Note != nil {
				fmt.Fprintf(o.Note, format+"\n", args...)
			}
		}
		before, err := storedBytes(ctx, in)
		if err != nil {
			return err
		}
		note("sync %s: %d tasks of %d calls, one at a time", o.Sync, o.Tasks, o.Calls)
		talker.begin(o.Calls, 1)
		if err := runAgents(ctx, in, o.Tasks); err != nil {
			return err
		}
		after, err := storedBytes(ctx, in)
		if err != nil {
			return err
		}
		calls := float64(out.Calls)
		out.P50, out.P99 = talker.quantile(0.50), talker.quantile(0.99)
		out.Bytes, out.Said = float64(after-before)/calls, float64(talker.said)/calls
		note("sync %s: eight at once", o.Sync)
		talker.begin(o.Calls, 8)
		if err := runAgents(ctx, in, o.Tasks); err != nil {
			return err
		}
		out.Side = talker.quantile(0.50)
		note("sync %s: 200 goals of the cache", o.Sync)
		out.Cache, err = runCache(ctx, in)
		return err
	})
	return out, err
}

// storedBytes is what the log and the blobs take.
func storedBytes(ctx context.Context, in node.Inside) (n uint64, err error) {
	js, err := jetstream.New(in.Conn)
	if err != nil {
		return 0, err
	}
	for _, name := range []string{"EVENTS", "OBJ_BLOBS"} {
		stream, err := js.Stream(ctx, name)
		if err != nil {
			return 0, err
		}
		n += stream.CachedInfo().State.Bytes
	}
	return n, nil
}

// runAgents runs goals of one task each.
func runAgents(ctx context.Context, in node.Inside, n int) error {
	for range n {
		id := node.NewID()
		ref := commands.GoalRef{Workspace: in.Client.Workspace, Goal: id}
		// Nobody has asked this before: what is measured is not the cache's answer, but that it is asked and kept.
		plan := json.RawMessage(fmt.Sprintf(`{"title":"bench","tasks":[{"id":"t","role":"coder","prompt":"call noop for %s"}]}`, id))
		req := commands.Request{ID: "bench-" + id, At: time.Now(), Actor: "user:bench", Correlation: id}
		if _, err := in.Commands.Goals.Run(ctx, req, commands.SubmitGoal{GoalRef: ref, Title: "bench", Plan: plan}); err != nil {
			return err
		}
		for r, err := range in.Commands.Log.Follow(ctx, eventlog.Query{Subjects: []string{eventlog.GoalFilter(in.Client.Workspace, id)}}) {
			if err != nil {
				return err
			}
			if r.Kind == events.KindOf[events.GoalFailed]().Name {
				return fmt.Errorf("goal %s failed", id)
			}
			if r.Kind == events.KindOf[events.GoalCompleted]().Name {
				break
			}
		}
	}
	return nil
}

// talker is a model that wants calls made and takes no time for it.
type talker struct {
	calls, side int

	mu    sync.Mutex
	left  time.Time // when it answered last
	turn  int
	took  []time.Duration // per call
	said  int64           // bytes of calls and results
	until int             // messages of the prompt before
}

func (t *talker) begin(calls, side int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.calls, t.side, t.turn, t.took, t.said = calls, side, 0, nil, 0
}

// Generate implements model.Model.
func (t *talker) Generate(_ context.Context, req model.Request) (model.Reply, error) {
	came := time.Now()
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(req.Messages) == 2 {
		t.turn, t.until = 0, 0
	} else {
		t.took = append(t.took, came.Sub(t.left)/time.Duration(t.side))
	}
	for _, m := range req.Messages[t.until:] {
		t.said += int64(len(m.Text))
		for _, c := range m.Calls {
			t.said += int64(len(c.Args))
		}
	}
	t.until = len(req.Messages)
	reply := model.Reply{Text: "done", Stop: model.Ended, Usage: model.Usage{Input: 1, Output: 1}}
	if t.turn < t.calls {
		reply.Text, reply.Stop = "", model.Calling
		for range t.side {
			t.turn++
			reply.Calls = append(reply.Calls, model.Call{ID: fmt.Sprintf("c%d", t.turn), Name: "noop", Args: fmt.Appendf(nil, `{"n":%d}`, t.turn)})
		}
	}
	t.left = time.Now()
	return reply, nil
}

// quantile of what a call took, in milliseconds.
func (t *talker) quantile(p float64) float64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return milliseconds(quantile(t.took, p))
}
