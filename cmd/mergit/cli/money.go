package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mergit-io/mergit/chain/economy"
	"github.com/mergit-io/mergit/chain/profile"
	"github.com/mergit-io/mergit/chain/wallet"
	"github.com/mergit-io/mergit/cmd/mergit/node"
	"github.com/mergit-io/mergit/gateway/wire"
)

// paying is how a command that moves money reaches the chain, and who signs. The
// key never leaves this process.
type paying struct {
	onChain
	yes, again bool
	agent      string // whose key signs
	// unsigned has the call printed instead of sent; from is the account that will sign it.
	unsigned bool
	from     common.Address
}

// flags are those of all commands that send something.
func (p *paying) flags(f *pflag.FlagSet) {
	f.StringVar(&p.url, "rpc", "", "URL of a chain node (default: the server's own)")
	f.StringVar(&p.keystore, "keystore", "", "keystore file of the account that signs (default on the development chain: the developer's)")
	f.StringVar(&p.password, "password-file", "", "file with its password in the first line")
	f.BoolVar(&p.unsigned, "unsigned", false, "print the call for a wallet or a multisig to sign, and send nothing")
	f.Var(address{&p.from}, "from", "with --unsigned: the account that will sign")
	f.BoolVarP(&p.yes, "yes", "y", false, "do not ask before something is sent to a public chain")
}

// once adds the flag of commands that do not do the same twice.
func (p *paying) once(f *pflag.FlagSet) {
	f.BoolVar(&p.again, "again", false, "do it once more, although the same was done before")
}

// teller makes calls of the contracts that hold money, and sends them.
type teller struct {
	app    *app
	server *client
	where  node.Client
	node   economy.Node
	prof   profile.Profile
	terms  wire.Economy
	at     economy.Contracts
}

// teller connects to the server and to the chain.
func (a *app) teller(ctx context.Context, rpc string) (*teller, error) {
	server, err := a.target.connect()
	if err != nil {
		return nil, err
	}
	terms, err := call[wire.Economy](ctx, server, http.MethodGet, "/economy", nil)
	if err != nil {
		return nil, err
	}
	t := &teller{app: a, server: server, where: server.where(), terms: terms}
	t.at = economy.Contracts{ChainID: terms.Chain, Proofs: common.HexToAddress(terms.Proofs), Stakes: common.HexToAddress(terms.Stakes),
		Challenges: common.HexToAddress(terms.Challenges), Escrows: common.HexToAddress(terms.Escrows), Audit: common.HexToAddress(terms.Audit), Coin: terms.Coin}
	url := orElse(rpc, t.where.RPC)
	if url == "" {
		return nil, usage("--rpc: name a node of chain %d; the server's own is known on its machine only", terms.Chain)
	}
	client, err := ethclient.DialContext(ctx, url)
	if err != nil {
		return nil, fmt.Errorf("connect to the chain: %w", err)
	}
	t.node = economy.Node{Client: client}
	if t.prof, err = profile.Of(ctx, client); err == nil && t.prof.ChainID != terms.Chain {
		err = usage("--rpc: the node is of chain %d, and the contracts are on chain %d", t.prof.ChainID, terms.Chain)
	}
	if err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

func (t *teller) close() { t.node.Close() }

func (t *teller) reader() economy.Reader { return economy.Reader{Chain: t.node, At: t.at} }

// amount writes an amount of wei for people.
func (t *teller) amount(wei string) string {
	n, ok := new(big.Int).SetString(wei, 10)
	if !ok {
		return wei
	}
	return economy.FormatAmount(n, t.prof.Coin)
}

// outbox is where it is kept what was signed and is not final. It does not make a data folder.
func (t *teller) outbox() (string, error) {
	if t.app.target.Server == "" {
		if _, err := os.Stat(t.app.target.Data); err == nil {
			return filepath.Join(t.app.target.Data, "outbox"), nil
		}
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("find a folder for what is to be sent: %w", err)
	}
	return filepath.Join(dir, "mergit", "outbox"), nil
}

// alreadyError says that what is wished is so already, so that nothing has to be sent.
type alreadyError struct{ text string }

func (e *alreadyError) Error() string { return e.text }

func already(format string, args ...any) error { return &alreadyError{fmt.Sprintf(format, args...)} }

// errPrinted says that a call was printed for somebody else to sign.
var errPrinted = errors.New("the call was printed")

// print writes a call for a wallet or a multisig.
func (t *teller) print(c economy.Call) error {
	if t.app.json {
		return t.app.line(wire.UnsignedCall{Chain: t.at.ChainID, To: c.To.Hex(), Data: hexutil.Encode(c.Data), Value: c.Value.String(), Does: c.Does})
	}
	_, err := fmt.Fprintf(t.app.out, "%s\nchain  %d\nto     %s\nvalue  %s wei\ndata   %s\n", printable(c.Does), t.at.ChainID, c.To, c.Value, hexutil.Encode(c.Data))
	return err
}

// send has an order done as an account, and shows how far it is.
func (t *teller) send(ctx context.Context, p paying, key economy.Key, o economy.Order) (economy.Sent, error) {
	if p.unsigned {
		c, err := o.Call(ctx)
		if err == nil {
			err = t.print(c)
		}
		if err == nil {
			err = errPrinted
		}
		return economy.Sent{}, t.explain(ctx, err)
	}
	dir, err := t.outbox()
	if err != nil {
		return economy.Sent{}, err
	}
	make1 := o.Call
	o.Again = p.again
	o.Call = func(ctx context.Context) (economy.Call, error) {
		c, err := make1(ctx)
		if err == nil {
			err = t.consent(ctx, p, key.Address(), c)
		}
		return c, err
	}
	waited := ""
	sender := &economy.Sender{Chain: t.node, ChainID: t.at.ChainID, Key: key, Dir: dir, Coin: t.prof.Coin, Tip: t.prof.Tip, Now: time.Now,
		Poll: min(max(t.prof.BlockTime/2, 100*time.Millisecond), 2*time.Second), Resend: 20, Tell: func(p economy.Progress) {
			switch p.Stage {
			case "sent":
				fmt.Fprintf(t.app.err, "sent %s: %s\n", p.Tx.Hex(), p.Does)
			case "mined":
				fmt.Fprintf(t.app.err, "in block %d, waiting until that is final\n", p.Block)
			case "waiting":
				if text := p.Err.Error(); text != waited { // once, and not at every look
					waited = text
					fmt.Fprintf(t.app.err, "waiting for the chain: %s\n", printable(text))
				}
			}
		}}
	sent, err := sender.Send(ctx, o)
	return sent, t.explain(ctx, err)
}

// explain turns a refusal into how the command ends.
func (t *teller) explain(ctx context.Context, err error) error {
	if refused, ok := errors.AsType[interface {
		error
		Refused() string
	}](err); ok {
		return &exitError{Code: exitRefused, Name: refused.Refused(), Err: err}
	}
	if err != nil && ctx.Err() != nil {
		return &exitError{Code: exitInterrupted, Err: err}
	}
	return err
}

// consent asks before something goes to a public chain.
func (t *teller) consent(ctx context.Context, p paying, from common.Address, c economy.Call) error {
	if !t.prof.Public || p.yes {
		return nil
	}
	question := fmt.Sprintf("%s\n  on %s, as %s, with %s, to contract %s", c.Does, t.prof.Name, from, economy.FormatAmount(c.Value, t.prof.Coin), c.To)
	if !t.app.interactive() {
		return usage("this is a public chain, and nobody is there to ask: say --yes if it is meant\n  %s", question)
	}
	fmt.Fprintf(t.app.err, "%s\nSend it? [y/N] ", printable(question))
	lines, stop := t.app.typing(ctx)
	defer stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case line := <-lines:
		if strings.EqualFold(line, "y") || strings.EqualFold(line, "yes") {
			return nil
		}
	}
	return &exitError{Code: exitRefused, Name: "NOT_SENT", Err: errors.New("nothing was sent")}
}

// ending is what a command that sends ends with.
type ending map[string]any

// done reports a final transaction, or that none was needed.
func (t *teller) done(sent economy.Sent, err error, with ending) error {
	text := ""
	if errors.Is(err, errPrinted) {
		return nil
	}
	if so, ok := errors.AsType[*alreadyError](err); ok {
		with["repeated"], text = true, so.text+": nothing was sent"
	} else if err != nil {
		return err
	} else {
		with["tx"], with["block"], with["repeated"] = sent.TxHash.Hex(), sent.BlockNumber.Uint64(), sent.Repeated
		text = fmt.Sprintf("final in block %d: %s", sent.BlockNumber, sent.TxHash.Hex())
		if sent.Repeated {
			text += " (sent by the same command before; --again does it once more, where a command has it)"
		}
	}
	if t.app.json {
		return t.app.line(with)
	}
	_, err = fmt.Fprintln(t.app.out, text)
	return err
}

// seen waits a while until the server has read from the chain what was sent, so that the next command finds it. That it
// trails for longer is no failure of this one.
func (t *teller) seen(ctx context.Context, path string) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for tick := time.NewTicker(100 * time.Millisecond); ; {
		_, err := call[json.RawMessage](ctx, t.server, http.MethodGet, path, nil)
		if err == nil || ctx.Err() != nil {
			tick.Stop()
			return
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
}

// agentID completes an agent's ID; an address, and nothing at all, is taken as it is.
func (t *teller) agentID(ctx context.Context, said string) (string, error) {
	if said == "" || strings.HasPrefix(said, "0x") {
		return said, nil
	}
	return agentID(ctx, t.server, said)
}

// filter is what a list is asked for: values by their names, of which those that are empty do not count.
func (t *teller) filter(ctx context.Context, values map[string]string) (url.Values, error) {
	query := url.Values{}
	for name, value := range values {
		var err error
		switch {
		case value == "":
			continue
		case name == "agent":
			value, err = t.agentID(ctx, value)
		case name == "goal":
			_, value, err = t.app.goal(ctx, value)
		}
		if err != nil {
			return nil, err
		}
		query.Set(name, value)
	}
	return query, nil
}

// agentAddress finds an agent's address by its ID; an address is taken as it is.
func (t *teller) agentAddress(ctx context.Context, agent string) (common.Address, error) {
	if strings.HasPrefix(agent, "0x") {
		at, err := wallet.ParseAddress(agent)
		if err != nil {
			return at, usage("%w", err)
		}
		return at, nil
	}
	agent, err := t.agentID(ctx, agent)
	if err != nil {
		return common.Address{}, err
	}
	known, err := call[wire.Agent](ctx, t.server, http.MethodGet, "/agents/"+url.PathEscape(agent), nil)
	if err != nil {
		return common.Address{}, err
	}
	return wallet.ParseAddress(known.Address)
}

// money reads an amount from the command line.
func money(name, text string) (*big.Int, error) {
	amount, err := economy.ParseAmount(text)
	if err != nil {
		return nil, usage("%s: %w", name, err)
	}
	return amount, nil
}

// args wants as many arguments as the use line names.
func args(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, given []string) error {
		switch {
		case len(given) < len(names):
			return usage("%s is missing: %s", names[len(given)], cmd.UseLine())
		case len(given) > len(names):
			return usage("%q takes %s, and %q is too many", cmd.CommandPath(), strings.Join(names, " "), given[len(names)])
		}
		return nil
	}
}

// The lists of money, taken apart for pages.
func stakesOf(p wire.StakeList) ([]wire.Stake, string)             { return p.Stakes, p.Next }
func challengesOf(p wire.ChallengeList) ([]wire.Challenge, string) { return p.Challenges, p.Next }
func escrowsOf(p wire.EscrowList) ([]wire.Escrow, string)          { return p.Escrows, p.Next }
