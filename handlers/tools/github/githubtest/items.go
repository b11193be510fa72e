package githubtest

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Item is an issue or a pull request.
type Item struct {
	Number      int
	Title, Body string
	State       string
	Labels      []string
	Pull        bool
	Draft       bool
	Base, Head  string // branches
	Merged      string // the commit that it became
	Comments    []string
	Reviews     []Review
	node        string
}

// Review is a verdict on a pull request.
type Review struct {
	Body, State string
	Remarks     int
}

// Open makes an issue.
func (r *Repo) Open(title, body string, labels ...string) *Item {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	return r.add(Item{Title: title, Body: body, Labels: labels})
}

func (r *Repo) add(i Item) *Item {
	r.server.lastNode++
	i.Number, i.State, i.node = len(r.items)+1, "open", fmt.Sprintf("PR_%d", r.server.lastNode)
	r.items = append(r.items, &i)
	return &i
}

// Pulls are the pull requests as they are now.
func (r *Repo) Pulls() (all []Item) {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	for _, i := range r.items {
		if i.Pull {
			all = append(all, *i)
		}
	}
	return all
}

// Change changes an issue or pull request, as somebody else does.
func (r *Repo) Change(number int, change func(*Item)) {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	change(r.items[number-1])
}

var epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func (r *Repo) itemJSON(i *Item) object {
	kind := "issues"
	if i.Pull {
		kind = "pull"
	}
	labels := []object{}
	for _, l := range i.Labels {
		labels = append(labels, object{"name": l})
	}
	out := object{"number": i.Number, "node_id": i.node, "title": i.Title, "body": i.Body, "state": i.State, "labels": labels, "comments": len(i.Comments),
		"user": object{"login": "octocat"}, "created_at": epoch.Add(time.Duration(i.Number) * time.Hour), "html_url": fmt.Sprintf("%s/%s/%s/%d", r.server.URL, r.Name, kind, i.Number)}
	if i.Pull {
		out["pull_request"] = object{"url": "…"}
	}
	return out
}

func (r *Repo) pullJSON(i *Item) object {
	out := r.itemJSON(i)
	owner, _, _ := strings.Cut(r.Name, "/")
	head, _ := r.resolve(i.Head)
	base, _ := r.resolve(i.Base)
	out["draft"] = i.Draft
	out["head"] = object{"ref": i.Head, "sha": head, "label": owner + ":" + i.Head}
	out["base"] = object{"ref": i.Base, "sha": base}
	out["merged"] = i.Merged != ""
	if i.Merged != "" {
		out["merge_commit_sha"] = i.Merged
	}
	delete(out, "pull_request")
	return out
}

// choose lists items that fit a request's state.
func (r *Repo) choose(q *http.Request, fits func(*Item) bool, json func(*Item) object) []object {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	state := q.URL.Query().Get("state")
	list := []object{}
	for n := len(r.items) - 1; n >= 0; n-- { // the newest first
		i := r.items[n]
		if (state == "all" || i.State == state || state == "" && i.State == "open") && fits(i) {
			list = append(list, json(i))
		}
	}
	return list
}

func (r *Repo) issues(w http.ResponseWriter, q *http.Request) {
	if r.NoIssue {
		refuse(w, http.StatusGone, "Issues are disabled for this repo")
		return
	}
	wanted := strings.Split(q.URL.Query().Get("labels"), ",")
	write(w, http.StatusOK, page(w, q, r.choose(q, func(i *Item) bool {
		for _, label := range wanted {
			if label != "" && !strings.Contains(","+strings.Join(i.Labels, ",")+",", ","+label+",") {
				return false
			}
		}
		return true
	}, r.itemJSON)))
}

// item finds what a request is about, with the server's lock held until done.
func (r *Repo) item(w http.ResponseWriter, q *http.Request, pull bool, then func(*Item)) {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	n := atoi(q.PathValue("number"))
	if n < 1 || n > len(r.items) || pull && !r.items[n-1].Pull {
		refuse(w, http.StatusNotFound, "Not Found")
		return
	}
	then(r.items[n-1])
}

func (r *Repo) issue(w http.ResponseWriter, q *http.Request) {
	r.item(w, q, false, func(i *Item) { write(w, http.StatusOK, r.itemJSON(i)) })
}

func (r *Repo) pull(w http.ResponseWriter, q *http.Request) {
	r.item(w, q, true, func(i *Item) { write(w, http.StatusOK, r.pullJSON(i)) })
}

func (r *Repo) pulls(w http.ResponseWriter, q *http.Request) {
	owner, _, _ := strings.Cut(r.Name, "/")
	head := q.URL.Query().Get("head")
	write(w, http.StatusOK, page(w, q, r.choose(q, func(i *Item) bool {
		return i.Pull && (head == "" || head == owner+":"+i.Head)
	}, r.pullJSON)))
}

func (r *Repo) makePull(w http.ResponseWriter, q *http.Request) {
	body, ok := read[struct {
		Title, Body, Head, Base string
		Draft                   bool
	}](w, q)
	if !ok {
		return
	}
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	owner, _, _ := strings.Cut(r.Name, "/")
	invalid := func(detail object) {
		refuse(w, http.StatusUnprocessableEntity, "Validation Failed", detail)
	}
	head, ok := r.resolve(body.Head)
	if !ok {
		invalid(object{"resource": "PullRequest", "field": "head", "code": "invalid"})
		return
	}
	base, ok := r.resolve(body.Base)
	if !ok {
		invalid(object{"resource": "PullRequest", "field": "base", "code": "invalid"})
		return
	}
	if head == base {
		invalid(object{"resource": "PullRequest", "code": "custom", "message": fmt.Sprintf("No commits between %s and %s", body.Base, body.Head)})
		return
	}
	for _, i := range r.items {
		if i.Pull && i.State == "open" && i.Head == body.Head && i.Base == body.Base {
			invalid(object{"resource": "PullRequest", "code": "custom", "message": fmt.Sprintf("A pull request already exists for %s:%s.", owner, body.Head)})
			return
		}
	}
	i := r.add(Item{Title: body.Title, Body: body.Body, Pull: true, Draft: body.Draft, Base: body.Base, Head: body.Head})
	write(w, http.StatusCreated, r.pullJSON(i))
}

func (r *Repo) pullFiles(w http.ResponseWriter, q *http.Request) {
	r.item(w, q, true, func(i *Item) {
		out, _ := r.run("", "diff", "--no-renames", "--numstat", i.Base+"..."+i.Head)
		list := []object{}
		for line := range strings.Lines(out) {
			fields := strings.SplitN(strings.TrimSpace(line), "\t", 3)
			if len(fields) < 3 {
				continue
			}
			patch, _ := r.run("", "diff", "--no-renames", i.Base+"..."+i.Head, "--", fields[2])
			if at := strings.Index(patch, "@@"); at >= 0 {
				patch = patch[at:]
			}
			list = append(list, object{"filename": fields[2], "status": "modified", "additions": atoi(fields[0]), "deletions": atoi(fields[1]), "patch": patch})
		}
		write(w, http.StatusOK, page(w, q, list))
	})
}

func (r *Repo) commentJSON(i *Item, n int, body string) object {
	return object{"id": i.Number*1000 + n, "body": body, "user": object{"login": "octocat"}, "html_url": fmt.Sprintf("%s/%s/issues/%d#issuecomment-%d", r.server.URL, r.Name, i.Number, n)}
}

func (r *Repo) comments(w http.ResponseWriter, q *http.Request) {
	r.item(w, q, false, func(i *Item) {
		list := []object{}
		for n, body := range i.Comments {
			list = append(list, r.commentJSON(i, n, body))
		}
		write(w, http.StatusOK, page(w, q, list))
	})
}

func (r *Repo) makeComment(w http.ResponseWriter, q *http.Request) {
	body, ok := read[struct{ Body string }](w, q)
	if !ok {
		return
	}
	r.item(w, q, false, func(i *Item) {
		i.Comments = append(i.Comments, body.Body)
		write(w, http.StatusCreated, r.commentJSON(i, len(i.Comments)-1, body.Body))
	})
}

func (r *Repo) reviewJSON(i *Item, n int) object {
	return object{"id": i.Number*1000 + n, "body": i.Reviews[n].Body, "state": i.Reviews[n].State, "html_url": fmt.Sprintf("%s/%s/pull/%d#review-%d", r.server.URL, r.Name, i.Number, n)}
}

func (r *Repo) reviews(w http.ResponseWriter, q *http.Request) {
	r.item(w, q, true, func(i *Item) {
		list := []object{}
		for n := range i.Reviews {
			list = append(list, r.reviewJSON(i, n))
		}
		write(w, http.StatusOK, page(w, q, list))
	})
}

func (r *Repo) makeReview(w http.ResponseWriter, q *http.Request) {
	body, ok := read[struct {
		Body, Event string
		Comments    []struct {
			Path string
			Line int
		}
	}](w, q)
	if !ok {
		return
	}
	r.item(w, q, true, func(i *Item) {
		for _, c := range body.Comments {
			if _, there := r.File(i.Head, c.Path); !there {
				refuse(w, http.StatusUnprocessableEntity, "Unprocessable Entity", object{"resource": "PullRequestReviewComment", "code": "custom", "message": "Path could not be resolved"})
				return
			}
		}
		i.Reviews = append(i.Reviews, Review{body.Body, body.Event, len(body.Comments)})
		write(w, http.StatusOK, r.reviewJSON(i, len(i.Reviews)-1))
	})
}
