package secret

import (
	"context"
	"maps"
	"sync"
)

// Memory is a Store without a server, for tests. Its zero value is empty.
type Memory struct {
	mu  sync.Mutex
	all map[[2]string]map[string]string // by workspace and goal, then by name
}

var _ Store = (*Memory)(nil)

// Put implements Store.
func (m *Memory) Put(_ context.Context, r Ref, value string) error {
	if err := CheckPut(r, value); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	goal := [2]string{r.Workspace, r.Goal}
	if m.all == nil {
		m.all = map[[2]string]map[string]string{}
	}
	if m.all[goal] == nil {
		m.all[goal] = map[string]string{}
	}
	m.all[goal][r.Name] = value
	return nil
}

// All implements Store.
func (m *Memory) All(_ context.Context, workspace, goal string) (map[string]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return maps.Clone(m.all[[2]string{workspace, goal}]), nil
}

// Forget implements Store.
func (m *Memory) Forget(_ context.Context, workspace, goal string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.all, [2]string{workspace, goal})
	return nil
}

// Goals implements Store.
func (m *Memory) Goals(context.Context) ([][2]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	goals := make([][2]string, 0, len(m.all))
	for goal := range m.all {
		goals = append(goals, goal)
	}
	return goals, nil
}
