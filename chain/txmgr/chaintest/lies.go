package chaintest

import (
	"bytes"
	"encoding/json"
	"strings"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"
)

// Lies are the ways in which one of several nodes goes wrong, by name. Each call makes them anew.
func Lies() map[string]Lie {
	return map[string]Lie{
		"late":            Late(100 * time.Millisecond),
		"null":            func(Call, func(Call) Answer) Answer { return Null },
		"cut off":         func(Call, func(Call) Answer) Answer { return Drop },
		"with errors":     func(Call, func(Call) Answer) Answer { return Fault(-32603, "internal error") },
		"limiting":        func(Call, func(Call) Answer) Answer { return Fault(-32005, "limit exceeded") },
		"stale":           Stale(),
		"foreign receipt": ForeignReceipts(),
		"already known":   Swallow(),
		"without logs":    WithoutLogs(),
		"of another chain": func(c Call, pass func(Call) Answer) Answer {
			if c.Method == "eth_chainId" {
				return Answer{Result: json.RawMessage(`"0x1"`)}
			}
			return pass(c)
		},
	}
}

// Late answers truly, after a while.
func Late(after time.Duration) Lie {
	return func(c Call, pass func(Call) Answer) Answer {
		time.Sleep(after)
		return pass(c)
	}
}

// Stale has a node stay at the block where it is, and know nothing of later ones.
func Stale() Lie {
	var mu sync.Mutex
	heads := map[string]Answer{}
	return func(c Call, pass func(Call) Answer) Answer {
		tagged := bytes.Contains(c.Params, []byte(`"latest"`)) || bytes.Contains(c.Params, []byte(`"finalized"`))
		switch {
		case c.Method == "eth_getTransactionReceipt", c.Method == "eth_getTransactionByHash":
			return Null
		case c.Method == "eth_getLogs":
			return Answer{Result: json.RawMessage("[]")}
		case c.Method == "eth_getBlockByNumber" && !tagged:
			mu.Lock()
			known := heads["latest number"]
			mu.Unlock()
			var params []json.RawMessage
			if json.Unmarshal(c.Params, &params) == nil && len(params) > 0 && later(params[0], known.Result) {
				return Null
			}
			return pass(c)
		case tagged && c.Method != "eth_call":
			key := c.Method + string(c.Params)
			mu.Lock()
			defer mu.Unlock()
			if _, ok := heads[key]; !ok {
				heads[key] = pass(c)
				var block struct {
					Number json.RawMessage `json:"number"`
				}
				if c.Method == "eth_getBlockByNumber" && strings.Contains(key, "latest") && json.Unmarshal(heads[key].Result, &block) == nil {
					heads["latest number"] = Answer{Result: block.Number}
				}
			}
			return heads[key]
		}
		return pass(c)
	}
}

// later compares two block numbers as nodes write them: the longer is the higher, of equal ones the greater.
func later(a, b json.RawMessage) bool {
	return len(b) > 0 && (len(a) > len(b) || len(a) == len(b) && bytes.Compare(a, b) > 0)
}

// ForeignReceipts has a node answer with the first receipt it ever had, whichever is asked for.
func ForeignReceipts() Lie {
	var mu sync.Mutex
	var first Answer
	return func(c Call, pass func(Call) Answer) Answer {
		if c.Method != "eth_getTransactionReceipt" {
			return pass(c)
		}
		a := pass(c)
		mu.Lock()
		defer mu.Unlock()
		if first.Result == nil && !bytes.Equal(a.Result, []byte("null")) {
			first = a
		}
		if first.Result != nil {
			return first
		}
		return a
	}
}

// Swallow has a node claim to know every transaction, and forget it.
func Swallow() Lie {
	return func(c Call, pass func(Call) Answer) Answer {
		if c.Method == "eth_sendRawTransaction" {
			return Fault(-32000, "already known")
		}
		return pass(c)
	}
}

// WithoutLogs has a node list no logs, although its receipts hold them.
func WithoutLogs() Lie {
	return func(c Call, pass func(Call) Answer) Answer {
		if c.Method == "eth_getLogs" {
			return Answer{Result: json.RawMessage("[]")}
		}
		return pass(c)
	}
}

// ShortRanges has a node list the logs of at most so many blocks at a time.
func ShortRanges(blocks uint64) Lie {
	return func(c Call, pass func(Call) Answer) Answer {
		var params []struct{ FromBlock, ToBlock hexutil.Uint64 }
		if c.Method == "eth_getLogs" && json.Unmarshal(c.Params, &params) == nil && len(params) == 1 &&
			uint64(params[0].ToBlock-params[0].FromBlock) >= blocks {
			return Fault(-32602, "block range is too large")
		}
		return pass(c)
	}
}
