package sentencetest

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/handlers/model/sentence"
)

// Words are those of Tokenizer, after the special tokens, letters and digits. Words with a slash between them mean the same.
const Words = "the a of is in to how why what does work summarise/summary/overview repository/codebase/repo " +
	"car/automobile repair/fix/mend bicycle cat dog moon tides deploy server database error cost"

// Vocabulary lists the words of Words, and what of them is one word: numbers of meanings by word.
func Vocabulary() (words []string, meanings map[string]int) {
	words = []string{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}
	for r := 'a'; r <= 'z'; r++ {
		words = append(words, string(r), "##"+string(r))
	}
	for r := '0'; r <= '9'; r++ {
		words = append(words, string(r), "##"+string(r))
	}
	words = append(words, ".", ",", "?", "!", "-", "月", "##s", "##ing")
	meanings = map[string]int{}
	for i, w := range words {
		meanings[w] = i
	}
	for same := range strings.FieldsSeq(Words) {
		for _, w := range strings.Split(same, "/") {
			if _, known := meanings[w]; !known { // single letters are there already
				meanings[w] = len(words)
				words = append(words, w)
			}
			meanings[w] = meanings[strings.Split(same, "/")[0]]
		}
	}
	return words, meanings
}

// Tokenizer is a tokenizer.json of Vocabulary, as BERT's are, whose model reads limit tokens.
func Tokenizer(limit int) []byte {
	words, _ := Vocabulary()
	vocab := map[string]int{}
	for i, w := range words {
		if _, known := vocab[w]; !known {
			vocab[w] = i
		}
	}
	added := []map[string]any{}
	for i, w := range words[:5] {
		added = append(added, map[string]any{"id": i, "content": w, "special": true, "normalized": false})
	}
	special := func(name string) map[string]any {
		return map[string]any{"SpecialToken": map[string]any{"id": name, "type_id": 0}}
	}
	b, err := json.Marshal(map[string]any{
		"version": "1.0", "added_tokens": added,
		"truncation":    map[string]any{"direction": "Right", "max_length": limit, "strategy": "LongestFirst", "stride": 0},
		"padding":       map[string]any{"pad_id": 0, "pad_token": "[PAD]"},
		"normalizer":    map[string]any{"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": nil, "lowercase": true},
		"pre_tokenizer": map[string]any{"type": "BertPreTokenizer"},
		"post_processor": map[string]any{"type": "TemplateProcessing",
			"single":         []any{special("[CLS]"), map[string]any{"Sequence": map[string]any{"id": "A", "type_id": 0}}, special("[SEP]")},
			"special_tokens": map[string]any{"[CLS]": map[string]any{"id": "[CLS]", "ids": []int{2}}, "[SEP]": map[string]any{"id": "[SEP]", "ids": []int{3}}}},
		"model": map[string]any{"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100, "vocab": vocab},
	})
	if err != nil {
		panic("sentencetest: " + err.Error())
	}
	return b
}

// Meanings is a model of Vocabulary whose vector of a word is that of its meaning, and nearly nothing for small words: what a
// sentence means is the mean. It has an input for the mask that it does not need, as some exported models do.
func Meanings(dimensions int) []byte {
	words, meanings := Vocabulary()
	table := make([]float32, len(words)*dimensions)
	for i, w := range words {
		r := rand.New(rand.NewPCG(uint64(meanings[w]), 7))
		size := 1.0
		if i < 5 || strings.Contains(" the a of is in to does ? . ", " "+w+" ") {
			size = 0.001
		}
		for j := range dimensions {
			table[i*dimensions+j] = float32(r.NormFloat64() * size)
		}
	}
	g := new(Graph)
	ids := g.Input("input_ids", Int64, -1, -1)
	mask := g.Input("attention_mask", Int64, -1, -1)
	vectors := g.Op("Gather", []string{g.Floats(table, int64(len(words)), int64(dimensions)), ids})
	shown := g.Op("Unsqueeze", []string{g.Op("Cast", []string{mask}, Attr{"to", int(Float)}), g.Ints(2)})
	g.Output("last_hidden_state", g.Op("Mul", []string{vectors, shown}), Float, -1, -1, int64(dimensions))
	return g.File()
}

// Folder writes a model's folder. More are other files, or others than given, by name.
func Folder(tb testing.TB, model, tokenizer []byte, more map[string]string) string {
	tb.Helper()
	dir := tb.TempDir()
	write := func(name string, text []byte) {
		name = filepath.Join(dir, name)
		err := os.MkdirAll(filepath.Dir(name), 0o755)
		if err == nil {
			err = os.WriteFile(name, text, 0o644)
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
	write(sentence.ModelFile, model)
	write(sentence.TokenizerFile, tokenizer)
	for name, text := range more {
		write(name, []byte(text))
	}
	return dir
}

// Hungry is a model whose memory grows with a text: each token takes dimensions times copies numbers for a moment.
func Hungry(dimensions, copies int) []byte {
	words, _ := Vocabulary()
	table := make([]float32, len(words)*dimensions)
	r := rand.New(rand.NewPCG(1, 1))
	for i := range table {
		table[i] = float32(r.NormFloat64())
	}
	g := new(Graph)
	ids := g.Input("input_ids", Int64, -1, -1)
	g.Input("attention_mask", Int64, -1, -1)
	vectors := g.Op("Gather", []string{g.Floats(table, int64(len(words)), int64(dimensions)), ids})
	tiled := g.Op("Tile", []string{vectors, g.Ints(1, 1, int64(copies))})
	mean := g.Op("ReduceMean", []string{tiled}, Attr{"axes", []int64{-1}}, Attr{"keepdims", 1})
	g.Output("last_hidden_state", g.Op("Add", []string{vectors, mean}), Float, -1, -1, int64(dimensions))
	return g.File()
}
