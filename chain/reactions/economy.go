package reactions

import (
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// staked are the arguments of the events of StakeRegistry that are about an agent. Each event has some of them.
type staked struct {
	Agent       string `json:"agent"`
	Amount      string `json:"amount"`
	From        string `json:"from"`        // who deposited
	Beneficiary string `json:"beneficiary"` // to whom slashed stake is due
	ReleaseAt   int64  `json:"releaseAt"`   // in seconds since 1970
	Holds       int    `json:"holds"`
}

// changes is the reaction to an event that changes an agent's stake. Its sums are undone when a reorg takes it back.
func changes(event, change string) Reaction {
	return On("StakeRegistry", event, Rule[staked]{
		About: func(a staked, _ Log) Key { return Address(a.Agent) },
		Do: func(a staked, l Log, agent commands.AgentRef) commands.Named {
			see := commands.SeeStake{AgentRef: agent, Change: change, Amount: a.Amount, Account: a.From + a.Beneficiary, Holds: a.Holds, At: l.At}
			if a.ReleaseAt != 0 {
				see.ReleaseAt = new(time.Unix(a.ReleaseAt, 0).UTC())
			}
			return see
		},
		Undo: func(_ staked, l Log, agent commands.AgentRef) commands.Named {
			return commands.UnseeStake{AgentRef: agent, At: l.At}
		},
	})
}

// challenged are the arguments of ChallengeOpened.
type challenged struct {
	ID         string  `json:"id"`
	Agent      string  `json:"agent"`
	Goal       Bytes32 `json:"goal"`
	Task       Bytes32 `json:"task"`
	Challenger string  `json:"challenger"`
	Bond       string  `json:"bond"`
	Evidence   Bytes32 `json:"evidence"`
}

// judged are those of the events that follow it. Each has some of them.
type judged struct {
	ID      string  `json:"id"`
	Answer  Bytes32 `json:"answer"`
	Upheld  bool    `json:"upheld"`
	Penalty string  `json:"penalty"`
	Reward  string  `json:"reward"`
}

func (j judged) about(l Log) Key { return Numbered("challenge", l.At, j.ID) }

// funded are the arguments of EscrowFunded.
type funded struct {
	ID       string  `json:"id"`
	Payer    string  `json:"payer"`
	Payee    string  `json:"payee"`
	Goal     Bytes32 `json:"goal"`
	Task     Bytes32 `json:"task"`
	Deadline Size    `json:"deadline"`
	Amount   string  `json:"amount"`
}

// paid are those of the events that follow it. Each has some of them.
type paid struct {
	ID           string  `json:"id"`
	Result       Bytes32 `json:"result"`
	ReleasableAt Size    `json:"releasableAt"`
	Amount       string  `json:"amount"`
}

func (p paid) about(l Log) Key { return Numbered("escrow", l.At, p.ID) }

// lastMoment is the end of what a time in the log can be, 9999-12-31. A contract takes a deadline beyond it, which then is
// no deadline.
const lastMoment = 253402300799

// Time is the argument as a time: seconds since 1970.
func (s Size) Time() time.Time { return time.Unix(int64(min(s, lastMoment)), 0).UTC() }

// economy is what follows from the events of the contracts that hold money. What becomes of a challenge or an escrow goes one
// way, and a transaction that a reorg took back is usually included again: then nothing new is seen. So nothing is undone
// but sums.
var economy = []Reaction{
	changes("StakeDeposited", events.StakeDeposited),
	changes("StakeUnbonded", events.StakeUnbonded),
	changes("StakeReleased", events.StakeReleased),
	changes("StakeSlashed", events.StakeSlashed),
	changes("StakeHeld", events.StakeHeld),
	On("ChallengeManager", "ChallengeOpened", Rule[challenged]{
		About:  func(a challenged, _ Log) Key { return Address(a.Agent) },
		Learns: func(a challenged, l Log) []Key { return []Key{Numbered("challenge", l.At, a.ID)} },
		Do: func(a challenged, l Log, agent commands.AgentRef) commands.Named {
			return commands.SeeChallenge{AgentRef: agent, Challenge: events.ChallengeOpened{
				Challenge: a.ID, Goal: a.Goal.Digest(), Task: a.Task.Digest(), Challenger: a.Challenger, Bond: a.Bond,
				Evidence: a.Evidence.Digest(), At: l.At,
			}}
		},
	}),
	On("ChallengeManager", "ChallengeAnswered", Rule[judged]{
		About: judged.about,
		Do: func(a judged, l Log, agent commands.AgentRef) commands.Named {
			return commands.SeeAnswer{AgentRef: agent, Answer: events.ChallengeAnswered{Challenge: a.ID, Answer: a.Answer.Digest(), At: l.At}}
		},
	}),
	On("ChallengeManager", "ChallengeResolved", Rule[judged]{
		About: judged.about,
		Do: func(a judged, l Log, agent commands.AgentRef) commands.Named {
			end := events.ChallengeResolved{Challenge: a.ID, Outcome: events.ChallengeRejected, At: l.At}
			if a.Upheld {
				end.Outcome, end.Penalty, end.Reward = events.ChallengeUpheld, a.Penalty, a.Reward
			}
			return commands.SeeJudgement{AgentRef: agent, Resolved: end}
		},
	}),
	On("ChallengeManager", "ChallengeExpired", Rule[judged]{
		About: judged.about,
		Do: func(a judged, l Log, agent commands.AgentRef) commands.Named {
			return commands.SeeJudgement{AgentRef: agent, Resolved: events.ChallengeResolved{Challenge: a.ID, Outcome: events.ChallengeExpired, At: l.At}}
		},
	}),
	On("TaskEscrow", "EscrowFunded", Rule[funded]{
		About:  func(a funded, _ Log) Key { return Address(a.Payee) },
		Learns: func(a funded, l Log) []Key { return []Key{Numbered("escrow", l.At, a.ID)} },
		Do: func(a funded, l Log, agent commands.AgentRef) commands.Named {
			return commands.SeeEscrow{AgentRef: agent, Escrow: events.EscrowFunded{
				Escrow: a.ID, Goal: a.Goal.Digest(), Task: a.Task.Digest(), Payer: a.Payer, Payee: a.Payee, Deadline: a.Deadline.Time(),
				Amount: a.Amount, At: l.At,
			}}
		},
	}),
	On("TaskEscrow", "EscrowProven", Rule[paid]{
		About: paid.about,
		Do: func(a paid, l Log, agent commands.AgentRef) commands.Named {
			return commands.SeeEscrowProof{AgentRef: agent, Proven: events.EscrowProven{
				Escrow: a.ID, Result: a.Result.Digest(), ReleasableAt: a.ReleasableAt.Time(), At: l.At,
			}}
		},
	}),
	On("TaskEscrow", "EscrowReleased", Rule[paid]{
		About: paid.about,
		Do: func(a paid, l Log, agent commands.AgentRef) commands.Named {
			return commands.SeeRelease{AgentRef: agent, Released: events.EscrowReleased{Escrow: a.ID, Amount: a.Amount, At: l.At}}
		},
	}),
	On("TaskEscrow", "EscrowRefunded", Rule[paid]{
		About: paid.about,
		Do: func(a paid, l Log, agent commands.AgentRef) commands.Named {
			return commands.SeeRefund{AgentRef: agent, Refunded: events.EscrowRefunded{Escrow: a.ID, Amount: a.Amount, At: l.At}}
		},
	}),
}
