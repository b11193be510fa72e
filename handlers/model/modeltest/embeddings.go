package modeltest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// Embedded is one request for vectors.
type Embedded struct {
	Number     int // from 1
	Model      string
	Input      []string
	Dimensions int
}

// Vectors is one answer, and what is wrong with it.
type Vectors struct {
	// Of is the answer's vectors; nil: of each text, one by which of the Words it says.
	Of [][]float64
	// Shuffled answers in another order, with the right indexes.
	Shuffled bool
	// Status fails the request; with RetryAfter and Error as the provider would say them.
	Status     int
	RetryAfter string
	Error      string
	// Cut closes the connection in the middle of the answer.
	Cut bool
}

// EmbeddingServer is a fake of OpenAI's /v1/embeddings, which Ollama speaks too.
type EmbeddingServer struct {
	URL string // of the protocol's root

	mu    sync.Mutex
	asked []Embedded
}

// Embeddings starts a fake that makes vectors. It takes requests with Key, and if keyless, as Ollama is, all.
func Embeddings(tb testing.TB, keyless bool, answer func(Embedded) Vectors) *EmbeddingServer {
	s := new(EmbeddingServer)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, keyless, answer) }))
	tb.Cleanup(server.Close)
	s.URL = server.URL + "/v1"
	return s
}

// Asked lists the requests that were well formed, in order.
func (s *EmbeddingServer) Asked() []Embedded {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Embedded(nil), s.asked...)
}

func (s *EmbeddingServer) serve(w http.ResponseWriter, r *http.Request, keyless bool, answer func(Embedded) Vectors) {
	refuse := func(status int, text string) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(openAI{}.failure(status, text))
	}
	if r.Method != http.MethodPost || r.URL.Path != "/v1/embeddings" {
		refuse(http.StatusNotFound, "unknown path "+r.URL.Path)
		return
	}
	if key := (openAI{}).key(r.Header); !keyless && key != Key {
		refuse(http.StatusUnauthorized, "Incorrect API key provided: "+key)
		return
	}
	var body struct {
		Model      string          `json:"model"`
		Input      json.RawMessage `json:"input"`
		Format     string          `json:"encoding_format"`
		Dimensions *int            `json:"dimensions"`
	}
	e := Embedded{}
	err := json.NewDecoder(r.Body).Decode(&body)
	if one := ""; err == nil && json.Unmarshal(body.Input, &one) == nil {
		e.Input = []string{one}
	} else if err == nil {
		err = json.Unmarshal(body.Input, &e.Input)
	}
	switch {
	case err != nil:
	case body.Model == "":
		err = fmt.Errorf("you must provide a model parameter")
	case len(e.Input) == 0 || e.Input[0] == "":
		err = fmt.Errorf("input cannot be an empty string")
	case body.Format != "" && body.Format != "float":
		err = fmt.Errorf("this fake only answers in floats")
	case body.Dimensions != nil && *body.Dimensions < 1:
		err = fmt.Errorf("dimensions must be positive")
	}
	if err != nil {
		refuse(http.StatusBadRequest, err.Error())
		return
	}
	e.Model = body.Model
	if body.Dimensions != nil {
		e.Dimensions = *body.Dimensions
	}
	s.mu.Lock()
	e.Number = len(s.asked) + 1
	s.asked = append(s.asked, e)
	s.mu.Unlock()
	v := answer(e)
	if v.Status != 0 {
		if v.RetryAfter != "" {
			w.Header().Set("Retry-After", v.RetryAfter)
		}
		refuse(v.Status, v.Error)
		return
	}
	if v.Of == nil {
		for _, text := range e.Input {
			v.Of = append(v.Of, Meaning(text, cmp.Or(e.Dimensions, 16)))
		}
	}
	data := make([]map[string]any, len(v.Of))
	for i, vector := range v.Of {
		at := i
		if v.Shuffled {
			at = len(v.Of) - 1 - i
		}
		data[at] = map[string]any{"object": "embedding", "index": i, "embedding": vector}
	}
	send(w, map[string]any{"object": "list", "model": e.Model, "data": data, "usage": map[string]int{"prompt_tokens": len(e.Input), "total_tokens": len(e.Input)}}, v.Cut)
}

// synonyms are the words that Meaning takes for one.
var synonyms = map[string]string{"summarise": "overview", "summary": "overview", "short": "brief", "briefly": "brief", "describe": "overview"}

// Meaning is a vector of the words of a text, whatever their order, in which some words mean the same.
func Meaning(text string, dimensions int) []float64 {
	v := make([]float64, dimensions)
	for w := range strings.FieldsSeq(strings.ToLower(text)) {
		w = strings.Trim(w, ".,:;!?")
		if same, ok := synonyms[w]; ok {
			w = same
		}
		if len(w) < 4 {
			continue // says little
		}
		h := fnv.New32a()
		_, _ = h.Write([]byte(w))
		v[int(h.Sum32())%dimensions]++
	}
	return v
}
