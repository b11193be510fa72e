package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/plan"
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

	source []byte // of the plan file, once it was read
}

func (s *submission) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&s.description, "description", "", "more about what is to be achieved")
	f.StringVar(&s.planFile, "plan", "", "YAML or JSON file with an explicit task graph; - is standard input")
	f.StringVar(&s.playbook, "playbook", "", "name of a ready plan, instead of choosing one by the title (see: mergit playbooks)")
	f.StringArrayVar(&s.params, "param", nil, "parameter of the plan or playbook, NAME=VALUE; a value is JSON or text (repeatable)")
	f.StringArrayVar(&s.mounts, "mount", nil, "folder that the goal may read, DIR or NAME=DIR; tasks call it NAME, or else by the folder's own name (repeatable)")
	f.StringVar(&s.agent, "agent", "", "run all tasks as this agent, by its ID, the beginning of it, or its DID")
	f.StringVar(&s.key, "idempotency-key", "", "submitting again under the same key returns the first goal")
}

// request builds the body of POST /goals; all faults are reported at once.
func (s *submission) request(in io.Reader, args []string) (wire.SubmitGoal, error) {
	body := wire.SubmitGoal{Description: s.description, Playbook: s.playbook, Agent: s.agent}
	if len(args) > 0 {
		body.Title = strings.TrimSpace(args[0])
	}
	var faults []error
	var details []planFault
	if s.planFile != "" {
		raw, err := s.readPlan(in, body.Title)
		if source, ok := errors.AsType[*planner.SourceError](err); ok {
			details = s.located(source)
			err = s.faulty(source)
		}
		faults = append(faults, err)
		body.Plan = raw
	}
	switch {
	case body.Title == "" && s.planFile == "":
		faults = append(faults, errors.New("say what is to be achieved, or give a plan with --plan"))
	case len(body.Title) > commands.MaxTitle:
		faults = append(faults, fmt.Errorf("the title has %d bytes, and %d are the most; say more with --description", len(body.Title), commands.MaxTitle))
	}
	if s.planFile != "" && s.playbook != "" {
		faults = append(faults, errors.New("--plan and --playbook: give one of the two"))
	}
	params, err := paramsOf(s.params)
	faults = append(faults, err)
	body.Params = params
	body.Mounts, err = mountsOf(s.mounts)
	if err := errors.Join(append(faults, err)...); err != nil {
		exit := &exitError{Code: exitUsage, Err: err}
		if details != nil {
			exit.Details = map[string]any{"faults": details}
		}
		return body, exit
	}
	return body, nil
}

// readPlan reads the plan file, which has the goal's title if it says none.
func (s *submission) readPlan(in io.Reader, title string) (json.RawMessage, error) {
	var err error
	if s.planFile == "-" {
		s.source, err = io.ReadAll(in)
	} else {
		s.source, err = os.ReadFile(s.planFile)
	}
	if err != nil {
		return nil, err
	}
	p, err := planner.Load(s.source)
	if err != nil {
		return nil, err
	}
	if p.Title == "" {
		p.Title = title
	}
	return json.Marshal(p)
}

// planFault is one thing wrong with a plan file, for programs.
type planFault struct {
	wire.Fault
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

func (s *submission) located(e *planner.SourceError) []planFault {
	faults := make([]planFault, len(e.Faults))
	for i, f := range e.Faults {
		faults[i] = planFault{wire.Fault{Path: f.Path, Reason: f.Reason}, s.planName(), f.Line, f.Column}
	}
	return faults
}

// faulty writes the faults of the plan file as compilers do.
func (s *submission) faulty(e *planner.SourceError) error {
	lines := make([]error, len(e.Faults))
	for i, f := range e.Faults {
		lines[i] = fmt.Errorf("%s:%s", s.planName(), f)
	}
	return errors.Join(lines...)
}

func (s *submission) planName() string {
	if s.planFile == "-" {
		return "standard input"
	}
	return s.planFile
}

// submit hands the goal in. A lost answer is asked for again under one key.
func (a *app) submit(ctx context.Context, s *submission, args []string) (*client, wire.Accepted, error) {
	body, err := s.request(a.in, args)
	if err != nil {
		return nil, wire.Accepted{}, err
	}
	server, err := a.target.connect()
	if err != nil {
		return nil, wire.Accepted{}, err
	}
	if body.Agent, err = agentID(ctx, server, body.Agent); err != nil {
		return nil, wire.Accepted{}, err
	}
	key := s.key
	if key == "" {
		key = uuid.NewString()
	}
	accepted, err := call[wire.Accepted](ctx, server, http.MethodPost, "/goals", body, "Idempotency-Key", key)
	return server, accepted, s.inFile(err)
}

// inFile says where in the plan file the faults stand that the server found.
func (s *submission) inFile(err error) error {
	exit, ok := errors.AsType[*exitError](err)
	if !ok || s.source == nil {
		return err
	}
	said, ok := exit.Details.(wire.Details)
	if !ok {
		return err
	}
	var ofPlan []plan.Fault
	var others []wire.Fault
	for _, f := range said.Faults {
		if path, in := strings.CutPrefix(f.Path, "plan."); in || f.Path == "plan" {
			ofPlan = append(ofPlan, plan.Fault{Path: strings.TrimPrefix(path, "plan"), Reason: f.Reason})
		} else {
			others = append(others, f)
		}
	}
	source, ok := errors.AsType[*planner.SourceError](planner.Locate(s.source, ofPlan...))
	if !ok || len(ofPlan) == 0 {
		return err
	}
	faults, text := s.located(source), []error{s.faulty(source)}
	for _, f := range others {
		faults = append(faults, planFault{Fault: f})
		text = append(text, errors.New(f.String()))
	}
	exit.Err, exit.Details = errors.Join(text...), map[string]any{"faults": faults}
	if len(faults) > 1 {
		exit.Err = fmt.Errorf("the server found %d faults:\n%w", len(faults), exit.Err)
	}
	if slices.ContainsFunc(ofPlan, func(f plan.Fault) bool { return strings.Contains(f.Path, "].args") }) {
		exit.Err = fmt.Errorf("%w\nwhat a tool takes: mergit tools NAME", exit.Err)
	}
	return exit
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
	named := map[string]string{}
	for _, text := range list {
		m, err := mountOf(text)
		if err == nil && named[m.Name] != "" {
			err = fmt.Errorf("--mount %q: --mount %q is called %s too; give each a name of its own, NAME=DIR", text, named[m.Name], m.Name)
		}
		if err != nil {
			faults = append(faults, err)
			continue
		}
		named[m.Name] = text
		mounts = append(mounts, m)
	}
	return mounts, errors.Join(faults...)
}

func mountOf(text string) (wire.Mount, error) {
	name, dir, named := strings.Cut(text, "=")
	if named && !events.IsToken(name) && isFolder(text) {
		named = false // its name has an = in it
	}
	if !named {
		dir = text
	}
	bad := func(format string, args ...any) (wire.Mount, error) {
		return wire.Mount{}, fmt.Errorf("--mount %q: %s", text, fmt.Sprintf(format, args...))
	}
	switch {
	case strings.TrimSpace(dir) == "":
		return bad("names no folder; want DIR or NAME=DIR")
	case named && !events.IsToken(name):
		return bad("a name is 1 to 64 of A-Z a-z 0-9 _ -")
	}
	full, err := filepath.Abs(dir)
	if err != nil {
		return bad("%v", err)
	}
	if _, err := os.Stat(full); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return bad("there is no folder %q", full)
		}
		return bad("%v", err)
	}
	if !isFolder(full) {
		return bad("%q is not a folder", full)
	}
	if !named {
		name = tokenOf(filepath.Base(full))
	}
	return wire.Mount{Name: name, Path: full}, nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
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
func resume(ctx context.Context, c *client, goal string, answer wire.ResumeGoal, key string) (wire.Accepted, error) {
	return call[wire.Accepted](ctx, c, http.MethodPost, "/goals/"+url.PathEscape(goal)+"/resume", answer, "Idempotency-Key", key)
}

func openInterrupts(g wire.Goal) []wire.Interrupt {
	var open []wire.Interrupt
	for _, i := range g.Interrupts {
		if i.Status == "pending" && events.InterruptForPerson(i.Type) {
			open = append(open, i)
		}
	}
	return open
}
