package commands

import (
	"cmp"
	"slices"

	"github.com/mergit-io/mergit/events"
)

// LogKey is what makes a log that log. After a reorg the same transaction may
// emit it again in another block, and that is another one.
type LogKey struct {
	Block uint64
	Hash  string // of the block
	Index uint64 // within the block
}

// KeyOf is the key of a place on a chain.
func KeyOf(at events.OnChain) LogKey {
	return LogKey{Block: at.Block, Hash: at.BlockHash, Index: at.LogIndex}
}

// compare orders logs as they stand on one chain.
func (k LogKey) compare(other LogKey) int {
	return cmp.Or(cmp.Compare(k.Block, other.Block), cmp.Compare(k.Index, other.Index))
}

// MaxRemovable is how many logs of a contract can surely be taken back: a reorg
// that takes more finalized ones is for a person to look at.
const MaxRemovable = 4096

// Contract is what was observed of one contract, folded: how far, and the
// newest logs, which a reorg could take back.
type Contract struct {
	answers
	Observed uint64 // logs, without those that were removed
	window   []LogKey
}

// NewContract is a contract of which nothing was observed.
func NewContract() *Contract { return &Contract{} }

// Last is the newest log that stands; false if there is none.
func (c *Contract) Last() (LogKey, bool) {
	if len(c.window) == 0 {
		return LogKey{}, false
	}
	return c.window[len(c.window)-1], true
}

// Newest lists the newest logs that stand, oldest of them first.
func (c *Contract) Newest() []LogKey { return slices.Clone(c.window) }

// Evolve folds one fact in.
func (c *Contract) Evolve(e events.Envelope[events.Event]) {
	c.record(e.Meta)
	fact, ok := e.Fact.(events.Chain)
	if !ok {
		return
	}
	switch f := fact.(type) {
	case events.LogObserved:
		if len(c.window) == 2*MaxRemovable { // cut now and then, not each time
			c.window = slices.Delete(c.window, 0, MaxRemovable)
		}
		c.window = append(c.window, KeyOf(f.At))
		c.Observed++
	case events.LogRemoved:
		if n := len(c.window); n > 0 && c.window[n-1] == KeyOf(f.At) {
			c.window = c.window[:n-1]
			c.Observed--
		}
	}
}

// has looks for a log among the newest.
func (c *Contract) has(key LogKey) bool {
	i, found := slices.BinarySearchFunc(c.window, key, LogKey.compare)
	return found && c.window[i].Hash == key.Hash
}

// ContractRef is the contract a command is about: "<chain id>-0x<address>".
type ContractRef struct {
	Workspace string `json:"workspace"`
	Contract  string `json:"contract"`
}

// Stream is the contract's aggregate.
func (r ContractRef) Stream() events.StreamID { return events.ChainStream(r.Workspace, r.Contract) }

// MaxLogs is how many logs one command takes.
const MaxLogs = 256

func tooMany(n int) error {
	return refuse(Invalid, "TOO_MANY_LOGS", "%d logs in one command, at most %d are allowed", n, MaxLogs)
}

// ObserveLogs says what a contract emitted, in the order of the chain and
// without a gap. What was observed already is answered with nothing new.
type ObserveLogs struct {
	ContractRef
	Logs []events.LogObserved `json:"logs"`
}

// Name implements Command.
func (ObserveLogs) Name() string { return "logs.observe" }

func (ObserveLogs) guarded() bool { return true }

// Decide implements Command.
func (c ObserveLogs) Decide(s *Contract, _ Request) ([]events.Event, error) {
	if len(c.Logs) > MaxLogs {
		return nil, tooMany(len(c.Logs))
	}
	var facts []events.Event
	last, some := s.Last()
	for i, log := range c.Logs {
		key := KeyOf(log.At)
		if i > 0 && KeyOf(c.Logs[i-1].At).compare(key) >= 0 {
			return nil, refuse(Invalid, "LOGS_UNORDERED", "log %d of block %d does not come after the one before it", key.Index, key.Block)
		}
		switch {
		case some && last.Block == key.Block && last.Hash != key.Hash:
			return nil, foreign(key)
		case !some || last.compare(key) < 0:
			facts, last, some = append(facts, log), key, true
		case s.has(key):
		case s.window[0].compare(key) <= 0:
			return nil, foreign(key)
		default:
			// Logs come in order, so what is older than all we remember was
			// observed then.
		}
	}
	return facts, nil
}

// ErrLogForeign refuses a log of another history of the chain than that which
// was observed: what is gone must be removed first, or a node invents things.
var ErrLogForeign = &Refusal{Sort: Conflict, Code: "LOG_FOREIGN"}

func foreign(k LogKey) error {
	return refuse(Conflict, ErrLogForeign.Code, "log %d of block %d (%s) is not of the chain whose logs were observed: what is gone of it must be removed first", k.Index, k.Block, k.Hash)
}

// ErrReorgTooDeep refuses to remove more logs than are remembered.
var ErrReorgTooDeep = &Refusal{Sort: Conflict, Code: "REORG_TOO_DEEP"}

// RemoveLogs takes back the newest logs of a contract, newest first. What was
// taken back already is answered with nothing new.
type RemoveLogs struct {
	ContractRef
	Logs []events.LogRemoved `json:"logs"`
}

// Name implements Command.
func (RemoveLogs) Name() string { return "logs.remove" }

func (RemoveLogs) guarded() bool { return true }

// Decide implements Command.
func (c RemoveLogs) Decide(s *Contract, _ Request) ([]events.Event, error) {
	if len(c.Logs) > MaxLogs {
		return nil, tooMany(len(c.Logs))
	}
	var facts []events.Event
	rest := s.window
	for _, log := range c.Logs {
		key := KeyOf(log.At)
		switch n := len(rest); {
		case n == 1 && rest[0] == key && s.Observed > uint64(len(s.window)):
			return nil, refuse(Conflict, ErrReorgTooDeep.Code, "more than the newest %d logs of contract %s would be removed", len(s.window), c.Contract)
		case n > 0 && rest[n-1] == key:
			facts, rest = append(facts, log), rest[:n-1]
		case slices.Contains(rest, key):
			return nil, refuse(Conflict, "LOG_NOT_LAST", "log %d of block %d is not the newest: remove those after it first", key.Index, key.Block)
		}
	}
	return facts, nil
}
