package wire

import (
	"encoding/json"
	"time"
)

// Event is the data of one event on a stream, and the same for every stream.
// The SSE event name is Kind and the SSE id is Sequence.
type Event struct {
	// Sequence is the event's position in the log. A transient event, which
	// is shown and forgotten, has none.
	Sequence    uint64    `json:"sequence,omitempty"`
	ID          string    `json:"id,omitempty"`
	Kind        string    `json:"kind" doc:"entity.verb"`
	Version     int       `json:"version,omitempty" doc:"of data"`
	Subject     string    `json:"subject" doc:"where it stands in the log"`
	Workspace   string    `json:"workspace"`
	Family      string    `json:"family"`
	Aggregate   string    `json:"aggregate" doc:"the goal's ID in the family goal"`
	Task        string    `json:"task,omitempty" doc:"whose run this is"`
	Ordinal     uint64    `json:"ordinal,omitempty" doc:"within its aggregate"`
	Time        time.Time `json:"time,omitzero"`
	Actor       string    `json:"actor,omitempty"`
	Agent       string    `json:"agent,omitempty"`
	Cause       string    `json:"cause,omitempty"`
	Correlation string    `json:"correlation,omitempty" doc:"the root goal"`
	Digest      string    `json:"digest,omitempty"`
	// Data is the payload. If Sealed is set it is as stored, because the
	// reader may not, or this server cannot, open its content.
	Data json.RawMessage `json:"data"`
	// Sealed says that content in Data is encrypted.
	Sealed bool `json:"sealed,omitempty"`
	// Forgotten says that content was destroyed on purpose.
	Forgotten bool `json:"forgotten,omitempty"`
}

// Record is one stored event exactly as it is in the log, a line of an audit
// download.
type Record struct {
	Sequence uint64            `json:"sequence"`
	Subject  string            `json:"subject"`
	Headers  map[string]string `json:"headers"`
	Body     []byte            `json:"body" doc:"base64"`
}
