package reactions

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

func TestAnAnchorIsSeen(t *testing.T) {
	t.Parallel()
	root := events.Sum([]byte("root"))
	at := events.OnChain{Chain: 1337, Contract: passport, Tx: "0x1", Block: 9, BlockHash: "0x9", LogIndex: 3}
	reaction := table["AuditTrail.Anchored"]
	see := func(args string) (commands.Named, error) {
		l := Log{LogObserved: events.LogObserved{ContractName: "AuditTrail", Event: "Anchored", Args: json.RawMessage(args), At: at}}
		if about, _, err := reaction.resolve(l); about != "" || err != nil {
			return nil, err
		}
		return reaction.do(l, commands.AgentRef{Workspace: "main"})
	}
	// As the watcher writes them: a uint64 does not fit a JSON number.
	command, err := see(`{"size":"18446744073709551615","root":"0x` + root.String() + `"}`)
	want := commands.SeeAnchor{AuditRef: commands.AuditRef{Workspace: "main"}, Anchor: events.CheckpointAnchored{Size: 1<<64 - 1, Root: root, At: at}}
	if err != nil || command != commands.Named(want) {
		t.Errorf("it leads to %+v, %v", command, err)
	}
	for _, args := range []string{`{"size":"-1"}`, `{"size":"x"}`, `{"size":"18446744073709551616"}`, `{"size":"1","root":"0x12"}`, `{"size":"1","root":"` + strings.Repeat("1", 64) + `"}`} {
		if _, err := see(args); err == nil {
			t.Errorf("%s is understood", args)
		}
	}
}
