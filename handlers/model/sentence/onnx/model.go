// Package onnx runs a sentence model: an ONNX file of BERT's family, with its tokenizer, in pure Go. It is the process of
// "mergit embed" and nothing else: the runtime takes hundreds of megabytes, panics at what it does not know, and prints.
package onnx

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/gomlx/gomlx/backends/simplego"
	"github.com/gomlx/gomlx/pkg/core/dtypes"
	"github.com/gomlx/gomlx/pkg/core/graph"
	"github.com/gomlx/gomlx/pkg/core/tensors"
	"github.com/gomlx/gomlx/pkg/ml/context"
	"github.com/gomlx/onnx-gomlx/onnx"

	"github.com/mergit-io/mergit/handlers/model/sentence"
)

// Names of what goes in and comes out, as sentence-transformers and transformers export them.
const (
	idsInput   = "input_ids"
	maskInput  = "attention_mask"
	kindsInput = "token_type_ids"
	// whole is the output of a model that has its pooling inside.
	whole = "sentence_embedding"
)

const (
	// mostTokens of a text. What attention takes grows with their square, and questions are shorter.
	mostTokens = 512
	// fewestTokens are what shorter texts are filled up to. The graph is made anew for each length, so there are only powers of two.
	fewestTokens = 16
)

// Model makes vectors of texts. It is for one goroutine.
type Model struct {
	tokenizer  *Tokenizer
	limit      int
	first      bool // the vector is that of the first token
	inputs     []string
	output     string
	exec       *context.Exec
	dimensions int
}

// Load makes a model of its files, and tries it.
func Load(f sentence.Files) (m *Model, err error) {
	m = new(Model)
	if m.tokenizer, err = ReadTokenizer(f.Bytes[sentence.TokenizerFile]); err != nil {
		return nil, fmt.Errorf("%s: %w", sentence.TokenizerFile, err)
	}
	if m.first, err = readPooling(f.Bytes[sentence.PoolingFile]); err != nil {
		return nil, fmt.Errorf("%s: %w", sentence.PoolingFile, err)
	}
	if m.limit, err = readLength(f.Bytes[sentence.LengthFile], m.tokenizer.limit); err != nil {
		return nil, fmt.Errorf("%s: %w", sentence.LengthFile, err)
	}
	if err := caught(func() error { return m.open(f.Bytes[sentence.ModelFile]) }); err != nil {
		return nil, fmt.Errorf("%s: %w", sentence.ModelFile, err)
	}
	vector, _, err := m.Vector("Is this a sentence model?")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", sentence.ModelFile, err)
	}
	m.dimensions = len(vector)
	// A table of positions may be shorter than what the files say.
	full := make([]int64, m.limit)
	if err := caught(func() error { return m.exec.PreCompile(m.tensors(full, full, full)...) }); err != nil {
		return nil, fmt.Errorf("%s: texts of %d tokens: %w", sentence.ModelFile, m.limit, err)
	}
	return m, nil
}

// tensors are what goes in, in the model's order.
func (m *Model) tensors(ids, mask, kinds []int64) []any {
	args := make([]any, len(m.inputs))
	for i, name := range m.inputs {
		args[i] = tensors.FromFlatDataAndDimensions(map[string][]int64{idsInput: ids, maskInput: mask, kindsInput: kinds}[name], 1, len(ids))
	}
	return args
}

// readPooling reads how vectors of tokens become one: by their mean, or it is the first one's.
func readPooling(text []byte) (first bool, err error) {
	if text == nil {
		return false, nil
	}
	var f map[string]any
	if err := json.Unmarshal(text, &f); err != nil {
		return false, err
	}
	var modes []string
	for name, on := range f {
		if on == true && len(name) > len("pooling_mode_") && name[:len("pooling_mode_")] == "pooling_mode_" {
			modes = append(modes, name[len("pooling_mode_"):])
		}
	}
	slices.Sort(modes)
	if mode, ok := f["pooling_mode"].(string); ok && len(modes) == 0 { // later files
		modes = []string{mode + "_token"}
		if mode == "mean" {
			modes = []string{"mean_tokens"}
		}
	}
	if len(modes) != 1 || modes[0] != "mean_tokens" && modes[0] != "cls_token" {
		return false, fmt.Errorf("pools by %q; only mean_tokens or cls_token is known", modes)
	}
	return modes[0] == "cls_token", nil
}

// readLength reads how many tokens a model reads; by is the tokenizer's limit, or 0.
func readLength(text []byte, by int) (int, error) {
	var f struct {
		Most int `json:"max_seq_length"`
	}
	if text != nil {
		if err := json.Unmarshal(text, &f); err != nil {
			return 0, err
		}
	}
	for _, n := range []int{f.Most, by} {
		if n < 0 || n > 0 && n < fewestTokens {
			return 0, fmt.Errorf("a limit of %d tokens; want at least %d", n, fewestTokens)
		}
		if n > 0 {
			return min(n, mostTokens), nil
		}
	}
	return mostTokens / 2, nil
}

// open reads the graph and its weights.
func (m *Model) open(file []byte) error {
	if bytes.HasPrefix(file, []byte("version https://git-lfs")) {
		return errors.New("is a pointer of Git LFS: fetch the file itself")
	}
	parsed, err := onnx.Parse(file)
	if err != nil {
		return err
	}
	m.inputs = parsed.InputsNames
	known := []string{idsInput, maskInput, kindsInput}
	for _, name := range m.inputs {
		if !slices.Contains(known, name) {
			return fmt.Errorf("has the input %q; a sentence model has %q", name, known)
		}
	}
	if !slices.Contains(m.inputs, idsInput) {
		return fmt.Errorf("has no input %q", idsInput)
	}
	for i, name := range parsed.OutputsNames {
		rank := parsed.OutputsShapes[i].Rank()
		if name == whole && rank == 2 || m.output == "" && rank == 3 {
			m.output = name
		}
	}
	if m.output == "" {
		return fmt.Errorf("has the outputs %q; want %s of [batch, dimensions], or vectors of tokens of [batch, tokens, dimensions]", parsed.OutputsNames, whole)
	}
	variables := context.New().Reuse()
	if err := parsed.VariablesToContext(variables); err != nil {
		return err
	}
	for _, w := range parsed.Proto.Graph.Initializer {
		if len(w.RawData) > 1<<16 { // small ones may be shapes, which are looked at again; weights were copied
			w.RawData = nil
		}
	}
	// The way for small matrices takes twice as long from 32 tokens on.
	backend, err := simplego.New("dotgeneral_large")
	if err != nil {
		return err
	}
	m.exec, err = context.NewExec(backend, variables, func(ctx *context.Context, in []*graph.Node) []*graph.Node {
		named := map[string]*graph.Node{}
		for i, name := range m.inputs {
			named[name] = in[i]
		}
		return parsed.CallGraph(ctx, in[0].Graph(), named, m.output)
	})
	if err == nil {
		m.exec.SetMaxCache(-1) // one for each power of two up to mostTokens
	}
	return err
}

// Vector makes a text's vector, of any length, and says how many bytes of the text it is of. After an error the model is not to be
// used again.
func (m *Model) Vector(text string) (vector []float32, read int, err error) {
	ids, read := m.tokenizer.Encode(text, m.limit)
	size := fewestTokens
	for size < len(ids) {
		size *= 2
	}
	if size > m.limit {
		size = m.limit // a table of positions may end there
	}
	n, mask := len(ids), make([]int64, size)
	for i := range n {
		mask[i] = 1
	}
	for len(ids) < size {
		ids = append(ids, m.tokenizer.padding)
	}
	err = caught(func() error {
		out, err := m.exec.Exec(m.tensors(ids, mask, make([]int64, size))...)
		if err != nil {
			return err
		}
		vector, err = m.pool(out[0], size, n)
		return errors.Join(err, out[0].FinalizeAll())
	})
	return vector, read, err
}

// pool makes one vector of the output for a text of n tokens, filled up to size.
func (m *Model) pool(out *tensors.Tensor, size, n int) ([]float32, error) {
	shape := out.Shape()
	if shape.DType != dtypes.Float32 {
		return nil, fmt.Errorf("output %s is of %s; want Float32", m.output, shape.DType)
	}
	dims := shape.Dimensions
	inside := m.output == whole
	front := []int{1, size}
	if inside {
		front = front[:1]
	}
	last := len(front)
	if len(dims) != last+1 || !slices.Equal(dims[:last], front) || dims[last] < 1 || dims[last] > sentence.MostDimensions {
		return nil, fmt.Errorf("output %s has the shape %v for %d tokens; want %v and 1 to %d dimensions", m.output, dims, size, front, sentence.MostDimensions)
	}
	flat, err := tensors.CopyFlatData[float32](out)
	if err != nil || inside {
		return flat, err
	}
	if m.first {
		return flat[:dims[last]], nil
	}
	mean := make([]float32, dims[last])
	for i := range n {
		for j := range mean {
			mean[j] += flat[i*len(mean)+j] / float32(n)
		}
	}
	return mean, nil
}

// caught makes an error of a panic: the runtime throws what it has to say of a model.
func caught(do func() error) (err error) {
	defer func() {
		switch thrown := recover().(type) {
		case nil:
		case error:
			err = thrown
		default:
			err = fmt.Errorf("%v", thrown)
		}
	}()
	return do()
}
