package cache

import (
	"context"
	"math"
	"regexp"
	"strings"
	"unicode"

	"github.com/cespare/xxhash/v2"
)

// Embedder turns texts into vectors of length 1, near each other for texts that mean nearly the same.
type Embedder interface {
	// Name is of the model and its dimensions: vectors of different names are not compared.
	Name() string
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// Lexical is an Embedder that needs no model: hashed words, pairs of words and parts of words, after filler is taken out. It
// compares spelling, not meaning: it finds the same question with other punctuation, courtesy, number or British spelling, and no
// paraphrase. Since one other word among many moves such a vector little, questions it is used for must also have the same words.
type Lexical struct{}

const lexicalSize = 1024 // fewer have words collide

// Name implements Embedder.
func (Lexical) Name() string { return "lexical-1024" }

// Embed implements Embedder.
func (Lexical) Embed(_ context.Context, texts []string) ([][]float32, error) {
	all := make([][]float32, len(texts))
	for i, text := range texts {
		all[i] = lexical(words(text))
	}
	return all, nil
}

func lexical(words []string) []float32 {
	v := make([]float32, lexicalSize)
	add := func(feature string, weight float32) {
		h := xxhash.Sum64String(feature)
		if h>>63 == 1 {
			weight = -weight
		}
		v[h%lexicalSize] += weight
	}
	for i, w := range words {
		add("w:"+w, 1)
		padded := []rune("^" + w + "$")
		for n := 3; n <= 4; n++ {
			for j := 0; j+n <= len(padded); j++ {
				add("c:"+string(padded[j:j+n]), 0.35)
			}
		}
		if i > 0 {
			add("b:"+words[i-1]+" "+w, 0.7)
		}
	}
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if sum == 0 {
		return v
	}
	length := float32(math.Sqrt(sum))
	for i := range v {
		v[i] /= length
	}
	return v
}

// similarity is the cosine of two vectors of length 1.
func similarity(a, b []float32) float64 {
	if len(a) != len(b) {
		return 0
	}
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// filler says nothing about what is wanted. Words that could are not in it: only, all, first, from, to, with and their like.
var filler = set("a an the please kindly could can would will you me us my our i we want need like to_be just_now now also hi hello hey thanks thank")

func set(list string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		m[w] = true
	}
	return m
}

// filling are phrases of more than one word that are filler.
var filling = regexp.MustCompile(`(?i)\b(i('d| would) like( you)? to|i (want|need)( you)? to|would you mind|if possible|as soon as possible|for me|thank you( very much)?|could you|can you)\b`)

// words are a text's words in one spelling: small, without filler, in the singular, with -ize and -or.
func words(text string) []string {
	text = filling.ReplaceAllString(text, " ")
	var list []string
	for w := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' }) {
		w = strings.Trim(w, "'")
		w = strings.TrimSuffix(w, "'s")
		if w == "" || filler[w] {
			continue
		}
		list = append(list, stem(w))
	}
	return list
}

var spelling = map[string]string{"colour": "color", "behaviour": "behavior", "favourite": "favorite", "licence": "license", "centre": "center", "catalogue": "catalog"}

// stem takes off a plural and American or British spelling, and nothing that changes what is said.
func stem(w string) string {
	for _, r := range w {
		if unicode.IsDigit(r) {
			return w
		}
	}
	switch {
	case strings.HasSuffix(w, "ies") && len(w) > 4:
		w = w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "sses"), strings.HasSuffix(w, "shes"), strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "xes"):
		w = w[:len(w)-2]
	case strings.HasSuffix(w, "s") && len(w) > 3 && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is"):
		w = w[:len(w)-1]
	}
	for _, ending := range [][2]string{{"isation", "ization"}, {"ise", "ize"}, {"ising", "izing"}, {"ised", "ized"}, {"yse", "yze"}} {
		if stemmed, ok := strings.CutSuffix(w, ending[0]); ok && len(stemmed) > 3 {
			w = stemmed + ending[1]
			break
		}
	}
	if other, ok := spelling[w]; ok {
		return other
	}
	return w
}
