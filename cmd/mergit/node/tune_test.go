package node

import "testing"

func TestTheCollectorIsLazyWhileTheHeapIsSmall(t *testing.T) {
	t.Parallel()
	for live, want := range map[uint64]int{0: 400, 1 << 20: 400, 256 << 20: 400, 512 << 20: 200, 768 << 20: 133, 1 << 30: 100, 8 << 30: 100} {
		if got := gcPercent(live); got != want {
			t.Errorf("%d MiB: %d, want %d", live>>20, got, want)
		}
	}
}
