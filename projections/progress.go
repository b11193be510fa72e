package projections

import (
	"sync"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// Progress tells readers in this process how far its runners are, at once. The
// zero value is ready.
type Progress struct {
	mu      sync.Mutex
	seen    map[string]*[eventlog.Slots]events.Revision
	changed chan struct{}
}

// Seen is how far a slot of a projection was read by a runner of this process,
// and a channel that is closed when any gets further.
func (p *Progress) Seen(projection string, slot int) (events.Revision, <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.changed == nil {
		p.changed = make(chan struct{})
	}
	if at := p.seen[projection]; at != nil {
		return at[slot], p.changed
	}
	return 0, p.changed
}

// reached records how far a partition is. It may be further back than before,
// if Postgres lost what it had not yet written.
func (p *Progress) reached(projection string, part Partition, at *Position) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.seen == nil {
		p.seen = map[string]*[eventlog.Slots]events.Revision{}
	}
	if p.seen[projection] == nil {
		p.seen[projection] = new([eventlog.Slots]events.Revision)
	}
	for slot := range eventlog.Slots {
		if part.Has(slot) {
			p.seen[projection][slot] = at.Seen[slot]
		}
	}
	if p.changed != nil {
		close(p.changed)
		p.changed = nil
	}
}
