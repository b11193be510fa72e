package github

import (
	"context"
	"encoding/base64"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/go-github/v89/github"

	"github.com/mergit-io/mergit/handlers/tools"
)

// entries is any list.
type entries[T any] struct {
	Repo    string `json:"repo,omitempty"`
	Entries []T    `json:"entries"`
	More    bool   `json:"more"`
	Total   *int   `json:"total,omitempty"`
}

// listed turns a page's entries into ours. Lists are never null.
func listed[From, To any](repo string, from []From, more bool, turn func(From) To) entries[To] {
	out := entries[To]{Repo: repo, Entries: make([]To, 0, len(from)), More: more}
	for _, f := range from {
		out.Entries = append(out.Entries, turn(f))
	}
	return out
}

type repoInfo struct {
	Repo        string   `json:"repo"`
	URL         string   `json:"url"`
	Description string   `json:"description,omitempty"`
	Default     string   `json:"default_branch,omitempty"`
	Language    string   `json:"language,omitempty"`
	Topics      []string `json:"topics,omitempty"`
	Private     bool     `json:"private"`
	Archived    bool     `json:"archived,omitempty"`
	Fork        bool     `json:"fork,omitempty"`
	Stars       int      `json:"stars"`
	OpenIssues  int      `json:"open_issues"`
	Pushed      string   `json:"pushed_at,omitempty"`
}

func repoOf(r *github.Repository) repoInfo {
	return repoInfo{Repo: r.GetFullName(), URL: r.GetHTMLURL(), Description: r.GetDescription(), Default: r.GetDefaultBranch(), Language: r.GetLanguage(),
		Topics: r.Topics, Private: r.GetPrivate(), Archived: r.GetArchived(), Fork: r.GetFork(), Stars: r.GetStargazersCount(),
		OpenIssues: r.GetOpenIssuesCount(), Pushed: moment(r.GetPushedAt())}
}

func moment(t github.Timestamp) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

func (c *Client) repo(ctx context.Context, args opsArguments) (any, error) {
	r, _, err := c.api.Repositories.Get(ctx, args.owner, args.name)
	if err != nil {
		return nil, err
	}
	return repoOf(r), nil
}

func (c *Client) listRepos(ctx context.Context, args opsArguments) (any, error) {
	all, more, err := collect(ctx, args.Limit, func(ctx context.Context, at github.ListOptions) ([]*github.Repository, *github.Response, error) {
		return c.api.Repositories.ListByUser(ctx, args.Owner, &github.RepositoryListByUserOptions{Sort: "full_name", ListOptions: at})
	})
	if err != nil {
		return nil, err
	}
	return listed("", all, more, repoOf), nil
}

type fileInfo struct {
	Path string `json:"path"`
	Type string `json:"type"` // file, folder, link or submodule
	Size int    `json:"size,omitempty"`
}

var fileTypes = map[string]string{"blob": "file", "tree": "folder", "commit": "submodule"}

// listFiles reads the tree as a whole: one request, however many folders there are.
func (c *Client) listFiles(ctx context.Context, args opsArguments) (any, error) {
	ref := args.Ref
	if ref == "" {
		ref = "HEAD"
	}
	commit, _, err := c.api.Repositories.GetCommit(ctx, args.owner, args.name, ref, &github.ListOptions{PerPage: 1})
	if err != nil {
		return nil, err
	}
	tree, _, err := c.api.Git.GetTree(ctx, args.owner, args.name, commit.GetCommit().GetTree().GetSHA(), true)
	if err != nil {
		return nil, err
	}
	out := entries[fileInfo]{Repo: args.Repo, Entries: []fileInfo{}, More: tree.GetTruncated()}
	for _, e := range tree.Entries {
		if args.Path != "" && e.GetPath() != args.Path && !strings.HasPrefix(e.GetPath(), args.Path+"/") {
			continue
		}
		if len(out.Entries) == args.Limit {
			out.More = true
			break
		}
		kind := fileTypes[e.GetType()]
		if e.GetMode() == "120000" {
			kind = "link"
		}
		out.Entries = append(out.Entries, fileInfo{e.GetPath(), kind, e.GetSize()})
	}
	if len(out.Entries) == 0 && args.Path != "" {
		return nil, tools.Fail(tools.CodeNotFound, "there is nothing at %s in %s of %s", args.Path, ref, args.Repo)
	}
	return out, nil
}

type fileContent struct {
	Repo      string `json:"repo"`
	Path      string `json:"path"`
	URL       string `json:"url,omitempty"`
	SHA       string `json:"sha"`
	Content   string `json:"content"`
	Encoding  string `json:"encoding"`
	Size      int64  `json:"size"`
	Next      int64  `json:"next_offset,omitempty"`
	Truncated bool   `json:"truncated"`
}

func (c *Client) readFile(ctx context.Context, args opsArguments) (any, error) {
	file, folder, _, err := c.api.Repositories.GetContents(ctx, args.owner, args.name, args.Path, &github.RepositoryContentGetOptions{Ref: args.Ref})
	switch {
	case err != nil:
		return nil, err
	case folder != nil:
		return nil, tools.BadArg("path", "%s is a folder; list_files says what is in it", args.Path)
	case file.GetType() != "file":
		return nil, tools.BadArg("path", "%s is a %s, not a file", args.Path, file.GetType())
	}
	var data []byte
	if file.GetEncoding() == "none" { // over 1 MiB GitHub leaves the content out
		data, _, err = c.api.Git.GetBlobRaw(ctx, args.owner, args.name, file.GetSHA())
	} else {
		var text string
		text, err = file.GetContent()
		data = []byte(text)
	}
	if err != nil {
		return nil, err
	}
	out := fileContent{Repo: args.Repo, Path: args.Path, URL: file.GetHTMLURL(), SHA: file.GetSHA(), Size: int64(len(data))}
	begin := min(args.Offset, out.Size)
	end := min(begin+args.Length, out.Size)
	part := data[begin:end]
	if utf8.Valid(data) && !strings.Contains(string(data), "\x00") {
		for end < out.Size && end > begin && !utf8.RuneStart(data[end]) { // no character is cut in two
			end--
		}
		part = data[begin:end]
		out.Content, out.Encoding = strings.ToValidUTF8(string(part), "\uFFFD"), "utf-8"
	} else {
		out.Content, out.Encoding = base64.StdEncoding.EncodeToString(part), "base64"
	}
	if end < out.Size {
		out.Next, out.Truncated = end, true
	}
	return out, nil
}

type branchInfo struct {
	Name      string `json:"name"`
	SHA       string `json:"sha"`
	Protected bool   `json:"protected"`
}

func (c *Client) listBranches(ctx context.Context, args opsArguments) (any, error) {
	all, more, err := collect(ctx, args.Limit, func(ctx context.Context, at github.ListOptions) ([]*github.Branch, *github.Response, error) {
		return c.api.Repositories.ListBranches(ctx, args.owner, args.name, &github.BranchListOptions{ListOptions: at})
	})
	if err != nil {
		return nil, err
	}
	return listed(args.Repo, all, more, func(b *github.Branch) branchInfo {
		return branchInfo{b.GetName(), b.GetCommit().GetSHA(), b.GetProtected()}
	}), nil
}

type commitInfo struct {
	SHA     string `json:"sha"`
	Message string `json:"message"`
	Author  string `json:"author,omitempty"`
	Date    string `json:"date,omitempty"`
	URL     string `json:"url,omitempty"`
}

func (c *Client) listCommits(ctx context.Context, args opsArguments) (any, error) {
	all, more, err := collect(ctx, args.Limit, func(ctx context.Context, at github.ListOptions) ([]*github.RepositoryCommit, *github.Response, error) {
		return c.api.Repositories.ListCommits(ctx, args.owner, args.name, &github.CommitsListOptions{SHA: args.Ref, Path: args.Path, ListOptions: at})
	})
	if err != nil {
		return nil, err
	}
	return listed(args.Repo, all, more, func(c *github.RepositoryCommit) commitInfo {
		author := c.GetCommit().GetAuthor()
		message, _ := cut(c.GetCommit().GetMessage())
		return commitInfo{c.GetSHA(), message, author.GetName(), moment(author.GetDate()), c.GetHTMLURL()}
	}), nil
}

// cut shortens what somebody wrote, and replaces what is no text.
func cut(text string) (short string, cut bool) {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
	if len(text) <= mostText {
		return text, false
	}
	return strings.ToValidUTF8(text[:mostText], "") + "\n… (cut)", true
}
