package github

import (
	"context"
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/mergit-io/mergit/handlers/tools"
)

// OpsName is the name of the tool that looks.
const OpsName = "github_ops"

//go:embed ops_input.json
var opsInput []byte

//go:embed ops_output.json
var opsOutput []byte

const (
	usualEntries = 30
	mostEntries  = 300
	usualFile    = 256 << 10 // bytes of one file
	mostFile     = 1 << 20
	mostText     = 64 << 10 // bytes of one description, comment or patch
	opsTimeout   = time.Minute
	opsResult    = 8 << 20
)

// Ops is github_ops.
type Ops struct{ client *Client }

var (
	_ tools.Tool   = (*Ops)(nil)
	_ tools.Keeper = (*Ops)(nil)
)

// NewOps makes the tool.
func NewOps(client *Client) *Ops { return &Ops{client} }

// Spec describes the tool.
func (o *Ops) Spec() tools.Spec {
	return tools.Spec{
		Name:  OpsName,
		Title: "Look at GitHub",
		Description: "Reads from GitHub; it changes nothing. Operations: repo (what a repository is), list_repos (of a user or organisation), " +
			"list_files and read_file (of a branch, tag or commit; text comes as it is, anything else in base64), list_branches, " +
			"list_commits, list_issues and read_issue (with its comments), list_pulls and read_pull (with its changes), and search (code, " +
			"issues, pull requests or repositories, in GitHub's search syntax). Lists hold 30 entries unless limit says otherwise; more " +
			"says that there are others. Use github_pr to propose changes, and http_request for what is not on GitHub.",
		Input:       opsInput,
		Output:      opsOutput,
		Annotations: tools.Annotations{ReadOnly: true, Idempotent: true, OpenWorld: true},
		Timeout:     opsTimeout,
		MaxResult:   opsResult,
		CacheFor:    keepFor,
		CacheWith:   o.client.identity,
		CacheGroup:  cacheGroup,
	}
}

const (
	keepFor    = 5 * time.Minute
	cacheGroup = "github" // what github_pr writes, github_ops sees
)

// Keep also keeps that something is not there; other failures may be over the next time.
func (*Ops) Keep(_ json.RawMessage, _ tools.Result, failed *tools.Error) time.Duration {
	if failed == nil || failed.Code == tools.CodeNotFound {
		return keepFor
	}
	return 0
}

// Effect is read, whatever the arguments.
func (*Ops) Effect(json.RawMessage) tools.Effect { return tools.Read }

type opsArguments struct {
	Op     string   `json:"op"`
	Repo   string   `json:"repo"`
	Owner  string   `json:"owner"`
	Path   string   `json:"path"`
	Ref    string   `json:"ref"`
	Number int      `json:"number"`
	State  string   `json:"state"`
	Labels []string `json:"labels"`
	Query  string   `json:"query"`
	Kind   string   `json:"kind"`
	Limit  int      `json:"limit"`
	Offset int64    `json:"offset"`
	Length int64    `json:"length"`

	owner, name string
}

type looking func(c *Client, ctx context.Context, args opsArguments) (any, error)

var looks = map[string]looking{
	"repo":          (*Client).repo,
	"list_repos":    (*Client).listRepos,
	"list_files":    (*Client).listFiles,
	"read_file":     (*Client).readFile,
	"list_branches": (*Client).listBranches,
	"list_commits":  (*Client).listCommits,
	"list_issues":   (*Client).listIssues,
	"read_issue":    (*Client).readIssue,
	"list_pulls":    (*Client).listPulls,
	"read_pull":     (*Client).readPull,
	"search":        (*Client).search,
}

func parseOps(raw json.RawMessage) (opsArguments, error) {
	var args opsArguments
	if err := tools.Decode(raw, &args); err != nil {
		return args, err
	}
	if looks[args.Op] == nil {
		names := make([]string, 0, len(looks))
		for name := range looks {
			names = append(names, name)
		}
		slices.Sort(names)
		return args, tools.BadArg("op", "no operation %q; use one of %s", args.Op, strings.Join(names, ", "))
	}
	var err error
	switch args.Op {
	case "search":
		if args.Query == "" {
			return args, tools.BadArg("query", "is missing")
		}
	case "list_repos":
		if !ownerName.MatchString(args.Owner) {
			return args, tools.BadArg("owner", "is %q; name a user or an organisation", args.Owner)
		}
	default:
		if args.owner, args.name, err = repository(args.Repo); err != nil {
			return args, err
		}
	}
	if (args.Op == "read_issue" || args.Op == "read_pull") && args.Number <= 0 {
		return args, tools.BadArg("number", "is missing")
	}
	if args.Path != "" || args.Op == "read_file" {
		if err := inRepo("path", args.Path); err != nil {
			return args, err
		}
	}
	if args.Limit < 0 || args.Limit > mostEntries {
		return args, tools.BadArg("limit", "is %d; the most is %d", args.Limit, mostEntries)
	}
	if args.Limit == 0 {
		args.Limit = usualEntries
	}
	if args.Offset < 0 || args.Length < 0 || args.Length > mostFile {
		return args, tools.BadArg("length", "offset and length count bytes; the most of length is %d", mostFile)
	}
	if args.Length == 0 {
		args.Length = usualFile
	}
	return args, nil
}

// Run looks.
func (o *Ops) Run(ctx context.Context, call tools.Call) (tools.Result, error) {
	args, err := parseOps(call.Args)
	if err != nil {
		return tools.Result{}, err
	}
	ctx, cancel := tools.Within(ctx, opsTimeout)
	defer cancel()
	doing := strings.TrimSpace(args.Op + " " + args.Repo + args.Owner)
	if err := ctx.Err(); err != nil {
		return tools.Result{}, tools.Wrap(ctx, err, doing)
	}
	value, err := looks[args.Op](o.client, ctx, args)
	if err != nil {
		return tools.Result{}, o.client.explain(ctx, err, doing)
	}
	return tools.Value(value)
}
