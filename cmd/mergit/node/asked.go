package node

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/mergit-io/mergit/handlers/model"
)

// asked counts what questions to models came to. The zero value is empty and ready.
type asked struct {
	mu  sync.Mutex
	all map[string]*modelCount
}

// modelCount is of one model.
type modelCount struct {
	model   string
	answers int64
	// failures by code.
	failures map[string]int64
	// Tokens as the provider counts them: what was read from its cache and written to it is part of the input.
	input, cached, written, output int64
}

// came notes an answer, or why there is none.
func (a *asked) came(ref model.Ref, answer model.Answer, failed *model.Error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.all == nil {
		a.all = map[string]*modelCount{}
	}
	c := a.all[ref.String()]
	if c == nil {
		c = &modelCount{model: ref.String(), failures: map[string]int64{}}
		a.all[ref.String()] = c
	}
	if failed != nil {
		c.failures[failed.Code]++
		return
	}
	c.answers++
	c.input += answer.Usage.Input
	c.cached += answer.Usage.Cached
	c.written += answer.Usage.CacheWrite
	c.output += answer.Usage.Output
}

// counts are those of every model that was asked, by name.
func (a *asked) counts() []modelCount {
	a.mu.Lock()
	defer a.mu.Unlock()
	out := make([]modelCount, 0, len(a.all))
	for _, c := range a.all {
		one := *c
		one.failures = maps.Clone(c.failures)
		out = append(out, one)
	}
	slices.SortFunc(out, func(x, y modelCount) int { return strings.Compare(x.model, y.model) })
	return out
}
