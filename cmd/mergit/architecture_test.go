package main

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/mergit-io/mergit/"

// mayImport is the map of Mergit. A package may import the standard library,
// itself, and what the longest row that fits its path lists: packages of ours,
// and what may speak to the outside (see adapters). "x/..." is x and all below.
var mayImport = []struct {
	pkg  string
	ours []string
}{
	{"events", nil},
	{"events/eventlog", []string{"events"}},
	{"events/eventlog/...", []string{"events", "events/eventlog", "events/eventlog/natsserver"}},

	{"commands", []string{"events", "events/eventlog"}},
	{"commands/plan", nil},
	{"commands/...", []string{"commands", "commands/plan", "events", "events/eventlog"}}, // and commands itself

	{"handlers/capability", []string{"commands", "events", "events/eventlog"}},
	{"handlers/secret", []string{"events"}},
	{"handlers/secret/secrettest", []string{"handlers/secret"}},
	{"handlers/policy", []string{"commands", "events"}},
	{"handlers/work", []string{"events", "events/eventlog", "handlers/secret", "handlers/model"}},
	{"handlers/dispatch", []string{"commands", "events", "events/eventlog", "handlers/model", "handlers/policy", "handlers/work"}},
	{"handlers/planner", []string{"commands", "commands/plan", "events", "handlers/model", "schemas"}},
	{"handlers/executor", []string{"commands", "commands/plan", "events", "events/eventlog", "handlers/agent", "handlers/capability", "handlers/model", "handlers/secret", "handlers/tools", "handlers/work"}},
	{"handlers/agent", []string{"handlers/model"}},
	{"handlers/model", nil}, // models know no goals
	{"handlers/model/...", []string{"handlers/model"}},
	{"handlers/model/sentence/...", []string{"handlers/model", "handlers/model/sentence"}},
	{"handlers/tools", nil}, // tools know no events
	{"handlers/tools/...", []string{"handlers/tools"}},
	{"handlers/waits", []string{"commands", "events", "events/eventlog", "handlers/tools"}},
	{"handlers/repository", []string{"commands", "events", "events/eventlog", "handlers/tools/github", "handlers/waits"}},
	{"handlers/cache/...", []string{"events", "events/eventlog", "handlers/cache", "handlers/model", "handlers/tools"}},
	{"handlers/memory/...", []string{"events", "events/eventlog", "handlers/cache", "handlers/memory", "handlers/model"}},
	{"handlers/handlertest", []string{"commands", "events/...", "handlers/..."}},

	{"projections", []string{"events", "events/eventlog"}}, // never commands
	{"projections/...", []string{"events", "events/eventlog", "events/eventlog/...", "projections/..."}},

	{"gateway/wire", nil},
	{"gateway/...", []string{"commands", "commands/plan", "events", "events/eventlog", "gateway/...", "projections", "projections/views", "projections/store"}},

	{"chain/merkle", nil},
	{"chain/devchain", nil},
	{"chain/wallet", nil},
	{"chain/...", []string{"chain/...", "commands", "contracts/bindings", "events", "events/eventlog"}}, // only chain sees bindings
	{"contracts/...", nil},
	{"schemas/...", []string{"events"}},

	{"cmd/mergit/...", []string{"..."}}, // wires
}

// adapters says which packages alone may speak to a system outside.
var adapters = map[string][]string{
	"github.com/nats-io/":                   {"events/eventlog/jslog", "events/eventlog/natsserver/...", "commands/bus", "handlers/work", "handlers/cache/kv", "handlers/memory/kv", "projections/pinned", "cmd/mergit/..."},
	"github.com/jackc/pgx/":                 {"projections/...", "cmd/mergit/..."},
	"github.com/ethereum/go-ethereum":       {"chain/...", "contracts/...", "cmd/mergit/..."},
	"github.com/gofiber/fiber/":             {"gateway/..."},
	"github.com/spf13/":                     {"cmd/mergit/..."},
	"github.com/tmc/langchaingo":            {"handlers/model"},
	"github.com/gomlx/":                     {"handlers/model/sentence/onnx"}, // in a process of its own
	"github.com/prometheus/":                {"cmd/mergit/..."},
	"github.com/transparency-dev/merkle":    {"chain/..."},
	"github.com/santhosh-tekuri/jsonschema": {"handlers/tools", "handlers/tools/...", "gateway/..."},
}

// nextJSON is the standard library's second JSON package, as long as that is
// behind an experiment.
const nextJSON = "github.com/go-json-experiment/json"

func TestImportsPointOneWay(t *testing.T) {
	t.Parallel()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", module+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		self := strings.TrimPrefix(p.ImportPath, module)
		allowed, listed := row(self)
		if !listed {
			t.Errorf("%s is not on the map: say in mayImport what it may import", self)
		}
		for _, imp := range p.Imports {
			if host, _, _ := strings.Cut(imp, "/"); !strings.Contains(host, ".") {
				continue // standard library
			}
			if own, ours := strings.CutPrefix(imp, module); ours {
				if own != self && !covers(allowed, own) {
					t.Errorf("%s must not import %s", self, own)
				}
				continue
			}
			if self == "events" && !strings.HasPrefix(imp, nextJSON) {
				t.Errorf("events stands on the standard library alone, and imports %s", imp)
			}
			for prefix, speakers := range adapters {
				if strings.HasPrefix(imp, prefix) && !covers(speakers, self) {
					t.Errorf("%s must not import %s: only %v may", self, imp, speakers)
				}
			}
		}
	}
}

// row finds the longest row that fits a package.
func row(pkg string) (ours []string, ok bool) {
	best := -1
	for _, r := range mayImport {
		if covers([]string{r.pkg}, pkg) && len(r.pkg) > best {
			best, ours, ok = len(r.pkg), r.ours, true
		}
	}
	return ours, ok
}

func covers(patterns []string, pkg string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		below, all := strings.CutSuffix(pattern, "...")
		if !all {
			return pattern == pkg
		}
		return strings.HasPrefix(pkg+"/", below)
	})
}
