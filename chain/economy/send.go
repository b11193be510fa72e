package economy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/params"
	"github.com/ethereum/go-ethereum/rpc"
)

// Chain is what sending asks of a node; *ethclient.Client is one.
type Chain interface {
	Caller
	ChainID(ctx context.Context) (*big.Int, error)
	HeaderByNumber(ctx context.Context, number *big.Int) (*types.Header, error)
	NonceAt(ctx context.Context, account common.Address, block *big.Int) (uint64, error)
	PendingNonceAt(ctx context.Context, account common.Address) (uint64, error)
	BalanceAt(ctx context.Context, account common.Address, block *big.Int) (*big.Int, error)
	SuggestGasTipCap(ctx context.Context) (*big.Int, error)
	EstimateGas(ctx context.Context, call ethereum.CallMsg) (uint64, error)
	SendTransaction(ctx context.Context, tx *types.Transaction) error
	TransactionReceipt(ctx context.Context, tx common.Hash) (*types.Receipt, error)
}

// Key signs for one account; *wallet.Wallet is one.
type Key interface {
	Address() common.Address
	Sign(tx *types.Transaction, chainID *big.Int) (*types.Transaction, error)
}

// Sender sends transactions of one account, each until it is final. It may be killed at any time and asked for the same
// again: what it sent is sent once.
type Sender struct {
	Chain   Chain
	ChainID uint64
	Key     Key
	// Dir is where what was signed is kept until it is final. It holds nothing secret.
	Dir string
	// Coin is what the chain's money is called. Defaults to ether.
	Coin string
	// Tip is the priority fee where the chain fixes it, in wei. Defaults to what the node suggests.
	Tip *big.Int
	// Poll is how often the chain is looked at. Defaults to 500 ms.
	Poll time.Duration
	// Resend is after how many looks a transaction that is in no block is sent again. Defaults to 20.
	Resend int
	// Now tells the time, by which a node is asked whether a call would succeed in a block of now. Chains that are idle make
	// no blocks, and the time of the latest may lie before the end of a window that is over. Defaults to asking as of the
	// latest block.
	Now func() time.Time
	// Tell is told how far a transaction is. Defaults to nobody.
	Tell func(Progress)
}

// Progress is how far a transaction is.
type Progress struct {
	Does  string
	Tx    common.Hash
	Stage string // sent, mined, final, waiting
	Block uint64 // of mined and final
	Err   error  // of waiting: what the node said
}

// Order is a wish to have something done once.
type Order struct {
	// Intent says what is wished, in the same words each time it is wished. A transaction that was sent for it and is not
	// known to be final is finished instead of sending another one.
	Intent string
	// Once says that a wish that came true is not to come true again: what was done is reported instead.
	Once bool
	// Again overrides Once, for those who mean it.
	Again bool
	// Call makes the call. It is asked only if a transaction is needed, and may say that none is by an error.
	Call func(ctx context.Context) (Call, error)
}

// Sent is a final transaction.
type Sent struct {
	*types.Receipt
	// Repeated says that it was sent by an earlier command for the same wish.
	Repeated bool
}

// FundsError says that an account has too little money.
type FundsError struct {
	Account    common.Address
	Have, Need *big.Int // in wei
	Coin       string
}

func (e *FundsError) Error() string {
	return fmt.Sprintf("%s has %s, and this takes %s with gas: send it at least %s first",
		e.Account, FormatAmount(e.Have, e.Coin), FormatAmount(e.Need, e.Coin), FormatAmount(new(big.Int).Sub(e.Need, e.Have), e.Coin))
}

// Refused is the error's stable code.
func (e *FundsError) Refused() string { return "INSUFFICIENT_FUNDS" }

// NonceTakenError says that another transaction of the account came first, so that ours can never be in a block.
type NonceTakenError struct {
	Account common.Address
	Nonce   uint64
	Does    string
}

func (e *NonceTakenError) Error() string {
	return fmt.Sprintf("somebody else sent a transaction of %s (number %d) meanwhile, and so nothing was done: %s. Do it again; give an account to one program at a time",
		e.Account, e.Nonce, e.Does)
}

// Refused is the error's stable code.
func (e *NonceTakenError) Refused() string { return "NONCE_TAKEN" }

// Send has an order done and returns once the transaction is final. A contract's refusal is a *Refusal.
func (s *Sender) Send(ctx context.Context, o Order) (_ Sent, err error) {
	id, err := s.Chain.ChainID(ctx)
	if err != nil {
		return Sent{}, fmt.Errorf("chain ID: %w", err)
	}
	if !id.IsUint64() || id.Uint64() != s.ChainID {
		return Sent{}, fmt.Errorf("the node is of chain %s, not %d", id, s.ChainID)
	}
	box, err := openOutbox(s.Dir, s.ChainID, s.Key.Address())
	if err != nil {
		return Sent{}, err
	}
	defer func() { err = errors.Join(err, box.close()) }()
	if p := box.Pending; p != nil {
		receipt, err := s.finish(ctx, box)
		if p.Intent == o.Intent {
			return Sent{receipt, true}, err
		}
		// What became of another wish does not matter to this one, once it is over.
		if over := box.Pending == nil; err != nil && !over {
			return Sent{}, fmt.Errorf("an earlier command is not through (%s): %w", p.Does, err)
		}
	}
	if tx, known := box.find(o.Intent); known && o.Once && !o.Again {
		receipt, err := s.Chain.TransactionReceipt(ctx, tx)
		if err == nil {
			return Sent{receipt, true}, nil
		}
		if !errors.Is(err, ethereum.NotFound) {
			return Sent{}, fmt.Errorf("look for transaction %s: %w", tx, err)
		} // the chain was made anew
	}
	if err := s.prepare(ctx, box, o); err != nil {
		return Sent{}, err
	}
	receipt, err := s.finish(ctx, box)
	return Sent{receipt, false}, err
}

// prepare signs a transaction and stores it.
func (s *Sender) prepare(ctx context.Context, box *outbox, o Order) error {
	c, err := o.Call(ctx)
	if err != nil {
		return err
	}
	from := s.Key.Address()
	have, err := s.Chain.BalanceAt(ctx, from, nil)
	if err != nil {
		return fmt.Errorf("balance of %s: %w", from, err)
	}
	if have.Cmp(c.Value) < 0 { // nodes answer an estimate otherwise in many ways
		return &FundsError{Account: from, Have: have, Need: c.Value, Coin: s.coin()}
	}
	tip, limit, err := s.fees(ctx)
	if err != nil {
		return err
	}
	gas, err := s.estimate(ctx, ethereum.CallMsg{From: from, To: &c.To, Value: c.Value, Data: c.Data})
	if err != nil {
		if said := strings.ToLower(err.Error()); strings.Contains(said, "insufficient funds") || strings.Contains(said, "gas required exceeds allowance") {
			return &FundsError{Account: from, Have: have, Need: cost(usualGas, limit, c.Value), Coin: s.coin()}
		}
		return fmt.Errorf("%s: %w", c.Does, Explain(err))
	}
	gas += gas / 10 // modest, because some chains charge for the limit and not for what was used
	if need := cost(gas, limit, c.Value); have.Cmp(need) < 0 {
		return &FundsError{Account: from, Have: have, Need: need, Coin: s.coin()}
	}
	nonce, err := s.Chain.PendingNonceAt(ctx, from)
	if err != nil {
		return fmt.Errorf("nonce of %s: %w", from, err)
	}
	tx := &types.DynamicFeeTx{Nonce: nonce, GasTipCap: tip, GasFeeCap: limit, Gas: gas, To: &c.To, Value: c.Value, Data: c.Data}
	return s.store(box, tx, &pending{Intent: o.Intent, Does: c.Does, Nonce: nonce}, o.Once)
}

// Timed is a node that can be asked what a call would need in a block of another time; Node is one.
type Timed interface {
	EstimateGasAt(ctx context.Context, call ethereum.CallMsg, at time.Time) (uint64, error)
}

// estimate asks how much gas a call needs.
func (s *Sender) estimate(ctx context.Context, call ethereum.CallMsg) (uint64, error) {
	gas, err := s.Chain.EstimateGas(ctx, call)
	timed, can := s.Chain.(Timed)
	if _, refused := errors.AsType[*Refusal](Explain(err)); !refused || !can || s.Now == nil {
		return gas, err
	}
	head, asking := s.Chain.HeaderByNumber(ctx, nil)
	if now := s.Now(); asking == nil && int64(head.Time) < now.Unix() {
		gas, later := timed.EstimateGasAt(ctx, call, now)
		if _, refused := errors.AsType[*Refusal](Explain(later)); later == nil || refused {
			return gas, later // why it would be refused now is what helps
		}
	}
	return 0, err
}

// Node is a node behind a JSON-RPC URL.
type Node struct{ *ethclient.Client }

var (
	_ Chain = Node{}
	_ Timed = Node{}
)

// EstimateGasAt implements Timed.
func (n Node) EstimateGasAt(ctx context.Context, call ethereum.CallMsg, at time.Time) (uint64, error) {
	var gas hexutil.Uint64
	err := n.Client.Client().CallContext(ctx, &gas, "eth_estimateGas",
		map[string]any{"from": call.From, "to": call.To, "value": (*hexutil.Big)(call.Value), "input": hexutil.Bytes(call.Data)},
		"latest", map[string]any{}, map[string]any{"time": hexutil.Uint64(at.Unix())})
	return uint64(gas), err
}

// usualGas is about what a call of these contracts needs, for an account that cannot even pay to have it estimated.
const usualGas = 150_000

// cost is what a transaction may take from an account, in wei.
func cost(gas uint64, limit, value *big.Int) *big.Int {
	wei := new(big.Int).Mul(limit, new(big.Int).SetUint64(gas))
	return wei.Add(wei, value)
}

// store signs a transaction and stores it as the newest form of what is pending.
func (s *Sender) store(box *outbox, tx *types.DynamicFeeTx, p *pending, once bool) error {
	id := new(big.Int).SetUint64(s.ChainID)
	tx.ChainID = id
	signed, err := s.Key.Sign(types.NewTx(tx), id)
	if err != nil {
		return err
	}
	raw, err := signed.MarshalBinary()
	if err != nil {
		return err
	}
	p.Raw, p.Hashes, p.Once = raw, append(p.Hashes, signed.Hash()), once
	box.Pending = p
	return box.write()
}

// fees are a tip and a limit that allows the base fee to double, in wei for a unit of gas.
func (s *Sender) fees(ctx context.Context) (tip, limit *big.Int, err error) {
	head, err := s.Chain.HeaderByNumber(ctx, nil)
	if err != nil {
		return nil, nil, fmt.Errorf("latest block: %w", err)
	}
	if tip = s.Tip; tip == nil {
		if tip, err = s.Chain.SuggestGasTipCap(ctx); err != nil {
			return nil, nil, fmt.Errorf("tip: %w", err)
		}
		if least := big.NewInt(params.GWei); tip.Cmp(least) < 0 {
			tip = least // the base fee of an idle chain is nearly nothing
		}
	}
	limit = new(big.Int).Set(tip)
	if head.BaseFee != nil {
		limit.Add(limit, new(big.Int).Lsh(head.BaseFee, 1))
	}
	return tip, limit, nil
}

func (s *Sender) coin() string { return cmp.Or(s.Coin, "ether") }

func (s *Sender) tell(p Progress) {
	if s.Tell != nil {
		s.Tell(p)
	}
}

// final is the tag of the newest block that cannot go any more.
var final = big.NewInt(int64(rpc.FinalizedBlockNumber))
