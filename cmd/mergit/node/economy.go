package node

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/economy"
	"github.com/mergit-io/mergit/chain/profile"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/gateway/api"
	"github.com/mergit-io/mergit/gateway/reads"
	"github.com/mergit-io/mergit/gateway/wire"
	"github.com/mergit-io/mergit/handlers/policy"
	"github.com/mergit-io/mergit/projections/views"
)

// stakes are what tools take: the operator's table, or that of this binary.
func (c Config) stakes() (policy.StakeTable, error) {
	if c.Stakes == "" {
		return policy.Stakes(), nil
	}
	text, err := os.ReadFile(c.Stakes)
	if err != nil {
		return policy.StakeTable{}, fmt.Errorf("--stakes: %w", err)
	}
	table, err := policy.ParseStakes(text)
	if err != nil {
		return table, fmt.Errorf("--stakes %s: %w", c.Stakes, err)
	}
	return table, nil
}

// economy is what the routes of the economy stand on; nothing without a chain.
func (n *node) economy(see views.Config) api.EconomyConfig {
	if n.infra.rpc == "" {
		return api.EconomyConfig{}
	}
	table, _ := n.c.stakes() // was checked
	return api.EconomyConfig{Economy: &economics{node: n, table: table}, Accounts: reads.NewAccounts(views.New(n.pool, see)), Evidence: n.blobs}
}

// economics is an api.Economy over a chain, which may be away.
type economics struct {
	node  *node
	table policy.StakeTable

	mu    sync.Mutex
	chain *txmgr.Node
	at    economy.Contracts
	prof  profile.Profile
}

var _ api.Economy = (*economics)(nil)

// reader asks the contracts. Where they are is looked up until it is known: they may be on their way to the chain.
func (e *economics) reader(ctx context.Context) (economy.Reader, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.chain == nil {
		chain, err := txmgr.Dial(ctx, e.node.infra.rpc)
		if err != nil {
			return economy.Reader{}, err
		}
		e.chain = &chain
	}
	if e.at.Ready() != nil {
		prof, err := profile.Of(ctx, e.chain)
		if err != nil {
			return economy.Reader{}, err
		}
		at, err := deploy.Read(e.node.deployments(), prof.ChainID)
		if errors.Is(err, fs.ErrNotExist) {
			return economy.Reader{}, api.ErrNoContracts
		}
		if err != nil {
			return economy.Reader{}, err
		}
		contracts := economy.Contracts{ChainID: at.ChainID, Proofs: at.ProofOfWork.Address, Stakes: at.StakeRegistry.Address,
			Challenges: at.ChallengeManager.Address, Escrows: at.TaskEscrow.Address, Audit: at.AuditTrail.Address, Coin: prof.Coin}
		if contracts.Ready() != nil {
			return economy.Reader{}, api.ErrNoContracts
		}
		e.at, e.prof = contracts, prof
	}
	return economy.Reader{Chain: e.chain, At: e.at}, nil
}

// Terms implements api.Economy.
func (e *economics) Terms(ctx context.Context) (wire.Economy, error) {
	r, err := e.reader(ctx)
	if err != nil {
		return wire.Economy{}, err
	}
	tiers, err := r.Tiers(ctx)
	if err != nil {
		return wire.Economy{}, err
	}
	terms, err := r.ChallengeTerms(ctx)
	if err != nil {
		return wire.Economy{}, err
	}
	window, err := r.Window(ctx)
	if err != nil {
		return wire.Economy{}, err
	}
	unbonding, err := r.UnbondingDelay(ctx)
	if err != nil {
		return wire.Economy{}, err
	}
	out := wire.Economy{
		Chain: r.At.ChainID, Coin: e.prof.Coin, Stakes: r.At.Stakes.Hex(), Challenges: r.At.Challenges.Hex(), Escrows: r.At.Escrows.Hex(),
		Proofs: r.At.Proofs.Hex(), Tiers: []string{}, Unbonding: int64(unbonding / time.Second), Bond: terms.Bond.String(),
		Timeout: int64(terms.Timeout / time.Second), RewardBps: int64(terms.RewardBps), Window: int64(window / time.Second),
		Requirements: []wire.StakeLimit{}, Supervised: e.table.SupervisedBelow,
	}
	if r.At.Audit != (common.Address{}) {
		out.Audit = r.At.Audit.Hex()
	}
	for _, least := range tiers {
		out.Tiers = append(out.Tiers, least.String())
	}
	for _, rule := range e.table.Tools {
		out.Requirements = append(out.Requirements, wire.StakeLimit{Tool: rule.Tool, Effect: rule.Effect, Tier: int64(rule.Tier),
			Minimum: e.table.Tiers[rule.Tier-1].String()})
	}
	return out, nil
}

// Tier implements api.Economy.
func (e *economics) Tier(bonded string) int64 {
	amount, ok := new(big.Int).SetString(bonded, 10)
	if !ok {
		return 0
	}
	return int64(e.table.Tier(amount))
}

// Contract implements api.Economy.
func (e *economics) Contract(ctx context.Context, list string) (string, error) {
	r, err := e.reader(ctx)
	if err != nil {
		return "", err
	}
	at := map[string]common.Address{"challenges": r.At.Challenges, "escrows": r.At.Escrows}[list]
	return fmt.Sprintf("%d-%s", r.At.ChainID, strings.ToLower(at.Hex())), nil
}

// Evidence implements api.Economy.
func (e *economics) Evidence(document []byte) ([]byte, error) {
	_, canonical, err := economy.ParseEvidence(document)
	return canonical, err
}

// CheckEvidence implements api.Economy.
func (e *economics) CheckEvidence(ctx context.Context, document []byte) (wire.Finding, error) {
	said, _, err := economy.ParseEvidence(document)
	if err != nil {
		return wire.Finding{}, err
	}
	r, err := e.reader(ctx)
	if err != nil {
		return wire.Finding{}, err
	}
	r.Final = true
	found, err := r.Check(ctx, said)
	return wire.Finding(found), err
}
