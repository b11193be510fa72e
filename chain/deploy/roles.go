package deploy

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/mergit-io/mergit/contracts/bindings"
)

// Role is who may do what on the chain. Each has a key of its own, so that one that is stolen opens one door.
type Role string

// The roles. Recorder, Minter, Oracle and Auditor sign while Mergit runs; the admin is a multisig where money is at stake.
const (
	Recorder Role = "recorder" // records bundles
	Minter   Role = "minter"   // mints passports
	Oracle   Role = "oracle"   // scores, stats, badges
	Auditor  Role = "auditor"  // anchors checkpoints of the log
	Admin    Role = "admin"    // pauses, revokes, judges, and gives the others their roles
)

// Signers are the roles that sign while Mergit runs.
var Signers = []Role{Recorder, Minter, Oracle, Auditor}

// Roles are who has the roles.
type Roles struct {
	Recorder common.Address `json:"recorder"`
	Minter   common.Address `json:"minter"`
	Oracle   common.Address `json:"oracle"`
	Auditor  common.Address `json:"auditor"`
	Admin    common.Address `json:"admin"`
}

// Of is who has a role.
func (r *Roles) Of(role Role) *common.Address {
	switch role {
	case Recorder:
		return &r.Recorder
	case Minter:
		return &r.Minter
	case Oracle:
		return &r.Oracle
	case Auditor:
		return &r.Auditor
	case Admin:
		return &r.Admin
	}
	panic("deploy: no role " + string(role))
}

// All are all roles.
var All = []Role{Recorder, Minter, Oracle, Auditor, Admin}

// or fills in who has the roles that nobody was named for: whoever others names, or else an account.
func (r Roles) or(others Roles, account common.Address) Roles {
	for _, role := range All {
		at := r.Of(role)
		for _, next := range []common.Address{*others.Of(role), account} {
			if *at == (common.Address{}) {
				*at = next
			}
		}
	}
	return r
}

// adminName is OpenZeppelin's role of who grants and revokes all others.
const adminName = "DEFAULT_ADMIN_ROLE"

// adminRole is adminName as the contracts know it.
var adminRole [32]byte

// roleID is a role as the contracts know it: the hash of its name, but for the admin's.
func roleID(name string) [32]byte {
	if name == adminName {
		return adminRole
	}
	return crypto.Keccak256Hash([]byte(name))
}

// access speaks to any of the contracts: what is asked of them here is AccessControl's, and the same in all.
var access = bindings.NewProofOfWork()

// owned speaks to those whose admin is handed over in two steps (AccessControlDefaultAdminRules).
var owned = bindings.NewAgentPassport()

// Held is a role of a contract and who is to have it.
type Held struct {
	Contract Name
	Role     string // as in the contract: MINTER_ROLE
	Account  common.Address
}

// holders are the roles of a contract as they ought to be.
func holders(name Name, who Roles, at *Addresses) (held []Held) {
	c := contracts[name]
	for _, g := range append(c.roles[:len(c.roles):len(c.roles)], c.grants...) {
		h := Held{Contract: name, Role: g.role}
		if g.at != "" {
			h.Account = at.Of(g.at).Address
		} else {
			h.Account = *who.Of(g.to)
		}
		held = append(held, h)
	}
	return held
}

// reader asks contracts, as of the latest block.
type reader struct{ chain Chain }

func (r reader) call(ctx context.Context, to common.Address, data []byte) ([]byte, error) {
	return r.chain.CallContract(ctx, ethereum.CallMsg{To: &to, Data: data}, nil)
}

// has reports whether an account has a role.
func (r reader) has(ctx context.Context, at common.Address, role [32]byte, account common.Address) (bool, error) {
	answer, err := r.call(ctx, at, access.PackHasRole(role, account))
	if err != nil {
		return false, fmt.Errorf("look for a role of %s: %w", account, err)
	}
	return access.UnpackHasRole(answer)
}

// is makes sure that a contract is the one it is taken for: it knows the roles of that, and the contracts it needs.
func (r reader) is(ctx context.Context, a *Addresses, name Name) error {
	at, c := a.Of(name).Address, contracts[name]
	for _, g := range c.roles {
		answer, err := r.call(ctx, at, selector(g.role+"()"))
		if want := roleID(g.role); err != nil || !bytes.Equal(answer, want[:]) {
			return fmt.Errorf("%s is not %s", at, name)
		}
	}
	for i, need := range c.needs {
		answer, err := r.call(ctx, at, selector(c.knows[i]))
		if err != nil || len(answer) < common.HashLength {
			return fmt.Errorf("%s is not %s, or not the one of this release", at, name)
		}
		if other := common.BytesToAddress(answer[:common.HashLength]); other != a.Of(need).Address {
			return fmt.Errorf("%s at %s works with the %s at %s, not with the one at %s", name, at, need, other, a.Of(need).Address)
		}
	}
	return nil
}

// selector picks a function in a call.
func selector(signature string) []byte { return crypto.Keccak256([]byte(signature))[:4] }

// ungranted are the roles that those who ought to have them do not have.
func (d *deployment) ungranted(ctx context.Context, a *Addresses) (todo []call, err error) {
	for _, name := range d.cfg.Contracts {
		at := a.Of(name).Address
		if err := d.is(ctx, a, name); err != nil {
			return nil, err
		}
		for _, h := range holders(name, d.cfg.Roles, a) {
			has, err := d.has(ctx, at, roleID(h.Role), h.Account)
			if err != nil {
				return nil, err
			}
			if !has {
				todo = append(todo, grantCall(at, h))
			}
		}
	}
	return todo, d.mayAll(ctx, todo)
}

// AdminError says that somebody is not the admin who alone may do something. Its calls are for that admin.
type AdminError struct {
	Account common.Address
	Calls   []Call
}

func (e *AdminError) Error() string {
	var said []string
	for _, c := range e.Calls {
		said = append(said, fmt.Sprintf("%s: call %s with %s", c.What, c.To, c.Data))
	}
	return fmt.Sprintf("%s is not the admin who may do this: %s", e.Account, strings.Join(said, "; "))
}

// mayAll makes sure that we are admin of the contracts whose roles are to be changed.
func (d *deployment) mayAll(ctx context.Context, todo []call) error {
	refused := &AdminError{Account: d.key.Address()}
	for _, c := range todo {
		may, err := d.has(ctx, c.to, adminRole, d.key.Address())
		if err != nil {
			return err
		}
		if !may {
			refused.Calls = append(refused.Calls, c.forOthers())
		}
	}
	if len(refused.Calls) > 0 {
		return refused
	}
	return nil
}

// forOthers is a call that somebody else has to make.
func (c call) forOthers() Call {
	return Call{Contract: c.step.Contract, What: fmt.Sprintf("%s for %s", c.step, c.step.Account), To: c.to, Data: hexutil.Encode(c.data)}
}

func grantCall(at common.Address, h Held) call {
	return call{to: at, data: access.PackGrantRole(roleID(h.Role), h.Account), step: Step{Do: "grant", Contract: h.Contract, Role: h.Role, Account: h.Account}}
}

// unfunded are payments that bring the signers' accounts to what they ought to have, where they have less than half of it.
func (d *deployment) unfunded(ctx context.Context) (todo []call, err error) {
	if d.cfg.Fund == nil {
		return nil, nil
	}
	least := new(big.Int).Rsh(d.cfg.Fund, 1)
	seen := map[common.Address]bool{d.key.Address(): true}
	for _, role := range Signers {
		account := *d.cfg.Roles.Of(role)
		if seen[account] {
			continue
		}
		seen[account] = true
		have, err := d.chain.BalanceAt(ctx, account, nil)
		if err != nil {
			return nil, fmt.Errorf("balance of %s: %w", account, err)
		}
		if have.Cmp(least) < 0 {
			todo = append(todo, call{to: account, value: new(big.Int).Sub(d.cfg.Fund, have), step: Step{Do: "fund", Account: account}})
		}
	}
	return todo, nil
}

// rounds is how often what was to be done is looked at again: another process may use the same key at the same time, and
// what was sent before a crash may come to pass.
const rounds = 4

// until does what is to be done until nothing is. Nothing of it is stored: lost with a crash it is found missing again, and
// done twice it changes nothing.
func (d *deployment) until(ctx context.Context, missing func(context.Context) ([]call, error)) error {
	for range rounds {
		todo, err := missing(ctx)
		if err != nil || len(todo) == 0 {
			return err
		}
		if err := d.send(ctx, todo); err != nil {
			return err
		}
	}
	return fmt.Errorf("somebody else uses the account %s: give it to one process only", d.key.Address())
}

// told logs a step and passes it on.
func (d *deployment) told(ctx context.Context, s Step) {
	d.cfg.Log.InfoContext(ctx, "chain set-up", slog.String("do", s.Do), slog.String("contract", string(s.Contract)), slog.String("role", s.Role),
		slog.String("account", s.Account.Hex()), slog.String("tx", s.Tx.Hex()), slog.Bool("final", s.Final))
	if d.cfg.Tell != nil {
		d.cfg.Tell(s)
	}
}
