package sse

import "slices"

// Until says after which event a goal's stream ends.
type Until string

const (
	Never  Until = ""
	Ended  Until = "ended"  // no task will run any more
	Proven Until = "proven" // its proof stands, or was given up
)

// Untils lists what a client can ask for.
func Untils() []string { return []string{string(Ended), string(Proven)} }

// Ends reports whether an event of a kind is the last.
func (u Until) Ends(kind string) bool {
	switch u {
	case Ended:
		return slices.Contains([]string{"goal.completed", "goal.failed", "goal.cancelled"}, kind)
	case Proven:
		return kind == "proof.confirmed" || kind == "proof.dead_lettered"
	case Never:
	}
	return false
}
