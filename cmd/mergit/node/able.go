package node

import (
	"context"
	"maps"
	"os"
	"time"

	"github.com/mergit-io/mergit/commands/plan"
	"github.com/mergit-io/mergit/gateway/wire"
	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/tools/waitwebhook"
)

// able tells what goals can use of this process: the tools that are absent, and how its models fare.
func (n *node) able(ctx context.Context) (absent map[string]string, models []wire.ModelHealth) {
	if n.models == nil {
		return n.tools.Absent(), nil
	}
	for _, s := range n.models.Standings(ctx) {
		m := wire.ModelHealth{Model: s.String(), Roles: s.Roles, Down: s.Down(), Failures: s.Failures, Code: s.Code}
		if m.Down {
			m.Until = &s.Until
		}
		models = append(models, m)
	}
	return n.tools.Absent(), models
}

// nobodyCalls is why there is no wait_webhook.
const nobodyCalls = "no system may call; let one with --webhook-secret SOURCE=FILE"

// Means is what a process with a configuration would have for goals to use.
type Means struct {
	// Absent maps the tools that it would lack, and Ill those whose service does not answer it, to why that is and what helps.
	Absent, Ill map[string]string
	// Models maps each role that has some to them, the one that is asked first in front.
	Models map[string][]string
	// Bare are the roles that have none.
	Bare []string
	// Keys is what came of showing the models' providers their keys.
	Keys []model.KeyTrial
}

// probeTime bounds how long a tool's service is waited for.
const probeTime = 10 * time.Second

// Examine finds out what a process with a configuration would have. It asks only what somebody has configured: GitHub and the
// models' providers, where there is a token or a key to show them.
func Examine(ctx context.Context, c Config) (Means, error) {
	r := registry(c)
	m := Means{Absent: r.Absent(), Ill: map[string]string{}, Models: map[string][]string{}}
	_, err := webhookSecrets(c.WebhookSecrets)
	if err == nil && len(c.WebhookSecrets) == 0 {
		m.Absent[waitwebhook.Name] = nobodyCalls
	}
	if githubShown() {
		maps.Copy(m.Ill, probe(ctx, r))
	}
	f, bad := readModels(c.Models)
	if err == nil {
		err = bad
	}
	for _, role := range append(plan.Roles(), model.Planner) {
		if models := f.Roles[role].Models; bad == nil && len(models) > 0 {
			m.Models[role] = models
		} else {
			m.Bare = append(m.Bare, role)
		}
	}
	if bad == nil {
		m.Keys = f.TryKeys(ctx, os.Getenv, nil)
	}
	return m, err
}

// probe asks the services that tools stand on whether they would answer.
func probe(ctx context.Context, r *tools.Registry) map[string]string {
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	ill := map[string]string{}
	for _, t := range r.List() {
		if p, ok := t.(tools.Prober); ok {
			if err := p.Probe(ctx); err != nil {
				ill[t.Spec().Name] = err.Error()
			}
		}
	}
	return ill
}
