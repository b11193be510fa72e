package projections

import (
	"time"

	"github.com/mergit-io/mergit/events"
)

// Economy is the projection of what agents have at stake, are accused of and are paid.
var Economy = Define("economy", 1, []string{events.FamilyAgent},
	OfAggregate([]TableOf[Account]{stakeTable, challengeTable, escrowTable},
		On(stakeChanged),
		On(challengeOpened),
		On(challengeAnswered),
		On(challengeResolved),
		On(escrowFunded),
		On(escrowProven),
		On(escrowReleased),
		On(escrowRefunded),
		Skip[events.AgentRegistered](),
		Skip[events.PassportMinted](),
		Skip[events.AgentCapabilitiesChanged](),
		Skip[events.AgentRevoked](),
		Skip[events.AgentDeactivated](),
		Skip[events.AgentActivated](),
		Skip[events.ReputationUpdated](),
		Skip[events.ReputationAnchored](),
		Skip[events.BadgeIssued](),
	),
)

var stakeTable = &table[Account, *StakeRow]{
	name: "stakes", keys: 1,
	indexes: []string{"(workspace, revision)"},
	rows:    func(a *Account) *Rows[*StakeRow] { return &a.Stakes },
	empty:   func() *StakeRow { return new(StakeRow) },
	columns: []Column[*StakeRow]{
		Text("agent", func(r *StakeRow) *string { return &r.Agent }),
		Fixed(Text("workspace", func(r *StakeRow) *string { return &r.Workspace })),
		Text("bonded", func(r *StakeRow) *string { return &r.Bonded }),
		Text("unbonding", func(r *StakeRow) *string { return &r.Unbonding }),
		MaybeTime("release_at", func(r *StakeRow) **time.Time { return &r.ReleaseAt }),
		Number("holds", func(r *StakeRow) *int64 { return &r.Holds }),
		Number("chain", func(r *StakeRow) *int64 { return &r.Chain }),
		Text("contract", func(r *StakeRow) *string { return &r.Contract }),
		Number("block", func(r *StakeRow) *int64 { return &r.Block }),
		Text("tx", func(r *StakeRow) *string { return &r.Tx }),
		Time("updated", func(r *StakeRow) *time.Time { return &r.Updated }),
		Number("revision", func(r *StakeRow) *int64 { return &r.Revision }),
	},
}

var challengeTable = &table[Account, *ChallengeRow]{
	name: "challenges", keys: 3,
	indexes: []string{"(workspace, opened)", "(status, opened)", "(goal_hash, task_hash)", "(number)"},
	rows:    func(a *Account) *Rows[*ChallengeRow] { return &a.Challenges },
	empty:   func() *ChallengeRow { return new(ChallengeRow) },
	columns: []Column[*ChallengeRow]{
		Text("agent", func(r *ChallengeRow) *string { return &r.Agent }),
		Text("contract", func(r *ChallengeRow) *string { return &r.Contract }),
		Text("number", func(r *ChallengeRow) *string { return &r.Number }),
		Fixed(Text("workspace", func(r *ChallengeRow) *string { return &r.Workspace })),
		Fixed(Text("goal_hash", func(r *ChallengeRow) *string { return &r.Goal })),
		Fixed(Text("task_hash", func(r *ChallengeRow) *string { return &r.Task })),
		Fixed(Text("challenger", func(r *ChallengeRow) *string { return &r.Challenger })),
		Fixed(Text("bond", func(r *ChallengeRow) *string { return &r.Bond })),
		Fixed(Text("evidence", func(r *ChallengeRow) *string { return &r.Evidence })),
		Text("answer", func(r *ChallengeRow) *string { return &r.Answer }),
		Text("status", func(r *ChallengeRow) *string { return &r.Status }),
		Text("penalty", func(r *ChallengeRow) *string { return &r.Penalty }),
		Text("reward", func(r *ChallengeRow) *string { return &r.Reward }),
		Fixed(Text("tx", func(r *ChallengeRow) *string { return &r.Tx })),
		Fixed(Number("block", func(r *ChallengeRow) *int64 { return &r.Block })),
		Fixed(Time("created", func(r *ChallengeRow) *time.Time { return &r.Created })),
		MaybeTime("ended", func(r *ChallengeRow) **time.Time { return &r.Ended }),
		Fixed(Number("opened", func(r *ChallengeRow) *int64 { return &r.Opened })),
		Number("revision", func(r *ChallengeRow) *int64 { return &r.Revision }),
	},
}

var escrowTable = &table[Account, *EscrowRow]{
	name: "escrows", keys: 3,
	indexes: []string{"(workspace, funded)", "(status, funded)", "(goal_hash, task_hash)", "(id)", "(payer)"},
	rows:    func(a *Account) *Rows[*EscrowRow] { return &a.Escrows },
	empty:   func() *EscrowRow { return new(EscrowRow) },
	columns: []Column[*EscrowRow]{
		Text("agent", func(r *EscrowRow) *string { return &r.Agent }),
		Text("contract", func(r *EscrowRow) *string { return &r.Contract }),
		Text("id", func(r *EscrowRow) *string { return &r.ID }),
		Fixed(Text("workspace", func(r *EscrowRow) *string { return &r.Workspace })),
		Fixed(Text("goal_hash", func(r *EscrowRow) *string { return &r.Goal })),
		Fixed(Text("task_hash", func(r *EscrowRow) *string { return &r.Task })),
		Fixed(Text("payer", func(r *EscrowRow) *string { return &r.Payer })),
		Fixed(Text("payee", func(r *EscrowRow) *string { return &r.Payee })),
		Fixed(Time("deadline", func(r *EscrowRow) *time.Time { return &r.Deadline })),
		Fixed(Text("amount", func(r *EscrowRow) *string { return &r.Amount })),
		Text("status", func(r *EscrowRow) *string { return &r.Status }),
		Text("result_hash", func(r *EscrowRow) *string { return &r.Result }),
		MaybeTime("releasable_at", func(r *EscrowRow) **time.Time { return &r.ReleasableAt }),
		Fixed(Text("tx", func(r *EscrowRow) *string { return &r.Tx })),
		Fixed(Number("block", func(r *EscrowRow) *int64 { return &r.Block })),
		Fixed(Time("created", func(r *EscrowRow) *time.Time { return &r.Created })),
		MaybeTime("ended", func(r *EscrowRow) **time.Time { return &r.Ended }),
		Fixed(Number("funded", func(r *EscrowRow) *int64 { return &r.Funded })),
		Number("revision", func(r *EscrowRow) *int64 { return &r.Revision }),
	},
}
