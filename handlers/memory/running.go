package memory

import (
	"context"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// mostRunning bounds the goals that are folded while they run. Those beyond it
// are read when they end.
const mostRunning = 10_000

// running folds goals while they run, so that none has to be read again when it
// ends, which takes a request for each of its events.
type running struct {
	codec eventlog.Codec
	folds map[goalKey]*Fold
}

type goalKey struct{ workspace, goal string }

// take folds a record. At an end it answers the goal's episode; known is false
// if not all of the goal was seen. ok is false if its content is forgotten.
func (g *running) take(ctx context.Context, r eventlog.Record) (e Episode, ok, known bool) {
	key := goalKey{r.Stream.Workspace, r.Stream.ID}
	fold := g.folds[key]
	if r.Kind == submitted && fold == nil && len(g.folds) < mostRunning {
		fold = new(Fold)
		g.folds[key] = fold
	}
	if fold == nil {
		return e, false, false
	}
	envelope, err := g.codec.Decode(ctx, r)
	if err != nil { // reading it again will tell
		delete(g.folds, key)
		return e, false, false
	}
	fold.Apply(envelope)
	if !isEnd[r.Kind] {
		return e, false, false
	}
	delete(g.folds, key) // a retry begins with what there was before
	e, ok = fold.Episode()
	return e, ok, true
}

var (
	submitted = events.KindOf[events.GoalSubmitted]().Name
	isEnd     = map[string]bool{
		events.KindOf[events.GoalCompleted]().Name: true, events.KindOf[events.GoalFailed]().Name: true, events.KindOf[events.GoalCancelled]().Name: true,
	}
)
