package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway/wire"
	"github.com/mergit-io/mergit/handlers/planner"
)

// submission is a goal as the command line describes it.
type submission struct {
	description string
	planFile    string
	playbook    string
	params      []string
	mounts      []string
	agent       string
	key         string
}

func (s *submission) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&s.description, "description", "", "more about what is to be achieved")
	f.StringVar(&s.planFile, "plan", "", "YAML or JSON file with an explicit task graph")
	f.StringVar(&s.playbook, "playbook", "", "name of a ready plan, instead of choosing one by the title")
	f.StringArrayVar(&s.params, "param", nil, "parameter of the plan, k=v; v is JSON or text (repeatable)")
	f.StringArrayVar(&s.mounts, "mount", nil, "folder that the goal may read, DIR or NAME=DIR (repeatable)")
	f.StringVar(&s.agent, "agent", "", "run all tasks as this agent")
	f.StringVar(&s.key, "idempotency-key", "", "submitting again under the same key returns the first goal")
}

// request builds the body of POST /goals; all faults are reported at once.
func (s *submission) request(args []string) (wire.SubmitGoal, error) {
	body := wire.SubmitGoal{Description: s.description, Playbook: s.playbook, Agent: s.agent}
	if len(args) > 0 {
		body.Title = strings.TrimSpace(args[0])
	}
	var faults []error
	if s.planFile != "" {
		text, err := os.ReadFile(s.planFile)
		if err == nil {
			plan, loadErr := planner.Load(text)
			if body.Plan, err = json.Marshal(plan); loadErr != nil {
				err = fmt.Errorf("%s: %w", s.planFile, loadErr)
			}
		}
		faults = append(faults, err)
	}
	if body.Title == "" && s.planFile == "" {
		faults = append(faults, errors.New("say what is to be achieved, or give a plan with --plan"))
	}
	params, err := paramsOf(s.params)
	faults = append(faults, err)
	body.Params = params
	body.Mounts, err = mountsOf(s.mounts)
	if faults = append(faults, err); errors.Join(faults...) != nil {
		return body, &exitError{exitUsage, errors.Join(faults...)}
	}
	return body, nil
}

// submit hands the goal in. A lost answer is asked for again under one key.
func (s *submission) submit(ctx context.Context, c *client, args []string) (wire.Accepted, error) {
	body, err := s.request(args)
	if err != nil {
		return wire.Accepted{}, err
	}
	key := s.key
	if key == "" {
		key = uuid.NewString()
	}
	return call[wire.Accepted](ctx, c, http.MethodPost, "/goals", body, "Idempotency-Key", key)
}

func paramsOf(list []string) (json.RawMessage, error) {
	if len(list) == 0 {
		return nil, nil
	}
	params := map[string]json.RawMessage{}
	for _, text := range list {
		name, value, ok := strings.Cut(text, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("--param %q: want NAME=VALUE", text)
		}
		raw := json.RawMessage(value)
		if !json.Valid(raw) {
			raw, _ = json.Marshal(value)
		}
		params[name] = raw
	}
	return json.Marshal(params)
}

// mountsOf reads DIR or NAME=DIR; a folder is called by its own name otherwise.
func mountsOf(list []string) ([]wire.Mount, error) {
	var mounts []wire.Mount
	var faults []error
	for _, text := range list {
		name, dir, named := strings.Cut(text, "=")
		if !named {
			dir = text
		}
		full, err := filepath.Abs(dir)
		if err == nil {
			var info os.FileInfo
			if info, err = os.Stat(full); err == nil && !info.IsDir() {
				err = fmt.Errorf("%s is not a folder", full)
			}
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("--mount %s: %w", text, err))
			continue
		}
		if !named {
			name = tokenOf(filepath.Base(full))
		}
		mounts = append(mounts, wire.Mount{Name: name, Path: full})
	}
	return mounts, errors.Join(faults...)
}

// tokenOf makes a name that tasks can use of a folder's.
func tokenOf(name string) string {
	out := strings.Map(func(r rune) rune {
		if events.IsToken(string(r)) {
			return r
		}
		return '-'
	}, name)
	if out = strings.Trim(out, "-"); out == "" {
		return "files"
	}
	return out[:min(len(out), 64)]
}

// resume answers a question.
func resume(ctx context.Context, c *client, goal string, answer wire.ResumeGoal) (wire.Accepted, error) {
	return call[wire.Accepted](ctx, c, http.MethodPost, "/goals/"+url.PathEscape(goal)+"/resume", answer, "Idempotency-Key", uuid.NewString())
}

func openInterrupts(g wire.Goal) []wire.Interrupt {
	var open []wire.Interrupt
	for _, i := range g.Interrupts {
		if i.Status == "pending" {
			open = append(open, i)
		}
	}
	return open
}
