package wire

// Received says that a webhook's call was noted.
type Received struct {
	Delivery string `json:"delivery" doc:"the source's ID of the call"`
	Revision uint64 `json:"revision" doc:"sequence of webhook.received in the log"`
	Repeated bool   `json:"repeated,omitempty" doc:"the call came before and counts once"`
}
