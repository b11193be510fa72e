package bus_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/bus"
)

func TestACommandGoesToTheServerThatServesIt(t *testing.T) {
	t.Parallel()
	ns, here, there := startNATS(t), new(place), new(place)
	cancels := func(command string) bool { return command == commands.CancelGoal{}.Name() }
	serve(t, ns, here.set(), bus.Config{Serves: cancels})
	serve(t, ns, there.set(), bus.Config{Serves: func(command string) bool { return !cancels(command) }})
	client := bus.NewClient(connect(t, ns), bus.ClientConfig{})
	for i := range 8 { // were both asked, some would end up here
		must(t, client, request(""), submit(fmt.Sprint("g", i)))
	}
	if at := head(t, here); at != 0 {
		t.Errorf("%d events were appended by the server that does not serve the command", at)
	}
	if at := head(t, there); at != 8 {
		t.Errorf("%d events were appended by the other, want 8", at)
	}
	_, err := client.Dispatch(within(t, 20*time.Second), request(""), cancel("g1"))
	refused(t, err, commands.ErrGoalNotFound)
}
