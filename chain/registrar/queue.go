package registrar

import (
	"container/heap"
	"time"

	"github.com/mergit-io/mergit/events"
)

// job is an agent for which something may be left to do.
type job struct {
	agent events.StreamID
	notes int             // how often something was heard of it
	seen  events.Revision // the newest event about it
	after time.Time       // it is not looked at before
	// about is what its transactions are about, once that is known.
	about    subject
	failures int // in a row
	// anew says that a final block with its transaction is gone: whatever the log says, the chain decides.
	anew bool
	told bool // that somebody else must revoke it

	place int // in the queue
}

// queue holds the open agents, those to be looked at next first. Its zero value is empty.
type queue struct {
	jobs    []*job
	byAgent map[events.StreamID]*job
	bySubj  map[subject]*job
}

func (q *queue) Len() int           { return len(q.jobs) }
func (q *queue) Less(i, j int) bool { return q.jobs[i].after.Before(q.jobs[j].after) }

func (q *queue) Swap(i, j int) {
	q.jobs[i], q.jobs[j] = q.jobs[j], q.jobs[i]
	q.jobs[i].place, q.jobs[j].place = i, j
}

// Push implements heap.Interface.
func (q *queue) Push(x any) {
	j := x.(*job)
	j.place = len(q.jobs)
	q.jobs = append(q.jobs, j)
}

// Pop implements heap.Interface.
func (q *queue) Pop() any {
	last := len(q.jobs) - 1
	j := q.jobs[last]
	q.jobs[last], q.jobs = nil, q.jobs[:last]
	return j
}

// note has an agent looked at now.
func (r *Registrar) note(agent events.StreamID, seen events.Revision, anew bool) {
	r.mu.Lock()
	q := &r.queue
	j, ok := q.byAgent[agent]
	if !ok {
		if q.byAgent == nil {
			q.byAgent, q.bySubj = map[events.StreamID]*job{}, map[subject]*job{}
		}
		j = &job{agent: agent}
		q.byAgent[agent] = j
		heap.Push(q, j)
	}
	j.notes++
	j.seen, j.after, j.anew = max(j.seen, seen), time.Time{}, j.anew || anew
	heap.Fix(q, j.place)
	r.mu.Unlock()
	r.poke()
}

// poke has dispatch look for what is due.
func (r *Registrar) poke() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// idle is how long dispatch waits to be woken when there is nothing to do.
const idle = time.Hour

// due copies the job to look at next, or says how long there is none.
func (r *Registrar) due() (j job, ok bool, wait time.Duration) {
	now := r.cfg.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.queue.jobs) == 0 {
		return job{}, false, idle
	}
	first := r.queue.jobs[0]
	wait = first.after.Sub(now)
	return *first, wait <= 0, wait
}

// edit changes a job and when it is looked at again, unless something was heard of its agent since it was copied.
func (r *Registrar) edit(j job, wait time.Duration, change func(*job)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	open, ok := r.queue.byAgent[j.agent]
	if !ok || open.notes != j.notes {
		return
	}
	if change != nil {
		change(open)
	}
	open.after = r.cfg.Now().Add(wait)
	heap.Fix(&r.queue, open.place)
}

// later puts a job off.
func (r *Registrar) later(j job, wait time.Duration) { r.edit(j, wait, nil) }

// concerns notes what an agent's transactions are about.
func (r *Registrar) concerns(j job, about subject) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if open, ok := r.queue.byAgent[j.agent]; ok && open.about != about {
		delete(r.queue.bySubj, open.about)
		open.about, r.queue.bySubj[about] = about, open
	}
}

// through lets an agent go, unless something was heard of it since it was copied.
func (r *Registrar) through(j job) {
	r.mu.Lock()
	defer r.mu.Unlock()
	q := &r.queue
	open, ok := q.byAgent[j.agent]
	if !ok || open.notes != j.notes {
		return
	}
	heap.Remove(q, open.place)
	delete(q.byAgent, j.agent)
	if q.bySubj[open.about] == open {
		delete(q.bySubj, open.about)
	}
	r.cfg.Commands.Agents.Forget(j.agent)
}
