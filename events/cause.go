package events

import "strings"

// CommandCause is the cause of an event that a command led to: the command's
// identity and the digest of what it asked for, so that a repeated command can
// be answered, and a different request under the same identity be refused, from
// the log alone.
func CommandCause(id string, request Digest) string {
	return "command:" + id + ":" + request.String()[:requestDigits]
}

// requestDigits is how much of the request's digest a cause keeps: 128 bits.
const requestDigits = 32

// ParseCommandCause recovers a command's identity and request digest prefix.
func ParseCommandCause(cause string) (id, request string, ok bool) {
	rest, ok := strings.CutPrefix(cause, "command:")
	if !ok {
		return "", "", false
	}
	i := strings.LastIndexByte(rest, ':')
	if i < 0 || len(rest)-i-1 != requestDigits {
		return "", "", false
	}
	return rest[:i], rest[i+1:], true
}

// RequestMatches reports whether a digest is the one a cause was made with.
func RequestMatches(request Digest, kept string) bool {
	return request.String()[:requestDigits] == kept
}
