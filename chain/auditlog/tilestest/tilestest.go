// Package tilestest is what every auditlog.Tiles promises, as tests, and one that keeps them in memory.
package tilestest

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/mergit-io/mergit/chain/auditlog"
)

// Memory keeps tiles in memory. Its zero value is empty.
type Memory struct {
	mu    sync.Mutex
	files map[string][]byte
	fault error
}

var _ auditlog.Tiles = (*Memory)(nil)

// Load implements auditlog.Tiles.
func (m *Memory) Load(_ context.Context, path string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.files[path]), m.fault
}

// Save implements auditlog.Tiles.
func (m *Memory) Save(_ context.Context, path string, data []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fault != nil {
		return m.fault
	}
	if m.files == nil {
		m.files = map[string][]byte{}
	}
	m.files[path] = slices.Clone(data)
	return nil
}

// Break has every call fail from now on; nil mends it.
func (m *Memory) Break(fault error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fault = fault
}

// Clone is a copy, to be changed by change, which may be nil.
func (m *Memory) Clone(change func(files map[string][]byte)) *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	files := maps.Clone(m.files)
	if change != nil {
		change(files)
	}
	return &Memory{files: files}
}

// Run checks a store of tiles, which open makes empty each time.
func Run(t *testing.T, open func(*testing.T) auditlog.Tiles) {
	save := func(t *testing.T, tiles auditlog.Tiles, path string, data []byte) {
		t.Helper()
		if err := tiles.Save(t.Context(), path, data); err != nil {
			t.Fatal(err)
		}
	}
	has := func(t *testing.T, tiles auditlog.Tiles, path string, want []byte) {
		t.Helper()
		if have, err := tiles.Load(t.Context(), path); err != nil || !bytes.Equal(have, want) {
			t.Errorf("%s has %d bytes (%v), want %d", path, len(have), err, len(want))
		}
	}
	full := bytes.Repeat([]byte{1, 2, 3, 4, 5, 6, 7, 8}, 1024) // as large as tiles become
	for name, promise := range map[string]func(*testing.T, auditlog.Tiles){
		"WhatWasNeverSavedIsNothing": func(t *testing.T, tiles auditlog.Tiles) { has(t, tiles, auditlog.TilePath(0, 0), nil) },
		"WhatWasSavedIsLoaded": func(t *testing.T, tiles auditlog.Tiles) {
			for _, at := range []uint64{0, 999, 1000, 1_234_567} {
				save(t, tiles, auditlog.TilePath(3, at), full)
				has(t, tiles, auditlog.TilePath(3, at), full)
				has(t, tiles, auditlog.TilePath(2, at), nil)
			}
			save(t, tiles, "tree", []byte("{}"))
			has(t, tiles, "tree", []byte("{}"))
		},
		"WhatIsSavedAgainTakesThePlace": func(t *testing.T, tiles auditlog.Tiles) {
			for _, size := range []int{32, 64, len(full), 32} {
				save(t, tiles, auditlog.TilePath(0, 7), full[:size])
				has(t, tiles, auditlog.TilePath(0, 7), full[:size])
			}
		},
		"WhatWasSavedBelongsToNobody": func(t *testing.T, tiles auditlog.Tiles) {
			data := slices.Clone(full[:64])
			save(t, tiles, auditlog.TilePath(0, 7), data)
			clear(data)
			loaded, err := tiles.Load(t.Context(), auditlog.TilePath(0, 7))
			if err != nil {
				t.Fatal(err)
			}
			has(t, tiles, auditlog.TilePath(0, 7), full[:64])
			clear(loaded)
			has(t, tiles, auditlog.TilePath(0, 7), full[:64])
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			promise(t, open(t))
		})
	}
}
