package cache

import (
	"regexp"
	"slices"
	"strings"
)

// marks are what must be equal in two questions for one answer to do for both, in this order. A vector hardly moves if one of
// them changes, and the answer does.
type marks struct {
	Numbers   []string `json:"numbers,omitempty"`
	Addresses []string `json:"addresses,omitempty"`
	Negations []string `json:"negations,omitempty"`
	// Words are all of the question; only for a Lexical embedder, which does not know which of them matter.
	Words []string `json:"words,omitempty"`
}

var (
	number = regexp.MustCompile(`[-+]?\d+(?:[.,:/-]\d+)*(?:\s?%|\s?(?:percent|k|m|bn|[kmgt]i?b|ms|s|h|d)\b)?`)
	// address is what names one thing and no other: URLs, mail addresses, hashes and accounts, paths and files, owner/name, issue
	// numbers, versions, identifiers, and what stands in quotes.
	address = regexp.MustCompile("(?i)[a-z][a-z0-9+.-]*://[^\\s<>\"']+|[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+|0x[0-9a-f]+|\"[^\"\n]{1,200}\"|`[^`\n]{1,200}`|“[^”\n]{1,200}”|(?:^|\\s)'[^'\n]{1,200}'|" +
		"[~.]?(?:/[\\w.@+-]+)+/?|[\\w.@+-]+(?:/[\\w.@+-]+)+|\\b[\\w-]+(?:\\.[\\w-]+)+\\b|#\\d+|@[\\w-]+|\\b\\w+_\\w+\\b|\\b[0-9a-f]{7,64}\\b")
	// proper are names by their capitals: inside of a word, or a whole word of them.
	proper   = regexp.MustCompile(`\b(?:[A-Z]{2,}[A-Za-z0-9]*|[a-z]+[A-Z]\w*|[A-Z][a-z0-9]+[A-Z]\w*)\b`)
	numerals = set("zero one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty seventy eighty ninety " +
		"hundred thousand million billion first second third fourth fifth last next previous half quarter double triple once twice both each every all none " +
		"monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december " +
		"today tomorrow yesterday daily weekly monthly yearly hourly newest oldest latest earliest minimum maximum least most more less fewer")
	negators = set("not no never without nor neither none nothing nobody except excluding exclude excludes unless avoid avoids avoiding stop stops prevent omit omits skip skips ignore ignores " +
		"cannot can't cant don't dont doesn't doesnt didn't won't wont isn't isnt aren't shouldn't shouldnt mustn't wouldn't couldn't hasn't haven't wasn't weren't instead only but rather " +
		"disable disables disabled enable enables enabled allow allows deny denies forbid add remove delete create destroy increase decrease raise lower start open close include before after above below over under up down")
	apostrophes = strings.NewReplacer("’", "'", "‘", "'")
)

// marksOf reads the marks of a question.
func marksOf(question string, lexical bool) marks {
	question = apostrophes.Replace(question)
	var m marks
	for _, found := range address.FindAllString(question, -1) {
		m.Addresses = append(m.Addresses, strings.TrimRight(strings.TrimSpace(found), ".,;:!?)"))
	}
	m.Addresses = append(m.Addresses, proper.FindAllString(question, -1)...)
	for _, found := range number.FindAllString(question, -1) {
		m.Numbers = append(m.Numbers, strings.ReplaceAll(strings.ToLower(found), " ", ""))
	}
	for w := range strings.FieldsFuncSeq(strings.ToLower(question), func(r rune) bool { return (r < 'a' || r > 'z') && r != '\'' }) {
		w = strings.Trim(w, "'")
		if numerals[w] {
			m.Numbers = append(m.Numbers, w)
		}
		if negators[w] {
			m.Negations = append(m.Negations, w)
		}
	}
	if lexical {
		m.Words = words(question)
	}
	return m
}

func (m marks) equal(o marks) bool {
	return slices.Equal(m.Numbers, o.Numbers) && slices.Equal(m.Addresses, o.Addresses) && slices.Equal(m.Negations, o.Negations) && slices.Equal(m.Words, o.Words)
}
