package economy_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"

	"github.com/mergit-io/mergit/chain/economy"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
)

// deposit orders stake for the world's agent, once.
func (w *world) deposit(amount *big.Int) economy.Order {
	c := w.at.Deposit(w.agent.Address(), amount)
	return economy.Order{Intent: c.Does, Once: true, Call: func(context.Context) (economy.Call, error) { return c, nil }}
}

// bonded is the agent's stake.
func (w *world) bonded(t *testing.T) *big.Int {
	t.Helper()
	s, err := w.reader().Stake(t.Context(), w.agent.Address())
	if err != nil {
		t.Fatal(err)
	}
	return s.Bonded
}

// dying is a node under a process that is killed when it is about to send, or when it just has.
type dying struct {
	economy.Node
	kill context.CancelFunc
	sent bool
}

func (d dying) SendTransaction(ctx context.Context, tx *types.Transaction) error {
	var err error
	if d.sent {
		err = d.Node.SendTransaction(ctx, tx)
	}
	d.kill()
	return err
}

func TestWhoIsKilledWhileSendingAndDoesItAgainPaysOnce(t *testing.T) {
	t.Parallel()
	for name, sent := range map[string]bool{"before it was sent": false, "after it was sent": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			ctx, kill := context.WithCancel(t.Context())
			killed := w.sender(w.payer)
			killed.Chain = dying{w.node, kill, sent}
			if _, err := killed.Send(ctx, w.deposit(ether)); !errors.Is(err, context.Canceled) {
				t.Fatalf("killed, it came to %v", err)
			}
			got, err := w.sender(w.payer).Send(t.Context(), w.deposit(ether))
			if err != nil || !got.Repeated {
				t.Fatalf("the second time: %+v, %v", got, err)
			}
			if have := w.bonded(t); have.Cmp(ether) != 0 {
				t.Errorf("%s wei were paid", have)
			}
			// And a third time, long after; unless it is meant.
			third, err := w.sender(w.payer).Send(t.Context(), w.deposit(ether))
			if err != nil || !third.Repeated || third.TxHash != got.TxHash {
				t.Errorf("the third time: %+v, %v", third, err)
			}
			meant := w.deposit(ether)
			meant.Again = true
			if again, err := w.sender(w.payer).Send(t.Context(), meant); err != nil || again.Repeated {
				t.Errorf("meant once more: %+v, %v", again, err)
			}
			if have := w.bonded(t); have.Cmp(coins(2)) != 0 {
				t.Errorf("%s wei were paid in the end", have)
			}
		})
	}
}

func TestAnotherWishWaitsForTheOneBefore(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx, kill := context.WithCancel(t.Context())
	killed := w.sender(w.payer)
	killed.Chain = dying{w.node, kill, false}
	if _, err := killed.Send(ctx, w.deposit(ether)); !errors.Is(err, context.Canceled) {
		t.Fatalf("killed, it came to %v", err)
	}
	if got, err := w.sender(w.payer).Send(t.Context(), w.deposit(coins(2))); err != nil || got.Repeated {
		t.Fatalf("the other: %+v, %v", got, err)
	}
	if have := w.bonded(t); have.Cmp(coins(3)) != 0 {
		t.Errorf("%s wei were paid", have)
	}
}

func TestAnAccountWithoutMoneyIsToldHowMuchItTakes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	poor := chaintest.Wallet(t)
	for name, c := range map[string]economy.Call{
		"the value":    w.at.Deposit(w.agent.Address(), ether),
		"the gas only": w.at.Withdraw(w.at.Challenges, common.Address{1}),
	} {
		_, err := w.try(t, poor, c)
		lacks, ok := errors.AsType[*economy.FundsError](err)
		if name == "the gas only" { // there is nothing to withdraw either: that comes first
			if refused, is := errors.AsType[*economy.Refusal](err); !ok && (!is || refused.Name != "NothingDue") {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if !ok || lacks.Account != poor.Address() || !strings.Contains(err.Error(), "send it at least 1 ether") {
			t.Errorf("%s: %v", name, err)
		}
	}
	// Enough for the value, not for the gas.
	w.do(t, w.payer, economy.Call{To: poor.Address(), Value: ether, Does: "give it something"})
	if _, err := w.try(t, poor, w.at.Deposit(w.agent.Address(), ether)); !isFunds(err) {
		t.Errorf("value and no gas: %v", err)
	}
}

func isFunds(err error) bool { _, ok := errors.AsType[*economy.FundsError](err); return ok }

func TestAStolenNonceIsToldAndNothingIsPaid(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx, kill := context.WithCancel(t.Context())
	killed := w.sender(w.payer)
	killed.Chain = dying{w.node, kill, false}
	if _, err := killed.Send(ctx, w.deposit(ether)); !errors.Is(err, context.Canceled) {
		t.Fatalf("killed, it came to %v", err)
	}
	thief := w.sender(w.payer)
	thief.Dir = t.TempDir() // another machine with the same key
	if _, err := thief.Send(t.Context(), w.deposit(coins(5))); err != nil {
		t.Fatal(err)
	}
	_, err := w.sender(w.payer).Send(t.Context(), w.deposit(ether))
	if _, ok := errors.AsType[*economy.NonceTakenError](err); !ok {
		t.Fatalf("after the theft: %v", err)
	}
	if have := w.bonded(t); have.Cmp(coins(5)) != 0 {
		t.Errorf("%s wei were paid", have)
	}
	if _, err := w.sender(w.payer).Send(t.Context(), w.deposit(ether)); err != nil {
		t.Errorf("done again: %v", err)
	}
	if have := w.bonded(t); have.Cmp(coins(6)) != 0 {
		t.Errorf("%s wei were paid in the end", have)
	}
}

// forgetful is a node that for a while says of receipts that it has none.
type forgetful struct {
	economy.Node
	times *int
}

func (f forgetful) TransactionReceipt(ctx context.Context, tx common.Hash) (*types.Receipt, error) {
	if *f.times--; *f.times >= 0 {
		return nil, errNotFound
	}
	return f.Node.TransactionReceipt(ctx, tx)
}

var errNotFound = fmt.Errorf("the node says: %w", ethereum.NotFound)

func TestANodeThatTrailsIsNotBelievedAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first, kill := context.WithCancel(t.Context())
	killed := w.sender(w.payer)
	killed.Chain = dying{w.node, kill, true}
	if _, err := killed.Send(first, w.deposit(ether)); !errors.Is(err, context.Canceled) {
		t.Fatalf("killed, it came to %v", err)
	}
	chaintest.Eventually(t, "the transaction is final", func() bool {
		used, err := w.node.NonceAt(t.Context(), w.payer.Address(), big.NewInt(-3))
		return err == nil && used == 1
	})
	s, times := w.sender(w.payer), 3
	s.Chain = forgetful{w.node, &times}
	if got, err := s.Send(t.Context(), w.deposit(ether)); err != nil || !got.Repeated {
		t.Errorf("the node came to its senses: %+v, %v", got, err)
	}
}

func TestAFeeThatIsTooLowIsRaised(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	high := &spiking{Node: w.node}
	s := w.sender(w.payer)
	s.Chain = high
	got, err := s.Send(t.Context(), w.deposit(ether))
	if err != nil || len(high.sent) < 2 || high.sent[len(high.sent)-1] != got.TxHash {
		t.Fatalf("sent %v, %+v, %v", high.sent, got, err)
	}
	if have := w.bonded(t); have.Cmp(ether) != 0 {
		t.Errorf("%s wei were paid", have)
	}
}

// spiking is a node whose base fee has risen once the first form of a transaction was sent to it, which it loses.
type spiking struct {
	economy.Node
	sent []common.Hash
}

func (s *spiking) SendTransaction(ctx context.Context, tx *types.Transaction) error {
	s.sent = append(s.sent, tx.Hash())
	if len(s.sent) == 1 {
		return nil
	}
	return s.Node.SendTransaction(ctx, tx)
}

func (s *spiking) HeaderByNumber(ctx context.Context, number *big.Int) (*types.Header, error) {
	head, err := s.Node.HeaderByNumber(ctx, number)
	if err == nil && len(s.sent) > 0 {
		head.BaseFee = big.NewInt(50e9)
	}
	return head, err
}

func TestTheSameAccountSendsOneAtATime(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.sender(w.payer)
	_, err := s.Send(t.Context(), economy.Order{Intent: "first", Call: func(ctx context.Context) (economy.Call, error) {
		_, err := w.sender(w.payer).Send(ctx, w.deposit(ether))
		if _, busy := errors.AsType[*economy.BusyError](err); !busy {
			t.Errorf("the second at the same time: %v", err)
		}
		return w.at.Deposit(w.agent.Address(), ether), nil
	}})
	if err != nil {
		t.Fatal(err)
	}
}

func TestADamagedJournalIsNotIgnored(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	file := filepath.Join(w.dir, "1337-"+strings.ToLower(w.payer.Address().Hex())+".json")
	for _, text := range []string{"{", `{"pending":{"raw":"0x00","intent":"x"}}`} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := w.sender(w.payer).Send(t.Context(), w.deposit(ether)); err == nil || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if have := w.bonded(t); have.Sign() != 0 {
		t.Errorf("%s wei were paid", have)
	}
}

func TestTheJournalHoldsNoSecretAndOnlySoMany(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if _, err := w.sender(w.payer).Send(t.Context(), w.deposit(ether)); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(w.dir, "1337-"+strings.ToLower(w.payer.Address().Hex())+".json")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var kept struct {
		Pending any
		Done    []struct{ Intent, Tx string }
	}
	if err := json.Unmarshal(text, &kept); err != nil || kept.Pending != nil || len(kept.Done) != 1 {
		t.Errorf("kept is %s, %v", text, err)
	}
	if at, err := os.Stat(file); err != nil || at.Mode().Perm() != 0o600 {
		t.Errorf("its mode is %v, %v", at.Mode(), err)
	}
}

func TestAnotherChainIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.sender(w.payer)
	s.ChainID = 143
	if _, err := s.Send(t.Context(), w.deposit(ether)); err == nil || !strings.Contains(err.Error(), "of chain 1337, not 143") {
		t.Errorf("it came to %v", err)
	}
}

// An idle chain makes no blocks, so the window ends in no block at all.
func TestAnIdleChainIsAskedAsOfNow(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.do(t, w.payer, w.at.Deposit(w.agent.Address(), coins(2)))
	w.do(t, w.agent, w.at.Unbond(ether))
	out := w.at.Withdraw(w.at.Stakes, common.Address{0x70})
	w.refuses(t, w.agent, out, "NOTHING_DUE")
	s := w.sender(w.agent)
	later := time.Unix(int64(w.now(t))+2*unbonding, 0)
	s.Now = func() time.Time { return later }
	if gas, err := w.node.EstimateGasAt(t.Context(), ethereum.CallMsg{From: w.agent.Address(), To: &out.To, Value: out.Value, Data: out.Data}, later); err != nil || gas == 0 {
		t.Errorf("as of later it takes %d, %v", gas, err)
	}
	// That it succeeds is another matter: this chain's clock has not come so far.
	_, err := s.Send(t.Context(), economy.Order{Intent: "withdraw", Call: func(context.Context) (economy.Call, error) { return out, nil }})
	if refused, ok := errors.AsType[*economy.Refusal](err); !ok || refused.Name != "Reverted" {
		t.Errorf("sent too early it came to %v", err)
	}
}

func TestWhatWouldBeRefusedNowIsSaid(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	leaves := w.bundle(t, "g1", "a")
	terms := w.terms(t, "g1", "a", 100_000)
	w.do(t, w.payer, w.at.Fund(terms, ether))
	w.do(t, w.agent, w.at.Prove(terms, include(t, leaves, "a")))
	w.do(t, w.challenger, w.at.Open(terms.Goal, terms.Task, terms.Payee, [32]byte{3}, ether))
	w.refuses(t, w.agent, w.at.Release(terms), "WINDOW_OPEN") // as of the latest block
	s := w.sender(w.agent)
	soon := time.Unix(int64(w.now(t))+window+1, 0)
	s.Now = func() time.Time { return soon }
	_, err := s.Send(t.Context(), economy.Order{Intent: "release", Call: func(context.Context) (economy.Call, error) { return w.at.Release(terms), nil }})
	if refused, ok := errors.AsType[*economy.Refusal](err); !ok || refused.Name != "EscrowFrozen" {
		t.Errorf("as of after the window: %v", err)
	}
}

func TestANodeThatIsAwayIsWaitedForWhileSomethingIsOnItsWay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	proxy := chaintest.NewProxy(t, w.chain.HTTP())
	client, err := ethclient.DialContext(t.Context(), proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	drops := 3
	proxy.Lie(func(c chaintest.Call, pass func(chaintest.Call) chaintest.Answer) chaintest.Answer {
		if c.Method == "eth_sendRawTransaction" || drops < 3 {
			if drops--; drops >= 0 {
				return chaintest.Drop
			}
		}
		return pass(c)
	})
	s := w.sender(w.payer)
	s.Chain = economy.Node{Client: client}
	if _, err := s.Send(t.Context(), w.deposit(ether)); err != nil {
		t.Fatal(err)
	}
	stages := map[string]bool{}
	for _, p := range w.steps {
		stages[p.Stage] = true
	}
	if !stages["waiting"] || !stages["sent"] || !stages["final"] {
		t.Errorf("told was %v", stages)
	}
}
