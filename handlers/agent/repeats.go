package agent

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"strings"

	"github.com/mergit-io/mergit/handlers/model"
)

// repeats finds a model that makes the same call again and again although nothing changes. A call that waits for something is
// no such call, however often it is made: it took its time, or its result says that it is not over yet.
type repeats struct {
	most  int
	calls map[[sha256.Size]byte]*repeat
}

type repeat struct {
	result  [sha256.Size]byte
	same    int // how often in a row, and counted
	refused bool
}

func newRepeats(most int) *repeats { return &repeats{most, map[[sha256.Size]byte]*repeat{}} }

// check refuses a call that has had the same result as often as allowed. If it was refused before, the model is stuck.
func (r *repeats) check(c model.Call) (refused *Failure, stuck bool) {
	seen := r.calls[keyOf(c)]
	if seen == nil || seen.same < r.most {
		return nil, false
	}
	if seen.refused {
		return nil, true
	}
	seen.refused = true
	return &Failure{Code: CodeRepeated, Message: "you have made this call before, with the same arguments and the same result each time, so it was not made again. " +
		"Do something else, or answer with what you know."}, false
}

// came notes a result.
func (r *repeats) came(c model.Call, o Outcome) {
	if o.Failed != nil && o.Failed.Code == CodeRepeated {
		return
	}
	key, result := keyOf(c), resultOf(o)
	seen := r.calls[key]
	if seen == nil || seen.result != result {
		seen = &repeat{result: result}
		r.calls[key] = seen
	}
	if !o.Waited && !pending(o.Value) {
		seen.same++
	}
}

func keyOf(c model.Call) [sha256.Size]byte {
	var compact bytes.Buffer
	if json.Compact(&compact, c.Args) != nil {
		return sha256.Sum256([]byte(c.Name + "\n" + c.Malformed))
	}
	return sha256.Sum256([]byte(c.Name + "\n" + compact.String()))
}

func resultOf(o Outcome) [sha256.Size]byte {
	if o.Failed != nil {
		return sha256.Sum256([]byte("failed\n" + o.Failed.Code + "\n" + o.Failed.Message))
	}
	return sha256.Sum256(append([]byte("done\n"), o.Value...))
}

// waiting are the words by which a result says that something is not over yet.
var waiting = map[string]bool{"pending": true, "queued": true, "waiting": true, "running": true, "in_progress": true, "processing": true, "not_ready": true}

// pending reports whether a result says that something is not over yet.
func pending(value json.RawMessage) bool {
	var says struct {
		Status  any  `json:"status"`
		State   any  `json:"state"`
		Pending bool `json:"pending"`
	}
	if json.Unmarshal(value, &says) != nil {
		return false
	}
	for _, word := range []any{says.Status, says.State} {
		if text, ok := word.(string); ok && waiting[strings.ReplaceAll(strings.ToLower(text), " ", "_")] {
			return true
		}
	}
	return says.Pending
}
