package auth_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/gateway/auth"
)

func ExamplePrincipal_Sees() {
	p := auth.Principal{ID: "user:owner", Workspace: "main", Scopes: auth.AllScopes()}
	fmt.Println(p.Sees("mergit.ev.*.main.goal.>"), p.Sees("mergit.ev.*.*.goal.>"))
	// Output: true false
}

func TestTokenStandsForItsPrincipal(t *testing.T) {
	t.Parallel()
	var tokens []auth.Token
	for _, w := range []string{"a", "b", "c"} {
		tokens = append(tokens, auth.Token{Secret: "a-secret-of-workspace-" + w, Principal: auth.Principal{ID: "user:" + w, Workspace: w}})
	}
	s, err := auth.NewStatic(tokens...)
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range tokens {
		if p, err := s.Authenticate(t.Context(), token.Secret); err != nil || p.ID != token.Principal.ID {
			t.Errorf("%s stands for %+v, %v", token.Secret, p, err)
		}
	}
	for _, wrong := range []string{"", "a-secret-of-workspace-", "a-secret-of-workspace-aa", "A-SECRET-OF-WORKSPACE-A"} {
		if p, err := s.Authenticate(t.Context(), wrong); !errors.Is(err, auth.ErrUnknownToken) || p.ID != "" {
			t.Errorf("%q stands for %+v, %v", wrong, p, err)
		}
	}
}

func TestFaultsOfTokensAreReportedAtOnceWithoutTheirSecrets(t *testing.T) {
	t.Parallel()
	_, err := auth.NewStatic(
		auth.Token{Secret: "short", Principal: auth.Principal{ID: "user:a", Workspace: "main"}},
		auth.Token{Secret: "long-enough-secret", Principal: auth.Principal{Workspace: "a.b"}},
		auth.Token{Secret: "long-enough-secret", Principal: auth.Principal{ID: "user:c", Workspace: "c", Subjects: []string{"a..b"}}},
	)
	if err == nil {
		t.Fatal("they were accepted")
	}
	for _, want := range []string{"token 1: has 5 bytes", "token 2: stands for nobody", `token 2: workspace "a.b"`, "token 3: subject", "token 3: is listed twice"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is missing in %v", want, err)
		}
	}
	if strings.Contains(err.Error(), "long-enough") {
		t.Errorf("a secret stands in %v", err)
	}
}

// A pattern that is visible selects nothing that is not.
func FuzzSees(f *testing.F) {
	f.Add("mergit.ev.*.main.>", "mergit.ev.*.main.goal.>", "mergit.ev.07.main.goal.x._.goal.submitted")
	f.Add("a.*.c", "a.*.c", "a.b.c")
	f.Add("a.>", "a.*", "a.b")
	f.Add("a.*", "a.>", "a.b.c")
	f.Add("*.>", "a", "a")
	f.Add(">", "*.b.>", "a.b.c")
	f.Fuzz(func(t *testing.T, allowed, asked, subject string) {
		if auth.CheckSubject(allowed) != nil || auth.CheckSubject(asked) != nil || auth.CheckSubject(subject) != nil || strings.ContainsAny(subject, "*>") {
			t.Skip()
		}
		p := auth.Principal{Subjects: []string{allowed}}
		if p.Sees(asked) && eventlog.Matches(asked, subject) && !eventlog.Matches(allowed, subject) {
			t.Fatalf("%s is said to be within %s, but selects %s", asked, allowed, subject)
		}
		if !p.Sees(allowed) {
			t.Fatalf("%s does not see itself", allowed)
		}
	})
}
