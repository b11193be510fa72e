package api

import (
	"fmt"
	"net/http"

	"github.com/mergit-io/mergit/gateway/wire"
)

// maxFaults bounds an answer; whoever has more to mend needs no longer list.
const maxFaults = 100

// faultList collects what is wrong with a request. It keeps the first ones and
// counts the rest.
type faultList struct {
	kept  []wire.Fault
	count int
}

func (l *faultList) full() bool { return len(l.kept) >= maxFaults }

func (l *faultList) add(path, reason string) {
	if l.count++; !l.full() {
		l.kept = append(l.kept, wire.Fault{Path: path, Reason: reason})
	}
}

// join adds what was found elsewhere.
func (l *faultList) join(other faultList) {
	for _, f := range other.kept {
		l.add(f.Path, f.Reason)
	}
	l.count += other.count - len(other.kept)
}

// refusal is the answer to a request that could be read and makes no sense.
func (l *faultList) refusal() *wire.Problem {
	message := "the request has one fault: " + l.kept[0].String()
	if l.count > 1 {
		message = fmt.Sprintf("the request has %d faults; the first: %s", l.count, l.kept[0])
	}
	p := wire.Refuse(http.StatusUnprocessableEntity, "VALIDATION_FAILED", "%s", message).With(l.kept...)
	if more := l.count - len(l.kept); more > 0 {
		p.With(wire.Fault{Reason: fmt.Sprintf("and %d more", more)})
	}
	return p
}

// invalid refuses a request for what is wrong with it.
func invalid(faults ...wire.Fault) *wire.Problem {
	var list faultList
	for _, f := range faults {
		list.add(f.Path, f.Reason)
	}
	return list.refusal()
}
