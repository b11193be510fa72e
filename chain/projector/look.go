package projector

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/mergit-io/mergit/chain/merkle"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// Leaves are the leaves of a goal's bundle: its done tasks in plan order.
func Leaves(goal string, g *commands.Goal) ([]merkle.Leaf, error) {
	done := g.DoneTasks()
	leaves := make([]merkle.Leaf, len(done))
	for i, t := range done {
		leaves[i] = merkle.Leaf{Goal: goal, Task: t.ID, Result: t.Done.Result}
		if t.Done.AgentAddress == "" {
			continue
		}
		agent, err := wallet.ParseAddress(t.Done.AgentAddress)
		if err != nil {
			return nil, fmt.Errorf("agent of task %s: %w", t.ID, err)
		}
		leaves[i].Agent = agent
	}
	return leaves, nil
}

// work looks at goals, one at a time, each until that has succeeded.
func (p *Projector) work(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case j := <-p.notes:
			if err := p.handle(ctx, j); err != nil {
				return err
			}
		}
	}
}

// handle tries again what fails for a while; what cannot be read ends the projector.
func (p *Projector) handle(ctx context.Context, j *job) error {
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, 5*time.Second) {
		err := p.look(ctx, j)
		switch {
		case err == nil, ctx.Err() != nil:
			return nil
		case txmgr.Unreadable(err):
			return fmt.Errorf("chain projector: %w", err)
		}
		p.cfg.Log.ErrorContext(ctx, "goal not proven yet, trying again", slog.String("goal", j.goal.ID), slog.Any("err", err))
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
		}
	}
}

// errStale says that a state is older than the event that led here.
var errStale = errors.New("state is stale")

// look announces the bundle of a goal that has none and queues what is not on its way.
func (p *Projector) look(ctx context.Context, j *job) error {
	if err := p.at(ctx, AtEnded); err != nil {
		return err
	}
	if newest, ok := p.tracked(j.goal); ok && newest != j {
		return nil // the goal has ended again
	}
	proof, leaves, err := p.view(ctx, j, j.ended == 0)
	if errors.Is(err, errStale) {
		proof, leaves, err = p.view(ctx, j, true)
	}
	if err != nil {
		return err
	}
	if proof.Status == "" && len(leaves) > 0 {
		var refused bool
		if proof, refused, err = p.pend(ctx, j, proof.Bundle, leaves); refused { // somebody else was faster
			proof, _, err = p.view(ctx, j, true)
		}
		if err != nil {
			return err
		}
	}
	switch proof.Status {
	case "pending", "submitted":
	default: // nothing to prove, proven, or given up
		p.through(j)
		return nil
	}
	ref := events.BundleRef{
		Workspace: j.goal.Workspace, Goal: j.goal.ID, Bundle: proof.Bundle, Root: proof.Root, Size: uint64(len(proof.Tasks)),
	}
	p.set(j, ref) // before the question: whoever closes the transaction after the answer finds it
	carried, err := p.cfg.Manager.Carries(ctx, ref.Bundle)
	if err != nil {
		return err
	}
	if !carried { // else the manager tells when the transaction is through
		p.queue.put(j, p.cfg.Now(), time.Time{})
	}
	return nil
}

// view reads how far the proof of a goal's newest end is. If there is none, the answer has no status, but the bundle that
// will prove it, and what its leaves are.
func (p *Projector) view(ctx context.Context, j *job, reload bool) (proof commands.Proof, leaves []merkle.Leaf, err error) {
	var fault error
	err = p.cfg.Commands.Goals.View(ctx, j.goal, reload, func(g *commands.Goal, at events.Revision) {
		switch {
		case at < j.ended:
			fault = errStale
		case g.Status.Ended():
			if proof = g.Proof; proof.Status == "" || proof.Retries != g.Retries {
				proof = commands.Proof{ProofPending: events.ProofPending{Bundle: commands.BundleID(j.goal.ID, g.Retries)}}
				leaves, fault = Leaves(j.goal.ID, g)
			}
		}
	})
	if err == nil && fault != nil && !errors.Is(fault, errStale) {
		// Nothing will ever come of it, and it must not keep the others.
		p.cfg.Log.ErrorContext(ctx, "goal cannot be proven", slog.String("goal", j.goal.ID), slog.Any("err", fault))
		return commands.Proof{}, nil, nil
	}
	return proof, leaves, errors.Join(err, fault)
}

// pend announces a bundle.
func (p *Projector) pend(ctx context.Context, j *job, bundle events.Digest, leaves []merkle.Leaf) (proof commands.Proof, refused bool, err error) {
	pending := events.ProofPending{Bundle: bundle, Root: merkle.Root(leaves)}
	for _, leaf := range leaves {
		pending.Tasks = append(pending.Tasks, leaf.Task)
	}
	refusal, err := p.decide(ctx, j, commands.PendProof{GoalRef: ref(j.goal), Bundle: pending.Bundle, Root: pending.Root, Tasks: pending.Tasks})
	if err == nil && refusal == nil {
		err = p.at(ctx, AtPended)
	}
	return commands.Proof{Status: "pending", ProofPending: pending}, refusal != nil, err
}

func ref(goal events.StreamID) commands.GoalRef {
	return commands.GoalRef{Workspace: goal.Workspace, Goal: goal.ID}
}

// decide runs a command about a goal's proof.
func (p *Projector) decide(ctx context.Context, j *job, c commands.Command[*commands.Goal]) (refused *commands.Refusal, err error) {
	req := commands.Request{At: p.cfg.Now(), Actor: actor, Cause: j.cause, Correlation: j.correlation, TraceParent: j.trace}
	if req.Correlation == "" {
		req.Correlation = j.goal.ID
	}
	_, err = p.cfg.Commands.Goals.Run(ctx, req, c)
	if r, ok := errors.AsType[*commands.Refusal](err); ok {
		p.cfg.Log.DebugContext(ctx, "proof command refused", slog.String("goal", j.goal.ID), slog.String("why", r.Message))
		return r, nil
	}
	return nil, err
}

// refOf is what is to be recorded for a goal; the zero value before it was looked at.
func (p *Projector) refOf(j *job) events.BundleRef {
	p.mu.Lock()
	defer p.mu.Unlock()
	return j.ref
}

// set notes what is to be recorded for a goal. It never changes again, so readers need no lock.
func (p *Projector) set(j *job, ref events.BundleRef) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if j.ref != ref {
		j.ref = ref
	}
}
