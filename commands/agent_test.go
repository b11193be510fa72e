package commands_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/commandtest"
	"github.com/mergit-io/mergit/commands/plan"
	"github.com/mergit-io/mergit/events"
)

var (
	agent    = commandtest.Given[commands.Agent]
	agentRef = commands.AgentRef{Workspace: commandtest.Workspace, Agent: commandtest.Agent}
)

const agentAddress = "0x00000000000000000000000000000000000000a1"

func hashOf(t *testing.T, can events.Capabilities) events.Digest {
	t.Helper()
	hash, err := commands.CapabilityHash(can)
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

// registered is an agent that may read files.
func registered(t *testing.T) events.AgentRegistered {
	t.Helper()
	can := events.Capabilities{Tools: []string{"file_ops"}, Paths: []string{"docs"}, Trust: commands.TrustStandard}
	return events.AgentRegistered{
		DID: "did:mergit:a1", Name: "Ada", Address: agentAddress, Roles: []string{"coder", "writer"}, Capabilities: can,
		CapabilityHash: hashOf(t, can), By: "user:ada",
	}
}

func seenAt(block, index uint64) events.OnChain {
	return events.OnChain{Chain: 1337, Contract: "0xc", Tx: "0xt", Block: block, BlockHash: "0xb", LogIndex: index}
}

func TestAnAgentIsRegisteredOnce(t *testing.T) {
	t.Parallel()
	wish := commands.RegisterAgent{
		AgentRef: agentRef, AgentName: "Ada", Roles: []string{"writer", "coder"}, Address: agentAddress,
		Capabilities: events.Capabilities{Tools: []string{"file_ops"}, Paths: []string{"docs"}, Trust: commands.TrustStandard},
	}
	agent().When(by("user:ada"), wish).Then(t, registered(t))
	agent(registered(t)).When(by("user:ada"), wish).Refuses(t, commands.ErrAgentExists)
	wish.Address = ""
	agent().When(by("user:ada"), wish).Refuses(t, refusal("AGENT_KEYLESS"))
}

func TestEverythingWrongWithARegistrationIsSaidAtOnce(t *testing.T) {
	t.Parallel()
	_, _, faults := commands.CheckAgent(" \n", []string{"coder", "pilot", "coder"}, events.Capabilities{
		Tools: []string{"a b", "*"}, Repos: []string{"acme", "acme/*", "a/..", "acme/*"}, Hosts: []string{"EXAMPLE.org:80", "*.", "http://x"},
		Paths: []string{"/etc", "../a", "src/*", "a/**"}, Trust: "blind",
	})
	var places []string
	for _, f := range faults {
		places = append(places, f.Path)
	}
	want := []string{
		"name", "roles[1]", "roles[2]", "capabilities.tools[0]", "capabilities.tools[1]", "capabilities.repos[0]", "capabilities.repos[2]",
		"capabilities.repos[3]", "capabilities.hosts[0]", "capabilities.hosts[1]", "capabilities.hosts[2]",
		"capabilities.paths[0]", "capabilities.paths[1]", "capabilities.paths[2]", "capabilities.trust",
	}
	if !slices.Equal(places, want) {
		t.Errorf("faults at %q, want %q", places, want)
	}
	agent().When(by("user:ada"), commands.RegisterAgent{AgentRef: agentRef, Address: agentAddress}).Refuses(t, refusal("AGENT_INVALID"))
	if _, _, faults := commands.CheckAgent("Ada", plan.Roles(), events.Capabilities{Trust: commands.TrustLow}); len(faults) > 0 {
		t.Errorf("an agent that may use nothing is refused: %v", faults)
	}
	globs, faults := commands.CheckCapabilities(events.Capabilities{Paths: []string{"docs/**", "src"}, Trust: commands.TrustLow})
	if len(faults) > 0 || !slices.Equal(globs.Paths, []string{"docs", "src"}) {
		t.Errorf("globs of whole folders: %+v, %v", globs, faults)
	}
	if all, faults := commands.CheckCapabilities(events.Capabilities{Paths: []string{"**"}, Trust: commands.TrustLow}); len(faults) > 0 || !slices.Equal(all.Paths, []string{"*"}) {
		t.Errorf("a glob of everything: %+v, %v", all, faults)
	}
	many := events.Capabilities{Trust: commands.TrustLow, Tools: make([]string, commands.MaxCapabilities+1)}
	if _, faults := commands.CheckCapabilities(many); len(faults) != 1 {
		t.Errorf("too many tools: %d faults", len(faults))
	}
}

// The hash goes on a chain for ever, so that how it is made is frozen.
func TestEqualCapabilitiesHaveTheSameHash(t *testing.T) {
	t.Parallel()
	a, faults := commands.CheckCapabilities(events.Capabilities{
		Tools: []string{"writer", "file_ops"}, Hosts: []string{"Example.ORG", "*.b.org"}, Repos: []string{}, Trust: commands.TrustHigh,
	})
	b, more := commands.CheckCapabilities(events.Capabilities{
		Tools: []string{"file_ops", "writer"}, Hosts: []string{"*.b.org", "example.org"}, Trust: commands.TrustHigh,
	})
	if len(faults)+len(more) > 0 {
		t.Fatal(faults, more)
	}
	want := events.Sum([]byte(`{"hosts":["*.b.org","example.org"],"tools":["file_ops","writer"],"trust":"high"}`))
	if x, y := hashOf(t, a), hashOf(t, b); x != want || y != want {
		t.Errorf("hashes %s and %s, want %s", x, y, want)
	}
}

func TestCapabilitiesChangeWhereTheWishSaysSo(t *testing.T) {
	t.Parallel()
	tools, none := []string{"writer", "file_ops"}, []string{}
	can := events.Capabilities{Tools: []string{"file_ops", "writer"}, Trust: commands.TrustStandard}
	past := agent(registered(t))
	change := commands.ChangeCapabilities{AgentRef: agentRef, Tools: &tools, Paths: &none}
	past.When(by("user:bo"), change).Then(t, events.AgentCapabilitiesChanged{Capabilities: can, CapabilityHash: hashOf(t, can), By: "user:bo"})
	past.Having(by("user:bo"), change).When(by("user:bo"), change).Then(t)
	if a := past.State(); a.CapabilityHash != hashOf(t, can) || a.Registered.CapabilityHash == a.CapabilityHash {
		t.Errorf("capabilities %+v", a)
	}
	past.When(by("user:bo"), commands.ChangeCapabilities{AgentRef: agentRef, Trust: "blind"}).Refuses(t, refusal("AGENT_INVALID"))
	past.And(events.AgentRevoked{By: "user:bo"}).When(by("user:bo"), change).Refuses(t, commands.ErrAgentRevoked)
	agent().When(by("user:bo"), change).Refuses(t, commands.ErrAgentNotFound)
}

func TestARevokedAgentStaysRevoked(t *testing.T) {
	t.Parallel()
	past := agent(registered(t), events.PassportMinted{TokenID: "7", At: seenAt(3, 0)})
	revoke := commands.RevokeAgent{AgentRef: agentRef, Reason: "lost its key"}
	past.When(by("user:bo"), revoke).Then(t, events.AgentRevoked{Reason: "lost its key", By: "user:bo"})
	past.When(by("user:bo"), commands.RevokeAgent{AgentRef: agentRef, Reason: strings.Repeat("x", 1001)}).Refuses(t, refusal("AGENT_INVALID"))
	past.Having(by("user:bo"), revoke).When(by("user:bo"), revoke).Then(t)
	past.Having(by("chain"), commands.DeactivateAgent{AgentRef: agentRef, At: seenAt(5, 1)})
	past.Having(by("chain"), commands.ActivateAgent{AgentRef: agentRef, At: seenAt(6, 1)})
	if a := past.State(); !a.Revoked || a.Deactivated {
		t.Errorf("%+v", a)
	}
	agent().When(by("user:bo"), revoke).Refuses(t, commands.ErrAgentNotFound)
}

func TestWhatWasSeenLateUndoesNothing(t *testing.T) {
	t.Parallel()
	off := func(block, index uint64) commands.DeactivateAgent {
		return commands.DeactivateAgent{AgentRef: agentRef, At: seenAt(block, index)}
	}
	on := func(block, index uint64) commands.ActivateAgent {
		return commands.ActivateAgent{AgentRef: agentRef, At: seenAt(block, index)}
	}
	past := agent(registered(t), events.PassportMinted{TokenID: "7", At: seenAt(3, 0)})
	past.When(by("chain"), on(4, 0)).Then(t)
	past.When(by("chain"), off(5, 1)).Then(t, events.AgentDeactivated{At: seenAt(5, 1)})
	past.Having(by("chain"), off(5, 1))
	past.When(by("chain"), off(5, 1)).Then(t)
	past.When(by("chain"), off(6, 0)).Then(t)
	past.When(by("chain"), on(5, 2)).Then(t, events.AgentActivated{At: seenAt(5, 2)})
	past.Having(by("chain"), on(5, 2))
	past.When(by("chain"), off(5, 1)).Then(t)
	past.When(by("chain"), off(5, 3)).Then(t, events.AgentDeactivated{At: seenAt(5, 3)})
	agent().When(by("chain"), off(5, 1)).Refuses(t, commands.ErrAgentNotFound)
	agent().When(by("chain"), on(5, 1)).Refuses(t, commands.ErrAgentNotFound)
}

func TestOnlyAnAgentInGoodStandingMayAct(t *testing.T) {
	t.Parallel()
	minted := events.PassportMinted{TokenID: "7", At: seenAt(3, 0)}
	for name, c := range map[string]struct {
		past []events.Event
		want error
	}{
		"unknown":     {nil, commands.ErrAgentNotFound},
		"registered":  {[]events.Event{registered(t)}, nil},
		"minted":      {[]events.Event{registered(t), minted}, nil},
		"suspended":   {[]events.Event{registered(t), minted, events.AgentDeactivated{At: seenAt(4, 0)}}, commands.ErrAgentInactive},
		"reactivated": {[]events.Event{registered(t), minted, events.AgentDeactivated{At: seenAt(4, 0)}, events.AgentActivated{At: seenAt(5, 0)}}, nil},
		"revoked":     {[]events.Event{registered(t), events.AgentRevoked{}}, commands.ErrAgentRevoked},
	} {
		if err := agentRef.MayAct(agent(c.past...).State()); (err == nil) != (c.want == nil) || err != nil && !c.want.(*commands.Refusal).Is(err) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func TestCapabilitiesAllowWhatTheyName(t *testing.T) {
	t.Parallel()
	can := events.Capabilities{
		Tools: []string{"file_ops"}, Repos: []string{"acme/site", "corp/*"}, Hosts: []string{"example.org", "*.b.org", "192.0.2.1", "::1"}, Paths: []string{"docs", "a/b.md"},
	}
	all := events.Capabilities{Tools: []string{"*"}, Repos: []string{"*"}, Hosts: []string{"*"}, Paths: []string{"*"}}
	for _, c := range []struct {
		allows func(events.Capabilities, string) bool
		name   string
		want   bool
	}{
		{commands.AllowsTool, "file_ops", true}, {commands.AllowsTool, "file", false}, {commands.AllowsTool, "writer", false},
		{commands.AllowsRepo, "acme/site", true}, {commands.AllowsRepo, "Acme/Site", true}, {commands.AllowsRepo, "acme/other", false},
		{commands.AllowsRepo, "corp/any", true}, {commands.AllowsRepo, "corpus/any", false}, {commands.AllowsRepo, "corp", true},
		{commands.AllowsHost, "EXAMPLE.org", true}, {commands.AllowsHost, "example.org.", true}, {commands.AllowsHost, "a.example.org", false},
		{commands.AllowsHost, "x.b.org", true}, {commands.AllowsHost, "y.x.b.org", true}, {commands.AllowsHost, "b.org", false}, {commands.AllowsHost, ".b.org", false},
		{commands.AllowsHost, "evilb.org", false}, {commands.AllowsHost, "192.0.2.1", true}, {commands.AllowsHost, "192.0.2.10", false}, {commands.AllowsHost, "[0:0::1]", true},
		{commands.AllowsPath, "docs", true}, {commands.AllowsPath, "docs/x/y", true}, {commands.AllowsPath, "./docs/a", true}, {commands.AllowsPath, "docs/../secret", false},
		{commands.AllowsPath, "docsx", false}, {commands.AllowsPath, "a/b.md", true}, {commands.AllowsPath, "a", false}, {commands.AllowsPath, ".", false},
	} {
		if got := c.allows(can, c.name); got != c.want {
			t.Errorf("%s: %t, want %t", c.name, got, c.want)
		}
		if !c.allows(all, c.name) || c.allows(events.Capabilities{}, c.name) {
			t.Errorf("%s: everything must allow it and nothing must not", c.name)
		}
	}
}

// Whatever is accepted stays the same when it is checked again, and has a hash.
func FuzzCapabilities(f *testing.F) {
	for _, s := range []string{"*", "file_ops", "acme/site", "acme/*", "*.example.org", "::1", "docs/a.md", "..", "a b", "\xff", "EXAMPLE.ORG", "a//b", "İ.org", "docs/**", "**", "/**", "a/*/**"} {
		f.Add(s, "standard")
	}
	f.Fuzz(func(t *testing.T, text, trust string) {
		list := []string{text}
		for _, can := range []events.Capabilities{
			{Tools: list, Trust: trust}, {Repos: list, Trust: trust}, {Hosts: list, Trust: trust}, {Paths: list, Trust: trust},
		} {
			once, faults := commands.CheckCapabilities(can)
			if len(faults) > 0 {
				continue
			}
			twice, again := commands.CheckCapabilities(once)
			a, err := commands.CapabilityHash(once)
			b, err2 := commands.CapabilityHash(twice)
			if len(again) > 0 || err != nil || err2 != nil || a != b {
				t.Fatalf("%+v: checked again %v, hash %v %v", can, again, err, err2)
			}
		}
	})
}

func TestAGlobIsNeverTakenForMoreThanItSays(t *testing.T) {
	t.Parallel()
	for _, glob := range []string{"*/**", "*/*", "a/*", "a/*/**", "*.md", "/**", "a/[b]"} {
		if can, faults := commands.CheckCapabilities(events.Capabilities{Paths: []string{glob}, Trust: commands.TrustLow}); len(faults) != 1 {
			t.Errorf("%s allows %v", glob, can.Paths)
		}
	}
}
