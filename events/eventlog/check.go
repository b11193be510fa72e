package eventlog

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mergit-io/mergit/events"
)

// CheckParts reports what makes parts unfit to append to any log: records that
// are not on their stream's subjects would be guarded by nothing, and of two
// parts on one stream the second could not be told from a lost race.
func CheckParts(parts ...Part) error {
	if len(parts) == 0 {
		return errors.New("append: nothing to append")
	}
	for i, p := range parts {
		if err := p.check(); err != nil {
			return fmt.Errorf("append to %s: %w", p.Stream, err)
		}
		for _, other := range parts[:i] {
			if other.Stream == p.Stream {
				return fmt.Errorf("append to %s: the stream is in two parts", p.Stream)
			}
		}
	}
	return nil
}

func (p Part) check() error {
	if err := p.Stream.Check(); err != nil {
		return err
	}
	if len(p.Records) == 0 {
		return errors.New("no records")
	}
	on := stem(p.Stream)
	for i := range p.Records {
		r := &p.Records[i]
		switch {
		case r.ID == "":
			return fmt.Errorf("record %d has no ID", i+1)
		case r.Stream != p.Stream:
			return fmt.Errorf("record %s is of stream %s", r.ID, r.Stream)
		case !strings.HasPrefix(r.Subject, on) || r.Subject[len(on):] != r.Kind || !isKind(r.Kind):
			return fmt.Errorf("record %s is on subject %s, not %s", r.ID, r.Subject, on+r.Kind)
		case r.Version < 1 || r.Ordinal < 1:
			return fmt.Errorf("record %s has version %d and ordinal %d: both count from 1", r.ID, r.Version, r.Ordinal)
		}
		for _, value := range [...]string{string(r.ID), r.Source, r.Cause, r.Correlation, r.Actor, r.Agent, r.TraceParent} {
			if !fitsHeader(value) {
				return fmt.Errorf("record %s: %q cannot be a header: it has control characters, spaces at an end or bad UTF-8", r.ID, value)
			}
		}
	}
	return nil
}

// fitsHeader reports whether a value comes back from a header as it was put in.
// NATS trims values and turns line breaks into spaces; the digest would then
// be of something else than what is stored, and the aggregate broken for ever.
func fitsHeader(value string) bool {
	for i := range len(value) {
		switch c := value[i]; {
		case c < ' ', c == 0x7f, c == ' ' && (i == 0 || i == len(value)-1):
			return false
		case c >= utf8.RuneSelf:
			return utf8.ValidString(value) && !strings.ContainsFunc(value[i:], unicode.IsControl) && value[len(value)-1] != ' '
		}
	}
	return true
}

// isKind reports whether a kind can end a subject: entity.verb.
func isKind(name string) bool {
	entity, verb, ok := strings.Cut(name, ".")
	return ok && events.IsToken(entity) && events.IsToken(verb)
}
