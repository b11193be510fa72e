package projections_test

import (
	"errors"
	"testing"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/internal/sample"
)

// scoresOf folds facts of one agent and returns the rows of each table, by column.
func scoresOf(t *testing.T, facts ...events.Event) (map[string][]map[string]any, error) {
	t.Helper()
	w, records := sample.New(), []eventlog.Record(nil)
	for _, f := range facts {
		r, err := w.Record(events.AgentStream(sample.Workspace, "a1"), f)
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	batch, err := projections.Reputation.Open(t.Context(), w.Keys, records)
	if err != nil {
		t.Fatal(err)
	}
	folder := projections.NewFolder(projections.Reputation, 10)
	folder.Missing(batch) // they begin empty
	if err := folder.Fold(batch); err != nil {
		return nil, err
	}
	rows := map[string][]map[string]any{}
	for _, c := range folder.Changes() {
		for i := range c.Added.Len() {
			row := map[string]any{}
			for at, value := range c.Added.Row(i, nil) {
				row[c.Table.Columns()[at].Name] = value
			}
			rows[c.Table.Name()] = append(rows[c.Table.Name()], row)
		}
	}
	return rows, nil
}

func TestAScoreIsWhatWasSaidLast(t *testing.T) {
	t.Parallel()
	registered := events.AgentRegistered{DID: "did:mergit:a1", Name: "Ada", Address: "0xa1"}
	update := func(index uint64, score, target int64) events.ReputationUpdated {
		return events.ReputationUpdated{Index: index, Score: score, Components: events.ReputationComponents{Formula: 1, Score: target},
			ComponentHash: events.Sum([]byte{byte(index)}), AsOf: events.Revision(index + 1)}
	}
	badge := events.BadgeIssued{Badge: "verified_run", TokenID: "1", At: placedAt(5)}
	again := badge
	again.At = placedAt(6)
	first, second := update(0, 5000, 5000), update(1, 6000, 9000)
	rows, err := scoresOf(t, registered, first, events.ReputationAnchored{Score: 5000, ComponentHash: first.ComponentHash, At: placedAt(4)}, badge, again, second,
		events.AgentRevoked{By: "user:bo"})
	if err != nil {
		t.Fatal(err)
	}
	row := rows["scores"][0]
	for name, want := range map[string]any{
		"agent": "a1", "scored": true, "score": int64(6000), "target": int64(9000), "index": int64(1), "component_hash": second.ComponentHash.String(),
		"on_chain": true, "anchored_score": int64(5000), "block": int64(4), "badges": int64(1), "revision": int64(6),
		"components": `{"approved":{"count":0,"of":0,"value":0},"badges":{"count":0,"value":0},"completed":{"count":0,"of":0,"value":0},"formula":1,"in_doubt":0,` +
			`"merged":{"count":0,"of":0,"value":0},"quality":{"failed":{"count":0,"of":0,"value":0},"flagged":{"count":0,"of":0,"value":0},"revoked":0,` +
			`"rolled_back":{"count":0,"of":0,"value":0},"value":0},"replans":0,"score":9000}`,
	} {
		if row[name] != want {
			t.Errorf("%s is %v, want %v", name, row[name], want)
		}
	}
	if history := rows["score_snapshots"]; len(history) != 2 || history[0]["score"] != int64(5000) || history[1]["target"] != int64(9000) {
		t.Errorf("the history is %v", history)
	}
	if held := rows["badges"]; len(held) != 1 || held[0]["block"] != int64(6) { // seen again in another block
		t.Errorf("the badges are %v", held)
	}
}

func TestAScoreOfNobodyStopsTheFold(t *testing.T) {
	t.Parallel()
	for _, fact := range []events.Event{events.ReputationUpdated{}, events.ReputationAnchored{}, events.BadgeIssued{}} {
		if _, err := scoresOf(t, fact); !errors.As(err, new(*projections.FoldError)) {
			t.Errorf("%T: %v", fact, err)
		}
	}
}
