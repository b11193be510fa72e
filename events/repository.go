package events

import "encoding/json"

// FamilyRepository holds what other systems tell of the repositories that goals
// work on.
const FamilyRepository = "repository"

// Repository is any fact that another system told.
//
//sumtype:decl
type Repository interface {
	Event
	isRepository()
}

type repositoryFact struct{}

func (repositoryFact) isRepository() {}

// RepositoryStream is a stream of what another system tells.
func RepositoryStream(workspace, id string) StreamID {
	return StreamID{Workspace: workspace, Family: FamilyRepository, ID: id, Part: Whole}
}

// WebhookReceived: another system called, and its signature was right.
type WebhookReceived struct {
	repositoryFact
	Source   string `json:"source"`          // as the operator named it
	Event    string `json:"event,omitempty"` // as the source calls it: "pull_request"
	Delivery string `json:"delivery"`        // the source's ID of the call
	Digest   Digest `json:"digest"`          // SHA-256 of the body as it came
	Size     int64  `json:"size"`            // of the body, in bytes
	// Encoding says how Body stands for what came: json (as it is), text (as a
	// string) or base64 (as a string).
	Encoding string `json:"encoding"`
	// Body is the body, or stands in a blob above InlineSize.
	Body json.RawMessage `json:"body,omitempty" seal:"content"`
	Blob Digest          `json:"blob,omitzero"`
}

var webhookReceived = define[WebhookReceived](FamilyRepository, "webhook.received", 1, OfAggregate)

func (WebhookReceived) kind() *Kind { return webhookReceived }
