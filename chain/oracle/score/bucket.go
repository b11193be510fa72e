package score

import (
	"slices"
	"time"
)

// Bucket is the span of time whose observations are kept together. Windows begin and end with one, so a bucket is in a window
// or not, and sums of buckets are exact.
const Bucket = time.Hour

// Window is the span that a score is about: [From, To).
type Window struct{ From, To time.Time }

// WindowAt is the window of some length whose last bucket holds a moment.
func WindowAt(now time.Time, length time.Duration) Window {
	to := now.UTC().Truncate(Bucket).Add(Bucket)
	return Window{From: to.Add(-length), To: to}
}

// Aligned reports whether a window consists of whole buckets.
func (w Window) Aligned() bool {
	return w.From.Equal(w.From.Truncate(Bucket)) && w.To.Equal(w.To.Truncate(Bucket)) && w.From.Before(w.To)
}

// span is the observations of one bucket.
type span struct {
	hour int64 // since 1970
	Counts
}

// spans are the buckets of one agent that hold anything, oldest first.
type spans []span

func hourOf(t time.Time) int64 {
	const seconds = int64(Bucket / time.Second)
	s := t.Unix()
	if s < 0 {
		return -((-s + seconds - 1) / seconds)
	}
	return s / seconds
}

// add notes observations. They come nearly in the order of time, so the place is looked for from the end.
func (s *spans) add(at time.Time, c Counts) {
	hour := hourOf(at)
	i := len(*s)
	for i > 0 && (*s)[i-1].hour > hour {
		i--
	}
	if i > 0 && (*s)[i-1].hour == hour {
		(*s)[i-1].Add(c)
		return
	}
	*s = slices.Insert(*s, i, span{hour, c})
}

// sum adds up the buckets of a window.
func (s spans) sum(w Window) (total Counts) {
	from, to := hourOf(w.From), hourOf(w.To)
	for _, b := range s {
		if b.hour >= from && b.hour < to {
			total.Add(b.Counts)
		}
	}
	return total
}

// forget drops buckets that no window can hold any more which ends at a time or later.
func (s *spans) forget(before time.Time) {
	hour := hourOf(before)
	n := 0
	for n < len(*s) && (*s)[n].hour < hour {
		n++
	}
	if n > 0 {
		*s = slices.Delete(*s, 0, n)
	}
}
