package wire

import "time"

// Memories are what is remembered of goals that ended. They are advice: planners are told of those that are like a goal.
type Memories struct {
	Episodes []Episode `json:"episodes" doc:"what fits the query, the best first; without one the newest"`
	Insights []Insight `json:"insights" doc:"lessons about the tools and roles of these episodes, the most certain first"`
}

// Episode is what is remembered of one goal.
type Episode struct {
	Goal        string         `json:"goal"`
	Title       string         `json:"title"`
	Description string         `json:"description,omitempty" doc:"its beginning"`
	Outcome     string         `json:"outcome" doc:"done, failed, cancelled"`
	Code        string         `json:"code,omitempty" doc:"why it failed"`
	Planner     string         `json:"planner,omitempty" doc:"of the last plan"`
	Plans       int            `json:"plans" doc:"more than 1 if it was planned anew"`
	Plan        []EpisodeStep  `json:"plan" doc:"the shape of the last plan"`
	Tools       []EpisodeTool  `json:"tools"`
	Failures    []EpisodeFault `json:"failures" doc:"what failed, counted"`
	Asked       int            `json:"asked" doc:"how often people were asked"`
	Began       time.Time      `json:"began_at"`
	Ended       time.Time      `json:"ended_at"`
	DurationMS  int64          `json:"duration_ms"`
	Tokens      int64          `json:"tokens"`
	Cost        int64          `json:"cost" doc:"millionths of a US dollar, of what has a known price"`
	Score       float64        `json:"score,omitempty" doc:"how well it fits the query; only the order means something"`
}

// EpisodeStep is a task of a plan that was made.
type EpisodeStep struct {
	ID    string   `json:"id"`
	Role  string   `json:"role"`
	Tool  string   `json:"tool,omitempty"`
	Tools []string `json:"tools,omitempty" doc:"that its model could use"`
	Needs []string `json:"needs,omitempty"`
}

// EpisodeTool counts a tool's calls.
type EpisodeTool struct {
	Tool   string `json:"tool"`
	Calls  int    `json:"calls"`
	Failed int    `json:"failed"`
}

// EpisodeFault is one way in which tasks of a role failed.
type EpisodeFault struct {
	Tool     string `json:"tool,omitempty" doc:"that failed; empty if the task did"`
	Role     string `json:"role"`
	Code     string `json:"code"`
	Error    string `json:"error,omitempty" doc:"of the first time"`
	Count    int    `json:"count"`
	Overcome string `json:"overcome,omitempty" doc:"how; empty if it was not"`
}

// Insight is a lesson that episodes teach, made by counting.
type Insight struct {
	Text       string   `json:"text"`
	Tool       string   `json:"tool,omitempty"`
	Roles      []string `json:"roles"`
	Code       string   `json:"code"`
	Failures   int      `json:"failures"`
	Goals      int      `json:"goals" doc:"in which it failed so"`
	Of         int      `json:"of" doc:"goals that used the tool, or had such tasks"`
	Confidence float64  `json:"confidence" doc:"lower end of the 95 % interval of goals / of (Wilson)"`
	Evidence   []string `json:"evidence" doc:"goals, the newest first; a few"`
}

// ForgottenMemory says whose episode is forgotten.
type ForgottenMemory struct {
	Goal string `json:"goal"`
}
