package github

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/google/go-github/v89/github"

	"github.com/mergit-io/mergit/handlers/tools"
)

// proposal is what draft and publish come to.
type proposal struct {
	Repo    string   `json:"repo"`
	Number  int      `json:"number"`
	URL     string   `json:"url"`
	Title   string   `json:"title"`
	State   string   `json:"state"`
	Draft   bool     `json:"draft"`
	Base    string   `json:"base"`
	Branch  string   `json:"branch"`
	Head    string   `json:"head"`
	Changed []string `json:"changed,omitempty"`
}

func proposalOf(args prArguments, p *github.PullRequest) proposal {
	info := pullOf(p)
	out := proposal{args.Repo, info.Number, info.URL, info.Title, info.State, info.Draft, info.Base, info.Branch, info.Head, nil}
	for _, c := range args.Changes {
		out.Changed = append(out.Changed, c.Path)
	}
	return out
}

// branchOf is the branch of a draft that names none: one for each call.
func branchOf(call tools.Call, args prArguments) string {
	if args.Branch != "" {
		return args.Branch
	}
	key := call.IdempotencyKey
	return "mergit/" + key[:min(len(key), 16)]
}

// trailer is how a commit names the call that made it.
func trailer(call tools.Call) string { return "Mergit-Call: " + call.IdempotencyKey }

// draft makes commit, branch and pull request, each unless an attempt before got so far.
func (c *Client) draft(ctx context.Context, call tools.Call, args prArguments) (any, error) {
	if call.IdempotencyKey == "" && args.Branch == "" {
		return nil, tools.BadArg("branch", "is missing")
	}
	branch := branchOf(call, args)
	if args.Base == "" {
		r, _, err := c.api.Repositories.Get(ctx, args.owner, args.name)
		if err != nil {
			return nil, err
		}
		args.Base = r.GetDefaultBranch()
	}
	call.Report(0, 3, "making the commit")
	there, err := c.branch(ctx, call, args, branch)
	if err != nil {
		return nil, err
	}
	if !there {
		if err := c.push(ctx, call, args, branch); err != nil {
			return nil, err
		}
	}
	call.Report(2, 3, "making the pull request")
	p, _, err := c.api.PullRequests.Create(ctx, args.owner, args.name, &github.NewPullRequest{
		Title: new(args.Title), Head: new(branch), Base: new(args.Base), Body: new(marked(call, args.Body)), Draft: new(true), MaintainerCanModify: new(true),
	})
	if status(err) == http.StatusUnprocessableEntity {
		// One that is there already answers the call, if it is from the very branch.
		value, found, lookErr := c.lookDraft(ctx, call, args)
		if lookErr == nil && found {
			return value, nil
		}
	}
	if err != nil {
		return nil, lost(err)
	}
	return proposalOf(args, p), nil
}

// branch reports whether the branch was made by this very call. Another's branch is left alone.
func (c *Client) branch(ctx context.Context, call tools.Call, args prArguments, branch string) (bool, error) {
	ref, _, err := c.api.Git.GetRef(ctx, args.owner, args.name, "heads/"+branch)
	switch {
	case status(err) == http.StatusNotFound || status(err) == http.StatusConflict: // the latter of a repository without a commit
		return false, nil
	case err != nil:
		return false, err
	}
	commit, _, err := c.api.Git.GetCommit(ctx, args.owner, args.name, ref.GetObject().GetSHA())
	if err != nil {
		return false, err
	}
	if call.IdempotencyKey == "" || !strings.Contains(commit.GetMessage(), trailer(call)) {
		return false, tools.BadArg("branch", "%s exists already in %s; choose another name, or leave it out", branch, args.Repo)
	}
	return true, nil
}

// push makes a commit of the changes on top of the base and a branch for it. Until there is a branch nobody sees any of it.
func (c *Client) push(ctx context.Context, call tools.Call, args prArguments, branch string) error {
	base, _, err := c.api.Git.GetRef(ctx, args.owner, args.name, "heads/"+args.Base)
	if status(err) == http.StatusNotFound {
		return tools.BadArg("base", "there is no branch %s in %s", args.Base, args.Repo)
	}
	if err != nil {
		return err
	}
	parent, _, err := c.api.Git.GetCommit(ctx, args.owner, args.name, base.GetObject().GetSHA())
	if err != nil {
		return err
	}
	entries, err := c.entries(ctx, call, args)
	if err != nil {
		return err
	}
	tree, _, err := c.api.Git.CreateTree(ctx, args.owner, args.name, parent.GetTree().GetSHA(), entries)
	if err != nil {
		if status(err) == http.StatusUnprocessableEntity {
			return tools.BadArg("changes", "GitHub cannot make them: a file that is deleted must be there, and a folder is no file")
		}
		return err
	}
	if tree.GetSHA() == parent.GetTree().GetSHA() {
		return tools.BadArg("changes", "change nothing: %s is like that already", args.Base)
	}
	message := args.Message
	if message == "" {
		message = args.Title
	}
	if call.IdempotencyKey != "" {
		message = strings.TrimRight(message, "\n") + "\n\n" + trailer(call) + "\n"
	}
	commit, _, err := c.api.Git.CreateCommit(ctx, args.owner, args.name, github.Commit{
		Message: new(message), Tree: tree, Parents: []*github.Commit{{SHA: parent.SHA}}}, nil)
	if err != nil {
		return err
	}
	call.Report(1, 3, "making the branch")
	_, _, err = c.api.Git.CreateRef(ctx, args.owner, args.name, github.CreateRef{Ref: "refs/heads/" + branch, SHA: commit.GetSHA()})
	if status(err) == http.StatusUnprocessableEntity {
		// A worker that was taken for lost may have been faster; its branch does as well.
		if there, again := c.branch(ctx, call, args, branch); again == nil && there {
			return nil
		}
	}
	return err // if it got lost: the branch is found the next time
}

// entries are the changes as Git has them. Text goes into the tree as it is, anything else as a blob of its own.
func (c *Client) entries(ctx context.Context, call tools.Call, args prArguments) ([]*github.TreeEntry, error) {
	entries := make([]*github.TreeEntry, 0, len(args.Changes))
	for i, change := range args.Changes {
		mode := "100644"
		if change.Executable {
			mode = "100755"
		}
		entry := &github.TreeEntry{Path: new(change.Path), Mode: new(mode), Type: new("blob")}
		entries = append(entries, entry)
		if change.Delete {
			continue // neither content nor digest: that is how GitHub is told
		}
		var content []byte
		if change.Content != nil {
			content = []byte(*change.Content)
		} else {
			var err error
			if content, err = fromWorkspace(call, change.From, fmt.Sprintf("changes[%d].from", i)); err != nil {
				return nil, err
			}
		}
		// An empty content would be left out of the request, and the file deleted.
		if len(content) > 0 && utf8.Valid(content) {
			entry.Content = new(string(content))
			continue
		}
		blob, _, err := c.api.Git.CreateBlob(ctx, args.owner, args.name, github.Blob{Content: new(base64.StdEncoding.EncodeToString(content)), Encoding: new("base64")})
		if err != nil {
			return nil, err
		}
		entry.SHA = blob.SHA
	}
	return entries, nil
}

// fromWorkspace reads a file of the goal. No link leads out.
func fromWorkspace(call tools.Call, path, at string) ([]byte, error) {
	root, err := os.OpenRoot(call.Workspace)
	if err != nil {
		return nil, tools.BadArg(at, "the workspace is empty")
	}
	defer root.Close()
	info, err := root.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &tools.Error{Code: tools.CodeNotFound, Path: at, Message: fmt.Sprintf("there is no %s in the workspace", path)}
	case err != nil:
		return nil, tools.BadArg(at, "%s: %v", path, err)
	case !info.Mode().IsRegular():
		return nil, tools.BadArg(at, "%s is not a file", path)
	case info.Size() > mostChange:
		return nil, tools.BadArg(at, "%s has %d bytes; the most is %d", path, info.Size(), mostChange)
	}
	file, err := root.Open(path)
	if err != nil {
		return nil, tools.BadArg(at, "%s: %v", path, err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, mostChange+1))
	if err == nil && len(data) > mostChange {
		err = errors.New("is too large")
	}
	if err != nil {
		return nil, tools.BadArg(at, "%s: %v", path, err)
	}
	return data, nil
}

// lookDraft finds the pull request of a call: from its branch, with its mark, or with its commit where somebody rewrote the text.
func (c *Client) lookDraft(ctx context.Context, call tools.Call, args prArguments) (any, bool, error) {
	branch := branchOf(call, args)
	all, _, err := c.api.PullRequests.List(ctx, args.owner, args.name, &github.PullRequestListOptions{
		State: "all", Head: args.owner + ":" + branch, ListOptions: github.ListOptions{PerPage: 100}})
	if err != nil {
		return nil, false, err
	}
	for _, p := range all {
		if p.GetHead().GetRef() != branch { // a server that does not know the filter lists all
			continue
		}
		ours := isMarked(call, p.GetBody())
		if !ours {
			commit, _, err := c.api.Git.GetCommit(ctx, args.owner, args.name, p.GetHead().GetSHA())
			if err != nil {
				return nil, false, err
			}
			ours = call.IdempotencyKey != "" && strings.Contains(commit.GetMessage(), trailer(call))
		}
		if ours {
			return proposalOf(args, p), true, nil
		}
	}
	return nil, false, nil
}
