package events

import (
	"fmt"
	"strings"
)

// Whole is the part of a stream that is the aggregate itself and not one of
// its runs.
const Whole = "_"

// StreamID names one aggregate. Its text form, "main.goal.0192….readme", is the
// CloudEvents subject of every fact in it.
type StreamID struct {
	Workspace string
	Family    string
	ID        string
	Part      string // Whole, or the task whose run this is
}

// GoalStream is the stream of a goal's own aggregate.
func GoalStream(workspace, goal string) StreamID {
	return StreamID{Workspace: workspace, Family: FamilyGoal, ID: goal, Part: Whole}
}

// RunStream is the stream of the run of one task of a goal.
func RunStream(workspace, goal, task string) StreamID {
	return StreamID{Workspace: workspace, Family: FamilyGoal, ID: goal, Part: task}
}

// SignerStream is the stream of one signing key on one chain.
func SignerStream(workspace, chainAndAddress string) StreamID {
	return StreamID{Workspace: workspace, Family: FamilySigner, ID: chainAndAddress, Part: Whole}
}

func (s StreamID) String() string {
	return s.Workspace + "." + s.Family + "." + s.ID + "." + s.Part
}

// IsRun reports whether the stream is a task's run.
func (s StreamID) IsRun() bool { return s.Part != Whole }

// Check reports whether every element can be a subject token.
func (s StreamID) Check() error {
	for _, e := range []struct{ name, value string }{
		{"workspace", s.Workspace}, {"family", s.Family}, {"id", s.ID}, {"part", s.Part},
	} {
		if !IsToken(e.value) {
			return fmt.Errorf("stream %q: %s must be 1 to 64 of A–Z, a–z, 0–9, _ and -", s.String(), e.name)
		}
	}
	return nil
}

// ParseStreamID reads the text form.
func ParseStreamID(text string) (StreamID, error) {
	var s StreamID
	var rest string
	var three, two, one bool
	s.Workspace, rest, three = strings.Cut(text, ".")
	s.Family, rest, two = strings.Cut(rest, ".")
	s.ID, s.Part, one = strings.Cut(rest, ".")
	if !three || !two || !one || strings.Contains(s.Part, ".") {
		return StreamID{}, fmt.Errorf("stream %q: want workspace.family.id.part", text)
	}
	return s, s.Check()
}

// IsToken reports whether a name can be one element of a subject:
// [A-Za-z0-9_-]{1,64}.
func IsToken(name string) bool {
	if name == "" || len(name) > 64 {
		return false
	}
	for i := range len(name) {
		c := name[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '_', c == '-':
		default:
			return false
		}
	}
	return true
}
