package model

import (
	"context"
	"maps"
	"slices"
	"strings"
)

// RefStanding is how one of the models that roles have fares.
type RefStanding struct {
	Ref
	// Roles that it may be asked for, in order.
	Roles []string
	Standing
}

// Down reports whether the model is left alone for now.
func (s RefStanding) Down() bool { return !s.Until.IsZero() }

// Standings tells how every model fares that a role has, by name. What the board does not tell is taken for well.
func (r *Router) Standings(ctx context.Context) []RefStanding {
	roles := map[Ref][]string{}
	for _, role := range slices.Sorted(maps.Keys(r.chains)) {
		for _, ref := range r.chains[role] {
			roles[ref] = append(roles[ref], role)
		}
	}
	all := make([]RefStanding, 0, len(roles))
	for ref, of := range roles {
		s, err := r.cfg.Board.Load(ctx, ref.String())
		if err != nil || !s.Until.After(r.cfg.Now()) {
			s.Until = Standing{}.Until
		}
		all = append(all, RefStanding{ref, of, s})
	}
	slices.SortFunc(all, func(a, b RefStanding) int { return strings.Compare(a.String(), b.String()) })
	return all
}
