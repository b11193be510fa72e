package views_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/internal/sample"
	"github.com/mergit-io/mergit/projections/views"
)

func TestAgentsAreListedNewestFirst(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i := range 5 {
		stream := events.AgentStream(sample.Workspace, fmt.Sprint("a", i))
		w.add(t, sample.Fact{Stream: stream, Event: events.AgentRegistered{
			DID: "did:mergit:a", Name: fmt.Sprint("Agent ", i), Address: fmt.Sprint("0xa", i), Roles: []string{"coder"}, By: "user:ann",
			Capabilities: events.Capabilities{Tools: []string{"file_ops", "writer"}, Trust: "low"},
		}})
		if i%2 == 0 {
			w.add(t, sample.Fact{Stream: stream, Event: events.PassportMinted{TokenID: fmt.Sprint(i), At: events.OnChain{Chain: 1337, Block: 3}}})
		}
	}
	goal := sample.Goal(sample.GoalID(1), 3)
	submitted := goal[0].Event.(events.GoalSubmitted)
	submitted.Agent = "a1"
	goal[0].Event = submitted
	w.add(t, goal...)
	w.add(t, sample.Goal(sample.GoalID(2), 3)...) // of nobody
	w.fold(t, projections.Goals)
	w.fold(t, projections.Agents)
	v := views.New(w.pool, views.Config{})
	var seen []string
	for filter := (views.AgentFilter{Workspace: sample.Workspace, Limit: 2}); ; {
		page, err := v.ListAgents(t.Context(), filter)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range page.Agents {
			seen = append(seen, a.ID)
		}
		if filter.Cursor = page.Next; page.Next == "" {
			break
		}
	}
	if want := []string{"a4", "a3", "a2", "a1", "a0"}; !slices.Equal(seen, want) {
		t.Errorf("listed %v, want %v", seen, want)
	}
	for filter, n := range map[views.AgentFilter]int{
		{Status: projections.AgentActive}: 3, {Status: projections.AgentRegistered}: 2, {Address: "0xa3"}: 1, {Workspace: "other"}: 0,
	} {
		if page, err := v.ListAgents(t.Context(), filter); err != nil || len(page.Agents) != n {
			t.Errorf("%+v: %d agents, want %d; %v", filter, len(page.Agents), n, err)
		}
	}
	row, err := v.Agent(t.Context(), "a4")
	if err != nil || row.Name != "Agent 4" || row.TokenID != "4" || !slices.Equal(row.Tools, []string{"file_ops", "writer"}) || row.Minted == nil || row.Revoked != nil {
		t.Errorf("%+v, %v", row, err)
	}
	if _, err := v.Agent(t.Context(), "a9"); !errors.Is(err, views.ErrNotFound) {
		t.Errorf("an agent that is not there: %v", err)
	}
	for id, want := range map[string]views.AgentStats{"a1": {Goals: 1, GoalsDone: 1, TasksDone: 3}, "a2": {}} {
		if s, err := v.AgentStats(t.Context(), id); err != nil || s != want {
			t.Errorf("%s: %+v, %v; want %+v", id, s, err, want)
		}
	}
	if err := v.WaitForAgents(t.Context(), views.EverySlot, w.head); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := v.WaitForAgents(ctx, views.EverySlot, w.head+1); err == nil {
		t.Error("what is not there yet was not waited for")
	}
}
