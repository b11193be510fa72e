package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/mergit-io/mergit/commands/plan"
	"github.com/mergit-io/mergit/gateway/wire"
)

func (a *app) agentRegisterCommand() *cobra.Command {
	var wish wire.RegisterAgent
	var can granting
	var key string
	c := &cobra.Command{
		Use: "register --name NAME --role ROLE", Short: "Register an agent and wait for its passport on the chain", Args: noArgs,
		Long: `Register an agent. It gets a key, which the server keeps, an identifier and a
passport on the chain, which is waited for. What no flag names is not
restricted.`,
		Example: `  mergit agent register --name Ada --role coder --role researcher
  mergit agent register --name Bo --role writer --tool file_ops --tool writer --path docs --trust low`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			if wish.Capabilities, err = can.wish(); err != nil {
				return err
			}
			switch {
			case strings.TrimSpace(wish.Name) == "":
				return usage("--name is missing; say how the agent is called")
			case len(wish.Roles) == 0:
				return usage("--role is missing; name at least one of %s", strings.Join(plan.Roles(), ", "))
			}
			server, err := a.target.connect()
			if err != nil {
				return err
			}
			if key == "" {
				key = uuid.NewString()
			}
			made, err := call[wire.RegisteredAgent](cmd.Context(), server, http.MethodPost, "/agents", wish, "Idempotency-Key", key)
			if err != nil {
				return err
			}
			return a.awaitPassport(cmd.Context(), server, made)
		},
	}
	f := c.Flags()
	f.StringVar(&wish.Name, "name", "", "how people call it")
	f.StringArrayVar(&wish.Roles, "role", nil, "what it is for: "+strings.Join(plan.Roles(), ", ")+" (repeatable)")
	f.StringVar(&key, "idempotency-key", "", "registering again under the same key returns the first agent")
	can.flags(c, "default: all", "default: standard")
	return c
}

// passportPatience is how long a registration waits for its passport.
const passportPatience = 60 * time.Second

// registered is the last line of a registration.
type registered struct {
	Agent   string `json:"agent"`
	DID     string `json:"did"`
	Address string `json:"address"`
	TokenID string `json:"token_id"`
	Tx      string `json:"tx"`
}

// awaitPassport follows an agent until its passport was seen on the chain, and says what it has.
func (a *app) awaitPassport(ctx context.Context, server *client, made wire.RegisteredAgent) error {
	out := registered{Agent: made.ID, DID: made.DID, Address: made.Address}
	if !a.json {
		fmt.Fprintf(a.err, "agent %s registered; waiting for its passport on the chain\n", made.ID)
	}
	within, cancel := context.WithTimeout(ctx, passportPatience)
	defer cancel()
	events := stream{client: server, path: "/stream/agents/" + url.PathEscape(made.ID), patient: true}
	for e, err := range events.events(within) {
		if ctx.Err() != nil {
			return &exitError{Code: exitInterrupted, With: out,
				Err: fmt.Errorf("agent %s is registered; its passport comes by itself: %s", made.ID, a.target.command("agent show "+made.ID))}
		}
		if err != nil {
			if within.Err() != nil {
				break
			}
			return err
		}
		if a.json {
			if err := a.line(e); err != nil {
				return err
			}
		}
		if e.Kind != "passport.minted" {
			continue
		}
		var seen struct {
			TokenID string `json:"token_id"`
			At      struct {
				Tx string `json:"tx"`
			} `json:"at"`
		}
		if err := json.Unmarshal(e.Data, &seen); err != nil {
			return fmt.Errorf("event %d: %w", e.Sequence, err)
		}
		out.TokenID, out.Tx = seen.TokenID, seen.At.Tx
		// Whoever reads the agent next sees its passport. If that takes too long, it does so a moment later.
		_, _ = call[wire.Agent](within, server, http.MethodGet, fmt.Sprintf("/agents/%s?after=%d", url.PathEscape(made.ID), e.Sequence), nil)
		break
	}
	if a.json {
		return a.line(out)
	}
	facts(a.out, columnsOf(a.out, 80), [][2]string{{"agent", out.Agent}, {"did", out.DID}, {"address", out.Address}, {"token", out.TokenID}, {"transaction", out.Tx}})
	if out.TokenID == "" {
		fmt.Fprintf(a.err, "its passport was not seen within %s; it can work meanwhile. See: %s\n", passportPatience, a.target.command("agent show "+out.Agent))
	}
	fmt.Fprintf(a.err, "run a goal as it: %s\n", a.target.command(`goal run "…" --agent `+out.Agent))
	return nil
}
