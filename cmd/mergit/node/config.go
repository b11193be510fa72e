package node

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/mergit-io/mergit/commands/plan"
	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/tools"
)

// Role is something that a process can do for the others.
type Role string

const (
	Gateway   Role = "gateway"   // REST and streams
	Commands  Role = "commands"  // decides commands that come over the bus
	Policies  Role = "policies"  // has happen what follows: plans, offers, completes
	Executor  Role = "executor"  // runs tasks; "executor:writer" only those of a role
	Projector Role = "projector" // folds the log into Postgres
	Chain     Role = "chain"     // records proofs
	Watcher   Role = "watcher"   // reads what contracts emitted
	Oracle    Role = "oracle"    // scores agents
	AuditLog  Role = "auditlog"  // signs the log, and anchors it
)

// Roles are all there are.
var Roles = []Role{Gateway, Commands, Policies, Executor, Projector, Chain, Oracle, Watcher, AuditLog}

// Config says what a process runs. Fields that are empty have the defaults of
// Defaults.
type Config struct {
	// Data is the folder for everything this process keeps.
	Data string
	// Listen is where the gateway listens, host:port; port 0 picks a free one.
	Listen string
	// MetricsListen is where this process serves what it has counted, HOST:PORT;
	// without a host on this machine alone. Defaults to nowhere: where a gateway
	// runs, it does that.
	MetricsListen string
	// Sync is "always" (each write is on disk before it is acknowledged) or
	// "default" (the server syncs now and then; a power failure loses what came
	// since).
	Sync string
	// Lease is how long a worker may be silent before its task is given away;
	// 0 is that of the queue's other workers, where the queue runs elsewhere.
	Lease time.Duration
	// Parallel is how many tasks an executor runs at a time.
	Parallel int
	// AllowPrivate lets http_request reach loopback and private addresses.
	AllowPrivate bool
	// MountRoots are the folders below which goals may mount.
	MountRoots []string
	// Roles to run; "executor:<role>" takes only tasks of a role.
	Roles []string

	// NATS, Postgres and RPC are servers to use. `up` runs its own, but for a chain that it is given. A chain may have several
	// nodes, the preferred one first.
	NATS, Postgres string
	RPC            []string
	// ChainWS are WebSocket URLs of the chain that tell of new blocks. Default to those of RPC.
	ChainWS []string
	// ChainQuorum is how many of them must agree on what is final. Defaults to 1.
	ChainQuorum int
	// Deployments is a folder that says where contracts are, as `mergit contracts deploy` writes it; none is deployed then.
	// Defaults to one in Data.
	Deployments string
	// Keystores is a folder with <role>.json and <role>.password for each role that signs. Defaults to keys that are made
	// in Data.
	Keystores string
	// WebhookSecrets are files by the name of the system that may call: each line
	// is a secret that is good.
	WebhookSecrets map[string]string
	// PublicURL is where others reach the gateway; passports say so of their
	// agents. Defaults to where it listens, on a chain of this process alone.
	PublicURL string
	// Models is a file that says which model answers for which role. Without it
	// no role has one.
	Models string
	// Token is what callers of the gateway must show. `up` makes its own.
	Token string

	// Stakes is a file with the stake that tools take, in place of the built-in
	// table.
	Stakes string

	// ReputationEvery is how often agents with news are scored, and how often a
	// score takes a step on the chain.
	ReputationEvery time.Duration
	// CheckpointEvery is how often a checkpoint of the log is signed, if
	// something happened, and AnchorEvery how often the newest is anchored; 0 is
	// a minute, and 10 s on the embedded chain.
	CheckpointEvery, AnchorEvery time.Duration

	// Tools are added to the built-in ones, for benchmarks and tests.
	Tools []tools.Tool
	// Answers stand in for models, by "provider/model", for benchmarks.
	Answers map[string]model.Model
	// NoChain leaves the chain out, for benchmarks.
	NoChain bool
	Version string
	Log     *slog.Logger
	// Tell is told, in a sentence, what a start waits for. Defaults to nobody.
	Tell func(string)
}

// Defaults are those of `mergit up`.
func Defaults() Config {
	return Config{
		Data: ".mergit", Listen: "127.0.0.1:8080", Sync: "always", Lease: 45 * time.Second, Parallel: 64, ReputationEvery: 10 * time.Second, CheckpointEvery: 10 * time.Second,
		MountRoots: []string{"/"}, Roles: roleNames(), Log: slog.New(slog.DiscardHandler),
	}
}

func roleNames() []string {
	names := make([]string, len(Roles))
	for i, r := range Roles {
		names[i] = string(r)
	}
	return names
}

// Check reports everything wrong with a configuration at once.
func (c Config) Check() error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	if c.Data == "" {
		fault("--data: name a folder")
	}
	if _, _, err := net.SplitHostPort(c.Listen); err != nil {
		fault("--listen %q: want HOST:PORT", c.Listen)
	}
	if _, err := c.metricsAddress(); c.MetricsListen != "" && err != nil {
		faults = append(faults, err)
	}
	faults = append(faults, c.checkChainURLs()...)
	if c.Sync != "always" && c.Sync != "default" {
		fault("--sync %q: want always or default", c.Sync)
	}
	if c.Lease < time.Second && (c.Lease != 0 || c.NATS == "") {
		fault("--lease %s: want at least 1s", c.Lease)
	}
	if c.CheckpointEvery < time.Second {
		fault("--checkpoint-every %s: want at least 1s", c.CheckpointEvery)
	}
	if c.AnchorEvery < time.Second && c.AnchorEvery != 0 {
		fault("--anchor-every %s: want at least 1s", c.AnchorEvery)
	}
	if c.ReputationEvery < time.Second {
		fault("--reputation-every %s: want at least 1s", c.ReputationEvery)
	}
	if c.Parallel < 1 {
		fault("--parallel %d: want at least 1", c.Parallel)
	}
	if _, err := webhookSecrets(c.WebhookSecrets); err != nil {
		fault("%w", err)
	}
	if u, err := url.Parse(c.PublicURL); c.PublicURL != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil) {
		fault("--public-url %q: want http://HOST or https://HOST, and a path if there is one", c.PublicURL)
	}
	if _, err := readModels(c.Models); err != nil {
		faults = append(faults, err)
	}
	if len(c.Roles) == 0 {
		fault("--roles: name at least one of %s", strings.Join(roleNames(), ", "))
	}
	for _, name := range c.Roles {
		role, of, scoped := strings.Cut(name, ":")
		switch {
		case !slices.Contains(Roles, Role(role)):
			fault("--roles: no role %q; there are %s", role, strings.Join(roleNames(), ", "))
		case scoped && Role(role) != Executor:
			fault("--roles: %q: only executor:ROLE can be narrowed", name)
		case scoped && !slices.Contains(plan.Roles(), of):
			fault("--roles: no agent role %q; there are %s", of, strings.Join(plan.Roles(), ", "))
		}
	}
	if _, err := c.stakes(); err != nil {
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// runs reports whether the process was asked to play a role.
func (c Config) runs(role Role) bool {
	return slices.ContainsFunc(c.Roles, func(name string) bool {
		r, _, _ := strings.Cut(name, ":")
		return r == string(role)
	})
}

// agentRoles are those whose tasks this process takes.
func (c Config) agentRoles() []string {
	var narrowed []string
	for _, name := range c.Roles {
		if name == string(Executor) {
			return plan.Roles()
		}
		if _, of, ok := strings.Cut(name, ":"); ok {
			narrowed = append(narrowed, of)
		}
	}
	return narrowed
}
