package auth

import (
	"fmt"
	"strings"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// maxSubject bounds a pattern, in bytes.
const maxSubject = 512

// CheckSubject reports what is wrong with a pattern that a caller gave.
func CheckSubject(pattern string) error {
	if len(pattern) > maxSubject {
		return fmt.Errorf("subject has %d bytes, at most %d are allowed", len(pattern), maxSubject)
	}
	if err := eventlog.CheckPattern(pattern); err != nil {
		return err
	}
	for i, t := range strings.Split(pattern, ".") {
		if t != "*" && t != ">" && !events.IsToken(t) {
			return fmt.Errorf("subject %q: element %d is not *, a last > or 1 to 64 of A–Z, a–z, 0–9, _ and -", pattern, i+1)
		}
	}
	return nil
}

// covers reports whether every subject that fits asked fits allowed too.
func covers(allowed, asked string) bool {
	for {
		a, restA, moreA := strings.Cut(allowed, ".")
		q, restQ, moreQ := strings.Cut(asked, ".")
		switch {
		case a == ">":
			return true
		case q == ">", a != "*" && a != q, moreA != moreQ:
			return false
		case !moreA:
			return true
		}
		allowed, asked = restA, restQ
	}
}
