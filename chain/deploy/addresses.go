package deploy

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

// Contract is where one contract is.
type Contract struct {
	Address common.Address `json:"address"`
	// Block is that of the deployment: nothing of the contract stands in earlier ones.
	Block uint64      `json:"block,omitempty"`
	Tx    common.Hash `json:"tx,omitzero"`
}

// IsZero reports whether the contract was not deployed yet.
func (c Contract) IsZero() bool { return c.Address == common.Address{} }

// Addresses say where the contracts of one chain are. They are public and belong into the repository for public chains.
type Addresses struct {
	ChainID            uint64   `json:"chain_id"`
	AgentPassport      Contract `json:"agent_passport,omitzero"`
	ProofOfWork        Contract `json:"proof_of_work,omitzero"`
	ReputationRegistry Contract `json:"reputation_registry,omitzero"`
	AuditTrail         Contract `json:"audit_trail,omitzero"`
	Badges             Contract `json:"badges,omitzero"`
	StakeRegistry      Contract `json:"stake_registry,omitzero"`
	ChallengeManager   Contract `json:"challenge_manager,omitzero"`
	TaskEscrow         Contract `json:"task_escrow,omitzero"`
	// Deployer is who deployed the newest of them, and is their admin until that is handed over.
	Deployer common.Address `json:"deployer,omitzero"`
	// Roles are who has which role.
	Roles Roles `json:"roles,omitzero"`
	// Pending are deployments that are on their way, signed. They are stored before they are sent, so that whoever comes
	// next sends the same ones again.
	Pending []Pending `json:"pending,omitempty"`
}

// Pending is a deployment that is on its way.
type Pending struct {
	Contract Name           `json:"contract"`
	Address  common.Address `json:"address"`
	Raw      hexutil.Bytes  `json:"raw"` // newest form of the transaction
	// Hashes are those of all forms, oldest first: any of them may have got into a block.
	Hashes []common.Hash `json:"hashes"`
}

// Of is where a contract is.
func (a *Addresses) Of(name Name) *Contract {
	switch name {
	case AgentPassport:
		return &a.AgentPassport
	case ProofOfWork:
		return &a.ProofOfWork
	case ReputationRegistry:
		return &a.ReputationRegistry
	case AuditTrail:
		return &a.AuditTrail
	case Badges:
		return &a.Badges
	case StakeRegistry:
		return &a.StakeRegistry
	case ChallengeManager:
		return &a.ChallengeManager
	case TaskEscrow:
		return &a.TaskEscrow
	}
	panic("deploy: no contract " + string(name) + ": add it to Addresses.Of")
}

// First is the lowest block that any contract was deployed in: nothing of them stands in earlier ones.
func (a *Addresses) First() uint64 {
	var first uint64
	for i, name := range Names {
		if c := a.Of(name); !c.IsZero() && (i == 0 || c.Block < first) {
			first = c.Block
		}
	}
	return first
}

// File is where the addresses of a chain are kept below a folder: <chain ID>.json.
func File(dir string, chainID uint64) string {
	return filepath.Join(dir, strconv.FormatUint(chainID, 10)+".json")
}

// Read reads what is known of a chain. It answers fs.ErrNotExist if nothing is.
func Read(dir string, chainID uint64) (Addresses, error) {
	file := File(dir, chainID)
	text, err := os.ReadFile(file)
	if err != nil {
		return Addresses{}, err
	}
	a, err := parse(text)
	if err != nil {
		return a, fmt.Errorf("%s: %w", file, err)
	}
	if a.ChainID != chainID {
		return a, fmt.Errorf("%s is about chain %d", file, a.ChainID)
	}
	return a, nil
}

// parse reads a file's text, also one of the time when there was only ProofOfWork.
func parse(text []byte) (Addresses, error) {
	var old struct {
		ChainID     uint64          `json:"chain_id"`
		ProofOfWork json.RawMessage `json:"proof_of_work"`
		Block       uint64          `json:"block"`
		Tx          common.Hash     `json:"tx"`
		Pending     json.RawMessage `json:"pending"`
	}
	if err := json.Unmarshal(text, &old); err != nil {
		return Addresses{}, err
	}
	a := Addresses{ChainID: old.ChainID}
	if !bytes.HasPrefix(old.ProofOfWork, []byte(`"`)) {
		return a, json.Unmarshal(text, &a)
	}
	var at common.Address
	if err := json.Unmarshal(old.ProofOfWork, &at); err != nil {
		return a, err
	}
	if len(old.Pending) == 0 {
		a.ProofOfWork = Contract{Address: at, Block: old.Block, Tx: old.Tx}
		return a, nil
	}
	p := Pending{Contract: ProofOfWork, Address: at, Hashes: []common.Hash{old.Tx}}
	if err := json.Unmarshal(old.Pending, &p.Raw); err != nil {
		return a, err
	}
	a.Pending = []Pending{p}
	return a, nil
}

// Write stores what is known, whole or not at all.
func (a *Addresses) Write(dir string) (err error) {
	text, err := json.MarshalIndent(a, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	temp, err := os.CreateTemp(dir, ".deployment.*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(temp.Name()))
		}
	}()
	_, err = temp.Write(append(text, '\n'))
	if err = errors.Join(err, temp.Chmod(0o644), temp.Sync(), temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), File(dir, a.ChainID))
}
