package model

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
)

// Price of a model's tokens, in millionths of a US dollar for a million tokens.
type Price struct {
	Input      int64  `yaml:"input"`
	Cached     *int64 `yaml:"cached"`      // nil: as Input
	CacheWrite *int64 `yaml:"cache_write"` // nil: as Input
	Output     int64  `yaml:"output"`
}

// CostUnknown stands where a model has no price.
const CostUnknown = -1

// Cost is what a use of the model costs, in millionths of a US dollar, rounded up: a limit must never be passed unseen.
func (p *Price) Cost(u Usage) int64 {
	if p == nil {
		return CostUnknown
	}
	at := func(price *int64) int64 {
		if price == nil {
			return p.Input
		}
		return *price
	}
	plain := max(u.Input-u.Cached-u.CacheWrite, 0)
	parts := plain*p.Input + u.Cached*at(p.Cached) + u.CacheWrite*at(p.CacheWrite) + u.Output*p.Output
	return (parts + 999_999) / 1_000_000
}

// Facts are what is known of a model.
type Facts struct {
	// Window is how many tokens prompt and answer may have together. Defaults to 128,000; 8,192 for Ollama, which cuts the
	// beginning off without a word.
	Window int64 `yaml:"window"`
	// MaxOutput is how many tokens an answer may have. Defaults to 4,096.
	MaxOutput int `yaml:"max_output"`
	// Price is nil where it is not known.
	Price *Price `yaml:"price"`
}

//go:embed prices.yaml
var pricesFile []byte

var knownFacts = sync.OnceValue(func() map[string]Facts {
	known := map[string]Facts{}
	if err := yaml.UnmarshalWithOptions(pricesFile, &known, yaml.Strict()); err != nil {
		panic("prices.yaml: " + err.Error() + ": correct the file")
	}
	return known
})

const (
	defaultWindow = 128_000
	ollamaWindow  = 8_192
)

// Ref names a model of a provider: "openai/gpt-4o".
type Ref struct{ Provider, Model string }

func (r Ref) String() string { return r.Provider + "/" + r.Model }

// ParseRef reads "provider/model"; a model's name may have slashes of its own.
func ParseRef(text string) (Ref, bool) {
	provider, name, ok := strings.Cut(text, "/")
	return Ref{provider, name}, ok && provider != "" && name != ""
}
