package codeexec

import (
	"fmt"
	"strings"
	"sync"
)

// tape keeps the beginning and the end of what is written to it and counts the rest.
type tape struct {
	keep  int64 // bytes
	limit int64 // bytes until over is called
	over  func()

	mu   sync.Mutex
	head []byte
	tail []byte // the newest bytes behind head, as a ring
	at   int    // where the ring begins
	size int64
}

func newTape(keep, limit int64, over func()) *tape {
	return &tape{keep: keep, limit: limit, over: over}
}

// Write never fails: a program that writes on after its limit is ended, not told.
func (t *tape) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	before := t.size
	t.size += int64(len(p))
	if before <= t.limit && t.size > t.limit {
		t.over()
	}
	rest := p
	if room := int(t.keep/2) - len(t.head); room > 0 {
		n := min(room, len(rest))
		t.head = append(t.head, rest[:n]...)
		rest = rest[n:]
	}
	t.wind(rest)
	return len(p), nil
}

func (t *tape) wind(p []byte) {
	most := int(t.keep - t.keep/2)
	if len(p) > most {
		p = p[len(p)-most:]
	}
	if room := most - len(t.tail); room > 0 {
		n := min(room, len(p))
		t.tail = append(t.tail, p[:n]...)
		p = p[n:]
	}
	for len(p) > 0 {
		n := copy(t.tail[t.at:], p)
		t.at = (t.at + n) % len(t.tail)
		p = p[n:]
	}
}

// text is what was kept, and how much was written if that is not all.
func (t *tape) text() (text string, written int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	end := append(append([]byte(nil), t.tail[t.at:]...), t.tail[:t.at]...)
	left := t.size - int64(len(t.head)) - int64(len(end))
	if left == 0 {
		return clean(append(append([]byte(nil), t.head...), end...)), 0
	}
	return clean(t.head) + fmt.Sprintf("\n… %d bytes left out …\n", left) + clean(end), t.size
}

// clean also replaces NUL, which no database takes as text.
func clean(b []byte) string {
	return strings.ReplaceAll(strings.ToValidUTF8(string(b), "\uFFFD"), "\x00", "\uFFFD")
}

// lastLines is the end of a text, for a failure's message.
func lastLines(text string, most int) string {
	text = strings.TrimSpace(text)
	if len(text) <= most {
		return text
	}
	text = text[len(text)-most:]
	if _, after, ok := strings.Cut(text, "\n"); ok {
		text = after
	}
	return "… " + strings.ToValidUTF8(text, "")
}
