package commands

import (
	"encoding/json"
	"fmt"
	"iter"
	"net/netip"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mergit-io/mergit/commands/plan"
	"github.com/mergit-io/mergit/events"
)

const (
	// MaxAgentName bounds an agent's name, in bytes.
	MaxAgentName = 100
	// MaxCapabilities bounds each list of capabilities, and maxCapability each of their elements, in bytes.
	MaxCapabilities = 256
	maxCapability   = 256
)

// Everything allows all of its kind, in a list of capabilities.
const Everything = "*"

// How far an agent is trusted.
const (
	TrustLow      = "low" // a person allows each of its tasks
	TrustStandard = "standard"
	TrustHigh     = "high"
)

// TrustLevels are all there are.
func TrustLevels() []string { return []string{TrustLow, TrustStandard, TrustHigh} }

// CheckAgent finds everything wrong with a registration, by the names its fields have in JSON. What it returns beside is in
// one form, so that equal capabilities have equal hashes.
func CheckAgent(name string, roles []string, can events.Capabilities) ([]string, events.Capabilities, []plan.Fault) {
	var faults []plan.Fault
	fault := func(path, format string, args ...any) {
		faults = append(faults, plan.Fault{Path: path, Reason: fmt.Sprintf(format, args...)})
	}
	switch {
	case strings.TrimSpace(name) == "":
		fault("name", "is missing; say how the agent is called")
	case len(name) > MaxAgentName:
		fault("name", "has %d bytes, at most %d are allowed", len(name), MaxAgentName)
	case !utf8.ValidString(name) || strings.TrimSpace(name) != name || strings.ContainsFunc(name, unicode.IsControl):
		fault("name", "has control characters, or space around it")
	}
	if len(roles) == 0 {
		fault("roles", "is empty; name at least one of %s", strings.Join(plan.Roles(), ", "))
	}
	for i, role := range roles {
		switch {
		case !slices.Contains(plan.Roles(), role):
			fault(fmt.Sprintf("roles[%d]", i), "there is no role %q; there are %s", role, strings.Join(plan.Roles(), ", "))
		case slices.Contains(roles[:i], role):
			fault(fmt.Sprintf("roles[%d]", i), "%s is there already", role)
		}
	}
	can, more := CheckCapabilities(can)
	roles = slices.Clone(roles)
	slices.Sort(roles)
	return roles, can, append(faults, more...)
}

// CheckCapabilities finds everything wrong with capabilities, and brings them into one form: host names in lower case, lists
// sorted, folders without a star behind.
func CheckCapabilities(can events.Capabilities) (events.Capabilities, []plan.Fault) {
	var faults []plan.Fault
	list := func(name string, in []string, ok func(string) bool, want string) []string {
		if len(in) > MaxCapabilities {
			faults = append(faults, plan.Fault{Path: "capabilities." + name, Reason: fmt.Sprintf("has %d elements, at most %d are allowed", len(in), MaxCapabilities)})
			return in
		}
		out := make([]string, 0, len(in))
		for i, element := range in {
			at := fmt.Sprintf("capabilities.%s[%d]", name, i)
			switch name {
			case "hosts":
				element = strings.ToLower(element)
			case "paths":
				element = whole(element)
			}
			switch {
			case element == Everything && len(in) > 1:
				faults = append(faults, plan.Fault{Path: at, Reason: `"*" allows all; leave the others out`})
			case element != Everything && (len(element) > maxCapability || !ok(element)):
				faults = append(faults, plan.Fault{Path: at, Reason: want})
			case slices.Contains(out, element):
				faults = append(faults, plan.Fault{Path: at, Reason: fmt.Sprintf("%s is there already", element)})
			default:
				out = append(out, element)
			}
		}
		slices.Sort(out)
		return out
	}
	can.Tools = list("tools", can.Tools, events.IsToken, `is no tool's name; a name is 1 to 64 of A–Z, a–z, 0–9, _ and -, and "*" is all tools`)
	can.Repos = list("repos", can.Repos, repoPattern.MatchString, `want owner/name, owner/* or "*"`)
	can.Hosts = list("hosts", can.Hosts, isHostPattern, `want a host without port such as example.org, *.example.org, an IP address, or "*"`)
	can.Paths = list("paths", can.Paths, isWorkspacePath, `want a path below the workspace such as docs or docs/a.md, or "*"; a folder allows all that is in it`)
	if !slices.Contains(TrustLevels(), can.Trust) {
		faults = append(faults, plan.Fault{Path: "capabilities.trust", Reason: fmt.Sprintf("is %q; use one of %s", can.Trust, strings.Join(TrustLevels(), ", "))})
	}
	return can, faults
}

var (
	repoPattern = regexp.MustCompile(`^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?/(?:\*|[A-Za-z0-9._-]*[A-Za-z0-9_-][A-Za-z0-9._-]*)$`)
	hostPattern = regexp.MustCompile(`^(?:\*\.)?[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$`)
)

func isHostPattern(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil || hostPattern.MatchString(host)
}

// whole takes a glob that is all there is, or all that is in a folder, for what means the same here. Other globs stay, and are
// refused.
func whole(name string) string {
	if name == "**" {
		return Everything
	}
	if folder, ok := strings.CutSuffix(name, "/**"); ok && folder != Everything {
		return folder
	}
	return name
}

func isWorkspacePath(name string) bool {
	return utf8.ValidString(name) && !strings.ContainsFunc(name, unicode.IsControl) && !strings.ContainsAny(name, `\*?[`) &&
		path.Clean(name) == name && name != "." && name != ".." && !path.IsAbs(name) && !strings.HasPrefix(name, "../")
}

// CapabilityHash is the SHA-256 of capabilities as RFC 8785 JSON; that of registration goes on the chain with the passport.
func CapabilityHash(can events.Capabilities) (events.Digest, error) {
	text, err := json.Marshal(can)
	if err != nil {
		return events.Digest{}, err
	}
	canonical, err := events.Canonical(text)
	if err != nil {
		return events.Digest{}, err
	}
	return events.Sum(canonical), nil
}

// AllowsTool reports whether capabilities hold a tool.
func AllowsTool(can events.Capabilities, name string) bool {
	return allows(can.Tools, func(pattern string) bool { return pattern == name })
}

// AllowsRepo reports whether capabilities hold a repository, owner/name in any case.
func AllowsRepo(can events.Capabilities, repo string) bool {
	return allows(can.Repos, func(pattern string) bool {
		if owner, all := strings.CutSuffix(pattern, "/*"); all {
			have, _, _ := strings.Cut(repo, "/")
			return strings.EqualFold(owner, have)
		}
		return strings.EqualFold(pattern, repo)
	})
}

// AllowsHost reports whether capabilities hold a host, without its port. *.example.org holds what is below example.org and
// not itself.
func AllowsHost(can events.Capabilities, host string) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return allows(can.Hosts, func(pattern string) bool {
		if err == nil {
			allowed, no := netip.ParseAddr(pattern)
			return no == nil && allowed == ip
		}
		if domain, below := strings.CutPrefix(pattern, "*"); below {
			return strings.HasSuffix(host, domain) && len(host) > len(domain)
		}
		return pattern == host
	})
}

// AllowsPath reports whether capabilities hold a path below the workspace: one that is listed, or lies below one.
func AllowsPath(can events.Capabilities, name string) bool {
	name = path.Clean(name)
	return allows(can.Paths, func(pattern string) bool { return name == pattern || strings.HasPrefix(name, pattern+"/") })
}

func allows(patterns []string, fits func(string) bool) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool { return pattern == Everything || fits(pattern) })
}

// CheckTools finds the tasks of a plan, given by their tools in order, that an agent may not do. A task without a tool is left
// to whoever chooses one.
func CheckTools(agent string, can events.Capabilities, tools iter.Seq[string]) error {
	var faults []plan.Fault
	i := 0
	for name := range tools {
		if name != "" && !AllowsTool(can, name) {
			faults = append(faults, plan.Fault{
				Path: fmt.Sprintf("tasks[%d].tool", i), Reason: fmt.Sprintf("agent %s has no capability for tool %s; it may use: %s", agent, name, listed(can.Tools)),
			})
		}
		i++
	}
	if len(faults) > 0 {
		return &plan.InvalidError{Faults: faults}
	}
	return nil
}

func listed(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
