package writer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

type blockKind int

const (
	paragraph blockKind = iota
	heading
	listItem
	fence
	cut // code, a table or a directive, of which nothing is kept
)

// block is one piece of a Markdown or reStructuredText document, with its markup taken off; of a fence the text is kept.
type block struct {
	kind  blockKind
	level int
	text  string
	// introduces and continues say that what stands right after or before is code or the like, which is not read out.
	introduces, continues bool
}

// standing is a block's text without sentences that lean on what is not read out.
func (b block) standing() string {
	text := b.text
	if b.introduces && strings.HasSuffix(text, ":") {
		text = withoutLast(text)
	}
	if r, _ := utf8.DecodeRuneInString(text); b.continues && unicode.IsLower(r) {
		return "" // what follows in it mostly speaks of the code too
	}
	return text
}

// withoutLast drops a text's last sentence.
func withoutLast(text string) string {
	sentences := splitSentences(text)
	if len(sentences) == 0 {
		return ""
	}
	return strings.TrimSpace(strings.TrimSuffix(text, sentences[len(sentences)-1]))
}

var (
	atxHeading  = regexp.MustCompile(`^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$`)
	underline   = regexp.MustCompile(`^\s*(={3,}|-{3,}|~{3,}|\^{3,}|\*{3,})\s*$`)
	bullet      = regexp.MustCompile(`^\s*([-*+]|\d{1,3}[.)])\s+(.*)$`)
	badge       = regexp.MustCompile(`\[?!\[[^\]]*\](\([^)]*\)|\[[^\]]*\])(\](\([^)]*\)|\[[^\]]*\]))?`)
	link        = regexp.MustCompile(`\[([^\[\]]+)\](\([^)]*\)|\[[^\]]*\])`)
	definition  = regexp.MustCompile(`^\s*\[[^\]]+\]:\s`)
	comment     = regexp.MustCompile(`(?s)<!--.*?-->`)
	lineBreak   = regexp.MustCompile(`(?i)</?(br|p|div|li|td|tr|h[1-6])\b[^<>]*>`)
	htmlTag     = regexp.MustCompile(`</?[A-Za-z][^<>]*>`)
	autolink    = regexp.MustCompile(`<(https?://[^<>\s]+)>`)
	emphasis    = regexp.MustCompile(`(\*\*|__|~~)`)
	rstLink     = regexp.MustCompile("`([^`<>]+?)\\s*<[^<>]+>`__?")
	rstRole     = regexp.MustCompile(":[a-z:]+:`([^`]*)`")
	tableRow    = regexp.MustCompile(`^\s*\|.*\|\s*$`)
	frontMatter = regexp.MustCompile(`(?s)\A---\n.*?\n---\n`)
)

// parseBlocks is no Markdown parser: it finds what a reader would read.
func parseBlocks(text string) []block {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	text = frontMatter.ReplaceAllString(text, "")
	text = strings.ReplaceAll(text, codeLeftOut, "\n\n.. cut\n\n")
	text = comment.ReplaceAllString(text, "")
	var all []block
	leaveOut := func() {
		if last := len(all) - 1; last < 0 || all[last].kind != cut {
			all = append(all, block{kind: cut})
		}
	}
	var open []string // lines of the paragraph or item in work
	kind := paragraph
	flush := func() {
		if plain := inline(strings.Join(open, " ")); plain != "" {
			all = append(all, block{kind: kind, text: plain})
		}
		open, kind = nil, paragraph
	}
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~") && !underline.MatchString(line):
			flush()
			marker := trimmed[:3]
			var body []string
			for i++; i < len(lines) && !strings.HasPrefix(strings.TrimSpace(lines[i]), marker); i++ {
				body = append(body, lines[i])
			}
			all = append(all, block{kind: fence, text: strings.Join(body, "\n")})
		case tableRow.MatchString(line):
			flush()
			leaveOut()
		case trimmed == "" || definition.MatchString(line):
			flush()
		case strings.HasPrefix(trimmed, ".. "): // a directive and what is indented below it
			flush()
			leaveOut()
			for i+1 < len(lines) && (strings.HasPrefix(lines[i+1], "   ") || strings.TrimSpace(lines[i+1]) == "") {
				i++
			}
		case atxHeading.MatchString(line):
			flush()
			m := atxHeading.FindStringSubmatch(line)
			all = append(all, block{kind: heading, level: len(m[1]), text: inline(m[2])})
		case underline.MatchString(line):
			title := strings.TrimSpace(strings.Join(open, " "))
			if title != "" && kind == paragraph && len(open) == 1 {
				open = nil
				level := 2
				if trimmed[0] == '=' {
					level = 1
				}
				all = append(all, block{kind: heading, level: level, text: inline(title)})
			}
			flush()
		case bullet.MatchString(line):
			flush()
			kind, open = listItem, []string{bullet.FindStringSubmatch(line)[2]}
		case len(open) == 0 && (strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t")):
			leaveOut() // indented code
		default:
			open = append(open, strings.TrimLeft(trimmed, "> "))
		}
	}
	flush()
	return apartFromCode(all)
}

// apartFromCode notes what stands next to code and drops what is empty.
func apartFromCode(all []block) []block {
	isCode := func(i int) bool { return i >= 0 && i < len(all) && (all[i].kind == fence || all[i].kind == cut) }
	for i := range all {
		all[i].introduces, all[i].continues = isCode(i+1), isCode(i-1)
	}
	return slices.DeleteFunc(all, func(b block) bool { return b.kind == cut })
}

// inline takes off the markup within a line.
func inline(text string) string {
	text = badge.ReplaceAllString(text, "")
	text = rstLink.ReplaceAllString(text, "$1")
	text = rstRole.ReplaceAllString(text, "`$1`")
	text = link.ReplaceAllString(text, "$1")
	text = autolink.ReplaceAllString(text, "$1")
	text = lineBreak.ReplaceAllString(text, " ")
	text = htmlTag.ReplaceAllString(text, "")
	text = emphasis.ReplaceAllString(text, "")
	text = strings.ReplaceAll(text, "``", "`")
	return strings.Join(strings.Fields(text), " ")
}

// codeSpan shows foreign text exactly, whatever backticks are in it.
func codeSpan(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if !strings.Contains(text, "`") {
		return "`" + text + "`"
	}
	ticks := "``"
	for strings.Contains(text, ticks) {
		ticks += "`"
	}
	return ticks + " " + text + " " + ticks
}

// escaped shows foreign text as text: nothing in it becomes HTML, a link or a table's edge.
func escaped(text string) string {
	return strings.NewReplacer("<", "&lt;", "|", `\|`, "[", `\[`, "*", `\*`, "_", `\_`).Replace(text)
}

// cell is foreign code in a table, where a bar ends a cell even within a code span.
func cell(text string) string { return strings.ReplaceAll(codeSpan(text), "|", `\|`) }

func shorten(text string, runes int) string {
	if all := []rune(text); len(all) > runes {
		return strings.TrimRight(string(all[:runes-1]), " ") + "…"
	}
	return text
}
