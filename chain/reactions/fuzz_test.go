package reactions

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// FuzzReactions has every reaction read arguments that are not those of its event: it says so, or makes a command that can be
// sent.
func FuzzReactions(f *testing.F) {
	names := slices.Sorted(maps.Keys(table))
	for i := range names {
		f.Add(byte(i), []byte(`{}`))
	}
	f.Add(byte(0), []byte(`{"agent":"0x00000000000000000000000000000000000000aa","agentId":"1","capabilityHash":"0x00"}`))
	f.Add(byte(0), []byte(`{"agentId":1,"amount":"x","id":null,"size":"18446744073709551616"}`))
	f.Fuzz(func(t *testing.T, which byte, args []byte) {
		name := names[int(which)%len(names)]
		reaction := table[name]
		l := Log{LogObserved: events.LogObserved{Args: args, At: events.OnChain{Chain: 1, Contract: "0xc0", BlockHash: "0xb0"}}}
		if _, _, err := reaction.resolve(l); err != nil {
			return
		}
		for _, make := range []func(Log, commands.AgentRef) (commands.Named, error){reaction.do, reaction.undo} {
			if make == nil {
				continue
			}
			command, err := make(l, agentRef("ada"))
			if err != nil || command == nil {
				continue
			}
			if _, err := json.Marshal(command); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}
