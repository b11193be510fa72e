package model

import (
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
)

// File says which models there are and who uses them. It is the one place where that is said.
type File struct {
	// Providers adds to the four that are known by their kind's name, or says otherwise of them.
	Providers map[string]Provider `yaml:"providers"`
	Roles     map[string]Role     `yaml:"roles"`
	// Models adds to prices.yaml, or says otherwise; by "provider/model".
	Models map[string]Facts `yaml:"models"`
	Limits Limits           `yaml:"limits"`
	// Embeddings are vectors of questions, by which similar ones are found.
	Embeddings Embeddings `yaml:"embeddings"`
}

// Provider is where models answer.
type Provider struct {
	Kind string `yaml:"kind"` // openai, anthropic, groq, ollama
	URL  string `yaml:"url"`  // defaults to the kind's
	// KeyEnv names the environment variable that holds the key. Defaults to the kind's.
	KeyEnv  string        `yaml:"key_env"`
	Timeout time.Duration `yaml:"timeout"` // of one request; defaults to 5 minutes
}

// Role is who asks: a role of tasks, or the planner.
type Role struct {
	// Models are asked in this order: the next one where one is down.
	Models []string `yaml:"models"`
	// Cache is "prefix" (what the next request repeats is marked for the provider's cache; the default) or "none".
	Cache string `yaml:"cache"`
	// Keep is how long answers stand in for others. Nil is as long as the role allows.
	Keep        *Keep    `yaml:"keep"`
	MaxOutput   int      `yaml:"max_output"` // tokens of an answer; defaults to the model's
	Temperature *float64 `yaml:"temperature"`
	// Instructions are added to what the role's model is told.
	Instructions string `yaml:"instructions"`
}

// Limits of a task that a model works on.
type Limits struct {
	ModelCalls  int `yaml:"model_calls"`  // defaults to 25
	Repeats     int `yaml:"repeats"`      // of one call with one result; defaults to 3
	ResultChars int `yaml:"result_chars"` // of a tool's result that the model is shown; defaults to 50,000
}

//go:embed default.yaml
var defaultFile []byte

// DefaultFile is what holds where no file is given: no role has a model.
func DefaultFile() File {
	f, err := ReadFile(defaultFile)
	if err != nil {
		panic("default.yaml: " + err.Error() + ": correct the file")
	}
	return f
}

// ReadFile reads YAML or JSON and fills in what is left out. Names are checked by Check.
func ReadFile(text []byte) (File, error) {
	var f File
	if len(text) > 1<<20 {
		return f, errors.New("the file is larger than 1 MiB")
	}
	if err := yaml.UnmarshalWithOptions(text, &f, yaml.Strict()); err != nil {
		return f, fmt.Errorf("%s", strings.TrimSpace(yaml.FormatError(err, false, true)))
	}
	providers := map[string]Provider{}
	for kind := range kinds {
		providers[kind] = Provider{Kind: kind}
	}
	for name, p := range f.Providers {
		if _, known := kinds[name]; known && p.Kind == "" {
			p.Kind = name
		}
		providers[name] = p
	}
	f.Providers = providers
	models := maps.Clone(knownFacts())
	maps.Copy(models, f.Models)
	f.Models = models
	fill := func(n *int, by int) {
		if *n == 0 {
			*n = by
		}
	}
	fill(&f.Limits.ModelCalls, 25)
	fill(&f.Limits.Repeats, 3)
	fill(&f.Limits.ResultChars, 50_000)
	return f, nil
}

// Check finds everything wrong with a file at once. roles are those that there are; env reads a variable of the environment.
func (f File) Check(roles []string, env func(string) string) error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	for _, name := range slices.Sorted(maps.Keys(f.Providers)) {
		p := f.Providers[name]
		if _, known := kinds[p.Kind]; !known {
			fault("providers.%s.kind: no kind %q; there are anthropic, groq, ollama, openai", name, p.Kind)
		}
		if at, err := url.Parse(p.URL); p.URL != "" && (err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https") {
			fault("providers.%s.url: want an address such as https://host/v1", name)
		}
		if p.Timeout < 0 {
			fault("providers.%s.timeout: is negative", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.Models)) {
		m := f.Models[name]
		if _, ok := ParseRef(name); !ok {
			fault("models.%s: want PROVIDER/MODEL", name)
		}
		if m.Window < 0 || m.MaxOutput < 0 || m.Window > 0 && m.Window < 2*int64(m.MaxOutput) && m.Window < 4096 {
			fault("models.%s: window and max_output: want numbers of tokens", name)
		}
		if p := m.Price; p != nil && (p.Input < 0 || p.Output < 0 || p.Cached != nil && *p.Cached < 0 || p.CacheWrite != nil && *p.CacheWrite < 0) {
			fault("models.%s.price: is negative", name)
		}
	}
	needed := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(f.Roles)) {
		r := f.Roles[name]
		if !slices.Contains(roles, name) {
			fault("roles.%s: no such role; there are %s", name, strings.Join(roles, ", "))
		}
		if r.Cache != "" && r.Cache != "prefix" && r.Cache != "none" {
			fault("roles.%s.cache %q: want prefix or none", name, r.Cache)
		}
		for _, reason := range r.Keep.check(name) {
			fault("roles.%s.keep.%s", name, reason)
		}
		if r.MaxOutput < 0 {
			fault("roles.%s.max_output: is negative", name)
		}
		if r.Temperature != nil && !(*r.Temperature >= 0 && *r.Temperature <= 2) {
			fault("roles.%s.temperature: want 0 to 2", name)
		}
		for i, text := range r.Models {
			ref, ok := ParseRef(text)
			if _, known := f.Providers[ref.Provider]; !ok || !known {
				fault("roles.%s.models[%d] %q: want PROVIDER/MODEL with one of the providers %s", name, i, text, strings.Join(slices.Sorted(maps.Keys(f.Providers)), ", "))
				continue
			}
			needed[ref.Provider] = true
		}
	}
	if provider, err := f.Embeddings.check(f.Providers); err != nil {
		faults = append(faults, err)
	} else if provider != "" {
		needed[provider] = true
	}
	for _, l := range []struct {
		name string
		n    int
	}{{"model_calls", f.Limits.ModelCalls}, {"repeats", f.Limits.Repeats}, {"result_chars", f.Limits.ResultChars}} {
		if l.n < 1 {
			fault("limits.%s: want at least 1", l.name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(needed)) {
		p := f.Providers[name]
		if key, variable := p.key(env); key == "" && !kinds[p.Kind].keyless {
			fault("roles use provider %s, and its key is not in the environment: set %s (or MERGIT_%s)", name, variable, variable)
		}
	}
	return errors.Join(faults...)
}

// key finds a provider's key, and the name of the variable that it is in.
func (p Provider) key(env func(string) string) (key, variable string) {
	if variable = p.KeyEnv; variable == "" {
		variable = kinds[p.Kind].key
	}
	if key = env("MERGIT_" + variable); key == "" {
		key = env(variable)
	}
	return key, variable
}

// address finds where a provider is: as the environment says, the file, or its kind.
func (p Provider) address(name string, env func(string) string) string {
	variable := strings.ToUpper(strings.ReplaceAll(name, "-", "_")) + "_BASE_URL"
	for _, at := range []string{env("MERGIT_" + variable), env(variable), p.URL} {
		if at != "" {
			return at
		}
	}
	return kinds[p.Kind].url
}

// facts of a model, with defaults.
func (f File) facts(ref Ref) Facts {
	m := f.Models[ref.String()]
	if m.Window == 0 {
		if m.Window = defaultWindow; f.Providers[ref.Provider].Kind == KindOllama {
			m.Window = ollamaWindow
		}
	}
	if m.MaxOutput == 0 {
		m.MaxOutput = int(min(defaultMaxTokens, m.Window/4))
	}
	return m
}
