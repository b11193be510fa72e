package onnx_test

import (
	"math"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/handlers/model/sentence"
	"github.com/mergit-io/mergit/handlers/model/sentence/onnx"
	"github.com/mergit-io/mergit/handlers/model/sentence/sentencetest"
)

func load(t testing.TB, model []byte, limit int, more map[string]string) (*onnx.Model, error) {
	t.Helper()
	files, err := sentence.Read(sentencetest.Folder(t, model, sentencetest.Tokenizer(limit), more))
	if err != nil {
		t.Fatal(err)
	}
	return onnx.Load(files)
}

func small() sentencetest.Bert {
	words, _ := sentencetest.Vocabulary()
	return sentencetest.Bert{Vocabulary: len(words), Hidden: 24, Layers: 2, Heads: 3, Inner: 40, Positions: 64, Seed: 5}
}

// What the runtime makes of a BERT encoder, filled up with padding, is what the formulas of the papers give without it (Vaswani et al.
// 2017; Devlin et al. 2018; Hendrycks & Gimpel 2016 for GELU; Ba et al. 2016 for the norm).
func TestTheRuntimeComputesAnEncoder(t *testing.T) {
	t.Parallel()
	b := small()
	for _, c := range []struct {
		pooling string
		first   bool
	}{{`{"pooling_mode_mean_tokens": true, "pooling_mode_cls_token": false}`, false}, {`{"pooling_mode_mean_tokens": false, "pooling_mode_cls_token": true}`, true},
		{`{"pooling_mode": "cls"}`, true}, {`{"pooling_mode": "mean"}`, false}, {"", false}} {
		more := map[string]string{sentence.PoolingFile: c.pooling}
		if c.pooling == "" {
			more = nil
		}
		m, err := load(t, b.File(), 64, more)
		if err != nil {
			t.Fatal(err)
		}
		tok, err := tokenizer(t, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"Repair the car!", strings.Repeat("why are there tides ", 20), ""} {
			got, _, err := m.Vector(text)
			if err != nil {
				t.Fatal(err)
			}
			ids, _ := tok.Encode(text, 64)
			tokens := encode(b, ids)
			want := tokens[0]
			if !c.first {
				want = make([]float64, b.Hidden)
				for _, v := range tokens {
					for j := range v {
						want[j] += v[j] / float64(len(tokens))
					}
				}
			}
			for j := range want {
				if math.Abs(float64(got[j])-want[j]) > 1e-4 {
					t.Fatalf("%s %q: dimension %d is %f, want %f", c.pooling, text, j, got[j], want[j])
				}
			}
		}
	}
}

// encode is a BERT encoder by its formulas, in float64.
func encode(b sentencetest.Bert, ids []int64) [][]float64 {
	w := b.Weights()
	norm := func(x []float64, n sentencetest.Norm) []float64 {
		mean, spread := 0.0, 0.0
		for _, v := range x {
			mean += v / float64(len(x))
		}
		for _, v := range x {
			spread += (v - mean) * (v - mean) / float64(len(x))
		}
		out := make([]float64, len(x))
		for i, v := range x {
			out[i] = (v-mean)/math.Sqrt(spread+1e-12)*float64(n.Gain[i]) + float64(n.Bias[i])
		}
		return out
	}
	linear := func(x []float64, l sentencetest.Linear) []float64 {
		out := make([]float64, len(l.Bias))
		for j := range out {
			out[j] = float64(l.Bias[j])
			for i, v := range x {
				out[j] += v * float64(l.W[i*len(out)+j])
			}
		}
		return out
	}
	plus := func(x, y []float64) []float64 {
		out := make([]float64, len(x))
		for i := range x {
			out[i] = x[i] + y[i]
		}
		return out
	}
	x := make([][]float64, len(ids))
	for p, id := range ids {
		x[p] = make([]float64, b.Hidden)
		for j := range b.Hidden {
			x[p][j] = float64(w.Word[int(id)*b.Hidden+j]) + float64(w.Position[p*b.Hidden+j]) + float64(w.Kind[j])
		}
		x[p] = norm(x[p], w.Norm)
	}
	size := b.Hidden / b.Heads
	for _, l := range w.Layers {
		query, key, value := make([][]float64, len(x)), make([][]float64, len(x)), make([][]float64, len(x))
		for p := range x {
			query[p], key[p], value[p] = linear(x[p], l.Query), linear(x[p], l.Key), linear(x[p], l.Value)
		}
		next := make([][]float64, len(x))
		for p := range x {
			mixed := make([]float64, b.Hidden)
			for h := range b.Heads {
				weights, sum := make([]float64, len(x)), 0.0
				for q := range x {
					for j := h * size; j < (h+1)*size; j++ {
						weights[q] += query[p][j] * key[q][j] / math.Sqrt(float64(size))
					}
					weights[q] = math.Exp(weights[q])
					sum += weights[q]
				}
				for q := range x {
					for j := h * size; j < (h+1)*size; j++ {
						mixed[j] += weights[q] / sum * value[q][j]
					}
				}
			}
			attended := norm(plus(x[p], linear(mixed, l.Out)), l.Attended)
			up := linear(attended, l.Up)
			for i, v := range up {
				up[i] = v * 0.5 * (1 + math.Erf(v/math.Sqrt2))
			}
			next[p] = norm(plus(attended, linear(up, l.Down)), l.Ended)
		}
		x = next
	}
	return x
}

// pooled has the mean inside, and needs neither mask nor kinds.
func pooled(name string, elem sentencetest.Elem, dims ...int64) []byte {
	g := new(sentencetest.Graph)
	words, _ := sentencetest.Vocabulary()
	table := make([]float32, len(words)*4)
	for i := range table {
		table[i] = float32(i%7) - 2.5
	}
	ids := g.Input("input_ids", sentencetest.Int64, -1, -1)
	mean := g.Op("ReduceMean", []string{g.Op("Gather", []string{g.Floats(table, int64(len(words)), 4), ids})}, sentencetest.Attr{Name: "axes", Value: []int64{1}}, sentencetest.Attr{Name: "keepdims", Value: 0})
	if elem != sentencetest.Float {
		mean = g.Op("Cast", []string{mean}, sentencetest.Attr{Name: "to", Value: int(elem)})
	}
	g.Output(name, mean, elem, dims...)
	return g.File()
}

func TestAModelMayHaveItsPoolingInside(t *testing.T) {
	t.Parallel()
	m, err := load(t, pooled("sentence_embedding", sentencetest.Float, -1, 4), 16, nil)
	if err != nil {
		t.Fatal(err)
	}
	if v, _, err := m.Vector("the moon"); err != nil || len(v) != 4 {
		t.Errorf("%v %v", v, err)
	}
}

func TestWhatIsNoSentenceModelIsRefused(t *testing.T) {
	t.Parallel()
	input := func(name string) []byte {
		g := new(sentencetest.Graph)
		in := g.Input(name, sentencetest.Int64, -1, -1)
		g.Output("last_hidden_state", g.Op("Unsqueeze", []string{g.Op("Cast", []string{in}, sentencetest.Attr{Name: "to", Value: 1}), g.Ints(2)}), sentencetest.Float, -1, -1, 1)
		return g.File()
	}
	operator := func(op string) []byte {
		g := new(sentencetest.Graph)
		in := g.Input("input_ids", sentencetest.Int64, -1, -1)
		g.Output("last_hidden_state", g.Op(op, []string{in}), sentencetest.Float, -1, -1, 4)
		return g.File()
	}
	short := small()
	short.Positions = 32
	for want, c := range map[string]struct {
		model []byte
		more  map[string]string
	}{
		`has the input "pixel_values"`:                              {model: input("pixel_values")},
		`has no input "input_ids"`:                                  {model: input("attention_mask")},
		`has the outputs ["logits"]; want`:                          {model: pooled("logits", sentencetest.Float, -1, 4)},
		"output sentence_embedding is of Int64":                     {model: pooled("sentence_embedding", sentencetest.Int64, -1, 4)},
		"output out has the shape [1 4] for 32 tokens; want [1 32]": {model: pooled("out", sentencetest.Float, -1, -1, 4)},
		"Snowflake":            {model: operator("Snowflake")},
		"texts of 64 tokens":   {model: short.File()},
		"model.onnx":           {model: small().File()[:2000]},
		"1_Pooling/config":     {model: small().File(), more: map[string]string{sentence.PoolingFile: `{"pooling_mode_mean_tokens": true, "pooling_mode_max_tokens": true}`}},
		"sentence_bert_config": {model: small().File(), more: map[string]string{sentence.LengthFile: `{"max_seq_length": "long"}`}},
	} {
		if _, err := load(t, c.model, 64, c.more); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// BenchmarkVector is what a text costs with a model of the shape of all-MiniLM-L6-v2.
func BenchmarkVector(b *testing.B) {
	model := sentencetest.MiniLM.File()
	m, err := load(b, model, 256, nil)
	if err != nil {
		b.Fatal(err)
	}
	for name, words := range map[string]int{"14 words": 14, "100 words": 100, "254 words": 254} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, _, err := m.Vector(strings.Repeat("moon ", words)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
