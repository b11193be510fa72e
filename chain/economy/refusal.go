package economy

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"
	"unicode"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/rpc"
)

// Refusal says why a contract refuses a call, and what to do. It is an answer: the same call is refused again until
// something has changed.
type Refusal struct {
	Name string // of the contract's error; empty if it gave none that is known
	Text string
}

func (e *Refusal) Error() string { return e.Text }

// Refused is the stable code of the refusal: the error's name in capitals.
func (e *Refusal) Refused() string {
	if e.Name == "" {
		return "CALL_REVERTED"
	}
	var code strings.Builder
	for i, r := range e.Name {
		if i > 0 && unicode.IsUpper(r) {
			code.WriteByte('_')
		}
		code.WriteRune(unicode.ToUpper(r))
	}
	return code.String()
}

// Explain finds a contract's refusal in what a node said and puts it into words. Any other error is returned as it is.
func Explain(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*Refusal](err); ok {
		return err
	}
	answer, ok := errors.AsType[rpc.DataError](err)
	if !ok {
		return err
	}
	text, _ := answer.ErrorData().(string)
	data, decoding := hexutil.Decode(text)
	if decoding != nil || len(data) < 4 {
		if !strings.Contains(answer.Error(), "revert") {
			return err
		}
		return &Refusal{Text: "the contract refuses the call and does not say why: " + answer.Error()}
	}
	return explain(data)
}

// explain reads the data that a contract reverted with.
func explain(data []byte) *Refusal {
	selector := [4]byte(data)
	for _, known := range knownErrors {
		found, ok := known[selector]
		if !ok {
			continue
		}
		args := map[string]any{}
		if err := found.Inputs.UnpackIntoMap(args, data[4:]); err != nil {
			break
		}
		text := found.Name
		if say := sayings[found.Name]; say != nil {
			text = say(said(args))
		}
		return &Refusal{Name: found.Name, Text: text}
	}
	if reason, err := abi.UnpackRevert(data); err == nil {
		return &Refusal{Text: "the contract refuses the call: " + reason}
	}
	return &Refusal{Text: fmt.Sprintf("the contract refuses the call with an error that is not known here: %#x", data)}
}

// knownErrors are the errors of the contracts by selector.
var knownErrors = func() (all []map[[4]byte]abi.Error) {
	for _, contract := range []abi.ABI{stakes.GetABI(), challenges.GetABI(), escrows.GetABI(), proofs.GetABI()} {
		bySelector := map[[4]byte]abi.Error{}
		for _, e := range contract.Errors {
			bySelector[[4]byte(e.ID[:4])] = e
		}
		all = append(all, bySelector)
	}
	return all
}()

// said are the arguments of an error.
type said map[string]any

// the returns an argument as text: amounts in wei, addresses with their checksum.
func (s said) the(name string) string {
	if digest, ok := s[name].([32]byte); ok {
		return common.Hash(digest).Hex()
	}
	return fmt.Sprint(s[name])
}

// amount is an argument that counts wei.
func (s said) amount(name string) string {
	n, ok := s[name].(*big.Int)
	if !ok {
		return s.the(name)
	}
	return fmt.Sprintf("%s (%s wei)", FormatAmount(n, "coins"), n)
}

// when is an argument that is a time, in seconds since 1970.
func (s said) when(name string) string {
	seconds, ok := new(big.Int).SetString(s.the(name), 10)
	if !ok || !seconds.IsInt64() {
		return s.the(name)
	}
	return time.Unix(seconds.Int64(), 0).UTC().Format(time.RFC3339)
}

func (s said) status(name string) string { n, _ := s[name].(uint8); return Status(n).String() }
func (s said) state(name string) string  { n, _ := s[name].(uint8); return State(n).String() }

// roles are those that calls of this package need, by the hash that stands for each.
var roles = map[common.Hash]string{
	crypto.Keccak256Hash([]byte("RESOLVER_ROLE")): "RESOLVER_ROLE (who judges challenges)",
	crypto.Keccak256Hash([]byte("SLASHER_ROLE")):  "SLASHER_ROLE (the contract that judges challenges)",
	crypto.Keccak256Hash([]byte("PAUSER_ROLE")):   "PAUSER_ROLE",
	{}: "DEFAULT_ADMIN_ROLE",
}

// sayings put errors into words. Each says what is the matter and what helps.
var sayings = map[string]func(said) string{
	"AmountMissing":    func(said) string { return "no money goes with the call; give an amount above 0" },
	"RecipientMissing": func(said) string { return "the zero address cannot be paid; name an account" },
	"NothingDue": func(s said) string {
		return "nothing is due to " + s.the("account") + " now: it was withdrawn before, or has not become due yet"
	},
	"EnforcedPause": func(said) string { return "the contract is paused; its admin must unpause it first" },
	"FailedCall": func(said) string {
		return "the account to be paid does not take the money; withdraw to another one with --to"
	},
	"StakeTooSmall": func(s said) string {
		return fmt.Sprintf("%s has %s bonded, and %s was asked for; ask for less", s.the("agent"), s.amount("bonded"), s.amount("asked"))
	},
	"StakeNotHeld": func(s said) string { return "no challenge holds the stake of " + s.the("agent") },
	"AccessControlUnauthorizedAccount": func(s said) string {
		role := s.the("neededRole")
		if digest, ok := s["neededRole"].([32]byte); ok && roles[digest] != "" {
			role = roles[digest]
		}
		return fmt.Sprintf("%s may not do this: it takes %s; sign with a keystore that has it", s.the("account"), role)
	},
	"BondTooSmall": func(s said) string {
		return fmt.Sprintf("a challenge takes a bond of at least %s, and %s was offered; raise --bond", s.amount("least"), s.amount("offered"))
	},
	"EvidenceMissing": func(said) string { return "a challenge and its answer need evidence" },
	"ChallengeNotOpen": func(s said) string {
		if status := s.status("status"); status != "none" {
			return fmt.Sprintf("challenge %s is not open any more: it is %s", s.the("id"), status)
		}
		return fmt.Sprintf("there is no challenge %s", s.the("id"))
	},
	"AnswerNotAgents": func(s said) string {
		return fmt.Sprintf("only the agent, %s, answers challenge %s, and %s signed; sign with the agent's keystore", s.the("agent"), s.the("id"), s.the("sender"))
	},
	"AnswerConflict": func(s said) string {
		return fmt.Sprintf("challenge %s was answered with other evidence before, %s; an answer is given once", s.the("id"), s.the("have"))
	},
	"ChallengePending": func(s said) string {
		return fmt.Sprintf("challenge %s can be judged until %s; it expires after that", s.the("id"), s.when("until"))
	},
	"EscrowExists": func(s said) string {
		return fmt.Sprintf("escrow %s exists and is %s; another deadline makes another escrow", s.the("id"), s.state("state"))
	},
	"EscrowNotIn": func(s said) string {
		have, want := s.state("have"), s.state("want")
		if have == "none" {
			return fmt.Sprintf("there is no escrow %s; fund it first, and give exactly the terms it was funded with", s.the("id"))
		}
		return fmt.Sprintf("escrow %s is %s and would have to be %s", s.the("id"), have, want)
	},
	"DeadlinePassed": func(s said) string {
		return fmt.Sprintf("the deadline was %s, the chain's time is %s; a payer can have the money back now", s.when("deadline"), s.when("time"))
	},
	"LeafMalformed": func(s said) string {
		return fmt.Sprintf("a leaf has %s bytes and is not laid out as a task's", s.the("length"))
	},
	"LeafForeign": func(s said) string {
		return fmt.Sprintf("the leaf is not of this escrow's task and agent: it names agent %s; was the task done as the agent that is to be paid?", s.the("agent"))
	},
	"ProofInvalid": func(s said) string {
		return fmt.Sprintf("the leaf is not in the bundle of goal %s that is recorded on the chain; is the goal's proof confirmed?", s.the("goal"))
	},
	"WindowOpen": func(s said) string {
		return fmt.Sprintf("the task can be challenged until %s; release the money after that", s.when("until"))
	},
	"EscrowFrozen": func(s said) string {
		return fmt.Sprintf("the task has %s open challenge(s), which must be judged or expire first; at the latest the money can be released at %s", s.the("pending"), s.when("until"))
	},
	"ProofRefuted": func(s said) string {
		return "a challenge of the task was upheld: the money goes back to the payer; refund the escrow"
	},
	"NotRefundable": func(s said) string {
		if state := s.state("state"); state == "released" || state == "refunded" || state == "none" {
			return fmt.Sprintf("there is nothing to refund: escrow %s is %s", s.the("id"), state)
		}
		return fmt.Sprintf("escrow %s is %s: the payer must wait for the deadline, %s, and can have nothing back once the task is proven, unless a challenge is upheld",
			s.the("id"), s.state("state"), s.when("deadline"))
	},
}
