package economy

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"github.com/mergit-io/mergit/chain/merkle"
	"github.com/mergit-io/mergit/contracts/bindings"
)

// Call is a transaction that nobody has signed yet.
type Call struct {
	To    common.Address
	Data  []byte
	Value *big.Int // in wei; never nil
	// Does says in words what the call does.
	Does string
}

func call(to common.Address, data []byte, value *big.Int, format string, args ...any) Call {
	if value == nil {
		value = new(big.Int)
	}
	return Call{To: to, Data: data, Value: value, Does: fmt.Sprintf(format, args...)}
}

// Deposit pays stake in for an agent. Whoever pays has no claim to it any more: it is the agent's.
func (c Contracts) Deposit(agent common.Address, amount *big.Int) Call {
	return call(c.Stakes, stakes.PackDeposit(agent), amount, "deposit %s as stake of %s", c.money(amount), agent)
}

// Unbond sends stake of whoever signs on its way out.
func (c Contracts) Unbond(amount *big.Int) Call {
	return call(c.Stakes, stakes.PackUnbond(amount), nil, "unbond %s of stake", c.money(amount))
}

// Withdraw fetches from a contract all that is due to whoever signs.
func (c Contracts) Withdraw(contract, to common.Address) Call {
	return call(contract, stakes.PackWithdraw(to), nil, "withdraw what is due to %s", to)
}

// Open opens a challenge; the value is the bond.
func (c Contracts) Open(goal, task [32]byte, agent common.Address, evidence [32]byte, bond *big.Int) Call {
	return call(c.Challenges, challenges.PackOpen(goal, task, agent, evidence), bond, "challenge %s with a bond of %s", agent, c.money(bond))
}

// Answer answers a challenge as the agent.
func (c Contracts) Answer(number *big.Int, evidence [32]byte) Call {
	return call(c.Challenges, challenges.PackAnswer(number, evidence), nil, "answer challenge %s", number)
}

// Resolve judges a challenge; the penalty counts only if it is upheld.
func (c Contracts) Resolve(number *big.Int, upheld bool, penalty *big.Int) Call {
	verdict := "reject"
	if upheld {
		verdict = "uphold"
	}
	if penalty == nil {
		penalty = new(big.Int)
	}
	return call(c.Challenges, challenges.PackResolve(number, upheld, penalty), nil, "%s challenge %s", verdict, number)
}

// Expire closes a challenge that nobody judged in time.
func (c Contracts) Expire(number *big.Int) Call {
	return call(c.Challenges, challenges.PackExpire(number), nil, "close challenge %s, which nobody judged in time", number)
}

// Fund puts money aside for a task. The payer of the terms must be who signs.
func (c Contracts) Fund(t Terms, amount *big.Int) Call {
	return call(c.Escrows, escrows.PackFund(t.Goal, t.Task, t.Payee, t.Deadline), amount, "put %s aside for %s", c.money(amount), t.Payee)
}

// Prove proves an escrow's task.
func (c Contracts) Prove(t Terms, p Inclusion) Call {
	data := escrows.PackProve(bindings.ITaskEscrowTerms(t), p.Leaf, new(big.Int).SetUint64(p.Index), p.Path)
	return call(c.Escrows, data, nil, "prove the task of escrow %s", t.ID())
}

// Release makes an escrow's money due to the agent.
func (c Contracts) Release(t Terms) Call {
	return call(c.Escrows, escrows.PackRelease(bindings.ITaskEscrowTerms(t)), nil, "release escrow %s to %s", t.ID(), t.Payee)
}

// Refund makes an escrow's money due to the payer.
func (c Contracts) Refund(t Terms) Call {
	return call(c.Escrows, escrows.PackRefund(bindings.ITaskEscrowTerms(t)), nil, "refund escrow %s to %s", t.ID(), t.Payer)
}

// Inclusion is where a leaf is in a goal's bundle.
type Inclusion struct {
	Leaf  []byte // its data, unhashed
	Index uint64
	Path  [][32]byte // from the leaf's sibling up to the root
}

// Include finds a task's leaf among those of its goal's bundle, which are in the order of the tree.
func Include(leaves []merkle.Leaf, task string) (Inclusion, bool) {
	for i, leaf := range leaves {
		if leaf.Task == task {
			return Inclusion{Leaf: leaf.Data(), Index: uint64(i), Path: merkle.Prove(leaves, i)}, true
		}
	}
	return Inclusion{}, false
}
