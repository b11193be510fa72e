package node

import (
	"slices"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/chain/deploy"
)

func TestLowBalanceIsToldOnceAndAgainWhenHalfIsGone(t *testing.T) {
	t.Parallel()
	var l lows
	var told []uint64
	for _, left := range []uint64{10_000, 499, 498, 300, 249, 240, 124, 10, 0, 0, 800, 400} {
		if l.set(LowBalance{Signer: deploy.Oracle, Balance: "1 MON", Left: left}) {
			told = append(told, left)
		}
	}
	if want := []uint64{499, 249, 124, 10, 0, 400}; !slices.Equal(told, want) {
		t.Errorf("told at %d; want %d", told, want)
	}
	if said := l.warnings(); len(said) != 1 || !strings.Contains(said[0], "oracle") || !strings.Contains(said[0], "400 transactions") {
		t.Errorf("warnings: %q", said)
	}
	l.set(LowBalance{Signer: deploy.Oracle, Left: 501})
	if said := l.warnings(); len(said) != 0 {
		t.Errorf("warnings of an account that was filled up: %q", said)
	}
}
