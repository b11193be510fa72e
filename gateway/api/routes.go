package api

import (
	"encoding/json"
	"net/http"

	"github.com/mergit-io/mergit/gateway/auth"
	"github.com/mergit-io/mergit/gateway/sse"
	"github.com/mergit-io/mergit/gateway/wire"
)

// route is one path and method. What it says of itself is its documentation
// and is enforced: parameters and bodies that are not listed are refused.
type route struct {
	method, path string
	name         string // operationId
	summary      string
	scope        auth.Scope // empty: no token is needed
	query        []param
	headers      []param
	body         any // of package wire; nil: none
	bodyOptional bool
	anyBody      bool        // read as it is, whatever it is
	replies      map[int]any // data by status
	media        string      // of the answer, if not JSON in the envelope
	refusals     []int       // beside those that any route has
	handle       func(*call) error
}

const (
	eventStream = "text/event-stream"
	ndjson      = "application/x-ndjson"
)

var (
	after  = param{name: "after", whole: true, doc: "wait until reads see this revision, which a command returned"}
	limit  = param{name: "limit", whole: true, doc: "elements of a page, 1 to 200; default 50"}
	cursor = param{name: "cursor", doc: "next_cursor of the page before"}

	key = param{name: "Idempotency-Key", doc: "1 to 128 visible ASCII characters; the same request with the same key happens once and is answered alike"}

	accessToken = param{name: "access_token", doc: "for clients that cannot set headers"}
	lastEventID = param{name: "last_event_id", whole: true, doc: "continue after this event; the header Last-Event-ID comes first"}
	from        = param{name: "from", enum: []string{"start", "now"}, doc: "where to begin without a last event; default start"}
	lastEventH  = param{name: "Last-Event-ID", whole: true, doc: "continue after this event"}
	streamQuery = []param{accessToken, lastEventID, from}
)

// routes is filled in below because handlers refer to the document, and the
// document to the routes.
var routes []route

func init() {
	routes = []route{
		{
			method: http.MethodPost, path: "/goals", name: "submitGoal", summary: "Submit a goal",
			scope: auth.Write, headers: []param{key}, body: wire.SubmitGoal{},
			replies:  map[int]any{http.StatusCreated: wire.Accepted{}, http.StatusOK: wire.Accepted{}},
			refusals: []int{http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity},
			handle:   (*call).submitGoal,
		},
		{
			method: http.MethodGet, path: "/goals", name: "listGoals", summary: "List goals, newest first",
			scope: auth.Read, query: []param{
				{name: "status", enum: goalStatuses, doc: "only goals that stand here"},
				{name: "agent", doc: "only goals run as this agent"}, limit, cursor, after,
			},
			replies: map[int]any{http.StatusOK: wire.GoalList{}}, refusals: []int{http.StatusGatewayTimeout}, handle: (*call).listGoals,
		},
		{
			method: http.MethodGet, path: "/goals/:id", name: "getGoal", summary: "A goal with its tasks, calls, interrupts and proof",
			scope: auth.Read, query: []param{after}, replies: map[int]any{http.StatusOK: wire.Goal{}},
			refusals: []int{http.StatusNotFound, http.StatusGatewayTimeout}, handle: (*call).getGoal,
		},
		{
			method: http.MethodDelete, path: "/goals/:id", name: "cancelGoal", summary: "Cancel a goal",
			scope: auth.Write, query: []param{{name: "reason", doc: "as in the body"}}, headers: []param{key}, body: wire.CancelGoal{}, bodyOptional: true,
			replies:  map[int]any{http.StatusOK: wire.Accepted{}},
			refusals: []int{http.StatusNotFound, http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity},
			handle:   (*call).cancelGoal,
		},
		{
			method: http.MethodPost, path: "/goals/:id/resume", name: "resumeGoal", summary: "Answer an interrupt",
			scope: auth.Approve, headers: []param{key}, body: wire.ResumeGoal{}, replies: map[int]any{http.StatusOK: wire.Accepted{}},
			refusals: []int{http.StatusNotFound, http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity},
			handle:   (*call).resumeGoal,
		},
		{
			method: http.MethodPost, path: "/goals/:id/retry", name: "retryGoal", summary: "Have a goal that failed go on; done tasks keep their results",
			scope: auth.Write, headers: []param{key}, replies: map[int]any{http.StatusOK: wire.Accepted{}},
			refusals: []int{http.StatusNotFound, http.StatusConflict, http.StatusUnprocessableEntity}, handle: (*call).retryGoal,
		},
		{
			method: http.MethodGet, path: "/goals/:id/result", name: "getResult", summary: "A goal's result, whole",
			scope: auth.Read, query: []param{after}, replies: map[int]any{http.StatusOK: json.RawMessage{}},
			refusals: []int{http.StatusNotFound, http.StatusGone, http.StatusGatewayTimeout}, handle: (*call).goalResult,
		},
		{
			method: http.MethodGet, path: "/goals/:id/tasks/:task/result", name: "getTaskResult", summary: "A task's result, whole; the read models keep a preview",
			scope: auth.Read, query: []param{after}, replies: map[int]any{http.StatusOK: json.RawMessage{}},
			refusals: []int{http.StatusNotFound, http.StatusGone, http.StatusGatewayTimeout}, handle: (*call).taskResult,
		},
		{
			method: http.MethodGet, path: "/goals/:id/proofs", name: "listProofs", summary: "A goal's proofs",
			scope: auth.Read, query: []param{after}, replies: map[int]any{http.StatusOK: wire.ProofList{}},
			refusals: []int{http.StatusNotFound, http.StatusGatewayTimeout}, handle: (*call).listProofs,
		},
		{
			method: http.MethodPost, path: "/goals/:id/proofs/retry", name: "retryProof", summary: "Try again to record a proof that was given up",
			scope: auth.Write, headers: []param{key}, replies: map[int]any{http.StatusOK: wire.Accepted{}},
			refusals: []int{http.StatusNotFound, http.StatusConflict}, handle: (*call).retryProof,
		},
		{
			method: http.MethodGet, path: "/goals/:id/audit", name: "auditGoal", summary: "A goal's records exactly as they are stored, one a line",
			scope: auth.Events, replies: map[int]any{http.StatusOK: wire.Record{}}, media: ndjson,
			refusals: []int{http.StatusNotFound}, handle: (*call).auditGoal,
		},
		{
			method: http.MethodGet, path: "/proofs/:key", name: "getProof", summary: "The proof of one task, goal.task",
			scope: auth.Read, query: []param{after}, replies: map[int]any{http.StatusOK: wire.TaskProof{}},
			refusals: []int{http.StatusNotFound, http.StatusGatewayTimeout}, handle: (*call).getProof,
		},
		{
			method: http.MethodGet, path: "/interrupts", name: "listInterrupts", summary: "What people are asked, newest first",
			scope: auth.Read, query: []param{
				{name: "status", enum: interruptStatuses, doc: "default pending"}, limit, cursor, after,
			},
			replies: map[int]any{http.StatusOK: wire.InterruptList{}}, refusals: []int{http.StatusGatewayTimeout}, handle: (*call).listInterrupts,
		},
		{
			method: http.MethodGet, path: "/stream/goals/:id", name: "streamGoal", summary: "A goal's events: history, then live",
			scope: auth.Events, query: append([]param{
				{name: "until", enum: sse.Untils(), doc: "end after the goal ended, or its proof stands; 204 if that is past already"},
			}, streamQuery...), headers: []param{lastEventH}, replies: map[int]any{http.StatusOK: wire.Event{}, http.StatusNoContent: nil}, media: eventStream,
			refusals: []int{http.StatusNotFound, http.StatusTooManyRequests}, handle: (*call).streamGoal,
		},
		{
			method: http.MethodGet, path: "/stream/events", name: "streamEvents", summary: "The events of a subject: history, then live",
			scope: auth.Events, query: append([]param{
				{name: "subject", doc: "NATS-style pattern; default all that the caller may see"},
			}, streamQuery...), headers: []param{lastEventH}, replies: map[int]any{http.StatusOK: wire.Event{}}, media: eventStream,
			refusals: []int{http.StatusTooManyRequests}, handle: (*call).streamEvents,
		},
		{
			method: http.MethodGet, path: "/stream/proofs", name: "streamProofs", summary: "Every proof of the workspace: history, then live",
			scope: auth.Events, query: streamQuery, headers: []param{lastEventH}, replies: map[int]any{http.StatusOK: wire.Event{}}, media: eventStream,
			refusals: []int{http.StatusTooManyRequests}, handle: (*call).streamProofs,
		},
		{
			method: http.MethodPost, path: "/webhooks/:source", name: "receiveWebhook", summary: "A call of another system, signed as Standard Webhooks or GitHub do; repeated, it counts once",
			headers: webhookHeaders, anyBody: true, replies: map[int]any{http.StatusAccepted: wire.Received{}},
			refusals: []int{http.StatusUnauthorized, http.StatusNotFound, http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity},
			handle:   (*call).receiveWebhook,
		},
		{
			method: http.MethodPost, path: "/agents", name: "registerAgent", summary: "Register an agent: it gets a key, an identifier and, meanwhile, a passport on the chain",
			scope: auth.Write, headers: []param{key}, body: wire.RegisterAgent{},
			replies:  map[int]any{http.StatusCreated: wire.RegisteredAgent{}, http.StatusOK: wire.RegisteredAgent{}},
			refusals: []int{http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity},
			handle:   (*call).registerAgent,
		},
		{
			method: http.MethodGet, path: "/agents", name: "listAgents", summary: "List agents, newest first",
			scope: auth.Read, query: []param{{name: "status", enum: agentStatuses, doc: "only agents that stand here"}, limit, cursor, after},
			replies: map[int]any{http.StatusOK: wire.AgentList{}}, refusals: []int{http.StatusGatewayTimeout}, handle: (*call).listAgents,
		},
		{
			method: http.MethodGet, path: "/agents/:id", name: "getAgent", summary: "An agent: who it is, what it may use, its passport and what was run as it",
			scope: auth.Read, query: []param{after}, replies: map[int]any{http.StatusOK: wire.Agent{}},
			refusals: []int{http.StatusNotFound, http.StatusGatewayTimeout}, handle: (*call).getAgent,
		},
		{
			method: http.MethodGet, path: "/agents/:id/passport", name: "getPassport", summary: "An agent's token on the chain, as it was seen there",
			scope: auth.Read, query: []param{after}, replies: map[int]any{http.StatusOK: wire.Passport{}},
			refusals: []int{http.StatusNotFound, http.StatusGatewayTimeout}, handle: (*call).getPassport,
		},
		{
			method: http.MethodPatch, path: "/agents/:id/capabilities", name: "changeCapabilities", summary: "Change what an agent may use; the hash on the chain stays that of its registration",
			scope: auth.Write, headers: []param{key}, body: wire.CapabilityWish{}, replies: map[int]any{http.StatusOK: wire.Accepted{}},
			refusals: []int{http.StatusNotFound, http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity},
			handle:   (*call).changeCapabilities,
		},
		{
			method: http.MethodPost, path: "/agents/:id/revoke", name: "revokeAgent", summary: "Revoke an agent for good; what it did stays, and stays proven",
			scope: auth.Write, headers: []param{key}, body: wire.RevokeAgent{}, bodyOptional: true, replies: map[int]any{http.StatusOK: wire.Accepted{}},
			refusals: []int{http.StatusNotFound, http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity},
			handle:   (*call).revokeAgent,
		},
		{
			method: http.MethodDelete, path: "/agents/:id", name: "deleteAgent", summary: "The same as revoke",
			scope: auth.Write, headers: []param{key}, body: wire.RevokeAgent{}, bodyOptional: true, replies: map[int]any{http.StatusOK: wire.Accepted{}},
			refusals: []int{http.StatusNotFound, http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity},
			handle:   (*call).revokeAgent,
		},
		{
			method: http.MethodGet, path: "/agents/:id/did", name: "getDID", summary: "An agent's DID document (W3C); for everybody",
			replies: map[int]any{http.StatusOK: wire.DIDDocument{}}, media: didMedia, refusals: []int{http.StatusNotFound}, handle: (*call).getDID,
		},
		{
			method: http.MethodGet, path: "/agents/:id/registration.json", name: "getRegistration", summary: "An agent's registration file (ERC-8004), to which its passport leads; for everybody",
			replies: map[int]any{http.StatusOK: struct{}{}}, media: "application/json", refusals: []int{http.StatusNotFound}, handle: (*call).getRegistration,
		},
		{
			method: http.MethodGet, path: "/stream/agents/:id", name: "streamAgent", summary: "An agent's events: history, then live",
			scope: auth.Events, query: streamQuery, headers: []param{lastEventH}, replies: map[int]any{http.StatusOK: wire.Event{}}, media: eventStream,
			refusals: []int{http.StatusNotFound, http.StatusTooManyRequests}, handle: (*call).streamAgent,
		},
		{
			method: http.MethodGet, path: "/health", name: "health", summary: "Whether the process answers",
			replies: map[int]any{http.StatusOK: wire.Health{}}, handle: (*call).health,
		},
		{
			method: http.MethodGet, path: "/ready", name: "ready", summary: "Whether the process can work; says why not to callers with a token",
			replies: map[int]any{http.StatusOK: wire.Ready{}}, handle: (*call).ready,
		},
		{
			method: http.MethodGet, path: "/openapi.json", name: "openapi", summary: "This document",
			replies: map[int]any{http.StatusOK: struct{}{}}, media: "application/json", handle: (*call).openapi,
		},
	}
	routes = append(routes, economyRoutes()...)
	routes = append(routes, reputationRoutes()...)
	routes = append(routes, auditRoutes()...)
	routes = append(routes, memoryRoutes()...)
	routes = append(routes, metricsRoutes()...)
}
