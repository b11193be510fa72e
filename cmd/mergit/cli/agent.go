package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/mergit-io/mergit/gateway/wire"
)

func (a *app) agentCommand() *cobra.Command {
	return group(&cobra.Command{Use: "agent", Short: "Register agents and look after them", Long: `Register agents and look after them. An agent has a key, an identifier
(did:mergit:ID) and a passport on the chain; goals are run as it with
"goal run --agent ID". An agent's ID may be cut short, to four characters or
more with which no other of the newest agents begins.`},
		a.agentRegisterCommand(), a.agentListCommand(), a.agentShowCommand(), a.agentCapabilitiesCommand(), a.agentRevokeCommand())
}

// agent connects to the server and completes an agent's ID.
func (a *app) agent(ctx context.Context, said string) (*client, string, error) {
	server, err := a.target.connect()
	if err != nil {
		return nil, "", err
	}
	id, err := agentID(ctx, server, said)
	return server, id, err
}

// agentID completes an agent's ID, or takes it from its identifier.
func agentID(ctx context.Context, server *client, said string) (string, error) {
	said = strings.TrimPrefix(said, "did:mergit:")
	if _, err := uuid.Parse(said); err == nil || len(said) < shortest {
		return said, nil
	}
	list, err := call[wire.AgentList](ctx, server, http.MethodGet, fmt.Sprintf("/agents?limit=%d", pageSize), nil)
	if err != nil {
		return "", err
	}
	var like []string
	for _, known := range list.Agents {
		if known.ID == said {
			return said, nil
		}
		if strings.HasPrefix(known.ID, said) {
			like = append(like, known.ID)
		}
	}
	switch len(like) {
	case 0:
		return said, nil // an older one, or none
	case 1:
		return like[0], nil
	}
	return "", usage("%d agents begin with %s: %s", len(like), said, strings.Join(like[:min(len(like), 5)], ", "))
}

var agentStatuses = []string{"registered", "active", "inactive", "revoked"}

func (a *app) agentListCommand() *cobra.Command {
	var status string
	var limit int
	c := &cobra.Command{
		Use: "list", Short: "List agents, newest first", Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case limit < 1:
				return usage("--limit %d: want at least 1", limit)
			case status != "" && !slices.Contains(agentStatuses, status):
				return usage("--status %q: want one of %s", status, strings.Join(agentStatuses, ", "))
			}
			server, err := a.target.connect()
			if err != nil {
				return err
			}
			agents, more, err := listAgents(cmd.Context(), server, status, limit)
			if err != nil {
				return err
			}
			return a.printAgents(agents, more)
		},
	}
	c.Flags().StringVar(&status, "status", "", "only agents in this state: "+strings.Join(agentStatuses, ", "))
	c.Flags().IntVar(&limit, "limit", 20, "at most this many")
	return c
}

// listAgents reads as many pages as it takes.
func listAgents(ctx context.Context, server *client, status string, limit int) ([]wire.Agent, bool, error) {
	return pages(ctx, server, "/agents", withStatus(status), limit, func(p wire.AgentList) ([]wire.Agent, string) { return p.Agents, p.Next })
}

func (a *app) printAgents(agents []wire.Agent, more bool) error {
	if a.json {
		for _, one := range agents {
			if err := a.line(one); err != nil {
				return err
			}
		}
		return a.line(map[string]any{"agents": len(agents), "more": more})
	}
	rows := [][]string{{"AGENT", "STATUS", "TRUST", "TOKEN", "AGE", "ROLES", "NAME"}}
	for _, one := range agents {
		token := ""
		if one.Passport != nil {
			token = one.Passport.TokenID
		}
		rows = append(rows, []string{one.ID, one.Status, one.Capabilities.Trust, token, age(one.Created), strings.Join(one.Roles, ","), oneLine(one.Name, 60)})
	}
	if err := table(a.out, columnsOf(a.out, 0), rows); err != nil {
		return err
	}
	if more {
		fmt.Fprintf(a.err, "there are more; see them with --limit %d\n", 5*len(agents))
	}
	return nil
}

// shownAgent is an agent with the documents that others get of it.
type shownAgent struct {
	wire.Agent
	DIDDocument  json.RawMessage `json:"did_document"`
	Registration json.RawMessage `json:"registration"`
}

func (a *app) agentShowCommand() *cobra.Command {
	return &cobra.Command{
		Use: "show AGENT", Short: "Show an agent: who it is, what it may use, its passport and its work", Args: oneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			server, id, err := a.agent(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			path := "/agents/" + url.PathEscape(id)
			shown := shownAgent{}
			if shown.Agent, err = call[wire.Agent](cmd.Context(), server, http.MethodGet, path, nil); err != nil {
				return err
			}
			if !a.json {
				a.showAgent(shown.Agent)
				return nil
			}
			if shown.DIDDocument, err = document(cmd.Context(), server, path+"/did"); err == nil {
				shown.Registration, err = document(cmd.Context(), server, path+"/registration.json")
			}
			if err != nil {
				return err
			}
			return a.line(shown)
		},
	}
}

// document reads JSON that is not in the envelope.
func document(ctx context.Context, server *client, path string) (doc json.RawMessage, err error) {
	r, err := server.request(ctx, http.MethodGet, path, nil)
	if err != nil {
		return nil, err
	}
	response, err := server.do(r)
	if err != nil {
		return nil, explain(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&doc); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return doc, nil
}

func (a *app) showAgent(one wire.Agent) {
	columns := columnsOf(a.out, 80)
	list := func(names []string) string { return orElse(strings.Join(names, ", "), nothing) }
	facts(a.out, columns, [][2]string{
		{"agent", one.ID}, {"name", one.Name}, {"status", one.Status}, {"reason", one.Reason}, {"did", one.DID}, {"address", one.Address}, {"roles", list(one.Roles)},
		{"tools", list(one.Capabilities.Tools)}, {"repos", list(one.Capabilities.Repos)}, {"hosts", list(one.Capabilities.Hosts)},
		{"paths", list(one.Capabilities.Paths)}, {"trust", one.Capabilities.Trust}, {"hash", one.CapabilityHash},
	})
	if p := one.Passport; p != nil {
		facts(a.out, columns, [][2]string{
			{"token", p.TokenID}, {"chain", strconv.FormatUint(p.Chain, 10)}, {"contract", p.Contract}, {"transaction", p.Tx},
			{"block", strconv.FormatUint(p.Block, 10)}, {"hash there", p.CapabilityHash},
		})
	}
	if s := one.Stats; s != nil {
		facts(a.out, columns, [][2]string{
			{"goals", fmt.Sprintf("%d, of which %d done and %d failed", s.Goals, s.GoalsDone, s.GoalsFailed)},
			{"tasks", fmt.Sprintf("%d done, %d failed", s.TasksDone, s.TasksFailed)},
		})
	}
}

func (a *app) agentCapabilitiesCommand() *cobra.Command {
	var can granting
	c := &cobra.Command{
		Use: "capabilities AGENT", Short: "Change what an agent may use", Args: oneArg,
		Long: `Change what an agent may use. A flag replaces the whole list of its kind; what
no flag names stays. The hash on the chain stays that of the registration.`,
		Example: `  mergit agent capabilities 0190 --tool file_ops --tool http_request --host '*.example.org'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			wish, err := can.wish()
			if err != nil {
				return err
			}
			if wish == nil {
				return usage("say what changes: --tool, --repo, --host, --path or --trust")
			}
			server, id, err := a.agent(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			accepted, err := call[wire.Accepted](cmd.Context(), server, http.MethodPatch, "/agents/"+url.PathEscape(id)+"/capabilities", wish, "Idempotency-Key", uuid.NewString())
			if err != nil {
				return err
			}
			one, err := call[wire.Agent](cmd.Context(), server, http.MethodGet, fmt.Sprintf("/agents/%s?after=%d", url.PathEscape(id), accepted.Revision), nil)
			if err != nil {
				return err
			}
			if a.json {
				return a.line(map[string]any{"agent": id, "capabilities": one.Capabilities, "capability_hash": one.CapabilityHash})
			}
			a.showAgent(one)
			return nil
		},
	}
	can.flags(c, "default: as it is", "default: as it is")
	return c
}

func (a *app) agentRevokeCommand() *cobra.Command {
	var wish wire.RevokeAgent
	c := &cobra.Command{
		Use: "revoke AGENT", Short: "Revoke an agent for good; what it did stays, and stays proven", Args: oneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			server, id, err := a.agent(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			accepted, err := call[wire.Accepted](cmd.Context(), server, http.MethodPost, "/agents/"+url.PathEscape(id)+"/revoke", wish, "Idempotency-Key", uuid.NewString())
			if err != nil {
				return err
			}
			if a.json {
				return a.line(map[string]any{"agent": accepted.ID, "status": "revoked"})
			}
			fmt.Fprintf(a.out, "revoked %s\n", accepted.ID)
			return nil
		},
	}
	c.Flags().StringVar(&wish.Reason, "reason", "", "why")
	return c
}
