package capability_test

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/handlers/capability"
)

// world is an issuer, a checker and a clock that stands still.
type world struct {
	now     time.Time
	key     capability.Key
	can     events.Capabilities
	at      events.Revision
	refused error
	issued  int
	void    map[string]events.Revision
	stale   error
}

func newWorld() *world {
	private := ed25519.NewKeyFromSeed([]byte(strings.Repeat("k", ed25519.SeedSize)))
	public, _ := private.Public().(ed25519.PublicKey)
	return &world{
		now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), at: 5, void: map[string]events.Revision{},
		key: capability.Key{ID: "k1", Public: public, Private: private},
		can: events.Capabilities{Tools: []string{"file_ops", "http_request"}, Hosts: []string{"*.example.org"}, Trust: "standard"},
	}
}

func (w *world) clock() time.Time { return w.now }

func (w *world) Can(context.Context, string, string) (events.Capabilities, events.Revision, error) {
	return w.can, w.at, w.refused
}

func (w *world) Revoked(workspace, agent string, asOf events.Revision) (bool, error) {
	return asOf < w.void[workspace+"."+agent], w.stale
}

func (w *world) issuer() *capability.Issuer {
	return &capability.Issuer{Key: w.key, Agents: w, Now: w.clock, NewID: func() string { w.issued++; return fmt.Sprint("t", w.issued) }}
}

func (w *world) checker() *capability.Checker {
	return &capability.Checker{Revocations: w, Now: w.clock, Keys: func(id string) (ed25519.PublicKey, bool) { return w.key.Public, id == w.key.ID }}
}

func (w *world) guard() *capability.Guard {
	return &capability.Guard{Issue: w.issuer().Issue, Checker: w.checker(), Now: w.clock}
}

var (
	holder = capability.Holder{Workspace: "main", Agent: "a1", Goal: "g1", Task: "t1"}
	fetch  = capability.Use{Tool: "http_request", Hosts: []string{"api.example.org"}}
	shell  = capability.Use{Tool: "code_exec"}
)

func denied(code capability.Code) error { return &capability.DeniedError{Code: code} }

func TestATokenAllowsWhatTheAgentCouldDo(t *testing.T) {
	t.Parallel()
	w := newWorld()
	token, err := w.issuer().Issue(t.Context(), holder)
	if err != nil {
		t.Fatal(err)
	}
	check := w.checker()
	claims, err := check.Check(token, fetch)
	if err != nil || claims.Holder() != holder {
		t.Errorf("%+v, %v", claims, err)
	}
	for _, c := range []struct {
		use  capability.Use
		want string
	}{
		{shell, "agent a1: has no capability for tool code_exec"},
		{capability.Use{Tool: "http_request", Hosts: []string{"api.example.org", "example.com"}}, "agent a1: has no capability for host example.com"},
		{capability.Use{Tool: "file_ops", Paths: []string{"docs/a.md"}}, "agent a1: has no capability for path docs/a.md"},
		{capability.Use{Tool: "file_ops", Repos: []string{"o/n"}}, "agent a1: has no capability for repository o/n"},
	} {
		if _, err := check.Check(token, c.use); !errors.Is(err, denied(capability.Denied)) || err.Error() != c.want {
			t.Errorf("%s: %v", c.use, err)
		}
	}
}

// What was denied is looked up the next time, and not worked out.
func TestADenialIsNotWorkedOutTwice(t *testing.T) {
	t.Parallel()
	w := newWorld()
	token, err := w.issuer().Issue(t.Context(), holder)
	if err != nil {
		t.Fatal(err)
	}
	check := w.checker()
	_, first := check.Check(token, shell)
	_, again := check.Check(token, shell)
	if first == nil || first != again {
		t.Errorf("%p %v, then %p %v", first, first, again, again)
	}
}

func TestATokenThatIsNotOursIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld()
	token, err := w.issuer().Issue(t.Context(), holder)
	if err != nil {
		t.Fatal(err)
	}
	other := newWorld()
	other.key.Private = ed25519.NewKeyFromSeed([]byte(strings.Repeat("x", ed25519.SeedSize)))
	foreign, _ := other.issuer().Issue(t.Context(), holder)
	other.key.ID = "k2"
	unknown, _ := other.issuer().Issue(t.Context(), holder)
	parts := strings.Split(token, ".")
	forged := base64.RawURLEncoding.EncodeToString([]byte(`{"iss":"mergit","sub":"a1","aud":["main"],"exp":4102444800,"can":{"tools":["*"]}}`))
	none := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","typ":"capability+jwt","kid":"k1"}`))
	// All that a capability says, signed with the right key, for another purpose.
	session := jwt.NewWithClaims(jwt.SigningMethodEdDSA, jwt.MapClaims{"iss": "mergit", "sub": "a1", "aud": []string{"main"}, "jti": "t9", "exp": 4102444800, "can": w.can, "as_of": 5})
	session.Header["kid"] = w.key.ID
	plain, err := session.SignedString(w.key.Private)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"another key": foreign, "an unknown key": unknown, "other claims": parts[0] + "." + forged + "." + parts[2],
		"no algorithm": none + "." + forged + ".", "another kind": plain, "cut": token[:len(token)-2], "empty": "", "noise": "a.b.c",
	} {
		if _, err := w.checker().Check(text, fetch); !errors.Is(err, denied(capability.Invalid)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestATokenExpires(t *testing.T) {
	t.Parallel()
	w := newWorld()
	token, err := w.issuer().Issue(t.Context(), holder)
	if err != nil {
		t.Fatal(err)
	}
	w.now = w.now.Add(capability.TTL)
	if _, err := w.checker().Check(token, fetch); err != nil {
		t.Errorf("clocks may be apart: %v", err)
	}
	w.now = w.now.Add(time.Minute)
	if _, err := w.checker().Check(token, fetch); !errors.Is(err, denied(capability.Expired)) {
		t.Errorf("after its time: %v", err)
	}
}

func TestAGuardRefreshesBeforeATokenExpires(t *testing.T) {
	t.Parallel()
	w := newWorld()
	g := w.guard()
	for i, wait := range []time.Duration{0, time.Minute, 2 * time.Minute, 2 * time.Minute, time.Minute} {
		w.now = w.now.Add(wait)
		if err := g.Allow(t.Context(), holder, fetch); err != nil {
			t.Errorf("call %d: %v", i, err)
		}
		if i == 3 && w.issued != 2 {
			t.Error("a call was made with a token that expires just then")
		}
	}
	if w.issued != 2 {
		t.Errorf("%d tokens in six minutes, want one and its successor", w.issued)
	}
	g.Done(holder)
	if err := g.Allow(t.Context(), holder, fetch); err != nil || w.issued != 3 {
		t.Errorf("a task that is over left its token behind: %d, %v", w.issued, err)
	}
}

func TestARevokedAgentIsStoppedAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld()
	g := w.guard()
	if err := g.Allow(t.Context(), holder, fetch); err != nil {
		t.Fatal(err)
	}
	w.void["main.a1"], w.refused = 9, &capability.DeniedError{Code: capability.Revoked, Agent: "a1", Reason: "is revoked"}
	for range 2 {
		if err := g.Allow(t.Context(), holder, fetch); !errors.Is(err, denied(capability.Revoked)) {
			t.Errorf("it goes on: %v", err)
		}
	}
}

func TestCapabilitiesThatChangeCountAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld()
	g := w.guard()
	if err := g.Allow(t.Context(), holder, shell); !errors.Is(err, denied(capability.Denied)) {
		t.Fatal(err)
	}
	w.can.Tools, w.at, w.void["main.a1"] = []string{"code_exec"}, 9, 9
	if err := g.Allow(t.Context(), holder, shell); err != nil {
		t.Errorf("what it may do now: %v", err)
	}
	if err := g.Allow(t.Context(), holder, fetch); !errors.Is(err, denied(capability.Denied)) {
		t.Errorf("what it may do no more: %v", err)
	}
}

func TestNothingIsAllowedWhileNothingIsKnown(t *testing.T) {
	t.Parallel()
	w := newWorld()
	w.stale = errors.New("the bucket is away")
	if err := w.guard().Allow(t.Context(), holder, fetch); !errors.Is(err, w.stale) {
		t.Error(err)
	}
}

func FuzzCheck(f *testing.F) {
	w := newWorld()
	token, err := w.issuer().Issue(context.Background(), holder)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(token)
	f.Add("")
	f.Add(strings.Replace(token, ".", "..", 1))
	check := w.checker()
	f.Fuzz(func(t *testing.T, text string) {
		if claims, err := check.Check(text, fetch); err == nil && claims.Holder() != holder {
			t.Errorf("%q is taken for %+v", text, claims)
		}
	})
}
