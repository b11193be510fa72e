package sentencetest

import (
	"math"
	"math/rand/v2"
)

// Bert is the shape of a BERT encoder, the architecture of nearly all small sentence models. Its weights are made up of Seed.
type Bert struct {
	Vocabulary, Hidden, Layers, Heads, Inner, Positions int
	Seed                                                uint64
}

// MiniLM is the shape of all-MiniLM-L6-v2: 22.6 million weights, 90 MB.
var MiniLM = Bert{Vocabulary: 30522, Hidden: 384, Layers: 6, Heads: 12, Inner: 1536, Positions: 512, Seed: 1}

// Weights of a Bert. Matrices are row-major, [in, out].
type Weights struct {
	Word, Position, Kind []float32
	Norm                 Norm
	Layers               []Layer
}

// Norm is a layer normalisation.
type Norm struct{ Gain, Bias []float32 }

// Linear is x·W + Bias.
type Linear struct{ W, Bias []float32 }

// Layer of an encoder.
type Layer struct {
	Query, Key, Value, Out, Up, Down Linear
	Attended, Ended                  Norm
}

// Weights makes them up; the same ones of the same seed.
func (b Bert) Weights() Weights {
	r := rand.New(rand.NewPCG(b.Seed, 0))
	some := func(n int, size float64) []float32 {
		v := make([]float32, n)
		for i := range v {
			v[i] = float32(r.NormFloat64() * size)
		}
		return v
	}
	norm := func() Norm {
		n := Norm{some(b.Hidden, 0.05), some(b.Hidden, 0.05)}
		for i := range n.Gain {
			n.Gain[i]++
		}
		return n
	}
	linear := func(in, out int) Linear { return Linear{some(in*out, 1/math.Sqrt(float64(in))), some(out, 0.05)} }
	w := Weights{Word: some(b.Vocabulary*b.Hidden, 1), Position: some(b.Positions*b.Hidden, 0.1), Kind: some(2*b.Hidden, 0.1), Norm: norm()}
	for range b.Layers {
		w.Layers = append(w.Layers, Layer{linear(b.Hidden, b.Hidden), linear(b.Hidden, b.Hidden), linear(b.Hidden, b.Hidden), linear(b.Hidden, b.Hidden),
			linear(b.Hidden, b.Inner), linear(b.Inner, b.Hidden), norm(), norm()})
	}
	return w
}

const normEpsilon = 1e-12

// File is the model as PyTorch's exporter would write it: ids, mask and kinds of [batch, length] in, last_hidden_state of
// [batch, length, hidden] out, with layer normalisation and GELU taken apart.
func (b Bert) File() []byte {
	g, w := new(Graph), b.Weights()
	h, in := int64(b.Hidden), []int64{-1, -1}
	ids, mask, kinds := g.Input("input_ids", Int64, in...), g.Input("attention_mask", Int64, in...), g.Input("token_type_ids", Int64, in...)
	op := func(name string, inputs ...string) string { return g.Op(name, inputs) }
	one := func(v float32) string { return g.Floats([]float32{v}, 1) }
	add := func(x, y string) string { return op("Add", x, y) }
	mean := func(x string) string {
		return g.Op("ReduceMean", []string{x}, Attr{"axes", []int64{-1}}, Attr{"keepdims", 1})
	}
	norm := func(x string, n Norm) string {
		centred := op("Sub", x, mean(x))
		spread := op("Sqrt", add(mean(op("Pow", centred, one(2))), one(normEpsilon)))
		return add(op("Mul", op("Div", centred, spread), g.Floats(n.Gain, h)), g.Floats(n.Bias, h))
	}
	linear := func(x string, l Linear) string {
		out := int64(len(l.Bias))
		return add(op("MatMul", x, g.Floats(l.W, int64(len(l.W))/out, out)), g.Floats(l.Bias, out))
	}
	permuted := func(x string, perm ...int64) string { return g.Op("Transpose", []string{x}, Attr{"perm", perm}) }
	heads := func(x string) string { return op("Reshape", x, g.Ints(0, 0, int64(b.Heads), h/int64(b.Heads))) }

	// Positions are the first ones of a table, as many as there are ids.
	length := op("Gather", op("Shape", ids), g.Ints(1))
	places := op("Slice", g.Floats(w.Position, 1, int64(b.Positions), h), g.Ints(0), length, g.Ints(1))
	x := add(op("Gather", g.Floats(w.Word, int64(b.Vocabulary), h), ids), op("Gather", g.Floats(w.Kind, 2, h), kinds))
	x = norm(add(x, places), w.Norm)

	hidden := g.Op("Cast", []string{op("Unsqueeze", mask, g.Ints(1, 2))}, Attr{"to", int(Float)})
	hidden = op("Mul", op("Sub", one(1), hidden), one(-1e9))
	for _, l := range w.Layers {
		query, key, value := permuted(heads(linear(x, l.Query)), 0, 2, 1, 3), permuted(heads(linear(x, l.Key)), 0, 2, 3, 1), permuted(heads(linear(x, l.Value)), 0, 2, 1, 3)
		scores := op("Div", op("MatMul", query, key), one(float32(math.Sqrt(float64(b.Hidden/b.Heads)))))
		attention := g.Op("Softmax", []string{add(scores, hidden)}, Attr{"axis", -1})
		mixed := op("Reshape", permuted(op("MatMul", attention, value), 0, 2, 1, 3), g.Ints(0, 0, h))
		x = norm(add(x, linear(mixed, l.Out)), l.Attended)
		up := linear(x, l.Up)
		gelu := op("Mul", op("Mul", up, one(0.5)), add(op("Erf", op("Div", up, one(math.Sqrt2))), one(1)))
		x = norm(add(x, linear(gelu, l.Down)), l.Ended)
	}
	g.Output("last_hidden_state", x, Float, -1, -1, h)
	return g.File()
}
