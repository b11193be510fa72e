package model

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// Embeddings says what makes vectors of questions, so that one in other words is found. Nothing: words are compared.
type Embeddings struct {
	// Model is "provider/model" of a provider whose kind is openai or ollama.
	Model string `yaml:"model"`
	// Dimensions are asked of models that can have fewer. Defaults to the model's.
	Dimensions int `yaml:"dimensions"`
	// ONNX is the folder of a sentence model on this machine, which makes them instead: model.onnx and tokenizer.json.
	ONNX string `yaml:"onnx"`
}

// check finds what is wrong, and which provider is needed.
func (e Embeddings) check(providers map[string]Provider) (needs string, err error) {
	if e.Dimensions < 0 || e.Dimensions > mostDimensions {
		return "", fmt.Errorf("embeddings.dimensions: want 0 to %d", mostDimensions)
	}
	if e.ONNX != "" {
		switch {
		case e.Model != "" || e.Dimensions != 0:
			return "", errors.New("embeddings.onnx: is instead of model and dimensions")
		case !filepath.IsAbs(e.ONNX):
			return "", fmt.Errorf("embeddings.onnx %q: want an absolute path", e.ONNX)
		}
	}
	if e.Model == "" {
		return "", nil
	}
	ref, ok := ParseRef(e.Model)
	p, known := providers[ref.Provider]
	if !ok || !known || p.Kind != KindOpenAI && p.Kind != KindOllama {
		return "", fmt.Errorf("embeddings.model %q: want PROVIDER/MODEL with a provider of kind openai or ollama; the others make no vectors", e.Model)
	}
	return ref.Provider, nil
}

// NewEmbedder makes the vectors' model of a file. Nil where it names none, or one on this machine.
func NewEmbedder(f File, env func(string) string, client *http.Client, now func() time.Time) (*Embedder, error) {
	if f.Embeddings.Model == "" {
		return nil, nil
	}
	ref, _ := ParseRef(f.Embeddings.Model)
	p, ok := f.Providers[ref.Provider]
	if !ok {
		return nil, fmt.Errorf("embeddings: no provider %q", ref.Provider)
	}
	key, _ := p.key(env)
	if client == nil {
		// A redirect would take the key along to wherever it leads.
		client = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	}
	return &Embedder{ref: ref, url: strings.TrimRight(p.address(ref.Provider, env), "/") + "/embeddings", key: key,
		dimensions: f.Embeddings.Dimensions, http: client, now: now}, nil
}

// Embedder has a provider make vectors, by OpenAI's protocol, which Ollama speaks too. The library for models only knows how to ask
// for them one model at a time, without dimensions and with retries of its own, so it is not used here.
type Embedder struct {
	ref        Ref
	url, key   string
	dimensions int
	http       *http.Client
	now        func() time.Time

	mu    sync.Mutex
	until time.Time // the provider is not asked before
	why   *Error
}

const (
	// embedTimeout bounds one request: whoever asks can do without.
	embedTimeout = 5 * time.Second
	// embedRest is how long a provider that failed is not asked again, if it does not say itself.
	embedRest = 30 * time.Second
	// mostDimensions of a vector, and mostVectors of a request.
	mostDimensions = 8192
	mostVectors    = 256
)

// Name is of the model and its dimensions: vectors of different names are not to be compared.
func (e *Embedder) Name() string { return fmt.Sprintf("%s-%d", e.ref, e.dimensions) }

// Embed makes a vector of length 1 of each text. Its errors are *Error, or the context's.
func (e *Embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	if len(texts) == 0 || len(texts) > mostVectors {
		return nil, fail(CodeRefused, false, "want 1 to %d texts, not %d", mostVectors, len(texts))
	}
	e.mu.Lock()
	rest, why := e.until.Sub(e.now()), e.why
	e.mu.Unlock()
	if rest > 0 {
		return nil, &Error{Code: why.Code, Retryable: true, RetryAfter: rest, Message: "vectors are not asked for: " + why.Message, Err: why}
	}
	vectors, err := e.ask(ctx, texts)
	if err != nil && ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		failed := asError(err)
		e.mu.Lock()
		e.until, e.why = e.now().Add(cmp.Or(failed.RetryAfter, embedRest)), failed
		e.mu.Unlock()
		return nil, failed
	}
	return vectors, nil
}

func (e *Embedder) ask(ctx context.Context, texts []string) ([][]float32, error) {
	ctx, cancel := context.WithTimeout(ctx, embedTimeout)
	defer cancel()
	body, err := json.Marshal(struct {
		Model      string   `json:"model"`
		Input      []string `json:"input"`
		Format     string   `json:"encoding_format"`
		Dimensions int      `json:"dimensions,omitempty"`
	}{e.ref.Model, texts, "float", e.dimensions})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, e.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if e.key != "" {
		req.Header.Set("Authorization", "Bearer "+e.key)
	}
	resp, err := e.http.Do(req)
	if err != nil {
		return nil, unreachable(err)
	}
	defer resp.Body.Close()
	// Numbers take up to 25 bytes each.
	answer, err := io.ReadAll(io.LimitReader(resp.Body, int64(len(texts))*mostDimensions*25+1<<16))
	if err != nil {
		return nil, unreachable(err)
	}
	if resp.StatusCode != http.StatusOK {
		return nil, answered(resp.StatusCode, resp.Header, brief(string(answer), e.key), e.now())
	}
	return readVectors(answer, len(texts), e.dimensions)
}

// readVectors reads n vectors of one size and makes them of length 1.
func readVectors(answer []byte, n, dimensions int) ([][]float32, error) {
	var said struct {
		Data []struct {
			Index     int       `json:"index"`
			Embedding []float64 `json:"embedding"`
		} `json:"data"`
	}
	if err := json.Unmarshal(answer, &said); err != nil {
		return nil, fail(CodeInvalid, true, "the answer holds no vectors: %v", err)
	}
	if len(said.Data) != n {
		return nil, fail(CodeInvalid, true, "%d vectors of %d texts", len(said.Data), n)
	}
	out := make([][]float32, n)
	for _, d := range said.Data {
		if d.Index < 0 || d.Index >= n || out[d.Index] != nil {
			return nil, fail(CodeInvalid, true, "a vector of text %d of %d, or two", d.Index, n)
		}
		if dimensions == 0 {
			dimensions = len(d.Embedding)
		}
		if len(d.Embedding) == 0 || len(d.Embedding) > mostDimensions || len(d.Embedding) != dimensions {
			return nil, fail(CodeInvalid, true, "a vector of %d dimensions, not %d", len(d.Embedding), dimensions)
		}
		v, ok := unit(d.Embedding)
		if !ok {
			return nil, fail(CodeInvalid, true, "a vector without a direction")
		}
		out[d.Index] = v
	}
	return out, nil
}

// unit is a vector of the same direction and length 1.
func unit(v []float64) ([]float32, bool) {
	most := 0.0
	for _, x := range v {
		most = max(most, math.Abs(x)) // first, so that no square overflows
	}
	sum := 0.0
	for _, x := range v {
		sum += x / most * (x / most)
	}
	length := math.Sqrt(sum)
	if most == 0 || math.IsInf(most, 0) || math.IsNaN(length) {
		return nil, false
	}
	out := make([]float32, len(v))
	for i, x := range v {
		out[i] = float32(x / most / length)
	}
	return out, true
}
