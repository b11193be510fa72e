package node

import (
	"context"
	"log/slog"
	"math"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway/api"
	"github.com/mergit-io/mergit/gateway/wire"
	"github.com/mergit-io/mergit/handlers/dispatch"
	"github.com/mergit-io/mergit/handlers/memory"
	"github.com/mergit-io/mergit/handlers/memory/kv"
	"github.com/mergit-io/mergit/handlers/planner"
)

// openMemory opens what all processes remember of goals. One that neither plans nor serves needs nothing of it.
func (n *node) openMemory(ctx context.Context) error {
	if !n.c.runs(Policies) && !n.c.runs(Gateway) {
		return nil
	}
	store, err := kv.Open(ctx, n.infra.conn, kv.Config{})
	if err == nil {
		n.memory = memory.New(memory.Config{Store: store, Keys: n.set.Codec.Keys, Now: time.Now, Log: n.c.Log})
	}
	return err
}

// remember remembers goals that end.
func (n *node) remember(ctx context.Context) error {
	f := memory.Follower{Library: n.memory, Log: n.set.Log, Codec: n.set.Codec, Logger: n.c.Log}
	return f.Run(ctx)
}

// memories are what a planner is told of earlier goals, of the workspace of the goal that it plans.
func (n *node) memories(ctx context.Context, goal events.GoalSubmitted) (list []planner.Memory) {
	ref, ok := dispatch.GoalOf(ctx)
	if !ok || n.memory == nil {
		return nil
	}
	var goals []string
	for _, a := range n.memory.Advise(ctx, ref.Workspace, ref.Goal, goal.Title, goal.Description) {
		list = append(list, planner.Memory{Goals: a.Goals, Text: a.Text})
		goals = append(goals, a.Goals...)
	}
	if len(list) > 0 {
		n.c.Log.InfoContext(ctx, "a planner is told memories", slog.String("goal", ref.Goal), slog.Int("memories", len(list)), slog.Any("of", goals))
	}
	return list
}

// memoryReads are what the gateway asks of the memory.
func (n *node) memoryReads() api.Memory {
	if n.memory == nil {
		return nil
	}
	return memoryReads{n.memory}
}

type memoryReads struct{ library *memory.Library }

// Search implements api.Memory.
func (m memoryReads) Search(ctx context.Context, workspace, text string, limit int, see func(string) bool) (wire.Memories, error) {
	found, err := m.library.Search(ctx, memory.Query{Workspace: workspace, Text: text, Limit: limit, Allow: see})
	out := wire.Memories{Episodes: []wire.Episode{}, Insights: []wire.Insight{}}
	for _, e := range found.Episodes {
		out.Episodes = append(out.Episodes, episode(e))
	}
	for _, i := range found.Insights {
		out.Insights = append(out.Insights, wire.Insight{Text: i.Text(), Tool: i.Tool, Roles: i.Roles, Code: i.Code, Failures: i.Failures, Goals: i.Goals, Of: i.Of,
			Confidence: math.Round(i.Confidence*1000) / 1000, Evidence: append([]string{}, i.Evidence...)})
	}
	return out, err
}

func episode(e memory.Ranked) wire.Episode {
	out := wire.Episode{Goal: e.Goal, Title: e.Title, Description: e.Description, Outcome: e.Outcome, Code: e.Code, Planner: e.Planner, Plans: e.Plans, Asked: e.Asked,
		Plan: []wire.EpisodeStep{}, Tools: []wire.EpisodeTool{}, Failures: []wire.EpisodeFault{},
		Began: e.Began, Ended: e.Ended, DurationMS: e.Ended.Sub(e.Began).Milliseconds(), Tokens: e.Tokens, Cost: e.Cost, Score: e.Score}
	for _, s := range e.Plan {
		out.Plan = append(out.Plan, wire.EpisodeStep(s))
	}
	for _, u := range e.Tools {
		out.Tools = append(out.Tools, wire.EpisodeTool(u))
	}
	for _, t := range e.Troubles {
		out.Failures = append(out.Failures, wire.EpisodeFault(t))
	}
	return out
}

// Forget implements api.Memory.
func (m memoryReads) Forget(ctx context.Context, workspace, goal string) error {
	was, err := m.library.Forget(ctx, workspace, goal)
	if err == nil && !was {
		return api.ErrNotFound
	}
	return err
}
