package wire

import (
	"encoding/json"
	"time"
)

// Economy is what holds for stake, challenges and escrow on the chain. Amounts
// are in wei, as decimal numbers.
type Economy struct {
	Chain        uint64       `json:"chain" doc:"chain ID"`
	Coin         string       `json:"coin" doc:"what 10^18 wei are called"`
	Stakes       string       `json:"stake_registry" doc:"address of the contract"`
	Challenges   string       `json:"challenge_manager" doc:"address of the contract"`
	Escrows      string       `json:"task_escrow" doc:"address of the contract"`
	Proofs       string       `json:"proof_of_work" doc:"address of the contract"`
	Audit        string       `json:"audit_trail,omitempty" doc:"address of the contract"`
	Tiers        []string     `json:"tiers" doc:"least stake of each tier from the first on, as the contract has it"`
	Unbonding    int64        `json:"unbonding_s" doc:"how long unbonded stake waits, in seconds"`
	Bond         string       `json:"bond" doc:"least bond of a challenge"`
	Timeout      int64        `json:"challenge_timeout_s" doc:"how long a challenge waits for its judgement, in seconds"`
	RewardBps    int64        `json:"reward_bps" doc:"the challenger's part of a penalty, in hundredths of a per cent"`
	Window       int64        `json:"challenge_window_s" doc:"how long a proven task can be challenged before its money is released, in seconds"`
	Requirements []StakeLimit `json:"requirements" doc:"which tools take stake"`
	Supervised   int64        `json:"supervised_below" doc:"agents whose score is lower run supervised; 0 to 10000"`
}

// StakeLimit is what a tool takes of the agent that uses it.
type StakeLimit struct {
	Tool    string `json:"tool"`
	Effect  string `json:"effect,omitempty" doc:"only calls that do this" enum:"read,idempotent,write"`
	Tier    int64  `json:"tier"`
	Minimum string `json:"minimum" doc:"least bonded stake, in wei"`
}

// Stake is what an agent has at stake, as it was seen on the chain.
type Stake struct {
	Agent     string     `json:"agent"`
	Bonded    string     `json:"bonded" doc:"in wei; counts for the tier"`
	Tier      int64      `json:"tier" doc:"the highest that is reached"`
	Unbonding string     `json:"unbonding" doc:"in wei; on its way out"`
	ReleaseAt *time.Time `json:"release_at,omitempty" doc:"when that can be fetched"`
	Holds     int64      `json:"holds" doc:"open challenges that keep all of it there"`
	Chain     uint64     `json:"chain"`
	Contract  string     `json:"contract"`
	Block     uint64     `json:"block" doc:"of the last change"`
	Tx        string     `json:"tx" doc:"of the last change"`
	Updated   time.Time  `json:"updated_at"`
	Revision  uint64     `json:"revision"`
}

// TaskRef is a task as a chain knows it: by hashes, and by names where they are
// known.
type TaskRef struct {
	Goal     string `json:"goal,omitempty" doc:"ID; known once the goal has a proof"`
	Task     string `json:"task,omitempty" doc:"ID; known once the task is proven"`
	GoalHash string `json:"goal_hash" doc:"SHA-256 of the goal's ID"`
	TaskHash string `json:"task_hash" doc:"SHA-256 of the task's ID"`
}

// Challenge is a challenge of an agent's work, as it was seen on the chain.
type Challenge struct {
	Number   string `json:"challenge" doc:"in its contract"`
	Contract string `json:"contract" doc:"chain ID and address"`
	Agent    string `json:"agent"`
	TaskRef
	Challenger string     `json:"challenger"`
	Bond       string     `json:"bond" doc:"in wei"`
	Evidence   string     `json:"evidence" doc:"SHA-256 of the document; see GET /evidence/{id}"`
	Answer     string     `json:"answer,omitempty" doc:"SHA-256 of the agent's document"`
	Status     string     `json:"status" enum:"open,upheld,rejected,expired"`
	Penalty    string     `json:"penalty,omitempty" doc:"in wei"`
	Reward     string     `json:"reward,omitempty" doc:"the challenger's part of the penalty, in wei"`
	Tx         string     `json:"tx" doc:"that opened it"`
	Block      uint64     `json:"block" doc:"that opened it"`
	Created    time.Time  `json:"created_at"`
	Ended      *time.Time `json:"ended_at,omitempty"`
	Opened     uint64     `json:"opened_revision"`
	Revision   uint64     `json:"revision"`
}

// Escrow is money put aside for one task of an agent, as it was seen on the
// chain.
type Escrow struct {
	ID       string `json:"escrow" doc:"Keccak-256 of goal, task, payer, payee and deadline"`
	Contract string `json:"contract" doc:"chain ID and address"`
	Agent    string `json:"agent"`
	TaskRef
	Payer        string     `json:"payer"`
	Payee        string     `json:"payee" doc:"the agent's address"`
	Deadline     time.Time  `json:"deadline" doc:"until when the task must be proven"`
	Amount       string     `json:"amount" doc:"in wei"`
	Status       string     `json:"status" enum:"funded,proven,released,refunded"`
	ResultHash   string     `json:"result_hash,omitempty" doc:"in the leaf that proved it"`
	ReleasableAt *time.Time `json:"releasable_at,omitempty" doc:"from when the money can be released"`
	Tx           string     `json:"tx" doc:"that funded it"`
	Block        uint64     `json:"block" doc:"that funded it"`
	Created      time.Time  `json:"created_at"`
	Ended        *time.Time `json:"ended_at,omitempty"`
	Funded       uint64     `json:"funded_revision"`
	Revision     uint64     `json:"revision"`
}

// StakeList is one page of stakes, the last changed first.
type StakeList struct {
	Stakes []Stake `json:"stakes"`
	Next   string  `json:"next_cursor,omitempty" doc:"absent on the last page"`
}

// ChallengeList is one page of challenges, newest first.
type ChallengeList struct {
	Challenges []Challenge `json:"challenges"`
	Next       string      `json:"next_cursor,omitempty" doc:"absent on the last page"`
}

// EscrowList is one page of escrows, newest first.
type EscrowList struct {
	Escrows []Escrow `json:"escrows"`
	Next    string   `json:"next_cursor,omitempty" doc:"absent on the last page"`
}

// StakeCall is the body of POST /stakes/calls.
type StakeCall struct {
	Action string `json:"action" doc:"deposit, unbond or withdraw"`
	Agent  string `json:"agent,omitempty" doc:"of deposit: whose stake it will be"`
	Amount string `json:"amount,omitempty" doc:"of deposit and unbond: wei, or with a unit: 0.5ether, 1 MON"`
	To     string `json:"to,omitempty" doc:"of withdraw: where the money goes"`
}

// ChallengeCall is the body of POST /challenges/calls.
type ChallengeCall struct {
	Action    string `json:"action" doc:"open, answer, resolve, expire or withdraw"`
	Challenge string `json:"challenge,omitempty" doc:"number; not of open and withdraw"`
	Evidence  string `json:"evidence,omitempty" doc:"of open and answer: hash of a document that was stored with POST /evidence"`
	Bond      string `json:"bond,omitempty" doc:"of open; default the least there is"`
	Upheld    bool   `json:"upheld,omitempty" doc:"of resolve: the agent cheated"`
	Penalty   string `json:"penalty,omitempty" doc:"of resolve, if upheld: what the agent loses"`
	To        string `json:"to,omitempty" doc:"of withdraw: where the money goes"`
}

// EscrowCall is the body of POST /escrows/calls.
type EscrowCall struct {
	Action   string `json:"action" doc:"fund, prove, release, refund or withdraw"`
	Escrow   string `json:"escrow,omitempty" doc:"ID; not of fund and withdraw"`
	Goal     string `json:"goal,omitempty" doc:"of fund: ID"`
	Task     string `json:"task,omitempty" doc:"of fund: ID"`
	Agent    string `json:"agent,omitempty" doc:"of fund: who is paid"`
	Payer    string `json:"payer,omitempty" doc:"of fund: the address that will sign"`
	Amount   string `json:"amount,omitempty" doc:"of fund: wei, or with a unit: 0.5ether, 1 MON"`
	Deadline string `json:"deadline,omitempty" doc:"of fund: until when the task must be proven, RFC 3339"`
	To       string `json:"to,omitempty" doc:"of withdraw: where the money goes"`
}

// UnsignedCall is a transaction for a wallet to sign. Nothing of it was sent.
type UnsignedCall struct {
	Chain uint64 `json:"chain" doc:"chain ID"`
	To    string `json:"to"`
	Data  string `json:"data" doc:"0x and hex"`
	Value string `json:"value" doc:"in wei, decimal"`
	Does  string `json:"does" doc:"in words"`
	// Escrow is what is funded.
	Escrow string `json:"escrow,omitempty" doc:"of fund: the ID that the escrow will have"`
}

// SubmitEvidence is the body of POST /evidence.
type SubmitEvidence struct {
	Document json.RawMessage `json:"document" doc:"see README: two_leaves, contradiction or statement; at most 256 KiB" shape:"object"`
}

// Evidence is a document that a challenge or its answer rests on.
type Evidence struct {
	Hash     string          `json:"hash" doc:"SHA-256 of the document as RFC 8785 JSON; it stands on the chain"`
	Document json.RawMessage `json:"document" doc:"as RFC 8785 JSON"`
	// Finding is what the chain says about it; not of POST.
	Finding *Finding `json:"finding,omitempty"`
}

// Finding is what checking evidence came to.
type Finding struct {
	Mechanical bool   `json:"mechanical" doc:"a program can tell; a statement is for people"`
	Holds      bool   `json:"holds" doc:"it proves what it says"`
	Why        string `json:"why"`
}
