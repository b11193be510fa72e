package github

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mergit-io/mergit/handlers/tools"
)

// PRName is the name of the tool that proposes changes.
const PRName = "github_pr"

//go:embed pr_input.json
var prInput []byte

//go:embed pr_output.json
var prOutput []byte

const (
	prTimeout  = 30 * time.Second
	prResult   = 256 << 10
	mostChange = 1 << 20 // bytes of one file
)

// PR is github_pr.
type PR struct{ client *Client }

var (
	_ tools.Tool     = (*PR)(nil)
	_ tools.Verifier = (*PR)(nil)
	_ tools.Cautious = (*PR)(nil)
)

// NewPR makes the tool. Its client needs a token that may write.
func NewPR(client *Client) *PR { return &PR{client} }

// Spec describes the tool.
func (*PR) Spec() tools.Spec {
	return tools.Spec{
		Name:  PRName,
		Title: "Propose changes on GitHub",
		Description: "Proposes changes to a repository on GitHub. draft makes a branch with one commit of the changes and a draft pull request " +
			"from it; nobody is asked to look at it yet. publish marks a draft as ready for review: it waits until a person has approved, " +
			"so give it the draft's url and head, which are shown, and bind the approval to that commit. comment writes below an issue or " +
			"pull request; review gives a verdict on a pull request, of which approve waits for a person, too. Take number, url and head " +
			"from draft's result. To change a draft, make a new one on another branch. github_ops reads.",
		Input:       prInput,
		Output:      prOutput,
		Annotations: tools.Annotations{OpenWorld: true},
		Timeout:     prTimeout,
		MaxResult:   prResult,
		CacheGroup:  cacheGroup,
	}
}

// Effect is write, whatever the arguments.
func (*PR) Effect(json.RawMessage) tools.Effect { return tools.Write }

// Approval asks for a person's leave for what is done in somebody's name for all to see.
func (*PR) Approval(raw json.RawMessage) *tools.Approval {
	args, err := parsePR(raw)
	if err != nil {
		return nil // it will not run
	}
	switch {
	case args.Op == "publish":
		reason := fmt.Sprintf("it puts pull request %d of %s before its reviewers", args.Number, args.Repo)
		for _, shown := range []string{args.Summary, args.URL} {
			if shown != "" {
				reason += ": " + shown
			}
		}
		return &tools.Approval{Kind: tools.PRApproval, Reason: reason}
	case args.Op == "review" && args.Verdict == "approve":
		return &tools.Approval{Kind: tools.PRApproval, Reason: fmt.Sprintf("it approves pull request %d of %s in the name of the token's owner", args.Number, args.Repo)}
	}
	return nil
}

type change struct {
	Path       string  `json:"path"`
	Content    *string `json:"content"`
	From       string  `json:"from"`
	Delete     bool    `json:"delete"`
	Executable bool    `json:"executable"`
}

type remark struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Body string `json:"body"`
}

type prArguments struct {
	Op      string   `json:"op"`
	Repo    string   `json:"repo"`
	Title   string   `json:"title"`
	Body    string   `json:"body"`
	Base    string   `json:"base"`
	Branch  string   `json:"branch"`
	Message string   `json:"message"`
	Changes []change `json:"changes"`
	Number  int      `json:"number"`
	URL     string   `json:"url"`
	Head    string   `json:"head"`
	Summary string   `json:"summary"`
	Verdict string   `json:"verdict"`
	Remarks []remark `json:"remarks"`

	owner, name string
}

// acting makes one kind of call, and looks whether it was made.
type acting struct {
	do   func(c *Client, ctx context.Context, call tools.Call, args prArguments) (any, error)
	look func(c *Client, ctx context.Context, call tools.Call, args prArguments) (value any, happened bool, err error)
}

var acts = map[string]acting{
	"draft":   {(*Client).draft, (*Client).lookDraft},
	"publish": {(*Client).publish, (*Client).lookPublish},
	"comment": {(*Client).comment, (*Client).lookComment},
	"review":  {(*Client).review, (*Client).lookReview},
}

func parsePR(raw json.RawMessage) (prArguments, error) {
	var args prArguments
	if err := tools.Decode(raw, &args); err != nil {
		return args, err
	}
	if _, ok := acts[args.Op]; !ok {
		return args, tools.BadArg("op", "no operation %q; use draft, publish, comment or review", args.Op)
	}
	var err error
	if args.owner, args.name, err = repository(args.Repo); err != nil {
		return args, err
	}
	if args.Op != "draft" && args.Number <= 0 {
		return args, tools.BadArg("number", "is missing; %s needs a pull request", args.Op)
	}
	switch args.Op {
	case "draft":
		return args, checkDraft(args)
	case "comment":
		if strings.TrimSpace(args.Body) == "" {
			return args, tools.BadArg("body", "is empty")
		}
	case "review":
		if verdicts[args.Verdict] == "" {
			return args, tools.BadArg("verdict", "is %q; use approve, request_changes or comment", args.Verdict)
		}
		if args.Verdict != "approve" && strings.TrimSpace(args.Body) == "" {
			return args, tools.BadArg("body", "is empty; %s needs it", args.Verdict)
		}
		for i, r := range args.Remarks {
			if err := inRepo(fmt.Sprintf("remarks[%d].path", i), r.Path); err != nil {
				return args, err
			}
		}
	}
	return args, nil
}

func checkDraft(args prArguments) error {
	if strings.TrimSpace(args.Title) == "" {
		return tools.BadArg("title", "is empty")
	}
	for at, branch := range map[string]string{"base": args.Base, "branch": args.Branch} {
		if branch != "" && !isBranch(branch) {
			return tools.BadArg(at, "%q is not a branch's name", branch)
		}
	}
	if len(args.Changes) == 0 {
		return tools.BadArg("changes", "is empty; a pull request changes something")
	}
	seen := make([]string, 0, len(args.Changes))
	for i, c := range args.Changes {
		at := fmt.Sprintf("changes[%d]", i)
		if err := inRepo(at+".path", c.Path); err != nil {
			return err
		}
		if slices.Contains(seen, c.Path) {
			return tools.BadArg(at+".path", "%s is changed twice", c.Path)
		}
		seen = append(seen, c.Path)
		ways := 0
		for _, given := range []bool{c.Content != nil, c.From != "", c.Delete} {
			if given {
				ways++
			}
		}
		if ways != 1 {
			return tools.BadArg(at, "give one of content, from and delete")
		}
	}
	return nil
}

// Run makes one call.
func (p *PR) Run(ctx context.Context, call tools.Call) (tools.Result, error) {
	args, err := parsePR(call.Args)
	if err != nil {
		return tools.Result{}, err
	}
	ctx, cancel := tools.Within(ctx, prTimeout)
	defer cancel()
	doing := args.Op + " " + args.Repo
	if err := ctx.Err(); err != nil {
		return tools.Result{}, tools.Wrap(ctx, err, doing)
	}
	value, err := acts[args.Op].do(p.client, ctx, call, args)
	lost, isLost := err.(*lostError)
	switch {
	case isLost:
		return p.settle(ctx, call, args, lost.error, doing)
	case err != nil:
		return tools.Result{}, p.client.explain(ctx, err, doing)
	}
	return tools.Value(value)
}

// lostError is that of a request of which nobody can say whether it was carried out.
type lostError struct{ error }

// lost marks an error of the one request of a call that others see.
func lost(err error) error {
	if err != nil && unknown(err) {
		return &lostError{err}
	}
	return err
}

// settle looks at once for what a request came to whose answer was lost. Only where looking fails, too, is the call in doubt.
func (p *PR) settle(ctx context.Context, call tools.Call, args prArguments, err error, doing string) (tools.Result, error) {
	looking, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	failed := p.client.explain(ctx, err, doing)
	value, happened, err := acts[args.Op].look(p.client, looking, call, args)
	switch {
	case err != nil:
		failed.InDoubt, failed.Retryable = true, false
	case happened:
		return tools.Value(value)
	}
	return tools.Result{}, failed
}

// Verify looks for the mark of a call.
func (p *PR) Verify(ctx context.Context, call tools.Call) (tools.Outcome, error) {
	args, err := parsePR(call.Args)
	if err != nil {
		return tools.Outcome{}, err
	}
	ctx, cancel := tools.Within(ctx, prTimeout)
	defer cancel()
	if call.IdempotencyKey == "" && args.Op != "publish" {
		return tools.Outcome{}, nil // nothing tells this call from another
	}
	value, happened, err := acts[args.Op].look(p.client, ctx, call, args)
	if err != nil {
		return tools.Outcome{}, p.client.explain(ctx, err, "look for "+args.Op+" "+args.Repo)
	}
	if !happened {
		return tools.Outcome{Known: true}, nil
	}
	result, err := tools.Value(value)
	return tools.Outcome{Known: true, Happened: true, Result: result}, err
}

// mark is a comment in Markdown that no reader sees. It names the call, and nothing of what it is about.
func mark(call tools.Call) string { return "<!-- mergit:" + call.IdempotencyKey + " -->" }

func marked(call tools.Call, body string) string {
	if call.IdempotencyKey == "" {
		return body
	}
	return strings.TrimSpace(body + "\n\n" + mark(call))
}

func isMarked(call tools.Call, body string) bool {
	return call.IdempotencyKey != "" && strings.Contains(body, mark(call))
}
