package capability

import (
	"context"
	"fmt"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// Voids is where checkers everywhere look.
type Voids interface {
	// Void voids what an agent could do before a revision. What is void stays
	// so: an older revision changes nothing.
	Void(ctx context.Context, workspace, agent string, before events.Revision) error
}

// voiding are the kinds after which older tokens are void. That no new ones are
// made for an agent that may do nothing is the issuer's part.
var voiding = []*events.Kind{
	events.KindOf[events.AgentRevoked](), events.KindOf[events.AgentDeactivated](), events.KindOf[events.AgentCapabilitiesChanged](),
}

// Publish tells checkers what the log says about agents, from the start and
// then live, until the context ends.
func Publish(ctx context.Context, log eventlog.Log, to Voids) error {
	var q eventlog.Query
	for _, k := range voiding {
		q.Subjects = append(q.Subjects, eventlog.KindFilters(k.Family, k.Name)...)
	}
	for r, err := range log.Follow(ctx, q) {
		if err != nil {
			return fmt.Errorf("follow agents: %w", err)
		}
		if err := to.Void(ctx, r.Stream.Workspace, r.Stream.ID, r.Revision); err != nil {
			return fmt.Errorf("publish that capabilities of %s changed: %w", r.Stream.ID, err)
		}
	}
	return ctx.Err()
}
