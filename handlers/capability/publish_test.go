package capability_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/commandtest"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/handlers/capability"
)

// voids notes what was voided and stops the publisher after some.
type voids struct {
	want  int
	stop  context.CancelFunc
	noted []string
}

func (v *voids) Void(_ context.Context, workspace, agent string, before events.Revision) error {
	if v.noted = append(v.noted, fmt.Sprint(workspace, " ", agent, " ", before)); len(v.noted) == v.want {
		v.stop()
	}
	return nil
}

func TestOnlyWhatChangesCapabilitiesVoidsThem(t *testing.T) {
	t.Parallel()
	log := new(memlog.Log)
	ids := 0
	set := commands.NewSet(log, new(memlog.Keys), commands.Config{NewID: func() string { ids++; return fmt.Sprint("e", ids) }})
	ref := commands.AgentRef{Workspace: commandtest.Workspace, Agent: "a1"}
	can := events.Capabilities{Tools: []string{"file_ops"}, Trust: commands.TrustStandard}
	more := []string{"file_ops", "http_request"}
	for _, c := range []commands.Command[*commands.Agent]{
		commands.RegisterAgent{AgentRef: ref, AgentName: "Ada", Roles: []string{"coder"}, Capabilities: can, Address: "0x00000000000000000000000000000000000000aa"},
		commands.ChangeCapabilities{AgentRef: ref, Tools: &more},
		commands.RevokeAgent{AgentRef: ref},
	} {
		if _, err := set.Agents.Run(t.Context(), commands.Request{At: commandtest.Epoch, Actor: "user:ada"}, c); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	v := &voids{want: 2, stop: cancel}
	if err := capability.Publish(ctx, log, v); ctx.Err() == nil {
		t.Fatal(err)
	}
	if want := []string{"main a1 2", "main a1 3"}; !slices.Equal(v.noted, want) {
		t.Errorf("voided %q, want %q", v.noted, want)
	}
}
