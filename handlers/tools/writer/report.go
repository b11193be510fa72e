package writer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/mergit-io/mergit/handlers/tools"
)

// section is a heading and what another tool found.
type section struct {
	Heading string          `json:"heading"`
	Kind    string          `json:"kind"`
	From    json.RawMessage `json:"from"`
	// Most bounds how many items are shown. Zero takes what suits the kind.
	Most int `json:"most"`
}

type written struct {
	Markdown string `json:"markdown"`
	// Glance is the report in a few facts, one for each section that has any.
	Glance    []string `json:"glance"`
	Truncated bool     `json:"truncated"`
	Note      string   `json:"note"`
}

// part is a section put into words.
type part struct {
	// body may be empty; then the section is left out.
	body string
	// glance is its most important fact for the top of the report; empty if there is none.
	glance string
	// missing is what readers would look for in vain.
	missing string
}

var kinds = map[string]func(section) (part, error){
	"text":         textPart,
	"value":        valuePart,
	"summary":      summaryPart,
	"readme":       readmePart,
	"layout":       layoutPart,
	"languages":    languagesPart,
	"entry_points": entryPointsPart,
	"dependencies": dependenciesPart,
	"findings":     findingsPart,
	"licence":      licencePart,
	"response":     responsePart,
}

func report(args arguments) (written, error) {
	if len(args.Sections) == 0 {
		return written{}, tools.BadArg("sections", "is empty; a report needs at least one")
	}
	if strings.TrimSpace(args.Title) == "" {
		return written{}, tools.BadArg("title", "is empty; say what the report is about")
	}
	var body strings.Builder
	out := written{Glance: []string{}, Note: Note}
	var missing []string
	for i, s := range args.Sections {
		if s.Kind == "" {
			s.Kind = "value"
			if _, ok := asString(s.From); ok {
				s.Kind = "text"
			}
		}
		render, ok := kinds[s.Kind]
		if !ok {
			return written{}, tools.BadArg(fmt.Sprintf("sections[%d].kind", i), "no kind %q", s.Kind)
		}
		p, err := render(s)
		if err != nil {
			return written{}, tools.BadArg(fmt.Sprintf("sections[%d].from", i), "%v", err)
		}
		if p.glance != "" {
			out.Glance = append(out.Glance, p.glance)
		}
		if p.missing != "" {
			missing = append(missing, p.missing)
		}
		if p.body == "" {
			continue
		}
		fmt.Fprintf(&body, "\n## %s\n\n%s\n", escaped(s.Heading), strings.TrimSpace(p.body))
	}
	var top strings.Builder
	fmt.Fprintf(&top, "# %s\n", escaped(args.Title))
	if len(out.Glance) > 0 {
		top.WriteString("\n- " + strings.Join(out.Glance, "\n- ") + "\n")
	}
	if len(missing) > 0 {
		top.WriteString("\nNot found: " + strings.Join(missing, "; ") + ".\n")
	}
	out.Markdown = top.String() + body.String()
	if len(out.Markdown) > maxMarkdown {
		out.Truncated = true
		out.Markdown = strings.ToValidUTF8(out.Markdown[:maxMarkdown], "") + "\n\n*The report was cut here.*\n"
	}
	out.Markdown += "\n---\n*" + strings.ToUpper(Note[:1]) + Note[1:] + ".*\n"
	return out, nil
}

func asString(from json.RawMessage) (string, bool) {
	var text string
	if !bytes.HasPrefix(bytes.TrimSpace(from), []byte{'"'}) || json.Unmarshal(from, &text) != nil {
		return "", false
	}
	return text, true
}

// textPart puts Markdown in as it is, except that its headings go below the section's.
func textPart(s section) (part, error) {
	docs, err := documents(s.From)
	if err != nil {
		return part{}, err
	}
	var all []string
	for _, d := range docs {
		if text := strings.TrimSpace(d.text); text != "" {
			all = append(all, demote(text))
		}
	}
	if closed := notRead(docs); closed != "" {
		all = append(all, closed)
	}
	if len(all) == 0 {
		return part{missing: strings.ToLower(s.Heading)}, nil
	}
	return part{body: strings.Join(all, "\n\n")}, nil
}

func demote(markdown string) string {
	lines := strings.Split(markdown, "\n")
	fenced := false
	for i, line := range lines {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
		}
		if !fenced && atxHeading.MatchString(line) && !strings.HasPrefix(strings.TrimSpace(line), "#####") {
			lines[i] = "##" + strings.TrimLeft(line, " ")
		}
	}
	return strings.Join(lines, "\n")
}

// valuePart shows lists of scalars as a list and everything else as JSON.
func valuePart(s section) (part, error) {
	var scalars []any
	decoder := json.NewDecoder(bytes.NewReader(s.From))
	decoder.UseNumber()
	if decoder.Decode(&scalars) == nil && allScalar(scalars) {
		if len(scalars) == 0 {
			return part{missing: strings.ToLower(s.Heading)}, nil
		}
		var out strings.Builder
		most := orUsual(s.Most, 100)
		for _, v := range scalars[:min(len(scalars), most)] {
			fmt.Fprintf(&out, "- %s\n", escaped(fmt.Sprint(v)))
		}
		out.WriteString(andMore(len(scalars), most))
		return part{body: out.String()}, nil
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, s.From, "", "  "); err != nil {
		return part{}, fmt.Errorf("is not JSON: %w", err)
	}
	text := indented.String()
	if cut := 32 << 10; len(text) > cut {
		text = strings.ToValidUTF8(text[:cut], "") + "\n…"
	}
	return part{body: "```json\n" + strings.ReplaceAll(text, "```", "`\u200b``") + "\n```"}, nil
}

func allScalar(values []any) bool {
	for _, v := range values {
		switch v.(type) {
		case map[string]any, []any, nil:
			return false
		}
	}
	return true
}

func summaryPart(s section) (part, error) {
	docs, err := documents(s.From)
	if err != nil {
		return part{}, err
	}
	var all []sentence
	for _, d := range docs {
		all = append(all, sentencesOf(d)...)
	}
	all = all[:min(len(all), maxSentences)]
	for i := range all {
		all[i].position = i
	}
	chosen := choose(all, orUsual(s.Most, 5), nil)
	closed := notRead(docs)
	if len(chosen) == 0 && closed == "" {
		return part{missing: "text to summarise"}, nil
	}
	var out strings.Builder
	for _, line := range chosen {
		fmt.Fprintf(&out, "- %s\n", escaped(line.Text))
	}
	if closed != "" {
		out.WriteString("\n" + closed)
	}
	return part{body: out.String()}, nil
}

// responsePart says where a web page came from and how it answered.
func responsePart(s section) (part, error) {
	var r struct {
		Status    *int              `json:"status"`
		URL       string            `json:"url"`
		Size      int64             `json:"size"`
		Truncated bool              `json:"truncated"`
		Headers   map[string]string `json:"headers"`
	}
	if json.Unmarshal(s.From, &r) != nil || r.Status == nil {
		return part{}, fmt.Errorf("is not a result of http_request")
	}
	line := fmt.Sprintf("%s answered %d, %s of %s", codeSpan(r.URL), *r.Status, sizeText(r.Size), escaped(orText(r.Headers["content-type"], "unknown type")))
	if r.Truncated {
		line += ", of which only the beginning was read"
	}
	return part{body: line + ".", glance: line}, nil
}

func orUsual(asked, usual int) int {
	if asked <= 0 {
		return usual
	}
	return asked
}

func orText(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

func andMore(total, shown int) string {
	if total <= shown {
		return ""
	}
	return fmt.Sprintf("- … and %s more\n", number(total-shown))
}

// number groups digits, since reports are read by people.
func number[N int | int64](n N) string {
	text := fmt.Sprint(n)
	var out strings.Builder
	for i, r := range text {
		if left := utf8.RuneCountInString(text) - i; i > 0 && left%3 == 0 && text[i-1] != '-' {
			out.WriteByte(',')
		}
		out.WriteRune(r)
	}
	return out.String()
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return number(n) + " " + many
}

func sizeText(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 1000*1000:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	case n < 1000*1000*1000:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}
