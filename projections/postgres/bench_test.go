package postgres

import (
	"context"
	"testing"
)

func BenchmarkColdStart(b *testing.B) {
	for b.Loop() {
		startAndStop(b, b.TempDir())
	}
}

func BenchmarkWarmStart(b *testing.B) {
	dir := b.TempDir()
	startAndStop(b, dir)
	for b.Loop() {
		startAndStop(b, dir)
	}
}

// startAndStop counts the start alone.
func startAndStop(b *testing.B, dir string) {
	s, err := Start(b.Context(), Config{Dir: dir, Fetch: true})
	if err != nil {
		b.Fatal(err)
	}
	b.StopTimer()
	if err := s.Stop(context.Background()); err != nil {
		b.Fatal(err)
	}
	b.StartTimer()
}
