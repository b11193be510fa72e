package capability

import (
	"fmt"
	"testing"
	"time"
)

func TestADenialIsRememberedForAMinute(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	c := &Checker{Now: func() time.Time { return now }}
	no := &DeniedError{Code: Denied, Agent: "a1", Reason: "has no capability for tool code_exec"}
	c.remember("t1 code_exec", no)
	now = now.Add(59 * time.Second)
	if got, ok := c.known("t1 code_exec"); !ok || got != no {
		t.Errorf("after 59 s: %v", got)
	}
	if _, ok := c.known("t2 code_exec"); ok {
		t.Error("another token, which may allow other things, is denied")
	}
	now = now.Add(time.Second)
	if got, ok := c.known("t1 code_exec"); ok || len(c.denied) > 0 {
		t.Errorf("after a minute: %v", got)
	}
	for i := range maxDenied + 1 {
		c.remember(fmt.Sprint(i), no)
	}
	if len(c.denied) > maxDenied {
		t.Errorf("%d denials are remembered", len(c.denied))
	}
}
