package reactions

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// table says what follows from each event of each contract. What another contract's event leads to is a list in a file of
// its own and one line here.
var table = index(
	identity,
	reputation,
	audit,
	economy,
)

// Reaction is what follows from one event of one contract; On makes it.
type Reaction struct {
	contract, event string
	resolve         func(Log) (about Key, learns []Key, err error)
	do, undo        func(Log, commands.AgentRef) (commands.Named, error)
}

// Log is a log of a contract that stands in a finalized block, or stood in one.
type Log struct {
	events.LogObserved
	ID       events.ID // of the event that observed it
	Revision events.Revision
}

// Rule is the reaction to an event whose arguments are read into an A: a struct whose fields have the JSON names of the
// arguments. Addresses, bytes and integers wider than 48 bits are strings (see events.LogObserved).
type Rule[A any] struct {
	// About names the agent that the log is about. Nil if it is about none: then Do gets one without an ID, in the workspace
	// of the watcher.
	About func(A, Log) Key
	// Learns are further names that the agent has from now on. May be nil.
	Learns func(A, Log) []Key
	// Do is the command that follows; nil if nothing does. It is sent at least once: a command that does not guard itself is
	// given the log's place as its ID.
	Do func(A, Log, commands.AgentRef) commands.Named
	// Undo is the command that follows when a reorg took back the log. May be nil; what the chain has in its place is observed,
	// and reacted to, like any log.
	Undo func(A, Log, commands.AgentRef) commands.Named
}

// On makes the reaction to an event of a contract, both by their names in Solidity.
func On[A any](contract, event string, r Rule[A]) Reaction {
	read := func(l Log) (args A, err error) {
		if err := json.Unmarshal(l.Args, &args); err != nil {
			return args, fmt.Errorf("arguments of %s.%s: %w", contract, event, err)
		}
		return args, nil
	}
	command := func(f func(A, Log, commands.AgentRef) commands.Named) func(Log, commands.AgentRef) (commands.Named, error) {
		if f == nil {
			return nil
		}
		return func(l Log, agent commands.AgentRef) (commands.Named, error) {
			args, err := read(l)
			if err != nil {
				return nil, err
			}
			return f(args, l, agent), nil
		}
	}
	return Reaction{
		contract: contract, event: event, do: command(r.Do), undo: command(r.Undo),
		resolve: func(l Log) (about Key, learns []Key, err error) {
			args, err := read(l)
			if err != nil || r.About == nil {
				return "", nil, err
			}
			if r.Learns != nil {
				learns = r.Learns(args, l)
			}
			return r.About(args, l), learns, nil
		},
	}
}

// Key is something by which an agent is known.
type Key string

// Address knows an agent by the address of its key.
func Address(address string) Key { return Key("address:" + strings.ToLower(address)) }

// isAddress tells keys that come with an agent's registration from those that are learned on the chain.
func (k Key) isAddress() bool { return strings.HasPrefix(string(k), "address:") }

// Numbered knows an agent by something of a contract that belongs to it: its "token", a "challenge", an "escrow".
func Numbered(what string, at events.OnChain, id string) Key {
	return Key(fmt.Sprintf("%s:%d:%s:%s", what, at.Chain, at.Contract, id))
}

// Bytes32 reads a bytes32 argument as a digest.
type Bytes32 events.Digest

// UnmarshalText reads 0x and 64 hex digits.
func (b *Bytes32) UnmarshalText(text []byte) error {
	digits, ok := strings.CutPrefix(string(text), "0x")
	if !ok || digits == "" {
		return fmt.Errorf("bytes32 %q: want 0x and 64 hex digits", text)
	}
	return (*events.Digest)(b).UnmarshalText([]byte(digits))
}

// Digest is the value as a digest.
func (b Bytes32) Digest() events.Digest { return events.Digest(b) }

func index(lists ...[]Reaction) map[string]Reaction {
	byName := map[string]Reaction{}
	for _, r := range slices.Concat(lists...) {
		name := r.contract + "." + r.event
		if _, twice := byName[name]; twice {
			panic("reactions: " + name + " is in the table twice: remove one")
		}
		byName[name] = r
	}
	return byName
}
