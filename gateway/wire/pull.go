package wire

import "time"

// Pull is a pull request that a goal opened, and what became of it.
type Pull struct {
	Repo       string     `json:"repo" doc:"owner/name"`
	Number     int64      `json:"number"`
	URL        string     `json:"url"`
	Head       string     `json:"head" doc:"the commit that was proposed"`
	Base       string     `json:"base" doc:"the branch that is to change"`
	Task       string     `json:"task"`
	Agent      string     `json:"agent,omitempty"`
	Status     string     `json:"status" enum:"open,merged,closed"`
	Commit     string     `json:"commit,omitempty" doc:"that it became"`
	RolledBack string     `json:"rolled_back_by,omitempty" doc:"the commit that took it back"`
	Flagged    int64      `json:"flagged" doc:"weaknesses that scanners found in it"`
	Created    time.Time  `json:"created_at"`
	Ended      *time.Time `json:"ended_at,omitempty"`
}
