package cli

import (
	"context"
	"encoding/hex"
	"fmt"
	"math/big"
	"net/http"
	"os"

	"github.com/ethereum/go-ethereum/common"
	"github.com/spf13/cobra"

	"github.com/mergit-io/mergit/chain/economy"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway/wire"
)

func (a *app) challengeCommand() *cobra.Command {
	return group(&cobra.Command{
		Use: "challenge", Short: "Say that an agent cheated, answer, judge: open, answer, resolve, expire, check",
		Long: `A challenge says, for a bond, that an agent cheated in a task. The agent may
answer; who may judge upholds it (the agent loses stake, of which the challenger
has a part, and the bond goes back) or rejects it (the bond is the agent's). If
nobody judges in time it expires and the bond goes back.

It rests on evidence, a JSON document whose hash stands on the chain:
  two_leaves     two leaves with different results for one task, both recorded
  contradiction  a leaf that differs from the log under an anchored checkpoint
  statement      anything else, in words, for people to judge`,
	}, a.openCommand(), a.answerCommand(), a.judgeCommand(), a.expireCommand(),
		a.withdrawal("withdraw", "Fetch bonds and gains that are due in the challenge manager", "challenge", func(t *teller) common.Address { return t.at.Challenges }, false),
		a.checkCommand(), a.listChallengesCommand(), a.showChallengeCommand())
}

// evidence reads a document and checks its form.
func evidence(path string) (economy.Evidence, []byte, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return economy.Evidence{}, nil, usage("--evidence: %w", err)
	}
	said, canonical, err := economy.ParseEvidence(text)
	if err != nil {
		return said, nil, &exitError{Code: exitUsage, Name: "EVIDENCE_MALFORMED", Err: fmt.Errorf("%s: %w", path, err)}
	}
	return said, canonical, nil
}

// store has the server keep a document, so that others can read what the hash stands for.
func (t *teller) store(ctx context.Context, canonical []byte) ([32]byte, error) {
	kept, err := call[wire.Evidence](ctx, t.server, http.MethodPost, "/evidence", wire.SubmitEvidence{Document: canonical})
	hash := economy.Hash(canonical)
	if err == nil && kept.Hash != hex.EncodeToString(hash[:]) {
		err = fmt.Errorf("the server keeps the document under %s, and its hash is %x", kept.Hash, hash)
	}
	return hash, err
}

func (a *app) openCommand() *cobra.Command {
	var p paying
	var file, bond string
	var anyway bool
	cmd := &cobra.Command{
		Use: "open --evidence FILE", Short: "Open a challenge of the task that the evidence names", Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			said, canonical, err := evidence(file)
			if err != nil {
				return err
			}
			return a.pays(cmd.Context(), p, func(ctx context.Context, t *teller) error {
				found, err := t.reader().Check(ctx, said)
				if err != nil {
					return err
				}
				if found.Mechanical && !found.Holds && !anyway {
					return &exitError{Code: exitRefused, Name: "EVIDENCE_FAILS", Details: found,
						Err: fmt.Errorf("the evidence proves nothing, and the bond would be lost: %s; --anyway opens the challenge all the same", found.Why)}
				}
				least, ok := new(big.Int).SetString(t.terms.Bond, 10)
				if !ok {
					return fmt.Errorf("the server says that a bond is %q", t.terms.Bond)
				}
				if bond != "" {
					if least, err = money("--bond", bond); err != nil {
						return err
					}
				}
				key, err := t.signer(ctx, p, "")
				if err != nil {
					return err
				}
				hash, err := t.store(ctx, canonical)
				if err != nil {
					return err
				}
				goal, task, agent := events.Sum([]byte(said.Goal)), events.Sum([]byte(said.Task)), common.HexToAddress(said.Agent)
				sent, err := t.send(ctx, p, key, economy.Order{
					Intent: fmt.Sprintf("challenge open %x against %s with %s in %s", hash, agent, least, t.at.Challenges), Once: true,
					Call: func(context.Context) (economy.Call, error) { return t.at.Open(goal, task, agent, hash, least), nil },
				})
				with := ending{"action": "open", "goal": said.Goal, "task": said.Task, "agent": said.Agent, "evidence": hex.EncodeToString(hash[:]), "bond": least.String(), "finding": found}
				if err == nil {
					if number, ok := economy.Opened(sent.Receipt); ok {
						with["challenge"] = number.String()
						t.seen(ctx, "/challenges/"+number.String())
						if !a.json {
							fmt.Fprintf(a.out, "challenge %s is open; until it is judged the agent's stake stays where it is\n", number)
						}
					}
				}
				return t.done(sent, err, with)
			})
		},
	}
	p.flags(cmd.Flags())
	p.once(cmd.Flags())
	cmd.Flags().StringVar(&file, "evidence", "", "file with the evidence")
	cmd.Flags().StringVar(&bond, "bond", "", "what is put up (default: the least there is)")
	cmd.Flags().BoolVar(&anyway, "anyway", false, "open it although the evidence does not hold")
	_ = cmd.MarkFlagRequired("evidence")
	return cmd
}

// number reads a challenge's number.
func number(text string) (*big.Int, error) {
	n, ok := new(big.Int).SetString(text, 10)
	if !ok || n.Sign() <= 0 {
		return nil, usage("CHALLENGE: want a number from 1, not %q", text)
	}
	return n, nil
}

func (a *app) answerCommand() *cobra.Command {
	var p paying
	var file string
	cmd := &cobra.Command{
		Use: "answer CHALLENGE --agent AGENT --evidence FILE", Short: "Answer a challenge with evidence, once; signed with the agent's key", Args: args("CHALLENGE"),
		RunE: func(cmd *cobra.Command, given []string) error {
			id, err := number(given[0])
			if err != nil {
				return err
			}
			_, canonical, err := evidence(file)
			if err != nil {
				return err
			}
			if p.agent == "" && p.keystore == "" {
				return usage("--agent: say whose challenge it is, or name the agent's keystore")
			}
			return a.pays(cmd.Context(), p, func(ctx context.Context, t *teller) error {
				key, err := t.signer(ctx, p, p.agent)
				if err == nil {
					err = t.gas(ctx, p, key.Address())
				}
				if err != nil {
					return err
				}
				hash, err := t.store(ctx, canonical)
				if err != nil {
					return err
				}
				sent, err := t.send(ctx, p, key, economy.Order{
					Intent: fmt.Sprintf("challenge answer %s %x in %s", id, hash, t.at.Challenges),
					Call: func(ctx context.Context) (economy.Call, error) {
						c, err := t.reader().Challenge(ctx, id)
						if err == nil && c.Answer == hash {
							err = already("challenge %s is answered so", id)
						}
						return t.at.Answer(id, hash), err
					},
				})
				return t.done(sent, err, ending{"action": "answer", "challenge": id.String(), "evidence": hex.EncodeToString(hash[:])})
			})
		},
	}
	p.flags(cmd.Flags())
	cmd.Flags().StringVar(&p.agent, "agent", "", "the agent, whose key signs")
	cmd.Flags().StringVar(&file, "evidence", "", "file with the agent's evidence")
	_ = cmd.MarkFlagRequired("evidence")
	return cmd
}

func (a *app) judgeCommand() *cobra.Command {
	var p paying
	var upheld, rejected bool
	var penalty string
	cmd := &cobra.Command{
		Use: "resolve CHALLENGE (--uphold --penalty AMOUNT | --reject)", Short: "Judge a challenge; signed by who may: the contracts' admin", Args: args("CHALLENGE"),
		RunE: func(cmd *cobra.Command, given []string) error {
			id, err := number(given[0])
			if err != nil {
				return err
			}
			if upheld == rejected {
				return usage("say --uphold or --reject")
			}
			loses := new(big.Int)
			if upheld {
				if penalty == "" {
					return usage("--penalty: say what the agent loses; no more than it has is taken")
				}
				if loses, err = money("--penalty", penalty); err != nil {
					return err
				}
			}
			return a.pays(cmd.Context(), p, func(ctx context.Context, t *teller) error {
				key, err := t.operator(p)
				if err != nil {
					return err
				}
				want := economy.ChallengeRejected
				if upheld {
					want = economy.ChallengeUpheld
				}
				sent, err := t.send(ctx, p, key, economy.Order{
					Intent: fmt.Sprintf("challenge resolve %s %s %s in %s", id, want, loses, t.at.Challenges),
					Call: func(ctx context.Context) (economy.Call, error) {
						c, err := t.reader().Challenge(ctx, id)
						if err == nil && c.Status == want {
							err = already("challenge %s is %s", id, want)
						}
						return t.at.Resolve(id, upheld, loses), err
					},
				})
				return t.done(sent, err, ending{"action": "resolve", "challenge": id.String(), "status": want.String()})
			})
		},
	}
	p.flags(cmd.Flags())
	cmd.Flags().BoolVar(&upheld, "uphold", false, "the agent cheated")
	cmd.Flags().BoolVar(&rejected, "reject", false, "it did not")
	cmd.Flags().StringVar(&penalty, "penalty", "", "what the agent loses if the challenge is upheld")
	return cmd
}

func (a *app) expireCommand() *cobra.Command {
	var p paying
	cmd := &cobra.Command{
		Use: "expire CHALLENGE", Short: "Close a challenge that nobody judged in time; anybody may", Args: args("CHALLENGE"),
		RunE: func(cmd *cobra.Command, given []string) error {
			id, err := number(given[0])
			if err != nil {
				return err
			}
			return a.pays(cmd.Context(), p, func(ctx context.Context, t *teller) error {
				key, err := t.signer(ctx, p, "")
				if err != nil {
					return err
				}
				sent, err := t.send(ctx, p, key, economy.Order{
					Intent: fmt.Sprintf("challenge expire %s in %s", id, t.at.Challenges),
					Call: func(ctx context.Context) (economy.Call, error) {
						c, err := t.reader().Challenge(ctx, id)
						if err == nil && c.Status == economy.ChallengeExpired {
							err = already("challenge %s has expired", id)
						}
						return t.at.Expire(id), err
					},
				})
				return t.done(sent, err, ending{"action": "expire", "challenge": id.String(), "status": "expired"})
			})
		},
	}
	p.flags(cmd.Flags())
	return cmd
}
