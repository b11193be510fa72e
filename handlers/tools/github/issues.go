package github

import (
	"context"

	"github.com/google/go-github/v89/github"

	"github.com/mergit-io/mergit/handlers/tools"
)

type issueInfo struct {
	Repo    string   `json:"repo,omitempty"`
	Number  int      `json:"number"`
	Title   string   `json:"title"`
	State   string   `json:"state"`
	By      string   `json:"by,omitempty"`
	Labels  []string `json:"labels,omitempty"`
	Pull    bool     `json:"pull,omitempty"`
	Replies int      `json:"replies"`
	Created string   `json:"created_at,omitempty"`
	URL     string   `json:"url"`
}

func issueOf(i *github.Issue) issueInfo {
	out := issueInfo{Number: i.GetNumber(), Title: i.GetTitle(), State: i.GetState(), By: i.GetUser().GetLogin(), Pull: i.IsPullRequest(),
		Replies: i.GetComments(), Created: moment(i.GetCreatedAt()), URL: i.GetHTMLURL()}
	for _, label := range i.Labels {
		out.Labels = append(out.Labels, label.GetName())
	}
	return out
}

// listIssues leaves out pull requests, which GitHub lists among them.
func (c *Client) listIssues(ctx context.Context, args opsArguments) (any, error) {
	all, more, err := collect(ctx, args.Limit, func(ctx context.Context, at github.ListOptions) ([]*github.Issue, *github.Response, error) {
		page, response, err := c.api.Issues.ListByRepo(ctx, args.owner, args.name, &github.IssueListByRepoOptions{State: args.State, Labels: args.Labels,
			ListOptions: github.ListOptions{Page: at.Page, PerPage: 100}})
		issues := page[:0]
		for _, i := range page {
			if !i.IsPullRequest() {
				issues = append(issues, i)
			}
		}
		return issues, response, err
	})
	if err != nil {
		return nil, err
	}
	return listed(args.Repo, all, more, issueOf), nil
}

type commentInfo struct {
	By      string `json:"by"`
	Body    string `json:"body"`
	Created string `json:"created_at,omitempty"`
	URL     string `json:"url,omitempty"`
}

type issueText struct {
	issueInfo
	Body     string        `json:"body"`
	Comments []commentInfo `json:"comments"`
	More     bool          `json:"more"`
}

func (c *Client) readIssue(ctx context.Context, args opsArguments) (any, error) {
	i, _, err := c.api.Issues.Get(ctx, args.owner, args.name, args.Number)
	if err != nil {
		return nil, err
	}
	out := issueText{issueInfo: issueOf(i), Comments: []commentInfo{}}
	out.Repo = args.Repo
	out.Body, _ = cut(i.GetBody())
	if i.GetComments() == 0 {
		return out, nil
	}
	comments, more, err := c.comments(ctx, args.owner, args.name, args.Number, args.Limit)
	if err != nil {
		return nil, err
	}
	out.Comments, out.More = comments, more
	return out, nil
}

func (c *Client) comments(ctx context.Context, owner, name string, number, limit int) ([]commentInfo, bool, error) {
	all, more, err := collect(ctx, limit, func(ctx context.Context, at github.ListOptions) ([]*github.IssueComment, *github.Response, error) {
		return c.api.Issues.ListComments(ctx, owner, name, number, &github.IssueListCommentsOptions{ListOptions: at})
	})
	if err != nil {
		return nil, false, err
	}
	out := listed("", all, more, func(c *github.IssueComment) commentInfo {
		body, _ := cut(c.GetBody())
		return commentInfo{c.GetUser().GetLogin(), body, moment(c.GetCreatedAt()), c.GetHTMLURL()}
	})
	return out.Entries, more, nil
}

type pullInfo struct {
	Repo    string `json:"repo,omitempty"`
	Number  int    `json:"number"`
	Title   string `json:"title"`
	State   string `json:"state"` // open, closed or merged
	Draft   bool   `json:"draft"`
	By      string `json:"by,omitempty"`
	Base    string `json:"base"`
	Branch  string `json:"branch"`
	Head    string `json:"head"` // the branch's commit
	URL     string `json:"url"`
	Created string `json:"created_at,omitempty"`
}

func pullOf(p *github.PullRequest) pullInfo {
	state := p.GetState()
	if p.GetMerged() || !p.GetMergedAt().IsZero() {
		state = "merged"
	}
	return pullInfo{Number: p.GetNumber(), Title: p.GetTitle(), State: state, Draft: p.GetDraft(), By: p.GetUser().GetLogin(), Base: p.GetBase().GetRef(),
		Branch: p.GetHead().GetRef(), Head: p.GetHead().GetSHA(), URL: p.GetHTMLURL(), Created: moment(p.GetCreatedAt())}
}

func (c *Client) listPulls(ctx context.Context, args opsArguments) (any, error) {
	all, more, err := collect(ctx, args.Limit, func(ctx context.Context, at github.ListOptions) ([]*github.PullRequest, *github.Response, error) {
		return c.api.PullRequests.List(ctx, args.owner, args.name, &github.PullRequestListOptions{State: args.State, ListOptions: at})
	})
	if err != nil {
		return nil, err
	}
	return listed(args.Repo, all, more, pullOf), nil
}

type changeInfo struct {
	Path      string `json:"path"`
	Status    string `json:"status"`
	Additions int    `json:"additions"`
	Deletions int    `json:"deletions"`
	Patch     string `json:"patch,omitempty"`
	Truncated bool   `json:"truncated,omitempty"`
}

type pullText struct {
	pullInfo
	Body     string        `json:"body"`
	Comments []commentInfo `json:"comments"`
	Files    []changeInfo  `json:"files"`
	More     bool          `json:"more"`
}

func (c *Client) readPull(ctx context.Context, args opsArguments) (any, error) {
	p, _, err := c.api.PullRequests.Get(ctx, args.owner, args.name, args.Number)
	if err != nil {
		return nil, err
	}
	out := pullText{pullInfo: pullOf(p), Files: []changeInfo{}}
	out.Repo = args.Repo
	out.Body, _ = cut(p.GetBody())
	var moreComments, moreFiles bool
	if out.Comments, moreComments, err = c.comments(ctx, args.owner, args.name, args.Number, args.Limit); err != nil {
		return nil, err
	}
	files, moreFiles, err := collect(ctx, args.Limit, func(ctx context.Context, at github.ListOptions) ([]*github.CommitFile, *github.Response, error) {
		return c.api.PullRequests.ListFiles(ctx, args.owner, args.name, args.Number, &at)
	})
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		patch, short := cut(f.GetPatch())
		out.Files = append(out.Files, changeInfo{f.GetFilename(), f.GetStatus(), f.GetAdditions(), f.GetDeletions(), patch, short})
	}
	out.More = moreComments || moreFiles
	return out, nil
}

type codeInfo struct {
	Repo string `json:"repo"`
	Path string `json:"path"`
	URL  string `json:"url"`
}

// searchMost is what GitHub gives of a search, however much it found.
const searchMost = 1000

func (c *Client) search(ctx context.Context, args opsArguments) (any, error) {
	switch args.Kind {
	case "", "issues":
		return searched(ctx, c, args, func(ctx context.Context, o *github.SearchOptions) ([]*github.Issue, int, *github.Response, error) {
			r, response, err := c.api.Search.Issues(ctx, args.Query, o)
			return r.GetIssues(), r.GetTotal(), response, err
		}, issueOf)
	case "code":
		return searched(ctx, c, args, func(ctx context.Context, o *github.SearchOptions) ([]*github.CodeResult, int, *github.Response, error) {
			r, response, err := c.api.Search.Code(ctx, args.Query, o)
			return r.GetCodeResults(), r.GetTotal(), response, err
		}, func(r *github.CodeResult) codeInfo {
			return codeInfo{r.GetRepository().GetFullName(), r.GetPath(), r.GetHTMLURL()}
		})
	case "repositories":
		return searched(ctx, c, args, func(ctx context.Context, o *github.SearchOptions) ([]*github.Repository, int, *github.Response, error) {
			r, response, err := c.api.Search.Repositories(ctx, args.Query, o)
			return r.GetRepositories(), r.GetTotal(), response, err
		}, repoOf)
	}
	return nil, tools.BadArg("kind", "is %q; use issues, code or repositories", args.Kind)
}

func searched[From, To any](ctx context.Context, c *Client, args opsArguments, page func(context.Context, *github.SearchOptions) ([]From, int, *github.Response, error), turn func(From) To) (any, error) {
	total := 0
	found, more, err := collect(ctx, args.Limit, func(ctx context.Context, at github.ListOptions) ([]From, *github.Response, error) {
		some, count, response, err := page(ctx, &github.SearchOptions{ListOptions: at})
		total = count
		return some, response, err
	})
	if err != nil {
		return nil, err
	}
	out := listed("", found, more && len(found) < searchMost, turn)
	out.Total = &total
	return out, nil
}
