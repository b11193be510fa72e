package jslog

import (
	"encoding/binary"
	"strings"

	"github.com/nats-io/nats.go"
)

// header looks up the headers of a message. It makes no map of them: there are
// few, and each is asked for once. Of several values of a name the first counts.
type header struct {
	pairs []pair
	all   nats.Header // instead, where the library has read them
}

type pair struct{ name, value string }

func (h *header) get(name string) string {
	if v := h.all[name]; len(v) > 0 {
		return v[0]
	}
	for i := range h.pairs {
		if h.pairs[i].name == name {
			return h.pairs[i].value
		}
	}
	return ""
}

// The headers that stand for the rest of the first line, as the library has them.
const (
	headerStatus      = "Status"
	headerDescription = "Description"
)

const headerLine = "NATS/1.0"

// open takes apart what a connection with RawHeaders delivered. It may keep the
// pairs of the message before.
func (h *header) open(msg *nats.Msg) (data []byte, err error) {
	h.all, h.pairs = nil, h.pairs[:0]
	if len(msg.Data) < rawPrefix {
		return nil, nats.ErrBadHeaderMsg
	}
	length, rest := int(binary.BigEndian.Uint32(msg.Data)), msg.Data[rawPrefix:]
	if length > len(rest) {
		return nil, nats.ErrBadHeaderMsg
	}
	if length > 0 {
		err = h.parse(string(rest[:length]))
	}
	return rest[length:], err
}

// parse reads headers as nats.DecodeHeadersMsg does.
func (h *header) parse(text string) error {
	first, text, ok := cutLine(text)
	first, known := strings.CutPrefix(first, headerLine)
	if !ok || !known {
		return nats.ErrBadHeaderMsg
	}
	for {
		line, rest, ok := cutLine(text)
		if !ok {
			return nats.ErrBadHeaderMsg
		}
		if text = rest; line == "" {
			break
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok {
			return nats.ErrBadHeaderMsg
		}
		if name != "" {
			h.pairs = append(h.pairs, pair{name, strings.TrimLeft(value, " \t")})
		}
	}
	if first == "" {
		return nil
	}
	const digits = 3
	status := strings.TrimSpace(first)
	if len(status) < digits {
		return nats.ErrBadHeaderMsg
	}
	h.pairs = append(h.pairs, pair{headerStatus, status[:digits]})
	if description := strings.TrimSpace(status[digits:]); description != "" {
		h.pairs = append(h.pairs, pair{headerDescription, description})
	}
	return nil
}

func cutLine(text string) (line, rest string, ok bool) {
	line, rest, ok = strings.Cut(text, "\n")
	return strings.TrimSuffix(line, "\r"), rest, ok
}
