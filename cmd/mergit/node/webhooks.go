package node

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway/webhook"
)

// webhookSecrets reads the secrets of the systems that may call. Neither what it
// returns nor an error of it is for a log to show.
func webhookSecrets(files map[string]string) (map[string][][]byte, error) {
	secrets := map[string][][]byte{}
	var faults []error
	for source, file := range files {
		fault := func(format string, args ...any) {
			faults = append(faults, fmt.Errorf("--webhook-secret %s: %w", source, fmt.Errorf(format, args...)))
		}
		if !events.IsToken(source) || len(source) > commands.MaxSource {
			fault("a source is called by 1 to %d of A–Z, a–z, 0–9, _ and -", commands.MaxSource)
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			fault("%w", err)
			continue
		}
		for i, line := range slices.Collect(strings.Lines(string(text))) {
			if line = strings.TrimSpace(line); line == "" {
				continue
			}
			secret, err := webhook.Secret(line)
			if err != nil {
				fault("%s, line %d: %w", file, i+1, err)
				continue
			}
			secrets[source] = append(secrets[source], secret)
		}
		if len(secrets[source]) == 0 && len(faults) == 0 {
			fault("%s has no secret in it", file)
		}
	}
	return secrets, errors.Join(faults...)
}
