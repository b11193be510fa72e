package eventlog

import (
	"fmt"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/mergit-io/mergit/events"
)

const (
	// Prefix starts the subject of every record.
	Prefix = "mergit.ev."
	// Slots is how many partitions the log can be consumed in. It is frozen in
	// the log when that is created: a binary that computes another refuses it.
	Slots = 64
)

// Slot is the partition of an aggregate: xxhash64 (seed 0) of "family.id"
// modulo Slots. A goal and all its runs share one.
func Slot(s events.StreamID) int {
	var room [160]byte // most names fit: no memory is allocated for them
	name := append(append(append(room[:0], s.Family...), '.'), s.ID...)
	return int(xxhash.Sum64(name) % Slots)
}

// Subject is where a fact of a kind stands in the log:
// mergit.ev.<slot>.<workspace>.<family>.<id>.<part>.<entity>.<verb>.
func Subject(s events.StreamID, kind string) string { return stem(s) + kind }

// Filter selects exactly the records of one stream. Subject and Filter come
// from one place because JetStream accepts an expectation about a subject that
// the message is not on, which guards nothing, and on replicated streams
// compares filters as text: two spellings of one filter do not conflict.
func Filter(s events.StreamID) string { return stem(s) + ">" }

func stem(s events.StreamID) string {
	slot := Slot(s)
	return Prefix + string([]byte{'0' + byte(slot/10), '0' + byte(slot%10)}) + "." + s.String() + "."
}

// GoalFilter selects a goal's aggregate and all its runs.
func GoalFilter(workspace, goal string) string {
	s := stem(events.GoalStream(workspace, goal))
	return strings.TrimSuffix(s, events.Whole+".") + ">"
}

// FamilyFilter selects one part of every aggregate of a family, in all
// workspaces: the aggregates themselves for events.Whole, everything for ">".
func FamilyFilter(family, part string) string {
	if part == ">" {
		return Prefix + "*.*." + family + ".>"
	}
	return Prefix + "*.*." + family + ".*." + part + ".>"
}

// KindFilter selects the records of a kind, "proof.*" for all of an entity, in
// one part of every aggregate of a family. A workspace or part of "*" is any.
func KindFilter(workspace, family, part, kind string) string {
	return Prefix + "*." + workspace + "." + family + ".*." + part + "." + kind
}

// KindFilters selects several kinds of a family's aggregates themselves, in all
// workspaces.
func KindFilters(family string, kinds ...string) []string {
	filters := make([]string, len(kinds))
	for i, kind := range kinds {
		filters[i] = KindFilter("*", family, events.Whole, kind)
	}
	return filters
}

// Matches reports whether a subject fits a NATS-style pattern.
func Matches(pattern, subject string) bool {
	for {
		p, restP, moreP := strings.Cut(pattern, ".")
		s, restS, moreS := strings.Cut(subject, ".")
		switch {
		case p == ">":
			return true
		case p != "*" && p != s, moreP != moreS:
			return false
		case !moreP:
			return true
		}
		pattern, subject = restP, restS
	}
}

// CheckPattern reports what is wrong with a subject pattern a caller gave.
func CheckPattern(pattern string) error {
	tokens := strings.Split(pattern, ".")
	for i, t := range tokens {
		switch {
		case t == "":
			return fmt.Errorf("subject %q: element %d is empty", pattern, i+1)
		case t == ">" && i < len(tokens)-1:
			return fmt.Errorf("subject %q: \">\" can only stand last", pattern)
		case t != ">" && t != "*" && strings.ContainsAny(t, "*> \t\r\n"):
			return fmt.Errorf("subject %q: a wildcard is a whole element", pattern)
		}
	}
	return nil
}
