// Package storetest is what every projections.Store promises, as tests.
package storetest

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/projections"
	"github.com/mergit-io/mergit/projections/internal/sample"
)

// Run checks a store, which open makes empty each time.
func Run(t *testing.T, open func(*testing.T) projections.Store) {
	for name, promise := range map[string]func(*testing.T, projections.Store){
		"ANewProjectionBeginsBeforeTheLog":       begins,
		"WhatWasCommittedIsLoaded":               loads,
		"AMoveFromElsewhereIsRefusedAsAWhole":    refuses,
		"SeenNeverGoesBack":                      seen,
		"AnotherVersionIsNamed":                  versions,
		"ADeletedRowThatComesBackIsReplaced":     replaces,
		"PartitionsMoveEachOnItsOwn":             partitions,
		"AnEmptyCommitMovesNothing":              empty,
		"TextThatPostgresCannotHoldIsKeptAsItIs": texts,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			promise(t, open(t))
		})
	}
}

func begin(t *testing.T, s projections.Store) projections.Generation {
	t.Helper()
	g, err := s.Open(t.Context(), projections.Goals)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func position(t *testing.T, s projections.Store, g projections.Generation) projections.Position {
	t.Helper()
	at, err := s.Position(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func begins(t *testing.T, s projections.Store) {
	g := begin(t, s)
	if at := position(t, s, g); at != (projections.Position{}) {
		t.Fatalf("a new generation is at %v", at)
	}
	if again := begin(t, s); again != g {
		t.Fatalf("opened again it is %v, want %v", again, g)
	}
}

// folding folds facts and commits what they did.
type folding struct {
	t      *testing.T
	store  projections.Store
	g      projections.Generation
	w      *sample.Writer
	folder *projections.Folder
	at     events.Revision
}

func fold(t *testing.T, s projections.Store) *folding {
	return &folding{t: t, store: s, g: begin(t, s), w: sample.New(), folder: projections.NewFolder(projections.Goals, 100)}
}

// facts folds and returns what is to be committed.
func (f *folding) facts(facts ...sample.Fact) projections.Commit {
	f.t.Helper()
	c := projections.Commit{}
	var records []eventlog.Record
	for _, fact := range facts {
		r, err := f.w.Record(fact.Stream, fact.Event)
		if err != nil {
			f.t.Fatal(err)
		}
		records = append(records, r)
	}
	batch, err := projections.Goals.Open(f.t.Context(), f.w.Keys, records)
	if err != nil {
		f.t.Fatal(err)
	}
	for _, m := range f.folder.Missing(batch) {
		if err := f.store.Load(f.t.Context(), f.g, m); err != nil {
			f.t.Fatal(err)
		}
	}
	if err := f.folder.Fold(batch); err != nil {
		f.t.Fatal(err)
	}
	c.Changes = f.folder.Changes()
	last := records[len(records)-1]
	c.Seen = last.Revision
	c.Moves = []projections.Move{{Slot: eventlog.Slot(last.Stream), From: f.at, To: projections.Mark{Revision: last.Revision, Digest: last.Digest()}}}
	return c
}

func (f *folding) commit(c projections.Commit) {
	f.t.Helper()
	if err := f.store.Commit(f.t.Context(), f.g, c); err != nil {
		f.t.Fatal(err)
	}
	f.folder.Stored()
	f.at = c.Moves[0].To.Revision
}

// restart forgets what is in memory.
func (f *folding) restart() { f.folder = projections.NewFolder(projections.Goals, 100) }

// compare checks that what is stored of the goal is what its events say.
func (f *folding) compare(facts []sample.Fact) {
	f.t.Helper()
	w := sample.New()
	var records []eventlog.Record
	for _, fact := range facts {
		r, err := w.Record(fact.Stream, fact.Event)
		if err != nil {
			f.t.Fatal(err)
		}
		records = append(records, r)
	}
	batch, err := projections.Goals.Open(f.t.Context(), w.Keys, records)
	if err != nil {
		f.t.Fatal(err)
	}
	want, err := projections.FoldGoal(batch)
	if err != nil {
		f.t.Fatal(err)
	}
	goal := facts[0].Stream.ID
	for _, m := range projections.Goals.Models() {
		missing := m.Units(goal, slices.Collect(maps.Keys(want.Runs))...)
		if err := f.store.Load(f.t.Context(), f.g, missing); err != nil {
			f.t.Fatal(err)
		}
		for _, table := range m.Tables() {
			have := map[string][]any{}
			for unit := range missing.All() {
				maps.Copy(have, table.Rows(unit))
			}
			for _, d := range projections.CompareRows(table, have, want.Rows(m, table), false) {
				f.t.Errorf("%s", d)
			}
		}
	}
}

func loads(t *testing.T, s projections.Store) {
	f := fold(t, s)
	facts := sample.Goal(sample.GoalID(1), 4)
	for _, fact := range facts { // one by one, each after a restart
		f.restart()
		f.commit(f.facts(fact))
	}
	f.compare(facts)
	if at := position(t, s, f.g); at.Slots[eventlog.Slot(facts[0].Stream)].Revision != f.at {
		t.Fatalf("position %v, want %d", at, f.at)
	}
}

func refuses(t *testing.T, s projections.Store) {
	f := fold(t, s)
	facts := sample.Goal(sample.GoalID(1), 2)
	f.commit(f.facts(facts[:2]...))
	late := f.facts(facts[2:5]...)
	late.Moves[0].From = 1
	err := s.Commit(t.Context(), f.g, late)
	if _, ok := errors.AsType[*projections.StaleError](err); !ok {
		t.Fatalf("commit from elsewhere: %v, want a StaleError", err)
	}
	f.compare(facts[:2])
	late.Moves[0].From = f.at
	f.commit(late)
	f.compare(facts[:5])
}

func seen(t *testing.T, s projections.Store) {
	g := begin(t, s)
	for _, at := range []events.Revision{7, 5} {
		if err := s.Commit(t.Context(), g, projections.Commit{Seen: at}); err != nil {
			t.Fatal(err)
		}
	}
	if at := position(t, s, g); at.After(projections.Partition{}) != 7 {
		t.Fatalf("seen %d, want 7", at.After(projections.Partition{}))
	}
}

func empty(t *testing.T, s projections.Store) {
	g := begin(t, s)
	if err := s.Commit(t.Context(), g, projections.Commit{}); err != nil {
		t.Fatal(err)
	}
	if at := position(t, s, g); at != (projections.Position{}) {
		t.Fatalf("position %v, want none", at)
	}
}

func versions(t *testing.T, s projections.Store) {
	begin(t, s)
	newer := *projections.Goals
	newer.Version++
	_, err := s.Open(t.Context(), &newer)
	v, ok := errors.AsType[*projections.VersionError](err)
	if !ok || v.Active != projections.Goals.Version || v.Have != newer.Version {
		t.Fatalf("open with another version: %v", err)
	}
}

func replaces(t *testing.T, s projections.Store) {
	f := fold(t, s)
	facts := sample.Goal(sample.GoalID(1), 3)[:6] // t00 is done
	plan := facts[1].Event.(events.GoalPlanned)
	again := sample.Fact{Stream: facts[1].Stream, Event: events.GoalReplanned{Version: 2, Tasks: []events.PlannedTask{
		plan.Tasks[0], {ID: "t01", Role: "writer", Prompt: "otherwise"}, {ID: "t09", Role: "coder"},
	}, Planner: events.Planner{Name: "offline"}}}
	f.commit(f.facts(facts...))
	f.commit(f.facts(again))
	f.compare(append(facts, again))
}

func partitions(t *testing.T, s projections.Store) {
	g := begin(t, s)
	for i, at := range []events.Revision{9, 4} {
		if err := s.Commit(t.Context(), g, projections.Commit{Partition: projections.Partition{Index: i, Of: 2}, Seen: at}); err != nil {
			t.Fatal(err)
		}
	}
	at := position(t, s, g)
	if at.Seen[0] != 9 || at.Seen[1] != 4 || at.After(projections.Partition{}) != 4 {
		t.Fatalf("seen %d and %d, all %d", at.Seen[0], at.Seen[1], at.After(projections.Partition{}))
	}
}

func texts(t *testing.T, s projections.Store) {
	f := fold(t, s)
	facts := []sample.Fact{{Stream: events.GoalStream(sample.Workspace, sample.GoalID(1)), Event: events.GoalSubmitted{
		Title: "nul \x00 and \xff", Description: "日本 \U0001F600", Params: []byte(`{"a":"\u0000\ud800"}`),
	}}}
	f.commit(f.facts(facts...))
	f.compare(facts)
}
