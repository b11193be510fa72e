package model_test

import (
	"errors"
	"io"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/model/modeltest"
)

// embedder is the one of a file whose provider is at an address.
func embedder(t testing.TB, kind, url, more string, client *http.Client, now func() time.Time) *model.Embedder {
	t.Helper()
	f, err := model.ReadFile([]byte(`{providers: {p: {kind: ` + kind + `, url: "` + url + `"}}, embeddings: {model: p/small` + more + `}}`))
	if err == nil {
		err = f.Check(roles, env)
	}
	if err != nil {
		t.Fatal(err)
	}
	e, err := model.NewEmbedder(f, env, client, now)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func length(v []float32) (sum float64) {
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	return math.Sqrt(sum)
}

func TestVectorsAreAskedForByOpenAIsProtocol(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{model.KindOpenAI, model.KindOllama} {
		s := modeltest.Embeddings(t, kind == model.KindOllama, func(modeltest.Embedded) modeltest.Vectors { return modeltest.Vectors{Shuffled: true} })
		e := embedder(t, kind, s.URL, ", dimensions: 8", nil, time.Now)
		texts := []string{"one goal", "another thing entirely"}
		vectors, err := e.Embed(t.Context(), texts)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range vectors {
			want := modeltest.Meaning(texts[i], 8)
			for j := range v {
				if (v[j] == 0) != (want[j] == 0) {
					t.Fatalf("%s: the vector of text %d is another's", kind, i)
				}
			}
			if math.Abs(length(v)-1) > 1e-6 {
				t.Errorf("%s: a vector of length %f", kind, length(v))
			}
		}
		if asked := s.Asked(); len(asked) != 1 || asked[0].Dimensions != 8 || asked[0].Model != "small" || len(asked[0].Input) != 2 {
			t.Errorf("%s: asked %+v", kind, asked)
		}
		if e.Name() != "p/small-8" {
			t.Errorf("named %q", e.Name())
		}
	}
}

func TestAProviderThatMakesNoVectorsRestsAndIsAskedAgain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		says modeltest.Vectors
		code string
		rest time.Duration
	}{
		{modeltest.Vectors{Status: 429, RetryAfter: "7", Error: "slow down"}, model.CodeRateLimited, 7 * time.Second},
		{modeltest.Vectors{Status: 503, Error: "down"}, model.CodeOverloaded, 30 * time.Second},
		{modeltest.Vectors{Status: 401, Error: "Incorrect API key provided: " + modeltest.Key}, model.CodeNoAccess, 30 * time.Second},
		{modeltest.Vectors{Cut: true}, model.CodeUnreachable, 30 * time.Second},
		{modeltest.Vectors{Of: [][]float64{{1, 0}, {0, 1}}}, model.CodeInvalid, 30 * time.Second},
		{modeltest.Vectors{Of: [][]float64{{0, 0}}}, model.CodeInvalid, 30 * time.Second},
		{modeltest.Vectors{Of: [][]float64{{}}}, model.CodeInvalid, 30 * time.Second},
	} {
		s := modeltest.Embeddings(t, false, func(e modeltest.Embedded) modeltest.Vectors {
			if e.Number == 1 {
				return c.says
			}
			return modeltest.Vectors{}
		})
		at := &clock{at: epoch}
		e := embedder(t, model.KindOpenAI, s.URL, "", nil, at.now)
		for try := range 2 { // the second one is not sent
			_, err := e.Embed(t.Context(), []string{"a goal"})
			failed, ok := errors.AsType[*model.Error](err)
			if !ok || failed.Code != c.code || strings.Contains(err.Error(), modeltest.Key) {
				t.Errorf("%+v, try %d: %v", c.says, try, err)
			}
		}
		_ = at.sleep(t.Context(), c.rest-time.Second)
		if _, err := e.Embed(t.Context(), []string{"a goal"}); err == nil || len(s.Asked()) != 1 {
			t.Errorf("%+v: asked %d times, %v", c.says, len(s.Asked()), err)
		}
		_ = at.sleep(t.Context(), time.Second)
		if _, err := e.Embed(t.Context(), []string{"a goal"}); err != nil {
			t.Errorf("%+v: %v", c.says, err)
		}
	}
}

func TestWhatMakesVectorsIsChecked(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{embeddings: {model: anthropic/x}}`:                       "kind openai or ollama",
		`{embeddings: {model: x}}`:                                 "embeddings.model",
		`{embeddings: {model: openai/x, dimensions: -1}}`:          "embeddings.dimensions",
		`{embeddings: {model: openai/text-embedding-3-small}}`:     "set OPENAI_API_KEY",
		`{embeddings: {onnx: models/minilm}}`:                      "want an absolute path",
		`{embeddings: {onnx: /minilm, model: ollama/x}}`:           "is instead of model",
		`{embeddings: {onnx: /minilm, dimensions: 8}}`:             "is instead of model",
		`{embeddings: {onnx: /minilm}}`:                            "",
		`{roles: {coder: {keep: {similar: 1h, for: 1h}}}}`:         "roles.coder.keep.similar: not for this role",
		`{roles: {coder: {keep: {for: 13h}}}}`:                     "roles.coder.keep.for: at most 12h",
		`{roles: {writer: {keep: {for: 1h, similar: 2h}}}}`:        "roles.writer.keep.similar: longer than for",
		`{roles: {writer: {keep: {for: -1h}}}}`:                    "roles.writer.keep.for: is negative",
		`{roles: {planner: {keep: {for: 1h, stale: 1h}}}}`:         "roles.planner.keep.stale: not for this role",
		`{embeddings: {model: ollama/nomic-embed-text}}`:           "",
		`{roles: {writer: {keep: {for: 1h, similar: 1h}}}}`:        "",
		`{roles: {writer: {keep: {}}, coder: {keep: {for: 12h}}}}`: "",
	} {
		f, err := model.ReadFile([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		err = f.Check(roles, func(string) string { return "" })
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

type bodyOf string

func (b bodyOf) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(string(b))), Header: http.Header{}}, nil
}

// FuzzVectors looks for answers that make reading panic, or that come through and are no vectors of length 1 of one size.
func FuzzVectors(f *testing.F) {
	f.Add(`{"data":[{"index":1,"embedding":[1,2]},{"index":0,"embedding":[3,4e300]}]}`)
	f.Add(`{"data":[{"index":0,"embedding":[1e-320,0]},{"index":0,"embedding":[1]}]}`)
	f.Add(`{"data":[{"index":-1},{}]}`)
	f.Add(`[]`)
	f.Fuzz(func(t *testing.T, body string) {
		e := embedder(t, model.KindOllama, "http://h/v1", "", &http.Client{Transport: bodyOf(body)}, time.Now)
		vectors, err := e.Embed(t.Context(), []string{"a", "b"})
		if err != nil {
			return
		}
		if len(vectors) != 2 || len(vectors[0]) == 0 || len(vectors[0]) != len(vectors[1]) {
			t.Fatalf("%v", vectors)
		}
		for _, v := range vectors {
			if l := length(v); !(math.Abs(l-1) < 1e-3) {
				t.Errorf("length %f of %v", l, v)
			}
		}
	})
}
