package oracle

import (
	"bytes"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"github.com/mergit-io/mergit/contracts/bindings"
)

// What was sent is read back from the outbox as it was wished, and nothing else is taken for it.
func FuzzCallsAreReadBack(f *testing.F) {
	steps := packSteps([]step{{bindings.IReputationRegistryStep{Agent: common.Address{1}, Score: 8333, ComponentHash: [32]byte{2}}}})
	figures := packStats([]stats{statsOf(big.NewInt(7), 1<<40, 3)})
	issue := packBadge([]badge{{common.Address{1}, Kind("verified_run"), [32]byte{3}}})
	for _, data := range [][]byte{nil, steps, figures, issue, steps[:4], steps[:len(steps)-1], append(bytes.Clone(issue), 0)} {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if s, err := readSteps(data); err == nil {
			if again, err := readSteps(packSteps(s)); err != nil || len(again) != len(s) || len(s) > 0 && again[0] != s[0] {
				t.Errorf("%x: %v, then %v: %v", data, s, again, err)
			}
		}
		if s, err := readStats(data); err == nil {
			if again, err := readStats(packStats(s)); err != nil || len(again) != len(s) || len(s) > 0 && again[0].key() != s[0].key() {
				t.Errorf("%x: %v, then %v: %v", data, s, again, err)
			}
		}
		if b, err := readBadge(data); err == nil {
			if again, err := readBadge(packBadge(b)); err != nil || again[0] != b[0] {
				t.Errorf("%x: %v, then %v: %v", data, b, again, err)
			}
		}
	})
}

func TestAWishIsReadBack(t *testing.T) {
	t.Parallel()
	s := step{bindings.IReputationRegistryStep{Agent: common.Address{1}, Score: 8333, ComponentHash: [32]byte{2}}}
	if got, err := readSteps(packSteps([]step{s, s})); err != nil || len(got) != 2 || got[1] != s {
		t.Errorf("%v, %v", got, err)
	}
	figures := statsOf(big.NewInt(7), 1<<40, 3)
	if got, err := readStats(packStats([]stats{figures})); err != nil || got[0].Done != 1<<32-1 || got[0].Failed != 3 || got[0].key() != "7" {
		t.Errorf("%v, %v", got, err)
	}
	b := badge{common.Address{1}, Kind("verified_run"), [32]byte{3}}
	if got, err := readBadge(packBadge([]badge{b})); err != nil || got[0] != b || BadgeName(got[0].kind) != "verified_run" {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := readSteps(packBadge([]badge{b})); err == nil {
		t.Error("a badge was taken for scores")
	}
}
