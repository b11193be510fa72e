package gateway_test

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway"
)

// confided keeps the secret of an open question, and takes its time for it.
type confided struct {
	set  *commands.Set
	mu   sync.Mutex
	kept string
	many chan struct{} // more than one answer is being kept
	in   int
}

func (c *confided) Confide(ctx context.Context, workspace, goal, interrupt, value string) (err error) {
	open := false
	err = c.set.Goals.View(ctx, events.GoalStream(workspace, goal), true, func(g *commands.Goal, _ events.Revision) {
		i, ok := g.InterruptByID(interrupt)
		open = ok && i.Open()
	})
	if err != nil || !open {
		return err
	}
	c.mu.Lock()
	if c.in++; c.in == 2 {
		close(c.many)
	}
	c.mu.Unlock()
	select { // until another one comes along, if it can
	case <-c.many:
	case <-time.After(50 * time.Millisecond):
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept = value
	return nil
}

// Of two answers at once one wins, and the secret is the winner's.
func TestTheSecretIsThatOfTheAnswerThatWon(t *testing.T) {
	t.Parallel()
	secrets := &confided{many: make(chan struct{})}
	w := newWorld(t, func(c *gateway.Config) { secrets.set = c.API.Commands.(*commands.Set); c.API.Secrets = secrets })
	id := w.submit(owner, "Ask me").ID
	ref, claim := commands.GoalRef{Workspace: "main", Goal: id}, newID()
	w.run(planned(ref), commands.StartTask{GoalRef: ref, Task: "a", Claim: claim},
		commands.RaiseInterrupt{GoalRef: ref, Interrupt: "q1", Type: "credential_request", Task: "a", Claim: claim, Options: []string{"provide", "reject"}})
	var wg sync.WaitGroup
	var mu sync.Mutex
	var won []string
	for i := range 4 {
		value := fmt.Sprint("the secret of answer ", i)
		wg.Go(func() {
			if w.post("/goals/"+id+"/resume", owner, fmt.Sprintf(`{"interrupt":"q1","decision":"provide","secret":%q}`, value)).status == http.StatusOK {
				mu.Lock()
				defer mu.Unlock()
				won = append(won, value)
			}
		})
	}
	wg.Wait()
	if len(won) != 1 || won[0] != secrets.kept {
		t.Errorf("%q won, and %q is kept", won, secrets.kept)
	}
}
