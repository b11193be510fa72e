package events

import "crypto/sha256"

// PromptDigest is SHA-256(base ‖ m₁ ‖ m₂ ‖ …): of the prompt before, zeros if
// there is none, and of the appended messages. So a prompt's digest commits to
// the whole conversation, and recording it costs what was appended.
func PromptDigest(base Digest, messages []Digest) Digest {
	h := sha256.New()
	h.Write(base[:])
	for _, m := range messages {
		h.Write(m[:])
	}
	return Digest(h.Sum(nil))
}
