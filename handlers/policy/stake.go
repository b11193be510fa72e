package policy

import (
	_ "embed"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/mergit-io/mergit/events"
)

// StakeTable says what an agent must have at stake before it may use a tool, and
// below which score it runs supervised. ParseStakes makes it.
type StakeTable struct {
	Tiers []*big.Int // least stake of each tier from the first on, in wei
	Tools []StakeRule
	// SupervisedBelow is the score below which an agent runs supervised.
	SupervisedBelow int64
}

// StakeRule is what a tool takes.
type StakeRule struct {
	Tool   string
	Effect string // "" fits every call
	Tier   int    // from 1
}

//go:embed stakes.yaml
var stakes []byte

// Stakes is the table that holds if the operator gave no other.
func Stakes() StakeTable {
	t, err := ParseStakes(stakes)
	if err != nil {
		panic(fmt.Sprintf("policy: stakes.yaml: %v: correct it", err))
	}
	return t
}

// stakeFile is a table as it is written.
type stakeFile struct {
	Tiers []string `yaml:"tiers"`
	Tools []struct {
		Tool   string `yaml:"tool"`
		Effect string `yaml:"effect"`
		Tier   int    `yaml:"tier"`
	} `yaml:"tools"`
	SupervisedBelow int64 `yaml:"supervised_below"`
}

// readStakes reads the YAML. The parser panics on some texts that are none.
func readStakes(text []byte) (file stakeFile, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("not valid YAML: %v", p)
		}
	}()
	err = yaml.UnmarshalWithOptions(text, &file, yaml.Strict())
	return file, err
}

// maxTiers is more than anybody tells apart.
const maxTiers = 64

// ParseStakes reads a table and finds everything wrong with it.
func ParseStakes(text []byte) (StakeTable, error) {
	file, err := readStakes(text)
	if err != nil {
		return StakeTable{}, fmt.Errorf("stakes: %w", err)
	}
	t := StakeTable{SupervisedBelow: file.SupervisedBelow}
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf("stakes: "+format, args...)) }
	if len(file.Tiers) > maxTiers {
		return t, fmt.Errorf("stakes: tiers: at most %d are told apart", maxTiers)
	}
	before := new(big.Int)
	for i, text := range file.Tiers {
		least, ok := wei(text)
		switch {
		case !ok:
			fault("tiers[%d]: %q is no number of wei", i, text)
			continue
		case least.Cmp(before) <= 0:
			fault("tiers[%d]: want more than %s: each tier takes more than the one before", i, before)
		}
		before = least
		t.Tiers = append(t.Tiers, least)
	}
	for i, r := range file.Tools {
		switch {
		case !events.IsToken(r.Tool):
			fault("tools[%d].tool: %q is no name of a tool", i, r.Tool)
		case r.Tier < 1 || r.Tier > len(file.Tiers):
			fault("tools[%d].tier: want 1 to %d, not %d", i, len(file.Tiers), r.Tier)
		case r.Effect != "" && r.Effect != "read" && r.Effect != "idempotent" && r.Effect != "write":
			fault("tools[%d].effect: want read, idempotent or write, not %q", i, r.Effect)
		}
		t.Tools = append(t.Tools, StakeRule(r))
	}
	if t.SupervisedBelow < 0 || t.SupervisedBelow > events.MaxScore {
		fault("supervised_below: want 0 to %d, not %d", events.MaxScore, t.SupervisedBelow)
	}
	return t, errors.Join(faults...)
}

// wei reads decimal digits, among which _ may stand.
func wei(text string) (*big.Int, bool) {
	digits := strings.ReplaceAll(text, "_", "")
	if digits == "" || len(digits) > 78 || strings.Trim(digits, "0123456789") != "" {
		return nil, false
	}
	return new(big.Int).SetString(digits, 10)
}

// StakeTooLow says what an agent lacks to use a tool.
type StakeTooLow struct {
	Tool         string
	Tier         int
	Need, Bonded *big.Int // in wei
}

func (e *StakeTooLow) Error() string {
	lacks := new(big.Int).Sub(e.Need, e.Bonded)
	return fmt.Sprintf("%s takes stake of tier %d, %s wei bonded, and the agent has %s: deposit at least %s wei more", e.Tool, e.Tier, e.Need, e.Bonded, lacks)
}

// Refused is the error's stable code.
func (e *StakeTooLow) Refused() string { return "STAKE_TOO_LOW" }

// Lacking tells what stake a call lacks; nil if it lacks none.
func (t StakeTable) Lacking(tool, effect string, bonded *big.Int) *StakeTooLow {
	tier := 0
	for _, r := range t.Tools {
		if r.Tool == tool && (r.Effect == "" || r.Effect == effect) {
			tier = max(tier, r.Tier)
		}
	}
	if tier == 0 || bonded.Cmp(t.Tiers[tier-1]) >= 0 {
		return nil
	}
	return &StakeTooLow{Tool: tool, Tier: tier, Need: t.Tiers[tier-1], Bonded: bonded}
}

// Check is Lacking as an error; nil if the call lacks nothing.
func (t StakeTable) Check(tool, effect string, bonded *big.Int) error {
	if lacks := t.Lacking(tool, effect, bonded); lacks != nil {
		return lacks
	}
	return nil
}

// Tier is the highest tier that bonded stake reaches.
func (t StakeTable) Tier(bonded *big.Int) int {
	tier := 0
	for tier < len(t.Tiers) && bonded.Cmp(t.Tiers[tier]) >= 0 {
		tier++
	}
	return tier
}

// Supervised reports whether an agent of a score has to ask. Who has none yet
// has not disappointed anybody.
func (t StakeTable) Supervised(score int64, scored bool) bool {
	return scored && score < t.SupervisedBelow
}
