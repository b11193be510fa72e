package memory

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"github.com/mergit-io/mergit/events"
)

// Kept is how an episode is stored: what it says is sealed under its goal's key, so that destroying the key forgets it.
type Kept struct {
	Workspace, Goal string
	// At is the revision of the goal's end in the log.
	At events.Revision
	// Forgotten says that a person had it forgotten. It stays so, also if the goal ends once more.
	Forgotten bool
	// Box is the sealed episode; empty if it is forgotten.
	Box []byte
	// Revision is the store's own, and grows with everything that is kept anywhere in it.
	Revision uint64
}

// Store keeps one episode for each goal. All methods may be called at once, by several processes.
type Store interface {
	// Keep stores an episode if it takes the place of what is stored, as After says, and reports whether it did. What it stores is
	// never an older end than what was there, in whatever order processes come.
	Keep(ctx context.Context, k Kept) (bool, error)
	// Since yields what was kept after one of the store's revisions, oldest first. What is no entry it yields with its revision and
	// ErrNoEntry, and goes on.
	Since(ctx context.Context, after uint64) iter.Seq2[Kept, error]
	// Drop takes away what was kept under a revision. If something else, or nothing, is stored by now, nothing happens.
	Drop(ctx context.Context, k Kept) error
}

// After is what stands in the place of an old value once a new one has come, and whether that is other than the old one: a later
// end takes the place of an earlier one, what is forgotten that of anything, and nothing that of what is forgotten. The revision
// of the newest end is never lost, since a follower goes on from there.
func (k Kept) After(old Kept) (Kept, bool) {
	switch {
	case old.Forgotten:
		return old, false
	case k.Forgotten:
		k.At, k.Box = max(k.At, old.At), nil
		return k, true
	}
	return k, k.At > old.At
}

// ErrNoEntry says that stored bytes are no entry of a store.
var ErrNoEntry = errors.New("no entry of a memory")

type entry struct {
	At        events.Revision `json:"at"`
	Forgotten bool            `json:"forgotten,omitempty"`
	Box       []byte          `json:"box,omitempty"`
}

// Encode is the stored form of all but the names and the store's revision.
func (k Kept) Encode() ([]byte, error) { return json.Marshal(entry{k.At, k.Forgotten, k.Box}) }

// Decode reads what Encode wrote, for a goal. Its errors are ErrNoEntry.
func Decode(workspace, goal string, text []byte) (Kept, error) {
	var e entry
	switch err := json.Unmarshal(text, &e); {
	case err != nil:
		return Kept{}, fmt.Errorf("%w: %w", ErrNoEntry, err)
	case !events.IsToken(workspace), !events.IsToken(goal):
		return Kept{}, fmt.Errorf("%w: goal %q of workspace %q", ErrNoEntry, goal, workspace)
	case e.At == 0, e.Forgotten == (len(e.Box) > 0):
		return Kept{}, fmt.Errorf("%w: goal %s holds neither an episode nor that it is forgotten", ErrNoEntry, goal)
	}
	return Kept{Workspace: workspace, Goal: goal, At: e.At, Forgotten: e.Forgotten, Box: e.Box}, nil
}

// place binds a box to its goal.
func place(workspace, goal string) string { return "memory/" + workspace + "/" + goal }

// Seal makes what is kept of an episode.
func Seal(e Episode, key *events.Key) (Kept, error) {
	text, err := json.Marshal(e)
	if err != nil {
		return Kept{}, fmt.Errorf("episode of goal %s: %w", e.Goal, err)
	}
	return Kept{Workspace: e.Workspace, Goal: e.Goal, At: e.At, Box: key.Seal(place(e.Workspace, e.Goal), text)}, nil
}

// Open reads an episode back.
func (k Kept) Open(key *events.Key) (e Episode, err error) {
	text, err := key.Open(place(k.Workspace, k.Goal), k.Box)
	if err != nil {
		return e, err
	}
	if err = json.Unmarshal(text, &e); err != nil {
		return e, fmt.Errorf("%w: episode of goal %s: %w", ErrNoEntry, k.Goal, err)
	}
	if e.Workspace != k.Workspace || e.Goal != k.Goal || e.At != k.At {
		return e, fmt.Errorf("%w: the episode of goal %s is another's", ErrNoEntry, k.Goal)
	}
	return e, nil
}
