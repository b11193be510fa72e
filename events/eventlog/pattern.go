package eventlog

import (
	"errors"
	"strings"
)

// Tokens are the elements of a subject.
func Tokens(subject string) []string { return strings.Split(subject, ".") }

// Patterns are patterns that many subjects are compared with. None fit every
// subject.
type Patterns [][]string

// ParsePatterns reads patterns as callers give them.
func ParsePatterns(patterns []string) (Patterns, error) {
	var faults []error
	parsed := make(Patterns, len(patterns))
	for i, p := range patterns {
		faults = append(faults, CheckPattern(p))
		parsed[i] = Tokens(p)
	}
	return parsed, errors.Join(faults...)
}

// Match reports whether a subject's tokens fit any pattern, or there is none.
func (p Patterns) Match(subject []string) bool {
	for _, pattern := range p {
		if matches(pattern, subject) {
			return true
		}
	}
	return len(p) == 0
}

func matches(pattern, subject []string) bool {
	for i, p := range pattern {
		switch {
		case i == len(subject):
			return false
		case p == ">":
			return true
		case p != "*" && p != subject[i]:
			return false
		}
	}
	return len(pattern) == len(subject)
}
