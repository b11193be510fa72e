package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/gateway/wire"
)

// foreign is a chain that is not Mergit's own, with an account that deploys and one for each role.
type foreign struct {
	t    *testing.T
	node txmgr.Node
	url  string
	dir  string // of keys and addresses
	// keystore of the deployer, and the file of its password.
	keystore, password string
	deployer           common.Address
	roles              map[string]common.Address
}

// newForeign starts anvil and makes the accounts, with coins for the deployer alone.
func newForeign(t *testing.T) *foreign {
	t.Helper()
	f := &foreign{t: t, dir: t.TempDir()}
	f.node, f.url = chaintest.Anvil(t)
	private, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	f.keystore, f.password, f.deployer = filepath.Join(f.dir, "deployer"), filepath.Join(f.dir, "password"), crypto.PubkeyToAddress(private.PublicKey)
	if err := wallet.Store(f.keystore, private, "correct horse"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(f.password, []byte("correct horse\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, errs, code := run(t, f.dir, "contracts", "keys", "--keystores", f.keys(), "--json")
	if code != 0 {
		t.Fatal(errs)
	}
	f.roles = lastLine[map[string]common.Address](t, out)
	return f
}

func (f *foreign) keys() string        { return filepath.Join(f.dir, "keys") }
func (f *foreign) deployments() string { return filepath.Join(f.dir, "deployments") }

// contracts runs a command that signs with the deployer's key.
func (f *foreign) contracts(args ...string) (stdout, stderr string, code int) {
	f.t.Helper()
	return run(f.t, f.dir, append(append([]string{"contracts"}, args...), "--chain", f.url, "--keystore", f.keystore, "--password-file", f.password,
		"--out", f.deployments(), "--json")...)
}

// deploy has the contracts deployed.
func (f *foreign) deploy(args ...string) deploy.Addresses {
	f.t.Helper()
	out, errs, code := f.contracts(append([]string{"deploy"}, args...)...)
	if code != 0 {
		f.t.Fatalf("deploy ended with %d: %s", code, errs)
	}
	return lastLine[struct{ Addresses deploy.Addresses }](f.t, out).Addresses
}

// deployKilled kills a deployment with SIGKILL once it has sent a transaction, and returns what it was about to deploy.
func (f *foreign) deployKilled(args ...string) []deploy.Pending {
	f.t.Helper()
	cmd := exec.CommandContext(f.t.Context(), binary, append(append([]string{"contracts", "deploy"}, args...), "--chain", f.url, "--keystore", f.keystore,
		"--password-file", f.password, "--out", f.deployments(), "--json")...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		f.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		f.t.Fatal(err)
	}
	if !bufio.NewScanner(out).Scan() {
		f.t.Fatal("the deployment sent nothing")
	}
	if err := cmd.Process.Kill(); err != nil {
		f.t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	at, err := deploy.Read(f.deployments(), 10143)
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Logf("%d deployments were on their way when it was killed", len(at.Pending))
	return at.Pending
}

// named are flags that give each role its account.
func (f *foreign) named() (args []string) {
	for _, role := range deploy.Signers {
		args = append(args, "--"+string(role), f.roles[string(role)].Hex())
	}
	return args
}

// cast asks the chain.
func (f *foreign) cast(args ...string) string {
	f.t.Helper()
	return caster{f.t, f.url}.cast(args...)
}

// up starts a server that works with the chain.
func (f *foreign) up(data string, args ...string) *server {
	f.t.Helper()
	return up(f.t, data, append(args, "--chain", f.url, "--deployments", f.deployments(), "--keystores", f.keys())...)
}

func TestGoalsAreProvenOnAForeignChain(t *testing.T) {
	t.Parallel()
	f := newForeign(t)
	named := append(f.named(), "--admin-delay", "1s")
	_, errs, code := f.contracts(append([]string{"deploy"}, named...)...)
	if code != 3 || !strings.Contains(errs, "wei more") {
		t.Fatalf("deploying without money ended with %d: %s", code, errs)
	}
	chaintest.Rich(t, f.node, f.deployer, 100)
	promised := f.deployKilled(named...)
	at := f.deploy(named...)
	for _, p := range promised {
		if got := at.Of(p.Contract).Address; got != p.Address {
			t.Errorf("%s is at %s; before the kill it was to be at %s", p.Contract, got, p.Address)
		}
	}
	if sent := f.cast("nonce", f.deployer.Hex()); sent != fmt.Sprint(len(deploy.Names)+1) {
		t.Errorf("%s transactions for %d contracts and a role", sent, len(deploy.Names))
	}
	sent := f.cast("nonce", f.deployer.Hex())
	if again := f.deploy(); again.TaskEscrow != at.TaskEscrow || again.Roles != at.Roles || f.cast("nonce", f.deployer.Hex()) != sent {
		t.Errorf("the second run was not without effect: %+v", again)
	}
	chaintest.Rich(t, f.node, f.roles["recorder"], 2) // for a few transactions
	data := dataDir(t)
	s := f.up(data)
	t.Run("goals", func(t *testing.T) { f.proves(t, s, at) })
	t.Run("a balance that is low", func(t *testing.T) { f.warns(t, s, "recorder", f.roles["recorder"]) })
	t.Run("another recorder", func(t *testing.T) { s = f.rotates(t, s, at) })
	t.Run("another admin", func(t *testing.T) { f.handsOver(t) })
	s.stop()
}

// proves runs goals and reads from the chain what was recorded of them.
func (f *foreign) proves(t *testing.T, s *server, at deploy.Addresses) {
	var goals []wire.Accepted
	for i := range 5 {
		goals = append(goals, submit(t, s, list(fmt.Sprint("goal ", i)), ""))
	}
	for _, accepted := range goals {
		goal := proven(t, s, accepted)
		verifies(t, s, goal.ID)
		said := f.cast("call", at.ProofOfWork.Address.Hex(), "bundle(bytes32)((bytes32,uint64,uint64,uint64))", "0x"+goal.Proof.Bundle)
		if !strings.Contains(said, goal.Proof.Root) {
			t.Errorf("goal %s: cast reads %s; want the root %s", goal.ID, said, goal.Proof.Root)
		}
	}
	receipt := f.cast("receipt", proven(t, s, goals[0]).Proof.Tx, "from")
	if !strings.EqualFold(receipt, f.roles["recorder"].Hex()) {
		t.Errorf("recorded by %s, want the recorder %s", receipt, f.roles["recorder"])
	}
}

// warns checks that whoever looks at the server is told what is wrong with an account.
func (f *foreign) warns(t *testing.T, s *server, what string, account common.Address) {
	t.Helper()
	until(t, "the server says: "+what, func() bool {
		health, err := get[wire.Health](t.Context(), s, "/health")
		if err != nil {
			t.Fatal(err)
		}
		said := strings.Join(health.Warnings, "\n")
		return strings.Contains(said, what) && strings.Contains(said, account.Hex())
	})
}

// rotates gives the recorder's role to a new key while goals run.
func (f *foreign) rotates(t *testing.T, s *server, at deploy.Addresses) *server {
	old := f.roles["recorder"]
	for _, name := range []string{"recorder.json", "recorder.password"} {
		if err := os.Rename(filepath.Join(f.keys(), name), filepath.Join(f.dir, "old-"+name)); err != nil {
			t.Fatal(err)
		}
	}
	out, _, _ := run(t, f.dir, "contracts", "keys", "--keystores", f.keys(), "--json")
	next := lastLine[map[string]common.Address](t, out)["recorder"]
	chaintest.Rich(t, f.node, next, 100)
	before := submit(t, s, list("under the old key"), "")
	if code := s.stop(); code != 0 {
		t.Errorf("stopped with %d", code)
	}
	s = f.up(s.Data) // too early: the new key may do nothing yet, and that must not cost a proof
	after := submit(t, s, list("under the new key"), "")
	f.warns(t, s, "does not have RECORDER_ROLE of ProofOfWork", next)
	if _, errs, code := f.contracts("rotate", "recorder", next.Hex()); code != 0 {
		t.Fatal(errs)
	}
	proven(t, s, before)
	goal := proven(t, s, after)
	if by := f.cast("receipt", goal.Proof.Tx, "from"); !strings.EqualFold(by, next.Hex()) {
		t.Errorf("recorded by %s, want %s", by, next)
	}
	if _, errs, code := f.contracts("rotate", "recorder", next.Hex(), "--revoke", old.Hex()); code != 0 {
		t.Fatal(errs)
	}
	role := f.cast("call", at.ProofOfWork.Address.Hex(), "RECORDER_ROLE()(bytes32)")
	for account, want := range map[common.Address]string{old: "false", next: "true"} {
		if has := f.cast("call", at.ProofOfWork.Address.Hex(), "hasRole(bytes32,address)(bool)", role, account.Hex()); has != want {
			t.Errorf("%s has the recorder's role: %s", account, has)
		}
	}
	return s
}

// handsOver makes a contract the admin, which takes over where it has to.
func (f *foreign) handsOver(t *testing.T) {
	safe := common.Address{0x5a, 0xfe}
	if _, errs, code := f.contracts("deploy", "--admin", safe.Hex()); code == 0 || !strings.Contains(errs, "multisig") {
		t.Errorf("an account without code became admin: %d, %s", code, errs)
	}
	f.cast("rpc", "anvil_setCode", safe.Hex(), "0x00")
	f.cast("rpc", "anvil_setBalance", safe.Hex(), "0xde0b6b3a7640000")
	f.cast("rpc", "anvil_impersonateAccount", safe.Hex())
	out, errs, code := f.contracts("deploy", "--admin", safe.Hex())
	if code != 0 {
		t.Fatal(errs)
	}
	left := lastLine[struct{ Left []deploy.Call }](t, out).Left
	if len(left) != 4 {
		t.Fatalf("the next admin is left with %d calls", len(left))
	}
	for _, c := range left {
		until(t, "the delay is over", func() bool {
			_, err := exec.CommandContext(t.Context(), chaintest.Foundry(t, "cast"), "call", "--from", safe.Hex(), c.To.Hex(), "--data", c.Data, "--rpc-url", f.url).Output()
			return err == nil
		})
		f.cast("send", "--unlocked", "--from", safe.Hex(), c.To.Hex(), c.Data)
	}
	out, _, _ = f.contracts("deploy")
	if left := lastLine[struct{ Left []deploy.Call }](t, out).Left; len(left) != 0 {
		t.Errorf("still left: %v", left)
	}
	shown, errs, code := run(t, f.dir, "contracts", "show", "--chain", f.url, "--deployments", f.deployments(), "--holders", "--json")
	if code != 0 {
		t.Fatal(errs)
	}
	if strings.Contains(strings.ToLower(string(holdersOf(t, shown))), strings.ToLower(f.deployer.Hex()[2:])) {
		t.Errorf("the deployer still has a role: %s", shown)
	}
	if _, errs, code := f.contracts("rotate", "oracle", safe.Hex()); code != 3 || !strings.Contains(errs, "not the admin") {
		t.Errorf("the deployer gave a role: %d, %s", code, errs)
	}
}

func holdersOf(t *testing.T, shown string) json.RawMessage {
	return lastLine[struct{ Holders json.RawMessage }](t, shown).Holders
}
