package identity_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/mergit-io/mergit/chain/identity"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

func open(t *testing.T) (*identity.Keys, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "agents")
	keys, err := identity.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return keys, dir
}

func TestAnAgentHasOneKeyHoweverOftenItIsMade(t *testing.T) {
	t.Parallel()
	keys, dir := open(t)
	other, err := identity.Open(dir) // as another process
	if err != nil {
		t.Fatal(err)
	}
	addresses := make([]string, 8)
	var wg sync.WaitGroup
	for i := range addresses {
		wg.Go(func() {
			from := []*identity.Keys{keys, other}[i%2]
			w, err := from.Create("main", "a1")
			if err != nil {
				t.Error(err)
				return
			}
			addresses[i] = w.Address().Hex()
		})
	}
	wg.Wait()
	w, err := keys.Wallet("main", "a1")
	if err != nil {
		t.Fatal(err)
	}
	for _, have := range addresses {
		if have != w.Address().Hex() {
			t.Errorf("made as %s, kept as %s", have, w.Address())
		}
	}
	if again, err := keys.Create("main", "a2"); err != nil || again.Address() == w.Address() {
		t.Errorf("another agent has key %v, %v", again, err)
	}
}

func TestAKeyIsForItsOwnerAlone(t *testing.T) {
	t.Parallel()
	keys, dir := open(t)
	if _, err := keys.Create("main", "a1"); err != nil {
		t.Fatal(err)
	}
	for path, mode := range map[string]os.FileMode{
		dir: 0o700, keys.Folder("main", "a1"): 0o700,
		filepath.Join(keys.Folder("main", "a1"), wallet.KeyFile):      0o600,
		filepath.Join(keys.Folder("main", "a1"), wallet.PasswordFile): 0o600,
	} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%s: %v, %v; want mode %o", path, info, err, mode)
		}
	}
	for _, agent := range []string{"..", "a/b", "", "."} {
		if _, err := keys.Create("main", agent); err == nil {
			t.Errorf("a key for %q was made", agent)
		}
		if _, err := keys.Wallet(agent, "a1"); err == nil {
			t.Errorf("a key in %q was opened", agent)
		}
	}
	if _, err := keys.Wallet("main", "a9"); !errors.Is(err, identity.ErrNoKey) {
		t.Errorf("a key that is not there: %v", err)
	}
}

// Tools of others open the key with the password beside it.
func TestCastReadsTheKey(t *testing.T) {
	t.Parallel()
	cast := chaintest.Foundry(t, "cast")
	keys, _ := open(t)
	w, err := keys.Create("main", "a1")
	if err != nil {
		t.Fatal(err)
	}
	dir := keys.Folder("main", "a1")
	out, err := exec.CommandContext(t.Context(), cast, "wallet", "address", "--keystore", filepath.Join(dir, wallet.KeyFile),
		"--password-file", filepath.Join(dir, wallet.PasswordFile)).CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != w.Address().Hex() {
		t.Errorf("cast says %q, %v; want %s", out, err, w.Address())
	}
}

func newID() string { return uuid.Must(uuid.NewV7()).String() }

func wishFor(agent string) commands.RegisterAgent {
	return commands.RegisterAgent{
		AgentRef: commands.AgentRef{Workspace: "main", Agent: agent}, AgentName: "Ada", Roles: []string{"coder"},
		Capabilities: events.Capabilities{Tools: []string{"*"}, Trust: commands.TrustStandard},
	}
}

// crashing has the process die before a command is decided.
type crashing struct{}

var errCrash = errors.New("killed")

func (crashing) Dispatch(context.Context, commands.Request, commands.Named) (commands.Answer, error) {
	return commands.Answer{}, errCrash
}

func TestARegistrationThatIsRepeatedUsesTheKeyThatWasLeft(t *testing.T) {
	t.Parallel()
	keys, _ := open(t)
	set := commands.NewSet(new(memlog.Log), new(memlog.Keys), commands.Config{NewID: newID})
	req := commands.Request{ID: "key-1", At: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), Actor: "user:ada"}
	if _, err := (identity.Registering{To: crashing{}, Keys: keys}).Dispatch(t.Context(), req, wishFor("a1")); !errors.Is(err, errCrash) {
		t.Fatal(err)
	}
	orphan, err := keys.Wallet("main", "a1")
	if err != nil {
		t.Fatal("the key was not on disk before the decision: ", err)
	}
	to := identity.Registering{To: set, Keys: keys}
	for i, repeated := range []bool{false, true} {
		answer, err := to.Dispatch(t.Context(), req, wishFor("a1"))
		if err != nil || answer.Repeated != repeated {
			t.Fatalf("try %d: %+v, %v", i, answer, err)
		}
	}
	// Another process, with other keys, answers a repetition alike.
	elsewhere, _ := open(t)
	fresh := commands.NewSet(set.Log, new(memlog.Keys), commands.Config{NewID: newID})
	if answer, err := (identity.Registering{To: fresh, Keys: elsewhere}).Dispatch(t.Context(), req, wishFor("a1")); err != nil || !answer.Repeated {
		t.Errorf("elsewhere: %+v, %v", answer, err)
	}
	err = set.Agents.View(t.Context(), events.AgentStream("main", "a1"), true, func(a *commands.Agent, _ events.Revision) {
		if want := strings.ToLower(orphan.Address().Hex()); a.Registered.Address != want {
			t.Errorf("registered as %s, the key left is %s", a.Registered.Address, want)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestWhatIsRefusedGetsNoKey(t *testing.T) {
	t.Parallel()
	keys, dir := open(t)
	set := commands.NewSet(new(memlog.Log), new(memlog.Keys), commands.Config{NewID: newID})
	req := commands.Request{At: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), Actor: "user:ada"}
	nameless, lost := wishFor("a1"), wishFor("..")
	nameless.AgentName = ""
	for _, wish := range []commands.RegisterAgent{nameless, lost} {
		_, err := identity.Registering{To: set, Keys: keys}.Dispatch(t.Context(), req, wish)
		if refusal, ok := errors.AsType[*commands.Refusal](err); !ok || refusal.Sort != commands.Invalid {
			t.Errorf("%+v: %v", wish.AgentRef, err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	// Without keys nobody is registered.
	if _, err := set.Dispatch(t.Context(), req, wishFor("a1")); err == nil {
		t.Error("an agent without a key was registered")
	}
}

func ExampleKeys() {
	dir, err := os.MkdirTemp("", "agents")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	keys, err := identity.Open(dir)
	if err != nil {
		panic(err)
	}
	made, err := keys.Create("main", "a1")
	if err != nil {
		panic(err)
	}
	again, err := keys.Wallet("main", "a1")
	fmt.Println(again.Address() == made.Address(), err)
	// Output: true <nil>
}
