package node

import (
	"sync/atomic"

	"github.com/mergit-io/mergit/events"
)

// Counts is what a process did since it started.
type Counts struct {
	Appends, Events, Conflicts atomic.Int64
	Writes                     atomic.Int64 // that the log's server acknowledged
}

func (c *Counts) written(int) { c.Writes.Add(1) }

func (c *Counts) conflict(events.StreamID) { c.Conflicts.Add(1) }

func (c *Counts) appended(n int) {
	c.Appends.Add(1)
	c.Events.Add(int64(n))
}
