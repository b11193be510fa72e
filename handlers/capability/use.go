package capability

import (
	"fmt"
	"strings"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// Use is what one call needs.
type Use struct {
	Tool string
	// Repos, Hosts and Paths are what the call reaches, as its arguments say.
	Repos, Hosts, Paths []string
}

// String describes the use, and is the same for the same use.
func (u Use) String() string {
	return strings.Join([]string{u.Tool, strings.Join(u.Repos, ","), strings.Join(u.Hosts, ","), strings.Join(u.Paths, ",")}, " ")
}

// Missing names what capabilities lack for a use, empty if nothing.
func Missing(can events.Capabilities, u Use) string {
	if !commands.AllowsTool(can, u.Tool) {
		return fmt.Sprintf("tool %s", u.Tool)
	}
	for _, needs := range []struct {
		what  string
		names []string
		holds func(events.Capabilities, string) bool
	}{
		{"repository", u.Repos, commands.AllowsRepo}, {"host", u.Hosts, commands.AllowsHost}, {"path", u.Paths, commands.AllowsPath},
	} {
		for _, name := range needs.names {
			if !needs.holds(can, name) {
				return fmt.Sprintf("%s %s", needs.what, name)
			}
		}
	}
	return ""
}

// Code says why a call was denied.
type Code string

// The codes.
const (
	Denied  Code = "CAPABILITY_DENIED"  // the agent may do other things
	Revoked Code = "CAPABILITY_REVOKED" // the agent may do nothing any more, or this token is void
	Expired Code = "CAPABILITY_EXPIRED" // a new token will do
	Invalid Code = "CAPABILITY_INVALID" // no token of ours
)

// DeniedError says that a call must not be made; over HTTP it is a 403.
type DeniedError struct {
	Code          Code
	Agent, Reason string
}

func (e *DeniedError) Error() string {
	if e.Agent == "" {
		return e.Reason
	}
	return fmt.Sprintf("agent %s: %s", e.Agent, e.Reason)
}

// Is compares by code, for errors.Is.
func (e *DeniedError) Is(target error) bool {
	other, ok := target.(*DeniedError)
	return ok && other.Code == e.Code
}
