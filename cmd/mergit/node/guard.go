package node

import (
	"context"
	"crypto/ed25519"
	"errors"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/capability"
	"github.com/mergit-io/mergit/handlers/work"
)

// agents answers what an agent may do from the log.
type agents struct{ set *commands.Set }

// Can implements capability.Agents.
func (a agents) Can(ctx context.Context, workspace, agent string) (can events.Capabilities, at events.Revision, err error) {
	ref := commands.AgentRef{Workspace: workspace, Agent: agent}
	var refused error
	err = a.set.Agents.View(ctx, ref.Stream(), true, func(known *commands.Agent, revision events.Revision) {
		can, at, refused = known.Capabilities, revision, ref.MayAct(known)
	})
	if refusal, ok := errors.AsType[*commands.Refusal](refused); ok {
		return can, at, &capability.DeniedError{Code: capability.Revoked, Reason: refusal.Message}
	}
	return can, at, err
}

// openGuard makes what lets agents' calls through, and keeps it up to date.
func (n *node) openGuard(ctx context.Context, part func(string, func(context.Context) error)) (*capability.Guard, error) {
	id, private, err := work.SigningKey(ctx, n.queue, 1)
	if err != nil {
		return nil, err
	}
	public, _ := private.Public().(ed25519.PublicKey)
	part("revocations", func(ctx context.Context) error { return n.revoked.Run(ctx, n.c.Log) })
	issuer := &capability.Issuer{
		Key: capability.Key{ID: id, Public: public, Private: private}, Agents: agents{n.set}, NewID: NewID, Now: time.Now,
	}
	return &capability.Guard{
		Issue: issuer.Issue, Now: time.Now,
		Checker: &capability.Checker{
			Revocations: n.revoked, Now: time.Now,
			Keys: func(kid string) (ed25519.PublicKey, bool) { return public, kid == id },
		},
	}, nil
}

// publishRevocations tells all processes whose capabilities have changed.
func (n *node) publishRevocations(ctx context.Context) error {
	return capability.Publish(ctx, n.set.Log, n.revoked)
}
