// Package planner finds a plan for a goal: it reads plan files, serves playbooks chosen by their words, and asks a model where
// there is one.
package planner

import (
	"errors"
	"fmt"
	"strings"

	"github.com/mergit-io/mergit/commands/plan"
)

// SourceFault is one thing wrong with a plan file, and where.
type SourceFault struct {
	// Line and Column are where the fault is, from 1.
	Line, Column int
	// Path is the place in the plan; empty where the file is no plan at all.
	Path   string
	Reason string
}

func (f SourceFault) String() string {
	if f.Path == "" {
		return fmt.Sprintf("%d:%d: %s", f.Line, f.Column, f.Reason)
	}
	return fmt.Sprintf("%d:%d: %s: %s", f.Line, f.Column, f.Path, f.Reason)
}

// SourceError carries every fault of a plan file.
type SourceError struct{ Faults []SourceFault }

func (e *SourceError) Error() string {
	if len(e.Faults) == 1 {
		return "plan: " + e.Faults[0].String()
	}
	lines := make([]string, len(e.Faults))
	for i, fault := range e.Faults {
		lines[i] = "\n  " + fault.String()
	}
	return fmt.Sprintf("plan has %d faults:%s", len(e.Faults), strings.Join(lines, ""))
}

// Refused tells that a bad file is an answer and not a failure.
func (e *SourceError) Refused() string { return e.Error() }

// Load reads a plan from YAML or JSON. Its errors are *SourceError. Whether tools and roles exist is asked of LoadAndValidate.
func Load(data []byte) (plan.Plan, error) {
	s, err := readSource(data)
	if err != nil {
		return plan.Plan{}, err
	}
	p, err := plan.Parse(s.json)
	return p, s.locate(err)
}

// LoadAndValidate reads a plan and finds every fault of it.
func LoadAndValidate(data []byte, known plan.Catalogue) (plan.Plan, error) {
	s, err := readSource(data)
	if err != nil {
		return plan.Plan{}, err
	}
	p, err := plan.Parse(s.json)
	if err == nil {
		err = plan.Validate(p, known)
	}
	if err != nil {
		return plan.Plan{}, s.locate(err)
	}
	return p, nil
}

// Locate says where in a plan file faults stand that somebody found who was given the plan that Load read from it.
func Locate(data []byte, faults ...plan.Fault) error {
	s, err := readSource(data)
	if err != nil {
		return err
	}
	return s.locate(&plan.InvalidError{Faults: faults})
}

// locate adds line and column to a plan's faults.
func (s source) locate(err error) error {
	invalid, ok := errors.AsType[*plan.InvalidError](err)
	if !ok {
		return err
	}
	located := &SourceError{Faults: make([]SourceFault, len(invalid.Faults))}
	for i, fault := range invalid.Faults {
		at := s.find(fault.Path)
		located.Faults[i] = SourceFault{at.line, at.column, fault.Path, fault.Reason}
	}
	return located
}
