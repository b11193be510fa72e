package pinned_test

import (
	"testing"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/internal/sample"
	"github.com/mergit-io/mergit/projections/pinned"
)

// A read model that is not about goals is not sent them, and yet gets to the
// head of the log: also from a server that came back, behind a gap, and as
// another worker.
func TestAReadModelIsSentItsFamilyOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ofAgents := func(r *projections.Runner) { r.Projection = projections.Agents }
	stored := func() {
		t.Helper()
		head, err := w.log.Head(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		g, err := w.store.Open(t.Context(), projections.Agents)
		if err != nil {
			t.Fatal(err)
		}
		eventually(t, "the position is the log's head", func() bool {
			at, err := w.store.Position(t.Context(), g)
			return err == nil && at.After(projections.Partition{}) >= head
		})
	}
	agent := func(id string) {
		t.Helper()
		if _, err := w.writer.Append(t.Context(), w.log, events.AgentStream(sample.Workspace, id), events.AgentRegistered{DID: "did:mergit:" + id, Name: id}); err != nil {
			t.Fatal(err)
		}
	}
	w.append(goal(1), whole)
	a := w.work("a", ofAgents)
	stored()
	agent("a1")
	w.append(goal(2), whole)
	stored()
	w.restart()
	agent("a2")
	w.append(goal(3), 10)
	stored()
	if err := a.stop(); err != nil {
		t.Fatal(err)
	}
	w.tear()
	agent("a3")
	w.append(goal(4), whole)
	w.work("b", ofAgents)
	stored()
	agents := map[string]bool{}
	g, err := w.store.Open(t.Context(), projections.Agents)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"a1", "a2", "a3"} {
		for _, m := range projections.Agents.Models() {
			agents[id] = agents[id] || len(w.store.Goal(projections.Agents, m.Tables()[0].Name(), id)) == 1
		}
	}
	if len(agents) != 3 || !agents["a1"] || !agents["a2"] || !agents["a3"] {
		t.Errorf("rows of %v", agents)
	}
	js, err := w.nc.JetStream()
	if err != nil {
		t.Fatal(err)
	}
	info, err := js.ConsumerInfo("EVENTS", pinned.ConsumerName(g, projections.Partition{}))
	if err != nil {
		t.Fatal(err)
	}
	if info.Delivered.Consumer > 4 {
		t.Errorf("%d records were sent, of 3 that it is about", info.Delivered.Consumer)
	}
}

// The worker that is not given anything knows, too, how far all is done: callers
// of its process wait for it.
func TestAWorkerThatIsSentNothingLearnsWhatAnotherHasDone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ofAgents := func(r *projections.Runner) { r.Projection = projections.Agents }
	workers := []*worker{w.work("a", ofAgents), w.work("b", ofAgents)}
	for i, id := range []string{"a1", "a2", "a3"} {
		w.append(goal(i+1), 10)
		if _, err := w.writer.Append(t.Context(), w.log, events.AgentStream(sample.Workspace, id), events.AgentRegistered{DID: "did:mergit:" + id, Name: id}); err != nil {
			t.Fatal(err)
		}
		w.append(goal(i+1), 10)
		head, err := w.log.Head(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range workers {
			for seen, changed := k.progress.Seen("agents", 0); seen < head; seen, changed = k.progress.Seen("agents", 0) {
				<-changed
			}
		}
	}
}
