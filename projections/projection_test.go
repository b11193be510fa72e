package projections_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/projections"
)

type prepared struct{}

func signer(routes ...projections.Route) (message string) {
	defer func() {
		if r := recover(); r != nil {
			message = fmt.Sprint(r)
		}
	}()
	projections.Define("signers", 1, []string{events.FamilySigner}, projections.OfAggregate[prepared](nil, routes...))
	return ""
}

func TestAGapOrADoubleRoutePanicsWithTheFix(t *testing.T) {
	t.Parallel()
	on := projections.On(func(*prepared, events.Envelope[events.TxPrepared]) error { return nil })
	rest := []projections.Route{projections.Skip[events.TxReplaced](), projections.Skip[events.TxSettled](), projections.Skip[events.TxAbandoned]()}
	for name, c := range map[string]struct {
		routes []projections.Route
		want   string
	}{
		"complete": {append(rest, on), ""},
		"a gap":    {rest, "projection signers: no route for tx.prepared: add On or Skip"},
		"a double": {append(rest, on, projections.Skip[events.TxPrepared]()), "projection signers: tx.prepared is routed twice: remove one On or Skip"},
		"another family": {append(rest, on, projections.Skip[events.GoalSubmitted]()),
			"projection signers: goal.submitted is of family goal: declare the family or remove the route"},
	} {
		if have := signer(c.routes...); have != c.want {
			t.Errorf("%s: %q, want %q", name, have, c.want)
		}
	}
}

func TestAnUnknownKindStopsOnlyTheFamilyThatDeclaresIt(t *testing.T) {
	t.Parallel()
	record := func(family string) eventlog.Record {
		return eventlog.Record{Kind: "goal.vanished", Meta: events.Meta{
			Revision: 7, Version: 1, Stream: events.StreamID{Workspace: "main", Family: family, ID: "x", Part: "_"}}}
	}
	keys := &memlog.Keys{}
	batch, err := projections.Goals.Open(t.Context(), keys, []eventlog.Record{record("weather")})
	if err != nil || len(batch) > 0 {
		t.Errorf("another family: %v, %v", batch, err)
	}
	_, err = projections.Goals.Open(t.Context(), keys, []eventlog.Record{record("goal")})
	unknown, ok := errors.AsType[*events.UnknownKindError](err)
	if !ok || unknown.Revision != 7 || !projections.Stops(err) || !strings.Contains(err.Error(), `"goal.vanished" at sequence 7`) {
		t.Errorf("own family: %v", err)
	}
}

func TestAKeyThatCannotBeHadNowIsWaitedFor(t *testing.T) {
	t.Parallel()
	_, err := projections.Goals.Open(t.Context(), &memlog.Keys{}, []eventlog.Record{{Kind: "goal.submitted", Meta: events.Meta{
		Revision: 1, Version: 1, Stream: events.GoalStream("main", "x")}, Body: []byte(`{"title":{"$sealed":"AAAA","kid":"x"},"submitter":""}`)}})
	if !errors.Is(err, eventlog.ErrNoKey) || projections.Stops(err) {
		t.Errorf("opened: %v", err)
	}
}
