package onnx

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// Tokenizer makes a BERT model's numbers of a text, as the file tokenizer.json of Hugging Face's library says: clean, split at
// blanks and punctuation, then the longest pieces of each word that the vocabulary has (WordPiece; Devlin et al. 2018). Of that file
// it knows what BERT's family uses and refuses the rest. What looks like a special token in a text is taken for the words it is
// written with: texts are data.
type Tokenizer struct {
	pieces, starts map[string]int64 // within a word, and at its start
	longest        int              // runes of a piece
	unknown        int64
	before, after  int64 // [CLS] and [SEP]
	padding        int64
	wordRunes      int // longer words are unknown
	limit          int // tokens of a text, with both ends; 0 if the file does not say
	normal         normalizer
}

// tokenizerFile is what is read of a tokenizer.json.
type tokenizerFile struct {
	Truncation *struct {
		MaxLength int `json:"max_length"`
	} `json:"truncation"`
	Padding *struct {
		PadID int64 `json:"pad_id"`
	} `json:"padding"`
	AddedTokens []struct {
		Content string `json:"content"`
		Special bool   `json:"special"`
	} `json:"added_tokens"`
	Normalizer    *normalizer `json:"normalizer"`
	PreTokenizer  *typed      `json:"pre_tokenizer"`
	PostProcessor *processor  `json:"post_processor"`
	Model         struct {
		Type      string           `json:"type"`
		Unknown   string           `json:"unk_token"`
		Prefix    *string          `json:"continuing_subword_prefix"`
		WordRunes int              `json:"max_input_chars_per_word"`
		Vocab     map[string]int64 `json:"vocab"`
	} `json:"model"`
}

type typed struct {
	Type string `json:"type"`
}

// processor puts the special tokens at a text's ends.
type processor struct {
	Type   string `json:"type"`
	Single []struct {
		SpecialToken *struct {
			ID string `json:"id"`
		} `json:"SpecialToken"`
		Sequence *struct{} `json:"Sequence"`
	} `json:"single"`
	SpecialTokens map[string]struct {
		IDs []int64 `json:"ids"`
	} `json:"special_tokens"`
	CLS special `json:"cls"`
	SEP special `json:"sep"`
}

// special is a token and its number, as BertProcessing writes them: ["[CLS]", 101].
type special struct{ id int64 }

func (s *special) UnmarshalJSON(text []byte) error {
	var name string
	return json.Unmarshal(text, &[]any{&name, &s.id})
}

// ReadTokenizer reads a tokenizer.json.
func ReadTokenizer(text []byte) (*Tokenizer, error) {
	var f tokenizerFile
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, err
	}
	if f.Model.Type == "" && f.Model.Prefix != nil { // older files do not say it
		f.Model.Type = "WordPiece"
	}
	if f.Model.Type != "WordPiece" {
		return nil, fmt.Errorf("model.type is %q; only WordPiece, which BERT's family has, is read", f.Model.Type)
	}
	if f.Normalizer == nil || f.Normalizer.Type != "BertNormalizer" {
		return nil, errors.New("normalizer: want BertNormalizer")
	}
	if f.PreTokenizer == nil || f.PreTokenizer.Type != "BertPreTokenizer" {
		return nil, errors.New("pre_tokenizer: want BertPreTokenizer")
	}
	for _, a := range f.AddedTokens {
		if !a.Special {
			return nil, fmt.Errorf("added_tokens: %q is not special; words that were added are not read", a.Content)
		}
	}
	t := &Tokenizer{pieces: map[string]int64{}, starts: map[string]int64{}, normal: *f.Normalizer, wordRunes: f.Model.WordRunes}
	if t.wordRunes == 0 {
		t.wordRunes = 100
	}
	if f.Truncation != nil {
		t.limit = f.Truncation.MaxLength
	}
	if t.wordRunes < 1 || t.wordRunes > 1<<12 || t.limit < 0 {
		return nil, errors.New("max_input_chars_per_word or truncation.max_length is out of bounds")
	}
	var known bool
	if t.unknown, known = f.Model.Vocab[f.Model.Unknown]; !known {
		return nil, fmt.Errorf("model.unk_token %q is not in model.vocab", f.Model.Unknown)
	}
	if f.Padding != nil {
		t.padding = f.Padding.PadID
	} else {
		t.padding = f.Model.Vocab["[PAD]"]
	}
	if err := t.ends(f.PostProcessor); err != nil {
		return nil, fmt.Errorf("post_processor: %w", err)
	}
	prefix := "##"
	if f.Model.Prefix != nil {
		prefix = *f.Model.Prefix
	}
	special := map[string]bool{}
	for _, a := range f.AddedTokens {
		special[a.Content] = true
	}
	for word, id := range f.Model.Vocab {
		if id < 0 || id > 1<<31 {
			return nil, fmt.Errorf("model.vocab: %q has the number %d", word, id)
		}
		if special[word] {
			continue // no word of a text is one
		}
		if rest, within := bytes.CutPrefix([]byte(word), []byte(prefix)); within && len(rest) > 0 {
			t.pieces[string(rest)] = id
			t.longest = max(t.longest, len([]rune(string(rest))))
		}
		t.starts[word] = id
		t.longest = max(t.longest, len([]rune(word)))
	}
	return t, nil
}

// ends finds the two special tokens around a text.
func (t *Tokenizer) ends(p *processor) error {
	switch {
	case p == nil:
		return errors.New("there is none")
	case p.Type == "BertProcessing" || p.Type == "RobertaProcessing":
		t.before, t.after = p.CLS.id, p.SEP.id
		return nil
	case p.Type != "TemplateProcessing":
		return fmt.Errorf("%q is not known", p.Type)
	case len(p.Single) != 3 || p.Single[0].SpecialToken == nil || p.Single[1].Sequence == nil || p.Single[2].SpecialToken == nil:
		return errors.New("want one special token, the text, and another")
	}
	id := func(name string) (int64, error) {
		if s, ok := p.SpecialTokens[name]; ok && len(s.IDs) == 1 {
			return s.IDs[0], nil
		}
		return 0, fmt.Errorf("special token %q has no number", name)
	}
	var faults [2]error
	t.before, faults[0] = id(p.Single[0].SpecialToken.ID)
	t.after, faults[1] = id(p.Single[2].SpecialToken.ID)
	return errors.Join(faults[0], faults[1])
}

// Encode makes at most limit tokens of a text, both ends counted, and says how many of its bytes they are. Words are not taken apart
// at the limit but dropped as a whole.
func (t *Tokenizer) Encode(text string, limit int) (ids []int64, read int) {
	ids = append(make([]int64, 0, 16), t.before)
	full := false
	t.normal.words(text, t.wordRunes, func(word []rune, start int) bool {
		had := len(ids)
		ids = t.word(ids, word)
		if len(ids) >= limit { // the last place is the end's
			ids, read, full = ids[:had], start, true
		}
		return !full
	})
	if !full {
		read = len(text)
	}
	return append(ids, t.after), read
}

// word adds the longest pieces of a word, or that it is unknown.
func (t *Tokenizer) word(ids []int64, word []rune) []int64 {
	had := len(ids)
	if len(word) > t.wordRunes {
		return append(ids, t.unknown)
	}
	for known := t.starts; len(word) > 0; known = t.pieces {
		end := min(len(word), t.longest)
		for ; end > 0; end-- {
			if id, ok := known[string(word[:end])]; ok {
				ids = append(ids, id)
				break
			}
		}
		if end == 0 {
			return append(slices.Delete(ids, had, len(ids)), t.unknown)
		}
		word = word[end:]
	}
	return ids
}
