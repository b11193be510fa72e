package jslog

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/mergit-io/mergit/events/eventlog"
)

// Headers of the batch protocol.
const (
	headerBatchID     = "Nats-Batch-Id"
	headerBatchSeq    = "Nats-Batch-Sequence"
	headerBatchCommit = "Nats-Batch-Commit"
)

// maxHeaders is how many headers one message can have: a record's, the message
// ID, two of expectation and three of a batch.
const maxHeaders = 24

// headers fills a header map with few allocations: all values share one slice.
type headers struct {
	all    nats.Header
	values []string
}

func newHeaders() headers {
	return headers{all: make(nats.Header, maxHeaders), values: make([]string, 0, maxHeaders)}
}

func (h *headers) set(name, value string) {
	i := len(h.values)
	h.values = append(h.values, value)
	h.all[name] = h.values[i : i+1 : i+1]
}

// messages makes the messages of parts, in order. The first of each part
// carries the expectation that guards its stream.
func messages(parts []eventlog.Part) []*nats.Msg {
	n := 0
	for i := range parts {
		n += len(parts[i].Records)
	}
	out := make([]*nats.Msg, 0, n)
	for i := range parts {
		p := &parts[i]
		for j := range p.Records {
			r := &p.Records[j]
			h := newHeaders()
			h.set(nats.MsgIdHdr, string(r.ID))
			if j == 0 {
				// The position before is what the expectation proves it to be.
				h.set(nats.ExpectedLastSubjSeqHdr, strconv.FormatUint(uint64(p.After), 10))
				h.set(jetstream.ExpectedLastSubjSeqSubjHeader, eventlog.Filter(p.Stream))
				first := *r
				first.PreviousRevision = p.After
				first.Headers(h.set)
			} else {
				next := *r
				next.PreviousRevision = 0 // the record before it in the log
				next.Headers(h.set)
			}
			out = append(out, &nats.Msg{Subject: r.Subject, Header: h.all, Data: r.Body})
		}
	}
	return out
}

// ack is the server's answer to a publish.
type ack struct {
	Sequence  uint64              `json:"seq"`
	Duplicate bool                `json:"duplicate"`
	Batch     string              `json:"batch"`
	Count     int                 `json:"count"`
	Error     *jetstream.APIError `json:"error"`
}

var (
	ackStart = []byte(`{"stream":"`)
	ackSeq   = []byte(`"seq":`)
)

// parseAck reads an answer. Nearly all are {"stream":"EVENTS","seq":7}; they are
// read without a JSON decoder.
func parseAck(data []byte) (ack, error) {
	if bytes.HasPrefix(data, ackStart) && bytes.IndexByte(data, '}') == len(data)-1 {
		if _, digits, ok := bytes.Cut(data, ackSeq); ok {
			if n, err := strconv.ParseUint(string(digits[:len(digits)-1]), 10, 64); err == nil && n > 0 {
				return ack{Sequence: n}, nil
			}
		}
	}
	var a ack
	if err := json.Unmarshal(data, &a); err != nil {
		return a, fmt.Errorf("answer %.100q: %w", data, err)
	}
	if a.Error != nil {
		return a, a.Error
	}
	if a.Sequence == 0 {
		return a, fmt.Errorf("answer %.100q has no sequence", data)
	}
	return a, nil
}
