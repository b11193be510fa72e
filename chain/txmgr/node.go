package txmgr

import (
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
	"github.com/ethereum/go-ethereum/rpc"
)

// Block is as much of a block as a transaction's fate depends on. Its hash is the one that the node names: chains whose
// headers have other fields than go-ethereum's would be hashed wrongly here.
type Block struct {
	Number  uint64
	Hash    common.Hash
	BaseFee *big.Int // nil before EIP-1559
}

// Head is where a chain stands, seen from one account.
type Head struct {
	Latest, Final Block
	Nonce         uint64 // next, as of Latest
	FinalNonce    uint64 // next, as of Final
}

// Chain is what is asked of a node; *Node is one. A node may be down, behind or wrong at any time, so whatever it says is
// taken for a hint until it is final.
type Chain interface {
	// ChainID is the chain's ID, by which a node of another chain is found out.
	ChainID(ctx context.Context) (*big.Int, error)
	// Head tells where the chain stands.
	Head(ctx context.Context, account common.Address) (Head, error)
	// BlockHash is the hash of the canonical block at a height.
	BlockHash(ctx context.Context, number uint64) (common.Hash, error)
	// Receipts looks for each transaction's receipt, nil where the node has none. It is an error if the node does not
	// know of one of them whether it has.
	Receipts(ctx context.Context, hashes ...common.Hash) ([]*types.Receipt, error)
	// Tip is the priority fee that the node suggests.
	Tip(ctx context.Context) (*big.Int, error)
	// Estimate is the gas that a call needs; *RevertedError if it cannot succeed.
	Estimate(ctx context.Context, from, to common.Address, data []byte) (uint64, error)
	// Call answers read-only calls of one contract, as of the latest block or of the finalized one.
	Call(ctx context.Context, to common.Address, finalized bool, data ...[]byte) ([][]byte, error)
	// Logs lists what a contract emitted in some blocks.
	Logs(ctx context.Context, contract common.Address, from, to uint64, topics ...[]common.Hash) ([]types.Log, error)
	// Send hands a signed transaction to the node. Errors of a node that answered wrap one of the sentinels below.
	Send(ctx context.Context, raw []byte) error
}

// What a node says of a transaction that it does not take.
var (
	// ErrKnown: it has the transaction already, which is what was wished.
	ErrKnown = errors.New("the node knows the transaction")
	// ErrNonceTooLow: a transaction with this nonce is in a block: this one, or another.
	ErrNonceTooLow = errors.New("the nonce is used")
	// ErrUnderpriced: the fee is below what the node takes, or what it has for this nonce already.
	ErrUnderpriced = errors.New("the fee is too low")
	// ErrFunds: the account cannot pay for it.
	ErrFunds = errors.New("the account has too little money")
	// ErrRefused: the node will not take it for another reason.
	ErrRefused = errors.New("the node refuses the transaction")
)

// RevertedError says that a call cannot succeed as the chain stands.
type RevertedError struct {
	Reason string
	Data   []byte // of the contract's custom error
}

func (e *RevertedError) Error() string { return "the contract refuses: " + e.Reason }

// Node is a node behind a JSON-RPC URL.
type Node struct{ *ethclient.Client }

var _ Chain = Node{}

// Dial returns the node at a URL. Over HTTP nothing is sent yet: the node may be down.
func Dial(ctx context.Context, url string) (Node, error) {
	client, err := ethclient.DialContext(ctx, url)
	if err != nil {
		return Node{}, fmt.Errorf("dial chain: %w", err)
	}
	return Node{client}, nil
}

// patience bounds a request: a node may accept one and never answer.
const patience = 20 * time.Second

// batch runs calls in one request. An error of any of them is one of the batch.
func (n Node) batch(ctx context.Context, calls []rpc.BatchElem) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if len(calls) == 0 {
		return nil
	}
	if err := n.Client.Client().BatchCallContext(ctx, calls); err != nil {
		return err
	}
	for _, c := range calls {
		if c.Error != nil {
			return fmt.Errorf("%s: %w", c.Method, c.Error)
		}
	}
	return nil
}

// block is a block as nodes write it.
type block struct {
	Number  *hexutil.Big `json:"number"`
	Hash    common.Hash  `json:"hash"`
	BaseFee *hexutil.Big `json:"baseFeePerGas"`
}

func (b *block) read() (Block, error) {
	if b == nil || b.Number == nil {
		return Block{}, ethereum.NotFound
	}
	return Block{Number: b.Number.ToInt().Uint64(), Hash: b.Hash, BaseFee: (*big.Int)(b.BaseFee)}, nil
}

// call runs one call.
func (n Node) call(ctx context.Context, result any, method string, args ...any) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return n.Client.Client().CallContext(ctx, result, method, args...)
}

// ChainID implements Chain.
func (n Node) ChainID(ctx context.Context) (*big.Int, error) {
	var id hexutil.Big
	err := n.call(ctx, &id, "eth_chainId")
	return id.ToInt(), err
}

// Head implements Chain.
func (n Node) Head(ctx context.Context, account common.Address) (Head, error) {
	const latest, final = "latest", "finalized"
	var blocks [2]*block
	var nonces [2]hexutil.Uint64
	err := n.batch(ctx, []rpc.BatchElem{
		// The tag that trails is asked for first: then the block it names is never above the other.
		{Method: "eth_getTransactionCount", Args: []any{account, final}, Result: &nonces[1]},
		{Method: "eth_getBlockByNumber", Args: []any{final, false}, Result: &blocks[1]},
		{Method: "eth_getTransactionCount", Args: []any{account, latest}, Result: &nonces[0]},
		{Method: "eth_getBlockByNumber", Args: []any{latest, false}, Result: &blocks[0]},
	})
	head := Head{Nonce: uint64(nonces[0]), FinalNonce: uint64(nonces[1])}
	if err == nil {
		head.Latest, err = blocks[0].read()
	}
	if err == nil {
		head.Final, err = blocks[1].read()
	}
	if err != nil {
		return Head{}, fmt.Errorf("head of the chain: %w", err)
	}
	return head, nil
}

// BlockHash implements Chain.
func (n Node) BlockHash(ctx context.Context, number uint64) (common.Hash, error) {
	var b *block
	err := n.call(ctx, &b, "eth_getBlockByNumber", hexutil.Uint64(number), false)
	if err == nil {
		_, err = b.read()
	}
	if err != nil {
		return common.Hash{}, fmt.Errorf("block %d: %w", number, err)
	}
	return b.Hash, nil
}

// Receipts implements Chain.
func (n Node) Receipts(ctx context.Context, hashes ...common.Hash) ([]*types.Receipt, error) {
	receipts, calls := make([]*types.Receipt, len(hashes)), make([]rpc.BatchElem, len(hashes))
	for i, hash := range hashes {
		calls[i] = rpc.BatchElem{Method: "eth_getTransactionReceipt", Args: []any{hash}, Result: &receipts[i]}
	}
	if err := n.batch(ctx, calls); err != nil {
		return nil, fmt.Errorf("receipts: %w", err)
	}
	for i, r := range receipts {
		if r != nil && r.TxHash != hashes[i] {
			return nil, fmt.Errorf("receipts: the node answers for %s instead of %s", r.TxHash, hashes[i])
		}
	}
	return receipts, nil
}

// Tip implements Chain.
func (n Node) Tip(ctx context.Context) (*big.Int, error) {
	var tip hexutil.Big
	err := n.call(ctx, &tip, "eth_maxPriorityFeePerGas")
	return tip.ToInt(), err
}

// Estimate implements Chain.
func (n Node) Estimate(ctx context.Context, from, to common.Address, data []byte) (uint64, error) {
	var gas hexutil.Uint64
	err := n.call(ctx, &gas, "eth_estimateGas", map[string]any{"from": from, "to": to, "input": hexutil.Bytes(data)})
	if err == nil {
		return uint64(gas), nil
	}
	if reverted := asReverted(err); reverted != nil {
		return 0, reverted
	}
	return 0, fmt.Errorf("estimate gas: %w", translate(err))
}

// asReverted finds a refusal by the contract itself in a node's answer.
func asReverted(err error) *RevertedError {
	coded, ok := errors.AsType[rpc.Error](err)
	if !ok || (coded.ErrorCode() != codeReverted && !strings.Contains(coded.Error(), "revert")) {
		return nil
	}
	reverted := &RevertedError{Reason: coded.Error()}
	if data, ok := errors.AsType[rpc.DataError](err); ok {
		text, _ := data.ErrorData().(string)
		reverted.Data, _ = hexutil.Decode(text)
	}
	return reverted
}

// Call implements Chain.
func (n Node) Call(ctx context.Context, to common.Address, finalized bool, data ...[]byte) ([][]byte, error) {
	tag := "latest"
	if finalized {
		tag = "finalized"
	}
	results, calls := make([]hexutil.Bytes, len(data)), make([]rpc.BatchElem, len(data))
	for i, input := range data {
		calls[i] = rpc.BatchElem{Method: "eth_call", Args: []any{map[string]any{"to": to, "input": hexutil.Bytes(input)}, tag}, Result: &results[i]}
	}
	if err := n.batch(ctx, calls); err != nil {
		return nil, fmt.Errorf("call %s: %w", to, err)
	}
	answers := make([][]byte, len(data))
	for i, r := range results {
		answers[i] = r
	}
	return answers, nil
}

// Logs implements Chain.
func (n Node) Logs(ctx context.Context, contract common.Address, from, to uint64, topics ...[]common.Hash) ([]types.Log, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	logs, err := n.FilterLogs(ctx, ethereum.FilterQuery{
		FromBlock: new(big.Int).SetUint64(from), ToBlock: new(big.Int).SetUint64(to),
		Addresses: []common.Address{contract}, Topics: topics,
	})
	if err != nil {
		return nil, fmt.Errorf("logs of %s: %w", contract, err)
	}
	return logs, nil
}

// Send implements Chain.
func (n Node) Send(ctx context.Context, raw []byte) error {
	return translate(n.call(ctx, nil, "eth_sendRawTransaction", hexutil.Encode(raw)))
}

// said is how nodes word what they think of a transaction; there are no codes for it.
var said = []struct {
	words string
	means error
}{
	{"already known", ErrKnown}, {"known transaction", ErrKnown}, {"already imported", ErrKnown}, {"alreadyknown", ErrKnown},
	{"nonce too low", ErrNonceTooLow}, {"nonce is too low", ErrNonceTooLow}, {"oldnonce", ErrNonceTooLow},
	{"underpriced", ErrUnderpriced}, {"less than block base fee", ErrUnderpriced}, {"fee too low", ErrUnderpriced}, {"feetoolow", ErrUnderpriced},
	{"insufficient funds", ErrFunds}, {"insufficient balance", ErrFunds},
}

// Codes of JSON-RPC. The last two blame the node or the caller's rate, not the transaction.
const (
	codeReverted = 3
	codeInternal = -32603
	codeLimit    = -32005
)

// translate wraps a node's answer in the sentinel it means. What came to no answer stays as it is.
func translate(err error) error {
	answer, ok := errors.AsType[rpc.Error](err)
	if !ok {
		return err
	}
	text := strings.ToLower(answer.Error())
	for _, s := range said {
		if strings.Contains(text, s.words) {
			return fmt.Errorf("%w: %w", s.means, err)
		}
	}
	if code := answer.ErrorCode(); code == codeInternal || code == codeLimit || strings.Contains(text, "pool is full") {
		return err
	}
	return fmt.Errorf("%w: %w", ErrRefused, err)
}
