package api

import (
	"hash/fnv"
	"sync"
)

// answers has the answers to one goal's questions come one after the other. A
// secret is kept before the answer that gives it is recorded, since a task that
// wakes must find it: of two at once, that of the answer which lost would be kept
// in place of the other. Its zero value is ready.
type answers [64]sync.Mutex

// hold waits for the answers before, and returns what lets the next one go on.
func (a *answers) hold(goal string) (release func()) {
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(goal))
	lock := &a[sum.Sum32()%uint32(len(a))]
	lock.Lock()
	return lock.Unlock
}
