package githubtest

import (
	"net/http"
	"slices"
	"strings"
)

// all are the repositories by name, with the lock held.
func (s *Server) all() []*Repo {
	list := make([]*Repo, 0, len(s.repos))
	for _, r := range s.repos {
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b *Repo) int { return strings.Compare(a.Name, b.Name) })
	return list
}

func (s *Server) ofUser(w http.ResponseWriter, q *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []object{}
	for _, r := range s.all() {
		if strings.HasPrefix(r.Name, q.PathValue("user")+"/") && !r.Private {
			list = append(list, r.json())
		}
	}
	write(w, http.StatusOK, page(w, q, list))
}

// search finds what holds the query's words; terms such as repo: are taken for words of the name.
func (s *Server) search(w http.ResponseWriter, q *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	query := q.URL.Query().Get("q")
	if strings.TrimSpace(query) == "" {
		refuse(w, http.StatusUnprocessableEntity, "Validation Failed", object{"resource": "Search", "field": "q", "code": "missing"})
		return
	}
	list := []object{}
	for _, r := range s.all() {
		switch q.PathValue("kind") {
		case "repositories":
			if strings.Contains(r.Name, query) {
				list = append(list, r.json())
			}
		case "issues":
			for _, i := range r.items {
				if strings.Contains(i.Title, query) {
					list = append(list, r.itemJSON(i))
				}
			}
		case "code":
			out, _ := r.run("", "grep", "-l", "-F", "-e", query, "main")
			for line := range strings.Lines(out) {
				_, path, _ := strings.Cut(strings.TrimSpace(line), ":")
				list = append(list, object{"path": path, "repository": r.json(), "html_url": r.server.URL + "/" + r.Name + "/blob/main/" + path})
			}
		}
	}
	write(w, http.StatusOK, object{"total_count": len(list), "incomplete_results": false, "items": page(w, q, list)})
}

// graphql knows one mutation: that a draft is ready for review.
func (s *Server) graphql(w http.ResponseWriter, q *http.Request) {
	body, ok := read[struct {
		Query     string
		Variables struct{ ID string }
	}](w, q)
	if !ok {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	failed := func(kind, message string) {
		write(w, http.StatusOK, object{"data": nil, "errors": []object{{"type": kind, "message": message}}})
	}
	if strings.TrimPrefix(q.Header.Get("Authorization"), "Bearer ") != s.Token {
		failed("FORBIDDEN", "Resource not accessible by personal access token")
		return
	}
	if !strings.Contains(body.Query, "markPullRequestReadyForReview") {
		failed("undefinedField", "Field doesn't exist on type 'Mutation'")
		return
	}
	for _, r := range s.all() {
		for _, i := range r.items {
			if i.Pull && i.node == body.Variables.ID {
				i.Draft = false
				write(w, http.StatusOK, object{"data": object{"markPullRequestReadyForReview": object{"pullRequest": object{"isDraft": false}}}})
				return
			}
		}
	}
	failed("NOT_FOUND", "Could not resolve to a node with the global id of '"+body.Variables.ID+"'.")
}
