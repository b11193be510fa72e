package githubtest

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
)

// routes lists what there is. Everything of a repository is found below /api/v3/repos/owner/name.
func (s *Server) routes(mux *http.ServeMux) {
	type handle = func(*Repo, http.ResponseWriter, *http.Request)
	for pattern, do := range map[string]handle{
		"GET ":                           (*Repo).describe,
		"GET /branches":                  (*Repo).branches,
		"GET /commits":                   (*Repo).commits,
		"GET /commits/{ref...}":          (*Repo).oneCommit,
		"GET /contents/{path...}":        (*Repo).contents,
		"GET /git/trees/{sha}":           (*Repo).readTree,
		"GET /git/ref/{ref...}":          (*Repo).readRef,
		"GET /git/commits/{sha}":         (*Repo).readCommit,
		"GET /git/blobs/{sha}":           (*Repo).readBlob,
		"POST /git/blobs":                (*Repo).makeBlob,
		"POST /git/trees":                (*Repo).makeTree,
		"POST /git/commits":              (*Repo).makeCommit,
		"POST /git/refs":                 (*Repo).makeRef,
		"GET /issues":                    (*Repo).issues,
		"GET /issues/{number}":           (*Repo).issue,
		"GET /issues/{number}/comments":  (*Repo).comments,
		"POST /issues/{number}/comments": (*Repo).makeComment,
		"GET /pulls":                     (*Repo).pulls,
		"POST /pulls":                    (*Repo).makePull,
		"GET /pulls/{number}":            (*Repo).pull,
		"GET /pulls/{number}/files":      (*Repo).pullFiles,
		"GET /pulls/{number}/reviews":    (*Repo).reviews,
		"POST /pulls/{number}/reviews":   (*Repo).makeReview,
	} {
		method, rest, _ := strings.Cut(pattern, " ")
		mux.HandleFunc(method+" /api/v3/repos/{owner}/{repo}"+rest, func(w http.ResponseWriter, q *http.Request) {
			if r := s.visible(w, q); r != nil {
				do(r, w, q)
			}
		})
	}
	mux.HandleFunc("GET /api/v3/users/{user}/repos", s.ofUser)
	mux.HandleFunc("GET /api/v3/search/{kind}", s.search)
	mux.HandleFunc("GET /api/v3/rate_limit", func(w http.ResponseWriter, _ *http.Request) {
		write(w, http.StatusOK, map[string]any{"resources": map[string]any{"core": map[string]any{"limit": 5000, "used": 1, "remaining": 4999, "reset": 0}}})
	})
	mux.HandleFunc("POST /api/graphql", s.graphql)
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { refuse(w, http.StatusNotFound, "Not Found") })
}

// visible finds the repository of a request, and whether the caller may do this to it: what it may not see is not found, and what
// it may only see it may not change.
func (s *Server) visible(w http.ResponseWriter, q *http.Request) *Repo {
	s.mu.Lock()
	r := s.repos[q.PathValue("owner")+"/"+q.PathValue("repo")]
	s.mu.Unlock()
	token := strings.TrimPrefix(q.Header.Get("Authorization"), "Bearer ")
	switch {
	case r == nil || r.Private && token == "":
		refuse(w, http.StatusNotFound, "Not Found")
		return nil
	case q.Method != http.MethodGet && token == "":
		refuse(w, http.StatusUnauthorized, "Requires authentication")
		return nil
	case q.Method != http.MethodGet && token != s.Token:
		w.Header().Set("X-Accepted-GitHub-Permissions", "contents=write")
		refuse(w, http.StatusForbidden, "Resource not accessible by personal access token")
		return nil
	}
	return r
}

// read decodes a request's body.
func read[T any](w http.ResponseWriter, q *http.Request) (body T, ok bool) {
	if err := json.NewDecoder(q.Body).Decode(&body); err != nil {
		refuse(w, http.StatusBadRequest, "Problems parsing JSON")
		return body, false
	}
	return body, true
}

func (r *Repo) readRef(w http.ResponseWriter, q *http.Request) {
	out, err := r.run("", "rev-parse", "--quiet", "--verify", "--end-of-options", "refs/"+q.PathValue("ref"))
	if err != nil {
		refuse(w, http.StatusNotFound, "Not Found")
		return
	}
	write(w, http.StatusOK, object{"ref": "refs/" + q.PathValue("ref"), "object": object{"type": "commit", "sha": strings.TrimSpace(out)}})
}

func (r *Repo) readCommit(w http.ResponseWriter, q *http.Request) {
	sha, ok := r.resolve(q.PathValue("sha"))
	if !ok {
		refuse(w, http.StatusNotFound, "Not Found")
		return
	}
	write(w, http.StatusOK, r.commitJSON(sha)["commit"])
}

func (r *Repo) readBlob(w http.ResponseWriter, q *http.Request) {
	text, err := r.run("", "cat-file", "blob", q.PathValue("sha"))
	switch {
	case err != nil:
		refuse(w, http.StatusNotFound, "Not Found")
	case strings.Contains(q.Header.Get("Accept"), "raw"):
		w.Header().Set("Content-Type", "application/vnd.github.v3.raw")
		_, _ = w.Write([]byte(text))
	default:
		write(w, http.StatusOK, object{"sha": q.PathValue("sha"), "encoding": "base64", "content": base64.StdEncoding.EncodeToString([]byte(text)), "size": len(text)})
	}
}

func (r *Repo) makeBlob(w http.ResponseWriter, q *http.Request) {
	body, ok := read[struct{ Content, Encoding string }](w, q)
	if !ok {
		return
	}
	content := []byte(body.Content)
	if body.Encoding == "base64" {
		var err error
		if content, err = base64.StdEncoding.DecodeString(body.Content); err != nil {
			refuse(w, http.StatusUnprocessableEntity, "content is not valid Base64")
			return
		}
	}
	sha, err := r.blob(content)
	if err != nil {
		refuse(w, http.StatusInternalServerError, "Server Error")
		return
	}
	write(w, http.StatusCreated, object{"sha": sha})
}

func (r *Repo) makeTree(w http.ResponseWriter, q *http.Request) {
	body, ok := read[struct {
		Base string `json:"base_tree"`
		Tree []struct {
			Path, Mode, Type string
			Content          *string
			SHA              *string
		}
	}](w, q)
	if !ok {
		return
	}
	var changes []treeChange
	for _, e := range body.Tree {
		c := treeChange{path: e.Path, mode: e.Mode}
		switch {
		case e.Content != nil:
			c.content = []byte(*e.Content)
		case e.SHA != nil:
			c.sha = *e.SHA
		default:
			c.remove = true
		}
		changes = append(changes, c)
	}
	sha, err := r.tree(body.Base, changes)
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, "GitRPC::BadObjectState")
		return
	}
	write(w, http.StatusCreated, object{"sha": sha})
}

func (r *Repo) makeCommit(w http.ResponseWriter, q *http.Request) {
	body, ok := read[struct {
		Message, Tree string
		Parents       []string
	}](w, q)
	if !ok {
		return
	}
	sha, err := r.commit(body.Tree, body.Message, body.Parents...)
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, "Tree SHA does not exist")
		return
	}
	write(w, http.StatusCreated, r.commitJSON(sha)["commit"])
}

func (r *Repo) makeRef(w http.ResponseWriter, q *http.Request) {
	body, ok := read[struct{ Ref, SHA string }](w, q)
	if !ok {
		return
	}
	if !strings.HasPrefix(body.Ref, "refs/heads/") {
		refuse(w, http.StatusUnprocessableEntity, "Reference name must start with 'refs'.")
		return
	}
	// All zeros as the old value: the ref must not be there.
	if _, err := r.run("", "update-ref", body.Ref, body.SHA, strings.Repeat("0", 40)); err != nil {
		refuse(w, http.StatusUnprocessableEntity, "Reference already exists")
		return
	}
	write(w, http.StatusCreated, object{"ref": body.Ref, "object": object{"type": "commit", "sha": body.SHA}})
}
