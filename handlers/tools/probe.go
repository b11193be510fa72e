package tools

import "context"

// Prober is a tool that stands on a service elsewhere, and can tell whether that would answer, without using any of it up.
type Prober interface {
	// Probe fails with what is wrong.
	Probe(ctx context.Context) error
}
