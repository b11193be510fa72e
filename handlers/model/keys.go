package model

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// keyTime is how long a provider is waited for when its key is tried.
const keyTime = 5 * time.Second

// KeyTrial is what came of showing a provider its key.
type KeyTrial struct {
	Provider string
	Variable string // of the environment, which holds the key
	// Good and Refused are both false where that cannot be told.
	Good, Refused bool
	Said          string // never quotes the provider: it may quote the key
}

// TryKeys shows each provider that is used, and has a key, that key once: it has the provider list its models, which costs nothing.
// Trials are sorted by provider. client may be nil.
func (f File) TryKeys(ctx context.Context, env func(string) string, client *http.Client) []KeyTrial {
	if client == nil {
		client = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	}
	ctx, cancel := context.WithTimeout(ctx, keyTime)
	defer cancel()
	var trials []KeyTrial
	var wg sync.WaitGroup
	for _, name := range f.used() {
		if key, variable := f.Providers[name].key(env); key != "" {
			trials = append(trials, KeyTrial{Provider: name, Variable: variable})
		}
	}
	for i := range trials {
		wg.Go(func() { trials[i].run(ctx, f.Providers[trials[i].Provider], env, client) })
	}
	wg.Wait()
	return trials
}

// used lists the providers of roles' models and of embeddings.
func (f File) used() []string {
	names := map[string]bool{}
	for _, role := range f.Roles {
		for _, text := range role.Models {
			if ref, ok := ParseRef(text); ok {
				names[ref.Provider] = true
			}
		}
	}
	if provider, err := f.Embeddings.check(f.Providers); err == nil && provider != "" {
		names[provider] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// run asks for the list of models, which all kinds have at the same place.
// https://platform.openai.com/docs/api-reference/models/list, https://docs.anthropic.com/en/api/models-list
func (t *KeyTrial) run(ctx context.Context, p Provider, env func(string) string, client *http.Client) {
	key, _ := p.key(env)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(p.address(t.Provider, env), "/")+"/models", nil)
	if err != nil {
		t.Said = "its address is none"
		return
	}
	if p.Kind == KindAnthropic {
		req.Header.Set("X-Api-Key", key)
		req.Header.Set("Anthropic-Version", "2023-06-01")
	} else {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	resp, err := client.Do(req)
	if err != nil {
		t.Said = unreachable(err).Message
		return
	}
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10))
	_ = resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		t.Good, t.Said = true, "the key was accepted"
	case http.StatusUnauthorized:
		t.Refused, t.Said = true, "401: the key was refused"
	case http.StatusPaymentRequired:
		t.Refused, t.Said = true, "402: the key has no credit"
	case http.StatusForbidden:
		t.Said = "403: the key may not list models; whether it may ask them shows with the first question"
	default:
		t.Said = fmt.Sprintf("HTTP %d: whether the key is good shows with the first question", resp.StatusCode)
	}
}
