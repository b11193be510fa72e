package wire

import "encoding/json"

// SubmitGoal is the body of POST /goals.
type SubmitGoal struct {
	Title       string          `json:"title,omitempty" doc:"what is to be achieved, at most 500 bytes; defaults to the plan's title"`
	Description string          `json:"description,omitempty" doc:"at most 64 KiB"`
	Plan        json.RawMessage `json:"plan,omitempty" doc:"an explicit task graph, see plan.schema.json; not with playbook; without a title it takes the goal's" shape:"object"`
	Playbook    string          `json:"playbook,omitempty" doc:"name of a ready plan; not with plan"`
	Params      json.RawMessage `json:"params,omitempty" doc:"values of the plan's or playbook's parameters; without either, of the playbook that is chosen" shape:"object"`
	Mounts      []Mount         `json:"mounts,omitempty" doc:"folders of the server that the goal may read"`
	Agent       string          `json:"agent,omitempty" doc:"runs all tasks as this agent"`
	Limits      *Limits         `json:"limits,omitempty" doc:"over those of the plan"`
	Parent      string          `json:"parent,omitempty" doc:"goal that spawns this one"`
}

// Mount names a folder.
type Mount struct {
	Name string `json:"name" doc:"how tasks call it"`
	Path string `json:"path" doc:"absolute; below a root the operator allowed"`
}

// Limits bound a goal. Zero means no limit.
type Limits struct {
	Steps    int64           `json:"steps,omitempty" doc:"model and tool calls"`
	Tokens   int64           `json:"tokens,omitempty"`
	Cost     float64         `json:"cost,omitempty" doc:"US dollars"`
	Deadline json.RawMessage `json:"deadline,omitempty" doc:"from submission: seconds, or a text like 1h30m" shape:"string,number"`
}

// CancelGoal is the optional body of DELETE /goals/{id}.
type CancelGoal struct {
	Reason string `json:"reason,omitempty"`
}

// ResumeGoal is the body of POST /goals/{id}/resume.
type ResumeGoal struct {
	Interrupt string `json:"interrupt" doc:"which question is answered"`
	Decision  string `json:"decision" doc:"one of the interrupt's options"`
	Feedback  string `json:"feedback,omitempty"`
	Secret    string `json:"secret,omitempty" doc:"with the decision provide: what a credential_request asks for. It is kept sealed until the goal ends, and is in no event"`
}

// Accepted answers a command.
type Accepted struct {
	ID string `json:"id" doc:"of the goal"`
	// Revision is the command's last event. A read with ?after=Revision sees
	// what the command did.
	Revision uint64 `json:"revision" doc:"pass it as ?after= to see what the command did"`
}
