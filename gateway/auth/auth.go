// Package auth tells who calls and what they may see and do.
package auth

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"slices"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// Scope is one thing a principal may do.
type Scope string

const (
	// Read is to see goals, with their content, and to follow them.
	Read Scope = "read"
	// Events is to follow events and download records as they are stored,
	// with content sealed. Read includes it.
	Events Scope = "events"
	// Write is to submit and cancel goals.
	Write Scope = "write"
	// Approve is to answer interrupts.
	Approve Scope = "approve"
	// Metrics is to read what a process has counted, of all workspaces together.
	Metrics Scope = "metrics"
)

// AllScopes is what an owner may do.
func AllScopes() []Scope { return []Scope{Read, Events, Write, Approve, Metrics} }

// Principal is who calls.
type Principal struct {
	ID        string // "user:owner"; the actor of what they do
	Workspace string
	Scopes    []Scope
	// Subjects are patterns of the events the principal may see. Defaults to
	// all of the workspace.
	Subjects []string
}

// Has reports whether the principal has a scope.
func (p Principal) Has(s Scope) bool {
	return slices.Contains(p.Scopes, s) || s == Events && slices.Contains(p.Scopes, Read)
}

// Visible lists patterns of the events the principal may see.
func (p Principal) Visible() []string {
	if p.Subjects != nil {
		return p.Subjects
	}
	return []string{eventlog.Prefix + "*." + p.Workspace + ".>"}
}

// Sees reports whether every subject that fits a pattern is visible.
func (p Principal) Sees(pattern string) bool {
	return slices.ContainsFunc(p.Visible(), func(allowed string) bool { return covers(allowed, pattern) })
}

// Authenticator finds who a token stands for.
type Authenticator interface {
	// Authenticate answers ErrUnknownToken if the token stands for nobody, and
	// any other error if that could not be found out.
	Authenticate(ctx context.Context, token string) (Principal, error)
}

// ErrUnknownToken says that a token stands for nobody, or no longer does.
var ErrUnknownToken = errors.New("unknown token")

// Token is a secret and who it stands for.
type Token struct {
	Secret    string
	Principal Principal
}

// minSecret is the shortest secret, in bytes, that is accepted.
const minSecret = 16

// Static is an Authenticator of a fixed list of tokens. It keeps digests only.
type Static struct{ known []entry }

type entry struct {
	digest [sha256.Size]byte
	who    Principal
}

var _ Authenticator = (*Static)(nil)

// NewStatic checks a list of tokens. All faults are reported at once.
func NewStatic(tokens ...Token) (*Static, error) {
	s := &Static{known: make([]entry, 0, len(tokens))}
	var faults []error
	for i, t := range tokens {
		fault := func(format string, args ...any) {
			faults = append(faults, fmt.Errorf("token %d: %w", i+1, fmt.Errorf(format, args...)))
		}
		e := entry{digest: sha256.Sum256([]byte(t.Secret)), who: t.Principal}
		if len(t.Secret) < minSecret {
			fault("has %d bytes, want %d or more", len(t.Secret), minSecret)
		}
		if t.Principal.ID == "" {
			fault("stands for nobody: give it an ID")
		}
		if !events.IsToken(t.Principal.Workspace) {
			fault("workspace %q: want 1 to 64 of A–Z, a–z, 0–9, _ and -", t.Principal.Workspace)
		}
		for _, pattern := range t.Principal.Subjects {
			if err := eventlog.CheckPattern(pattern); err != nil {
				faults = append(faults, fmt.Errorf("token %d: %w", i+1, err))
			}
		}
		if slices.ContainsFunc(s.known, func(other entry) bool { return other.digest == e.digest }) {
			fault("is listed twice")
		}
		s.known = append(s.known, e)
	}
	return s, errors.Join(faults...)
}

// Authenticate implements Authenticator. It takes as long for a wrong token as
// for a right one.
func (s *Static) Authenticate(_ context.Context, token string) (Principal, error) {
	digest := sha256.Sum256([]byte(token))
	found := -1
	for i := range s.known {
		found = subtle.ConstantTimeSelect(subtle.ConstantTimeCompare(digest[:], s.known[i].digest[:]), i, found)
	}
	if found < 0 {
		return Principal{}, ErrUnknownToken
	}
	return s.known[found].who, nil
}
