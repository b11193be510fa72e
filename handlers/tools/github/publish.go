package github

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/google/go-github/v89/github"

	"github.com/mergit-io/mergit/handlers/tools"
)

// publish takes the mark "draft" off a pull request.
func (c *Client) publish(ctx context.Context, _ tools.Call, args prArguments) (any, error) {
	p, err := c.approved(ctx, args)
	if err != nil {
		return nil, err
	}
	if p.GetDraft() {
		if err := c.ready(ctx, p.GetNodeID()); err != nil {
			return nil, lost(err)
		}
		p.Draft = new(false)
	}
	return proposalOf(args, p), nil
}

// approved reads the pull request, and checks that it is what was shown to whoever allowed the call.
func (c *Client) approved(ctx context.Context, args prArguments) (*github.PullRequest, error) {
	p, _, err := c.api.PullRequests.Get(ctx, args.owner, args.name, args.Number)
	switch {
	case err != nil:
		return nil, err
	case args.URL != "" && args.URL != p.GetHTMLURL():
		return nil, tools.BadArg("url", "is not that of pull request %d, which is %s", args.Number, p.GetHTMLURL())
	case args.Head != "" && args.Head != p.GetHead().GetSHA():
		return nil, tools.BadArg("head", "pull request %d is at %s now: what was approved is not what would be published", args.Number, p.GetHead().GetSHA())
	case p.GetState() != "open":
		return nil, tools.Fail(tools.CodeFailed, "pull request %d is %s", args.Number, pullOf(p).State)
	}
	return p, nil
}

// ready is asked for over GraphQL: REST has no such operation.
func (c *Client) ready(ctx context.Context, node string) error {
	body := map[string]any{
		"query":     "mutation($id: ID!) { markPullRequestReadyForReview(input: {pullRequestId: $id}) { pullRequest { isDraft } } }",
		"variables": map[string]string{"id": node},
	}
	request, err := c.api.NewRequest(ctx, http.MethodPost, c.graphql, body)
	if err != nil {
		return err
	}
	var answer struct {
		Errors []struct {
			Type    string `json:"type"`
			Message string `json:"message"`
		} `json:"errors"`
	}
	if _, err := c.api.Do(request, &answer); err != nil {
		return err
	}
	if len(answer.Errors) == 0 {
		return nil
	}
	said := make([]string, len(answer.Errors))
	for i, e := range answer.Errors {
		said[i] = e.Message
	}
	return tools.Fail(tools.CodeForbidden, "GitHub does not publish it: %s", strings.Join(said, "; "))
}

// lookPublish finds a pull request that is no draft any more: whoever published it, there is nothing left to do.
func (c *Client) lookPublish(ctx context.Context, _ tools.Call, args prArguments) (any, bool, error) {
	p, err := c.approved(ctx, args)
	if err != nil {
		return nil, false, err
	}
	return proposalOf(args, p), !p.GetDraft(), nil
}

type written struct {
	Repo   string `json:"repo"`
	Number int    `json:"number"`
	URL    string `json:"url"`
	ID     int64  `json:"id"`
}

func (c *Client) comment(ctx context.Context, call tools.Call, args prArguments) (any, error) {
	made, _, err := c.api.Issues.CreateComment(ctx, args.owner, args.name, args.Number, &github.IssueComment{Body: new(marked(call, args.Body))})
	if err != nil {
		return nil, lost(err)
	}
	return written{args.Repo, args.Number, made.GetHTMLURL(), made.GetID()}, nil
}

// lookMost is how many comments or reviews are looked through; one that is made during a call is among the last.
const lookMost = 3000

var errTooMany = errors.New("there are too many to look through")

// made is what GitHub lists of comments and reviews alike.
type made interface {
	GetBody() string
	GetHTMLURL() string
	GetID() int64
}

// look searches a pull request's comments, or its reviews, for the one that a call has made.
func look[M made](ctx context.Context, call tools.Call, args prArguments, list func(context.Context, github.ListOptions) ([]M, *github.Response, error)) (any, bool, error) {
	all, more, err := collect(ctx, lookMost, list)
	if err != nil {
		return nil, false, err
	}
	for _, one := range all {
		if isMarked(call, one.GetBody()) {
			return written{args.Repo, args.Number, one.GetHTMLURL(), one.GetID()}, true, nil
		}
	}
	if more {
		return nil, false, errTooMany
	}
	return nil, false, nil
}

func (c *Client) lookComment(ctx context.Context, call tools.Call, args prArguments) (any, bool, error) {
	return look(ctx, call, args, func(ctx context.Context, at github.ListOptions) ([]*github.IssueComment, *github.Response, error) {
		return c.api.Issues.ListComments(ctx, args.owner, args.name, args.Number, &github.IssueListCommentsOptions{ListOptions: at})
	})
}

// verdicts are GitHub's names of ours.
var verdicts = map[string]string{"approve": "APPROVE", "request_changes": "REQUEST_CHANGES", "comment": "COMMENT"}

func (c *Client) review(ctx context.Context, call tools.Call, args prArguments) (any, error) {
	request := &github.PullRequestReviewRequest{Body: new(marked(call, args.Body)), Event: new(verdicts[args.Verdict])}
	if args.Head != "" {
		request.CommitID = new(args.Head)
	}
	for _, r := range args.Remarks {
		request.Comments = append(request.Comments, &github.DraftReviewComment{Path: new(r.Path), Line: new(r.Line), Side: new("RIGHT"), Body: new(r.Body)})
	}
	made, _, err := c.api.PullRequests.CreateReview(ctx, args.owner, args.name, args.Number, request)
	if status(err) == http.StatusUnprocessableEntity && len(args.Remarks) > 0 {
		return nil, fmt.Errorf("%w; a remark's line must be one that the pull request changes", err)
	}
	if err != nil {
		return nil, lost(err)
	}
	return written{args.Repo, args.Number, made.GetHTMLURL(), made.GetID()}, nil
}

func (c *Client) lookReview(ctx context.Context, call tools.Call, args prArguments) (any, bool, error) {
	return look(ctx, call, args, func(ctx context.Context, at github.ListOptions) ([]*github.PullRequestReview, *github.Response, error) {
		return c.api.PullRequests.ListReviews(ctx, args.owner, args.name, args.Number, &at)
	})
}
