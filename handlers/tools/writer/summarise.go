package writer

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mergit-io/mergit/handlers/tools"
)

type summary struct {
	Markdown  string     `json:"markdown"`
	Sentences []sentence `json:"sentences"`
	Sources   []string   `json:"sources"`
	// Of is how many sentences there were to choose from.
	Of   int    `json:"of"`
	Note string `json:"note"`
}

// sentence is word for word as it stood, but for markup.
type sentence struct {
	Text   string `json:"text"`
	Source string `json:"source,omitempty"`
	Number int    `json:"number"` // within its source, from 1

	terms    []string
	lead     bool
	score    float64
	position int
}

const maxSentences = 5000

func summarise(args arguments) (summary, error) {
	docs, err := documents(args.From)
	if err != nil {
		return summary{}, err
	}
	n := args.Sentences
	if n == 0 {
		n = 5
	}
	if n < 0 || n > 100 {
		return summary{}, tools.BadArg("sentences", "is %d; use 1 to 100", n)
	}
	out := summary{Sentences: []sentence{}, Sources: []string{}, Note: Note}
	title := args.Title
	var all []sentence
	for _, d := range docs {
		if title == "" {
			title = d.title
		}
		if d.closed == "" && d.source != "" && !slices.Contains(out.Sources, d.source) {
			out.Sources = append(out.Sources, d.source)
		}
		all = append(all, sentencesOf(d)...)
	}
	all = all[:min(len(all), maxSentences)]
	for i := range all {
		all[i].position = i
	}
	out.Of = len(all)
	out.Sentences = append(out.Sentences, choose(all, n, terms(args.About))...)
	out.Markdown = summaryText(title, out, notRead(docs))
	return out, nil
}

func summaryText(title string, s summary, notRead string) string {
	var out strings.Builder
	if title != "" {
		fmt.Fprintf(&out, "# %s\n\n", escaped(title))
	}
	if len(s.Sentences) == 0 {
		out.WriteString("There is no text to summarise.\n")
	}
	for _, line := range s.Sentences {
		fmt.Fprintf(&out, "- %s", escaped(line.Text))
		if len(s.Sources) > 1 {
			fmt.Fprintf(&out, " (%s)", escaped(line.Source))
		}
		out.WriteByte('\n')
	}
	if notRead != "" {
		out.WriteString("\n" + notRead)
	}
	if len(s.Sources) > 0 {
		out.WriteString("\nSource: " + escaped(strings.Join(s.Sources, ", ")) + "\n")
	}
	fmt.Fprintf(&out, "\n*%d of %d sentences, word for word; %s.*\n", len(s.Sentences), s.Of, Note)
	return out.String()
}

// sentencesOf takes paragraphs and list items; headings and code say nothing on their own.
func sentencesOf(d document) []sentence {
	var all []sentence
	for _, b := range parseBlocks(d.text) {
		if b.kind != paragraph && b.kind != listItem {
			continue
		}
		for i, text := range splitSentences(b.standing()) {
			s := sentence{Text: text, Source: d.source, terms: terms(text), lead: i == 0 && b.kind == paragraph}
			// A short one is a sentence if it stands among others and ends like one; else it is a label.
			short := len(s.terms) < 3 && (len(s.terms) == 0 || b.kind != paragraph || !endsLikeOne(text))
			if short || strings.HasSuffix(text, ":") || utf8.RuneCountInString(text) > 600 {
				continue
			}
			s.Number = len(all) + 1
			all = append(all, s)
		}
	}
	return all
}

func endsLikeOne(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text, `"')]”’»`))
	return strings.ContainsRune(".!?。！？", last)
}

// abbreviations whose full stop ends no sentence.
var abbreviations = []string{"e.g", "i.e", "etc", "vs", "cf", "mr", "mrs", "ms", "dr", "prof", "st", "al", "approx", "inc", "ltd", "jr", "sr"}

// numbered are abbreviations if a number follows.
var numbered = []string{"no", "nos", "fig", "figs", "p", "pp", "vol", "ch", "sec", "art"}

func splitSentences(text string) []string {
	var all []string
	runes := []rune(text)
	start := 0
	for i, r := range runes {
		ideographic := r == '。' || r == '！' || r == '？'
		if r != '.' && r != '!' && r != '?' && !ideographic {
			continue
		}
		if !ideographic {
			next := i + 1
			for next < len(runes) && strings.ContainsRune(`"')]”’`, runes[next]) {
				next++
			}
			if next < len(runes) && !unicode.IsSpace(runes[next]) || r == '.' && abbreviated(runes[start:i], runes[next:]) {
				continue
			}
			if next+1 < len(runes) && unicode.IsLower(runes[next+1]) {
				continue
			}
			i = next - 1
		}
		if one := strings.TrimSpace(string(runes[start : i+1])); one != "" {
			all = append(all, one)
		}
		start = i + 1
	}
	if rest := strings.TrimSpace(string(runes[min(start, len(runes)):])); rest != "" {
		all = append(all, rest)
	}
	return all
}

func abbreviated(before, after []rune) bool {
	words := strings.Fields(string(before))
	if len(words) == 0 {
		return false
	}
	last := strings.ToLower(strings.TrimLeft(words[len(words)-1], `"'([`))
	follows := strings.TrimLeft(string(after), " ")
	switch first, size := utf8.DecodeRuneInString(last); {
	case slices.Contains(abbreviations, last):
		return true
	case slices.Contains(numbered, last):
		return follows != "" && follows[0] >= '0' && follows[0] <= '9'
	case size < len(last):
		return false
	case unicode.IsDigit(first): // a list's number, but not "on page 2."
		return len(words) == 1
	default: // an initial
		return last != "i"
	}
}

// terms are the words that carry meaning, without their endings.
func terms(text string) []string {
	var all []string
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }) {
		if utf8.RuneCountInString(word) < 3 || stopwords[word] {
			continue
		}
		for _, ending := range []string{"ies", "ing", "ed", "es", "s"} {
			if stem := strings.TrimSuffix(word, ending); stem != word && len(stem) > 3 {
				word = stem
				break
			}
		}
		all = append(all, word)
	}
	return all
}

// choose takes sentences whose words matter in the whole text, prefers openings, and passes over what repeats a choice. Of few
// it takes all.
func choose(all []sentence, n int, about []string) []sentence {
	if len(all) <= n {
		said := map[string]bool{}
		return slices.DeleteFunc(all, func(s sentence) bool {
			again := said[s.Text]
			said[s.Text] = true
			return again
		})
	}
	in := map[string]float64{} // sentences that have the term
	for _, s := range all {
		for _, term := range unique(s.terms) {
			in[term]++
		}
	}
	for i := range all {
		s := &all[i]
		for _, term := range unique(s.terms) {
			s.score += 0.1 + math.Log(in[term]) // a word that is nowhere else says little about the whole
			if slices.Contains(about, term) {
				s.score += 4
			}
		}
		s.score /= math.Sqrt(float64(len(s.terms)) + 4) // long sentences have more words and are not better for it
		if s.lead {
			s.score *= 1.15
		}
		s.score *= 1 + 0.5*math.Exp(-float64(s.Number-1)/4)
	}
	var chosen []sentence
	seen := map[string]bool{}
	for len(chosen) < n && len(chosen) < len(all) {
		best, most := -1, 0.0
		for i, s := range all {
			if gain := s.score * fresh(s, seen); gain > most {
				best, most = i, gain
			}
		}
		if best < 0 {
			break
		}
		for _, term := range all[best].terms {
			seen[term] = true
		}
		chosen = append(chosen, all[best])
		all[best].score = 0
	}
	slices.SortFunc(chosen, func(a, b sentence) int { return cmp.Compare(a.position, b.position) })
	return chosen
}

// fresh is the share of a sentence that has not been said.
func fresh(s sentence, seen map[string]bool) float64 {
	news := 0
	for _, term := range s.terms {
		if !seen[term] {
			news++
		}
	}
	return float64(news) / float64(max(len(s.terms), 1))
}

func unique(words []string) []string {
	sorted := slices.Clone(words)
	slices.Sort(sorted)
	return slices.Compact(sorted)
}

var stopwords = func() map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(`the and for are but not you all any can had her was one our out has have his how its may new now old
		see two who did get let say she too use that this with from they will would there their what about which when make like time just
		him know take into your some could them than then look only come over also back after work first well even want because these
		give most been were being more such other here where why while should does each both very same own must might shall upon
		between through during before above below again further once under until against themselves itself`) {
		set[word] = true
	}
	return set
}()
