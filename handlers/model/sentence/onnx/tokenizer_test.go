package onnx_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/handlers/model/sentence/onnx"
	"github.com/mergit-io/mergit/handlers/model/sentence/sentencetest"
)

// pieces are the words of numbers of sentencetest's vocabulary.
func pieces(ids []int64) string {
	words, _ := sentencetest.Vocabulary()
	var out []string
	for _, id := range ids {
		out = append(out, words[id])
	}
	return strings.Join(out, " ")
}

func tokenizer(t testing.TB, change func(map[string]any)) (*onnx.Tokenizer, error) {
	t.Helper()
	text := sentencetest.Tokenizer(32)
	if change != nil {
		var f map[string]any
		err := json.Unmarshal(text, &f)
		if err == nil {
			change(f)
			text, err = json.Marshal(f)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return onnx.ReadTokenizer(text)
}

func TestTextsAreTakenApartAsBERTDoes(t *testing.T) {
	t.Parallel()
	kept, err := tokenizer(t, func(f map[string]any) { f["normalizer"].(map[string]any)["strip_accents"] = false })
	if err != nil {
		t.Fatal(err)
	}
	plain, err := tokenizer(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		t          *onnx.Tokenizer
		text, want string
	}{
		{plain, "Repair the CAR!", "[CLS] repair the car ! [SEP]"},
		{plain, "repairing cars", "[CLS] repair ##ing car ##s [SEP]"},
		{plain, "xyz 42", "[CLS] x ##y ##z 4 ##2 [SEP]"},
		{plain, "", "[CLS] [SEP]"},
		{plain, " \t\r\n ", "[CLS] [SEP]"},
		{plain, "how-to?why", "[CLS] how - to ? why [SEP]"},
		{plain, "月の moon月", "[CLS] 月 [UNK] moon 月 [SEP]"},       // only ideograms stand alone
		{plain, "Çàr cär", "[CLS] car car [SEP]"},               // composed
		{plain, "ca\u0301r", "[CLS] car [SEP]"},                 // and not
		{plain, "c\u00ada\u200br\x00\ufffd", "[CLS] car [SEP]"}, // what cannot be seen goes
		{plain, "car\u00a0dog\u2003cat\u3000moon", "[CLS] car dog cat moon [SEP]"},
		{plain, "[SEP] [MASK]", "[CLS] [UNK] s ##e ##p [UNK] [UNK] m ##a ##s ##k [UNK] [SEP]"}, // data
		{plain, strings.Repeat("a", 101) + " cat", "[CLS] [UNK] cat [SEP]"},
		{plain, "car😀 dog", "[CLS] [UNK] dog [SEP]"},
		{kept, "Çar car", "[CLS] [UNK] car [SEP]"},
		{kept, "İ", "[CLS] [UNK] [SEP]"},
		{plain, "İ", "[CLS] i [SEP]"},
	} {
		ids, read := c.t.Encode(c.text, 64)
		if got := pieces(ids); got != c.want || read != len(c.text) {
			t.Errorf("%q: %s, %d of %d bytes; want %s", c.text, got, read, len(c.text), c.want)
		}
	}
}

func TestATextIsCutBetweenWords(t *testing.T) {
	t.Parallel()
	plain, err := tokenizer(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	text := "the car, repairing xyz the moon"
	for limit, want := range map[int]string{
		2: "[CLS] [SEP]", 3: "[CLS] the [SEP]", 6: "[CLS] the car , [SEP]", 7: "[CLS] the car , repair ##ing [SEP]", 9: "[CLS] the car , repair ##ing [SEP]",
		10: "[CLS] the car , repair ##ing x ##y ##z [SEP]",
	} {
		ids, read := plain.Encode(text, limit)
		if got := pieces(ids); got != want {
			t.Errorf("%d: %s, want %s", limit, got, want)
		}
		if again, _ := plain.Encode(text[:read], 64); !slices.Equal(again, ids) {
			t.Errorf("%d: what was read, %q, is %s", limit, text[:read], pieces(again))
		}
	}
	if ids, read := plain.Encode(strings.Repeat("the moon ", 1<<17), 512); len(ids) != 512 || read != 510/2*9 {
		t.Errorf("%d tokens of %d bytes", len(ids), read)
	}
}

func TestTheOtherWaysToWriteTheEndsAreRead(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"BertProcessing", "RobertaProcessing"} {
		tok, err := tokenizer(t, func(f map[string]any) {
			f["post_processor"] = map[string]any{"type": kind, "sep": []any{"[MASK]", 4}, "cls": []any{"[PAD]", 0}}
			delete(f["model"].(map[string]any), "type")
		})
		if err != nil {
			t.Fatal(err)
		}
		if ids, _ := tok.Encode("moon", 8); pieces(ids) != "[PAD] moon [MASK]" {
			t.Errorf("%s: %s", kind, pieces(ids))
		}
	}
}

func TestTokenizersOfOtherFamiliesAreRefused(t *testing.T) {
	t.Parallel()
	part := func(name, key string, value any) func(map[string]any) {
		return func(f map[string]any) { f[name].(map[string]any)[key] = value }
	}
	whole := func(name string, value any) func(map[string]any) { return func(f map[string]any) { f[name] = value } }
	for want, change := range map[string]func(map[string]any){
		`model.type is "Unigram"`:       part("model", "type", "Unigram"),
		"want BertNormalizer":           whole("normalizer", map[string]any{"type": "NFKC"}),
		"normalizer":                    whole("normalizer", nil),
		"want BertPreTokenizer":         whole("pre_tokenizer", map[string]any{"type": "ByteLevel"}),
		`"mergit" is not special`:       whole("added_tokens", []any{map[string]any{"content": "mergit"}}),
		"out of bounds":                 part("model", "max_input_chars_per_word", -1),
		`unk_token "<unk>"`:             part("model", "unk_token", "<unk>"),
		"post_processor: there is none": whole("post_processor", nil),
		"want one special token":        part("post_processor", "single", []any{}),
		`"[CLS]" has no number`:         part("post_processor", "special_tokens", map[string]any{}),
		`"ByteLevel" is not known`:      part("post_processor", "type", "ByteLevel"),
		"has the number -3":             part("model", "vocab", map[string]any{"[UNK]": -3}),
	} {
		if _, err := tokenizer(t, change); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// FuzzEncode looks for texts that make it panic, or break what it promises: never more than the limit, both ends, known numbers, and
// what it says it has read is what it has read.
func FuzzEncode(f *testing.F) {
	for _, text := range []string{"Repair the car!", "月の moon", "ca\u0301r\u037e\u1fef", "\xff\xfe car", "İSTANBUL 각", strings.Repeat("a", 120)} {
		f.Add(text, 16)
	}
	plain, err := onnx.ReadTokenizer(sentencetest.Tokenizer(32))
	if err != nil {
		f.Fatal(err)
	}
	words, _ := sentencetest.Vocabulary()
	f.Fuzz(func(t *testing.T, text string, limit int) {
		limit = 2 + max(limit, -limit, 0)%64
		ids, read := plain.Encode(text, limit)
		if len(ids) < 2 || len(ids) > limit || read < 0 || read > len(text) || ids[0] != 2 || ids[len(ids)-1] != 3 {
			t.Fatalf("%v of %d bytes, limit %d", ids, read, limit)
		}
		for _, id := range ids {
			if id < 0 || int(id) >= len(words) {
				t.Fatalf("%v", ids)
			}
		}
		if again, all := plain.Encode(text[:read], limit); !slices.Equal(again, ids) || all != read {
			t.Errorf("%q is %v, its first %d bytes are %v", text, ids, read, again)
		}
	})
}

// FuzzReadTokenizer looks for files that make it panic, or that it takes and then cannot use.
func FuzzReadTokenizer(f *testing.F) {
	f.Add([]byte(`{"normalizer":{"type":"BertNormalizer"},"pre_tokenizer":{"type":"BertPreTokenizer"},"post_processor":{"type":"BertProcessing","sep":["b",1],"cls":["a",0]},` +
		`"model":{"type":"WordPiece","unk_token":"u","continuing_subword_prefix":"","vocab":{"u":2,"":3,"#":4}}}`))
	f.Add([]byte(`{"post_processor":{"cls":[1,"a"]}}`))
	f.Add([]byte(fmt.Sprintf(`{"model":{"vocab":{"a":%d}}}`, uint64(1)<<63)))
	f.Fuzz(func(t *testing.T, text []byte) {
		tok, err := onnx.ReadTokenizer(text)
		if err != nil {
			return
		}
		if ids, read := tok.Encode("Repair the car u # 月!", 16); len(ids) < 2 || len(ids) > 16 || read < 0 {
			t.Errorf("%v, %d", ids, read)
		}
	})
}
