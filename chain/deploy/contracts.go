package deploy

import (
	"math/big"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/params"

	"github.com/mergit-io/mergit/contracts/bindings"
)

// Name is that of a contract in contracts/src.
type Name string

// The contracts.
const (
	AgentPassport      Name = "AgentPassport"
	ProofOfWork        Name = "ProofOfWork"
	ReputationRegistry Name = "ReputationRegistry"
	AuditTrail         Name = "AuditTrail"
	Badges             Name = "Badges"
	StakeRegistry      Name = "StakeRegistry"
	ChallengeManager   Name = "ChallengeManager"
	TaskEscrow         Name = "TaskEscrow"
)

// Names are all contracts, each after those it needs.
var Names = []Name{ProofOfWork, AgentPassport, ReputationRegistry, AuditTrail, Badges, StakeRegistry, ChallengeManager, TaskEscrow}

// Terms are what the economy's contracts are deployed with. They cannot be changed afterwards, but for tiers and bond.
type Terms struct {
	// AdminDelay is how long the hand-over of an admin's role takes at least, where money or identity moves.
	AdminDelay time.Duration
	// Unbonding is how long stake waits before it may be withdrawn.
	Unbonding time.Duration
	// Tiers are the least stakes of each tier, in wei, ascending.
	Tiers []*big.Int
	// Bond is what a challenger puts up, in wei.
	Bond *big.Int
	// Timeout is how long a challenge waits for its judgement.
	Timeout time.Duration
	// RewardBps is the challenger's part of a penalty, in hundredths of a per cent.
	RewardBps uint16
	// Window is how long a proven task may be challenged before its escrow is released.
	Window time.Duration
}

// PublicTerms are for chains where money is at stake.
func PublicTerms() Terms {
	return Terms{
		AdminDelay: 48 * time.Hour, Unbonding: 7 * 24 * time.Hour, Tiers: coins(1, 10, 100), Bond: milli(100),
		Timeout: 3 * 24 * time.Hour, RewardBps: 4000, Window: 24 * time.Hour,
	}
}

// DevTerms are for chains where nobody wants to wait.
func DevTerms() Terms {
	t := PublicTerms()
	t.AdminDelay, t.Unbonding, t.Timeout, t.Window = 0, 20*time.Second, 30*time.Second, 10*time.Second
	return t
}

func milli(n int64) *big.Int { return new(big.Int).Mul(big.NewInt(n), big.NewInt(params.Ether/1000)) }

func coins(ns ...int64) (amounts []*big.Int) {
	for _, n := range ns {
		amounts = append(amounts, milli(1000*n))
	}
	return amounts
}

func seconds(d time.Duration) *big.Int { return big.NewInt(int64(d / time.Second)) }

// contract is how one is made.
type contract struct {
	// needs are the contracts whose addresses it is given for good: it is of no use with others. knows are the functions
	// that tell them, in the same order; each answers with an address, or a struct that begins with one.
	needs []Name
	knows []string
	// slow says that the admin is handed over in two steps (AccessControlDefaultAdminRules).
	slow bool
	// roles are what its constructor grants, and grants what is granted afterwards.
	roles, grants []grant
	code          func(who Roles, deployer common.Address, at *Addresses, t Terms) []byte
}

// grant is a role and who has it.
type grant struct {
	role string // as in the contract: MINTER_ROLE
	to   Role   // if an account has it
	at   Name   // if a contract has it
}

func create(meta string, constructor []byte) []byte {
	return append(common.FromHex(meta), constructor...)
}

// contracts is the one place where a new contract is added.
var contracts = map[Name]contract{
	ProofOfWork: {
		roles: []grant{{role: "RECORDER_ROLE", to: Recorder}},
		code: func(who Roles, deployer common.Address, _ *Addresses, _ Terms) []byte {
			return create(bindings.ProofOfWorkMetaData.Bin, bindings.NewProofOfWork().PackConstructor(deployer, who.Recorder))
		},
	},
	AgentPassport: {
		slow:  true,
		roles: []grant{{role: "MINTER_ROLE", to: Minter}, {role: "STATS_ROLE", to: Oracle}, {role: "REVOKER_ROLE", to: Admin}},
		code: func(who Roles, deployer common.Address, _ *Addresses, t Terms) []byte {
			return create(bindings.AgentPassportMetaData.Bin, bindings.NewAgentPassport().PackConstructor(
				deployer, seconds(t.AdminDelay), who.Minter, who.Oracle, who.Admin))
		},
	},
	ReputationRegistry: {
		needs: []Name{AgentPassport}, knows: []string{"getIdentityRegistry()"},
		roles: []grant{{role: "ORACLE_ROLE", to: Oracle}},
		code: func(who Roles, deployer common.Address, at *Addresses, _ Terms) []byte {
			return create(bindings.ReputationRegistryMetaData.Bin, bindings.NewReputationRegistry().PackConstructor(
				deployer, who.Oracle, at.AgentPassport.Address))
		},
	},
	AuditTrail: {
		roles: []grant{{role: "WRITER_ROLE", to: Auditor}},
		code: func(who Roles, deployer common.Address, _ *Addresses, _ Terms) []byte {
			return create(bindings.AuditTrailMetaData.Bin, bindings.NewAuditTrail().PackConstructor(deployer, who.Auditor))
		},
	},
	Badges: {
		roles: []grant{{role: "ISSUER_ROLE", to: Oracle}},
		code: func(who Roles, deployer common.Address, _ *Addresses, _ Terms) []byte {
			return create(bindings.BadgesMetaData.Bin, bindings.NewBadges().PackConstructor(deployer, who.Oracle))
		},
	},
	StakeRegistry: {
		slow:   true,
		roles:  []grant{{role: "PAUSER_ROLE", to: Admin}},
		grants: []grant{{role: "SLASHER_ROLE", at: ChallengeManager}},
		code: func(who Roles, deployer common.Address, _ *Addresses, t Terms) []byte {
			return create(bindings.StakeRegistryMetaData.Bin, bindings.NewStakeRegistry().PackConstructor(
				deployer, seconds(t.AdminDelay), who.Admin, seconds(t.Unbonding), t.Tiers))
		},
	},
	ChallengeManager: {
		needs: []Name{StakeRegistry}, knows: []string{"settings()"}, slow: true,
		roles: []grant{{role: "PAUSER_ROLE", to: Admin}, {role: "RESOLVER_ROLE", to: Admin}},
		code: func(who Roles, deployer common.Address, at *Addresses, t Terms) []byte {
			return create(bindings.ChallengeManagerMetaData.Bin, bindings.NewChallengeManager().PackConstructor(
				deployer, seconds(t.AdminDelay), who.Admin, who.Admin, bindings.IChallengeManagerSettings{
					Stakes: at.StakeRegistry.Address, Treasury: who.Admin, Bond: t.Bond, Timeout: seconds(t.Timeout), RewardBps: t.RewardBps,
				}))
		},
	},
	TaskEscrow: {
		needs: []Name{ProofOfWork, ChallengeManager}, knows: []string{"proofs()", "challenges()"}, slow: true,
		roles: []grant{{role: "PAUSER_ROLE", to: Admin}},
		code: func(who Roles, deployer common.Address, at *Addresses, t Terms) []byte {
			return create(bindings.TaskEscrowMetaData.Bin, bindings.NewTaskEscrow().PackConstructor(
				deployer, seconds(t.AdminDelay), who.Admin, at.ProofOfWork.Address, at.ChallengeManager.Address, uint64(t.Window/time.Second)))
		},
	},
}

// withNeeded adds what contracts need, and puts all in the order of Names.
func withNeeded(wanted []Name) []Name {
	all := slices.Clone(wanted)
	for i := 0; i < len(all); i++ {
		all = append(all, contracts[all[i]].needs...)
	}
	return slices.DeleteFunc(slices.Clone(Names), func(name Name) bool { return !slices.Contains(all, name) })
}

// withDependent adds what was made with the addresses of contracts, in the order of Names.
func withDependent(gone []Name) []Name {
	return slices.DeleteFunc(slices.Clone(Names), func(name Name) bool { return !dependsOn(name, gone) })
}

// dependsOn reports whether a contract is one of others or was made with the address of one.
func dependsOn(name Name, others []Name) bool {
	return slices.Contains(others, name) || slices.ContainsFunc(contracts[name].needs, func(n Name) bool { return dependsOn(n, others) })
}
