package policy_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/handlers/policy"
)

func coins(n int64) *big.Int { return new(big.Int).Mul(big.NewInt(n), big.NewInt(1e18)) }

func TestHighRiskToolsTakeStake(t *testing.T) {
	t.Parallel()
	table := policy.Stakes()
	for _, c := range []struct {
		tool, effect string
		bonded       *big.Int
		tier         int // that is lacking; 0: none
	}{
		{"file_ops", "write", coins(0), 0},
		{"github_ops", "read", coins(0), 0},
		{"github_ops", "write", coins(1), 0},
		{"github_ops", "write", new(big.Int).Sub(coins(1), big.NewInt(1)), 1},
		{"github_pr", "read", coins(0), 0},
		{"github_pr", "write", coins(9), 2},
		{"github_pr", "write", coins(10), 0},
		{"credential_request", "idempotent", coins(1), 2},
	} {
		lacks := table.Lacking(c.tool, c.effect, c.bonded)
		if (lacks == nil) != (c.tier == 0) || lacks != nil && lacks.Tier != c.tier {
			t.Errorf("%s, %s with %s: %v, want tier %d", c.tool, c.effect, c.bonded, lacks, c.tier)
		}
	}
	lacks := table.Lacking("github_pr", "write", coins(4))
	if said := lacks.Error(); !strings.Contains(said, "deposit at least 6000000000000000000 wei more") {
		t.Errorf("it says %q", said)
	}
	for bonded, tier := range map[int64]int{0: 0, 1: 1, 9: 1, 10: 2, 100: 3, 1000: 3} {
		if got := table.Tier(coins(bonded)); got != tier {
			t.Errorf("%d coins reach tier %d, want %d", bonded, got, tier)
		}
	}
}

func TestLowScoresAreSupervised(t *testing.T) {
	t.Parallel()
	table := policy.Stakes()
	for _, c := range []struct {
		score          int64
		scored, asking bool
	}{{0, false, false}, {0, true, true}, {2999, true, true}, {3000, true, false}, {10000, true, false}} {
		if got := table.Supervised(c.score, c.scored); got != c.asking {
			t.Errorf("score %d (%v): supervised %v", c.score, c.scored, got)
		}
	}
}

func TestTheHighestTierThatFitsCounts(t *testing.T) {
	t.Parallel()
	table, err := policy.ParseStakes([]byte("tiers: [1, 2]\ntools: [{tool: x, tier: 1}, {tool: x, tier: 2, effect: write}, {tool: x, tier: 1, effect: write}]"))
	if err != nil {
		t.Fatal(err)
	}
	if lacks := table.Lacking("x", "write", big.NewInt(1)); lacks == nil || lacks.Tier != 2 {
		t.Errorf("a write lacks %v", lacks)
	}
	if lacks := table.Lacking("x", "read", big.NewInt(1)); lacks != nil {
		t.Errorf("a read lacks %v", lacks)
	}
}

func TestEverythingWrongWithATableIsSaid(t *testing.T) {
	t.Parallel()
	_, err := policy.ParseStakes([]byte("tiers: [5, 5, x, -1]\ntools: [{tool: 'a b', tier: 1}, {tool: c, tier: 9}, {tool: d, tier: 1, effect: burn}]\nsupervised_below: 10001"))
	for _, fault := range []string{"tiers[1]", "tiers[2]", "tiers[3]", "tools[0].tool", "tools[1].tier", "tools[2].effect", "supervised_below"} {
		if err == nil || !strings.Contains(err.Error(), fault) {
			t.Errorf("%s is missing from: %v", fault, err)
		}
	}
	for _, text := range []string{"tiers: 5", "typo: 1", "tools: [{tool: x, tier: 1}]", "[", strings.Repeat("- ", 3), "tiers: [1" + strings.Repeat(",2", 65) + "]"} {
		if _, err := policy.ParseStakes([]byte(text)); err == nil {
			t.Errorf("%q is a table", text)
		}
	}
}

func FuzzParseStakes(f *testing.F) {
	for _, text := range []string{"", "tiers: [1_0, 20]\ntools: [{tool: x, tier: 2, effect: write}]\nsupervised_below: 3000", "tiers: [5, 5]", "tools: [{tool: x, tier: 1}]", "{", "tiers: &a [*a]", "tiers: !0000\n0000000"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		table, err := policy.ParseStakes(text)
		if err != nil {
			return
		}
		for _, r := range table.Tools {
			if lacks := table.Lacking(r.Tool, r.Effect, new(big.Int)); lacks == nil || lacks.Need.Sign() <= 0 {
				t.Fatalf("%q: a rule that takes nothing: %+v", text, r)
			}
			if lacks := table.Lacking(r.Tool, r.Effect, table.Tiers[len(table.Tiers)-1]); lacks != nil {
				t.Fatalf("%q: the highest stake lacks %v", text, lacks)
			}
		}
	})
}
