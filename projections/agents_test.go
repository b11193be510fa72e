package projections_test

import (
	"slices"
	"testing"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/internal/sample"
)

// agentOf folds facts of one agent.
func agentOf(t *testing.T, facts ...events.Event) projections.AgentRow {
	t.Helper()
	w, records := sample.New(), []eventlog.Record(nil)
	for _, f := range facts {
		r, err := w.Record(events.AgentStream(sample.Workspace, "a1"), f)
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	row, err := projections.FoldAgent(batchOf(t, w, records))
	if err != nil {
		t.Fatal(err)
	}
	return row
}

func batchOf(t *testing.T, w *sample.Writer, records []eventlog.Record) []projections.Envelope {
	t.Helper()
	batch, err := projections.Agents.Open(t.Context(), w.Keys, records)
	if err != nil {
		t.Fatal(err)
	}
	return batch
}

func TestAnAgentStandsWhereItsFactsPutIt(t *testing.T) {
	t.Parallel()
	hash, other := events.Sum([]byte("can")), events.Sum([]byte("can more"))
	registered := events.AgentRegistered{
		DID: "did:mergit:a1", Name: "Ada", Address: "0xa1", Roles: []string{"coder"}, By: "user:ann", CapabilityHash: hash,
		Capabilities: events.Capabilities{Tools: []string{"file_ops"}, Paths: []string{"docs"}, Trust: "low"},
	}
	minted := events.PassportMinted{TokenID: "7", CapabilityHash: hash, At: placedAt(4)}
	off, on := events.AgentDeactivated{At: placedAt(5)}, events.AgentActivated{At: placedAt(6)}
	for _, c := range []struct {
		status string
		facts  []events.Event
	}{
		{projections.AgentRegistered, nil},
		{projections.AgentActive, []events.Event{minted}},
		{projections.AgentInactive, []events.Event{minted, off}},
		{projections.AgentActive, []events.Event{minted, off, on}},
		{projections.AgentActive, []events.Event{off, minted}},
		{projections.AgentRevoked, []events.Event{events.AgentRevoked{By: "user:bo"}}},
		{projections.AgentRevoked, []events.Event{minted, events.AgentRevoked{By: "user:bo"}, off, on}},
	} {
		if row := agentOf(t, append([]events.Event{registered}, c.facts...)...); row.Status != c.status {
			t.Errorf("after %v it is %s, want %s", c.facts, row.Status, c.status)
		}
	}
	row := agentOf(t, registered, minted, events.AgentCapabilitiesChanged{
		Capabilities: events.Capabilities{Tools: []string{"*"}, Hosts: []string{"*"}, Trust: "high"}, CapabilityHash: other, By: "user:bo",
	}, events.AgentRevoked{By: "user:bo", Reason: "done"})
	if row.RegisteredHash != hash.String() || row.CapabilityHash != other.String() || !slices.Equal(row.Tools, []string{"*"}) || len(row.Paths) != 0 ||
		row.Trust != "high" || row.TokenID != "7" || row.Chain != 1337 || row.Block != 4 || row.RevokedBy != "user:bo" || row.Reason != "done" ||
		row.Revoked == nil || row.Minted == nil || row.Registered == row.Revision || row.By != "user:ann" || row.Workspace != sample.Workspace {
		t.Errorf("%+v", row)
	}
}

func TestNothingHappensToAnAgentThatWasNeverRegistered(t *testing.T) {
	t.Parallel()
	for _, fact := range []events.Event{events.PassportMinted{TokenID: "7"}, events.AgentCapabilitiesChanged{}, events.AgentRevoked{}, events.AgentDeactivated{}, events.AgentActivated{}} {
		w := sample.New()
		r, err := w.Record(events.AgentStream(sample.Workspace, "a1"), fact)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := projections.FoldAgent(batchOf(t, w, []eventlog.Record{r})); err == nil {
			t.Errorf("%T was folded", fact)
		}
	}
}
