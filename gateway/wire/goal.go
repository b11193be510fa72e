package wire

import (
	"encoding/json"
	"time"
)

// GoalSummary is a goal in a list.
type GoalSummary struct {
	ID           string     `json:"id"`
	Workspace    string     `json:"workspace"`
	Title        string     `json:"title"`
	Status       string     `json:"status" enum:"pending,planning,executing,awaiting_human,done,failed,cancelled"`
	Submitter    string     `json:"submitter"`
	Parent       string     `json:"parent,omitempty"`
	Agent        string     `json:"agent,omitempty"`
	Playbook     string     `json:"playbook,omitempty"`
	TasksTotal   int64      `json:"tasks_total"`
	TasksDone    int64      `json:"tasks_done"`
	TasksRunning int64      `json:"tasks_running"`
	TasksFailed  int64      `json:"tasks_failed"`
	ResultTask   string     `json:"result_task,omitempty" doc:"whose result is the goal's"`
	Code         string     `json:"code,omitempty" doc:"of the failure"`
	Error        string     `json:"error,omitempty" doc:"of the failure, or why it was cancelled"`
	FailedTask   string     `json:"failed_task,omitempty"`
	EndedBy      string     `json:"ended_by,omitempty" doc:"who cancelled"`
	Usage        Usage      `json:"usage"`
	Created      time.Time  `json:"created_at"`
	Updated      time.Time  `json:"updated_at"`
	Ended        *time.Time `json:"ended_at,omitempty"`
	Submitted    uint64     `json:"submitted_revision" doc:"orders goals by age"`
	Revision     uint64     `json:"revision" doc:"of the goal's newest event"`
}

// Goal is a goal as a whole.
type Goal struct {
	GoalSummary
	Description string          `json:"description,omitempty"`
	Planner     Planner         `json:"planner,omitzero"`
	Params      json.RawMessage `json:"params,omitempty"`
	Limits      *GoalLimits     `json:"limits,omitempty"`
	Tasks       []Task          `json:"tasks" doc:"in plan order"`
	Interrupts  []Interrupt     `json:"interrupts" doc:"answered ones too"`
	Proof       *Proof          `json:"proof,omitempty"`
	Pulls       []Pull          `json:"pull_requests,omitempty" doc:"those that the goal put before their reviewers"`
}

// Planner says who made the plan.
type Planner struct {
	Name    string `json:"name"`
	Model   string `json:"model,omitempty"`
	Why     string `json:"why,omitempty"`
	Cached  bool   `json:"cached,omitempty"`
	Version int64  `json:"version" doc:"of the plan; above 1 after replanning"`
}

// Usage is what was spent.
type Usage struct {
	Steps  int64   `json:"steps"`
	Tokens int64   `json:"tokens"`
	Cost   float64 `json:"cost" doc:"US dollars"`
}

// GoalLimits bound a goal; what is absent is not bounded.
type GoalLimits struct {
	Steps    int64      `json:"steps,omitempty"`
	Tokens   int64      `json:"tokens,omitempty"`
	Cost     float64    `json:"cost,omitempty" doc:"US dollars"`
	Deadline *time.Time `json:"deadline,omitempty"`
}

// Task is one node of a goal's graph.
type Task struct {
	ID           string          `json:"id"`
	Role         string          `json:"role"`
	Tool         string          `json:"tool,omitempty"`
	Args         json.RawMessage `json:"args,omitempty"`
	Prompt       string          `json:"prompt,omitempty"`
	Tools        []string        `json:"tools,omitempty"`
	Model        string          `json:"model,omitempty"`
	Needs        []string        `json:"needs,omitempty"`
	Supervised   bool            `json:"supervised,omitempty"`
	Status       string          `json:"status" enum:"pending,ready,running,waiting,done,failed,cancelled"`
	Attempt      int64           `json:"attempt"`
	Worker       string          `json:"worker,omitempty"`
	Agent        string          `json:"agent,omitempty"`
	Interrupt    string          `json:"interrupt,omitempty" doc:"what it waits for"`
	RetryAt      *time.Time      `json:"retry_at,omitempty"`
	ResultHash   string          `json:"result_hash,omitempty"`
	ResultSize   int64           `json:"result_size,omitempty" doc:"bytes"`
	Preview      string          `json:"preview,omitempty" doc:"the result's JSON, cut at 2 KiB"`
	AgentAddress string          `json:"agent_address,omitempty"`
	Code         string          `json:"code,omitempty" doc:"of the newest failure"`
	Error        string          `json:"error,omitempty"`
	Usage        Usage           `json:"usage"`
	Started      *time.Time      `json:"started_at,omitempty" doc:"newest attempt"`
	Ended        *time.Time      `json:"ended_at,omitempty"`
	Calls        []Call          `json:"calls"`
}

// Call is one call of a model or a tool.
type Call struct {
	Attempt      int64           `json:"attempt"`
	Call         int64           `json:"call"`
	Kind         string          `json:"kind" enum:"model,tool"`
	Name         string          `json:"name" doc:"of the tool or model"`
	Provider     string          `json:"provider,omitempty"`
	InputTokens  int64           `json:"input_tokens,omitempty"`
	OutputTokens int64           `json:"output_tokens,omitempty"`
	CachedTokens int64           `json:"cached_tokens,omitempty"`
	Cost         float64         `json:"cost,omitempty" doc:"US dollars"`
	CostUnknown  bool            `json:"cost_unknown,omitempty" doc:"the model has no price; its tokens count, its cost does not"`
	Effect       string          `json:"effect,omitempty"`
	Args         json.RawMessage `json:"args,omitempty"`
	Status       string          `json:"status" enum:"running,done,failed,in_doubt,again"`
	ResultHash   string          `json:"result_hash,omitempty"`
	ResultSize   int64           `json:"result_size,omitempty"`
	Preview      string          `json:"preview,omitempty"`
	Cached       bool            `json:"cached,omitempty"`
	Code         string          `json:"code,omitempty"`
	Error        string          `json:"error,omitempty"`
	SettledBy    string          `json:"settled_by,omitempty"`
	DurationUS   int64           `json:"duration_us,omitempty"`
	Started      time.Time       `json:"started_at"`
	Ended        *time.Time      `json:"ended_at,omitempty"`
}

// Interrupt is something a person is asked.
type Interrupt struct {
	Goal        string          `json:"goal"`
	GoalTitle   string          `json:"goal_title,omitempty" doc:"in lists of several goals'"`
	ID          string          `json:"id"`
	Task        string          `json:"task,omitempty"`
	Type        string          `json:"type"`
	Description string          `json:"description,omitempty"`
	Data        json.RawMessage `json:"data,omitempty"`
	Approves    string          `json:"approves,omitempty" doc:"hash of what is asked about"`
	Options     []string        `json:"options" doc:"decisions that are accepted"`
	Status      string          `json:"status" enum:"pending,resolved,expired,cancelled"`
	Decision    string          `json:"decision,omitempty"`
	Feedback    string          `json:"feedback,omitempty"`
	By          string          `json:"by,omitempty"`
	Expires     *time.Time      `json:"expires_at,omitempty"`
	Created     time.Time       `json:"created_at"`
	Resolved    *time.Time      `json:"resolved_at,omitempty"`
	Raised      uint64          `json:"raised_revision" doc:"orders interrupts by age"`
}

// Proof is the bundle of a goal's done tasks and how far its recording is.
type Proof struct {
	Goal      string     `json:"goal"`
	Bundle    string     `json:"bundle"`
	Root      string     `json:"root"`
	Status    string     `json:"status" enum:"pending,submitted,confirmed,reorged,dead_lettered"`
	Chain     uint64     `json:"chain,omitempty"`
	Signer    string     `json:"signer,omitempty"`
	Tx        string     `json:"tx,omitempty"`
	Block     uint64     `json:"block,omitempty"`
	BlockHash string     `json:"block_hash,omitempty"`
	Attempts  int64      `json:"attempts,omitempty" doc:"when it was given up"`
	Reason    string     `json:"reason,omitempty"`
	Tasks     []string   `json:"tasks" doc:"proven ones, in the order of the tree"`
	Leaves    []Leaf     `json:"leaves,omitempty" doc:"one for each of tasks; not within a goal"`
	Created   time.Time  `json:"created_at"`
	Submitted *time.Time `json:"submitted_at,omitempty"`
	Confirmed *time.Time `json:"confirmed_at,omitempty"`
}

// Leaf is what one task's leaf in the tree is made of.
type Leaf struct {
	Task         string `json:"task"`
	Index        int64  `json:"index"`
	ResultHash   string `json:"result_hash"`
	AgentAddress string `json:"agent_address,omitempty"`
}

// TaskProof is the proof of one task.
type TaskProof struct {
	Key   string `json:"key" doc:"goal.task"`
	Leaf  Leaf   `json:"leaf"`
	Proof Proof  `json:"proof"`
}

// GoalList is one page of goals, newest first.
type GoalList struct {
	Goals []GoalSummary `json:"goals"`
	Next  string        `json:"next_cursor,omitempty" doc:"absent on the last page"`
}

// InterruptList is one page of interrupts, newest first.
type InterruptList struct {
	Interrupts []Interrupt `json:"interrupts"`
	Next       string      `json:"next_cursor,omitempty" doc:"absent on the last page"`
}

// ProofList is a goal's proofs.
type ProofList struct {
	Proofs []Proof `json:"proofs"`
}

// Health says that the process answers.
type Health struct {
	Status  string  `json:"status" enum:"ok"`
	Version string  `json:"version"`
	Uptime  float64 `json:"uptime_s"`
	// Warnings are what will keep the process from working if nobody sees to it.
	Warnings []string `json:"warnings,omitempty" doc:"what will keep the server from working if nobody sees to it; to callers with a token"`
	// Absent are tools that goals cannot use here.
	Absent map[string]string `json:"absent_tools,omitempty" doc:"tools that cannot be used here, and why; to callers with a token"`
	Models []ModelHealth     `json:"models,omitempty" doc:"the models that roles have; to callers with a token"`
}

// ModelHealth says how a model fares.
type ModelHealth struct {
	Model    string     `json:"model" doc:"PROVIDER/MODEL"`
	Roles    []string   `json:"roles" doc:"that it is asked for"`
	Down     bool       `json:"down" doc:"it is left alone for now"`
	Failures int        `json:"failures" doc:"in a row, up to now"`
	Code     string     `json:"code,omitempty" doc:"of the last of them"`
	Until    *time.Time `json:"until,omitempty" doc:"when it is asked again, if it is down"`
}

// Ready says whether the process can work.
type Ready struct {
	Ready  bool    `json:"ready"`
	Checks []Check `json:"checks,omitempty" doc:"only with a token"`
}
