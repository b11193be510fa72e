package cli

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/mergit-io/mergit/cmd/mergit/node"
	"github.com/mergit-io/mergit/gateway/wire"
	"github.com/mergit-io/mergit/handlers/model"
)

// serving is the server of the data folder, which runs.
type serving struct {
	url    string
	health wire.Health
}

// running asks the server of the data folder how it is; nil if there is none.
func (a *app) running(ctx context.Context) *serving {
	server, err := target{Data: a.target.Data}.connect()
	if err != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	health, err := call[wire.Health](ctx, server, http.MethodGet, "/health", nil)
	if err != nil {
		return nil
	}
	return &serving{server.where().URL, health}
}

// means are the findings about what goals can use: of the server that runs, which knows best, or else of one that would be started
// with this configuration and this environment.
func means(ctx context.Context, config node.Config, running *serving) (findings []finding) {
	has, fault := node.Examine(ctx, config)
	absent, where := has.Absent, ""
	if running != nil {
		absent, where, fault = running.health.Absent, " in the server that runs", nil
		for _, warning := range running.health.Warnings {
			findings = append(findings, finding{Name: "server", Optional: true, Is: warning})
		}
	}
	if fault != nil {
		findings = append(findings, finding{Name: "settings", Is: fault.Error(), Do: "correct them; the server does not start with them"})
	}
	for _, name := range slices.Sorted(maps.Keys(absent)) {
		findings = append(findings, finding{Name: name, Optional: true, Is: "the tool is absent" + where + ": " + absent[name]})
	}
	for _, name := range slices.Sorted(maps.Keys(has.Ill)) {
		findings = append(findings, finding{Name: name, Optional: true, Is: has.Ill[name]})
	}
	findings = append(findings, keys(has.Keys)...)
	if running != nil {
		return append(findings, fare(running.health.Models)...)
	}
	if fault != nil {
		return findings // why there are no models is said
	}
	return append(findings, models(has))
}

const (
	noModels   = "no role has a model: plans come from playbooks or are given, and no task may have a prompt"
	nameModels = "name a file with --models; examples/models.yaml is one"
)

// models is the finding about the models that roles would have.
func models(has node.Means) finding {
	if len(has.Models) == 0 {
		return finding{Name: "models", Optional: true, Is: noModels, Do: nameModels}
	}
	var said []string
	for _, role := range slices.Sorted(maps.Keys(has.Models)) {
		said = append(said, role+": "+strings.Join(has.Models[role], ", then "))
	}
	if len(has.Bare) > 0 {
		said = append(said, "none for "+strings.Join(has.Bare, ", "))
	}
	return finding{Name: "models", OK: true, Is: strings.Join(said, "; ")}
}

// keys are the findings about the keys of models' providers.
func keys(trials []model.KeyTrial) (findings []finding) {
	for _, t := range trials {
		f := finding{Name: "key", OK: t.Good, Optional: !t.Refused, Is: t.Provider + ": " + t.Said}
		if t.Refused {
			f.Do = fmt.Sprintf("set %s (or MERGIT_%s) to one that is good", t.Variable, t.Variable)
		}
		findings = append(findings, f)
	}
	return findings
}

// fare are the findings about the models of a server that runs.
func fare(models []wire.ModelHealth) (findings []finding) {
	if len(models) == 0 {
		return []finding{{Name: "models", Optional: true, Is: "in the server that runs " + noModels, Do: nameModels}}
	}
	for _, m := range models {
		f := finding{Name: "model", OK: !m.Down && m.Failures == 0, Optional: true, Is: m.Model + ", for " + strings.Join(m.Roles, ", ")}
		if m.Failures > 0 {
			f.Is += fmt.Sprintf(": did not answer the last %s (%s)", strings.TrimPrefix(count(m.Failures, "time"), "1 "), m.Code)
		}
		if m.Down && m.Until != nil {
			f.Is += ", and is left alone until " + m.Until.Local().Format(time.TimeOnly)
		}
		if m.Code == "no_access" {
			f.Do = "correct the provider's key, or see to its credit, and start the server again"
		}
		findings = append(findings, f)
	}
	return findings
}
