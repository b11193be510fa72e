package executor

import (
	"context"
	"encoding/json"
	"math/big"
	"strings"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/tools"
)

// Stakes says what agents must have at stake; policy.StakeTable is one.
type Stakes interface {
	// Check says what stake a call lacks, given what is bonded in wei. Its
	// errors have a method Refused() string.
	Check(tool, effect string, bonded *big.Int) error
	// Supervised reports whether an agent of a score has to ask.
	Supervised(score int64, scored bool) bool
}

// staked refuses a call for which the agent has too little at stake, as it was
// seen on the chain. What the tool does is for the tool to say: a plan that
// calls a write a read gets nothing for it.
func (e *execution) staked(ctx context.Context, tool tools.Tool, args json.RawMessage) *failure {
	if e.x.cfg.Stakes == nil {
		return nil
	}
	bonded := new(big.Int)
	err := e.x.cfg.Commands.Agents.View(ctx, e.agentRef().Stream(), true, func(a *commands.Agent, _ events.Revision) { bonded = a.Bonded() })
	if err != nil {
		return &failure{err: &infrastructure{err}}
	}
	err = e.x.cfg.Stakes.Check(tool.Spec().Name, string(tool.Effect(args)), bonded)
	if err == nil {
		return nil
	}
	code := "stake_too_low"
	if named, ok := err.(interface{ Refused() string }); ok {
		code = strings.ToLower(named.Refused())
	}
	return &failure{code: code, message: "agent " + e.goal.Agent + ": " + err.Error()}
}

// doubted reports whether the agent's score on the chain is so low that it has
// to ask before each task.
func (e *execution) doubted(ctx context.Context) (low bool, err error) {
	if e.x.cfg.Stakes == nil {
		return false, nil
	}
	err = e.x.cfg.Commands.Agents.View(ctx, e.agentRef().Stream(), true, func(a *commands.Agent, _ events.Revision) {
		low = e.x.cfg.Stakes.Supervised(a.Reputation.Anchored.Score, !a.Reputation.Anchored.ComponentHash.IsZero())
	})
	return low, err
}
