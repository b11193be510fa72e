package writer

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

type language struct {
	Language string `json:"language"`
	Kind     string `json:"kind"`
	Files    int    `json:"files"`
	Lines    int64  `json:"lines"`
}

// languagesPart puts code and markup into a table and names data and prose below it.
func languagesPart(s section) (part, error) {
	var c struct {
		Files     int            `json:"files"`
		Lines     int64          `json:"lines"`
		Bytes     int64          `json:"bytes"`
		Languages *[]language    `json:"languages"`
		Skipped   map[string]int `json:"skipped"`
	}
	if json.Unmarshal(s.From, &c) != nil || c.Languages == nil {
		return part{}, errors.New("is not a result of file_ops count")
	}
	left := leftOut(c.Skipped)
	if c.Files == 0 {
		missing := "text files"
		if left != "" {
			missing += " (" + left + ")"
		}
		return part{missing: missing}, nil
	}
	var source, other []language
	var lines int64
	for _, l := range *c.Languages {
		if l.Kind == "code" || l.Kind == "markup" {
			source = append(source, l)
			lines += l.Lines
		} else {
			other = append(other, l)
		}
	}
	var out strings.Builder
	if len(source) > 0 {
		out.WriteString("| Language | Files | Lines | Share |\n|---|---:|---:|---:|\n")
		most := orUsual(s.Most, 12)
		if len(source) <= most+2 {
			most = len(source)
		}
		for _, l := range source[:most] {
			fmt.Fprintf(&out, "| %s | %s | %s | %s |\n", l.Language, number(l.Files), number(l.Lines), share(l.Lines, lines))
		}
		if rest := source[most:]; len(rest) > 0 {
			sum := language{}
			for _, l := range rest {
				sum.Files += l.Files
				sum.Lines += l.Lines
			}
			fmt.Fprintf(&out, "| %d others | %s | %s | %s |\n", len(rest), number(sum.Files), number(sum.Lines), share(sum.Lines, lines))
		}
	}
	if len(other) > 0 {
		items := make([]string, len(other))
		for i, l := range other {
			items[i] = fmt.Sprintf("%s (%s, %s)", l.Language, plural(l.Files, "file", "files"), plural(int(l.Lines), "line", "lines"))
		}
		fmt.Fprintf(&out, "\nNot source: %s\n", enumerate(items, 8))
	}
	fmt.Fprintf(&out, "\nIn all %s, %s, %s", plural(c.Files, "text file", "text files"), plural(int(c.Lines), "line", "lines"), sizeText(c.Bytes))
	if left != "" {
		out.WriteString("; passed over: " + left)
	}
	out.WriteString(".\n")
	return part{body: out.String(), glance: languageGlance(source, lines, c.Files, c.Lines)}, nil
}

func languageGlance(source []language, lines int64, files int, all int64) string {
	if len(source) == 0 {
		return fmt.Sprintf("No source code; %s of other text in %s", plural(int(all), "line", "lines"), plural(files, "file", "files"))
	}
	first := source[0]
	text := fmt.Sprintf("**%s**, %s in %s (%s of the source)", first.Language, plural(int(first.Lines), "line", "lines"), plural(first.Files, "file", "files"), share(first.Lines, lines))
	var also []string
	for _, l := range source[1:] {
		if l.Lines*20 >= lines && len(also) < 4 {
			also = append(also, l.Language+" "+share(l.Lines, lines))
		}
	}
	if len(also) > 0 {
		text += "; " + strings.Join(also, ", ")
	}
	return text
}

func share(part, whole int64) string {
	switch {
	case whole == 0:
		return "–"
	case part*1000 < whole:
		return "< 0.1 %"
	case part*100 < whole*10:
		return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
	}
	if part < whole && part*1000 >= whole*995 {
		return "> 99 %"
	}
	return fmt.Sprintf("%.0f %%", 100*float64(part)/float64(whole))
}
